/**
 * VTK's XML PolyData (.vtp): points, polygons and strips of all pieces. Arrays may stand as text, as base64, or in the
 * appended section raw or as base64, uncompressed or with zlib. A binary array begins with its size in bytes; a
 * compressed one with the number of blocks, the size of a full block, that of the last one if it is not full, and the
 * compressed size of each block, all in `header_type`.
 */
import { unzlibSync } from 'fflate';
import { type ReadResult, refused } from '../issue.ts';
import { quoted } from '../text.ts';
import { latin, type NumberType, parseNumber, readNumber, TYPE_SIZE } from './cursor.ts';
import { Surface } from './surface.ts';
import type { MeshOptions, WeldedMesh } from './welded.ts';

const TYPES: Readonly<Record<string, NumberType>> = {
  Int8: 'int8',
  UInt8: 'uint8',
  Int16: 'int16',
  UInt16: 'uint16',
  Int32: 'int32',
  UInt32: 'uint32',
  Int64: 'int64',
  UInt64: 'uint64',
  Float32: 'float32',
  Float64: 'float64',
};

export function readVtp(bytes: Uint8Array, options: MeshOptions = {}): ReadResult<WeldedMesh> {
  const split = splitAppended(bytes);
  const [file] = [...tags(split.xml, 'VTKFile')];
  if (file === undefined)
    return refused('not-vtp', 'expected an XML file with <VTKFile type="PolyData">; not a VTP file');
  if (file.attributes.type !== 'PolyData') {
    return refused('vtp-type', `expected VTKFile type PolyData, found ${quoted(file.attributes.type ?? '')}`);
  }
  const { compressor = '' } = file.attributes;
  if (compressor !== '' && compressor !== 'vtkZLibDataCompressor') {
    return refused('vtp-compressor', `expected no compression or zlib, found ${quoted(compressor)}; save it with zlib`);
  }
  const surface = new Surface();
  try {
    const arrays = new Arrays(file.attributes, split);
    for (const piece of tags(split.xml, 'Piece')) readPiece(surface, piece, arrays);
  } catch (error) {
    if (!(error instanceof VtpFault)) throw error;
    surface.issues.add(0, 0, 'vtp-array', error.message);
  }
  return surface.finish(options, 'polygons (<Polys> or <Strips>)');
}

/** The reason why an array cannot be read: expected, found. */
class VtpFault extends Error {}

function readPiece(surface: Surface, piece: Tag, arrays: Arrays): void {
  const first = surface.vertexCount;
  const [points] = [...tags(piece.content, 'Points')];
  const [array] = points === undefined ? [] : [...tags(points.content, 'DataArray')];
  if (array === undefined) throw new VtpFault('expected <Points> with a <DataArray>, found none');
  const coordinates = arrays.read(array, 'Points');
  if (coordinates.length % 3 !== 0) {
    throw new VtpFault(`Points: expected x, y, z triples, found ${coordinates.length} numbers`);
  }
  coordinates.forEach((value, i) => {
    surface.coordinate(value, String(value), `${'xyz'[i % 3]} of point ${Math.floor(i / 3)}`, 0);
  });
  for (const kind of ['Polys', 'Strips']) {
    const [group] = [...tags(piece.content, kind)];
    if (group === undefined) continue;
    const named = (name: string): number[] => {
      const found = [...tags(group.content, 'DataArray')].find((tag) => tag.attributes.Name === name);
      return found === undefined ? [] : arrays.read(found, `${kind} ${name}`);
    };
    const [connectivity, offsets] = [named('connectivity'), named('offsets')];
    let from = 0;
    offsets.forEach((to, i) => {
      if (!(to >= from && to <= connectivity.length)) {
        throw new VtpFault(`${kind}: expected rising offsets up to ${connectivity.length}, found ${to} after ${from}`);
      }
      const corners = connectivity.slice(from, to).map((point) => point + first);
      if (kind === 'Polys') surface.polygon(corners, `polygon ${i}`, 0);
      else surface.strip(corners, `strip ${i}`, 0);
      from = to;
    });
  }
}

