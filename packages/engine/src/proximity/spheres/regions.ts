/**
 * Divides pairs into groups, each nearly flat and connected, so that a block in a corner has one contact with each wall, and a pin in a
 * bore several around it, instead of one averaged plane (Vilela 2018, ss. 6.2.1 and 6.2.6).
 *
 * 1. By direction: pairs from the largest volume down; a pair joins the first group whose leader's direction is within the
 *    angle, or leads a new one. The direction is that of the faces where the balls lie against one, else the line of centres.
 * 2. By place: within a group, pairs that share a ball or whose centroids are nearer than `reach` hang together (union-find over
 *    a grid of cells as wide as `reach`).
 * The groups depend on the pose, so the number of a group is not persistent: history belongs to pairs.
 */
import type { SpherePairSet } from './pair-set.ts';

export interface RegionOptions {
  /** cosine of the largest angle between a direction and that of its group; default cos 30 degrees */
  readonly cosine?: number;
  /** [m] gap that separates two regions of the same direction; default infinite: one region for each direction */
  readonly reach?: number;
}

/** Filled by `PairRegions.find`. Frame of A, x, y, z where three numbers. */
export class PairRegions {
  count = 0;
  /** region of each pair; -1 for a pair that does not overlap */
  region: Int32Array = new Int32Array(64);
  /** [m^3] weighted, as in the pairs */
  volume: Float64Array = new Float64Array(8);
  area: Float64Array = new Float64Array(8);
  /** [m] deepest pair */
  depth: Float64Array = new Float64Array(8);
  pairs: Int32Array = new Int32Array(8);
  centroid: Float64Array = new Float64Array(24);
  /** unit, mean of the pairs' directions weighted with their volumes, from A to B */
  normal: Float64Array = new Float64Array(24);
  /** [m^2] sum of area n over the lines of centres: minus the derivative of the region's volume by moves of B */
  vectorArea: Float64Array = new Float64Array(24);

  // scratch, by pair
  #order: Int32Array = new Int32Array(64);
  #parent: Int32Array = new Int32Array(64);
  #next: Int32Array = new Int32Array(64);
  #heads: Int32Array = new Int32Array(128);
  /** first pair of each group, by group */
  #leader: Int32Array = new Int32Array(8);

  find(pairs: SpherePairSet, options: RegionOptions = NONE): void {
    const { cosine = 0.8660254037844386, reach = Number.POSITIVE_INFINITY } = options;
    const n = this.#sort(pairs);
    const groups = this.#byDirection(pairs, n, cosine);
    if (reach < Number.POSITIVE_INFINITY) this.#byPlace(pairs, n, reach);
    this.#sum(pairs, n, groups, reach < Number.POSITIVE_INFINITY);
  }

