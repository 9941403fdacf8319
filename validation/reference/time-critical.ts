/**
 * The overlap of two inner sphere trees within a budget of node pairs (Vilela 2018, s. 6.2.4): the pair that promises most
 * volume is opened first, and what is still closed when the budget ends is estimated. The budget counts pairs opened and never
 * looks at a clock, so the same input gives the same bits.
 *
 * For a pair of nodes with lens L of their balls, weighted volumes V_A, V_B and largest weights w_A, w_B:
 *   promises   L (V_A / ball_A)(V_B / ball_B)       fillings spread over the nodes' balls, independent of each other
 *   at most    min(L w_A w_B, V_A w_B, V_B w_A)     balls of one packing do not overlap
 *   expected   the lens of balls with the volumes V_A, V_B about their centroids; never more than the line above
 * (The promise, which spreads a node's volume over all of its ball, is good for the order but as an estimate up to five times
 * worse: where surfaces meet, nodes' balls bulge past them.)
 * Leaves are exact, and so is a node that lies wholly in a leaf of the other tree. The lower bound only grows; the upper one is
 * the least seen so far, as a sum over children may exceed their parent's bound. So a larger budget never widens the
 * interval. The estimate lies in it.
 */
import { type SphereTree, PI, lensOfDepth, lensVolume, makeLens, type RelativePose } from '@hawser/engine/parts';

/** Filled by `estimate`. Frame of A. */
export interface VolumeEstimate {
  /** [m^3] best guess, and the interval that holds the true sum over all balls */
  volume: number;
  lower: number;
  upper: number;
  /** [m] of the estimated volume; zero when there is none */
  readonly centroid: Float64Array;
  /** [m^2] estimated sum of area n, from A to B */
  readonly vectorArea: Float64Array;
  /** pairs of nodes opened */
  visits: number;
  /** nothing was left to open: the volume is exact */
  complete: boolean;
}

export function makeVolumeEstimate(): VolumeEstimate {
  return {
    volume: 0,
    lower: 0,
    upper: 0,
    centroid: new Float64Array(3),
    vectorArea: new Float64Array(3),
    visits: 0,
    complete: true,
  };
}

/** numbers kept with a waiting pair: promise, upper bound */
const STRIDE = 2;
/** of the largest sum: 1e5 additions and subtractions of half a unit in the last place */
const DRIFT = 1e-11;

export class TimeCriticalTraversal {
  readonly #lens = makeLens();
  #nodeA: Int32Array = new Int32Array(0);
  #nodeB: Int32Array = new Int32Array(0);
  #data: Float64Array = new Float64Array(0);
  /** places in the arrays above, the largest promise first */
  #heap: Int32Array = new Int32Array(0);
  #waiting = 0;
  #free: Int32Array = new Int32Array(0);
  #freeCount = 0;
  #used = 0;
  // sums over what is exact
  #volume = 0;
  readonly #moment = new Float64Array(3);
  readonly #area = new Float64Array(3);
  /** running sum of the bounds of waiting pairs */
  #bounds = 0;

