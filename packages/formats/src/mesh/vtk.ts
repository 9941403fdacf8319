/**
 * VTK's legacy files (.vtk), text or binary (big-endian), versions 1 to 5: POLYDATA, the surface cells of an UNSTRUCTURED_GRID, or its
 * tetrahedra with a number at each point. Other attributes of points and cells are skipped.
 */
import { type ReadResult, refused } from '../issue.ts';
import { quoted } from '../text.ts';
import { CellReader } from './cells.ts';
import { Cursor, type NumberType, parseNumber, TYPE_SIZE } from './cursor.ts';
import { Surface } from './surface.ts';
import type { MeshOptions, WeldedMesh } from './welded.ts';

const TYPES: Readonly<Record<string, NumberType>> = {
  char: 'int8',
  unsigned_char: 'uint8',
  short: 'int16',
  unsigned_short: 'uint16',
  int: 'int32',
  unsigned_int: 'uint32',
  long: 'int64',
  unsigned_long: 'uint64',
  vtkidtype: 'int32',
  vtktypeint64: 'int64',
  vtktypeuint64: 'uint64',
  vtktypeint32: 'int32',
  float: 'float32',
  double: 'float64',
};

/** cell types of a grid that are a surface */
const TRIANGLE = 5;
const STRIP = 6;
const POLYGON = 7;
const PIXEL = 8;
const QUAD = 9;
const TETRA = 10;
const WITHOUT_SURFACE: ReadonlySet<number> = new Set([0, 1, 2, 3, 4]);

export function readVtk(bytes: Uint8Array, options: MeshOptions = {}): ReadResult<WeldedMesh> {
  const cursor = new Cursor(bytes);
  if (!/^# vtk DataFile Version \d/i.test(cursor.nextLine() ?? '')) {
    return refused('not-vtk', 'expected a first line such as # vtk DataFile Version 3.0; not a legacy VTK file');
  }
  cursor.nextLine(); // the title
  const encoding = (cursor.nextLine() ?? '').trim().toUpperCase();
  if (encoding !== 'ASCII' && encoding !== 'BINARY') {
    return refused('vtk-encoding', `line 3: expected ASCII or BINARY, found ${quoted(encoding)}`);
  }
  const reader = new Reader(cursor, encoding === 'BINARY');
  reader.run();
  if (reader.cells.tets.length > 0 && !reader.surface.issues.any) {
    for (const x of reader.surface.positions) reader.cells.points.push(x);
    return reader.cells.finish(options);
  }
  return reader.surface.finish(options, 'polygons (POLYGONS or TRIANGLE_STRIPS)');
}

class Reader {
  readonly surface = new Surface();
  readonly cells = new CellReader();
  readonly #cursor: Cursor;
  readonly #binary: boolean;
  #cells: number[][] = [];

  constructor(cursor: Cursor, binary: boolean) {
    this.#cursor = cursor;
    this.#binary = binary;
  }

