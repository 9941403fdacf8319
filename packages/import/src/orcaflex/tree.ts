/**
 * OrcaFlex text data as a tree that records its lines and the keys read, so that unused keys can be listed. A table has a key that lists
 * its columns: `LineType, Length, TargetSegmentLength:` and rows.
 */
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Report, Verdict } from '../report.ts';
import { ImportError } from '../result.ts';

export type Scalar = string | number | undefined;
type Node = { readonly line: number; readonly value: Scalar | Fields | readonly Node[] };
export type Row = { readonly line: number; readonly cells: Readonly<Record<string, Scalar>> };

/** Largest number of lines: more would take minutes to parse. */
const MOST_CHARACTERS = 40e6;
/** Largest nesting: the parser recurses, so deeper texts are rejected before parsing. OrcaFlex nests about 8 deep. */
const DEEPEST = 64;

export function readTree(file: string, text: string): Fields {
  if (text.length > MOST_CHARACTERS)
    throw new ImportError(file, 0, 'a text file below 40 MB', `${text.length} characters`);
  refuseDepth(file, text);
  const lineCounter = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ''), {
    lineCounter,
    uniqueKeys: false,
    merge: false,
    logLevel: 'silent',
  });
  const fault = document.errors[0];
  if (fault !== undefined) {
    const at = lineCounter.linePos(fault.pos[0]);
    const what = fault.message.split('\n')[0].replace(/ at line.*$/, '');
    throw new ImportError(file, at.line, 'OrcaFlex text data (YAML)', what, at.col);
  }
  if (!isMap(document.contents)) throw new ImportError(file, 0, 'sections such as General and Environment', 'none');
  const lineAt = (offset: number | undefined): number => (offset === undefined ? 0 : lineCounter.linePos(offset).line);
  return fieldsOf(file, '', document.contents, lineAt);
}

function refuseDepth(file: string, text: string): void {
  let flow = 0;
  let number = 0;
  for (const line of text.split('\n')) {
    number++;
    const lead = /^[\s?-]*/.exec(line)?.[0] ?? '';
    for (const c of line) {
      if (c === '[' || c === '{') flow++;
      else if (c === ']' || c === '}') flow = Math.max(0, flow - 1);
    }
    const dashes = lead.replace(/[^?-]/g, '').length;
    if (flow > DEEPEST || lead.length > 4 * DEEPEST || dashes > DEEPEST)
      throw new ImportError(file, number, `at most ${DEEPEST} levels`, 'more');
  }
}

function fieldsOf(file: string, path: string, map: YAMLMap, lineAt: (offset?: number) => number): Fields {
  const fields = new Fields(file, path);
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue;
    const name = String(key.source ?? key.value);
    const line = lineAt(key.range?.[0]);
    fields.add(name, {
      line,
      value: nodeOf(file, `${path}${path === '' ? '' : '.'}${name}`, value, line, lineAt).value,
    });
  }
  return fields;
}

function nodeOf(file: string, path: string, node: unknown, line: number, lineAt: (offset?: number) => number): Node {
  if (isMap(node)) return { line, value: fieldsOf(file, path, node, lineAt) };
  if (isSeq(node)) {
    const items = (node as YAMLSeq).items.map((item, i) => {
      const range = (item as { range?: readonly number[] } | null)?.range;
      const own = isMap(item) ? item.items.find((pair) => isScalar(pair.key) && pair.key.value === 'Name') : undefined;
      const name = own !== undefined && isScalar(own.value) ? String(own.value.source ?? '') : String(i + 1);
      return nodeOf(file, `${path}[${name}]`, item, lineAt(range?.[0]) || line, lineAt);
    });
    return { line, value: items };
  }
  if (!isScalar(node)) return { line, value: undefined };
  const source = node.source ?? String(node.value ?? '');
  if (node.type === 'PLAIN') {
    if (source === '' || source === '~' || source === 'null') return { line, value: undefined };
    if (/^[-+]?Infinity$/.test(source)) return { line, value: source.startsWith('-') ? -Infinity : Infinity };
    if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(source)) return { line, value: Number(source) };
  }
  return { line, value: source };
}

/** Named values. Reading one marks it as taken; a note may be added. */
export class Fields {
  readonly file: string;
  readonly path: string;
  readonly #nodes: Map<string, Node> = new Map();
  readonly #verdicts: Map<string, { verdict: Verdict; text: string }> = new Map();

  constructor(file: string, path: string) {
    this.file = file;
    this.path = path;
  }

  add(key: string, node: Node): void {
    this.#nodes.set(key, node);
  }

