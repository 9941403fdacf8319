/**
 * The slip of a brush: xi = argmin 1/2 (D - xi)^T K (D - xi) + sum_k mu N_k |P_k J_k xi|, by Newton's method.
 * |x| has a rounded tip, x^2/(2 eps) + eps/2 below eps. From no slip, all points within their tips, it grows out of them in a
 * few rounds and hardly ever too far; from outside it would be thrown across them, so a guess is only taken where it is near.
 * Where a point that carries much is the one that does not slip, Newton's method is thrown to and fro over its tip. Then
 * the point next to where the search along the line ends is held, as if its tip had no end, and let go if that is too much.
 * Slip and deflection are both carried along: the one is small where the patch sticks, the other where it slides.
 */
import { GrowableFloat64, GrowableInt32 } from '../base/index.ts';
import {
  BENT_SIGHT,
  BRUSH_POINT,
  bendBent,
  bendFlat,
  foreseeBent,
  foreseeFlat,
  PLANE_POINT,
  type SlipSums,
  slipBent,
  slipFlat,
} from './brush-points.ts';

/** Residual that is rounding, and that of a guess worth taking, as parts of mu sum |N|. */
const EXACT = 1e-10;
const NEAR = 0.1;
const ROUNDING = 2e-15;
const QUICK = 12;
const ROUNDS = 80;
const LOOKS = 12;

export class SlipSearch implements SlipSums {
  /** unknowns: 3 for a flat patch (two across the normal, the turn about it), else 6 */
  size = 6;
  readonly points: GrowableFloat64 = new GrowableFloat64(BRUSH_POINT * 8);
  /** matrices: six numbers a row; K as the points make it, and as it is where some are over their limit */
  readonly spring: Float64Array = new Float64Array(36);
  readonly K: Float64Array = new Float64Array(36);
  readonly D: Float64Array = new Float64Array(6);
  /** D - xi, and xi */
  readonly bend: Float64Array = new Float64Array(6);
  readonly slip: Float64Array = new Float64Array(6);
  /** sum |N| [N], length of the patch [m] */
  load = 0.5;
  length = 0.5;
  reach = 0.5;
  farthest = 0.5;
  mu = 0.5;
  /** eps [m] */
  tip = 0.5;
  /** Hessian with the curvature along the slip kept */
  curved = false;
  /** Hessian with the curvature that slips not foreseen leave */
  foreseen = false;
  readonly sights: GrowableFloat64 = new GrowableFloat64(BENT_SIGHT * 8);
  /** sights are of this solve */
  seen = false;
  /** found: sum of mu N |..| [J], share of N that slips, largest slip of a point [m] */
  cost = 0.5;
  outside = 0.5;
  most = 0.5;
  rounds = 0;
  private small = 0.5;
  /** the point that slips least of those that slip, or -1 */
  nearest = -1;

  /** K (D - xi) less the gradient of the sum */
  readonly residual: Float64Array = new Float64Array(6);
  /** K + H, lower half, and its factor */
  readonly H: Float64Array = new Float64Array(36);
  private readonly L: Float64Array = new Float64Array(36);
  private readonly step: Float64Array = new Float64Array(6);
  private readonly fromBend: Float64Array = new Float64Array(6);
  private readonly fromSlip: Float64Array = new Float64Array(6);
  /** by point: 1 while it is held */
  readonly held: GrowableInt32 = new GrowableInt32(8);
  holds = false;
  /** points with negative N are left out of H */
  clipped = false;

  find(): void {
    const load = this.mu * this.load;
    this.holds = false;
    if (!(load > 0)) {
      for (let i = 0; i < 6; i++) {
        this.slip[i] = this.D[i];
        this.bend[i] = 0;
      }
      this.evaluate();
      return;
    }
    this.evaluate();
    this.small = NEAR * load;
    if (!this.isSmall()) this.forget();
    this.small = EXACT * load;
    if (!this.descend(QUICK)) {
      const { held } = this;
      held.resize(this.points.length / (this.size === 3 ? PLANE_POINT : BRUSH_POINT));
      held.data.fill(0, 0, held.length);
      this.holds = true;
      for (let round = 0; round < ROUNDS; round += QUICK) {
        this.descend(QUICK);
        if (!this.letGo()) break;
        this.evaluate();
      }
      this.holds = false;
      this.evaluate();
    }
  }

  /** No slip. */
  private forget(): void {
    for (let i = 0; i < this.size; i++) {
      this.bend[i] = this.D[i];
      this.slip[i] = 0;
    }
    this.evaluate();
  }

  /** Newton's method until the residual is small; the search along a line looks at the slope alone. False: not in so many rounds. */
  private descend(rounds: number): boolean {
    const { size, residual, step, bend, slip, fromBend, fromSlip } = this;
    for (let round = 0; round < rounds; round++) {
      if (this.isSmall()) return true;
      this.rounds++;
      this.factorise();
      for (let i = 0; i < size; i++) step[i] = residual[i];
      this.solve(step);
      let slope0 = 0;
      for (let i = 0; i < size; i++) {
        slope0 += residual[i] * step[i];
        fromBend[i] = bend[i];
        fromSlip[i] = slip[i];
      }
      let part = 1;
      for (let look = 0; look < LOOKS; look++) {
        for (let i = 0; i < size; i++) {
          bend[i] = fromBend[i] - part * step[i];
          slip[i] = fromSlip[i] + part * step[i];
        }
        this.evaluate();
        let slope = 0;
        for (let i = 0; i < size; i++) slope += residual[i] * step[i];
        if (slope >= -0.3 * slope0) break;
        part *= Math.min(0.7, Math.max(0.05, slope0 / (slope0 - slope)));
      }
      if (this.holds && part < 1 && this.nearest >= 0) {
        this.held.data[this.nearest] = 1;
        this.evaluate();
      }
    }
    return this.isSmall();
  }

