/** Refinement settings of a cable. */
import type { CableSpec } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Cable } from '../schema/cable.ts';

/** The cable with its refinement; undefined: a fault was reported. */
export function withRefinement(context: Context, cable: Cable, spec: CableSpec, path: Path): CableSpec | undefined {
  const { refine } = cable;
  if (refine === undefined) return spec;
  const finer = context.moreElements;
  const at = [...path, 'refine'];
  const elements = spec.pieces.reduce((sum, piece) => sum + piece.elements, 0);
  const length = spec.pieces.reduce((sum, piece) => sum + piece.length, 0);
  const shortest = refine.shortest === undefined ? length / elements / 16 : refine.shortest / finer;
  const longest = refine.longest === undefined ? length / elements : refine.longest / finer;
  const contact = refine.contact === undefined ? undefined : refine.contact / finer;
  const most = refine.most === undefined ? 4 * elements : Math.ceil(finer * refine.most);
  if (most < elements) {
    context.wrong('value', [...at, 'most'], {
      expected: `at least the ${elements} elements at the start`,
      found: `${most}`,
    });
  }
  if (longest < shortest) {
    const found = `shortest ${shortest} m, longest ${longest} m`;
    context.wrong('value', [...at, 'longest'], { expected: 'shortest below longest', found });
  }
  if (contact !== undefined && contact < shortest) {
    const found = `shortest ${shortest} m, contact ${contact} m`;
    context.wrong('value', [...at, 'contact'], { expected: 'shortest below contact', found });
    return undefined;
  }
  if (most < elements || longest < shortest) return undefined;
  const touching = contact === undefined ? {} : { inContact: contact };
  return {
    ...spec,
    refine: { sharp: refine.angle / finer, straight: refine.angle / finer / 5, shortest, longest, most, ...touching },
  };
}
