/**
 * Springs, dampers, efforts, stops and friction along joint coordinates (joints/actions.ts has the geometry).
 *   tau = -k (chi - rest) - c chi' + effort(t) + stops - L r
 * Stops follow the contact law of a linear spring with exact restitution. Friction: r = (z + tau_b chi')/deflection limited to |r| <= 1
 * (static friction: more), with z the slip since the bristle was set. The limit L = constant + coefficient |reaction| uses the multipliers
 * of the present iterate; the matrix omits its derivative by them. Friction of a bend has no fixed direction: bend-friction.ts.
 */
import {
  dryFriction,
  followsSpeed,
  staticShare,
  type FrictionLaw,
  makeDryFriction,
  makeDrySlip,
  makeFrictionLaw,
  makeNormalForce,
  makePress,
  normalForce,
} from '../contact/index.ts';
import {
  ACTION_SHARE,
  ACTION_STATE,
  ACTION_STRIDE,
  ALONG,
  BEND,
  evaluateAction,
  jointAngle,
  POINT,
  rowsOfKind,
} from '../joints/index.ts';
import { addOuter, noteLimitChange } from '../trial/index.ts';
import { SLOWEST_ONSET } from '../contacts/index.ts';
import { addBendFriction, startBend } from './bend-friction.ts';
import type { Workspace } from './workspace.ts';

const press = makePress();
const stop = makeNormalForce();
const slip = makeDrySlip();
const law = makeFrictionLaw();
for (const axis of ['zy', 'zz', 'vy', 'vz'] as const) slip[axis] = 0;
const rub = makeDryFriction();
const effort = new Float64Array(3);

export function addActions(w: Workspace, wantMatrix: boolean): void {
  const { model, b, c } = w;
  const { coordinate: x } = w.joints;
  const { actions, joints, dynamicCount: n } = model;
  for (let k = 0; k < actions.count; k++) {
    const j = actions.joint[k];
    const s = ACTION_STATE * k;
    const o = ACTION_STRIDE * k;
    const data = actions.data;
    evaluateAction(x, joints, actions, k, w.position, w.rotation, w.velocity, w.actions.state, s);
    const chi = x.value;
    const rate = x.rate;
    const stretch = chi - data[o + 1];
    let tau = -data[o] * stretch - data[o + 2] * rate;
    let slope = data[o];
    let slopeRate = data[o + 2];
    let stored = 0.5 * data[o] * stretch * stretch;
    let weight = 0;
    w.actions.trial[s] = chi;
    // stops: side = +1 pushes chi up (lower stop), -1 pushes it down
    const side = chi < data[o + 3] ? 1 : chi > data[o + 4] ? -1 : 0;
    if (side !== 0) {
      press.depth = side > 0 ? data[o + 3] - chi : chi - data[o + 4];
      press.speed = -side * rate;
      press.stiffness = data[o + 5];
      press.exponent = 1;
      press.dissipation = data[o + 6] / Math.max(w.actions.state[s + 3], SLOWEST_ONSET);
      normalForce(stop, press);
      tau += side * stop.force;
      slope += stop.byDepth;
      slopeRate += stop.bySpeed;
      stored += stop.stored;
      w.actions.trial[s + 3] = w.actions.state[s + 3];
    } else {
      w.actions.trial[s + 3] = Math.abs(rate);
    }
    w.actions.friction[k] = 0;
    w.actions.power[k] = 0;
    if (actions.coordinate[k] === BEND) {
      if (data[o + 7] > 0 || data[o + 8] > 0) {
        readActionFriction(law, data, o);
        stored += addBendFriction(w, k, reactionSize(w, j), law, wantMatrix);
      }
    } else if (data[o + 7] > 0 || data[o + 8] > 0) {
      const limit = data[o + 7] + data[o + 8] * (data[o + 8] > 0 ? reactionSize(w, j) : 0);
      // a bristle along one axis, with the limit L as its normal force and mu = 1
      const { state } = w.actions;
      slip.wasX = state[s + 1];
      slip.zx = state[s + 1] + (chi - state[s]);
      slip.vx = rate;
      slip.normal = limit;
      readActionFriction(law, data, o);
      slip.slipping = state[s + 2] === 1;
      slip.share = state[s + ACTION_SHARE];
      slip.h = w.time - w.startTime;
      slip.b = b;
      slip.c = c;
      dryFriction(rub, law, slip);
      if (law.stribeck > 0) noteLimitChange(w, rub.share, slip.share);
      tau -= limit * rub.gx;
      slopeRate += limit * rub.muSlope * rub.ux * rate;
      if (law.creeps === 1) weight += rub.along - rub.across;
      else if (!rub.slips) {
        slope += limit * slip.s0;
        slopeRate += limit * slip.s1;
      }
      w.actions.trial[s + 1] = rub.zx;
      w.actions.trial[s + 2] = rub.slips ? 1 : 0;
      w.actions.trial[s + ACTION_SHARE] = rub.share;
      w.actions.friction[k] = -limit * rub.gx;
      stored += rub.stored;
    }
    w.actions.power[k] += -tau * rate; // the power of bend friction is already included
    w.actions.stored[k] = stored;
    const f = actions.effort[k];
    w.actions.effort[k] = 0;
    if (f !== undefined) {
      effort[0] = w.time;
      f.evaluateAt(effort, 0);
      tau += effort[0];
      w.actions.effort[k] = effort[0];
      w.loadPower += effort[0] * rate;
    }
    w.actions.tau[k] = tau;
    const A = joints.slotA[j];
    const B = joints.slotB[j];
    prescribedPower(w, A, x.gA, tau, n);
    prescribedPower(w, B, x.gB, tau, n);
    if (A < n) for (let i = 0; i < 6; i++) w.force[6 * A + i] += x.gA[i] * tau;
    if (B < n) for (let i = 0; i < 6; i++) w.force[6 * B + i] += x.gB[i] * tau;
    weight += b * slope + c * slopeRate;
    if (!wantMatrix || weight === 0) continue;
    const values = w.matrix.lu.values;
    if (A < n) addOuter(values, w.matrix.bodyDiagonal[A], weight, x.gA, 0, x.gA, 0);
    if (B < n) addOuter(values, w.matrix.bodyDiagonal[B], weight, x.gB, 0, x.gB, 0);
    if (A < n && B < n) {
      addOuter(values, w.matrix.jointAB[j], weight, x.gA, 0, x.gB, 0);
      addOuter(values, w.matrix.jointBA[j], weight, x.gB, 0, x.gA, 0);
    }
  }
}

