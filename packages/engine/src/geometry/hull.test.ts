import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BuildError, Random } from '../base/index.ts';
import { expRotation } from '../math/index.ts';
import { checkMesh, convexHull, type Hull, hullToTriangles, sideOfPlane } from './index.ts';
import { mulVec33 } from '../../test/algebra.ts';

const count = (hull: Hull) => ({
  vertices: hull.sources.length,
  faces: hull.offsets.length,
  edges: hull.edges.length / 4,
});

/** Everything a hull has to be, whatever the points. `slack` [m]: how far the surface may move. */
function expectSound(hull: Hull, points: ArrayLike<number>, slack: number): void {
  const { vertices, faces, edges } = count(hull);
  expect(vertices - edges + faces, "Euler's formula").toBe(2);
  expect(checkMesh(hull.vertices, hullToTriangles(hull)), 'closed and oriented').toEqual([]);

  // no given point outside a plane; vertices of a face in its plane
  let outside = 0;
  let off = 0;
  for (let f = 0; f < faces; f++) {
    const [x, y, z] = hull.normals.subarray(3 * f, 3 * f + 3);
    expect(x * x + y * y + z * z).toBeCloseTo(1, 12);
    for (let i = 0; i < points.length; i += 3) {
      outside = Math.max(outside, x * points[i] + y * points[i + 1] + z * points[i + 2] - hull.offsets[f]);
    }
    for (let k = hull.faceStarts[f]; k < hull.faceStarts[f + 1]; k++) {
      const v = 3 * hull.faceVertices[k];
      const depth = hull.offsets[f] - (x * hull.vertices[v] + y * hull.vertices[v + 1] + z * hull.vertices[v + 2]);
      off = Math.max(off, Math.abs(depth));
    }
  }
  const size = Math.max(...Array.from(points, Math.abs));
  expect(outside, 'points outside').toBeLessThanOrEqual(8e-16 * size); // rounding of three products
  expect(off, 'vertices out of their plane').toBeLessThanOrEqual(slack + 8e-16 * size);

  // every edge has two different faces, each of which runs along it once, in opposite ways
  const corners = new Int32Array(vertices);
  const directed = new Map<string, number>();
  for (let f = 0; f < faces; f++) {
    const loop = hull.faceVertices.subarray(hull.faceStarts[f], hull.faceStarts[f + 1]);
    expect(new Set(loop).size).toBe(loop.length);
    loop.forEach((v, k) => {
      corners[v] += 1;
      directed.set(`${v} ${loop[(k + 1) % loop.length]}`, f);
    });
  }
  for (let e = 0; e < edges; e++) {
    const [a, b, left, right] = hull.edges.subarray(4 * e, 4 * e + 4);
    expect(left).not.toBe(right);
    expect(directed.get(`${a} ${b}`)).toBe(left);
    expect(directed.get(`${b} ${a}`)).toBe(right);
  }
  expect(directed.size).toBe(2 * edges);
  expect(Math.min(...corners), 'every vertex is a corner of three faces').toBeGreaterThanOrEqual(3);
  hull.sources.forEach((source, v) => {
    for (let axis = 0; axis < 3; axis++) expect(hull.vertices[3 * v + axis]).toBe(points[3 * source + axis]);
  });
}

/** Points turned by `theta` and moved, with the rounding that brings. */
function moved(points: readonly number[], theta: readonly number[], shift: readonly number[]): number[] {
  const R = new Float64Array(9);
  const out = new Float64Array(3);
  expRotation(R, 0, theta, 0);
  const result: number[] = [];
  for (let i = 0; i < points.length; i += 3) {
    mulVec33(out, 0, R, 0, points, i);
    result.push(out[0] + shift[0], out[1] + shift[1], out[2] + shift[2]);
  }
  return result;
}

function grid(n: number): number[] {
  const points: number[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) for (let k = 0; k <= n; k++) points.push(i / n, j / n, k / n);
  return points;
}

const golden = (1 + Math.sqrt(5)) / 2;
const signs = [-1, 1];
const cube = signs.flatMap((x) => signs.flatMap((y) => signs.flatMap((z) => [x, y, z])));
const solids: Record<string, { points: number[]; vertices: number; faces: number; edges: number }> = {
  tetrahedron: { points: [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1], vertices: 4, faces: 4, edges: 6 },
  cube: { points: cube, vertices: 8, faces: 6, edges: 12 },
  octahedron: { points: [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1], vertices: 6, faces: 8, edges: 12 },
  dodecahedron: {
    points: [
      ...cube,
      ...signs.flatMap((s) =>
        signs.flatMap((t) => [0, s / golden, t * golden, s / golden, t * golden, 0, s * golden, 0, t / golden]),
      ),
    ],
    vertices: 20,
    faces: 12,
    edges: 30,
  },
  icosahedron: {
    points: signs.flatMap((s) => signs.flatMap((t) => [0, s, t * golden, s, t * golden, 0, s * golden, 0, t])),
    vertices: 12,
    faces: 20,
    edges: 30,
  },
};

