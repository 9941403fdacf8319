/**
 * Waves and currents of a deck. Waves come as components (frequency, complex amplitude, direction) or as a record of the surface at the
 * origin; both become regular waves with phases, the record by its Fourier sum. Currents are given by depth, optionally by time.
 */
import type { Report } from '../report.ts';
import { ImportError, type Source } from '../result.ts';
import { q, type Value } from '../yaml.ts';
import { beside, type Settings } from './settings.ts';

/** Components smaller than this part of the largest are left out. */
const SMALL = 1e-6;
const MOST_WAVES = 400;
/** More depths than these are thinned. */
const MOST_DEPTHS = 60;

export interface Water {
  readonly sea?: Value;
  readonly profile?: readonly Value[];
  /** the current against time, a file of the scenario */
  readonly currents?: string;
}

/** Name of that file. */
export const CURRENT_FILE = 'current.csv';

interface Profile {
  readonly profile: Value[];
  readonly table?: string;
}

export interface Component {
  /** [rad/s] */
  readonly omega: number;
  /** [m] */
  readonly amplitude: number;
  /** [rad] of a crest at the origin at t = 0 */
  readonly phase: number;
  /** [rad] */
  readonly direction: number;
}

export function readWater(source: Source, deckFile: string, settings: Settings, report: Report): Water {
  const line = 0;
  const waves = readWaves(source, deckFile, settings, report, line);
  const current = readCurrent(source, deckFile, settings, report, line);
  report.in(deckFile);
  return {
    ...(waves && { sea: seaOf(waves, report) }),
    ...(current && { profile: current.profile }),
    ...(current?.table !== undefined && { currents: current.table }),
  };
}

function readWaves(
  source: Source,
  deckFile: string,
  { waveKin }: Settings,
  report: Report,
  line: number,
): Component[] | undefined {
  if (waveKin === 0) return undefined;
  if (waveKin === 1) {
    report.lost(
      line,
      'WaveKin 1',
      'waves given by the program that drives the deck; give environment.sea, or lead sea.waves',
    );
    return undefined;
  }
  const spectrum = beside(source, deckFile, 'wave_frequencies.txt');
  const record = beside(source, deckFile, 'wave_elevation.txt');
  if (waveKin === 3 && record) return ofRecord(record.name, record.text, report);
  if ((waveKin === 2 || waveKin === 7) && spectrum) return ofComponents(spectrum.name, spectrum.text, report);
  const wanted =
    waveKin === 3 ? 'wave_elevation.txt' : waveKin === 2 || waveKin === 7 ? 'wave_frequencies.txt' : undefined;
  if (wanted === undefined)
    report.lost(line, `WaveKin ${waveKin}`, 'waves on a grid of nodes are not read; give environment.sea');
  else throw new ImportError(deckFile, 0, `${wanted} beside the deck (WaveKin ${waveKin})`, 'no such file');
  return undefined;
}

function numbersOf(text: string): { line: number; numbers: number[] }[] {
  return text.split(/\r\n|\r|\n/).flatMap((raw, i) => {
    const cells = raw
      .trim()
      .split(/[\s,]+/)
      .filter((cell) => cell !== '');
    const numbers = cells.map(Number);
    return cells.length > 0 && numbers.every(Number.isFinite) ? [{ line: i + 1, numbers }] : [];
  });
}

function ofComponents(file: string, text: string, report: Report): Component[] {
  report.in(file);
  const rows = numbersOf(text);
  if (rows.length === 0) throw new ImportError(file, 0, 'rows of frequency, real and imaginary amplitude', 'none');
  return rows.flatMap(({ line, numbers: [omega, re, im = 0, direction = 0] }) => {
    if (re === undefined) throw new ImportError(file, line, 'frequency, real and imaginary amplitude', 'one number');
    const amplitude = Math.hypot(re, im);
    if (!(omega > 0) || amplitude === 0) return [];
    report.taken(line, `wave of ${omega} rad/s`, 'environment.sea.waves');
    return [{ omega, amplitude, phase: -Math.atan2(im, re), direction }]; // eta = Re (re + i im) exp(i w t)
  });
}

