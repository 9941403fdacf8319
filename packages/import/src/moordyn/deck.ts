/**
 * The text of a MoorDyn deck: sections between lines of dashes, tables whose columns are known by their header, options as
 * `value name`. Reads decks of MoorDyn 1 and 2, in C and in Fortran (OpenFAST), which name and order their columns differently.
 */
import { ImportError } from '../result.ts';

export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Table {
  /** of the header; 0: there is none */
  readonly line: number;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export interface Deck {
  readonly file: string;
  readonly title: string;
  readonly tables: Readonly<Record<TableName, Table>>;
  /** value and name of every option, in order */
  readonly options: readonly { readonly line: number; readonly name: string; readonly value: string }[];
  readonly outputs: readonly Row[];
}

export type TableName = 'line types' | 'rod types' | 'bodies' | 'rods' | 'points' | 'lines' | 'failure' | 'syrope';

/** Words of the dashed lines; the first match decides, so specific ones come before general ones. */
const SECTIONS: readonly (readonly [RegExp, TableName | 'options' | 'outputs' | 'end'])[] = [
  [/need this line|^-+\s*END/i, 'end'],
  [/ROD\s*(?:TYPES?|DICTIONARY)/i, 'rod types'],
  [/LINE\s*(?:TYPES?|DICTIONARY)/i, 'line types'],
  [/BOD(?:Y|IES)/i, 'bodies'],
  [/\bRODS?\b/i, 'rods'],
  [/FAILURE/i, 'failure'],
  [/SYROPE/i, 'syrope'],
  [/OPTIONS/i, 'options'],
  [/OUTPUTS?/i, 'outputs'],
  [/POINTS?|CONNECTIONS?|NODE/i, 'points'],
  [/\bLINES?\b|LINE PROPERTIES/i, 'lines'],
];

const EMPTY: Table = { line: 0, columns: [], rows: [] };
const MOST_LINES = 200_000;
/** Largest number: no mooring quantity comes near it, and products of larger ones overflow. */
const LARGEST = 1e30;

export function looksLikeDeck(text: string): boolean {
  return (
    /^-{3,}.*(?:LINE|ROD)\s*(?:TYPES?|DICTIONARY)/im.test(text) ||
    (/^-{3,}.*BODIES/im.test(text) && /^-{3,}.*OPTIONS/im.test(text))
  );
}

export function readDeck(file: string, text: string): Deck {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.length > MOST_LINES) throw new ImportError(file, 0, `at most ${MOST_LINES} lines`, `${lines.length}`);
  const tables: Record<TableName, { line: number; columns: string[]; rows: Row[] }> = {
    'line types': empty(),
    'rod types': empty(),
    bodies: empty(),
    rods: empty(),
    points: empty(),
    lines: empty(),
    failure: empty(),
    syrope: empty(),
  };
  const options: { line: number; name: string; value: string }[] = [];
  const outputs: Row[] = [];
  const heading: string[] = [];
  let section: TableName | 'options' | 'outputs' | 'end' | undefined;
  for (const [i, raw] of lines.entries()) {
    const line = i + 1;
    if (/^\s*-{3,}/.test(raw)) {
      const found = SECTIONS.find(([pattern]) => pattern.test(raw));
      // the first dashed line of many decks is a title
      if (
        found !== undefined &&
        !(section === undefined && /MoorDyn/i.test(raw) && !/TYPES|DICTIONARY|BODIES/i.test(raw))
      )
        section = found[1];
      continue;
    }
    const text = raw.replace(/^\uFEFF/, '').trim();
    if (text === '' || /^[#!%]/.test(text)) continue;
    const cells = text
      .replace(/\s[#!%].*$/, '')
      .split(/[\s,]+/)
      .filter((cell) => cell !== '');
    if (cells.length === 0) continue; // commas alone
    if (section === undefined) heading.push(text);
    else if (section === 'options') addOption(options, line, text, cells);
    else if (section === 'outputs') {
      if (!/^END$/i.test(cells[0])) outputs.push({ line, cells });
    } else if (section !== 'end') {
      const table = tables[section];
      if (/^\d+$/.test(cells[0]) && /^N(?:Types|Connects|Lines|Points|Rods|Bodies)$/i.test(cells[1] ?? '')) continue;
      if (table.columns.length === 0) {
        table.line = line;
        table.columns = cells;
      } else if (!cells[0].startsWith('(')) table.rows.push({ line, cells });
    }
  }
  return { file, title: titleOf(heading, file), tables: { ...tables }, options, outputs };
}

function empty(): { line: number; columns: string[]; rows: Row[] } {
  return { line: EMPTY.line, columns: [], rows: [] };
}

function addOption(
  options: { line: number; name: string; value: string }[],
  line: number,
  text: string,
  cells: string[],
): void {
  // the value may hold blanks only in quotes
  const quoted = /^"([^"]*)"\s+(\S+)/.exec(text);
  const [value, name] = quoted ? [quoted[1], quoted[2]] : cells;
  if (name !== undefined) options.push({ line, name, value });
}

function titleOf(heading: readonly string[], file: string): string {
  const text = heading.join(' ').replace(/\s+/g, ' ').trim();
  if (text === '') return file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  return text.length > 100 ? `${text.slice(0, 97)}...` : text;
}

/** Cells of a row by the names of their columns. */
export class Cells {
  readonly #file: string;
  readonly #table: Table;
  readonly row: Row;

  constructor(file: string, table: Table, row: Row) {
    this.#file = file;
    this.#table = table;
    this.row = row;
  }

  get line(): number {
    return this.row.line;
  }

  index(names: readonly string[]): number {
    const columns = this.#table.columns.map((name) => name.toLowerCase().replace(/\*$/, ''));
    for (const name of names) {
      const i = columns.indexOf(name.toLowerCase());
      if (i >= 0) return i;
    }
    return -1;
  }

  has(names: readonly string[]): boolean {
    const i = this.index(names);
    return i >= 0 && this.row.cells[i] !== undefined;
  }

  text(names: readonly string[]): string {
    const i = this.index(names);
    if (i < 0)
      throw new ImportError(this.#file, this.#table.line, `a column ${names[0]}`, this.#table.columns.join(' '));
    const cell = this.row.cells[i];
    if (cell === undefined)
      throw new ImportError(
        this.#file,
        this.line,
        `a value for ${this.#table.columns[i]} (column ${i + 1})`,
        `${this.row.cells.length} values`,
      );
    return cell;
  }

  /** Text that may be a number, or several between bars: exponents of Fortran as everywhere else. */
  plain(names: readonly string[]): string {
    return this.text(names).replace(/(?<=^|\|)([+-]?[\d.]+)[dD]([+-]?\d+)(?=$|\|)/g, '$1e$2');
  }

  number(names: readonly string[], otherwise?: number): number {
    if (otherwise !== undefined && !this.has(names)) return otherwise;
    return this.numberIn(this.text(names), names[0]);
  }

  numberIn(text: string, what: string): number {
    const value = Number(text.replace(/^([+-]?[\d.]+)[dD]([+-]?\d+)$/, '$1e$2'));
    if (text.trim() === '' || !Number.isFinite(value))
      throw new ImportError(this.#file, this.line, `a number for ${what}`, `"${text}"`);
    if (Math.abs(value) > LARGEST)
      throw new ImportError(this.#file, this.line, `a number for ${what} below ${LARGEST}`, `"${text}"`);
    return value;
  }

  /** `1|2|3`, filled up by `fill` where fewer are given */
  numbers(names: readonly string[], count: number, fill: 'repeat' | 'zero' | 'last'): number[] {
    if (!this.has(names)) return Array.from({ length: count }, () => 0);
    const parts = this.text(names)
      .split('|')
      .map((part) => this.numberIn(part, names[0]));
    if (parts.length > count)
      throw new ImportError(this.#file, this.line, `at most ${count} numbers for ${names[0]}`, `${parts.length}`);
    if (parts.length === 1 && fill === 'last') return [...Array.from({ length: count - 1 }, () => 0), parts[0]];
    while (parts.length < count) parts.push(fill === 'repeat' ? parts[parts.length - 1] : 0);
    return parts;
  }
}
