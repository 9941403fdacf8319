/** Rows kept in memory, for cases that need no files. */
import { type Channel, columnCount, Recording, type RunEvent } from '@hawser/record';
import type { LoopSink } from './loop.ts';

export class MemorySink implements LoopSink {
  readonly events: RunEvent[] = [];
  readonly #channels: readonly Channel[];
  readonly #width: number;
  #time: Float64Array = new Float64Array(1024);
  #rows: Float64Array;
  #count = 0;

  constructor(channels: readonly Channel[]) {
    this.#channels = channels;
    this.#width = columnCount(channels);
    this.#rows = new Float64Array(1024 * this.#width);
  }

  append(time: number, row: Float64Array): void {
    if (this.#count === this.#time.length) {
      this.#time = doubled(this.#time);
      this.#rows = doubled(this.#rows);
    }
    this.#time[this.#count] = time;
    this.#rows.set(row, this.#count * this.#width);
    this.#count++;
  }

  appendFrame(): void {} // nobody looks at an animation of a case

  event(event: RunEvent): void {
    this.events.push(event);
  }

  recording(): Recording {
    const columns: Float64Array[] = [];
    for (let c = 0; c < this.#width; c++) {
      columns.push(Float64Array.from({ length: this.#count }, (_, r) => this.#rows[r * this.#width + c]));
    }
    return new Recording(this.#channels, this.#time.slice(0, this.#count), columns);
  }
}

function doubled(array: Float64Array): Float64Array {
  const larger = new Float64Array(2 * array.length);
  larger.set(array);
  return larger;
}
