import { describe, expect, test } from 'vitest';
import { BuildError, Hasher } from '../../base/index.ts';
import { PI } from '../../math/index.ts';
import { integrateMesh } from '../mesh/integrals.ts';
import { boxMesh, pocketMesh } from '../mesh/primitives/blocks.ts';
import { cylinderMesh, sphereMesh, tubeMesh } from '../mesh/primitives/round.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { windingNumber } from '../mesh/winding.ts';
import { type PackOptions, packSpheres } from './pack.ts';
import { packingFromBytes, packingToBytes } from '../../../../../validation/reference/pack-bytes.ts';
import { filledFraction } from '../../../../../validation/reference/pair-sums.ts';
import type { SpherePacking } from './packing.ts';
import { surfaceDistance } from '../../../test/surface-distance.ts';

const BLOCK = boxMesh(1, 0.5, 0.5);
const POCKET = pocketMesh({ size: [1, 1, 1], pocket: [0.6, 0.6, 0.7] });
const TUBE = tubeMesh({ outer: 0.5, inner: 0.3, length: 0.8, sides: 24 });
const DISC = cylinderMesh({ radius: 0.25, length: 0.05, sides: 32 });

/** Rounding of the checks themselves: sums of numbers of order 1. */
const ROUNDING = 1e-14;

function ballVolume(radius: number): number {
  return (4 / 3) * PI * radius ** 3;
}

function hashOf(packing: SpherePacking): string {
  const hasher = new Hasher();
  hasher.addFloats(packing.centres);
  hasher.addFloats(packing.radii);
  hasher.addFloats(packing.weights);
  hasher.addFloats(packing.areas);
  hasher.addFloats(packing.feet);
  hasher.addInts(packing.faces);
  return hasher.digest();
}

function weighted(packing: SpherePacking): { volume: number; centroid: number[] } {
  let volume = 0;
  const centroid = [0, 0, 0];
  for (let i = 0; i < packing.count; i++) {
    const v = packing.weights[i] * ballVolume(packing.radii[i]);
    volume += v;
    for (let k = 0; k < 3; k++) centroid[k] += v * packing.centres[3 * i + k];
  }
  return { volume, centroid: centroid.map((x) => x / volume) };
}

const CASES: readonly [string, TriangleMesh, PackOptions][] = [
  ['block', BLOCK, { count: 300 }],
  ['block, shifted grid', BLOCK, { count: 300, seed: 5 }],
  ['block with a layer', BLOCK, { count: 900, shell: 0.03 }],
  ['block with a pocket', POCKET, { count: 300 }],
  ['tube', TUBE, { count: 250 }],
  ['disc', DISC, { count: 300, minRadius: 0.006 }],
];

