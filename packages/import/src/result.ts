/** Input and output of importers. There is no disk access: files come through a source, results are texts by name. */
import type { Note, Report } from './report.ts';

export interface Source {
  /** bytes of a file named relative to the main file's folder; undefined: missing */
  read(name: string): Uint8Array | undefined;
}

/** A file that cannot be imported. */
export interface ImportIssue {
  readonly file: string;
  /** from 1; 0: the whole file */
  readonly line: number;
  readonly column: number;
  readonly expected: string;
  readonly found: string;
  readonly message: string;
}

export type Imported =
  | {
      readonly ok: true;
      /** of which program */
      readonly program: string;
      /** scenario.yaml, tables, import.md, by name */
      readonly files: Readonly<Record<string, string>>;
      /** files copied unchanged, such as meshes, by name */
      readonly copies: Readonly<Record<string, Uint8Array>>;
      readonly notes: readonly Note[];
      /** names of the source -> names of the scenario */
      readonly names: ReadonlyMap<string, string>;
    }
  | { readonly ok: false; readonly program: string; readonly issues: readonly ImportIssue[] };

/** Thrown inside an importer that cannot continue; becomes an issue. */
export class ImportError extends Error {
  readonly issue: ImportIssue;

  constructor(file: string, line: number, expected: string, found: string, column = 0) {
    const where = line > 0 ? `${file}:${line}` : file;
    super(`${where}: expected ${expected}, found ${found}`);
    this.issue = { file, line, column, expected, found, message: this.message };
  }
}

/** Largest number of characters of a model file. */
const MOST_BYTES = 200e6;

declare const TextDecoder: new (encoding: string) => { decode(bytes: Uint8Array): string };

export function textOf(source: Source, name: string): string | undefined {
  const bytes = source.read(name);
  if (bytes === undefined) return undefined;
  if (bytes.length > MOST_BYTES) throw new ImportError(name, 0, 'a text file below 200 MB', `${bytes.length} bytes`);
  for (let i = 0; i < Math.min(bytes.length, 4096); i++) {
    if (bytes[i] === 0) {
      throw new ImportError(
        name,
        0,
        'a text file',
        'a binary one; save the model as text in the program it comes from',
      );
    }
  }
  return new TextDecoder('utf-8').decode(bytes);
}

export function finished(
  report: Report,
  program: string,
  title: string,
  files: Readonly<Record<string, string>>,
  copies: Readonly<Record<string, Uint8Array>> = {},
): Imported {
  return {
    ok: true,
    program,
    files: { ...files, 'import.md': report.markdown(title, program) },
    copies,
    notes: report.notes,
    names: report.names,
  };
}
