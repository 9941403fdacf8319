/**
 * Constraint rows, their Jacobian by (v, omega) of both bodies, and the velocity terms of the second derivative.
 * With r the lever from the centre of mass to the joint origin, d = p_B - p_A, a an axis of F_A, b an axis of F_B:
 *   POINT         p_A - p_B                    J_A = [1, -[r_A]x], J_B = [-1, [r_B]x]
 *   DOT           a . b                        J = (omega_A - omega_B) . (a x b)
 *   ALONG         a . d                        J_A = [-a, a x (d + r_A)] , J_B = [a, r_B x a]
 *   LENGTH        |d| - L(t)                   as ALONG with a = d/|d| held still
 *   ANGLE         angle about z - f(t)         J = z_A . (omega_B - omega_A)
 *   DISPLACEMENT  z_A . d - f(t)
 * The multiplier of POINT is the force on body B, world axes.
 */
import { atan2At, type CompiledFunction } from '../math/index.ts';
import { ALONG, ANGLE, DISPLACEMENT, DOT, JOINT_STRIDE, type JointRows, type Joints, LENGTH, POINT } from './joint.ts';

/** Axes of F_A and F_B in the world, as columns. */
const fA = new Float64Array(9);
const fB = new Float64Array(9);
/** prescribed value, rate and acceleration of a driver */
const target = new Float64Array(3);
/** levers on both bodies and a direction. An array, because V8 boxes number arguments of calls that are not inlined */
const arms = new Float64Array(9);
const TO_A = 0;
const TO_B = 3;
const AXIS = 6;
const planar = new Float64Array(2); // cosine and sine of an angle

/**
 * The joint being evaluated: offset d, angular velocities of A and B, d', and omega_B x (omega_B x r_B) - omega_A x (omega_A x
 * r_A).
 */
const pair = new Float64Array(15);
const OFFSET = 0;
const OMEGA_A = 3;
const OMEGA_B = 6;
const RATE = 9;
const CENTRIPETAL = 12;

export function evaluateJoints(
  out: JointRows,
  joints: Joints,
  position: Float64Array,
  rotation: Float64Array,
  velocity: Float64Array,
  angleReference: Float64Array,
  clock: { readonly time: number },
  wantGamma: boolean,
): void {
  const { kindStart, kinds, rowStart } = joints;
  for (let k = 0; k < joints.count; k++) {
    readPair(joints, k, position, rotation, velocity, wantGamma);
    let row = rowStart[k];
    for (let q = kindStart[k]; q < kindStart[k + 1]; q++) {
      const kind = kinds[q];
      if (kind === POINT) {
        writePoint(out, row, wantGamma);
        row += 3;
        continue;
      }
      if (kind === LENGTH) writeLength(out, row, joints, k, clock, wantGamma);
      else if (kind === ANGLE) writeAngle(out, row, joints, k, rotation, angleReference, clock, wantGamma);
      else if (kind >= DOT && kind < ALONG) writeDot(out, row, joints, k, kind, rotation, wantGamma);
      else writeAlong(out, row, joints, k, kind, rotation, clock, wantGamma);
      row++;
    }
  }
}

