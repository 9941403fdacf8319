/**
 * Contact of cables at the trial: forces on nodes and bodies, their part of the stage matrix, powers.
 * Per quadrature point, with n from A (a cable) to B (a solid or a cable) and the relative velocity w of B at the point:
 *   approach v = -m.w,   force on B: F = N n - N g - s w_t      (contact/strand.ts)
 * m is n less its part along A (touch-tangent.ts). -dF/dx = D (touch-tangent.ts) enters as J^T D J: J = w_j(u) for the four nodes around a
 * point of a cable, [1, -[r]x] for a body, r from its centre of mass to the centre line of the cable. Forces on cable and body thus act
 * along one line at one point: momentum and angular momentum are conserved, and a rope on a drum moves with it at its own axis. Between
 * strands forces act on both axes, without the couple D n x T. While a stage is being solved, the law of a contact is linearised at the
 * depth d* found by touch-iterates.ts: shift = d - d*.
 */
import { COUNTS, effortFor, FOR_PART, FOR_STRANDS, LAWS, PART_STEP } from '../../base/index.ts';
import {
  coulombFriction,
  dryFriction,
  followsSpeed,
  FRICTION_BRISTLE,
  FRICTION_COULOMB,
  makeDryFriction,
  makeDrySlip,
  makeNormalForce,
  makeStrandPoint,
  noFriction,
  strandForce,
} from '../../contact/index.ts';
import { LOCAL_STRIDE, localWeights } from '../../geometry/index.ts';
import { type ContactPatches, findSegment, lensOfDiscs, makeDiscLens } from '../../proximity/index.ts';
import { addLeverBlock, addLeverForce, limitChange, type Trial } from '../../trial/index.ts';
import type { CableTouch } from './cable-touch.ts';
import { addNodeBlocks, addNodeBodyBlocks, findBodyBlocks, findNodeBlocks, TOUCH_BLOCKS } from './touch-blocks.ts';
import { dragShare } from './touch-drag.ts';
import { addDrifts, curveChanges } from './touch-drift.ts';
import { TOUCH_IMPACT } from './touch-events.ts';
import {
  H_AREA,
  H_AXIS,
  H_BRISTLE,
  H_COUNTED,
  H_DEPTH,
  H_ELEMENT_A,
  H_ELEMENT_B,
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
  H_VOLUME,
  type TouchHistory,
  turnAlong,
} from './touch-history.ts';
import { makeTouchIterate } from './touch-iterates.ts';
import { addNodeForce, bodyMotion, clearSums, goesOn, pointMotion, startApproach } from './touch-motion.ts';
import {
  makeTouchFriction,
  readFoundation,
  readFrictionLaw,
  T_DISSIPATION,
  T_FRICTION,
  T_HYSTERESIS,
  T_SLIP_SPEED,
  T_STRIDE,
  T_VISCOUS,
  TOUCH_ONSET_FLOOR,
} from './strand-laws.ts';
import { addPatchTangent } from './touch-patch-tangent.ts';
import { acrossCable, makeTouchPoint, pointTangent, setPoint } from './touch-tangent.ts';

const normal = makeNormalForce();
const strand = makeStrandPoint();
const slip = makeDrySlip();
/** force, then lever */
const push = new Float64Array(6);
const LEVER = 3;
const friction = makeDryFriction();
const law = makeTouchFriction();
const weightA = new Float64Array(4);
const weightB = new Float64Array(4);
const d = new Float64Array(9);
const blocks = new Int32Array(TOUCH_BLOCKS);
/** at the point on A, then on B: velocity, displacement since the step began */
const moveA = new Float64Array(6);
const moveB = new Float64Array(6);
/** bristle of a point before and after */
const bristle = new Float64Array(3);
const bent = new Float64Array(3);
const onset = new Float64Array(1);
const drift = new Float64Array(1);
const lens = makeDiscLens();
const point = makeTouchPoint();
const iterate = makeTouchIterate();
const force3 = new Float64Array(3);
const spread = { turned: 0.5 };

