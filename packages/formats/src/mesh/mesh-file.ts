/** Meshes by the ending of their file name. */
import { type ReadResult, refused } from '../issue.ts';
import { readObj } from './obj.ts';
import { readStl } from './stl.ts';
import type { MeshOptions, WeldedMesh } from './welded.ts';

export function readMesh(bytes: Uint8Array, fileName: string, options: MeshOptions = {}): ReadResult<WeldedMesh> {
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1].toLowerCase() ?? '';
  if (ending === 'obj') return readObj(bytes, options);
  if (ending === 'stl') return readStl(bytes, options);
  return refused(
    'unknown-format',
    `expected a mesh file that ends in .obj or .stl, found ${fileName}; convert it first`,
  );
}