/** Writes levers to `arms`, the rest to `pair`. */
function readPair(
  { slotA, slotB, data }: Joints,
  k: number,
  position: Float64Array,
  rotation: Float64Array,
  velocity: Float64Array,
  wantGamma: boolean,
): void {
  const A = slotA[k];
  const B = slotB[k];
  lever(TO_A, rotation, 9 * A, data, JOINT_STRIDE * k);
  lever(TO_B, rotation, 9 * B, data, JOINT_STRIDE * k + 3);
  const rax = arms[TO_A];
  const ray = arms[TO_A + 1];
  const raz = arms[TO_A + 2];
  const rbx = arms[TO_B];
  const rby = arms[TO_B + 1];
  const rbz = arms[TO_B + 2];
  pair[OFFSET] = position[3 * B] + rbx - position[3 * A] - rax;
  pair[OFFSET + 1] = position[3 * B + 1] + rby - position[3 * A + 1] - ray;
  pair[OFFSET + 2] = position[3 * B + 2] + rbz - position[3 * A + 2] - raz;
  if (!wantGamma) return;
  const wax = velocity[6 * A + 3];
  const way = velocity[6 * A + 4];
  const waz = velocity[6 * A + 5];
  const wbx = velocity[6 * B + 3];
  const wby = velocity[6 * B + 4];
  const wbz = velocity[6 * B + 5];
  pair[OMEGA_A] = wax;
  pair[OMEGA_A + 1] = way;
  pair[OMEGA_A + 2] = waz;
  pair[OMEGA_B] = wbx;
  pair[OMEGA_B + 1] = wby;
  pair[OMEGA_B + 2] = wbz;
  const da = wax * rax + way * ray + waz * raz;
  const aa = wax * wax + way * way + waz * waz;
  const db = wbx * rbx + wby * rby + wbz * rbz;
  const bb = wbx * wbx + wby * wby + wbz * wbz;
  pair[CENTRIPETAL] = wbx * db - bb * rbx - (wax * da - aa * rax);
  pair[CENTRIPETAL + 1] = wby * db - bb * rby - (way * da - aa * ray);
  pair[CENTRIPETAL + 2] = wbz * db - bb * rbz - (waz * da - aa * raz);
  const vA = 6 * A;
  const vB = 6 * B;
  pair[RATE] = velocity[vB] + wby * rbz - wbz * rby - (velocity[vA] + way * raz - waz * ray);
  pair[RATE + 1] = velocity[vB + 1] + wbz * rbx - wbx * rbz - (velocity[vA + 1] + waz * rax - wax * raz);
  pair[RATE + 2] = velocity[vB + 2] + wbx * rby - wby * rbx - (velocity[vA + 2] + wax * ray - way * rax);
}

/** arms[at..] = R s, s the joint origin in the body */
function lever(at: number, rotation: Float64Array, r: number, s: Float64Array, o: number): void {
  const x = s[o];
  const y = s[o + 1];
  const z = s[o + 2];
  arms[at] = rotation[r] * x + rotation[r + 1] * y + rotation[r + 2] * z;
  arms[at + 1] = rotation[r + 3] * x + rotation[r + 4] * y + rotation[r + 5] * z;
  arms[at + 2] = rotation[r + 6] * x + rotation[r + 7] * y + rotation[r + 8] * z;
}

/** Prescribed value of a driver now; 0 without a driver. */
function readTarget(f: CompiledFunction | undefined, clock: { readonly time: number }): void {
  target[0] = 0;
  target[1] = 0;
  target[2] = 0;
  if (f === undefined) return;
  target[0] = clock.time;
  f.evaluateAt(target, 0);
}

function writePoint({ phi, phiT, gamma, jacobianA, jacobianB }: JointRows, row: number, wantGamma: boolean): void {
  phi[row] = -pair[OFFSET];
  phi[row + 1] = -pair[OFFSET + 1];
  phi[row + 2] = -pair[OFFSET + 2];
  phiT[row] = 0;
  phiT[row + 1] = 0;
  phiT[row + 2] = 0;
  pointRows(jacobianA, 6 * row, 1, TO_A);
  pointRows(jacobianB, 6 * row, -1, TO_B);
  if (!wantGamma) return;
  gamma[row] = -pair[CENTRIPETAL];
  gamma[row + 1] = -pair[CENTRIPETAL + 1];
  gamma[row + 2] = -pair[CENTRIPETAL + 2];
}

