/** Meshes by the ending of their file name. */
import { type ReadResult, refused } from '../issue.ts';
import { readGltf } from './gltf.ts';
import { readMsh } from './msh.ts';
import { readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { readStl } from './stl.ts';
import { readVtk } from './vtk.ts';
import { readVtp } from './vtp.ts';
import type { MeshOptions, WeldedMesh } from './welded.ts';

/** What the formats are called. */
export type MeshFormat = 'OBJ' | 'STL' | 'PLY' | 'VTK' | 'VTP' | 'Gmsh' | 'glTF';

type Reader = (bytes: Uint8Array, options: MeshOptions) => ReadResult<WeldedMesh>;

const readers: Readonly<Record<string, readonly [MeshFormat, Reader]>> = {
  obj: ['OBJ', readObj],
  stl: ['STL', readStl],
  ply: ['PLY', readPly],
  vtk: ['VTK', readVtk],
  vtp: ['VTP', readVtp],
  msh: ['Gmsh', readMsh],
  gltf: ['glTF', readGltf],
  glb: ['glTF', readGltf],
};

/** undefined: of an unknown format */
export function meshFormat(fileName: string): MeshFormat | undefined {
  return readers[endingOf(fileName)]?.[0];
}

export function readMesh(bytes: Uint8Array, fileName: string, options: MeshOptions = {}): ReadResult<WeldedMesh> {
  const reader = readers[endingOf(fileName)]?.[1];
  if (reader !== undefined) return reader(bytes, options);
  const endings = Object.keys(readers).map((ending) => `.${ending}`);
  const last = endings.pop();
  return refused(
    'unknown-format',
    `expected a mesh file that ends in ${endings.join(', ')} or ${last}, found ${fileName}; convert it first`,
  );
}

function endingOf(fileName: string): string {
  return /\.([^./\\]+)$/.exec(fileName)?.[1].toLowerCase() ?? '';
}
