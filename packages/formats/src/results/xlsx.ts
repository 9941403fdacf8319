/**
 * Excel workbook: Series (names, units, then rows), Extremes (of every step where they are given, else of all rows) and About. A sheet ends at 1,048,576 rows and
 * 16,384 columns, and a workbook is built in memory, so long recordings are thinned evenly; About says so.
 */
import { type ColumnSummary, type Recording, summarise } from '@hawser/record';
import type { Row, SheetData } from 'write-excel-file/universal';

export interface XlsxOptions {
  readonly title?: string;
  /** further lines of the About sheet: what, value */
  readonly about?: readonly (readonly [string, string])[];
  /** from every step of the run, as in run.json; missing: from the rows */
  readonly extremes?: Readonly<Record<string, ColumnSummary>>;
  /** most rows of the Series sheet (default: what a sheet and MAX_CELLS allow) */
  readonly maxRows?: number;
}

const SHEET_ROWS = 1_048_576;
const SHEET_COLUMNS = 16_384;
const HEADER_ROWS = 2;
/** Cells of the Series sheet: 2 million take some 15 s and half a gigabyte to build, and Excel opens few larger files. */
const MAX_CELLS = 2_000_000;

export async function writeXlsx(recording: Recording, options: XlsxOptions = {}): Promise<Uint8Array> {
  const { default: writeXlsxFile } = await import('write-excel-file/universal');
  const width = recording.columns.length + 1;
  if (width > SHEET_COLUMNS) {
    const message = `an Excel sheet has at most ${SHEET_COLUMNS} columns, found ${width}; record fewer channels or export to Parquet`;
    throw new RangeError(message);
  }
  const allowed = Math.min(options.maxRows ?? SHEET_ROWS, SHEET_ROWS - HEADER_ROWS, Math.floor(MAX_CELLS / width));
  const stride = Math.max(1, Math.ceil(recording.length / Math.max(1, allowed)));
  const workbook = writeXlsxFile([
    { sheet: 'Series', data: seriesSheet(recording, stride), stickyRowsCount: HEADER_ROWS, stickyColumnsCount: 1 },
    {
      sheet: 'Extremes',
      data: extremesSheet(options.extremes ?? summarise(recording)),
      stickyRowsCount: 1,
      columns: [{ width: 32 }],
    },
    { sheet: 'About', data: aboutSheet(recording, stride, options), columns: [{ width: 24 }, { width: 80 }] },
  ]);
  return new Uint8Array(await (await workbook.toBlob()).arrayBuffer());
}

function seriesSheet(recording: Recording, stride: number): SheetData {
  const names = ['time', ...recording.names.map((column) => column.name)];
  const units = ['s', ...recording.names.map((column) => column.unit)];
  const rows: SheetData = [heading(names), units.map((value) => ({ value, fontStyle: 'italic' as const }))];
  for (let r = 0; r < recording.length; r += stride) {
    const row: Row = [finite(recording.time[r])];
    for (const column of recording.columns) row.push(finite(column[r]));
    rows.push(row);
  }
  return rows;
}

function extremesSheet(extremes: Readonly<Record<string, ColumnSummary>>): SheetData {
  const titles = ['column', 'unit', 'min', 'at time [s]', 'max', 'at time [s]', 'mean', 'rms', 'final', 'missing'];
  const rows: SheetData = [heading(titles)];
  for (const [name, s] of Object.entries(extremes)) {
    rows.push([name, s.unit, s.min, s.minTime, s.max, s.maxTime, s.mean, s.rms, s.final, s.missing]);
  }
  return rows;
}

function aboutSheet(recording: Recording, stride: number, options: XlsxOptions): SheetData {
  const rows: SheetData = [];
  if (options.title) rows.push([{ value: options.title, fontWeight: 'bold' }]);
  for (const [what, value] of options.about ?? []) rows.push([what, value]);
  rows.push(['rows recorded', recording.length], ['rows in Series', Math.ceil(recording.length / stride)]);
  if (stride > 1) {
    rows.push([
      'thinned',
      `Series holds one row in ${stride}; Extremes are of all rows, or of every step. Export to Parquet or CSV for every row.`,
    ]);
  }
  rows.push(['empty cells', 'values that are not finite']);
  return rows;
}

function heading(titles: readonly string[]): Row {
  return titles.map((value) => ({ value, fontWeight: 'bold' as const }));
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
