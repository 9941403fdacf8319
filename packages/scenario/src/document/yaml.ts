/**
 * YAML 1.2 or JSON text -> a tree with the place of every value. All syntax errors are collected. Departures from YAML:
 * one document a file; keys are plain text; no tags; `<<` merges maps (it is handy for rows of equal bodies).
 */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import type { IssueList, Path, Place } from '../issues.ts';
import { DEEPEST, tooDeepAt } from './depth.ts';
import { eachCause, type SyntaxFault, syntaxProblem } from './syntax.ts';
import { describe, type MapEntry, plainValue, type ScalarTree, type Tree } from './tree.ts';

/** Largest number of values added by aliases: a few anchors could otherwise expand to billions. */
const MOST_ALIASED = 100_000;

/** Reads the text; undefined when nothing usable remains. */
export function readYaml(text: string, file: string, issues: IssueList): Tree | undefined {
  const lines = new LineCounter();
  const deep = tooDeepAt(text);
  if (deep >= 0) {
    issues.add('syntax', placeIn(text, file, deep), [], {
      expected: `at most ${DEEPEST} levels of nesting`,
      found: 'more',
      hint: 'is a bracket left open?',
    });
    return undefined;
  }
  const document = parse(text, lines);
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const expected = 'valid YAML or JSON';
  for (const { pos, message } of document.warnings) {
    issues.add('syntax', place(pos[0]), [], { expected, found: syntaxProblem(message) });
  }
  if (document.errors.length > 0) {
    for (const { line, column, message } of eachCause(text, syntaxFaults)) {
      issues.add('syntax', { file, line, column }, [], { expected, found: syntaxProblem(message) });
    }
    return undefined;
  }
  if (document.directives?.yaml.explicit === true && document.directives.yaml.version !== '1.2') {
    issues.add('syntax', place(0), [], { expected: 'YAML 1.2', found: `YAML ${document.directives.yaml.version}` });
    return undefined;
  }
  return new Reader(place, issues).read(document.contents, [], place(0));
}

function parse(text: string, lineCounter: LineCounter = new LineCounter()): Document.Parsed {
  // uniqueKeys compares every key with every other; the reader below does it with a map
  return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, version: '1.2' });
}

function syntaxFaults(text: string): SyntaxFault[] {
  const faults = parse(text).errors.map(({ pos, message }) => ({ offset: pos[0], message }));
  return faults.sort((p, q) => p.offset - q.offset);
}

function placeIn(text: string, file: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { file, line: before.split('\n').length, column: offset - lineStart + 1 };
}

type Content = Document['contents'] | Alias;

class Reader {
  readonly #place: (offset: number) => Place;
  readonly #issues: IssueList;
  /** in document order an alias means the last anchor of its name above it; undefined while that part is being read */
  readonly #anchors: Map<string, { readonly tree: Tree; readonly size: number } | undefined> = new Map();
  #values = 0;
  #aliased = 0;

  constructor(place: (offset: number) => Place, issues: IssueList) {
    this.#place = place;
    this.#issues = issues;
  }

  read(node: Content, path: Path, fallback: Place): Tree {
    if (node === null) return { kind: 'scalar', place: fallback, value: null };
    const place = node.range ? this.#place(node.range[0]) : fallback;
    if (isAlias(node)) return this.#alias(node, path, place);
    const anchor = 'anchor' in node ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const before = this.#values;
    const tree = this.#content(node, path, place);
    if (anchor !== undefined) this.#anchors.set(anchor, { tree, size: this.#values - before });
    return tree;
  }

