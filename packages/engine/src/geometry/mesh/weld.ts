/**
 * Joins vertices that lie in the same place. Files repeat vertices (STL once for each triangle); neighbourhood, closedness and volume need
 * them shared.
 */
import type { Numbers } from '../../math/index.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

export interface Welded {
  readonly mesh: TriangleMesh;
  /** triangles with two equal corners, which were dropped */
  readonly collapsed: number;
}

/**
 * Joins vertices no further apart than `tolerance` [m] in each coordinate, in the order they come, drops triangles that collapse and
 * vertices that are not used. Vertices are found through a grid of cells a few tolerances wide, so the work grows linearly with their
 * number. `which`: only vertices marked 1 are joined (default: all).
 */
export function weldVertices(
  mesh: { readonly positions: Numbers; readonly triangles: Numbers },
  tolerance: number,
  which?: Uint8Array,
): Welded {
  const { positions, triangles } = mesh;
  const grid = new VertexGrid(positions, tolerance);
  const standIn = (vertex: number): number =>
    which === undefined || which[vertex] === 1 ? grid.firstNear(vertex) : vertex;
  const kept = new Int32Array(triangles.length);
  let count = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = standIn(triangles[t]);
    const b = standIn(triangles[t + 1]);
    const c = standIn(triangles[t + 2]);
    if (a === b || b === c || c === a) continue;
    kept[count++] = a;
    kept[count++] = b;
    kept[count++] = c;
  }
  return {
    mesh: compactMesh({ positions, triangles: kept.subarray(0, count) }),
    collapsed: (triangles.length - count) / 3,
  };
}

/** Drops the vertices that belong to no triangle; the others stand in the order in which triangles name them. */
export function compactMesh(mesh: { readonly positions: Numbers; readonly triangles: Numbers }): TriangleMesh {
  const { positions, triangles } = mesh;
  const newNumber = new Int32Array(positions.length / 3).fill(-1);
  const order: number[] = [];
  const renumbered = Int32Array.from(triangles, (v) => {
    if (newNumber[v] < 0) newNumber[v] = order.push(v) - 1;
    return newNumber[v];
  });
  const kept = new Float64Array(3 * order.length);
  order.forEach((v, i) => {
    for (let k = 0; k < 3; k++) kept[3 * i + k] = positions[3 * v + k] + 0; // + 0 makes -0 and 0 the same
  });
  return { positions: kept, triangles: renumbered };
}

class VertexGrid {
  readonly #positions: Numbers;
  readonly #tolerance: number;
  readonly #cell: number;
  readonly #mask: number;
  /** first vertex of each slot, and the next one of the same slot; -1: none */
  readonly #heads: Int32Array;
  readonly #nexts: Int32Array;
  /** the vertex that represents this one; -1: not yet known */
  readonly #standIn: Int32Array;

  constructor(positions: Numbers, tolerance: number) {
    const count = positions.length / 3;
    let largest = 0;
    for (let i = 0; i < positions.length; i++) largest = Math.max(largest, Math.abs(positions[i]));
    let slots = 16;
    while (slots < 2 * count) slots *= 2;
    this.#positions = positions;
    this.#tolerance = tolerance;
    // cells much wider than the tolerance, so that most vertices look into one only; never so small that numbers overflow
    this.#cell = Math.max(64 * tolerance, 1e-6 * largest, 1e-300);
    this.#mask = slots - 1;
    this.#heads = new Int32Array(slots).fill(-1);
    this.#nexts = new Int32Array(count).fill(-1);
    this.#standIn = new Int32Array(count).fill(-1);
  }

  /** The vertex that came first at this place; the vertex itself when none did. */
  firstNear(vertex: number): number {
    if (this.#standIn[vertex] < 0) {
      const found = this.#search(vertex);
      this.#standIn[vertex] = found < 0 ? vertex : found;
      if (found < 0) this.#insert(vertex);
    }
    return this.#standIn[vertex];
  }

  #search(vertex: number): number {
    const p = this.#positions;
    const reach = this.#tolerance;
    const cell = this.#cell;
    const x = p[3 * vertex];
    const y = p[3 * vertex + 1];
    const z = p[3 * vertex + 2];
    for (let i = Math.floor((x - reach) / cell); i <= Math.floor((x + reach) / cell); i++) {
      for (let j = Math.floor((y - reach) / cell); j <= Math.floor((y + reach) / cell); j++) {
        for (let k = Math.floor((z - reach) / cell); k <= Math.floor((z + reach) / cell); k++) {
          for (let other = this.#heads[this.#slot(i, j, k)]; other >= 0; other = this.#nexts[other]) {
            if (
              Math.abs(p[3 * other] - x) <= reach &&
              Math.abs(p[3 * other + 1] - y) <= reach &&
              Math.abs(p[3 * other + 2] - z) <= reach
            ) {
              return other;
            }
          }
        }
      }
    }
    return -1;
  }

  #insert(vertex: number): void {
    const p = this.#positions;
    const i = Math.floor(p[3 * vertex] / this.#cell);
    const j = Math.floor(p[3 * vertex + 1] / this.#cell);
    const k = Math.floor(p[3 * vertex + 2] / this.#cell);
    const slot = this.#slot(i, j, k);
    this.#nexts[vertex] = this.#heads[slot];
    this.#heads[slot] = vertex;
  }

  #slot(i: number, j: number, k: number): number {
    const mixed = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b) ^ Math.imul(k, 0xc2b2ae35);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }
}
