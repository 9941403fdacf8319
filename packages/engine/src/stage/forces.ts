/**
 * Gravity, springs and loads. Each adds its force and, when asked, its part of the stage matrix
 *   S -= b dQ/dq + c dQ/dv
 * and its power. Spring: tension T = k (L - L0) + c_d L', along n; stiffness seen at the ends
 *   (b k + c c_d) n n^T + b (T/L) (1 - n n^T).
 */
import { makeGas, pressGas } from '../joints/index.ts';
import { addForce, addLeverBlock, addLeverForce, addLeverTurn, type Pull } from '../trial/index.ts';
import { LOAD_STRIDE, SPRING_GAS, SPRING_STRIDE } from '../model/index.ts';
import type { Workspace } from './workspace.ts';

const d = new Float64Array(9);
const value = new Float64Array(3);
/** levers from both centres of mass, the force, b: an array, because separate number arguments would be boxed */
const arms = new Float64Array(10);
const TO_A = 0;
const TO_B = 3;
const PUSH = 6;
const WEIGHT = 9;

export function addGravity(w: Workspace): void {
  const { model, force } = w;
  const gx = model.gravity[0];
  const gy = model.gravity[1];
  const gz = model.gravity[2];
  for (let i = 0; i < model.dynamicCount; i++) {
    const m = model.mass[i];
    force[6 * i] += m * gx;
    force[6 * i + 1] += m * gy;
    force[6 * i + 2] += m * gz;
  }
}

const gas = makeGas();

