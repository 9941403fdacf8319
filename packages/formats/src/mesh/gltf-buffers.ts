/** The numbers of a glTF file: buffers, views into them, accessors over views. */
import { quoted } from '../text.ts';
import { type NumberType, readNumber, TYPE_SIZE } from './cursor.ts';
import type { MeshOptions } from './welded.ts';

/** The reason why a file cannot be read: expected, found, remedy. */
export class GltfFault extends Error {}

export type Json = Readonly<Record<string, unknown>>;

export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

export interface Accessor {
  readonly values: Float64Array;
  /** numbers an element has */
  readonly size: number;
}

const COMPONENTS: Readonly<Record<number, NumberType>> = {
  5120: 'int8',
  5121: 'uint8',
  5122: 'int16',
  5123: 'uint16',
  5125: 'uint32',
  5126: 'float32',
};
const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };
/** Value of a normalized integer: value / largest. */
const LARGEST: Readonly<Partial<Record<NumberType, number>>> = { int8: 127, uint8: 255, int16: 32767, uint16: 65535 };

/** `beside` reads files in the same folder. */
export function buffersOf(json: Json, bin: Uint8Array | undefined, beside: MeshOptions['beside']): Uint8Array[] {
  return array(json.buffers).map((buffer, i) => {
    const { uri } = record(buffer);
    if (uri === undefined && i === 0 && bin !== undefined) return bin;
    if (typeof uri !== 'string') throw new GltfFault(`buffer ${i}: expected a uri or the binary chunk, found neither`);
    const data = /^data:[^,]*;base64,/.exec(uri);
    if (data === null) return separateFile(uri, i, beside);
    try {
      return Uint8Array.from(atob(uri.slice(data[0].length)), (character) => character.charCodeAt(0));
    } catch {
      throw new GltfFault(`buffer ${i}: expected base64 after data:, found something else; the file is damaged`);
    }
  });
}

/** A scheme (http:, file:) or an absolute path leads out of the folder of the file and is not followed. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|[\\/])/i;

function separateFile(uri: string, i: number, beside: MeshOptions['beside']): Uint8Array {
  const name = unescaped(uri);
  const found = beside === undefined || ELSEWHERE.test(name) ? undefined : beside(name);
  if (found !== undefined) return found;
  throw new GltfFault(
    `buffer ${i}: expected the file ${quoted(name)} next to this one, found none; put it there, or export as .glb, which holds everything`,
  );
}

/** Blanks and the like are written as %20 in a uri. */
function unescaped(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri; // a lone % is one
  }
}

export function accessorNumbers(json: Json, buffers: readonly Uint8Array[], index: number): Accessor {
  const found = array(json.accessors)[index];
  if (found === undefined) throw new GltfFault(`expected an accessor, found the number ${index} of none`);
  const accessor = record(found);
  const type = COMPONENTS[number(accessor.componentType, 0)];
  const size = SIZES[String(accessor.type)];
  const count = number(accessor.count, -1);
  if (type === undefined || size === undefined || !Number.isInteger(count) || count < 0) {
    throw new GltfFault(
      `accessor ${index}: expected componentType, type and count, found ${quoted(JSON.stringify(found))}`,
    );
  }
  const name = `accessor ${index}`;
  const scale = accessor.normalized === true ? (LARGEST[type] ?? 1) : 1;
  const read = (view: unknown, offset: unknown, n: number, kind: NumberType, width: number): Float64Array =>
    viewNumbers(json, buffers, {
      view: number(view, -1),
      offset: number(offset, 0),
      count: n,
      type: kind,
      size: width,
      name,
    });
  let values: Float64Array;
  if (accessor.bufferView === undefined) {
    if (count > 10_000_000) throw new GltfFault(`${name}: ${count} elements without data; the file is damaged`);
    values = new Float64Array(count * size); // all zero, except sparse values
  } else values = read(accessor.bufferView, accessor.byteOffset, count, type, size);
  if (accessor.sparse !== undefined) {
    const sparse = record(accessor.sparse);
    const [places, changes] = [record(sparse.indices), record(sparse.values)];
    const changed = number(sparse.count, 0);
    const placeType = COMPONENTS[number(places.componentType, 0)];
    if (placeType === undefined) throw new GltfFault(`${name}: expected a componentType of sparse indices`);
    const at = read(places.bufferView, places.byteOffset, changed, placeType, 1);
    const to = read(changes.bufferView, changes.byteOffset, changed, type, size);
    at.forEach((element, i) => {
      if (element < count) values.set(to.subarray(i * size, (i + 1) * size), element * size);
    });
  }
  if (scale !== 1) for (let i = 0; i < values.length; i++) values[i] = Math.max(-1, values[i] / scale);
  return { values, size };
}

interface Wanted {
  readonly view: number;
  readonly offset: number;
  readonly count: number;
  readonly type: NumberType;
  readonly size: number;
  readonly name: string;
}

function viewNumbers(json: Json, buffers: readonly Uint8Array[], wanted: Wanted): Float64Array {
  const { view: index, offset, count, type, size, name } = wanted;
  const found = array(json.bufferViews)[index];
  if (found === undefined) throw new GltfFault(`${name}: expected a bufferView, found the number ${index} of none`);
  const view = record(found);
  const extension = Object.keys(record(view.extensions))[0];
  if (extension !== undefined)
    throw new GltfFault(`${name} is packed with ${extension}; export it without compression`);
  const buffer = buffers[number(view.buffer, -1)];
  if (buffer === undefined)
    throw new GltfFault(
      `${name}: expected a buffer, found ${view.buffer === undefined ? 'none' : `the number ${quoted(JSON.stringify(view.buffer))} of none`}`,
    );
  const start = number(view.byteOffset, 0) + offset;
  const element = TYPE_SIZE[type] * size;
  const stride = number(view.byteStride, 0) || element; // 0, as none, is: one after the other
  const end = count === 0 ? start : start + stride * (count - 1) + element;
  if (!(start >= 0 && stride >= 0 && end <= buffer.length)) {
    throw new GltfFault(
      `${name}: expected ${Number.isFinite(end) ? end : 'endless'} bytes in its buffer, found ${buffer.length}; the file is cut off or damaged`,
    );
  }
  const data = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const values = new Float64Array(count * size);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < size; k++) {
      values[i * size + k] = readNumber(data, start + i * stride + k * TYPE_SIZE[type], type, true);
    }
  }
  return values;
}
