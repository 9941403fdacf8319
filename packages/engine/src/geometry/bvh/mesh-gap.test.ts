import { describe, expect, test } from 'vitest';
import { randomRotation } from '../../../test/meshes.ts';
import { Random } from '../../base/index.ts';
import { expRotation } from '../../math/index.ts';
import { boxMesh, linkMesh, sphereMesh, torusMesh } from '../index.ts';
import { gapOfMeshes } from './mesh-gap.ts';
import { collectPairs, makePairList } from './traverse.ts';
import { type TreeMesh, treeMesh } from './tree-mesh.ts';
import { gapFound, triangleGap } from './triangle-gap.ts';

const MOST = 100;

function gap(a: readonly number[], b: readonly number[], most = MOST): number {
  gapFound[0] = most;
  triangleGap(Float64Array.from(a), 0, Float64Array.from(b), 0);
  return gapFound[0];
}

/**
 * Lower and upper bound of the distance of two convex sets of corners, by steps towards the lowest corner of their difference: x is a
 * point of A - B, and A - B lies beyond the plane across x through its lowest point.
 */
function bounds(a: readonly number[], b: readonly number[]): [number, number] {
  const corners: number[][] = [];
  for (let i = 0; i < 9; i += 3) {
    for (let j = 0; j < 9; j += 3) corners.push([0, 1, 2].map((k) => a[i + k] - b[j + k]));
  }
  let x = corners[0];
  let low = 0;
  for (let round = 0; round < 4000; round++) {
    const dot = (y: readonly number[]): number => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    const size = Math.sqrt(dot(x));
    if (size < 1e-9) return [0, size];
    let lowest = corners[0];
    for (const corner of corners) if (dot(corner) < dot(lowest)) lowest = corner;
    low = Math.max(low, dot(lowest) / size);
    if (size - low < 1e-6) return [low, size];
    const d = [0, 1, 2].map((k) => lowest[k] - x[k]);
    const t = Math.min(1, -dot(d) / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
    x = x.map((value, k) => value + t * d[k]);
  }
  return [low, Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2])];
}

describe('two triangles', () => {
  test('are apart by what bounds from a second method enclose, in any order, slivers among them', () => {
    const random = new Random(3);
    for (let trial = 0; trial < 400; trial++) {
      const flat = trial % 4 === 0 ? 1e-6 : 1;
      const a = Array.from({ length: 9 }, (_, i) => random.between(-1, 1) * (i % 3 === 2 ? flat : 1));
      const b = Array.from({ length: 9 }, (_, i) => random.between(-1, 1) + (i % 3 === 0 ? 1.2 : 0));
      const found = gap(a, b);
      const [low, high] = bounds(a, b);
      expect(found).toBeGreaterThan(low - 2e-6); // what is taken off for parallel edges is below 4e-7
      expect(found).toBeLessThan(high + 1e-12);
      expect(Math.abs(gap(b, a) - found)).toBeLessThan(1e-12);
    }
  });

  test.each([
    ['one through the inside of the other', [0, 0, 0, 3, 0, 0, 0, 3, 0], [0.5, 0.5, -1, 0.6, 0.5, 1, 0.5, 0.6, 1], 0],
    ['in one plane, one inside the other', [0, 0, 0, 9, 0, 0, 0, 9, 0], [1, 1, 0, 2, 1, 0, 1, 2, 0], 0],
    ['in one plane, overlapping', [0, 0, 0, 2, 0, 0, 0, 2, 0], [0.5, 0.5, 0, 3, 0.5, 0, 3, 3, 0], 0],
    ['sharing an edge', [0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0, 0, 0, 1], 0],
    ['face above face', [0, 0, 0, 4, 0, 0, 0, 4, 0], [1, 1, 0.25, 2, 1, 0.25, 1, 2, 0.25], 0.25],
    ['corner above face', [0, 0, 0, 4, 0, 0, 0, 4, 0], [1, 1, 0.125, 2, 1, 2, 1, 2, 2], 0.125],
    ['edges that cross', [0, 0, 0, 2, 0, 0, 1, 0, -3], [1, -1, 0.5, 1, 1, 0.5, 1, 0, 3], 0.5],
    ['corner to corner', [0, 0, 0, -1, 0, 0, 0, -1, 0], [3, 4, 0, 4, 5, 0, 4, 4, 1], 5],
    ['one that is a point', [1, 1, 2, 1, 1, 2, 1, 1, 2], [0, 0, 0, 4, 0, 0, 0, 4, 0], 2],
  ])('%s', (_, a, b, expected) => {
    expect(gap(a, b)).toBeLessThanOrEqual(expected);
    expect(gap(a, b)).toBeGreaterThanOrEqual(expected - 2e-6);
    expect(gap(b, a)).toBeLessThanOrEqual(expected);
  });

  test('farther apart than asked for leave the limit as it was', () => {
    expect(gap([0, 0, 0, 4, 0, 0, 0, 4, 0], [1, 1, 0.25, 2, 1, 0.25, 1, 2, 0.25], 0.1)).toBe(0.1);
  });
});

