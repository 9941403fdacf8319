/**
 * Results of NEMOH 2 and 3: RadiationCoefficients.tec with ExcitationForce.tec and Nemoh.cal beside it.
 *   zones "Motion of body n in DoF k"             rows: w, then A and B of every force
 *   zones "Excitation force - beta = d deg"       rows: w, then size and phase of every force
 * Numbers have units. Phases are in radians, in newer versions in degrees; their sign is determined from the file itself.
 */
import { Report } from '../report.ts';
import { finished, ImportError, type Imported, type Source, textOf } from '../result.ts';
import { excitationText, leads, type Panel, radiationText } from './panel.ts';

export const NEMOH = 'NEMOH';

export function isNemoh(text: string): boolean {
  return /^\s*VARIABLES\s*=\s*"w/i.test(text) && /"A\s+1\s+1"/.test(text.slice(0, 2000));
}

const MOST_FORCES = 600;

interface Zone {
  readonly title: string;
  readonly line: number;
  readonly rows: readonly (readonly number[])[];
}

export function importNemoh(file: string, text: string, source: Source): Imported {
  const report = new Report(file);
  const folder = file.replace(/[^\\/]*$/, '');
  const radiation = zonesOf(file, text);
  const forces = (radiation[0].rows[0].length - 1) / 2;
  if (!Number.isInteger(forces) || forces % 6 !== 0 || forces > MOST_FORCES || radiation.length !== forces)
    throw new ImportError(
      file,
      radiation[0].line,
      'a zone for each of the 6 motions of each body, with w and two numbers for each force',
      `${radiation.length} zones, ${radiation[0].rows[0].length} numbers in a row`,
    );
  const bodies = forces / 6;
  const { density, gravity } = general(folder, source, report);
  const frequencies = radiation[0].rows.map(([w]) => w);
  if (frequencies.some((w) => !(w > 0)))
    throw new ImportError(
      file,
      radiation[0].line,
      'frequencies above 0 rad/s',
      String(frequencies.find((w) => !(w > 0))),
    );
  for (const zone of radiation) {
    if (
      zone.rows.length !== frequencies.length ||
      zone.rows.some((row, f) => Math.abs(row[0] - frequencies[f]) > 1e-6 * frequencies[f])
    )
      throw new ImportError(file, zone.line, 'the frequencies of the first zone', 'others');
  }
  report.taken(0, `added mass and damping of ${bodies} ${bodies === 1 ? 'body' : 'bodies'}`, '.1');
  if (bodies > 1) report.lost(0, 'coefficients between bodies', 'each body sends out its own waves only');
  const excitation = excitationOf(folder, source, forces, frequencies, report);
  const files: Record<string, string> = {};
  for (let body = 0; body < bodies; body++) {
    const label = bodies === 1 ? 'body' : `body-${body + 1}`;
    report.names.set(`body ${body + 1}`, label);
    const matrix = (f: number, which: 0 | 1): number[] =>
      Array.from(
        { length: 36 },
        (_, c) => radiation[6 * body + (c % 6)].rows[f][1 + 2 * (6 * body + Math.floor(c / 6)) + which],
      );
    const panel: Panel = {
      density,
      gravity,
      frequencies,
      addedMass: frequencies.map((_, f) => matrix(f, 0)),
      damping: frequencies.map((_, f) => matrix(f, 1)),
      directions: excitation?.directions ?? [],
      forces: (excitation?.forces ?? []).map((rows) =>
        rows.map((row) => row && Array.from({ length: 12 }, (_, i) => row[(i < 6 ? 0 : forces) + 6 * body + (i % 6)])),
      ),
    };
    files[`${label}.1`] = radiationText(panel);
    const exciting = excitationText(panel);
    if (exciting !== undefined) files[`${label}.3`] = exciting;
  }
  return finished(report, NEMOH, 'NEMOH', files);
}

function zonesOf(file: string, text: string): Zone[] {
  const zones: { title: string; line: number; rows: number[][] }[] = [];
  text.split(/\r\n|\r|\n/).forEach((raw, i) => {
    const head = /^\s*Zone\s+t\s*=\s*"([^"]*)"/i.exec(raw);
    if (head) {
      zones.push({ title: head[1], line: i + 1, rows: [] });
      return;
    }
    const zone = zones[zones.length - 1];
    if (zone === undefined || raw.trim() === '' || /^\s*"/.test(raw)) return;
    const row = raw
      .trim()
      .split(/[\s,]+/)
      .map((cell) => Number(cell.replace(/[dD]/, 'e')));
    const first = zones[0].rows[0];
    if (row.some((x) => !Number.isFinite(x)) || (first && row.length !== first.length))
      throw new ImportError(file, i + 1, first ? `${first.length} numbers` : 'numbers', `"${raw.trim().slice(0, 60)}"`);
    zone.rows.push(row);
  });
  if (zones.length === 0 || zones.some(({ rows }) => rows.length === 0))
    throw new ImportError(
      file,
      zones.find(({ rows }) => rows.length === 0)?.line ?? 0,
      'zones with rows of numbers',
      'none',
    );
  return zones;
}