function writeLength(
  { phi, phiT, gamma, jacobianA, jacobianB }: JointRows,
  row: number,
  joints: Joints,
  k: number,
  clock: { readonly time: number },
  wantGamma: boolean,
): void {
  readTarget(joints.lengthTarget[k], clock);
  if (joints.lengthTarget[k] === undefined) target[0] = joints.length[k];
  const dx = pair[OFFSET];
  const dy = pair[OFFSET + 1];
  const dz = pair[OFFSET + 2];
  const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const nx = dx / size;
  const ny = dy / size;
  const nz = dz / size;
  phi[row] = size - target[0];
  phiT[row] = -target[1];
  arms[AXIS] = nx;
  arms[AXIS + 1] = ny;
  arms[AXIS + 2] = nz;
  alongRow(jacobianA, 6 * row, -1, TO_A);
  alongRow(jacobianB, 6 * row, 1, TO_B);
  if (!wantGamma) return;
  const ex = pair[RATE];
  const ey = pair[RATE + 1];
  const ez = pair[RATE + 2];
  const rate = nx * ex + ny * ey + nz * ez;
  gamma[row] =
    nx * pair[CENTRIPETAL] +
    ny * pair[CENTRIPETAL + 1] +
    nz * pair[CENTRIPETAL + 2] +
    (ex * ex + ey * ey + ez * ez - rate * rate) / size -
    target[2];
}

function writeAngle(
  { phi, phiT, gamma, jacobianA, jacobianB }: JointRows,
  row: number,
  joints: Joints,
  k: number,
  rotation: Float64Array,
  angleReference: Float64Array,
  clock: { readonly time: number },
  wantGamma: boolean,
): void {
  readTarget(joints.angleTarget[k], clock);
  jointAngle(phi, row, joints, k, rotation, angleReference, k);
  phi[row] -= target[0];
  phiT[row] = -target[1];
  const zx = fA[2];
  const zy = fA[5];
  const zz = fA[8];
  arms[AXIS] = zx;
  arms[AXIS + 1] = zy;
  arms[AXIS + 2] = zz;
  turnRow(jacobianA, 6 * row, -1);
  turnRow(jacobianB, 6 * row, 1);
  if (!wantGamma) return;
  const wax = pair[OMEGA_A];
  const way = pair[OMEGA_A + 1];
  const waz = pair[OMEGA_A + 2];
  gamma[row] =
    (way * zz - waz * zy) * (pair[OMEGA_B] - wax) +
    (waz * zx - wax * zz) * (pair[OMEGA_B + 1] - way) +
    (wax * zy - way * zx) * (pair[OMEGA_B + 2] - waz) -
    target[2];
}

/** DOT row, kind = DOT + 3 i + m: axis i of F_A and axis m of F_B */
function writeDot(
  { phi, phiT, gamma, jacobianA, jacobianB }: JointRows,
  row: number,
  { slotA, slotB, data }: Joints,
  k: number,
  kind: number,
  rotation: Float64Array,
  wantGamma: boolean,
): void {
  const o = JOINT_STRIDE * k;
  const RA = 9 * slotA[k];
  const RB = 9 * slotB[k];
  const i = kind < DOT + 3 ? 0 : kind < DOT + 6 ? 1 : 2;
  const m = kind - DOT - 3 * i;
  const a0 = data[o + 6 + i];
  const a1 = data[o + 9 + i];
  const a2 = data[o + 12 + i];
  const b0 = data[o + 15 + m];
  const b1 = data[o + 18 + m];
  const b2 = data[o + 21 + m];
  const ax = rotation[RA] * a0 + rotation[RA + 1] * a1 + rotation[RA + 2] * a2;
  const ay = rotation[RA + 3] * a0 + rotation[RA + 4] * a1 + rotation[RA + 5] * a2;
  const az = rotation[RA + 6] * a0 + rotation[RA + 7] * a1 + rotation[RA + 8] * a2;
  const bx = rotation[RB] * b0 + rotation[RB + 1] * b1 + rotation[RB + 2] * b2;
  const by = rotation[RB + 3] * b0 + rotation[RB + 4] * b1 + rotation[RB + 5] * b2;
  const bz = rotation[RB + 6] * b0 + rotation[RB + 7] * b1 + rotation[RB + 8] * b2;
  phi[row] = ax * bx + ay * by + az * bz;
  phiT[row] = 0;
  arms[AXIS] = ay * bz - az * by;
  arms[AXIS + 1] = az * bx - ax * bz;
  arms[AXIS + 2] = ax * by - ay * bx;
  turnRow(jacobianA, 6 * row, 1);
  turnRow(jacobianB, 6 * row, -1);
  if (!wantGamma) return;
  // d(a x b)/dt = (omega_A x a) x b + a x (omega_B x b) = a (omega_A.b) - omega_A (a.b) + omega_B (a.b) - b (a.omega_B)
  const wax = pair[OMEGA_A];
  const way = pair[OMEGA_A + 1];
  const waz = pair[OMEGA_A + 2];
  const wbx = pair[OMEGA_B];
  const wby = pair[OMEGA_B + 1];
  const wbz = pair[OMEGA_B + 2];
  const ab = phi[row];
  const wab = wax * bx + way * by + waz * bz;
  const wba = wbx * ax + wby * ay + wbz * az;
  gamma[row] =
    (wax - wbx) * (ax * wab - bx * wba + (wbx - wax) * ab) +
    (way - wby) * (ay * wab - by * wba + (wby - way) * ab) +
    (waz - wbz) * (az * wab - bz * wba + (wbz - waz) * ab);
}

