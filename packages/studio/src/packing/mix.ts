/** Packs the engine's text when the page is built: bits coded by their foretold chances (Martin 1979). */
import { type BitCoder, Predictor } from './predictor.ts';

class Encoder implements BitCoder {
  readonly out: number[] = [];
  #low = 0;
  #high = 0xffffffff;

  code(chance: number, bit: number): number {
    const range = this.#high - this.#low;
    const middle = this.#low + (range >>> 16) * chance + (((range & 0xffff) * chance) >>> 16);
    if (bit === 1) this.#high = middle;
    else this.#low = middle + 1;
    while (((this.#low ^ this.#high) & 0xff000000) === 0) {
      this.out.push(this.#high >>> 24);
      this.#low = (this.#low << 8) >>> 0;
      this.#high = ((this.#high << 8) | 255) >>> 0;
    }
    return bit;
  }

  end(): void {
    for (let i = 24; i >= 0; i -= 8) this.out.push((this.#high >>> i) & 255);
  }
}

/** The length of the text in four bytes, then its bits. */
export function mix(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new Encoder();
  const predictor = new Predictor(text.length);
  for (const byte of text) predictor.code(encoder, byte);
  encoder.end();
  const packed = new Uint8Array(4 + encoder.out.length);
  new DataView(packed.buffer).setUint32(0, text.length);
  packed.set(encoder.out, 4);
  return packed;
}
