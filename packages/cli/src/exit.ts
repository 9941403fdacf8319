/**
 * How the program ends. Scripts may rely on these five numbers (docs/cli.md): what the user gave can be put right by the user
 * (1), the physics did not go through (2), the fault is ours (3), the run is good and an anchor is not home (4).
 */
export const EXIT = { good: 0, input: 1, failed: 2, ours: 3, notHome: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command that cannot go on, with the number the program ends with. `report` is what `--json` prints instead. */
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
  /** all of it as a sentence */
  readonly message: string;
}

/** What stdout holds when a command with `--json` fails. */
export interface JsonError {
  readonly error: string;
  readonly issues?: readonly JsonIssue[];
}

/** The user's input is at fault: `message` says what was expected, what was found and what to do. */
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

/** Turns a fault of the file system into a sentence; anything else is undefined (and ours). */
export function fileFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const reason = MACHINE_FAULTS[error.code];
  if (reason === undefined) return undefined;
  const where = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
  return `${where}${reason}`;
}
