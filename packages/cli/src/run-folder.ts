/**
 * One folder for each run. Results are never overwritten: without --out the next free number is used, with --out a folder must be empty.
 * Files are put in place by a rename, so that a reader (or a power cut) never sees half of one.
 */
import fs from 'node:fs';
import path from 'node:path';
import { inputError } from './exit.ts';

export const RUNS_FOLDER = 'runs';
/** Names in a run folder. */
export const FILES = {
  run: 'run.json',
  series: 'series.parquet',
  animation: 'animation.glb',
  thumbnail: 'thumbnail.svg',
  report: 'report.html',
  touches: 'touches.stream',
  stream: 'series.stream',
  checkpoint: 'checkpoint.hawser',
} as const;

/** Rejects an unusable --out before the simulation. */
export function checkOut(out: string): void {
  if (out === '') throw inputError('--out: expected the name of a folder, found an empty text');
  const stat = fs.statSync(out, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    throw inputError(`--out ${out}: expected a folder to write the run into, found a file; choose another name`);
  }
  const found = fs.readdirSync(out).length;
  if (found > 0) {
    throw inputError(
      `--out ${out}: expected a new or empty folder, found ${found} ${found === 1 ? 'entry' : 'entries'}; ` +
        'choose another name or remove it yourself (a run never writes over another)',
    );
  }
}

/**
 * Makes a folder and those above it, one by one: Node's own `recursive` never returns where the file system refuses new
 * folders with "not found", as /proc does.
 */
export function makeFolders(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(path.resolve(folder));
  if (parent !== path.resolve(folder)) makeFolders(parent);
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error; // otherwise another run was faster
  }
}

/**
 * Makes the folder of a run and returns its path: `out`, or runs/<name>-<n> with the next free n. From here on the folder belongs to this
 * run alone, claimed by its empty stream, which only one run can create.
 */
export function makeRunFolder(out: string | undefined, name: string): string {
  if (out !== undefined) {
    checkOut(out);
    makeFolders(out);
    claim(out);
    return out;
  }
  makeFolders(RUNS_FOLDER);
  const base = safeName(name);
  for (let n = nextNumber(base); ; n++) {
    const folder = path.join(RUNS_FOLDER, `${base}-${n}`);
    try {
      fs.mkdirSync(folder); // fails if it exists: two runs started together never share a folder
      claim(folder);
      return folder;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function claim(folder: string): void {
  const mark = path.join(folder, FILES.stream);
  try {
    fs.closeSync(fs.openSync(mark, 'wx')); // one of two simultaneous attempts fails here
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw inputError(
      `--out ${folder}: expected a folder no other run writes into, found one that another run has just taken; ` +
        'choose another name',
    );
  }
  // a run that ended between the check of the folder and the claim has left its files
  const others = fs.readdirSync(folder).filter((name) => name !== FILES.stream);
  if (others.length === 0) return;
  fs.rmSync(mark);
  checkOut(folder);
}

/** A run is called by its scenario's file: `Crane lift.yaml` gives `crane-lift`, and so does `Crane lift/scenario.yaml`. */
export function safeName(file: string): string {
  const own = path.basename(file).replace(/\.(ya?ml|json)$/i, '');
  const base = own === 'scenario' ? path.basename(path.dirname(path.resolve(file))) : own;
  const safe = base
    .normalize('NFKD')
    .replace(/\p{M}/gu, '') // accents
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .toLowerCase();
  return safe.slice(0, 80) || 'run';
}

let written = 0;

/**
 * Writes a file atomically. Its bytes are on the disk before it gets its name, so that a power cut cannot leave an empty file.
 */
export function writeAtomic(file: string, data: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}-${written++}.part`; // of two programs that write one file, each has its own
  try {
    const open = fs.openSync(temporary, 'w');
    try {
      fs.writeFileSync(open, data);
      fs.fsyncSync(open);
    } finally {
      fs.closeSync(open);
    }
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true }); // remove the partial file, because disk space may be short
    throw withPath(error, file);
  }
}

/** Errors of writing to an open file contain no file name: adds it. */
export function withPath(error: unknown, file: string): unknown {
  if (error instanceof Error && 'code' in error && !('path' in error)) Object.assign(error, { path: file });
  return error;
}

/** One above the highest number in use, so that numbers follow time even when an old folder was removed. */
function nextNumber(base: string): number {
  let highest = 0;
  for (const entry of fs.readdirSync(RUNS_FOLDER)) {
    if (!entry.startsWith(`${base}-`)) continue;
    const rest = entry.slice(base.length + 1);
    if (/^[0-9]{1,9}$/.test(rest)) highest = Math.max(highest, Number(rest));
  }
  return highest + 1;
}
