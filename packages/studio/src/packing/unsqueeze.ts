/** Unpacks what `squeeze` packed. Small: it stands in the page as it is. */
import {
  ALIGN,
  afterLiteral,
  afterMatch,
  afterRepeat,
  afterShort,
  IS_FOURTH,
  IS_LONG,
  IS_MATCH,
  IS_OLDER,
  IS_REPEAT,
  IS_THIRD,
  LEAST_LENGTH,
  LENGTH,
  LITERAL,
  LITERAL_BITS,
  newProbabilities,
  REPEAT_LENGTH,
  slotTree,
  SPECIAL,
} from './model.ts';

/** `packed`: four bytes of length, then the code. */
export function unsqueeze(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(new DataView(packed.buffer, packed.byteOffset).getUint32(0));
  const probabilities = newProbabilities();
  let pos = 9; // after the length and five bytes of code
  const words = Uint32Array.of(0xffffffff, new DataView(packed.buffer, packed.byteOffset).getUint32(5)); // range, code

  const bit = (at: number): number => {
    const p = probabilities[at];
    const range = words[0];
    const bound = (range >>> 11) * p;
    let found = 0;
    if (words[1] < bound) {
      words[0] = bound;
      probabilities[at] = p + ((2048 - p) >>> 5);
    } else {
      words[0] = range - bound;
      words[1] -= bound;
      probabilities[at] = p - (p >>> 5);
      found = 1;
    }
    if (words[0] < 0x1000000) fill();
    return found;
  };
  const fill = (): void => {
    words[0] <<= 8;
    words[1] = (words[1] << 8) | packed[pos++];
  };
  const tree = (at: number, bits: number): number => {
    let m = 1;
    for (let i = 0; i < bits; i++) m = (m << 1) | bit(at + m);
    return m - (1 << bits);
  };
  const reversed = (at: number, bits: number): number => {
    let [m, value] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const b = bit(at + m);
      m = (m << 1) | b;
      value |= b << i;
    }
    return value;
  };
  const lengthAt = (at: number): number => {
    if (bit(at) === 0) return tree(at + 2, 3);
    return bit(at + 1) === 0 ? 8 + tree(at + 10, 3) : 16 + tree(at + 18, 8);
  };
  const distance = (length: number): number => {
    const slot = tree(slotTree(length), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    let value = (2 | (slot & 1)) << bits;
    if (slot < 14) return value + reversed(SPECIAL + value - slot, bits);
    for (let i = bits - 1; i >= 4; i--) {
      // bits of even chance
      words[0] >>>= 1;
      if (words[1] >= words[0]) {
        words[1] -= words[0];
        value += 2 ** i;
      }
      if (words[0] < 0x1000000) fill();
    }
    return value + reversed(ALIGN, 4);
  };

  let [state, d0, d1, d2, d3] = [0, 0, 0, 0, 0];
  for (let at = 0; at < out.length; ) {
    if (bit(IS_MATCH + state) === 0) {
      const base = LITERAL + 0x300 * ((at > 0 ? out[at - 1] : 0) >> (8 - LITERAL_BITS));
      let m = 1;
      if (state >= 7) {
        let other = out[at - d0 - 1];
        while (m < 0x100) {
          const expected = (other >> 7) & 1;
          other <<= 1;
          const b = bit(base + ((1 + expected) << 8) + m);
          m = (m << 1) | b;
          if (b !== expected) break;
        }
      }
      while (m < 0x100) m = (m << 1) | bit(base + m);
      out[at++] = m;
      state = afterLiteral(state);
      continue;
    }
    let length = 1;
    if (bit(IS_REPEAT + state) === 0) {
      length = LEAST_LENGTH + lengthAt(LENGTH);
      [d3, d2, d1, d0] = [d2, d1, d0, distance(length)];
      state = afterMatch(state);
    } else {
      let short = false;
      if (bit(IS_OLDER + state) === 0) {
        short = bit(IS_LONG + state) === 0;
      } else if (bit(IS_THIRD + state) === 0) {
        [d1, d0] = [d0, d1];
      } else if (bit(IS_FOURTH + state) === 0) {
        [d2, d1, d0] = [d1, d0, d2];
      } else {
        [d3, d2, d1, d0] = [d2, d1, d0, d3];
      }
      if (!short) length = LEAST_LENGTH + lengthAt(REPEAT_LENGTH);
      state = short ? afterShort(state) : afterRepeat(state);
    }
    for (let i = 0; i < length; i++, at++) out[at] = out[at - d0 - 1];
  }
  return out;
}
