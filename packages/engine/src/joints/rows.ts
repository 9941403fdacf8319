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
import { atan2At } from '../math/index.ts';
import { ALONG, ANGLE, DISPLACEMENT, DOT, JOINT_STRIDE, type JointRows, type Joints, LENGTH, POINT } from './joint.ts';

/** Scratch of one joint at a time: levers, axes in the world, offset, relative velocities. */
const fA = new Float64Array(9); // columns are the axes of F_A in the world
const fB = new Float64Array(9);
const target = new Float64Array(3);
/** levers on both bodies, a direction: numbers handed over one by one are boxed where the call is not inlined */
const arms = new Float64Array(9);
const TO_A = 0;
const TO_B = 3;
const AXIS = 6;
const planar = new Float64Array(2); // cosine and sine of an angle

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
  const { slotA, slotB, data, kindStart, kinds, rowStart } = joints;
  const { phi, phiT, gamma, jacobianA: JA, jacobianB: JB } = out;
  for (let k = 0; k < joints.count; k++) {
    const A = slotA[k];
    const B = slotB[k];
    const o = JOINT_STRIDE * k;
    const RA = 9 * A;
    const RB = 9 * B;
    const sax = data[o];
    const say = data[o + 1];
    const saz = data[o + 2];
    const sbx = data[o + 3];
    const sby = data[o + 4];
    const sbz = data[o + 5];
    const rax = rotation[RA] * sax + rotation[RA + 1] * say + rotation[RA + 2] * saz;
    const ray = rotation[RA + 3] * sax + rotation[RA + 4] * say + rotation[RA + 5] * saz;
    const raz = rotation[RA + 6] * sax + rotation[RA + 7] * say + rotation[RA + 8] * saz;
    const rbx = rotation[RB] * sbx + rotation[RB + 1] * sby + rotation[RB + 2] * sbz;
    const rby = rotation[RB + 3] * sbx + rotation[RB + 4] * sby + rotation[RB + 5] * sbz;
    const rbz = rotation[RB + 6] * sbx + rotation[RB + 7] * sby + rotation[RB + 8] * sbz;
    arms[0] = rax;
    arms[1] = ray;
    arms[2] = raz;
    arms[3] = rbx;
    arms[4] = rby;
    arms[5] = rbz;
    const dx = position[3 * B] + rbx - position[3 * A] - rax;
    const dy = position[3 * B + 1] + rby - position[3 * A + 1] - ray;
    const dz = position[3 * B + 2] + rbz - position[3 * A + 2] - raz;
    const vA = 6 * A;
    const vB = 6 * B;
    const wax = velocity[vA + 3];
    const way = velocity[vA + 4];
    const waz = velocity[vA + 5];
    const wbx = velocity[vB + 3];
    const wby = velocity[vB + 4];
    const wbz = velocity[vB + 5];
    // centripetal difference omega_B x (omega_B x r_B) - omega_A x (omega_A x r_A), and d'
    let cx = 0;
    let cy = 0;
    let cz = 0;
    let ex = 0;
    let ey = 0;
    let ez = 0;
    if (wantGamma) {
      const da = wax * rax + way * ray + waz * raz;
      const aa = wax * wax + way * way + waz * waz;
      const db = wbx * rbx + wby * rby + wbz * rbz;
      const bb = wbx * wbx + wby * wby + wbz * wbz;
      cx = wbx * db - bb * rbx - (wax * da - aa * rax);
      cy = wby * db - bb * rby - (way * da - aa * ray);
      cz = wbz * db - bb * rbz - (waz * da - aa * raz);
      ex = velocity[vB] + wby * rbz - wbz * rby - (velocity[vA] + way * raz - waz * ray);
      ey = velocity[vB + 1] + wbz * rbx - wbx * rbz - (velocity[vA + 1] + waz * rax - wax * raz);
      ez = velocity[vB + 2] + wbx * rby - wby * rbx - (velocity[vA + 2] + wax * ray - way * rax);
    }
    let row = rowStart[k];
    for (let q = kindStart[k]; q < kindStart[k + 1]; q++) {
      const kind = kinds[q];
      const j = 6 * row;
      if (kind === POINT) {
        phi[row] = -dx;
        phi[row + 1] = -dy;
        phi[row + 2] = -dz;
        phiT[row] = 0;
        phiT[row + 1] = 0;
        phiT[row + 2] = 0;
        pointRows(JA, j, 1, TO_A);
        pointRows(JB, j, -1, TO_B);
        if (wantGamma) {
          gamma[row] = -cx;
          gamma[row + 1] = -cy;
          gamma[row + 2] = -cz;
        }
        row += 3;
        continue;
      }
      if (kind === LENGTH) {
        const f = joints.lengthTarget[k];
        target[0] = joints.length[k];
        target[1] = 0;
        target[2] = 0;
        if (f !== undefined) {
          target[0] = clock.time;
          f.evaluateAt(target, 0);
        }
        const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
        const nx = dx / size;
        const ny = dy / size;
        const nz = dz / size;
        phi[row] = size - target[0];
        phiT[row] = -target[1];
        arms[6] = nx;
        arms[7] = ny;
        arms[8] = nz;
        alongRow(JA, j, -1, TO_A);
        alongRow(JB, j, 1, TO_B);
        if (wantGamma) {
          const rate = nx * ex + ny * ey + nz * ez;
          gamma[row] = nx * cx + ny * cy + nz * cz + (ex * ex + ey * ey + ez * ez - rate * rate) / size - target[2];
        }
      } else if (kind === ANGLE) {
        const f = joints.angleTarget[k];
        target[0] = 0;
        target[1] = 0;
        target[2] = 0;
        if (f !== undefined) {
          target[0] = clock.time;
          f.evaluateAt(target, 0);
        }
        toWorld(fA, rotation, RA, data, o + 6);
        toWorld(fB, rotation, RB, data, o + 15);
        putAngle(phi, row, angleReference, k);
        phi[row] -= target[0];
        phiT[row] = -target[1];
        const zx = fA[2];
        const zy = fA[5];
        const zz = fA[8];
        arms[6] = zx;
        arms[7] = zy;
        arms[8] = zz;
        turnRow(JA, j, -1);
        turnRow(JB, j, 1);
        if (wantGamma) {
          gamma[row] =
            (way * zz - waz * zy) * (wbx - wax) +
            (waz * zx - wax * zz) * (wby - way) +
            (wax * zy - way * zx) * (wbz - waz) -
            target[2];
        }
      } else if (kind >= DOT && kind < ALONG) {
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
        const gx = ay * bz - az * by;
        const gy = az * bx - ax * bz;
        const gz = ax * by - ay * bx;
        arms[6] = gx;
        arms[7] = gy;
        arms[8] = gz;
        turnRow(JA, j, 1);
        turnRow(JB, j, -1);
        if (wantGamma) {
          // d(a x b)/dt = (omega_A x a) x b + a x (omega_B x b) = a (omega_A.b) - omega_A (a.b) + omega_B (a.b) - b (a.omega_B)
          const ab = phi[row];
          const wab = wax * bx + way * by + waz * bz;
          const wba = wbx * ax + wby * ay + wbz * az;
          gamma[row] =
            (wax - wbx) * (ax * wab - bx * wba + (wbx - wax) * ab) +
            (way - wby) * (ay * wab - by * wba + (wby - way) * ab) +
            (waz - wbz) * (az * wab - bz * wba + (wbz - waz) * ab);
        }
      } else {
        const i = kind === DISPLACEMENT ? 2 : kind - ALONG;
        target[0] = 0;
        target[1] = 0;
        target[2] = 0;
        if (kind === DISPLACEMENT) {
          const f = joints.displacementTarget[k];
          if (f !== undefined) {
            target[0] = clock.time;
            f.evaluateAt(target, 0);
          }
        }
        const a0 = data[o + 6 + i];
        const a1 = data[o + 9 + i];
        const a2 = data[o + 12 + i];
        const ax = rotation[RA] * a0 + rotation[RA + 1] * a1 + rotation[RA + 2] * a2;
        const ay = rotation[RA + 3] * a0 + rotation[RA + 4] * a1 + rotation[RA + 5] * a2;
        const az = rotation[RA + 6] * a0 + rotation[RA + 7] * a1 + rotation[RA + 8] * a2;
        phi[row] = ax * dx + ay * dy + az * dz - target[0];
        phiT[row] = -target[1];
        arms[0] = rax + dx;
        arms[1] = ray + dy;
        arms[2] = raz + dz;
        arms[6] = ax;
        arms[7] = ay;
        arms[8] = az;
        alongRow(JA, j, -1, TO_A);
        alongRow(JB, j, 1, TO_B);
        arms[0] = rax; // POINT rows may follow
        arms[1] = ray;
        arms[2] = raz;
        if (wantGamma) {
          const hx = way * az - waz * ay; // omega_A x a
          const hy = waz * ax - wax * az;
          const hz = wax * ay - way * ax;
          const kx = way * hz - waz * hy; // omega_A x (omega_A x a)
          const ky = waz * hx - wax * hz;
          const kz = wax * hy - way * hx;
          gamma[row] =
            kx * dx + ky * dy + kz * dz + 2 * (hx * ex + hy * ey + hz * ez) + ax * cx + ay * cy + az * cz - target[2];
        }
      }
      row++;
    }
  }
}

/** Angle of a joint (revolute, cylindrical) about z_A to out[o], unwrapped next to reference[r]. */
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

/** The angle of x_B about z_A, from the frames in scratch. */
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
