/**
 * Files that a scenario may read. A scenario may come from a stranger, and `mesh: /home/me/.ssh/id_rsa` would be quoted in a message. It
 * may therefore read only files in its own folder, in its project, and in folders given by --allow. Symbolic links are resolved before the
 * test.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { AssetLoader } from '@hawser/scenario';
import { inputError } from './exit.ts';

/** An empty file of this name marks the folder of a project: scenarios below it may read all files below it. */
export const PROJECT_MARK = 'hawser.project';

/** The loader of files on this machine, without restrictions. */
export const diskLoader: AssetLoader = {
  read: (file) => (isFile(file) ? new Uint8Array(fs.readFileSync(file)) : undefined),
  size: (file) => statOf(file)?.size,
  list(folder) {
    try {
      return fs.readdirSync(folder === '' ? '.' : folder);
    } catch {
      return undefined; // no such folder: there is nothing to suggest
    }
  },
};

/** The same for files that a scenario may read. */
export function loaderFor(scenario: string, allow: readonly string[] = []): AssetLoader {
  const home = real(path.dirname(path.resolve(scenario)));
  const roots = [projectOf(home) ?? home, ...allow.map(allowedFolder)];
  const inside = (file: string): boolean => roots.some((root) => contains(root, file));
  // resolve each name once, so that test and access use the same file
  const asked = new Map<string, string>();
  const target = (name: string): string => {
    const known = asked.get(name);
    if (known !== undefined) return known;
    const found = real(path.resolve(name));
    asked.set(name, found);
    return found;
  };
  const main = path.resolve(scenario);
  const may = (name: string): boolean => path.resolve(name) === main || inside(target(name));
  const at = (name: string): string => (path.resolve(name) === main ? name : target(name));
  return {
    refuses(name) {
      if (may(name)) return undefined;
      const folder = path.dirname(target(name));
      return {
        expected: `a file inside ${roots[0]}, the folder of the scenario`,
        found: `${name}, which is ${target(name)}`,
        hint: `if you trust this scenario, allow the folder: --allow ${JSON.stringify(folder)}`,
      };
    },
    read: (name) => (may(name) ? diskLoader.read(at(name)) : undefined),
    size: (name) => (may(name) ? diskLoader.size?.(at(name)) : undefined),
    list: (folder) => (inside(target(folder === '' ? '.' : folder)) ? diskLoader.list?.(folder) : undefined),
  };
}

function allowedFolder(given: string): string {
  if (fs.statSync(given, { throwIfNoEntry: false })?.isDirectory()) return real(path.resolve(given));
  throw inputError(`--allow ${given}: expected a folder whose files may be read, found none there; check the path`);
}

/** The innermost folder at or above `folder` that is marked. */
function projectOf(folder: string): string | undefined {
  for (let at = folder; ; at = path.dirname(at)) {
    if (isFile(path.join(at, PROJECT_MARK))) return at;
    if (path.dirname(at) === at) return undefined;
  }
}

function contains(folder: string, file: string): boolean {
  const way = path.relative(folder, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** The target of a path with links resolved; for a missing file, its nearest existing folder and the rest of the path. */
function real(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(real(parent), path.basename(file));
  }
}

function isFile(file: string): boolean {
  return statOf(file)?.isFile() ?? false;
}

/** Impossible file names: too long, circular links, a byte 0. */
const IMPOSSIBLE = ['ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'];

/** Undefined where nothing exists, or can exist. */
function statOf(file: string): fs.Stats | undefined {
  try {
    return fs.statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error && IMPOSSIBLE.includes(String(error.code))) return undefined;
    throw error;
  }
}
