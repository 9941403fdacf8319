/**
 * Contact of cables at the trial: forces on nodes and bodies, their part of the stage matrix, powers.
 * Per quadrature point, with n from A (a cable) to B (a solid or a cable) and the relative velocity w of B at the point:
 *   approach v = -n.w,   force on B: F = N n - N g - s w_t      (contact/strand.ts)
 *   D = -dF/dx = k n n^T + along P - across u u^T - (k g) n^T + N mu' c u v^T + s c P,   P = 1 - n n^T
 * D enters as J^T D J: J = w_j(u) for the four nodes around a point of a cable, [1, -[r]x] for a body, r from its centre of mass to
 * the centre line of the cable. So forces on cable and body act along one line and at one point: momentum and angular momentum
 * stay, and a rope on a drum moves with it where its own axis is. Between strands forces act on both axes; the couple of friction
 * about them, D n x T, belongs to the twist of the strands and is left out.
 * Left out of the matrix, not of the forces: the sliding of feet along B and of levers, of the order of depth over the length of an
 * element, and the turning of n, -b N bend (P - share a a^T). That one is negative: a strand that lands on another slides off,
 * and with it in the matrix Newton throws it off (measured on a falling coil: 52 rejected steps against 3).
 */
import {
  coulombFriction,
  FRICTION_BRISTLE,
  FRICTION_COULOMB,
  makeFrictionForce,
  makeNormalForce,
  makeStrandFrictionLaw,
  noFriction,
  type StrandFriction,
  strandForce,
  strandFriction,
} from '../contact/index.ts';
import { LOCAL_STRIDE, localWeights } from '../geometry/index.ts';
import type { ContactPatches } from '../proximity/index.ts';
import { addForce, addPointBlock } from './blocks.ts';
import type { CableTouch } from './cable-touch.ts';
import { addNodeBlocks, addNodeBodyBlocks, findBodyBlocks, findNodeBlocks, TOUCH_BLOCKS } from './touch-blocks.ts';
import {
  H_BRISTLE,
  H_DEPTH,
  H_FORCE,
  H_FRESH,
  H_FRICTION,
  H_JUMP,
  H_KEY,
  H_NORMAL,
  H_ONSET,
  H_PAIR,
  H_POINT,
  H_RATE,
  H_SHARE,
  H_SLIP_SPEED,
  H_SLIPS,
  H_SPEED,
  H_STRIDE,
  type TouchHistory,
} from './touch-history.ts';
import { addNodeForce, bodyMotion, goesOn, pointMotion, startApproach } from './touch-motion.ts';
import {
  DEFLECTION,
  T_DEFLECTION,
  T_DISSIPATION,
  T_DWELL,
  T_FOUNDATION,
  T_FRICTION,
  T_HYSTERESIS,
  T_MODULUS_A,
  T_MODULUS_B,
  T_MU_KINETIC,
  T_MU_STATIC,
  T_SLIP_SPEED,
  T_STRIBECK,
  T_STRIDE,
  T_VISCOUS,
  TOUCH_ONSET_FLOOR,
} from './touch-table.ts';
import type { Workspace } from './workspace.ts';

const BRISTLE_DAMPING = 1.4; // twice 0.7 of critical, for what its own weight carries
const STANDARD_GRAVITY = 9.81;

const normal = makeNormalForce();
const friction: StrandFriction = { ...makeFrictionForce(), share: 0, muSlope: 0 };
const law = makeStrandFrictionLaw();
const weightA = new Float64Array(4);
const weightB = new Float64Array(4);
const d = new Float64Array(9);
const blocks = new Int32Array(TOUCH_BLOCKS);
/** at the point on A, then on B: velocity, displacement since the step began */
const moveA = new Float64Array(6);
const moveB = new Float64Array(6);
const onset = new Float64Array(1);

export function addTouch(w: Workspace, wantMatrix: boolean, b: number, c: number): void {
  const { touch } = w;
  touch.power.fill(0);
  touch.stored.fill(0);
  touch.active = 0;
  touch.deepest = 0;
  touch.changes = 0;
  touch.finest = Number.POSITIVE_INFINITY;
  if (!touch.alone) touch.place(w.position, w.rotation);
  if (touch.table.solids) {
    touch.onSolids.refresh(touch.solidPatches);
    addPatches(w, touch.solidPatches, touch.solidHistory, true, wantMatrix, b, c);
  }
  if (touch.table.strands) {
    touch.strands.refresh(touch.strandPatches);
    addPatches(w, touch.strandPatches, touch.strandHistory, false, wantMatrix, b, c);
  }
}

