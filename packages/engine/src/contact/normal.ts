/**
 * Normal force of a point contact, F = K depth^n s(1 + a v) for depth > 0, zero otherwise.
 *   s(y) = (y + sqrt(y^2 + eta^2)) / 2      (math/smooth.ts) a smooth max(y, 0): the force never pulls and never jumps
 * Symbols: depth [m]; v approach speed [m/s] (> 0 while depth grows); K [N/m^n]; a [s/m]. Departure: the laws print max(0, ...) or nothing
 * at all; eta = 3e-4 keeps the corner differentiable, changes the force at rest by 2e-8 of itself and the restitution of a dead impact (e =
 * 0.1) by 1e-5. A convex step needs no slope there and uses the sharp corner as printed (`sharp`); it limits the stiffness of K depth^n to
 * the value that it resolves: linear beyond a depth (`straight`).
 */
import { makeCorner, pow, powAt, smoothCorner } from '../math/index.ts';

export interface NormalForce {
  /** [N] >= 0 */
  force: number;
  /** [N/m] derivative by depth */
  byDepth: number;
  /** [N s/m] derivative by approach speed */
  bySpeed: number;
  /** [J] energy stored in the elastic part */
  stored: number;
}

export function makeNormalForce(): NormalForce {
  const x = 0.5; // as in makePress
  return { force: x, byDepth: x, bySpeed: x, stored: x };
}

/** Arguments of the law: one record, because separate number arguments would be boxed where the call is not inlined. */
export interface Press {
  /** [m] */
  depth: number;
  /** v [m/s] */
  speed: number;
  /** K [N/m^n], n and a [s/m] */
  stiffness: number;
  exponent: number;
  dissipation: number;
  /** [m] depth from which K depth^n continues linearly */
  straight: number;
  /** s(y) = max(y, 0) */
  sharp: boolean;
}

export function makePress(): Press {
  const x = 0.5; // not a whole number: fields that ever held one would box what comes later
  return {
    depth: x,
    speed: x,
    stiffness: x,
    exponent: x,
    dissipation: x,
    straight: Number.POSITIVE_INFINITY,
    sharp: false,
  };
}

/** K depth^n continues linearly from the depth where its stiffness reaches this value [N/m]; for n = 1 K is limited to this value. */
export function limitStiffness(press: Press, most: Float64Array): void {
  const { exponent: n, stiffness: K } = press;
  press.straight = Number.POSITIVE_INFINITY;
  if (n === 1) {
    if (K > most[0]) press.stiffness = most[0];
    return;
  }
  const ratio = most[0] / (n * K);
  press.straight = n === 2 ? ratio : n === 1.5 ? ratio * ratio : pow(ratio, 1 / (n - 1));
}

/** eta [-] of 1 + a v in every law of normal forces */
export const DAMPING_CORNER = 3e-4;
const damping = makeCorner(DAMPING_CORNER);

export function normalForce(out: NormalForce, press: Press): void {
  const { depth, exponent, dissipation } = press;
  if (!(depth > 0)) {
    out.force = 0;
    out.byDepth = 0;
    out.bySpeed = 0;
    out.stored = 0;
    return;
  }
  const { straight } = press;
  const curved = depth < straight ? depth : straight;
  let elastic = press.stiffness * power(curved, exponent);
  const slope = (exponent * elastic) / curved;
  let stored = (elastic * curved) / (exponent + 1);
  if (depth > straight) {
    const beyond = depth - straight;
    stored += beyond * (elastic + 0.5 * slope * beyond);
    elastic += slope * beyond;
  }
  const y = 1 + dissipation * press.speed;
  let s = y > 0 ? y : 0;
  let sharpness = y > 0 ? 1 : 0;
  if (!press.sharp) {
    damping.y = y;
    smoothCorner(damping);
    s = damping.s;
    sharpness = damping.slope;
  }
  out.force = elastic * s;
  out.byDepth = slope * s;
  out.bySpeed = elastic * dissipation * sharpness;
  out.stored = stored;
}

function power(depth: number, exponent: number): number {
  if (exponent === 1) return depth;
  if (exponent === 1.5) return depth * Math.sqrt(depth);
  if (exponent === 2) return depth * depth;
  return pow(depth, exponent);
}

/** An impact of a mass m on such a contact. */
export interface Impact {
  /** K/m */
  strength: number;
  exponent: number;
  /** [m/s] at which it comes */
  speed: number;
  /** [m] */
  depth: number;
  /** omega [1/s] */
  rate: number;
}

export function makeImpact(): Impact {
  const x = 0.5; // as in makePress
  return { strength: x, exponent: x, speed: x, depth: x, rate: x };
}

/** base and exponent; an array, because number arguments would be boxed */
const raised = new Float64Array(2);

/** depth of the impact without losses: K depth^(n + 1)/(n + 1) = m v^2/2 */
export function findImpactDepth(impact: Impact): void {
  const { exponent, speed } = impact;
  const grown = (0.5 * (exponent + 1) * speed * speed) / Math.max(impact.strength, 1e-6);
  if (exponent === 1) {
    impact.depth = Math.sqrt(grown);
    return;
  }
  raised[0] = grown;
  raised[1] = 1 / (exponent + 1);
  powAt(raised, 0);
  impact.depth = raised[0];
}

/** omega = sqrt(n K depth^(n - 1)/m): the slope of the force at the depth; pi/omega is about the length of the impact. */
export function findImpactRate(impact: Impact): void {
  const { exponent, depth, strength } = impact;
  let slope = exponent;
  if (exponent === 1.5) slope *= Math.sqrt(Math.max(0, depth));
  else if (exponent !== 1) slope *= pow(Math.max(0, depth), exponent - 1);
  impact.rate = Math.sqrt(slope * strength);
}
