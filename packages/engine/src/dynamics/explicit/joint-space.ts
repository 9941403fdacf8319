/**
 * [M J^T; J -eps] (a, lambda) = (f, g) where M is of rigid bodies alone and few joints meet at a body: mass first, then the joints,
 *   W = M^-1 J^T,   (J W + eps) lambda = J M^-1 f - g,   a = M^-1 f - W lambda
 * For a chain the matrix of the joints is block-tridiagonal, about a third of the work of a factor that also holds the bodies.
 */
import { POINT } from '../../joints/index.ts';
import { BlockLU } from '../../linalg/index.ts';
import { invertSymmetric33 } from '../../math/index.ts';
import { addTransposed, timesJacobian, type Workspace } from '../../stage/index.ts';

/** Number of joints at one body above which their mutual blocks cost more than they save. */
const MOST_AT_A_BODY = 4;

export class JointSpace {
  /** eps of all rows */
  compliance = 0;
  /** joint whose pivot failed */
  subject = -1;
  private readonly w: Workspace;
  private readonly lu: BlockLU;
  private readonly diagonal: Int32Array;
  /** 1: three rows s [1, T], T without a diagonal, and nothing else: a point held to a point */
  private readonly isPoint: Uint8Array;
  /** for two joints at one body: joint, its side (0: A), the other joint, its side, block, transposed block */
  private readonly pairs: Int32Array;
  /** inverse of the moments of inertia, world axes: xx, xy, xz, yy, yz, zz of every body */
  private readonly inverse: Float64Array;
  /** W^T on the sides A and B of every row */
  private readonly byA: Float64Array;
  private readonly byB: Float64Array;
  private readonly rows: Float64Array;
  /** values of every slot; those of given bodies stay zero */
  private readonly free: Float64Array;

  private constructor(w: Workspace, pairs: readonly (readonly [number, number, number, number])[]) {
    const { joints, dynamicCount } = w.model;
    this.w = w;
    const sizes = Int32Array.from({ length: joints.count }, (_, k) => joints.rowStart[k + 1] - joints.rowStart[k]);
    this.lu = new BlockLU({
      sizes,
      edges: Int32Array.from(pairs.flatMap(([k, , l]) => [k, l])),
      isConstraint: new Uint8Array(joints.count),
    });
    this.diagonal = Int32Array.from(sizes, (_, k) => this.lu.blockOffset(k, k));
    this.pairs = Int32Array.from(
      pairs.flatMap(([k, sideK, l, sideL]) => [
        k,
        sideK,
        l,
        sideL,
        this.lu.blockOffset(k, l),
        this.lu.blockOffset(l, k),
      ]),
    );
    this.isPoint = Uint8Array.from(sizes, (size, k) =>
      size === 3 && joints.kinds[joints.kindStart[k]] === POINT ? 1 : 0,
    );
    this.inverse = new Float64Array(6 * dynamicCount);
    this.byA = new Float64Array(6 * w.multiplierCount);
    this.byB = new Float64Array(6 * w.multiplierCount);
    this.rows = new Float64Array(w.multiplierCount);
    this.free = new Float64Array(w.velocity.length);
  }

  /** Undefined where this method does not apply, or is not the cheaper one. */
  static of(w: Workspace): JointSpace | undefined {
    const { joints, dynamicCount: n } = w.model;
    if (joints.count === 0 || !w.matrix.withMultipliers) return undefined;
    if (w.cables.any || w.hulls.any || w.gear.any || w.allContacts.any) return undefined;
    const at: [number, number][][] = Array.from({ length: n }, () => []);
    for (let k = 0; k < joints.count; k++) {
      if (joints.rowStart[k + 1] === joints.rowStart[k]) return undefined;
      if (joints.slotA[k] < n) at[joints.slotA[k]].push([k, 0]);
      if (joints.slotB[k] < n) at[joints.slotB[k]].push([k, 1]);
    }
    if (at.some((list) => list.length > MOST_AT_A_BODY)) return undefined;
    const pairs: [number, number, number, number][] = [];
    for (const list of at) {
      for (let i = 0; i < list.length; i++) {
        for (let j = 0; j < i; j++) pairs.push([...list[j], ...list[i]]);
      }
    }
    return new JointSpace(w, pairs);
  }

