/**
 * On which side of a plane does a point lie? Answered without error: in doubles where their rounding cannot change the
 * sign, else in integers.
 */
import type { Numbers } from '../math/index.ts';

/** (7 + 56 u) u, u = 2^-53: bounds the rounding error of the determinant over the sum of the sizes of its terms (Shewchuk, README) */
const FILTER = 7.771561172376103e-16;

/**
 * Positive when point d lies on the side of the plane a b c from which the loop a, b, c turns anticlockwise, negative on
 * the other side, 0 exactly in the plane. a ... d are point indices into xyz triples. Only the sign is exact.
 */
export function sideOfPlane(points: Numbers, a: number, b: number, c: number, d: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const l = 3 * d;
  const ax = points[i] - points[l];
  const ay = points[i + 1] - points[l + 1];
  const az = points[i + 2] - points[l + 2];
  const bx = points[j] - points[l];
  const by = points[j + 1] - points[l + 1];
  const bz = points[j + 2] - points[l + 2];
  const cx = points[k] - points[l];
  const cy = points[k + 1] - points[l + 1];
  const cz = points[k + 2] - points[l + 2];
  // four points in a plane along two axes: common, and a difference of doubles is 0 only when they are equal
  if ((ax === 0 && bx === 0 && cx === 0) || (ay === 0 && by === 0 && cy === 0) || (az === 0 && bz === 0 && cz === 0)) {
    return 0;
  }
  const bxcy = bx * cy;
  const cxby = cx * by;
  const cxay = cx * ay;
  const axcy = ax * cy;
  const axby = ax * by;
  const bxay = bx * ay;
  const det = az * (cxby - bxcy) + bz * (axcy - cxay) + cz * (bxay - axby);
  const size =
    (Math.abs(bxcy) + Math.abs(cxby)) * Math.abs(az) +
    (Math.abs(cxay) + Math.abs(axcy)) * Math.abs(bz) +
    (Math.abs(axby) + Math.abs(bxay)) * Math.abs(cz);
  // below 1e-280 products may have underflowed
  if (Math.abs(det) > FILTER * size && size > 1e-280) return det;
  return exactSide(points, i, j, k, l);
}

function exactSide(points: Numbers, i: number, j: number, k: number, l: number): number {
  let lowest = 2000;
  for (let axis = 0; axis < 3; axis++) {
    lowest = Math.min(lowest, lowestExponent(points[i + axis]), lowestExponent(points[j + axis]));
    lowest = Math.min(lowest, lowestExponent(points[k + axis]), lowestExponent(points[l + axis]));
  }
  const dx = toInteger(points[l], lowest);
  const dy = toInteger(points[l + 1], lowest);
  const dz = toInteger(points[l + 2], lowest);
  const ax = toInteger(points[i], lowest) - dx;
  const ay = toInteger(points[i + 1], lowest) - dy;
  const az = toInteger(points[i + 2], lowest) - dz;
  const bx = toInteger(points[j], lowest) - dx;
  const by = toInteger(points[j + 1], lowest) - dy;
  const bz = toInteger(points[j + 2], lowest) - dz;
  const cx = toInteger(points[k], lowest) - dx;
  const cy = toInteger(points[k + 1], lowest) - dy;
  const cz = toInteger(points[k + 2], lowest) - dz;
  const det = az * (cx * by - bx * cy) + bz * (ax * cy - cx * ay) + cz * (bx * ay - ax * by);
  return det > 0n ? 1 : det < 0n ? -1 : 0;
}

const bits = new DataView(new ArrayBuffer(8));

/** exponent of the last bit a double can hold beside x; large for 0, which fits everywhere */
function lowestExponent(x: number): number {
  if (x === 0) return 2000;
  bits.setFloat64(0, x);
  return Math.max((bits.getUint16(0) >> 4) & 0x7ff, 1) - 1075;
}

/** x 2^-exponent */
function toInteger(x: number, exponent: number): bigint {
  if (x === 0) return 0n;
  bits.setFloat64(0, Math.abs(x));
  const raw = bits.getBigUint64(0);
  const stored = Number(raw >> 52n);
  const mantissa = stored === 0 ? raw : (raw & 0xfffffffffffffn) | 0x10000000000000n;
  const size = mantissa << BigInt(Math.max(stored, 1) - 1075 - exponent);
  return x < 0 ? -size : size;
}