export function addSprings(w: Workspace, wantMatrix: boolean): void {
  const { model, position, rotation, velocity, force, b, c } = w;
  const { springs, dynamicCount } = model;
  for (let k = 0; k < springs.count; k++) {
    const A = springs.slotA[k];
    const B = springs.slotB[k];
    const o = SPRING_STRIDE * k;
    const s = springs.data;
    const RA = 9 * A;
    const RB = 9 * B;
    const rax = rotation[RA] * s[o] + rotation[RA + 1] * s[o + 1] + rotation[RA + 2] * s[o + 2];
    const ray = rotation[RA + 3] * s[o] + rotation[RA + 4] * s[o + 1] + rotation[RA + 5] * s[o + 2];
    const raz = rotation[RA + 6] * s[o] + rotation[RA + 7] * s[o + 1] + rotation[RA + 8] * s[o + 2];
    const rbx = rotation[RB] * s[o + 3] + rotation[RB + 1] * s[o + 4] + rotation[RB + 2] * s[o + 5];
    const rby = rotation[RB + 3] * s[o + 3] + rotation[RB + 4] * s[o + 4] + rotation[RB + 5] * s[o + 5];
    const rbz = rotation[RB + 6] * s[o + 3] + rotation[RB + 7] * s[o + 4] + rotation[RB + 8] * s[o + 5];
    const dx = position[3 * B] + rbx - position[3 * A] - rax;
    const dy = position[3 * B + 1] + rby - position[3 * A + 1] - ray;
    const dz = position[3 * B + 2] + rbz - position[3 * A + 2] - raz;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const inverse = length > 1e-12 ? 1 / length : 0; // coincident ends: no direction, no force
    const nx = dx * inverse;
    const ny = dy * inverse;
    const nz = dz * inverse;
    const vA = 6 * A;
    const vB = 6 * B;
    const vax = velocity[vA] + velocity[vA + 4] * raz - velocity[vA + 5] * ray;
    const vay = velocity[vA + 1] + velocity[vA + 5] * rax - velocity[vA + 3] * raz;
    const vaz = velocity[vA + 2] + velocity[vA + 3] * ray - velocity[vA + 4] * rax;
    const vbx = velocity[vB] + velocity[vB + 4] * rbz - velocity[vB + 5] * rby;
    const vby = velocity[vB + 1] + velocity[vB + 5] * rbx - velocity[vB + 3] * rbz;
    const vbz = velocity[vB + 2] + velocity[vB + 3] * rby - velocity[vB + 4] * rbx;
    const rate = nx * (vbx - vax) + ny * (vby - vay) + nz * (vbz - vaz);
    const held = w.springs.held[k];
    const stiffness = held * s[o + 6];
    const damping = held * s[o + 7];
    value[0] = w.time;
    springs.length[k].evaluateAt(value, 0);
    const free = value[0];
    const paid = value[1]; // [m/s] rate of the free length
    const stretch = length - free;
    const stretching = rate - paid;
    let tension = stiffness * stretch + damping * stretching;
    let slope = stiffness;
    let slopeRate = damping;
    let stored = 0.5 * stiffness * stretch * stretch;
    if (s[o + 9] === 1) {
      // a rope: one smooth law of the damped stretch y = stretch + tau rate, so that the force is never compressive and never jumps
      const tau = stiffness > 0 ? damping / stiffness : 0;
      const y = stretch + tau * stretching;
      const width = 1e-6 * (free + 1e-3);
      const root = Math.sqrt(y * y + width * width);
      tension = 0.5 * stiffness * (y + root);
      slope = 0.5 * stiffness * (1 + y / root);
      slopeRate = slope * tau;
      stored = stretch > 0 ? stored : 0;
    }
    if (s[o + SPRING_GAS] > 0) {
      gas.at = stretch;
      pressGas(gas, s, o + SPRING_GAS, s[o + 6]);
      tension = held * gas.tension + damping * stretching;
      slope = held * gas.slope;
      stored = held * gas.stored;
    }
    w.springs.tension[k] = tension;
    w.springs.length[k] = length;
    w.springs.stored[k] = stored;
    const fx = tension * nx;
    const fy = tension * ny;
    const fz = tension * nz;
    arms[TO_A] = rax;
    arms[TO_A + 1] = ray;
    arms[TO_A + 2] = raz;
    arms[TO_B] = rbx;
    arms[TO_B + 1] = rby;
    arms[TO_B + 2] = rbz;
    arms[PUSH] = fx;
    arms[PUSH + 1] = fy;
    arms[PUSH + 2] = fz;
    arms[WEIGHT] = b;
    if (A < dynamicCount) addLeverForce(force, A, 1, arms, PUSH, TO_A);
    if (B < dynamicCount) addLeverForce(force, B, -1, arms, PUSH, TO_B);
    w.springs.power[k] = tension * stretching;
    w.loadPower -= tension * paid;
    if (A >= dynamicCount) w.loadPower -= fx * vax + fy * vay + fz * vaz;
    if (B >= dynamicCount) w.loadPower += fx * vbx + fy * vby + fz * vbz;
    if (!wantMatrix) continue;
    const axial = b * slope + c * slopeRate;
    const side = b * tension * inverse;
    const along = axial - side;
    d[0] = along * nx * nx + side;
    d[1] = d[3] = along * nx * ny;
    d[2] = d[6] = along * nx * nz;
    d[4] = along * ny * ny + side;
    d[5] = d[7] = along * ny * nz;
    d[8] = along * nz * nz + side;
    const values = w.matrix.lu.values;
    if (A < dynamicCount) {
      addLeverBlock(values, w.matrix.bodyDiagonal[A], 1, arms, TO_A, TO_A, d);
      addLeverTurn(values, w.matrix.bodyDiagonal[A], -1, arms, WEIGHT, TO_A, PUSH);
    }
    if (B < dynamicCount) {
      addLeverBlock(values, w.matrix.bodyDiagonal[B], 1, arms, TO_B, TO_B, d);
      addLeverTurn(values, w.matrix.bodyDiagonal[B], 1, arms, WEIGHT, TO_B, PUSH);
    }
    if (w.matrix.springAB[k] >= 0) {
      addLeverBlock(values, w.matrix.springAB[k], -1, arms, TO_A, TO_B, d);
      addLeverBlock(values, w.matrix.springBA[k], -1, arms, TO_B, TO_A, d);
    }
  }
}