  /** Factors the matrix at the trial, with its rows. */
  factor(): boolean {
    const eps = this.compliance;
    const { w, lu, diagonal, pairs, byA, byB, isPoint } = this;
    const { joints, dynamicCount: n } = w.model;
    const { slotA, slotB, rowStart } = joints;
    const { jacobianA, jacobianB } = w.rows;
    const { values } = lu;
    lu.clear();
    for (let i = 0; i < n; i++) invertSymmetric33(this.inverse, 6 * i, w.inertiaW, 9 * i);
    for (let k = 0; k < joints.count; k++) {
      const first = rowStart[k];
      const count = rowStart[k + 1] - first;
      const d = diagonal[k];
      for (let i = 0; i < count; i++) values[d + i * (count + 1)] = eps;
      if (slotA[k] < n) this.addOwn(k, d, jacobianA, byA, slotA[k]);
      if (slotB[k] < n) this.addOwn(k, d, jacobianB, byB, slotB[k]);
    }
    for (let p = 0; p < pairs.length; p += 6) {
      const k = rowStart[pairs[p]];
      const l = rowStart[pairs[p + 2]];
      const countK = rowStart[pairs[p] + 1] - k;
      const countL = rowStart[pairs[p + 2] + 1] - l;
      const J = pairs[p + 1] === 0 ? jacobianA : jacobianB;
      const W = pairs[p + 3] === 0 ? byA : byB;
      const here = pairs[p + 4];
      if (isPoint[pairs[p]] && isPoint[pairs[p + 2]]) addPointProduct(values, here, J, 6 * k, W, 6 * l);
      else addProduct(values, here, J, k, countK, W, l, countL);
    }
    for (let p = 0; p < pairs.length; p += 6) {
      const countK = rowStart[pairs[p] + 1] - rowStart[pairs[p]];
      const countL = rowStart[pairs[p + 2] + 1] - rowStart[pairs[p + 2]];
      const here = pairs[p + 4];
      const there = pairs[p + 5];
      for (let i = 0; i < countK; i++) {
        for (let j = 0; j < countL; j++) values[there + j * countK + i] = values[here + i * countL + j];
      }
    }
    const status = lu.factor();
    this.subject = status.block;
    return status.ok;
  }

  /** Side of joint k on a body: its rows of W^T, and J W into the joint's own block. */
  private addOwn(k: number, d: number, J: Float64Array, W: Float64Array, slot: number): void {
    const { joints, mass } = this.w.model;
    const first = joints.rowStart[k];
    if (this.isPoint[k]) {
      pointOverMass(W, J, 6 * first, mass, this.inverse, slot);
      addPointProduct(this.lu.values, d, J, 6 * first, W, 6 * first);
      return;
    }
    const count = joints.rowStart[k + 1] - first;
    for (let r = first; r < first + count; r++) divide(W, J, 6 * r, mass, this.inverse, slot);
    addProduct(this.lu.values, d, J, first, count, W, first, count);
  }

  /** x: f of the bodies and g of the rows, replaced by a and lambda. */
  solve(x: Float64Array): void {
    const { w, rows, free } = this;
    const { dynamicCount: n, mass } = w.model;
    for (let i = 0; i < n; i++) divide(free, x, 6 * i, mass, this.inverse, i);
    timesJacobian(w, rows, free);
    for (let r = 0; r < w.multiplierCount; r++) rows[r] -= x[6 * n + r];
    this.lu.solve(rows);
    for (let r = 0; r < w.multiplierCount; r++) {
      x[6 * n + r] = rows[r];
      rows[r] = -rows[r];
    }
    addTransposed(w, x, rows);
    for (let i = 0; i < n; i++) divide(x, x, 6 * i, mass, this.inverse, i);
  }

  /** target += the smallest change (with the mass as metric) that removes `violation` from the rows. */
  correct(violation: Float64Array, target: Float64Array): void {
    const { w, rows, free } = this;
    const { dynamicCount: n, mass } = w.model;
    for (let r = 0; r < w.multiplierCount; r++) rows[r] = violation[r];
    this.lu.solve(rows);
    free.fill(0);
    addTransposed(w, free, rows);
    for (let i = 0; i < n; i++) divide(free, free, 6 * i, mass, this.inverse, i);
    for (let i = 0; i < 6 * n; i++) target[i] -= free[i];
  }
}

