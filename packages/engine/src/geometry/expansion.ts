/**
 * Exact sums and products of doubles, as expansions: a number is the sum of doubles that do not overlap, smallest first,
 * without zeros, so the last one has its sign (Shewchuk 1997; theorem numbers below are his).
 * Expansions live in arrays the caller owns; functions return the length. Exact as long as nothing over- or underflows:
 * lengths between 1e-40 m and 1e40 m are far inside that.
 */

/** 2^27 + 1 cuts a double into two halves of 26 bits (theorem 17) */
const SPLITTER = 134217729;

/** out = a - b, 0 to 2 terms (theorem 7). */
export function differenceOf(out: Float64Array, a: number, b: number): number {
  const sum = a - b;
  const bVirtual = a - sum;
  const tail = a - (sum + bVirtual) + (bVirtual - b);
  let length = 0;
  if (tail !== 0) out[length++] = tail;
  if (sum !== 0) out[length++] = sum;
  return length;
}

/** out = factor e, at most 2 length terms (theorem 19). out is not e. */
export function scaleExpansion(out: Float64Array, e: Float64Array, length: number, factor: number): number {
  if (length === 0 || factor === 0) return 0;
  let c = SPLITTER * factor;
  const factorHigh = c - (c - factor);
  const factorLow = factor - factorHigh;
  let count = 0;
  let q = 0;
  for (let i = 0; i < length; i++) {
    const term = e[i];
    c = SPLITTER * term;
    const high = c - (c - term);
    const low = term - high;
    const product = term * factor;
    const productTail = low * factorLow - (product - high * factorHigh - low * factorHigh - high * factorLow);
    if (i === 0) {
      if (productTail !== 0) out[count++] = productTail;
      q = product;
      continue;
    }
    const sum = q + productTail;
    let virtual = sum - q;
    let tail = q - (sum - virtual) + (productTail - virtual);
    if (tail !== 0) out[count++] = tail;
    q = product + sum;
    virtual = q - product;
    tail = product - (q - virtual) + (sum - virtual);
    if (tail !== 0) out[count++] = tail;
  }
  if (q !== 0) out[count++] = q;
  return count;
}

/** out = e + sign f, at most lengthE + lengthF terms (theorem 13, with full two-sums). out is neither e nor f. */
export function addExpansions(
  out: Float64Array,
  e: Float64Array,
  lengthE: number,
  f: Float64Array,
  lengthF: number,
  sign: 1 | -1,
): number {
  let i = 0;
  let j = 0;
  let count = 0;
  let q = 0;
  for (let n = lengthE + lengthF; n > 0; n--) {
    // merged by size, smallest first
    const fromE = j === lengthF || (i < lengthE && Math.abs(e[i]) < Math.abs(f[j]));
    const term = fromE ? e[i++] : sign * f[j++];
    const sum = q + term;
    const virtual = sum - q;
    const tail = q - (sum - virtual) + (term - virtual);
    if (tail !== 0) out[count++] = tail;
    q = sum;
  }
  if (q !== 0) out[count++] = q;
  return count;
}
