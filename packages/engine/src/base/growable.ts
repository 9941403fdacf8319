/**
 * Typed arrays that grow between steps. `data` may be replaced by any call that grows, so a kernel takes it afresh
 * each step; inside a step nothing grows. Room at least doubles, so n pushes copy less than 2n numbers.
 */

abstract class Growable<T extends Float64Array | Int32Array> {
  data: T;
  length = 0;
  private readonly make: (capacity: number) => T;

  constructor(make: (capacity: number) => T, capacity: number) {
    this.make = make;
    this.data = make(Math.max(1, capacity));
  }

  /** Room for `capacity` numbers, the present ones kept. */
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

  /** Length zero, room kept. */
  clear(): void {
    this.length = 0;
  }

  /** A copy of exactly the present numbers. */
  toArray(): T {
    return this.data.slice(0, this.length) as T;
  }
}

export class GrowableFloat64 extends Growable<Float64Array> {
  constructor(capacity = 16) {
    super((count) => new Float64Array(count), capacity);
  }
}

export class GrowableInt32 extends Growable<Int32Array> {
  constructor(capacity = 16) {
    super((count) => new Int32Array(count), capacity);
  }
}