export function addLoads(w: Workspace, wantMatrix: boolean): void {
  const { model, rotation, velocity, force, b } = w;
  const { loads, dynamicCount } = model;
  for (let k = 0; k < loads.count; k++) {
    const i = loads.slot[k];
    if (i >= dynamicCount) continue;
    const o = LOAD_STRIDE * k;
    const R = 9 * i;
    const s = loads.data;
    const rx = rotation[R] * s[o] + rotation[R + 1] * s[o + 1] + rotation[R + 2] * s[o + 2];
    const ry = rotation[R + 3] * s[o] + rotation[R + 4] * s[o + 1] + rotation[R + 5] * s[o + 2];
    const rz = rotation[R + 6] * s[o] + rotation[R + 7] * s[o + 1] + rotation[R + 8] * s[o + 2];
    const f = loads.functions[k];
    value[0] = w.time;
    f[0].evaluateAt(value, 0);
    let fx = value[0];
    value[0] = w.time;
    f[1].evaluateAt(value, 0);
    let fy = value[0];
    value[0] = w.time;
    f[2].evaluateAt(value, 0);
    let fz = value[0];
    value[0] = w.time;
    f[3].evaluateAt(value, 0);
    let mx = value[0];
    value[0] = w.time;
    f[4].evaluateAt(value, 0);
    let my = value[0];
    value[0] = w.time;
    f[5].evaluateAt(value, 0);
    let mz = value[0];
    const turning = s[o + 3] === 1;
    if (turning) {
      const px = fx;
      const py = fy;
      const pz = fz;
      fx = rotation[R] * px + rotation[R + 1] * py + rotation[R + 2] * pz;
      fy = rotation[R + 3] * px + rotation[R + 4] * py + rotation[R + 5] * pz;
      fz = rotation[R + 6] * px + rotation[R + 7] * py + rotation[R + 8] * pz;
      const qx = mx;
      const qy = my;
      const qz = mz;
      mx = rotation[R] * qx + rotation[R + 1] * qy + rotation[R + 2] * qz;
      my = rotation[R + 3] * qx + rotation[R + 4] * qy + rotation[R + 5] * qz;
      mz = rotation[R + 6] * qx + rotation[R + 7] * qy + rotation[R + 8] * qz;
    }
    arms[TO_A] = rx;
    arms[TO_A + 1] = ry;
    arms[TO_A + 2] = rz;
    arms[PUSH] = fx;
    arms[PUSH + 1] = fy;
    arms[PUSH + 2] = fz;
    arms[WEIGHT] = b;
    addLeverForce(force, i, 1, arms, PUSH, TO_A);
    const v = 6 * i;
    force[v + 3] += mx;
    force[v + 4] += my;
    force[v + 5] += mz;
    w.loadPower +=
      fx * (velocity[v] + velocity[v + 4] * rz - velocity[v + 5] * ry) +
      fy * (velocity[v + 1] + velocity[v + 5] * rx - velocity[v + 3] * rz) +
      fz * (velocity[v + 2] + velocity[v + 3] * ry - velocity[v + 4] * rx) +
      mx * velocity[v + 3] +
      my * velocity[v + 4] +
      mz * velocity[v + 5];
    if (wantMatrix && !turning) {
      addLeverTurn(w.matrix.lu.values, w.matrix.bodyDiagonal[i], -1, arms, WEIGHT, TO_A, PUSH);
    }
  }
}

/** Forces applied from outside: the pull of a hand, or of a line from a sheave to its drum. */
export function addPull(w: Workspace, { slot, unknown, point: p, force: f }: Pull): void {
  const { velocity: v } = w;
  if (unknown >= 0) {
    for (let r = 0; r < 3; r++) {
      w.force[unknown + r] += f[r];
      w.loadPower += f[r] * v[unknown + r];
    }
    return;
  }
  if (slot < 0 || slot >= w.model.dynamicCount) return;
  const R = 9 * slot;
  const m = w.rotation;
  const rx = m[R] * p[0] + m[R + 1] * p[1] + m[R + 2] * p[2];
  const ry = m[R + 3] * p[0] + m[R + 4] * p[1] + m[R + 5] * p[2];
  const rz = m[R + 6] * p[0] + m[R + 7] * p[1] + m[R + 8] * p[2];
  addForce(w.force, slot, 1, f[0], f[1], f[2], rx, ry, rz);
  const k = 6 * slot;
  w.loadPower +=
    f[0] * (v[k] + v[k + 4] * rz - v[k + 5] * ry) +
    f[1] * (v[k + 1] + v[k + 5] * rx - v[k + 3] * rz) +
    f[2] * (v[k + 2] + v[k + 3] * ry - v[k + 4] * rx);
}
