/** Where the text from a position on has stood before: for each length the nearest place, by chains of equal hashes. */

export interface Matches {
  count: number;
  readonly length: Int32Array;
  /** back from the position */
  readonly distance: Int32Array;
}

const HASH_BITS = 16;
/** earlier places looked at, the nearest first */
const DEPTH = 64;

export class MatchFinder {
  readonly #text: Uint8Array;
  readonly #enough: number;
  readonly #pairs: Int32Array = new Int32Array(1 << 16).fill(-1); // last place of two bytes
  readonly #heads: Int32Array = new Int32Array(1 << HASH_BITS).fill(-1); // of three
  readonly #before: Int32Array;
  readonly #found: Matches = { count: 0, length: new Int32Array(DEPTH + 2), distance: new Int32Array(DEPTH + 2) };

  constructor(text: Uint8Array, enough: number) {
    this.#text = text;
    this.#enough = enough;
    this.#before = new Int32Array(text.length);
  }

  /** How many bytes from `at` on equal those `distance` earlier. */
  sameFrom(at: number, distance: number, most: number): number {
    const text = this.#text;
    const from = at - distance;
    if (from < 0) return 0;
    let length = 0;
    while (length < most && text[from + length] === text[at + length]) length++;
    return length;
  }

  /** Places to copy from, longer ones later, and takes the position in. Positions must come in order. */
  find(at: number, most: number): Matches {
    const text = this.#text;
    const found = this.#found;
    found.count = 0;
    if (most < 3) return found;
    let best = 1;
    const pair = this.#pairs[text[at] | (text[at + 1] << 8)];
    if (pair >= 0) best = this.#note(at, at - pair, this.sameFrom(at, at - pair, most));
    let earlier = this.#heads[this.#hash(at)];
    for (let i = 0; i < DEPTH && earlier >= 0 && best < most; i++, earlier = this.#before[earlier]) {
      if (text[earlier + best] !== text[at + best]) continue;
      const length = this.sameFrom(at, at - earlier, most);
      if (length > best) best = this.#note(at, at - earlier, length);
      if (best >= this.#enough) break;
    }
    this.skip(at, 1);
    return found;
  }

  #note(_at: number, distance: number, length: number): number {
    const found = this.#found;
    found.length[found.count] = length;
    found.distance[found.count++] = distance;
    return length;
  }

  /** Takes positions in without looking. */
  skip(at: number, count: number): void {
    const text = this.#text;
    const end = Math.min(at + count, text.length - 2);
    for (let i = at; i < end; i++) {
      const hash = this.#hash(i);
      this.#before[i] = this.#heads[hash];
      this.#heads[hash] = i;
      this.#pairs[text[i] | (text[i + 1] << 8)] = i;
    }
  }

  #hash(at: number): number {
    const text = this.#text;
    return Math.imul(text[at] | (text[at + 1] << 8) | (text[at + 2] << 16), 0x9e3779b1) >>> (32 - HASH_BITS);
  }
}