/** The surface at the origin as a sum of waves: the record is taken as one period of a periodic sea. */
export function ofRecord(file: string, text: string, report: Report): Component[] {
  report.in(file);
  const rows = numbersOf(text).filter(({ numbers }) => numbers.length >= 2);
  if (rows.length < 4) throw new ImportError(file, 0, 'at least 4 rows of time and elevation', `${rows.length}`);
  const t = rows.map(({ numbers }) => numbers[0]);
  const eta = rows.map(({ numbers }) => numbers[1]);
  const n = rows.length;
  if (n > 20_000) throw new ImportError(file, 0, 'at most 20000 rows', String(n));
  const dt = (t[n - 1] - t[0]) / (n - 1);
  const uneven = t.findIndex((x, i) => Math.abs(x - t[0] - i * dt) > 1e-3 * dt);
  if (!(dt > 0) || uneven >= 0)
    throw new ImportError(
      file,
      rows[Math.max(0, uneven)].line,
      `even times, ${dt} s apart`,
      String(t[Math.max(0, uneven)]),
    );
  const components: Component[] = [];
  const half = Math.floor((n - 1) / 2);
  for (let k = 1; k <= half; k++) {
    let [re, im] = [0, 0];
    for (let i = 0; i < n; i++) {
      const angle = (2 * Math.PI * ((k * i) % n)) / n;
      re += eta[i] * Math.cos(angle);
      im += eta[i] * Math.sin(angle);
    }
    const omega = (2 * Math.PI * k) / (n * dt);
    // eta = (2/n) sum (re cos wt + im sin wt); a cos(wt - p) with a crest at t = p/w
    components.push({
      omega,
      amplitude: (2 * Math.hypot(re, im)) / n,
      phase: Math.atan2(im, re) + omega * t[0],
      direction: 0,
    });
  }
  const mean = eta.reduce((sum, x) => sum + x, 0) / n;
  report.approximated(
    0,
    `elevation at ${n} times`,
    `as the sum of its Fourier components, repeated after ${Number((n * dt).toPrecision(6))} s, travelling along x; its mean of ${Number(mean.toPrecision(3))} m is left out`,
  );
  return components;
}

/** [m/s^2] used for the length of waves only */
const G = 9.81;
/** Steepness above which waves break and cannot belong to a linear sea. */
const STEEPEST = 1 / 7.5;

export function seaOf(all: readonly Component[], report: Report): Value {
  const components = all.filter(
    ({ omega, amplitude }) => 2 * amplitude < (STEEPEST * 2 * Math.PI * G) / (omega * omega),
  );
  const steep = all.length - components.length;
  if (steep > 0) report.lost(0, `${steep} components`, 'too short for their height: they would break');
  const largest = Math.max(...components.map(({ amplitude }) => amplitude), 0);
  const kept = components
    .filter(({ amplitude }) => amplitude > SMALL * largest)
    .sort((a, b) => b.amplitude - a.amplitude)
    .slice(0, MOST_WAVES)
    .sort((a, b) => a.omega - b.omega);
  return {
    waves: kept.map(({ omega, amplitude, phase, direction }) => ({
      regular: {
        height: q(2 * amplitude, 'm'),
        period: q((2 * Math.PI) / omega, 's'),
        ...(phase !== 0 && { phase: q(phase, 'rad') }),
        ...(direction !== 0 && { direction: q(direction, 'rad') }),
      },
    })),
  };
}

function readCurrent(
  source: Source,
  deckFile: string,
  { currents }: Settings,
  report: Report,
  line: number,
): Profile | undefined {
  if (currents === 0) return undefined;
  const file = currents === 1 ? 'current_profile.txt' : currents === 2 ? 'current_profile_dynamic.txt' : undefined;
  if (file === undefined) {
    report.lost(
      line,
      `Currents ${currents}`,
      currents === 5
        ? 'a current by place, depth and time (4D grid) is not read; give environment.water.profile'
        : 'currents on a grid are not read; give environment.water.profile',
    );
    return undefined;
  }
  const found = beside(source, deckFile, file);
  if (found === undefined)
    throw new ImportError(deckFile, 0, `${file} beside the deck (Currents ${currents})`, 'no such file');
  report.in(found.name);
  return currents === 1 ? { profile: steady(found.name, found.text, report) } : dynamic(found.name, found.text, report);
}

