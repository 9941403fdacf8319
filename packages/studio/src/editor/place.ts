/**
 * Path of keys and numbers at a position of a scenario's text. Only indentation and brackets are read, so that it works on incomplete text
 * that is not valid YAML yet.
 */
import type { Step } from '../model/schema-walk.ts';

export interface TextPlace {
  /** the map or list at the position; for a value, the value's own path */
  readonly path: readonly Step[];
  /** a key or a list item is being written, or the value of the last key of `path` */
  readonly kind: 'key' | 'value';
  /** start of the current word */
  readonly from: number;
  /** the current word so far */
  readonly word: string;
}

interface Level {
  readonly indent: number;
  step: Step;
  readonly list: boolean;
}

interface Bracket {
  readonly list: boolean;
  /** present key of a map, or index of a list */
  step: Step | undefined;
}

export function placeAt(text: string, at: number): TextPlace {
  const levels: Level[] = [];
  const brackets: Bracket[] = [];
  let pos = 0;
  let word = 0; // where the present word begins
  let inValue = false;

  while (pos < at || pos === 0) {
    const lineEnd = endOfLine(text, pos);
    // a key at the margin begins a section: unclosed brackets above are ignored
    if (brackets.length > 0 && /^[a-z]+:(?=\s|$)/.test(text.slice(pos, lineEnd))) brackets.length = 0;
    if (brackets.length === 0) {
      const start = readLineStart(text, pos, Math.min(lineEnd, at), levels);
      [pos, word, inValue] = [start.pos, start.pos, start.inValue];
    } else {
      while (text[pos] === ' ' && pos < at) pos++;
      word = pos;
    }
    const stop = Math.min(lineEnd, at);
    while (pos < stop) {
      const character = text[pos];
      if (character === '#' && (pos === 0 || /\s/.test(text[pos - 1]))) {
        pos = stop;
        word = stop;
        break;
      }
      if (character === '"' || character === "'") {
        pos = endOfQuote(text, pos, stop);
        continue;
      }
      if (character === '{' || character === '[') {
        if (brackets.length === 0 && !inValue && !isBlank(text.slice(word, pos))) {
          pos++;
          continue;
        }
        brackets.push({ list: character === '[', step: character === '[' ? 0 : undefined });
        [word, inValue] = [pos + 1, character === '['];
      } else if ((character === '}' || character === ']') && brackets.length > 0) {
        brackets.pop();
        [word, inValue] = [pos + 1, true];
      } else if (brackets.length > 0 && character === ',') {
        const inner = brackets[brackets.length - 1];
        inner.step = inner.list ? Number(inner.step) + 1 : undefined;
        [word, inValue] = [pos + 1, inner.list];
      } else if (brackets.length > 0 && character === ':' && /[\s,{}[\]]|^$/.test(text[pos + 1] ?? '')) {
        const inner = brackets[brackets.length - 1];
        if (!inner.list) inner.step = clean(text.slice(word, pos));
        [word, inValue] = [pos + 1, true];
      }
      pos++;
    }
    if (pos >= at) break;
    pos = lineEnd + 1;
  }
  while (text[word] === ' ' && word < at) word++;
  const inner = brackets[brackets.length - 1];
  const path = [
    ...levels.map((level) => level.step),
    ...brackets.flatMap(({ step }) => (step === undefined ? [] : [step])),
  ];
  const kind =
    inner === undefined ? (inValue ? 'value' : 'key') : inner.list || inner.step !== undefined ? 'value' : 'key';
  return { path, kind, from: Math.min(word, at), word: text.slice(Math.min(word, at), at) };
}

/**
 * The part of a line in which indentation counts: dashes and a key. Moves `levels` to where the line stands; a key that is
 * not followed by a colon before `stop` is not entered.
 */
function readLineStart(text: string, start: number, stop: number, levels: Level[]): { pos: number; inValue: boolean } {
  let pos = start;
  while (text[pos] === ' ' && pos < stop) pos++;
  const blank = pos >= stop && isBlank(text.slice(pos, endOfLine(text, pos)));
  if (text[pos] === '#') return { pos, inValue: false };
  if (blank && pos === start && stop === endOfLine(text, start) && text[stop] === '\n' && stop === start) {
    return { pos, inValue: false }; // an empty line belongs to what is around it
  }
  let dash = false;
  while (text[pos] === '-' && (text[pos + 1] === ' ' || pos + 1 >= stop || text[pos + 1] === '\n') && pos < stop) {
    const column = pos - start;
    while (levels.length > 0 && levels[levels.length - 1].indent > column) levels.pop();
    const top = levels[levels.length - 1];
    if (top?.list && top.indent === column) top.step = Number(top.step) + 1;
    else levels.push({ indent: column, step: 0, list: true });
    pos++;
    while (text[pos] === ' ' && pos < stop) pos++;
    dash = true;
  }
  const column = pos - start;
  while (levels.length > 0 && levels[levels.length - 1].indent >= column && !(dash && levels[levels.length - 1].list))
    levels.pop();
  const key = /^(?:"([^"]*)"|'([^']*)'|([^\s#{}[\],:"'][^#{}[\]:]*?))\s*:(?=\s|$)/.exec(text.slice(pos, stop));
  if (key === null) return { pos, inValue: false };
  levels.push({ indent: column, step: clean(key[1] ?? key[2] ?? key[3]), list: false });
  return { pos: pos + key[0].length, inValue: true };
}

function clean(key: string): string {
  return key.trim().replace(/^["']|["']$/g, '');
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function endOfQuote(text: string, from: number, stop: number): number {
  const end = text.indexOf(text[from], from + 1);
  return end < 0 || end >= stop ? stop : end + 1;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
