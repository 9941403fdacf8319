/** Reads other documents in the same way as scenarios: YAML with the place of every value, validated by their own schema. */
import type * as z from 'zod';
import type { AssetLoader } from './assets.ts';
import { schemaFaults } from './check/schema-issues.ts';
import { missingFile } from './document/include.ts';
import { decodeScenario, sizeProblem } from './document/text.ts';
import { placeAt, placeOfKey, plainValue } from './document/tree.ts';
import { readYaml } from './document/yaml.ts';
import type { IssueList, Path, Place } from './issues.ts';

export interface ReadDocument<T> {
  readonly value: T;
  readonly text: string;
  /** faulty entries that were dropped, such as `vary.speed`, so that the rest can be checked */
  readonly dropped: ReadonlySet<string>;
  /** where the value at `path` stands */
  place(path: Path): Place;
  /** where the last key of `path` stands */
  placeOfKey(path: Path): Place;
}

/** Largest number of rounds: each removes one level of faults. */
const MOST_ROUNDS = 12;

/**
 * Undefined when the file cannot be read or nothing usable remains. All faults are in `issues`; a faulty entry is dropped and the rest is
 * returned, so that it can be checked, too.
 */
export function readDocument<T>(
  file: string,
  loader: AssetLoader,
  schema: z.ZodType<T>,
  issues: IssueList,
): ReadDocument<T> | undefined {
  const start: Place = { file, line: 0, column: 0 };
  const size = loader.size?.(file);
  const tooLarge = size === undefined ? undefined : sizeProblem(size);
  const bytes = tooLarge === undefined ? loader.read(file) : undefined;
  if (tooLarge !== undefined) issues.add('file', start, [], tooLarge);
  else if (bytes === undefined) {
    const expected = file === '' ? 'the name of a file' : `the file ${file}`;
    issues.add('file', start, [], { expected, ...missingFile(file, loader) });
  }
  if (bytes === undefined) return undefined;
  const decoded = decodeScenario(bytes);
  if (!decoded.ok) {
    issues.add('file', start, [], decoded.problem);
    return undefined;
  }
  const tree = readYaml(decoded.text, file, issues);
  if (tree === undefined || issues.hasErrors) return undefined;
  const value = plainValue(tree);
  const dropped = new Set<string>();
  let result = schema.safeParse(value);
  for (let round = 0; !result.success; round++) {
    const faults = schemaFaults(result.error.issues, value, tree);
    for (const { code, place, path, text } of faults) {
      if (!dropped.has(path.slice(0, 2).join('.'))) issues.add(code, place, path, text);
    }
    if (round >= MOST_ROUNDS || faults.some(({ path }) => !leaveOut(value, path, dropped))) return undefined;
    result = schema.safeParse(value);
  }
  return {
    value: result.data,
    dropped,
    text: decoded.text,
    place: (path) => placeAt(tree, path),
    placeOfKey: (path) => placeOfKey(tree, path) ?? placeAt(tree, path),
  };
}

/** Takes out what stands at the first two steps of a path, or at the first; false when there is nothing to take. */
function leaveOut(value: unknown, path: Path, dropped: Set<string>): boolean {
  const [section, name] = path;
  if (typeof value !== 'object' || value === null || section === undefined) return false;
  const map = value as Record<string, unknown>;
  const inner = map[section];
  dropped.add(path.slice(0, 2).join('.'));
  if (name !== undefined && Array.isArray(inner) && Number(name) < inner.length) {
    delete map[section]; // what follows would be counted otherwise
    return true;
  }
  if (name !== undefined && typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)) {
    return delete (inner as Record<string, unknown>)[name];
  }
  return Object.hasOwn(map, section) ? delete map[section] : false;
}
