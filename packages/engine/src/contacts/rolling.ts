/**
 * Rolling resistance, given by a length rho [m]: a moment of at most rho N against relative rotation across the normal, held by the bristle
 * of contact/bristle.ts, so that a ball stays at rest on a slope below rho/R.
 *   M = -rho N g,  g* = s0 theta* + s1 omega_t,  |g| <= 1;   -dM/domega = rho N (along P - across u u^T)
 * theta the angle that the two have rolled since the bristle was set, across the normal; s0 = 1/GIVE [1/rad]. The moment is left out of the
 * derivative by N.
 * Sources: notes on point contacts in Johnson 1985, section 9.3 (rolling friction as a length); the bristle as for sliding.
 */
import { bristleFriction, makeFrictionForce, makeSlip } from '../contact/index.ts';
import { addMoment, addTurning, type Trial } from '../trial/index.ts';

/** Deflection of the bristle before rolling begins [rad], and its damping over its stiffness [s]. */
const GIVE = 1e-4;
const TIME = 1e-3;

const slip = makeSlip();
slip.muStatic = 1;
slip.muKinetic = 1;
slip.s0 = 1 / GIVE;
slip.s1 = TIME / GIVE;
slip.slipping = false;
slip.lags = true;
const rub = makeFrictionForce();
const normal = new Float64Array(3);
const slips = new Float64Array(3);

/** Place of a contact, and the result of its rolling resistance. */
export interface Rolling {
  /** slots */
  bodyA: number;
  bodyB: number;
  /** from A to B */
  nx: number;
  ny: number;
  nz: number;
  /** rho N [N m] */
  limit: number;
  /** [s] since the step began */
  h: number;
  /** theta when the step began, then at the trial [rad], world */
  readonly angle: Float64Array;
  /** moment on B [N m] */
  readonly moment: Float64Array;
  /** [W] absorbed, [J] stored */
  power: number;
  stored: number;
  /** offsets of the blocks (A, B) and (B, A) */
  ab: number;
  ba: number;
}

export function makeRolling(): Rolling {
  const x = 0.5;
  return {
    bodyA: 0,
    bodyB: 0,
    nx: x,
    ny: x,
    nz: x,
    limit: x,
    h: x,
    angle: new Float64Array(3),
    moment: new Float64Array(3),
    power: x,
    stored: x,
    ab: -1,
    ba: -1,
  };
}

/** Adds the moment to the bodies and its part of the matrix. */
export function addRolling(at: Rolling, w: Trial, wantMatrix: boolean): void {
  const { u, velocity: v, b, c } = w;
  const { nx, ny, nz, limit, h, angle, moment } = at;
  const A = 6 * at.bodyA + 3;
  const B = 6 * at.bodyB + 3;
  // the bristle turns with both bodies
  const hx = 0.5 * (u[A] + u[B]);
  const hy = 0.5 * (u[A + 1] + u[B + 1]);
  const hz = 0.5 * (u[A + 2] + u[B + 2]);
  slip.wasX = angle[0] + hy * angle[2] - hz * angle[1];
  slip.wasY = angle[1] + hz * angle[0] - hx * angle[2];
  slip.wasZ = angle[2] + hx * angle[1] - hy * angle[0];
  let zx = slip.wasX + u[B] - u[A];
  let zy = slip.wasY + u[B + 1] - u[A + 1];
  let zz = slip.wasZ + u[B + 2] - u[A + 2];
  const zn = zx * nx + zy * ny + zz * nz;
  zx -= zn * nx;
  zy -= zn * ny;
  zz -= zn * nz;
  let wx = v[B] - v[A];
  let wy = v[B + 1] - v[A + 1];
  let wz = v[B + 2] - v[A + 2];
  const wn = wx * nx + wy * ny + wz * nz;
  wx -= wn * nx;
  wy -= wn * ny;
  wz -= wn * nz;
  slip.zx = zx;
  slip.zy = zy;
  slip.zz = zz;
  slip.vx = wx;
  slip.vy = wy;
  slip.vz = wz;
  slip.normal = limit;
  slip.h = h;
  slip.b = b;
  slip.c = c;
  bristleFriction(rub, slip);
  angle[0] = rub.zx;
  angle[1] = rub.zy;
  angle[2] = rub.zz;
  moment[0] = -limit * rub.gx;
  moment[1] = -limit * rub.gy;
  moment[2] = -limit * rub.gz;
  at.power = -(moment[0] * wx + moment[1] * wy + moment[2] * wz);
  at.stored = rub.stored;
  addMoment(w, at.bodyA, at.bodyB, moment[0], moment[1], moment[2]);
  if (!wantMatrix) return;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  slips[0] = rub.ux;
  slips[1] = rub.uy;
  slips[2] = rub.uz;
  addTurning(w, at.bodyA, at.bodyB, at.ab, at.ba, normal, rub.along, rub.across, slips);
}
