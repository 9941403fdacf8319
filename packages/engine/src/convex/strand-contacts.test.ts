/** The function that contacts of cables add to a convex step: forces are its slope, their tangent its curvature. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cable, line, ROPE, workspace } from '../../test/cables.ts';
import { body, CONTACT, model, place, shape, STEEL } from '../../test/support.ts';
import { Simulation } from '../dynamics/index.ts';
import { ConvexProblem } from './problem.ts';
import { CONTACT_STRIDE, LAG, OPEN, SLIPPING, STATE, STUCK } from './strand-contacts.ts';

/** Two ropes across each other on a free block, pressed into it: contacts of cables with a body and with each other, found. */
function heap(): ConvexProblem {
  const soft = { ...ROPE, axialStiffness: 1e5, bendingStiffness: 0.01 };
  const piece = (name: string, points: number[]) =>
    cable(name, 0.4, 6, { pieces: [{ rope: soft, length: 0.4, elements: 6 }], shape: points });
  const block = body('block', {
    mass: 2,
    placement: place([0, 0, -0.1]),
    shapes: [shape({ kind: 'box', half: [0.3, 0.3, 0.1] })],
  });
  const spec = model([block], {
    contacts: { ...CONTACT, defaults: { frictionStatic: 0.4, frictionKinetic: 0.4 } },
    materials: [STEEL],
    cables: [
      piece('a', line([-0.2, 0, 0.0099], [0.2, 0, 0.0099], 6)),
      piece('b', line([0.01, -0.2, 0.0298], [0.03, 0.2, 0.0298], 6)),
    ],
    solver: { step: 5e-3, integrator: 'convex' },
  });
  const w = workspace(new Simulation(spec));
  const problem = new ConvexProblem(w);
  w.h = 5e-3;
  w.time = 5e-3;
  w.reach.horizon = 6e-3;
  w.reach.slack = 1e-3;
  w.allContacts.search(w);
  problem.begin();
  return problem;
}

test('forces are minus the slope of a convex function: they fall along every way, and no tangent is negative', () => {
  const problem = heap();
  const { strands } = problem;
  expect(strands.count).toBeGreaterThan(8);
  const w = (problem as unknown as { w: ReturnType<typeof workspace> }).w;
  const size = w.velocity.length;
  const none = new Uint8Array(problem.islands.of.length);
  const e = strands.data.data;
  for (let o = 0; o < CONTACT_STRIDE * strands.count; o += CONTACT_STRIDE) e[o + LAG] = 2; // [N] held: friction in full
  const v0 = new Float64Array(size);
  problem.lineUp(v0, 1);
  const forces = (v: Float64Array): Float64Array => {
    const force = new Float64Array(w.size);
    strands.addForces(force, v, none);
    return force;
  };
  const seen = new Set<number>();
  const one = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 1000);
  fc.assert(
    fc.property(fc.array(one, { minLength: 40, maxLength: 40 }), fc.integer({ min: 0, max: 3 }), (raw, power) => {
      const draw = (seed: number, i: number): number => raw[(7 * i + 13 * seed) % raw.length] * (1 + ((i * seed) % 3));
      const scale = [1e-4, 1e-3, 1e-2, 0.1][power]; // [m/s]: from sticking to slipping, from closed to open
      const v = Float64Array.from({ length: size }, (_, i) => (i < w.size ? scale * draw(1, i) : 0));
      const x = Float64Array.from({ length: size }, (_, i) => (i < w.size ? scale * draw(2, i) : 0));
      const F = forces(v);
      for (let k = 0; k < strands.count; k++) seen.add(strands.data.data[CONTACT_STRIDE * k + STATE]);
      strands.changes.fill(0); // the true tangent
      strands.addMatrix(none);
      strands.noteLine(x, none);
      const D = new Float64Array(w.size);
      strands.subtractMatrix(D, none); // -h dF/dv x with the sign of a force on what moves: h dF
      let curvature = 0;
      for (let i = 0; i < w.size; i++) curvature -= D[i] * x[i];
      let forceScale = 1e-9;
      for (let i = 0; i < w.size; i++) forceScale = Math.max(forceScale, Math.abs(F[i]));
      expect(curvature).toBeGreaterThan(-1e-9 * forceScale);
      // monotone: forces fall against the way between any two places
      const other = v.map((a, i) => a + x[i]);
      const G = forces(Float64Array.from(other));
      let against = 0;
      let most = 0;
      for (let i = 0; i < w.size; i++) {
        against += (G[i] - F[i]) * x[i];
        most += Math.abs((G[i] - F[i]) * x[i]);
      }
      expect(against).toBeLessThan(1e-9 * (most + 1e-12));
    }),
    { numRuns: 60, seed: 3 },
  );
  expect([OPEN, STUCK, SLIPPING].every((state) => seen.has(state))).toBe(true);
});

test('the tangent is that of differences, but at the few contacts that open or slip within them', () => {
  const problem = heap();
  const { strands } = problem;
  const w = (problem as unknown as { w: ReturnType<typeof workspace> }).w;
  const size = w.velocity.length;
  const none = new Uint8Array(problem.islands.of.length);
  const e = strands.data.data;
  for (let o = 0; o < CONTACT_STRIDE * strands.count; o += CONTACT_STRIDE) e[o + LAG] = 2;
  problem.lineUp(new Float64Array(size), 1);
  let off = 0;
  for (let sample = 0; sample < 40; sample++) {
    const scale = [1e-4, 1e-3, 1e-2, 0.05][sample % 4];
    const noise = (i: number, k: number): number => Math.sin(12.9898 * (i + 1) * (k + 1) + 78.233 * sample);
    const v = Float64Array.from({ length: size }, (_, i) => (i < w.size ? scale * noise(i, 0) : 0));
    const x = Float64Array.from({ length: size }, (_, i) => (i < w.size ? noise(i, 1) : 0));
    const at = (s: number): Float64Array => {
      const force = new Float64Array(w.size);
      strands.addForces(
        force,
        Float64Array.from(v, (a, i) => a + s * x[i]),
        none,
      );
      return force;
    };
    at(0);
    strands.changes.fill(0);
    strands.addMatrix(none);
    strands.noteLine(x, none);
    const D = new Float64Array(w.size);
    strands.subtractMatrix(D, none);
    const step = 1e-7;
    const [up, down] = [at(step), at(-step)];
    let worst = 0;
    let largest = 0;
    for (let i = 0; i < w.size; i++) {
      worst = Math.max(worst, Math.abs((w.h * (up[i] - down[i])) / (2 * step) - D[i]));
      largest = Math.max(largest, Math.abs(D[i]));
    }
    if (worst > 1e-4 * largest) off++;
  }
  expect(off).toBeLessThan(5);
});