  /** budget: how many pairs of nodes may be opened; 0 gives the estimate of the two roots */
  estimate(out: VolumeEstimate, a: SphereTree, b: SphereTree, pose: RelativePose, budget: number): void {
    this.#start();
    this.#offer(a, 0, b, 0, pose);
    let upper = this.#volume + this.#bounds;
    const drift = DRIFT * upper;
    let visits = 0;
    while (this.#waiting > 0 && visits < budget) {
      const place = this.#pop();
      const nodeA = this.#nodeA[place];
      const nodeB = this.#nodeB[place];
      this.#bounds -= this.#data[STRIDE * place + 1];
      this.#free[this.#freeCount++] = place;
      visits++;
      const countA = a.children[nodeA];
      const countB = b.children[nodeB];
      const openA = countB === 0 || (countA !== 0 && a.spheres[4 * nodeA + 3] >= b.spheres[4 * nodeB + 3]);
      if (openA) {
        const first = a.first[nodeA];
        for (let child = first; child < first + countA; child++) this.#offer(a, child, b, nodeB, pose);
      } else {
        const first = b.first[nodeB];
        for (let child = first; child < first + countB; child++) this.#offer(a, nodeA, b, child, pose);
      }
      upper = Math.min(upper, this.#volume + this.#bounds + drift);
    }
    out.visits = visits;
    this.#finish(out, a, b, pose, upper);
  }

  /** Adds a pair to what is exact, to what waits, or to neither. */
  #offer(a: SphereTree, nodeA: number, b: SphereTree, nodeB: number, pose: RelativePose): void {
    const R = pose.rotAB;
    const oA = 4 * nodeA;
    const oB = 4 * nodeB;
    const bx = b.spheres[oB];
    const by = b.spheres[oB + 1];
    const bz = b.spheres[oB + 2];
    const radiusA = a.spheres[oA + 3];
    const radiusB = b.spheres[oB + 3];
    const ax = a.spheres[oA];
    const ay = a.spheres[oA + 1];
    const az = a.spheres[oA + 2];
    const dx = R[0] * bx + R[1] * by + R[2] * bz + pose.posAB[0] - ax;
    const dy = R[3] * bx + R[4] * by + R[5] * bz + pose.posAB[1] - ay;
    const dz = R[6] * bx + R[7] * by + R[8] * bz + pose.posAB[2] - az;
    const reach = radiusA + radiusB;
    const d2 = dx * dx + dy * dy + dz * dz;
    if (!(d2 < reach * reach)) return; // a pose that is not finite has no contact
    const d = Math.sqrt(d2);
    const leafA = a.children[nodeA] === 0;
    const leafB = b.children[nodeB] === 0;
    const volumeA = a.volumes[nodeA];
    const volumeB = b.volumes[nodeB];
    const weightA = a.weights[nodeA];
    const weightB = b.weights[nodeB];
    if (leafB && !leafA && d + radiusA <= radiusB) {
      const c = a.centroids;
      this.#add(volumeA * weightB, c[3 * nodeA], c[3 * nodeA + 1], c[3 * nodeA + 2]);
      return;
    }
    if (leafA && !leafB && d + radiusB <= radiusA) {
      const x = b.centroids[3 * nodeB];
      const y = b.centroids[3 * nodeB + 1];
      const z = b.centroids[3 * nodeB + 2];
      this.#add(
        volumeB * weightA,
        R[0] * x + R[1] * y + R[2] * z + pose.posAB[0],
        R[3] * x + R[4] * y + R[5] * z + pose.posAB[1],
        R[6] * x + R[7] * y + R[8] * z + pose.posAB[2],
      );
      return;
    }
    if (leafA && leafB) {
      const lens = this.#lens;
      lensOfDepth(lens, radiusA, radiusB, d, reach - d);
      const by1 = d > 0 ? 1 / d : 0;
      const w = weightA * weightB;
      const out = w * lens.area * by1;
      const along = lens.centroid * by1;
      this.#add(w * lens.volume, ax + along * dx, ay + along * dy, az + along * dz);
      this.#area[0] += out * dx;
      this.#area[1] += out * dy;
      this.#area[2] += out * dz;
      return;
    }
    const volume = lensVolume(radiusA, radiusB, d);
    const upper = Math.min(volume * weightA * weightB, volumeA * weightB, volumeB * weightA);
    const filled = (volumeA * volumeB) / (ballVolume(radiusA) * ballVolume(radiusB));
    if (this.#freeCount === 0 && this.#used === this.#heap.length) this.#grow();
    const place = this.#freeCount > 0 ? this.#free[--this.#freeCount] : this.#used++;
    this.#nodeA[place] = nodeA;
    this.#nodeB[place] = nodeB;
    this.#data[STRIDE * place] = Math.min(upper, filled * volume);
    this.#data[STRIDE * place + 1] = upper;
    this.#bounds += upper;
    this.#push(place);
  }

