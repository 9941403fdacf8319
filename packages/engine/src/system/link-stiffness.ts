/**
 * Joints that pull, in a step of link-system.ts: the impulse p of a joint at the lever r turns its body by r x p, and r turns along with the body. Along
 * a lever that is drawn out, p = |p| r/|r|, what the momentum lacks grows by
 *   K (omega - omega_k),   K = h (p.r)(1 - r r^T/r^2),   omega_k of the iterate,
 * which is never negative. With it a round leaves the square of what it moved, without it a sixth of it. Levers that are pushed, whose K would be negative, have none:
 * at its own solution, omega = omega_k, K does nothing, and rounds end where they would end without it.
 */
import { POINT, rowsOfKind } from '../joints/index.ts';
import type { Workspace } from './workspace.ts';

export class LinkStiffness {
  private readonly w: Workspace;
  /** K by body, nine numbers each */
  private readonly data: Float64Array;
  /** velocities of the iterate */
  private readonly about: Float64Array;

  constructor(w: Workspace) {
    this.w = w;
    this.data = new Float64Array(9 * w.model.dynamicCount);
    this.about = new Float64Array(w.velocity.length);
  }

  clear(): void {
    this.data.fill(0);
  }

  /** At the iterate, whose velocities are v: joints as they stand there, with the impulses they gave last. */
  take(v: Float64Array, impulse: Float64Array): void {
    const { rows, model } = this.w;
    const { joints, dynamicCount: n } = model;
    this.about.set(v);
    this.clear();
    for (let k = 0; k < joints.count; k++) {
      const A = joints.slotA[k];
      const B = joints.slotB[k];
      let row = joints.rowStart[k];
      for (let q = joints.kindStart[k]; q < joints.kindStart[k + 1]; q++) {
        if (joints.kinds[q] === POINT) {
          if (A < n) this.takeBody(A, rows.jacobianA, row, impulse);
          if (B < n) this.takeBody(B, rows.jacobianB, row, impulse);
        }
        row += rowsOfKind(joints.kinds[q]);
      }
    }
  }

  /** Rows of a point are s [1, -[r]x] with s = 1 or -1, and the impulse on the body is -s times theirs. */
  private takeBody(body: number, J: Float64Array, row: number, impulse: Float64Array): void {
    const { data } = this;
    const j = 6 * row;
    const x = J[j + 11];
    const y = -J[j + 5];
    const z = J[j + 4];
    const pull = -this.w.h * (x * impulse[row] + y * impulse[row + 1] + z * impulse[row + 2]);
    const square = x * x + y * y + z * z;
    if (!(pull > 0 && square > 0)) return;
    const part = pull / square;
    const o = 9 * body;
    data[o] += part * (y * y + z * z);
    data[o + 1] -= part * x * y;
    data[o + 2] -= part * x * z;
    data[o + 3] -= part * x * y;
    data[o + 4] += part * (x * x + z * z);
    data[o + 5] -= part * y * z;
    data[o + 6] -= part * x * z;
    data[o + 7] -= part * y * z;
    data[o + 8] += part * (x * x + y * y);
  }

  /** slope += K (v - v_k) */
  addTo(slope: Float64Array, v: Float64Array): void {
    const { about, data, w } = this;
    for (let i = 3, o = 0; i < w.bodySize; i += 6) {
      const x = v[i] - about[i];
      const y = v[i + 1] - about[i + 1];
      const z = v[i + 2] - about[i + 2];
      for (let k = 0; k < 3; k++, o += 3) slope[i + k] += data[o] * x + data[o + 1] * y + data[o + 2] * z;
    }
  }

  /** out += K way */
  addTimes(out: Float64Array, way: Float64Array): void {
    const { data, w } = this;
    for (let i = 3, o = 0; i < w.bodySize; i += 6) {
      for (let k = 0; k < 3; k++, o += 3) {
        out[i + k] += data[o] * way[i] + data[o + 1] * way[i + 1] + data[o + 2] * way[i + 2];
      }
    }
  }

  addBlocks(): void {
    const { data, w } = this;
    const { lu, bodyDiagonal } = w.matrix;
    for (let body = 0, o = 0; body < w.model.dynamicCount; body++) {
      const diagonal = bodyDiagonal[body];
      for (let r = 3; r < 6; r++) for (let c = 3; c < 6; c++, o++) lu.values[diagonal + 6 * r + c] += data[o];
    }
  }
}
