/** A scenario file -> validated data in SI units, or everything that is wrong with it. */
import type { AssetLoader } from './assets.ts';
import type * as z from 'zod';
import { addSchemaIssues, valueAt } from './check/schema-issues.ts';
import { loadFiles } from './document/include.ts';
import { plainValue, type Tree } from './document/tree.ts';
import type { IssueList, Path, Step } from './issues.ts';
import { type Scenario, scenarioSchema } from './schema/index.ts';
import { applyOverride, type Override } from './set.ts';

export interface ParseInput {
  /** name of the scenario file, as messages show it and the loader reads it */
  readonly file: string;
  readonly loader: AssetLoader;
  /** overrides, applied in order */
  readonly set?: readonly (Override | string)[];
}

export interface ParsedScenario {
  readonly scenario: Scenario;
  readonly tree: Tree;
  /** text of the main file */
  readonly text: string;
  /** all scenario files read, the main one first */
  readonly files: readonly string[];
  /**
   * things named in the file that could not be read: they are not in `scenario`, but names that point at them are right
   */
  readonly dropped: ReadonlySet<string>;
}

/**
 * Reads and validates. When parts of the scenario are wrong the rest is returned all the same, so that what is wrong with
 * it can be told in the same breath; undefined when nothing sensible is left.
 */
export function parseScenario(input: ParseInput, issues: IssueList): ParsedScenario | undefined {
  const loaded = loadFiles(input.file, input.loader, issues);
  if (loaded === undefined) return undefined;
  let tree: Tree = loaded.tree;
  for (const override of input.set ?? []) tree = applyOverride(tree, override, issues);
  const validated = validate(tree, issues);
  return validated && { ...validated, tree, text: loaded.text, files: loaded.files };
}

const NAMED: readonly Step[] = ['bodies', 'joints', 'forces', 'materials'];

export function validate(tree: Tree, issues: IssueList): Pick<ParsedScenario, 'scenario' | 'dropped'> | undefined {
  const value = plainValue(tree) as Record<Step, unknown>;
  const first = scenarioSchema.safeParse(value);
  if (first.success) return { scenario: first.data, dropped: new Set() };
  addSchemaIssues(first.error.issues, value, tree, issues);
  const dropped = new Set<string>();
  for (const issue of first.error.issues) dropFault(value, issue, dropped);
  const second = scenarioSchema.safeParse(value);
  if (second.success) return { scenario: second.data, dropped };
  for (const issue of second.error.issues) dropSection(value, issue.path[0], dropped);
  const third = scenarioSchema.safeParse(value);
  return third.success ? { scenario: third.data, dropped } : undefined;
}

/** Takes the faulty part out: the named thing it belongs to, or the value itself where a default can take its place. */
function dropFault(value: Record<Step, unknown>, issue: z.core.$ZodIssue, dropped: Set<string>): void {
  const path = issue.path as Path;
  const [section, name] = path;
  const things = section === undefined ? undefined : value[section];
  if (section !== undefined && NAMED.includes(section) && name !== undefined && isMap(things)) {
    delete things[name];
    dropped.add(`${section}.${name}`);
    return;
  }
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
  for (const at of keys) deleteAt(value, at);
}

/** Removes the innermost map entry on the way to `path`: a list keeps its length, or goes as a whole. */
function deleteAt(value: Record<Step, unknown>, path: Path): void {
  let depth = path.length;
  while (depth > 0 && typeof path[depth - 1] === 'number') depth--;
  const parent = valueAt(value, path.slice(0, depth - 1));
  if (depth > 0 && isMap(parent)) delete parent[path[depth - 1]];
}

function dropSection(value: Record<Step, unknown>, section: PropertyKey | undefined, dropped: Set<string>): void {
  if (section === undefined || section === 'hawser') return;
  delete value[String(section)];
  dropped.add(String(section));
}

function isMap(value: unknown): value is Record<Step, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
