import { describe, expect, test } from 'vitest';
import {
  at,
  compute,
  gridBox,
  HOME,
  insideOut,
  moved,
  type Pose,
  together,
  totalVolume,
  turned,
} from '../../../test/meshes.ts';
import { boxMesh, cylinderMesh, prepareMesh, sphereMesh, type TriangleMesh, tubeMesh } from '../../geometry/index.ts';
import { PI, sin } from '../../math/index.ts';
import { MeshIntersection } from './mesh-intersection.ts';

function pairOf(a: TriangleMesh, b: TriangleMesh): MeshIntersection {
  return new MeshIntersection(prepareMesh(a), prepareMesh(b));
}

/** Relative to the size, with a few dozen roundings of 1e-16. */
const ROUNDING = 1e-14;
const close = (measured: number, expected: number, size = Math.abs(expected)): void =>
  expect(Math.abs(measured - expected)).toBeLessThanOrEqual(ROUNDING * size);

describe('two boxes', () => {
  const pair = pairOf(boxMesh(2, 1.6, 1.2), boxMesh(1, 2, 1.5));

  test('with parallel axes share a box: volume, centroid, second moments, areas', () => {
    for (const [x, y, z] of [
      [1.4, 0.3, 1.2],
      [-1.2, 1.5, 0.1],
      [0.2, -1.7, -1.3],
      [1.25, 0, 0],
    ]) {
      expect(compute(pair, HOME, at(x, y, z))).toBe(1);
      const { volume, centroid, second, areaA, areaB, vectorArea } = pair.regions;
      const low = [Math.max(-1, x - 0.5), Math.max(-0.8, y - 1), Math.max(-0.6, z - 0.75)];
      const high = [Math.min(1, x + 0.5), Math.min(0.8, y + 1), Math.min(0.6, z + 0.75)];
      const [lx, ly, lz] = high.map((h, k) => h - low[k]);
      close(volume[0], lx * ly * lz);
      for (let k = 0; k < 3; k++) {
        close(centroid[k] + pair.originW[k], (low[k] + high[k]) / 2, 1);
        close(second[k], (lx * ly * lz * [lx, ly, lz][k] ** 2) / 12, lx * ly * lz);
        close(second[3 + k], 0, lx * ly * lz);
      }
      close(areaA[0] + areaB[0], 2 * (lx * ly + ly * lz + lz * lx));
      // outward of A on the faces of the common box that are A's
      const face = [ly * lz, lz * lx, lx * ly];
      for (let k = 0; k < 3; k++) {
        const a = [2, 1.6, 1.2][k] / 2;
        const expected = ((high[k] === a ? 1 : 0) - (low[k] === -a ? 1 : 0)) * face[k];
        close(vectorArea[k], expected, face[k]);
      }
    }
  });

  test('face on face: plane, normal from A to B, centroid, indentation and contour of the contact', () => {
    const depth = 1e-3;
    // B stands on A, sunk in by the depth
    expect(compute(pair, HOME, at(0.2, 0.1, 0.6 + 0.75 - depth, turned(1, 0, 0, 0.2)))).toBe(1);
    const { normal, depthA, depthB, point, contourLength } = pair.regions;
    // the shared slab has sides as well, which lean the vector area where they are not closed: here B hangs over
    expect(normal[2]).toBeGreaterThan(0.9999);
    expect(depthA[0] + depthB[0]).toBeGreaterThan(depth * (1 - 1e-3));
    expect(depthA[0] + depthB[0]).toBeLessThan(3 * depth);
    expect(pair.contours.count).toBe(1);
    expect(point[2] + pair.originW[2]).toBeGreaterThan(0.6 - depth);
    expect(point[2] + pair.originW[2]).toBeLessThan(0.6);
    expect(contourLength[0]).toBeGreaterThan(4);
  });

  test("a box wholly over a larger one: the plane is the larger one's face, the indentation its depth", () => {
    const floor = pairOf(boxMesh(10, 10, 1), boxMesh(1, 2, 3));
    const depth = 1e-4;
    expect(compute(floor, HOME, at(1, 2, 2 - depth, turned(1, 0, 0, 0.3)))).toBe(1);
    const { normal, depthA, depthB, point, areaA, areaB, contourLength } = floor.regions;
    close(normal[2], 1);
    close(areaA[0], 2, 100);
    close(areaB[0], 2 + 6 * depth, 100);
    close(point[0] + floor.originW[0], 1, 10);
    close(point[1] + floor.originW[1], 2, 10);
    close(point[2] + floor.originW[2], 0.5, 10);
    close(depthA[0], 0, 10);
    close(depthB[0], depth, 10);
    close(contourLength[0], 6, 100);
  });
});

