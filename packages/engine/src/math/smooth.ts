/**
 * Smooth stand-ins for max(0, y) and |y|, with derivatives, and a smooth step. eta is the half width of the rounded corner, in the
 * unit of y; eta = 0 gives the sharp function.
 *   s(y) = (y + sqrt(y^2 + eta^2))/2  ->  max(0, y),  0 <= s(y) - max(0, y) <= eta/2,  largest at y = 0
 */

/** s(y): smooth max(0, y) */
export function smoothPositive(y: number, eta: number): number {
  const root = Math.sqrt(y * y + eta * eta);
  if (y >= 0) return 0.5 * (y + root);
  return root === 0 ? 0 : (0.5 * eta * eta) / (root - y); // the same without cancellation
}

/** ds/dy = s / sqrt(y^2 + eta^2), between 0 and 1 */
export function smoothPositiveSlope(y: number, eta: number): number {
  const root = Math.sqrt(y * y + eta * eta);
  return root === 0 ? 0.5 : smoothPositive(y, eta) / root;
}

/** s(y) and its slope as a record, for kernels: numbers that a call gives or takes are boxed unless it is inlined. */
export interface Corner {
  y: number;
  eta: number;
  s: number;
  slope: number;
}

export function makeCorner(eta: number): Corner {
  return { y: 0.5, eta, s: 0.5, slope: 0.5 };
}

export function smoothCorner(corner: Corner): void {
  const { y, eta } = corner;
  const root = Math.sqrt(y * y + eta * eta);
  const s = y >= 0 ? 0.5 * (y + root) : (0.5 * eta * eta) / (root - y);
  corner.s = s;
  corner.slope = s / root;
}

/** sqrt(y^2 + eta^2) - eta: |y| with a rounded tip, 0 at 0 */
export function smoothAbs(y: number, eta: number): number {
  const root = Math.sqrt(y * y + eta * eta);
  return root === 0 ? 0 : (y * y) / (root + eta);
}

/** 0 below s = 0, 1 above s = 1, 10 s^3 - 15 s^4 + 6 s^5 between: two continuous derivatives */
export function smoothstep(s: number): number {
  if (s <= 0) return 0;
  if (s >= 1) return 1;
  return s * s * s * (10 + s * (6 * s - 15));
}
