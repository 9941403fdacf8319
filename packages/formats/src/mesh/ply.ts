/**
 * PLY (Stanford): a header in text names elements and their properties; the elements follow as text or in binary, either byte order.
 * Vertices (x, y, z), faces (vertex_indices) and strips are read, everything else is skipped.
 */
import { type ReadResult, refused } from '../issue.ts';
import { quoted } from '../text.ts';
import { Cursor, type NumberType, parseNumber, TYPE_SIZE } from './cursor.ts';
import { Surface } from './surface.ts';
import type { MeshOptions, WeldedMesh } from './welded.ts';

interface Property {
  readonly name: string;
  readonly type: NumberType;
  /** type of the length of a list; undefined for a single number */
  readonly length?: NumberType;
}

interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: Property[];
}

type Encoding = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

const TYPES: Readonly<Record<string, NumberType>> = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
  int8: 'int8',
  uint8: 'uint8',
  int16: 'int16',
  uint16: 'uint16',
  int32: 'int32',
  uint32: 'uint32',
  float32: 'float32',
  float64: 'float64',
};

export function readPly(bytes: Uint8Array, options: MeshOptions = {}): ReadResult<WeldedMesh> {
  const cursor = new Cursor(bytes);
  if (cursor.nextLine()?.trim() !== 'ply') {
    return refused('not-ply', 'expected a file whose first line is ply; not a PLY file');
  }
  const surface = new Surface();
  const head = readHead(cursor, surface);
  if (head === null) return surface.issues.failure();
  for (const element of head.elements) {
    const whole = readElement(cursor, surface, element, head.encoding);
    if (!whole || surface.issues.full) break;
  }
  return surface.finish(options, 'faces (element face, property list vertex_indices)');
}

function readHead(cursor: Cursor, { issues }: Surface): { encoding: Encoding; elements: Element[] } | null {
  let encoding: Encoding | undefined;
  const elements: Element[] = [];
  for (let text = cursor.nextLine(); ; text = cursor.nextLine()) {
    const line = cursor.line - 1;
    if (text === null) {
      issues.add(line, 0, 'cut-off', 'the file ends before end_header; it is cut off, export it again');
      return null;
    }
    const words = text.trim().split(/\s+/);
    const keyword = words[0];
    if (keyword === 'end_header') break;
    if (keyword === 'format') {
      if (!/^(?:ascii|binary_little_endian|binary_big_endian)$/.test(words[1] ?? '')) {
        const expected = 'expected ascii, binary_little_endian or binary_big_endian';
        issues.add(line, 0, 'ply-format', `${expected}, found ${quoted(words[1] ?? '')}`);
        return null;
      }
      encoding = words[1] as Encoding;
    } else if (keyword === 'element') {
      const count = Number(words[2]);
      if (words.length < 3 || !Number.isInteger(count) || count < 0) {
        issues.add(line, 0, 'ply-element', `expected element NAME COUNT, found ${quoted(text)}`);
        return null;
      }
      elements.push({ name: words[1], count, properties: [] });
    } else if (keyword === 'property') {
      const property = readProperty(words);
      const element = elements[elements.length - 1];
      if (property === null || element === undefined) {
        const expected = 'expected property TYPE NAME or property list TYPE TYPE NAME after an element';
        issues.add(line, 0, 'ply-property', `${expected}, found ${quoted(text)}`);
        return null;
      }
      element.properties.push(property);
    } else if (!['comment', 'obj_info', ''].includes(keyword)) {
      issues.add(line, 1, 'unknown-keyword', `expected a PLY keyword such as element, found ${quoted(keyword)}`);
      return null;
    }
  }
  const vertex = elements.find((element) => element.name === 'vertex');
  const missing = ['x', 'y', 'z'].filter((axis) => !vertex?.properties.some((p) => p.name === axis && !p.length));
  if (encoding === undefined) issues.add(0, 0, 'ply-format', 'expected a line such as format ascii 1.0, found none');
  if (missing.length > 0) {
    issues.add(0, 0, 'ply-vertex', `expected an element vertex with properties x, y, z; ${missing.join(', ')} missing`);
  }
  return encoding === undefined || missing.length > 0 ? null : { encoding, elements };
}

