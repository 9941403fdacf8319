/**
 * Crossings of edges of one mesh with triangles of the other. A crossing lies on an edge (two triangles of its side) and in one triangle of
 * the other side; in each of the three the boundary of the part inside the other body passes through it once. `next` holds its successor on
 * that boundary; all later steps rely on it.
 */

/** codes of `next`: a crossing >= 0; a corner k of the triangle; nothing yet */
export const NONE = -1;
export const CORNER = -2; // CORNER - k

export class Crossings {
  count = 0;
  /** [m] x y z */
  points: Float64Array = new Float64Array(3 * 64);
  /** place along the edge, 0 ... 1, and its error bound */
  place: Float64Array = new Float64Array(64);
  doubt: Float64Array = new Float64Array(64);
  /** side of the edge, its owner half-edge, the triangle crossed */
  side: Uint8Array = new Uint8Array(64);
  half: Int32Array = new Int32Array(64);
  triangle: Int32Array = new Int32Array(64);
  /** 1: enters the other body along the edge's direction, 0: leaves */
  enters: Uint8Array = new Uint8Array(64);
  /** next crossing on the same edge, unordered */
  onEdge: Int32Array = new Int32Array(64);
  /** in the triangle of the owner, of its twin, in the triangle crossed */
  next: Int32Array = new Int32Array(3 * 64);
  /** along the contour, in the direction of side 0 */
  contour: Int32Array = new Int32Array(64);
  /** the closed contour it is on */
  loop: Int32Array = new Int32Array(64);

  // pairs of triangles with one known end of their common segment; open addressing
  // each: tick, the two triangles, the crossing
  private slots: Int32Array = new Int32Array(4 * 256);
  private waiting = 0;

  clear(): void {
    this.count = 0;
    this.waiting = 0;
  }

  forget(): void {
    this.slots.fill(0);
  }

  /** Room for one more. */
  reserve(): void {
    const n = this.place.length;
    if (this.count < n) return;
    this.points = grown(this.points);
    this.place = grown(this.place);
    this.doubt = grown(this.doubt);
    this.side = grown(this.side);
    this.enters = grown(this.enters);
    this.half = grown(this.half);
    this.triangle = grown(this.triangle);
    this.onEdge = grown(this.onEdge);
    this.next = grown(this.next);
    this.contour = grown(this.contour);
    this.loop = grown(this.loop);
  }

  /**
   * Crossing c is an end of the common segment of triangle a of side 0 and triangle b of side 1; `starts`: the boundary of a's inside part
   * begins there. When the other end is known, the two are joined.
   */
  join(c: number, a: number, b: number, starts: boolean, tick: number): void {
    if (8 * this.waiting >= this.slots.length) this.rehash(tick);
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = ((Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) << 2) & mask;
    while (slots[slot] === tick) {
      if (slots[slot + 1] === a && slots[slot + 2] === b) {
        const other = slots[slot + 3];
        if (starts) this.link(c, other, a, b);
        else this.link(other, c, a, b);
        return;
      }
      slot = (slot + 4) & mask;
    }
    slots[slot] = tick;
    slots[slot + 1] = a;
    slots[slot + 2] = b;
    slots[slot + 3] = c;
    this.waiting += 1;
  }

  /** In a the segment runs from start to end, in b the other way. */
  private link(start: number, end: number, a: number, b: number): void {
    this.next[this.slotOf(start, 0, a)] = end;
    this.next[this.slotOf(end, 1, b)] = start;
    this.contour[start] = end;
  }

  /** Offset of `next` of crossing c in a triangle of a side. */
  slotOf(c: number, side: number, triangle: number): number {
    if (this.side[c] !== side) return 3 * c + 2;
    const h = this.half[c] - 3 * triangle;
    return h >= 0 && h < 3 ? 3 * c : 3 * c + 1;
  }

  private rehash(tick: number): void {
    const old = this.slots;
    const slots = new Int32Array(2 * old.length);
    const mask = slots.length - 1;
    for (let i = 0; i < old.length; i += 4) {
      if (old[i] !== tick) continue;
      let slot = ((Math.imul(old[i + 1], 0x9e3779b1) ^ Math.imul(old[i + 2], 0x85ebca6b)) << 2) & mask;
      while (slots[slot] === tick) slot = (slot + 4) & mask;
      for (let k = 0; k < 4; k++) slots[slot + k] = old[i + k];
    }
    this.slots = slots;
  }
}

/** Doubles the capacity and keeps the contents. */
export function grown<T extends Float64Array | Int32Array | Uint8Array>(old: T): T {
  const larger = new (old.constructor as new (length: number) => T)(2 * old.length);
  larger.set(old);
  return larger;
}
