/**
 * Accelerations of bodies connected by point joints: any number of chains, each body in at most two joints, no loops.
 *   K lambda = J a_free + gamma,   K = J M^-1 J^T + eps,   a = a_free - M^-1 J^T lambda
 * K is block-tridiagonal along a chain and positive definite; levers, blocks and elimination are one pass down it, multipliers and
 * accelerations one pass up. With D_s the block of joint s after elimination and E_s the one between s - 1 and s:
 *   G_s = D_(s-1)^-1 E_s,   D_s = K_ss - E_s^T G_s,   y_s = rhs_s - G_s^T y_(s-1),   lambda_s = D_s^-1 y_s - G_(s+1) lambda_(s+1)
 * The result equals that of JointSpace in half its time: no rows are written, nothing is stored twice. Signs are chosen so that each joint
 * pushes the body before it with +lambda and the body after it with -lambda.
 */
import { JOINT_STRIDE } from '../../joints/index.ts';
import { invertSymmetric33 } from '../../math/index.ts';
import { chainsOfPoints, type Link } from './chain-order.ts';
import type { Workspace } from '../../stage/index.ts';

/** Numbers of a joint: levers on the body before (3) and after (3), D^-1 (xx, xy, xz, yy, yz, zz), G (9), y (3) */
const STRIDE = 24;
const AFTER = 3;
const PIVOT = 6;
const G = 12;
const Y = 21;

export class PointChain {
  /** eps of all rows */
  compliance = 0;
  /** joint whose pivot failed */
  subject = -1;
  private readonly w: Workspace;
  private readonly count: number;
  /**
   * joints in the order of their chains: joint, bodies before and after (-1: fixed), offsets of their levers, 1: the body before is shared
   * with the previous joint
   */
  private readonly joint: Int32Array;
  private readonly before: Int32Array;
  private readonly after: Int32Array;
  private readonly leverBefore: Int32Array;
  private readonly leverAfter: Int32Array;
  private readonly joined: Uint8Array;
  /** 1, or -1 where the joint's body A is the one after */
  private readonly turned: Float64Array;
  private readonly data: Float64Array;
  /** inverse of the moments of inertia, world axes: xx, xy, xz, yy, yz, zz of every body */
  private readonly inverse: Float64Array;

  private constructor(w: Workspace, links: readonly Link[]) {
    const { joints } = w.model;
    this.w = w;
    this.count = links.length;
    this.joint = Int32Array.from(links, ({ joint }) => joint);
    this.before = Int32Array.from(links, ({ before }) => before);
    this.after = Int32Array.from(links, ({ after }) => after);
    const isA = ({ joint, before, after }: Link): boolean =>
      before >= 0 ? joints.slotA[joint] === before : joints.slotB[joint] === after;
    this.leverBefore = Int32Array.from(links, (link) => JOINT_STRIDE * link.joint + (isA(link) ? 0 : 3));
    this.leverAfter = Int32Array.from(links, (link) => JOINT_STRIDE * link.joint + (isA(link) ? 3 : 0));
    this.turned = Float64Array.from(links, (link) => (isA(link) ? 1 : -1));
    this.joined = Uint8Array.from(links, ({ before }, s) =>
      s > 0 && before >= 0 && links[s - 1].after === before ? 1 : 0,
    );
    this.data = new Float64Array(STRIDE * links.length);
    this.inverse = new Float64Array(6 * w.model.dynamicCount);
  }

  /** Undefined where joints are of another kind, branch, close a loop or are driven, or where other forces couple bodies. */
  static of(w: Workspace): PointChain | undefined {
    if (!w.matrix.withMultipliers || w.joints.working.length > 0) return undefined;
    if (w.cables.any || w.hulls.any || w.gear.any || w.allContacts.any) return undefined;
    const links = chainsOfPoints(w.model.joints, w.model.dynamicCount);
    return links && new PointChain(w, links);
  }

  /** Accelerations at the trial, with its forces, and their multipliers. */
  accelerate(out: Float64Array): boolean {
    this.fall(out);
    if (!this.eliminate(out)) return false;
    this.giveBack(out);
    const { w, joint, turned, data } = this;
    const { lambda } = w;
    const { rowStart } = w.model.joints;
    for (let s = 0; s < this.count; s++) {
      const row = rowStart[joint[s]];
      const o = STRIDE * s + Y;
      const sign = turned[s];
      lambda[row] = sign * data[o];
      lambda[row + 1] = sign * data[o + 1];
      lambda[row + 2] = sign * data[o + 2];
    }
    return true;
  }

