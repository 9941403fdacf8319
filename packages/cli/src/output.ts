/** Where text goes: results to stdout, everything said about them to stderr. */
import { styleText } from 'node:util';

type Style = 'red' | 'green' | 'yellow' | 'cyan' | 'bold' | 'dim';

export interface Output {
  /** a line of results */
  print(line: string): void;
  /** a line about what happens */
  tell(line: string): void;
  /** one JSON document on stdout; the only thing printed there by a command with --json */
  json(value: unknown): void;
  /** colours where the stream is a terminal (and NO_COLOR is not set) */
  style(style: Style, text: string, stream?: 'stdout' | 'stderr'): string;
}

export const processOutput: Output = {
  print: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
  json: (value) => void process.stdout.write(`${JSON.stringify(value, jsonNumber, 2)}\n`),
  style: (style, text, stream = 'stderr') => styleText(style, text, { stream: process[stream] }),
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
