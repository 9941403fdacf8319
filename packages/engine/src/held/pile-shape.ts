/** Geometry and laws of single points of held contacts, pile-find.ts. */
import type { ContactPatches } from '../proximity/index.ts';
import { cbrt } from '../math/index.ts';

/**
 * The point at hand, and its group's key: what goes into the functions below and comes out of them. Numbers handed over one by one would be
 * boxed.
 */
export const spot: Float64Array = new Float64Array(13);
export const S_KEY = 0;
export const S_U = 1;
export const S_V = 2;
export const S_NORMAL = 3; // 3..5
export const S_GAP = 6; // [m]
export const S_CLOSING = 7; // [m/s]
export const S_LAW = 8; // K of N = K d^P
export const S_POWER = 9; // P
export const S_SPEED = 10; // [m/s] at which it would go on
export const S_SLOPE = 11; // [N/m]
export const S_RATE = 12; // of the foot

/** Of nearestPlaces: how often it goes on at most, and steps, as parts of an element, after which it does not. */
const ROUNDS = 6;
const PLACED = 1e-2;

/** Does patch p belong to a pair of elements after (i, j)? */
export function after(patches: ContactPatches, p: number, i: number, j: number): boolean {
  return patches.elementA[p] > i || (patches.elementA[p] === i && patches.elementB[p] > j);
}

/** Coordinate at u of the cubic at c[o]. */
export function curveAt(c: Float64Array, o: number, u: number): number {
  return c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
}

/** From the curve at c[a], at S_U, to the one at c[b], near S_V, which becomes the foot: S_NORMAL, and the distance as S_GAP. */
export function sideGap(c: Float64Array, a: number, b: number): void {
  const u = spot[S_U];
  for (let round = 0; ; round++) {
    let v = spot[S_V];
    let along = 0;
    let square = 0;
    let distance2 = 0;
    for (let k = 0, o = a, q = b; k < 3; k++, o += 4, q += 4) {
      const x =
        c[q] + v * (c[q + 1] + v * (c[q + 2] + v * c[q + 3])) - (c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3])));
      const t = c[q + 1] + v * (2 * c[q + 2] + 3 * v * c[q + 3]);
      spot[S_NORMAL + k] = x;
      along += x * t;
      square += t * t;
      distance2 += x * x;
    }
    if (round === 1) {
      const distance = Math.sqrt(distance2);
      for (let k = 0; k < 3; k++) spot[S_NORMAL + k] /= distance;
      spot[S_GAP] = distance;
      return;
    }
    v -= along / square;
    spot[S_V] = Math.min(Math.max(v, 0), 1);
  }
}

/**
 * From u and v in `place` towards the nearest points of the two curves at c[a] and c[b] within their elements: Newton's method for
 * half the square of the distance (closest-pair.ts), by Gauss where that is no valley. Chords that lie along each other are nearest anywhere.
 */
export function nearestPlaces(place: Float64Array, c: Float64Array, a: number, b: number): void {
  for (let round = 0; round < ROUNDS; round++) {
    const u = place[0];
    const v = place[1];
    let g1 = 0;
    let g2 = 0;
    let h11 = 0;
    let h12 = 0;
    let h22 = 0;
    let bendA = 0;
    let bendB = 0;
    for (let k = 0, o = a, q = b; k < 3; k++, o += 4, q += 4) {
      const d =
        c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3])) - (c[q] + v * (c[q + 1] + v * (c[q + 2] + v * c[q + 3])));
      const x = c[o + 1] + u * (2 * c[o + 2] + 3 * u * c[o + 3]);
      const y = c[q + 1] + v * (2 * c[q + 2] + 3 * v * c[q + 3]);
      g1 += d * x;
      g2 -= d * y;
      h11 += x * x;
      h12 -= x * y;
      h22 += y * y;
      bendA += d * (2 * c[o + 2] + 6 * u * c[o + 3]);
      bendB -= d * (2 * c[q + 2] + 6 * v * c[q + 3]);
    }
    const valley = (h11 + bendA) * (h22 + bendB) - h12 * h12;
    if (h11 + bendA > 0 && valley > 1e-3 * h11 * h22) {
      h11 += bendA;
      h22 += bendB;
    } else {
      h11 *= 1.05;
      h22 *= 1.05;
    }
    const det = h11 * h22 - h12 * h12;
    let x = clamped(u - (h22 * g1 - h12 * g2) / det);
    const y = clamped(v - (g2 + h12 * (x - u)) / h22);
    x = clamped(u - (g1 + h12 * (y - v)) / h11);
    place[0] = x;
    place[1] = y;
    if (Math.abs(x - u) + Math.abs(y - v) < PLACED) return;
  }
}

function clamped(u: number): number {
  return u > 0 ? (u < 1 ? u : 1) : 0;
}

/** Slope from a force N with this tangent to N and `more`, of K d^P. */
export function chordOf(load: number, tangent: number, power: number, more: number): number {
  if (!(more > 1e-6 * load)) return tangent;
  const rest = (power * load) / tangent;
  return more / (rest * (depthOf((load + more) / load, power) - 1));
}

/** Of d = offsets[k] what keeps S_U + d and S_V + S_RATE d within their elements. */
export function reachable(offsets: Float64Array, k: number): void {
  const u = spot[S_U];
  const v = spot[S_V];
  const d = offsets[k];
  let x = d > 0 ? Math.min(d, 1 - u) : Math.max(d, -u);
  const y = spot[S_RATE] * x;
  if (v + y > 1) x *= Math.max(0, (1 - v) / y);
  else if (v + y < 0) x *= Math.max(0, -v / y);
  offsets[k] = x;
}

/** x^(1/P), P = 2 or 3/2. */
export function depthOf(x: number, power: number): number {
  return power === 2 ? Math.sqrt(x) : cbrt(x * x);
}