describe('known solids', () => {
  for (const [name, { points, ...expected }] of Object.entries(solids)) {
    test(`${name}: corners, faces and edges, as it stands and turned, moved, repeated and in single precision`, () => {
      expect(count(convexHull(points))).toEqual(expected);
      for (const variant of [
        moved(points, [0.3, -1.1, 0.7], [0, 0, 0]),
        moved(points, [2, 0.1, -0.4], [10, -20, 5]),
        moved(points, [2, 0.1, -0.4], [0, 0, 0]).map(Math.fround),
        [...points, ...points],
        points.map((x) => 1e-4 * x),
        points.map((x) => 1e6 * x),
      ]) {
        const hull = convexHull(variant);
        expect(count(hull)).toEqual(expected);
        expectSound(hull, variant, 1e-6 * Math.max(...variant.map(Math.abs)));
      }
    });
  }

  test('a cube full of points: 125 points on edges, faces and inside leave 8 corners and 6 squares', () => {
    const points = grid(4);
    for (const variant of [
      points,
      moved(points, [0.3, -1.1, 0.7], [3, 2, 1]),
      moved(points, [1, 2, 3], [0, 0, 0]).map(Math.fround),
    ]) {
      const hull = convexHull(variant);
      expect(count(hull)).toEqual({ vertices: 8, faces: 6, edges: 12 });
      expectSound(hull, variant, 1e-6);
    }
  });

  test('a prism of 100 sides: two caps of 100 corners', () => {
    const points: number[] = [];
    for (let k = 0; k < 100; k++) {
      const a = (2 * Math.PI * k) / 100;
      points.push(Math.cos(a), Math.sin(a), 0, Math.cos(a), Math.sin(a), 2);
    }
    const hull = convexHull(moved(points, [0.1, 0.2, 0.3], [0, 0, 0]));
    expect(count(hull)).toEqual({ vertices: 200, faces: 102, edges: 300 });
  });

  test('near-duplicates, closer than the tolerance, become one corner', () => {
    const random = new Random(4);
    const points: number[] = [];
    for (let i = 0; i < cube.length; i += 3) {
      for (let k = 0; k < 6; k++)
        for (let axis = 0; axis < 3; axis++) points.push(cube[i + axis] + random.between(-1e-8, 1e-8));
    }
    const hull = convexHull(points);
    expect(count(hull)).toEqual({ vertices: 8, faces: 6, edges: 12 });
    expectSound(hull, points, 1e-6);
  });

  test('a thin plate keeps its thickness: 10 m by 10 m by 0.1 mm', () => {
    const points = cube.map((x, i) => x * [5, 5, 5e-5][i % 3]);
    expect(count(convexHull(moved(points, [0.4, 0.5, 0.6], [0, 0, 0])))).toEqual({ vertices: 8, faces: 6, edges: 12 });
  });
});

