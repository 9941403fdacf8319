/** The next automatic step from the error of this one: it grows with a power of the step that the integrator knows. */
import { powAt } from '../math/index.ts';
import type { SolverSpec } from '../model/index.ts';

const SAFETY = 0.85;
/**
 * Errors that grow with a higher power than this are of the explicit method. Where its stability is what holds it back, errors say
 * little of how much longer a step may be: it is felt for in small strides, else every sixth step is thrown away. Keeping a step as
 * it is saves nothing there.
 */
const HIGH_POWER = 4;
const STRIDE = 1.04;
/** error over tolerance below which steps are far from any limit */
const FAR = 1e-3;
/** base and exponent, then the power */
const part = new Float64Array(2);

/** A step that was tried: its length [s], excess = error / tolerance, the power of h that grows with, and what to try next [s]. */
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
  // a small change is not worth a new factorisation
  const wanted = !high && factor > 0.9 && factor < 1.2 ? h : h * factor;
  step.next = Math.min(options.maxStep, Math.max(options.minStep, wanted));
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
export const JOLT: number = 1 / 64;

/**
 * The longest fixed step to try after ends were caught or let go, slings hooked on or off: accelerations have jumped. The first one
 * is by backward Euler, which loses what it does not resolve; steps grow back twofold (afterFixed).
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
