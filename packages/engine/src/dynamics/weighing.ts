/** Energy checks of steps: energy unaccounted for, and energy gained without a source. */
import type { EnergySums, Workspace } from '../stage/index.ts';
import type { SolverSpec } from '../model/index.ts';

/** Smallest part of a fixed step to which unaccounted energy may shorten it. */
const SHORTEST = 1 / 8;
/**
 * Part of its energy that a whole step of cables may gain; shorter steps may gain less, down to LEAST of it. Stiff ropes that snap taut,
 * and elements that rotate by a radian, gain a tenth of it in a step, and up to all of it where a stage found a distant root; smooth motion
 * gains at most 1e-3.
 */
const GAIN = 0.03;
const LEAST = 1 / 16;
/**
 * Part of the energy exchanged in an automatic step with contacts that may be unaccounted for: a loss not caused by a law would be booked
 * to contacts (stage/step-books.ts), and an impact would be softer than its law. The part grows with the square of the step.
 */
const UNACCOUNTED = 0.01;

export class Weighing {
  /** true: energy is needed at the start of steps */
  readonly watches: boolean;
  /** true: check steps for energy gained by cables; convex steps do so themselves */
  readonly cables: boolean;
  /** energy unaccounted for in the step over the allowed amount, expressed as an error of third power in the step */
  excess = 0;
  /** part of the energy exchanged in a fixed step that may be unaccounted for; 0: no limit */
  private readonly energyError: number;
  /** [s] a fixed step; 0: steps are automatic */
  private readonly whole: number;
  private readonly w: Workspace;
  private readonly sums: EnergySums;

  constructor(w: Workspace, sums: EnergySums, { step, integrator, energyError }: SolverSpec) {
    this.w = w;
    this.sums = sums;
    this.whole = step === 'auto' ? 0 : step;
    this.energyError = step === 'auto' ? 0 : (energyError ?? 0);
    this.cables = w.cables.any && integrator !== 'convex';
    this.watches = this.cables || this.energyError > 0;
  }

  /** Does a fixed step leave too much energy unaccounted for? The loss of an impact is booked; a gain is not. */
  leaks(weights: readonly [number, number], impact: boolean): boolean {
    if (!(this.energyError > 0 && this.w.h > 1.0001 * SHORTEST * this.whole)) return false;
    this.sums.findLeak(weights);
    const part = this.sums.leak[0];
    return (impact ? part : Math.abs(part)) > this.energyError;
  }

  /** Computes `excess` of an automatic step with contacts. */
  weigh(weights: readonly [number, number]): void {
    this.sums.findLeak(weights);
    const over = Math.abs(this.sums.leak[0]) / UNACCOUNTED;
    this.excess = over * Math.sqrt(over);
  }

  /** Has the trial gained energy without a source? Not checked with contacts, whose stored energy is known only approximately. */
  gains(weights: readonly [number, number]): boolean {
    if (!this.cables || this.w.contacts.active + this.w.touch.active > 0) return false;
    this.sums.mostGain[0] = GAIN * (this.whole > 0 ? Math.max(LEAST, Math.min(1, this.w.h / this.whole)) : LEAST);
    return this.sums.gains(weights);
  }
}