  #content(node: Content, path: Path, place: Place): Tree {
    this.#values++;
    if (isMap(node)) return this.#map(node, path, place);
    if (isSeq(node)) {
      const items = node.items.map((item, i) => this.read(item as Content, [...path, i], place));
      return { kind: 'list', place, items };
    }
    const value: unknown = isScalar(node) ? node.value : null;
    if (value === null || typeof value === 'string' || typeof value === 'boolean')
      return { kind: 'scalar', place, value };
    if (typeof value === 'number') return { kind: 'scalar', place, value };
    this.#issues.add('syntax', place, path, {
      expected: 'text, a number, true, false or a list or map',
      found: 'a tagged value',
    });
    return broken(place);
  }

  #map(node: YAMLMap, path: Path, place: Place): Tree {
    const entries = new Map<string, MapEntry>();
    const merged: Tree[] = [];
    let incomplete = false;
    for (const pair of node.items as Pair<Content, Content>[]) {
      const key = this.#key(pair.key, path, place);
      if (key === undefined) {
        incomplete = true;
        this.read(pair.value, path, place); // for the anchors in it
        continue;
      }
      const value = this.read(pair.value, [...path, key.name], key.place);
      if (key.name === '<<') {
        merged.push(...(value.kind === 'list' ? value.items : [value]));
        continue;
      }
      const first = entries.get(key.name);
      if (first === undefined) entries.set(key.name, { place: key.place, value });
      else this.#duplicate(key.name, key.place, first.place, path);
    }
    for (const source of merged) {
      if (source.kind === 'map') {
        for (const [key, entry] of source.entries) if (!entries.has(key)) entries.set(key, entry);
        continue;
      }
      incomplete = true;
      if (source.kind === 'scalar' && source.broken === true) continue;
      const hint = 'write "<<: *name" to merge the map that is marked "&name"';
      const found = describe(plainValue(source));
      this.#issues.add('syntax', source.place, path, { expected: 'a map after "<<"', found, hint });
    }
    return { kind: 'map', place, entries, ...(incomplete && { incomplete }) };
  }

  #key(node: Content, path: Path, fallback: Place): { name: string; place: Place } | undefined {
    const place = node?.range ? this.#place(node.range[0]) : fallback;
    const scalar = isScalar(node) && node.value !== null && typeof node.value !== 'object';
    const name = scalar
      ? typeof node.value === 'string'
        ? node.value
        : (node.source ?? String(node.value))
      : undefined;
    if (name === undefined || name === '__proto__') {
      this.#issues.add('syntax', place, path, {
        expected: 'a plain word as key',
        found: name ?? 'a list, a map or nothing',
      });
      return undefined;
    }
    if (this.#anchorsOf(node) !== undefined) {
      this.#issues.add('syntax', place, path, {
        expected: 'anchors on values only',
        found: `an anchor on the key "${name}"`,
      });
    }
    return { name, place };
  }

  #anchorsOf(node: Content): string | undefined {
    return node !== null && 'anchor' in node ? node.anchor : undefined;
  }

  #duplicate(key: string, place: Place, first: Place, path: Path): void {
    this.#issues.add('duplicate', place, [...path, key], {
      expected: `one "${key}" in this map`,
      found: `a second one (the first is in line ${first.line})`,
      hint: 'rename or remove one of them',
    });
  }

  #alias(node: Alias, path: Path, place: Place): Tree {
    const target = this.#anchors.get(node.source);
    if (target === undefined) {
      const inside = this.#anchors.has(node.source);
      const expected = inside ? `"*${node.source}" outside of what it names` : `an anchor "&${node.source}" above`;
      const found = inside ? 'it inside itself' : 'none';
      const hint = inside ? undefined : 'text that begins with "*" must stand in quotes';
      this.#issues.add('syntax', place, path, { expected, found, hint });
      return broken(place);
    }
    this.#values += target.size;
    const before = this.#aliased;
    this.#aliased += target.size;
    if (this.#aliased > MOST_ALIASED) {
      if (before > MOST_ALIASED) return broken(place); // said
      const found = 'more';
      const expected = `aliases that add at most ${MOST_ALIASED} values`;
      this.#issues.add('syntax', place, [], { expected, found, hint: 'anchors that hold aliases multiply' });
      return broken(place);
    }
    return target.tree;
  }
}

function broken(place: Place): ScalarTree {
  return { kind: 'scalar', place, value: null, broken: true };
}