  /** target += the smallest change (with the mass as metric) that removes `violation` from the rows of the last stage. */
  correct(violation: Float64Array, target: Float64Array): void {
    const { w, joint, turned, joined, data } = this;
    const { rowStart } = w.model.joints;
    for (let s = 0; s < this.count; s++) {
      const row = rowStart[joint[s]];
      const o = STRIDE * s;
      const sign = turned[s];
      let x = sign * violation[row];
      let y = sign * violation[row + 1];
      let z = sign * violation[row + 2];
      if (joined[s] === 1) {
        const a = data[o + Y - STRIDE];
        const b = data[o + Y + 1 - STRIDE];
        const c = data[o + Y + 2 - STRIDE];
        x -= data[o + G] * a + data[o + G + 3] * b + data[o + G + 6] * c;
        y -= data[o + G + 1] * a + data[o + G + 4] * b + data[o + G + 7] * c;
        z -= data[o + G + 2] * a + data[o + G + 5] * b + data[o + G + 8] * c;
      }
      data[o + Y] = x;
      data[o + Y + 1] = y;
      data[o + Y + 2] = z;
    }
    this.giveBack(target);
  }

  /** Inverse inertias, and accelerations of the bodies without joints: (f/m, J^-1 (torque - omega x J omega)). */
  private fall(out: Float64Array): void {
    const { w, inverse } = this;
    const { force, velocity, inertiaW } = w;
    const { mass, dynamicCount } = w.model;
    for (let i = 0; i < dynamicCount; i++) {
      const k = 6 * i;
      const o = 9 * i;
      invertSymmetric33(inverse, k, inertiaW, o);
      const wx = velocity[k + 3];
      const wy = velocity[k + 4];
      const wz = velocity[k + 5];
      const lx = inertiaW[o] * wx + inertiaW[o + 1] * wy + inertiaW[o + 2] * wz;
      const ly = inertiaW[o + 3] * wx + inertiaW[o + 4] * wy + inertiaW[o + 5] * wz;
      const lz = inertiaW[o + 6] * wx + inertiaW[o + 7] * wy + inertiaW[o + 8] * wz;
      const tx = force[k + 3] - (wy * lz - wz * ly);
      const ty = force[k + 4] - (wz * lx - wx * lz);
      const tz = force[k + 5] - (wx * ly - wy * lx);
      const s = 1 / mass[i];
      out[k] = s * force[k];
      out[k + 1] = s * force[k + 1];
      out[k + 2] = s * force[k + 2];
      out[k + 3] = inverse[k] * tx + inverse[k + 1] * ty + inverse[k + 2] * tz;
      out[k + 4] = inverse[k + 1] * tx + inverse[k + 3] * ty + inverse[k + 4] * tz;
      out[k + 5] = inverse[k + 2] * tx + inverse[k + 4] * ty + inverse[k + 5] * tz;
    }
  }

