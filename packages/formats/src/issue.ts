/** Faults of a foreign file, and the common result of all readers. Readers collect faults; they do not throw. */
export interface FileIssue {
  /** counts from 1; 0 for a file without lines */
  readonly line: number;
  /** character in the line, from 1; 0 for the whole line or file */
  readonly column: number;
  readonly code: string;
  readonly message: string;
}

export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly FileIssue[] };

/** `hull.obj:17:3: expected a number, ...` */
export function formatFileIssue(file: string, issue: FileIssue): string {
  const line = issue.line > 0 ? `:${issue.line}` : '';
  const column = issue.line > 0 && issue.column > 0 ? `:${issue.column}` : '';
  return `${file}${line}${column}: ${issue.message}`;
}

/** Largest number of issues: with more, the file is of another kind, or one cause repeats. */
const ENOUGH = 20;

/** Collects issues; `full` tells the reader to stop. */
export class IssueList {
  readonly #issues: FileIssue[] = [];

  get full(): boolean {
    return this.#issues.length >= ENOUGH;
  }

  get any(): boolean {
    return this.#issues.length > 0;
  }

  add(line: number, column: number, code: string, message: string): void {
    if (!this.full) this.#issues.push({ line, column, code, message });
  }

  failure(): { readonly ok: false; readonly issues: readonly FileIssue[] } {
    return { ok: false, issues: this.#issues };
  }
}

/** A result with a single issue about the whole file. */
export function refused(code: string, message: string): { readonly ok: false; readonly issues: readonly FileIssue[] } {
  return { ok: false, issues: [{ line: 0, column: 0, code, message }] };
}