/** out (o...) = M^-1 x (o...) of the body in `slot`; numbers are passed in arrays, because a number argument may be boxed on the heap */
function divide(
  out: Float64Array,
  x: Float64Array,
  o: number,
  mass: Float64Array,
  inverse: Float64Array,
  slot: number,
): void {
  const k = 6 * slot;
  const a = x[o + 3];
  const b = x[o + 4];
  const c = x[o + 5];
  const s = 1 / mass[slot];
  out[o] = s * x[o];
  out[o + 1] = s * x[o + 1];
  out[o + 2] = s * x[o + 2];
  out[o + 3] = inverse[k] * a + inverse[k + 1] * b + inverse[k + 2] * c;
  out[o + 4] = inverse[k + 1] * a + inverse[k + 3] * b + inverse[k + 4] * c;
  out[o + 5] = inverse[k + 2] * a + inverse[k + 4] * b + inverse[k + 5] * c;
}

/** W^T of a point from its rows s [1, T], T without a diagonal. */
function pointOverMass(
  W: Float64Array,
  J: Float64Array,
  j: number,
  mass: Float64Array,
  inverse: Float64Array,
  slot: number,
): void {
  const k = 6 * slot;
  const xx = inverse[k];
  const xy = inverse[k + 1];
  const xz = inverse[k + 2];
  const yy = inverse[k + 3];
  const yz = inverse[k + 4];
  const zz = inverse[k + 5];
  const a1 = J[j + 4];
  const a2 = J[j + 5];
  const b0 = J[j + 9];
  const b2 = J[j + 11];
  const c0 = J[j + 15];
  const c1 = J[j + 16];
  const direct = J[j] / mass[slot];
  W[j] = direct;
  W[j + 7] = direct;
  W[j + 14] = direct;
  W[j + 3] = xy * a1 + xz * a2;
  W[j + 4] = yy * a1 + yz * a2;
  W[j + 5] = yz * a1 + zz * a2;
  W[j + 9] = xx * b0 + xz * b2;
  W[j + 10] = xy * b0 + yz * b2;
  W[j + 11] = xz * b0 + zz * b2;
  W[j + 15] = xx * c0 + xy * c1;
  W[j + 16] = xy * c0 + yy * c1;
  W[j + 17] = xz * c0 + yz * c1;
}

/** values (at...) += J W, countJ x countW, rows of six on both sides */
function addProduct(
  values: Float64Array,
  at: number,
  J: Float64Array,
  firstJ: number,
  countJ: number,
  W: Float64Array,
  firstW: number,
  countW: number,
): void {
  let o = at;
  for (let i = 0; i < countJ; i++) {
    const j = 6 * (firstJ + i);
    const j0 = J[j];
    const j1 = J[j + 1];
    const j2 = J[j + 2];
    const j3 = J[j + 3];
    const j4 = J[j + 4];
    const j5 = J[j + 5];
    let k = 6 * firstW;
    for (let l = 0; l < countW; l++) {
      values[o++] += j0 * W[k] + j1 * W[k + 1] + j2 * W[k + 2] + j3 * W[k + 3] + j4 * W[k + 4] + j5 * W[k + 5];
      k += 6;
    }
  }
}

/** The same of two points. */
function addPointProduct(
  values: Float64Array,
  o: number,
  J: Float64Array,
  j: number,
  W: Float64Array,
  k: number,
): void {
  const direct = J[j] * W[k];
  const xy = J[j + 4];
  const xz = J[j + 5];
  const yx = J[j + 9];
  const yz = J[j + 11];
  const zx = J[j + 15];
  const zy = J[j + 16];
  const a0 = W[k + 3];
  const a1 = W[k + 4];
  const a2 = W[k + 5];
  const b0 = W[k + 9];
  const b1 = W[k + 10];
  const b2 = W[k + 11];
  const c0 = W[k + 15];
  const c1 = W[k + 16];
  const c2 = W[k + 17];
  values[o] += direct + (xy * a1 + xz * a2);
  values[o + 1] += xy * b1 + xz * b2;
  values[o + 2] += xy * c1 + xz * c2;
  values[o + 3] += yx * a0 + yz * a2;
  values[o + 4] += direct + (yx * b0 + yz * b2);
  values[o + 5] += yx * c0 + yz * c2;
  values[o + 6] += zx * a0 + zy * a1;
  values[o + 7] += zx * b0 + zy * b1;
  values[o + 8] += direct + (zx * c0 + zy * c1);
}