  /** Down the chains: levers, blocks, right sides from the free accelerations, and their elimination. */
  private eliminate(free: Float64Array): boolean {
    const { w, inverse, before, after, leverBefore, leverAfter, joined, data, compliance } = this;
    const { rotation, velocity } = w;
    const { mass } = w.model;
    const levers = w.model.joints.data;
    for (let s = 0; s < this.count; s++) {
      const o = STRIDE * s;
      const P = before[s];
      const N = after[s];
      let xx = compliance;
      let yy = compliance;
      let zz = compliance;
      let xy = 0;
      let xz = 0;
      let yz = 0;
      let x = 0;
      let y = 0;
      let z = 0;
      if (N >= 0) {
        const l = leverAfter[s];
        const R = 9 * N;
        const k = 6 * N;
        const bx = levers[l];
        const by = levers[l + 1];
        const bz = levers[l + 2];
        const qx = rotation[R] * bx + rotation[R + 1] * by + rotation[R + 2] * bz;
        const qy = rotation[R + 3] * bx + rotation[R + 4] * by + rotation[R + 5] * bz;
        const qz = rotation[R + 6] * bx + rotation[R + 7] * by + rotation[R + 8] * bz;
        data[o + AFTER] = qx;
        data[o + AFTER + 1] = qy;
        data[o + AFTER + 2] = qz;
        const i0 = inverse[k];
        const i1 = inverse[k + 1];
        const i2 = inverse[k + 2];
        const i3 = inverse[k + 3];
        const i4 = inverse[k + 4];
        const i5 = inverse[k + 5];
        // angular acceleration by a unit force along each axis: J^-1 (q x e)
        const a1 = i3 * qz - i4 * qy;
        const a2 = i4 * qz - i5 * qy;
        const b0 = i2 * qx - i0 * qz;
        const b1 = i4 * qx - i1 * qz;
        const b2 = i5 * qx - i2 * qz;
        const c0 = i0 * qy - i1 * qx;
        const c1 = i1 * qy - i3 * qx;
        const c2 = i2 * qy - i4 * qx;
        const light = 1 / mass[N];
        xx += light + (a1 * qz - a2 * qy);
        yy += light + (b2 * qx - b0 * qz);
        zz += light + (c0 * qy - c1 * qx);
        xy += b1 * qz - b2 * qy;
        xz += c1 * qz - c2 * qy;
        yz += c2 * qx - c0 * qz;
        const wx = velocity[k + 3];
        const wy = velocity[k + 4];
        const wz = velocity[k + 5];
        const ux = free[k + 3];
        const uy = free[k + 4];
        const uz = free[k + 5];
        const d = wx * qx + wy * qy + wz * qz;
        const ww = wx * wx + wy * wy + wz * wz;
        x -= free[k] + (uy * qz - uz * qy) + (wx * d - ww * qx);
        y -= free[k + 1] + (uz * qx - ux * qz) + (wy * d - ww * qy);
        z -= free[k + 2] + (ux * qy - uy * qx) + (wz * d - ww * qz);
      }
      if (P >= 0) {
        const l = leverBefore[s];
        const R = 9 * P;
        const k = 6 * P;
        const bx = levers[l];
        const by = levers[l + 1];
        const bz = levers[l + 2];
        const px = rotation[R] * bx + rotation[R + 1] * by + rotation[R + 2] * bz;
        const py = rotation[R + 3] * bx + rotation[R + 4] * by + rotation[R + 5] * bz;
        const pz = rotation[R + 6] * bx + rotation[R + 7] * by + rotation[R + 8] * bz;
        data[o] = px;
        data[o + 1] = py;
        data[o + 2] = pz;
        const i0 = inverse[k];
        const i1 = inverse[k + 1];
        const i2 = inverse[k + 2];
        const i3 = inverse[k + 3];
        const i4 = inverse[k + 4];
        const i5 = inverse[k + 5];
        const a0 = i1 * pz - i2 * py;
        const a1 = i3 * pz - i4 * py;
        const a2 = i4 * pz - i5 * py;
        const b0 = i2 * px - i0 * pz;
        const b1 = i4 * px - i1 * pz;
        const b2 = i5 * px - i2 * pz;
        const c0 = i0 * py - i1 * px;
        const c1 = i1 * py - i3 * px;
        const c2 = i2 * py - i4 * px;
        const light = 1 / mass[P];
        xx += light + (a1 * pz - a2 * py);
        yy += light + (b2 * px - b0 * pz);
        zz += light + (c0 * py - c1 * px);
        xy += b1 * pz - b2 * py;
        xz += c1 * pz - c2 * py;
        yz += c2 * px - c0 * pz;
        const wx = velocity[k + 3];
        const wy = velocity[k + 4];
        const wz = velocity[k + 5];
        const ux = free[k + 3];
        const uy = free[k + 4];
        const uz = free[k + 5];
        const d = wx * px + wy * py + wz * pz;
        const ww = wx * wx + wy * wy + wz * wz;
        x += free[k] + (uy * pz - uz * py) + (wx * d - ww * px);
        y += free[k + 1] + (uz * px - ux * pz) + (wy * d - ww * py);
        z += free[k + 2] + (ux * py - uy * px) + (wz * d - ww * pz);
        if (joined[s] === 1) {
          const p = o - STRIDE;
          const rx = data[p + AFTER];
          const ry = data[p + AFTER + 1];
          const rz = data[p + AFTER + 2];
          // E: effect of forces at this joint on the previous one
          const e0 = a2 * ry - a1 * rz - light;
          const e1 = b2 * ry - b1 * rz;
          const e2 = c2 * ry - c1 * rz;
          const e3 = a0 * rz - a2 * rx;
          const e4 = b0 * rz - b2 * rx - light;
          const e5 = c0 * rz - c2 * rx;
          const e6 = a1 * rx - a0 * ry;
          const e7 = b1 * rx - b0 * ry;
          const e8 = c1 * rx - c0 * ry - light;
          const d0 = data[p + PIVOT];
          const d1 = data[p + PIVOT + 1];
          const d2 = data[p + PIVOT + 2];
          const d3 = data[p + PIVOT + 3];
          const d4 = data[p + PIVOT + 4];
          const d5 = data[p + PIVOT + 5];
          const g0 = d0 * e0 + d1 * e3 + d2 * e6;
          const g1 = d0 * e1 + d1 * e4 + d2 * e7;
          const g2 = d0 * e2 + d1 * e5 + d2 * e8;
          const g3 = d1 * e0 + d3 * e3 + d4 * e6;
          const g4 = d1 * e1 + d3 * e4 + d4 * e7;
          const g5 = d1 * e2 + d3 * e5 + d4 * e8;
          const g6 = d2 * e0 + d4 * e3 + d5 * e6;
          const g7 = d2 * e1 + d4 * e4 + d5 * e7;
          const g8 = d2 * e2 + d4 * e5 + d5 * e8;
          data[o + G] = g0;
          data[o + G + 1] = g1;
          data[o + G + 2] = g2;
          data[o + G + 3] = g3;
          data[o + G + 4] = g4;
          data[o + G + 5] = g5;
          data[o + G + 6] = g6;
          data[o + G + 7] = g7;
          data[o + G + 8] = g8;
          xx -= e0 * g0 + e3 * g3 + e6 * g6;
          xy -= e0 * g1 + e3 * g4 + e6 * g7;
          xz -= e0 * g2 + e3 * g5 + e6 * g8;
          yy -= e1 * g1 + e4 * g4 + e7 * g7;
          yz -= e1 * g2 + e4 * g5 + e7 * g8;
          zz -= e2 * g2 + e5 * g5 + e8 * g8;
          const ya = data[p + Y];
          const yb = data[p + Y + 1];
          const yc = data[p + Y + 2];
          x -= g0 * ya + g3 * yb + g6 * yc;
          y -= g1 * ya + g4 * yb + g7 * yc;
          z -= g2 * ya + g5 * yb + g8 * yc;
        }
      }
      const cx = yy * zz - yz * yz;
      const cy = xz * yz - xy * zz;
      const cz = xy * yz - xz * yy;
      const determinant = xx * cx + xy * cy + xz * cz;
      if (!(determinant > 0)) {
        this.subject = this.joint[s];
        return false;
      }
      const t = 1 / determinant;
      data[o + PIVOT] = cx * t;
      data[o + PIVOT + 1] = cy * t;
      data[o + PIVOT + 2] = cz * t;
      data[o + PIVOT + 3] = (xx * zz - xz * xz) * t;
      data[o + PIVOT + 4] = (xy * xz - xx * yz) * t;
      data[o + PIVOT + 5] = (xx * yy - xy * xy) * t;
      data[o + Y] = x;
      data[o + Y + 1] = y;
      data[o + Y + 2] = z;
    }
    return true;
  }

