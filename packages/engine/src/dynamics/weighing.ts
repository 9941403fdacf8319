/** Fixed steps weighed by their energy: what is unaccounted for, and what came from nowhere. */
import type { EnergySums, SolverSpec, Workspace } from '../system/index.ts';

/** Part of a fixed step that energy unaccounted for may shorten it to. */
const SHORTEST = 1 / 8;
/**
 * Part of its energy that a whole step of cables may gain; shorter ones may less, down to LEAST of it. Stiff ropes that snap taut and
 * elements that turn by a radian gain a tenth of it in a step, and up to all where a stage found a root far away; smooth motion gains
 * 1e-3 at most.
 */
const GAIN = 0.03;
const LEAST = 1 / 16;

export class Weighing {
  /** is energy to be known where steps begin? */
  readonly watches: boolean;
  /** are steps looked at for what their cables gain? Heaps see to it themselves */
  readonly cables: boolean;
  /** part of the energy exchanged in a step that may be unaccounted for, 0: any */
  private readonly energyError: number;
  /** [s] */
  private readonly whole: number;
  private readonly w: Workspace;
  private readonly sums: EnergySums;

  constructor(w: Workspace, sums: EnergySums, { step, integrator, energyError }: SolverSpec) {
    this.w = w;
    this.sums = sums;
    this.whole = step === 'auto' ? 0 : step;
    this.energyError = step === 'auto' ? 0 : (energyError ?? 0);
    // in water, on a bed and on a winch none is asked (EnergySums.gains): nothing is weighed in vain
    const asked = w.cables.items.some(({ fluid, seabed, feed }) => !fluid && !seabed && !feed);
    this.cables = step !== 'auto' && asked && integrator !== 'heap';
    this.watches = this.cables || this.energyError > 0;
  }

  /** Does a step leave too much energy unaccounted for? What an impact loses is booked; what it gained would not be. */
  leaks(weights: readonly [number, number], impact: boolean): boolean {
    if (!(this.energyError > 0 && this.w.h > 1.0001 * SHORTEST * this.whole)) return false;
    const part = this.sums.leak(weights);
    return (impact ? part : Math.abs(part)) > this.energyError;
  }

  /** Has the trial energy that nothing put in? Where things touch none is asked: what a contact holds is known to a part of itself. */
  gains(weights: readonly [number, number]): boolean {
    const { contacts, touch } = this.w;
    if (!this.cables || contacts.active + touch.active > 0) return false;
    this.sums.mostGain[0] = GAIN * Math.max(LEAST, Math.min(1, this.w.h / this.whole));
    return this.sums.gains(weights);
  }
}
