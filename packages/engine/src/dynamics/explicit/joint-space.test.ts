import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jointAt } from '../../../test/mechanisms.ts';
import { begin } from '../../../test/stage.ts';
import { body, difference, Draw, largest, model, place, turn, WORLD } from '../../../test/support.ts';
import { beginMatrix, endMatrix, evaluateRows, type Workspace } from '../../stage/index.ts';
import type { JointType } from '../../model/index.ts';
import { JointSpace } from './joint-space.ts';

const TYPES: readonly JointType[] = ['point', 'revolute', 'universal', 'prismatic', 'cylindrical', 'fixed', 'planar'];
/** so large that rows which repeat each other leave a matrix of condition 1e5: ten digits of two ways to solve agree */
const EPS = 1e-3;

const bodies = [1, 2, 3, 4, 5].map((i) =>
  body(`b${i}`, {
    mass: i,
    inertia: [1, 2, 2.5, 0.1, -0.2, 0.3],
    placement: place([i, i % 2, 0.3 * i], turn([0, 0.6, 0.8], 0.4 * i)),
  }),
);
const all = [WORLD, ...bodies];

/** (a, lambda) by the factor that holds bodies and joints. */
function whole(w: Workspace, right: Float64Array): Float64Array {
  beginMatrix(w, 0);
  endMatrix(w, 1, EPS, 0, false);
  expect(w.matrix.lu.factor().ok).toBe(true);
  const x = right.slice();
  w.matrix.lu.solve(x);
  return x;
}

test('accelerations and multipliers are those of the whole matrix, for joints of all types, in loops, and two between the same bodies', () => {
  const link = fc.record({
    type: fc.constantFrom(...TYPES),
    ends: fc.tuple(fc.nat(5), fc.nat(5)).filter(([a, b]) => a !== b),
    at: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
    axis: fc.constantFrom([0, 0, 1] as const, [0, 1, 0] as const, [1, 2, 2] as const),
  });
  let solved = 0;
  fc.assert(
    fc.property(fc.array(link, { minLength: 1, maxLength: 8 }), fc.nat(1e6), (links, seed) => {
      const joints = links.map(({ type, ends: [a, b], at, axis }, i) => jointAt(`j${i}`, type, all, a, b, at, axis));
      const w = begin(model(bodies, { joints }));
      evaluateRows(w, false);
      const space = JointSpace.of(w);
      const most = Math.max(...bodies.map((_, i) => links.filter(({ ends }) => ends.includes(i + 1)).length));
      expect(space === undefined).toBe(most > 4);
      if (!space) return;
      solved++;
      const draw = new Draw(seed);
      const right = Float64Array.from({ length: w.size + w.multiplierCount }, () => draw.vector(1)[0]);
      const expected = whole(w, right);
      space.compliance = EPS;
      expect(space.factor()).toBe(true);
      const x = right.slice();
      space.solve(x);
      expect(difference(x, expected)).toBeLessThan(1e-10 * Math.max(1, largest(expected)));

      const violation = right.slice(w.size);
      const corrected = new Float64Array(w.size);
      space.correct(violation, corrected);
      const asked = new Float64Array(right.length);
      for (let i = 0; i < violation.length; i++) asked[w.size + i] = -violation[i];
      const least = whole(w, asked).subarray(0, w.size);
      expect(difference(corrected, least)).toBeLessThan(1e-10 * Math.max(1, largest(least)));
    }),
    { numRuns: 300 },
  );
  expect(solved).toBeGreaterThan(200);
});
