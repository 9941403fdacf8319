/**
 * Directions, lengths and frames of the elements for the trial positions.
 *   e_j = x_{j+1} - x_j,  L = |e|,  t = e/L
 * A frame (t, u, t x u) follows its element without rotation about it (parallel transport), from the accepted direction t0 directly to t,
 *   u = (t0.t) u0 + b x u0 + b (b.u0)/(1 + t0.t),   b = t0 x t          (Bergou et al. 2008, s. 4.2.2; 2010, s. 6)
 * The reference twist of a node is the angle about t2 from u1, carried from t1 to t2 the same way, to u2; of the angles
 * that differ by whole turns the one nearest to the accepted one. The twist of a node is theta_2 - theta_1 + that.
 */
import { atan2At, sincos, TWO_PI } from '../../math/index.ts';
import { type Cable, type CableEnd, START } from './cable.ts';

/** Lengths, directions and rates of all elements; false when two neighbouring nodes coincide. */
export function updateElements(cable: Cable): boolean {
  const { q, v, length, direction, rate } = cable;
  const count = cable.nodeCount - 1;
  for (let j = 0; j < count; j++) {
    const a = 4 * j;
    const k = 3 * j + 3;
    const ex = q[a + 4] - q[a];
    const ey = q[a + 5] - q[a + 1];
    const ez = q[a + 6] - q[a + 2];
    const L = Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (!(L > 0)) return false;
    const s = 1 / L;
    length[j + 1] = L;
    direction[k] = ex * s;
    direction[k + 1] = ey * s;
    direction[k + 2] = ez * s;
    rate[k] = v[a + 4] - v[a];
    rate[k + 1] = v[a + 5] - v[a + 1];
    rate[k + 2] = v[a + 6] - v[a + 2];
  }
  updateEnds(cable);
  return true;
}

/** Held ends as elements of length 1 that rotate with their holders: e' = omega x t. */
function updateEnds(cable: Cable): void {
  const { length, direction, rate, endSpin, nodeCount } = cable;
  for (let end = 0; end < 2; end++) {
    if (!cable.holdsDirection[end]) continue;
    const slot = end === 0 ? 0 : nodeCount;
    const k = 3 * slot;
    const wx = endSpin[3 * end];
    const wy = endSpin[3 * end + 1];
    const wz = endSpin[3 * end + 2];
    length[slot] = 1;
    rate[k] = wy * direction[k + 2] - wz * direction[k + 1];
    rate[k + 1] = wz * direction[k] - wx * direction[k + 2];
    rate[k + 2] = wx * direction[k + 1] - wy * direction[k];
  }
}

/** Frames and reference twists of the trial directions. */
export function updateFrames(cable: Cable): void {
  const { direction, direction0, director, director0, refTwist, refTwist0, nodeCount } = cable;
  for (let k = 3; k < 3 * nodeCount; k += 3) carry(director, k, director0, k, direction0, k, direction, k);
  for (let i = 0; i < nodeCount; i++) refTwist[i] = 0;
  const first = cable.holdsTurn[0] ? 0 : 1;
  const last = cable.holdsTurn[1] ? nodeCount - 1 : nodeCount - 2;
  for (let i = first; i <= last; i++) {
    findFrameAngle(refTwist, i, director, direction, 3 * i, 3 * i + 3);
    refTwist[i] += Math.round((refTwist0[i] - refTwist[i]) / TWO_PI) * TWO_PI;
  }
}

const carried = new Float64Array(3);

/** Angle about t2 from u1, carried along, to u2: to out[o]. */
function findFrameAngle(out: Float64Array, o: number, u: Float64Array, t: Float64Array, k1: number, k2: number): void {
  carry(carried, 0, u, k1, t, k1, t, k2);
  const cx = carried[0];
  const cy = carried[1];
  const cz = carried[2];
  const ux = u[k2];
  const uy = u[k2 + 1];
  const uz = u[k2 + 2];
  const sine = t[k2] * (cy * uz - cz * uy) + t[k2 + 1] * (cz * ux - cx * uz) + t[k2 + 2] * (cx * uy - cy * ux);
  carried[0] = cx * ux + cy * uy + cz * uz;
  carried[1] = sine;
  if (sine === 0 && carried[0] > 0) out[o] = 0;
  else atan2At(out, o, carried, 0);
}

