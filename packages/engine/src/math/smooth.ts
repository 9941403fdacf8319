/**
 * A smooth replacement of max(0, y), with its derivative, and a smooth step. eta > 0 is the half width of the rounded corner,
 * in the unit of y.
 *   s(y) = (y + sqrt(y^2 + eta^2))/2  ->  max(0, y),  0 <= s(y) - max(0, y) <= eta/2,  largest at y = 0
 */

/**
 * s(y) and its slope ds/dy, between 0 and 1. A record, because V8 boxes number arguments and results of calls that are not
 * inlined.
 */
export interface Corner {
  y: number;
  eta: number;
  s: number;
  slope: number;
}

/** A corner of half width `eta`, in the unit of y. */
export function makeCorner(eta: number): Corner {
  return { y: 0.5, eta, s: 0.5, slope: 0.5 };
}

/** s and its slope at corner.y. */
export function smoothCorner(corner: Corner): void {
  const { y, eta } = corner;
  const root = Math.sqrt(y * y + eta * eta);
  const s = y >= 0 ? 0.5 * (y + root) : (0.5 * eta * eta) / (root - y); // the same without cancellation
  corner.s = s;
  corner.slope = s / root;
}

/** 0 for s < 0, 1 for s > 1, 10 s^3 - 15 s^4 + 6 s^5 between: two continuous derivatives */
export function smoothstep(s: number): number {
  if (s <= 0) return 0;
  if (s >= 1) return 1;
  return s * s * s * (10 + s * (6 * s - 15));
}
