/**
 * Fibre ropes of a deck: EA as `static|dynamic` or `static|alpha|beta` (dynamic stiffness alpha + beta mean load), or
 * `SYROPE:file|alpha|beta`, whose file names the table of the original working curve and the shape of working curves; the section SYROPE IC
 * has the largest tension that lines have seen. Damping is `slow|fast`.
 */
import type { Report } from '../report.ts';
import { ImportError, type Source } from '../result.ts';
import { q, type Value } from '../yaml.ts';
import type { Deck } from './deck.ts';
import type { Line, LineType, MoorDynModel, TensionRows, WorkingCurves } from './model.ts';
import { beside } from './settings.ts';
import { readRows } from './tension-tables.ts';

const SYROPE = /^SYROPE:/i;

/** Do ropes of this type creep? */
export function creeps({ stiffness }: LineType): boolean {
  return SYROPE.test(stiffness) || stiffness.includes('|');
}

/** Reads the files of types of the Syrope model, and the largest tensions of their lines, into the model. */
export function readSyrope(source: Source, deck: Deck, model: MoorDynModel, report: Report): void {
  for (const { line, cells } of deck.tables.syrope.rows) {
    const numbers = cells.slice(-2).map(Number);
    if (cells.length < 3 || !numbers.every((each) => each >= 0 && Number.isFinite(each))) {
      throw new ImportError(deck.file, line, 'lines, Tmax0 and Tmean0 [N]', cells.join(' '));
    }
    for (const id of cells.slice(0, -2)) model.largest.set(id, numbers[0]);
    report.taken(line, `Tmax0 of lines ${cells.slice(0, -2).join(', ')}`, 'working curves.largest');
    report.approximated(line, 'Tmean0', 'the mean tension at the start is that of the position of rest');
  }
  for (const { type, id, line } of model.lines) {
    if (!SYROPE.test(type.stiffness)) continue;
    if (!model.workingCurves.has(type)) model.workingCurves.set(type, readCurves(source, deck.file, type, report));
    if (!((model.largest.get(id) ?? 0) > 0)) {
      throw new ImportError(deck.file, line, `a row of SYROPE IC with Tmax0 > 0 for line ${id}`, 'none');
    }
  }
}

function readCurves(source: Source, deckFile: string, type: LineType, report: Report): WorkingCurves {
  const name = type.stiffness.replace(SYROPE, '').split('|')[0];
  const found = beside(source, deckFile, name);
  if (found === undefined) throw new ImportError(deckFile, type.line, 'a file of the Syrope model', `"${name}": none`);
  const given = new Map<string, { readonly value: string; readonly line: number }>();
  for (const [i, text] of found.text.split(/\r?\n/).entries()) {
    const [value, key] = text.trim().split(/\s+/);
    if (key !== undefined) given.set(key.toLowerCase(), { value, line: i + 1 });
  }
  const need = (key: string): { readonly value: string; readonly line: number } => {
    const row = given.get(key.toLowerCase());
    if (row === undefined) throw new ImportError(found.name, 0, `a row with ${key}`, 'none');
    return row;
  };
  const numberOf = (key: string): number => {
    const { value, line } = need(key);
    if (value === '' || !Number.isFinite(Number(value)))
      throw new ImportError(found.name, line, `${key}, a number`, `"${value}"`);
    return Number(value);
  };
  const kind = need('WCType');
  const form = ({ linear: 'linear', quadratic: 'quadratic', exp: 'exponential' } as const)[
    kind.value.toLowerCase() as 'linear' | 'quadratic' | 'exp'
  ];
  if (form === undefined) throw new ImportError(found.name, kind.line, 'LINEAR, QUADRATIC or EXP', `"${kind.value}"`);
  const owc = need('OWC');
  const table = beside(source, deckFile, owc.value);
  if (table === undefined)
    throw new ImportError(
      found.name,
      owc.line,
      'the table of the original curve',
      `"${owc.value}": none that may be read; --allow names folders beside that of the deck`,
    );
  const original: TensionRows = readRows(table.name, table.text, report);
  report.in(found.name);
  report.taken(kind.line, `working curves ${kind.value}, k1, k2`, 'working curves');
  report.in(deckFile);
  return { original, form, k1: numberOf('k1'), k2: numberOf('k2') };
}

/** Fields of a rope that creeps. */
export function creepValue(
  { type, id }: Line,
  model: MoorDynModel,
  report: Report,
  told: boolean,
): Record<string, Value> {
  const wrong = (expected: string, found: string) => new ImportError(report.file, type.line, expected, found);
  const parts = type.stiffness.split('|').map((each) => each.trim());
  const [first, ...rest] = parts;
  const numbers = rest.map(Number);
  const curves = model.workingCurves.get(type);
  const stiffness = Number(first);
  if (curves === undefined && !(stiffness > 0 && Number.isFinite(stiffness)))
    throw wrong('a stiffness EA > 0 [N]', `"${type.stiffness}"`);
  const enough = curves === undefined ? numbers.length === 1 || numbers.length === 2 : numbers.length === 2;
  if (!enough || !numbers.every((each) => each > 0 && Number.isFinite(each))) {
    throw wrong(
      'EA as static|dynamic, static|alpha|beta or SYROPE:file|alpha|beta, numbers > 0',
      `"${type.stiffness}"`,
    );
  }
  const dampings = type.damping.split('|').map(Number);
  if (!(dampings[0] > 0 && dampings.slice(1).every((each) => each >= 0)) || !dampings.every(Number.isFinite)) {
    throw wrong('a damping BA as slow|fast [N s], for a rope that creeps', `"${type.damping}"`);
  }
  if (!told) {
    report.taken(type.line, `line type ${type.name}: EA ${type.stiffness}, BA ${type.damping}`, 'creep');
    if (dampings.length === 1)
      report.approximated(
        type.line,
        `line type ${type.name}: one damping`,
        'that of the slow spring; the fast one has none',
      );
  }
  const [alpha, beta = 0] = numbers;
  return {
    ...(curves === undefined
      ? { stiffness: q(stiffness, 'N') }
      : {
          'working curves': {
            original: curves.original.map(([strain, tension]) => [strain, q(tension, 'N')]),
            form: curves.form,
            k1: curves.k1,
            ...(curves.form !== 'linear' && { k2: curves.k2 }),
            largest: q(model.largest.get(id) ?? 0, 'N'),
          },
        }),
    creep: {
      'dynamic stiffness': q(alpha, 'N'),
      ...(beta > 0 && { 'stiffness per load': beta }),
      'slow damping': q(dampings[0], 'N s'),
      ...(dampings[1] > 0 && { 'fast damping': q(dampings[1], 'N s') }),
    },
  };
}
