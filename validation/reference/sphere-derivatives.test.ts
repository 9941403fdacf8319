import { describe, expect, test } from 'vitest';
import { CUBE, movedBy, POCKET, poseAt, randomPoses, TUBE, turned } from '../../packages/engine/test/sphere-trees.ts';
import { halfSpaceGradient, halfSpaceHessian, volumeGradient, volumeHessian } from './sphere-derivatives.ts';
import {
  type HalfSpace,
  type RelativePose,
  SpherePairSet,
} from '../../packages/engine/src/proximity/spheres/pair-set.ts';
import { makePairSums, sumPairs } from './pair-sums.ts';
import { SphereTraversal } from '../../packages/engine/src/proximity/spheres/traverse.ts';

const traversal = new SphereTraversal();
const pairs = new SpherePairSet();
const sums = makePairSums();
const MOVES = [0, 1, 2, 3, 4, 5];

function unit(k: number, step: number): { u: number[]; theta: number[] } {
  return { u: [0, 1, 2].map((i) => (i === k ? step : 0)), theta: [3, 4, 5].map((i) => (i === k ? step : 0)) };
}

/** Central differences over a step: f(+) - f(-) over twice the step, for each of the six moves. */
function differences(f: (k: number, step: number) => Float64Array, step: number): number[][] {
  return MOVES.map((k) => {
    const [above, below] = [f(k, step), f(k, -step)];
    return Array.from(above, (x, i) => (x - below[i]) / (2 * step));
  });
}

describe('two trees', () => {
  const STEP = 1e-6;

  function evaluate(pose: RelativePose): void {
    traversal.collect(pairs, POCKET, TUBE, pose, 0);
    pairs.evaluate(POCKET.packing, TUBE.packing, pose);
  }

  test('the gradient is that of finite differences of the volume, by place and turning', () => {
    for (const pose of randomPoses(21, 6, 0.4)) {
      const gradient = new Float64Array(6);
      evaluate(pose);
      volumeGradient(gradient, pairs, TUBE.packing, pose);
      const size = Math.max(...gradient.map(Math.abs));
      expect(size).toBeGreaterThan(0.01);
      const slopes = differences((k, step) => {
        const { u, theta } = unit(k, step);
        evaluate(movedBy(pose, u, theta));
        sumPairs(sums, pairs);
        return Float64Array.of(sums.volume);
      }, STEP);
      // where two balls begin to touch within the step the second derivative jumps by some 2 pi R: R step of error; rounding,
      // eps V/step, is 1e-11
      for (const k of MOVES) expect(Math.abs(slopes[k][0] - gradient[k])).toBeLessThan(1e-6 * size);
    }
  });

  test('the second derivatives are those of finite differences, and symmetric', () => {
    for (const pose of randomPoses(22, 4, 0.4)) {
      const hessian = new Float64Array(36);
      evaluate(pose);
      volumeHessian(hessian, pairs, TUBE.packing, pose);
      const size = Math.max(...hessian.map(Math.abs));
      // moves compose: the gradient at a turned pose is about the axes there, so the volume itself is differenced twice
      const h = 5e-6;
      const volumeAt = (moves: [number, number][]): number => {
        const u = [0, 0, 0];
        const theta = [0, 0, 0];
        for (const [k, s] of moves) {
          if (k < 3) u[k] += s;
          else theta[k - 3] += s;
        }
        evaluate(movedBy(pose, u, theta));
        sumPairs(sums, pairs);
        return sums.volume;
      };
      for (const r of MOVES) {
        for (let s = 0; s <= r; s++) {
          const mixed =
            (volumeAt([
              [r, h],
              [s, h],
            ]) -
              volumeAt([
                [r, h],
                [s, -h],
              ]) -
              volumeAt([
                [r, -h],
                [s, h],
              ]) +
              volumeAt([
                [r, -h],
                [s, -h],
              ])) /
            (4 * h * h);
          // second derivatives have kinks where balls begin to touch: hardly one does within
          // such a step; rounding, eps V/h^2, is 1e-6
          expect(Math.abs(mixed - hessian[6 * r + s])).toBeLessThan(0.01 * size);
          expect(hessian[6 * s + r]).toBeCloseTo(hessian[6 * r + s], 12);
        }
      }
    }
  });

  test('one pair of balls, free of kinks: second derivatives to six digits', () => {
    // one ball of each, far from touching or containing: everything is smooth
    const pose = poseAt(0.3, 0.35, 0.2, turned(0.9, 0.1, -0.2, 0.3));
    const only = new SpherePairSet();
    let [best, deepest] = [-1, 0];
    evaluate(pose);
    for (let i = 0; i < pairs.count; i++) {
      const ratio = pairs.depth[i] / Math.min(POCKET.packing.radii[pairs.ballA[i]], TUBE.packing.radii[pairs.ballB[i]]);
      if (ratio > 1.5 || pairs.volume[i] < deepest) continue;
      [best, deepest] = [i, pairs.volume[i]];
    }
    only.add(pairs.ballA[best], pairs.ballB[best]);
    const volumeAt = (u: number[], theta: number[]): number => {
      only.evaluate(POCKET.packing, TUBE.packing, movedBy(pose, u, theta));
      return only.volume[0];
    };
    const hessian = new Float64Array(36);
    volumeAt([0, 0, 0], [0, 0, 0]);
    volumeHessian(hessian, only, TUBE.packing, pose);
    const size = Math.max(...hessian.map(Math.abs));
    const h = 1e-4;
    for (const r of MOVES) {
      const { u, theta } = unit(r, h);
      const [zero, minusU, minusTheta] = [[0, 0, 0], u.map((x) => -x), theta.map((x) => -x)];
      const second = (volumeAt(u, theta) - 2 * volumeAt(zero, zero) + volumeAt(minusU, minusTheta)) / (h * h);
      // truncation h^2 against the radius squared: 1e-5; rounding eps V/h^2: 1e-8
      expect(Math.abs(second - hessian[7 * r])).toBeLessThan(2e-5 * size);
    }
  });
});