function addPatches(
  w: Workspace,
  patches: ContactPatches,
  history: TouchHistory,
  solid: boolean,
  wantMatrix: boolean,
  b: number,
  c: number,
): void {
  const { touch } = w;
  history.begin();
  for (let p = 0; p < patches.count; p++) addPatch(w, touch, patches, p, history, solid, wantMatrix, b, c);
  for (let k = 0; k < history.continued.length; k++) if (history.continued.data[k] === 0) touch.changes++;
}

function addPatch(
  w: Workspace,
  touch: CableTouch,
  patches: ContactPatches,
  p: number,
  history: TouchHistory,
  solid: boolean,
  wantMatrix: boolean,
  b: number,
  c: number,
): void {
  const { curves, laws, model, cables } = touch;
  const { position, velocity, u, force } = w;
  const eA = patches.elementA[p];
  const other = patches.elementB[p];
  const cableA = curves.cable[eA];
  const cableB = solid ? -1 : curves.cable[other];
  const slot = solid ? model.shapes[other].body : -1;
  const row = solid
    ? touch.table.onShape[cableA * model.shapes.length + other]
    : touch.table.onCable[cableA * touch.table.cables + cableB];
  const q = T_STRIDE * row;
  const pair = solid
    ? touch.pairOnSlot[cableA * model.slotCount + slot]
    : touch.pairOnCable[cableA * touch.table.cables + cableB];
  const rA = curves.radius[eA];
  const rB = solid ? rA : curves.radius[other];
  const touching = solid ? rA : rA + rB;
  const stiffness =
    laws[q + T_FOUNDATION] > 0 ? laws[q + T_FOUNDATION] : 1 / (rA / laws[q + T_MODULUS_A] + rB / laws[q + T_MODULUS_B]);
  const key = patches.key[p];
  const t = history.add();
  const kept = history.trial.data;
  const from = goesOn(history, key, solid, curves.label[eA], solid ? other : curves.label[other]);
  const before = history.committed.data;
  if (from < 0) touch.changes++;
  else history.continued.data[from / H_STRIDE] = 1;
  const startSpeed = from >= 0 ? before[from + H_ONSET] : -1;
  const slipped = from >= 0 && before[from + H_SLIPS] === 1;
  const share0 = from >= 0 ? before[from + H_SHARE] : 0;
  const zx0 = from >= 0 ? before[from + H_BRISTLE] : 0;
  const zy0 = from >= 0 ? before[from + H_BRISTLE + 1] : 0;
  const zz0 = from >= 0 ? before[from + H_BRISTLE + 2] : 0;
  const kind = laws[q + T_FRICTION];
  const deflection = laws[q + T_DEFLECTION] > 0 ? laws[q + T_DEFLECTION] : DEFLECTION * rA;
  law.muStatic = laws[q + T_MU_STATIC];
  law.muKinetic = laws[q + T_MU_KINETIC];
  law.s0 = Math.max(law.muStatic, 1e-3) / deflection;
  law.s1 = BRISTLE_DAMPING * Math.sqrt(law.s0 / STANDARD_GRAVITY);
  law.stribeck = laws[q + T_STRIBECK];
  law.dwell = laws[q + T_DWELL];
  if (kind === FRICTION_BRISTLE) touch.finest = Math.min(touch.finest, deflection);
  const first = patches.pointStart[p];
  const end = patches.pointStart[p + 1];
  if (startSpeed < 0) onset[0] = startApproach(w, patches, p, solid, slot);
  else onset[0] = startSpeed;
  let dissipation = laws[q + T_DISSIPATION];
  if (dissipation < 0) dissipation = laws[q + T_HYSTERESIS] / Math.max(onset[0], TOUCH_ONSET_FLOOR);
  let length = 0;
  for (let i = first; i < end; i++) length += patches.weight[i];
  const viscous = length > 0 ? laws[q + T_VISCOUS] / length : 0;
  const h = w.time - touch.searchTime;
  const itemA = cables.items[cableA];
  const itemB = solid ? itemA : cables.items[cableB];
  const mA = eA - touch.starts[cableA];
  const mB = solid ? 0 : other - touch.starts[cableB];
  const dynamic = solid && slot < model.dynamicCount;
  const k6 = solid ? 6 * slot : 0;
  if (wantMatrix) {
    findNodeBlocks(blocks, w.matrix.lu, touch.couplings, eA, solid ? -1 : other);
    if (dynamic) findBodyBlocks(blocks, w.matrix.lu, touch.couplings, eA, slot);
  }
  let sumN = 0;
  let zx1 = 0;
  let zy1 = 0;
  let zz1 = 0;
  let share1 = 0;
  let slips = 0;
  let fxs = 0;
  let fys = 0;
  let fzs = 0;
  let rub = 0;
  let fastest = 0;
  let speedSum = 0;
  let px = 0;
  let py = 0;
  let pz = 0;
  let deepest = 0;
  for (let i = first; i < end; i++) {
    const part = solid
      ? touch.ends.onSolid(eA, patches.pointU[i], other)
      : touch.ends.between(eA, patches.pointU[i], other, patches.pointW[i]);
    if (part === 0) continue;
    const nx = patches.pointNormal[3 * i];
    const ny = patches.pointNormal[3 * i + 1];
    const nz = patches.pointNormal[3 * i + 2];
    localWeights(weightA, 0, touch.map, LOCAL_STRIDE * eA, patches.pointU[i]);
    pointMotion(moveA, velocity, u, itemA.at, weightA, mA, itemA.cable.nodeCount);
    let rx = 0;
    let ry = 0;
    let rz = 0;
    if (solid) {
      rx = patches.pointA[3 * i] - position[3 * slot];
      ry = patches.pointA[3 * i + 1] - position[3 * slot + 1];
      rz = patches.pointA[3 * i + 2] - position[3 * slot + 2];
      bodyMotion(moveB, velocity, u, k6, rx, ry, rz);
    } else {
      localWeights(weightB, 0, touch.map, LOCAL_STRIDE * other, patches.pointW[i]);
      pointMotion(moveB, velocity, u, itemB.at, weightB, mB, itemB.cable.nodeCount);
    }
    const wx = moveB[0] - moveA[0];
    const wy = moveB[1] - moveA[1];
    const wz = moveB[2] - moveA[2];
    const wn = wx * nx + wy * ny + wz * nz;
    const tx = wx - wn * nx;
    const ty = wy - wn * ny;
    const tz = wz - wn * nz;
    const slice = part * patches.weight[i];
    strandForce(
      normal,
      slice * patches.lens[i],
      slice * patches.chord[i],
      patches.depth[i],
      patches.distance[i],
      touching,
      -wn,
      stiffness,
      dissipation,
    );
    const N = normal.force;
    if (kind === FRICTION_BRISTLE) {
      let zx = zx0 + moveB[3] - moveA[3];
      let zy = zy0 + moveB[4] - moveA[4];
      let zz = zz0 + moveB[5] - moveA[5];
      const zn = zx * nx + zy * ny + zz * nz;
      zx -= zn * nx;
      zy -= zn * ny;
      zz -= zn * nz;
      strandFriction(friction, law, zx, zy, zz, tx, ty, tz, N, slipped, share0, h, b, c);
    } else {
      if (kind === FRICTION_COULOMB) coulombFriction(friction, tx, ty, tz, N, law.muKinetic, laws[q + T_SLIP_SPEED], c);
      else noFriction(friction);
      friction.muSlope = 0;
      friction.share = 0;
    }
    const drag = viscous * slice;
    const fx = N * (nx - friction.gx) - drag * tx;
    const fy = N * (ny - friction.gy) - drag * ty;
    const fz = N * (nz - friction.gz) - drag * tz;
    addNodeForce(force, itemA.at, weightA, mA, itemA.cable.nodeCount, -fx, -fy, -fz);
    if (!solid) addNodeForce(force, itemB.at, weightB, mB, itemB.cable.nodeCount, fx, fy, fz);
    else if (dynamic) addForce(force, slot, 1, fx, fy, fz, rx, ry, rz);
    else w.loadPower -= fx * moveB[0] + fy * moveB[1] + fz * moveB[2];
    touch.power[pair] -= fx * wx + fy * wy + fz * wz;
    touch.stored[pair] += normal.stored + friction.stored;
    sumN += N;
    zx1 += N * friction.zx;
    zy1 += N * friction.zy;
    zz1 += N * friction.zz;
    share1 += N * friction.share;
    if (friction.slips) slips += N;
    fxs += fx;
    fys += fy;
    fzs += fz;
    rub += Math.sqrt((fx - N * nx) * (fx - N * nx) + (fy - N * ny) * (fy - N * ny) + (fz - N * nz) * (fz - N * nz));
    const slide = Math.sqrt(tx * tx + ty * ty + tz * tz);
    if (slide > fastest) fastest = slide;
    speedSum -= N * wn;
    px += N * patches.pointA[3 * i];
    py += N * patches.pointA[3 * i + 1];
    pz += N * patches.pointA[3 * i + 2];
    if (patches.depth[i] > deepest) deepest = patches.depth[i];
    if (!wantMatrix) continue;
    // stiffness of the point
    const kn = b * normal.byDepth + c * normal.bySpeed;
    const along = friction.along + c * drag;
    const k = kn - along;
    const { ux, uy, uz, across } = friction;
    const gx = kn * friction.gx;
    const gy = kn * friction.gy;
    const gz = kn * friction.gz;
    const slope = N * friction.muSlope * c;
    d[0] = (k * nx - gx) * nx + along - across * ux * ux + slope * ux * tx;
    d[1] = (k * nx - gx) * ny - across * ux * uy + slope * ux * ty;
    d[2] = (k * nx - gx) * nz - across * ux * uz + slope * ux * tz;
    d[3] = (k * ny - gy) * nx - across * uy * ux + slope * uy * tx;
    d[4] = (k * ny - gy) * ny + along - across * uy * uy + slope * uy * ty;
    d[5] = (k * ny - gy) * nz - across * uy * uz + slope * uy * tz;
    d[6] = (k * nz - gz) * nx - across * uz * ux + slope * uz * tx;
    d[7] = (k * nz - gz) * ny - across * uz * uy + slope * uz * ty;
    d[8] = (k * nz - gz) * nz + along - across * uz * uz + slope * uz * tz;
    const { values } = w.matrix.lu;
    addNodeBlocks(values, blocks, weightA, weightB, solid, d, itemA.width, itemB.width);
    if (!dynamic) continue;
    addPointBlock(values, w.matrix.bodyDiagonal[slot], 1, rx, ry, rz, rx, ry, rz, d);
    addNodeBodyBlocks(values, blocks, weightA, rx, ry, rz, d, itemA.width);
  }
  const share = sumN > 0 ? 1 / sumN : 0;
  kept[t + H_KEY] = key;
  kept[t + H_BRISTLE] = share * zx1;
  kept[t + H_BRISTLE + 1] = share * zy1;
  kept[t + H_BRISTLE + 2] = share * zz1;
  kept[t + H_ONSET] = onset[0];
  kept[t + H_SLIPS] = 2 * slips > sumN ? 1 : 0;
  kept[t + H_SHARE] = share * share1;
  kept[t + H_FORCE] = fxs;
  kept[t + H_FORCE + 1] = fys;
  kept[t + H_FORCE + 2] = fzs;
  kept[t + H_NORMAL] = sumN;
  kept[t + H_FRICTION] = rub;
  kept[t + H_DEPTH] = deepest;
  kept[t + H_SLIP_SPEED] = fastest;
  kept[t + H_PAIR] = pair;
  kept[t + H_POINT] = share * px;
  kept[t + H_POINT + 1] = share * py;
  kept[t + H_POINT + 2] = share * pz;
  kept[t + H_SPEED] = share * speedSum;
  const mass = itemA.cable.massPerLength[mA];
  kept[t + H_RATE] = length > 0 ? Math.sqrt((stiffness * patches.area[p]) / (mass * length)) : 0;
  kept[t + H_JUMP] = sumN / (mass * curves.restLength[eA]);
  kept[t + H_FRESH] = from < 0 ? 1 : 0;
  touch.active++;
  if (deepest > touch.deepest) touch.deepest = deepest;
  if (from >= 0 && kind === FRICTION_BRISTLE && (kept[t + H_SLIPS] === 1) !== slipped) touch.changes++;
}
