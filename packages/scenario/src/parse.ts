/** Converts a scenario file to validated data in SI units, or to a list of all its faults. */
import type { AssetLoader } from './assets.ts';
import { Faults, PathSet } from './check/faults.ts';
import { drop, type Mending, mend, misplacedMaps, type Plain } from './check/mend.ts';
import { type SchemaFault, schemaFaults, valueAt } from './check/schema-issues.ts';
import { loadFiles } from './document/include.ts';
import { brokenPaths, incompletePaths, type MapTree, plainValue, type Tree } from './document/tree.ts';
import type { IssueList, Path } from './issues.ts';
import { NAMED, type Scenario, scenarioSchema, sectionSchema } from './schema/index.ts';
import { applyOverride, type Override } from './set.ts';
import { untuned } from './untuned.ts';

export interface ParseInput {
  /** name of the scenario file, as messages show it and the loader reads it */
  readonly file: string;
  readonly loader: AssetLoader;
  /** overrides, applied in order */
  readonly set?: readonly (Override | string)[];
  /** ignore settings of solver and mesh (untuned.ts) */
  readonly untuned?: boolean;
}

/** A scenario the schema accepts. */
export interface ValidScenario {
  /** with stand-ins where something is wrong */
  readonly scenario: Scenario;
  readonly tree: Tree;
  /** places of the stand-ins */
  readonly faults: Faults;
  /**
   * named things that could not be read: they are not in `scenario`, but references to them are valid
   */
  readonly dropped: ReadonlySet<string>;
}

export interface ParsedScenario extends ValidScenario {
  /** text of the main file */
  readonly text: string;
  /** all scenario files read, the main one first */
  readonly files: readonly string[];
  /** false: a file it includes could not be read */
  readonly complete: boolean;
}

/**
 * Reads and validates. When parts of the scenario are wrong, the rest is still returned, so that its faults can be reported together;
 * undefined when nothing usable remains.
 */
export function parseScenario(input: ParseInput, issues: IssueList): ParsedScenario | undefined {
  const loaded = loadFiles(input.file, input.loader, issues);
  if (loaded === undefined) return undefined;
  let tree: Tree = loaded.tree;
  for (const override of input.set ?? []) tree = applyOverride(tree, override, issues);
  if (input.untuned) tree = untuned(tree);
  const validated = validate(tree, issues);
  return validated && { ...validated, text: loaded.text, files: loaded.files, complete: loaded.complete };
}

/** Largest number of rounds: each removes one level of faults, and adds one level to inserted maps. */
const MOST_ROUNDS = 12;

/** Reports all faults found by the schema; returns the scenario with stand-ins. */
export function validate(tree: Tree, issues: IssueList): ValidScenario | undefined {
  const value = plainValue(tree) as Plain;
  const faults = new Faults();
  for (const path of brokenPaths(tree)) faults.add(path);
  for (const path of incompletePaths(tree)) faults.addIncomplete(path);
  const mending: Mending = { schema: scenarioSchema, value, tree, faults, renamed: new PathSet() };
  const dropped = new Set<string>();
  for (let round = 0; ; round++) {
    const result = scenarioSchema.safeParse(value);
    if (result.success) return { scenario: result.data, tree: mending.tree, faults, dropped };
    const found = schemaFaults(result.error.issues, value, mending.tree);
    for (const misplaced of misplacedMaps(mending, found)) {
      issues.add('unknown-key', misplaced.place, misplaced.path, misplaced.text);
      faults.add(misplaced.path);
    }
    const odd = oddKeys(found);
    for (const fault of found) {
      if (followsUp(fault, odd, mending)) continue;
      issues.add(fault.code, fault.place, fault.path, fault.text);
    }
    if (issues.full) return undefined;
    if (round < MOST_ROUNDS) mend(mending, found);
    else if (round < 2 * MOST_ROUNDS) for (const { path } of found) dropped.add(drop(value, path).join('.'));
    else return undefined;
  }
}

/**
 * The same for a tree made by overrides from that of a valid scenario, which share all unchanged parts: only changed sections are
 * validated, and in maps of named things only the changed things. Undefined: there may be faults, validate everything.
 */
export function revalidate(known: ValidScenario, tree: Tree): ValidScenario | undefined {
  if (known.tree.kind !== 'map' || tree.kind !== 'map') return undefined;
  const scenario: Record<string, unknown> = { ...known.scenario };
  for (const [name, { value }] of tree.entries) {
    const before = known.tree.entries.get(name)?.value;
    if (value === before) continue;
    const schema = sectionSchema(name);
    if (schema === undefined) return undefined;
    const things = NAMED.includes(name) && before !== undefined ? changedThings(before, value) : undefined;
    const result = schema.safeParse(plainValue(things ?? value));
    if (!result.success) return undefined;
    scenario[name] = things === undefined ? result.data : Object.assign({}, scenario[name], result.data);
  }
  return { ...known, scenario: scenario as unknown as Scenario, tree };
}

/** A map of the things that differ between two with the same names; undefined where names differ. */
function changedThings(before: Tree, now: Tree): MapTree | undefined {
  if (before.kind !== 'map' || now.kind !== 'map' || before.entries.size !== now.entries.size) return undefined;
  const changed = [...now.entries].filter(([name, { value }]) => before.entries.get(name)?.value !== value);
  return changed.every(([name]) => before.entries.has(name)) ? { ...now, entries: new Map(changed) } : undefined;
}

/** Unknown keys, by their map. */
function oddKeys(found: readonly SchemaFault[]): (map: Path) => readonly SchemaFault[] {
  const keys = new Map<string, SchemaFault[]>();
  for (const fault of found) {
    if (fault.code !== 'unknown-key') continue;
    const map = JSON.stringify(fault.path.slice(0, -1));
    const known = keys.get(map);
    if (known === undefined) keys.set(map, [fault]);
    else known.push(fault);
  }
  return (map) => (keys.size === 0 ? [] : (keys.get(JSON.stringify(map)) ?? []));
}

/** True when a fault is a consequence of another one. */
function followsUp(
  fault: SchemaFault,
  odd: (map: Path) => readonly SchemaFault[],
  { faults, value, renamed }: Mending,
): boolean {
  const { path, code, oneOf } = fault;
  if (faults.at(path)) return true;
  const map = path.slice(0, -1);
  if (code === 'unknown-key') return faults.incomplete(map);
  // it may be given under a misspelt name
  if (code === 'missing') return faults.incomplete(map) || odd(map).some(({ near }) => near === path.at(-1));
  if (oneOf !== undefined) {
    if (oneOf.some((key) => valueAt(value, [...path, key]) !== undefined)) return false;
    return oneOf.some((key) => faults.at([...path, key])) || faults.incomplete(path) || odd(path).length > 0;
  }
  // a rule about values of which one is a stand-in, or stands under a key nobody knows
  if (fault.rule) return faults.within(path) || faults.incomplete(path) || odd(path).length > 0;
  // a guess at what a key was meant to be that does not fit what stands under it
  return renamed.has(path) && typeof valueAt(value, path) === 'object';
}
