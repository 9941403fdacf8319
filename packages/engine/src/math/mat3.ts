/** 3x3 matrices in flat arrays, row-major, nine numbers from an offset. `out` may be one of the inputs. */
import type { Numbers } from './types.ts';

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
