/** XML as robot descriptions use it: elements, attributes, lines. No entities but the five, no document types: nothing expands. */
import type { Report } from './report.ts';
import { ImportError } from './result.ts';

/** Largest nesting, so that code may recurse over the tree. */
const DEEPEST = 200;
const MOST_CHARACTERS = 40e6;

export class Element {
  readonly name: string;
  readonly line: number;
  readonly children: Element[] = [];
  readonly #attributes: Map<string, string> = new Map();
  readonly #read: Set<string> = new Set();
  /** this element was read */
  seen = false;
  /** its result where it is not taken unchanged */
  verdict: { readonly kind: 'approximated' | 'lost'; readonly text: string } | undefined;

  constructor(name: string, line: number) {
    this.name = name;
    this.line = line;
  }

  set(key: string, value: string): void {
    this.#attributes.set(key, value);
  }

  get(key: string): string | undefined {
    this.#read.add(key);
    return this.#attributes.get(key);
  }

  /** Attributes of a class where the element has none of its own. */
  inherit(from: ReadonlyMap<string, string>): void {
    for (const [key, value] of from) {
      if (this.#attributes.has(key)) continue;
      this.#attributes.set(key, value);
      this.#read.add(key);
    }
  }

  get attributes(): ReadonlyMap<string, string> {
    return this.#attributes;
  }

  first(name: string): Element | undefined {
    const found = this.children.find((child) => child.name === name);
    if (found) found.seen = true;
    return found;
  }

  all(...names: readonly string[]): Element[] {
    const found = this.children.filter((child) => names.includes(child.name));
    for (const each of found) each.seen = true;
    return found;
  }

  unread(): string[] {
    return [...this.#attributes.keys()].filter((key) => !this.#read.has(key));
  }
}

export function readXml(file: string, text: string): Element {
  if (text.length > MOST_CHARACTERS) throw new ImportError(file, 0, 'XML below 40 MB', `${text.length} characters`);
  let at = 0;
  let line = 1;
  const root = new Element('', 1);
  const open: Element[] = [root];
  const advance = (to: number): void => {
    for (let i = at; i < to; i++) if (text.charCodeAt(i) === 10) line++;
    at = to;
  };
  const skip = (until: string): void => {
    const end = text.indexOf(until, at);
    if (end < 0) throw new ImportError(file, line, `an end "${until}"`, 'the end of the file');
    advance(end + until.length);
  };
  while (at < text.length) {
    const next = text.indexOf('<', at);
    if (next < 0) break;
    advance(next);
    if (text.startsWith('<!--', at)) skip('-->');
    else if (text.startsWith('<![CDATA[', at)) skip(']]>');
    else if (text.startsWith('<?', at)) skip('?>');
    else if (text.startsWith('<!', at)) skip('>');
    else if (text.startsWith('</', at)) {
      const end = text.indexOf('>', at);
      const name = text.slice(at + 2, end < 0 ? undefined : end).trim();
      const top = open[open.length - 1];
      if (end < 0 || open.length < 2 || top.name !== name) {
        const expected = open.length < 2 ? 'an element' : `</${top.name}> of line ${top.line}`;
        throw new ImportError(file, line, expected, `</${name.slice(0, 40)}>`);
      }
      open.pop();
      advance(end + 1);
    } else {
      const tag = /^<([A-Za-z_][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/.exec(text.slice(at, at + 100_000));
      if (tag === null)
        throw new ImportError(file, line, 'an element such as <link name="arm">', text.slice(at, at + 30));
      const element = new Element(tag[1], line);
      const inside = tag[2];
      for (const [, key, , double, single] of inside.matchAll(/([A-Za-z_][\w:.-]*)\s*=\s*("([^"]*)"|'([^']*)')/g))
        element.set(key, plainText(double ?? single ?? ''));
      open[open.length - 1].children.push(element);
      if (!/\/\s*$/.test(inside)) open.push(element);
      if (open.length > DEEPEST) throw new ImportError(file, line, `at most ${DEEPEST} levels`, 'more');
      advance(at + tag[0].length);
    }
  }
  if (open.length > 1) {
    const top = open[open.length - 1];
    throw new ImportError(file, top.line, `</${top.name}>`, 'the end of the file');
  }
  const [only] = root.children;
  if (only === undefined) throw new ImportError(file, 1, 'an element', 'none');
  only.seen = true;
  return only;
}

function plainText(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) =>
    name === 'lt' ? '<' : name === 'gt' ? '>' : name === 'amp' ? '&' : name === 'quot' ? '"' : "'",
  );
}

/** The result of every element and attribute. */
export function tellXml(report: Report, element: Element, why: (name: string) => string, path = ''): void {
  const name = element.attributes.get('name');
  const label = `${path}${element.name}${name === undefined ? '' : `[${name}]`}`;
  if (!element.seen) {
    report.lost(element.line, label, why(element.name));
    return;
  }
  if (element.verdict) report[element.verdict.kind](element.line, label, element.verdict.text);
  else report.taken(element.line, label);
  if (element.verdict?.kind === 'lost') return;
  for (const key of element.unread()) report.lost(element.line, `${label} ${key}`, why(key));
  for (const child of element.children) tellXml(report, child, why, `${label}.`);
}

/** Numbers of an attribute; undefined: missing. */
export function numbersOf(file: string, element: Element, key: string, least: number): number[] | undefined {
  const text = element.get(key);
  if (text === undefined) return undefined;
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (numbers.length < least || numbers.some((x) => !Number.isFinite(x)))
    throw new ImportError(
      file,
      element.line,
      `${element.name} ${key}: ${least === 1 ? 'a number' : `${least} numbers`}`,
      `"${text.slice(0, 40)}"`,
    );
  return numbers;
}
