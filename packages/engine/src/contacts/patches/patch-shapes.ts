/**
 * Contact geometry of contacts by volume, kept between evaluations. Intersecting two meshes costs far more than the law over their
 * intersection. Therefore - solids found apart by some distance are not looked at before they moved by that much against each other. The
 * distance
 *   outlives the step: it changes nothing but the work;
 * - a shape serves, moved along, while bodies moved less than a share of its depth since it was found, or than the tolerance of
 *   Newton's method. With d, t the motion of B against A at its centre, point k loses s_k.(d + t x rho_k) of its volume: exact to
 *   first order. The normal rotates with the body that rotated less: a floor does not tilt with a body that lands on it.
 */
import { Effort, effortFor, FOR_PAIR, GrowableFloat64, GrowableInt32, LAWS, LOOKS } from '../../base/index.ts';
import {
  type CollisionScene,
  PATCH_STRIDE,
  PATCH_TURNING,
  PatchList,
  POINT_STRIDE,
  type SolidPair,
  thinPatches,
} from '../../proximity/index.ts';
import { mostMotion } from './most-motion.ts';

export const SHAPES_EXACT = 0; // all contact geometries at the trial
export const SHAPES_NEAR = 1; // those recomputed because of too much motion

/** Part of the depth of a patch by which bodies may move before its geometry is recomputed; 0.5 would save little more. */
const SHARE_OF_DEPTH = 0.01;
/** Gaps are computed up to this part of the smaller radius. */
const WIDEST_GAP = 0.2;
/** Patches smaller than this part of it are summed over five points. */
const SMALL = 0.4;
/** Coarse geometries are used while solids moved elsewhere by at most this multiple of their motion at the contact. */
const ELSEWHERE = 4;
/** Data of the trial: poses and velocities in columns, displacements since the step began. */
export interface TrialPoses {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly u: Float64Array;
}

const SINCE = 12; // numbers of each pair: u of A and of B when its geometry was computed

/** Patches of a pair as computed. */
class KeptShape extends PatchList {
  /** their centres in the frames of A and B, from the centres of mass: 6 a patch */
  anchors: Float64Array = new Float64Array(6 * 4);
  /** [m] displacement of B towards A in that computation (3): all depths are too large by its normal component */
  readonly closer: Float64Array = new Float64Array(3);

  anchor(position: Float64Array, rotation: Float64Array, a: number, b: number): void {
    if (this.anchors.length < 6 * this.count) this.anchors = new Float64Array(12 * this.count);
    for (let p = 0; p < this.count; p++) {
      this.place(6 * p, PATCH_STRIDE * p, position, rotation, a);
      this.place(6 * p + 3, PATCH_STRIDE * p, position, rotation, b);
    }
  }

  private place(to: number, o: number, position: Float64Array, rotation: Float64Array, body: number): void {
    const x = this.data[o] - position[3 * body];
    const y = this.data[o + 1] - position[3 * body + 1];
    const z = this.data[o + 2] - position[3 * body + 2];
    const r = 9 * body;
    for (let k = 0; k < 3; k++) {
      this.anchors[to + k] = rotation[r + k] * x + rotation[r + 3 + k] * y + rotation[r + 6 + k] * z;
    }
  }
}

/** A patch at the trial. */
export interface MovedPatch {
  points: Float64Array;
  /** of the points, where it bends */
  normals: Float64Array;
  first: number;
  last: number;
  /** as in PatchList */
  readonly data: Float64Array;
  /** stiffness not contained in the points, PATCH_TURNING numbers from `turningAt` on, where known; otherwise -1 */
  turning: Float64Array;
  turningAt: number;
}

export class PatchShapes {
  mode: number = SHAPES_EXACT;
  /** the present pair is the cause of the work that follows */
  effort: Effort = new Effort();
  /** [m] SHAPES_NEAR: geometries that moved less than this are kept */
  tolerance = 0;
  /**
   * [m] geometries outlive steps while the relative motion at the contact is below this, and patches with one normal are computed as five
   * points; 0: neither
   */
  coarse = 0;
  readonly patch: MovedPatch = {
    points: new Float64Array(0),
    normals: new Float64Array(0),
    first: 0,
    last: 0,
    data: new Float64Array(PATCH_STRIDE),
    turning: new Float64Array(0),
    turningAt: -1,
  };
  private readonly lists: (KeptShape | undefined)[] = [];
  private readonly spare: KeptShape[] = [];
  /** by pair: 1 known, 0 not */
  private readonly known = new GrowableInt32(64);
  private readonly since = new GrowableFloat64(SINCE * 64);
  /** by pair: [m] lower bound of the distance */
  private readonly apart = new GrowableFloat64(64);
  private moved = new Float64Array(POINT_STRIDE * 256);
  private turned = new Float64Array(3 * 256);
  /** motion of the present pair since its geometry was computed: displacement (3), rotation (3) of A, then of B */
  private readonly motion = new Float64Array(SINCE);
  private still = true;
  /** at hand */
  private pair = 0;

