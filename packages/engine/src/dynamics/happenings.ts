/** What interrupts a run between two steps: ends of cables caught and let go, by call or at times given in the model. */
import { BuildError } from '../base/index.ts';
import type { EnergySums, EventSpec, HolderSpec, ModelSpec, Workspace } from '../system/index.ts';
import { type CableEndName, catchEnd, checkedEvents, releaseEnd } from './cable-events.ts';
import { RESOLVED } from './contact-events.ts';
import { startAccelerations } from './initialise.ts';
import { checkStart } from './passed.ts';
import type { StepResult } from './simulation-types.ts';
import { type Thrown, thrownAtStart } from './start-touch.ts';
import { afterJolt } from './step-size.ts';
import type { StageSolver } from './stage.ts';
import type { State } from './state.ts';

export type { Thrown } from './start-touch.ts';

export class Happenings {
  readonly #events: readonly EventSpec[];
  readonly #w: Workspace;
  readonly #state: State;
  readonly #solver: StageSolver;
  readonly #sums: EnergySums;
  /** workspace and everything that can be read, at the state */
  readonly #refresh: () => void;

  constructor(spec: ModelSpec, w: Workspace, state: State, solver: StageSolver, sums: EnergySums, refresh: () => void) {
    this.#events = checkedEvents(spec);
    this.#w = w;
    this.#state = state;
    this.#solver = solver;
    this.#sums = sums;
    this.#refresh = refresh;
  }

  /** Cables that contact throws off at the start. Where fixed steps are too long to follow that, it is taken like a catch. */
  begin(): readonly Thrown[] {
    const state = this.#state;
    const { options } = this.#solver;
    checkStart(this.#w);
    const thrown = this.#w.touch.any ? thrownAtStart(this.#w, state) : [];
    if (options.step !== 'auto' && thrown.some(({ rate }) => rate * state.nextStep > RESOLVED)) {
      state.jolt = 1;
      state.nextStep = afterJolt(state.nextStep, options);
    }
    return thrown;
  }

  attach(cable: number, end: CableEndName, holder: HolderSpec): void {
    this.#interrupt(() => catchEnd(this.#w, this.#state, this.#solver, cable, end, holder));
  }

  detach(cable: number, end: CableEndName): void {
    this.#interrupt(() => releaseEnd(this.#w, this.#state, cable, end));
  }

  /** Spring k is hooked on, or off. What it holds at once is work of who hooked it; what it held is lost. */
  hook(k: number, on: boolean): void {
    this.#interrupt(() => {
      this.#w.springHeld[k] = on ? 1 : 0;
    }, k);
  }

  /** Accelerations and multipliers anew; energy the change takes is lost as in an impact. */
  #interrupt(change: () => void, spring: number = -1): void {
    this.#refresh();
    this.#sums.noteStart();
    const { items } = this.#w.cables;
    const stored = items.map((item) => item.stored);
    change();
    this.#state.xRate.fill(0); // accelerations jump
    this.#state.jolt = 1;
    this.#state.nextStep = afterJolt(this.#state.nextStep, this.#solver.options);
    startAccelerations(this.#w, this.#state, this.#solver);
    this.#refresh();
    if (spring >= 0) this.#sums.bookSpring(spring, this.#w.springHeld[spring] * this.#w.springStored[spring]);
    this.#sums.readStart();
    this.#sums.balance(false);
    for (let k = 0; k < items.length; k++) this.#sums.bookBent(k, items[k].stored - stored[k]);
    this.#sums.bookImpact();
  }

  /** Time of the next event [s]. */
  get next(): number {
    return this.#events[this.#state.events]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Does what is due now; an answer when it cannot be done. */
  meet(): StepResult | undefined {
    const state = this.#state;
    if (state.events >= this.#events.length) return undefined;
    for (; this.next <= state.time; state.events++) {
      const { cable, end, attach } = this.#events[state.events];
      try {
        if (attach) this.attach(cable, end, attach);
        else this.detach(cable, end);
      } catch (error) {
        if (!(error instanceof BuildError)) throw error;
        this.#refresh();
        const subject = `cable ${this.#w.cables.items[cable].name}`;
        return { ok: false, reason: 'event', subject, time: state.time, message: error.message };
      }
    }
    return undefined;
  }
}
