/**
 * [M J^T; J -eps] (a, lambda) = (f, g) where M is of rigid bodies alone and few joints meet at a body: mass first, then the joints,
 *   W = M^-1 J^T,   (J W + eps) lambda = J M^-1 f - g,   a = M^-1 f - W lambda
 * A chain leaves a block-tridiagonal matrix of its joints, about a third of the work of the factor that holds the bodies as well.
 */
import { POINT } from '../joints/index.ts';
import { BlockLU } from '../linalg/index.ts';
import type { Workspace } from './workspace.ts';

/** Joints at one body beyond which their mutual blocks cost more than they save. */
const MOST_AT_A_BODY = 4;

export class JointSpace {
  /** joint whose pivot failed */
  subject = -1;
  private readonly w: Workspace;
  private readonly lu: BlockLU;
  private readonly diagonal: Int32Array;
  /** 1: three rows s [1, T], T without a diagonal, and nothing else: a point held to a point */
  private readonly isPoint: Uint8Array;
  /** of two joints at one body: joint, its side (0: A), the other joint, its side, block, transposed block */
  private readonly pairs: Int32Array;
  /** inverse of the moments of inertia, world axes: xx, xy, xz, yy, yz, zz of every body */
  private readonly inverse: Float64Array;
  /** W^T on the sides A and B of every row */
  private readonly byA: Float64Array;
  private readonly byB: Float64Array;
  private readonly rows: Float64Array;

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
  }

  /** Nothing where this way is not open, or not the shorter one. */
  static of(w: Workspace): JointSpace | undefined {
    const { joints, dynamicCount: n } = w.model;
    if (joints.count === 0 || !w.matrix.withMultipliers) return undefined;
    if (w.cables.any || w.hulls.any || w.gear.any || w.contacts.any) return undefined;
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

  /** At the trial, with its rows. */
  factor(eps: number): boolean {
    const { w, lu, diagonal, pairs, byA, byB, isPoint } = this;
    const { joints, dynamicCount: n } = w.model;
    const { slotA, slotB, rowStart } = joints;
    const { jacobianA, jacobianB } = w.rows;
    const { values } = lu;
    lu.clear();
    invertInertias(this.inverse, w.inertiaW, n);
    for (let k = 0; k < joints.count; k++) {
      const first = rowStart[k];
      const count = rowStart[k + 1] - first;
      const d = diagonal[k];
      for (let i = 0; i < count; i++) values[d + i * (count + 1)] = eps;
      if (slotA[k] < n) {
        overMass(byA, jacobianA, first, count, this.inverse, w.model.mass, slotA[k]);
        if (isPoint[k]) addPointProduct(values, d, jacobianA, 6 * first, byA, 6 * first);
        else addProduct(values, d, jacobianA, first, count, byA, first, count);
      }
      if (slotB[k] < n) {
        overMass(byB, jacobianB, first, count, this.inverse, w.model.mass, slotB[k]);
        if (isPoint[k]) addPointProduct(values, d, jacobianB, 6 * first, byB, 6 * first);
        else addProduct(values, d, jacobianB, first, count, byB, first, count);
      }
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

  /** x: f of the bodies and g of the rows, replaced by a and lambda. */
  solve(x: Float64Array): void {
    const { w, rows } = this;
    const { joints, dynamicCount: n, mass } = w.model;
    const { slotA, slotB, rowStart } = joints;
    const { jacobianA, jacobianB } = w.rows;
    for (let i = 0; i < n; i++) divide(x, x, 6 * i, mass[i], this.inverse, 6 * i);
    for (let k = 0; k < joints.count; k++) {
      const A = slotA[k];
      const B = slotB[k];
      for (let r = rowStart[k]; r < rowStart[k + 1]; r++) {
        rows[r] = -x[6 * n + r];
        if (A < n) rows[r] += dot(jacobianA, 6 * r, x, 6 * A);
        if (B < n) rows[r] += dot(jacobianB, 6 * r, x, 6 * B);
      }
    }
    this.lu.solve(rows);
    this.spread(x);
    for (let r = 0; r < w.multiplierCount; r++) x[6 * n + r] = rows[r];
  }

  /** target += the least change (with the mass as metric) that takes `violation` out of the rows. */
  correct(violation: Float64Array, target: Float64Array): void {
    const { w, rows } = this;
    for (let r = 0; r < w.multiplierCount; r++) rows[r] = violation[r];
    this.lu.solve(rows);
    this.spread(target);
  }

  /** x -= W rows */
  private spread(x: Float64Array): void {
    const { rows, byA, byB } = this;
    const { joints, dynamicCount: n } = this.w.model;
    const { slotA, slotB, rowStart } = joints;
    for (let k = 0; k < joints.count; k++) {
      const A = slotA[k];
      const B = slotB[k];
      for (let r = rowStart[k]; r < rowStart[k + 1]; r++) {
        if (A < n) takeOff(x, 6 * A, byA, rows, r);
        if (B < n) takeOff(x, 6 * B, byB, rows, r);
      }
    }
  }
}

function invertInertias(out: Float64Array, inertia: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const o = 9 * i;
    const k = 6 * i;
    const xx = inertia[o];
    const xy = inertia[o + 1];
    const xz = inertia[o + 2];
    const yy = inertia[o + 4];
    const yz = inertia[o + 5];
    const zz = inertia[o + 8];
    const a = yy * zz - yz * yz;
    const b = xz * yz - xy * zz;
    const c = xy * yz - xz * yy;
    const s = 1 / (xx * a + xy * b + xz * c);
    out[k] = a * s;
    out[k + 1] = b * s;
    out[k + 2] = c * s;
    out[k + 3] = (xx * zz - xz * xz) * s;
    out[k + 4] = (xy * xz - xx * yz) * s;
    out[k + 5] = (xx * yy - xy * xy) * s;
  }
}

/** out (o...) = M^-1 x of one body */
function divide(out: Float64Array, x: Float64Array, o: number, mass: number, inverse: Float64Array, k: number): void {
  const a = x[o + 3];
  const b = x[o + 4];
  const c = x[o + 5];
  const s = 1 / mass;
  out[o] = s * x[o];
  out[o + 1] = s * x[o + 1];
  out[o + 2] = s * x[o + 2];
  out[o + 3] = inverse[k] * a + inverse[k + 1] * b + inverse[k + 2] * c;
  out[o + 4] = inverse[k + 1] * a + inverse[k + 3] * b + inverse[k + 4] * c;
  out[o + 5] = inverse[k + 2] * a + inverse[k + 4] * b + inverse[k + 5] * c;
}

/** Rows of W^T: M^-1 times rows of J. */
function overMass(
  out: Float64Array,
  J: Float64Array,
  first: number,
  count: number,
  inverse: Float64Array,
  mass: Float64Array,
  slot: number,
): void {
  for (let r = first; r < first + count; r++) divide(out, J, 6 * r, mass[slot], inverse, 6 * slot);
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

function dot(a: Float64Array, i: number, b: Float64Array, k: number): number {
  return (
    a[i] * b[k] +
    a[i + 1] * b[k + 1] +
    a[i + 2] * b[k + 2] +
    a[i + 3] * b[k + 3] +
    a[i + 4] * b[k + 4] +
    a[i + 5] * b[k + 5]
  );
}

/** x (o...) -= lambda_r times row r of W^T */
function takeOff(x: Float64Array, o: number, W: Float64Array, lambda: Float64Array, r: number): void {
  const s = lambda[r];
  const k = 6 * r;
  x[o] -= s * W[k];
  x[o + 1] -= s * W[k + 1];
  x[o + 2] -= s * W[k + 2];
  x[o + 3] -= s * W[k + 3];
  x[o + 4] -= s * W[k + 4];
  x[o + 5] -= s * W[k + 5];
}
