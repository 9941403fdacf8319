/** Reads a scenario file with all its includes as one tree. */
import { type AssetLoader, fileNameOf, folderOf, resolvePath } from '../assets.ts';
import { formatPlace, type IssueList, type Place } from '../issues.ts';
import { checkVersion, withVersion } from '../migrate.ts';
import { NAMED } from '../schema/index.ts';
import { nearest, suggest } from '../suggest.ts';
import { decodeScenario, sizeProblem } from './text.ts';
import type { MapEntry, MapTree, Tree } from './tree.ts';
import { readYaml } from './yaml.ts';

/** Lists under `contacts` that are concatenated: those of included files first, so that the including file has precedence. */
const LISTS = ['pairs', 'ignore'] as const;
/** Lists of the scenario itself that are joined in the same way. */
const JOINED = ['events', 'director', 'limits', 'clearances'] as const;
/** Maps of settings that are merged key by key; the including file has precedence. */
const SETTINGS = ['environment', 'run', 'output'] as const;
/** Sections of an included file that serve for running it alone and are ignored. */
const OWN = ['hawser', 'title', 'description', 'document', 'include', 'solver'];

const MOST_FILES = 100;

export interface LoadedFiles {
  readonly tree: MapTree;
  /** the text of the main file */
  readonly text: string;
  /** all files read, the main one first */
  readonly files: readonly string[];
  /** false: an included file could not be read, and its definitions are missing */
  readonly complete: boolean;
}

/** Reads `file` and its includes. Undefined when the main file cannot be read at all; all problems are in `issues`. */
export function loadFiles(file: string, loader: AssetLoader, issues: IssueList): LoadedFiles | undefined {
  const start: Place = { file, line: 0, column: 0 };
  const text = readText(file, loader, issues, start);
  if (text === undefined) return undefined;
  const tree = readMap(text, file, issues);
  return tree && { ...includeFiles(tree, file, loader, issues), text };
}

/** The same for a tree that has been read. */
export function includeFiles(
  tree: MapTree,
  file: string,
  loader: AssetLoader,
  issues: IssueList,
): Omit<LoadedFiles, 'text'> {
  const loading: Loading = { loader, issues, files: [file], main: file, complete: true };
  const merged = withIncludes(tree, file, [file], loading);
  return { tree: merged, files: loading.files, complete: loading.complete };
}

interface Loading {
  readonly loader: AssetLoader;
  readonly issues: IssueList;
  readonly files: string[];
  /** as given by the user; includes of it by any name are the same file */
  readonly main: string;
  complete: boolean;
}

function readMap(text: string, file: string, issues: IssueList): MapTree | undefined {
  const tree = readYaml(text, file, issues);
  if (tree === undefined || !checkVersion(tree, issues)) return undefined;
  return tree.kind === 'map' ? withVersion(tree) : undefined;
}

function withIncludes(tree: MapTree, file: string, chain: readonly string[], loading: Loading): MapTree {
  const include = tree.entries.get('include')?.value;
  if (include === undefined) return tree;
  let merged = tree;
  const included: MapTree[] = [];
  const names = include.kind === 'list' ? include.items : [include];
  for (const name of names) {
    if (name.kind !== 'scalar' || typeof name.value !== 'string') {
      loading.complete = false; // the schema reports the fault
      continue;
    }
    const found = resolvePath(file, name.value);
    const path = found === resolvePath('', loading.main) ? loading.main : found;
    const added = readIncluded(path, name, chain, loading);
    if (added === undefined) continue;
    included.push(added);
    merged = merge(merged, added, loading.issues);
  }
  const entries = new Map(merged.entries);
  for (const added of included.reverse()) for (const list of JOINED) joinLists(entries, added.entries, list);
  return { ...merged, entries };
}

function readIncluded(path: string, name: Tree, chain: readonly string[], loading: Loading): MapTree | undefined {
  const { issues, loader, files } = loading;
  if (chain.includes(path)) {
    const cycle = [...chain.slice(chain.indexOf(path)), path].join(' -> ');
    issues.add('include', name.place, ['include'], {
      expected: 'a file that does not include itself',
      found: `the cycle ${cycle}`,
      hint: 'take one of these includes out',
    });
    return undefined;
  }
  if (files.includes(path)) return undefined; // already included elsewhere
  if (files.length >= MOST_FILES) {
    issues.add('include', name.place, ['include'], { expected: `at most ${MOST_FILES} files`, found: 'more' });
    loading.complete = false;
    return undefined;
  }
  files.push(path);
  const text = readText(path, loader, issues, name.place, files);
  const tree = text === undefined ? undefined : readMap(text, path, issues);
  if (tree === undefined) {
    loading.complete = false;
    return undefined;
  }
  const known = [...NAMED.map(String), ...JOINED, ...SETTINGS, 'contacts', ...OWN];
  for (const [key, entry] of tree.entries) {
    if (known.includes(key)) continue;
    const expected = `one of ${known.join(', ')}`;
    issues.add('unknown-key', entry.place, [key], { expected, found: `"${key}"`, hint: suggest(key, known) });
  }
  return withIncludes(tree, path, [...chain, path], loading);
}

