/**
 * sin, cos, tan in plain arithmetic: additions, products and quotients only, which every engine rounds alike.
 *
 * Argument reduction: x = n pi/2 + (r0 + r1), |r0| <= pi/4, r0 + r1 good to about 2^-110 of pi/2.
 *   |x| < 2^20 pi/2: Cody and Waite, pi/2 in pieces of 33 bits, so n times a piece is exact; a second and a third piece
 *   are taken when the first leaves too few bits.
 *   larger |x|: x is an integer times a power of two; its product with 2/pi to 1216 bits is formed in integers
 *   (Payne and Hanek 1983), which is slow but right for every double.
 * Polynomials on [-pi/4, pi/4]: coefficients of fdlibm 5.3 (k_sin.c, k_cos.c, k_tan.c).
 *
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc.
 * business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice
 * is preserved.
 */
import { head } from './words.ts';

const QUARTER_PI = 0.7853981633974483;
const CODY_WAITE_LIMIT = 1647099; // just below 2^20 pi/2: n has at most 20 bits, so n times a piece of 33 bits is exact in 53

const TWO_OVER_PI = 0.6366197723675814;
const PIECE_1 = 1.5707963267341256; // first 33 bits of pi/2
const TAIL_1 = 6.077100506506192e-11; // pi/2 - PIECE_1
const PIECE_2 = 6.077100506303966e-11; // the next 33 bits
const TAIL_2 = 2.0222662487959506e-21;
const PIECE_3 = 2.0222662487111665e-21;
const TAIL_3 = 8.4784276603689e-32;

/** remainder r0 + r1 of the last reduction. A typed array, because V8 boxes a double in a module variable. */
const remainder = new Float64Array(2);

/** sin x, x in [rad]. */
export function sin(x: number): number {
  const quadrant = reduceNear(x);
  if ((quadrant & 1) === 0) sineTo(result, 0);
  else cosineTo(result, 0);
  return quadrant < 2 ? result[0] : -result[0];
}

/** cos x, x in [rad]. */
export function cos(x: number): number {
  const quadrant = reduceNear(x);
  if ((quadrant & 1) === 0) cosineTo(result, 0);
  else sineTo(result, 0);
  return quadrant === 0 || quadrant === 3 ? result[0] : -result[0];
}

/** As reduce, also for |x| below pi/4. */
function reduceNear(x: number): number {
  if (!(Math.abs(x) < QUARTER_PI)) return reduce(x);
  remainder[0] = x;
  remainder[1] = 0;
  return 0;
}

const result = new Float64Array(1);

/** out[o] = sin x, out[o + 1] = cos x, with one reduction; the same bits as sin and cos. */
export function sincos(out: Float64Array, o: number, x: number): void {
  angle[0] = x;
  sincosAt(out, o, angle, 0);
}

const angle = new Float64Array(1);

/** sincos of xs[i], through the array. */
export function sincosAt(out: Float64Array, o: number, xs: Float64Array, i: number): void {
  const x = xs[i];
  let quadrant = 0;
  if (Math.abs(x) < QUARTER_PI) {
    remainder[0] = x;
    remainder[1] = 0;
  } else {
    angle[0] = x;
    quadrant = reduceAngle();
  }
  sineTo(out, o);
  cosineTo(out, o + 1);
  if (quadrant === 0) return;
  const s = out[o];
  const c = out[o + 1];
  out[o] = quadrant === 1 ? c : quadrant === 2 ? -s : -c;
  out[o + 1] = quadrant === 1 ? -s : quadrant === 2 ? -c : s;
}

function reduceAngle(): number {
  return reduce(angle[0]);
}

/** out[o] = sin(x + y) of the remainder, |x| <= pi/4, y the tail of x */
function sineTo(out: Float64Array, o: number): void {
  const x = remainder[0];
  const y = remainder[1];
  const z = x * x;
  const w = z * z;
  const r = S2 + z * (S3 + z * S4) + z * w * (S5 + z * S6);
  const v = z * x;
  out[o] = x - (z * (0.5 * y - v * r) - y - v * S1);
}

/** out[o] = cos(x + y) of the remainder */
function cosineTo(out: Float64Array, o: number): void {
  const x = remainder[0];
  const y = remainder[1];
  const z = x * x;
  const z2 = z * z;
  const r = z * (C1 + z * (C2 + z * C3)) + z2 * z2 * (C4 + z * (C5 + z * C6));
  const half = 0.5 * z;
  const w = 1 - half;
  out[o] = w + (1 - w - half + (z * r - x * y));
}

/** tan x, x in [rad]. */
export function tan(x: number): number {
  if (Math.abs(x) < QUARTER_PI) return tanKernel(x, 0, false);
  const quadrant = reduce(x);
  return tanKernel(remainder[0], remainder[1], (quadrant & 1) === 1);
}

