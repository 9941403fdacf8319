/**
 * Joint rows in the stage matrix and in residuals. KKT: [S J^T; J -eps]. Augmented Lagrangian: S + b alpha J^T J. Geometric stiffness: only
 * that of the POINT rows, b (r lambda^T - (r.lambda) 1) on each body's diagonal; that of the other rows couples bodies, is smaller by (step
 * / period)^2, and is left out.
 */
import { ALONG, ANGLE, evaluateJoints, POINT, rowsOfKind } from '../joints/index.ts';
import { addLeverTurn, addOuter } from '../trial/index.ts';
import { addAttachmentForces, evaluateAttachments, timesAttachments } from './cable-rows.ts';
import type { Workspace } from './workspace.ts';

export function evaluateRows(w: Workspace, wantGamma: boolean): void {
  evaluateJoints(w.rows, w.model.joints, w.position, w.rotation, w.velocity, w.joints.angle, w, wantGamma);
  if (w.cables.any) evaluateAttachments(w, wantGamma);
}

/** out (dynamic slots) += J^T m */
export function addTransposed(w: Workspace, out: Float64Array, m: Float64Array): void {
  const { joints, dynamicCount: n } = w.model;
  const { slotA, slotB, kindStart, kinds, rowStart } = joints;
  const { jacobianA, jacobianB } = w.rows;
  for (let k = 0; k < joints.count; k++) {
    const A = slotA[k];
    const B = slotB[k];
    let row = rowStart[k];
    for (let q = kindStart[k]; q < kindStart[k + 1]; q++) {
      const form = formOfKind(kinds[q]);
      if (A < n) addRow(out, 6 * A, form, jacobianA, 6 * row, m, row);
      if (B < n) addRow(out, 6 * B, form, jacobianB, 6 * row, m, row);
      row += form === POINT_ROWS ? 3 : 1;
    }
  }
  if (w.cables.any) addAttachmentForces(w, out, m);
}

/** out (o...) += J^T m of one kind of rows; entries that are zero in every such row are skipped */
function addRow(
  out: Float64Array,
  o: number,
  form: number,
  J: Float64Array,
  j: number,
  m: Float64Array,
  row: number,
): void {
  const x = m[row];
  if (form === POINT_ROWS) {
    const y = m[row + 1];
    const z = m[row + 2];
    const s = J[j];
    out[o] += s * x;
    out[o + 1] += s * y;
    out[o + 2] += s * z;
    out[o + 3] += J[j + 9] * y + J[j + 15] * z;
    out[o + 4] += J[j + 4] * x + J[j + 16] * z;
    out[o + 5] += J[j + 5] * x + J[j + 11] * y;
    return;
  }
  if (form === FULL_ROW) {
    out[o] += J[j] * x;
    out[o + 1] += J[j + 1] * x;
    out[o + 2] += J[j + 2] * x;
  }
  out[o + 3] += J[j + 3] * x;
  out[o + 4] += J[j + 4] * x;
  out[o + 5] += J[j + 5] * x;
}

/** out = J v over all slots, prescribed ones included */
export function timesJacobian(w: Workspace, out: Float64Array, v: Float64Array): void {
  const { joints } = w.model;
  const { slotA, slotB, kindStart, kinds, rowStart } = joints;
  const { jacobianA: JA, jacobianB: JB } = w.rows;
  for (let k = 0; k < joints.count; k++) {
    const a = 6 * slotA[k];
    const b = 6 * slotB[k];
    let row = rowStart[k];
    for (let q = kindStart[k]; q < kindStart[k + 1]; q++) {
      const form = formOfKind(kinds[q]);
      const j = 6 * row;
      if (form === POINT_ROWS) {
        const ax = v[a + 3];
        const ay = v[a + 4];
        const az = v[a + 5];
        const bx = v[b + 3];
        const by = v[b + 4];
        const bz = v[b + 5];
        const sa = JA[j];
        const sb = JB[j];
        out[row] = sa * v[a] + JA[j + 4] * ay + JA[j + 5] * az + sb * v[b] + JB[j + 4] * by + JB[j + 5] * bz;
        out[row + 1] =
          sa * v[a + 1] + JA[j + 9] * ax + JA[j + 11] * az + sb * v[b + 1] + JB[j + 9] * bx + JB[j + 11] * bz;
        out[row + 2] =
          sa * v[a + 2] + JA[j + 15] * ax + JA[j + 16] * ay + sb * v[b + 2] + JB[j + 15] * bx + JB[j + 16] * by;
        row += 3;
        continue;
      }
      let sum =
        JA[j + 3] * v[a + 3] +
        JA[j + 4] * v[a + 4] +
        JA[j + 5] * v[a + 5] +
        JB[j + 3] * v[b + 3] +
        JB[j + 4] * v[b + 4] +
        JB[j + 5] * v[b + 5];
      if (form === FULL_ROW) {
        sum +=
          JA[j] * v[a] +
          JA[j + 1] * v[a + 1] +
          JA[j + 2] * v[a + 2] +
          JB[j] * v[b] +
          JB[j + 1] * v[b + 1] +
          JB[j + 2] * v[b + 2];
      }
      out[row] = sum;
      row++;
    }
  }
  if (w.cables.any) timesAttachments(w, out, v);
}

/** Which entries of a row can differ from zero: those of s [1, -[r]x], turns only, or any. */
const POINT_ROWS = 0;
const TURN_ROW = 1;
const FULL_ROW = 2;

