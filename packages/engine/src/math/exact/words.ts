/** The bits of a double, as two 32-bit words. Every machine that runs JavaScript today stores the low word first. */
const float = new Float64Array(1);
const words = new Int32Array(float.buffer);

/** sign, exponent and upper 20 bits of the fraction, as a signed integer */
export function highWord(x: number): number {
  float[0] = x;
  return words[1];
}

/** the lower 32 bits of the fraction, 0 ... 2^32 - 1 */
export function lowWord(x: number): number {
  float[0] = x;
  return words[0] >>> 0;
}

/** The double with these two words. */
export function fromWords(high: number, low: number): number {
  words[0] = low;
  words[1] = high;
  return float[0];
}

/** x with another high word */
export function withHighWord(x: number, high: number): number {
  float[0] = x;
  words[1] = high;
  return float[0];
}

/** x with the lower 32 bits of its fraction cleared: 21 significant bits, so the product of two heads is exact */
export function head(x: number): number {
  float[0] = x;
  words[0] = 0;
  return float[0];
}

/** y 2^k, correct down to the smallest subnormal for y of order one */
export function scale(y: number, k: number): number {
  if (k > 1023) return y * 2 * powerOfTwo(k - 1);
  if (k >= -1022) return y * powerOfTwo(k);
  return y * powerOfTwo(k + 1000) * 9.332636185032189e-302; // 2^-1000
}

/** 2^k, -1022 <= k <= 1023 */
export function powerOfTwo(k: number): number {
  words[0] = 0;
  words[1] = (k + 1023) << 20;
  return float[0];
}
