/** Cables that meet something, or separate from it, within a step too long to resolve it. */
import type { CableTouch } from './cable-touch.ts';
import { H_FRESH, H_JUMP, H_KEY, H_ONSET, H_RATE, H_SPEED, H_STRIDE, type TouchHistory } from './touch-history.ts';

/** Change of speed of an element over the step below which a contact is no impact [m/s]. */
export const TOUCH_IMPACT = 0.05;

/** The fastest rate [1/s] among patches that closed or opened since the step began and mattered; 0: none did. */
export function touchRateOfChanges({ solidHistory, strandHistory }: CableTouch, step: StepOfCables): number {
  return Math.max(ratesOf(solidHistory, step), ratesOf(strandHistory, step));
}

interface StepOfCables {
  /** [s] */
  readonly h: number;
}

/** The fastest rate [1/s] among patches that are new and closed at the speed of an impact. */
export function touchRateOfOnsets({ solidHistory, strandHistory }: CableTouch): number {
  return Math.max(onsetsOf(solidHistory), onsetsOf(strandHistory));
}

function onsetsOf({ trial }: TouchHistory): number {
  let most = 0;
  const now = trial.data;
  for (let o = 0; o < trial.length; o += H_STRIDE) {
    if (now[o + H_FRESH] === 1 && now[o + H_ONSET] > TOUCH_IMPACT && now[o + H_RATE] > most) most = now[o + H_RATE];
  }
  return most;
}

function ratesOf(history: TouchHistory, { h }: StepOfCables): number {
  const { trial, committed, continued } = history;
  let most = 0;
  const now = trial.data;
  for (let o = 0; o < trial.length; o += H_STRIDE) {
    if (now[o + H_RATE] <= most) continue;
    if (now[o + H_FRESH] === 1) {
      if (h * now[o + H_JUMP] > TOUCH_IMPACT) most = now[o + H_RATE];
      continue;
    }
    const from = history.find(now[o + H_KEY]);
    if (from >= 0 && Math.abs(now[o + H_SPEED] - committed.data[from + H_SPEED]) > TOUCH_IMPACT) most = now[o + H_RATE];
  }
  const before = committed.data;
  for (let k = 0; k < continued.length; k++) {
    const o = H_STRIDE * k;
    if (continued.data[k] === 1 || h * before[o + H_JUMP] <= TOUCH_IMPACT) continue;
    if (before[o + H_RATE] > most) most = before[o + H_RATE];
  }
  return most;
}
