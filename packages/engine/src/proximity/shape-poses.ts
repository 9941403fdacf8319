/**
 * Poses of shapes in columns by shape, so that a search reads memory in order. The local placement is stored once; world placement, box,
 * velocity and growth are updated at every search.
 */
import { type BuiltShape, type CollisionShape, CYLINDER, SPHERE } from './built-shape.ts';

/** Reach of a search: shapes that may come near within `horizon` [s], or by moving `slack` [m]. */
export interface Reach {
  readonly horizon: number;
  readonly slack: number;
  /** true: either of two may be stopped by a third within the horizon, so common motion does not cancel */
  readonly stops?: boolean;
}

/** Numbers of `local` a shape takes: position (3), rotation (9), centre of the bounds (3), half (3). */
const LOCAL = 18;
const ROTATION = 3;
const CENTRE = 12;
const HALF = 15;

export class ShapePoses {
  readonly count: number;
  readonly body: Int32Array;
  readonly rank: Uint8Array;
  readonly #local: Float64Array;
  /** frames of the shapes in the world: origin [m] 3 numbers, rotation 9 (row-major, shape to world) */
  readonly posW: Float64Array;
  readonly rotWS: Float64Array;
  /** [m] world boxes: least, largest; centre of the bounds, radius of their ball */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly centreW: Float64Array;
  readonly radius: Float64Array;
  /** [m/s] world velocity of the centre */
  readonly velocityW: Float64Array;
  /** [m] (speed of the centre + spin * radius) * horizon + slack/2 */
  readonly growth: Float64Array;

  constructor(shapes: readonly BuiltShape[], placed: readonly CollisionShape[]) {
    const n = shapes.length;
    this.count = n;
    this.body = Int32Array.from(shapes, (shape) => shape.body);
    this.rank = Uint8Array.from(shapes, (shape) => shape.rank);
    this.#local = new Float64Array(LOCAL * n);
    shapes.forEach(({ bounds }, i) => {
      this.#local.set(placed[i].position, LOCAL * i);
      this.#local.set(placed[i].rotation, LOCAL * i + ROTATION);
      this.#local.set(bounds.centre, LOCAL * i + CENTRE);
      this.#local.set(bounds.half, LOCAL * i + HALF);
    });
    this.posW = new Float64Array(3 * n);
    this.rotWS = new Float64Array(9 * n);
    this.low = new Float64Array(3 * n);
    this.high = new Float64Array(3 * n);
    this.centreW = new Float64Array(3 * n);
    this.radius = Float64Array.from(shapes, (shape) => shape.bounds.radius);
    this.velocityW = new Float64Array(3 * n);
    this.growth = new Float64Array(n);
  }

  /** All shapes at the poses and velocities of their bodies. */
  update(posW: Float64Array, rotWB: Float64Array, velW: Float64Array, omegaW: Float64Array, reach: Reach): void {
    const l = this.#local;
    const { horizon, slack } = reach;
    for (let i = 0; i < this.count; i++) {
      const b = 3 * this.body[i];
      const r = 9 * this.body[i];
      const o = LOCAL * i;
      const rank = this.rank[i];
      for (let k = 0; k < 3; k++) {
        const x = rotWB[r + 3 * k];
        const y = rotWB[r + 3 * k + 1];
        const z = rotWB[r + 3 * k + 2];
        const p = posW[b + k] + x * l[o] + y * l[o + 1] + z * l[o + 2];
        const sx = x * l[o + 3] + y * l[o + 6] + z * l[o + 9];
        const sy = x * l[o + 4] + y * l[o + 7] + z * l[o + 10];
        const sz = x * l[o + 5] + y * l[o + 8] + z * l[o + 11];
        this.posW[3 * i + k] = p;
        this.rotWS[9 * i + 3 * k] = sx;
        this.rotWS[9 * i + 3 * k + 1] = sy;
        this.rotWS[9 * i + 3 * k + 2] = sz;
        const centre = p + sx * l[o + CENTRE] + sy * l[o + CENTRE + 1] + sz * l[o + CENTRE + 2];
        let reach: number;
        if (rank === SPHERE) reach = l[o + HALF];
        else if (rank === CYLINDER) {
          reach = l[o + HALF] * Math.sqrt(Math.max(0, 1 - sz * sz)) + l[o + HALF + 2] * Math.abs(sz);
        } else {
          reach = l[o + HALF] * Math.abs(sx) + l[o + HALF + 1] * Math.abs(sy) + l[o + HALF + 2] * Math.abs(sz);
        }
        this.centreW[3 * i + k] = centre;
        this.low[3 * i + k] = centre - reach;
        this.high[3 * i + k] = centre + reach;
      }
      const px = this.centreW[3 * i] - posW[b];
      const py = this.centreW[3 * i + 1] - posW[b + 1];
      const pz = this.centreW[3 * i + 2] - posW[b + 2];
      const wx = omegaW[b];
      const wy = omegaW[b + 1];
      const wz = omegaW[b + 2];
      const vx = velW[b] + wy * pz - wz * py;
      const vy = velW[b + 1] + wz * px - wx * pz;
      const vz = velW[b + 2] + wx * py - wy * px;
      this.velocityW[3 * i] = vx;
      this.velocityW[3 * i + 1] = vy;
      this.velocityW[3 * i + 2] = vz;
      const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
      const spin = Math.sqrt(wx * wx + wy * wy + wz * wz);
      this.growth[i] = (spin > 0 ? speed + spin * this.radius[i] : speed) * horizon + 0.5 * slack;
    }
  }

  /** Pose of shape b relative to shape a: R = R_A^T R_B (row-major, b to a), t = R_A^T (x_B - x_A). */
  relative(rotAB: Float64Array, posAB: Float64Array, a: number, b: number): void {
    const w = this.rotWS;
    const p = 9 * a;
    const q = 9 * b;
    const dx = this.posW[3 * b] - this.posW[3 * a];
    const dy = this.posW[3 * b + 1] - this.posW[3 * a + 1];
    const dz = this.posW[3 * b + 2] - this.posW[3 * a + 2];
    for (let i = 0; i < 3; i++) {
      const x = w[p + i];
      const y = w[p + 3 + i];
      const z = w[p + 6 + i];
      rotAB[3 * i] = x * w[q] + y * w[q + 3] + z * w[q + 6];
      rotAB[3 * i + 1] = x * w[q + 1] + y * w[q + 4] + z * w[q + 7];
      rotAB[3 * i + 2] = x * w[q + 2] + y * w[q + 5] + z * w[q + 8];
      posAB[i] = x * dx + y * dy + z * dz;
    }
  }

  /** Transforms a point, three numbers of `data`, from the frame of shape i to that of its body. */
  movePoint(data: Float64Array, o: number, i: number): void {
    this.turnDirection(data, o, i);
    data[o] += this.#local[LOCAL * i];
    data[o + 1] += this.#local[LOCAL * i + 1];
    data[o + 2] += this.#local[LOCAL * i + 2];
  }

  turnDirection(data: Float64Array, o: number, i: number): void {
    const l = this.#local;
    const r = LOCAL * i + ROTATION;
    const x = data[o];
    const y = data[o + 1];
    const z = data[o + 2];
    data[o] = l[r] * x + l[r + 1] * y + l[r + 2] * z;
    data[o + 1] = l[r + 3] * x + l[r + 4] * y + l[r + 5] * z;
    data[o + 2] = l[r + 6] * x + l[r + 7] * y + l[r + 8] * z;
  }
}
