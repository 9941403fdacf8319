/**
 * Foretells the next bit of a program's text from what followed the same contexts before: the last 1, 2, 3, 4 and 6 bytes,
 * the word so far with the sign before it, the last two of them or the word before, what stood before the last byte and the last two, and
 * the longest stretch that the text repeats. Their chances are mixed by weights that learn (Mahoney 2005, sections 3.2 and 3.3): four sets of
 * them, whose answers are mixed once more.
 * A sixth smaller than LZMA makes the same text and some tens of times slower, a few microseconds a byte: for what workers unpack
 * behind the page's back.
 */
import { guess, next, seen, squash, stretch } from './chances.ts';

/** Codes a bit whose chance of being 1 is `chance` of 65536; when unpacking the given bit is ignored. */
export interface BitCoder {
  code(chance: number, bit: number): number;
}

const CONTEXTS = 9;
const INPUTS = CONTEXTS + 2;
/** bits of the address in a context's table; a slot is 16 bytes: a check and the histories of a half byte */
const TABLE_BITS = 22;
const TABLE_MASK = (1 << TABLE_BITS) - 1;
const CORRECTIONS = 1 << 16;
/** how fast weights learn in the end, by how much faster they begin and after how many bytes half of that is gone; errors are of 65536 */
const LEARNING = 0.0126 / 65536;
const HASTE = 0.036 / 65536;
const HASTY = 30000;
/** the same of the mixing of their answers, which are in steps of 1/256 */
const LEARNING_TOP = 0.002 / 65536 / 256;
/** lengths of repetition that it tells apart */
const TOP_LENGTHS = 16;
const FIRST_WEIGHT = 0.2;
/** shortest repetition that is followed */
const REPEAT = 5;
/** errors below are not learnt from: most bits are foretold so well, and it costs nothing */
const SMALL = 1000;

/** Kinds of bytes, for choosing weights: letters, digits, signs of a program. */
const KIND: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (/[a-z]/.test(character)) return 1;
  if (/[A-Z_$]/.test(character)) return 2;
  if (/\d/.test(character)) return 3;
  if (/["'`]/.test(character)) return 15;
  const sign = ' (),.;={}[]'.indexOf(character);
  return sign < 0 ? 0 : 4 + sign;
});
const IN_WORD: Uint8Array = KIND.map((kind) => (kind >= 1 && kind <= 3 ? 1 : 0));
const RATE: Float64Array = Float64Array.from({ length: 256 }, (_, count) => 1 / (count + 1.5));

/** Chances in 33 steps, as they are, for each of so many contexts. */
function corrections(contexts: number): Uint16Array {
  return Uint16Array.from({ length: 33 * contexts }, (_, i) => squash[Math.min(4095, (i % 33) * 128)]);
}

export class Predictor {
  /** the text as far as it is known */
  readonly text: Uint8Array<ArrayBuffer>;
  #at = 0;
  #last4 = 0;
  #last8 = 0;
  #word = 0;
  #wordBefore = 0;
  #sign = 0;
  #signBefore = 0;
  #repeated = 0; // how long the text has been repeating itself
  #from = 0; // and where from
  readonly #histories = new Uint8Array(CONTEXTS << TABLE_BITS);
  readonly #hash = new Int32Array(CONTEXTS);
  readonly #slot = new Int32Array(CONTEXTS);
  readonly #history = new Int32Array(CONTEXTS); // 256 context + history
  readonly #chance = new Float64Array(256 * CONTEXTS);
  readonly #count = new Uint8Array(256 * CONTEXTS);
  readonly #input = new Float64Array(INPUTS);
  readonly #byRepeat: Float64Array = new Float64Array(INPUTS * 256 * 25).fill(FIRST_WEIGHT);
  readonly #byKnown: Float64Array = new Float64Array(INPUTS * 256 * (CONTEXTS + 1)).fill(FIRST_WEIGHT);
  readonly #byKind: Float64Array = new Float64Array(INPUTS * 256 * 16).fill(FIRST_WEIGHT);
  readonly #byBefore: Float64Array = new Float64Array(INPUTS * 256 * 16).fill(FIRST_WEIGHT);
  readonly #top: Float64Array = new Float64Array(4 * 256 * TOP_LENGTHS).fill(1 / 4);
  readonly #pair: Uint16Array = new Uint16Array(65536).fill(32768); // after one byte
  readonly #repeat: Uint16Array = new Uint16Array(50).fill(32768);
  readonly #correction: Uint16Array = corrections(CORRECTIONS); // after two bytes
  readonly #correctionPair: Uint16Array = corrections(65536); // after one
  readonly #heads = new Int32Array(1 << 18);

  constructor(size: number) {
    this.text = new Uint8Array(size);
    for (let i = 0; i < CONTEXTS; i++) this.#chance.set(guess, 256 * i);
  }