  /** Poses were set from outside: all stored geometry is invalid. */
  forget(): void {
    this.known.data.fill(0, 0, this.known.length);
  }

  /**
   * A step was taken; u restarts at its end. Geometries are recomputed, so that a run continues from a checkpoint with the same bits,
   * except coarse ones, which are saved. Gaps, which change only the work, are kept, reduced by the possible approach.
   */
  rebase(w: TrialPoses, scene: CollisionScene): void {
    for (let pair = 0; pair < this.known.length; pair++) {
      if (this.known.data[pair] === 0) continue;
      this.known.data[pair] = 0;
      const solids = scene.solidPair(pair);
      if (this.lists[pair]) {
        if (this.coarse > 0) this.keep(w, pair, solids);
        continue;
      }
      if (this.apart.data[pair] === 0) continue;
      this.readMotion(w, pair, solids.bodyA, solids.bodyB);
      mostMotion(moved, this.motion, w.position, solids);
      const left = this.apart.data[pair] - moved[0];
      if (!(left > 0)) continue;
      this.apart.data[pair] = left;
      this.since.data.fill(0, SINCE * pair, SINCE * (pair + 1));
      this.known.data[pair] = 1;
    }
  }

  private keep(w: TrialPoses, pair: number, solids: SolidPair): void {
    this.readMotion(w, pair, solids.bodyA, solids.bodyB);
    for (let k = 0; k < SINCE; k++) this.since.data[SINCE * pair + k] = -this.motion[k];
    this.known.data[pair] = 1;
  }

  /**
   * Geometries that outlive the step, for a checkpoint: pair, patches, points, 1 with normals; time of computation; then the other data by
   * kind.
   */
  save(w: TrialPoses, scene: CollisionScene): number[] {
    const out: number[] = [];
    if (this.coarse === 0) return out;
    for (let pair = 0; pair < this.known.length; pair++) {
      const list = this.lists[pair];
      if (list === undefined || this.known.data[pair] === 0) continue;
      const points = list.start[list.count];
      const { bodyA, bodyB } = scene.solidPair(pair);
      this.readMotion(w, pair, bodyA, bodyB);
      // relative to the next step
      out.push(pair, list.count, points, ...list.closer, ...this.motion.map((x) => -x));
      out.push(...list.data.subarray(0, PATCH_STRIDE * list.count), ...list.anchors.subarray(0, 6 * list.count));
      out.push(...list.start.subarray(0, list.count + 1), ...list.points.subarray(0, POINT_STRIDE * points));
      out.push(...list.normals.subarray(0, 3 * points));
    }
    return out;
  }

  /** Restores the saved geometries; all others are discarded. */
  restore(saved: Float64Array): void {
    this.forget();
    let at = 0;
    const next = (count: number): Float64Array => {
      at += count;
      return saved.subarray(at - count, at);
    };
    while (at < saved.length) {
      const [pair, count, points] = next(3);
      if (pair >= this.known.length) this.grow(pair + 1);
      const list = new KeptShape();
      list.closer.set(next(3));
      this.since.data.set(next(SINCE), SINCE * pair);
      list.count = count;
      list.data = next(PATCH_STRIDE * count).slice();
      list.anchors = next(6 * count).slice();
      list.start = Int32Array.from(next(count + 1));
      list.points = next(POINT_STRIDE * points).slice();
      list.normals = next(3 * points).slice();
      this.lists[pair] = list;
      this.known.data[pair] = 1;
    }
  }

