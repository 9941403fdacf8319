/**
 * What the packer and the unpacker of the page's program must agree on. The code is LZMA (Pavlov, LZMA specification,
 * 2015) with lc = 3, lp = pb = 0, which suits program text: a fifth smaller than gzip, and unpacked in a few hundredths of a second.
 * Bits are coded with adaptive probabilities of 11 bits; all of it is integer arithmetic, the same in every browser.
 */

export const LITERAL_BITS = 3;
export const STATES = 12;
export const LEAST_LENGTH = 2;
export const MOST_LENGTH = 273;

// where the probabilities of each kind stand in one array
export const IS_MATCH = 0;
export const IS_REPEAT: number = IS_MATCH + STATES;
export const IS_OLDER: number = IS_REPEAT + STATES; // not the last distance
export const IS_THIRD: number = IS_OLDER + STATES; // not the one before
export const IS_FOURTH: number = IS_THIRD + STATES;
export const IS_LONG: number = IS_FOURTH + STATES; // a repeated distance for more than one byte
export const SLOT: number = IS_LONG + STATES; // 4 trees of 64
export const SPECIAL: number = SLOT + 4 * 64; // low bits of distances below 128
export const ALIGN: number = SPECIAL + 128;
export const LENGTH: number = ALIGN + 16; // choice, choice, 8 low, 8 middle, 256 high
export const REPEAT_LENGTH: number = LENGTH + 2 + 8 + 8 + 256;
export const LITERAL: number = REPEAT_LENGTH + 2 + 8 + 8 + 256;
export const SIZE: number = LITERAL + (0x300 << LITERAL_BITS);

export function newProbabilities(): Uint16Array {
  return new Uint16Array(SIZE).fill(1024);
}

// what has been coded last, as one of twelve states: below 7 the last was a literal
export function afterLiteral(state: number): number {
  return state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
}
export function afterMatch(state: number): number {
  return state < 7 ? 7 : 10;
}
export function afterRepeat(state: number): number {
  return state < 7 ? 8 : 11;
}
export function afterShort(state: number): number {
  return state < 7 ? 9 : 11;
}

/** The tree of distance slots that belongs to a length. */
export function slotTree(length: number): number {
  return SLOT + 64 * Math.min(3, length - LEAST_LENGTH);
}
