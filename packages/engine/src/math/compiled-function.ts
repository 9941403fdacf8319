/** A function of time, ready to be evaluated: value, first and second derivative, without allocation. */
export abstract class CompiledFunction {
  /**
   * At t = out[offset]: out[offset] = f(t), out[offset + 1] = f'(t), out[offset + 2] = f''(t). t is passed in the array because
   * V8 boxes a number argument of a call that is not inlined.
   */
  abstract evaluateAt(out: Float64Array, offset: number): void;

  evaluate(t: number, out: Float64Array, offset: number): void {
    out[offset] = t;
    this.evaluateAt(out, offset);
  }
}