  /** Overlapping pairs from the largest volume down into `order`; heap sort, which needs no memory. Equal ones by number. */
  #sort(pairs: SpherePairSet): number {
    if (this.region.length < pairs.count) this.#grow(pairs.count);
    const order = this.#order;
    const volume = pairs.volume;
    let n = 0;
    this.region.fill(-1, 0, pairs.count);
    for (let i = 0; i < pairs.count; i++) if (volume[i] > 0) order[n++] = i;
    for (let i = (n >> 1) - 1; i >= 0; i--) sink(order, volume, i, n);
    for (let end = n - 1; end > 0; end--) {
      const first = order[0];
      order[0] = order[end];
      order[end] = first;
      sink(order, volume, 0, end);
    }
    return n;
  }

  #byDirection(pairs: SpherePairSet, n: number, cosine: number): number {
    const directions = pairs.faceNormal;
    let groups = 0;
    for (let k = 0; k < n; k++) {
      const i = this.#order[k];
      const x = directions[3 * i];
      const y = directions[3 * i + 1];
      const z = directions[3 * i + 2];
      let group = 0;
      for (; group < groups; group++) {
        const o = 3 * this.#leader[group];
        if (x * directions[o] + y * directions[o + 1] + z * directions[o + 2] >= cosine) break;
      }
      if (group === groups) {
        if (groups === this.#leader.length) this.#leader = enlarged(this.#leader, 2 * groups);
        this.#leader[groups++] = i;
      }
      this.region[i] = group;
    }
    return groups;
  }

  /** Joins connected pairs of a group: `parent` then leads from each to the first of its piece. */
  #byPlace(pairs: SpherePairSet, n: number, reach: number): void {
    const { centroid, ballA, ballB } = pairs;
    const buckets = this.#heads.length - 1; // a power of two less one
    const heads = this.#heads.fill(-1);
    for (let k = 0; k < n; k++) this.#parent[this.#order[k]] = this.#order[k];
    for (let k = 0; k < n; k++) {
      const i = this.#order[k];
      const cx = Math.floor(centroid[3 * i] / reach);
      const cy = Math.floor(centroid[3 * i + 1] / reach);
      const cz = Math.floor(centroid[3 * i + 2] / reach);
      for (let cell = 0; cell < 27; cell++) {
        const x = cx + (cell % 3) - 1;
        const y = cy + (Math.floor(cell / 3) % 3) - 1;
        const z = cz + Math.floor(cell / 9) - 1;
        for (let j = heads[hash(x, y, z) & buckets]; j >= 0; j = this.#next[j]) {
          if (this.region[j] !== this.region[i]) continue;
          const dx = centroid[3 * i] - centroid[3 * j];
          const dy = centroid[3 * i + 1] - centroid[3 * j + 1];
          const dz = centroid[3 * i + 2] - centroid[3 * j + 2];
          if (dx * dx + dy * dy + dz * dz < reach * reach) this.#join(i, j);
        }
      }
      const bucket = hash(cx, cy, cz) & buckets;
      this.#next[i] = heads[bucket];
      heads[bucket] = i;
    }
    // balls in common, however far apart the centroids are
    for (const balls of [ballA, ballB]) {
      heads.fill(-1);
      for (let k = 0; k < n; k++) {
        const i = this.#order[k];
        if (balls[i] < 0) continue;
        const bucket = hash(balls[i], 0, 0) & buckets;
        for (let j = heads[bucket]; j >= 0; j = this.#next[j]) {
          if (balls[j] === balls[i] && this.region[j] === this.region[i]) this.#join(i, j);
        }
        this.#next[i] = heads[bucket];
        heads[bucket] = i;
      }
    }
  }

  #root(i: number): number {
    const parent = this.#parent;
    let root = i;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  }

  #join(i: number, j: number): void {
    const a = this.#root(i);
    const b = this.#root(j);
    if (a !== b) this.#parent[Math.max(a, b)] = Math.min(a, b);
  }

  #sum(pairs: SpherePairSet, n: number, groups: number, byPlace: boolean): void {
    let count = byPlace ? 0 : groups;
    if (byPlace) {
      // numbers in the order of their largest pairs; `next` of a piece's first pair holds its number
      for (let k = 0; k < n; k++) this.#next[this.#order[k]] = -1;
      for (let k = 0; k < n; k++) {
        const i = this.#order[k];
        const root = this.#root(i);
        if (this.#next[root] < 0) this.#next[root] = count++;
        this.region[i] = this.#next[root];
      }
    }
    this.count = count;
    if (this.volume.length < count) this.#growRegions(count);
    const { volume, area, depth, pairs: members, centroid, normal, vectorArea } = this;
    volume.fill(0, 0, count);
    area.fill(0, 0, count);
    depth.fill(0, 0, count);
    members.fill(0, 0, count);
    centroid.fill(0, 0, 3 * count);
    normal.fill(0, 0, 3 * count);
    vectorArea.fill(0, 0, 3 * count);
    for (let i = 0; i < pairs.count; i++) {
      const r = this.region[i];
      if (r < 0) continue;
      const v = pairs.volume[i];
      volume[r] += v;
      area[r] += pairs.area[i];
      depth[r] = Math.max(depth[r], pairs.depth[i]);
      members[r]++;
      for (let k = 0; k < 3; k++) {
        centroid[3 * r + k] += v * pairs.centroid[3 * i + k];
        normal[3 * r + k] += v * pairs.faceNormal[3 * i + k];
        vectorArea[3 * r + k] += pairs.area[i] * pairs.normal[3 * i + k];
      }
    }
    for (let r = 0; r < count; r++) {
      const o = 3 * r;
      const length = Math.sqrt(normal[o] * normal[o] + normal[o + 1] * normal[o + 1] + normal[o + 2] * normal[o + 2]);
      for (let k = 0; k < 3; k++) {
        centroid[o + k] /= volume[r];
        if (length > 0) normal[o + k] /= length;
      }
    }
  }

  #grow(count: number): void {
    const room = 2 * count;
    this.region = new Int32Array(room);
    this.#order = new Int32Array(room);
    this.#parent = new Int32Array(room);
    this.#next = new Int32Array(room);
    let buckets = 128;
    while (buckets < room) buckets *= 2;
    this.#heads = new Int32Array(buckets);
  }

  #growRegions(count: number): void {
    const room = 2 * count;
    this.volume = new Float64Array(room);
    this.area = new Float64Array(room);
    this.depth = new Float64Array(room);
    this.pairs = new Int32Array(room);
    this.centroid = new Float64Array(3 * room);
    this.normal = new Float64Array(3 * room);
    this.vectorArea = new Float64Array(3 * room);
  }
}

const NONE: RegionOptions = {};

/** Heap with the smallest volume on top (equal: the higher number), so that sorting leaves the largest first. */
function sink(order: Int32Array, volume: Float64Array, from: number, end: number): void {
  const moved = order[from];
  let i = from;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= end) break;
    if (child + 1 < end && before(order[child + 1], order[child], volume)) child++;
    if (!before(order[child], moved, volume)) break;
    order[i] = order[child];
    i = child;
  }
  order[i] = moved;
}

function before(i: number, j: number, volume: Float64Array): boolean {
  return volume[i] < volume[j] || (volume[i] === volume[j] && i > j);
}

function hash(x: number, y: number, z: number): number {
  const h = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
  return h ^ (h >>> 15);
}

function enlarged(from: Int32Array, room: number): Int32Array {
  const to = new Int32Array(room);
  to.set(from);
  return to;
}
