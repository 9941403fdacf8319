/**
 * Exit codes, on which scripts may rely (docs/cli.md): faulty input (1), a failed run (2), an internal error (3), a complete run with an
 * anchor that is not stowed (4).
 */
export const EXIT = { good: 0, input: 1, failed: 2, ours: 3, notHome: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command that cannot continue, with its exit code. `report`: output of `--json` instead. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;
  readonly report: JsonError;

  constructor(exitCode: ExitCode, message: string, report: Partial<JsonError> = {}) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
    this.report = { error: message, ...report };
  }
}

/** One fault in the user's input, as printed by `--json`. */
export interface JsonIssue {
  readonly severity: 'error' | 'warning';
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** where in the scenario, such as `bodies.bar.mass` */
  readonly path: string;
  readonly code: string;
  readonly expected: string;
  readonly found: string;
  /** what to do */
  readonly hint: string | null;
  /** the whole as a sentence */
  readonly message: string;
}

/** Output on stdout when a command with `--json` fails. */
export interface JsonError {
  readonly error: string;
  readonly issues?: readonly JsonIssue[];
}

/** Faulty input: `message` states the expected and found values and the remedy. */
export function inputError(message: string, issues?: readonly JsonIssue[]): CommandError {
  return new CommandError(EXIT.input, message, issues === undefined ? {} : { issues });
}

const MACHINE_FAULTS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder, not a file',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
};

/** Turns a file system error into a sentence; undefined for other errors (internal ones). */
export function fileFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const reason = MACHINE_FAULTS[error.code];
  if (reason === undefined) return undefined;
  const where = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
  return `${where}${reason}`;
}
