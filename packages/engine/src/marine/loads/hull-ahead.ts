/**
 * Loads on a large hull in a sea of many components, summed ahead of time. At instants called knots (knots.ts) the loads and their
 * derivatives are summed over all triangles, at the pose that the hull will reach by its present velocity. Between knots a parabola through
 * three linear models replaces the sum:
 *   F(q, v, t) = sum of L_j(t) (F_j - K_j (q - q_j) - C_j (v - v_j))
 * The linear models are in error by a term in (t - t_j)^2 along a smooth path; the parabola cancels it, so the total error is of third
 * order in D. The method suits hulls that move little against their own size in that time, as ships do.
 */
import { expTimesMatrix } from '../../math/index.ts';
import type { Sea } from '../sea/sea.ts';
import { largestSpeed, SAVED_KNOTS, TimeKnots } from './knots.ts';

/** Longest time between knots [s]. */
const LONGEST = 0.2;
/** Largest distance a point may travel between two knots, and largest distance from a predicted pose, as parts of the size of the hull. */
const LITTLE = 0.01;
const FAR = 0.03;

/** The quantities that are summed. `sum` computes them at a pose and velocity, at the time of the sea. */
export interface SummedHull {
  readonly pressureForce: Float64Array;
  readonly dragForce: Float64Array;
  readonly growthBy: Float64Array;
  readonly flow: Float64Array;
  readonly centre: Float64Array;
  readonly stiffness: Float64Array;
  readonly damping: Float64Array;
  volume: number;
  area: number;
  growth: number;
  draft: number;
  sum(
    sea: Sea,
    position: Float64Array,
    p: number,
    rotation: Float64Array,
    r: number,
    velocity: Float64Array,
    v: number,
    withDerivatives: boolean,
  ): void;
}

/** Numbers of a knot: position, rotation, velocity; pressure, drag, growthBy, flow, centre; four single ones; stiffness, damping. */
const [
  ROTATION,
  VELOCITY,
  PRESSURE,
  DRAG,
  GROWTH_BY,
  FLOW,
  CENTRE,
  VOLUME,
  AREA,
  GROWTH,
  DRAFT,
  STIFFNESS,
  DAMPING,
  SIZE,
] = [3, 12, 18, 24, 30, 36, 42, 45, 46, 47, 48, 49, 85, 121];

const turn = new Float64Array(3);
const moved = new Float64Array(6);
const faster = new Float64Array(6);

export class HullAhead {
  readonly #finest: number;
  readonly #radius: number;
  readonly #knots: TimeKnots = new TimeKnots();
  readonly #kept: readonly Float64Array[] = [new Float64Array(SIZE), new Float64Array(SIZE), new Float64Array(SIZE)];

  /** finest: largest wave number that counts [rad/m]; radius: of the farthest vertex from the centre of mass [m] */
  constructor(finest: number, radius: number) {
    this.#finest = finest;
    this.#radius = radius;
  }

