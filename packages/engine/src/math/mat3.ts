/** 3x3 matrices in flat arrays, row-major, nine numbers from an offset. `out` may be one of the inputs. */
import type { Numbers } from './types.ts';
import { set3 } from './vec3.ts';

export function identity33(out: Float64Array, o: number): void {
  set33(out, o, 1, 0, 0, 0, 1, 0, 0, 0, 1);
}

function set33(
  out: Float64Array,
  o: number,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
  i: number,
): void {
  set3(out, o, a, b, c);
  set3(out, o + 3, d, e, f);
  set3(out, o + 6, g, h, i);
}

export function copy33(out: Float64Array, o: number, a: Numbers, i: number): void {
  for (let k = 0; k < 9; k++) out[o + k] = a[i + k];
}

/** out = A B */
export function mul33(out: Float64Array, o: number, a: Numbers, i: number, b: Numbers, j: number): void {
  const b0 = b[j];
  const b1 = b[j + 1];
  const b2 = b[j + 2];
  const b3 = b[j + 3];
  const b4 = b[j + 4];
  const b5 = b[j + 5];
  const b6 = b[j + 6];
  const b7 = b[j + 7];
  const b8 = b[j + 8];
  for (let row = 0; row < 9; row += 3) {
    const x = a[i + row];
    const y = a[i + row + 1];
    const z = a[i + row + 2];
    out[o + row] = x * b0 + y * b3 + z * b6;
    out[o + row + 1] = x * b1 + y * b4 + z * b7;
    out[o + row + 2] = x * b2 + y * b5 + z * b8;
  }
}

/** out = A B^T */
export function mulT33(out: Float64Array, o: number, a: Numbers, i: number, b: Numbers, j: number): void {
  const b0 = b[j];
  const b1 = b[j + 1];
  const b2 = b[j + 2];
  const b3 = b[j + 3];
  const b4 = b[j + 4];
  const b5 = b[j + 5];
  const b6 = b[j + 6];
  const b7 = b[j + 7];
  const b8 = b[j + 8];
  for (let row = 0; row < 9; row += 3) {
    const x = a[i + row];
    const y = a[i + row + 1];
    const z = a[i + row + 2];
    out[o + row] = x * b0 + y * b1 + z * b2;
    out[o + row + 1] = x * b3 + y * b4 + z * b5;
    out[o + row + 2] = x * b6 + y * b7 + z * b8;
  }
}

/** out = A^T B */
export function tMul33(out: Float64Array, o: number, a: Numbers, i: number, b: Numbers, j: number): void {
  const a0 = a[i];
  const a1 = a[i + 1];
  const a2 = a[i + 2];
  const a3 = a[i + 3];
  const a4 = a[i + 4];
  const a5 = a[i + 5];
  const a6 = a[i + 6];
  const a7 = a[i + 7];
  const a8 = a[i + 8];
  for (let column = 0; column < 3; column++) {
    const x = b[j + column];
    const y = b[j + column + 3];
    const z = b[j + column + 6];
    out[o + column] = a0 * x + a3 * y + a6 * z;
    out[o + column + 3] = a1 * x + a4 * y + a7 * z;
    out[o + column + 6] = a2 * x + a5 * y + a8 * z;
  }
}

/** out (3) = A v */
export function mulVec33(out: Float64Array, o: number, a: Numbers, i: number, v: Numbers, j: number): void {
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  set3(
    out,
    o,
    a[i] * x + a[i + 1] * y + a[i + 2] * z,
    a[i + 3] * x + a[i + 4] * y + a[i + 5] * z,
    a[i + 6] * x + a[i + 7] * y + a[i + 8] * z,
  );
}

/** out (3) = A^T v */
export function tMulVec33(out: Float64Array, o: number, a: Numbers, i: number, v: Numbers, j: number): void {
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  set3(
    out,
    o,
    a[i] * x + a[i + 3] * y + a[i + 6] * z,
    a[i + 1] * x + a[i + 4] * y + a[i + 7] * z,
    a[i + 2] * x + a[i + 5] * y + a[i + 8] * z,
  );
}

export function transpose33(out: Float64Array, o: number, a: Numbers, i: number): void {
  set33(out, o, a[i], a[i + 3], a[i + 6], a[i + 1], a[i + 4], a[i + 7], a[i + 2], a[i + 5], a[i + 8]);
}

export function det33(a: Numbers, i: number): number {
  return (
    a[i] * (a[i + 4] * a[i + 8] - a[i + 5] * a[i + 7]) +
    a[i + 1] * (a[i + 5] * a[i + 6] - a[i + 3] * a[i + 8]) +
    a[i + 2] * (a[i + 3] * a[i + 7] - a[i + 4] * a[i + 6])
  );
}

/** out = A^-1 by cofactors; returns det A. A singular matrix leaves `out` untouched and returns 0. */
export function invert33(out: Float64Array, o: number, a: Numbers, i: number): number {
  const det = det33(a, i);
  if (det === 0) return 0;
  const s = 1 / det;
  set33(
    out,
    o,
    s * (a[i + 4] * a[i + 8] - a[i + 5] * a[i + 7]),
    s * (a[i + 2] * a[i + 7] - a[i + 1] * a[i + 8]),
    s * (a[i + 1] * a[i + 5] - a[i + 2] * a[i + 4]),
    s * (a[i + 5] * a[i + 6] - a[i + 3] * a[i + 8]),
    s * (a[i] * a[i + 8] - a[i + 2] * a[i + 6]),
    s * (a[i + 2] * a[i + 3] - a[i] * a[i + 5]),
    s * (a[i + 3] * a[i + 7] - a[i + 4] * a[i + 6]),
    s * (a[i + 1] * a[i + 6] - a[i] * a[i + 7]),
    s * (a[i] * a[i + 4] - a[i + 1] * a[i + 3]),
  );
  return det;
}

/** out = A^-1 of a symmetric A as xx, xy, xz, yy, yz, zz; A must not be singular. */
export function invertSymmetric33(out: Float64Array, o: number, a: Numbers, i: number): void {
  const xx = a[i];
  const xy = a[i + 1];
  const xz = a[i + 2];
  const yy = a[i + 4];
  const yz = a[i + 5];
  const zz = a[i + 8];
  const cx = yy * zz - yz * yz;
  const cy = xz * yz - xy * zz;
  const cz = xy * yz - xz * yy;
  const s = 1 / (xx * cx + xy * cy + xz * cz);
  out[o] = cx * s;
  out[o + 1] = cy * s;
  out[o + 2] = cz * s;
  out[o + 3] = (xx * zz - xz * xz) * s;
  out[o + 4] = (xy * xz - xx * yz) * s;
  out[o + 5] = (xx * yy - xy * xy) * s;
}

/** out = [v]x, so that out w = v x w */
export function skew33(out: Float64Array, o: number, v: Numbers, j: number): void {
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  set33(out, o, 0, -z, y, z, 0, -x, -y, x, 0);
}
