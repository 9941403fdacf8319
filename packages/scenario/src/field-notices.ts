/** Warnings about pressure fields that are valid for one kind of indenter and may meet another. */
import type { Compiled } from './compile.ts';
import type { Issue } from './issues.ts';
import { notice } from './notices.ts';
import type { Shape } from './schema/shape.ts';

/** Is this a ball, or a flat-ended cylinder, of that radius? Bodies from meshes, hulls and turned outlines may be. */
function fits(shape: Shape, kind: 'sphere' | 'cylinder', radius: number): boolean {
  const { sphere, cylinder, mesh, hull } = shape;
  const solid = shape.solid as { readonly [kind: string]: { readonly radius?: unknown } | undefined } | undefined;
  const near = (r: unknown): boolean => typeof r === 'number' && Math.abs(r / radius - 1) < 0.01;
  if (mesh !== undefined || hull !== undefined) return true;
  if (kind === 'sphere') return near(sphere) || near(solid?.ball?.radius);
  return near(cylinder?.radius) || near(solid?.cylinder?.radius) || near(solid?.prism?.radius);
}

export function fieldNotices(compiled: Compiled): Issue[] {
  const bodies = Object.entries(compiled.scenario.bodies);
  return bodies.flatMap(([name, body]) =>
    body.shapes.flatMap((shape, i): Issue[] => {
      const wanted = shape.field?.['half-space for'];
      const kind = wanted?.sphere !== undefined ? 'sphere' : 'cylinder';
      const radius = wanted?.[kind];
      if (radius === undefined) return [];
      const others = bodies.filter(([other]) => other !== name);
      const odd = others.find(([, { shapes }]) =>
        shapes.some((one) => one.collide !== false && one['half-space'] !== true && !fits(one, kind, radius)),
      );
      if (odd === undefined) return [];
      const expected = `a ${kind} of ${radius} m against it alone`;
      const message = `the field of this half-space holds for a ${kind} of ${radius} m, and "${odd[0]}" is none: its force will be another than that of an elastic half-space; give the half-space a layer, or the pair law: none`;
      return [
        notice(compiled, ['bodies', name, 'shapes', i, 'field', 'half-space for'], expected, `"${odd[0]}"`, message),
      ];
    }),
  );
}
