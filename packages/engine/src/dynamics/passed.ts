/** Cables where they cannot be: through each other, or in a solid. */
import { BuildError } from '../base/index.ts';
import type { Workspace } from '../system/index.ts';
import type { StageSolver } from './stage.ts';

/** Centre lines closer than this part of the distance at which they touch go through each other. */
const CROSSED = 0.1;

/** A step in which they passed must be shorter: contact would push them out on the wrong side. */
export function nothingPassed(w: Workspace, solver: StageSolver): boolean {
  const { touch, cables } = w;
  if (!touch.any || touch.passages.clear()) return true;
  if (touch.idle) {
    // nodes went further than was looked for the step: a shorter one looks less far, and they go less
    solver.failure = 'diverged';
    solver.subject = cables.items[0].block;
    return false;
  }
  const e = touch.passages.element;
  const c = touch.curves.cable[e];
  solver.failure = 'passed';
  solver.subject = cables.items[c].block + e - touch.starts[c];
  return false;
}

/** Refuses a start in which they are there already. Contacts of cables must have been evaluated. */
export function checkStart(w: Workspace): void {
  const { touch, cables, model } = w;
  if (!touch.any) return;
  const { solidPatches: solids, strandPatches: strands, curves } = touch;
  for (let q = 0; q < solids.pointCount; q++) {
    const p = solids.patch[q];
    const e = solids.elementA[p];
    const s = solids.elementB[p];
    if (solids.distance[q] >= 0 || touch.ends.onSolid(e, solids.pointU, q, s) < 1) continue;
    const c = curves.cable[e];
    const body = model.spec.bodies[model.bodyOfSlot[model.shapes[s].body]].name;
    throw new BuildError(
      'cable-in-solid',
      `cable "${cables.items[c].name}" begins inside body "${body}": its element ${e - touch.starts[c]} is ${show(-solids.distance[q])} m ` +
        'below the surface. Give it a shape that goes round, move the body, or list the two under contacts: ignore',
      ['cables', c, 'shape'],
    );
  }
  for (let q = 0; q < strands.pointCount; q++) {
    const p = strands.patch[q];
    const a = strands.elementA[p];
    const b = strands.elementB[p];
    if (strands.distance[q] >= CROSSED * (curves.radius[a] + curves.radius[b])) continue;
    if (touch.ends.between(a, strands.pointU, q, b, strands.pointW, q) < 1) continue;
    const c = curves.cable[a];
    const d = curves.cable[b];
    const other = c === d ? 'itself' : `cable "${cables.items[d].name}"`;
    throw new BuildError(
      'cables-crossed',
      `cable "${cables.items[c].name}" begins in the same place as ${other}: their axes are ${show(strands.distance[q])} m apart, ` +
        `elements ${a - touch.starts[c]} and ${b - touch.starts[d]}. Set them apart by their diameter, or list the two under contacts: ignore`,
      ['cables', c, 'shape'],
    );
  }
}

function show(x: number): string {
  return String(Number(x.toPrecision(3)));
}