/** Leaves r0 + r1 in `remainder` and returns n modulo 4. For x not finite the remainder is NaN. */
function reduce(x: number): number {
  if (!(Math.abs(x) < CODY_WAITE_LIMIT)) return reduceLarge(x);
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  let r = x - n * PIECE_1;
  let w = n * TAIL_1;
  let r0 = r - w;
  const size = Math.abs(x);
  if (Math.abs(r0) < size * 1.52587890625e-5) {
    // 2^-16: bits were lost to cancellation, take 33 more of pi/2
    const before = r;
    w = n * PIECE_2;
    r = before - w;
    w = n * TAIL_2 - (before - r - w);
    r0 = r - w;
    if (Math.abs(r0) < size * 1.7763568394002505e-15) {
      // 2^-49
      const last = r;
      w = n * PIECE_3;
      r = last - w;
      w = n * TAIL_3 - (last - r - w);
      r0 = r - w;
    }
  }
  remainder[0] = r0;
  remainder[1] = r - r0 - w;
  return n & 3;
}

/**
 * floor(2/pi 2^1216): 53 + 971 bits for the largest double, 62 for the closest that a double comes to a multiple of pi/2, the
 * rest for accuracy
 */
const TWO_OVER_PI_BITS = BigInt(
  '0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73e' +
    'e88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b7' +
    '4f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7b6bab',
);
const HALF_PI_BITS = BigInt('0x1921fb54442d18469898cc51701b839a2'); // floor(pi/2 2^128)
const KEPT_BITS = 240;
const UNIT = 1 / Number(1n << BigInt(KEPT_BITS + 128));
const bitsOf = new DataView(new ArrayBuffer(8));

function reduceLarge(x: number): number {
  if (!Number.isFinite(x)) {
    remainder[0] = NaN;
    remainder[1] = NaN;
    return 0;
  }
  bitsOf.setFloat64(0, Math.abs(x));
  const bits = bitsOf.getBigUint64(0);
  const exponent = Number(bits >> 52n) - 1075;
  const mantissa = (bits & 0xfffffffffffffn) | 0x10000000000000n;
  // |x| 2/pi = turns 2^-fractionBits; fractionBits is at least 1216 - 971 = 245
  const turns = mantissa * TWO_OVER_PI_BITS;
  const fractionBits = BigInt(1216 - exponent);
  let n = Number((turns >> fractionBits) & 3n);
  let fraction = (turns & ((1n << fractionBits) - 1n)) >> (fractionBits - BigInt(KEPT_BITS));
  if (fraction >> BigInt(KEPT_BITS - 1) === 1n) {
    n += 1;
    fraction -= 1n << BigInt(KEPT_BITS);
  }
  const product = fraction * HALF_PI_BITS;
  const r0 = Number(product);
  const r1 = Number(product - BigInt(r0));
  remainder[0] = x < 0 ? -r0 * UNIT : r0 * UNIT;
  remainder[1] = x < 0 ? -r1 * UNIT : r1 * UNIT;
  return (x < 0 ? -n : n) & 3;
}

const S1 = -1.6666666666666632e-1;
const S2 = 8.33333333332249e-3;
const S3 = -1.984126982985795e-4;
const S4 = 2.7557313707070068e-6;
const S5 = -2.5050760253406863e-8;
const S6 = 1.58969099521155e-10;

const C1 = 4.16666666666666e-2;
const C2 = -1.388888888887411e-3;
const C3 = 2.480158728947673e-5;
const C4 = -2.7557314351390663e-7;
const C5 = 2.087572321298175e-9;
const C6 = -1.1359647557788195e-11;

const T0 = 3.333333333333341e-1;
const T1 = 1.3333333333320124e-1;
const T2 = 5.396825397622605e-2;
const T3 = 2.1869488294859542e-2;
const T4 = 8.8632398235993e-3;
const T5 = 3.5920791075913124e-3;
const T6 = 1.4562094543252903e-3;
const T7 = 5.880412408202641e-4;
const T8 = 2.464631348184699e-4;
const T9 = 7.817944429395571e-5;
const T10 = 7.140724913826082e-5;
const T11 = -1.8558637485527546e-5;
const T12 = 2.590730518636337e-5;
const QUARTER_PI_TAIL = 3.061616997868383e-17;

/** tan(x + y), or -1/tan(x + y) when `inverted`; |x| <= pi/4, y the tail of x */
function tanKernel(x: number, y: number, inverted: boolean): number {
  const far = Math.abs(x) >= 0.6744;
  const negative = x < 0;
  let a = x;
  let tail = y;
  if (far) {
    // tan(pi/4 - a) = (1 - tan a) / (1 + tan a): the polynomial is best near 0
    a = negative ? QUARTER_PI + x + (QUARTER_PI_TAIL + y) : QUARTER_PI - x + (QUARTER_PI_TAIL - y);
    tail = 0;
  }
  const z = a * a;
  const z2 = z * z;
  const odd = T1 + z2 * (T3 + z2 * (T5 + z2 * (T7 + z2 * (T9 + z2 * T11))));
  const even = z * (T2 + z2 * (T4 + z2 * (T6 + z2 * (T8 + z2 * (T10 + z2 * T12)))));
  const cube = z * a;
  const r = tail + z * (cube * (odd + even) + tail) + cube * T0;
  const w = a + r;
  if (far) {
    const sign = inverted ? -1 : 1;
    const value = sign - 2 * (a + (r - (w * w) / (w + sign)));
    return negative ? -value : value;
  }
  if (!inverted) return w;
  // -1/w with the rounding of w and of the quotient corrected
  const w0 = head(w);
  const rest = r - (w0 - a);
  const q = -1 / w;
  const q0 = head(q);
  return q0 + q * (1 + q0 * w0 + q0 * rest);
}
