/**
 * Typed arrays that grow between steps. `data` may be replaced by any call that grows, so a kernel takes it afresh
 * each step; inside a step nothing grows. Room at least doubles, so n pushes copy less than 2n numbers.
 */

export class GrowableFloat64 {
  data: Float64Array;
  length = 0;

  constructor(capacity = 16) {
    this.data = new Float64Array(Math.max(1, capacity));
  }

  /** Room for `capacity` numbers, the present ones kept. */
  reserve(capacity: number): void {
    if (capacity <= this.data.length) return;
    const larger = new Float64Array(Math.max(capacity, 2 * this.data.length));
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
  toArray(): Float64Array {
    return this.data.slice(0, this.length);
  }
}

export class GrowableInt32 {
  data: Int32Array;
  length = 0;

  constructor(capacity = 16) {
    this.data = new Int32Array(Math.max(1, capacity));
  }

  /** Room for `capacity` numbers, the present ones kept. */
  reserve(capacity: number): void {
    if (capacity <= this.data.length) return;
    const larger = new Int32Array(Math.max(capacity, 2 * this.data.length));
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
  toArray(): Int32Array {
    return this.data.slice(0, this.length);
  }
}
