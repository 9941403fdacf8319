/**
 * VTK's XML files with their numbers in one binary section at the end (AppendedData, raw), compressed with zlib.
 * An array in that section is: number of blocks, size of a full block, size of the last block if it is not full
 * (0: it is), compressed size of each block, then the blocks; all sizes u32, little-endian like the numbers.
 */
import { bytesOf, concatenated } from './bytes.ts';

const BLOCK = 1 << 20; // bytes of a block before compression

export class VtkArrays {
  readonly #compress: (bytes: Uint8Array) => Uint8Array;
  readonly #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(compress: (bytes: Uint8Array) => Uint8Array) {
    this.#compress = compress;
  }

  /** Adds an array to the binary section; returns the element that refers to it. */
  add(
    type: 'Float32' | 'Float64' | 'Int32' | 'UInt8',
    name: string,
    components: number,
    array: Float32Array | Float64Array | Int32Array | Uint8Array,
  ): string {
    const offset = this.#size;
    const raw = bytesOf(array);
    const blocks: Uint8Array[] = [];
    for (let at = 0; at < raw.length; at += BLOCK) blocks.push(this.#compress(raw.subarray(at, at + BLOCK)));
    const sizes = Uint32Array.of(blocks.length, BLOCK, raw.length % BLOCK, ...blocks.map((block) => block.length));
    for (const piece of [littleEndian(sizes), ...blocks]) {
      this.#pieces.push(piece);
      this.#size += piece.length;
    }
    return `<DataArray type="${type}" Name="${name}" NumberOfComponents="${components}" format="appended" offset="${offset}"/>`;
  }

  /** The whole file around the given elements. */
  file(type: string, elements: string): Uint8Array {
    const encoder = new TextEncoder();
    const head =
      `<?xml version="1.0"?>\n<VTKFile type="${type}" version="1.0" byte_order="LittleEndian" header_type="UInt32" ` +
      `compressor="vtkZLibDataCompressor">\n${elements}\n<AppendedData encoding="raw">\n_`;
    return concatenated([encoder.encode(head), ...this.#pieces, encoder.encode('\n</AppendedData>\n</VTKFile>\n')]);
  }
}

export function escapeXml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => names[character]);
}

export function timeValue(time: number): string {
  return `<DataArray type="Float64" Name="TimeValue" NumberOfTuples="1" format="ascii">${time}</DataArray>`;
}

/** VTK keeps text as the codes of its bytes, each string ended by 0. */
export function stringArray(name: string, texts: readonly string[]): string {
  const encoder = new TextEncoder();
  const codes = texts.map((text) => [...encoder.encode(text), 0].join(' '));
  return `<Array type="String" Name="${name}" NumberOfTuples="${texts.length}" format="ascii">${codes.join(' ')}</Array>`;
}

function littleEndian(numbers: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((value, i) => {
    view.setUint32(4 * i, value, true);
  });
  return new Uint8Array(view.buffer);
}
