/**
 * Puts stand-ins where a scenario violates the schema, so that everything else can still be checked. Their values do not matter, only that
 * the schema accepts them: they are found by trial.
 */
import type * as z from 'zod';
import { placeOfKey, renamedKey, type Tree } from '../document/tree.ts';
import type { Path, Step } from '../issues.ts';
import { NAMED } from '../schema/index.ts';
import type { Faults, PathSet } from './faults.ts';
import { type SchemaFault, schemaFaults, valueAt } from './schema-issues.ts';

export type Plain = Record<Step, unknown>;

/** A scenario being repaired until the schema accepts it. */
export interface Mending {
  readonly schema: z.ZodType;
  /** as written, except stand-ins; changed in place */
  readonly value: Plain;
  /** with misspelt keys renamed to the probable ones */
  tree: Tree;
  readonly faults: Faults;
  /** renamed keys */
  readonly renamed: PathSet;
}

/** Removes each fault from the value. Some need another round: an inserted map is empty at first. */
export function mend(mending: Mending, found: readonly SchemaFault[]): void {
  const open = new Map<string, SchemaFault>();
  for (const fault of found) if (fault.code === 'unknown-key') takeKey(mending, fault);
  for (const fault of found) {
    const { code, path, oneOf } = fault;
    if (code === 'missing' && valueAt(mending.value, path) !== undefined) continue; // it was given, misspelt
    if (oneOf !== undefined) keepOne(mending, path, oneOf);
    else if (code !== 'unknown-key') open.set(JSON.stringify(path), fault);
  }
  for (const { path } of open.values()) mending.faults.add(path);
  tryStandIns(mending, [...open.values()]);
}

/** Number of unknown keys from which a map is no misspelling but a misplaced thing. */
const MANY_KEYS = 3;
/** The same number where its kind is clear. */
const TELLING_KEYS = 2;

/** Maps that look like something else, such as joints without their heading: each is reported once, as a whole. */
export function misplacedMaps(
  mending: Mending,
  found: readonly SchemaFault[],
): Pick<SchemaFault, 'path' | 'place' | 'text'>[] {
  const odd = new Map<string, SchemaFault[]>();
  for (const fault of found) {
    if (fault.code !== 'unknown-key' || fault.near !== undefined || fault.path.length < 2) continue;
    const map = JSON.stringify(fault.path.slice(0, -1));
    odd.set(map, [...(odd.get(map) ?? []), fault]);
  }
  return [...odd.values()].flatMap((faults) => {
    const path = faults[0].path.slice(0, -1);
    const heading = faults.length >= TELLING_KEYS ? bestSection(mending, path) : undefined;
    if (heading === undefined && faults.length < MANY_KEYS) return [];
    const keys = faults.map((fault) => `"${fault.path.at(-1)}"`).join(', ');
    const hint = heading === undefined ? undefined : `is the line "${heading}:" missing above it?`;
    const place = placeOfKey(mending.tree, path) ?? faults[0].place;
    return [{ path, place, text: { expected: faults[0].text.expected, found: keys, ...(hint && { hint }) } }];
  });
}

/** The section of named things in which the thing at `path` would be right; undefined when there is none. */
function bestSection(mending: Mending, path: Path): string | undefined {
  const [section, name] = path;
  if (path.length !== 2 || !NAMED.includes(section)) return undefined;
  const thing = valueAt(mending.value, path);
  return NAMED.map(String).find((other) => {
    const value: Plain = { hawser: mending.value.hawser, [other]: { [name]: thing } };
    return other !== section && mending.schema.safeParse(value).success;
  });
}

/** An unknown key: renamed to a similar one that is not given, otherwise removed. */
function takeKey(mending: Mending, { path, near }: SchemaFault): void {
  const map = valueAt(mending.value, path.slice(0, -1));
  if (!isMap(map)) return;
  const key = path[path.length - 1];
  if (near === undefined) {
    mending.faults.addIncomplete(path.slice(0, -1));
  } else if (map[near] === undefined) {
    map[near] = map[key];
    mending.tree = renamedKey(mending.tree, path, near);
    mending.renamed.add([...path.slice(0, -1), near]);
  }
  delete map[key];
}

