/** Files of a project as the scenario package reads them. */
import { readMesh, readTable } from '@hawser/formats';
import { type AssetLoader, memoryLoader, type Readers } from '@hawser/scenario';
import type { Project } from './messages.ts';

export const readers: Readers = { mesh: readMesh, table: (bytes) => readTable(bytes) };

export function loaderOf(project: Project): AssetLoader {
  return memoryLoader(project.files);
}