  /** The key of a name: itself, or the list of columns that contains it. */
  #keyOf(name: string): string | undefined {
    if (this.#nodes.has(name)) return name;
    for (const key of this.#nodes.keys()) if (key.includes(',') && columnsOf(key).includes(name)) return key;
    return undefined;
  }

  #take(name: string): Node | undefined {
    const key = this.#keyOf(name);
    if (key === undefined) return undefined;
    if (!this.#verdicts.has(key)) this.#verdicts.set(key, { verdict: 'taken', text: '' });
    return this.#nodes.get(key);
  }

  has(name: string): boolean {
    return this.#keyOf(name) !== undefined;
  }

  line(name: string): number {
    return this.#nodes.get(this.#keyOf(name) ?? '')?.line ?? 0;
  }

  fail(name: string, expected: string, found: string): never {
    throw new ImportError(
      this.file,
      this.line(name),
      `${this.path}.${name}: ${expected}`,
      found.replace(/^-?Infinity$/, 'one that is too large').replace(/^NaN$/, 'none'),
    );
  }

  text(name: string): string | undefined {
    const value = this.#take(name)?.value;
    return typeof value === 'object' || value === undefined ? undefined : String(value);
  }

  yes(name: string): boolean {
    return /^(?:yes|true|on)$/i.test(this.text(name) ?? '');
  }

  /** A finite number; undefined where the file has none, `~` or a word. */
  number(name: string): number | undefined {
    const value = this.#take(name)?.value;
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }

  /** A required number. */
  needed(name: string): number {
    const value = this.number(name);
    return value ?? this.fail(name, 'a number', this.text(name) ?? 'nothing');
  }

  /** Numbers of a list, or of a row of columns; other values are undefined. */
  numbers(...names: readonly string[]): (number | undefined)[] {
    for (const name of names) {
      const value = this.#take(name)?.value;
      if (value === undefined) continue;
      const list = Array.isArray(value) ? (value as readonly Node[]) : [{ line: 0, value: value as Scalar }];
      return list.map(({ value: each }) => (typeof each === 'number' && Number.isFinite(each) ? each : undefined));
    }
    return [];
  }

  /** Three of them; the fallback where one is missing. */
  vector(name: string, fallback: readonly [number, number, number] = [0, 0, 0]): [number, number, number] {
    const list = this.numbers(name);
    return [list[0] ?? fallback[0], list[1] ?? fallback[1], list[2] ?? fallback[2]];
  }

  fields(name: string): Fields | undefined {
    const value = this.#take(name)?.value;
    return value instanceof Fields ? value : undefined;
  }

  list(name: string): Fields[] {
    const value = this.#take(name)?.value;
    return Array.isArray(value)
      ? value.flatMap((node: Node) => (node.value instanceof Fields ? [node.value] : []))
      : [];
  }

  /** Rows of the table with a column of this name. */
  rows(name: string): Row[] {
    const key = this.#keyOf(name);
    const node = this.#take(name);
    if (key === undefined || node === undefined) return [];
    const columns = columnsOf(key);
    const rowOf = (line: number, list: readonly Node[]): Row => ({
      line,
      cells: Object.fromEntries(columns.map((column, i) => [column, scalarOf(list[i]?.value)])),
    });
    if (!Array.isArray(node.value))
      return node.value === undefined || node.value instanceof Fields ? [] : [rowOf(node.line, [node])];
    const list = node.value as readonly Node[];
    if (list.every(({ value }) => !Array.isArray(value)))
      return columns.length > 1 ? [rowOf(node.line, list)] : list.map((each) => rowOf(each.line, [each]));
    return list.map((each) => rowOf(each.line, Array.isArray(each.value) ? each.value : [each]));
  }

  note(name: string, verdict: Verdict, text: string): void {
    const key = this.#keyOf(name);
    if (key !== undefined) this.#verdicts.set(key, { verdict, text });
  }

  /** The result of every key, in the order of the file. `why`: the reason why an unread key is not used. */
  tell(report: Report, why: (key: string, path: string) => string): void {
    for (const [key, { line, value }] of this.#nodes) {
      const verdict = this.#verdicts.get(key);
      const label = `${this.path}${this.path === '' ? '' : '.'}${key}`;
      if (verdict === undefined && saysNone(value)) report.taken(line, label, 'says none');
      else if (verdict === undefined) report.lost(line, label, why(key, this.path));
      else if (verdict.verdict !== 'taken') report[verdict.verdict](line, label, verdict.text);
      else if (!tellInside(report, value, why)) report.taken(line, label, verdict.text);
    }
  }
}

/** True if the value contains named values, which have their own entries. */
function tellInside(report: Report, value: Node['value'], why: (key: string, path: string) => string): boolean {
  if (value instanceof Fields) {
    value.tell(report, why);
    return true;
  }
  if (!Array.isArray(value)) return false;
  let any = false;
  for (const node of value as readonly Node[]) {
    if (!(node.value instanceof Fields)) continue;
    node.value.tell(report, why);
    any = true;
  }
  return any;
}

/** A value without effect: empty, 0, No, None, or rows of such. */
function saysNone(value: Node['value']): boolean {
  if (value instanceof Fields) return false;
  if (Array.isArray(value)) return (value as readonly Node[]).every((node) => saysNone(node.value));
  return (
    value === undefined || value === 0 || (typeof value === 'string' && /^\(?(?:no|none|no damping)\)?$/i.test(value))
  );
}

function columnsOf(key: string): string[] {
  return key.split(',').map((column) => column.trim());
}

function scalarOf(value: Node['value'] | undefined): Scalar {
  return typeof value === 'object' ? undefined : value;
}
