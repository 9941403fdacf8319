/**
 * Tables of numbers from text files: CSV, TSV, semicolons or blanks, one header row with names and perhaps units (`roll [deg]`), lines that
 * start with # skipped. Every bad cell is reported with its place.
 */
import { IssueList, type ReadResult, refused } from '../issue.ts';
import { decodeText, Lines, parseDecimal, quoted } from '../text.ts';
import { splitRow } from './row.ts';

export interface Table {
  readonly names: readonly string[];
  /** as written in brackets after the name; empty where there are none */
  readonly units: readonly string[];
  /** one array a name, all of the same length */
  readonly columns: readonly Float64Array[];
}

export interface TableOptions {
  /** treatment of empty cells and NaN: an issue (default), or NaN in the column */
  readonly missing?: 'refuse' | 'nan';
}

/** Largest length of a header [characters]. */
const MAX_HEADER = 1_000_000;

export function readTable(bytes: Uint8Array, options: TableOptions = {}): ReadResult<Table> {
  const text = decodeText(bytes);
  if (!text.ok) return text;
  const lines = new Lines(text.value);
  const issues = new IssueList();
  const first = nextRow(lines);
  if (first === null) return refused('empty', 'expected a header row and rows of numbers, found an empty file');
  if (first.length > MAX_HEADER) {
    return refused('not-a-table', `expected a header row, found a line of ${first.length} characters; not a table`);
  }
  const separator = separatorOf(first);
  const header = readHeader(first, separator, lines.number, issues);
  if (issues.any) return issues.failure();

  const values: number[] = []; // row after row
  const width = header.names.length;
  for (let line = nextRow(lines); line !== null && !issues.full; line = nextRow(lines)) {
    const cells = splitRow(line, separator);
    if (cells === null)
      issues.add(lines.number, 0, 'open-quote', 'a quoted cell does not end on its line; close the quote');
    else if (cells.length !== width) {
      const message = `the header has ${width} columns, this row has ${cells.length}; fill or remove cells`;
      issues.add(lines.number, 0, 'row-width', message);
    } else {
      for (let i = 0; i < width; i++) values.push(readCell(cells[i], header.names[i], lines.number, options, issues));
    }
  }
  if (!issues.any && values.length === 0)
    issues.add(lines.number, 0, 'no-rows', 'expected rows of numbers below the header');
  if (issues.any) return issues.failure();

  const rows = values.length / width;
  const columns = header.names.map((_, c) => Float64Array.from({ length: rows }, (_, r) => values[r * width + c]));
  return { ok: true, value: { ...header, columns } };
}

/** The next line that is neither blank nor a comment. */
function nextRow(lines: Lines): string | null {
  let line = lines.next();
  while (line !== null && (line.trim() === '' || line.startsWith('#'))) line = lines.next();
  return line;
}

/** The first separator of this list found in the line is used: tabs and semicolons are never part of a number, blanks may surround one. */
function separatorOf(header: string): string {
  const bare = header.replace(/"[^"]*"|\[[^\]]*\]/g, ''); // names in quotes and units may hold any of them
  for (const mark of ['\t', ';', ',']) if (bare.includes(mark)) return mark;
  return /\S\s+\S/.test(bare.trim()) ? ' ' : ',';
}

function readHeader(
  line: string,
  separator: string,
  number: number,
  issues: IssueList,
): { names: string[]; units: string[] } {
  const header = { names: [] as string[], units: [] as string[] };
  const cells = splitRow(line, separator);
  if (cells === null) {
    issues.add(number, 0, 'open-quote', 'a quoted name does not end on the header line; close the quote');
    return header;
  }
  if (cells.every((cell) => parseDecimal(cell.text) !== null)) {
    issues.add(
      number,
      0,
      'no-header',
      `expected a row of names, found numbers: ${quoted(line)}; put names above the columns`,
    );
    return header;
  }
  const seen = new Set<string>();
  for (const cell of cells) {
    const [, name, unit = ''] = /^(.*?)\s*(?:\[([^\]]*)\])?$/.exec(cell.text) ?? ['', cell.text];
    if (name === '') issues.add(number, cell.column, 'no-name', 'a column has no name; every column needs one');
    else if (seen.has(name)) {
      issues.add(number, cell.column, 'same-name', `two columns are called ${quoted(name)}; names must differ`);
    }
    seen.add(name);
    header.names.push(name);
    header.units.push(unit);
    if (issues.full) break;
  }
  return header;
}

function readCell(
  cell: { readonly text: string; readonly column: number },
  name: string,
  line: number,
  options: TableOptions,
  issues: IssueList,
): number {
  const { text, column } = cell;
  const value = parseDecimal(text);
  if (value !== null) return value;
  const missing = text === '' || /^[+-]?nan$/i.test(text);
  if (missing && options.missing === 'nan') return Number.NaN;
  if (options.missing === 'nan' && /^[+-]?inf(inity)?$/i.test(text)) {
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  const place = `column ${quoted(name)}`;
  if (text === '')
    issues.add(line, column, 'empty-cell', `${place}: expected a number, found an empty cell; fill it in`);
  else if (missing)
    issues.add(line, column, 'nan', `${place}: expected a number, found NaN; fill the gap or drop the row`);
  else if (/^[+-]?\d+,\d+$/.test(text)) {
    issues.add(line, column, 'decimal-comma', `${place}: found ${quoted(text)}; write a point before the decimals`);
  } else {
    issues.add(line, column, 'not-a-number', `${place}: expected a number, found ${quoted(text)}`);
  }
  return Number.NaN;
}
