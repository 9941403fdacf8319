/**
 * Tension of an element as one smooth, monotone function of z, the strain with the damper inside it:
 *   z = (L + tau (L' - L l'/l)) / l - 1                L chord, l rest length, tau axial damping
 *   z >= -e0 + d:  T = EA z                            taut, exactly Hooke
 *   z <= -e0 - d:  T = -EA e0 + EAc (z + e0)           slack, EAc = ratio EA
 *   between:       the quadratic that joins them with equal slopes
 * e0 is the strain at which an element buckles (0 for a rope without bending), d half the width of the bend. A damper outside the law would
 * let a slack element pull and make the force jump; inside, its effect decreases with the stiffness. Departure from the hyperbola of the
 * notes: that one is never exactly Hooke, a loss of (d/z)^2/4 of the strain, 0.6 % for a rope at 1000 N. This one has the same slopes at
 * both ends and no bias beyond d. Everything is in terms of y = z + e0 and F = T + EA e0, so that the bend lies at zero. A rope with a
 * table of tensions follows it above this law (axial-curve.ts); functions that take the number of an element cover both.
 */
import { curveByStrain, curveByTension } from './axial-curve.ts';

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
  /** curves of tables, and the offset of that of each element; -1: none */
  readonly curves: Float64Array;
  readonly curveOf: Int32Array;
}

const onCurve = new Float64Array(4);

/** tensionOf element j at z = at[o], to at[o]; in arrays, because number arguments are boxed where a call is not inlined. */
export function tensionAt(at: Float64Array, o: number, laws: AxialLaws, j: number): void {
  if (laws.curveOf[j] >= 0) {
    onCurve[0] = at[o];
    if (curveByStrain(onCurve, laws.curves, laws.curveOf[j])) {
      at[o] = onCurve[1];
      return;
    }
  }
  at[o] = tensionOf(at[o], laws.EA[j], laws.slackRatio[j], laws.bucklingStrain[j], laws.bendWidth[j]);
}

/** Strain z of element j at the tension T = at[o], to at[o], and dT/dz there to at[o + 1]: the inverse of tensionAt and its slope. */
export function strainAt(at: Float64Array, o: number, laws: AxialLaws, j: number): void {
  if (laws.curveOf[j] >= 0) {
    onCurve[1] = at[o];
    if (curveByTension(onCurve, laws.curves, laws.curveOf[j])) {
      at[o] = onCurve[0];
      at[o + 1] = onCurve[2];
      return;
    }
  }
  const z = strainOf(at[o], laws.EA[j], laws.slackRatio[j], laws.bucklingStrain[j], laws.bendWidth[j]);
  at[o] = z;
  at[o + 1] = tensionSlope(z, laws.EA[j], laws.slackRatio[j], laws.bucklingStrain[j], laws.bendWidth[j]);
}

/** dT/dz of element j, taut, at its tension T = at[o] [N], to at[o]: EA, or the slope of its curve. */
export function tautSlopeAt(at: Float64Array, o: number, laws: AxialLaws, j: number): void {
  onCurve[1] = at[o];
  at[o] = laws.curveOf[j] >= 0 && curveByTension(onCurve, laws.curves, laws.curveOf[j]) ? onCurve[2] : laws.EA[j];
}

/**
 * Energy per unstretched length of element j, the integral of T from 0 to z = at[o] [N], to at[o]. The integral of F/EA over y from
 * the end of the bend, y = d, is taken at both ends.
 */
export function strainEnergyAt(at: Float64Array, o: number, laws: AxialLaws, j: number): void {
  let z = at[o];
  let above = 0;
  if (laws.curveOf[j] >= 0) {
    onCurve[0] = z;
    if (curveByStrain(onCurve, laws.curves, laws.curveOf[j])) {
      above = onCurve[3];
      z = laws.curves[laws.curveOf[j] + 1];
    }
  }
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
  at[o] = laws.EA[j] * (sum - e0 * z) + above;
}