describe('two meshes', () => {
  const shapes = [boxMesh(1, 0.6, 0.3), torusMesh({ ring: 1, tube: 0.2, sides: 12, tubeSides: 6 }), sphereMesh(0.4, 1)];

  test('are apart by the least gap of any two of their triangles, or by a part of it, or by what was asked for', () => {
    const random = new Random(11);
    const list = makePairList();
    let near = 0;
    let brokenOff = 0;
    // triangles take off up to 1e-7 of their size, and which pair is met first decides
    for (let trial = 0; trial < 24; trial++) {
      const a = treeMesh(shapes[trial % 3]);
      const b = treeMesh(shapes[(trial + 1) % 3]);
      const rot = randomRotation(random);
      const shift = Float64Array.from([0, 0, 0], () => random.between(-1.3, 1.3));
      let least = MOST;
      const corners = (m: TreeMesh, f: number, moved: boolean): number[] =>
        [0, 1, 2].flatMap((c) => {
          const [x, y, z] = m.positions.subarray(3 * m.corners[3 * f + c], 3 * m.corners[3 * f + c] + 3);
          if (!moved) return [x, y, z];
          return [0, 1, 2].map((k) => rot[3 * k] * x + rot[3 * k + 1] * y + rot[3 * k + 2] * z + shift[k]);
        });
      for (let f = 0; f < a.corners.length / 3; f++) {
        for (let g = 0; g < b.corners.length / 3; g++) {
          least = gap(corners(a, f, false), corners(b, g, true), least);
        }
      }
      expect(gapOfMeshes(list, a, b, rot, shift, MOST, 1)).toBeCloseTo(least, 6);
      const part = gapOfMeshes(list, a, b, rot, shift, MOST, 0.5);
      expect(part).toBeLessThanOrEqual(least + 1e-6);
      expect(part).toBeGreaterThanOrEqual(0.5 * least - 1e-6);
      expect(gapOfMeshes(list, a, b, rot, shift, 0.05, 1)).toBeCloseTo(Math.min(least, 0.05), 6);
      // a search that is broken off knows less, never more
      let less = 0;
      for (const trials of [0, 8, 64, 512, 1e9]) {
        const found = gapOfMeshes(list, a, b, rot, shift, MOST, 1, trials);
        expect(found).toBeLessThanOrEqual(least + 1e-6);
        if (found > 0 && found < least - 1e-6) less++;
        if (trials === 1e9) expect(found).toBeCloseTo(least, 6);
      }
      brokenOff += less;
      if (least > 0) near++;
    }
    expect(near).toBeGreaterThan(5);
    expect(near).toBeLessThan(20);
    expect(brokenOff).toBeGreaterThan(5);
  });

  test('a link hanging askew in another is apart by its play, although boxes of their triangles overlap', () => {
    const link = treeMesh(linkMesh({ length: 0.372, width: 0.2232, bar: 0.062, bends: 6, barSides: 8 }));
    const askew = new Float64Array(9);
    expRotation(askew, 0, Float64Array.from([0.04, 0.02, 1.45]), 0);
    const shift = Float64Array.from([0, 0, 0.2]);
    const list = makePairList();
    expect(collectPairs(list, link.tree, link.tree, askew, shift, 0)).toBe(true);
    expect(list.length).toBeGreaterThan(0);
    expect(gapOfMeshes(list, link, link, askew, shift, 1, 1)).toBeGreaterThan(1e-3);
  });
});
