/**
 * The slip of a brush: xi = argmin 1/2 (D - xi)^T K (D - xi) + sum_k mu N_k |P_k J_k xi|. |x| has a rounded tip, x^2/(2 eps) + eps/2 below
 * eps. Newton's method would oscillate across such narrow tips. It therefore keeps for each point a prediction of the unit vector of slip,
 * q_k with |q_k| <= 1, and uses P - sym(u q^T) in place of P - u u^T (brush-points.ts; Chan, Golub and Mulet 1999). Full increments then
 * converge in five to ten passes over the points. Where they cycle, a point is near the centre of a pure rotation: the search continues
 * with wider tips and, if these fail too, with a line search. Both slip and deflection are updated, because the slip is small where the
 * patch sticks and the deflection where it slides.
 */
import { GrowableFloat64 } from '../base/index.ts';
import {
  BENT_SIGHT,
  BRUSH_POINT,
  bendBent,
  bendFlat,
  foreseeBent,
  foreseeFlat,
  roundBent,
  roundFlat,
  type SlipSums,
} from './brush-points.ts';

/** Residual that counts as rounding, as a part of mu sum |N|; and residual at which a wider tip suffices. */
const EXACT = 1e-10;
const CLOSE = 1e-2;
const ROUNDING = 2e-15;
/** Iterations before tips are widened; largest number with each width; largest number with line search. */
const QUICK = 10;
const ROUNDS = 25;
const LINES = 50;
const LOOKS = 12;
/** Width of wide tips over that of narrow ones. */
const WIDE = 1e3;

export class SlipSearch implements SlipSums {
  /** unknowns: 3 for a flat patch (two across the normal, the turn about it), else 6 */
  size = 6;
  readonly points: GrowableFloat64 = new GrowableFloat64(BRUSH_POINT * 8);
  /** matrices: six numbers a row; K summed over the points, and K where some are beyond their limit */
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
  limit2 = 0.5;
  mu = 0.5;
  /** eps [m] */
  tip = 0.5;
  /** Hessian with the curvature along the slip kept */
  curved = false;
  /** true: the Hessian keeps the curvature of unpredicted slips */
  foreseen = false;
  sights: GrowableFloat64 = new GrowableFloat64(BENT_SIGHT * 8);
  /** predictions of the iterations of a search; those of tangents, which outlive it */
  private own = new GrowableFloat64(BENT_SIGHT * 8);
  /** true: predictions belong to this solve */
  seen = false;
  /** results: sum of mu N |..| [J], share of N that slips, largest slip of a point [m] */
  cost = 0.5;
  outside = 0.5;
  most = 0.5;
  rounds = 0;
  private small = 0.5;

  /** K (D - xi) minus the gradient of the sum */
  readonly residual: Float64Array = new Float64Array(6);
  /** K + H, lower half, and its factor */
  readonly H: Float64Array = new Float64Array(36);
  private readonly L: Float64Array = new Float64Array(36);
  private readonly step: Float64Array = new Float64Array(6);
  /** points with negative N are left out of H */
  clipped = false;

  find(): void {
    const load = this.mu * this.load;
    this.swapSights();
    if (load > 0) {
      const { tip } = this;
      this.small = EXACT * load;
      if (!this.descend(QUICK, true, false) && !this.widen(tip)) this.descend(LINES, false, true);
    } else {
      for (let i = 0; i < 6; i++) {
        this.slip[i] = this.D[i];
        this.bend[i] = 0;
      }
      this.round(true);
    }
    this.swapSights();
  }

  private swapSights(): void {
    const { sights } = this;
    this.sights = this.own;
    this.own = sights;
  }

  /** From wide tips to narrow ones. */
  private widen(tip: number): boolean {
    const { small } = this;
    this.tip = WIDE * tip;
    this.small = CLOSE * this.mu * this.load;
    this.descend(ROUNDS, false, false);
    this.tip = tip;
    this.small = small;
    return this.descend(ROUNDS, false, false);
  }

  /** Newton's method until the residual is small; searched: with line search on the slope. False: no convergence. */
  private descend(rounds: number, first: boolean, searched: boolean): boolean {
    const { size, residual, step, bend, slip } = this;
    this.round(first);
    for (let round = 0; round < rounds; round++) {
      if (this.isSmall()) return true;
      this.rounds++;
      this.factor();
      for (let i = 0; i < size; i++) step[i] = residual[i];
      this.solve(step);
      let slope0 = 0;
      for (let i = 0; i < size; i++) slope0 += residual[i] * step[i];
      let part = 1;
      let gone = 0;
      for (let look = 0; look < LOOKS; look++) {
        for (let i = 0; i < size; i++) {
          bend[i] -= (part - gone) * step[i];
          slip[i] += (part - gone) * step[i];
        }
        gone = part;
        this.round(false);
        if (!searched) break;
        let slope = 0;
        for (let i = 0; i < size; i++) slope += residual[i] * step[i];
        if (slope >= -0.3 * slope0) break;
        part *= Math.min(0.7, Math.max(0.05, slope0 / (slope0 - slope)));
      }
    }
    return this.isSmall();
  }

