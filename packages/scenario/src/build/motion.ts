/** Converts given motions of the file to MotionSpec. */
import { checkLongWaves, type MotionSpec, type RaoSpec, type TimeFunction } from '@hawser/engine';
import type { TableData } from '../assets.ts';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Body } from '../schema/body.ts';
import type { FunctionOfTime } from '../schema/function.ts';
import type { Rao, Series } from '../schema/motion.ts';
import { buildFunction, checkedRows, converted } from './functions.ts';

const AXES = ['x', 'y', 'z', 'roll', 'pitch', 'yaw'] as const;
const kindOf = (axis: (typeof AXES)[number]): 'length' | 'angle' =>
  axis === 'x' || axis === 'y' || axis === 'z' ? 'length' : 'angle';

export function buildMotion(context: Context, body: Body, path: Path): MotionSpec {
  if (body.motion?.outside) return { outside: true };
  const motion: { -readonly [K in (typeof AXES)[number]]?: TimeFunction } = {};
  for (const key of AXES) {
    const f: FunctionOfTime | undefined = body.motion?.[key];
    if (f !== undefined) motion[key] = buildFunction(context, f, kindOf(key), [...path, 'motion', key]);
  }
  const { series, rao } = body.motion ?? {};
  if (series) addSeries(context, motion, series, [...path, 'motion', 'series']);
  const waves = rao && buildRao(context, rao, [...path, 'motion', 'rao']);
  return { ...motion, ...(waves && { rao: waves }) };
}

/** Ratio of a step to the usual one from which it counts as a gap. */
const GAP = 3;

function addSeries(
  context: Context,
  motion: { -readonly [K in (typeof AXES)[number]]?: TimeFunction },
  series: Series,
  path: Path,
): void {
  const at = [...path, 'table'];
  const table = context.table(series.table, at);
  if (table === undefined) return;
  const timeColumn = Math.max(table.names.indexOf('time'), table.names.indexOf('t'), 0);
  const found = AXES.filter((axis) => table.names.includes(axis));
  if (found.length === 0) {
    context.wrong('asset', at, {
      expected: `columns named ${AXES.join(', ')}, some of them`,
      found: `${table.names.join(', ')} in ${series.table}`,
    });
    return;
  }
  const times = converted(context, table, timeColumn, undefined, 'time', at);
  if (times === undefined || tellGap(context, times, series.table, at)) return;
  for (const axis of found) {
    if (motion[axis] !== undefined) {
      const where = [...path.slice(0, -1), axis];
      context.wrongThing('value', where, { expected: `"${axis}" once`, found: `it here and in ${series.table}` });
      continue;
    }
    const column = table.names.indexOf(axis);
    const values = converted(context, table, column, undefined, kindOf(axis), at);
    if (values === undefined) continue;
    if (kindOf(axis) === 'angle') unwrap(values);
    const rows = checkedRows(context, { times, values }, [table.names[timeColumn], axis], series.table, at);
    if (!context.sound(at)) return;
    motion[axis] = { kind: 'table', ...rows, interpolation: 'smooth', knots: series.knots };
  }
}

/** True, and reported, when the times are too uneven to interpolate the ship's motion. */
function tellGap(context: Context, times: readonly number[], file: string, path: Path): boolean {
  const steps = times.slice(1).map((time, i) => time - times[i]);
  if (steps.some((step) => step <= 0)) return false; // told by checkedRows
  const usual = [...steps].sort((a, b) => a - b)[steps.length >> 1];
  const gaps = steps.flatMap((step, i) => (step > GAP * usual ? [i] : []));
  if (!(usual > 0) || gaps.length === 0) return false;
  const [first] = gaps;
  const more = gaps.length > 1 ? `, and ${gaps.length - 1} more` : '';
  context.wrong('asset', path, {
    expected: `rows at even times, about ${Number(usual.toPrecision(3))} s apart`,
    found: `a gap from ${times[first]} s to ${times[first + 1]} s after data row ${first + 1} of ${file}${more}`,
    hint: 'fill the gap, or use one of the parts',
  });
  return true;
}

/** Angles without jumps of a whole turn. */
function unwrap(values: number[]): void {
  for (let i = 1; i < values.length; i++) {
    values[i] -= 2 * Math.PI * Math.round((values[i] - values[i - 1]) / (2 * Math.PI));
  }
}

const MOTIONS = ['surge', 'sway', 'heave', 'roll', 'pitch', 'yaw'] as const;
const G = 9.81;

function buildRao(context: Context, rao: Rao, path: Path): RaoSpec | undefined {
  if (!context.scenario.environment.sea) {
    context.wrongThing('value', path, {
      expected: 'waves to move with',
      found: 'none',
      hint: 'add "environment: { sea: { waves: [...] } }"',
    });
    return undefined;
  }
  const at = [...path, 'table'];
  const table = context.table(rao.table, at);
  const read = table && readRao(context, table, rao, at);
  if (!read) return undefined;
  const spec: RaoSpec = { ...read, point: rao.at, speed: rao.speed, heading: rao.heading };
  if (rao.check) tellLongWaves(context, spec, rao, path);
  return spec;
}

