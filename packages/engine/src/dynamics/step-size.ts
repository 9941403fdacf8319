/** The next automatic step from the error of this one: it grows with a power of the step that the integrator knows. */
import { powAt } from '../math/index.ts';
import type { SolverSpec } from '../system/index.ts';

const SAFETY = 0.85;
/** base and exponent, then the power */
const part = new Float64Array(2);

/** excess = error / tolerance <= 1 */
export function afterAccepted(h: number, excess: number, power: number, options: SolverSpec): number {
  part[0] = 1 / (excess + 1e-9);
  part[1] = 1 / power;
  powAt(part, 0);
  const factor = Math.min(2, SAFETY * part[0]);
  // a small change is not worth a new factorisation
  const wanted = factor > 0.9 && factor < 1.2 ? h : h * factor;
  return Math.min(options.maxStep, Math.max(options.minStep, wanted));
}

/** A step cut short to meet a sample says little about how long a step may be. */
export function afterCut(next: number, cut: boolean, before: number): number {
  return cut ? Math.max(next, before) : next;
}

/** Iterations a step may take to be followed by one of twice its length. */
const EASY = 15;

/**
 * The longest part of a fixed step to try next: as long as the last one that had to be shortened, until steps are easy again. What
 * takes too many iterations once takes them in the next step too.
 */
export function afterFixed(
  h: number,
  shortened: boolean,
  iterations: number,
  longest: number,
  options: SolverSpec,
): number {
  if (shortened) return h;
  const whole = options.step === 'auto' ? options.maxStep : options.step;
  return iterations <= EASY && longest < whole ? Math.min(whole, 2 * longest) : longest;
}

/** Part of a fixed step that what was caught or let go begins with. */
const JOLT = 1 / 64;

/**
 * The longest fixed step to try after ends were caught or let go, slings hooked on or off: accelerations have jumped. The first one
 * is by backward Euler, which loses what it does not resolve; steps grow back twofold (afterFixed).
 */
export function afterJolt(longest: number, options: SolverSpec): number {
  return options.step === 'auto' ? longest : Math.min(longest, JOLT * options.step);
}

export function afterRejected(h: number, excess: number, power: number): number {
  part[0] = 1 / excess;
  part[1] = 1 / power;
  powAt(part, 0);
  return h * Math.max(0.2, Math.min(0.7, SAFETY * part[0]));
}

/** The mark, if the value lies within `near` of it. */
export function snap(value: number, mark: number, near: number): number {
  return Math.abs(value - mark) <= near ? mark : value;
}