describe('a tree and a half-space', () => {
  const solid: HalfSpace = { nx: 0.6, ny: 0, nz: 0.8, offset: -0.2 };

  /** The half-space as seen from the body after the body has moved. */
  function seenFrom(u: readonly number[], theta: readonly number[]): HalfSpace {
    const { rotAB: R } = movedBy(poseAt(0, 0, 0), [0, 0, 0], theta);
    const n = [solid.nx, solid.ny, solid.nz];
    const [nx, ny, nz] = [0, 1, 2].map((k) => R[k] * n[0] + R[3 + k] * n[1] + R[6 + k] * n[2]);
    return { nx, ny, nz, offset: solid.offset - (n[0] * u[0] + n[1] * u[1] + n[2] * u[2]) };
  }

  function volumeAt(u: readonly number[], theta: readonly number[]): number {
    const seen = seenFrom(u, theta);
    traversal.collectHalfSpace(pairs, CUBE, seen, 0);
    pairs.evaluateHalfSpace(CUBE.packing, seen);
    sumPairs(sums, pairs);
    return sums.volume;
  }

  test('gradient and second derivatives are those of finite differences, by moves of the body', () => {
    const gradient = new Float64Array(6);
    const hessian = new Float64Array(36);
    volumeAt([0, 0, 0], [0, 0, 0]);
    halfSpaceGradient(gradient, pairs, CUBE.packing);
    halfSpaceHessian(hessian, pairs, CUBE.packing);
    const slopes = differences((k, step) => {
      const { u, theta } = unit(k, step);
      return Float64Array.of(volumeAt(u, theta));
    }, 1e-5);
    const size = Math.max(...gradient.map(Math.abs));
    for (const k of MOVES) expect(Math.abs(slopes[k][0] - gradient[k])).toBeLessThan(1e-6 * size);
    const bend = Math.max(...hessian.map(Math.abs));
    const h = 5e-6;
    for (const r of MOVES) {
      for (const s of MOVES) {
        const at = (x: number, y: number): number => {
          const [a, b] = [unit(r, x), unit(s, y)];
          return volumeAt(
            a.u.map((v, i) => v + b.u[i]),
            a.theta.map((v, i) => v + b.theta[i]),
          );
        };
        const mixed = (at(h, h) - at(h, -h) - at(-h, h) + at(-h, -h)) / (4 * h * h);
        // kinks where balls begin to touch, as above
        expect(Math.abs(mixed - hessian[6 * r + s])).toBeLessThan(0.01 * bend);
      }
    }
  });
});
