/**
 * The symmetric tridiagonal system of a cubic spline with second derivatives C at its nodes, the same for x, y and z:
 *   (L_{i-1}/6) C_{i-1} + ((L_{i-1}+L_i)/3) C_i + (L_i/6) C_{i+1} = (x_{i+1}-x_i)/L_i - (x_i-x_{i-1})/L_{i-1}
 * and at an end of given direction (L_0/3) C_0 + (L_0/6) C_1 = (x_1-x_0)/L_0 - t, or C_0 = 0. Diagonally dominant, so it is
 * factored without exchanges: A = U^T D U (Golub and Van Loan 2013, s. 4.3.6).
 */
export class SplineSystem {
  /** pivots, inverted, and the upper entries over their pivots */
  private readonly pivot: Float64Array;
  private readonly ratio: Float64Array;
  count = 0;

  constructor(capacity: number) {
    this.pivot = new Float64Array(capacity);
    this.ratio = new Float64Array(capacity);
  }

  /** lengths of count - 1 elements; free ends have C = 0, decoupled. */
  factor(lengths: Float64Array, count: number, clampedStart: boolean, clampedEnd: boolean): void {
    const { pivot, ratio } = this;
    this.count = count;
    const last = count - 1;
    let before = 0; // (upper entry)^2 / pivot of the row before
    for (let i = 0; i < count; i++) {
      const held = (i === 0 && !clampedStart) || (i === last && !clampedEnd);
      const left = i > 0 ? lengths[i - 1] : 0;
      const right = i < last ? lengths[i] : 0;
      const d = (held ? 1 : (left + right) / 3) - before;
      pivot[i] = 1 / d;
      const nextHeld = i + 1 === last && !clampedEnd;
      const upper = held || nextHeld || i === last ? 0 : right / 6;
      ratio[i] = upper / d;
      before = (upper * upper) / d;
    }
  }

  /** x <- A^-1 x for three columns (xyz together). */
  solve(x: Float64Array): void {
    const { pivot, ratio, count } = this;
    for (let i = 1; i < count; i++) {
      const r = ratio[i - 1];
      const o = 3 * i;
      x[o] -= r * x[o - 3];
      x[o + 1] -= r * x[o - 2];
      x[o + 2] -= r * x[o - 1];
    }
    const end = 3 * (count - 1);
    for (let k = 0; k < 3; k++) x[end + k] *= pivot[count - 1];
    for (let i = count - 2; i >= 0; i--) {
      const r = ratio[i];
      const p = pivot[i];
      const o = 3 * i;
      x[o] = p * x[o] - r * x[o + 3];
      x[o + 1] = p * x[o + 1] - r * x[o + 4];
      x[o + 2] = p * x[o + 2] - r * x[o + 5];
    }
  }
}
