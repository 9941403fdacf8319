/** Geometry and laws of single points of held contacts, pile-find.ts. */
import type { ContactPatches } from '../proximity/index.ts';
import { depthOf } from './pile-pair.ts';

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
