import { describe, expect, test } from 'vitest';
import { boxMesh, extrudedMesh, type TriangleMesh } from '../../geometry/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PATCH_STRIDE, PatchList, POINT_STRIDE } from './patch-list.ts';
import { SolidMeshes, VolumePair } from './volume-pair.ts';

const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

function shapesOf(...meshes: readonly TriangleMesh[]): CollisionShape[] {
  return meshes.map(({ positions, triangles }, body) => ({
    shape: { kind: 'mesh', positions, triangles },
    body,
    position: [0, 0, 0],
    rotation: UPRIGHT,
  }));
}

/** Volume times direction of the one patch and where its centre is, B turned by an angle about z and standing at a place over A. */
function forceOf(
  a: TriangleMesh,
  b: TriangleMesh,
  lean?: readonly number[],
): (at: readonly number[], angle?: number) => number[] {
  const shapes = shapesOf(a, b);
  const pair = new VolumePair(shapes[0], shapes[1], new SolidMeshes());
  const list = new PatchList();
  return (at, angle = 0) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    list.clear();
    const turned = lean ?? [c, -s, 0, s, c, 0, 0, 0, 1];
    pair.meet(
      list,
      Float64Array.from([0, 0, 0, ...at]),
      Float64Array.from([...UPRIGHT, ...turned]),
      new Float64Array(12),
    );
    expect(list.count).toBe(1);
    expect(list.data[9]).toBe(0); // plane
    const [x, y, , nx, ny, nz, volume] = list.data.subarray(0, PATCH_STRIDE);
    return [nx * volume, ny * volume, nz * volume, x, y];
  };
}

describe('flat faces push with the whole volume, straight up, whatever stands around them', () => {
  const cube = boxMesh(1, 1, 1);
  const over = forceOf(cube, cube);

  // volumes of d from coordinates of 1 m: rounding of 1e-16 m in d
  test.each([1e-6, 1e-4, 1e-3, 0.01, 0.02, 0.05, 0.09])('two equal cubes, one flush on the other, %d m deep', (d) => {
    const [fx, fy, fz] = over([0, 0, 1 - d]);
    expect(Math.abs(fz / d - 1)).toBeLessThan(1e-14 + 1e-15 / d);
    expect(Math.abs(fx) + Math.abs(fy)).toBeLessThan((1e-14 + 1e-15 / d) * d);
  });

  test.each([1e-12, 1e-6, 0.005, 0.3])(
    'beside each other by %d m, to all sides: the whole volume, leaning by half the depth over the width at most to where it stands out',
    (x) => {
      const d = 0.01;
      for (const [dx, dy] of [
        [x, 0],
        [-x, 0],
        [0, x],
        [x, -x],
      ]) {
        const [fx, fy, fz, px, py] = over([dx, dy, 1 - d]);
        const volume = d * (1 - Math.abs(dx)) * (1 - Math.abs(dy));
        expect(Math.abs(Math.hypot(fx, fy, fz) / volume - 1)).toBeLessThan(1e-12);
        // walls that come in by x count as deep as they are in, up to d; corners take some of it
        for (const [f, way, across] of [
          [fx, dx, dy],
          [fy, dy, dx],
        ]) {
          const deep = Math.min(Math.abs(way), d);
          const lean = (Math.sign(way) * deep * (1 - deep / (2 * d))) / (1 - Math.abs(way));
          expect(Math.abs(f / fz - lean)).toBeLessThan(
            0.04 * Math.abs(lean) + 1e-12 + (across === 0 ? 0 : 0.02 * x * d),
          );
        }
        expect(Math.abs(px - dx / 2) + Math.abs(py - dy / 2)).toBeLessThan(2 * d * d);
      }
    },
  );

  test('turned on each other: the regular octagon of 45 degrees', () => {
    const d = 0.01;
    const [fx, fy, fz] = over([0, 0, 1 - d], Math.PI / 4);
    expect(Math.abs(fz / (d * 2 * (Math.SQRT2 - 1)) - 1)).toBeLessThan(1e-12);
    expect(Math.abs(fx) + Math.abs(fy)).toBeLessThan(1e-12 * d);
  });

  test('a bar across the edge of a table: it is pushed off as its energy falls, by half the depth over what lies on it', () => {
    const table = boxMesh(1, 1, 0.4);
    const bar = boxMesh(0.4, 0.2, 0.1);
    const d = 0.004;
    for (const x of [0.35, 0.5, 0.6]) {
      const [fx, fy, fz] = forceOf(table, bar)([x, 0.1, 0.25 - d]);
      const on = 0.7 - x;
      // k d^2 A/2 over A at the same weight k d A: d/2 of the weight for the part of A that is lost; ends take d/width of it
      expect(Math.abs(fx / fz / (d / (2 * on)) - 1)).toBeLessThan(0.05);
      expect(Math.abs(fy)).toBeLessThan(1e-14);
      expect(Math.abs(Math.hypot(fx, fz) / (d * 0.2 * on) - 1)).toBeLessThan(1e-12);
    }
  });

  test('a smaller cube that leans, its side flush with the wall below: nothing turns at once', () => {
    const table = boxMesh(1.4, 1.4, 1);
    for (const lean of [0, 0.001, 0.004, 0.1]) {
      // about x: the walls across x stay in one plane
      const [c, s] = [Math.cos(lean), Math.sin(lean)];
      const across = [1, 0, 0, 0, c, -s, 0, s, c];
      const [before, after] = [0.2 - 1e-12, 0.2 + 1e-12].map((x) => forceOf(table, cube, across)([x, 0, 1 - 0.01]));
      const turn = Math.hypot(...[0, 1, 2].map((k) => after[k] - before[k])) / Math.hypot(...before.slice(0, 3));
      expect(turn).toBeLessThan(1e-10); // what 2e-12 m take off 0.02 m
    }
  });
});

test('a keel in a notch of the same length and width: its pieces push with the volume, less depth over width at their rims', () => {
  const slope = 0.4;
  const notch = extrudedMesh([-0.2, -0.1, 0.2, -0.1, 0.2, 0.2 * slope, 0, 0, -0.2, 0.2 * slope], 0.4);
  const keel = extrudedMesh([0, 0, 0.2, 0.2 * slope, 0.2, 0.2, -0.2, 0.2, -0.2, 0.2 * slope], 0.4);
  const shapes = shapesOf(notch, keel);
  const pair = new VolumePair(shapes[0], shapes[1], new SolidMeshes());
  for (const d of [1e-5, 1e-3, 4e-3]) {
    const list = new PatchList();
    list.clear();
    pair.meet(
      list,
      Float64Array.of(0, 0, 0, 0, -d, 0),
      Float64Array.from([...UPRIGHT, ...UPRIGHT]),
      new Float64Array(12),
    );
    expect(list.data[9]).toBe(1); // bent
    const push = [0, 0, 0];
    for (let i = 0; i < list.start[list.count]; i++) {
      for (let k = 0; k < 3; k++) push[k] += list.points[POINT_STRIDE * i + 3] * list.normals[3 * i + k];
    }
    const volume = 0.4 * 0.4 * d;
    expect(Math.abs((push[1] * Math.hypot(1, slope)) / volume - 1)).toBeLessThan(1e-12 + 10 * d);
    // at the ends' hollow corners the depth knows how the ends were cut into convex faces: of the third order
    expect(Math.abs(push[0]) + Math.abs(push[2])).toBeLessThan(1e-16 + 0.1 * d * d * d);
  }
});
