import { describe, expect, test } from 'vitest';
import { CUBE, inverse, POCKET, poseAt, randomPoses, TUBE, turned } from '../../../test/sphere-trees.ts';
import { Random } from '../../base/index.ts';
import type { SpherePacking, SphereTree } from '../../geometry/index.ts';
import { type HalfSpace, type RelativePose, SpherePairSet } from './pair-set.ts';
import { makePairSums, sumPairs } from '../../../../../validation/reference/pair-sums.ts';
import { SphereTraversal } from './traverse.ts';

const traversal = new SphereTraversal();

function pairsOf(a: SphereTree, b: SphereTree, pose: RelativePose, margin = 0): SpherePairSet {
  const pairs = new SpherePairSet();
  traversal.collect(pairs, a, b, pose, margin);
  pairs.evaluate(a.packing, b.packing, pose);
  return pairs;
}

function keys(pairs: SpherePairSet): string[] {
  return Array.from({ length: pairs.count }, (_, i) => `${pairs.ballA[i]} ${pairs.ballB[i]}`).sort();
}

/** Gap between the surfaces of two balls. */
function gap(a: SpherePacking, i: number, b: SpherePacking, j: number, { rotAB: R, posAB: p }: RelativePose): number {
  const [x, y, z] = b.centres.subarray(3 * j, 3 * j + 3);
  const d = [0, 1, 2].map((k) => R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z + p[k] - a.centres[3 * i + k]);
  return Math.hypot(d[0], d[1], d[2]) - a.radii[i] - b.radii[j];
}

function everyPair(a: SpherePacking, b: SpherePacking, pose: RelativePose, margin: number): string[] {
  const found: string[] = [];
  for (let i = 0; i < a.count; i++) {
    for (let j = 0; j < b.count; j++) if (gap(a, i, b, j, pose) < margin) found.push(`${i} ${j}`);
  }
  return found.sort();
}

describe('pairs of balls of two trees', () => {
  test.each([0, 0.01])('all of them and no others, as by trying every pair, margin %s m', (margin) => {
    let touching = 0;
    for (const pose of randomPoses(11, 3, 0.5)) {
      for (const [a, b] of [
        [POCKET, CUBE],
        [CUBE, TUBE],
      ]) {
        const pairs = pairsOf(a, b, pose, margin);
        expect(keys(pairs)).toEqual(everyPair(a.packing, b.packing, pose, margin));
        touching += pairs.count;
      }
    }
    expect(touching).toBeGreaterThan(1000);
  });

  test('apart: none, and nothing is opened', () => {
    const pairs = pairsOf(CUBE, TUBE, poseAt(0, 0, 5));
    expect(pairs.count).toBe(0);
    expect(traversal.visits).toBeLessThan(3);
  });

  test('seen from B it is the same contact: same volumes, areas and places, normals turned round', () => {
    const [ab, ba] = [makePairSums(), makePairSums()];
    for (const pose of randomPoses(5, 5, 0.5)) {
      const back = inverse(pose);
      const one = pairsOf(POCKET, TUBE, pose);
      const other = pairsOf(TUBE, POCKET, back);
      expect(
        keys(one)
          .map((key) => key.split(' ').reverse().join(' '))
          .sort(),
      ).toEqual(keys(other));
      sumPairs(ab, one);
      sumPairs(ba, other);
      expect(ba.volume / ab.volume).toBeCloseTo(1, 12);
      expect(ba.area / ab.area).toBeCloseTo(1, 12);
      const R = pose.rotAB;
      const turnedBack = (v: Float64Array): number[] =>
        [0, 1, 2].map((k) => R[3 * k] * v[0] + R[3 * k + 1] * v[1] + R[3 * k + 2] * v[2]);
      turnedBack(ba.vectorArea).forEach((x, k) => {
        expect(x).toBeCloseTo(-ab.vectorArea[k], 12);
      });
      turnedBack(ba.centroid).forEach((x, k) => {
        expect(x + pose.posAB[k]).toBeCloseTo(ab.centroid[k], 12);
      });
    }
  });

  test('a pair list with a margin stays right while nothing moves farther than the margin', () => {
    const pairs = pairsOf(POCKET, CUBE, poseAt(0, 0, 0.1), 0.01);
    const moved = poseAt(0.005, 0.002, 0.096); // |move| < 0.01
    pairs.evaluate(POCKET.packing, CUBE.packing, moved);
    const [kept, fresh] = [makePairSums(), makePairSums()];
    sumPairs(kept, pairs);
    sumPairs(fresh, pairsOf(POCKET, CUBE, moved));
    expect(kept.volume / fresh.volume).toBeCloseTo(1, 12);
    expect(kept.touching).toBe(fresh.touching);
  });

  test('weights make the overlap that of the solids, on average over where they are', () => {
    // two cubes of 0.6 m that reach 0.2 to 0.4 m into each other along each axis: 100 places leave 1 % of scatter, and the
    // corners and edges that are filled less thinly than the middle a few
    const random = new Random(2);
    const sums = makePairSums();
    let [found, exact] = [0, 0];
    for (let i = 0; i < 100; i++) {
      const shift = [0, 1, 2].map(() => random.between(0.2, 0.4));
      sumPairs(sums, pairsOf(CUBE, CUBE, poseAt(shift[0], shift[1], shift[2])));
      found += sums.volume;
      exact += (0.6 - shift[0]) * (0.6 - shift[1]) * (0.6 - shift[2]);
    }
    expect(Math.abs(found / exact - 1)).toBeLessThan(0.06);
  });
});

