/** Rows of numbers with their times, in arrays that double when full. */
export class KeptRows {
  readonly #width: number;
  #count = 0;
  #times: Float64Array = new Float64Array(256);
  #values: Float64Array;

  constructor(width: number) {
    this.#width = width;
    this.#values = new Float64Array(256 * width);
  }

  push(time: number, row: Float64Array): void {
    if (this.#count === this.#times.length) {
      this.#times = doubled(this.#times);
      this.#values = doubled(this.#values);
    }
    this.#times[this.#count] = time;
    this.#values.set(row, this.#count * this.#width);
    this.#count++;
  }

  times(): Float64Array {
    return this.#times.slice(0, this.#count);
  }

  /** row after row */
  values(): Float64Array {
    return this.#values.slice(0, this.#count * this.#width);
  }

  columns(): Float64Array[] {
    const columns: Float64Array[] = [];
    for (let c = 0; c < this.#width; c++) {
      const column = new Float64Array(this.#count);
      for (let r = 0; r < this.#count; r++) column[r] = this.#values[r * this.#width + c];
      columns.push(column);
    }
    return columns;
  }
}

function doubled(array: Float64Array): Float64Array {
  const larger = new Float64Array(2 * array.length);
  larger.set(array);
  return larger;
}
