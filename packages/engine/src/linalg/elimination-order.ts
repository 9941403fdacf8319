/**
 * Elimination order of a sparse symmetric matrix of blocks, by minimum degree: each step eliminates the block with the fewest
 * neighbours and connects those to each other (Golub and Van Loan 2013, s. 11.1.9). Neighbours are rows of bits, so that the
 * order of some hundred blocks is found in a fraction of a millisecond, while contacts come and go.
 */

/** Blocks in elimination order and, for each, the blocks it is connected to when it is eliminated, as places in that order. */
export class EliminationOrder {
  readonly count: number;
  /** block at each place, and place of each block */
  readonly block: Int32Array;
  readonly place: Int32Array;
  /** blocks connected to place p: rows[start[p]] .. rows[start[p + 1] - 1], as places, ascending */
  readonly start: Int32Array;
  rows: Int32Array = new Int32Array(64);
  private readonly words: number;
  private readonly bits: Int32Array;
  private readonly degree: Int32Array;

  constructor(count: number) {
    this.count = count;
    this.words = (count + 31) >>> 5;
    this.bits = new Int32Array(count * this.words);
    this.degree = new Int32Array(count);
    this.block = new Int32Array(count);
    this.place = new Int32Array(count);
    this.start = new Int32Array(count + 1);
  }

  clear(): void {
    this.bits.fill(0);
  }

  join(i: number, j: number): void {
    if (i === j) return;
    this.bits[i * this.words + (j >>> 5)] |= 1 << (j & 31);
    this.bits[j * this.words + (i >>> 5)] |= 1 << (i & 31);
  }

  /** Finds the order for the pairs that were connected. */
  find(): void {
    const { count, words, bits, degree, block, place, start } = this;
    for (let i = 0; i < count; i++) {
      degree[i] = this.countBits(i);
      place[i] = -1;
    }
    let total = 0;
    let least = 1;
    for (let step = 0; step < count; step++) {
      let best = -1;
      // an elimination lowers the degree of a neighbour by one at most, so the search can start just below the last minimum
      const floor = least - 1;
      least = count + 1;
      for (let i = 0; i < count; i++) {
        if (place[i] < 0 && degree[i] < least) {
          least = degree[i];
          best = i;
          if (least <= floor) break;
        }
      }
      place[best] = step;
      block[step] = best;
      start[step] = total;
      if (total + least > this.rows.length) this.rows = longer(this.rows, total + least);
      const from = best * words;
      for (let w = 0; w < words; w++) {
        let left = bits[from + w];
        while (left !== 0) {
          const low = left & -left;
          left ^= low;
          const i = (w << 5) + 31 - Math.clz32(low);
          this.rows[total++] = i;
          const to = i * words;
          for (let k = 0; k < words; k++) bits[to + k] |= bits[from + k];
          bits[to + (i >>> 5)] &= ~(1 << (i & 31));
          bits[to + (best >>> 5)] &= ~(1 << (best & 31));
          degree[i] = this.countBits(i);
        }
      }
    }
    start[count] = total;
    for (let k = 0; k < total; k++) this.rows[k] = place[this.rows[k]];
    for (let p = 0; p < count; p++) sort(this.rows, start[p], start[p + 1]);
  }

  private countBits(i: number): number {
    const { words, bits } = this;
    let sum = 0;
    for (let k = i * words; k < (i + 1) * words; k++) {
      let x = bits[k];
      if (x === 0) continue;
      x -= (x >>> 1) & 0x55555555;
      x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
      x = (x + (x >>> 4)) & 0x0f0f0f0f;
      sum += Math.imul(x, 0x01010101) >>> 24;
    }
    return sum;
  }
}

/** Sorts ascending by insertion: lists are short. */
function sort(list: Int32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const x = list[i];
    let j = i - 1;
    while (j >= from && list[j] > x) {
      list[j + 1] = list[j];
      j--;
    }
    list[j + 1] = x;
  }
}

function longer(list: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const out = new Int32Array(2 * least);
  out.set(list);
  return out;
}