/** Friction of the action whose numbers begin at o, relative to its limit during slip. */
export function readActionFriction(out: FrictionLaw, data: Float64Array, o: number): void {
  out.muKinetic = 1;
  out.muStatic = data[o + 10];
  out.s0 = data[o + 10] / data[o + 9];
  out.s1 = data[o + 13] * out.s0;
  out.stribeck = data[o + 11];
  out.dwell = data[o + 12];
  out.creeps = data[o + 14];
  out.lags = data[o + 15];
}

/** Power that a prescribed body puts in through the force g tau on it. */
function prescribedPower(w: Workspace, slot: number, g: Float64Array, tau: number, dynamicCount: number): void {
  if (slot < dynamicCount) return;
  let rate = 0;
  for (let i = 0; i < 6; i++) rate += g[i] * w.velocity[6 * slot + i];
  w.loadPower -= tau * rate;
}

/** Magnitude of the force [N] transmitted by the translational rows of a joint. */
export function reactionSize(w: Workspace, j: number): number {
  const { joints } = w.model;
  let row = joints.rowStart[j];
  let sum = 0;
  for (let q = joints.kindStart[j]; q < joints.kindStart[j + 1]; q++) {
    const kind = joints.kinds[q];
    const rows = rowsOfKind(kind);
    if (kind === POINT || (kind >= ALONG && kind < ALONG + 3)) {
      for (let i = 0; i < rows; i++) sum += w.lambda[row + i] * w.lambda[row + i];
    }
    row += rows;
  }
  return Math.sqrt(sum);
}

