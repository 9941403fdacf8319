/** The next automatic step from the error of this one: it grows with a power of the step that the integrator knows. */
import { pow } from '../math/index.ts';
import type { SolverSpec } from '../system/index.ts';

const SAFETY = 0.85;

/** excess = error / tolerance <= 1 */
export function afterAccepted(h: number, excess: number, power: number, options: SolverSpec): number {
  const factor = Math.min(2, SAFETY * pow(1 / (excess + 1e-9), 1 / power));
  // a small change is not worth a new factorisation
  const wanted = factor > 0.9 && factor < 1.2 ? h : h * factor;
  return Math.min(options.maxStep, Math.max(options.minStep, wanted));
}

export function afterRejected(h: number, excess: number, power: number): number {
  return h * Math.max(0.2, Math.min(0.7, SAFETY * pow(1 / excess, 1 / power)));
}
