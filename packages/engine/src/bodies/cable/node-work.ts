/**
 * One node between element 1 and element 2: inputs of twist, natural bend and energy, and scratch. Local unknowns: e1 (0-2), the turn of
 * element 1 (3), e2 (4-6), the turn of element 2 (7). f is the gradient, K its derivative, 8 x 8 row-major.
 */
import type { Cable } from './cable.ts';

export class NodeWork {
  b = 0;
  c = 0;
  withTangent = false;
  readonly t1: Float64Array = new Float64Array(3);
  readonly t2: Float64Array = new Float64Array(3);
  readonly rate1: Float64Array = new Float64Array(3);
  readonly rate2: Float64Array = new Float64Array(3);
  /** t1.t2, 1 + t1.t2 and kb = 2 t1 x t2 / (1 + t1.t2) */
  cosine = 1;
  X = 2;
  readonly kb: Float64Array = new Float64Array(3);
  L1 = 1;
  L2 = 1;
  /** turns and their rates */
  turn1 = 0;
  turn2 = 0;
  spin1 = 0;
  spin2 = 0;
  readonly f: Float64Array = new Float64Array(8);
  readonly K: Float64Array = new Float64Array(64);

  load(cable: Cable, i: number): void {
    const { t1, t2, rate1, rate2, kb } = this;
    const { direction, rate, length } = cable;
    const k1 = 3 * i;
    const k2 = k1 + 3;
    const ax = direction[k1];
    const ay = direction[k1 + 1];
    const az = direction[k1 + 2];
    const bx = direction[k2];
    const by = direction[k2 + 1];
    const bz = direction[k2 + 2];
    t1[0] = ax;
    t1[1] = ay;
    t1[2] = az;
    t2[0] = bx;
    t2[1] = by;
    t2[2] = bz;
    for (let r = 0; r < 3; r++) {
      rate1[r] = rate[k1 + r];
      rate2[r] = rate[k2 + r];
    }
    this.L1 = length[i];
    this.L2 = length[i + 1];
    const c = ax * bx + ay * by + az * bz;
    // a fold of 180 degrees has no direction in which to open; such a trial is far from any solution
    const X = Math.max(1 + c, 1e-12);
    const s = 2 / X;
    this.cosine = c;
    this.X = X;
    kb[0] = s * (ay * bz - az * by);
    kb[1] = s * (az * bx - ax * bz);
    kb[2] = s * (ax * by - ay * bx);
    if (cable.hasTwist) this.loadTurns(cable, i);
  }

  /** f and K to zero. */
  clear(): void {
    const { f, K } = this;
    for (let r = 0; r < 8; r++) f[r] = 0;
    if (this.withTangent) for (let r = 0; r < 64; r++) K[r] = 0;
  }

  private loadTurns(cable: Cable, i: number): void {
    const { q, v, endTurn, endTurnRate, endSpin } = cable;
    const { t1, t2 } = this;
    const o = 4 * i - 1; // the turn of element i-1
    if (i === 0) {
      this.turn1 = endTurn[0];
      this.spin1 = endTurnRate[0] + t1[0] * endSpin[0] + t1[1] * endSpin[1] + t1[2] * endSpin[2];
    } else {
      this.turn1 = q[o];
      this.spin1 = v[o];
    }
    if (i === cable.nodeCount - 1) {
      this.turn2 = endTurn[1];
      this.spin2 = endTurnRate[1] + t2[0] * endSpin[3] + t2[1] * endSpin[4] + t2[2] * endSpin[5];
    } else {
      this.turn2 = q[o + 4];
      this.spin2 = v[o + 4];
    }
  }

  /** Adds the node's part to slots i and i+1. */
  store(cable: Cable, i: number): void {
    const { f, K } = this;
    const { slotForce, slotDiagonal, slotUpper, slotLower } = cable;
    const s = 4 * i;
    for (let r = 0; r < 8; r++) slotForce[s + r] += f[r];
    if (!this.withTangent) return;
    const d = 16 * i;
    for (let r = 0; r < 4; r++) {
      const row = 8 * r;
      const o = d + 4 * r;
      for (let k = 0; k < 4; k++) {
        slotDiagonal[o + k] += K[row + k];
        slotUpper[o + k] += K[row + 4 + k];
        slotLower[o + k] += K[row + 32 + k];
        slotDiagonal[o + 16 + k] += K[row + 36 + k];
      }
    }
  }
}
