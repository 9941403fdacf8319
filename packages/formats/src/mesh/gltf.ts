/**
 * glTF 2.0 (.glb, and .gltf with its buffers inside or beside it): the triangles of the scene with the transforms of all nodes applied. It
 * is read without a library because scenarios read meshes synchronously and only need triangles. glTF is y up by its specification, hawser
 * z up: (x, y, z) becomes (x, -z, y), the inverse of what hawser writes. Skins and morph targets are taken in their rest pose; materials
 * and textures are ignored.
 */
import { type ReadResult, refused } from '../issue.ts';
import { decodeText, quoted } from '../text.ts';
import {
  type Accessor,
  accessorNumbers,
  array,
  buffersOf,
  GltfFault,
  type Json,
  number,
  record,
} from './gltf-buffers.ts';
import { Surface } from './surface.ts';
import type { MeshOptions, WeldedMesh } from './welded.ts';

const MAGIC = 0x46546c67; // glTF
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;
/** Largest depth of nodes; deeper trees are loops. */
const MAX_DEPTH = 500;
/** Largest number of nodes of a scene; shared nodes can multiply without bound. */
const MAX_NODES = 100_000;
/** Largest number of triangles of a scene with all instances; instances of instances can multiply without bound. */
const MAX_TRIANGLES = 20_000_000;

/** Extensions that change the triangles. */
const CLOSED = new Map([
  ['KHR_draco_mesh_compression', 'Draco'],
  ['EXT_meshopt_compression', 'meshopt'],
]);
/** A node with this extension represents many instances, whose places are not read. */
const INSTANCES = 'EXT_mesh_gpu_instancing';

/** A node in the tree. */
export interface GltfNode {
  /** its number in the file */
  readonly number: number;
  /** its parent, by index in the list of nodes; -1: none */
  readonly parent: number;
  /** column-major 4 x 4, the node's frame to that of the scene, y up as in the file */
  readonly toScene: Matrix;
  /** number of its mesh */
  readonly mesh: number | undefined;
}

/** A scene before it is made one mesh. */
export interface GltfScene {
  /** the JSON part, and its text */
  readonly json: Json;
  readonly text: string;
  /** parents before children */
  readonly nodes: readonly GltfNode[];
  /** the triangles of one mesh, its points multiplied by a matrix, then z up */
  meshAt(mesh: number, matrix: Matrix): ReadResult<WeldedMesh>;
}

export function readGltf(bytes: Uint8Array, options: MeshOptions = {}): ReadResult<WeldedMesh> {
  return guarded(() => {
    const { nodes, reader } = openScene(bytes, options);
    for (const { mesh, toScene } of nodes) if (mesh !== undefined) reader.mesh(mesh, toScene);
    return reader.surface.finish(options, 'triangles in the scene');
  });
}

/** The nodes of a scene with their transforms; triangles are read separately for each mesh. */
export function readGltfScene(bytes: Uint8Array, options: MeshOptions = {}): ReadResult<GltfScene> {
  return guarded(() => {
    const { json, text, nodes, reader } = openScene(bytes, options);
    const meshAt = (mesh: number, matrix: Matrix): ReadResult<WeldedMesh> =>
      guarded(() => {
        const one = reader.again();
        one.mesh(mesh, matrix);
        return one.surface.finish(options, 'triangles in the mesh');
      });
    return { ok: true, value: { json, text, nodes, meshAt } };
  });
}

function guarded<T>(read: () => ReadResult<T>): ReadResult<T> {
  try {
    return read();
  } catch (error) {
    if (error instanceof GltfFault) return refused('gltf', error.message);
    throw error;
  }
}

function chunksOf(bytes: Uint8Array): { text: string; bin: Uint8Array | undefined } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0, true) !== MAGIC) {
    const text = decodeText(bytes);
    if (!text.ok || !/^\s*\{/.test(text.value)) {
      throw new GltfFault('expected a GLB file or JSON text that begins with {; not a glTF file');
    }
    return { text: text.value, bin: undefined };
  }
  const version = view.getUint32(4, true);
  if (version !== 2) throw new GltfFault(`expected glTF version 2, found ${version}; export it again`);
  let text: string | undefined;
  let bin: Uint8Array | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) {
      throw new GltfFault(
        `a chunk of ${length} bytes reaches beyond the end of the file; it is cut off, export it again`,
      );
    }
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (kind === CHUNK_JSON) text ??= new TextDecoder().decode(content);
    else if (kind === CHUNK_BIN) bin ??= content;
    at += 8 + length;
  }
  if (text === undefined) throw new GltfFault('expected a JSON chunk, found none; the file is damaged');
  return { text, bin };
}

