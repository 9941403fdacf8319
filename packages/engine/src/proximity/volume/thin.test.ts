import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { boxMesh, cylinderMesh, torusMesh, type TriangleMesh, tubeMesh } from '../../geometry/index.ts';
import { quaternionToMatrix } from '../../math/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PATCH_STRIDE, PatchList, POINT_STRIDE } from './patch-list.ts';
import { thinPatches } from './thin.ts';
import { SolidMeshes, VolumePair } from './volume-pair.ts';

const STILL = new Float64Array(12);

function pairOf(a: TriangleMesh, b: TriangleMesh): VolumePair {
  const shapes: CollisionShape[] = [a, b].map(({ positions, triangles }, body) => ({
    shape: { kind: 'mesh', positions, triangles },
    body,
    position: [0, 0, 0],
    rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  }));
  return new VolumePair(shapes[0], shapes[1], new SolidMeshes());
}

function unit(random: Random, size: number): number[] {
  const v = Array.from({ length: size }, () => random.between(-1, 1));
  const length = Math.hypot(...v);
  return v.map((x) => x / length);
}

function rotations(random: Random): Float64Array {
  const out = new Float64Array(18);
  for (const o of [0, 9]) quaternionToMatrix(out, o, Float64Array.from(unit(random, 4)), 0);
  return out;
}

/** volume, first and second moments of the volume, area across n and its first moments, of patch 0 */
function sums(list: PatchList): number[] {
  const out = new Array(14).fill(0);
  const [nx, ny, nz] = list.data.slice(3, 6);
  for (let k = POINT_STRIDE * list.start[0]; k < POINT_STRIDE * list.start[1]; k += POINT_STRIDE) {
    const [x, y, z, w, sx, sy, sz] = list.points.slice(k, k + POINT_STRIDE);
    [w, w * x, w * y, w * z, w * x * x, w * y * y, w * z * z, w * x * y, w * y * z, w * z * x].forEach((v, i) => {
      out[i] += v;
    });
    const area = sx * nx + sy * ny + sz * nz;
    [area, area * x, area * y, area * z].forEach((v, i) => {
      out[10 + i] += v;
    });
  }
  return out;
}

test('five points have the volume, area, centres and second moments of the many, whatever the pose; so have both together', () => {
  const random = new Random(7);
  const pair = pairOf(boxMesh(1, 1, 1), boxMesh(0.5, 0.4, 0.3));
  let met = 0;
  let differences = 0;
  for (let i = 0; i < 60; i++) {
    const list = new PatchList();
    list.clear();
    const at = unit(random, 3).map((x) => 0.68 * x);
    pair.meet(list, Float64Array.from([0, 0, 0, ...at]), rotations(random), STILL);
    if (list.count !== 1 || list.data[9] === 1) continue;
    met++;
    const before = sums(list);
    const size = Math.sqrt(list.data[7]);
    const many = list.start[1];
    if (many <= 5) continue;
    // large ones are left alone, but where a volume is a difference
    const pulls = (): number => {
      let least = 0;
      for (let k = 3; k < POINT_STRIDE * list.start[1]; k += POINT_STRIDE) least = Math.min(least, list.points[k]);
      return least;
    };
    const isDifference = pulls() < 0;
    if (isDifference) differences++;
    for (const part of isDifference ? [0.79] : [0.79, 0.9, 1.01]) {
      thinPatches(list, part * size);
      if (isDifference) expect(pulls()).toBeGreaterThan(-0.02 * before[0]);
      else expect(list.start[1] - list.start[0]).toBe(part < 0.8 ? many : part < 1 ? many + 5 : 5);
      const after = sums(list);
      // sums over a hundred points of about the same size: rounding, relative to volume times size^2
      const scale = [1, size, size, size, ...Array(6).fill(size * size)].map((s) => s * before[0]);
      for (let k = 0; k < 10; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-12 * scale[k]);
      expect(after[10]).toBeCloseTo(before[10], 12);
      for (let k = 11; k < 14; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-12 * before[10] * size);
    }
  }
  expect(met).toBeGreaterThan(15);
  expect(differences).toBeGreaterThan(0);
});

/** Mean distance of the volume from the centre across z: what a spin on the spot is held by, over mu N [m]. */
function spinArm(list: PatchList): number {
  let sum = 0;
  let volume = 0;
  for (let k = 0; k < POINT_STRIDE * list.start[1]; k += POINT_STRIDE) {
    sum += list.points[k + 3] * Math.hypot(list.points[k], list.points[k + 1]);
    volume += list.points[k + 3];
  }
  return sum / volume;
}

describe('the torque of a spin on the spot', () => {
  const flat = (mesh: TriangleMesh): PatchList => {
    const list = new PatchList();
    list.clear();
    // 1e-5 m deep in the middle of a wide floor
    const still = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    pairOf(boxMesh(2, 2, 1), mesh).meet(list, Float64Array.of(0, 0, 0, 0, 0, 0.55 - 1e-5), still, STILL);
    expect(list.count).toBe(1);
    return list;
  };

  test.each([
    ['a disc', cylinderMesh({ radius: 0.1, length: 0.1, sides: 48 })],
    ['a square', boxMesh(0.2, 0.2, 0.1)],
    ['a strip', boxMesh(0.4, 0.1, 0.1)],
    ['a ring', tubeMesh({ outer: 0.1, inner: 0.08, length: 0.1, sides: 40 })],
  ])('of %s: five points have it, and there is no step on the way to the many', (_name, mesh) => {
    const close = 1e-9; // sums of a hundred numbers
    const size = Math.sqrt(flat(mesh).data[7]);
    const arms = Array.from({ length: 41 }, (_, i) => {
      const list = flat(mesh);
      thinPatches(list, (1.05 - 0.3 * (i / 40)) * size);
      return spinArm(list);
    });
    const whole = spinArm(flat(mesh));
    expect(arms[40]).toBe(whole);
    expect(Math.abs(arms[0] / whole - 1)).toBeLessThan(close);
    // straight in the size over the threshold: 41 steps over 0.2/0.3 of the way
    for (let i = 1; i <= 40; i++) expect(Math.abs(arms[i] - arms[i - 1])).toBeLessThan(0.06 * close * whole);
  });
});

describe('gaps', () => {
  const ring = torusMesh({ ring: 0.045, tube: 0.018, sides: 12, tubeSides: 8 });
  const pin = cylinderMesh({ radius: 0.02, length: 0.11, sides: 20 });

  test('solids that come closer by less than the gap told do not touch', () => {
    const random = new Random(3);
    const pair = pairOf(ring, pin);
    const most = 0.02;
    let apart = 0;
    let capped = 0;
    for (let i = 0; i < 200; i++) {
      const turns = rotations(random);
      const at = unit(random, 3).map((x) => random.between(0.05, 0.14) * x);
      const list = new PatchList();
      list.clear();
      pair.meet(list, Float64Array.from([0, 0, 0, ...at]), turns, STILL, Float64Array.of(most));
      const gap = list.apart;
      if (list.count > 0) {
        expect(gap).toBe(0);
        continue;
      }
      if (gap === 0) continue;
      apart++;
      if (gap > 0.99 * most) capped++;
      for (let trial = 0; trial < 5; trial++) {
        const way = unit(random, 3);
        const moved = at.map((x, k) => x + 0.9999 * gap * way[k]);
        pair.meet(list, Float64Array.from([0, 0, 0, ...moved]), turns, STILL);
        expect(list.count * PATCH_STRIDE).toBe(0);
      }
    }
    expect(apart).toBeGreaterThan(60);
    expect(capped).toBeLessThan(apart); // some are told finer than the cap
  });
});
