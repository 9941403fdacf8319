/**
 * The inner sphere tree of a packing (Vilela 2018, s. 4.3; R. Weller, G. Zachmann, "Inner sphere trees for proximity and
 * penetration queries", Robotics: Science and Systems V, 2009): leaves are the balls of the packing, every other node is a ball
 * around all leaves below it.
 *
 * Departure: clusters by repeated halving instead of neural gas. Of a node's balls those that are large against it become
 * its children as they are, because a large ball in a cluster makes the cluster large; the rest is cut, the widest part
 * first, across its longest side, until there are eight children. The ball around a part comes from the iteration of
 * M. Badoiu, K. L. Clarkson, "Smaller core-sets for balls", SODA 2003.
 */
import { cbrt, PI } from '../../math/index.ts';
import type { SpherePacking } from './packing.ts';

/** Flat arrays; node 0 is the root, the children of a node are neighbours. Lengths in metres, frame of the mesh. */
export interface SphereTree {
  readonly packing: SpherePacking;
  readonly nodeCount: number;
  /** levels below the root */
  readonly depth: number;
  /** x, y, z, radius of each node; for a leaf those of its ball */
  readonly spheres: Float64Array;
  /** first child; for a leaf the number of its ball */
  readonly first: Int32Array;
  /** how many children; 0 for a leaf */
  readonly children: Int32Array;
  /** [m^3] weight times volume, summed over the balls below */
  readonly volumes: Float64Array;
  /** x, y, z of the centroid of those volumes */
  readonly centroids: Float64Array;
  /** [m] radius of a ball of that volume */
  readonly equalRadii: Float64Array;
  /** largest weight of a ball below */
  readonly weights: Float64Array;
}

export const BRANCHING = 8;
/** a ball of more than this share of its node's radius becomes a child by itself */
const LARGE = 0.4;
/** the radius is then within 1/ROUNDS of the least, mostly far closer */
const ROUNDS = 60;

export function buildSphereTree(packing: SpherePacking): SphereTree {
  return new Builder(packing).build();
}

class Builder {
  readonly #packing: SpherePacking;
  readonly #order: Int32Array;
  readonly #spheres: Float64Array;
  readonly #first: Int32Array;
  readonly #children: Int32Array;
  #nodes = 1;
  #depth = 0;
  readonly #around = new Float64Array(4);

  constructor(packing: SpherePacking) {
    const n = packing.count;
    const room = 2 * n; // every inner node has at least two children
    this.#packing = packing;
    this.#order = Int32Array.from({ length: n }, (_, i) => i);
    this.#spheres = new Float64Array(4 * room);
    this.#first = new Int32Array(room);
    this.#children = new Int32Array(room);
  }

  build(): SphereTree {
    const packing = this.#packing;
    this.#node(0, 0, packing.count, 0);
    const nodeCount = this.#nodes;
    const volumes = new Float64Array(nodeCount);
    const weights = new Float64Array(nodeCount);
    const centroids = new Float64Array(3 * nodeCount);
    for (let node = nodeCount - 1; node >= 0; node--) {
      const first = this.#first[node];
      if (this.#children[node] === 0) {
        const r = packing.radii[first];
        weights[node] = packing.weights[first];
        volumes[node] = weights[node] * (4 / 3) * PI * r * r * r;
        for (let k = 0; k < 3; k++) centroids[3 * node + k] = packing.centres[3 * first + k];
        continue;
      }
      for (let child = first; child < first + this.#children[node]; child++) {
        volumes[node] += volumes[child];
        weights[node] = Math.max(weights[node], weights[child]);
        for (let k = 0; k < 3; k++) centroids[3 * node + k] += volumes[child] * centroids[3 * child + k];
      }
      for (let k = 0; k < 3; k++) centroids[3 * node + k] /= volumes[node];
    }
    return {
      packing,
      nodeCount,
      depth: this.#depth,
      spheres: this.#spheres.slice(0, 4 * nodeCount),
      first: this.#first.slice(0, nodeCount),
      children: this.#children.slice(0, nodeCount),
      volumes,
      centroids,
      equalRadii: volumes.map((v) => cbrt(v / ((4 / 3) * PI))),
      weights,
    };
  }

