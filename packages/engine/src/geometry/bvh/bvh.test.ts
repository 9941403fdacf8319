import { describe, expect, test } from 'vitest';
import { randomRotation } from '../../../test/meshes.ts';
import { Random } from '../../base/index.ts';
import { boxMesh, sphereMesh } from '../index.ts';
import { collectAlongRay, collectPairs, makePairList } from './traverse.ts';
import { type BoxTree, buildBoxTree, triangleBounds } from './tree.ts';

function randomBounds(random: Random, count: number): Float64Array {
  const bounds = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      bounds[6 * i + k] = random.between(-1, 1);
      bounds[6 * i + 3 + k] = bounds[6 * i + k] + random.between(0, 0.2);
    }
  }
  return bounds;
}

/** Primitives below a node, checking on the way that children lie in their parents. */
function walk(tree: BoxTree, bounds: Float64Array, node: number, level: number): { end: number; primitives: number[] } {
  expect(level).toBeLessThanOrEqual(tree.depth);
  const inside = (p: number): void => {
    for (let k = 0; k < 3; k++) {
      const [centre, half] = [tree.boxes[6 * node + k], tree.boxes[6 * node + 3 + k]];
      expect(bounds[6 * p + k]).toBeGreaterThanOrEqual(centre - half);
      expect(bounds[6 * p + 3 + k]).toBeLessThanOrEqual(centre + half);
    }
  };
  const count = tree.count[node];
  if (count > 0) {
    const primitives = [...tree.order.subarray(tree.link[node], tree.link[node] + count)];
    primitives.forEach(inside);
    return { end: node + 1, primitives };
  }
  const first = walk(tree, bounds, node + 1, level + 1);
  expect(first.end).toBe(tree.link[node]); // preorder
  const second = walk(tree, bounds, tree.link[node], level + 1);
  const primitives = [...first.primitives, ...second.primitives];
  primitives.forEach(inside);
  return { end: second.end, primitives };
}

