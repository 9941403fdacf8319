/** Parameters of an evaluation: the weights of the stage (b of q, c of v), and whether tensions are unknowns. */
export interface Evaluation {
  b: number;
  c: number;
  withTangent: boolean;
  mixed: boolean;
  /**
   * In steps of backward Euler: rates of lengths are secants over the step, (L - L0)/h with b = h c. Then p = (b + c tau) t, and the
   * tangent is symmetric; the negative terms of compressed elements are omitted, so that it is positive definite.
   */
  symmetric?: boolean;
  /** output: power absorbed by water and bed [W] */
  readonly taken?: Float64Array;
}
