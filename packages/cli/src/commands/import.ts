/** `hawser import FILE`: a model file of another program as a scenario with its tables, and import.md. */
import fs from 'node:fs';
import path from 'node:path';
import { importModel, type Imported } from '@hawser/import';
import { inputError } from '../exit.ts';
import { type Output, plural } from '../output.ts';
import { loaderFor } from '../allowed.ts';
import { openScenario } from '../scenario-file.ts';

export interface ImportCommandOptions {
  readonly out?: string;
  readonly motion?: string;
  /** [kg/m^3] */
  readonly density?: number;
  /** [m] in a unit of the file */
  readonly scale?: number;
  readonly strict?: boolean;
  readonly allow?: readonly string[];
  readonly json?: boolean;
}

export function importFile(out: Output, file: string, options: ImportCommandOptions): void {
  // a deck may come from a stranger: it may read files in its folder, in allowed folders, and the given motion file
  const motion = options.motion === undefined ? [] : [path.dirname(path.resolve(options.motion))];
  const disk = loaderFor(file, [...(options.allow ?? []), ...motion]);
  const read = (atRest: boolean): Imported =>
    importModel(
      file,
      { read: (name) => disk.read(name) },
      {
        atRest,
        ...(options.motion !== undefined && { motion: options.motion }),
        ...(options.density !== undefined && { density: options.density }),
        ...(options.scale !== undefined && { scale: options.scale }),
      },
    );
  let result = read(true);
  if (result.ok && faultsOf(result).length > 0) {
    // a missing static position is the one fault that another start can cure
    const other = read(false);
    if (other.ok && faultsOf(other).length === 0) result = other;
  }
  if (!result.ok) {
    throw inputError(
      result.issues.map(({ message }) => message).join('\n'),
      result.issues.map((issue) => ({
        severity: 'error',
        file: issue.file,
        line: issue.line > 0 ? issue.line : null,
        column: issue.column > 0 ? issue.column : null,
        path: '',
        code: 'import',
        expected: issue.expected,
        found: issue.found,
        hint: null,
        message: issue.message,
      })),
    );
  }
  const lost = result.notes.filter(({ verdict }) => verdict === 'lost');
  if (options.strict && lost.length > 0) {
    const lines = lost.map(
      ({ file: where, line, key, text }) => `  ${where}${line > 0 ? `:${line}` : ''}: ${key}: ${text}`,
    );
    throw inputError(`${file}: with --strict nothing may be lost, and this is:\n${lines.join('\n')}`);
  }
  const folder = options.out ?? path.basename(file).replace(/\.[^.]*$/, '');
  if (fs.existsSync(folder) && (!fs.statSync(folder).isDirectory() || fs.readdirSync(folder).length > 0)) {
    throw inputError(
      `${folder}: expected a folder that is new or empty, found something in it; choose another with --out`,
    );
  }
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({ ...result.files, ...result.copies }))
    fs.writeFileSync(path.join(folder, path.basename(name)), text);
  tell(out, folder, result, options);
}

function tell(
  out: Output,
  folder: string,
  result: Extract<Imported, { ok: true }>,
  options: ImportCommandOptions,
): void {
  const count = (verdict: string): number => result.notes.filter((note) => note.verdict === verdict).length;
  const scenario = path.join(folder, 'scenario.yaml');
  const faults = faultsOf(result);
  if (options.json) {
    out.json({
      program: result.program,
      folder,
      files: Object.keys(result.files),
      taken: count('taken'),
      approximated: count('approximated'),
      lost: count('lost'),
      notes: result.notes,
      names: Object.fromEntries(result.names),
      faults,
    });
  } else {
    out.print(result.files['scenario.yaml'] === undefined ? folder : scenario);
  }
  out.tell(
    `${result.program}: ${count('taken')} taken, ${count('approximated')} approximated, ${count('lost')} lost; ${path.join(folder, 'import.md')} says which`,
  );
  if (faults.length > 0) {
    throw inputError(
      `the scenario was written, but has ${plural(faults.length, 'fault')}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  }
}

/** Faults of the written scenario. */
function faultsOf({ files, copies }: Extract<Imported, { ok: true }>): string[] {
  if (files['scenario.yaml'] === undefined) return [];
  const encoder = new TextEncoder();
  const opened = openScenario('scenario.yaml', [], {
    read: (name) => copies[name] ?? (files[name] === undefined ? undefined : encoder.encode(files[name])),
  });
  return opened.ok ? [] : opened.issues.map(({ message }) => message);
}
