/** Interruptions of a run between two steps: ends of cables are caught and released, by call or at times given in the model. */
import { BuildError } from '../../base/index.ts';
import { RESOLVED, type Thrown } from '../../contacts/index.ts';
import type { EnergySums, Workspace } from '../../stage/index.ts';
import {
  type CableEndName,
  crossingTime,
  type EventSpec,
  type HolderSpec,
  type ModelSpec,
  partingElement,
} from '../../model/index.ts';
import { catchEnd, checkedEvents, releaseEnd } from './cable-events.ts';
import { partBetween } from './cable-nodes.ts';
import type { Interruptions } from '../../operation/index.ts';
import { startAccelerations } from '../start/initialise.ts';
import type { StepResult } from '../simulation-types.ts';
import { afterJolt, JOLT } from '../step-size.ts';
import type { StageSolver } from '../stage.ts';
import type { State } from '../state.ts';

/** A cable that has parted. */
export interface Parting {
  readonly cable: string;
  /** [s] */
  readonly time: number;
  /** [m] of rope from its start */
  readonly from: number;
  /** [N] tension there, at the end of the step in which it passed the break load */
  readonly tension: number;
}

export class Happenings implements Interruptions {
  /** where cables have parted, in the order of time */
  readonly partings: Parting[] = [];
  readonly #events: readonly EventSpec[];
  readonly #w: Workspace;
  readonly #state: State;
  readonly #solver: StageSolver;
  readonly #sums: EnergySums;
  /** updates the workspace and everything that can be read to the state */
  readonly #stepper: { refresh(): void };

  constructor(
    spec: ModelSpec,
    w: Workspace,
    state: State,
    solver: StageSolver,
    sums: EnergySums,
    stepper: { refresh(): void },
  ) {
    this.#events = checkedEvents(spec);
    this.#w = w;
    this.#state = state;
    this.#solver = solver;
    this.#sums = sums;
    this.#stepper = stepper;
  }

  /**
   * Cables that overlap something at the start and would be thrown off. Where fixed steps are too long to resolve that, it is treated as a
   * catch.
   */
  begin(): readonly Thrown[] {
    const state = this.#state;
    const { options } = this.#solver;
    const { allContacts } = this.#w;
    allContacts.checkStart();
    const thrown = allContacts.thrownAtStart(state.x);
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

  /** Hooks spring k on or off. Energy that it stores on hooking is work of the event; energy that it held on unhooking is lost. */
  hook(k: number, on: boolean): void {
    this.#interrupt(() => {
      this.#w.springs.held[k] = on ? 1 : 0;
    }, k);
  }

  /** Computes accelerations and multipliers again; energy taken by the change is lost as in an impact. */
  #interrupt(change: () => void, spring: number = -1): void {
    this.#stepper.refresh();
    this.#sums.noteStart();
    const { items } = this.#w.cables;
    const stored = items.map((item) => item.stored);
    change();
    this.#state.xRate.fill(0); // accelerations jump
    this.#state.jolt = 1;
    this.#state.nextStep = afterJolt(this.#state.nextStep, this.#solver.options);
    startAccelerations(this.#w, this.#state, this.#solver);
    this.#stepper.refresh();
    if (spring >= 0) this.#sums.bookSpring(spring, this.#w.springs.held[spring] * this.#w.springs.stored[spring]);
    this.#sums.readStart();
    this.#sums.balance(false);
    for (let k = 0; k < items.length; k++) this.#sums.bookBent(k, items[k].stored - stored[k]);
    this.#sums.bookImpact();
  }

  /** Is an event pending? */
  get any(): boolean {
    return this.#state.events < this.#events.length;
  }

  /** Time of the next event [s]. */
  get next(): number {
    return this.#events[this.#state.events]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Releases ends whose holding force exceeds their capacity. */
  #part(): void {
    const { attachments: a, firstRow } = this.#w.cables;
    const { lambda } = this.#state;
    for (let k = 0; k < a.count; k++) {
      const most = a.parting[k];
      if (most === 0 || a.active[k] === 0) continue;
      const o = firstRow + 3 * k;
      const pull2 = lambda[o] * lambda[o] + lambda[o + 1] * lambda[o + 1] + lambda[o + 2] * lambda[o + 2];
      if (pull2 > most * most) this.detach(a.cable[k], a.end[k] === 0 ? 'start' : 'end');
    }
  }

  /** Parts cables whose tension exceeds their break load. */
  #break(): void {
    const { items } = this.#w.cables;
    for (let k = 0; k < items.length; k++) {
      const { cable, name } = items[k];
      const j = partingElement(cable);
      if (j < 0) continue;
      let from = 0.5 * cable.materialLength[j];
      for (let i = 0; i < j; i++) from += cable.materialLength[i];
      this.partings.push({ cable: name, time: this.#state.time, from, tension: cable.tension0[j] });
      const before = this.#state.nextStep;
      const crossing = crossingTime(cable, j);
      const { minStep } = this.#solver.options;
      this.#interrupt(() => partBetween(this.#w, this.#state, this.#sums, k, j));
      // a damper in the rope absorbs most of its share immediately: its power falls like 1/sqrt(t), and steps grow twofold from what sees its beginning
      this.#state.nextStep = Math.max(minStep, Math.min(this.#state.nextStep, JOLT * Math.min(before, crossing)));
    }
  }

  /** Carries out everything that is due now; returns a failure where that is impossible. */
  meet(): StepResult | undefined {
    const state = this.#state;
    if (this.#w.cables.any) {
      this.#part();
      this.#break();
    }
    if (state.events >= this.#events.length) return undefined;
    for (; this.next <= state.time; state.events++) {
      const { cable, end, attach } = this.#events[state.events];
      try {
        if (attach) this.attach(cable, end, attach);
        else this.detach(cable, end);
      } catch (error) {
        if (!(error instanceof BuildError)) throw error;
        this.#stepper.refresh();
        const subject = `cable ${this.#w.cables.items[cable].name}`;
        return { ok: false, reason: 'event', subject, time: state.time, message: error.message };
      }
    }
    return undefined;
  }
}