  /**
   * Patches of a pair, each read with `take`; undefined: none. closer: recomputed geometries are those with B displaced by this (3) [m]
   * towards A, so that they include imminent contact.
   */
  of(w: TrialPoses, pair: number, solids: SolidPair, closer: Float64Array = NOT_CLOSER): KeptShape | undefined {
    if (pair >= this.known.length) this.grow(pair + 1);
    const { bodyA, bodyB } = solids;
    const { effort } = this;
    this.pair = pair;
    effort.now[0] = effortFor(FOR_PAIR, pair);
    if (this.known.data[pair] === 1) {
      this.readMotion(w, pair, bodyA, bodyB);
      const gap = this.lists[pair] === undefined; // which changes only the work
      const near = this.still || ((gap || this.mode === SHAPES_NEAR) && this.serves(w, pair, solids));
      const slips = this.coarse === 0 && near && solids.slipMoved(w.position, w.rotation, w.velocity);
      if (near && !slips) return this.lists[pair];
    }
    effort.count(effort.now[0], LOOKS);
    const list = this.spare.pop() ?? new KeptShape();
    list.clear();
    const smaller = Math.min(solids.radiusA, solids.radiusB);
    most[0] = this.lists[pair] ? 0 : WIDEST_GAP * smaller;
    for (let k = 0; k < 3; k++) {
      list.closer[k] = closer[k];
      w.position[3 * bodyB + k] += closer[k];
    }
    solids.meet(list, w.position, w.rotation, w.velocity, most, this.coarse > 0);
    for (let k = 0; k < 3; k++) w.position[3 * bodyB + k] = w.position[3 * bodyB + k] - closer[k];
    if (list.count === 0) this.spare.push(list);
    else if (this.coarse > 0) thinPatches(list, Number.POSITIVE_INFINITY);
    else if (solids.thins && smaller < Number.POSITIVE_INFINITY) thinPatches(list, SMALL * smaller);
    list.anchor(w.position, w.rotation, bodyA, bodyB);
    const old = this.lists[pair];
    if (old) this.spare.push(old);
    this.lists[pair] = list.count > 0 ? list : undefined;
    this.apart.data[pair] = list.apart;
    this.known.data[pair] = 1;
    const s = this.since.data;
    const o = SINCE * pair;
    for (let k = 0; k < 6; k++) {
      s[o + k] = w.u[6 * bodyA + k];
      s[o + 6 + k] = w.u[6 * bodyB + k];
    }
    this.still = true;
    return this.lists[pair];
  }

  /** Is the relative motion of the solids of a pair since its geometry was computed below this [m]? */
  hasMovedLess(w: TrialPoses, pair: number, solids: SolidPair, most: number): boolean {
    if (pair >= this.known.length || this.known.data[pair] === 0) return false;
    this.readMotion(w, pair, solids.bodyA, solids.bodyB);
    mostMotion(moved, this.motion, w.position, solids);
    return moved[0] < most;
  }

  private grow(count: number): void {
    this.known.resize(count);
    this.since.resize(SINCE * count);
    this.apart.resize(count);
  }

  private readMotion(w: TrialPoses, pair: number, a: number, b: number): void {
    const { motion } = this;
    const s = this.since.data;
    const o = SINCE * pair;
    let still = true;
    for (let k = 0; k < 6; k++) {
      motion[k] = w.u[6 * a + k] - s[o + k];
      motion[6 + k] = w.u[6 * b + k] - s[o + 6 + k];
      if (motion[k] !== 0 || motion[6 + k] !== 0) still = false;
    }
    this.still = still;
  }

  /** Is the stored geometry still valid? */
  private serves(w: TrialPoses, pair: number, solids: SolidPair): boolean {
    const list = this.lists[pair];
    if (list === undefined || this.coarse > 0) {
      mostMotion(moved, this.motion, w.position, solids);
      if (list === undefined) return moved[0] < this.apart.data[pair];
      return moved[0] < this.coarse || (moved[0] < ELSEWHERE * this.coarse && this.stays(w, list, solids));
    }
    return this.stays(w, list, solids);
  }

  /** Is the relative motion at the contact within its limit? */
  private stays(w: TrialPoses, list: KeptShape, { bodyA, bodyB }: SolidPair): boolean {
    for (let p = 0; p < list.count; p++) {
      const o = PATCH_STRIDE * p;
      const most = this.coarse > 0 ? this.coarse : Math.max(this.tolerance, SHARE_OF_DEPTH * list.data[o + 8]);
      const reach = Math.sqrt(list.data[o + 7]);
      this.relative(w, list.anchors, 6 * p, bodyA, bodyB);
      if (size(between, 0) + reach * size(between, 3) > most) return false;
    }
    return true;
  }

  /** Writes to `between` the relative motion of B at the old centre, the new centre, and the rotation of the normal. */
  private relative(w: TrialPoses, anchors: Float64Array, o: number, a: number, b: number): void {
    const m = this.motion;
    const { position, rotation } = w;
    // the normal rotates with the body that rotated less: a floor does not tilt with a body that lands on it
    const calm = size(m, 3) <= size(m, 9) ? 3 : 9;
    for (let k = 0; k < 3; k++) {
      const r = 9 * a + 3 * k;
      const s = 9 * b + 3 * k;
      const ofA =
        position[3 * a + k] +
        rotation[r] * anchors[o] +
        rotation[r + 1] * anchors[o + 1] +
        rotation[r + 2] * anchors[o + 2];
      const ofB =
        position[3 * b + k] +
        rotation[s] * anchors[o + 3] +
        rotation[s + 1] * anchors[o + 4] +
        rotation[s + 2] * anchors[o + 5];
      between[k] = ofB - ofA;
      between[3 + k] = m[9 + k] - m[3 + k];
      between[6 + k] = 0.5 * (ofA + ofB);
      between[9 + k] = m[calm + k];
    }
  }

