/** A function of time, ready to be asked: value, first and second derivative, without allocation. */
export abstract class CompiledFunction {
  /** At t = out[offset]: out[offset] = f(t), out[offset + 1] = f'(t), out[offset + 2] = f''(t). Numbers handed over one by one are boxed. */
  abstract evaluateAt(out: Float64Array, offset: number): void;

  evaluate(t: number, out: Float64Array, offset: number): void {
    out[offset] = t;
    this.evaluateAt(out, offset);
  }
}
