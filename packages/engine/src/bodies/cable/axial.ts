/**
 * Tension of an element as one smooth, monotone function of z, the strain with the damper inside it:
 *   z = (L + tau (L' - L l'/l)) / l - 1                L chord, l rest length, tau axial damping
 *   z >= -e0 + d:  T = EA z                            taut, exactly Hooke
 *   z <= -e0 - d:  T = -EA e0 + EAc (z + e0)           slack, EAc = ratio EA
 *   between:       the quadratic that joins them with equal slopes
 * e0 is the strain at which an element buckles (0 for a rope without bending), d half the width of the bend. A damper
 * outside the law would let a slack element pull and make the force jump; inside, it fades with the stiffness.
 * Departure from the hyperbola of the notes: that one is never exactly Hooke, a loss of (d/z)^2/4 of the strain, 0.6 % for
 * a rope at 1000 N. This one has the same slopes at both ends and no bias beyond d.
 * Everything is in terms of y = z + e0 and F = T + EA e0, so that the bend lies at zero.
 */

/** T(z) [N]. */
export function tensionOf(z: number, EA: number, ratio: number, e0: number, d: number): number {
  const y = z + e0;
  if (y >= d) return EA * z;
  if (y <= -d) return EA * (ratio * y - e0);
  const r = y + d;
  return EA * (ratio * y + ((1 - ratio) * r * r) / (4 * d) - e0);
}

/** dT/dz [N]. */
export function tensionSlope(z: number, EA: number, ratio: number, e0: number, d: number): number {
  const y = z + e0;
  if (y >= d) return EA;
  if (y <= -d) return EA * ratio;
  return EA * (ratio + ((1 - ratio) * (y + d)) / (2 * d));
}

/** z(T), the inverse of tensionOf. */
export function strainOf(T: number, EA: number, ratio: number, e0: number, d: number): number {
  const f = T / EA + e0; // law of y: F / EA
  if (f >= d) return f - e0;
  if (f <= -ratio * d) return f / ratio - e0;
  // a (y + d)^2 + ratio (y + d) - (f + ratio d) = 0, the root that is >= 0, without cancellation
  const a = (1 - ratio) / (4 * d);
  const q = f + ratio * d;
  return (2 * q) / (ratio + Math.sqrt(ratio * ratio + 4 * a * q)) - d - e0;
}

/** Laws of elements, by columns. */
export interface AxialLaws {
  readonly EA: Float64Array;
  readonly slackRatio: Float64Array;
  readonly bucklingStrain: Float64Array;
  readonly bendWidth: Float64Array;
}

/** tensionOf element j at z = at[o], to at[o]: numbers handed over one by one are boxed where a call is not inlined. */
export function tensionAt(at: Float64Array, o: number, laws: AxialLaws, j: number): void {
  at[o] = tensionOf(at[o], laws.EA[j], laws.slackRatio[j], laws.bucklingStrain[j], laws.bendWidth[j]);
}

/**
 * Energy per unstretched length of element j, the integral of T from 0 to z = at[o] [N], to at[o]. The integral of F/EA over y from
 * the end of the bend, y = d, is taken at both ends.
 */
export function strainEnergyAt(at: Float64Array, o: number, laws: AxialLaws, j: number): void {
  const z = at[o];
  const e0 = laws.bucklingStrain[j];
  const d = laws.bendWidth[j];
  const ratio = laws.slackRatio[j];
  let sum = 0;
  for (let end = 0; end < 2; end++) {
    const y = end === 0 ? z + e0 : e0;
    const square = 0.5 * (y * y - d * d);
    const r = y <= -d ? 0 : y + d; // of the bend
    const part = y >= d ? square : ratio * square + ((1 - ratio) * (r * r * r - 8 * d * d * d)) / (12 * d);
    sum += end === 0 ? part : -part;
  }
  at[o] = laws.EA[j] * (sum - e0 * z);
}
