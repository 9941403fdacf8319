import { describe, expect, test } from 'vitest';
import { boxMesh, cylinderMesh, type ShapeSpec, type TriangleMesh } from '../../geometry/index.ts';
import { PATCH_STRIDE, PatchList } from './patch-list.ts';
import { SpherePair } from './sphere-pair.ts';

const solid = ({ positions, triangles }: TriangleMesh): ShapeSpec => ({
  kind: 'mesh',
  positions,
  triangles,
});
const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function pairOf(a: ShapeSpec, b: ShapeSpec, balls = 300): SpherePair {
  const shapes = [a, b].map((shape, body) => ({ shape, body, position: [0, 0, 0], rotation: UPRIGHT })) as never;
  return new SpherePair(shapes[0], shapes[1], balls, balls);
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

  test('a roller anywhere on a long plate: the rim, of which few balls have all, does not push', () => {
    const roller = solid(cylinderMesh({ radius: 0.25, length: 1, sides: 64 })); // along z
    const pair = pairOf(solid(boxMesh(6, 2, 0.2)), roller, 1500);
    for (const x of [-1, 0.3, 1.7]) {
      for (const angle of [0, 0.4, 1.9]) {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        // its axis along y, turned about it; 3 mm off the plate, then 1 mm in it
        const turned = [c, s, 0, 0, 0, 1, s, -c, 0];
        expect(volumeOf(meet(pair, [x, 0.01, 0.353], turned))).toBe(0);
        const patches = meet(pair, [x, 0.01, 0.349], turned);
        for (let p = 0; p < patches.count; p++) expect(patches.data[PATCH_STRIDE * p + 5]).toBeGreaterThan(0.98);
      }
    }
  });

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

  test('nor does it where the search finds other pairs by its margin, in another order of feet', () => {
    const [slope, block] = [solid(boxMesh(9, 2, 0.2)), solid(boxMesh(1, 0.5, 0.5))];
    const other: string[] = [];
    for (let k = 0; k < 60; k++) {
      const x = 0.013 * k;
      const kept = pairOf(slope, block, 600);
      meet(kept, [x, 1e-4 * k, 0.35]);
      const at = [x + 4e-4, 1e-4 * k, 0.35 - 3e-7];
      const [old, fresh] = [meet(kept, at), meet(pairOf(slope, block, 600), at)];
      const size = fresh.start[fresh.count];
      const bits = (list: PatchList): string => list.points.subarray(0, 7 * size).join();
      if (old.count !== fresh.count || bits(old) !== bits(fresh)) other.push(`from ${x} m on`);
    }
    expect(other).toEqual([]);
  });

  test('a corner has no share of its own: it is met by the lenses of its balls', () => {
    // with 300 balls the floor has gaps as deep as the corner stands in it
    const pair = pairOf(floor, solid(boxMesh(0.2, 0.2, 0.2)), 1500);
    // (1, 1, 1) downwards
    const [a, b, c] = [1 / Math.sqrt(2), 1 / Math.sqrt(6), 1 / Math.sqrt(3)];
    const corner = [a, -a, 0, b, b, -2 * b, -c, -c, -c];
    const patches = meet(pair, [0, 0, 0.1 + 0.1 * Math.sqrt(3) - 0.02], corner);
    expect(patches.count).toBeGreaterThan(0);
    expect(volumeOf(patches)).toBeGreaterThan(0);
  });
});
