/** Scenario files on this machine: reading, building, and reporting of faults with their place. */
import { readMesh, readTable } from '@hawser/formats';
import {
  type AssetLoader,
  compileScenario,
  formatIssue,
  type Issue,
  type Override,
  type PreparedRun,
  prepareRun,
  type Readers,
} from '@hawser/scenario';
import { loaderFor } from './allowed.ts';
import { meshNotices } from './mesh-notices.ts';
import { plural } from './output.ts';
import { type CommandError, inputError, type JsonIssue } from './exit.ts';

export const fileReaders: Readers = { mesh: readMesh, table: (bytes) => readTable(bytes) };

export type OpenedScenario =
  | { readonly ok: true; readonly prepared: PreparedRun }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Reads, checks and builds; nothing is written anywhere. */
export function openScenario(
  file: string,
  set: readonly (Override | string)[],
  loader: AssetLoader = loaderFor(file),
  finer: boolean = false,
  untuned: boolean = false,
): OpenedScenario {
  const result = compileScenario({ file, loader, readers: fileReaders, set, finer, untuned });
  return result.ok ? prepareRun(result.compiled) : result;
}

/** The same, with warnings about meshes that are no solids. */
export function inspectScenario(
  file: string,
  set: readonly (Override | string)[],
  allow: readonly string[] = [],
  finer: boolean = false,
): OpenedScenario {
  const opened = openScenario(file, set, loaderFor(file, allow), finer);
  if (!opened.ok) return opened;
  const found = meshNotices(opened.prepared);
  if (found.length === 0) return opened;
  const { notices, warnings } = opened.prepared;
  return {
    ok: true,
    prepared: {
      ...opened.prepared,
      notices: [...notices, ...found],
      warnings: [...warnings, ...found.map(({ message }) => message)],
    },
  };
}

/** The same for commands that need a valid scenario; `finer`: with half of the error. */
export function neededScenario(
  file: string,
  set: readonly (Override | string)[],
  allow: readonly string[] = [],
  finer: boolean = false,
): PreparedRun {
  const opened = inspectScenario(file, set, allow, finer);
  if (opened.ok) return opened.prepared;
  throw issuesError(file, opened.issues);
}

export function issuesError(file: string, issues: readonly Issue[]): CommandError {
  const count = issues.filter((issue) => issue.severity === 'error').length;
  const lines = issues.map((issue) => `  ${formatIssue(issue)}`);
  const message = `${file} has ${plural(count, 'error')}\n${lines.join('\n')}`;
  return inputError(message, issues.map(jsonIssue));
}

export function jsonIssue({
  severity,
  file,
  line,
  column,
  path,
  code,
  expected,
  found,
  hint,
  message,
}: Issue): JsonIssue {
  const place = line > 0 ? { file, line, column } : { file, line: null, column: null };
  return { severity, ...place, path, code, expected, found, hint: hint ?? null, message };
}