describe('a tree of boxes', () => {
  test('holds every primitive once, inside all boxes above it, in leaves of the size asked for', () => {
    const random = new Random(6);
    for (const [count, leaf] of [
      [1, 2],
      [2, 1],
      [57, 1],
      [300, 2],
      [301, 4],
    ]) {
      const bounds = randomBounds(random, count);
      const tree = buildBoxTree(bounds, leaf);
      const { end, primitives } = walk(tree, bounds, 0, 0);
      expect(end).toBe(tree.count.length);
      expect(primitives.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
      expect(Math.max(...tree.count)).toBeLessThanOrEqual(leaf);
    }
  });

  test('takes primitives that are all in one place', () => {
    const bounds = new Float64Array(6 * 100).map((_, i) => (i % 6 < 3 ? -1 : 1));
    const tree = buildBoxTree(bounds);
    expect(walk(tree, bounds, 0, 0).primitives.length).toBe(100);
    expect(tree.depth).toBeLessThan(10);
  });
});

describe('two trees', () => {
  test('yield every pair of triangles that may touch: all whose boxes overlap in the frame of the first', () => {
    const random = new Random(7);
    const mesh = sphereMesh(1, 2);
    const bounds = triangleBounds(mesh.positions, mesh.triangles);
    const tree = buildBoxTree(bounds);
    const list = makePairList();
    for (let trial = 0; trial < 20; trial++) {
      const rot = randomRotation(random);
      const shift = Float64Array.from([0, 0, 0], () => random.between(-1.3, 1.3));
      const overlap = collectPairs(list, tree, tree, rot, shift, 1e-14);
      const found = new Set<number>();
      for (let i = 0; i < list.length; i += 2) found.add(320 * list.pairs[i] + list.pairs[i + 1]);
      expect(found.size).toBe(list.length / 2); // none twice
      const moved = mesh.positions.map((_, i) => {
        const [k, v] = [i % 3, i - (i % 3)];
        const [x, y, z] = mesh.positions.subarray(v, v + 3);
        return rot[3 * k] * x + rot[3 * k + 1] * y + rot[3 * k + 2] * z + shift[k];
      });
      // triangles share a point only if all their projections on the axes overlap: test those along x, y, z and the normals
      const movedBounds = triangleBounds(moved, mesh.triangles);
      const apart = (n: number[], f: number, g: number): boolean => {
        const range = (p: Float64Array, t: number): number[] => {
          const d = [0, 1, 2].map((c) => {
            const v = 3 * mesh.triangles[3 * t + c];
            return n[0] * p[v] + n[1] * p[v + 1] + n[2] * p[v + 2];
          });
          return [Math.min(...d), Math.max(...d)];
        };
        const [a, b] = [range(mesh.positions, f), range(moved, g)];
        return a[1] < b[0] || b[1] < a[0];
      };
      let needed = 0;
      for (let f = 0; f < 320; f++) {
        for (let g = 0; g < 320; g++) {
          if (
            [0, 1, 2].some(
              (k) => bounds[6 * f + k] > movedBounds[6 * g + 3 + k] || movedBounds[6 * g + k] > bounds[6 * f + 3 + k],
            )
          )
            continue;
          if (apart([1, 1, 1], f, g) || apart([1, -1, 1], f, g) || apart(normal(moved, mesh.triangles, g), f, g))
            continue;
          if (apart(normal(mesh.positions, mesh.triangles, f), f, g)) continue;
          needed += 1;
          if (!found.has(320 * f + g)) expect(certainlyApart(mesh.positions, moved, mesh.triangles, f, g)).toBe(true);
        }
      }
      if (!overlap) expect(needed).toBe(0);
    }
  });

  test('far apart: told by the outer boxes', () => {
    const mesh = boxMesh(1, 1, 1);
    const tree = buildBoxTree(triangleBounds(mesh.positions, mesh.triangles));
    const list = makePairList();
    const rot = Float64Array.of(0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1);
    expect(collectPairs(list, tree, tree, rot, Float64Array.of(0, 0, 1.001), 1e-14)).toBe(false);
    expect(collectPairs(list, tree, tree, rot, Float64Array.of(0, 0, 0.999), 1e-14)).toBe(true);
  });
});

function normal(p: Float64Array, triangles: Int32Array, f: number): number[] {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * f + k]);
  const [u, v] = [b, c].map((q) => [0, 1, 2].map((k) => p[q + k] - p[a + k]));
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** Separated along a product of edges. */
function certainlyApart(p: Float64Array, q: Float64Array, triangles: Int32Array, f: number, g: number): boolean {
  const corner = (x: Float64Array, t: number, k: number): number[] => {
    const v = 3 * triangles[3 * t + (k % 3)];
    return [...x.subarray(v, v + 3)];
  };
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const u = corner(p, f, i + 1).map((x, k) => x - corner(p, f, i)[k]);
      const v = corner(q, g, j + 1).map((x, k) => x - corner(q, g, j)[k]);
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const range = (x: Float64Array, t: number): number[] => {
        const d = [0, 1, 2].map((k) => corner(x, t, k).reduce((sum, y, axis) => sum + y * n[axis], 0));
        return [Math.min(...d), Math.max(...d)];
      };
      const [a, b] = [range(p, f), range(q, g)];
      if (a[1] < b[0] || b[1] < a[0]) return true;
    }
  }
  return false;
}

describe('a ray', () => {
  test('finds every triangle it passes through', () => {
    const random = new Random(8);
    const mesh = sphereMesh(1, 3);
    const tree = buildBoxTree(triangleBounds(mesh.positions, mesh.triangles));
    const list = makePairList();
    for (let trial = 0; trial < 200; trial++) {
      // from inside, through the middle of some triangle
      const f = random.next() % (mesh.triangles.length / 3);
      const from = [0, 1, 2].map(() => random.between(-0.4, 0.4));
      const middle = [0, 1, 2].map((k) =>
        [0, 1, 2].reduce((sum, c) => sum + mesh.positions[3 * mesh.triangles[3 * f + c] + k] / 3, 0),
      );
      collectAlongRay(list, tree, Float64Array.from([...from, ...middle.map((x, k) => x - from[k])]), 1e-14);
      expect([...list.pairs.subarray(0, list.length)]).toContain(f);
      expect(list.length).toBeLessThan(mesh.triangles.length / 12);
    }
  });
});