  /**
   * Is the residual below `small` and the rounding of K (D - xi)? Components without stiffness, such as a tilt of a nearly flat patch, may
   * be large; so may the rounding of slips within their tips where others slip far.
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

  /** Residual and Hessian at the present slip. */
  private round(first: boolean): void {
    const { residual, H, K, bend, size } = this;
    if (size === 3) {
      roundFlat(this, first);
      const a = bend[0];
      const b = bend[1];
      const c = bend[2];
      residual[0] = K[0] * a + K[1] * b + K[2] * c - residual[0];
      residual[1] = K[6] * a + K[7] * b + K[8] * c - residual[1];
      residual[2] = K[12] * a + K[13] * b + K[14] * c - residual[2];
      return;
    }
    H.fill(0);
    roundBent(this, first);
    for (let i = 0; i < size; i++) {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += K[6 * i + j] * bend[j];
      residual[i] = sum - residual[i];
    }
  }

  /** K + H of an iteration, factored. */
  private factor(): void {
    this.addSpring();
    if (this.cholesky()) return;
    this.foreseen = true;
    this.factorise();
    this.foreseen = false;
  }

  private addSpring(): void {
    const { H, K, size } = this;
    if (size === 3) {
      H[0] += K[0];
      H[6] += K[6];
      H[7] += K[7];
      H[12] += K[12];
      H[13] += K[13];
      H[14] += K[14];
      return;
    }
    for (let i = 0; i < size; i++) for (let j = 0; j <= i; j++) H[6 * i + j] += K[6 * i + j];
  }

  /** K + H at the present slip, factored; where points with negative N outweigh the others, without them. */
  factorise(): void {
    const { H, size } = this;
    for (this.clipped = false; ; this.clipped = true) {
      H.fill(0);
      if (size === 3) bendFlat(this);
      else bendBent(this);
      this.addSpring();
      if (this.cholesky() || this.clipped) return;
    }
  }

  /** Updates predictions for the slips of another iterate (brush-points.ts). */
  foresee(): void {
    if (this.size === 3) foreseeFlat(this, !this.seen);
    else foreseeBent(this, !this.seen);
    this.seen = true;
  }

  /**
   * Cholesky factor of K + H, with rotations scaled by the length of the patch; directions without stiffness are fixed. False: not positive
   * definite.
   */
  private cholesky(): boolean {
    const { H, L, size, length } = this;
    const scale = length > 0 ? 1 / length : 1;
    if (size === 3) return this.choleskyFlat(scale);
    const turns = 3;
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
          L[7 * i] = 0; // the increment is zero in this direction
        }
      }
    }
    return positive;
  }

  /** The same of three unknowns, one after the other: four fifths of all patches are flat. */
  private choleskyFlat(scale: number): boolean {
    const { H, L } = this;
    const turn = H[14] * scale * scale;
    const trace = Math.abs(H[0]) + Math.abs(H[7]) + Math.abs(turn);
    const least = 1e-15 * trace;
    const most = -1e-9 * trace;
    const a = H[0] > least ? 1 / Math.sqrt(H[0]) : 0;
    const ab = H[6] * a;
    const second = H[7] - ab * ab;
    const b = second > least ? 1 / Math.sqrt(second) : 0;
    const ac = H[12] * scale * a;
    const bc = (H[13] * scale - ac * ab) * b;
    const third = turn - ac * ac - bc * bc;
    L[0] = a;
    L[6] = ab;
    L[7] = b;
    L[12] = ac;
    L[13] = bc;
    L[14] = third > least ? 1 / Math.sqrt(third) : 0;
    return H[0] >= most && second >= most && third >= most;
  }

  /** x := (K + H)^-1 x */
  solve(x: Float64Array): void {
    const { L, size, length } = this;
    const scale = length > 0 ? 1 / length : 1;
    if (size === 3) {
      const a = x[0] * L[0];
      const b = (x[1] - L[6] * a) * L[7];
      const c = (x[2] * scale - L[12] * a - L[13] * b) * L[14] * L[14];
      const q = (b - L[13] * c) * L[7];
      x[0] = (a - L[6] * q - L[12] * c) * L[0];
      x[1] = q;
      x[2] = c * scale;
      return;
    }
    const turns = 3;
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