describe('a prism sunk into a block', () => {
  test('shares area times depth, from a centimetre to a picometre', () => {
    for (const sides of [3, 24, 64]) {
      const pair = pairOf(cylinderMesh({ radius: 0.25, length: 0.5, sides }), gridBox(2, 2, 0.5, 4));
      const area = (sides / 2) * 0.0625 * sin((2 * PI) / sides);
      for (const depth of [1e-2, 1e-6, 1e-9, 1e-12]) {
        const z = 0.5 - depth;
        expect(compute(pair, at(0.1, 0.07, z), HOME)).toBe(1);
        const sunk = 0.5 - z; // what the pose can hold of the depth
        close(pair.regions.volume[0], area * sunk);
        close(pair.regions.normal[2], -1);
        close(pair.regions.vectorArea[2], -area);
        // caps carry 1e-16 of a length each
        expect(Math.abs(pair.regions.depthA[0] + pair.regions.depthB[0] - sunk)).toBeLessThan(1e-15);
      }
    }
  });
});

describe('two spheres', () => {
  test('finer meshes approach the lens with the square of the edge: pi h^2 (3 R - h)/3 twice', () => {
    const lens = (2 * PI * 0.25 * (3 - 0.5)) / 3;
    const errors = [2, 3, 4].map((level) => {
      const mesh = prepareMesh(sphereMesh(1, level));
      const pair = new MeshIntersection(mesh, mesh);
      compute(pair, HOME, at(0.6, 0.48, 0.64, turned(0.9, 0.1, 0.3, 0.2)));
      return Math.abs(totalVolume(pair) - lens);
    });
    expect(errors[0] / errors[1]).toBeGreaterThan(3.5);
    expect(errors[0] / errors[1]).toBeLessThan(4.5);
    expect(errors[1] / errors[2]).toBeGreaterThan(3.8);
    expect(errors[1] / errors[2]).toBeLessThan(4.2);
    expect(errors[2]).toBeLessThan(6e-3 * lens);
  });
});

describe('several regions', () => {
  test('a table with four legs on a floor has four, each its own', () => {
    const leg = boxMesh(0.1, 0.1, 1);
    const legs = [-1, 1].flatMap((x) => [-0.6, 0.6].map((y) => moved(leg, x, y, -0.5)));
    const table = together(...legs, moved(boxMesh(2.2, 1.4, 0.1), 0, 0, 0.2));
    const pair = pairOf(table, boxMesh(8, 8, 1));
    const depth = 1e-4;
    expect(compute(pair, at(0.3, 0.2, 1 - depth), at(0, 0, -0.5))).toBe(4);
    const places = new Set<string>();
    for (let r = 0; r < 4; r++) {
      close(pair.regions.volume[r], 0.01 * (1 - (1 - depth)), 1e-2); // the pose holds the depth to 1e-16
      expect(pair.regions.normal[3 * r + 2]).toBeCloseTo(-1, 14);
      const [x, y] = pair.regions.point.subarray(3 * r, 3 * r + 2);
      places.add(`${(x + pair.originW[0] - 0.3).toFixed(9)} ${(y + pair.originW[1] - 0.2).toFixed(9)}`);
    }
    expect([...places].sort()).toEqual([
      '-1.000000000 -0.600000000',
      '-1.000000000 0.600000000',
      '1.000000000 -0.600000000',
      '1.000000000 0.600000000',
    ]);
    expect(pair.contours.count).toBe(4);
    // every fan says which region it is in
    const areas = new Float64Array(4);
    const { count, region, points } = pair.fansB;
    for (let i = 0; i < count; i++) {
      const [ax, ay, , bx, by, , cx, cy] = points.subarray(9 * i, 9 * i + 9);
      areas[region[i]] += 0.5 * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
    }
    for (const area of areas) expect(area).toBeCloseTo(0.01, 13);
  });

  test('a pipe standing on a floor has one, with two contours; its normal is that of the ring', () => {
    const pair = pairOf(tubeMesh({ outer: 0.5, inner: 0.4, length: 1, sides: 32 }), boxMesh(4, 4, 1));
    expect(compute(pair, at(0.6, 0.5, 1 - 1e-5), HOME)).toBe(1);
    expect(pair.contours.count).toBe(2);
    close(pair.regions.vectorArea[2], -16 * 0.09 * sin(PI / 16));
    close(pair.regions.point[0] + pair.originW[0], 0.6, 10);
  });

  test('a pin right through a plate: one region, no net area, no normal', () => {
    const pair = pairOf(cylinderMesh({ radius: 0.2, length: 2, sides: 16 }), boxMesh(1, 1, 0.25));
    expect(compute(pair, at(0.1, 0.05, 0.3), HOME)).toBe(1);
    close(pair.regions.volume[0], 8 * 0.04 * sin(PI / 8) * 0.25);
    expect(pair.regions.normal.subarray(0, 3).every((n) => Math.abs(n) === 0)).toBe(true);
    expect(pair.contours.count).toBe(2);
  });
});