describe('sphere packing', () => {
  test.each(CASES)('%s: every ball is inside the solid and no two overlap', (_, mesh, options) => {
    const { count, centres, radii } = packSpheres(mesh, { ...options, weights: 'none' });
    for (let i = 0; i < count; i++) {
      const [x, y, z] = centres.subarray(3 * i, 3 * i + 3);
      expect(windingNumber(mesh.positions, mesh.triangles, x, y, z)).toBeGreaterThan(0.5);
      expect(surfaceDistance(mesh, x, y, z) - radii[i]).toBeGreaterThan(-ROUNDING);
    }
    let closest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < i; j++) {
        const d2 = [0, 1, 2].reduce((sum, k) => sum + (centres[3 * i + k] - centres[3 * j + k]) ** 2, 0);
        closest = Math.min(closest, Math.sqrt(d2) - radii[i] - radii[j]);
      }
    }
    expect(closest).toBeGreaterThan(-ROUNDING);
  });

  test('largest first: no ball is more than 3/2 of one placed before it', () => {
    const { radii } = packSpheres(POCKET, { count: 400, weights: 'none' });
    let least = Number.POSITIVE_INFINITY;
    for (const radius of radii) {
      expect(radius).toBeLessThan(1.5 * least);
      least = Math.min(least, radius);
    }
  });

  test('first balls are the inscribed ones: two side by side in the block and in the cylinder, the ball of a ball', () => {
    // the rounding step is 2^-31 of the size or less, and where a ball can slide it may lose 1e-4 of its place
    const block = packSpheres(BLOCK, { count: 2, weights: 'none' });
    for (const radius of block.radii) expect(Math.abs(radius - 0.25)).toBeLessThan(1e-6);
    expect(Math.abs(block.centres[0] + block.centres[3])).toBeLessThan(1e-6);
    const sides = 64;
    const cylinder = packSpheres(cylinderMesh({ radius: 0.25, length: 1, sides }), { count: 2, weights: 'none' });
    const apothem = 0.25 * Math.cos(PI / sides);
    for (const radius of cylinder.radii) expect(Math.abs(radius - apothem)).toBeLessThan(1e-6);
    const ball = sphereMesh(1, 2);
    const inner = packSpheres(ball, { count: 1, weights: 'none' }).radii[0];
    expect(Math.abs(inner - surfaceDistance(ball, 0, 0, 0))).toBeLessThan(1e-6);
  });

  test('more balls fill more, down to the radius asked for', () => {
    const [few, many] = [50, 500].map((count) => filledFraction(packSpheres(BLOCK, { count, weights: 'none' })));
    expect(few).toBeGreaterThan(0.65);
    expect(many).toBeGreaterThan(few + 0.05);
    expect(many).toBeLessThan(1);
    const { radii, count } = packSpheres(BLOCK, { count: 10000, minRadius: 0.03, weights: 'none' });
    expect(count).toBeLessThan(400);
    expect(Math.min(...radii)).toBeGreaterThanOrEqual(0.03);
  });

  test('minRadius: where packing ends, no point of the solid has room for a ball of more', () => {
    const minRadius = 0.05;
    const { radii, centres, count } = packSpheres(BLOCK, { count: 10000, minRadius, weights: 'none' });
    let room = 0;
    for (let x = -0.49; x < 0.5; x += 0.02) {
      for (let y = -0.24; y < 0.25; y += 0.02) {
        for (let z = -0.24; z < 0.25; z += 0.02) {
          let d = Math.min(0.5 - Math.abs(x), 0.25 - Math.abs(y), 0.25 - Math.abs(z));
          for (let i = 0; i < count && d > 0; i++) {
            const d2 = (centres[3 * i] - x) ** 2 + (centres[3 * i + 1] - y) ** 2 + (centres[3 * i + 2] - z) ** 2;
            d = Math.min(d, Math.sqrt(d2) - radii[i]);
          }
          room = Math.max(room, d);
        }
      }
    }
    expect(room).toBeLessThan(minRadius);
  });

  test('weights: balls add up to the solid, and cells keep its centroid', () => {
    const wedge = pocketMesh({ size: [1, 1, 1], pocket: [0.5, 0.5, 0.6] });
    const exact = integrateMesh(wedge.positions, wedge.triangles);
    for (const weights of ['uniform', 'cells'] as const) {
      const { volume, centroid } = weighted(packSpheres(wedge, { count: 400, weights }));
      expect(volume / exact.volume).toBeCloseTo(1, 6); // weights are rounded to single precision
      // gaps are drawn to the balls beside them: a few hundredths of the size for 400 balls
      for (let k = 0; k < 3; k++) expect(Math.abs(centroid[k] - exact.centroid[k])).toBeLessThan(0.02);
    }
    const none = packSpheres(wedge, { count: 100, weights: 'none' });
    expect(weighted(none).volume / exact.volume).toBeCloseTo(filledFraction(none), 12);
  });

  test('surface shares: those of each face add up to its area', () => {
    const packing = packSpheres(BLOCK, { count: 600, weights: 'none' });
    const found = new Map<string, number>();
    for (let i = 0; i < packing.count; i++) {
      const face = packing.faces[i];
      if (face < 0) continue;
      const key = [...packing.normals.subarray(3 * face, 3 * face + 3)].map((x) => Math.round(x)).join(' ');
      found.set(key, (found.get(key) ?? 0) + packing.areas[i]);
    }
    expect(found.size).toBe(6);
    for (const [key, area] of found) expect(area).toBeCloseTo(key.endsWith(' 0 0') || key === '1 0 0' ? 0.25 : 0.5, 6);
  });

  test('a layer: balls of one radius touch every face of the block, and its faces are their normals', () => {
    const shell = 0.03;
    const { radii, centres, faces, normals, step } = packSpheres(BLOCK, { count: 900, shell, weights: 'none' });
    let layer = 0;
    for (let i = 0; i < radii.length && Math.abs(radii[i] - shell) <= step; i++) {
      const [x, y, z] = centres.subarray(3 * i, 3 * i + 3);
      const gap = Math.min(0.5 - Math.abs(x), 0.25 - Math.abs(y), 0.25 - Math.abs(z)) - radii[i];
      expect(gap).toBeLessThan(3 * step);
      layer++;
    }
    expect(layer).toBeGreaterThan(500); // 2.5 m^2 hold 700 triangular cells of that size, less those at the edges
    for (let i = 0; i < layer; i++) {
      if (faces[i] < 0) continue;
      const n = normals.subarray(3 * faces[i], 3 * faces[i] + 3);
      expect(Math.max(...n.map(Math.abs))).toBe(1);
    }
  });

  test('the same input gives the same bits; another seed another packing', () => {
    const [one, again, other] = [1, 1, 2].map((seed) => hashOf(packSpheres(TUBE, { count: 120, seed })));
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });

  test('regression: the bits of a packing, the same on every machine', () => {
    expect(hashOf(packSpheres(BLOCK, { count: 200 }))).toBe('185c32f3fb85b06a');
  });

  test('1 mm in a world of 1 km, and coordinates of 1e6: the packing moves along', () => {
    const near = packSpheres(boxMesh(1e-3, 1e-3, 5e-4), { count: 60, weights: 'none' });
    const moved = boxMesh(1e-3, 1e-3, 5e-4);
    const far = packSpheres(
      { positions: moved.positions.map((x) => x + 1024), triangles: moved.triangles },
      { count: 60, weights: 'none' },
    );
    // 1024 m leave 2.3e-13 m of a coordinate, 1e-9 of the size
    expect(filledFraction(far)).toBeCloseTo(filledFraction(near), 2);
    const large = boxMesh(1, 1, 1);
    const away = { positions: large.positions.map((x) => x + 1e6), triangles: large.triangles };
    const packing = packSpheres(away, { count: 30, weights: 'none' });
    for (let i = 0; i < 90; i++) {
      expect(Math.abs(packing.centres[i] - 1e6) + packing.radii[Math.floor(i / 3)]).toBeLessThan(0.5 + 1e-9);
    }
  });

  test('plates and needles come to an end, and balls spread over all of them', () => {
    for (const [x, y] of [
      [1, 1],
      [1, 1e-3],
    ]) {
      const { count, radii, centres } = packSpheres(boxMesh(x, y, 1e-3), { count: 60, weights: 'none' });
      expect(count).toBe(60);
      for (const radius of radii) expect(radius).toBeGreaterThan(0.49e-3);
      const along = centres.filter((_, i) => i % 3 === 0);
      expect(Math.min(...along)).toBeLessThan(-0.3);
      expect(Math.max(...along)).toBeGreaterThan(0.3);
    }
  });

  test('refused with what to do: open, inside out, not finite, no room, a layer of too many', () => {
    const codeOf = (mesh: TriangleMesh, options?: PackOptions): string => {
      try {
        packSpheres(mesh, options);
      } catch (error) {
        if (error instanceof BuildError) return error.code;
        throw error;
      }
      return 'none';
    };
    const { positions, triangles } = BLOCK;
    expect(codeOf({ positions, triangles: triangles.slice(3) })).toBe('mesh-open');
    expect(codeOf({ positions, triangles: triangles.slice().reverse() })).toBe('mesh-volume');
    expect(codeOf({ positions: positions.map((x, i) => (i === 4 ? Number.NaN : x)), triangles })).toBe('not-finite');
    expect(codeOf(BLOCK, { minRadius: 0.3 })).toBe('packing-empty');
    expect(codeOf(BLOCK, { count: 100, shell: 0.01 })).toBe('packing-shell');
  });

  test('surfaces that run through each other, or lie in each other turned the same way, are refused after a few cells', () => {
    const both = (one: TriangleMesh, other: TriangleMesh): TriangleMesh => ({
      positions: Float64Array.of(...one.positions, ...other.positions),
      triangles: Int32Array.of(...one.triangles, ...other.triangles.map((v) => v + one.positions.length / 3)),
    });
    const outer = boxMesh(1, 1, 1);
    const inner = boxMesh(0.4, 0.4, 0.4);
    const refusal = /parts of the surface run through or lie in each other; join them/;
    expect(() => packSpheres(both(outer, inner), { count: 500 })).toThrow(refusal);
    expect(() => packSpheres(both(boxMesh(1, 0.2, 0.2), boxMesh(0.2, 1, 0.2)), { count: 500 })).toThrow(refusal);
    // turned the other way the inner one is a room
    const room = { positions: inner.positions, triangles: inner.triangles.slice().reverse() };
    expect(packSpheres(both(outer, room), { count: 500, weights: 'none' }).count).toBe(500);
  });

  test('a wall of a thousandth of its tube: the search ends and says so', () => {
    const tube = tubeMesh({ outer: 0.5, inner: 0.4995, length: 0.8, sides: 16 });
    expect(() => packSpheres(tube, { count: 10 })).toThrow(
      /found room for 0 of 10 balls: the rest is too thin; ask for fewer/,
    );
  }, 60_000);
});

describe('packing as bytes', () => {
  test('there and back: the same bits, 40 bytes a ball', () => {
    const packing = packSpheres(TUBE, { count: 150 });
    const bytes = packingToBytes(packing);
    expect(bytes.length).toBe(56 + 8 * packing.normals.length + 40 * packing.count);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3); // files need not start on a multiple of eight
    expect(packingFromBytes(shifted.subarray(3))).toEqual(packing);
  });

  test('other bytes are refused, never read as a packing', () => {
    const bytes = packingToBytes(packSpheres(BLOCK, { count: 5 }));
    const spoil = (at: number, value: number): Uint8Array => bytes.map((x, i) => (i === at ? value : x));
    for (const bad of [
      new Uint8Array(0),
      bytes.slice(0, 70),
      spoil(0, 0),
      spoil(4, 77),
      spoil(8, 1),
      spoil(47, 0xff),
    ]) {
      expect(() => packingFromBytes(bad)).toThrow(expect.objectContaining({ code: 'packing-bytes' }));
    }
  });
});
