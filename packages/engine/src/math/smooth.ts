/**
 * Smooth stand-ins for max, clamp and sign, with their derivatives. eta is the half width of the rounded corner, in the
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

/** smooth max(a, b); its slope by a is smoothPositiveSlope(a - b, eta) */
export function smoothMax(a: number, b: number, eta: number): number {
  return b + smoothPositive(a - b, eta);
}

/** smooth min(a, b); its slope by a is smoothPositiveSlope(b - a, eta) */
export function smoothMin(a: number, b: number, eta: number): number {
  return b - smoothPositive(b - a, eta);
}

/** smooth clamp of y to [lower, upper]: y inside, up to corners of width eta */
export function smoothClamp(y: number, lower: number, upper: number, eta: number): number {
  return lower + smoothPositive(y - lower, eta) - smoothPositive(y - upper, eta);
}

export function smoothClampSlope(y: number, lower: number, upper: number, eta: number): number {
  return smoothPositiveSlope(y - lower, eta) - smoothPositiveSlope(y - upper, eta);
}

/** sqrt(y^2 + eta^2) - eta: |y| with a rounded tip, 0 at 0 */
export function smoothAbs(y: number, eta: number): number {
  const root = Math.sqrt(y * y + eta * eta);
  return root === 0 ? 0 : (y * y) / (root + eta);
}

/** y / sqrt(y^2 + eta^2): the slope of smoothAbs, a smooth sign */
export function smoothSign(y: number, eta: number): number {
  const root = Math.sqrt(y * y + eta * eta);
  return root === 0 ? 0 : y / root;
}

/** 0 below s = 0, 1 above s = 1, 10 s^3 - 15 s^4 + 6 s^5 between: two continuous derivatives */
export function smoothstep(s: number): number {
  if (s <= 0) return 0;
  if (s >= 1) return 1;
  return s * s * s * (10 + s * (6 * s - 15));
}

export function smoothstepSlope(s: number): number {
  if (s <= 0 || s >= 1) return 0;
  const r = s * (1 - s);
  return 30 * r * r;
}

export function smoothstepCurvature(s: number): number {
  if (s <= 0 || s >= 1) return 0;
  return 60 * s * (1 - s) * (1 - 2 * s);
}