  /** Writes patch p of the last list, at the trial, to `patch`; false: it is open there. */
  take(w: TrialPoses, list: KeptShape, p: number, a: number, b: number): boolean {
    const { patch } = this;
    const o = PATCH_STRIDE * p;
    this.effort.count(effortFor(FOR_PAIR, this.pair), LAWS);
    for (let k = 0; k < PATCH_STRIDE; k++) patch.data[k] = list.data[o + k];
    patch.first = list.start[p];
    patch.last = list.start[p + 1];
    patch.points = list.points;
    patch.normals = list.normals;
    patch.turning = list.turning;
    patch.turningAt = PATCH_TURNING * (p + 1) <= list.turning.length && patch.data[10] >= 0 ? PATCH_TURNING * p : -1;
    if (this.still) return true;
    this.relative(w, list.anchors, 6 * p, a, b);
    return this.move(list.points, list.normals);
  }

  private move(from: Float64Array, ownNormals: Float64Array): boolean {
    const { patch } = this;
    const { first, last, data } = patch;
    const count = last - first;
    if (POINT_STRIDE * count > this.moved.length) {
      this.moved = new Float64Array(2 * POINT_STRIDE * count);
      this.turned = new Float64Array(6 * count);
    }
    const bent = data[9] === 1;
    const out = this.moved;
    const dx = between[0];
    const dy = between[1];
    const dz = between[2];
    const tx = between[3];
    const ty = between[4];
    const tz = between[5];
    const mx = between[9];
    const my = between[10];
    const mz = between[11];
    const nx = data[3];
    const ny = data[4];
    const nz = data[5];
    let lx = nx + my * nz - mz * ny;
    let ly = ny + mz * nx - mx * nz;
    let lz = nz + mx * ny - my * nx;
    const scale = 1 / Math.sqrt(lx * lx + ly * ly + lz * lz);
    lx *= scale;
    ly *= scale;
    lz *= scale;
    let volume = 0;
    let work = 0;
    for (let i = 0; i < count; i++) {
      const k = POINT_STRIDE * (first + i);
      const o = POINT_STRIDE * i;
      const x = from[k];
      const y = from[k + 1];
      const z = from[k + 2];
      const sx = from[k + 4];
      const sy = from[k + 5];
      const sz = from[k + 6];
      const before = from[k + 3];
      let now = before - (sx * (dx + ty * z - tz * y) + sy * (dy + tz * x - tx * z) + sz * (dz + tx * y - ty * x));
      // a face that has separated carries nothing; side walls carry only the volume they sweep
      const facing = sx * nx + sy * ny + sz * nz;
      const open = before * now <= 0 && 4 * facing * facing > sx * sx + sy * sy + sz * sz;
      if (open) now = 0;
      volume += now;
      if (data[10] >= 0) {
        const q = 3 * (first + i);
        const ax = bent ? ownNormals[q] : nx;
        const ay = bent ? ownNormals[q + 1] : ny;
        const az = bent ? ownNormals[q + 2] : nz;
        work +=
          0.5 *
          (before + now) *
          (ax * (dx + ty * z - tz * y) + ay * (dy + tz * x - tx * z) + az * (dz + tx * y - ty * x));
      }
      out[o] = x + my * z - mz * y;
      out[o + 1] = y + mz * x - mx * z;
      out[o + 2] = z + mx * y - my * x;
      out[o + 3] = now;
      out[o + 4] = open ? 0 : sx + my * sz - mz * sy;
      out[o + 5] = open ? 0 : sy + mz * sx - mx * sz;
      out[o + 6] = open ? 0 : sz + mx * sy - my * sx;
      if (!bent) continue;
      const q = 3 * (first + i);
      const px = ownNormals[q];
      const py = ownNormals[q + 1];
      const pz = ownNormals[q + 2];
      this.turned[3 * i] = px + my * pz - mz * py;
      this.turned[3 * i + 1] = py + mz * px - mx * pz;
      this.turned[3 * i + 2] = pz + mx * py - my * px;
    }
    data[0] = between[6];
    data[1] = between[7];
    data[2] = between[8];
    data[3] = lx;
    data[4] = ly;
    data[5] = lz;
    data[6] = volume;
    data[8] = Math.max(0, data[8] - (dx * nx + dy * ny + dz * nz));
    if (data[10] >= 0) data[10] = Math.max(0, data[10] - work);
    patch.points = out;
    patch.normals = this.turned;
    patch.first = 0;
    patch.last = count;
    return volume > 0;
  }
}

const NOT_CLOSER = new Float64Array(3);

/** B relative to A: displacement, rotation; centre; rotation of the normal. */
const between = new Float64Array(12);
const moved = new Float64Array(1);
const most = new Float64Array(1); // [m] largest distance worth computing

function size(v: Float64Array, o: number): number {
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}
