/** Gmsh's files (.msh), text, versions 2 and 4: tetrahedra, with $NodeData on their points; without tetrahedra the triangles. */
import { type ReadResult, refused } from '../issue.ts';
import { quoted } from '../text.ts';
import { CellReader } from './cells.ts';
import { Cursor, parseNumber } from './cursor.ts';
import { Surface } from './surface.ts';
import type { MeshOptions, WeldedMesh } from './welded.ts';

const TRIANGLE = 2;
const TETRAHEDRON = 4;
/** corners of the element types of first order that may stand beside them */
const CORNERS: Readonly<Record<number, number>> = { 1: 2, 2: 3, 3: 4, 4: 4, 5: 8, 6: 6, 7: 5, 15: 1 };

export function readMsh(bytes: Uint8Array, options: MeshOptions = {}): ReadResult<WeldedMesh> {
  const reader = new Reader(new Cursor(bytes));
  try {
    return reader.read(options);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ok: false, issues: [{ line: error.line, column: 0, code: 'msh', message: error.message }] };
  }
}

class Fault extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

class Reader {
  readonly #cursor: Cursor;
  readonly #cells = new CellReader();
  readonly #faces: number[][] = [];
  readonly #index = new Map<number, number>();
  #version = 0;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  read(options: MeshOptions): ReadResult<WeldedMesh> {
    for (let word = this.#cursor.nextWord(); word !== null; word = this.#cursor.nextWord()) {
      if (word === '$MeshFormat') this.#format();
      else if (this.#version === 0) return refused('msh', 'expected $MeshFormat on the first line; not a Gmsh file');
      else if (word === '$Nodes') this.#nodes();
      else if (word === '$Elements') this.#elements();
      else if (word === '$NodeData') this.#data();
      else if (word.startsWith('$') && !word.startsWith('$End')) this.#skip(word);
    }
    if (this.#version === 0) return refused('msh', 'expected $MeshFormat on the first line; not a Gmsh file');
    if (this.#cells.tets.length > 0) return this.#cells.finish(options);
    const surface = new Surface();
    for (const [i, x] of this.#cells.points.entries()) {
      surface.coordinate(x, String(x), `${'xyz'[i % 3]} of point ${Math.floor(i / 3)}`, 0);
    }
    for (const [i, face] of this.#faces.entries()) surface.polygon(face, `triangle ${i}`, 0);
    return surface.finish(options, 'tetrahedra or triangles');
  }

  #format(): void {
    this.#version = this.#number('the version');
    const binary = this.#number('0, for text');
    this.#number('the size of a number');
    if (binary !== 0) throw this.#fault('expected a text file, found a binary one; save it with Mesh.Binary = 0');
    if (!((this.#version >= 2 && this.#version < 3) || (this.#version >= 4.1 && this.#version < 5))) {
      throw this.#fault(`expected version 2.x or 4.1, found ${this.#version}; save it with Mesh.MshFileVersion = 4.1`);
    }
  }

  #nodes(): void {
    if (this.#version < 3) {
      const count = this.#number('the number of nodes');
      for (let i = 0; i < count; i++) {
        const tag = this.#number('the number of a node');
        this.#point(tag);
      }
      return;
    }
    const blocks = this.#number('the number of blocks');
    for (let k = 0; k < 3; k++) this.#number('a number of nodes');
    for (let b = 0; b < blocks; b++) {
      for (let k = 0; k < 2; k++) this.#number('an entity');
      const parametric = this.#number('0 or 1');
      const count = this.#number('the number of nodes');
      const tags: number[] = [];
      for (let i = 0; i < count; i++) tags.push(this.#number('the number of a node'));
      if (parametric !== 0) throw this.#fault('expected nodes without parameters; save the mesh without them');
      for (const tag of tags) this.#point(tag);
    }
  }

  #point(tag: number): void {
    this.#index.set(tag, this.#cells.points.length / 3);
    for (let k = 0; k < 3; k++) this.#cells.points.push(this.#number('a coordinate'));
  }

  #elements(): void {
    if (this.#version < 3) {
      const count = this.#number('the number of elements');
      for (let i = 0; i < count; i++) {
        this.#number('the number of an element');
        const type = this.#number('a type');
        const tags = this.#number('a number of tags');
        for (let k = 0; k < tags; k++) this.#number('a tag');
        this.#element(type);
      }
      return;
    }
    const blocks = this.#number('the number of blocks');
    for (let k = 0; k < 3; k++) this.#number('a number of elements');
    for (let b = 0; b < blocks; b++) {
      for (let k = 0; k < 2; k++) this.#number('an entity');
      const type = this.#number('a type');
      const count = this.#number('the number of elements');
      for (let i = 0; i < count; i++) {
        this.#number('the number of an element');
        this.#element(type);
      }
    }
  }

  #element(type: number): void {
    const corners = CORNERS[type];
    if (corners === undefined) {
      throw this.#fault(
        `expected elements of first order, found type ${type}; save the mesh with Mesh.ElementOrder = 1`,
      );
    }
    const nodes: number[] = [];
    for (let k = 0; k < corners; k++) {
      const tag = this.#number('a node');
      const at = this.#index.get(tag);
      if (at === undefined) throw this.#fault(`expected the number of a node, found ${tag}, which is none`);
      nodes.push(at);
    }
    if (type === TETRAHEDRON) this.#cells.tets.push(...nodes);
    else if (type === TRIANGLE) this.#faces.push(nodes);
  }

  #data(): void {
    this.#number('the number of names');
    this.#cursor.nextLine();
    const name = (this.#cursor.nextLine() ?? '').trim().replace(/^"|"$/g, '');
    const reals = this.#number('a number of values');
    for (let k = 0; k < reals; k++) this.#number('a value');
    const tags = this.#number('a number of tags');
    const numbers: number[] = [];
    for (let k = 0; k < tags; k++) numbers.push(this.#number('a tag'));
    const [, components = 1, count = 0] = numbers;
    const values = new Float64Array(this.#cells.points.length / 3);
    for (let i = 0; i < count; i++) {
      const at = this.#index.get(this.#number('a node'));
      for (let k = 0; k < components; k++) {
        const value = this.#number('a value');
        if (k === 0 && at !== undefined) values[at] = value;
      }
    }
    if (components === 1) this.#cells.field(name, values);
  }

  #skip(section: string): void {
    const end = `$End${section.slice(1)}`;
    for (let word = this.#cursor.nextWord(); word !== null && word !== end; ) word = this.#cursor.nextWord();
  }

  #number(what: string): number {
    const word = this.#cursor.nextWord();
    const value = word === null ? null : parseNumber(word);
    if (value !== null) return value;
    throw this.#fault(`expected ${what}, found ${word === null ? 'the end of the file' : quoted(word)}`);
  }

  #fault(message: string): Fault {
    return new Fault(this.#cursor.line, message);
  }
}
