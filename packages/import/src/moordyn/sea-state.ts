/**
 * Waves and currents of OpenFAST: SeaState's input, named by a driver, and the WaterKin file of a deck. The grid of WaterKin is not needed:
 * waves and currents are evaluated directly at each point.
 */
import type { Report } from '../report.ts';
import { ImportError, type Source } from '../result.ts';
import { q, type Value } from '../yaml.ts';
import { beside, type Settings } from './settings.ts';
import { type Component, ofRecord, profileOf, seaOf, type Water } from './water.ts';

/** Heights of the table of a power-law current: denser near the bed, where it is curved. */
const HEIGHTS = 24;
const STRETCHING = ['none', 'vertical', 'wheeler', 'wheeler'];

/** Lines of a value and its name. */
class Keys {
  readonly file: string;
  readonly #keys: Map<string, { readonly value: string; readonly line: number }> = new Map();

  constructor(file: string, text: string) {
    this.file = file;
    for (const [i, raw] of text.split(/\r\n|\r|\n/).entries()) {
      const [, quoted, plain, name] = /^\s*(?:"([^"]*)"|(\S+))\s+([A-Za-z]\w*(?:\(\d\))?)/.exec(raw) ?? [];
      if (name !== undefined && !this.#keys.has(name.toLowerCase()))
        this.#keys.set(name.toLowerCase(), { value: quoted ?? plain, line: i + 1 });
    }
  }

  line(name: string): number {
    return this.#keys.get(name.toLowerCase())?.line ?? 0;
  }

  text(name: string): string {
    return this.#keys.get(name.toLowerCase())?.value ?? '';
  }

  number(name: string, otherwise: number): number {
    const value = this.text(name);
    if (value === '' || /^default$/i.test(value)) return otherwise;
    const x = Number(value.replace(/^([+-]?[\d.]+)[dD]([+-]?\d+)$/, '$1e$2'));
    if (!Number.isFinite(x)) throw new ImportError(this.file, this.line(name), `a number for ${name}`, `"${value}"`);
    return x;
  }
}

export function readSeaState(source: Source, deckFile: string, settings: Settings, report: Report): Water {
  const kin = opened(source, deckFile, settings.waterFile);
  if (kin === undefined) {
    report.lost(
      0,
      `WaterKin ${settings.waterFile}`,
      'no such file beside the deck; give environment.sea and environment.water',
    );
    return {};
  }
  const waves = kin.keys.number('WaveKinMod', 0);
  const current = kin.keys.number('CurrentMod', 0);
  const sea = waves === 2 || current === 2 ? opened(source, deckFile, settings.seaFile) : undefined;
  if ((waves === 2 || current === 2) && sea === undefined) {
    if (settings.seaFile !== undefined)
      throw new ImportError(deckFile, 0, 'the input of SeaState that the driver names', settings.seaFile);
    report.lost(
      0,
      `WaterKin ${settings.waterFile}`,
      'the driver names the input of SeaState: import the driver, or give environment.sea and environment.water',
    );
  }
  if (sea !== undefined) {
    report.in(sea.keys.file);
    const offset = sea.keys.number('MSL2SWL', 0);
    if (offset !== 0) report.lost(sea.keys.line('MSL2SWL'), `MSL2SWL ${offset}`, 'the still surface stays at 0 m');
  }
  const depth = settings.depth ?? sea?.keys.number('WtrDpth', 0);
  const components = waves === 1 ? record(source, deckFile, kin.keys, report) : undefined;
  const flow =
    current === 2 && sea ? currentOf(sea.keys, depth ?? 0, report) : current === 1 ? tableOf(kin, report) : undefined;
  const wavesOfSea = waves === 2 && sea ? wavesOf(source, deckFile, sea.keys, report) : undefined;
  const found = components ? seaOf(components, report) : wavesOfSea;
  return { ...(found !== undefined && { sea: found }), ...(flow && { profile: flow }) };
}

interface Opened {
  readonly keys: Keys;
  readonly text: string;
}

function opened(source: Source, deckFile: string, name: string | undefined): Opened | undefined {
  const found = name === undefined ? undefined : beside(source, deckFile, name);
  return found && { keys: new Keys(found.name, found.text), text: found.text };
}

function record(source: Source, deckFile: string, keys: Keys, report: Report): Component[] {
  const name = keys.text('WaveKinFile');
  const found = beside(source, deckFile, name);
  if (found === undefined)
    throw new ImportError(keys.file, keys.line('WaveKinFile'), `the elevation ${name} beside the deck`, 'no such file');
  report.in(found.name);
  return turned(ofRecord(found.name, found.text, report), keys.number('WaveDir', 0));
}

function turned(components: readonly Component[], degrees: number): Component[] {
  return components.map((each) => ({ ...each, direction: (degrees * Math.PI) / 180 }));
}