describe('balls of a tree in a half-space', () => {
  test('all of them and no others', () => {
    const random = new Random(4);
    const pairs = new SpherePairSet();
    for (let k = 0; k < 10; k++) {
      const R = turned(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), 0.3);
      const solid: HalfSpace = { nx: R[2], ny: R[5], nz: R[8], offset: random.between(-0.6, 0.3) };
      traversal.collectHalfSpace(pairs, TUBE, solid, 0.01);
      const { count, centres, radii } = TUBE.packing;
      const expected: number[] = [];
      for (let i = 0; i < count; i++) {
        const [x, y, z] = centres.subarray(3 * i, 3 * i + 3);
        if (solid.nx * x + solid.ny * y + solid.nz * z - radii[i] < solid.offset + 0.01) expected.push(i);
      }
      expect([...pairs.ballA.subarray(0, pairs.count)].sort((i, j) => i - j)).toEqual(expected);
    }
  });

  test('wholly inside, the sums are those of the solid: weighted volume and centroid', () => {
    const pairs = new SpherePairSet();
    const sums = makePairSums();
    const solid: HalfSpace = { nx: 0, ny: 0, nz: 1, offset: 2 };
    traversal.collectHalfSpace(pairs, CUBE, solid, 0);
    pairs.evaluateHalfSpace(CUBE.packing, solid);
    sumPairs(sums, pairs);
    expect(sums.volume / 0.216).toBeCloseTo(1, 6); // weights are of single precision
    expect(sums.area).toBe(0);
    for (let k = 0; k < 3; k++) expect(Math.abs(sums.centroid[k])).toBeLessThan(0.005); // 400 balls
    // integral of x^2 of a cube: V L^2/12; gaps between balls are counted at the balls: 3 %
    for (let k = 0; k < 3; k++) expect(sums.moments[k] / ((0.216 * 0.36) / 12)).toBeCloseTo(1, 1);
  });

  test('a flat face has the volume A h by its surface shares, for depths far below and up to the size of the balls', () => {
    const pairs = new SpherePairSet();
    for (const depth of [1e-7, 1e-5, 1e-3, 0.01]) {
      const solid: HalfSpace = { nx: 0, ny: 0, nz: 1, offset: -0.3 + depth };
      traversal.collectHalfSpace(pairs, CUBE, solid, 0);
      pairs.evaluateHalfSpace(CUBE.packing, solid);
      let volume = 0;
      for (let i = 0; i < pairs.count; i++) volume += pairs.share[i] * pairs.shareDepth[i];
      // shares are of single precision, their middles are rounded to 0.6/2^31 m
      expect(Math.abs(volume - 0.36 * depth)).toBeLessThan(0.36 * (1e-6 * depth + 1e-9));
    }
  });

  test('the lever arms of a face are right by its shares: second moments L^4/12 less the extent of each share', () => {
    const { count, areas, feet, faces, normals } = CUBE.packing;
    const moments = [0, 0, 0];
    let n = 0;
    for (let i = 0; i < count; i++) {
      if (faces[i] < 0 || normals[3 * faces[i] + 2] > -0.9) continue;
      moments[0] += areas[i] * feet[3 * i] * feet[3 * i];
      moments[1] += areas[i] * feet[3 * i + 1] * feet[3 * i + 1];
      moments[2] += areas[i] * feet[3 * i] * feet[3 * i + 1];
      n++;
    }
    // what is missing is the extent of each share about its own middle: 1/n for n equal squares, up to three times that for
    // shares as uneven as these
    const exact = 0.6 ** 4 / 12;
    for (let k = 0; k < 2; k++) {
      expect(moments[k] / exact).toBeLessThan(1);
      expect(moments[k] / exact).toBeGreaterThan(1 - 3 / n);
    }
    expect(Math.abs(moments[2] / exact)).toBeLessThan(3 / n);
  });
});
