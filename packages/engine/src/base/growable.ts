/**
 * Typed arrays that grow between steps. A call that grows may replace `data`, so a kernel fetches it again in each step;
 * nothing grows within a step. Capacity at least doubles, so n pushes copy fewer than 2n numbers.
 */

abstract class Growable<T extends Float64Array | Int32Array> {
  data: T;
  length = 0;
  private readonly make: (capacity: number) => T;

  constructor(make: (capacity: number) => T, capacity: number) {
    this.make = make;
    this.data = make(Math.max(1, capacity));
  }

  /** Capacity for `capacity` numbers; present contents are kept. */
  reserve(capacity: number): void {
    if (capacity <= this.data.length) return;
    const larger = this.make(Math.max(capacity, 2 * this.data.length));
    larger.set(this.data.subarray(0, this.length));
    this.data = larger;
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(this.length + 1);
    this.data[this.length++] = value;
  }

  /** Sets the length; new entries are zero. */
  resize(length: number): void {
    this.reserve(length);
    if (length > this.length) this.data.fill(0, this.length, length);
    this.length = length;
  }

  /** Sets the length to zero; capacity is kept. */
  clear(): void {
    this.length = 0;
  }

  /** A copy of the present contents, exactly as long as they are. */
  toArray(): T {
    return this.data.slice(0, this.length) as T;
  }
}

/** Growable array of doubles. */
export class GrowableFloat64 extends Growable<Float64Array> {
  constructor(capacity = 16) {
    super((count) => new Float64Array(count), capacity);
  }
}

/** Growable array of 32-bit integers. */
export class GrowableInt32 extends Growable<Int32Array> {
  constructor(capacity = 16) {
    super((count) => new Int32Array(count), capacity);
  }
}
