/** Meshes in formats that few use: their readers lie in a pack of the page, fetched when a project brings such a file. */
import type { readMesh } from '@hawser/formats';

const scope = globalThis as unknown as { importScripts(address: string): void; readMesh?: typeof readMesh };
let script: string | undefined;

/** The page hands the script of the readers over. */
export function takeReaders(given: string | undefined): void {
  script = given ?? script;
}

export function rareMesh(
  bytes: Uint8Array,
  ending: string,
  options: Parameters<typeof readMesh>[2],
): ReturnType<typeof readMesh> {
  if (scope.readMesh === undefined && script !== undefined) {
    // on a disk a worker may load only what it made itself
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    scope.importScripts(address);
    URL.revokeObjectURL(address);
  }
  if (scope.readMesh !== undefined) return scope.readMesh(bytes, ending, options);
  const message = `expected the part of the page that reads ${ending} files, found none; convert the mesh to .obj or .stl`;
  return { ok: false, issues: [{ line: 0, column: 0, code: 'unknown-format', message }] };
}
