/**
 * Cables of variable length: the element at a feeding end follows the winch; it is split when too long and merged with its neighbour when
 * too short. Elements may also be split or merged anywhere.
 *
 * Material enters the end element of length l at speed V along it, with velocity v_in = v_0 + V e/l. Velocities are linear in between, so
 * points at fraction x from the end move through the element at x' = (1 - x) V/l and (weak form with linear shape functions)
 *   m a_1 = F_1 + m_l V/6 (v_in - v_1),      m a_0 = F_0 + m_l V/3 (v_in - v_1)
 * and in momentum form, where the changing mass is differentiated too, + m_l V/2 v_i on both.
 *
 * A split on the chord keeps the strain of both parts, so no tension changes. A split off the chord makes longer elements, a merger of a
 * bent pair a shorter one; rest lengths are then chosen so that tensions stay constant, and `relaxLengths` slowly removes the difference to
 * the material (materialLength - restLength). Mass and drag always use the material length.
 */
import { strainAt } from './axial.ts';
import { settleCreep } from './creep.ts';
import type { Evaluation } from './evaluation.ts';
import type { Cable, CableEnd } from './cable.ts';
import { refreshLengths, refreshProperties } from './properties.ts';

/** Present length of material in the end element [m], and its rate of growth [m/s]. */
export function setEndLength(cable: Cable, end: CableEnd, material: number, rate: number): void {
  const j = end === 0 ? 0 : cable.elementCount - 1;
  const missing = cable.materialLength[j] - cable.restLength[j];
  cable.materialLength[j] = material;
  cable.restLength[j] = material - missing;
  cable.restRate[j] = rate;
  cable.feedRate[end] = rate;
  refreshLengths(cable, j, j + 1);
}

/** force += momentum of the entering material; tangent likewise. Momentum form, see above. */
export function addFlow(cable: Cable, { b, c, withTangent }: Evaluation): void {
  const { q, v, force, tangent, feedRate, elementCount } = cable;
  for (let end = 0; end < 2; end++) {
    const V = feedRate[end];
    if (V === 0) continue;
    const j = end === 0 ? 0 : elementCount - 1;
    const outer = end === 0 ? 0 : elementCount;
    const inner = end === 0 ? 1 : elementCount - 1;
    const m = cable.massPerLength[j] * V;
    const pull = V / cable.restLength[j];
    for (let r = 0; r < 3; r++) {
      const o = 4 * outer + r;
      const i = 4 * inner + r;
      const gain = v[o] + pull * (q[i] - q[o]) - v[i];
      force[i] += m * (gain / 6 + 0.5 * v[i]);
      force[o] += m * (gain / 3 + 0.5 * v[o]);
      if (!withTangent) continue;
      const d = 5 * r;
      const byOuter = c - b * pull;
      const ii = 80 * inner + 32 + d;
      const oo = 80 * outer + 32 + d;
      const step = 16 * (inner - outer);
      tangent[ii] -= m * (-byOuter / 6 + 0.5 * c);
      tangent[ii - step] -= (m * byOuter) / 6;
      tangent[oo] -= m * (byOuter / 3 + 0.5 * c);
      tangent[oo + step] += (m * byOuter) / 3;
    }
  }
}

/** Moves rest lengths towards the material, after an accepted step h; `time`: time constant of the difference [s]. */
export function relaxLengths(cable: Cable, h: number, time: number, from = 0, to: number = cable.elementCount): void {
  const part = h / (h + time);
  let changed = false;
  for (let j = from; j < to; j++) {
    const missing = cable.materialLength[j] - cable.restLength[j];
    if (missing === 0) continue;
    changed = true;
    cable.restLength[j] += Math.abs(missing) < 1e-12 * cable.restLength[j] ? missing : part * missing;
  }
  if (changed) refreshLengths(cable, from, to);
}

/**
 * The same within a step, so that no tension jumps between steps: rest lengths change linearly from `rest0` towards the material, `since`
 * seconds after the start; element `but` is not changed.
 */
export function relaxWithin(cable: Cable, rest0: Float64Array, since: number, time: number, but: number): void {
  const left = Math.max(0, 1 - since / time);
  for (let j = 0; j < cable.elementCount; j++) {
    if (j === but) continue;
    const missing = cable.materialLength[j] - rest0[j];
    cable.restLength[j] = cable.materialLength[j] - left * missing;
    cable.restRate[j] = left > 0 ? missing / time : 0;
  }
  refreshLengths(cable, 0, cable.elementCount);
}