function formOfKind(kind: number): number {
  if (kind === POINT) return POINT_ROWS;
  return kind < ALONG || kind === ANGLE ? TURN_ROW : FULL_ROW;
}

/** Blocks of the multipliers: J, J^T, -eps. */
export function addMultiplierBlocks(w: Workspace): void {
  const { joints, dynamicCount: n } = w.model;
  const m = w.matrix;
  const values = m.lu.values;
  const eps = w.joints.compliance;
  for (let k = 0; k < joints.count; k++) {
    const start = joints.rowStart[k];
    const rows = joints.rowStart[k + 1] - start;
    const d = m.jointDiagonal[k];
    for (let i = 0; i < rows; i++) values[d + i * (rows + 1)] -= eps;
    if (joints.slotA[k] < n) putBlocks(values, m.jointA[k], m.bodyAJoint[k], w.rows.jacobianA, 6 * start, rows);
    if (joints.slotB[k] < n) putBlocks(values, m.jointB[k], m.bodyBJoint[k], w.rows.jacobianB, 6 * start, rows);
  }
}

function putBlocks(values: Float64Array, jb: number, bj: number, J: Float64Array, start: number, rows: number): void {
  for (let i = 0; i < rows; i++) {
    const from = start + 6 * i;
    const row = jb + 6 * i;
    let column = bj + i;
    for (let c = 0; c < 6; c++) {
      const x = J[from + c];
      values[row + c] = x;
      values[column] = x;
      column += rows;
    }
  }
}

/** b alpha J^T J, for the augmented Lagrangian. */
export function addPenaltyBlocks(w: Workspace): void {
  const { joints, dynamicCount: n } = w.model;
  const m = w.matrix;
  const values = m.lu.values;
  const { jacobianA, jacobianB } = w.rows;
  const weight = w.joints.penalty;
  for (let k = 0; k < joints.count; k++) {
    const A = joints.slotA[k];
    const B = joints.slotB[k];
    for (let row = joints.rowStart[k]; row < joints.rowStart[k + 1]; row++) {
      const j = 6 * row;
      if (A < n) addOuter(values, m.bodyDiagonal[A], weight, jacobianA, j, jacobianA, j);
      if (B < n) addOuter(values, m.bodyDiagonal[B], weight, jacobianB, j, jacobianB, j);
      if (A < n && B < n) {
        addOuter(values, m.jointAB[k], weight, jacobianA, j, jacobianB, j);
        addOuter(values, m.jointBA[k], weight, jacobianB, j, jacobianA, j);
      }
    }
  }
}

/** b, a lever, a multiplier */
const turn = new Float64Array(7);
const WEIGHT = 0;
const LEVER = 1;
const PULL = 4;

/** b d(J^T lambda)/dq of the POINT rows. */
export function addGeometricStiffness(w: Workspace): void {
  const { joints, dynamicCount: n } = w.model;
  const { jacobianA, jacobianB } = w.rows;
  const { lambda } = w;
  const { values } = w.matrix.lu;
  turn[WEIGHT] = w.b;
  for (let k = 0; k < joints.count; k++) {
    let row = joints.rowStart[k];
    for (let q = joints.kindStart[k]; q < joints.kindStart[k + 1]; q++) {
      const kind = joints.kinds[q];
      if (kind === POINT) {
        const A = joints.slotA[k];
        const B = joints.slotB[k];
        const j = 6 * row;
        for (let i = 0; i < 3; i++) turn[PULL + i] = lambda[row + i];
        // levers from J_A = [1, -[r]x]: row 0 holds (r_z, -r_y), row 1 holds r_x
        if (A < n) {
          turn[LEVER] = jacobianA[j + 11];
          turn[LEVER + 1] = -jacobianA[j + 5];
          turn[LEVER + 2] = jacobianA[j + 4];
          addLeverTurn(values, w.matrix.bodyDiagonal[A], 1, turn, WEIGHT, LEVER, PULL);
        }
        if (B < n) {
          turn[LEVER] = -jacobianB[j + 11];
          turn[LEVER + 1] = jacobianB[j + 5];
          turn[LEVER + 2] = -jacobianB[j + 4];
          addLeverTurn(values, w.matrix.bodyDiagonal[B], -1, turn, WEIGHT, LEVER, PULL);
        }
      }
      row += rowsOfKind(kind);
    }
  }
}

/**
 * Power that drivers and prescribed bodies put in through the joints: -lambda . J v over dynamic bodies. A joint with
 * neither does no work.
 */
export function measureJointPower(w: Workspace): void {
  const { joints, dynamicCount: n } = w.model;
  const { jacobianA, jacobianB } = w.rows;
  for (let i = 0; i < w.joints.working.length; i++) {
    const k = w.joints.working[i];
    const A = joints.slotA[k];
    const B = joints.slotB[k];
    let sum = 0;
    for (let row = joints.rowStart[k]; row < joints.rowStart[k + 1]; row++) {
      let rate = 0;
      for (let c = 0; c < 6; c++) {
        if (A < n) rate += jacobianA[6 * row + c] * w.velocity[6 * A + c];
        if (B < n) rate += jacobianB[6 * row + c] * w.velocity[6 * B + c];
      }
      sum -= w.lambda[row] * rate;
    }
    w.joints.power[k] = sum;
  }
}