function readRao(
  context: Context,
  table: TableData,
  rao: Rao,
  path: Path,
): Pick<RaoSpec, 'frequencies' | 'headings' | 'values'> | undefined {
  const file = rao.table;
  const index = (name: string): number => table.names.indexOf(name);
  const byPeriod = index('frequency') < 0;
  const main = byPeriod ? index('period') : index('frequency');
  const there = MOTIONS.filter((name) => index(`${name} amplitude`) >= 0);
  if (main < 0 || there.length === 0) {
    context.wrong('asset', path, {
      expected: 'columns frequency or period, heading, and "heave amplitude", "heave phase" and so on',
      found: `${table.names.join(', ')} in ${file}`,
    });
    return undefined;
  }
  const column = (name: string, kind: 'angle' | 'time' | 'angular speed'): number[] | undefined =>
    converted(context, table, index(name), undefined, kind, path);
  const given = byPeriod ? column('period', 'time') : column('frequency', 'angular speed');
  const rows = given?.length ?? 0;
  const heading = index('heading') < 0 ? Array.from({ length: rows }, () => 0) : column('heading', 'angle');
  if (!given || !heading) return undefined;
  const omega = byPeriod ? given.map((T) => (2 * Math.PI) / T) : given;
  const six = MOTIONS.map((name, m) => {
    const a = index(`${name} amplitude`);
    if (a < 0) return undefined;
    const angle = m >= 3 && /^deg/.test(table.units[a]) ? Math.PI / 180 : 1;
    const amplitude = Array.from(table.columns[a], (x) => x * angle);
    const phase = index(`${name} phase`) < 0 ? amplitude.map(() => 0) : column(`${name} phase`, 'angle');
    return phase && { amplitude, phase };
  });
  return arrange(context, omega, heading, six, rao, path);
}

type Six = readonly ({ readonly amplitude: number[]; readonly phase: number[] } | undefined)[];

/** Sorts rows into a full grid; missing entries are reported. */
function arrange(
  context: Context,
  omega: readonly number[],
  heading: readonly number[],
  six: Six,
  rao: Rao,
  path: Path,
): Pick<RaoSpec, 'frequencies' | 'headings' | 'values'> | undefined {
  const file = rao.table;
  const all = [omega, heading, ...six.flatMap((each) => (each ? [each.amplitude, each.phase] : []))];
  const hole = omega.findIndex((_, i) => all.some((column) => !Number.isFinite(column[i])) || !(omega[i] > 0));
  if (hole >= 0) {
    context.wrong('asset', path, {
      expected: 'a finite number in every cell, and frequencies above 0',
      found: `a hole in data row ${hole + 1} of ${file}`,
      hint: 'fill it, or take the frequency out for all headings',
    });
    return undefined;
  }
  const key = (x: number): number => Number(x.toPrecision(9));
  const sorted = (list: readonly number[]): number[] => [...new Set(list.map(key))].sort((a, b) => a - b);
  const turn = (x: number): number => x - 2 * Math.PI * Math.floor(x / (2 * Math.PI) + 1e-9);
  const frequencies = sorted(omega);
  const headings = sorted(heading.map(turn));
  const rowAt = new Map(omega.map((w, i) => [`${key(w)} ${key(turn(heading[i]))}`, i]));
  const values: number[] = [];
  const missing: string[] = [];
  const sign = rao.phases === 'lag' ? 1 : -1;
  for (const mu of headings) {
    for (const w of frequencies) {
      const i = rowAt.get(`${w} ${mu}`);
      if (i === undefined)
        missing.push(`${Number(w.toPrecision(4))} rad/s at ${Number(((mu * 180) / Math.PI).toPrecision(4))} deg`);
      for (const each of six) {
        const a = i === undefined || !each ? 0 : each.amplitude[i];
        const e = i === undefined || !each ? 0 : sign * each.phase[i];
        values.push(a * Math.cos(e), a * Math.sin(e));
      }
    }
  }
  if (missing.length > 0 || frequencies.length < 2) {
    const more = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
    const found = missing.length > 0 ? `no row for ${missing[0]}${more}` : 'one frequency';
    context.wrong('asset', path, {
      expected: 'the same frequencies, at least 2, at every heading',
      found: `${found} in ${file}`,
      hint: 'the table has holes: fill them, or take the frequency out everywhere',
    });
    return undefined;
  }
  return { frequencies, headings, values };
}

function tellLongWaves(context: Context, spec: RaoSpec, rao: Rao, path: Path): void {
  const verdict = checkLongWaves(spec, G);
  if (verdict.kind === 'good') return;
  const deg = (x: number): number => Number(((x * 180) / Math.PI).toFixed(0));
  const lowest = Number(spec.frequencies[0].toPrecision(3));
  const hints = {
    conjugate: `phases seem to be ${rao.phases === 'lag' ? 'leads' : 'lags'}: write "phases: ${rao.phases === 'lag' ? 'lead' : 'lag'}"`,
    opposite: `${verdict.motion} seems to have the other sign: positive is bow down, port up, upwards`,
    far: 'check units (deg/m or m/m), the point, and whether the table goes down to long waves; or write "check: false"',
  };
  context.wrong('asset', [...path, 'table'], {
    expected: `a table that lets long waves carry the ship: ${verdict.motion} with the surface at ${lowest} rad/s`,
    found: Number.isFinite(verdict.modulus)
      ? `${Number(verdict.modulus.toPrecision(3))} times that, ${deg(verdict.phase)} deg off, at heading ${deg(verdict.heading)} deg`
      : `more than any number, at heading ${deg(verdict.heading)} deg`,
    hint: hints[verdict.kind],
  });
}
