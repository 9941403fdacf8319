/**
 * 64-bit FNV-1a over bytes (Fowler, Noll, Vo; IETF draft-eastlake-fnv), kept as two 32-bit halves.
 *   h <- (h xor byte) * p,  p = 2^40 + 0x1b3,  modulo 2^64
 * Numbers enter as little-endian bytes on every machine, so digests of runs on different machines can be compared. 0 and -0
 * have different bits and so different digests. Every NaN counts as the same NaN: its payload varies between machines.
 */
const bits = new DataView(new ArrayBuffer(8));

/** Digest of a sequence of numbers and texts. */
export class Hasher {
  #high = 0xcbf29ce4;
  #low = 0x84222325;

  addByte(byte: number): void {
    const low = (this.#low ^ (byte & 0xff)) >>> 0;
    const product = low * 0x1b3; // below 2^41, exact
    this.#low = product >>> 0;
    // (h_hi 2^32 + h_lo)(2^40 + 0x1b3): the bits above bit 31
    this.#high = (Math.imul(this.#high, 0x1b3) + Math.floor(product / 4294967296) + (low << 8)) >>> 0;
  }

  addBytes(a: Uint8Array, from = 0, to: number = a.length): void {
    for (let i = from; i < to; i++) this.addByte(a[i]);
  }

  addInt(value: number): void {
    this.addByte(value);
    this.addByte(value >>> 8);
    this.addByte(value >>> 16);
    this.addByte(value >>> 24);
  }

  addInts(a: Int32Array | Uint32Array, from = 0, to: number = a.length): void {
    for (let i = from; i < to; i++) this.addInt(a[i]);
  }

  addFloat(value: number): void {
    if (Number.isNaN(value)) {
      this.addInt(0);
      this.addInt(0x7ff80000);
      return;
    }
    bits.setFloat64(0, value, true);
    this.addInt(bits.getInt32(0, true));
    this.addInt(bits.getInt32(4, true));
  }

  addFloats(a: Float64Array, from = 0, to: number = a.length): void {
    for (let i = from; i < to; i++) this.addFloat(a[i]);
  }

  /** UTF-16 code units, low byte first */
  addText(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      this.addByte(unit);
      this.addByte(unit >>> 8);
    }
  }

  /** 16 hexadecimal digits. More may be added afterwards. */
  digest(): string {
    return this.#high.toString(16).padStart(8, '0') + this.#low.toString(16).padStart(8, '0');
  }
}
