/** Unpacks what `mix` packed. */
import { type BitCoder, Predictor } from './predictor.ts';

class Decoder implements BitCoder {
  readonly #packed: Uint8Array;
  #at = 8;
  #low = 0;
  #high = 0xffffffff;
  #code: number;

  constructor(packed: Uint8Array) {
    this.#packed = packed;
    this.#code = new DataView(packed.buffer, packed.byteOffset).getUint32(4);
  }

  code(chance: number): number {
    const range = this.#high - this.#low;
    const middle = this.#low + (range >>> 16) * chance + (((range & 0xffff) * chance) >>> 16);
    const bit = this.#code <= middle ? 1 : 0;
    if (bit === 1) this.#high = middle;
    else this.#low = middle + 1;
    while (((this.#low ^ this.#high) & 0xff000000) === 0) {
      this.#low = (this.#low << 8) >>> 0;
      this.#high = ((this.#high << 8) | 255) >>> 0;
      this.#code = ((this.#code << 8) | (this.#packed[this.#at++] ?? 0)) >>> 0;
    }
    return bit;
  }
}

export function unmix(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const predictor = new Predictor(size);
  if (size === 0) return predictor.text;
  const decoder = new Decoder(packed);
  for (let i = 0; i < size; i++) predictor.code(decoder, 0);
  return predictor.text;
}