  /** Up the chains: multipliers in the place of y, and target -= M^-1 J^T lambda. */
  private giveBack(target: Float64Array): void {
    const { w, inverse, before, after, joined, data, count } = this;
    const { mass } = w.model;
    for (let s = count - 1; s >= 0; s--) {
      const o = STRIDE * s;
      const ya = data[o + Y];
      const yb = data[o + Y + 1];
      const yc = data[o + Y + 2];
      let x = data[o + PIVOT] * ya + data[o + PIVOT + 1] * yb + data[o + PIVOT + 2] * yc;
      let y = data[o + PIVOT + 1] * ya + data[o + PIVOT + 3] * yb + data[o + PIVOT + 4] * yc;
      let z = data[o + PIVOT + 2] * ya + data[o + PIVOT + 4] * yb + data[o + PIVOT + 5] * yc;
      const n = o + STRIDE;
      if (s + 1 < count && joined[s + 1] === 1) {
        const a = data[n + Y];
        const b = data[n + Y + 1];
        const c = data[n + Y + 2];
        x -= data[n + G] * a + data[n + G + 1] * b + data[n + G + 2] * c;
        y -= data[n + G + 3] * a + data[n + G + 4] * b + data[n + G + 5] * c;
        z -= data[n + G + 6] * a + data[n + G + 7] * b + data[n + G + 8] * c;
      }
      data[o + Y] = x;
      data[o + Y + 1] = y;
      data[o + Y + 2] = z;
      push(target, before[s], inverse, mass, data, o, o, 1);
      push(target, after[s], inverse, mass, data, o, o + AFTER, -1);
    }
  }
}

/** target -= M^-1 of the multiplier of the joint at o, at a lever of a body; sign: 1 before, -1 after it */
function push(
  target: Float64Array,
  slot: number,
  inverse: Float64Array,
  mass: Float64Array,
  data: Float64Array,
  o: number,
  lever: number,
  sign: number,
): void {
  if (slot < 0) return;
  const k = 6 * slot;
  const x = sign * data[o + Y];
  const y = sign * data[o + Y + 1];
  const z = sign * data[o + Y + 2];
  const light = 1 / mass[slot];
  const tx = data[lever + 1] * z - data[lever + 2] * y;
  const ty = data[lever + 2] * x - data[lever] * z;
  const tz = data[lever] * y - data[lever + 1] * x;
  target[k] -= light * x;
  target[k + 1] -= light * y;
  target[k + 2] -= light * z;
  target[k + 3] -= inverse[k] * tx + inverse[k + 1] * ty + inverse[k + 2] * tz;
  target[k + 4] -= inverse[k + 1] * tx + inverse[k + 3] * ty + inverse[k + 4] * tz;
  target[k + 5] -= inverse[k + 2] * tx + inverse[k + 4] * ty + inverse[k + 5] * tz;
}
