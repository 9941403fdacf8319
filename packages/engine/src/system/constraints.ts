/**
 * Joint rows in the stage matrix and in residuals. KKT: [S J^T; J -eps]. Augmented Lagrangian: S + b alpha J^T J.
 * Geometric stiffness: of the POINT rows only, b (r lambda^T - (r.lambda) 1) on each body's diagonal; that of the other
 * rows couples bodies, is smaller by (step / period)^2, and is left out.
 */
import { evaluateJoints, POINT, rowsOfKind } from '../joints/index.ts';
import { addMomentTurn, addOuter } from './blocks.ts';
import type { Workspace } from './workspace.ts';

export function evaluateRows(w: Workspace, wantGamma: boolean): void {
  evaluateJoints(w.rows, w.model.joints, w.position, w.rotation, w.velocity, w.jointAngle, w.time, wantGamma);
}

/** out (dynamic slots) += J^T m */
export function addTransposed(w: Workspace, out: Float64Array, m: Float64Array): void {
  const { joints, dynamicCount: n } = w.model;
  const { jacobianA, jacobianB } = w.rows;
  for (let k = 0; k < joints.count; k++) {
    const A = joints.slotA[k];
    const B = joints.slotB[k];
    for (let row = joints.rowStart[k]; row < joints.rowStart[k + 1]; row++) {
      const x = m[row];
      const j = 6 * row;
      if (A < n) {
        const a = 6 * A;
        out[a] += jacobianA[j] * x;
        out[a + 1] += jacobianA[j + 1] * x;
        out[a + 2] += jacobianA[j + 2] * x;
        out[a + 3] += jacobianA[j + 3] * x;
        out[a + 4] += jacobianA[j + 4] * x;
        out[a + 5] += jacobianA[j + 5] * x;
      }
      if (B < n) {
        const b = 6 * B;
        out[b] += jacobianB[j] * x;
        out[b + 1] += jacobianB[j + 1] * x;
        out[b + 2] += jacobianB[j + 2] * x;
        out[b + 3] += jacobianB[j + 3] * x;
        out[b + 4] += jacobianB[j + 4] * x;
        out[b + 5] += jacobianB[j + 5] * x;
      }
    }
  }
}

/** out = J v over all slots, prescribed ones included */
export function timesJacobian(w: Workspace, out: Float64Array, v: Float64Array): void {
  const { joints } = w.model;
  const { jacobianA, jacobianB } = w.rows;
  for (let k = 0; k < joints.count; k++) {
    const a = 6 * joints.slotA[k];
    const b = 6 * joints.slotB[k];
    for (let row = joints.rowStart[k]; row < joints.rowStart[k + 1]; row++) {
      const j = 6 * row;
      out[row] =
        jacobianA[j] * v[a] +
        jacobianA[j + 1] * v[a + 1] +
        jacobianA[j + 2] * v[a + 2] +
        jacobianA[j + 3] * v[a + 3] +
        jacobianA[j + 4] * v[a + 4] +
        jacobianA[j + 5] * v[a + 5] +
        jacobianB[j] * v[b] +
        jacobianB[j + 1] * v[b + 1] +
        jacobianB[j + 2] * v[b + 2] +
        jacobianB[j + 3] * v[b + 3] +
        jacobianB[j + 4] * v[b + 4] +
        jacobianB[j + 5] * v[b + 5];
    }
  }
}

/** Blocks of the multipliers: J, J^T, -eps. */
export function addMultiplierBlocks(w: Workspace, regularisation: number): void {
  const { joints, dynamicCount: n } = w.model;
  const m = w.matrix;
  const values = m.lu.values;
  for (let k = 0; k < joints.count; k++) {
    const start = joints.rowStart[k];
    const rows = joints.rowStart[k + 1] - start;
    const d = m.jointDiagonal[k];
    for (let i = 0; i < rows; i++) values[d + i * (rows + 1)] -= regularisation;
    if (joints.slotA[k] < n) putBlocks(values, m.jointA[k], m.bodyAJoint[k], w.rows.jacobianA, 6 * start, rows);
    if (joints.slotB[k] < n) putBlocks(values, m.jointB[k], m.bodyBJoint[k], w.rows.jacobianB, 6 * start, rows);
  }
}

function putBlocks(values: Float64Array, jb: number, bj: number, J: Float64Array, start: number, rows: number): void {
  for (let i = 0; i < rows; i++) {
    for (let c = 0; c < 6; c++) {
      const x = J[start + 6 * i + c];
      values[jb + 6 * i + c] += x;
      values[bj + rows * c + i] += x;
    }
  }
}

/** weight J^T J, for the augmented Lagrangian. */
export function addPenaltyBlocks(w: Workspace, weight: number): void {
  const { joints, dynamicCount: n } = w.model;
  const m = w.matrix;
  const values = m.lu.values;
  const { jacobianA, jacobianB } = w.rows;
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

/** b d(J^T lambda)/dq of the POINT rows. */
export function addGeometricStiffness(w: Workspace, b: number): void {
  const { joints, dynamicCount: n } = w.model;
  const { jacobianA, jacobianB } = w.rows;
  const { lambda } = w;
  for (let k = 0; k < joints.count; k++) {
    let row = joints.rowStart[k];
    for (let q = joints.kindStart[k]; q < joints.kindStart[k + 1]; q++) {
      const kind = joints.kinds[q];
      if (kind === POINT) {
        const A = joints.slotA[k];
        const B = joints.slotB[k];
        const j = 6 * row;
        // levers out of J_A = [1, -[r]x]: row 0 holds (r_z, -r_y), row 1 holds r_x
        if (A < n) {
          const rz = jacobianA[j + 4];
          const ry = -jacobianA[j + 5];
          const rx = jacobianA[j + 11];
          addMomentTurn(
            w.matrix.lu.values,
            w.matrix.bodyDiagonal[A],
            b,
            rx,
            ry,
            rz,
            lambda[row],
            lambda[row + 1],
            lambda[row + 2],
          );
        }
        if (B < n) {
          const rz = -jacobianB[j + 4];
          const ry = jacobianB[j + 5];
          const rx = -jacobianB[j + 11];
          addMomentTurn(
            w.matrix.lu.values,
            w.matrix.bodyDiagonal[B],
            -b,
            rx,
            ry,
            rz,
            lambda[row],
            lambda[row + 1],
            lambda[row + 2],
          );
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
  for (let i = 0; i < w.workingJoints.length; i++) {
    const k = w.workingJoints[i];
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
    w.jointPower[k] = sum;
  }
}
