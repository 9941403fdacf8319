/**
 * The one law of dry friction, at points, over areas, on cables and in joints: the bristle (bristle.ts) under a limit that depends on how
 * fast and how long. Its numbers are those of LuGre and of Gonthier et al. 2004: static and kinetic coefficient, Stribeck speed v_s,
 * dwell time, creep before slip or none, stiffness and damping of the bristle; the viscous part is added by whoever knows the whole of a pair.
 *
 * One more state, the share s of the static limit (Gonthier et al. 2004; Roy 2007, eqs. 3.23-3.31):
 *   mu = mu_k + (mu_s - mu_k) s,   s' = (st(v) - s)/tau,   st = exp(-v^2/v_s^2)
 * tau is the dwell time while s grows, and a fiftieth of it while s falls. Without a dwell time s = st (Stribeck), without v_s the
 * limit is mu_s for a contact that sticks, mu_k for one that slips.
 */
import { exp } from '../math/index.ts';
import { bristleFriction, type FrictionForce, makeFrictionForce, makeSlip, type Slip } from './bristle.ts';
import { lugreFriction } from './lugre.ts';

const BREAKAWAY = 0.02; // of the dwell time

/** The part of the law that says how much friction there can be. */
export interface FrictionLimit {
  muStatic: number;
  muKinetic: number;
  /** [m/s]; 0: none */
  stribeck: number;
  /** [s]; 0: none */
  dwell: number;
}

export interface FrictionLaw extends FrictionLimit {
  /** [1/m], [s/m] */
  s0: number;
  s1: number;
  /** 1: the bristle creeps as LuGre's (lugre.ts); 0: it sticks */
  creeps: number;
  /** 1: the damping of the bristle is somebody's number, and where it slips it comes to its rest with that; 0: at once */
  lags: number;
}

export function makeFrictionLaw(): FrictionLaw {
  return { muStatic: 0, muKinetic: 0, s0: 0, s1: 0, stribeck: 0, dwell: 0, creeps: 0, lags: 0 };
}

export interface DryFriction extends FrictionForce {
  /** share of the static limit */
  share: number;
  /** d mu/d(v^2/2) [s^2/m^2] while it slips */
  muSlope: number;
}

export function makeDryFriction(): DryFriction {
  return { ...makeFrictionForce(), share: 0.5, muSlope: 0.5 };
}

/** limits and bristle are those of the law */
export interface DrySlip extends Slip {
  /** s when the step began, h ago */
  share: number;
}

export function makeDrySlip(): DrySlip {
  return { ...makeSlip(), share: 0.5 };
}

/** Does the limit follow the speed of slip? */
export function followsSpeed({ stribeck, muStatic, muKinetic }: FrictionLimit): boolean {
  return stribeck > 0 && muStatic !== muKinetic;
}

/** How much of the difference to st the share s makes up in a step h [s]. */
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

/** Slope of the limit mu by half the square of the speed [s^2/m^2], where the share is that of `staticShare`. */
export function limitSlope(law: FrictionLimit, share0: number, speed2: number, h: number): number {
  const square = law.stribeck * law.stribeck;
  const st = exp(-speed2 / square);
  return ((law.muStatic - law.muKinetic) * shareGain(st, share0, law.dwell, h) * st * -2) / square;
}

/**
 * As bristleFriction, which see; `at` is left with the limits taken. Where it slips, -dT/dx has besides along and across
 * the part  normal muSlope c u v^T.
 */
export function dryFriction(out: DryFriction, law: FrictionLaw, at: DrySlip): void {
  const { muStatic, muKinetic, stribeck, dwell } = law;
  const { vx, vy, vz, share: share0, slipping, h } = at;
  out.muSlope = 0;
  at.s0 = law.s0;
  at.s1 = law.s1;
  if (!followsSpeed(law)) {
    at.muStatic = muStatic;
    at.muKinetic = law.creeps === 1 && !slipping ? muStatic : muKinetic;
    rub(out, at, law);
    out.share = out.slips ? 0 : 1;
    return;
  }
  const speed2 = vx * vx + vy * vy + vz * vz;
  const share = staticShare(share0, speed2, stribeck, dwell, h);
  const mu = muKinetic + (muStatic - muKinetic) * share;
  at.slipping = false;
  at.muStatic = mu;
  at.muKinetic = mu;
  rub(out, at, law);
  out.share = share;
  if (out.slips) out.muSlope = limitSlope(law, share0, speed2, h);
}

function rub(out: DryFriction, at: DrySlip, law: FrictionLaw): void {
  at.lags = law.lags === 1;
  if (law.creeps === 1) lugreFriction(out, at);
  else bristleFriction(out, at);
}