/**
 * New node in element j at `fraction` of its length: on the chord, or at `point`, for example of the spline, to keep the shape. In both
 * cases the parts keep the previous tension; off the chord they are longer than their material, see above. Twist angle and velocities are
 * those of the material there.
 */
export function splitElement(cable: Cable, j: number, fraction: number, point?: ArrayLike<number>): void {
  const { q, v, a, restLength, materialLength, restRate } = cable;
  if (cable.nodeCount >= cable.capacity) return;
  const feedsEnd = j === cable.elementCount - 1 && cable.feedRate[1] !== 0;
  const chord = distance(q, j, j + 1);
  moveNodes(cable, j + 1, 1);
  cable.nodeCount++;
  for (let r = 0; r < 4; r++) {
    const o = 4 * j + r;
    const along = r === 3 ? 0 : fraction;
    q[o + 4] = (1 - along) * q[o] + along * q[o + 8];
    v[o + 4] = (1 - along) * v[o] + along * v[o + 8];
    // at a feeding end the material moves relative to the node
    if (r < 3 && j === 0) v[o + 4] += ((1 - along) * cable.feedRate[0] * (q[o + 8] - q[o])) / restLength[0];
    if (r < 3 && feedsEnd) v[o + 4] += (along * cable.feedRate[1] * (q[o] - q[o + 8])) / restLength[j];
    a[o + 4] = (1 - along) * a[o] + along * a[o + 8];
  }
  if (point) offChord(cable, j, point);
  const rest = restLength[j];
  restLength[j] = point ? (rest * distance(q, j, j + 1)) / chord : rest * fraction;
  restLength[j + 1] = point ? (rest * distance(q, j + 1, j + 2)) / chord : rest * (1 - fraction);
  materialLength[j + 1] = (1 - fraction) * materialLength[j];
  materialLength[j] *= fraction;
  // the part next to the feeding end continues to feed
  restRate[j + 1] = feedsEnd ? restRate[j] : 0;
  if (feedsEnd) restRate[j] = 0;
  cable.ropeOf[j + 1] = cable.ropeOf[j];
  cable.tension[j + 1] = cable.tension[j];
  cable.tension0[j + 1] = cable.tension0[j];
  for (const x of creepColumns(cable)) x[j + 1] = x[j];
  copySlot(cable.direction, j);
  copySlot(cable.direction0, j);
  copySlot(cable.director, j);
  copySlot(cable.director0, j);
  cable.refTwist[j + 1] = 0;
  cable.refTwist0[j + 1] = 0;
  refreshProperties(cable, 0, cable.elementCount);
  settleCreep(cable);
}

const chordTurn = new Float64Array(3);
/** tension, then strain and slope, of the merged element */
const law = new Float64Array(2);

/**
 * The new node j+1 is at `point`, off the chord, and turns with the chord: v += omega x d, omega = e x e'/L^2. With a velocity linear along
 * the chord both parts would stretch immediately, and a damper in the rope would cause a shock.
 */
function offChord({ q, v }: Cable, j: number, point: ArrayLike<number>): void {
  const a = 4 * j;
  const b = a + 8;
  let square = 0;
  for (let r = 0; r < 3; r++) square += (q[b + r] - q[a + r]) * (q[b + r] - q[a + r]);
  for (let r = 0; r < 3; r++) {
    const s = (r + 1) % 3;
    const t = (r + 2) % 3;
    chordTurn[r] =
      ((q[b + s] - q[a + s]) * (v[b + t] - v[a + t]) - (q[b + t] - q[a + t]) * (v[b + s] - v[a + s])) / square;
  }
  for (let r = 0; r < 3; r++) {
    const s = (r + 1) % 3;
    const t = (r + 2) % 3;
    v[a + 4 + r] += chordTurn[s] * (point[t] - q[a + 4 + t]) - chordTurn[t] * (point[s] - q[a + 4 + s]);
  }
  for (let r = 0; r < 3; r++) q[a + 4 + r] = point[r];
}

/** Slot of element j+1 = slot of element j. */
function copySlot(x: Float64Array, j: number): void {
  for (let r = 0; r < 3; r++) x[3 * j + 6 + r] = x[3 * j + 3 + r];
}

