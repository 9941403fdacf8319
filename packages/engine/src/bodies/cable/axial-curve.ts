/**
 * Tension by strain from a table, above the law of axial.ts: straight lines between the rows, as MoorDyn reads them, with the
 * corners rounded so that the slope does not jump,
 *   |z - z_k| <= r_k:  T = T_k + m_k x + (m_k+1 - m_k) (x + r_k)^2 / (4 r_k),   x = z - z_k        r_k a ROUNDING of the nearer row
 * so the curve passes (m_k+1 - m_k) r_k / 4 beside a corner, and follows the table exactly between roundings. Beyond the last row its line
 * continues. The first row is (0, 0): up to the first rounding the table is Hooke's law with EA = m_1 and, including slack, the law of
 * axial.ts, whose bend ends below it (properties.ts).
 *
 * A curve in a flat array, from an offset: number of pieces, then for each piece a row: start z, T there, slope there, half the second
 * derivative, and the integral of T from the start of the first piece. T, its slope, its inverse and its energy follow in closed form, so
 * slope, force and energy are consistent to rounding.
 */

export type TensionTable = readonly (readonly [strain: number, tension: number])[];

/** Half the width of a rounded corner over the distance of the nearer neighbouring row. */
export const ROUNDING = 0.02;

const ROW = 5;

/** The curve of a table with at least 3 rows; of 2 rows it is a straight line, and empty. */
export function curveOf(table: TensionTable): number[] {
  const rows: number[][] = [];
  for (let k = 1; k < table.length - 1; k++) {
    const [z, T] = table[k];
    const before = z - table[k - 1][0];
    const after = table[k + 1][0] - z;
    const m1 = (T - table[k - 1][1]) / before;
    const m2 = (table[k + 1][1] - T) / after;
    const r = ROUNDING * Math.min(before, after);
    rows.push([z - r, T - m1 * r, m1, (m2 - m1) / (4 * r), 0], [z + r, T + m2 * r, m2, 0, 0]);
  }
  for (let k = 1; k < rows.length; k++) {
    const [z, T, s, c, U] = rows[k - 1];
    const x = rows[k][0] - z;
    rows[k][4] = U + x * (T + x * (s / 2 + (x * c) / 3));
  }
  return rows.length === 0 ? [] : [rows.length, ...rows.flat()];
}

/** Count of numbers of the curve of a table. */
export function curveSize(table: TensionTable | undefined): number {
  return table === undefined || table.length < 3 ? 0 : 1 + 2 * ROW * (table.length - 2);
}

/** Strain at which the curve of a table departs from Hooke's law; infinite where it never does. */
export function curveBegin(table: TensionTable | undefined): number {
  if (table === undefined || table.length < 3) return Number.POSITIVE_INFINITY;
  return table[1][0] - ROUNDING * Math.min(table[1][0] - table[0][0], table[2][0] - table[1][0]);
}

/**
 * For z = at[0]: T to at[1], its slope to at[2], its integral from where the curve begins to at[3]. False below the start of the curve:
 * nothing is written.
 */
export function curveByStrain(at: Float64Array, curves: Float64Array, from: number): boolean {
  let o = from + 1;
  if (at[0] < curves[o]) return false;
  const last = from + 1 + ROW * (curves[from] - 1);
  while (o < last && at[0] >= curves[o + ROW]) o += ROW;
  const x = at[0] - curves[o];
  const s = curves[o + 2];
  const c = curves[o + 3];
  at[1] = curves[o + 1] + x * (s + x * c);
  at[2] = s + 2 * c * x;
  at[3] = curves[o + 4] + x * (curves[o + 1] + x * (s / 2 + (x * c) / 3));
  return true;
}

/** For T = at[1]: its strain z to at[0], the slope there to at[2]. False below the curve: nothing is written. */
export function curveByTension(at: Float64Array, curves: Float64Array, from: number): boolean {
  let o = from + 1;
  if (at[1] < curves[o + 1]) return false;
  const last = from + 1 + ROW * (curves[from] - 1);
  while (o < last && at[1] >= curves[o + ROW + 1]) o += ROW;
  const q = at[1] - curves[o + 1];
  const s = curves[o + 2];
  // c x^2 + s x - q = 0, the root that is >= 0, without cancellation; the root of the discriminant is the slope there
  const slope = Math.sqrt(s * s + 4 * curves[o + 3] * q);
  at[0] = curves[o] + (2 * q) / (s + slope);
  at[2] = slope;
  return true;
}
