/** Output: results to stdout, all messages to stderr. */
import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import { printable } from '@hawser/record';

type Style = 'red' | 'green' | 'yellow' | 'cyan' | 'bold' | 'dim';

export interface Output {
  /** a line of results */
  print(line: string): void;
  /** a progress or status line */
  tell(line: string): void;
  /** one JSON document on stdout; the only thing printed there by a command with --json */
  json(value: unknown): void;
  /** colours where the stream is a terminal (and NO_COLOR is not set) */
  style(style: Style, text: string, stream?: 'stdout' | 'stderr'): string;
}

/**
 * Names, titles and file names are foreign text: their control characters could move the cursor, set the window title or write to the
 * clipboard. Every line is made printable except the colours of `style`, which carry a secret mark.
 */
const MARK = randomUUID();
const MARKED = new RegExp(`${MARK}\\((\\d+)\\)`, 'g');

/** One or several lines, without control characters except line breaks and our own colours. */
export function safeText(text: string): string {
  return text
    .split('\n')
    .map((line) => printable(line).replace(MARKED, '\u001b[$1m'))
    .join('\n');
}

export const processOutput: Output = {
  print: (line) => void process.stdout.write(`${safeText(line)}\n`),
  tell: (line) => void process.stderr.write(`${safeText(line)}\n`),
  json: (value) => void process.stdout.write(`${safeText(JSON.stringify(value, jsonNumber, 2))}\n`),
  style: (style, text, stream = 'stderr') =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes of a terminal
    styleText(style, text, { stream: process[stream] }).replace(/\u001b\[(\d+)m/g, `${MARK}($1)`),
};

/** JSON has no NaN and no infinity: they are written as null. Typed arrays are written as arrays. */
function jsonNumber(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  if (value instanceof Float64Array || value instanceof Float32Array) return Array.from(value);
  return value;
}

/** A table of text columns; the columns in `right` (numbers) are set flush right. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[],
): string[] {
  const widths = head.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c].length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, c) => (right.includes(c) ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

/** A number for people: six significant digits at most, no trailing zeros. */
export function short(value: number, digits: number = 6): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = Number(value.toPrecision(digits));
  if (rounded === 0 || Math.abs(rounded) >= 1e-3) return String(rounded);
  return rounded.toExponential().replace('e+', 'e');
}

export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