  /**
   * Is the residual below `small` and the rounding of K (D - xi)? What is not felt, as a tilt over a nearly flat patch, may be
   * large there; so is the rounding of slips within their tips where others slip far.
   */
  private isSmall(): boolean {
    const { residual: r, bend, size, K, length } = this;
    const turns = size === 3 ? 2 : 3;
    const arm = length > 0 ? 1 / length : 0;
    let square = 0;
    let bent = 0;
    for (let i = 0; i < size; i++) {
      const scaled = r[i] * (i >= turns ? arm : 1);
      square += scaled * scaled;
      bent += Math.abs(bend[i]) * (i >= turns ? length : 1);
    }
    const far = this.outside < 1 ? (this.most * this.mu * this.load) / this.tip : 0;
    return Math.sqrt(square) <= this.small + ROUNDING * (bent * (K[0] + K[7]) + far);
  }

  /** Residual at the slip there is. */
  private evaluate(): void {
    const { residual, K, bend, size } = this;
    residual.fill(0);
    if (size === 3) slipFlat(this);
    else slipBent(this);
    for (let i = 0; i < size; i++) {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += K[6 * i + j] * bend[j];
      residual[i] = sum - residual[i];
    }
  }

  /** K + H at the slip there is, factored; where points with negative N outweigh others, without them. */
  factorise(): void {
    const { H, K, size } = this;
    for (this.clipped = false; ; this.clipped = true) {
      H.fill(0);
      if (size === 3) bendFlat(this);
      else bendBent(this);
      for (let i = 0; i < size; i++) for (let j = 0; j <= i; j++) H[6 * i + j] += K[6 * i + j];
      if (this.cholesky() || this.clipped) return;
    }
  }

  /** Slips are those of another iterate: what of them was foreseen (brush-points.ts). */
  foresee(): void {
    if (this.size === 3) foreseeFlat(this, !this.seen);
    else foreseeBent(this, !this.seen);
    this.seen = true;
  }

  /** Lets go points that slip although held; false: there is none. */
  private letGo(): boolean {
    const { points, size, slip, tip, held } = this;
    const p = points.data;
    const stride = size === 3 ? PLANE_POINT : BRUSH_POINT;
    let any = false;
    for (let i = 0, k = 0; i < held.length; i++, k += stride) {
      if (held.data[i] === 0) continue;
      const x = p[k];
      const y = p[k + 1];
      let square = 0;
      if (size === 3) {
        const sx = slip[0] - slip[2] * y;
        const sy = slip[1] + slip[2] * x;
        square = sx * sx + sy * sy;
      } else {
        const z = p[k + 2];
        const sx = slip[0] + slip[4] * z - slip[5] * y;
        const sy = slip[1] + slip[5] * x - slip[3] * z;
        const sz = slip[2] + slip[3] * y - slip[4] * x;
        const sn = sx * p[k + 3] + sy * p[k + 4] + sz * p[k + 5];
        square = sx * sx + sy * sy + sz * sz - sn * sn;
      }
      if (square <= tip * tip) continue;
      held.data[i] = 0;
      any = true;
    }
    return any;
  }

  /** Cholesky of K + H, turns counted in lengths of the patch; directions nobody feels are held. False: not positive. */
  private cholesky(): boolean {
    const { H, L, size, length } = this;
    const turns = size === 3 ? 2 : 3;
    const scale = length > 0 ? 1 / length : 1;
    let trace = 0;
    for (let i = 0; i < size; i++) trace += Math.abs(H[7 * i]) * (i >= turns ? scale * scale : 1);
    const least = 1e-15 * trace;
    let positive = true;
    for (let i = 0; i < size; i++) {
      const si = i >= turns ? scale : 1;
      for (let j = 0; j <= i; j++) {
        let sum = H[6 * i + j] * si * (j >= turns ? scale : 1);
        for (let k = 0; k < j; k++) sum -= L[6 * i + k] * L[6 * j + k];
        if (j < i) L[6 * i + j] = sum * L[7 * j];
        else if (sum > least) L[7 * i] = 1 / Math.sqrt(sum);
        else {
          if (sum < -1e-9 * trace) positive = false;
          L[7 * i] = 0; // the step has nothing of this direction
        }
      }
    }
    return positive;
  }

  /** x := (K + H)^-1 x */
  solve(x: Float64Array): void {
    const { L, size, length } = this;
    const turns = size === 3 ? 2 : 3;
    const scale = length > 0 ? 1 / length : 1;
    for (let i = turns; i < size; i++) x[i] *= scale;
    for (let i = 0; i < size; i++) {
      let sum = x[i];
      for (let k = 0; k < i; k++) sum -= L[6 * i + k] * x[k];
      x[i] = sum * L[7 * i];
    }
    for (let i = size - 1; i >= 0; i--) {
      let sum = x[i];
      for (let k = i + 1; k < size; k++) sum -= L[6 * k + i] * x[k];
      x[i] = sum * L[7 * i];
    }
    for (let i = turns; i < size; i++) x[i] *= scale;
  }
}