function wavesOf(source: Source, deckFile: string, keys: Keys, report: Report): Value | undefined {
  const mode = keys.text('WaveMod').toUpperCase();
  const line = keys.line('WaveMod');
  const name = `WaveMod ${mode}`;
  const degrees = keys.number('WaveDir', 0);
  const direction = degrees === 0 ? {} : { direction: q(degrees, 'deg') };
  const size = (): { height: Value; period: Value } => {
    const [height, period] = [keys.number('WaveHs', 0), keys.number('WaveTp', 0)];
    if (!(height > 0 && period > 0))
      throw new ImportError(keys.file, keys.line('WaveHs'), 'WaveHs and WaveTp above 0', `${height}, ${period}`);
    return { height: q(height, 'm'), period: q(period, 's') };
  };
  const how = keys.number('WaveStMod', 0);
  const sea = (wave: Value): Value => ({ waves: [wave], stretching: STRETCHING[how] ?? 'wheeler' });
  if (how === 2) report.approximated(keys.line('WaveStMod'), 'WaveStMod 2', 'Wheeler stretching');
  const [, phase] = /^1P([-+\d.]+)$/.exec(mode) ?? [];
  switch (phase === undefined ? mode : '1P') {
    case '0':
    case '':
      return undefined;
    case '1':
      report.approximated(line, name, 'a crest at the origin at t = 0: OpenFAST draws a phase by WaveSeed');
      return sea({ regular: { ...size(), ...direction } });
    case '1P':
      report.taken(line, name, 'environment.sea.waves'); // eta = a cos(w t + phase)
      return sea({ regular: { ...size(), ...direction, phase: q(-Number(phase), 'deg') } });
    case '2': {
      const peak = keys.number('WavePkShp', 0);
      const spread = keys.number('WaveDirMod', 0) === 1 && { spreading: keys.number('WaveDirSpread', 1) };
      report.approximated(
        line,
        name,
        'the spectrum; phases are of hawser, and nothing is cut off at WvLowCOff and WvHiCOff',
      );
      return sea({ jonswap: { ...size(), ...direction, ...(peak > 0 && { gamma: peak }), ...spread } });
    }
    case '5': {
      const root = keys.text('WvKinFile');
      const found = beside(source, deckFile, `${root}.Elev`) ?? beside(source, deckFile, root);
      if (found === undefined)
        throw new ImportError(keys.file, keys.line('WvKinFile'), `${root}.Elev beside the deck`, 'no such file');
      report.in(found.name);
      const made = seaOf(turned(ofRecord(found.name, found.text, report), degrees), report);
      report.in(keys.file);
      return made;
    }
    default:
      report.lost(line, name, 'waves of this kind are not read; give environment.sea');
      return undefined;
  }
}

/** Sub-surface current by the power 1/7, near-surface current falling to zero at its reference depth, and one that is the same at all depths. */
function currentOf(keys: Keys, depth: number, report: Report): Value[] | undefined {
  const mode = keys.number('CurrMod', 0);
  const line = keys.line('CurrMod');
  if (mode === 0) return undefined;
  if (mode !== 1 || !(depth > 0)) {
    report.lost(
      line,
      `CurrMod ${mode}`,
      'a current of a routine of your own is not read; give environment.water.profile',
    );
    return undefined;
  }
  const part = (speed: string, direction: string): readonly [number, number, number] => {
    const [v, a] = [keys.number(speed, 0), (keys.number(direction, keys.number('WaveDir', 0)) * Math.PI) / 180];
    return [v * Math.cos(a), v * Math.sin(a), v];
  };
  const [below, near, even] = [
    part('CurrSSV0', 'CurrSSDir'),
    part('CurrNSV0', 'CurrNSDir'),
    part('CurrDIV', 'CurrDIDir'),
  ];
  const reference = keys.number('CurrNSRef', 0);
  const above = Array.from({ length: HEIGHTS + 1 }, (_, i) => depth * (i / HEIGHTS) ** 3);
  const knee = near[2] !== 0 && reference > 0 && reference < depth ? [depth - reference] : [];
  const heights = [...new Set([...above, ...knee])].sort((a, b) => a - b);
  report.taken(line, 'CurrMod 1', `environment.water.profile, at ${heights.length} depths`);
  return profileOf(
    heights.map((h) => {
      const [power, linear] = [(h / depth) ** (1 / 7), reference > 0 ? Math.max(0, 1 - (depth - h) / reference) : 0];
      return { z: h - depth, velocity: [0, 1].map((c) => power * below[c] + linear * near[c] + even[c]).concat(0) };
    }),
    report,
  );
}

/** Rows of height, current along x and along y, behind the grid. */
function tableOf({ keys, text }: Opened, report: Report): Value[] | undefined {
  report.in(keys.file);
  const lines = text.split(/\r\n|\r|\n/);
  const from = lines.findIndex((line) => /^-+\s*CURRENT/i.test(line));
  const rows = lines.slice(from + 1).flatMap((line) => {
    const cells = line
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    return cells.length === 3 && cells.every(Number.isFinite)
      ? [{ z: -Math.abs(cells[0]), velocity: [cells[1], cells[2], 0] }]
      : [];
  });
  if (from < 0 || rows.length === 0) {
    report.lost(
      keys.line('CurrentMod'),
      'CurrentMod 1',
      'no rows of height and current below it; give environment.water.profile',
    );
    return undefined;
  }
  report.taken(keys.line('CurrentMod'), `current at ${rows.length} depths`, 'environment.water.profile');
  return profileOf(rows, report);
}
