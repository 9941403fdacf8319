/** Files named in a scenario, and their readers. The caller supplies both, so that this package runs anywhere. */

export interface AssetLoader {
  /** The reason why a file may not be read, on whatever path; undefined: it may be read. Called before any other access to a file. */
  refuses?(path: string): { readonly expected: string; readonly found: string; readonly hint: string } | undefined;
  /** The bytes of a file, or undefined when there is none. */
  read(path: string): Uint8Array | undefined;
  /** [bytes] of a file without reading it, where that is cheap. */
  size?(path: string): number | undefined;
  /** Names in a folder, to suggest one when a file is missing. */
  list?(folder: string): readonly string[] | undefined;
}

/** Triangles of a mesh file, in the units of the file. */
export interface MeshData {
  /** xyz triples */
  readonly positions: ArrayLike<number>;
  /** three indices a triangle, counter-clockwise seen from outside */
  readonly triangles: ArrayLike<number>;
  /** tetrahedra of which it is the surface: xyz triples, four indices a cell, a number at each point */
  readonly cells?: {
    readonly points: ArrayLike<number>;
    readonly tets: ArrayLike<number>;
    readonly values?: ArrayLike<number>;
  };
}

/** Columns of a table file. */
export interface TableData {
  readonly names: readonly string[];
  /** as written over the columns; empty where there is none */
  readonly units: readonly string[];
  readonly columns: readonly ArrayLike<number>[];
}

export type ReadOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly FileProblem[] };

/** A fault inside an asset; line and column count from 1, 0 where they do not apply. */
export interface FileProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Readers of file formats, such as `readMesh` and `readTable` of @hawser/formats. */
export interface Readers {
  /** `beside`: files that the mesh file names, as seen from its own folder */
  mesh(
    bytes: Uint8Array,
    name: string,
    options: { readonly beside: (name: string) => Uint8Array | undefined },
  ): ReadOutcome<MeshData>;
  table(bytes: Uint8Array, name: string): ReadOutcome<TableData>;
}

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** Files held in memory, by path. */
export function memoryLoader(files: Readonly<Record<string, string | Uint8Array>>): AssetLoader {
  const bytesOf = (path: string): Uint8Array | undefined => {
    const content = Object.hasOwn(files, path) ? files[path] : undefined;
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  return {
    read: bytesOf,
    list: (folder) =>
      Object.keys(files)
        .filter((path) => folderOf(path) === folder)
        .map(fileNameOf),
  };
}

/** `name` relative to the folder of `file`, normalised; folders are separated by / or \. */
export function resolvePath(file: string, name: string): string {
  const absolute = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(name);
  const folder = absolute ? '' : folderOf(file);
  const full = folder === '' ? name : `${folder}/${name}`;
  const root = /^[\\/]/.test(full) ? '/' : '';
  const parts: string[] = [];
  for (const part of full.split(/[\\/]/)) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '..' || root === '') parts.push(part); // there is nothing above the root
  }
  return root + parts.join('/');
}

/** Everything before the last / or \; empty when there is none. */
export function folderOf(path: string): string {
  return path.replace(/[^\\/]*$/, '').replace(/(?<=.)[\\/]$/, '');
}

export function fileNameOf(path: string): string {
  return path.replace(/^.*[\\/]/, '');
}
