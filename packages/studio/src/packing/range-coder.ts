/** Codes bits with adaptive probabilities (Martin 1979, as LZMA does it), and says what a bit would cost. */

/** [bits] of a bit whose probability, of 2048, is in steps of 16 */
const COST: Float64Array = Float64Array.from({ length: 128 }, (_, i) => -Math.log2((i + 0.5) / 128));

export class RangeCoder {
  readonly #probabilities: Uint16Array;
  readonly #out: number[] = [];
  #low = 0;
  #range = 0xffffffff;
  #cache = 0;
  #waiting = 1;

  constructor(probabilities: Uint16Array) {
    this.#probabilities = probabilities;
  }

  bit(at: number, bit: number): void {
    const p = this.#probabilities[at];
    const bound = (this.#range >>> 11) * p;
    if (bit === 0) {
      this.#range = bound;
      this.#probabilities[at] = p + ((2048 - p) >>> 5);
    } else {
      this.#low += bound;
      this.#range -= bound;
      this.#probabilities[at] = p - (p >>> 5);
    }
    this.#settle();
  }

  tree(at: number, bits: number, value: number): void {
    let m = 1;
    for (let i = bits - 1; i >= 0; i--) {
      const bit = (value >> i) & 1;
      this.bit(at + m, bit);
      m = (m << 1) | bit;
    }
  }

  reversed(at: number, bits: number, value: number): void {
    let m = 1;
    for (let i = 0; i < bits; i++) {
      const bit = (value >> i) & 1;
      this.bit(at + m, bit);
      m = (m << 1) | bit;
    }
  }

  /** Bits of even chance. */
  even(bits: number, value: number): void {
    for (let i = bits - 1; i >= 0; i--) {
      this.#range >>>= 1;
      if ((value >> i) & 1) this.#low += this.#range;
      this.#settle();
    }
  }

  end(): Uint8Array {
    for (let i = 0; i < 5; i++) this.#shift();
    return Uint8Array.from(this.#out);
  }

  /** [bits] */
  cost(at: number, bit: number): number {
    const p = this.#probabilities[at];
    return COST[(bit === 0 ? p : 2048 - p) >>> 4];
  }

  treeCost(at: number, bits: number, value: number): number {
    let [m, sum] = [1, 0];
    for (let i = bits - 1; i >= 0; i--) {
      const bit = (value >> i) & 1;
      sum += this.cost(at + m, bit);
      m = (m << 1) | bit;
    }
    return sum;
  }

  reversedCost(at: number, bits: number, value: number): number {
    let [m, sum] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const bit = (value >> i) & 1;
      sum += this.cost(at + m, bit);
      m = (m << 1) | bit;
    }
    return sum;
  }

  #settle(): void {
    if (this.#range >= 0x1000000) return;
    this.#range = (this.#range << 8) >>> 0;
    this.#shift();
  }

  /** A byte leaves once no carry can change it. */
  #shift(): void {
    if (this.#low < 0xff000000 || this.#low > 0xffffffff) {
      const carry = this.#low > 0xffffffff ? 1 : 0;
      let byte = this.#cache;
      do {
        this.#out.push((byte + carry) & 0xff);
        byte = 0xff;
      } while (--this.#waiting > 0);
      this.#cache = (this.#low >>> 24) & 0xff;
    }
    this.#waiting++;
    this.#low = (this.#low % 0x1000000) * 0x100;
  }
}
