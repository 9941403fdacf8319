/** Input of the studio: a scenario and its files, or the folder of a run. */
import fs from 'node:fs';
import path from 'node:path';
import type { AssetLoader } from '@hawser/scenario';
import { loaderFor } from './allowed.ts';
import { inputError } from './exit.ts';
import { FILES } from './run-folder.ts';
import { openScenario } from './scenario-file.ts';

export interface Served {
  /** name of the scenario among the files; none: the folder of a run */
  readonly main?: string;
  /** name on the page -> path on the disk */
  readonly files: ReadonlyMap<string, string>;
}

export function servedFrom(given: string | undefined, allow: readonly string[] = []): Served {
  if (given === undefined) return { files: new Map() };
  const stat = fs.statSync(given, { throwIfNoEntry: false });
  if (stat === undefined) {
    throw inputError(`${given}: expected a scenario file or the folder of a run, found nothing there; check the path`);
  }
  if (!stat.isDirectory()) return scenarioFiles(given, allow);
  const names = [FILES.run, FILES.series, FILES.animation, FILES.stream].filter((name) =>
    fs.existsSync(path.join(given, name)),
  );
  if (names.includes(FILES.run) || names.includes(FILES.stream)) {
    return { files: new Map(names.map((name) => [name, path.join(given, name)])) };
  }
  const scenario = path.join(given, 'scenario.yaml');
  if (fs.existsSync(scenario)) return scenarioFiles(scenario, allow);
  throw inputError(
    `${given}: expected ${FILES.run} of a run or a scenario.yaml in this folder, found neither; name the scenario file itself`,
  );
}

/** The scenario and all files it names; a faulty one is also served, so that it can be corrected. */
function scenarioFiles(file: string, allow: readonly string[]): Served {
  const asked = new Set<string>([file]);
  const permitted = loaderFor(file, allow);
  const loader: AssetLoader = {
    ...permitted,
    read(name) {
      const bytes = permitted.read(name);
      if (bytes !== undefined) asked.add(name);
      return bytes;
    },
  };
  openScenario(file, [], loader);
  const paths = [...asked].map((name) => path.resolve(name));
  const top = commonFolder(paths);
  const nameOf = (full: string): string => path.relative(top, full).split(path.sep).join('/');
  return { main: nameOf(paths[0]), files: new Map(paths.map((full) => [nameOf(full), full])) };
}

/** The innermost folder that holds all of them. */
function commonFolder(paths: readonly string[]): string {
  let folder = path.dirname(paths[0]);
  while (!paths.every((full) => full.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep))) {
    folder = path.dirname(folder);
  }
  return folder;
}
