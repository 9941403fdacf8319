/** Contacts as intervals: when a pair began to touch, when it ceased, and the largest force in between. */
import { firstAbove, firstAtLeast, type RunEvent } from '@hawser/record';
import type { RunStore } from './run-store.ts';

export interface Touch {
  /** `crate~deck` */
  readonly pair: string;
  /** [s] */
  readonly begin: number;
  /** [s]; undefined: touched to the end */
  readonly end: number | undefined;
  /** [N] largest recorded normal force, and when; undefined: not recorded */
  readonly peak: number | undefined;
  readonly peakTime: number;
}

export function touchesOf(events: readonly RunEvent[]): Pick<Touch, 'pair' | 'begin' | 'end'>[] {
  const found: { pair: string; begin: number; end: number | undefined }[] = [];
  const open = new Map<string, { pair: string; begin: number; end: number | undefined }>();
  for (const { time, kind, subject } of [...events].sort((a, b) => a.time - b.time)) {
    if (kind === 'contact-begin') {
      const touch = { pair: subject, begin: time, end: undefined };
      open.set(subject, touch);
      found.push(touch);
    } else if (kind === 'contact-end') {
      const touch = open.get(subject);
      if (touch !== undefined) touch.end = time;
      open.delete(subject);
    }
  }
  return found;
}

export function withPeaks(store: RunStore, touches: readonly Pick<Touch, 'pair' | 'begin' | 'end'>[]): Touch[] {
  const { time } = store;
  return touches.map(({ pair, begin, end }) => {
    const name = `contact.${pair}.normal-force`;
    if (!store.has(name)) return { pair, begin, end, peak: undefined, peakTime: begin };
    const { values } = store.series(name);
    const last = firstAbove(time, end ?? Number.POSITIVE_INFINITY);
    let best = -1;
    for (let i = firstAtLeast(time, begin); i < last; i++) if (best < 0 || values[i] > values[best]) best = i;
    return { pair, begin, end, peak: best < 0 ? undefined : values[best], peakTime: best < 0 ? begin : time[best] };
  });
}
