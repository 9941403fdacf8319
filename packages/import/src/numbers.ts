/** Lines of numbers, with their places. */
import { ImportError } from './result.ts';

export class NumberLines {
  readonly file: string;
  readonly lines: readonly string[];
  /** of the next line, from 0 */
  at = 0;

  constructor(file: string, text: string) {
    this.file = file;
    this.lines = text.split(/\r\n|\r|\n/);
  }

  get over(): boolean {
    while (this.at < this.lines.length && this.lines[this.at].trim() === '') this.at++;
    return this.at >= this.lines.length;
  }

  /** The next non-empty line as numbers, at least `least` of them. */
  next(least: number, what: string): number[] {
    if (this.over) throw new ImportError(this.file, this.lines.length, what, 'the end of the file');
    const numbers = numbersIn(this.lines[this.at]);
    this.at++;
    const bad = numbers.findIndex((x) => !Number.isFinite(x));
    if (numbers.length < least || (bad >= 0 && bad < least)) {
      throw new ImportError(
        this.file,
        this.at,
        `${what}, ${least} numbers`,
        this.lines[this.at - 1].trim().slice(0, 60) || 'nothing',
      );
    }
    return numbers;
  }

  /** A given count of numbers, from as many lines as needed. */
  many(count: number, what: string): number[] {
    const all: number[] = [];
    while (all.length < count) all.push(...this.next(1, what));
    if (all.length > count) throw new ImportError(this.file, this.at, `${what}, ${count} numbers`, `${all.length}`);
    return all;
  }
}

export function numbersIn(line: string): number[] {
  return line
    .trim()
    .split(/[\s,]+/)
    .filter((cell) => cell !== '')
    .map((cell) => Number(cell.replace(/[dD]/, 'e')));
}

/** A whole number in a range. */
export function countOf(lines: NumberLines, value: number, most: number, what: string): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new ImportError(lines.file, lines.at, `${what} from 1 to ${most}`, String(value));
}
