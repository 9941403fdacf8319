/**
 * pow in plain arithmetic: x^y = 2^(y log2 x), log2 x carried in two doubles so that y times its error stays below a
 * unit in the last place. Reductions and coefficients of fdlibm 5.3 (e_pow.c). Special values as in ECMAScript:
 * pow(x, 0) = 1 even for NaN, pow(+-1, +-Infinity) = NaN.
 *
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc.
 * business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice
 * is preserved.
 */
import { fromWords, head, highWord, scale, withHighWord } from './words.ts';

/**
 * base and exponent, then the power. An array, because V8 boxes number arguments and results of a call that is not inlined, and
 * these functions are too long to be inlined.
 */
const power = new Float64Array(2);

/** x to the power y. */
export function pow(x: number, y: number): number {
  power[0] = x;
  power[1] = y;
  raise();
  return power[0];
}

/** values[o] = values[o] to the power values[o + 1], through the array. */
export function powAt(values: Float64Array, o: number): void {
  power[0] = values[o];
  power[1] = values[o + 1];
  raise();
  values[o] = power[0];
}

function raise(): void {
  const x = power[0];
  const y = power[1];
  const size = Math.abs(x);
  if (y === 0) power[0] = 1;
  else if (Number.isNaN(x) || Number.isNaN(y)) power[0] = NaN;
  else if (y === Infinity || y === -Infinity) power[0] = size === 1 ? NaN : size > 1 === y > 0 ? Infinity : 0;
  else if (y === 2) power[0] = x * x;
  else if (y === -1) power[0] = 1 / x;
  else if (y === 0.5 && x >= 0)
    power[0] = x === 0 ? 0 : Math.sqrt(x); // pow(-0, 1/2) is +0
  else if (y !== 1) raiseToReal();
}

function raiseToReal(): void {
  const x = power[0];
  const y = power[1];
  const size = Math.abs(x);
  const whole = Math.floor(y) === y;
  const odd = whole && Math.abs(y) < 9007199254740992 && Math.abs(y % 2) === 1;
  const negative = x < 0 || (x === 0 && 1 / x < 0);
  if (x === 0 || size === Infinity) power[0] = (x === 0) === y > 0 ? 0 : Infinity;
  else if (negative && !whole) power[0] = NaN;
  else if (size === 1) power[0] = 1;
  else {
    power[0] = size;
    raisePositive();
  }
  if (negative && odd) power[0] = -power[0];
}

const CP = 9.617966939259756e-1; // 2 / (3 ln2)
const CP_HEAD = 9.617967009544373e-1;
const CP_TAIL = -7.028461650952758e-9;
const LOG2_1_5_HEAD = 5.849624872207642e-1;
const LOG2_1_5_TAIL = 1.350039202129749e-8;
const L1 = 5.999999999999946e-1;
const L2 = 4.285714285785502e-1;
const L3 = 3.3333332981837743e-1;
const L4 = 2.72728123808534e-1;
const L5 = 2.3066074577556175e-1;
const L6 = 2.0697501780033842e-1;
const INV_LN2 = Math.LOG2E;
const INV_LN2_HEAD = 1.4426950216293335;
const INV_LN2_TAIL = 1.9259629911266175e-8;

/** log2 of the base, by log2 or log2NearOne: a head of 21 bits and a tail */
const logarithm = new Float64Array(2);

/** x > 0 finite and not 1, y finite and not 0 */
function raisePositive(): void {
  const x = power[0];
  const y = power[1];
  const large = Math.abs(y) > 2147483648;
  if (large) {
    // beyond these the result is 0 or Infinity; between them |1 - x| < 2^-20
    if (Math.abs(y) > 1.8446744073709552e19 || x < 0.999998 || x > 1.000001) {
      power[0] = x > 1 === y > 0 ? Infinity : 0;
      return;
    }
    log2NearOne();
  } else log2();
  const l0 = logarithm[0];
  const l1 = logarithm[1];
  const y0 = head(y);
  logarithm[0] = y0 * l0;
  logarithm[1] = (y - y0) * l0 + y * l1;
  exp2();
}

