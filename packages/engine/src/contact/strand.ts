/**
 * Laws of a cable's contact at one point of its quadrature, for a slice of length l.
 *
 * Normal force by interference volume (Roy 2007, eqs. 3.20-3.22), with the damping in the form of contact/normal.ts:
 *   N = k l A(depth) g(D) s(1 + a v),   dA/d(depth) = chord
 * k [N/m^3], A the overlap of the cross sections [m^2], D the distance of the centre lines, or of the centre line from the surface.
 * The volume saturates as the centre lines come together; below D_b = half the distance of touching the force stiffens,
 *   g = 1 + (D_b/D - 1)^2 for D < D_b
 * Departures: Roy cuts the volume off at D = r and adds a stiffer spring there, with a kink (section 3.1.3); eq. 3.22 pulls when the
 * lens shrinks fast. g has a continuous slope and no end before D = D_b/20, where it stays as it is.
 *
 * Friction: the bristle of contact/friction.ts with one more state, the share s of the static limit (Gonthier et al. 2004; Roy 2007,
 * eqs. 3.23-3.31):
 *   mu = mu_k + (mu_s - mu_k) s,   s' = (st(v) - s)/tau,   st = exp(-v^2/v_s^2)
 * tau is the dwell time while s grows, and a fiftieth of it while s falls. Without a dwell time s = st (Stribeck), without v_s the
 * limit is mu_s for a step that began sticking, mu_k for one that began slipping.
 */
import { exp, log, makeCorner, smoothCorner } from '../math/index.ts';
import { bristleFriction, type FrictionForce, makeSlip, type Slip } from './bristle.ts';
import { DAMPING_CORNER, type NormalForce } from './normal.ts';

const damping = makeCorner(DAMPING_CORNER);
const CLOSEST = 0.05; // of D_b
const BREAKAWAY = 0.02; // of the dwell time

/** What the law is given, by name: numbers handed over one by one are boxed where the call is not inlined. */
export interface StrandPoint {
  /** A [m^2], dA/d(depth) [m], depth [m] */
  area: number;
  chord: number;
  depth: number;
  /** D, and where they begin to touch [m] */
  distance: number;
  touching: number;
  /** of approach [m/s] */
  speed: number;
  /** k times the length of the slice [N/m^2] or [N/m^3] */
  stiffness: number;
  /** a [s/m] */
  dissipation: number;
}

export function makeStrandPoint(): StrandPoint {
  const x = 0.5; // not a whole number: see makeSlip
  return { area: x, chord: x, depth: x, distance: x, touching: x, speed: x, stiffness: x, dissipation: x };
}

export function strandForce(out: NormalForce, at: StrandPoint): void {
  const { area, chord, depth, distance, touching, speed, stiffness, dissipation } = at;
  const edge = 0.5 * touching;
  let stiffening = 1;
  let slope = 0; // by depth
  let stiffened = 0; // integral of g - 1 over the distance [m]
  if (distance < edge) {
    const near = Math.max(distance, CLOSEST * edge);
    const x = edge / near - 1;
    stiffening = 1 + x * x;
    stiffened = (edge * edge) / near - near - 2 * edge * log(edge / near) + x * x * (near - distance);
    slope = distance > CLOSEST * edge ? (2 * x * edge) / (near * near) : 0;
  }
  const y = 1 + dissipation * speed;
  damping.y = y;
  smoothCorner(damping);
  const { s } = damping;
  const elastic = stiffness * area * stiffening;
  out.force = elastic * s;
  out.byDepth = stiffness * (chord * stiffening + area * slope) * s;
  out.bySpeed = elastic * dissipation * damping.slope;
  // integral of A over the depth, where it grows as the power 3/2 + e of it: 2/5 A d (1 - 2 e/7), and of A (g - 1) with A as it is
  const power = area > 0 ? (chord * depth) / area : 1.5;
  out.stored = stiffness * area * (depth * (4 / 35 + 5 / (7 * (1 + power))) + stiffened);
}

export interface StrandFrictionLaw {
  muStatic: number;
  muKinetic: number;
  /** [1/m], [s/m] */
  s0: number;
  s1: number;
  /** [m/s]; 0: none */
  stribeck: number;
  /** [s]; 0: none */
  dwell: number;
}

export function makeStrandFrictionLaw(): StrandFrictionLaw {
  return { muStatic: 0, muKinetic: 0, s0: 0, s1: 0, stribeck: 0, dwell: 0 };
}

export interface StrandFriction extends FrictionForce {
  /** share of the static limit */
  share: number;
  /** d mu/d(v^2/2) [s^2/m^2] while it slips */
  muSlope: number;
}

/** limits and bristle are those of the law */
export interface StrandSlip extends Slip {
  /** s when the step began */
  share: number;
  /** [s] ago */
  h: number;
}

export function makeStrandSlip(): StrandSlip {
  return { ...makeSlip(), share: 0.5, h: 0.5 };
}

/** How much of the way to st the share s goes in a step h [s]. */
function shareGain(st: number, share0: number, dwell: number, h: number): number {
  if (!(dwell > 0)) return 1;
  const x = h / (st >= share0 ? dwell : BREAKAWAY * dwell);
  return x / (1 + x);
}

/** Share of the static limit after a step h [s] that began with share0, for a slip whose speed squared is speed2 [m^2/s^2]. */
export function staticShare(share0: number, speed2: number, stribeck: number, dwell: number, h: number): number {
  const st = exp(-speed2 / (stribeck * stribeck));
  return share0 + shareGain(st, share0, dwell, h) * (st - share0);
}

/**
 * As bristleFriction, which see; `at` is left with the limits taken. Where it slips, -dT/dx has besides along and across
 * the part  normal muSlope c u v^T.
 */
export function strandFriction(out: StrandFriction, law: StrandFrictionLaw, at: StrandSlip): void {
  const { muStatic, muKinetic, stribeck, dwell } = law;
  const { vx, vy, vz, share: share0, slipping } = at;
  out.muSlope = 0;
  at.s0 = law.s0;
  at.s1 = law.s1;
  at.slipping = false;
  if (!(stribeck > 0) || muStatic === muKinetic) {
    // one limit a step: a force that drops where slip begins has no solution there
    const limit = slipping ? muKinetic : muStatic;
    at.muStatic = limit;
    at.muKinetic = limit;
    bristleFriction(out, at);
    out.share = out.slips ? 0 : 1;
    return;
  }
  const speed2 = vx * vx + vy * vy + vz * vz;
  const st = exp(-speed2 / (stribeck * stribeck));
  const gain = shareGain(st, share0, dwell, at.h);
  const share = share0 + gain * (st - share0);
  const mu = muKinetic + (muStatic - muKinetic) * share;
  at.muStatic = mu;
  at.muKinetic = mu;
  bristleFriction(out, at);
  out.share = share;
  if (out.slips) out.muSlope = ((muStatic - muKinetic) * gain * st * -2) / (stribeck * stribeck);
}