/** Density and gravity of Nemoh.cal, in the folder of the results or above it. */
function general(folder: string, source: Source, report: Report): { density: number; gravity: number } {
  for (const name of [`${folder}Nemoh.cal`, `${folder}../Nemoh.cal`]) {
    const text = textOf(source, name);
    if (text === undefined) continue;
    const number = (what: RegExp): number | undefined => {
      const line = text.split(/\r\n|\r|\n/).find((each) => what.test(each));
      const value = Number.parseFloat(line ?? '');
      return Number.isFinite(value) && value > 0 ? value : undefined;
    };
    const density = number(/!\s*RHO/i);
    const gravity = number(/!\s*G\b/i);
    if (density !== undefined && gravity !== undefined) {
      report.taken(0, `Nemoh.cal: ${density} kg/m^3, ${gravity} m/s^2`, 'give environment.water.density the same');
      const depth = number(/!\s*DEPTH/i);
      if (depth !== undefined)
        report.taken(0, `Nemoh.cal: water ${depth} m deep`, 'give environment.water.depth the same');
      return { density, gravity };
    }
  }
  report.approximated(0, 'density and gravity', 'no Nemoh.cal beside the results: 1025 kg/m^3 and 9.81 m/s^2');
  return { density: 1025, gravity: 9.81 };
}

function excitationOf(
  folder: string,
  source: Source,
  forces: number,
  frequencies: readonly number[],
  report: Report,
): { directions: number[]; forces: readonly (readonly (readonly number[] | undefined)[])[] } | undefined {
  const name = `${folder}ExcitationForce.tec`;
  const text = textOf(source, name);
  if (text === undefined) {
    report.lost(0, 'ExcitationForce.tec', 'not there: hydro.bem without excitation');
    return undefined;
  }
  report.in(name);
  const zones = zonesOf(name, text);
  if (zones[0].rows[0].length !== 1 + 2 * forces)
    throw new ImportError(name, zones[0].line, `w and ${2 * forces} numbers in a row`, String(zones[0].rows[0].length));
  const directions = zones.map(({ title, line }) => {
    const beta = Number(/beta\s*=\s*([-+.\deE]+)/i.exec(title)?.[1]);
    if (!Number.isFinite(beta))
      throw new ImportError(name, line, 'a zone with "beta = ... deg"', `"${title.slice(0, 60)}"`);
    return beta;
  });
  // no phase in radians is above 2 pi
  const degrees = zones.some(({ rows }) =>
    rows.some((row) => row.slice(1).some((x, i) => i % 2 === 1 && Math.abs(x) > 6.3)),
  );
  const unit = degrees ? Math.PI / 180 : 1;
  const complex = zones.map(({ rows }) =>
    frequencies.map((w) => {
      const row = rows.find(([each]) => Math.abs(each - w) <= 1e-6 * w);
      if (row === undefined) return undefined;
      const part = (i: number, f: (x: number) => number): number => row[1 + 2 * i] * f(row[2 + 2 * i] * unit);
      return [
        ...Array.from({ length: forces }, (_, i) => part(i, Math.cos)),
        ...Array.from({ length: forces }, (_, i) => part(i, Math.sin)),
      ];
    }),
  );
  // the rule of long waves on the first body
  const first = complex.map((rows) =>
    rows.map((row) => row && Array.from({ length: 12 }, (_, i) => row[(i < 6 ? 0 : forces) + (i % 6)])),
  );
  const lead = leads(directions, first);
  report.taken(0, 'phases of forces', `${degrees ? 'degrees' : 'radians'}, ${lead ? 'leads' : 'lags; turned round'}`);
  report.in(folder === '' ? 'RadiationCoefficients.tec' : `${folder}RadiationCoefficients.tec`);
  const turned = lead ? complex : complex.map((rows) => rows.map((row) => row?.map((x, i) => (i < forces ? x : -x))));
  return { directions, forces: turned };
}