/** ALONG row, kind = ALONG + i: axis i of F_A; for DISPLACEMENT the z axis */
function writeAlong(
  { phi, phiT, gamma, jacobianA, jacobianB }: JointRows,
  row: number,
  joints: Joints,
  k: number,
  kind: number,
  rotation: Float64Array,
  clock: { readonly time: number },
  wantGamma: boolean,
): void {
  const { data } = joints;
  const o = JOINT_STRIDE * k;
  const R = 9 * joints.slotA[k];
  const i = kind === DISPLACEMENT ? 2 : kind - ALONG;
  readTarget(kind === DISPLACEMENT ? joints.displacementTarget[k] : undefined, clock);
  const a0 = data[o + 6 + i];
  const a1 = data[o + 9 + i];
  const a2 = data[o + 12 + i];
  const ax = rotation[R] * a0 + rotation[R + 1] * a1 + rotation[R + 2] * a2;
  const ay = rotation[R + 3] * a0 + rotation[R + 4] * a1 + rotation[R + 5] * a2;
  const az = rotation[R + 6] * a0 + rotation[R + 7] * a1 + rotation[R + 8] * a2;
  const dx = pair[OFFSET];
  const dy = pair[OFFSET + 1];
  const dz = pair[OFFSET + 2];
  phi[row] = ax * dx + ay * dy + az * dz - target[0];
  phiT[row] = -target[1];
  const rax = arms[TO_A];
  const ray = arms[TO_A + 1];
  const raz = arms[TO_A + 2];
  arms[TO_A] = rax + dx;
  arms[TO_A + 1] = ray + dy;
  arms[TO_A + 2] = raz + dz;
  arms[AXIS] = ax;
  arms[AXIS + 1] = ay;
  arms[AXIS + 2] = az;
  alongRow(jacobianA, 6 * row, -1, TO_A);
  alongRow(jacobianB, 6 * row, 1, TO_B);
  arms[TO_A] = rax; // POINT rows may follow
  arms[TO_A + 1] = ray;
  arms[TO_A + 2] = raz;
  if (!wantGamma) return;
  const wax = pair[OMEGA_A];
  const way = pair[OMEGA_A + 1];
  const waz = pair[OMEGA_A + 2];
  const hx = way * az - waz * ay; // omega_A x a
  const hy = waz * ax - wax * az;
  const hz = wax * ay - way * ax;
  const kx = way * hz - waz * hy; // omega_A x (omega_A x a)
  const ky = waz * hx - wax * hz;
  const kz = wax * hy - way * hx;
  gamma[row] =
    kx * dx +
    ky * dy +
    kz * dz +
    2 * (hx * pair[RATE] + hy * pair[RATE + 1] + hz * pair[RATE + 2]) +
    ax * pair[CENTRIPETAL] +
    ay * pair[CENTRIPETAL + 1] +
    az * pair[CENTRIPETAL + 2] -
    target[2];
}

