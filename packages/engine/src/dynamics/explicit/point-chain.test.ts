import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jointAt } from '../../../test/mechanisms.ts';
import { begin } from '../../../test/stage.ts';
import { body, difference, Draw, largest, model, place, turn, WORLD } from '../../../test/support.ts';
import { evaluateForces, gyroscopic, evaluateRows, type Workspace } from '../../stage/index.ts';
import type { JointSpec } from '../../model/index.ts';
import { JointSpace } from './joint-space.ts';
import { PointChain } from './point-chain.ts';

/** so large that chains which are straight leave a matrix of condition 1e5 */
const EPS = 1e-3;
const COUNT = 7;

const bodies = [...Array(COUNT).keys()].map((i) =>
  body(`b${i}`, {
    mass: 1 + i,
    inertia: [1, 2, 2.5, 0.1, -0.2, 0.3],
    placement: place([i, i % 2, 0.3 * i], turn([0, 0.6, 0.8], 0.4 * i)),
    velocity: [0.3 * i, -1, 0.2],
    angularVelocity: [1, 0.5 * i, -0.7],
  }),
);
const all = [WORLD, ...bodies];

/** Accelerations and multipliers by the joints' matrix in rows. */
function byRows(w: Workspace, space: JointSpace): Float64Array {
  evaluateRows(w, true);
  const x = new Float64Array(w.size + w.multiplierCount);
  gyroscopic(w, x);
  for (let i = 0; i < w.size; i++) x[i] = w.force[i] - x[i];
  for (let i = 0; i < w.multiplierCount; i++) x[w.size + i] = -w.rows.gamma[i];
  space.compliance = EPS;
  expect(space.factor()).toBe(true);
  space.solve(x);
  return x;
}

/** Chains through the bodies in a shuffled order, cut where `cuts` says, some of them held by the world at either end. */
const chains = fc.record({
  order: fc.shuffledSubarray([...Array(COUNT).keys()], { minLength: 1, maxLength: COUNT }),
  cuts: fc.array(fc.boolean(), { minLength: COUNT, maxLength: COUNT }),
  held: fc.array(fc.boolean(), { minLength: 2 * COUNT, maxLength: 2 * COUNT }),
  turned: fc.array(fc.boolean(), { minLength: 4 * COUNT, maxLength: 4 * COUNT }),
  seed: fc.nat(1e6),
});

test('accelerations, multipliers and corrections of chains are those of the matrix of their joints', () => {
  let tried = 0;
  fc.assert(
    fc.property(chains, ({ order, cuts, held, turned, seed }) => {
      const draw = new Draw(seed);
      const joints: JointSpec[] = [];
      const join = (a: number, b: number): void => {
        const [x, y, z] = draw.vector(2);
        const ends: [number, number] = turned[joints.length] ? [b, a] : [a, b];
        joints.push(jointAt(`j${joints.length}`, 'point', all, ...ends, [x, y, z]));
      };
      order.forEach((b, i) => {
        const first = i === 0 || cuts[i];
        const last = i === order.length - 1 || cuts[i + 1];
        if (first && held[2 * b]) join(0, b + 1);
        if (!first) join(order[i - 1] + 1, b + 1);
        // one body held at two points: rows that repeat each other, which the solver sends another way
        if (last && held[2 * b + 1] && !(first && held[2 * b])) join(b + 1, 0);
      });
      if (joints.length === 0) return;
      const shuffled = joints.map((joint, i) => ({ joint, key: (i * 5 + seed) % 11 })).sort((p, q) => p.key - q.key);
      const w = begin(model(bodies, { joints: shuffled.map(({ joint }) => joint) }));
      evaluateForces(w, false, 0, 0);
      const chain = PointChain.of(w);
      const space = JointSpace.of(w);
      expect(chain).toBeDefined();
      if (!chain || !space) return;
      tried++;
      const expected = byRows(w, space);
      const found = new Float64Array(w.size);
      chain.compliance = EPS;
      expect(chain.accelerate(found)).toBe(true);
      // both leave rounding errors times the condition of the matrix
      const near = 1e-8 * Math.max(1, largest(expected));
      expect(difference(found, expected.subarray(0, w.size))).toBeLessThan(near);
      expect(difference(w.lambda, expected.subarray(w.size))).toBeLessThan(near);

      const violation = Float64Array.from({ length: w.multiplierCount }, () => draw.vector(1)[0]);
      const least = new Float64Array(w.size);
      const corrected = new Float64Array(w.size);
      space.correct(violation, least);
      chain.correct(violation, corrected);
      expect(difference(corrected, least)).toBeLessThan(1e-8 * Math.max(1, largest(least)));
    }),
    { numRuns: 200 },
  );
  expect(tried).toBeGreaterThan(100);
});

test('joints that branch, close a loop or are of another kind go another way', () => {
  const of = (joints: readonly JointSpec[]): PointChain | undefined => PointChain.of(begin(model(bodies, { joints })));
  const point = (name: string, a: number, b: number, x: number): JointSpec =>
    jointAt(name, 'point', all, a, b, [x, 1, 2]);
  const two = [point('p', 1, 2, 0), point('q', 2, 3, 1)];
  expect(of(two)).toBeDefined();
  expect(of([...two, point('branch', 2, 4, 2)])).toBeUndefined();
  expect(of([...two, point('loop', 3, 1, 2)])).toBeUndefined();
  expect(of([...two, jointAt('hinge', 'revolute', all, 3, 4, [2, 1, 2])])).toBeUndefined();
  expect(of([])).toBeUndefined();
});
