/** An operation: the script, and the events of the gear in their order. */
import { at, type BuildError, type Probe } from '../base/index.ts';
import type { DirectorStep, ModelSpec } from '../model/index.ts';
import { HAND, HAND_STATUS, WINCH, WINCH_EVENTS } from '../marine/index.ts';
import type { Controls } from './controls.ts';
import { Director, type PhaseTimes, type ScriptOrder } from './director.ts';
import { Stow, STOW, type StowView, type Touch } from './stow.ts';

/** An event of a winch, a line or a deckhand. */
export interface GearEvent {
  /** [s] */
  readonly time: number;
  readonly kind: 'slack' | 'taut' | 'overload' | 'stalled' | 'brake-slips' | 'end-of-rope' | 'on-the-stopper' | 'hand';
  /** name of the winch or the hand */
  readonly subject: string;
  /** [N] tension of the line then; for a line that came taut, its peak within the second after */
  readonly force: number;
  /** kind hand: new status of the deckhand, see HAND_STATUS */
  readonly status?: string;
  readonly message: string;
}

/** time, gear (winches, then deckhands), kind, value */
const ENTRY = 4;
const TAUT = 0;
const TOLD: readonly (readonly [bit: number, kind: GearEvent['kind']])[] = [
  [WINCH_EVENTS.slack, 'slack'],
  [WINCH_EVENTS.overload, 'overload'],
  [WINCH_EVENTS.stalled, 'stalled'],
  [WINCH_EVENTS.brakeSlips, 'brake-slips'],
  [WINCH_EVENTS.endOfRope, 'end-of-rope'],
  [WINCH_EVENTS.stopped, 'on-the-stopper'],
];
/** [s] time after slack in which the peak counts as its snap load */
const SNAP = 1;
/** Largest number of stored entries; further ones are only counted. */
const MOST_ENTRIES = 1000;

export class Operation {
  readonly #director: Director;
  readonly #controls: Controls;
  readonly #journal: number[] = [];
  /** last reported flags of winches and status of deckhands; start of the watch for a snap, and its peak */
  readonly #known: Float64Array;
  /** anchors to be stowed */
  readonly stows: readonly Stow[];
  #left = 0;

  constructor(
    spec: ModelSpec,
    controls: Controls,
    probes: readonly Probe[],
    view: StowView,
    touches: (most: number) => readonly Touch[],
  ) {
    this.#controls = controls;
    this.stows = (spec.stows ?? []).map((stow, i) =>
      at('stows', () => at(i, () => new Stow(stow, view, controls, probes, touches))),
    );
    const all = [...probes, ...this.stows.flatMap((stow) => stow.probes())];
    this.#director = new Director(spec.director?.script ?? [], controls, all);
    const { winches, hands } = controls.gear;
    this.#known = new Float64Array(3 * (winches.length + hands.length)).fill(-1);
    for (let i = 0; i < winches.length + hands.length; i++) this.#known[3 * i] = 0;
  }