  /** Keywords one after another until attributes, the end, or a fault. */
  run(): void {
    const { issues } = this.surface;
    for (let word = this.#cursor.nextWord(); word !== null && !issues.any; word = this.#cursor.nextWord()) {
      const keyword = word.toUpperCase();
      if (keyword === 'POINT_DATA' && this.cells.tets.length > 0) {
        this.#pointData();
        return;
      }
      if (keyword === 'POINT_DATA' || keyword === 'CELL_DATA') return; // only attributes follow
      if (!this.#section(keyword)) return;
    }
  }

  #section(keyword: string): boolean {
    const { surface } = this;
    switch (keyword) {
      case 'DATASET': {
        const kind = this.#cursor.nextWord() ?? '';
        if (/^(?:POLYDATA|UNSTRUCTURED_GRID)$/i.test(kind)) return true;
        return this.#fault(
          'vtk-dataset',
          `expected DATASET POLYDATA, found ${quoted(kind)}; extract the surface first`,
        );
      }
      case 'POINTS':
        return this.#points();
      case 'POLYGONS':
        return this.#lists(keyword, (list, i) => surface.polygon(list, `polygon ${i}`, this.#line()));
      case 'TRIANGLE_STRIPS':
        return this.#lists(keyword, (list, i) => surface.strip(list, `strip ${i}`, this.#line()));
      case 'VERTICES':
      case 'LINES':
        return this.#lists(keyword, () => {});
      case 'CELLS':
        this.#cells = [];
        return this.#lists(keyword, (list) => void this.#cells.push(list));
      case 'CELL_TYPES':
        return this.#cellTypes();
      case 'FIELD':
        return this.#field();
      case 'METADATA':
        this.#cursor.nextLine(); // the rest of this line; information follows up to an empty one
        for (let line = this.#cursor.nextLine(); line !== null && line.trim() !== ''; ) line = this.#cursor.nextLine();
        return true;
      default:
        return this.#fault(
          'unknown-keyword',
          `expected a keyword such as POINTS or POLYGONS, found ${quoted(keyword)}`,
        );
    }
  }

  #points(): boolean {
    const count = this.#count('the number of points');
    const type = this.#type();
    if (count === null || type === null) return false;
    const values = this.#numbers(3 * count, type, 'coordinates of points');
    values?.forEach((value, i) => {
      const axis = 'xyz'[i % 3];
      this.surface.coordinate(value, String(value), `${axis} of point ${Math.floor(i / 3)}`, this.#line());
    });
    return values !== null;
  }

  /** Lists of point numbers: with their lengths in between (to version 4), or by offsets and connectivity (5). */
  #lists(keyword: string, take: (list: number[], i: number) => void): boolean {
    const first = this.#count(`the number of ${keyword}`);
    const second = this.#count(`the size of ${keyword}`);
    if (first === null || second === null) return false;
    const start = this.#cursor.at;
    const line = this.#cursor.line;
    if (this.#cursor.nextWord()?.toUpperCase() === 'OFFSETS') return this.#offsets(first, second, take);
    this.#cursor.at = start;
    this.#cursor.line = line;
    const values = this.#numbers(second, 'int32', keyword);
    if (values === null) return false;
    let at = 0;
    for (let i = 0; i < first; i++) {
      const size = values[at];
      if (!(size >= 0 && at + size < values.length)) {
        const found = at < values.length ? `a length of ${size} with ${values.length - at - 1} numbers left` : 'none';
        return this.#fault('vtk-list', `${keyword}: expected ${first} lists, number ${i} has ${found}`);
      }
      take(values.slice(at + 1, at + 1 + size), i);
      at += 1 + size;
    }
    return true;
  }

  #offsets(offsetCount: number, size: number, take: (list: number[], i: number) => void): boolean {
    const offsetType = this.#type();
    const offsets = offsetType === null ? null : this.#numbers(offsetCount, offsetType, 'OFFSETS');
    if (offsets === null) return false;
    const word = this.#cursor.nextWord() ?? '';
    if (word.toUpperCase() !== 'CONNECTIVITY') {
      return this.#fault('vtk-list', `expected CONNECTIVITY after OFFSETS, found ${quoted(word)}`);
    }
    const type = this.#type();
    const points = type === null ? null : this.#numbers(size, type, 'CONNECTIVITY');
    if (points === null) return false;
    for (let i = 0; i + 1 < offsets.length; i++) {
      if (!(offsets[i] >= 0 && offsets[i + 1] >= offsets[i] && offsets[i + 1] <= points.length)) {
        return this.#fault(
          'vtk-list',
          `OFFSETS: expected rising numbers up to ${points.length}, found ${offsets[i + 1]}`,
        );
      }
      take(points.slice(offsets[i], offsets[i + 1]), i);
    }
    return true;
  }

  #cellTypes(): boolean {
    const count = this.#count('the number of cell types');
    const types = count === null ? null : this.#numbers(count, 'int32', 'CELL_TYPES');
    if (types === null) return false;
    if (types.length !== this.#cells.length) {
      return this.#fault('vtk-cell', `expected a type for each of ${this.#cells.length} cells, found ${types.length}`);
    }
    if (types.includes(TETRA)) {
      this.#cells.forEach((list, i) => {
        if (types[i] === TETRA) this.cells.tets.push(...list);
      });
      return true;
    }
    this.#cells.forEach((list, i) => {
      const type = types[i];
      if (type === TRIANGLE || type === POLYGON || type === QUAD) this.surface.polygon(list, `cell ${i}`, 0);
      else if (type === STRIP) this.surface.strip(list, `cell ${i}`, 0);
      else if (type === PIXEL && list.length === 4) {
        this.surface.polygon([list[0], list[1], list[3], list[2]], `cell ${i}`, 0);
      } else if (type === PIXEL) {
        this.surface.issues.add(0, 0, 'vtk-cell', `cell ${i}: expected the 4 points of a pixel, found ${list.length}`);
      } else if (!WITHOUT_SURFACE.has(type)) {
        const message = `cell ${i} is of type ${type}; expected triangles, quads or polygons: extract the surface first`;
        this.surface.issues.add(0, 0, 'vtk-cell', message);
      }
    });
    return true;
  }

  /** Numbers at the points, up to the first attribute that is none. */
  #pointData(): void {
    const count = this.#count('the number of points');
    for (let word = this.#cursor.nextWord(); word !== null && count !== null; word = this.#cursor.nextWord()) {
      const keyword = word.toUpperCase();
      if (keyword === 'FIELD') {
        if (!this.#field()) return;
        continue;
      }
      if (keyword !== 'SCALARS') return;
      const name = this.#cursor.nextWord() ?? '';
      const type = this.#type();
      const rest = (this.#cursor.nextLine() ?? '').trim();
      if (type === null || (rest !== '' && rest !== '1')) return;
      if (!/^LOOKUP_TABLE/i.test(this.#cursor.nextLine() ?? '')) return;
      this.#back();
      const values = this.#numbers(count, type, `values of ${name}`);
      if (values === null) return;
      this.cells.field(name, values);
    }
  }

  /** To the end of the line before, from which binary numbers are read on. */
  #back(): void {
    if (!this.#binary) return;
    this.#cursor.at--;
  }

  /** Arrays of the whole data set, or of its points: those with one number a point are kept. */
  #field(): boolean {
    this.#cursor.nextWord(); // its name
    const arrays = this.#count('the number of arrays');
    for (let i = 0; arrays !== null && i < arrays; i++) {
      const label = this.#cursor.nextWord() ?? '';
      const components = this.#count('the number of components');
      const tuples = this.#count('the number of tuples');
      const name = this.#cursor.nextWord()?.toLowerCase() ?? '';
      const type = TYPES[name];
      if (components === null || tuples === null) return false;
      if (type === undefined) return this.#fault('vtk-type', `expected a type such as float, found ${quoted(name)}`);
      const values = this.#numbers(components * tuples, type, 'FIELD');
      if (values === null) return false;
      if (components === 1 && tuples === this.surface.vertexCount) this.cells.field(label, values);
    }
    return arrays !== null;
  }

  /** null and a fault when there are too few, or what is found is no number. */
  #numbers(count: number, type: NumberType, what: string): number[] | null {
    const cursor = this.#cursor;
    const values: number[] = [];
    if (this.#binary) {
      cursor.nextLine(); // the rest of the keyword's line
      if (cursor.left < count * TYPE_SIZE[type]) {
        const message = `${what}: expected ${count} numbers, ${count * TYPE_SIZE[type]} bytes, found ${cursor.left}; the file is cut off`;
        this.#fault('cut-off', message);
        return null;
      }
      for (let i = 0; i < count; i++) values.push(cursor.number(type, false));
      return values;
    }
    for (let i = 0; i < count; i++) {
      const word = cursor.nextWord();
      const value = word === null ? null : parseNumber(word);
      if (value === null) {
        const found = word === null ? 'the end of the file' : quoted(word);
        this.#fault('not-a-number', `${what}: expected ${count} numbers, number ${i} is ${found}`);
        return null;
      }
      values.push(value);
    }
    return values;
  }

  #count(what: string): number | null {
    const word = this.#cursor.nextWord();
    const value = Number(word ?? Number.NaN);
    if (word !== null && Number.isInteger(value) && value >= 0) return value;
    this.#fault('vtk-count', `expected ${what}, found ${word === null ? 'the end of the file' : quoted(word)}`);
    return null;
  }

  #type(): NumberType | null {
    const word = this.#cursor.nextWord() ?? '';
    const type = TYPES[word.toLowerCase()];
    if (type !== undefined) return type;
    this.#fault('vtk-type', `expected a type such as float or double, found ${quoted(word)}`);
    return null;
  }

  /** Line numbers do not apply to binary numbers. */
  #line(): number {
    return this.#binary ? 0 : this.#cursor.line;
  }

  #fault(code: string, message: string): false {
    this.surface.issues.add(this.#line(), 0, code, message);
    return false;
  }
}
