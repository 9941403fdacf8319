/**
 * Parts of the sea that are present: waves grow over a ramp at the start, and a run may scale waves, current and wind while it advances.
 * Wave heights are those of the spectrum times R(t) W(t):
 *   R = (1 - cos(pi t/T))/2 up to T; W set from outside, C2. The contribution of the growth itself to velocities of the water is left out.
 */
import { type CompiledFunction, cos, PI, sin } from '../../math/index.ts';

export interface LedSea {
  readonly waves: CompiledFunction;
  readonly current: CompiledFunction;
  readonly wind: CompiledFunction;
}

export class SeaLevels {
  readonly ramp: number;
  /** parts of the current and the wind at the time last set */
  current = 1;
  wind = 1;
  private led: LedSea | undefined;
  private readonly f: Float64Array = new Float64Array(3);

  constructor(ramp: number) {
    this.ramp = ramp;
  }

  lead(led: LedSea): void {
    this.led = led;
  }

  look(t: number): void {
    if (!this.led) return;
    this.led.current.evaluate(t, this.f, 0);
    this.current = this.f[0];
    this.led.wind.evaluate(t, this.f, 0);
    this.wind = this.f[0];
  }

  /** Part of the wave height present at t. */
  waves(t: number): number {
    const risen = this.ramp > 0 && t < this.ramp ? (t <= 0 ? 0 : 0.5 * (1 - cos((PI * t) / this.ramp))) : 1;
    if (!this.led) return risen;
    this.led.waves.evaluate(t, this.f, 0);
    return risen * this.f[0];
  }

  /** out = part, its first and its second derivative in time [1/s, 1/s^2] */
  growth(out: Float64Array, t: number): void {
    out[0] = 1;
    out[1] = 0;
    out[2] = 0;
    if (this.ramp > 0 && t < this.ramp) {
      const w = PI / this.ramp;
      out[0] = t > 0 ? 0.5 * (1 - cos(w * t)) : 0;
      out[1] = t > 0 ? 0.5 * w * sin(w * t) : 0;
      out[2] = t > 0 ? 0.5 * w * w * cos(w * t) : 0;
    }
    if (!this.led) return;
    this.led.waves.evaluate(t, this.f, 0);
    const [f, rate, second] = this.f;
    out[2] = out[2] * f + 2 * out[1] * rate + out[0] * second;
    out[1] = out[1] * f + out[0] * rate;
    out[0] *= f;
  }
}
