import { describe, expect, test } from 'vitest';
import { convexHull } from '../geometry/index.ts';
import { boxPolytope, hullPolytope, type Polytope, prismPolytope } from './polytope.ts';

/** Points spread over a sphere (spherical Fibonacci lattice), stretched. */
function eggPoints(count: number): number[] {
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const z = 1 - (2 * i + 1) / count;
    const r = Math.sqrt(1 - z * z);
    points.push(1.5 * r * Math.cos(2.399963 * i), r * Math.sin(2.399963 * i), 0.7 * z);
  }
  return points;
}

const SHAPES: [string, Polytope][] = [
  ['box', boxPolytope([1, 2, 3])],
  ['prism', prismPolytope(0.5, 2, 32)],
  ['tetrahedron', hullPolytope(convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]))],
  ['egg', hullPolytope(convexHull(eggPoints(60)))],
];

describe.each(SHAPES)('%s', (_, p) => {
  test('is closed: V - E + F = 2, and every loop entry has its edge', () => {
    expect(p.vertexCount - p.edgeCount + p.faceCount).toBe(2);
    expect(p.faceVertices.length).toBe(2 * p.edgeCount);
    for (let f = 0; f < p.faceCount; f++) {
      const start = p.faceStart[f];
      const end = p.faceStart[f + 1];
      for (let k = start; k < end; k++) {
        const pair = [p.faceVertices[k], p.faceVertices[k + 1 === end ? start : k + 1]].sort();
        const edge = p.faceEdges[k];
        expect([p.edgeVertices[2 * edge], p.edgeVertices[2 * edge + 1]].sort()).toEqual(pair);
        expect([p.edgeFaces[2 * edge], p.edgeFaces[2 * edge + 1]]).toContain(f);
      }
    }
  });

  test('is convex: no vertex above a face, normals of length 1', () => {
    for (let f = 0; f < p.faceCount; f++) {
      const [x, y, z] = p.normals.subarray(3 * f, 3 * f + 3);
      expect(x * x + y * y + z * z).toBeCloseTo(1, 14);
      for (let v = 0; v < p.vertexCount; v++) {
        const height = x * p.vertices[3 * v] + y * p.vertices[3 * v + 1] + z * p.vertices[3 * v + 2];
        expect(height).toBeLessThan(p.offsets[f] + 1e-6); // the hull joins faces within 2e-7 of its size
      }
    }
  });

  test('edge faces are left and right: n_left x n_right runs along the edge, the order edge pairs rely on', () => {
    for (let e = 0; e < p.edgeCount; e++) {
      const [ax, ay, az] = p.normals.subarray(3 * p.edgeFaces[2 * e]);
      const [bx, by, bz] = p.normals.subarray(3 * p.edgeFaces[2 * e + 1]);
      const [ex, ey, ez] = p.edgeDirections.subarray(3 * e);
      const along = (ay * bz - az * by) * ex + (az * bx - ax * bz) * ey + (ax * by - ay * bx) * ez;
      const sine = Math.sqrt((ay * bz - az * by) ** 2 + (az * bx - ax * bz) ** 2 + (ax * by - ay * bx) ** 2);
      expect(Math.abs(Math.abs(along) - sine)).toBeLessThan(1e-6);
      expect(Math.sign(along)).toBe(Math.sign(firstSign(p)));
    }
  });
});

function firstSign(p: Polytope): number {
  const [ax, ay, az] = p.normals.subarray(3 * p.edgeFaces[0]);
  const [bx, by, bz] = p.normals.subarray(3 * p.edgeFaces[1]);
  const [ex, ey, ez] = p.edgeDirections;
  return (ay * bz - az * by) * ex + (az * bx - ax * bz) * ey + (ax * by - ay * bx) * ez;
}

test('a box has the areas, offsets and balls of a box', () => {
  const p = boxPolytope([1, 2, 3]);
  expect([...p.offsets]).toEqual([1, 1, 2, 2, 3, 3]);
  expect([...p.areas]).toEqual([24, 24, 12, 12, 8, 8]);
  expect(p.innerRadius).toBe(1);
  expect(p.outerRadius).toBeCloseTo(Math.sqrt(14), 14);
});
