/**
 * The bristle: friction that sticks like a spring and slips at a limit. This file is the law of a point; brush.ts is the same
 * law for all points of a patch together.
 *
 * The traction ratio g = -T/N is a vector in the tangent plane, |g| <= mu:
 *   trial    g* = s0 z* + s1 v,   z* = z + slip since the step began
 *   sticks   |g*| <= mu_s:  g = g*,             z' = z*
 *   slips    otherwise:     g = mu_k g* / |g*|, s0 z' + s1 dz/dt = g: z' = (1 - r) (mu_k/s0) g* / |g*| + r z
 * (Elandt 2022, section 6.1.2: while the surfaces slide, the bristle approaches its steady deflection with the time constant s1/s0. If it
 * took this deflection at once, a damped bristle would gain energy at the onset of slip. r is exact for surfaces that slide at a constant
 * speed: the bristle moves with them until s0 z + s1 v = mu_k, then it relaxes.) s0 = mu_s / deflection [1/m] and s1 [s/m] are per unit
 * normal force, so that a contact cut into many points keeps its total stiffness and no stiffness has to be guessed from the load.
 * Departure from Roy 2007, eq. 3.30: there a loaded bristle relaxes while it sticks, and the contact creeps.
 *
 * The tangent is  -dT/dx = along P - across u u^T,  P = 1 - n n^T, x the unknown of the stage (displacement b x, velocity
 * c x). Where N follows the motion the caller adds g dN. Where N is held and mu_s = mu_k, T is the gradient of a convex
 * (Huber) function of x: -T = dcost/dx. `curved` keeps the curvature along the slip (across = 0): an upper bound of the
 * Hessian with which Newton's method does not overshoot while contacts still change between sticking and slipping.
 *
 * API   at = makeSlip(), out = makeFrictionForce(); bristleFriction(out, at). Nothing is allocated in the call.
 */
import { expAt } from '../math/index.ts';

/** Result of the law at a point. */
export interface FrictionForce {
  /** traction ratio g [-] */
  gx: number;
  gy: number;
  gz: number;
  /** unit vector u of the slip, or 0 */
  ux: number;
  uy: number;
  uz: number;
  along: number;
  across: number;
  slips: boolean;
  /** new bristle deflection [m] */
  zx: number;
  zy: number;
  zz: number;
  /** [J] stored in the bristle */
  stored: number;
  /** the convex function of x with gradient N g, smallest at rest; [J] where x is a displacement, [W] where it is a velocity */
  cost: number;
}

export function makeFrictionForce(): FrictionForce {
  return {
    gx: 0,
    gy: 0,
    gz: 0,
    ux: 0,
    uy: 0,
    uz: 0,
    along: 0,
    across: 0,
    slips: false,
    zx: 0,
    zy: 0,
    zz: 0,
    stored: 0,
    cost: 0,
  };
}

/** Arguments of the laws, by name: separate number arguments would be boxed where the call is not inlined. */
export interface Slip {
  /** trial deflection z*, tangential [m] */
  zx: number;
  zy: number;
  zz: number;
  /** tangential slip velocity [m/s] */
  vx: number;
  vy: number;
  vz: number;
  /** N [N] */
  normal: number;
  muStatic: number;
  muKinetic: number;
  /** [1/m], [s/m] */
  s0: number;
  s1: number;
  /** during slip it approaches its steady deflection with the time constant s1/s0, not at once */
  lags: boolean;
  /** duration of the slip z* - z [s]; and the bristle before it, z [m] */
  h: number;
  wasX: number;
  wasY: number;
  wasZ: number;
  /** v_s of regularised Coulomb friction [m/s] */
  slipSpeed: number;
  /** the contact was slipping when the step began, so it must fall below mu_k to stick again */
  slipping: boolean;
  /** true: the tangent keeps the curvature along the slip */
  curved: boolean;
  /** derivatives of displacement and velocity by the unknown */
  b: number;
  c: number;
}