export function addTouch(touch: CableTouch, w: Trial, wantMatrix: boolean): void {
  touch.find(w.moves, w.position, w.rotation);
  const blank = touch.blank;
  touch.blank = touch.nothing;
  if (blank && touch.blank) return;
  clearSums(touch);
  if (touch.table.solids) addPatches(touch, w, touch.solidPatches, touch.solidHistory, true, wantMatrix);
  if (touch.table.strands) addPatches(touch, w, touch.strandPatches, touch.strandHistory, false, wantMatrix);
  touch.effort.now[0] = effortFor(FOR_PART, PART_STEP);
  noteLimits(touch, w);
}

/**
 * How far the limits of friction of a pair changed, in the mean by what its patches carry: one patch of many does not decide how the pair breaks away. Of
 * a patch what is remembered counts, since its points differ from each other however short the step.
 */
function noteLimits({ pressed, limitChanges }: CableTouch, w: Trial): void {
  for (let p = 0; p < pressed.length; p++) {
    if (limitChanges[p] > w.limitChange * pressed[p]) w.limitChange = limitChanges[p] / pressed[p];
  }
}

function addPatches(
  touch: CableTouch,
  w: Trial,
  patches: ContactPatches,
  history: TouchHistory,
  solid: boolean,
  wantMatrix: boolean,
): void {
  history.begin();
  if (touch.iterating) history.iterates.begin();
  const counts = touch.effort.room(FOR_STRANDS, touch.pairs.length);
  for (let p = 0; p < patches.count; p++) {
    const pair = touch.pairOf(patches, p, solid);
    touch.effort.now[0] = effortFor(FOR_STRANDS, pair);
    counts[COUNTS * pair + LAWS]++;
    addPatch(w, touch, patches, p, history, solid, wantMatrix);
  }
  for (let k = 0; k < history.continued.length; k++) if (history.continued.data[k] === 0) touch.changes++;
}

