/**
 * Variables of a netCDF classic file (versions 1, 2 and 5; Unidata, "NetCDF Classic Format Specification"): a header of dimensions,
 * attributes and variables, all big-endian and padded to 4 bytes, then the data. Attributes are skipped. Characters along the last
 * dimension form one text each.
 */
export interface ClassicVariable {
  readonly shape: readonly number[];
  readonly values: readonly (number | string)[];
}

const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 8, 7: 1, 8: 2, 9: 4, 10: 8, 11: 8 };
const CHAR = 2;
/** Largest number of values: no panel program writes more, and a damaged header may request any count. */
const MOST_VALUES = 50_000_000;

export class NetcdfFault extends Error {}

export function isClassicNetcdf(bytes: Uint8Array): boolean {
  return bytes.length > 8 && bytes[0] === 0x43 && bytes[1] === 0x44 && bytes[2] === 0x46;
}

export function readClassicNetcdf(bytes: Uint8Array): ReadonlyMap<string, ClassicVariable> {
  const reader = new Reader(bytes);
  const version = bytes[3];
  if (version !== 1 && version !== 2 && version !== 5) throw new NetcdfFault(`version 1, 2 or 5, found ${version}`);
  reader.at = 4;
  const wide = version === 5;
  const count = (): number => (wide ? reader.long() : reader.word());
  const records = count();
  const list = <T>(one: () => T): T[] => {
    reader.word(); // its tag
    const n = count();
    if (n > bytes.length) throw new NetcdfFault(`a list of ${n} entries in ${bytes.length} bytes`);
    return Array.from({ length: n }, one);
  };
  const name = (): string => reader.text(count());
  const dimensions = list(() => ({ name: name(), size: count() }));
  const attribute = (): void => {
    name();
    const type = reader.word();
    reader.skip(count() * sizeOf(type));
  };
  list(attribute);
  const variables = list(() => {
    const own = name();
    const n = count();
    if (n > 32) throw new NetcdfFault(`a variable of ${n} dimensions`);
    const ids = Array.from({ length: n }, count);
    list(attribute);
    const type = reader.word();
    const length = count();
    const begin = version === 1 ? reader.word() : reader.long();
    return { name: own, ids, type, length, begin };
  });
  const isRecord = (ids: readonly number[]): boolean => ids.length > 0 && dimensions[ids[0]]?.size === 0;
  // records of all variables lie one after the other
  const stride = variables.reduce((sum, { ids, length }) => sum + (isRecord(ids) ? length : 0), 0);
  const found = new Map<string, ClassicVariable>();
  for (const { name: own, ids, type, begin } of variables) {
    const shape = ids.map((id, i) => {
      const size = dimensions[id]?.size;
      if (size === undefined) throw new NetcdfFault(`dimension ${id} of ${own}, which is not there`);
      return size === 0 && i === 0 ? records : size;
    });
    const total = shape.reduce((product, size) => product * size, 1);
    if (total > MOST_VALUES) throw new NetcdfFault(`${total} values of ${own}`);
    const size = sizeOf(type);
    const rows = isRecord(ids) ? records : 1;
    const perRow = rows === 0 ? 0 : total / rows;
    const values: (number | string)[] = [];
    for (let r = 0; r < rows; r++) {
      const from = begin + r * stride;
      if (!(from >= 0 && from + perRow * size <= bytes.length))
        throw new NetcdfFault(`data of ${own} beyond the end of the file`);
      for (let i = 0; i < perRow; i++) values.push(reader.value(type, from + i * size));
    }
    const last = shape[shape.length - 1];
    if (type === CHAR && shape.length > 0) {
      const texts: string[] = [];
      for (let i = 0; last > 0 && i < values.length; i += last) {
        const raw = Uint8Array.from(values.slice(i, i + last) as number[]);
        texts.push(decode(raw));
      }
      found.set(own, { shape: shape.slice(0, -1), values: texts });
    } else found.set(own, { shape, values });
  }
  return found;
}

function sizeOf(type: number): number {
  const size = SIZES[type];
  if (size === undefined) throw new NetcdfFault(`a type from 1 to 11, found ${type}`);
  return size;
}

function decode(raw: Uint8Array): string {
  const end = raw.indexOf(0);
  return new TextDecoder().decode(end < 0 ? raw : raw.subarray(0, end)).trim();
}

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #need(count: number): void {
    if (!(count >= 0 && this.at + count <= this.#bytes.length))
      throw new NetcdfFault('the end of the file in its header');
  }

  word(): number {
    this.#need(4);
    this.at += 4;
    return this.#view.getUint32(this.at - 4);
  }

  long(): number {
    this.#need(8);
    this.at += 8;
    return Number(this.#view.getBigUint64(this.at - 8));
  }

  text(length: number): string {
    const from = this.at;
    this.skip(length);
    return new TextDecoder().decode(this.#bytes.subarray(from, from + length));
  }

  skip(length: number): void {
    const padded = 4 * Math.ceil(length / 4);
    this.#need(padded);
    this.at += padded;
  }

  value(type: number, at: number): number {
    const view = this.#view;
    if (type === 1) return view.getInt8(at);
    if (type === 2 || type === 7) return view.getUint8(at);
    if (type === 3) return view.getInt16(at);
    if (type === 4) return view.getInt32(at);
    if (type === 5) return view.getFloat32(at);
    if (type === 6) return view.getFloat64(at);
    if (type === 8) return view.getUint16(at);
    if (type === 9) return view.getUint32(at);
    return Number(type === 10 ? view.getBigInt64(at) : view.getBigUint64(at));
  }
}
