/** Places of things in a scenario's text, and replacement of one value without changing the rest. */
import { isCollection, isMap, isPair, isScalar, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import type { Place, Section } from './messages.ts';

const OPTIONS = { uniqueKeys: false, version: '1.2', logLevel: 'error' } as const;
const SECTIONS: readonly Section[] = [
  'bodies',
  'cables',
  'chains',
  'joints',
  'forces',
  'winches',
  'cranes',
  'deckhands',
  'materials',
  'ropes',
];

export interface TextView {
  readonly plain: unknown;
  readonly places: readonly Omit<Place, 'file'>[];
}

/** Contents with places; undefined while the text is no valid YAML. */
export function readText(text: string): TextView {
  const document = parseDocument(text, OPTIONS);
  if (document.errors.length > 0 || !isMap(document.contents)) return { plain: undefined, places: [] };
  const places: Omit<Place, 'file'>[] = [];
  for (const section of SECTIONS) {
    const things = document.contents.get(section, true) as unknown;
    if (!isMap(things)) continue;
    for (const pair of things.items as Pair<Node, Node | null>[]) {
      const [start] = pair.key?.range ?? [0];
      const end = pair.value?.range?.[1] ?? pair.key?.range?.[1] ?? start;
      places.push({ section, name: String(isScalar(pair.key) ? pair.key.value : pair.key), from: start, to: end });
    }
  }
  try {
    return { plain: document.toJS({ maxAliasCount: 1000 }) as unknown, places };
  } catch {
    return { plain: undefined, places }; // aliases without end; the check says so
  }
}

export interface Edited {
  readonly text: string;
  /** the changed range in the new text */
  readonly from: number;
  readonly to: number;
}

/** The text with the value at `path` replaced by `value` (YAML as typed), or put in where there is none. */
export function editText(text: string, path: readonly (string | number)[], value: string): Edited | undefined {
  const document = parseDocument(text, OPTIONS);
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const node = document.getIn(path, true) as Node | undefined;
  if (node?.range) {
    const [from, to] = node.range;
    return spliced(text, from, to, value);
  }
  for (let depth = path.length - 1; depth > 0; depth--) {
    const parent = document.getIn(path.slice(0, depth), true) as unknown;
    if (isMap(parent)) return insert(text, parent, path.slice(depth), value);
    if (isCollection(parent)) return undefined;
  }
  const block = nested(path, value, 0);
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return spliced(text, text.length, text.length, `${gap}${block}\n`);
}

function insert(text: string, parent: YAMLMap, rest: readonly (string | number)[], value: string): Edited | undefined {
  const [from, to] = parent.range ?? [0, 0];
  if (parent.flow) {
    const inner = rest
      .slice(1)
      .reverse()
      .reduce((inside: string, key) => `{ ${key}: ${inside} }`, value);
    const empty = parent.items.length === 0;
    const at = text.lastIndexOf('}', to);
    const before = text.slice(from, at).trimEnd();
    return spliced(text, from + before.length, at, `${empty ? ' ' : ', '}${rest[0]}: ${inner} `);
  }
  const last = parent.items.at(-1);
  const key = isPair(last) ? (last.key as Node) : undefined;
  if (key?.range === undefined || key.range === null) return undefined;
  const indent = key.range[0] - (text.lastIndexOf('\n', key.range[0] - 1) + 1);
  const end = (isPair(last) ? (last.value as Node | null)?.range?.[1] : undefined) ?? key.range[1];
  const line = text.indexOf('\n', end - 1);
  const at = text[end - 1] === '\n' ? end : line < 0 ? text.length : line + 1;
  const gap = at > 0 && text[at - 1] !== '\n' ? '\n' : '';
  return spliced(text, at, at, `${gap}${nested(rest, value, indent)}\n`);
}

function nested(path: readonly (string | number)[], value: string, indent: number): string {
  return path
    .map((key, i) => `${' '.repeat(indent + 2 * i)}${key}:${i === path.length - 1 ? ` ${value}` : ''}`)
    .join('\n');
}

function spliced(text: string, from: number, to: number, inserted: string): Edited {
  return { text: text.slice(0, from) + inserted + text.slice(to), from, to: from + inserted.length };
}
