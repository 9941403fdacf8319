/** Motion of coupled objects: rows of time and up to six numbers, written as a table of the scenario. */
import type { Report } from '../report.ts';
import { ImportError } from '../result.ts';
import type { Value } from '../yaml.ts';

export interface Motion {
  readonly table: string;
  readonly csv: string;
  readonly value: Value;
  /** [s] */
  readonly duration: number;
}

const AXES = ['x', 'y', 'z', 'roll', 'pitch', 'yaw'] as const;
const MOST_ROWS = 2_000_000;

export function readMotion(file: string, text: string, report: Report): Motion {
  report.in(file);
  const rows: { line: number; numbers: number[] }[] = [];
  for (const [i, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const cells = raw
      .trim()
      .split(/[\s,;]+/)
      .filter((cell) => cell !== '');
    if (cells.length === 0 || cells.some((cell) => !Number.isFinite(Number(cell)))) {
      if (rows.length === 0 || cells.length === 0) continue; // a header
      throw new ImportError(file, i + 1, 'numbers', raw.trim().slice(0, 60));
    }
    rows.push({ line: i + 1, numbers: cells.map(Number) });
    if (rows.length > MOST_ROWS) throw new ImportError(file, i + 1, `at most ${MOST_ROWS} rows`, 'more');
  }
  if (rows.length < 2) throw new ImportError(file, 0, 'at least 2 rows of time and motion', `${rows.length}`);
  const width = rows[0].numbers.length;
  if (width < 2) throw new ImportError(file, rows[0].line, 'time and at least one motion', 'one number');
  const start = rows[0].numbers[0];
  const used = AXES.slice(0, Math.min(6, width - 1));
  for (const [i, { line, numbers }] of rows.entries()) {
    if (numbers.length < used.length + 1)
      throw new ImportError(file, line, `${used.length + 1} numbers`, `${numbers.length}`);
    if (i > 0 && !(numbers[0] > rows[i - 1].numbers[0]))
      throw new ImportError(file, line, 'a time after that before', String(numbers[0]));
  }
  const moving = used.filter((_, k) => rows.some(({ numbers }) => numbers[k + 1] !== 0));
  report.taken(
    0,
    `motion of ${moving.join(', ') || 'nothing'} at ${rows.length} times`,
    'bodies.vessel.motion; angles are taken as degrees',
  );
  if (start !== 0)
    report.approximated(
      rows[0].line,
      `time ${start}`,
      `times are counted from there: t = 0 in the scenario is ${start} s in the file`,
    );
  if (width > 7) report.lost(0, `columns 8 to ${width}`, 'all that is coupled moves as one body');
  const head = ['time [s]', ...moving.map((axis) => `${axis} [${axis.length === 1 ? 'm' : 'deg'}]`)];
  const lines = rows.map(({ numbers }) =>
    [numbers[0] - start, ...moving.map((axis) => numbers[1 + AXES.indexOf(axis)])]
      .map((x) => String(Number(x.toPrecision(12))))
      .join(','),
  );
  const table = 'motion.csv';
  const value: Record<string, Value> = {};
  for (const axis of moving)
    value[axis] = { table, time: 'time', column: axis, ...(axis.length > 1 && { unit: 'deg' }) };
  return {
    table,
    csv: `${[head.join(','), ...lines].join('\n')}\n`,
    value: moving.length > 0 ? value : 'outside',
    duration: rows[rows.length - 1].numbers[0] - start,
  };
}
