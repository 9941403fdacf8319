/**
 * The cubic spline through the nodes of a cable: between nodes m and m+1, with u from 0 to 1 and L the element's length,
 *   r(u) = f1 x_m + f2 C_m + f3 x_{m+1} + f4 C_{m+1}                                        (Roy 2007, eq. 2.3)
 *   f1 = 1 - u,  f3 = u,  f2 = (f1^3 - f1) L^2/6,  f4 = (f3^3 - f3) L^2/6                   (eqs 2.4-2.7)
 *   r' = (x_{m+1} - x_m)/L - (L/6)(3 f1^2 - 1) C_m + (L/6)(3 f3^2 - 1) C_{m+1},  r'' = f1 C_m + f3 C_{m+1}
 * primes by unstretched length. C is r'', which is the curvature vector only where |r'| = 1.
 * The nodes give C by a linear system (tridiagonal.ts), so r is a linear map of the nodes; forces on the curve go back to the
 * nodes by its exact transpose, which keeps the resultant and its moment to rounding:
 *   F_m += f1 f, F_{m+1} += f3 f, g_m += f2 f, g_{m+1} += f4 f over all loads;  A w = g;  F += D^T w
 * Ends: free (r'' = 0), or along a given direction, r' = t, of length 1. A clamped end hands the load that would turn t to its
 * holder (endLoad). Appendix B of the thesis repeats C_x in its y and z rows; here each has its own.
 */
import { SplineSystem } from './tridiagonal.ts';

/** Where on a curve: element and u in it. */
export interface CurvePoint {
  element: number;
  u: number;
}

export class CableSpline {
  count = 0;
  readonly lengths: Float64Array;
  /** nodes and their second derivatives, xyz together */
  readonly nodes: Float64Array;
  readonly curvature: Float64Array;
  /** the same of the nodes' velocities */
  readonly nodeRates: Float64Array;
  readonly curvatureRates: Float64Array;
  /** what turns the direction of a clamped end: force conjugate to r' (start, end) [N m] */
  readonly endLoad: Float64Array = new Float64Array(6);
  private readonly system: SplineSystem;
  private readonly loadDirect: Float64Array;
  private readonly loadCurved: Float64Array;
  private readonly clamped: [boolean, boolean] = [false, false];
  private readonly directions: Float64Array = new Float64Array(6);
  private readonly directionRates: Float64Array = new Float64Array(6);

  constructor(capacity: number) {
    this.lengths = new Float64Array(capacity);
    this.nodes = new Float64Array(3 * capacity);
    this.curvature = new Float64Array(3 * capacity);
    this.nodeRates = new Float64Array(3 * capacity);
    this.curvatureRates = new Float64Array(3 * capacity);
    this.loadDirect = new Float64Array(3 * capacity);
    this.loadCurved = new Float64Array(3 * capacity);
    this.system = new SplineSystem(capacity);
  }

  /** Unstretched lengths of count - 1 elements; ends keep their conditions. Factors the system. */
  setLengths(lengths: ArrayLike<number>, count: number): void {
    this.count = count;
    for (let j = 0; j < count - 1; j++) this.lengths[j] = lengths[j];
    this.system.factor(this.lengths, count, this.clamped[0], this.clamped[1]);
  }

  /** Conditions of both ends; call before setLengths. */
  setClamped(start: boolean, end: boolean): void {
    this.clamped[0] = start;
    this.clamped[1] = end;
  }

  /** Unit direction of a clamped end, along increasing length, and its rate. */
  setDirection(end: 0 | 1, direction: ArrayLike<number>, rate?: ArrayLike<number>): void {
    for (let r = 0; r < 3; r++) {
      this.directions[3 * end + r] = direction[r];
      this.directionRates[3 * end + r] = rate ? rate[r] : 0;
    }
  }

  /** Takes the nodes, every `stride` numbers from `at`. */
  fit(q: Float64Array, at: number, stride: number): void {
    this.take(this.nodes, this.curvature, this.directions, q, at, stride);
  }

  /** Takes the nodes' velocities. */
  fitRates(v: Float64Array, at: number, stride: number): void {
    this.take(this.nodeRates, this.curvatureRates, this.directionRates, v, at, stride);
  }

  private take(
    x: Float64Array,
    C: Float64Array,
    directions: Float64Array,
    q: Float64Array,
    at: number,
    stride: number,
  ): void {
    const { count, lengths, clamped } = this;
    const last = count - 1;
    for (let i = 0; i < count; i++) {
      for (let r = 0; r < 3; r++) {
        x[3 * i + r] = q[at + stride * i + r];
        C[3 * i + r] = 0;
      }
    }
    for (let j = 0; j < last; j++) {
      const s = 1 / lengths[j];
      const toLeft = j > 0 || clamped[0];
      const toRight = j + 1 < last || clamped[1];
      for (let r = 0; r < 3; r++) {
        const slope = s * (x[3 * j + 3 + r] - x[3 * j + r]);
        if (toLeft) C[3 * j + r] += slope;
        if (toRight) C[3 * j + 3 + r] -= slope;
      }
    }
    for (let r = 0; r < 3; r++) {
      if (clamped[0]) C[r] -= directions[r];
      if (clamped[1]) C[3 * last + r] += directions[3 + r];
    }
    this.system.solve(C);
  }

