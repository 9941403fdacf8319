/**
 * The contact elements of one search as columns, sorted by pair, then feature. Capacity grows only while a search fills the set, between
 * steps: a solver may keep the arrays during a step.
 */
import { ELEMENT_STRIDE } from './element.ts';

export class ContactSet {
  count = 0;
  /** SPHERE_PLANE, SPHERE_SPHERE, SPHERE_LINE, RIM_PLANE or EDGE_EDGE */
  kind: Uint8Array;
  /** index into the pairs of the scene */
  pair: Int32Array;
  /** the body that owns plane, line or first centre: either body of the pair */
  bodyA: Int32Array;
  bodyB: Int32Array;
  /** persistent number of the physical feature of the pair; it also determines bodyA: see pair-features.ts */
  feature: Int32Array;
  /** ELEMENT_STRIDE numbers for each element, see element.ts */
  data: Float64Array;
  /** [m] at the poses of the search; negative within the margin */
  depth: Float64Array;

  constructor(capacity = 64) {
    const room = Math.max(1, capacity);
    this.kind = new Uint8Array(room);
    this.pair = new Int32Array(room);
    this.bodyA = new Int32Array(room);
    this.bodyB = new Int32Array(room);
    this.feature = new Int32Array(room);
    this.data = new Float64Array(ELEMENT_STRIDE * room);
    this.depth = new Float64Array(room);
  }

  clear(): void {
    this.count = 0;
  }

  /** Adds an element and returns the offset of its numbers in `data`, all zero; the caller fills those of its kind and sets its depth. */
  add(kind: number, pair: number, bodyA: number, bodyB: number, feature: number): number {
    if (this.count === this.kind.length) this.#grow();
    const i = this.count++;
    this.kind[i] = kind;
    this.pair[i] = pair;
    this.bodyA[i] = bodyA;
    this.bodyB[i] = bodyB;
    this.feature[i] = feature;
    const offset = ELEMENT_STRIDE * i;
    for (let k = 0; k < ELEMENT_STRIDE; k++) this.data[offset + k] = 0;
    return offset;
  }

  /** [m] depth of the element just added */
  setDepth(depth: number): void {
    this.depth[this.count - 1] = depth;
  }

  /** Sorts the last element by feature among those from `first` on. */
  sortLast(first: number): void {
    for (let i = this.count - 1; i > first && this.feature[i] < this.feature[i - 1]; i--) this.#swap(i, i - 1);
  }

  #swap(i: number, j: number): void {
    swap(this.kind, i, j);
    swap(this.pair, i, j);
    swap(this.bodyA, i, j);
    swap(this.bodyB, i, j);
    swap(this.feature, i, j);
    swap(this.depth, i, j);
    for (let k = 0; k < ELEMENT_STRIDE; k++) swap(this.data, ELEMENT_STRIDE * i + k, ELEMENT_STRIDE * j + k);
  }

  #grow(): void {
    const room = 2 * this.kind.length;
    this.kind = largerBytes(this.kind, room);
    this.pair = largerInts(this.pair, room);
    this.bodyA = largerInts(this.bodyA, room);
    this.bodyB = largerInts(this.bodyB, room);
    this.feature = largerInts(this.feature, room);
    this.data = largerFloats(this.data, ELEMENT_STRIDE * room);
    this.depth = largerFloats(this.depth, room);
  }
}

function swap(column: Uint8Array | Int32Array | Float64Array, i: number, j: number): void {
  const x = column[i];
  column[i] = column[j];
  column[j] = x;
}

function largerBytes(from: Uint8Array, length: number): Uint8Array {
  const larger = new Uint8Array(length);
  larger.set(from);
  return larger;
}

function largerInts(from: Int32Array, length: number): Int32Array {
  const larger = new Int32Array(length);
  larger.set(from);
  return larger;
}

function largerFloats(from: Float64Array, length: number): Float64Array {
  const larger = new Float64Array(length);
  larger.set(from);
  return larger;
}
