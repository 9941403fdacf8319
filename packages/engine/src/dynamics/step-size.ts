/** Step size control: the next automatic step from the error of this one, which grows with a power of the step known to the integrator. */
import { powAt } from '../math/index.ts';
import type { SolverSpec } from '../model/index.ts';

const SAFETY = 0.85;
/**
 * Errors with a higher power than this belong to the explicit method. Where stability limits it, errors say little about the longest
 * possible step: steps then grow slowly, because otherwise every sixth would be rejected. Keeping the step constant saves nothing in that
 * method.
 */
const HIGH_POWER = 4;
const STRIDE = 1.04;
/** error over tolerance below which a step is far from its limit */
const FAR = 1e-3;
/** base and exponent, then the power */
const part = new Float64Array(2);

/** A tried step: its length [s], excess = error / tolerance, the power of h in the error, and the next length to try [s]. */
export class TriedStep {
  h = 0;
  excess = 0;
  power = 0;
  next = 0;
}

/** excess <= 1 */
export function afterAccepted(step: TriedStep, options: SolverSpec): void {
  const { h } = step;
  part[0] = 1 / (step.excess + 1e-9);
  part[1] = 1 / step.power;
  powAt(part, 0);
  const high = step.power > HIGH_POWER;
  const factor = Math.min(high && step.excess > FAR ? STRIDE : 2, SAFETY * part[0]);
  // a small change does not justify a new factorisation
  const wanted = !high && factor > 0.9 && factor < 1.2 ? h : h * factor;
  step.next = Math.min(options.maxStep, Math.max(options.minStep, wanted));
}

/** Largest number of iterations of a step that may be followed by one of twice its length. */
const EASY = 15;

/**
 * The longest part of a fixed step to try next: as long as the last shortened one, until steps converge easily again. A length that takes
 * too many iterations once will do so in the next step, too.
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

/** Part of a fixed step to begin with after a catch or release. */
export const JOLT: number = 1 / 64;

/**
 * The longest fixed step to try after ends were caught or released, or slings hooked on or off: accelerations have jumped. The first one is
 * by backward Euler, which damps what it does not resolve; then steps double (afterFixed).
 */
export function afterJolt(longest: number, options: SolverSpec): number {
  return options.step === 'auto' ? longest : Math.min(longest, JOLT * options.step);
}

/** excess > 1 */
export function afterRejected(step: TriedStep): void {
  part[0] = 1 / step.excess;
  part[1] = 1 / step.power;
  powAt(part, 0);
  step.next = step.h * Math.max(0.2, Math.min(step.power > HIGH_POWER ? 0.85 : 0.7, SAFETY * part[0]));
}

/** The mark, if the value lies within `near` of it. */
export function snap(value: number, mark: number, near: number): number {
  return Math.abs(value - mark) <= near ? mark : value;
}
