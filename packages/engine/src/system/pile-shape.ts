/** Geometry and laws of single points of held contacts, pile-find.ts. */
import type { ContactPatches } from '../proximity/index.ts';
import { depthOf } from './pile-pair.ts';

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

/** Distance of the curve at c[a], at u, from the one at c[b], near side[3], which becomes the foot; normal into `side`. */
export function sideGap(side: Float64Array, c: Float64Array, a: number, u: number, b: number): number {
  for (let round = 0; ; round++) {
    let v = side[3];
    let along = 0;
    let square = 0;
    let distance2 = 0;
    for (let k = 0; k < 3; k++) {
      const q = b + 4 * k;
      const x = curveAt(c, q, v) - curveAt(c, a + 4 * k, u);
      const t = c[q + 1] + v * (2 * c[q + 2] + 3 * v * c[q + 3]);
      side[k] = x;
      along += x * t;
      square += t * t;
      distance2 += x * x;
    }
    if (round === 1) {
      const distance = Math.sqrt(distance2);
      for (let k = 0; k < 3; k++) side[k] /= distance;
      return distance;
    }
    v -= along / square;
    side[3] = Math.min(Math.max(v, 0), 1);
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
      const d = curveAt(c, o, u) - curveAt(c, q, v);
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

/** d or what of it keeps u + d and w + rate d within their elements. */
export function reachable(u: number, w: number, d: number, rate: number): number {
  let x = d > 0 ? Math.min(d, 1 - u) : Math.max(d, -u);
  const y = rate * x;
  if (w + y > 1) x *= Math.max(0, (1 - w) / y);
  else if (w + y < 0) x *= Math.max(0, -w / y);
  return x;
}
