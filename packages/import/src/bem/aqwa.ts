/**
 * Results of AQWA-LINE, `.AH1`, of one structure as the files of `hydro.bem`: added mass and damping (.1) and exciting forces (.3) in the
 * format of WAMIT with length 1, time factor e^(iwt). The sign of AQWA's phases is determined from the file itself: the force of a long
 * wave along x is proportional to the slope of the surface, 90 deg before the crest.
 */
import { countOf, NumberLines, numbersIn } from '../numbers.ts';
import { Report } from '../report.ts';
import { finished, ImportError, type Imported } from '../result.ts';
import { excitationText, leads, type Panel, radiationText, turnedRound } from './panel.ts';

export const AQWA = 'AQWA-LINE';

export function isAqwa(text: string): boolean {
  return /^\*.*AQWA-LINE/im.test(text.slice(0, 2000));
}

interface Aqwa {
  readonly directions: readonly number[];
  /** [rad/s] */
  readonly frequencies: readonly number[];
  readonly density: number;
  readonly gravity: number;
  readonly depth: number;
  readonly centre: readonly number[];
  readonly addedMass: readonly (readonly number[])[];
  readonly damping: readonly (readonly number[])[];
  readonly high: readonly number[] | undefined;
  readonly low: readonly number[] | undefined;
  /** [direction][frequency]: 6 amplitudes, 6 phases [deg] */
  readonly forces: readonly (readonly (readonly number[])[])[];
}

export function importAqwa(file: string, text: string): Imported {
  const report = new Report(file);
  const data = readAqwa(file, text, report);
  const complex = data.forces.map((rows) =>
    rows.map((row) => {
      const part = (i: number, f: (x: number) => number): number => row[i] * f((row[6 + i] * Math.PI) / 180);
      return [0, 1, 2, 3, 4, 5].map((i) => part(i, Math.cos)).concat([0, 1, 2, 3, 4, 5].map((i) => part(i, Math.sin)));
    }),
  );
  const lead = leads(data.directions, complex);
  const panel: Panel = { ...data, forces: lead ? complex : turnedRound(complex) };
  const name = (file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || 'vessel').replace(/[^\w-]+/g, '-');
  report.taken(0, 'phases of forces', lead ? 'leads, as in WAMIT' : 'lags; turned round');
  report.taken(
    0,
    `centre ${data.centre.join(', ')} m`,
    `hydro.bem.at: [${data.centre.join(', ')}], where the body frame has its origin in the still surface`,
  );
  report.taken(
    0,
    `depth ${data.depth} m, ${data.density} kg/m^3, ${data.gravity} m/s^2`,
    'environment.water, environment.gravity',
  );
  for (const key of ['MASS', 'HYDSTIFFNESS', 'DRAFT', 'COB', 'DISPLACEMENT']) {
    const line = lineOf(text, key);
    if (line > 0) report.lost(line, key, 'mass and hull come from the body of the scenario, buoyancy from its mesh');
  }
  for (const key of ['FARFIELD', 'FIDD', 'DRIFT', 'QTF']) {
    const line = lineOf(text, key);
    if (line > 0) report.lost(line, key, 'drift forces and external damping are not used');
  }
  report.names.set('structure 1', name);
  const excitation = excitationText(panel);
  return finished(report, AQWA, name, {
    [`${name}.1`]: radiationText(panel),
    ...(excitation !== undefined && { [`${name}.3`]: excitation }),
  });
}

function lineOf(text: string, key: string): number {
  return text.split(/\r\n|\r|\n/).findIndex((line) => line.trim() === key) + 1;
}

function readAqwa(file: string, text: string, report: Report): Aqwa {
  const lines = new NumberLines(
    file,
    text
      .split(/\r\n|\r|\n/)
      .map((line) => (line.startsWith('*') ? '' : line))
      .join('\n'),
  );
  const head = lines.next(3, 'numbers of structures, directions and frequencies');
  if (head[0] !== 1) throw new ImportError(file, lines.at, 'one structure', `${head[0]}: their coupling is not used`);
  const directionCount = countOf(lines, head[1], 100, 'directions');
  const frequencyCount = countOf(lines, head[2], 1000, 'frequencies');
  const directions = head.slice(3);
  while (directions.length < directionCount) directions.push(...lines.next(1, 'directions'));
  const frequencies = lines.many(frequencyCount, 'frequencies [rad/s]');
  let general: number[] | undefined;
  let centre = [0, 0, 0];
  const blocks: Record<string, number[][]> = {};
  const forces: number[][][] = directions.map(() => []);
  while (!lines.over) {
    const key = lines.lines[lines.at].trim();
    const line = lines.at + 1;
    lines.at++;
    if (key === 'GENERAL') {
      general = lines.next(4, 'depth, density and gravity');
    } else if (key === 'COG') {
      centre = lines.next(4, 'the centre of gravity').slice(1, 4);
    } else if (['ADDEDMASS', 'DAMPING', 'ADDEDMASS_LF', 'DAMPING_LF', 'ADDEDMASS_HF'].includes(key)) {
      const all = key === 'ADDEDMASS' || key === 'DAMPING';
      blocks[key] = Array.from({ length: all ? frequencyCount : 1 }, () => matrix(lines, key));
      report.taken(line, key, '.1');
    } else if (key === 'FORCERAO') {
      for (const direction of forces) {
        for (let f = 0; f < frequencyCount; f++) {
          const amplitudes = lines.next(9, 'amplitudes of exciting forces').slice(-6);
          direction.push([...amplitudes, ...lines.next(6, 'phases of exciting forces').slice(-6)]);
        }
      }
      report.taken(line, key, '.3');
    } else while (!lines.over && isNumbers(lines.lines[lines.at])) lines.at++;
  }
  if (general === undefined)
    throw new ImportError(file, 0, 'a section GENERAL with depth, density and gravity', 'none');
  for (const key of ['ADDEDMASS', 'DAMPING'])
    if (blocks[key] === undefined) throw new ImportError(file, 0, `a section ${key}`, 'none');
  const [, depth, density, gravity] = general;
  if (!(density > 0 && gravity > 0))
    throw new ImportError(file, 0, 'density and gravity above 0', `${density}, ${gravity}`);
  return {
    directions,
    frequencies,
    density,
    gravity,
    depth,
    centre,
    addedMass: blocks.ADDEDMASS,
    damping: blocks.DAMPING,
    high: blocks.ADDEDMASS_HF?.[0],
    low: blocks.ADDEDMASS_LF?.[0],
    forces: forces[0].length > 0 ? forces : [],
  };
}

function isNumbers(line: string): boolean {
  const numbers = numbersIn(line);
  return numbers.length > 0 && numbers.every(Number.isFinite);
}

/** Six rows of six; indices stand before the first. */
function matrix(lines: NumberLines, what: string): number[] {
  const rows = Array.from({ length: 6 }, () => lines.next(6, `a row of ${what}`).slice(-6));
  return rows.flat();
}