/** Angles and coordinates at the start: near the driver's target where there is one, else near zero. */
export function jointCoordinateStart(w: Workspace): void {
  const { joints, actions } = w.model;
  for (let k = 0; k < joints.count; k++) {
    const f = joints.angleTarget[k];
    effort[0] = 0;
    if (f !== undefined) f.evaluate(w.time, effort, 0);
    jointAngle(w.joints.angle, k, joints, k, w.rotation, effort, 0);
  }
  for (let k = 0; k < actions.count; k++) {
    const j = actions.joint[k];
    evaluateAction(w.joints.coordinate, joints, actions, k, w.position, w.rotation, w.velocity, w.joints.angle, j);
    if (actions.coordinate[k] === BEND) startBend(w, k);
    w.actions.state[ACTION_STATE * k] = w.joints.coordinate.value;
    const { rate } = w.joints.coordinate;
    w.actions.state[ACTION_STATE * k + 3] = Math.abs(rate);
    readActionFriction(law, actions.data, ACTION_STRIDE * k);
    const begun = law.dwell > 0 ? 0 : 1; // with a dwell time, static friction begins at zero dwell
    const follows = followsSpeed(law) && begun > 0;
    w.actions.state[ACTION_STATE * k + ACTION_SHARE] = follows
      ? staticShare(1, rate * rate, law.stribeck, 0, 0)
      : begun;
  }
}

/** Commits the results of the last evaluation: action history and joint angles. */
export function commitActions(w: Workspace): void {
  const { joints, actions } = w.model;
  w.actions.state.set(w.actions.trial);
  if (actions.count === 0 && !w.joints.hasAngles) return;
  for (let k = 0; k < joints.count; k++) {
    if (w.joints.angular[k]) jointAngle(w.joints.angle, k, joints, k, w.rotation, w.joints.angle, k);
  }
}

/** Depth of action k in the nearer of its stops [m or rad]; negative: distance to it. now: at the trial, otherwise committed. */
export function stopDepth(w: Workspace, k: number, now: boolean): number {
  const { data } = w.model.actions;
  const chi = (now ? w.actions.trial : w.actions.state)[ACTION_STATE * k];
  return Math.max(data[ACTION_STRIDE * k + 3] - chi, chi - data[ACTION_STRIDE * k + 4]);
}

/** Speed along the coordinate of action k [m/s or rad/s]: at first touch of the stop, or now. */
export function stopSpeed(w: Workspace, k: number, atTouch: boolean): number {
  if (atTouch) return w.actions.state[ACTION_STATE * k + 3];
  const { actions, joints } = w.model;
  evaluateAction(
    w.joints.coordinate,
    joints,
    actions,
    k,
    w.position,
    w.rotation,
    w.velocity,
    w.actions.state,
    ACTION_STATE * k,
  );
  return Math.abs(w.joints.coordinate.rate);
}

/** Rate of an impact on the stop of action k [1/s]: sqrt(stiffness g^T M^-1 g), other joints left out. */
export function stopRate(w: Workspace, k: number): number {
  const { actions, joints } = w.model;
  const j = actions.joint[k];
  const x = w.joints.coordinate;
  evaluateAction(x, joints, actions, k, w.position, w.rotation, w.velocity, w.actions.state, ACTION_STATE * k);
  const lightness = lightnessAlong(w, joints.slotA[j], x.gA) + lightnessAlong(w, joints.slotB[j], x.gB);
  return Math.sqrt(actions.data[ACTION_STRIDE * k + 5] * lightness);
}

/** g^T M^-1 g of the body in a slot. */
function lightnessAlong(w: Workspace, slot: number, g: Float64Array): number {
  const { mass, dynamicCount } = w.model;
  if (slot >= dynamicCount) return 0;
  let lightness = (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) / mass[slot];
  // about its own axis: |g|^4 / (g . J g)
  const J = w.inertiaW;
  const o = 9 * slot;
  const square = g[3] * g[3] + g[4] * g[4] + g[5] * g[5];
  const along =
    g[3] * (J[o] * g[3] + J[o + 1] * g[4] + J[o + 2] * g[5]) +
    g[4] * (J[o + 3] * g[3] + J[o + 4] * g[4] + J[o + 5] * g[5]) +
    g[5] * (J[o + 6] * g[3] + J[o + 7] * g[4] + J[o + 8] * g[5]);
  if (along > 0) lightness += (square * square) / along;
  return lightness;
}