/** out[o] = angle of a joint (revolute, cylindrical) about z_A [rad], unwrapped near reference[r]. */
export function jointAngle(
  out: Float64Array,
  o: number,
  joints: Joints,
  k: number,
  rotation: Float64Array,
  reference: Float64Array,
  r: number,
): void {
  toWorld(fA, rotation, 9 * joints.slotA[k], joints.data, JOINT_STRIDE * k + 6);
  toWorld(fB, rotation, 9 * joints.slotB[k], joints.data, JOINT_STRIDE * k + 15);
  putAngle(out, o, reference, r);
}

/** Angle of x_B about z_A, from the frames in scratch. */
function putAngle(out: Float64Array, o: number, reference: Float64Array, r: number): void {
  planar[0] = fA[0] * fB[0] + fA[3] * fB[3] + fA[6] * fB[6];
  planar[1] = fA[1] * fB[0] + fA[4] * fB[3] + fA[7] * fB[6];
  const near = reference[r];
  atan2At(planar, 0, planar, 0);
  const turn = 2 * Math.PI;
  out[o] = planar[0] + turn * Math.round((near - planar[0]) / turn);
}

/** out = R F, the axes of a joint frame in the world. */
export function toWorld(out: Float64Array, rotation: Float64Array, r: number, frame: Float64Array, f: number): void {
  for (let j = 0; j < 3; j++) {
    const a = frame[f + j];
    const b = frame[f + 3 + j];
    const c = frame[f + 6 + j];
    out[j] = rotation[r] * a + rotation[r + 1] * b + rotation[r + 2] * c;
    out[3 + j] = rotation[r + 3] * a + rotation[r + 4] * b + rotation[r + 5] * c;
    out[6 + j] = rotation[r + 6] * a + rotation[r + 7] * b + rotation[r + 8] * c;
  }
}

/** s [1, -[r]x], three rows of six, for the lever at `arm`. */
function pointRows(J: Float64Array, j: number, s: number, arm: number): void {
  const rx = arms[arm];
  const ry = arms[arm + 1];
  const rz = arms[arm + 2];
  J[j] = s;
  J[j + 1] = 0;
  J[j + 2] = 0;
  J[j + 3] = 0;
  J[j + 4] = s * rz;
  J[j + 5] = -s * ry;
  J[j + 6] = 0;
  J[j + 7] = s;
  J[j + 8] = 0;
  J[j + 9] = -s * rz;
  J[j + 10] = 0;
  J[j + 11] = s * rx;
  J[j + 12] = 0;
  J[j + 13] = 0;
  J[j + 14] = s;
  J[j + 15] = s * ry;
  J[j + 16] = -s * rx;
  J[j + 17] = 0;
}

/** s [a, r x a], a the direction and r the lever at `arm` */
function alongRow(J: Float64Array, j: number, s: number, arm: number): void {
  const ax = arms[AXIS];
  const ay = arms[AXIS + 1];
  const az = arms[AXIS + 2];
  const rx = arms[arm];
  const ry = arms[arm + 1];
  const rz = arms[arm + 2];
  J[j] = s * ax;
  J[j + 1] = s * ay;
  J[j + 2] = s * az;
  J[j + 3] = s * (ry * az - rz * ay);
  J[j + 4] = s * (rz * ax - rx * az);
  J[j + 5] = s * (rx * ay - ry * ax);
}

/** s [0, g], g the direction */
function turnRow(J: Float64Array, j: number, s: number): void {
  J[j] = 0;
  J[j + 1] = 0;
  J[j + 2] = 0;
  J[j + 3] = s * arms[AXIS];
  J[j + 4] = s * arms[AXIS + 1];
  J[j + 5] = s * arms[AXIS + 2];
}