  /** Codes the next byte of the text and learns from it; `byte` is ignored when unpacking. */
  code(coder: BitCoder, byte: number): void {
    const histories = this.#histories;
    const slot = this.#slot;
    const history = this.#history;
    const chance = this.#chance;
    const count = this.#count;
    const input = this.#input;
    const byRepeat = this.#byRepeat;
    const byKind = this.#byKind;
    const byKnown = this.#byKnown;
    const byBefore = this.#byBefore;
    const pair = this.#pair;
    const repeat = this.#repeat;
    const correction = this.#correction;
    const correctionPair = this.#correctionPair;
    const top = this.#top;
    const learning = LEARNING + HASTE / (1 + this.#at / HASTY);
    const last = this.#last4 & 255;
    const kind = KIND[last] << 8;
    const before = KIND[(this.#last4 >>> 8) & 255] << 8;
    const place = Math.imul(this.#last4 & 0xffff, 0x9e3779b1) >>> 12;
    const length = this.#repeated;
    const wanted = length > 0 ? this.text[this.#from] : 0;
    const t = 4 * ((Math.min(length, TOP_LENGTHS - 1) << 8) | last);
    // 0: nothing is repeated, or the bits of this byte differ already
    let step = length < 16 ? length : length < 32 ? 12 + (length >> 2) : length < 64 ? 16 + (length >> 3) : 24;
    this.#setContexts();
    let byteSoFar = 1;
    let half = 1;
    for (let bit = 7; bit >= 0; bit--) {
      if (bit === 7) this.#findSlots(0);
      else if (bit === 3) {
        this.#findSlots(byteSoFar);
        half = 1;
      }
      let known = 0; // contexts that have been here before
      for (let i = 0; i < CONTEXTS; i++) {
        const h = (i << 8) | histories[slot[i] + half];
        history[i] = h;
        input[i] = stretch[(chance[h] * 4096) | 0];
        if ((h & 255) !== 0) known++;
      }
      const two = (last << 8) | byteSoFar;
      input[CONTEXTS] = stretch[pair[two] >>> 4];
      const r = 2 * step + ((wanted >>> bit) & 1);
      input[CONTEXTS + 1] = step === 0 ? 0 : stretch[repeat[r] >>> 4];

      const a = ((step << 8) | byteSoFar) * INPUTS;
      const b = (kind | byteSoFar) * INPUTS;
      const c = ((known << 8) | byteSoFar) * INPUTS;
      const d = (before | byteSoFar) * INPUTS;
      let sumA = 0;
      let sumB = 0;
      let sumC = 0;
      let sumD = 0;
      for (let i = 0; i < INPUTS; i++) {
        const x = input[i];
        sumA += byRepeat[a + i] * x;
        sumB += byKind[b + i] * x;
        sumC += byKnown[c + i] * x;
        sumD += byBefore[d + i] * x;
      }
      let xA = (sumA * 256 + 2048.5) | 0;
      xA = xA < 0 ? 0 : xA > 4095 ? 4095 : xA;
      let xB = (sumB * 256 + 2048.5) | 0;
      xB = xB < 0 ? 0 : xB > 4095 ? 4095 : xB;
      let xC = (sumC * 256 + 2048.5) | 0;
      xC = xC < 0 ? 0 : xC > 4095 ? 4095 : xC;
      let xD = (sumD * 256 + 2048.5) | 0;
      xD = xD < 0 ? 0 : xD > 4095 ? 4095 : xD;
      const sum = top[t] * (xA - 2048) + top[t + 1] * (xB - 2048) + top[t + 2] * (xC - 2048) + top[t + 3] * (xD - 2048);
      let x = (sum + 2048.5) | 0;
      x = x < 0 ? 0 : x > 4095 ? 4095 : x;
      // what such a chance has been worth after these two bytes, and after this one, between two of 33 steps
      const e = ((place ^ Math.imul(byteSoFar, 0x9e5)) & (CORRECTIONS - 1)) * 33 + (x >> 7);
      const share = x & 127;
      const corrected = (correction[e] * (128 - share) + correction[e + 1] * share) >>> 7;
      const f = two * 33 + (x >> 7);
      const correctedPair = (correctionPair[f] * (128 - share) + correctionPair[f + 1] * share) >>> 7;
      const p = (squash[x] + 2 * corrected + correctedPair) >> 2;
      const y = coder.code(p < 32 ? 32 : p > 65504 ? 65504 : p, (byte >>> bit) & 1);

      const error = (y << 16) - squash[x];
      if (error > SMALL || error < -SMALL) {
        const errorTop = error * LEARNING_TOP;
        top[t] += errorTop * (xA - 2048);
        top[t + 1] += errorTop * (xB - 2048);
        top[t + 2] += errorTop * (xC - 2048);
        top[t + 3] += errorTop * (xD - 2048);
        const errorA = ((y << 16) - squash[xA]) * learning;
        const errorB = ((y << 16) - squash[xB]) * learning;
        const errorC = ((y << 16) - squash[xC]) * learning;
        const errorD = ((y << 16) - squash[xD]) * learning;
        for (let i = 0; i < INPUTS; i++) {
          const v = input[i];
          byRepeat[a + i] += errorA * v;
          byKind[b + i] += errorB * v;
          byKnown[c + i] += errorC * v;
          byBefore[d + i] += errorD * v;
        }
      }
      for (let i = 0; i < CONTEXTS; i++) {
        const h = history[i];
        const k = count[h];
        chance[h] += (y - chance[h]) * RATE[k];
        if (k < 255) count[h] = k + 1;
        histories[slot[i] + half] = next[2 * (h & 255) + y];
      }
      const full = y === 0 ? 0 : 65535;
      pair[two] += (full - pair[two]) >> 4;
      if (step !== 0) {
        repeat[r] += (full - repeat[r]) >> 6;
        if ((r & 1) !== y) step = 0;
      }
      const nearer = e + (share >> 6);
      correction[nearer] += (full - correction[nearer]) >> 5;
      const nearerPair = f + (share >> 6);
      correctionPair[nearerPair] += (full - correctionPair[nearerPair]) >> 6;
      byteSoFar = (byteSoFar << 1) | y;
      half = (half << 1) | y;
    }
    this.#take(byteSoFar & 255, wanted);
  }

  #setContexts(): void {
    const hash = this.#hash;
    const last4 = this.#last4;
    const four = Math.imul(last4, 0x2c1b3c6d);
    hash[0] = (Math.imul(last4 & 0xffff, 0x2c1b3c6d) + 1) | 0;
    hash[1] = (Math.imul(last4 & 0xffffff, 0x2c1b3c6d) + 2) | 0;
    hash[2] = (four + 3) | 0;
    hash[3] = (this.#word + Math.imul(this.#sign, 0x297a2d39) + Math.imul(this.#signBefore, 0x1b873593) + 9) | 0;
    hash[4] = (this.#word + Math.imul(this.#sign, 0x297a2d39) + 5) | 0;
    hash[5] = (Math.imul(last4 & 0xffff00, 0x2c1b3c6d) + Math.imul(this.#sign, 0x297a2d39) + 8) | 0;
    hash[6] = (this.#word + Math.imul(this.#wordBefore, 0x1b873593) + Math.imul(this.#sign, 0x297a2d39) + 10) | 0;
    hash[7] = (four + Math.imul(this.#last8 & 0xffff, 0x1b873593) + 11) | 0;
    hash[8] = (Math.imul(last4 & 0xffff0000, 0x2c1b3c6d) + 12) | 0;
  }

  /** The histories of each context for a half byte; where a slot is another context's, the one that saw less makes room. */
  #findSlots(before: number): void {
    const histories = this.#histories;
    for (let i = 0; i < CONTEXTS; i++) {
      let h = Math.imul(this.#hash[i] + before, 0x2545f491);
      h ^= h >>> 15;
      h = Math.imul(h, 0x85ebca6b);
      h ^= h >>> 13;
      const check = (h >>> 24) | 1;
      let at = ((h << 4) & TABLE_MASK) | (i << TABLE_BITS);
      if (histories[at] !== check) {
        const other = at ^ 16;
        if (histories[other] === check) at = other;
        else {
          if (seen[histories[other + 1]] < seen[histories[at + 1]]) at = other;
          histories[at] = check;
          for (let k = at + 1; k < at + 16; k++) histories[k] = 0;
        }
      }
      this.#slot[i] = at;
    }
  }

  #take(byte: number, wanted: number): void {
    const { text } = this;
    const at = this.#at++;
    text[at] = byte;
    this.#last8 = (this.#last8 << 8) | (this.#last4 >>> 24);
    this.#last4 = (this.#last4 << 8) | byte;
    if (IN_WORD[byte] === 1) this.#word = Math.imul(this.#word + byte + 1, 0x2f0b4c47);
    else {
      if (this.#word !== 0) this.#wordBefore = this.#word;
      this.#word = 0;
      this.#signBefore = this.#sign;
      this.#sign = byte;
    }
    const h = (Math.imul(this.#last4, 0x9e3779b1) ^ Math.imul(this.#last8 & 255, 0x85ebca6b)) >>> 14;
    if (this.#repeated > 0 && byte === wanted) {
      this.#repeated++;
      this.#from++;
    } else {
      const earlier = this.#heads[h];
      let length = 0;
      while (length < 40 && length < earlier && text[earlier - 1 - length] === text[at - length]) length++;
      this.#repeated = length < REPEAT ? 0 : length;
      this.#from = earlier;
    }
    this.#heads[h] = at + 1;
  }
}
