/** Pages that the test command has built just before are not built again. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root: string = fileURLToPath(new URL('../../..', import.meta.url));

/** True when a file is there and newer than all of the sources, named from the repository's root. */
export function isFresh(file: string, sources: readonly string[]): boolean {
  if (!fs.existsSync(file)) return false;
  const made = fs.statSync(file).mtimeMs;
  return sources.every((source) => newest(path.join(root, source)) < made);
}

/** [ms] */
function newest(file: string): number {
  const stat = fs.statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...fs.readdirSync(file).map((name) => newest(path.join(file, name))));
}
