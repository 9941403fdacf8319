/**
 * On which side of a plane does a point lie, how do two lines pass each other, which way does a normal point? The answers are exact: in
 * doubles where rounding cannot change the sign, otherwise in exact arithmetic. `sideOfPlane` uses integers (any finite numbers), the
 * others expansions (several times faster, nothing allocated).
 */
import type { Numbers } from '../math/index.ts';
import { addExpansions, differenceOf, scaleExpansion } from './expansion.ts';

/** (3 + 16 u) u: the same for a determinant of order two (Shewchuk 1997) */
const FILTER_2 = 3.3306690738754716e-16;

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
  const det = certainDeterminant(
    points[i] - points[l],
    points[i + 1] - points[l + 1],
    points[i + 2] - points[l + 2],
    points[j] - points[l],
    points[j + 1] - points[l + 1],
    points[j + 2] - points[l + 2],
    points[k] - points[l],
    points[k + 1] - points[l + 1],
    points[k + 2] - points[l + 2],
  );
  return Number.isNaN(det) ? exactSide(points, i, j, k, l) : det;
}

/** a . (c x b) of differences of doubles where its sign is certain, else not a number. */
function certainDeterminant(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
): number {
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
  return Math.abs(det) > FILTER * size && size > 1e-280 ? det : Number.NaN;
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

/**
 * Sign (-1, 0, 1) of (b - a) x (c - a) . (d - a): 1 when d lies on the side of the plane a b c from which the loop a, b, c
 * turns anticlockwise. Each point is an array and the offset of its x. Also how two lines pass: a b and c d.
 */
export function orientation(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  c: Float64Array,
  k: number,
  d: Float64Array,
  l: number,
): number {
  const det = certainDeterminant(
    a[i] - d[l],
    a[i + 1] - d[l + 1],
    a[i + 2] - d[l + 2],
    b[j] - d[l],
    b[j + 1] - d[l + 1],
    b[j + 2] - d[l + 2],
    c[k] - d[l],
    c[k + 1] - d[l + 1],
    c[k + 2] - d[l + 2],
  );
  return Number.isNaN(det) ? exactOrientation(a, i, b, j, c, k, d, l) : Math.sign(det);
}

// a difference has 2 terms, a product of two 8, a minor 16, minor times difference 64, the determinant 192
const differences = Array.from({ length: 9 }, () => new Float64Array(2));
const lengths = new Int32Array(9);
const half = new Float64Array(64);
const otherHalf = new Float64Array(64);
const product = new Float64Array(64);
const otherProduct = new Float64Array(64);
const minor = new Float64Array(16);
const sumA = new Float64Array(192);
const sumB = new Float64Array(192);

function exactOrientation(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  c: Float64Array,
  k: number,
  d: Float64Array,
  l: number,
): number {
  for (let axis = 0; axis < 3; axis++) {
    lengths[axis] = differenceOf(differences[axis], a[i + axis], d[l + axis]);
    lengths[3 + axis] = differenceOf(differences[3 + axis], b[j + axis], d[l + axis]);
    lengths[6 + axis] = differenceOf(differences[6 + axis], c[k + axis], d[l + axis]);
  }
  let n = multiply(sumA, minor, minorOf(6, 4, 3, 7), 2);
  let m = multiply(product, minor, minorOf(0, 7, 6, 1), 5);
  n = addExpansions(sumB, sumA, n, product, m, 1);
  m = multiply(product, minor, minorOf(3, 1, 0, 4), 8);
  n = addExpansions(sumA, sumB, n, product, m, 1);
  return n === 0 ? 0 : sumA[n - 1] > 0 ? 1 : -1;
}

/** minor = p q - r s, of differences; the length */
function minorOf(p: number, q: number, r: number, s: number): number {
  const n = multiply(product, differences[p], lengths[p], q);
  const m = multiply(otherProduct, differences[r], lengths[r], s);
  return addExpansions(minor, product, n, otherProduct, m, -1);
}

/** out = e times difference q; the length */
function multiply(out: Float64Array, e: Float64Array, length: number, q: number): number {
  const terms = differences[q];
  const count = lengths[q];
  if (count === 0) return 0;
  if (count === 1) return scaleExpansion(out, e, length, terms[0]);
  const n = scaleExpansion(half, e, length, terms[0]);
  const m = scaleExpansion(otherHalf, e, length, terms[1]);
  return addExpansions(out, half, n, otherHalf, m, 1);
}

/** Sign of component `axis` of (b - a) x (d - c). */
export function crossSign(
  axis: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  c: Float64Array,
  k: number,
  d: Float64Array,
  l: number,
): number {
  const y = axis === 2 ? 0 : axis + 1;
  const z = axis === 0 ? 2 : axis - 1;
  const left = (b[j + y] - a[i + y]) * (d[l + z] - c[k + z]);
  const right = (b[j + z] - a[i + z]) * (d[l + y] - c[k + y]);
  const det = left - right;
  const bound = FILTER_2 * (Math.abs(left) + Math.abs(right));
  if (det > bound) return 1;
  if (det < -bound) return -1;
  if (left === 0 && right === 0) return 0; // a difference of doubles is 0 only when they are equal
  lengths[0] = differenceOf(differences[0], b[j + y], a[i + y]);
  lengths[1] = differenceOf(differences[1], d[l + z], c[k + z]);
  lengths[2] = differenceOf(differences[2], b[j + z], a[i + z]);
  lengths[3] = differenceOf(differences[3], d[l + y], c[k + y]);
  const n = minorOf(0, 1, 2, 3);
  return n === 0 ? 0 : minor[n - 1] > 0 ? 1 : -1;
}
