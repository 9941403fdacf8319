/** The next automatic step from the error of this one: local error grows with h^3. */
import { cbrt } from '../math/index.ts';
import type { SolverSpec } from '../system/index.ts';

const SAFETY = 0.85;

/** excess = error / tolerance <= 1 */
export function afterAccepted(h: number, excess: number, options: SolverSpec): number {
  const factor = Math.min(2, SAFETY * cbrt(1 / (excess + 1e-9)));
  // a small change is not worth a new factorisation
  const wanted = factor > 0.9 && factor < 1.2 ? h : h * factor;
  return Math.min(options.maxStep, Math.max(options.minStep, wanted));
}

export function afterRejected(h: number, excess: number): number {
  return h * Math.max(0.2, Math.min(0.7, SAFETY * cbrt(1 / excess)));
}