describe('random points', () => {
  const coordinate = fc.double({ min: -1, max: 1, noNaN: true });
  /** few different values: many points in common planes, on common lines, and repeated */
  const coarse = fc.integer({ min: -3, max: 3 });
  const cloud = (c: fc.Arbitrary<number>) =>
    fc.array(fc.tuple(c, c, c), { minLength: 4, maxLength: 60 }).map((p) => p.flat());

  test.each<[string, fc.Arbitrary<number[]>]>([
    ['in general position', cloud(coordinate)],
    ['on a coarse grid', cloud(coarse)],
    ['on a coarse grid, turned', cloud(coarse).map((p) => moved(p, [0.3, 0.5, -0.9], [0.1, 0.2, 0.3]))],
    ['in single precision', cloud(coarse).map((p) => moved(p, [1.3, 0.5, -0.9], [0, 0, 0]).map(Math.fround))],
    [
      'mixed: half of them 1e-7 apart from the others',
      cloud(coarse).map((p) => [...p, ...p.map((x, i) => x + 1e-7 * Math.sin(i * 7919))]),
    ],
  ])('%s: the hull is sound or the points are flat', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (points) => {
        let hull: Hull;
        try {
          hull = convexHull(points);
        } catch (error) {
          expect((error as BuildError).code).toBe('hull-flat');
          return;
        }
        expectSound(hull, points, 1e-5); // extents up to 10; a few passes of 2e-7 each
      }),
      { numRuns: 200 },
    );
  });

  test('every point of a sphere is a corner', () => {
    const random = new Random(8);
    const points: number[] = [];
    for (let i = 0; i < 300; i++) {
      const [x, y, z] = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      const r = Math.hypot(x, y, z);
      points.push(x / r, y / r, z / r);
    }
    const hull = convexHull(points, 1e-12); // none of the 596 triangles merged, as a few would be by chance
    expect(count(hull)).toEqual({ vertices: 300, faces: 596, edges: 894 }); // all triangles: 2V - 4 and 3V - 6
    expectSound(hull, points, 1e-12);
  });

  test('the order of the points does not matter', () => {
    const random = new Random(2);
    const points = Array.from({ length: 40 }, () => [0, 1, 2].map(() => random.between(-1, 1)));
    const shuffled = points.map((p) => ({ p, key: random.uniform() })).sort((a, b) => a.key - b.key);
    const key = (hull: Hull) =>
      Array.from({ length: hull.sources.length }, (_, v) => hull.vertices.slice(3 * v, 3 * v + 3).join()).sort();
    expect(key(convexHull(shuffled.flatMap(({ p }) => p)))).toEqual(key(convexHull(points.flat())));
  });
});

describe('degenerate input is refused, and why', () => {
  const refusal = (points: number[]) => {
    try {
      convexHull(points);
    } catch (error) {
      if (error instanceof BuildError) return error;
      throw error;
    }
    throw new Error('was accepted');
  };
  test.each<[string, number[], string, RegExp]>([
    ['three points', [0, 0, 0, 1, 0, 0, 0, 1, 0], 'hull-points', /at least 4 points, found 3/],
    ['half a point', [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1], 'hull-points', /triples, found 11/],
    ['one place', Array(15).fill(2), 'hull-flat', /within 0 m of each other/],
    ['a line', [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 5, 5, 5], 'hull-flat', /one line/],
    ['a plane', grid(2).map((x, i) => (i % 3 === 2 ? 0 : x)), 'hull-flat', /one plane/],
    [
      'a tilted plane',
      moved(
        grid(2).map((x, i) => (i % 3 === 2 ? 0 : x)),
        [1, 2, 3],
        [4, 5, 6],
      ),
      'hull-flat',
      /one plane/,
    ],
    ['not a number', [...cube, NaN, 0, 0], 'not-finite', /finite numbers \[m\], found NaN/],
  ])('%s', (_, points, code, message) => {
    const error = refusal(points);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });
});

describe('sideOfPlane', () => {
  const sign = (points: number[]) => Math.sign(sideOfPlane(points, 0, 1, 2, 3));
  test('positive on the side the normal points to', () => {
    expect(sign([0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 5])).toBe(1);
    expect(sign([0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -5])).toBe(-1);
    expect(sign([0, 0, 0, 1, 0, 0, 0, 1, 0, 7, -3, 0])).toBe(0);
  });

  test('one unit in the last place off the plane is seen, where a determinant in doubles is lost in rounding', () => {
    // the plane x = y through points of the size of 12, and a fourth point near 0.5
    const plane = [12, 12, 0, 24, 24, 0, 12, 12, 1];
    for (let i = 0; i < 40; i++) {
      const x = 0.5 + i * 2 ** -53 * 2;
      for (let j = -3; j <= 3; j++) {
        const y = x + j * 2 ** -53;
        expect(sign([...plane, x, y, 0.3])).toBe(Math.sign(x - y));
      }
    }
  });

  test('swapping two points turns the sign, whatever the points', () => {
    const c = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }),
      fc.integer({ min: -2, max: 2 }),
    );
    fc.assert(
      fc.property(fc.array(c, { minLength: 12, maxLength: 12 }), (p) => {
        const s = Math.sign(sideOfPlane(p, 0, 1, 2, 3));
        expect(Math.sign(sideOfPlane(p, 1, 0, 2, 3)) + s).toBe(0);
        expect(Math.sign(sideOfPlane(p, 0, 1, 3, 2)) + s).toBe(0);
        expect(Math.sign(sideOfPlane(p, 1, 2, 0, 3)) - s).toBe(0);
      }),
    );
  });
});
