/**
 * Priority queue of the integers 0 .. capacity - 1 by (key, integer): the order of removal does not depend on the order of
 * insertion.
 */
export class IndexHeap {
  size = 0;
  private readonly keys: Int32Array;
  private readonly heap: Int32Array;
  private readonly place: Int32Array; // position in the heap, or -1

  constructor(capacity: number) {
    this.keys = new Int32Array(capacity);
    this.heap = new Int32Array(capacity);
    this.place = new Int32Array(capacity).fill(-1);
  }

  /** Inserts the item or changes its key. */
  put(item: number, key: number): void {
    let at = this.place[item];
    if (at >= 0 && this.keys[item] === key) return;
    this.keys[item] = key;
    if (at < 0) at = this.size++;
    this.siftDown(item, this.siftUp(item, at));
  }

  /** Removes the item if it is present. */
  remove(item: number): void {
    const at = this.place[item];
    if (at < 0) return;
    this.place[item] = -1;
    this.size--;
    if (at === this.size) return;
    const moved = this.heap[this.size];
    this.siftDown(moved, this.siftUp(moved, at));
  }

  /** Removes and returns the item with the smallest key. The queue must not be empty. */
  takeSmallest(): number {
    const top = this.heap[0];
    this.remove(top);
    return top;
  }

  private isBefore(a: number, b: number): boolean {
    return this.keys[a] < this.keys[b] || (this.keys[a] === this.keys[b] && a < b);
  }

  private siftUp(item: number, from: number): number {
    const { heap, place } = this;
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = heap[above];
      if (!this.isBefore(item, other)) break;
      heap[at] = other;
      place[other] = at;
      at = above;
    }
    heap[at] = item;
    place[item] = at;
    return at;
  }

  private siftDown(item: number, from: number): void {
    const { heap, place, size } = this;
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      if (below + 1 < size && this.isBefore(heap[below + 1], heap[below])) below++;
      const other = heap[below];
      if (!this.isBefore(other, item)) break;
      heap[at] = other;
      place[other] = at;
      at = below;
    }
    heap[at] = item;
    place[item] = at;
  }
}
