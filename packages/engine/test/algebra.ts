/** Formulas of tests; matrices as in src/math: 3 x 3, row-major, nine numbers from an offset. */
type Numbers = ArrayLike<number>;

export const IDENTITY: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** out (3) = A v */
export function mulVec33(out: Float64Array, o: number, a: Numbers, i: number, v: Numbers, j: number): void {
  for (let r = 0; r < 3; r++) {
    out[o + r] = a[i + 3 * r] * v[j] + a[i + 3 * r + 1] * v[j + 1] + a[i + 3 * r + 2] * v[j + 2];
  }
}

export function det33(a: Numbers, i: number): number {
  return (
    a[i] * (a[i + 4] * a[i + 8] - a[i + 5] * a[i + 7]) +
    a[i + 1] * (a[i + 5] * a[i + 6] - a[i + 3] * a[i + 8]) +
    a[i + 2] * (a[i + 3] * a[i + 7] - a[i + 4] * a[i + 6])
  );
}

/** (y + sqrt(y^2 + eta^2))/2: a smooth max(y, 0) */
export function smoothPositive(y: number, eta: number): number {
  return 0.5 * (y + Math.sqrt(y * y + eta * eta));
}
