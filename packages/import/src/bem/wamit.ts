/**
 * Files of WAMIT, which HAMS and other programs write too: .1 with .3 (or .2) beside it, of one body or several.
 *   .1   PER I J A [B]               A = rho L^k A', B = rho w L^k B'; PER 0: infinite frequency, negative: zero
 *   .3   PER BETA I MOD PHA RE IM    X = rho g L^m X'
 * Modes of body n are 6 n + 1 ... 6 n + 6. Files of one body are used unchanged; those of several are divided into one pair for each body.
 */
import { Report } from '../report.ts';
import { finished, ImportError, type Imported, type Source, textOf } from '../result.ts';

export const WAMIT = 'WAMIT (or HAMS)';

export function isWamit(file: string, text: string): boolean {
  if (!/\.1$/.test(file)) return false;
  const rows = text
    .split(/\r\n|\r|\n/)
    .slice(0, 4)
    .map(cells);
  return rows.some((row) => (row.length === 4 || row.length === 5) && row.every(Number.isFinite));
}

/** Largest number of bodies. */
const MOST_BODIES = 100;

export function importWamit(file: string, text: string, source: Source): Imported {
  const report = new Report(file);
  const base = file.replace(/\.1$/, '');
  const name = (base.replace(/^.*[\\/]/, '') || 'body').replace(/[^\w-]+/g, '-');
  const radiation = rowsOf(file, text, 4);
  const bodies = bodiesIn(file, radiation, 1, 2);
  report.taken(0, `added mass and damping of ${bodies} ${bodies === 1 ? 'body' : 'bodies'}`, '.1');
  const files: Record<string, string> = {};
  const label = (body: number): string => (bodies === 1 ? name : `${name}-${body + 1}`);
  let coupled = 0;
  const parts: string[][] = Array.from({ length: bodies }, () => []);
  for (const { cells: row } of radiation) {
    const [a, b] = [Math.floor((row[1] - 1) / 6), Math.floor((row[2] - 1) / 6)];
    if (a !== b) {
      coupled++;
      continue;
    }
    parts[a].push(line([row[0], row[1] - 6 * a, row[2] - 6 * a, ...row.slice(3)]));
  }
  parts.forEach((lines, body) => {
    files[`${label(body)}.1`] = `${lines.join('\n')}\n`;
    if (bodies > 1) report.names.set(`body ${body + 1}`, label(body));
  });
  if (coupled > 0) report.lost(0, `${coupled} coefficients between bodies`, 'each body sends out its own waves only');
  const forces = ['.3', '.2'].map((end) => `${base}${end}`).find((each) => source.read(each) !== undefined);
  if (forces !== undefined) {
    report.in(forces);
    const rows = rowsOf(forces, textOf(source, forces) ?? '', 7);
    const split: string[][] = Array.from({ length: bodies }, () => []);
    for (const { cells: row, line: at } of rows) {
      const body = Math.floor((row[2] - 1) / 6);
      if (!(body >= 0 && body < bodies) || !Number.isInteger(row[2]))
        throw new ImportError(forces, at, `a motion from 1 to ${6 * bodies}`, String(row[2]));
      split[body].push(line([row[0], row[1], row[2] - 6 * body, ...row.slice(3)]));
    }
    split.forEach((lines, body) => {
      if (lines.length > 0) files[`${label(body)}.3`] = `${lines.join('\n')}\n`;
    });
    report.taken(0, 'exciting forces', '.3');
  } else {
    report.lost(0, `${base}.3`, 'exciting forces are not there: hydro.bem without excitation');
  }
  report.in(file);
  for (const [end, why] of [
    ['.hst', 'buoyancy comes from the mesh of the hull'],
    ['.4', 'motions are computed'],
    ['.8', 'no mean drift forces (momentum)'],
    ['.9', 'no mean drift forces (pressure)'],
    ['.12', 'no slow drift forces'],
    ['.12d', 'no slow drift forces'],
    ['.12s', 'no forces at the sum of frequencies'],
  ] as const) {
    if (source.read(`${base}${end}`) !== undefined) report.lost(0, `${base.replace(/^.*[\\/]/, '')}${end}`, why);
  }
  report.taken(0, 'length', 'hydro.bem.length: the ULEN of the run, which the files do not hold');
  return finished(report, WAMIT, name, files);
}

interface NumberRow {
  readonly cells: readonly number[];
  readonly line: number;
}

function cells(text: string): number[] {
  return text
    .trim()
    .split(/[\s,]+/)
    .filter((cell) => cell !== '')
    .map((cell) => Number(cell.replace(/[dD]/, 'e')));
}

/** Rows of numbers after at most two lines of words. */
function rowsOf(file: string, text: string, least: number): NumberRow[] {
  const rows: NumberRow[] = [];
  text.split(/\r\n|\r|\n/).forEach((raw, i) => {
    if (raw.trim() === '') return;
    const row = cells(raw);
    if (row.length >= least && row.every(Number.isFinite)) rows.push({ cells: row, line: i + 1 });
    else if (rows.length > 0 || i > 1)
      throw new ImportError(file, i + 1, `at least ${least} numbers`, `"${raw.trim().slice(0, 60)}"`);
  });
  if (rows.length === 0) throw new ImportError(file, 0, 'rows of numbers', 'none');
  return rows;
}

function bodiesIn(file: string, rows: readonly NumberRow[], ...columns: readonly number[]): number {
  let most = 0;
  for (const { cells: row, line: at } of rows) {
    for (const column of columns) {
      const mode = row[column];
      if (!(Number.isInteger(mode) && mode >= 1 && mode <= 6 * MOST_BODIES))
        throw new ImportError(file, at, `a motion from 1 to ${6 * MOST_BODIES}`, String(mode));
      most = Math.max(most, mode);
    }
  }
  return Math.ceil(most / 6);
}

function line(numbers: readonly number[]): string {
  return numbers
    .map((x) => (Number.isInteger(x) && Math.abs(x) < 1e6 ? String(x) : x.toExponential(6).toUpperCase()))
    .join('  ');
}