/** out = w transported from direction a to direction b without rotation about either. */
function carry(
  out: Float64Array,
  o: number,
  w: Float64Array,
  i: number,
  a: Float64Array,
  ka: number,
  b: Float64Array,
  kb: number,
): void {
  const ax = a[ka];
  const ay = a[ka + 1];
  const az = a[ka + 2];
  const bx = b[kb];
  const by = b[kb + 1];
  const bz = b[kb + 2];
  const wx = w[i];
  const wy = w[i + 1];
  const wz = w[i + 2];
  const c = ax * bx + ay * by + az * bz;
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const s = (x * wx + y * wy + z * wz) / (1 + c);
  let ox = c * wx + y * wz - z * wy + x * s;
  let oy = c * wy + z * wx - x * wz + y * s;
  let oz = c * wz + x * wy - y * wx + z * s;
  // rounding must not accumulate: make it perpendicular to b again, and of length 1
  const d = ox * bx + oy * by + oz * bz;
  ox -= d * bx;
  oy -= d * by;
  oz -= d * bz;
  const n = 1 / Math.sqrt(ox * ox + oy * oy + oz * oz);
  out[o] = ox * n;
  out[o + 1] = oy * n;
  out[o + 2] = oz * n;
}

/**
 * Sets frames without twist from node to node, from the held director of the start or an arbitrary one. False when nodes coincide. Where
 * the rotation of the end is held as well, the remaining angle there is the smallest one.
 */
export function resetFrames(cable: Cable): boolean {
  const { direction, director, refTwist, nodeCount } = cable;
  if (!updateElements(cable)) return false;
  if (cable.holdsTurn[0]) carry(director, 3, director, 0, direction, 0, direction, 3);
  else across(director, direction, 3);
  for (let k = 6; k < 3 * nodeCount; k += 3) carry(director, k, director, k - 3, direction, k - 3, direction, k);
  refTwist.fill(0);
  cable.refTwist0.fill(0);
  if (cable.holdsTurn[1]) {
    findFrameAngle(refTwist, nodeCount - 1, director, direction, 3 * nodeCount - 3, 3 * nodeCount);
  }
  return true;
}

const angle = new Float64Array(2);

/**
 * out = director of an end that is held along d from now on in its present rotation: that of the untwisted rope at its element, transported
 * to d. The twist of its node is then zero, m = theta2 - theta1 + reference twist - m0 = 0, so a catch applies no torque to the rope. The
 * accepted reference twist contains the whole turns of the element.
 */
export function directorAsItLies(out: Float64Array, cable: Cable, end: CableEnd, d: Float64Array): void {
  const { direction0: t, director0: u, naturalTwist, nodeCount } = cable;
  const node = end === START ? 0 : nodeCount - 1;
  const element = end === START ? 0 : nodeCount - 2;
  const k = 3 * element + 3;
  const side = end === START ? -1 : 1;
  const turn = cable.q[4 * element + 3] + side * naturalTwist[node];
  sincos(angle, 0, turn);
  for (let r = 0; r < 3; r++) {
    const [a, b] = [k + ((r + 1) % 3), k + ((r + 2) % 3)];
    out[r] = angle[1] * u[k + r] + angle[0] * (t[a] * u[b] - t[b] * u[a]); // cos u + sin t x u
  }
  carry(out, 0, out, 0, t, k, d, 0);
  cable.refTwist0[node] = side * turn;
}

/** Any unit vector across direction k. */
function across(out: Float64Array, t: Float64Array, k: number): void {
  const x = Math.abs(t[k]);
  const y = Math.abs(t[k + 1]);
  const z = Math.abs(t[k + 2]);
  const ax = x <= y && x <= z ? 1 : 0;
  const ay = ax === 0 && y <= z ? 1 : 0;
  const az = ax === 0 && ay === 0 ? 1 : 0;
  const d = ax * t[k] + ay * t[k + 1] + az * t[k + 2];
  const ox = ax - d * t[k];
  const oy = ay - d * t[k + 1];
  const oz = az - d * t[k + 2];
  const n = 1 / Math.sqrt(ox * ox + oy * oy + oz * oz);
  out[k] = ox * n;
  out[k + 1] = oy * n;
  out[k + 2] = oz * n;
}