  /** Makes `node` of the balls order[from ... to). */
  #node(node: number, from: number, to: number, level: number): void {
    const { centres, radii } = this.#packing;
    const order = this.#order;
    const spheres = this.#spheres;
    const o = 4 * node;
    this.#depth = Math.max(this.#depth, level);
    if (to - from === 1) {
      const ball = order[from];
      spheres.set(centres.subarray(3 * ball, 3 * ball + 3), o);
      spheres[o + 3] = radii[ball];
      this.#first[node] = ball;
      this.#children[node] = 0;
      return;
    }
    this.#enclose(from, to);
    spheres.set(this.#around, o);
    const parts = this.#parts(from, to, this.#around[3]);
    const first = this.#nodes;
    this.#nodes += parts.length - 1;
    this.#first[node] = first;
    this.#children[node] = parts.length - 1;
    for (let k = 0; k + 1 < parts.length; k++) this.#node(first + k, parts[k], parts[k + 1], level + 1);
  }

  /** Where order[from ... to) is cut, both ends included; at most BRANCHING parts. */
  #parts(from: number, to: number, radius: number): number[] {
    const { radii } = this.#packing;
    const order = this.#order;
    if (to - from <= BRANCHING) return Array.from({ length: to - from + 1 }, (_, k) => from + k);
    // large balls first, at most half of the children
    const range = order.subarray(from, to).sort((i, j) => radii[j] - radii[i] || i - j);
    const cuts = [from];
    while (cuts.length <= BRANCHING / 2 && radii[range[cuts.length - 1]] > LARGE * radius)
      cuts.push(from + cuts.length);
    const parts = [cuts[cuts.length - 1], to];
    while (cuts.length + parts.length - 2 < BRANCHING) {
      let widest = -1;
      let width = 0;
      for (let k = 0; k + 1 < parts.length; k++) {
        if (parts[k + 1] - parts[k] < 2) continue;
        const w = this.#extent(parts[k], parts[k + 1]).width;
        if (w <= width) continue;
        width = w;
        widest = k;
      }
      if (widest < 0) break;
      parts.splice(widest + 1, 0, this.#halve(parts[widest], parts[widest + 1]));
    }
    return [...cuts.slice(0, -1), ...parts];
  }

  #extent(from: number, to: number): { axis: number; width: number; middle: number } {
    const { centres, radii } = this.#packing;
    let [axis, width, middle] = [0, -1, 0];
    for (let k = 0; k < 3; k++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = from; i < to; i++) {
        const ball = this.#order[i];
        low = Math.min(low, centres[3 * ball + k] - radii[ball]);
        high = Math.max(high, centres[3 * ball + k] + radii[ball]);
      }
      if (high - low <= width) continue;
      [axis, width, middle] = [k, high - low, 0.5 * (low + high)];
    }
    return { axis, width, middle };
  }

  /** Sorts order[from ... to) along its longest side; returns the place of the cut, in the middle of the room. */
  #halve(from: number, to: number): number {
    const { centres } = this.#packing;
    const { axis, middle } = this.#extent(from, to);
    const range = this.#order.subarray(from, to);
    range.sort((i, j) => centres[3 * i + axis] - centres[3 * j + axis] || i - j);
    let cut = from;
    while (cut < to && centres[3 * this.#order[cut] + axis] < middle) cut++;
    return cut === from || cut === to ? (from + to) >> 1 : cut;
  }

  /** A small ball around the balls order[from ... to), into `around`. */
  #enclose(from: number, to: number): void {
    const { centres, radii } = this.#packing;
    const order = this.#order;
    let [x, y, z] = [0, 0, 0];
    for (let i = from; i < to; i++) {
      x += centres[3 * order[i]] / (to - from);
      y += centres[3 * order[i] + 1] / (to - from);
      z += centres[3 * order[i] + 2] / (to - from);
    }
    let [bestX, bestY, bestZ, best] = [x, y, z, Number.POSITIVE_INFINITY];
    for (let round = 1; round <= ROUNDS; round++) {
      let reach = -1;
      let farthest = -1;
      let distance = 0;
      for (let i = from; i < to; i++) {
        const ball = order[i];
        const dx = centres[3 * ball] - x;
        const dy = centres[3 * ball + 1] - y;
        const dz = centres[3 * ball + 2] - z;
        const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (d + radii[ball] <= reach) continue;
        reach = d + radii[ball];
        distance = d;
        farthest = ball;
      }
      if (reach < best) [bestX, bestY, bestZ, best] = [x, y, z, reach];
      if (distance === 0) break; // concentric with the largest
      // towards the farthest point of the farthest ball
      const share = reach / distance / (round + 1);
      x += share * (centres[3 * farthest] - x);
      y += share * (centres[3 * farthest + 1] - y);
      z += share * (centres[3 * farthest + 2] - z);
    }
    this.#around[0] = bestX;
    this.#around[1] = bestY;
    this.#around[2] = bestZ;
    this.#around[3] = best * (1 + 1e-14); // rounding above must not leave a ball outside
  }
}
