/** A column of numbers that grows at its end and can be cut back. */
export class Growing {
  #values: Float64Array;
  #length = 0;

  constructor(room = 256) {
    this.#values = new Float64Array(room);
  }

  static of(values: Float64Array): Growing {
    const growing = new Growing(0);
    growing.#values = values;
    growing.#length = values.length;
    return growing;
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow(this.#length + 1);
    this.#values[this.#length++] = value;
  }

  append(values: Float64Array): void {
    if (this.#length + values.length > this.#values.length) this.#grow(this.#length + values.length);
    this.#values.set(values, this.#length);
    this.#length += values.length;
  }

  cut(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  /** The numbers so far, as a view that the next growth leaves behind. */
  view(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const larger = new Float64Array(Math.max(256, needed, Math.ceil(1.5 * this.#values.length)));
    larger.set(this.#values.subarray(0, this.#length));
    this.#values = larger;
  }
}
