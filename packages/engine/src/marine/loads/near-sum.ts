/**
 * Loads on a hull near a pose at which they were summed over all triangles. The iterates of a stage lie close together; those within NEAR
 * of the hull's size take their loads from the sum by derivatives, with (dx, dth) the displacement and dv the change of velocity:
 *   F - K (dx, dth),   drag - C dv,   V + G.(dx, dth),   V' + G.dv        G = int (n, r x n) dA over the wetted surface
 * Left out: the change of drag with the pose, a part of at most NEAR over the draught.
 */

/** Part of the distance from the centre of mass to the farthest vertex. */
const NEAR = 1e-4;

/** The sums and their derivatives. */
export interface HullLoads {
  readonly pressureForce: Float64Array;
  readonly dragForce: Float64Array;
  readonly stiffness: Float64Array;
  readonly damping: Float64Array;
  readonly growthBy: Float64Array;
  volume: number;
  growth: number;
}

export class NearSum {
  /** [s] */
  time: number = Number.NaN;
  readonly #limit: number;
  /** farthest vertex from the centre of mass [m] */
  readonly radius: number;
  /** position, rotation, velocity */
  readonly #pose: Float64Array = new Float64Array(18);
  /** pressure, drag, volume, its growth */
  readonly #loads: Float64Array = new Float64Array(14);

  /** local: vertices from the centre of mass [m] */
  constructor(local: Float64Array) {
    let square = 0;
    for (let i = 0; i < local.length; i += 3) {
      square = Math.max(square, local[i] * local[i] + local[i + 1] * local[i + 1] + local[i + 2] * local[i + 2]);
    }
    this.radius = Math.sqrt(square);
    this.#limit = NEAR * this.radius;
  }

  forget(): void {
    this.time = Number.NaN;
  }

  /** Is this pose near the stored one, at the same time? Writes the displacement to `moved`. */
  reaches(time: number, position: Float64Array, p: number, R: Float64Array, r: number): boolean {
    if (time !== this.time) return false;
    const q = this.#pose;
    let move = 0;
    let turn = 0;
    for (let i = 0; i < 3; i++) {
      moved[i] = position[p + i] - q[i];
      move += moved[i] * moved[i];
      // the rotation is small: half of R R0^T minus its transpose
      const j = (i + 1) % 3;
      const k = (i + 2) % 3;
      let sum = 0;
      for (let s = 0; s < 3; s++) sum += R[r + 3 * k + s] * q[3 + 3 * j + s] - R[r + 3 * j + s] * q[3 + 3 * k + s];
      moved[3 + i] = 0.5 * sum;
      turn += 0.25 * sum * sum;
    }
    return move + this.radius * this.radius * turn <= this.#limit * this.#limit;
  }

  keep(
    loads: HullLoads,
    time: number,
    position: Float64Array,
    p: number,
    rotation: Float64Array,
    r: number,
    velocity: Float64Array,
    v: number,
  ): void {
    this.time = time;
    for (let i = 0; i < 3; i++) this.#pose[i] = position[p + i];
    for (let i = 0; i < 9; i++) this.#pose[3 + i] = rotation[r + i];
    for (let i = 0; i < 6; i++) {
      this.#pose[12 + i] = velocity[v + i];
      this.#loads[i] = loads.pressureForce[i];
      this.#loads[6 + i] = loads.dragForce[i];
    }
    this.#loads[12] = loads.volume;
    this.#loads[13] = loads.growth;
  }

  /** Loads at the pose last tested. */
  follow(loads: HullLoads, velocity: Float64Array, v: number): void {
    const { stiffness: K, damping: C, growthBy, pressureForce, dragForce } = loads;
    const kept = this.#loads;
    for (let i = 0; i < 6; i++) faster[i] = velocity[v + i] - this.#pose[12 + i];
    let volume = kept[12];
    let growth = kept[13];
    for (let i = 0; i < 6; i++) {
      let push = kept[i];
      let drag = kept[6 + i];
      for (let j = 0; j < 6; j++) {
        push -= K[6 * i + j] * moved[j];
        drag -= C[6 * i + j] * faster[j];
      }
      pressureForce[i] = push;
      dragForce[i] = drag;
      volume += growthBy[i] * moved[i];
      growth += growthBy[i] * faster[i];
    }
    loads.volume = Math.max(0, volume);
    loads.growth = growth;
  }
}

const moved = new Float64Array(6);
const faster = new Float64Array(6);
