/**
 * exp, expm1, log, log1p, cbrt in plain arithmetic. Reductions and coefficients of fdlibm 5.3 (e_exp.c, s_expm1.c,
 * e_log.c, s_log1p.c) and of FreeBSD's s_cbrt.c.
 *
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc.
 * business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice
 * is preserved.
 */
import { fromWords, highWord, lowWord, powerOfTwo, scale, withHighWord } from './words.ts';

const LN2_HEAD = 6.931471803691238e-1; // 33 bits: exact times an exponent
const LN2_TAIL = 1.9082149292705877e-10;
const INV_LN2 = Math.LOG2E;
const HALF_LN2 = 0.34657359027997264;
const OVERFLOW = 709.782712893384; // log of the largest double
const ORDINARY = 700; // within +-700 the result is far from overflow and from the smallest normal number

const P1 = 1.6666666666666602e-1;
const P2 = -2.7777777777015593e-3;
const P3 = 6.613756321437934e-5;
const P4 = -1.6533902205465252e-6;
const P5 = 4.1381367970572385e-8;

/** exp(x + y) = 2^k exp(r) with r = head - tail, |r| <= ln2 / 2: exp(r) by a rational function */
function expReduced(head: number, tail: number): number {
  const r = head - tail;
  const t = r * r;
  const c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
  return 1 + ((r * c) / (2 - c) - tail + head);
}

/** e^x. */
export function exp(x: number): number {
  if (Math.abs(x) <= HALF_LN2) return expReduced(x, 0);
  if (x > OVERFLOW) return Infinity;
  if (x < -745.1332191019412) return 0;
  if (Number.isNaN(x)) return x;
  const k = Math.floor(INV_LN2 * x + 0.5);
  return scale(expReduced(x - k * LN2_HEAD, k * LN2_TAIL), k);
}

/** p[i] = exp(p[i]), through an array: V8 boxes number arguments and results of a call that is not inlined. */
export function expAt(p: Float64Array, i: number): void {
  const x = p[i];
  if (!(Math.abs(x) < ORDINARY)) {
    p[i] = exp(x);
    return;
  }
  const k = Math.abs(x) <= HALF_LN2 ? 0 : Math.floor(INV_LN2 * x + 0.5);
  const head = x - k * LN2_HEAD;
  const tail = k * LN2_TAIL;
  const r = head - tail;
  const t = r * r;
  const c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
  const e = 1 + ((r * c) / (2 - c) - tail + head);
  p[i] = e * powerOfTwo(k);
}

const Q1 = -3.333333333333313e-2;
const Q2 = 1.5873015872548146e-3;
const Q3 = -7.93650757867488e-5;
const Q4 = 4.008217827329362e-6;
const Q5 = -2.0109921818362437e-7;

/** exp(x) - 1 without cancellation near 0 */
export function expm1(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > OVERFLOW) return Infinity;
  if (x < -38.816242) return -1; // 56 ln2
  const size = Math.abs(x);
  if (size < 5.551115123125783e-17) return x; // 2^-54
  let k = 0;
  let r = x;
  let c = 0; // rounding error of r
  if (size > HALF_LN2) {
    k = size < 1.0397207708399179 ? (x < 0 ? -1 : 1) : Math.floor(INV_LN2 * x + 0.5);
    const head = x - k * LN2_HEAD;
    const tail = k * LN2_TAIL;
    r = head - tail;
    c = head - r - tail;
  }
  const half = 0.5 * r;
  const s = r * half;
  const r1 = 1 + s * (Q1 + s * (Q2 + s * (Q3 + s * (Q4 + s * Q5))));
  const t = 3 - r1 * half;
  let e = s * ((r1 - t) / (6 - r * t));
  if (k === 0) return r - (r * e - s);
  e = r * (e - c) - c - s;
  if (k === -1) return 0.5 * (r - e) - 0.5;
  if (k === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e);
  if (k < 0 || k > 56) return scale(r - e + 1, k) - 1;
  const inverse = powerOfTwo(-k);
  return k < 20 ? (r - e + (1 - inverse)) * powerOfTwo(k) : (r - (e + inverse) + 1) * powerOfTwo(k);
}

const L1 = 6.666666666666735e-1;
const L2 = 3.999999999940942e-1;
const L3 = 2.857142874366239e-1;
const L4 = 2.2222198432149784e-1;
const L5 = 1.818357216161805e-1;
const L6 = 1.5313837699209373e-1;
const L7 = 1.4798198605116586e-1;
const SQRT_HALF_WORD = 0x3fe6a09e; // high word of sqrt(1/2)

/** k ln2 + log(1 + f) + c, sqrt(1/2) < 1 + f < sqrt(2), with s = f/(2 + f): log(1 + f) = f - f^2/2 + s (f^2/2 + R(s^2)) */
function logReduced(f: number, k: number, c: number): number {
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (L2 + w * (L4 + w * L6));
  const odd = z * (L1 + w * (L3 + w * (L5 + w * L7)));
  return s * (half + (even + odd)) + (k * LN2_TAIL + c) - half + f + k * LN2_HEAD;
}

/** Natural logarithm; -Infinity at 0, NaN below. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity || x === 1) return x === 1 ? 0 : x;
  let k = 0;
  let normal = x;
  if (x < 2.2250738585072014e-308) {
    normal = x * 18014398509481984; // 2^54
    k = -54;
  }
  const shifted = highWord(normal) + (0x3ff00000 - SQRT_HALF_WORD);
  k += (shifted >> 20) - 1023;
  return logReduced(withHighWord(normal, (shifted & 0xfffff) + SQRT_HALF_WORD) - 1, k, 0);
}

/** log(1 + x) without cancellation near 0 */
export function log1p(x: number): number {
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  if (x === Infinity) return x;
  if (Math.abs(x) < 1.1102230246251565e-16) return x; // 2^-53
  if (x > -0.2928932188134524 && x < 0.41421356237309503) return logReduced(x, 0, 0);
  const u = 1 + x;
  const shifted = highWord(u) + (0x3ff00000 - SQRT_HALF_WORD);
  const k = (shifted >> 20) - 1023;
  // rounding error of 1 + x, as a correction of the logarithm
  const c = k >= 54 ? 0 : (k >= 2 ? 1 - (u - x) : x - (u - 1)) / u;
  return logReduced(withHighWord(u, (shifted & 0xfffff) + SQRT_HALF_WORD) - 1, k, c);
}

/** Cube root, error below 0.667 units in the last place. */
export function cbrt(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const size = Math.abs(x);
  // first estimate, good to 5 bits: a third of the exponent; the constant restores the bias
  const guess =
    size < 2.2250738585072014e-308
      ? fromWords(Math.floor(highWord(size * 18014398509481984) / 3) + 696219795, 0)
      : fromWords(Math.floor(highWord(size) / 3) + 715094163, 0);
  // to 23 bits by a quartic in r = guess^3 / size
  const r = guess * guess * (guess / size);
  let t =
    guess *
    (1.87595182427177 +
      r * (-1.8849797954337717 + r * 1.6214297201053545) +
      r * r * r * (-0.758397934778766 + r * 0.14599619288661245));
  t = roundTo23Bits(t); // so that t^2 is exact
  // one Newton step, to 53 bits
  const q = size / (t * t);
  t += t * ((q - t) / (t + t + q));
  return x < 0 ? -t : t;
}

/** Adds half a unit of the 23rd bit and clears what is below it. */
function roundTo23Bits(t: number): number {
  const low = lowWord(t) + 0x80000000;
  return fromWords(highWord(t) + (low >= 4294967296 ? 1 : 0), low & 0xc0000000);
}