  /** Writes the loads at this pose into the hull. false: the hull must sum them itself. */
  serve(
    hull: SummedHull,
    sea: Sea,
    position: Float64Array,
    p: number,
    rotation: Float64Array,
    r: number,
    velocity: Float64Array,
    v: number,
  ): boolean {
    if (this.#prepared(hull, sea, position, p, rotation, r, velocity, v)) {
      this.#knots.weigh(sea.time);
      if (this.#combine(hull, position, p, rotation, r, velocity, v)) return true;
    }
    this.#knots.stop();
    this.#knots.before = sea.time;
    return false;
  }

  #prepared(
    hull: SummedHull,
    sea: Sea,
    position: Float64Array,
    p: number,
    rotation: Float64Array,
    r: number,
    velocity: Float64Array,
    v: number,
  ): boolean {
    const knots = this.#knots;
    if (knots.apart < 0) knots.prepare(sea, this.#finest, LONGEST);
    if (knots.apart === 0) return false;
    const limit = Math.min(knots.slow, (LITTLE * this.#radius) / knots.apart);
    if (!(largestSpeed(velocity, v, this.#radius) < limit)) return false;
    const missing = knots.around(sea.time);
    if (missing < 0) return false;
    for (let k = 0; k < 3; k++) {
      if (k >= 3 - missing) this.#foresee(k, sea.time, position, p, rotation, r, velocity, v);
      else if (!knots.stale(sea, k)) continue;
      this.#fill(hull, sea, k);
    }
    return true;
  }

  #foresee(
    k: number,
    now: number,
    position: Float64Array,
    p: number,
    rotation: Float64Array,
    r: number,
    velocity: Float64Array,
    v: number,
  ): void {
    const kept = this.#kept[this.#knots.slot(k)];
    const ahead = this.#knots.time(k) - now;
    for (let i = 0; i < 3; i++) {
      kept[i] = position[p + i] + ahead * velocity[v + i];
      turn[i] = ahead * velocity[v + 3 + i];
    }
    expTimesMatrix(kept, ROTATION, turn, 0, rotation, r);
    for (let i = 0; i < 6; i++) kept[VELOCITY + i] = velocity[v + i];
  }

  #fill(hull: SummedHull, sea: Sea, k: number): void {
    const knots = this.#knots;
    const kept = this.#kept[knots.slot(k)];
    const now = sea.time;
    sea.setTime(knots.time(k));
    hull.sum(sea, kept, 0, kept, ROTATION, kept, VELOCITY, true);
    knots.note(sea, k);
    sea.setTime(now);
    kept.set(hull.pressureForce, PRESSURE);
    kept.set(hull.dragForce, DRAG);
    kept.set(hull.growthBy, GROWTH_BY);
    kept.set(hull.flow, FLOW);
    kept.set(hull.centre, CENTRE);
    kept[VOLUME] = hull.volume;
    kept[AREA] = hull.area;
    kept[GROWTH] = hull.growth;
    kept[DRAFT] = hull.draft;
    kept.set(hull.stiffness, STIFFNESS);
    kept.set(hull.damping, DAMPING);
  }

  /** False: too far from a predicted pose. */
  #combine(
    hull: SummedHull,
    position: Float64Array,
    p: number,
    R: Float64Array,
    r: number,
    velocity: Float64Array,
    v: number,
  ): boolean {
    clear(hull);
    const far = FAR * this.#radius;
    for (let k = 0; k < 3; k++) {
      const kept = this.#kept[this.#knots.slot(k)];
      const weight = this.#knots.weights[k];
      let move = 0;
      let turned = 0;
      for (let i = 0; i < 3; i++) {
        moved[i] = position[p + i] - kept[i];
        move += moved[i] * moved[i];
        // the turn is small: half of R R0^T less its transpose
        const a = ROTATION + 3 * ((i + 1) % 3);
        const b = ROTATION + 3 * ((i + 2) % 3);
        let sum = 0;
        for (let s = 0; s < 3; s++) {
          sum += R[r + b - ROTATION + s] * kept[a + s] - R[r + a - ROTATION + s] * kept[b + s];
        }
        moved[3 + i] = 0.5 * sum;
        turned += 0.25 * sum * sum;
      }
      if (!(move + this.#radius * this.#radius * turned <= far * far)) return false;
      for (let i = 0; i < 6; i++) faster[i] = velocity[v + i] - kept[VELOCITY + i];
      add(hull, kept, weight);
    }
    hull.volume = Math.max(0, hull.volume);
    return true;
  }

  /** Adds all numbers that a restart needs to continue with the same bits. */
  save(out: number[]): void {
    this.#knots.save(out);
    if (!this.#knots.any) return;
    for (let k = 0; k < 3; k++) for (const value of this.#kept[this.#knots.slot(k)]) out.push(value);
  }

  /** saved: the numbers from the place where `save` wrote; returns the count of those that belong here. */
  restore(saved: Float64Array): number {
    this.#knots.restore(saved);
    if (!this.#knots.any) return SAVED_KNOTS;
    for (let k = 0; k < 3; k++) {
      const o = SAVED_KNOTS + k * SIZE;
      this.#kept[k].set(saved.subarray(o, o + SIZE));
    }
    return SAVED_KNOTS + 3 * SIZE;
  }
}

function clear(hull: SummedHull): void {
  hull.pressureForce.fill(0);
  hull.dragForce.fill(0);
  hull.growthBy.fill(0);
  hull.flow.fill(0);
  hull.centre.fill(0);
  hull.stiffness.fill(0);
  hull.damping.fill(0);
  hull.volume = hull.area = hull.growth = hull.draft = 0;
}

/** Adds a weighted linear model of one knot, evaluated `moved` and `faster` away from it. */
function add(hull: SummedHull, kept: Float64Array, part: number): void {
  const { pressureForce, dragForce, growthBy, flow, centre, stiffness, damping } = hull;
  let volume = kept[VOLUME];
  let growth = kept[GROWTH];
  for (let i = 0; i < 6; i++) {
    let push = kept[PRESSURE + i];
    let drag = kept[DRAG + i];
    for (let j = 0; j < 6; j++) {
      push -= kept[STIFFNESS + 6 * i + j] * moved[j];
      drag -= kept[DAMPING + 6 * i + j] * faster[j];
    }
    pressureForce[i] += part * push;
    dragForce[i] += part * drag;
    growthBy[i] += part * kept[GROWTH_BY + i];
    flow[i] += part * kept[FLOW + i];
    volume += kept[GROWTH_BY + i] * moved[i];
    growth += kept[GROWTH_BY + i] * faster[i];
  }
  for (let i = 0; i < 3; i++) centre[i] += part * kept[CENTRE + i];
  for (let i = 0; i < 36; i++) {
    stiffness[i] += part * kept[STIFFNESS + i];
    damping[i] += part * kept[DAMPING + i];
  }
  hull.volume += part * volume;
  hull.growth += part * growth;
  hull.area += part * kept[AREA];
  hull.draft += part * kept[DRAFT];
}
