import { describe, expect, test } from 'vitest';
import { Random } from '../base/index.ts';
import { addExpansions, differenceOf, scaleExpansion } from './expansion.ts';
import { crossSign, orientation, sideOfPlane } from './predicates.ts';

/** x 2^1074 as an integer: every finite double fits. */
function integer(x: number): bigint {
  if (x === 0) return 0n;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(x));
  const raw = bits.getBigUint64(0);
  const exponent = raw >> 52n;
  const size = exponent === 0n ? raw : ((raw & 0xfffffffffffffn) | 0x10000000000000n) << (exponent - 1n);
  return x < 0 ? -size : size;
}
const total = (e: Float64Array, n: number): bigint => e.subarray(0, n).reduce((sum, x) => sum + integer(x), 0n);

/** Numbers with few and many bits, near each other and far apart: what cancels worst. */
function awkward(random: Random): number {
  const kind = random.next() % 4;
  if (kind === 0) return random.between(-1, 1);
  if (kind === 1) return Math.round(random.between(-8, 8)) / 8;
  if (kind === 2) return 0.1 * Math.round(random.between(-10, 10));
  return random.between(-1, 1) * 2 ** Math.round(random.between(-30, 30));
}

describe('expansions', () => {
  const random = new Random(3);
  test('sums, differences and products are exact: compared in integers', () => {
    const [e, f, g] = [new Float64Array(2), new Float64Array(4), new Float64Array(6)];
    for (let trial = 0; trial < 2000; trial++) {
      const [a, b, c] = [awkward(random), awkward(random), awkward(random)];
      const n = differenceOf(e, a, b);
      expect(total(e, n)).toBe(integer(a) - integer(b));
      const m = scaleExpansion(f, e, n, c);
      // both sides are multiples of 2^-2148
      expect(total(f, m) << 1074n).toBe((integer(a) - integer(b)) * integer(c));
      const k = addExpansions(g, f, m, e, n, -1);
      expect(total(g, k)).toBe(total(f, m) - total(e, n));
    }
  });
});

describe('orientation', () => {
  test('has the sign that integers give, for random, near-flat and flat points', () => {
    const random = new Random(4);
    const p = new Float64Array(12);
    let flat = 0;
    for (let trial = 0; trial < 4000; trial++) {
      for (let i = 0; i < 12; i++) p[i] = awkward(random);
      if (trial % 2 === 0) {
        // d in the plane of the others, but for rounding
        const [u, v] = [random.between(-1, 1), Math.round(random.between(-2, 2))];
        for (let k = 0; k < 3; k++) p[9 + k] = p[k] + u * (p[3 + k] - p[k]) + v * (p[6 + k] - p[k]);
      }
      if (trial % 10 === 0) p.copyWithin(9, 3, 6);
      const expected = Math.sign(sideOfPlane(p, 0, 1, 2, 3));
      if (expected === 0) flat += 1;
      expect(orientation(p, 0, p, 3, p, 6, p, 9)).toBe(expected === 0 ? 0 : expected);
      expect(orientation(p, 3, p, 0, p, 6, p, 9) + expected).toBe(0); // two points swapped
    }
    expect(flat).toBeGreaterThan(400);
  });
});

describe('crossSign', () => {
  test('has the sign of each component of the product of two edges, parallel ones included', () => {
    const random = new Random(5);
    const p = new Float64Array(12);
    let zero = 0;
    for (let trial = 0; trial < 4000; trial++) {
      for (let i = 0; i < 12; i++) p[i] = awkward(random);
      if (trial % 3 === 0) for (let k = 0; k < 3; k++) p[9 + k] = p[6 + k] + 3 * (p[3 + k] - p[k]); // parallel, but for rounding
      const [a, b, c, d] = [0, 3, 6, 9].map((o) => [...p.subarray(o, o + 3)].map(integer));
      const u = b.map((x, k) => x - a[k]);
      const v = d.map((x, k) => x - c[k]);
      for (let axis = 0; axis < 3; axis++) {
        const [y, z] = [(axis + 1) % 3, (axis + 2) % 3];
        const det = u[y] * v[z] - u[z] * v[y];
        const expected = det > 0n ? 1 : det < 0n ? -1 : 0;
        if (expected === 0) zero += 1;
        expect(crossSign(axis, p, 0, p, 3, p, 6, p, 9)).toBe(expected);
      }
    }
    expect(zero).toBeGreaterThan(50);
  });
});