function steady(file: string, text: string, report: Report): Value[] {
  const rows = numbersOf(text).filter(({ numbers }) => numbers.length >= 2);
  if (rows.length === 0) throw new ImportError(file, 0, 'rows of z, ux, uy, uz', 'none');
  report.taken(0, `current at ${rows.length} depths`, 'environment.water.profile');
  return profileOf(
    rows.map(({ numbers: [z, x, y = 0, w = 0] }) => ({ z, velocity: [x, y, w] })),
    report,
  );
}

/** Heights in one row, then time and ux at each height; uy and uz follow where the file has three numbers a height. */
function dynamic(file: string, text: string, report: Report): Profile {
  const rows = numbersOf(text).filter(({ numbers }) => numbers.length > 2);
  const [heights, first] = rows;
  if (!heights || !first) throw new ImportError(file, 0, 'a row of heights and rows of time and current', 'fewer rows');
  const n = heights.numbers.length;
  const later = rows.slice(1).filter(({ numbers }, i, all) => i === 0 || numbers[0] > all[i - 1].numbers[0]);
  const per = Math.floor((first.numbers.length - 1) / n);
  if (per < 1) throw new ImportError(file, first.line, `time and ${n} currents`, `${first.numbers.length} numbers`);
  if (later.length < 2) return { profile: steadyOf(heights.numbers, first.numbers, per, report) };
  report.taken(first.line, `current at ${later.length} times`, `environment.water.profile, ${CURRENT_FILE}`);
  const kept = keptDepths(
    heights.numbers.map((z, i) => ({ z, i })),
    report,
  );
  const columns = kept.flatMap(({ z, i }) =>
    [0, 1, 2].slice(0, Math.min(3, per)).map((c) => ({ z, at: 1 + i + c * n, c })),
  );
  const name = (z: number, c: number): string => `${'xyz'[c]} at ${z} m`;
  const head = ['time [s]', ...columns.map(({ z, c }) => `${name(z, c)} [m/s]`)].join(',');
  const lines = later.map(({ numbers }) => [numbers[0], ...columns.map(({ at }) => numbers[at] ?? 0)].join(','));
  return {
    profile: kept.map(({ z }) => ({
      depth: q(-z, 'm'),
      velocity: [0, 1, 2].map((c) =>
        c < per ? { table: CURRENT_FILE, column: name(z, c), interpolation: 'linear' } : 0,
      ),
    })),
    table: `${[head, ...lines].join('\n')}\n`,
  };
}

function steadyOf(heights: readonly number[], row: readonly number[], per: number, report: Report): Value[] {
  const n = heights.length;
  return profileOf(
    heights.map((z, i) => ({ z, velocity: [0, 1, 2].map((c) => (c < per ? (row[1 + i + c * n] ?? 0) : 0)) })),
    report,
  );
}

/** Sorted from the surface down, thinned where there are many. */
function keptDepths<T extends { readonly z: number }>(points: readonly T[], report: Report): T[] {
  const below = points.filter(({ z }) => z <= 0).sort((a, b) => b.z - a.z);
  const every = Math.ceil(below.length / MOST_DEPTHS);
  if (every > 1) report.approximated(0, `${below.length} depths`, `every ${every}th of them`);
  const kept = below.filter((_, i) => i % every === 0 || i === below.length - 1);
  return kept.filter(({ z }, i) => i === 0 || -z > -kept[i - 1].z);
}

export function profileOf(
  points: readonly { readonly z: number; readonly velocity: readonly number[] }[],
  report: Report,
): Value[] {
  return keptDepths(points, report).map(({ z, velocity }) => ({
    depth: q(-z, 'm'),
    velocity: velocity.map((v) => q(v, 'm/s')),
  }));
}