interface Opened {
  readonly json: Json;
  readonly text: string;
  readonly nodes: readonly GltfNode[];
  readonly reader: Reader;
}

function openScene(bytes: Uint8Array, options: MeshOptions): Opened {
  const { text, bin } = chunksOf(bytes);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new GltfFault(`expected JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const json = record(parsed);
  const { version } = record(json.asset);
  if (version !== undefined && !/^2(?:\.|$)/.test(String(version))) {
    throw new GltfFault(`expected glTF version 2, found ${quoted(String(version))}; export it again`);
  }
  for (const name of array(json.extensionsRequired)) refusePacked(String(name));
  const buffers = buffersOf(json, bin, options.beside);
  const reader = new Reader(json, (accessor) => accessorNumbers(json, buffers, accessor));
  const scenes = array(json.scenes);
  const scene = scenes.length === 0 ? undefined : record(scenes[number(json.scene, 0)] ?? scenes[0]);
  const roots = scene === undefined ? rootNodes(array(json.nodes)) : array(scene.nodes).map((n) => number(n, -1));
  return { json, text, nodes: nodesOf(json, roots), reader };
}

/** Parents first, in the order of the file. A node with two parents appears twice. */
function nodesOf(json: Json, roots: readonly number[]): GltfNode[] {
  const list = array(json.nodes);
  const nodes: GltfNode[] = [];
  const visit = (index: number, parent: number, outer: Matrix, depth: number): void => {
    const node = list[index];
    if (node === undefined) throw new GltfFault(`expected a node, found the number ${index} of none`);
    if (depth > MAX_DEPTH) throw new GltfFault(`node ${index} lies in itself, or more than ${MAX_DEPTH} deep`);
    if (nodes.length >= MAX_NODES)
      throw new GltfFault(`the scene has more than ${MAX_NODES} nodes; export a simpler one`);
    const fields = record(node);
    if (record(fields.extensions)[INSTANCES] !== undefined) {
      throw new GltfFault(`node ${index} stands for many instances of its mesh; export each as a node of its own`);
    }
    const toScene = multiply(outer, localMatrix(fields));
    const mesh = fields.mesh === undefined ? undefined : number(fields.mesh, -1);
    const own = nodes.push({ number: index, parent, toScene, mesh }) - 1;
    for (const child of array(fields.children)) visit(number(child, -1), own, toScene, depth + 1);
  };
  for (const root of roots) visit(root, -1, IDENTITY, 0);
  return nodes;
}

function refusePacked(extension: string): void {
  const what = CLOSED.get(extension);
  if (what !== undefined) throw new GltfFault(`the meshes are compressed with ${what}; export it without compression`);
}

function rootNodes(nodes: readonly unknown[]): number[] {
  const children = new Set(nodes.flatMap((node) => array(record(node).children)));
  return nodes.map((_, i) => i).filter((i) => !children.has(i));
}

/** column-major 4x4 as glTF has it */
export type Matrix = readonly number[];
const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

class Reader {
  readonly surface = new Surface();
  readonly #json: Json;
  readonly #numbers: (accessor: number) => Accessor;
  readonly #known = new Map<number, Accessor>();
  #triangles = 0;

  constructor(json: Json, numbers: (accessor: number) => Accessor) {
    this.#json = json;
    this.#numbers = numbers;
  }

  /** One for other triangles, with the numbers that were read already. */
  again(): Reader {
    return new Reader(this.#json, (accessor) => this.#accessor(accessor));
  }

  mesh(index: number, matrix: Matrix): void {
    const mesh = array(this.#json.meshes)[index];
    if (mesh === undefined) throw new GltfFault(`expected a mesh, found the number ${index} of none`);
    array(record(mesh).primitives).forEach((primitive, i) => {
      this.#primitive(record(primitive), matrix, `mesh ${index}, primitive ${i}`);
    });
  }

  #primitive(primitive: Json, matrix: Matrix, name: string): void {
    const mode = number(primitive.mode, 4);
    const position = record(primitive.attributes).POSITION;
    if (mode < 4 || position === undefined) return; // points and lines
    const packed = this.#unread(position) || this.#unread(primitive.indices);
    if (packed) for (const extension of Object.keys(record(primitive.extensions))) refusePacked(extension);
    if (mode > 6) throw new GltfFault(`${name}: expected a mode from 0 to 6, found ${mode}`);
    const positions = this.#accessor(number(position, -1));
    if (positions.size !== 3) throw new GltfFault(`${name}: POSITION must be of type VEC3`);
    const first = this.surface.vertexCount;
    const count = positions.values.length / 3;
    const indices =
      primitive.indices === undefined
        ? Array.from({ length: count }, (_, i) => i)
        : Array.from(this.#accessor(number(primitive.indices, -1)).values);
    this.#triangles += mode === 4 ? indices.length / 3 : Math.max(0, indices.length - 2);
    if (this.#triangles > MAX_TRIANGLES) {
      throw new GltfFault(`the scene has more than ${MAX_TRIANGLES} triangles; export a simpler one`);
    }
    this.#place(positions.values, matrix, name);
    const turned = determinant(matrix) < 0; // a mirror image reverses the orientation
    this.#faces(indices, mode, first, turned, name);
  }

  #place(values: ArrayLike<number>, m: Matrix, name: string): void {
    for (let i = 0; i < values.length; i += 3) {
      const [x, y, z] = [values[i], values[i + 1], values[i + 2]];
      const placed = [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]);
      const zUp = [placed[0], -placed[2], placed[1]];
      zUp.forEach((value, k) => {
        this.surface.coordinate(value, String(value), `${name}, ${'xyz'[k]} of vertex ${i / 3}`, 0);
      });
    }
  }

  #faces(indices: readonly number[], mode: number, first: number, turned: boolean, name: string): void {
    const add = (a: number, b: number, c: number, i: number): void => {
      const corners = turned ? [a, c, b] : [a, b, c];
      this.surface.polygon(
        corners.map((v) => v + first),
        `${name}, triangle ${i}`,
        0,
      );
    };
    if (mode === 4) {
      for (let i = 0; i + 2 < indices.length; i += 3) add(indices[i], indices[i + 1], indices[i + 2], i / 3);
    } else {
      for (let i = 2; i < indices.length; i++) {
        if (mode === 6) add(indices[0], indices[i - 1], indices[i], i - 2);
        else if (i % 2 === 0) add(indices[i - 2], indices[i - 1], indices[i], i - 2);
        else add(indices[i - 1], indices[i - 2], indices[i], i - 2);
      }
    }
  }

  /** Values available in compressed form only: an accessor without data. */
  #unread(index: unknown): boolean {
    return index !== undefined && record(array(this.#json.accessors)[number(index, -1)]).bufferView === undefined;
  }

  #accessor(index: number): Accessor {
    let known = this.#known.get(index);
    if (known === undefined) {
      known = this.#numbers(index);
      this.#known.set(index, known);
    }
    return known;
  }
}

function localMatrix(node: Json): Matrix {
  const given = array(node.matrix);
  if (given.length > 0) return vector(given, 16, 'matrix');
  const [tx, ty, tz] = node.translation === undefined ? [0, 0, 0] : vector(node.translation, 3, 'translation');
  const [x, y, z, w] = node.rotation === undefined ? [0, 0, 0, 1] : vector(node.rotation, 4, 'rotation');
  const [sx, sy, sz] = node.scale === undefined ? [1, 1, 1] : vector(node.scale, 3, 'scale');
  return [
    sx * (1 - 2 * (y * y + z * z)), sx * 2 * (x * y + z * w), sx * 2 * (x * z - y * w), 0,
    sy * 2 * (x * y - z * w), sy * (1 - 2 * (x * x + z * z)), sy * 2 * (y * z + x * w), 0,
    sz * 2 * (x * z + y * w), sz * 2 * (y * z - x * w), sz * (1 - 2 * (x * x + y * y)), 0,
    tx, ty, tz, 1,
  ]; // biome-ignore format: a matrix
}

function vector(value: unknown, size: number, name: string): number[] {
  const list = array(value);
  if (list.length !== size || !list.every((x) => typeof x === 'number' && Number.isFinite(x))) {
    throw new GltfFault(`${name} of a node: expected ${size} finite numbers, found ${quoted(JSON.stringify(value))}`);
  }
  return list as number[];
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, i) => {
    const [row, column] = [i % 4, i - (i % 4)];
    return a[row] * b[column] + a[4 + row] * b[column + 1] + a[8 + row] * b[column + 2] + a[12 + row] * b[column + 3];
  });
}

function determinant(m: Matrix): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
}
