/**
 * Seeded random numbers: xoshiro128** 1.1 (Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators"), in
 * 32-bit integer operations only, so every machine draws the same numbers. splitmix32 fills the state from the seed.
 */
import { assert } from './assert.ts';

/** Seeded generator of random numbers. */
export class Random {
  readonly #state = new Uint32Array(4);

  /** seed: an integer; only its low 53 bits are used */
  constructor(seed: number) {
    assert(Number.isSafeInteger(seed), `seed must be an integer below 2^53 in size, found ${seed}`);
    const magnitude = Math.abs(seed);
    const low = magnitude >>> 0;
    const high = (Math.floor(magnitude / 4294967296) | (seed < 0 ? 0x80000000 : 0)) >>> 0;
    let counter = low;
    for (let i = 0; i < 4; i++) {
      counter = (counter + 0x9e3779b9) >>> 0;
      this.#state[i] = mix32(counter ^ (i === 0 ? 0 : mix32(high + i)));
    }
    // the all-zero state is the one fixed point of the generator
    if ((this.#state[0] | this.#state[1] | this.#state[2] | this.#state[3]) === 0) this.#state[0] = 1;
  }

  /** 32 random bits, 0 ... 2^32 - 1 */
  next(): number {
    const s = this.#state;
    const scrambled = Math.imul(rotateLeft(Math.imul(s[1], 5), 7), 9) >>> 0;
    const t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotateLeft(s[3], 11);
    return scrambled;
  }

  /** 53 random bits in [0, 1) */
  uniform(): number {
    const high = this.next() >>> 5;
    const low = this.next() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** uniform in [from, to) */
  between(from: number, to: number): number {
    return from + (to - from) * this.uniform();
  }

  /** The four words of the state, for a checkpoint. */
  save(): Uint32Array {
    return this.#state.slice();
  }

  load(state: ArrayLike<number>): void {
    assert(state.length === 4, `the state of the generator is 4 words, found ${state.length}`);
    this.#state.set(state);
  }
}

function rotateLeft(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}

/** finaliser of splitmix32 (constants of MurmurHash3) */
function mix32(x: number): number {
  let z = x | 0;
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return (z ^ (z >>> 16)) >>> 0;
}
