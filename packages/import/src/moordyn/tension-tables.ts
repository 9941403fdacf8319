/**
 * Tension by strain of line types whose EA is the name of a file: lines of text, then rows of strain [-] and tension [N]. MoorDyn has
 * straight lines between the rows, and so has the scenario.
 */
import type { Report } from '../report.ts';
import { ImportError, type Source } from '../result.ts';
import type { MoorDynModel, TensionRows } from './model.ts';
import { beside } from './settings.ts';

/** Reads the tables of lines into the model; the report notes the result. */
export function readTensionTables(
  source: Source,
  deckFile: string,
  { lines, tensionTables: tables }: MoorDynModel,
  report: Report,
): void {
  for (const { type } of lines) {
    if (tables.has(type) || !isFileName(type.stiffness)) continue;
    const found = beside(source, deckFile, type.stiffness);
    if (found === undefined) {
      throw new ImportError(
        deckFile,
        type.line,
        'a stiffness EA > 0 [N], or a table of tension by strain beside the deck',
        `"${type.stiffness}": no such file`,
      );
    }
    tables.set(type, readRows(found.name, found.text, report));
    report.in(deckFile);
    const given = type.damping.split('|')[0].trim();
    report.taken(type.line, `line type ${type.name}: EA ${type.stiffness}`, 'tension table');
    if (Number(given) !== 0) {
      report.approximated(
        type.line,
        `line type ${type.name}: damping ${given}`,
        'as BA at the first rows of the table; it grows and falls with the slope of the table',
      );
    }
  }
}

function isFileName(stiffness: string): boolean {
  return /[a-z]/i.test(stiffness) && !/^SYROPE:/i.test(stiffness) && Number.isNaN(Number(stiffness.split('|')[0]));
}

export function readRows(file: string, text: string, report: Report): TensionRows {
  report.in(file);
  const rows: (readonly [number, number])[] = [];
  let below = 0;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const cells = line
      .trim()
      .split(/[\s,;]+/)
      .filter((cell) => cell !== '');
    const numbers = cells.map(Number);
    if (cells.length === 0 || (rows.length === 0 && Number.isNaN(numbers[0]))) continue;
    if (numbers.length < 2 || !numbers.slice(0, 2).every(Number.isFinite)) {
      throw new ImportError(file, i + 1, 'a row with strain and tension [N]', `"${line.trim()}"`);
    }
    const [strain, tension] = numbers;
    if (strain < 0) {
      if (below++ === 0) report.lost(i + 1, `strain ${strain}`, 'below strain 0 a rope goes slack');
      continue;
    }
    if (rows.length === 0 && strain > 0 && tension > 0) {
      rows.push([0, 0]);
      report.approximated(i + 1, `first strain ${strain}`, 'a row with strain 0 and tension 0 before it');
    }
    const [z, T] = rows[rows.length - 1] ?? [-1, -1];
    if (rows.length === 0 && tension !== 0) {
      throw new ImportError(file, i + 1, 'tension 0 at strain 0', `${tension} N`);
    }
    if (!(strain > z && tension > T)) {
      throw new ImportError(
        file,
        i + 1,
        `strain above ${z} and tension above ${T} N, those of the row before`,
        `${strain} and ${tension} N`,
      );
    }
    rows.push([strain, tension]);
  }
  if (rows.length < 2) throw new ImportError(file, 0, 'at least 2 rows of strain and tension', String(rows.length));
  report.taken(0, `${rows.length} rows of strain and tension`, 'tension table');
  return rows;
}
