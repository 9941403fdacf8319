/** Files of a project as the scenario package reads them. */
import { readMesh, readTable } from '@hawser/formats';
import { type AssetLoader, memoryLoader, type Readers } from '@hawser/scenario';
import type { Project } from './messages.ts';
import { takeReaders } from './rare-mesh.ts';

export const readers: Readers = { mesh: readMesh, table: (bytes) => readTable(bytes) };

export function loaderOf(project: Project): AssetLoader {
  takeReaders(project.readers);
  return memoryLoader(project.files);
}
