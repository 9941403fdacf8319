/**
 * Three-vectors in flat arrays: (out, o) is the array and offset written, (a, i) and (b, j) are read. Glue code only:
 * an inner loop reads into scalar locals instead. `out` may be one of the inputs.
 */
import type { Numbers } from './types.ts';

/** out = (x, y, z) */
export function set3(out: Float64Array, o: number, x: number, y: number, z: number): void {
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** out = s a */
export function scale3(out: Float64Array, o: number, s: number, a: Numbers, i: number): void {
  set3(out, o, s * a[i], s * a[i + 1], s * a[i + 2]);
}

/** a . b */
export function dot3(a: Numbers, i: number, b: Numbers, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** out = a x b */
export function cross3(out: Float64Array, o: number, a: Numbers, i: number, b: Numbers, j: number): void {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  set3(out, o, ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
}

/** |a| */
export function norm3(a: Numbers, i: number): number {
  return Math.sqrt(dot3(a, i, a, i));
}

/** out = a / |a|; returns |a|. A zero vector is copied unchanged. */
export function normalise3(out: Float64Array, o: number, a: Numbers, i: number): number {
  const length = norm3(a, i);
  scale3(out, o, length > 0 ? 1 / length : 1, a, i);
  return length;
}

/**
 * Two unit vectors t (at o) and b (at o + 3) with t x b = n, for a unit vector n. Continuous except where n crosses the plane z
 * = 0. Duff et al. 2017, "Building an orthonormal basis, revisited".
 */
export function tangents3(out: Float64Array, o: number, n: Numbers, i: number): void {
  const x = n[i];
  const y = n[i + 1];
  const z = n[i + 2];
  const sign = z >= 0 ? 1 : -1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  set3(out, o, 1 + sign * x * x * a, sign * b, -sign * x);
  set3(out, o + 3, b, sign + y * y * a, -y);
}