function addPatch(
  w: Trial,
  touch: CableTouch,
  patches: ContactPatches,
  p: number,
  history: TouchHistory,
  solid: boolean,
  wantMatrix: boolean,
): void {
  const { curves, laws, model, cables } = touch;
  const { position, velocity, u, force, b, c } = w;
  const eA = patches.elementA[p];
  const other = patches.elementB[p];
  const cableA = curves.cable[eA];
  const cableB = solid ? -1 : curves.cable[other];
  const slot = solid ? model.shapes[other].body : -1;
  const row = solid
    ? touch.table.onShape[cableA * model.shapes.length + other]
    : touch.table.onCable[cableA * touch.table.cables + cableB];
  const q = T_STRIDE * row;
  const pair = touch.pairOf(patches, p, solid);
  const rA = curves.radius[eA];
  const rB = solid ? rA : curves.radius[other];
  const touching = solid ? rA : rA + rB;
  readFoundation(strand, laws, q, curves.radius, eA, solid ? eA : other);
  const { stiffness } = strand;
  strand.radiusA = rA;
  strand.radiusB = solid ? 0 : rB;
  const key = patches.key[p];
  const t = history.add();
  const kept = history.trial.data;
  let from = goesOn(history, patches.key, p, solid, curves.label[eA], solid ? other : curves.label[other]);
  const before = history.committed.data;
  onset[0] = from < 0 || before[from + H_KEY] !== key ? startApproach(touch, w, patches, p, solid, slot) : 0;
  // a strand that lands beside an old contact does not continue it
  if (solid && onset[0] > TOUCH_IMPACT) from = -1;
  if (from < 0) touch.changes++;
  else history.continued.data[from / H_STRIDE] = 1;
  const slipped = from >= 0 && before[from + H_SLIPS] === 1;
  const share0 = from >= 0 ? before[from + H_SHARE] : 0;
  const kind = laws[q + T_FRICTION];
  readFrictionLaw(law, laws, q, curves.radius, eA);
  if (!followsSpeed(law)) {
    // one limit for each step: a force along a rope that drops at the onset of slip has no solution there
    law.muStatic = slipped ? law.muKinetic : law.muStatic;
    law.muKinetic = law.muStatic;
  }
  if (kind === FRICTION_BRISTLE) touch.finest = Math.min(touch.finest, law.deflection);
  const first = patches.pointStart[p];
  const end = patches.pointStart[p + 1];
  if (from >= 0) onset[0] = before[from + H_ONSET];
  let dissipation = laws[q + T_DISSIPATION];
  if (dissipation < 0) dissipation = laws[q + T_HYSTERESIS] / Math.max(onset[0], TOUCH_ONSET_FLOOR);
  let length = 0;
  for (let i = first; i < end; i++) length += patches.weight[i];
  const viscous =
    length > 0 && laws[q + T_VISCOUS] > 0
      ? (laws[q + T_VISCOUS] * dragShare(history, pair, from, patches.count)) / length
      : 0;
  slip.share = share0;
  const since = w.time - w.startTime;
  slip.b = b;
  slip.c = c;
  slip.slipSpeed = laws[q + T_SLIP_SPEED];
  const itemA = cables.items[cableA];
  const itemB = solid ? itemA : cables.items[cableB];
  const mA = eA - touch.starts[cableA];
  const mB = solid ? 0 : other - touch.starts[cableB];
  const changes = curveChanges(itemA, mA) || (!solid && curveChanges(itemB, mB));
  const dynamic = solid && slot < model.dynamicCount;
  const k6 = solid ? 6 * slot : 0;
  if (wantMatrix) {
    findNodeBlocks(blocks, w.matrix.lu, touch.couplings, eA, solid ? -1 : other);
    if (dynamic) findBodyBlocks(blocks, w.matrix.lu, touch.couplings, eA, slot);
  }
  const lineMass = itemA.cable.massPerLength[mA];
  const elementMass = lineMass * curves.restLength[eA];
  const back = b > 0 ? c / b : 0;
  const deepest = -patches.separation[p];
  let shift = 0;
  if (touch.iterating) {
    const before0 = from >= 0 ? before[from + H_NORMAL] : 0;
    const grown = from >= 0 ? Math.max(0, deepest - before[from + H_DEPTH]) : deepest;
    iterate.key = key;
    iterate.deepest = deepest;
    iterate.expected = 2 * before0 + (elementMass * grown) / b;
    // a contact that existed and is not much deeper needs no guess
    iterate.force = 3 * grown > deepest ? stiffness * patches.volume[p] : 0;
    iterate.power = (patches.area[p] * deepest) / patches.volume[p];
    iterate.damped = dissipation * grown * back;
    history.iterates.find(iterate);
    shift = deepest - iterate.depth;
    if (shift > touch.strain * (deepest - shift)) touch.strain = shift / (deepest - shift);
  }
  let counted = 0;
  let sumTaken = 0;
  let sumSlope = 0;
  let turned = 0;
  let sumN = 0;
  bristle.fill(0);
  kept.fill(0, t + H_BRISTLE, t + H_BRISTLE + 3);
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
  for (let i = first; i < end; i++) {
    const part = solid
      ? touch.ends.onSolid(eA, patches.pointU, i, other)
      : touch.ends.between(eA, patches.pointU, i, other, patches.pointW, i);
    if (part === 0) continue;
    if (patches.depth[i] > counted) counted = patches.depth[i];
    const nx = patches.pointNormal[3 * i];
    const ny = patches.pointNormal[3 * i + 1];
    const nz = patches.pointNormal[3 * i + 2];
    localWeights(weightA, 0, touch.map, LOCAL_STRIDE * eA, patches.pointU, i);
    pointMotion(moveA, velocity, u, itemA.at, weightA, mA, itemA.cable.nodeCount);
    if (solid) {
      for (let r = 0; r < 3; r++) push[LEVER + r] = patches.pointA[3 * i + r] - position[3 * slot + r];
      bodyMotion(moveB, velocity, u, k6, push, LEVER);
    } else {
      localWeights(weightB, 0, touch.map, LOCAL_STRIDE * other, patches.pointW, i);
      pointMotion(moveB, velocity, u, itemB.at, weightB, mB, itemB.cable.nodeCount);
    }
    const wx = moveB[0] - moveA[0];
    const wy = moveB[1] - moveA[1];
    const wz = moveB[2] - moveA[2];
    const wn = wx * nx + wy * ny + wz * nz;
    const tx = wx - wn * nx;
    const ty = wy - wn * ny;
    const tz = wz - wn * nz;
    setPoint(point, patches, i);
    acrossCable(point, curves, eA, patches, i);
    const slice = part * patches.weight[i];
    let area = patches.lens[i];
    let chord = patches.chord[i];
    if (shift > 0) {
      if (solid) {
        lens.r1 = rA;
        lens.d = patches.depth[i] - shift;
        findSegment(lens);
      } else lensOfDiscs(lens, rA, rB, patches.distance[i] + shift);
      area = lens.area;
      chord = lens.chord;
    }
    strand.slice = slice;
    strand.area = slice * area;
    strand.chord = slice * chord;
    strand.depth = patches.depth[i] - shift;
    strand.distance = patches.distance[i] + shift;
    strand.touching = touching;
    drift[0] = 0;
    if (changes) addDrifts(drift, itemA, weightA, mA, solid ? undefined : itemB, weightB, mB, patches, i);
    strand.speed = drift[0] - (wx * point.mx + wy * point.my + wz * point.mz) - shift * back;
    strand.dissipation = dissipation;
    strandForce(normal, strand);
    const taken = normal.force;
    const rise = normal.byDepth + back * normal.bySpeed;
    const N = taken + shift * rise;
    sumTaken += taken;
    sumSlope += rise;
    slip.vx = tx;
    slip.vy = ty;
    slip.vz = tz;
    slip.normal = taken;
    if (kind === FRICTION_BRISTLE) {
      const sx = moveB[3] - moveA[3];
      const sy = moveB[4] - moveA[4];
      const sz = moveB[5] - moveA[5];
      const sn = sx * nx + sy * ny + sz * nz;
      if (from >= 0) turnAlong(bristle, 0, before, from + H_BRISTLE, before, from + H_AXIS, patches.pointNormal, 3 * i);
      slip.zx = bristle[0] + sx - sn * nx;
      slip.zy = bristle[1] + sy - sn * ny;
      slip.zz = bristle[2] + sz - sn * nz;
      slip.slipping = slipped;
      slip.h = since;
      slip.wasX = bristle[0];
      slip.wasY = bristle[1];
      slip.wasZ = bristle[2];
      dryFriction(friction, law, slip);
    } else {
      slip.muKinetic = law.muKinetic;
      if (kind === FRICTION_COULOMB) coulombFriction(friction, slip);
      else noFriction(friction);
      friction.muSlope = 0;
      friction.share = 0;
    }
    const drag = viscous * slice;
    const fx = N * (nx - friction.gx) - drag * tx;
    const fy = N * (ny - friction.gy) - drag * ty;
    const fz = N * (nz - friction.gz) - drag * tz;
    push[0] = fx;
    push[1] = fy;
    push[2] = fz;
    addNodeForce(force, itemA.at, weightA, mA, itemA.cable.nodeCount, -1, push);
    if (!solid) addNodeForce(force, itemB.at, weightB, mB, itemB.cable.nodeCount, 1, push);
    else if (dynamic) addLeverForce(force, slot, 1, push, 0, LEVER);
    else w.loadPower -= fx * moveB[0] + fy * moveB[1] + fz * moveB[2];
    touch.power[pair] -= fx * wx + fy * wy + fz * wz;
    touch.stored[pair] += normal.stored + friction.stored;
    sumN += N;
    bent[0] = friction.zx;
    bent[1] = friction.zy;
    bent[2] = friction.zz;
    turnAlong(bent, 0, bent, 0, patches.pointNormal, 3 * i, patches.normal, 3 * p);
    for (let r = 0; r < 3; r++) kept[t + H_BRISTLE + r] += N * bent[r];
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
    if (!wantMatrix) continue;
    point.wx = wx;
    point.wy = wy;
    point.wz = wz;
    point.tx = tx;
    point.ty = ty;
    point.tz = tz;
    point.force = taken;
    point.mass = lineMass * slice;
    point.drag = drag;
    point.slope = taken * friction.muSlope;
    point.b = b;
    point.c = c;
    pointTangent(d, point, normal, friction);
    turned += taken * patches.share[i] * point.taken;
    const { values } = w.matrix.lu;
    addNodeBlocks(values, blocks, weightA, weightB, solid, d, itemA.width, itemB.width);
    if (!dynamic) continue;
    addLeverBlock(values, w.matrix.bodyDiagonal[slot], 1, push, LEVER, LEVER, d);
    addNodeBodyBlocks(values, blocks, weightA, push, LEVER, d, itemA.width);
  }
  if (touch.iterating) {
    iterate.force = sumTaken;
    iterate.slope = sumSlope;
    history.iterates.keep(iterate);
  }
  if (wantMatrix && !solid && sumTaken > 0) {
    const pushed = sumTaken / sumN;
    force3[0] = pushed * fxs;
    force3[1] = pushed * fys;
    force3[2] = pushed * fzs;
    spread.turned = turned;
    addPatchTangent(touch, w, patches, p, blocks, force3, spread);
  }
  const share = sumN > 0 ? 1 / sumN : 0;
  if (kind === FRICTION_BRISTLE && law.stribeck > 0) {
    touch.pressed[pair] += sumN;
    if (from >= 0) touch.limitChanges[pair] += sumN * limitChange(share * share1, share0);
  }
  kept[t + H_KEY] = key;
  for (let r = 0; r < 3; r++) {
    kept[t + H_BRISTLE + r] *= share;
    kept[t + H_AXIS + r] = patches.normal[3 * p + r];
  }
  kept[t + H_ONSET] = onset[0];
  kept[t + H_SLIPS] = 2 * slips > sumN ? 1 : 0;
  kept[t + H_SHARE] = share * share1;
  kept[t + H_FORCE] = fxs;
  kept[t + H_FORCE + 1] = fys;
  kept[t + H_FORCE + 2] = fzs;
  kept[t + H_NORMAL] = sumN;
  kept[t + H_FRICTION] = rub;
  kept[t + H_DEPTH] = deepest;
  kept[t + H_COUNTED] = counted;
  kept[t + H_AREA] = patches.area[p];
  kept[t + H_VOLUME] = patches.volume[p];
  kept[t + H_ELEMENT_A] = eA;
  kept[t + H_ELEMENT_B] = solid ? -1 : other;
  kept[t + H_SLIP_SPEED] = fastest;
  kept[t + H_PAIR] = pair;
  kept[t + H_POINT] = share * px;
  kept[t + H_POINT + 1] = share * py;
  kept[t + H_POINT + 2] = share * pz;
  kept[t + H_SPEED] = share * speedSum;
  kept[t + H_RATE] = length > 0 ? Math.sqrt((stiffness * patches.area[p]) / (lineMass * length)) : 0;
  kept[t + H_JUMP] = sumN / elementMass;
  kept[t + H_FRESH] = from < 0 ? 1 : 0;
  touch.active++;
  if (counted > touch.deepest) touch.deepest = counted;
  if (from >= 0 && kind === FRICTION_BRISTLE && (kept[t + H_SLIPS] === 1) !== slipped) touch.changes++;
}
