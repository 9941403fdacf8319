/** Overrides from the command line: `bodies.bar.mass=3 kg`, `bodies.bar.position[2]=1 m`. Applied before validation. */
import type { MapEntry, Tree } from './document/tree.ts';
import { readYaml } from './document/yaml.ts';
import { formatPath, IssueList, type Path, type Place, type Step } from './issues.ts';
import { NAMED } from './schema/index.ts';
import { suggest } from './suggest.ts';

export interface Override {
  /** `path=value` */
  readonly text: string;
  /** how messages call it; `--set path=value` if left out */
  readonly label?: string;
}

/** The tree with one override in place; unchanged when it cannot be applied (the reason is in `issues`). */
export function applyOverride(tree: Tree, override: Override | string, issues: IssueList): Tree {
  const { text, label } = typeof override === 'string' ? { text: override, label: undefined } : override;
  const place: Place = { file: label ?? `--set ${text}`, line: 0, column: 0 };
  const equals = text.indexOf('=');
  const path = equals < 0 ? undefined : parsePath(text.slice(0, equals));
  if (path === undefined) {
    const expected = 'path=value such as "bodies.bar.mass=3 kg" or "bodies.bar.position[2]=1 m"';
    issues.add('override', place, [], { expected, found: `"${text}"` });
    return tree;
  }
  const value = readValue(text.slice(equals + 1), place, path, issues);
  if (value === undefined) return tree;
  if (path[0] === 'include' || path[0] === 'hawser') {
    issues.add('override', place, path, {
      expected: 'a value to change',
      found: `"${path[0]}", which is fixed by the file`,
    });
    return tree;
  }
  return replaced(tree, path, 0, value, place, issues) ?? tree;
}

/** `bodies.bar.shapes[0].box` -> steps; undefined when it is no path. `shapes.0` is taken as well. */
export function parsePath(text: string): Path | undefined {
  const path: Step[] = [];
  for (const part of text.split('.')) {
    const match = /^([^[\]]*)((?:\[\d+\])*)$/.exec(part.trim());
    if (match === null || (match[1] === '' && (path.length === 0 || match[2] === ''))) return undefined;
    if (match[1] !== '') path.push(match[1].trim());
    for (const index of match[2].matchAll(/\d+/g)) path.push(Number(index[0]));
  }
  return path;
}

/** A number, or one with a unit: what YAML reads as such, without asking it. */
const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?( [A-Za-z%][A-Za-z0-9^/*.]*)?$/;

function readValue(text: string, place: Place, path: Path, issues: IssueList): Tree | undefined {
  if (text.trim() === '') {
    issues.add('override', place, path, { expected: 'a value after "="', found: 'nothing' });
    return undefined;
  }
  const plain = PLAIN.exec(text);
  if (plain !== null) return { kind: 'scalar', place, value: plain[1] === undefined ? Number(text) : text };
  const own = new IssueList();
  const tree = readYaml(text, place.file, own);
  for (const { code, expected, found, hint } of own.sorted()) {
    issues.add(code, place, path, { expected, found, ...(hint !== undefined && { hint }) });
  }
  return tree === undefined || own.hasErrors ? undefined : placed(tree, place);
}

/** The same tree with every value standing at `place`. */
function placed(tree: Tree, place: Place): Tree {
  if (tree.kind === 'scalar') return { ...tree, place };
  if (tree.kind === 'list') return { ...tree, place, items: tree.items.map((item) => placed(item, place)) };
  const entries = new Map<string, MapEntry>();
  for (const [key, entry] of tree.entries) entries.set(key, { place, value: placed(entry.value, place) });
  return { ...tree, place, entries };
}

/** A copy of `tree` with the value at path[depth...] replaced; the rest is shared. Undefined when the path leads nowhere. */
function replaced(
  tree: Tree | undefined,
  path: Path,
  depth: number,
  value: Tree,
  place: Place,
  issues: IssueList,
): Tree | undefined {
  if (depth === path.length) return value;
  const step = path[depth];
  const here = path.slice(0, depth);
  if (tree === undefined && typeof step === 'number') {
    const hint = `give all of it, such as ${formatPath(here)}=[...]`;
    issues.add('override', place, path, { expected: `a list at ${formatPath(here)}`, found: 'nothing', hint });
    return undefined;
  }
  if (tree === undefined || tree.kind === 'map') {
    const entries = new Map(tree?.entries);
    const key = String(step);
    const old = entries.get(key);
    // an override changes one of the user's things, it does not make one by a slip
    if (old === undefined && depth === 1 && NAMED.includes(path[0]) && value.kind !== 'map') {
      const names = [...entries.keys()];
      const expected = `a name in ${String(path[0])}`;
      issues.add('override', place, path, { expected, found: `"${key}"`, hint: suggest(key, names) });
      return undefined;
    }
    const next = replaced(old?.value, path, depth + 1, value, place, issues);
    if (next === undefined) return undefined;
    entries.set(key, { place: old?.place ?? place, value: next });
    return { ...tree, kind: 'map', place: tree?.place ?? place, entries };
  }
  const index = typeof step === 'number' ? step : /^\d+$/.test(step) ? Number(step) : Number.NaN;
  if (tree.kind === 'list' && index < tree.items.length) {
    const next = replaced(tree.items[index], path, depth + 1, value, place, issues);
    return next === undefined
      ? undefined
      : { ...tree, items: tree.items.map((item, i) => (i === index ? next : item)) };
  }
  const expected =
    tree.kind === 'list' ? indexOf(tree.items.length) : `nothing below ${formatPath(here)}, a single value`;
  issues.add('override', place, path, { expected, found: `"${step}"` });
  return undefined;
}

function indexOf(count: number): string {
  if (count === 0) return 'no index: the list is empty';
  return count === 1 ? 'the index 0: the list has one entry' : `an index from 0 to ${count - 1}`;
}