export function makeSlip(): Slip {
  // not integers: V8 would box later values of a field that first held an integer
  const x = 0.5;
  const slip: Slip = {
    zx: x,
    zy: x,
    zz: x,
    vx: x,
    vy: x,
    vz: x,
    normal: x,
    muStatic: x,
    muKinetic: x,
    s0: x,
    s1: x,
    lags: false,
    h: x,
    wasX: x,
    wasY: x,
    wasZ: x,
    slipSpeed: x,
    slipping: false,
    curved: false,
    b: x,
    c: x,
  };
  slip.h = 0;
  slip.wasX = 0;
  slip.wasY = 0;
  slip.wasZ = 0;
  return slip;
}

const behind = makeLeftBehind();

export function bristleFriction(out: FrictionForce, slip: Slip): void {
  const { zx, zy, zz, vx, vy, vz, normal, muStatic, muKinetic, s0, s1, slipping, b, c } = slip;
  const gx = s0 * zx + s1 * vx;
  const gy = s0 * zy + s1 * vy;
  const gz = s0 * zz + s1 * vz;
  const size = Math.sqrt(gx * gx + gy * gy + gz * gz);
  const limit = slipping ? muKinetic : muStatic;
  const slope = b * s0 + c * s1;
  if (size <= limit) {
    out.gx = gx;
    out.gy = gy;
    out.gz = gz;
    out.ux = 0;
    out.uy = 0;
    out.uz = 0;
    out.along = normal * slope;
    out.across = 0;
    out.slips = false;
    out.zx = zx;
    out.zy = zy;
    out.zz = zz;
    out.cost = slope > 0 ? (0.5 * normal * size * size) / slope : 0;
  } else {
    const ux = gx / size;
    const uy = gy / size;
    const uz = gz / size;
    out.gx = muKinetic * ux;
    out.gy = muKinetic * uy;
    out.gz = muKinetic * uz;
    out.ux = ux;
    out.uy = uy;
    out.uz = uz;
    out.along = ((normal * muKinetic) / size) * slope;
    out.across = slip.curved ? 0 : out.along;
    out.slips = true;
    const reach = muKinetic / s0;
    let lag = 0;
    if (slip.lags && slip.h > 0 && s1 > 0) {
      behind.was = slip.wasX * ux + slip.wasY * uy + slip.wasZ * uz;
      behind.now = zx * ux + zy * uy + zz * uz;
      behind.reach = reach;
      behind.time = s1 / s0;
      behind.h = slip.h;
      findLeftBehind(behind);
      lag = behind.r;
    }
    out.zx = reach * ux + lag * (slip.wasX - reach * ux);
    out.zy = reach * uy + lag * (slip.wasY - reach * uy);
    out.zz = reach * uz + lag * (slip.wasZ - reach * uz);
    out.cost = slope > 0 ? (normal * muKinetic * (size - 0.5 * muKinetic)) / slope : 0;
  }
  out.stored = 0.5 * normal * s0 * (out.zx * out.zx + out.zy * out.zy + out.zz * out.zz);
}

/**
 * Remaining part of a damped bristle's distance to its steady deflection: its start, its end if it moved with the surface, its steady
 * deflection; s1/s0 and the step [s]; result r.
 */
export interface LeftBehind {
  was: number;
  now: number;
  reach: number;
  time: number;
  h: number;
  r: number;
}

/** Fields, because separate number arguments would be boxed where the call is not inlined. */
export function makeLeftBehind(): LeftBehind {
  const x = 0.5;
  return { was: x, now: x, reach: x, time: x, h: x, r: x };
}

const power = new Float64Array(1);

/** Fills in r. */
export function findLeftBehind(at: LeftBehind): void {
  const { was, reach, time, h } = at;
  const speed = (at.now - was) / h;
  const left = reach - was;
  at.r = 0;
  if (!(speed > 0) || !(left > 0)) return;
  // it moves with the surface until time * speed is left
  const along = Math.min(h, Math.max(0, left - time * speed) / speed);
  power[0] = -(h - along) / time;
  expAt(power, 0);
  at.r = ((left - along * speed) / left) * power[0];
}