  #add(volume: number, x: number, y: number, z: number): void {
    this.#volume += volume;
    this.#moment[0] += volume * x;
    this.#moment[1] += volume * y;
    this.#moment[2] += volume * z;
  }

  /** What is exact, and for what still waits the lens of balls of the nodes' volumes about their centroids. */
  #finish(out: VolumeEstimate, a: SphereTree, b: SphereTree, pose: RelativePose, leastUpper: number): void {
    const R = pose.rotAB;
    const lens = this.#lens;
    let expected = 0;
    let bounds = 0;
    const { centroid, vectorArea } = out;
    for (let k = 0; k < 3; k++) {
      centroid[k] = this.#moment[k];
      vectorArea[k] = this.#area[k];
    }
    for (let i = 0; i < this.#waiting; i++) {
      const place = this.#heap[i];
      const upper = this.#data[STRIDE * place + 1];
      bounds += upper;
      const nodeA = this.#nodeA[place];
      const nodeB = this.#nodeB[place];
      const ax = a.centroids[3 * nodeA];
      const ay = a.centroids[3 * nodeA + 1];
      const az = a.centroids[3 * nodeA + 2];
      const bx = b.centroids[3 * nodeB];
      const by = b.centroids[3 * nodeB + 1];
      const bz = b.centroids[3 * nodeB + 2];
      const dx = R[0] * bx + R[1] * by + R[2] * bz + pose.posAB[0] - ax;
      const dy = R[3] * bx + R[4] * by + R[5] * bz + pose.posAB[1] - ay;
      const dz = R[6] * bx + R[7] * by + R[8] * bz + pose.posAB[2] - az;
      const radiusA = a.equalRadii[nodeA];
      const radiusB = b.equalRadii[nodeB];
      const reach = radiusA + radiusB;
      const d2 = dx * dx + dy * dy + dz * dz;
      if (d2 >= reach * reach) continue;
      const d = Math.sqrt(d2);
      lensOfDepth(lens, radiusA, radiusB, d, reach - d);
      const volume = Math.min(upper, lens.volume);
      const by1 = d > 0 ? 1 / d : 0;
      const along = lens.centroid * by1;
      const area = lens.area * by1;
      expected += volume;
      centroid[0] += volume * (ax + along * dx);
      centroid[1] += volume * (ay + along * dy);
      centroid[2] += volume * (az + along * dz);
      vectorArea[0] += area * dx;
      vectorArea[1] += area * dy;
      vectorArea[2] += area * dz;
    }
    const total = this.#volume + expected;
    for (let k = 0; k < 3; k++) centroid[k] = total > 0 ? centroid[k] / total : 0;
    out.lower = this.#volume;
    out.upper = Math.max(this.#volume, Math.min(leastUpper, this.#volume + bounds));
    out.volume = Math.min(out.upper, total);
    out.complete = this.#waiting === 0;
  }

  /** Twice the room; only when more pairs wait than ever before. */
  #grow(): void {
    const room = Math.max(1024, 2 * this.#heap.length);
    const more = (from: Int32Array): Int32Array => {
      const to = new Int32Array(room);
      to.set(from);
      return to;
    };
    this.#nodeA = more(this.#nodeA);
    this.#nodeB = more(this.#nodeB);
    this.#heap = more(this.#heap);
    this.#free = more(this.#free);
    const data = new Float64Array(STRIDE * room);
    data.set(this.#data);
    this.#data = data;
  }

  #start(): void {
    this.#waiting = 0;
    this.#freeCount = 0;
    this.#used = 0;
    this.#volume = 0;
    this.#bounds = 0;
    this.#moment.fill(0);
    this.#area.fill(0);
  }

  #push(place: number): void {
    const heap = this.#heap;
    const data = this.#data;
    const key = data[STRIDE * place];
    let i = this.#waiting++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (data[STRIDE * heap[parent]] >= key) break;
      heap[i] = heap[parent];
      i = parent;
    }
    heap[i] = place;
  }

  #pop(): number {
    const heap = this.#heap;
    const data = this.#data;
    const first = heap[0];
    const n = --this.#waiting;
    const last = heap[n];
    const key = data[STRIDE * last];
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= n) break;
      if (child + 1 < n && data[STRIDE * heap[child + 1]] > data[STRIDE * heap[child]]) child++;
      if (data[STRIDE * heap[child]] <= key) break;
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = last;
    return first;
  }
}

function ballVolume(radius: number): number {
  return (4 / 3) * PI * radius * radius * radius;
}