/** log2 of a base within 2^-20 of 1, to `logarithm` */
function log2NearOne(): void {
  const t = power[0] - 1;
  const w = t * t * (0.5 - t * (0.3333333333333333 - t * 0.25));
  const u = INV_LN2_HEAD * t;
  const v = t * INV_LN2_TAIL - w * INV_LN2;
  logarithm[0] = head(u + v);
  logarithm[1] = v - (logarithm[0] - u);
}

/** log2 x = n + log2 c + 2/ln2 (s + s^3/3 + ...), s = (m - c)/(m + c), x = 2^n m, c = 1 or 3/2 */
function log2(): void {
  const x = power[0];
  let n = 0;
  let normal = x;
  if (x < 2.2250738585072014e-308) {
    normal = x * 9007199254740992; // 2^53
    n = -53;
  }
  let high = highWord(normal);
  n += (high >> 20) - 1023;
  const fraction = high & 0xfffff;
  high = fraction | 0x3ff00000;
  // m in [1, sqrt(3/2)): c = 1; up to sqrt(3): c = 3/2; above: halve m, c = 1
  let k = 0;
  if (fraction > 0x3988e) {
    if (fraction < 0xbb67a) k = 1;
    else {
      n += 1;
      high -= 0x100000;
    }
  }
  const m = withHighWord(normal, high);
  const c = k === 0 ? 1 : 1.5;
  const u = m - c;
  const v = 1 / (m + c);
  const s = u * v;
  const s0 = head(s);
  const sum0 = fromWords(((high >> 1) | 0x20000000) + 0x80000 + (k << 18), 0); // head of m + c
  const sum1 = m - (sum0 - c);
  const s1 = v * (u - s0 * sum0 - s0 * sum1);
  let s2 = s * s;
  let r = s2 * s2 * (L1 + s2 * (L2 + s2 * (L3 + s2 * (L4 + s2 * (L5 + s2 * L6)))));
  r += s1 * (s0 + s);
  s2 = s0 * s0;
  const t0 = head(3 + s2 + r);
  const t1 = r - (t0 - 3 - s2);
  const a = s0 * t0;
  const b = s1 * t0 + t1 * s;
  const p0 = head(a + b);
  const p1 = b - (p0 - a);
  const z0 = CP_HEAD * p0;
  const z1 = CP_TAIL * p0 + p1 * CP + (k === 0 ? 0 : LOG2_1_5_TAIL);
  const offset = k === 0 ? 0 : LOG2_1_5_HEAD;
  logarithm[0] = head(z0 + z1 + offset + n);
  logarithm[1] = z1 - (logarithm[0] - n - offset - z0);
}

const LN2 = 6.931471805599453e-1;
const LN2_HEAD = 6.931471824645996e-1;
const LN2_TAIL = -1.904654299957768e-9;
const P1 = 1.6666666666666602e-1;
const P2 = -2.7777777777015593e-3;
const P3 = 6.613756321437934e-5;
const P4 = -1.6533902205465252e-6;
const P5 = 4.1381367970572385e-8;
const OVERFLOW_TAIL = 8.008566259537294e-17; // -(1024 - log2(largest double + half a unit))

/** The power is 2^(p0 + p1), p0 exact, p1 small, both where the logarithm was. */
function exp2(): void {
  const p0 = logarithm[0];
  const p1 = logarithm[1];
  const p = p0 + p1;
  const over = p >= 1024 && (p > 1024 || p1 + OVERFLOW_TAIL > p - p0);
  if (over || (p <= -1075 && (p < -1075 || p1 <= p - p0))) {
    power[0] = over ? Infinity : 0;
    return;
  }
  const n = Math.abs(p) > 0.5 ? Math.floor(p + 0.5) : 0;
  const f0 = p0 - n;
  const t = head(p1 + f0);
  const u = t * LN2_HEAD;
  const v = (p1 - (t - f0)) * LN2 + t * LN2_TAIL;
  const z = u + v;
  const w = v - (z - u);
  const z2 = z * z;
  const c = z - z2 * (P1 + z2 * (P2 + z2 * (P3 + z2 * (P4 + z2 * P5))));
  const r = (z * c) / (c - 2) - (w + z * w);
  power[0] = scale(1 - (r - z), n);
}
