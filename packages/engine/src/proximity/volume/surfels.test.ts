import { describe, expect, test } from 'vitest';
import { boxMesh, cylinderMesh, type ShapeSpec, type TriangleMesh } from '../../geometry/index.ts';
import { PATCH_STRIDE, PatchList } from './patch-list.ts';
import { PackedSolids, SpherePair } from './sphere-pair.ts';

const solid = ({ positions, triangles }: TriangleMesh): ShapeSpec => ({
  kind: 'mesh',
  positions: [...positions],
  triangles: [...triangles],
});
const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function pairOf(a: ShapeSpec, b: ShapeSpec, balls = 300): SpherePair {
  const shapes = [a, b].map((shape, body) => ({ shape, body, position: [0, 0, 0], rotation: UPRIGHT })) as never;
  return new SpherePair(shapes, new PackedSolids(shapes), 0, 1, balls, balls);
}

function meet(pair: SpherePair, at: readonly number[], rotation: readonly number[] = UPRIGHT): PatchList {
  const out = new PatchList();
  pair.meet(out, Float64Array.of(0, 0, 0, ...at), Float64Array.of(...UPRIGHT, ...rotation));
  return out;
}

const volumeOf = ({ data, count }: PatchList): number =>
  Array.from({ length: count }, (_, p) => data[PATCH_STRIDE * p + 6]).reduce((a, b) => a + b, 0);

describe('balls against faces stand for their shares of the surface', () => {
  const floor = solid(boxMesh(1, 1, 0.2)); // its top at 0.1 m
  const box = solid(boxMesh(0.4, 0.3, 0.2));

  test('a box flat on a box, at any place and turned: area times depth, along the normal of the faces', () => {
    const pair = pairOf(floor, box);
    for (const [x, angle] of [
      [0, 0],
      [0.0137, 0.3],
      [-0.11, 1.1],
    ]) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const patches = meet(pair, [x, 0.5 * x, 0.2 - 1e-4], [c, -s, 0, s, c, 0, 0, 0, 1]);
      expect(patches.count).toBe(1);
      // shares are kept in single precision, and add up to the face
      expect(Math.abs(volumeOf(patches) / (0.4 * 0.3 * 1e-4) - 1)).toBeLessThan(1e-6);
      const normal = [...patches.data.subarray(3, 6)];
      [0, 0, 1].forEach((n, k) => {
        expect(Math.abs(normal[k] - n)).toBeLessThan(1e-12);
      });
      expect(patches.data[9]).toBe(0); // a plane patch
    }
  });

  test.each([
    [2, 500],
    [2, 600],
    [1, 500],
  ])(
    'a disc on a thin plate of %d m with %d balls each: its lower face is not felt, nor how many balls lie against its rim',
    (size, balls) => {
      const disc = cylinderMesh({ radius: 0.25, length: 0.05, sides: 64 });
      const pair = pairOf(solid(boxMesh(size, size, 0.1)), solid(disc), balls);
      expect(volumeOf(meet(pair, [0, 0, 0.075 + 1e-6]))).toBe(0);
      // feet stand on a grid, 3e-10 m off the face at most
      const area = 32 * 0.25 * 0.25 * Math.sin(Math.PI / 32);
      expect(Math.abs(volumeOf(meet(pair, [0, 0, 0.075 - 1e-4])) / (area * 1e-4) - 1)).toBeLessThan(1e-5);
    },
  );

  test('a plate whose balls all touch both faces is refused, with the number that does: others would fall through it', () => {
    const plate = solid(boxMesh(4, 4, 0.1));
    expect(() => pairOf(plate, box, 1000)).toThrow(
      /none against 52 % of it: .* with about 18800 balls instead of 1000/,
    );
  });

  test('the list of pairs that is kept between poses changes no bit of what a new search gives', () => {
    const kept = pairOf(floor, box);
    meet(kept, [0.01, 0, 0.1995]);
    for (const x of [0.0100001, 0.010001, 0.01001]) {
      const [old, fresh] = [meet(kept, [x, 0, 0.1994]), meet(pairOf(floor, box), [x, 0, 0.1994])];
      expect(old.count).toBe(fresh.count);
      const size = fresh.start[fresh.count];
      expect([...old.points.subarray(0, 7 * size)]).toEqual([...fresh.points.subarray(0, 7 * size)]);
    }
  });

  test('a corner has no share of its own: it is met by the lenses of its balls', () => {
    const pair = pairOf(floor, solid(boxMesh(0.2, 0.2, 0.2)));
    // (1, 1, 1) downwards
    const [a, b, c] = [1 / Math.sqrt(2), 1 / Math.sqrt(6), 1 / Math.sqrt(3)];
    const corner = [a, -a, 0, b, b, -2 * b, -c, -c, -c];
    const patches = meet(pair, [0, 0, 0.1 + 0.1 * Math.sqrt(3) - 0.02], corner);
    expect(patches.count).toBeGreaterThan(0);
    expect(volumeOf(patches)).toBeGreaterThan(0);
  });
});
