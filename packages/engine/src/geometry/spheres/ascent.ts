/**
 * From a point in free space to the centre of the largest ball nearby: a local maximum of D(x) = min_k f_k(x), f_k the
 * distances to triangles and balls.
 *
 * Each f_k is convex, so it stays above its tangent f_k + g_k.s. A step maximises the least tangent less |s|^2/(2 t), t the
 * reach of the step; that is a small quadratic programme, solved in its dual
 *   minimise t/2 |sum w_k g_k|^2 + sum w_k f_k,  w >= 0, sum w = 1,  then s = t sum w_k g_k
 * by moving weight between two entries at a time. Every such step raises D as long as all f_k within reach are in the list; where the list
 * is full and D does not rise, the reach is halved. (A proximal bundle step; J.-B. Hiriart-Urruty, C. Lemarechal, "Convex Analysis and
 * Minimization Algorithms II", Springer, 1993, ch. XV.)
 *
 * Between parallel faces the largest ball has no unique place. It is then moved along them, away from the middle, until something stops it,
 * so that balls lie side by side instead of at random distances.
 */
import type { FreeSpace } from './free-space.ts';

const ROOM = 160; // neighbours among balls no smaller than itself: at most about 13; the rest is for triangles of curved sides
const STEPS = 30;
const SLIDES = 40; // of which 24 halve the step

export class Ascent {
  /** where the last climb ended, and D there [m] */
  x = 0;
  y = 0;
  z = 0;
  distance = 0;
  readonly #near = new Float64Array(4 * ROOM);
  readonly #weights = new Float64Array(ROOM);
  readonly #step = new Float64Array(3);
  readonly #basis = new Float64Array(9); // orthonormal rows: directions of the obstacles at the ball, then directions along which it slides

  /** D at the start must be positive. reach: how far a first step may go [m] */
  climb(space: FreeSpace, x: number, y: number, z: number, distance: number, reach: number): void {
    this.x = x;
    this.y = y;
    this.z = z;
    this.distance = distance;
    let t = reach;
    for (let step = 0; step < STEPS; step++) {
      const count = space.gather(this.#near, this.x, this.y, this.z, this.distance + 2 * t, ROOM);
      if (count === 0) return;
      const gain = this.#solve(count, t);
      if (!(gain > 1e-7 * this.distance)) return;
      const s = this.#step;
      const d = space.distance(this.x + s[0], this.y + s[1], this.z + s[2]);
      if (d > this.distance) {
        this.x += s[0];
        this.y += s[1];
        this.z += s[2];
        this.distance = d;
      } else {
        t *= 0.5;
        if (t < 1e-6 * this.distance) return;
      }
    }
  }

  /**
   * After a climb: while the obstacles leave a direction free, slide along it as far as D allows. Jumping over an obstacle does no harm.
   */
  settle(space: FreeSpace): void {
    for (let round = 0; round < 2; round++) {
      const free = this.#freeDirection(space);
      if (free < 0) break;
      const ux = this.#basis[free];
      const uy = this.#basis[free + 1];
      const uz = this.#basis[free + 2];
      const enough = this.distance * (1 - 1e-4); // the direction is known to about 1e-4
      let s = 0;
      let step = this.distance;
      for (let slide = 0; slide < SLIDES && step > 1e-7 * this.distance; slide++) {
        const t = s + step;
        if (space.distance(this.x + t * ux, this.y + t * uy, this.z + t * uz) >= enough) s = t;
        else step *= 0.5;
      }
      const [x, y, z] = [this.x + s * ux, this.y + s * uy, this.z + s * uz];
      this.climb(space, x, y, z, space.distance(x, y, z), 0.01 * this.distance);
    }
  }

  /** Offset in the basis of a direction across all obstacles that touch, pointing away from the origin; -1 if there is none. */
  #freeDirection(space: FreeSpace): number {
    const count = space.gather(this.#near, this.x, this.y, this.z, this.distance * (1 + 1e-5), ROOM);
    const near = this.#near;
    const b = this.#basis;
    let rank = 0;
    for (let k = 0; k < count && rank < 3; k++) {
      if (this.#append(rank, near[4 * k + 1], near[4 * k + 2], near[4 * k + 3])) rank++;
    }
    if (rank === 0 || rank === 3) return -1;
    const o = 3 * rank;
    const away =
      this.#append(rank, this.x, this.y, this.z) ||
      this.#append(rank, 1, 0, 0) ||
      this.#append(rank, 0, 1, 0) ||
      this.#append(rank, 0, 0, 1);
    return away && Number.isFinite(b[o]) ? o : -1;
  }

  /**
   * Row `rank` of the basis: the part of v across the rows before it, if that is more than a hundredth of it. (Two triangles of
   * one face: that the ball touches the second 1e-5 farther off, across its edge, turns the direction by 0.0045 only.)
   */
  #append(rank: number, vx: number, vy: number, vz: number): boolean {
    const b = this.#basis;
    const length = Math.sqrt(vx * vx + vy * vy + vz * vz);
    let [x, y, z] = [vx, vy, vz];
    for (let k = 0; k < rank; k++) {
      const dot = x * b[3 * k] + y * b[3 * k + 1] + z * b[3 * k + 2];
      x -= dot * b[3 * k];
      y -= dot * b[3 * k + 1];
      z -= dot * b[3 * k + 2];
    }
    const across = Math.sqrt(x * x + y * y + z * z);
    if (!(across > 0.01 * length)) return false;
    b[3 * rank] = x / across;
    b[3 * rank + 1] = y / across;
    b[3 * rank + 2] = z / across;
    return true;
  }

  /** Computes the step; returns the rise of D that the tangents predict. */
  #solve(count: number, t: number): number {
    const near = this.#near;
    const w = this.#weights;
    let lowest = 0;
    for (let k = 1; k < count; k++) if (near[4 * k] < near[4 * lowest]) lowest = k;
    w.fill(0, 0, count);
    w[lowest] = 1;
    let vx = near[4 * lowest + 1];
    let vy = near[4 * lowest + 2];
    let vz = near[4 * lowest + 3];
    const enough = 1e-9 * near[4 * lowest];
    for (let round = 0; round < 200; round++) {
      let up = 0;
      let down = -1;
      let least = Number.POSITIVE_INFINITY;
      let most = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < count; k++) {
        const o = 4 * k;
        const slope = near[o] + t * (near[o + 1] * vx + near[o + 2] * vy + near[o + 3] * vz); // f_k at the step
        if (slope < least) {
          least = slope;
          up = k;
        }
        if (w[k] > 0 && slope > most) {
          most = slope;
          down = k;
        }
      }
      if (most - least <= enough) break;
      const a = 4 * up;
      const b = 4 * down;
      const gx = near[a + 1] - near[b + 1];
      const gy = near[a + 2] - near[b + 2];
      const gz = near[a + 3] - near[b + 3];
      const curvature = t * (gx * gx + gy * gy + gz * gz);
      const moved = curvature > 0 ? Math.min(w[down], (most - least) / curvature) : w[down];
      w[up] += moved;
      w[down] -= moved;
      vx += moved * gx;
      vy += moved * gy;
      vz += moved * gz;
    }
    this.#step[0] = t * vx;
    this.#step[1] = t * vy;
    this.#step[2] = t * vz;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      const o = 4 * k;
      least = Math.min(least, near[o] + t * (near[o + 1] * vx + near[o + 2] * vy + near[o + 3] * vz));
    }
    return least - this.distance;
  }
}
