/** Random numbers of a seed (sfc32, Doty-Humphrey's PractRand): the same seed gives the same inputs everywhere. */
export class Random {
  #a;
  #b;
  #c;
  #d = 1;

  constructor(seed, index = 0) {
    this.#a = seed >>> 0;
    this.#b = index >>> 0;
    this.#c = Math.floor(index / 2 ** 32) >>> 0;
    for (let i = 0; i < 15; i++) this.word();
  }

  /** 32 bits */
  word() {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return t >>> 0;
  }

  /** from 0 to below 1 */
  number() {
    return this.word() / 4294967296;
  }

  /** a whole number from 0 to below n */
  below(n) {
    return Math.floor(this.number() * n);
  }

  between(low, high) {
    return low + (high - low) * this.number();
  }

  chance(part) {
    return this.number() < part;
  }

  pick(list) {
    return list[this.below(list.length)];
  }
}