interface Appended {
  readonly xml: string;
  readonly appended: Uint8Array;
  readonly encoding: string;
}

/** The text in front of the appended section, and the bytes after its underscore. */
function splitAppended(bytes: Uint8Array): Appended {
  // the section opens with a tag and ends with the file: everything before it is text
  const opening = find(bytes, '<AppendedData', 0);
  if (opening < 0) return { xml: latin(bytes), appended: new Uint8Array(0), encoding: '' };
  const close = find(bytes, '>', opening);
  const mark = close < 0 ? -1 : find(bytes, '_', close);
  const head = latin(bytes.subarray(opening, close < 0 ? bytes.length : close + 1));
  const encoding = /encoding\s*=\s*["'](\w+)["']/.exec(head)?.[1] ?? 'raw';
  const appended = mark < 0 ? new Uint8Array(0) : bytes.subarray(mark + 1);
  return { xml: latin(bytes.subarray(0, opening)), appended, encoding };
}

function find(bytes: Uint8Array, text: string, from: number): number {
  const codes = Array.from(text, (character) => character.charCodeAt(0));
  for (let at = bytes.indexOf(codes[0], from); at >= 0; at = bytes.indexOf(codes[0], at + 1)) {
    if (codes.every((code, i) => bytes[at + i] === code)) return at;
  }
  return -1;
}

interface Tag {
  readonly attributes: Readonly<Record<string, string>>;
  /** between the opening and the closing tag; empty for <X/> */
  readonly content: string;
}

/** Elements of a name, which in these files never stand inside one another. */
function* tags(xml: string, name: string): Generator<Tag> {
  const opening = new RegExp(`<${name}((?:\\s+[\\w:]+\\s*=\\s*(?:"[^"]*"|'[^']*'))*)\\s*(/?)>`, 'g');
  for (let match = opening.exec(xml); match !== null; match = opening.exec(xml)) {
    const attributes: Record<string, string> = {};
    for (const [, key, a, b] of match[1].matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) attributes[key] = a ?? b;
    let content = '';
    if (match[2] === '') {
      const end = xml.indexOf(`</${name}`, opening.lastIndex);
      content = xml.slice(opening.lastIndex, end < 0 ? xml.length : end);
      opening.lastIndex = end < 0 ? xml.length : end;
    }
    yield { attributes, content };
  }
}

class Arrays {
  readonly #little: boolean;
  readonly #header: NumberType;
  readonly #compressed: boolean;
  readonly #file: Appended;

  constructor(attributes: Readonly<Record<string, string>>, file: Appended) {
    this.#little = attributes.byte_order !== 'BigEndian';
    this.#header = attributes.header_type === 'UInt64' ? 'uint64' : 'uint32';
    this.#compressed = (attributes.compressor ?? '') !== '';
    this.#file = file;
  }

  read({ attributes, content }: Tag, what: string): number[] {
    const type = TYPES[attributes.type ?? ''];
    if (type === undefined)
      throw new VtpFault(`${what}: expected a type such as Float32, found ${quoted(attributes.type ?? '')}`);
    const { format = 'ascii' } = attributes;
    if (format === 'ascii') return readText(content, what);
    const data = format === 'binary' ? this.#base64(content, 0, what) : this.#appended(attributes.offset, what);
    if (data.length % TYPE_SIZE[type] !== 0) {
      throw new VtpFault(`${what}: expected whole numbers of ${TYPE_SIZE[type]} bytes, found ${data.length} bytes`);
    }
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    return Array.from({ length: data.length / TYPE_SIZE[type] }, (_, i) =>
      readNumber(view, i * TYPE_SIZE[type], type, this.#little),
    );
  }

  #appended(offset: string | undefined, what: string): Uint8Array {
    const at = Number(offset);
    const { appended, encoding } = this.#file;
    if (offset === undefined || !Number.isInteger(at) || at < 0 || at >= appended.length) {
      throw new VtpFault(`${what}: expected an offset below ${appended.length}, found ${quoted(offset ?? 'none')}`);
    }
    if (encoding === 'base64') return this.#base64(latin(appended), at, what);
    return this.#unpacked((from, length) => {
      if (at + from + length > appended.length) throw tooShort(what);
      return appended.subarray(at + from, at + from + length);
    });
  }

  /** Header and data are encoded one after the other, each padded by itself. */
  #base64(content: string, at: number, what: string): Uint8Array {
    const text = at === 0 ? content.replace(/\s+/g, '') : content.slice(at);
    const words = this.#compressed ? 3 : 1;
    const take = (from: number, bytes: number): Uint8Array => {
      const length = 4 * Math.ceil(bytes / 3);
      const decoded = decodeBase64(text.slice(from, from + length), what);
      if (decoded.length < bytes) throw tooShort(what);
      return decoded.subarray(0, bytes);
    };
    if (!this.#compressed) {
      // header and data encoded together, or separately: the padding after the header shows which
      const size = TYPE_SIZE[this.#header] * words;
      const padded = 4 * Math.ceil(size / 3);
      const length = this.#word(take(0, size), 0);
      if (text[padded - 1] === '=') return take(padded, length);
      return take(0, size + length).subarray(size);
    }
    const size = TYPE_SIZE[this.#header];
    const blocks = this.#word(take(0, 3 * size), 0);
    if (blocks > text.length) throw tooShort(what);
    const header = take(0, (3 + blocks) * size);
    const dataAt = 4 * Math.ceil(header.length / 3);
    const total = Array.from({ length: blocks }, (_, i) => this.#word(header, 3 + i)).reduce((sum, x) => sum + x, 0);
    const data = take(dataAt, total);
    return this.#unpacked((from, length) =>
      from < header.length
        ? header.subarray(from, from + length)
        : data.subarray(from - header.length, from - header.length + length),
    );
  }

  #word(bytes: Uint8Array, i: number): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return readNumber(view, i * TYPE_SIZE[this.#header], this.#header, this.#little);
  }

  /** `take(from, length)`: bytes of header and data as one run. */
  #unpacked(take: (from: number, length: number) => Uint8Array): Uint8Array {
    const size = TYPE_SIZE[this.#header];
    if (!this.#compressed) return take(size, this.#word(take(0, size), 0));
    const head = take(0, 3 * size);
    const [blocks, full, last] = [this.#word(head, 0), this.#word(head, 1), this.#word(head, 2)];
    const sizes = take(3 * size, blocks * size);
    const parts: Uint8Array[] = [];
    let from = (3 + blocks) * size;
    for (let i = 0; i < blocks; i++) {
      const length = this.#word(sizes, i);
      const part = inflate(take(from, length));
      const wanted = i === blocks - 1 && last > 0 ? last : full;
      if (part.length !== wanted) throw new VtpFault(`block ${i}: expected ${wanted} bytes, found ${part.length}`);
      parts.push(part);
      from += length;
    }
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let to = 0;
    for (const part of parts) {
      whole.set(part, to);
      to += part.length;
    }
    return whole;
  }
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return unzlibSync(bytes);
  } catch (error) {
    throw new VtpFault(`a compressed block cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function tooShort(what: string): VtpFault {
  return new VtpFault(`${what}: the data end too soon; the file is cut off or damaged, export it again`);
}

function readText(content: string, what: string): number[] {
  const words = content.trim() === '' ? [] : content.trim().split(/\s+/);
  return words.map((word, i) => {
    const value = parseNumber(word);
    if (value === null) throw new VtpFault(`${what}: expected numbers, number ${i} is ${quoted(word)}`);
    return value;
  });
}

export function decodeBase64(text: string, what: string): Uint8Array {
  try {
    const characters = atob(text);
    return Uint8Array.from(characters, (character) => character.charCodeAt(0));
  } catch {
    throw new VtpFault(`${what}: expected base64, found ${quoted(text.slice(0, 20))}`);
  }
}
