/**
 * Reports when pairs of bodies begin and cease to touch. A pair that separates for less than a moment (5 ms, or the time between two rows
 * where that is longer) does not count as separated: a body that settles or rattles loses contact many times a second. A touch is reported
 * however short it is, because an impact may last a microsecond. Both carry the time at which they happened.
 */
import type { AbsorbedImpact, Probe } from '@hawser/engine';
import type { RunEvent } from '@hawser/record';

/** Interface of a simulation for the watch. */
export interface Watched {
  readonly time: number;
  readonly probes: readonly Probe[];
  readonly stats: { readonly contacts: number };
  readonly blows: readonly AbsorbedImpact[];
}

/** [s] bodies separated for less than this count as touching */
export const MOMENT = 0.005;

/** Largest number of reported events; a chattering contact must not fill the disk. */
const MOST_EVENTS = 2000;

interface Pair {
  readonly name: string;
  readonly count: Probe;
  /** what was told last */
  touching: boolean;
  /** [s] time at which a touching pair separated; NaN: it touches */
  apartSince: number;
}

export class ContactWatch {
  readonly #simulation: Watched;
  readonly #moment: number;
  readonly #tell: (event: RunEvent) => void;
  readonly #pairs: readonly Pair[];
  readonly #count: Float64Array = new Float64Array(1);
  #looked = false;
  #anyTouching = false;
  #told = 0;

  /** `rate` [Hz] of the rows */
  constructor(simulation: Watched, rate: number, tell: (event: RunEvent) => void) {
    this.#simulation = simulation;
    this.#moment = Math.max(MOMENT, 1 / rate);
    this.#tell = tell;
    this.#pairs = simulation.probes
      .map((probe) => ({ name: /^contact\.(.*~.*)\.count$/s.exec(probe.name)?.[1] ?? '', count: probe }))
      .filter(({ name }) => name !== '')
      .map((pair) => ({ ...pair, touching: false, apartSince: Number.NaN }));
  }

  /** Continues after an earlier part of the run with these events. Present contacts count as touching before. */
  restore(events: readonly RunEvent[]): void {
    const byName = new Map(this.#pairs.map((pair) => [pair.name, pair]));
    for (const { kind, subject } of events) {
      const pair = byName.get(subject);
      if (pair === undefined || (kind !== 'contact-begin' && kind !== 'contact-end')) continue;
      pair.touching = kind === 'contact-begin';
      this.#told++;
    }
    for (const pair of this.#pairs) if (this.#touches(pair)) pair.touching = true;
    this.#anyTouching = this.#pairs.some((pair) => pair.touching);
    this.#looked = true;
  }

  /** After every step. */
  look(): void {
    const { time, stats } = this.#simulation;
    if (stats.contacts === 0 && !this.#anyTouching && this.#looked) return;
    this.#looked = true;
    this.#anyTouching = false;
    for (let i = 0; i < this.#pairs.length; i++) {
      const pair = this.#pairs[i];
      if (this.#touches(pair)) {
        if (!pair.touching) this.#change(pair, true, time);
        pair.apartSince = Number.NaN;
      } else if (pair.touching) {
        if (Number.isNaN(pair.apartSince)) pair.apartSince = time;
        if (time - pair.apartSince >= this.#moment) this.#change(pair, false, pair.apartSince);
      }
      if (pair.touching) this.#anyTouching = true;
    }
  }

  /** The run is over: separated pairs have ceased to touch. */
  end(): void {
    for (const pair of this.#pairs) if (!Number.isNaN(pair.apartSince)) this.#change(pair, false, pair.apartSince);
  }

  #touches(pair: Pair): boolean {
    pair.count.read(this.#count, 0);
    return this.#count[0] > 0;
  }

  #change(pair: Pair, touching: boolean, time: number): void {
    pair.touching = touching;
    pair.apartSince = Number.NaN;
    const told = this.#told++;
    if (told < MOST_EVENTS) {
      this.#tell({
        time,
        kind: touching ? 'contact-begin' : 'contact-end',
        subject: pair.name,
        message: `${pair.name.replace('~', ' and ')} ${touching ? 'begin to touch' : 'cease to touch'}`,
      });
    } else if (told === MOST_EVENTS) {
      const message = `more than ${MOST_EVENTS} contacts began or ended; the rest is not listed`;
      this.#tell({ time, kind: 'warning', subject: '', message });
    }
  }
}
