/** Meshes in formats that few use: their readers lie in a pack of the page, fetched when a project brings such a file. */
import type { readMesh } from '@hawser/formats';

const scope = self as unknown as { importScripts(address: string): void; readMesh?: typeof readMesh };
let address: string | undefined;

/** The page says where the readers are. */
export function readersAt(given: string | undefined): void {
  address = given ?? address;
}

export function rareMesh(
  bytes: Uint8Array,
  ending: string,
  options: Parameters<typeof readMesh>[2],
): ReturnType<typeof readMesh> {
  if (scope.readMesh === undefined && address !== undefined) scope.importScripts(address);
  if (scope.readMesh !== undefined) return scope.readMesh(bytes, ending, options);
  const message = `expected the part of the page that reads ${ending} files, found none; convert the mesh to .obj or .stl`;
  return { ok: false, issues: [{ line: 0, column: 0, code: 'unknown-format', message }] };
}
