/** Motion transfer functions of VERES (ShipX), `.re1`: a vessel that moves with the waves, a table for each speed. */
import { countOf, NumberLines } from '../numbers.ts';
import { Report } from '../report.ts';
import { finished, ImportError, type Imported } from '../result.ts';
import { q, toYaml } from '../yaml.ts';
import { conventionOf, conventionText, FAR, type Responses, tableOf } from './responses.ts';

export const VERES = 'VERES (ShipX)';

export function isVeres(text: string): boolean {
  return /^\s*MOTION TRANSFER FUNCTIONS\s+-\s+VERES/i.test(text);
}

/** Lines of text before the numbers. */
const HEAD = 6;

export function importVeres(file: string, text: string): Imported {
  const report = new Report(file);
  const lines = new NumberLines(file, text);
  lines.at = HEAD;
  const name = /^\s*Ship name:\s*(.*?)\s*$/im.exec(text)?.[1] || 'vessel';
  const [density, gravity] = lines.next(2, 'density and gravity');
  const [length, beam, draught] = lines.next(3, 'length, beam and draught');
  if (!(gravity > 0 && draught > 0))
    throw new ImportError(file, lines.at, 'gravity and draught above 0', `${gravity}, ${draught}`);
  lines.next(2, 'centre of gravity');
  const counts = lines.next(4, 'numbers of speeds, headings, frequencies and motions');
  const speeds = countOf(lines, counts[0], 100, 'speeds');
  const headingCount = countOf(lines, counts[1], 360, 'headings');
  const frequencyCount = countOf(lines, counts[2], 1000, 'frequencies');
  if (counts[3] !== 6) throw new ImportError(file, lines.at, '6 motions', String(counts[3]));
  report.taken(
    7,
    'density, gravity, length, beam, draught',
    `${density} kg/m^3, ${gravity} m/s^2, ${length} x ${beam} x ${draught} m`,
  );
  const files: Record<string, string> = {};
  let first: { table: string; speed: number; at: readonly number[] } | undefined;
  for (let s = 0; s < speeds; s++) {
    const line = lines.at + 1;
    const [speed, , , x, z] = lines.next(5, 'speed, sinkage, trim and the point of the motions');
    const read = readSpeed(lines, headingCount, frequencyCount);
    const convention = conventionOf(read, 180, gravity);
    if (!Number.isFinite(convention.error))
      throw new ImportError(
        file,
        line,
        'numbers of a vessel in waves',
        'amplitudes or frequencies beyond what can be computed with',
      );
    if (convention.error > FAR) {
      report.approximated(
        line,
        `speed ${speed} m/s`,
        `no convention lets long waves carry the vessel (best: ${conventionText(convention)}); that one is taken`,
      );
    } else report.taken(line, `speed ${speed} m/s`, conventionText(convention));
    const table = speeds === 1 ? 'rao.csv' : `rao-${s + 1}.csv`;
    files[table] = tableOf(read, convention);
    report.names.set(`speed ${speed} m/s`, table);
    first ??= { table, speed, at: [-x, 0, z - draught] };
  }
  if (!lines.over) report.lost(lines.at + 1, 'further lines', 'more than the head of the file announces');
  if (first === undefined) throw new ImportError(file, 0, 'a speed', 'none');
  report.approximated(
    11,
    'point of the motions',
    'taken as given aft of midships and above the keel; the body frame has its origin midships in the waterline',
  );
  const scenario = toYaml(
    {
      hawser: 1,
      title: name,
      environment: {
        gravity: q(gravity, 'm/s^2'),
        water: { density: q(density, 'kg/m^3'), surface: q(0, 'm') },
        sea: { waves: [{ regular: { height: q(2, 'm'), period: q(10, 's'), direction: q(180, 'deg') } }] },
      },
      bodies: {
        vessel: {
          motion: {
            rao: {
              table: first.table,
              ...(first.speed !== 0 && { speed: q(first.speed, 'm/s') }),
              at: first.at.map((c) => q(Number(c.toPrecision(7)), 'm')),
            },
          },
        },
      },
      contacts: { enabled: false },
      run: { duration: q(60, 's') },
      output: { rate: q(10, 'Hz') },
    },
    [
      `Made from ${file.replace(/^.*[\\/]/, '')} (${VERES}); import.md says what was taken, approximated and lost.`,
      'The waves are an example: put your own.',
    ],
  );
  report.approximated(0, 'waves', 'the file has none; an example of 2 m and 10 s from ahead stands in the scenario');
  return finished(report, VERES, name, { 'scenario.yaml': scenario, ...files });
}

function readSpeed(lines: NumberLines, headingCount: number, frequencyCount: number): Responses {
  const headings: number[] = [];
  const frequencies: number[] = [];
  const values: number[] = [];
  for (let h = 0; h < headingCount; h++) {
    headings.push(lines.next(1, 'a heading [deg]')[0]);
    for (let f = 0; f < frequencyCount; f++) {
      const [w] = lines.next(1, 'a frequency [rad/s]');
      if (!(w > 0)) throw new ImportError(lines.file, lines.at, 'a frequency above 0 rad/s', String(w));
      if (h === 0) frequencies.push(w);
      else if (Math.abs(w - frequencies[f]) > 1e-4 * w)
        throw new ImportError(
          lines.file,
          lines.at,
          `the frequency of the first heading, ${frequencies[f]} rad/s`,
          String(w),
        );
      for (let m = 1; m <= 6; m++) {
        const [motion, re, im] = lines.next(3, 'a motion with its real and imaginary part');
        if (motion !== m) throw new ImportError(lines.file, lines.at, `motion ${m}`, String(motion));
        values.push(re, im);
      }
    }
  }
  return { frequencies, headings, values };
}
