import { describe, expect, test } from 'vitest';
import { CUBE, POCKET, poseAt } from '../../../test/sphere-trees.ts';
import { boxMesh, buildSphereTree, packSpheres, type SphereTree } from '../../geometry/index.ts';
import { type HalfSpace, SpherePairSet } from './pair-set.ts';
import { PairRegions, type RegionOptions } from './regions.ts';
import { makePairSums, sumPairs } from '../../../../../validation/reference/pair-sums.ts';
import { SphereTraversal } from './traverse.ts';

const traversal = new SphereTraversal();

/** Two cubes 2 m apart in one mesh: a dumbbell without its bar. */
function twoCubes(): SphereTree {
  const one = boxMesh(1, 1, 1);
  const positions = Float64Array.from([...one.positions, ...one.positions], (x, i) =>
    i % 3 === 0 ? x + (i < 24 ? -1.5 : 1.5) : x,
  );
  const triangles = Int32Array.from([...one.triangles, ...one.triangles.map((v) => v + 8)]);
  return buildSphereTree(packSpheres({ positions, triangles }, { count: 400, weights: 'none' }));
}

function found(pairs: SpherePairSet, options?: RegionOptions): PairRegions {
  const regions = new PairRegions();
  regions.find(pairs, options);
  return regions;
}

describe('regions of contact', () => {
  // the pocket is 0.6 wide and open upwards, its floor at z = -0.2: the cube is pressed into floor and both lower walls
  const pose = poseAt(-0.03, -0.03, 0.07);
  const pairs = new SpherePairSet();
  traversal.collect(pairs, POCKET, CUBE, pose, 0.01);
  pairs.evaluate(POCKET.packing, CUBE.packing, pose);

  test('a cube pressed into a corner of its hole: the three largest regions are the three walls', () => {
    const regions = found(pairs);
    const order = Array.from({ length: regions.count }, (_, r) => r).sort(
      (r, s) => regions.volume[s] - regions.volume[r],
    );
    const normals = order
      .slice(0, 3)
      .map((r) => [...regions.normal.subarray(3 * r, 3 * r + 3)].map(Math.round).join(' '));
    expect(normals.sort()).toEqual(['0 0 1', '0 1 0', '1 0 0']);
    // what is left are balls in the edges, which lie against two faces
    const total = regions.volume.subarray(0, regions.count).reduce((sum, v) => sum + v, 0);
    const walls = order.slice(0, 3).reduce((sum, r) => sum + regions.volume[r], 0);
    expect(walls / total).toBeGreaterThan(0.8);
    // each sits on its wall: floor at z = -0.2, walls at x, y = -0.3
    for (const r of order.slice(0, 3)) {
      const k = [0, 1, 2].find((i) => regions.normal[3 * r + i] > 0.9) ?? 0;
      const wall = k === 2 ? -0.2 : -0.3;
      expect(Math.abs(regions.centroid[3 * r + k] - wall)).toBeLessThan(0.04);
    }
  });

  test('regions share out the pairs: volumes, areas, vector areas and counts add up', () => {
    const sums = makePairSums();
    sumPairs(sums, pairs);
    for (const options of [{}, { reach: 0.05 }, { cosine: 0.99, reach: 0.2 }]) {
      const regions = found(pairs, options);
      let [volume, area, count, depth] = [0, 0, 0, 0];
      const vector = [0, 0, 0];
      for (let r = 0; r < regions.count; r++) {
        volume += regions.volume[r];
        area += regions.area[r];
        count += regions.pairs[r];
        depth = Math.max(depth, regions.depth[r]);
        for (let k = 0; k < 3; k++) vector[k] += regions.vectorArea[3 * r + k];
      }
      expect(volume / sums.volume).toBeCloseTo(1, 12);
      expect(area / sums.area).toBeCloseTo(1, 12);
      expect(count).toBe(sums.touching);
      expect(depth).toBe(sums.depth);
      for (let k = 0; k < 3; k++) expect(vector[k]).toBeCloseTo(sums.vectorArea[k], 12);
      for (let i = 0; i < pairs.count; i++) expect(regions.region[i] >= 0).toBe(pairs.volume[i] > 0);
    }
  });

  test('two feet on one floor: one direction, two places', () => {
    const tree = twoCubes();
    const solid: HalfSpace = { nx: 0, ny: 0, nz: 1, offset: -0.45 };
    const feet = new SpherePairSet();
    traversal.collectHalfSpace(feet, tree, solid, 0);
    feet.evaluateHalfSpace(tree.packing, solid);
    expect(found(feet).count).toBe(1);
    const apart = found(feet, { reach: 0.5 });
    expect(apart.count).toBe(2);
    const sides = [apart.centroid[0], apart.centroid[3]].sort((a, b) => a - b);
    expect(sides[0]).toBeCloseTo(-1.5, 1);
    expect(sides[1]).toBeCloseTo(1.5, 1);
    expect([...apart.normal.subarray(0, 6)]).toEqual([0, 0, -1, 0, 0, -1]);
  });

  test('no contact: no region', () => {
    const none = new SpherePairSet();
    expect(found(none).count).toBe(0);
    expect(found(none, { reach: 0.1 }).count).toBe(0);
  });
});