  /** out = r(u) of element m. */
  point(out: Float64Array, o: number, m: number, u: number): void {
    blend(out, o, this.nodes, this.curvature, m, u, this.lengths[m]);
  }

  /** out = velocity of the material point. */
  velocity(out: Float64Array, o: number, m: number, u: number): void {
    blend(out, o, this.nodeRates, this.curvatureRates, m, u, this.lengths[m]);
  }

  /** out = r' (3), r'' (3), by unstretched length. */
  derivatives(out: Float64Array, o: number, m: number, u: number): void {
    const { nodes: x, curvature: C } = this;
    const L = this.lengths[m];
    const a = 1 - u;
    const d1 = (-L / 6) * (3 * a * a - 1);
    const d2 = (L / 6) * (3 * u * u - 1);
    for (let r = 0; r < 3; r++) {
      const i = 3 * m + r;
      out[o + r] = (x[i + 3] - x[i]) / L + d1 * C[i] + d2 * C[i + 3];
      out[o + 3 + r] = a * C[i] + u * C[i + 3];
    }
  }

  /** A force on the curve. Nothing reaches the nodes before finishLoads. */
  addLoad(m: number, u: number, fx: number, fy: number, fz: number): void {
    const { loadDirect: F, loadCurved: g } = this;
    const L = this.lengths[m];
    const a = 1 - u;
    const f2 = ((a * a * a - a) * L * L) / 6;
    const f4 = ((u * u * u - u) * L * L) / 6;
    const i = 3 * m;
    F[i] += a * fx;
    F[i + 1] += a * fy;
    F[i + 2] += a * fz;
    F[i + 3] += u * fx;
    F[i + 4] += u * fy;
    F[i + 5] += u * fz;
    g[i] += f2 * fx;
    g[i + 1] += f2 * fy;
    g[i + 2] += f2 * fz;
    g[i + 3] += f4 * fx;
    g[i + 4] += f4 * fy;
    g[i + 5] += f4 * fz;
  }

  beginLoads(): void {
    this.loadDirect.fill(0, 0, 3 * this.count);
    this.loadCurved.fill(0, 0, 3 * this.count);
  }

  /** force += loads, every `stride` numbers from `at`; endLoad = what turns clamped ends. */
  finishLoads(force: Float64Array, at: number, stride: number): void {
    const { count, lengths, loadDirect: F, loadCurved: w, clamped, endLoad } = this;
    const last = count - 1;
    // rows of free ends say C = 0: whatever acts on C there goes nowhere
    for (let r = 0; r < 3; r++) {
      if (!clamped[0]) w[r] = 0;
      if (!clamped[1]) w[3 * last + r] = 0;
    }
    this.system.solve(w);
    for (let j = 0; j < last; j++) {
      const s = 1 / lengths[j];
      const fromLeft = j > 0 || clamped[0] ? s : 0;
      const fromRight = j + 1 < last || clamped[1] ? s : 0;
      for (let r = 0; r < 3; r++) {
        const i = 3 * j + r;
        const d = fromLeft * w[i] - fromRight * w[i + 3];
        F[i] -= d;
        F[i + 3] += d;
      }
    }
    for (let r = 0; r < 3; r++) {
      endLoad[r] = clamped[0] ? -w[r] : 0;
      endLoad[3 + r] = clamped[1] ? w[3 * last + r] : 0;
    }
    for (let i = 0; i < count; i++) for (let r = 0; r < 3; r++) force[at + stride * i + r] += F[3 * i + r];
  }

  /** Largest distance of element m from its chord: |r - chord| <= L^2/8 max|C|, as the second derivative is linear. */
  bulge(m: number): number {
    const C = this.curvature;
    const i = 3 * m;
    const a = C[i] * C[i] + C[i + 1] * C[i + 1] + C[i + 2] * C[i + 2];
    const b = C[i + 3] * C[i + 3] + C[i + 4] * C[i + 4] + C[i + 5] * C[i + 5];
    return 0.125 * this.lengths[m] * this.lengths[m] * Math.sqrt(Math.max(a, b));
  }
}

function blend(out: Float64Array, o: number, x: Float64Array, C: Float64Array, m: number, u: number, L: number): void {
  const a = 1 - u;
  const f2 = ((a * a * a - a) * L * L) / 6;
  const f4 = ((u * u * u - u) * L * L) / 6;
  const i = 3 * m;
  out[o] = a * x[i] + f2 * C[i] + u * x[i + 3] + f4 * C[i + 3];
  out[o + 1] = a * x[i + 1] + f2 * C[i + 1] + u * x[i + 4] + f4 * C[i + 4];
  out[o + 2] = a * x[i + 2] + f2 * C[i + 2] + u * x[i + 5] + f4 * C[i + 5];
}
