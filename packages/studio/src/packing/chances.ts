/**
 * What the two halves of the engine's packing agree on: chances of bits and how they are learnt. Sums and products of
 * doubles only, so that every browser reckons the same bits; no function whose last digit a browser may choose.
 */

/** Chances are of 65536; x in steps of 1/256 from -8 to 8 -> 65536 / (1 + e^-x). */
export const squash: Int32Array = new Int32Array(4096);
/** The way back: a chance in steps of 16 -> x. */
export const stretch: Float64Array = new Float64Array(4096);
/** No bit is quite certain. */
const LEAST = 16;

const STEP = 1.0039138893383475; // e^(1/256)
let power = 1;
for (let i = 0; i < 2048; i++, power *= STEP) {
  const chance = Math.round((65536 * power) / (1 + power));
  squash[2048 + i] = Math.min(65535 - LEAST, chance);
  squash[2048 - i] = Math.max(LEAST, 65536 - chance);
}
squash[0] = squash[1];
let filled = 0;
for (let i = 0; i < 4096; i++) while (filled <= squash[i] >> 4) stretch[filled++] = (i - 2048) / 256;
while (filled < 4096) stretch[filled++] = 2047 / 256;

/**
 * What a context has seen, in a byte: how often 0 and 1 came, and which came last. Counts are bounded (many of one kind
 * only beside few of the other), and what is contradicted is half forgotten (Mahoney 2005, section 3.1).
 */
export const next: Uint8Array = new Uint8Array(512); // [2 history + bit] -> history
/** How often anything was seen. */
export const seen: Uint8Array = new Uint8Array(256);
/** The first guess of the chance of 1 after a history. */
export const guess: Float64Array = new Float64Array(256).fill(0.5);

/** Most of one kind beside 0, 1, 2, 3, 4 of the other. */
const MOST = [30, 24, 10, 5, 4];
const histories: [number, number][] = [];
const numbers = new Map<string, number>();

function numberOf(zeros: number, ones: number, last: number): number {
  const name = `${zeros} ${ones} ${zeros > 0 && ones > 0 ? last : ''}`;
  const known = numbers.get(name);
  if (known !== undefined) return known;
  const made = histories.push([zeros, ones]) - 1;
  numbers.set(name, made);
  seen[made] = zeros + ones;
  guess[made] = (ones + 0.4) / (zeros + ones + 0.8);
  return made;
}

function forgotten(count: number): number {
  return count < 3 ? count : count < 4 ? 2 : count < 6 ? 3 : count < 10 ? 4 : count < 20 ? 5 : 6;
}

numberOf(0, 0, 0);
for (let i = 0; i < histories.length; i++) {
  for (let bit = 0; bit < 2; bit++) {
    let [same, other] = [histories[i][bit] + 1, forgotten(histories[i][1 - bit])];
    while (Math.min(same, other) > 4 || Math.max(same, other) > MOST[Math.min(same, other)]) {
      if (same > other) same--;
      else other--;
    }
    next[2 * i + bit] = bit === 0 ? numberOf(same, other, 0) : numberOf(other, same, 1);
  }
}