function distance(q: Float64Array, i: number, k: number): number {
  const x = q[4 * k] - q[4 * i];
  const y = q[4 * k + 1] - q[4 * i + 1];
  const z = q[4 * k + 2] - q[4 * i + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * Removes inner node i. Its mass goes to its neighbours according to the lumped mass of the new element. They receive only the part of its
 * momentum that exceeds a linear velocity between them, so their velocities hardly change; a neighbour at the end of the cable keeps its
 * velocity, which its holder determines. The new element carries the mean tension.
 */
export function mergeNode(cable: Cable, i: number): void {
  const { q, v, a, mass, restLength, materialLength, tension } = cable;
  const last = cable.nodeCount - 1;
  const before = i - 1;
  const after = i + 1;
  const m1 = cable.massPerLength[before] * materialLength[before];
  const m2 = cable.massPerLength[i] * materialLength[i];
  // node i holds m1/2 + m2/2; of it the far half goes to each side
  const toAfter = (0.5 * m1) / (mass[after] + 0.5 * m1);
  const toBefore = (0.5 * m2) / (mass[before] + 0.5 * m2);
  const along = m1 / (m1 + m2); // part of the distance from the previous to the next node
  for (let r = 0; r < 3; r++) {
    const o = 4 * i + r;
    for (const x of [v, a]) {
      // an end may feed: material moves past it, and velocities are not linear up to it
      const between = before > 0 && after < last;
      const rest = between ? x[o] - (1 - along) * x[o - 4] - along * x[o + 4] : 0;
      if (after < last) x[o + 4] += toAfter * (between ? rest : x[o] - x[o + 4]);
      if (before > 0) x[o - 4] += toBefore * (between ? rest : x[o] - x[o - 4]);
    }
  }
  const l1 = materialLength[before];
  const l2 = materialLength[i];
  const T = (l1 * tension[before] + l2 * tension[i]) / (l1 + l2);
  const chord = distance(q, before, after);
  law[0] = T;
  strainAt(law, 0, cable, before);
  const strain = law[0];
  // the shape of a slack pair is unknown: keep the rest length
  const fitting = chord / (1 + strain);
  const sum = restLength[before] + restLength[i];
  q[4 * before + 3] = (l1 * q[4 * before + 3] + l2 * q[4 * i + 3]) / (l1 + l2);
  v[4 * before + 3] = (l1 * v[4 * before + 3] + l2 * v[4 * i + 3]) / (l1 + l2);
  const rate = cable.restRate[before] + cable.restRate[i];
  const refTwist = cable.refTwist[i];
  moveNodes(cable, i + 1, -1);
  cable.nodeCount--;
  materialLength[before] = l1 + l2;
  restLength[before] = T > 0 ? Math.min(sum, Math.max(fitting, 0.9 * sum)) : sum;
  cable.restRate[before] = rate;
  tension[before] = T;
  cable.tension0[before] = T;
  // twist of the removed node belongs to the following one
  if (before + 1 < cable.nodeCount) {
    cable.refTwist[before + 1] += refTwist;
    cable.refTwist0[before + 1] += refTwist;
  }
  refreshProperties(cable, 0, cable.elementCount);
}

/** Moves nodes, elements and slots from `from` on by one place up or down. */
function moveNodes(cable: Cable, from: number, by: 1 | -1): void {
  const count = cable.nodeCount;
  for (const x of [cable.q, cable.v, cable.a]) shift(x, 4, from, count, by);
  for (const x of [cable.refTwist, cable.refTwist0]) shift(x, 1, from, count, by);
  const elements = [cable.restLength, cable.restRate, cable.materialLength, cable.tension, cable.tension0];
  for (const x of elements) shift(x, 1, from, count, by);
  for (const x of creepColumns(cable)) shift(x, 1, from, count, by);
  cable.ropeOf.copyWithin(from + by, from, count);
  // slot of element j is j+1; the slot of the held end moves too
  const slots = [cable.direction, cable.direction0, cable.director, cable.director0];
  for (const x of slots) shift(x, 3, from + 1, count + 1, by);
}

/** Memory of elements of creeping ropes. */
function creepColumns({ creep }: Cable): readonly Float64Array[] {
  return creep ? [creep.slow, creep.largest, creep.at] : [];
}

function shift(x: Float64Array, stride: number, from: number, to: number, by: number): void {
  x.copyWithin(stride * (from + by), stride * from, stride * to);
}