function readProperty(words: readonly string[]): Property | null {
  if (words[1] === 'list') {
    const [length, type] = [TYPES[words[2]], TYPES[words[3]]];
    return length && type && words[4] ? { name: words[4], type, length } : null;
  }
  const type = TYPES[words[1]];
  return type && words[2] ? { name: words[2], type } : null;
}

/** False when the file ends too soon. */
function readElement(cursor: Cursor, surface: Surface, element: Element, encoding: Encoding): boolean {
  const { name, count, properties } = element;
  if (properties.length === 0) return true;
  const lists = new Map<string, number[]>();
  const texts = new Map<string, string>();
  const values = new Map<string, number | null>();
  for (let i = 0; i < count && !surface.issues.full; i++) {
    const line = encoding === 'ascii' ? nextFullLine(cursor) : null;
    if (encoding === 'ascii' && line === null) return cutOff(cursor, surface, element, i);
    let word = 0;
    const words = line === null ? [] : line.trim().split(/\s+/);
    const where = encoding === 'ascii' ? cursor.line - 1 : 0;
    for (const property of properties) {
      const next = (type: NumberType): number | null | undefined => {
        if (encoding !== 'ascii') {
          return cursor.left < TYPE_SIZE[type] ? undefined : cursor.number(type, encoding === 'binary_little_endian');
        }
        const text = words[word++];
        texts.set(property.name, text ?? 'nothing');
        return text === undefined ? null : parseNumber(text);
      };
      if (property.length === undefined) {
        const value = next(property.type);
        if (value === undefined) return cutOff(cursor, surface, element, i);
        values.set(property.name, value);
        if (encoding !== 'ascii') texts.set(property.name, String(value));
      } else {
        const size = next(property.length);
        if (size === undefined) return cutOff(cursor, surface, element, i);
        const room = encoding === 'ascii' ? words.length - word : cursor.left / TYPE_SIZE[property.type];
        if (size === null || !Number.isInteger(size) || size < 0 || size > room) {
          const found = size === null ? 'none' : `${size} with room for ${Math.floor(room)}`;
          const message = `${name} ${i}: expected the length of ${property.name}, found ${found}; the file is damaged or cut off`;
          surface.issues.add(where, 0, 'ply-list', message);
          return false;
        }
        const list: number[] = [];
        for (let k = 0; k < size; k++) list.push(next(property.type) ?? Number.NaN);
        lists.set(property.name, list);
      }
    }
    if (name === 'vertex') {
      for (const axis of ['x', 'y', 'z']) {
        surface.coordinate(values.get(axis) ?? null, texts.get(axis) ?? '', `${axis} of vertex ${i}`, where);
      }
    } else if (name === 'face') {
      const corners = lists.get('vertex_indices') ?? lists.get('vertex_index');
      if (corners !== undefined) surface.polygon(corners, `face ${i}`, where);
    } else if (name === 'tristrips') {
      const corners = lists.get('vertex_indices') ?? lists.get('vertex_index') ?? [];
      for (const strip of splitAt(corners, -1)) surface.strip(strip, `strip ${i}`, where);
    }
  }
  return true;
}

function cutOff(cursor: Cursor, { issues }: Surface, { name, count }: Element, i: number): false {
  const message = `expected ${count} of element ${name}, found ${i}; the file is cut off, export it again`;
  issues.add(cursor.left === 0 && cursor.line > 1 ? 0 : cursor.line, 0, 'cut-off', message);
  return false;
}

function nextFullLine(cursor: Cursor): string | null {
  let line = cursor.nextLine();
  while (line !== null && line.trim() === '') line = cursor.nextLine();
  return line;
}

function splitAt(list: readonly number[], mark: number): number[][] {
  const parts: number[][] = [[]];
  for (const value of list) {
    if (value === mark) parts.push([]);
    else parts[parts.length - 1].push(value);
  }
  return parts;
}