/** `into` with the named things and the settings of `added`. */
function merge(into: MapTree, added: MapTree, issues: IssueList): MapTree {
  const entries = new Map(into.entries);
  for (const section of NAMED.map(String)) {
    const theirs = added.entries.get(section);
    if (theirs === undefined) continue;
    const ours = entries.get(section);
    entries.set(section, ours === undefined ? theirs : mergeNames(section, ours, theirs, issues));
  }
  for (const section of SETTINGS) addKeys(entries, added.entries, section);
  const theirs = added.entries.get('contacts');
  if (theirs?.value.kind === 'map') {
    const ours = entries.get('contacts') ?? { place: theirs.place, value: { ...theirs.value, entries: new Map() } };
    entries.set('contacts', mergeContacts(ours, theirs.value));
  }
  return { ...into, entries };
}

function mergeNames(section: string, ours: MapEntry, theirs: MapEntry, issues: IssueList): MapEntry {
  if (ours.value.kind !== 'map' || theirs.value.kind !== 'map') return ours; // the schema says what is wrong with it
  const entries = new Map(ours.value.entries);
  for (const [name, entry] of theirs.value.entries) {
    const first = entries.get(name);
    if (first === undefined) {
      entries.set(name, entry);
      continue;
    }
    issues.add('duplicate', first.place, [section, name], {
      expected: `one "${name}" in ${section}`,
      found: `another one at ${formatPlace(entry.place)}`,
      hint: 'rename one of them',
    });
  }
  return { place: ours.place, value: { ...ours.value, entries } };
}

function mergeContacts(ours: MapEntry, theirs: MapTree): MapEntry {
  if (ours.value.kind !== 'map') return ours;
  const entries = new Map(ours.value.entries);
  for (const list of LISTS) joinLists(entries, theirs.entries, list);
  addKeys(entries, theirs.entries, 'defaults');
  for (const [key, entry] of theirs.entries) if (!entries.has(key)) entries.set(key, entry);
  return { place: ours.place, value: { ...ours.value, entries } };
}

/** Alternative keys: a file that gives one of them overrides the other. */
const EXCLUSIVE = ['restitution', 'dissipation'];

/** Adds to the map at `section` of `entries` the keys that only that of `more` has, each whole. */
function addKeys(entries: Map<string, MapEntry>, more: ReadonlyMap<string, MapEntry>, section: string): void {
  const theirs = more.get(section);
  const own = entries.get(section);
  if (theirs === undefined) return;
  if (own === undefined) entries.set(section, theirs);
  else if (theirs.value.kind === 'map' && own.value.kind === 'map') {
    const keys = new Map(own.value.entries);
    const other = EXCLUSIVE.some((key) => keys.has(key));
    for (const [key, entry] of theirs.value.entries) {
      if (!keys.has(key) && !(other && EXCLUSIVE.includes(key))) keys.set(key, entry);
    }
    entries.set(section, { place: own.place, value: { ...own.value, entries: keys } });
  }
}

/** The list of that key in `more` before that in `entries`. Values that are no lists stay unchanged: the schema reports the fault. */
function joinLists(entries: Map<string, MapEntry>, more: ReadonlyMap<string, MapEntry>, key: string): void {
  const theirs = more.get(key);
  const own = entries.get(key);
  if (theirs === undefined) return;
  if (own === undefined) entries.set(key, theirs);
  else if (theirs.value.kind === 'list' && own.value.kind === 'list') {
    entries.set(key, { place: own.place, value: { ...own.value, items: [...theirs.value.items, ...own.value.items] } });
  }
}

function readText(
  path: string,
  loader: AssetLoader,
  issues: IssueList,
  place: Place,
  read: readonly string[] = [],
): string | undefined {
  const refused = place.line === 0 && read.length === 0 ? undefined : loader.refuses?.(path);
  if (refused !== undefined) {
    issues.add('file', place, ['include'], refused);
    return undefined;
  }
  const size = loader.size?.(path);
  const tooLarge = size === undefined ? undefined : sizeProblem(size);
  if (tooLarge !== undefined) {
    issues.add('file', { file: path, line: 0, column: 0 }, [], tooLarge);
    return undefined;
  }
  const bytes = loader.read(path);
  if (bytes === undefined) {
    issues.add('file', place, place.line === 0 ? [] : ['include'], {
      expected: path === '' ? 'the name of a file' : `the file ${path}`,
      ...missingFile(path, loader, read),
    });
    return undefined;
  }
  const result = decodeScenario(bytes);
  if (result.ok) return result.text;
  issues.add('file', { file: path, line: 0, column: 0 }, [], result.problem);
  return undefined;
}

/** Message for a missing file. */
export function missingFile(
  path: string,
  loader: AssetLoader,
  but: readonly string[] = [],
): { found: string; hint?: string } {
  if (path === '') return { found: 'an empty text' };
  const refused = loader.refuses?.(path);
  if (refused !== undefined) return { found: `${refused.found}, outside the folder it may read`, hint: refused.hint };
  const inside = loader.list?.(path);
  if (inside !== undefined && inside.length > 0) {
    return { found: 'a folder', hint: `it holds ${listed(inside)}` };
  }
  const names = loader.list?.(folderOf(path));
  if (names === undefined || names.length === 0) return { found: 'no such file' };
  const name = fileNameOf(path);
  if (names.includes(name)) return { found: 'something that is not a plain file' };
  const others = but.map(fileNameOf);
  const near = nearest(
    name,
    names.filter((each) => !others.includes(each)),
  );
  if (near !== undefined) return { found: 'no such file', hint: `did you mean "${near}"?` };
  return { found: 'no such file', hint: `its folder holds ${listed(names)}` };
}

function listed(names: readonly string[]): string {
  const shown = [...names].sort().slice(0, 8).join(', ');
  return names.length > 8 ? `${shown} and more` : shown;
}