/** Of keys that exclude each other, the first one given stays; where none is given, one is put in. */
function keepOne({ value, faults }: Mending, path: Path, keys: readonly string[]): void {
  const map = valueAt(value, path);
  if (!isMap(map)) return;
  const [first = keys[0], ...others] = keys.filter((key) => map[key] !== undefined);
  map[first] ??= 1;
  for (const key of others) delete map[key];
  for (const key of keys) faults.add([...path, key]);
}

const ORIGIN = [0, 0, 0];

/** One of these fits almost everywhere; a map grows from {} in the rounds to come. */
const STAND_INS: readonly unknown[] = [
  1,
  0.25,
  false,
  'x',
  '#000000',
  [1, 1, 1],
  [1, 0, 0, 0],
  ['world', 'world'],
  [ORIGIN, [1, 0, 0]],
  [
    [0, 0],
    [1, 0],
  ],
  [ORIGIN, [1, 0, 0], [0, 1, 0], [0, 0, 1]],
  [],
  undefined, // nothing at all, where the key may be left out
  {},
];

function tryStandIns(mending: Mending, places: readonly SchemaFault[]): void {
  const { faults } = mending;
  let open = places.map((fault) => {
    const map = fault.path.slice(0, -1);
    if (fault.discriminates && fault.near === undefined) faults.addIncomplete(map);
    const words = fault.near !== undefined ? [fault.near] : fault.discriminates ? byFit(mending, fault) : fault.words;
    return { path: fault.path, standIns: [...words, ...STAND_INS] };
  });
  for (let k = 0; open.length > 0; k++) {
    open = open.filter(({ standIns }) => k < standIns.length);
    for (const { path, standIns } of open) put(mending.value, path, standIns[k]);
    const again = faultsIn(
      mending,
      open.map(({ path }) => path),
    );
    open = open.filter(({ path }) => again.some((fault) => isWithin(fault.path, path)));
  }
}

/** The words that may choose the form of a map, the one that fits its other keys best first. */
function byFit(mending: Mending, { path, words }: SchemaFault): string[] {
  const counts = words.map((word) => {
    put(mending.value, path, word);
    return { word, count: faultsIn(mending, [path]).length };
  });
  return counts.sort((a, b) => a.count - b.count).map(({ word }) => word);
}

/** What the schema says about the parts of the scenario that hold these places. */
function faultsIn({ schema, value, tree }: Mending, places: readonly Path[]): SchemaFault[] {
  const part: Plain = Object.create(null);
  part.hawser = value.hawser;
  for (const [section, name] of places) {
    const whole = value[section];
    if (!NAMED.includes(section) || name === undefined || !isMap(whole)) {
      part[section] = whole;
    } else {
      part[section] ??= Object.create(null);
      const named = part[section];
      if (isMap(named)) named[name] = whole[name];
    }
  }
  const result = schema.safeParse(part);
  return result.success ? [] : schemaFaults(result.error.issues, part, tree);
}

/** Removes what no stand-in could repair: its named thing, or its section. Returns the removed part. */
export function drop(value: Plain, path: Path): Path {
  const [section, name] = path;
  const things = value[section];
  if (NAMED.includes(section) && name !== undefined && isMap(things)) {
    delete things[name];
    return [section, name];
  }
  delete value[section];
  return [section];
}

function put(value: Plain, path: Path, standIn: unknown): void {
  const parent = valueAt(value, path.slice(0, -1));
  if (typeof parent !== 'object' || parent === null) return;
  const key = path[path.length - 1];
  if (standIn !== undefined) (parent as Plain)[key] = structuredCloneOf(standIn);
  else if (isMap(parent)) delete parent[key];
}

function structuredCloneOf(standIn: unknown): unknown {
  if (Array.isArray(standIn)) return standIn.map(structuredCloneOf);
  return isMap(standIn) ? { ...standIn } : standIn;
}

export function isWithin(path: Path, outer: Path): boolean {
  return path.length >= outer.length && outer.every((step, i) => String(step) === String(path[i]));
}

function isMap(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
