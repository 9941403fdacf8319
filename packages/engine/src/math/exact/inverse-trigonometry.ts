/**
 * atan, atan2, asin, acos in plain arithmetic and the square root. Intervals and coefficients of fdlibm 5.3
 * (s_atan.c, e_atan2.c, e_asin.c, e_acos.c).
 *
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc.
 * business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice
 * is preserved.
 */
import { head } from './words.ts';

const PI = Math.PI;
const PI_TAIL = 1.2246467991473532e-16;
const HALF_PI = 1.5707963267948966;
const HALF_PI_TAIL = 6.123233995736766e-17;
const QUARTER_PI = 0.7853981633974483;

const A0 = 3.333333333333293e-1;
const A1 = -1.9999999999876483e-1;
const A2 = 1.4285714272503466e-1;
const A3 = -1.1111110405462356e-1;
const A4 = 9.090887133436507e-2;
const A5 = -7.69187620504483e-2;
const A6 = 6.661073137387531e-2;
const A7 = -5.8335701337905735e-2;
const A8 = 4.9768779946159324e-2;
const A9 = -3.6531572744216916e-2;
const A10 = 1.6285820115365782e-2;

/**
 * The long kernels pass their numbers in arrays, because V8 boxes number arguments and results of calls that are not inlined;
 * the public functions of numbers are short enough to be inlined.
 */
const cell = new Float64Array(2);

/** -pi/2 ... pi/2 */
export function atan(x: number): number {
  cell[0] = x;
  atanAt(cell, 0);
  return cell[0];
}

/** p[i] = atan p[i] */
function atanAt(p: Float64Array, i: number): void {
  const x = p[i];
  const size = Math.abs(x);
  if (!(size >= 7.450580596923828e-9)) return; // NaN, and below 2^-27, where x^3/3 vanishes
  // atan size = atan c + atan((size - c) / (1 + c size)), c = 0, 1/2, 1, 3/2, infinity; (value, tail) of atan c
  let rest = size;
  let value = 0;
  let tail = 0;
  if (size >= 2.4375) {
    rest = -1 / size;
    value = HALF_PI;
    tail = HALF_PI_TAIL;
  } else if (size >= 1.1875) {
    rest = (size - 1.5) / (1 + 1.5 * size);
    value = 0.982793723247329;
    tail = 1.3903311031230998e-17;
  } else if (size >= 0.6875) {
    rest = (size - 1) / (size + 1);
    value = QUARTER_PI;
    tail = 3.061616997868383e-17;
  } else if (size >= 0.4375) {
    rest = (2 * size - 1) / (2 + size);
    value = 0.4636476090008061;
    tail = 2.2698777452961687e-17;
  }
  // rest - atan rest for |rest| < 7/16
  const z = rest * rest;
  const w = z * z;
  const even = z * (A0 + w * (A2 + w * (A4 + w * (A6 + w * (A8 + w * A10)))));
  const odd = w * (A1 + w * (A3 + w * (A5 + w * (A7 + w * A9))));
  const angle = value - (rest * (even + odd) - tail - rest);
  p[i] = x < 0 ? -angle : angle;
}

/** Angle of the point (x, y), -pi ... pi, with the signs of zero kept as in IEEE 754: atan2(0, -1) = pi, atan2(-0, -1) = -pi. */
export function atan2(y: number, x: number): number {
  cell[0] = x;
  cell[1] = y;
  atan2At(cell, 0, cell, 0);
  return cell[0];
}

/** out[o] = angle of the point (xy[i], xy[i + 1]) [rad] */
export function atan2At(out: Float64Array, o: number, xy: Float64Array, i: number): void {
  const x = xy[i];
  const y = xy[i + 1];
  const left = x < 0 || (x === 0 && 1 / x < 0);
  const below = y < 0 || (y === 0 && 1 / y < 0);
  const width = Math.abs(x);
  const height = Math.abs(y);
  // out[o]: of (width, height) or, for a point on the left, of (-width, height)
  if (Number.isNaN(x) || Number.isNaN(y)) out[o] = NaN;
  else if (height === 0) out[o] = left ? PI : 0;
  else if (width === 0) out[o] = HALF_PI;
  else if (width === Infinity) {
    if (height === Infinity) out[o] = left ? 3 * QUARTER_PI : QUARTER_PI;
    else out[o] = left ? PI : 0;
  } else if (height === Infinity) out[o] = HALF_PI;
  else {
    const ratio = height / width;
    out[o] = ratio;
    // beyond 2^60 the other coordinate moves the angle by less than half a unit in the last place
    if (ratio > 1.152921504606847e18) out[o] = HALF_PI;
    else if (left && ratio < 8.673617379884035e-19) out[o] = PI;
    else {
      atanAt(out, o);
      if (left) out[o] = PI - (out[o] - PI_TAIL);
    }
  }
  if (below) out[o] = -out[o];
}

const P0 = 1.6666666666666666e-1;
const P1 = -3.255658186224009e-1;
const P2 = 2.0121253213486293e-1;
const P3 = -4.005553450067941e-2;
const P4 = 7.915349942898145e-4;
const P5 = 3.479331075960212e-5;
const Q1 = -2.403394911734414;
const Q2 = 2.0209457602335057;
const Q3 = -6.882839716054533e-1;
const Q4 = 7.703815055590194e-2;

/** (asin x - x) / x^3 times x^2, for z = x^2 <= 1/4 */
function asinSeries(z: number): number {
  const p = z * (P0 + z * (P1 + z * (P2 + z * (P3 + z * (P4 + z * P5)))));
  const q = 1 + z * (Q1 + z * (Q2 + z * (Q3 + z * Q4)));
  return p / q;
}

/** -pi/2 ... pi/2; NaN outside [-1, 1] */
export function asin(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) return size < 1.4901161193847656e-8 ? x : x + x * asinSeries(x * x);
  if (!(size <= 1)) return NaN;
  if (size === 1) return x < 0 ? -HALF_PI : HALF_PI;
  // asin x = pi/2 - 2 asin sqrt((1 - x)/2)
  const z = (1 - size) * 0.5;
  const s = Math.sqrt(z);
  const r = asinSeries(z);
  let angle: number;
  if (size > 0.975) angle = HALF_PI - (2 * (s + s * r) - HALF_PI_TAIL);
  else {
    const s0 = head(s);
    const c = (z - s0 * s0) / (s + s0); // sqrt(z) = s0 + c
    angle = QUARTER_PI - (2 * s * r - (HALF_PI_TAIL - 2 * c) - (QUARTER_PI - 2 * s0));
  }
  return x < 0 ? -angle : angle;
}

/** 0 ... pi; NaN outside [-1, 1] */
export function acos(x: number): number {
  cell[0] = x;
  acosAt(cell, 0);
  return cell[0];
}

/** p[i] = acos p[i] */
export function acosAt(p: Float64Array, i: number): void {
  const x = p[i];
  const size = Math.abs(x);
  if (size < 0.5) p[i] = HALF_PI - (x - (HALF_PI_TAIL - x * asinSeries(x * x)));
  else if (!(size < 1)) p[i] = size !== 1 ? NaN : x < 0 ? PI : 0;
  else {
    const z = (1 - size) * 0.5;
    const s = Math.sqrt(z);
    const r = asinSeries(z);
    const s0 = head(s);
    const c = (z - s0 * s0) / (s + s0);
    p[i] = x < 0 ? 2 * (HALF_PI - (s + (r * s - HALF_PI_TAIL))) : 2 * (s0 + (r * s + c));
  }
}
