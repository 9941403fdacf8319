/**
 * Priority queue of grid cells, the one that may hold the largest ball first. Each cell stores the nearest known obstacle to its centre: a
 * ball, or a point of the surface as a ball of radius 0, with its triangle. No place in the cell has more room than the distance from its
 * farthest corner to that obstacle.
 */
import { GrowableFloat64, GrowableInt32 } from '../../base/index.ts';

/** x, y, z of the cell's centre; x, y, z, radius of the obstacle [m] */
export const CELL_STRIDE = 7;

/** `stamp` of a cell whose obstacle was inherited and not searched for yet */
export const UNSEEN = -1;

export class CellQueue {
  readonly cells: GrowableFloat64 = new GrowableFloat64(CELL_STRIDE << 12);
  /** how often the first cells were halved */
  readonly level: GrowableInt32 = new GrowableInt32(1 << 12);
  /** the first cell it was cut from */
  readonly root: GrowableInt32 = new GrowableInt32(1 << 12);
  /** the triangle when the obstacle is a point of the surface, otherwise -1 */
  readonly triangle: GrowableInt32 = new GrowableInt32(1 << 12);
  /** number of balls when the cell was last examined */
  readonly stamp: GrowableInt32 = new GrowableInt32(1 << 12);
  readonly #free: GrowableInt32 = new GrowableInt32(1 << 10);
  readonly #keys: GrowableFloat64 = new GrowableFloat64(1 << 12);
  readonly #heap: GrowableInt32 = new GrowableInt32(1 << 12);

  /** the largest bound [m], 0 when empty */
  get top(): number {
    return this.#heap.length === 0 ? 0 : this.#keys.data[0];
  }

  get length(): number {
    return this.#heap.length;
  }

  /** Number of a new cell; the caller fills in its centre and obstacle. */
  make(level: number): number {
    let cell = this.level.length;
    if (this.#free.length > 0) {
      cell = this.#free.data[--this.#free.length];
    } else {
      this.cells.resize(CELL_STRIDE * (cell + 1));
      this.level.push(0);
      this.root.push(0);
      this.triangle.push(0);
      this.stamp.push(0);
    }
    this.level.data[cell] = level;
    this.triangle.data[cell] = -1;
    this.stamp.data[cell] = UNSEEN;
    return cell;
  }

  /** Releases the cell; its number may be reused. */
  release(cell: number): void {
    this.#free.push(cell);
  }

  push(cell: number, bound: number): void {
    let i = this.#heap.length;
    this.#heap.push(cell);
    this.#keys.push(bound);
    const heap = this.#heap.data;
    const keys = this.#keys.data;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (keys[parent] >= bound) break;
      keys[i] = keys[parent];
      heap[i] = heap[parent];
      i = parent;
    }
    keys[i] = bound;
    heap[i] = cell;
  }

  pop(): number {
    const heap = this.#heap.data;
    const keys = this.#keys.data;
    const first = heap[0];
    const n = --this.#heap.length;
    this.#keys.length = n;
    const cell = heap[n];
    const key = keys[n];
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= n) break;
      if (child + 1 < n && keys[child + 1] > keys[child]) child++;
      if (keys[child] <= key) break;
      keys[i] = keys[child];
      heap[i] = heap[child];
      i = child;
    }
    keys[i] = key;
    heap[i] = cell;
    return first;
  }
}
