/**
 * Motions of a vessel in waves by HydroStar (Bureau Veritas), a `.rao` file for each: lines that begin with # describe the file, rows have
 * the frequency, the amplitudes by heading, then the phases by heading [deg]. Surge, sway, heave, roll, pitch and yaw are found by the same
 * file name with the motion's name in it.
 */
import { numbersIn } from '../numbers.ts';
import { Report } from '../report.ts';
import { finished, ImportError, type Imported, type Source, textOf } from '../result.ts';
import { q, toYaml } from '../yaml.ts';
import { conventionOf, conventionText, FAR, MOTIONS, type Responses, tableOf } from './responses.ts';

export const HYDROSTAR = 'HydroStar';

export function isHydroStar(text: string): boolean {
  return /^#RAOTYPE\b/m.test(text) && /^#NBHEADING\b/m.test(text);
}

interface MotionFile {
  /** 1 surge ... 6 yaw */
  readonly component: number;
  readonly headings: readonly number[];
  readonly frequencies: readonly number[];
  /** amplitudes and phases [deg]: by frequency, all amplitudes of the headings, then all phases */
  readonly rows: readonly (readonly number[])[];
  /** 1, or pi/180 where angles are in degrees */
  readonly scale: number;
}

export function importHydroStar(file: string, text: string, source: Source): Imported {
  const report = new Report(file);
  const first = readMotion(file, text);
  const found = new Map<number, MotionFile>([[first.component, first]]);
  const own = MOTIONS[first.component - 1];
  const folder = /^.*[\\/]/.exec(file)?.[0] ?? '';
  const name = file.slice(folder.length);
  for (let m = 1; m <= 6; m++) {
    if (m === first.component) continue;
    const other = folder + name.replace(new RegExp(own, 'i'), (word) => cased(word, MOTIONS[m - 1]));
    const content = other === file ? undefined : textOf(source, other);
    if (content === undefined) {
      report.lost(0, MOTIONS[m - 1], `no file ${other.slice(folder.length)} beside this one: it is taken as none`);
      continue;
    }
    report.in(other);
    const motion = readMotion(other, content);
    if (motion.component !== m)
      throw new ImportError(other, 0, `component ${m}, ${MOTIONS[m - 1]}`, `${motion.component}`);
    if (!same(motion.headings, first.headings) || !same(motion.frequencies, first.frequencies))
      throw new ImportError(other, 0, `the headings and frequencies of ${name}`, 'others');
    found.set(m, motion);
    report.taken(0, MOTIONS[m - 1], 'rao.csv');
  }
  report.in(file);
  const number = (pattern: RegExp, otherwise: number): number => {
    const [, value] = pattern.exec(text) ?? [];
    return value !== undefined && Number.isFinite(Number(value)) ? Number(value) : otherwise;
  };
  const gravity = number(/^#\s*Gravity acceleration\s*:\s*(\S+)/im, 9.81);
  const density = number(/^#\s*Water density[^:]*:\s*(\S+)/im, 1025);
  const speed = number(/^#\s*Forward speed\s*:\s*(\S+)/im, 0);
  const depth = number(/^#\s*Waterdepth\s*:\s*(\S+)/im, 0);
  if (!(gravity > 0 && density > 0))
    throw new ImportError(file, 0, 'gravity and density above 0', `${gravity}, ${density}`);
  const responses = together(found, first);
  const convention = conventionOf(responses, 0, gravity);
  if (!Number.isFinite(convention.error))
    throw new ImportError(
      file,
      0,
      'numbers of a vessel in waves',
      'amplitudes or frequencies beyond what can be computed with',
    );
  if (convention.error > FAR)
    report.approximated(
      0,
      'phases and headings',
      `no convention lets long waves carry the vessel (best: ${conventionText(convention)}); that one is taken`,
    );
  else report.taken(0, 'phases and headings', conventionText(convention));
  const at = /^#\s*Reference point of body\s*\d*\s*:\s*\(\s*(\S+)\s+(\S+)\s+(\S+?)\s*\)/im
    .exec(text)
    ?.slice(1)
    .map(Number);
  const point = at?.every(Number.isFinite) ? at : [0, 0, 0];
  report.taken(0, `reference point ${point.join(', ')}`, 'bodies.vessel.motion.rao.at');
  const waves = /^#\s*Ref\.?\s*pt incident wave\s*:\s*\(\s*(\S+)\s+(\S+?)\s*\)/im.exec(text)?.slice(1).map(Number);
  if (waves?.some((c) => Number.isFinite(c) && c !== 0))
    report.lost(0, `point of the incident waves ${waves.join(', ')}`, 'phases are taken as those of waves at 0, 0');
  if (depth > 0) report.approximated(0, `water depth ${depth} m`, 'environment.water.depth, for the waves');
  const scenario = toYaml(
    {
      hawser: 1,
      title: 'vessel',
      environment: {
        gravity: q(gravity, 'm/s^2'),
        water: { density: q(density, 'kg/m^3'), surface: q(0, 'm'), ...(depth > 0 && { depth: q(depth, 'm') }) },
        sea: { waves: [{ regular: { height: q(2, 'm'), period: q(10, 's'), direction: q(180, 'deg') } }] },
      },
      bodies: {
        vessel: {
          motion: {
            rao: {
              table: 'rao.csv',
              ...(speed !== 0 && { speed: q(speed, 'm/s') }),
              at: point.map((c) => q(Number(c.toPrecision(7)), 'm')),
            },
          },
        },
      },
      contacts: { enabled: false },
      run: { duration: q(60, 's') },
      output: { rate: q(10, 'Hz') },
    },
    [
      `Made from ${name} (${HYDROSTAR}); import.md says what was taken, approximated and lost.`,
      'The waves are an example: put your own.',
    ],
  );
  report.approximated(0, 'waves', 'the file has none; an example of 2 m and 10 s from ahead stands in the scenario');
  return finished(report, HYDROSTAR, 'vessel', {
    'scenario.yaml': scenario,
    'rao.csv': tableOf(responses, convention),
  });
}

/** A word with the capitals of another: HEAVE, Heave, heave. */
function cased(like: string, word: string): string {
  if (like === like.toUpperCase()) return word.toUpperCase();
  return like[0] === like[0].toUpperCase() ? word[0].toUpperCase() + word.slice(1) : word;
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((x, i) => Math.abs(x - b[i]) <= 1e-6 * Math.max(1, Math.abs(x)));
}

function together(found: ReadonlyMap<number, MotionFile>, { headings, frequencies }: MotionFile): Responses {
  const values: number[] = [];
  for (let h = 0; h < headings.length; h++) {
    for (let f = 0; f < frequencies.length; f++) {
      for (let m = 1; m <= 6; m++) {
        const motion = found.get(m);
        const amplitude = motion === undefined ? 0 : motion.scale * motion.rows[f][h];
        const phase = motion === undefined ? 0 : (motion.rows[f][headings.length + h] * Math.PI) / 180;
        values.push(amplitude * Math.cos(phase), amplitude * Math.sin(phase));
      }
    }
  }
  return { frequencies, headings, values };
}

function readMotion(file: string, text: string): MotionFile {
  const lines = text.split(/\r\n|\r|\n/);
  const head = (key: string): string | undefined =>
    lines
      .find((line) => line.startsWith(`#${key}`))
      ?.slice(key.length + 1)
      .replace(/^\s*:?\s*/, '')
      .trim();
  const type = head('RAOTYPE') ?? '';
  if (!/^motion\b/i.test(type)) throw new ImportError(file, 0, 'motions (#RAOTYPE : Motion)', type || 'nothing');
  const component = Number(head('COMPONENT'));
  if (!(Number.isInteger(component) && component >= 1 && component <= 6))
    throw new ImportError(file, 0, '#COMPONENT from 1 to 6', head('COMPONENT') ?? 'nothing');
  const unit = head('UNIT') ?? (component > 3 ? 'deg/m' : 'm/m');
  const scale = component <= 3 ? 1 : /^rad/i.test(unit) ? 1 : Math.PI / 180;
  const headings = numbersIn(head('HEADING') ?? '');
  if (headings.length === 0 || !headings.every(Number.isFinite) || headings.length !== Number(head('NBHEADING')))
    throw new ImportError(
      file,
      0,
      `${head('NBHEADING') ?? 'some'} headings [deg]`,
      head('HEADING')?.slice(0, 60) ?? 'nothing',
    );
  const frequencies: number[] = [];
  const rows: number[][] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) {
      if (rows.length > 0 && line.startsWith('#LINPARVALUE')) break; // of further linear dampings
      continue;
    }
    const numbers = numbersIn(line);
    if (numbers.length !== 1 + 2 * headings.length || !numbers.every(Number.isFinite))
      throw new ImportError(
        file,
        i + 1,
        `a frequency, ${headings.length} amplitudes and ${headings.length} phases`,
        line.trim().slice(0, 60),
      );
    const [w, ...rest] = numbers;
    if (!(w > (frequencies.at(-1) ?? 0)))
      throw new ImportError(file, i + 1, 'frequencies that rise from above 0 rad/s', `${w}`);
    frequencies.push(w);
    rows.push(rest);
  }
  if (rows.length === 0) throw new ImportError(file, 0, 'rows of frequency, amplitudes and phases', 'none');
  return { component, headings, frequencies, rows, scale };
}
