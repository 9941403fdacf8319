/**
 * Normal force of a point contact, F = K depth^n s(1 + a v) for depth > 0, zero otherwise.
 *   s(y) = (y + sqrt(y^2 + eta^2)) / 2      a smooth max(y, 0): the force never pulls and never jumps
 * Symbols: depth [m]; v approach speed [m/s] (> 0 while depth grows); K [N/m^n]; a [s/m].
 * Departure: the laws print max(0, ...) or nothing at all; eta = 3e-4 keeps the corner differentiable, changes the
 * force at rest by 2e-8 of itself and the restitution of a dead impact (e = 0.1) by 1e-5.
 */
import { pow } from '../math/index.ts';

export interface NormalForce {
  /** [N] >= 0 */
  force: number;
  /** [N/m] derivative by depth */
  byDepth: number;
  /** [N s/m] derivative by approach speed */
  bySpeed: number;
  /** [J] energy held by the elastic part */
  stored: number;
}

export function makeNormalForce(): NormalForce {
  const x = 0.5; // as in makePress
  return { force: x, byDepth: x, bySpeed: x, stored: x };
}

/** What presses; one record, since numbers handed to a call that is not inlined are boxed. */
export interface Press {
  /** [m] */
  depth: number;
  /** v [m/s] */
  speed: number;
  /** K [N/m^n], n and a [s/m] */
  stiffness: number;
  exponent: number;
  dissipation: number;
}

export function makePress(): Press {
  const x = 0.5; // not a whole number: fields that ever held one would box what comes later
  return { depth: x, speed: x, stiffness: x, exponent: x, dissipation: x };
}

const CORNER = 3e-4; // eta [-]

export function normalForce(out: NormalForce, press: Press): void {
  const { depth, exponent, dissipation } = press;
  if (!(depth > 0)) {
    out.force = 0;
    out.byDepth = 0;
    out.bySpeed = 0;
    out.stored = 0;
    return;
  }
  const elastic = press.stiffness * power(depth, exponent);
  const y = 1 + dissipation * press.speed;
  const root = Math.sqrt(y * y + CORNER * CORNER);
  const s = 0.5 * (y + root);
  const ds = 0.5 * (1 + y / root);
  out.force = elastic * s;
  out.byDepth = ((exponent * elastic) / depth) * s;
  out.bySpeed = elastic * dissipation * ds;
  out.stored = (elastic * depth) / (exponent + 1);
}

function power(depth: number, exponent: number): number {
  if (exponent === 1) return depth;
  if (exponent === 1.5) return depth * Math.sqrt(depth);
  if (exponent === 2) return depth * depth;
  return pow(depth, exponent);
}
