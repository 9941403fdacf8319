/** How an evaluation is meant: the weights of the stage (b of q, c of v), whether tensions are unknowns. */
export interface Evaluation {
  b: number;
  c: number;
  withTangent: boolean;
  mixed: boolean;
  /**
   * In steps of backward Euler: rates of lengths are what they changed by over the step, (L - L0)/h with b = h c. Then p = (b + c tau) t, and
   * the tangent is symmetric; what pushed elements take from it is left out, so that it is positive.
   */
  symmetric?: boolean;
  /** comes out: power that water and bed took [W] */
  readonly taken?: Float64Array;
}
