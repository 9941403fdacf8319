/** A current: the same at every depth, or a profile that is constant above its first and below its last depth. Both may vary with time. */
import { BuildError } from '../../base/index.ts';
import { type CompiledFunction, compileFunction } from '../../math/index.ts';
import type { WaterSpec } from './spec.ts';

export class Current {
  /** [m] below the surface: the depth at which `at` evaluates */
  below = 0;
  readonly #uniform: readonly [number, number, number];
  readonly #depths: Float64Array;
  readonly #velocity: Float64Array;
  /** functions of time of those numbers of #velocity that change, and their indices */
  readonly #courses: CompiledFunction[] = [];
  readonly #places: number[] = [];
  readonly #f: Float64Array = new Float64Array(3);

  constructor(spec: WaterSpec) {
    const { profile = [] } = spec;
    this.#uniform = spec.current;
    this.#depths = Float64Array.from(profile, (point) => point.depth);
    this.#velocity = Float64Array.from(profile.flatMap((point) => point.velocity));
    profile.forEach(({ course }, i) => {
      course?.forEach((f, r) => {
        this.#courses.push(compileFunction(f));
        this.#places.push(3 * i + r);
      });
    });
    for (let i = 1; i < profile.length; i++) {
      if (profile[i].depth > profile[i - 1].depth) continue;
      throw new BuildError('order', 'depths of a current must increase from the surface down', ['profile', i]);
    }
  }

  /** Sets the time [s]. */
  look(t: number): void {
    for (let i = 0; i < this.#courses.length; i++) {
      this.#courses[i].evaluate(t, this.#f, 0);
      this.#velocity[this.#places[i]] = this.#f[0];
    }
  }

  /** out[o ..] = `part` of the current at the depth `below`; above the surface, that of the surface. */
  at(out: Float64Array, o: number, { current: part }: { readonly current: number }): void {
    const depths = this.#depths;
    const v = this.#velocity;
    const n = depths.length;
    if (n === 0) {
      for (let r = 0; r < 3; r++) out[o + r] = part * this.#uniform[r];
      return;
    }
    const { below } = this;
    let i = 0;
    while (i < n - 1 && depths[i + 1] < below) i++;
    let s = 0;
    if (i < n - 1) s = Math.min(1, Math.max(0, (below - depths[i]) / (depths[i + 1] - depths[i])));
    const j = i < n - 1 ? i + 1 : i;
    for (let r = 0; r < 3; r++) out[o + r] = part * (v[3 * i + r] + s * (v[3 * j + r] - v[3 * i + r]));
  }
}
