/** vec3, mat3 and sym3 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addParallelAxis,
  cross3,
  dot3,
  eigenSym3,
  expRotation,
  invertSymmetric33,
  mul33,
  mulT33,
  norm3,
  normalise3,
  rotateSym3,
  scale3,
  sym3ToMatrix,
  tangents3,
  tMul33,
} from './index.ts';
import { det33, IDENTITY } from '../../test/algebra.ts';

const numbers = (count: number, size = 10) =>
  fc.array(fc.double({ min: -size, max: size, noNaN: true }), { minLength: count, maxLength: count });
const close = (a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number) => {
  // numbers below 1e-308 have few digits
  for (let i = 0; i < a.length; i++) expect(Math.abs(a[i] - b[i])).toBeLessThanOrEqual(tolerance + 1e-320);
};

describe('vec3', () => {
  test('helpers read and write at their offsets', () => {
    const out = new Float64Array(5);
    scale3(out, 1, 2, [9, 1, 2, 3], 1);
    expect(Array.from(out)).toEqual([0, 2, 4, 6, 0]);
    expect(dot3([9, 1, 2, 3], 1, [9, 9, 4, 6, 8], 2)).toBe(40);
    expect(norm3([0, 3, 0, 4], 1)).toBe(5);
  });

  test('the cross product is perpendicular to both and |a x b|^2 + (a.b)^2 = |a|^2 |b|^2', () => {
    fc.assert(
      fc.property(numbers(3), numbers(3), (a, b) => {
        const c = new Float64Array(3);
        cross3(c, 0, a, 0, b, 0);
        const size = dot3(a, 0, a, 0) * dot3(b, 0, b, 0);
        expect(Math.abs(dot3(a, 0, c, 0))).toBeLessThan(1e-12);
        expect(Math.abs(dot3(b, 0, c, 0))).toBeLessThan(1e-12);
        expect(Math.abs(dot3(c, 0, c, 0) + dot3(a, 0, b, 0) ** 2 - size)).toBeLessThan(1e-14 * size + 1e-300);
      }),
    );
  });

  test('normalise returns the length; a zero vector stays zero', () => {
    const out = new Float64Array(3);
    expect(normalise3(out, 0, [3, 0, 4], 0)).toBe(5);
    close(out, [0.6, 0, 0.8], 2e-16);
    expect(normalise3(out, 0, [0, 0, 0], 0)).toBe(0);
    expect(Array.from(out)).toEqual([0, 0, 0]);
  });

  test('tangents form a right-handed frame with the normal, also at n = -z', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          numbers(3, 1).filter((n) => norm3(n, 0) > 0.1),
          fc.constantFrom([0, 0, -1], [0, 0, 1], [1e-8, 0, -1], [1, 0, -0]),
        ),
        (raw) => {
          const n = new Float64Array(3);
          const t = new Float64Array(6);
          const c = new Float64Array(3);
          normalise3(n, 0, raw, 0);
          tangents3(t, 0, n, 0);
          cross3(c, 0, t, 0, t, 3);
          close(c, n, 2e-15);
          expect(norm3(t, 0)).toBeCloseTo(1, 14);
          expect(dot3(t, 0, t, 3)).toBeCloseTo(0, 14);
        },
      ),
    );
  });
});

describe('mat3', () => {
  const reference = (a: number[], b: number[]) =>
    Array.from({ length: 9 }, (_, k) => {
      const i = Math.floor(k / 3);
      const j = k % 3;
      return a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    });
  const flip = (a: number[]) => Array.from({ length: 9 }, (_, k) => a[3 * (k % 3) + Math.floor(k / 3)]);

  test('A B, A B^T and A^T B agree with the definition, in place as well', () => {
    fc.assert(
      fc.property(numbers(9), numbers(9), (a, b) => {
        const out = new Float64Array(9);
        mul33(out, 0, a, 0, b, 0);
        close(out, reference(a, b), 0);
        mulT33(out, 0, a, 0, b, 0);
        close(out, reference(a, flip(b)), 0);
        tMul33(out, 0, a, 0, b, 0);
        close(out, reference(flip(a), b), 0);
        out.set(b);
        mul33(out, 0, a, 0, out, 0);
        close(out, reference(a, b), 0);
        out.set(b);
        tMul33(out, 0, a, 0, out, 0);
        close(out, reference(flip(a), b), 0);
      }),
    );
  });

  test('the inverse of a symmetric matrix times the matrix is one', () => {
    fc.assert(
      fc.property(numbers(6, 1), ([a, b, c, d, e, f]) => {
        const m = Float64Array.of(a + 4, d, e, d, b + 4, f, e, f, c + 4); // diagonally dominant, so condition below about 10
        const half = new Float64Array(6);
        invertSymmetric33(half, 0, m, 0);
        const inverse = [0, 1, 2, 1, 3, 4, 2, 4, 5].map((i) => half[i]);
        close(reference(inverse, Array.from(m)), IDENTITY, 1e-14);
      }),
    );
  });
});

describe('sym3', () => {
  test('eigen: V diag V^T gives the tensor back, values ascend, V is a rotation', () => {
    const tensor = fc.oneof(
      numbers(6),
      numbers(6).map((s) => s.map((x) => x * 1e12)),
      numbers(3).map((d) => [d[0], d[0], d[0] + 1e-9 * d[1], 1e-9 * d[2], 0, 1e-10]), // nearly a multiple of one
      fc.constantFrom([0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1], [3, 2, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0]),
    );
    fc.assert(
      fc.property(tensor, (S) => {
        const values = new Float64Array(3);
        const V = new Float64Array(9);
        const back = new Float64Array(6);
        const VtV = new Float64Array(9);
        eigenSym3(values, 0, V, 0, S, 0);
        rotateSym3(back, 0, V, 0, [values[0], values[1], values[2], 0, 0, 0], 0);
        const size = Math.max(...S.map(Math.abs));
        close(back, S, 1e-14 * size);
        expect(values[0] <= values[1] && values[1] <= values[2]).toBe(true);
        tMul33(VtV, 0, V, 0, V, 0);
        close(VtV, IDENTITY, 2e-15);
        expect(det33(V, 0)).toBeCloseTo(1, 13);
      }),
    );
  });

  test('rotateSym3 is R S R^T as matrices, in place as well', () => {
    fc.assert(
      fc.property(numbers(6), numbers(3, 2), (S, theta) => {
        const R = new Float64Array(9);
        const M = new Float64Array(9);
        const out = Float64Array.from(S);
        const full = new Float64Array(9);
        expRotation(R, 0, theta, 0);
        sym3ToMatrix(M, 0, S, 0);
        mul33(M, 0, R, 0, M, 0);
        mulT33(M, 0, M, 0, R, 0);
        rotateSym3(out, 0, R, 0, out, 0);
        sym3ToMatrix(full, 0, out, 0);
        close(full, M, 1e-13);
      }),
    );
  });

  test('parallel axes: points of mass, summed about another point', () => {
    fc.assert(
      fc.property(numbers(12, 2), numbers(3), (points, d) => {
        // four points of 2 kg; inertia about p: sum m (r.r 1 - r r^T)
        const about = (x: number, y: number, z: number) => {
          const I = new Float64Array(6);
          for (let i = 0; i < 12; i += 3) addParallelAxis(I, 0, 2, points[i] - x, points[i + 1] - y, points[i + 2] - z);
          return I;
        };
        const c = [0, 1, 2].map((k) => (points[k] + points[3 + k] + points[6 + k] + points[9 + k]) / 4);
        const I = about(c[0], c[1], c[2]);
        addParallelAxis(I, 0, 8, d[0], d[1], d[2]);
        close(I, about(c[0] + d[0], c[1] + d[1], c[2] + d[2]), 1e-11);
        expect(I[0]).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
