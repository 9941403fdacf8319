/** A root of one equation in one unknown, in a bracket: never leaves it, always ends. For set-up and rare queries. */
import { fail, type Result, succeed } from '../base/index.ts';

/** f at both ends has the same sign, so there may be no root in between; or f is not a number somewhere. */
export type RootFailure = 'no-bracket' | 'not-finite';

export interface RootOptions {
  /** stop when the bracket, or the last Newton step, is below this, in the unit of x; default 0: to the last bit */
  readonly tolerance?: number;
}

/**
 * Newton's method that falls back to halving the bracket when a step leaves it or the residual falls by less than half
 * (Press et al. 2007, section 9.4). `f(x, out)` writes the value to out[0] and the derivative to out[1].
 */
export function newtonInBracket(
  f: (x: number, out: Float64Array) => void,
  from: number,
  to: number,
  options: RootOptions = {},
): Result<number, RootFailure> {
  const { tolerance = 0 } = options;
  const out = new Float64Array(2);
  f(from, out);
  const valueFrom = out[0];
  f(to, out);
  const valueTo = out[0];
  if (!Number.isFinite(valueFrom) || !Number.isFinite(valueTo)) return fail('not-finite');
  if (valueFrom === 0) return succeed(from);
  if (valueTo === 0) return succeed(to);
  if (valueFrom > 0 === valueTo > 0) return fail('no-bracket');
  let below = valueFrom < 0 ? from : to; // f < 0 here
  let above = valueFrom < 0 ? to : from; // f > 0 here
  let x = from + 0.5 * (to - from);
  let previous = Infinity;
  for (;;) {
    // ends: a step either halves the bracket or halves the residual, and doubles allow some 2100 halvings
    f(x, out);
    const value = out[0];
    if (!Number.isFinite(value)) return fail('not-finite');
    if (value === 0) return succeed(x);
    if (value < 0) below = x;
    else above = x;
    const middle = below + 0.5 * (above - below);
    const step = value / out[1];
    const newton = x - step;
    const inside = newton > Math.min(below, above) && newton < Math.max(below, above);
    const fast = Math.abs(value) <= 0.5 * previous;
    previous = Math.abs(value);
    const next = inside && fast ? newton : middle;
    if (next === x || Math.abs(above - below) <= tolerance || (inside && Math.abs(step) <= tolerance)) {
      return succeed(inside ? newton : next);
    }
    if (middle === below || middle === above) return succeed(next);
    x = next;
  }
}

/** Bisection, for an f whose derivative is not at hand. */
export function bisect(
  f: (x: number) => number,
  from: number,
  to: number,
  options: RootOptions = {},
): Result<number, RootFailure> {
  const { tolerance = 0 } = options;
  const valueFrom = f(from);
  const valueTo = f(to);
  if (!Number.isFinite(valueFrom) || !Number.isFinite(valueTo)) return fail('not-finite');
  if (valueFrom === 0) return succeed(from);
  if (valueTo === 0) return succeed(to);
  if (valueFrom > 0 === valueTo > 0) return fail('no-bracket');
  let below = valueFrom < 0 ? from : to;
  let above = valueFrom < 0 ? to : from;
  for (;;) {
    const middle = below + 0.5 * (above - below);
    if (middle === below || middle === above || Math.abs(above - below) <= tolerance) return succeed(middle);
    const value = f(middle);
    if (Number.isNaN(value)) return fail('not-finite');
    if (value === 0) return succeed(middle);
    if (value < 0) below = middle;
    else above = middle;
  }
}
