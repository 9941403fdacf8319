/** Steps weighed by their energy: what is unaccounted for, and what came from nowhere. */
import type { EnergySums, Workspace } from '../stage/index.ts';
import type { SolverSpec } from '../model/index.ts';

/** Part of a fixed step that energy unaccounted for may shorten it to. */
const SHORTEST = 1 / 8;
/**
 * Part of its energy that a whole step of cables may gain; shorter ones may less, down to LEAST of it. Stiff ropes that snap taut and
 * elements that turn by a radian gain a tenth of it in a step, and up to all where a stage found a root far away; smooth motion gains
 * 1e-3 at most.
 */
const GAIN = 0.03;
const LEAST = 1 / 16;
/**
 * Part of what an automatic step exchanges while things touch that may be unaccounted for: what it lost without a law's leave would be
 * booked to contacts (stage/step-books.ts), and a blow come out softer than asked for. The part grows with the square of the step.
 */
const UNACCOUNTED = 0.01;

export class Weighing {
  /** is energy to be known where steps begin? */
  readonly watches: boolean;
  /** are steps looked at for what their cables gain? Convex steps see to it themselves */
  readonly cables: boolean;
  /** energy unaccounted for in the step, over what may be, in terms of an error that grows with the third power of the step */
  excess = 0;
  /** part of the energy exchanged in a fixed step that may be unaccounted for, 0: any */
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

  /** Does a fixed step leave too much energy unaccounted for? What an impact loses is booked; what it gained would not be. */
  leaks(weights: readonly [number, number], impact: boolean): boolean {
    if (!(this.energyError > 0 && this.w.h > 1.0001 * SHORTEST * this.whole)) return false;
    this.sums.findLeak(weights);
    const part = this.sums.leak[0];
    return (impact ? part : Math.abs(part)) > this.energyError;
  }

  /** An automatic step while things touch: `excess`. */
  weigh(weights: readonly [number, number]): void {
    this.sums.findLeak(weights);
    const over = Math.abs(this.sums.leak[0]) / UNACCOUNTED;
    this.excess = over * Math.sqrt(over);
  }

  /** Has the trial energy that nothing put in? Where things touch none is asked: what a contact holds is known to a part of itself. */
  gains(weights: readonly [number, number]): boolean {
    if (!this.cables || this.w.contacts.active + this.w.touch.active > 0) return false;
    this.sums.mostGain[0] = GAIN * (this.whole > 0 ? Math.max(LEAST, Math.min(1, this.w.h / this.whole)) : LEAST);
    return this.sums.gains(weights);
  }
}
