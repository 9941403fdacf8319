import { describe, expect, test } from 'vitest';
import { PI } from '../../math/index.ts';
import { boxMesh, pocketMesh } from '../mesh/primitives/blocks.ts';
import { packSpheres } from './pack.ts';
import { BRANCHING, buildSphereTree, type SphereTree } from './sphere-tree.ts';

const PACKING = packSpheres(pocketMesh({ size: [1, 1, 1], pocket: [0.6, 0.6, 0.7] }), { count: 600 });
const TREE = buildSphereTree(PACKING);

/** Balls below each node. */
function ballsBelow(tree: SphereTree): number[][] {
  const below: number[][] = Array.from({ length: tree.nodeCount }, () => []);
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const first = tree.first[node];
    if (tree.children[node] === 0) below[node].push(first);
    for (let child = first; child < first + tree.children[node]; child++) below[node].push(...below[child]);
  }
  return below;
}

describe('inner sphere tree', () => {
  test('every ball is one leaf, and lies inside every node above it', () => {
    const below = ballsBelow(TREE);
    expect([...below[0]].sort((i, j) => i - j)).toEqual(Array.from({ length: PACKING.count }, (_, i) => i));
    let out = 0;
    below.forEach((balls, node) => {
      const [x, y, z, radius] = TREE.spheres.subarray(4 * node, 4 * node + 4);
      for (const ball of balls) {
        const [bx, by, bz] = PACKING.centres.subarray(3 * ball, 3 * ball + 3);
        out = Math.max(out, Math.hypot(bx - x, by - y, bz - z) + PACKING.radii[ball] - radius);
      }
    });
    expect(out).toBeLessThan(1e-15); // one rounding of the check
  });

  test(`nodes have 2 to ${BRANCHING} children; the path to a leaf is short`, () => {
    for (const count of TREE.children) expect(count === 0 || (count >= 2 && count <= BRANCHING)).toBe(true);
    // 8^4 leaves would do for 600 balls; large balls and uneven parts cost a few levels
    expect(TREE.depth).toBeLessThanOrEqual(8);
    expect(TREE.nodeCount).toBeLessThan(2 * PACKING.count);
  });

  test('volumes, centroids and largest weights are those of the balls below', () => {
    ballsBelow(TREE).forEach((balls, node) => {
      let volume = 0;
      const moment = [0, 0, 0];
      let weight = 0;
      for (const ball of balls) {
        const v = PACKING.weights[ball] * (4 / 3) * PI * PACKING.radii[ball] ** 3;
        volume += v;
        weight = Math.max(weight, PACKING.weights[ball]);
        for (let k = 0; k < 3; k++) moment[k] += v * PACKING.centres[3 * ball + k];
      }
      expect(TREE.volumes[node] / volume).toBeCloseTo(1, 12);
      expect(TREE.weights[node]).toBe(weight);
      for (let k = 0; k < 3; k++) expect(TREE.centroids[3 * node + k]).toBeCloseTo(moment[k] / volume, 12);
    });
  });

  test('a packing of one ball is a tree of one node', () => {
    const tree = buildSphereTree(packSpheres(boxMesh(1, 1, 1), { count: 1 }));
    expect(tree.nodeCount).toBe(1);
    expect(tree.children[0]).toBe(0);
    expect(tree.spheres[3]).toBeCloseTo(0.5, 6);
  });
});
