import { describe, expect, test } from 'vitest';
import { CUBE, POCKET, poseAt, randomPoses, TUBE } from '../../packages/engine/test/sphere-trees.ts';
import type { SphereTree } from '../../packages/engine/src/geometry/index.ts';
import { type RelativePose, SpherePairSet } from '../../packages/engine/src/proximity/spheres/pair-set.ts';
import { makePairSums, type PairSums, sumPairs } from './pair-sums.ts';
import { makeVolumeEstimate, TimeCriticalTraversal, type VolumeEstimate } from './time-critical.ts';
import { SphereTraversal } from '../../packages/engine/src/proximity/spheres/traverse.ts';

const critical = new TimeCriticalTraversal();
const BUDGETS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 1e6];

function estimated(a: SphereTree, b: SphereTree, pose: RelativePose, budget: number): VolumeEstimate {
  const out = makeVolumeEstimate();
  critical.estimate(out, a, b, pose, budget);
  return out;
}

function exact(a: SphereTree, b: SphereTree, pose: RelativePose): PairSums {
  const pairs = new SpherePairSet();
  const sums = makePairSums();
  new SphereTraversal().collect(pairs, a, b, pose, 0);
  pairs.evaluate(a.packing, b.packing, pose);
  sumPairs(sums, pairs);
  return sums;
}

describe('overlap within a budget (Vilela 2018, s. 6.2.4)', () => {
  const cases: [SphereTree, SphereTree, RelativePose][] = [
    ...randomPoses(31, 6, 0.4).map((pose): [SphereTree, SphereTree, RelativePose] => [POCKET, TUBE, pose]),
    [POCKET, CUBE, poseAt(0.01, 0, 0.08)],
    [CUBE, CUBE, poseAt(0, 0, 0)],
  ];

  test('the bounds hold at every budget and never widen; the estimate lies between them', () => {
    for (const [a, b, pose] of cases) {
      const { volume } = exact(a, b, pose);
      const slack = 1e-10 * (volume + 1e-3); // rounding of the two sums
      let [lower, upper] = [0, Number.POSITIVE_INFINITY];
      for (const budget of BUDGETS) {
        const found = estimated(a, b, pose, budget);
        expect(found.lower).toBeLessThanOrEqual(volume + slack);
        expect(found.upper).toBeGreaterThanOrEqual(volume - slack);
        expect(found.lower).toBeGreaterThanOrEqual(lower - slack);
        expect(found.upper).toBeLessThanOrEqual(upper + slack);
        expect(found.volume).toBeGreaterThanOrEqual(found.lower - slack);
        expect(found.volume).toBeLessThanOrEqual(found.upper + slack);
        expect(found.visits).toBeLessThanOrEqual(budget);
        [lower, upper] = [found.lower, found.upper];
      }
    }
  });

  test('with budget enough it is the sum over all pairs: volume, centroid, vector area, and bounds that meet', () => {
    for (const [a, b, pose] of cases) {
      const sums = exact(a, b, pose);
      const found = estimated(a, b, pose, 1e6);
      expect(found.complete).toBe(true);
      expect(found.upper).toBe(found.lower);
      expect(found.volume / sums.volume).toBeCloseTo(1, 11);
      for (let k = 0; k < 3; k++) {
        expect(found.centroid[k]).toBeCloseTo(sums.centroid[k], 11);
        expect(found.vectorArea[k]).toBeCloseTo(sums.vectorArea[k], 10);
      }
    }
  });

  test('a tenth of the work gives a deep overlap to a tenth on average, two thirds a shallow one to a quarter', () => {
    let error = 0;
    const deep = cases.slice(0, 6);
    for (const [a, b, pose] of deep) {
      const { visits, volume } = estimated(a, b, pose, 1e6);
      const off = Math.abs(estimated(a, b, pose, Math.floor(visits / 10)).volume / volume - 1);
      expect(off).toBeLessThan(0.25);
      error += off / deep.length;
    }
    expect(error).toBeLessThan(0.1);
    const [a, b, pose] = cases[6];
    const { visits, volume } = estimated(a, b, pose, 1e6);
    expect(Math.abs(estimated(a, b, pose, Math.floor((2 * visits) / 3)).volume / volume - 1)).toBeLessThan(0.25);
  });

  test('apart: zero, complete, whatever the budget', () => {
    for (const budget of [0, 10]) {
      expect(estimated(CUBE, TUBE, poseAt(0, 0, 3), budget)).toMatchObject({ volume: 0, upper: 0, complete: true });
    }
  });

  test('the same budget gives the same bits, also after other queries', () => {
    const [a, b, pose] = cases[0];
    const first = estimated(a, b, pose, 70);
    estimated(POCKET, CUBE, poseAt(0, 0, 0), 3000);
    expect(estimated(a, b, pose, 70)).toEqual(first);
  });
});
