/** In a file of its own: what other tests teach the compiler about these functions would be measured as well. */
import { expect, test } from 'vitest';
import { bytesPerCall } from '../../../test/allocation.ts';
import { CUBE, POCKET, poseAt } from '../../../test/sphere-trees.ts';
import { volumeGradient, volumeHessian } from '../../../../../validation/reference/sphere-derivatives.ts';
import { type HalfSpace, SpherePairSet } from './pair-set.ts';
import { PairRegions } from './regions.ts';
import { makePairSums, sumPairs } from '../../../../../validation/reference/pair-sums.ts';
import { makeVolumeEstimate, TimeCriticalTraversal } from '../../../../../validation/reference/time-critical.ts';
import { SphereTraversal } from './traverse.ts';

test('no allocation: search, evaluation, sums, derivatives, regions, half-space and budgeted volume, warm', () => {
  const pose = poseAt(-0.03, -0.03, 0.07);
  const solid: HalfSpace = { nx: 0, ny: 0, nz: 1, offset: -0.25 };
  const options = { reach: 0.1 };
  const [pairs, onFloor] = [new SpherePairSet(), new SpherePairSet()];
  const [traversal, critical, regions] = [new SphereTraversal(), new TimeCriticalTraversal(), new PairRegions()];
  const [sums, estimate] = [makePairSums(), makeVolumeEstimate()];
  const [gradient, hessian] = [new Float64Array(6), new Float64Array(36)];
  const call = (): void => {
    pose.posAB[2] = pose.posAB[2] === 0.07 ? 0.071 : 0.07;
    traversal.collect(pairs, POCKET, CUBE, pose, 0);
    pairs.evaluate(POCKET.packing, CUBE.packing, pose);
    sumPairs(sums, pairs);
    volumeGradient(gradient, pairs, CUBE.packing, pose);
    volumeHessian(hessian, pairs, CUBE.packing, pose);
    regions.find(pairs, options);
    traversal.collectHalfSpace(onFloor, CUBE, solid, 0);
    onFloor.evaluateHalfSpace(CUBE.packing, solid);
    critical.estimate(estimate, POCKET, CUBE, pose, 200);
  };
  for (let k = 0; k < 300; k++) call();
  expect(pairs.count).toBeGreaterThan(100);
  // under the runner a number that goes from file to file may be boxed, 16 bytes: at most a few a pair and a node
  const enough = 64 * (pairs.count + onFloor.count + 8 * 200);
  const { heap, buffers } = bytesPerCall(call, enough);
  expect(buffers).toBeLessThanOrEqual(0);
  expect(heap).toBeLessThanOrEqual(enough);
});
