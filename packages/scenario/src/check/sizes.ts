/** Limits of model size: a short line of a file must not fill the memory, and the message names that line. */
import { cableRoom, type CableSpec, type ModelSpec } from '@hawser/engine';
import type { Path } from '../issues.ts';
import type { Context } from './context.ts';

/** Largest number of nodes of one cable with all its rope; about 16 kB of memory each. */
const MOST_CABLE_NODES = 10_000;
/** Nodes of all cables together. */
const MOST_NODES = 30_000;
/** Bodies together with the links of chains. */
const MOST_BODIES = 10_000;
/** Triangles of all hulls in the water together. */
const MOST_PANELS = 400_000;
/** Reports a cable that would need too many nodes with all its rope out; true when it is within the limit. */
export function hasRoom(context: Context, spec: CableSpec, path: Path): boolean {
  const nodes = cableRoom(spec);
  if (nodes <= MOST_CABLE_NODES) return true;
  const elements = spec.pieces.reduce((sum, piece) => sum + piece.elements, 0);
  const long = spec.pay === undefined ? '' : `, with ${rounded(spec.pay.longest)} m of rope`;
  context.wrong('value', path, {
    expected: `a cable of at most ${MOST_CABLE_NODES} nodes when all of it is out`,
    found: `${rounded(nodes)} nodes${long} and ${elements} elements to begin with`,
    hint: spec.pay === undefined ? 'ask for fewer elements' : 'give the drum less rope, or the cable fewer elements',
  });
  return false;
}

/** Reports a model that is too large as a whole. */
export function checkSizes(context: Context, spec: ModelSpec): void {
  const cables = spec.cables ?? [];
  const nodes = cables.reduce((sum, cable) => sum + cableRoom(cable), 0);
  const panels = spec.bodies.reduce((sum, { hydro }) => sum + (hydro?.hull?.triangles.length ?? 0) / 3, 0);
  const sizes: readonly (readonly [Path, number, number, string, string])[] = [
    [['bodies'], spec.bodies.length - 1, MOST_BODIES, 'bodies, links of chains among them', 'leave some out'],
    [['cables'], nodes, MOST_NODES, 'nodes of cables together', 'ask for fewer elements'],
    [['bodies'], panels, MOST_PANELS, 'triangles of hulls in the water', 'give a larger panel size'],
  ];
  for (const [path, found, most, what, hint] of sizes) {
    if (found <= most) continue;
    context.wrongThing('value', path, { expected: `at most ${most} ${what}`, found: String(found), hint });
  }
}

/** Three digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
