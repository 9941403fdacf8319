/** Faults of a scenario with their places. All are collected before anything is reported. */
import { clipped, printable } from '@hawser/record';

export type Step = string | number;
export type Path = readonly Step[];

/** Where something stands. Line 0: not in a file (an override from the command line, a scenario built by a program). */
export interface Place {
  /** file name as given, or the override, such as `--set bodies.bar.mass=3` */
  readonly file: string;
  /** from 1 */
  readonly line: number;
  /** from 1 */
  readonly column: number;
}

export interface Issue extends Place {
  readonly severity: 'error' | 'warning';
  /** short and stable, for programs */
  readonly code: IssueCode;
  /** such as `bodies.bar.shapes[0].box`; empty when the whole file is meant */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  /** a sentence: "expected ..., found ..." or one of its own; then the hint */
  readonly message: string;
  readonly hint?: string;
}

export type IssueCode =
  | 'file' // cannot be read, too large, not text
  | 'syntax' // not YAML
  | 'version'
  | 'unknown-key'
  | 'duplicate'
  | 'missing'
  | 'value' // wrong type, unit, sign or choice
  | 'unknown-name' // of a body, material, point, column
  | 'include'
  | 'asset' // a mesh or table
  | 'mass'
  | 'joint'
  | 'channel'
  | 'override'
  | 'build'; // found while the model was put together

export interface IssueText {
  readonly expected: string;
  readonly found: string;
  readonly hint?: string;
  /** a sentence of its own, where "expected ..., found ..." would read badly */
  readonly message?: string;
}

/** Largest number of characters of one part of a message, and of one name in a path. */
const LONGEST_PART = 1500;
const LONGEST_STEP = 80;

/** Texts of the file stand in messages: long ones are cut, and no control character reaches a terminal. */
const shown = (text: string): string => printable(clipped(text, LONGEST_PART));

/** Largest number of issues listed; the others are counted. */
const MOST_ISSUES = 100;

/** Collects issues; the same fault of the same field at the same place is kept once. */
export class IssueList {
  readonly #issues: Issue[] = [];
  readonly #seen: Set<string> = new Set();
  readonly #main: string | undefined;
  #left = 0;

  /** `main`: the file whose issues come first */
  constructor(main?: string) {
    this.#main = main;
  }

  add(code: IssueCode, place: Place, path: Path, text: IssueText, severity: 'error' | 'warning' = 'error'): void {
    const [expected, found] = [shown(text.expected), shown(text.found)];
    const hint = text.hint === undefined ? undefined : shown(text.hint);
    const sentence = text.message === undefined ? `expected ${expected}, found ${found}` : shown(text.message);
    const message = hint === undefined ? sentence : `${sentence}; ${hint}`;
    // a value shared through an anchor is reported for the first user
    const field = place.line > 0 ? String(path.at(-1)) : formatPath(path);
    const key = `${place.file}:${place.line}:${place.column}:${field}:${message}`;
    if (this.#seen.has(key)) return;
    if (this.#issues.length >= MOST_ISSUES) {
      this.#left++;
      return;
    }
    this.#seen.add(key);
    const { file, line, column } = place;
    const issue = { severity, code, file, line, column, path: formatPath(path), expected, found, message };
    this.#issues.push(hint === undefined ? issue : { ...issue, hint });
  }

  /** Adds issues found elsewhere. */
  include(issues: readonly Issue[]): void {
    this.#issues.push(...issues);
  }

  /** True when no further issues are stored: further checks are useless. */
  get full(): boolean {
    return this.#left > 0;
  }

  get hasErrors(): boolean {
    return this.#issues.some((issue) => issue.severity === 'error');
  }

  /** In the order of the main file; issues of other files and of overrides follow in the order of their discovery. */
  sorted(): readonly Issue[] {
    const order = new Map<string, number>(this.#main === undefined ? [] : [[this.#main, 0]]);
    for (const { file } of this.#issues) if (!order.has(file)) order.set(file, order.size);
    const rank = (issue: Issue): number => order.get(issue.file) ?? 0;
    const sorted = [...this.#issues].sort((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column);
    if (this.#left === 0) return sorted;
    const { file } = sorted[0];
    const found = `at least ${this.#left} more`;
    const expected = `at most ${MOST_ISSUES} issues`;
    const message = `expected ${expected}, found ${found}; put these right first`;
    return [
      ...sorted,
      { severity: 'error', code: 'file', file, line: 0, column: 0, path: '', expected, found, message },
    ];
  }
}

/** `crane.yaml:12:7: bodies.bar.mass: expected ...` */
export function formatIssue(issue: Issue): string {
  const where = formatPlace(issue);
  return `${where}: ${issue.path === '' ? '' : `${issue.path}: `}${issue.message}`;
}

export function formatPlace(place: Place): string {
  return place.line === 0 ? place.file : `${place.file}:${place.line}:${place.column}`;
}

/** `['bodies', 'bar', 'shapes', 0]` -> `bodies.bar.shapes[0]`. Keys keep their spaces: `bodies.bar.angular velocity`. */
export function formatPath(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') {
      text += `[${step}]`;
      continue;
    }
    const name = printable(clipped(step, LONGEST_STEP));
    text += text === '' ? name : `.${name}`;
  }
  return text;
}