  /** All faults of a script for this model, before it is played. */
  faultsOf(script: readonly DirectorStep[], probes: readonly Probe[]): BuildError[] {
    const faults: BuildError[] = [];
    new Director(script, this.#controls, probes, faults);
    return faults;
  }

  get phases(): readonly PhaseTimes[] {
    return this.#director.phases;
  }

  /** true: the script is finished, or there is none */
  get finished(): boolean {
    return this.#director.finished;
  }

  /** Present steps of the script, in words. */
  get waiting(): readonly string[] {
    return this.#director.waiting;
  }

  /** Orders of the script, which a user may also give. */
  get orders(): readonly ScriptOrder[] {
    return this.#director.orders;
  }

  /** true: a user holds the script */
  get held(): boolean {
    return this.#director.held;
  }

  /** Holds or releases the script. */
  hold(on: boolean, t: number): void {
    this.#director.hold(on, t);
  }

  /** Gives an order of the script early; the script does not repeat it. */
  give(order: number, t: number): void {
    this.#director.give(order, t);
  }

  get events(): readonly GearEvent[] {
    const out: GearEvent[] = [];
    for (let o = 0; o < this.#journal.length; o += ENTRY) out.push(this.#tell(o));
    return out;
  }

  /** number of events not stored */
  get untold(): number {
    return this.#left;
  }

  /** true: there is work between steps */
  get acts(): boolean {
    const { winches, hands } = this.#controls.gear;
    return winches.length > 0 || hands.length > 0 || this.#director.any;
  }

  /** [s] time at which the script needs a step to end */
  get next(): number {
    return this.#director.any ? this.#director.next : Number.POSITIVE_INFINITY;
  }

  /** Between steps: carries out everything due. Returns a failure when the operation cannot continue. */
  meet(t: number): { readonly subject: string; readonly message: string } | undefined {
    const { hands } = this.#controls.gear;
    for (let i = 0; i < hands.length; i++) if (hands[i].mustRelease) this.#controls.letGo(hands[i].spec.name);
    for (let i = 0; i < this.stows.length; i++) this.stows[i].meet(t);
    return this.#director.any ? this.#director.play(t) : undefined;
  }

  /** A step has ended at t. */
  look(t: number): void {
    if (this.#director.any) this.#director.look(t);
    for (let i = 0; i < this.stows.length; i++) this.stows[i].look(t);
    const { winches, hands } = this.#controls.gear;
    const k = this.#known;
    for (let i = 0; i < winches.length; i++) {
      const { s } = winches[i];
      const flags = s[WINCH.flags];
      const before = k[3 * i];
      for (let e = 0; e < TOLD.length; e++) {
        const bit = TOLD[e][0];
        if ((flags & bit) !== 0 && (before & bit) === 0) this.#note(t, i, bit, s[WINCH.tension]);
      }
      if ((before & WINCH_EVENTS.slack) !== 0 && (flags & WINCH_EVENTS.slack) === 0) {
        k[3 * i + 1] = t;
        k[3 * i + 2] = 0;
      }
      if (k[3 * i + 1] >= 0) {
        k[3 * i + 2] = Math.max(k[3 * i + 2], s[WINCH.tension]);
        if (t - k[3 * i + 1] >= SNAP) {
          this.#note(k[3 * i + 1], i, TAUT, k[3 * i + 2]);
          k[3 * i + 1] = -1;
        }
      }
      k[3 * i] = flags;
    }
    for (let j = 0; j < hands.length; j++) {
      const { s } = hands[j];
      const i = winches.length + j;
      const status = s[HAND.status];
      if (status !== k[3 * i]) this.#note(t, i, status, s[WINCH.tension]);
      k[3 * i] = status;
    }
  }

  #note(t: number, gear: number, what: number, value: number): void {
    if (this.#journal.length >= ENTRY * MOST_ENTRIES) this.#left++;
    else this.#journal.push(t, gear, what, value);
  }

  #tell(o: number): GearEvent {
    const [time, gear, what, force] = this.#journal.slice(o, o + ENTRY);
    const { winches, hands } = this.#controls.gear;
    const told = `${Number(force.toPrecision(3))} N`;
    if (gear >= winches.length) {
      const subject = hands[gear - winches.length].spec.name;
      const status = HAND_STATUS[what];
      return { time, kind: 'hand', subject, force, status, message: `hand ${subject} ${status} at ${told}` };
    }
    const subject = winches[gear].spec.name;
    if (what === TAUT) {
      return { time, kind: 'taut', subject, force, message: `line of ${subject} comes taut, peak ${told}` };
    }
    const kind = TOLD.find(([bit]) => bit === what)?.[1] ?? 'slack';
    const words = {
      slack: 'goes slack',
      overload: 'overloaded',
      stalled: 'stalls',
      'brake-slips': 'brake slips',
      'on-the-stopper': 'is on its stopper',
    };
    const said = (words as Record<string, string>)[kind] ?? 'has no rope left';
    return { time, kind, subject, force, message: `winch ${subject} ${said} at ${told}` };
  }

  save(): number[] {
    const director = this.#director.save();
    const stows = this.stows.flatMap(({ s }) => [...s]);
    return [director.length, ...director, ...stows, ...this.#known, this.#left, ...this.#journal];
  }

  restore(saved: Float64Array): void {
    const size = saved[0];
    this.#director.restore(saved.subarray(1, 1 + size));
    let o = 1 + size;
    for (const { s } of this.stows) {
      s.set(saved.subarray(o, o + STOW.size));
      o += STOW.size;
    }
    this.#known.set(saved.subarray(o, o + this.#known.length));
    o += this.#known.length;
    this.#left = saved[o++];
    this.#journal.length = 0;
    for (; o < saved.length; o++) this.#journal.push(saved[o]);
  }
}