describe('one body inside the other', () => {
  test('shares all of it, without contour', () => {
    const pair = pairOf(sphereMesh(1, 2), boxMesh(0.4, 0.3, 0.2));
    expect(compute(pair, HOME, at(0.1, -0.2, 0.3, turned(1, 0.3, 0.2, 0.5)))).toBe(1);
    close(pair.regions.volume[0], 0.024);
    expect(pair.contours.count).toBe(0);
    close(pair.regions.areaB[0], 2 * (0.12 + 0.06 + 0.08));
    expect(pair.fansA.count).toBe(0);
  });

  test('a cavity counts as outside: in it nothing is shared, around it all but the cavity', () => {
    const hollow = together(boxMesh(2, 2, 2), insideOut(boxMesh(1, 1, 1)));
    const inCavity = pairOf(hollow, boxMesh(0.5, 0.5, 0.5));
    expect(compute(inCavity, HOME, at(0.1, 0, 0))).toBe(0);
    // a body in the wall, and one that reaches into the cavity
    expect(compute(inCavity, HOME, at(0.75, 0.1, 0, turned(1, 0, 0, 0)))).toBe(1);
    close(totalVolume(inCavity), 0.125);
    expect(compute(inCavity, HOME, at(0.5, 0.1, 0))).toBe(1);
    close(totalVolume(inCavity), 0.0625);
    // the whole hollow body in a larger one: the cavity is no region of its own
    const around = pairOf(hollow, sphereMesh(4, 1));
    expect(compute(around, HOME, at(0.1, 0, 0))).toBe(1);
    close(around.regions.volume[0], 7);
    // a block that swallows the cavity and cuts the wall
    const over = pairOf(hollow, boxMesh(3, 3, 1.5));
    expect(compute(over, HOME, HOME)).toBe(1);
    close(over.regions.volume[0], 4 * 1.5 - 1);
    expect(over.contours.count).toBe(2);
  });

  test('a bowl in a floor is one region: its inner wall is a hole of it', () => {
    const bowl = together(boxMesh(1, 1, 1), insideOut(moved(boxMesh(0.5, 0.5, 0.7), 0, 0, 0)));
    const pair = pairOf(bowl, boxMesh(4, 4, 4));
    // the floor's surface cuts outer wall and cavity: a ring in it, two walls that meet nowhere inside the floor
    expect(compute(pair, at(0.7, 0.4, 2.1), HOME)).toBe(1);
    close(pair.regions.volume[0], 0.4 - 0.25 * 0.25, 10);
    expect(pair.contours.count).toBe(2);
    expect(pair.regions.vectorArea[2]).toBeCloseTo(-0.75, 13);
  });
});

describe('places and sizes', () => {
  test('a kilometre or a gigametre from the origin nothing changes', () => {
    const a = boxMesh(1, 1, 1);
    const b = cylinderMesh({ radius: 0.5, length: 1, sides: 12 });
    const rotation = turned(4, 1, 2, 3);
    const here = pairOf(a, b);
    compute(here, HOME, at(0.75, 0.25, 0.125, rotation));
    const there = pairOf(a, b);
    const far = 2 ** 30; // adding it to the positions loses no bit
    compute(there, at(far, -far, far), at(far + 0.75, -far + 0.25, far + 0.125, rotation));
    expect(there.regions.volume[0]).toBe(here.regions.volume[0]);
    expect([...there.regions.vectorArea]).toEqual([...here.regions.vectorArea]);
    expect([...there.originW]).toEqual([...here.originW].map((x, k) => x + [far, -far, far][k]));
    // a mesh drawn a gigametre off its own origin
    const drawnFar = pairOf(moved(a, far, far, far), b);
    compute(drawnFar, at(-far, -far, -far), at(0.75, 0.25, 0.125, rotation));
    expect(drawnFar.regions.volume[0]).toBe(here.regions.volume[0]);
  });

  test('a cube of a millimetre in a world of a kilometre keeps nine digits', () => {
    const pair = pairOf(boxMesh(1000, 1000, 1000), boxMesh(1e-3, 1e-3, 1e-3));
    const depth = 1e-5;
    expect(compute(pair, HOME, at(123.4, -432.1, 500 + 5e-4 - depth))).toBe(1);
    // 500 m + 0.49 mm is known to 6e-14 m
    expect(Math.abs(pair.regions.volume[0] / (1e-6 * depth) - 1)).toBeLessThan(1e-8);
    expect(compute(pair, HOME, at(123.4, -432.1, 499))).toBe(1);
    close(pair.regions.volume[0], 1e-9);
  });

  test('bad poses have no regions', () => {
    const pair = pairOf(boxMesh(1, 1, 1), boxMesh(1, 1, 1));
    const bad: Pose[] = [
      at(Number.NaN, 0, 0),
      at(Number.POSITIVE_INFINITY, 0, 0),
      at(0, 0, 0, new Float64Array(9).fill(Number.NaN)),
    ];
    for (const pose of bad) {
      expect(compute(pair, HOME, pose)).toBe(0);
      expect(compute(pair, pose, HOME)).toBe(0);
    }
    expect(compute(pair, HOME, HOME)).toBe(1);
  });
});

describe('prepareMesh', () => {
  const box = boxMesh(1, 1, 1);
  test('refuses what is not the surface of a solid, and says what', () => {
    const open = { positions: box.positions, triangles: box.triangles.subarray(3) };
    expect(() => prepareMesh(open)).toThrow(/edge \d+-\d+ has no face that runs along it the other way/);
    expect(() => prepareMesh(insideOut(box))).toThrow(/positive volume, found -1/);
    expect(() => prepareMesh({ positions: new Float64Array(9), triangles: new Int32Array(0) })).toThrow(/no triangle/);
    const wild = { positions: box.positions.slice().fill(Number.NaN, 4, 5), triangles: box.triangles };
    expect(() => prepareMesh(wild)).toThrow(/vertex 1 must have finite coordinates \[m\], found NaN/);
  });

  test('takes triangles without area, and edges of four faces', () => {
    const doubled = Int32Array.from([...box.triangles, 0, 1, 1, 1, 0, 0]);
    const flat = pairOf({ positions: box.positions, triangles: doubled }, box);
    expect(compute(flat, HOME, at(0.5, 0.25, 0.125))).toBe(1);
    close(totalVolume(flat), 0.5 * 0.75 * 0.875);
    // two cubes that touch along an edge, welded
    const second = moved(box, 1, 1, 0);
    const known = new Map<string, number>();
    const positions: number[] = [];
    const weld = (mesh: TriangleMesh): number[] =>
      Array.from(mesh.triangles, (v) => {
        const p = [...mesh.positions.subarray(3 * v, 3 * v + 3)];
        const old = known.get(p.join());
        if (old !== undefined) return old;
        known.set(p.join(), known.size);
        positions.push(...p);
        return known.size - 1;
      });
    const triangles = Int32Array.from([...weld(box), ...weld(second)]);
    const touching = pairOf({ positions: Float64Array.from(positions), triangles }, boxMesh(0.5, 0.5, 0.5));
    compute(touching, HOME, at(0.5, 0.5, 0));
    close(totalVolume(touching), 2 * 0.25 * 0.25 * 0.5);
  });
});
