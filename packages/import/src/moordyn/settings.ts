/** Options of a deck and of its driver, as numbers; the report notes the result of each. */
import type { Report } from '../report.ts';
import { ImportError, type Source, textOf } from '../result.ts';
import { type Deck, looksLikeDeck } from './deck.ts';

export interface Settings {
  gravity: number;
  density: number;
  depth: number | undefined;
  kBot: number;
  cBot: number;
  friction: number;
  /** [s] of relaxation before the start; 0: none */
  relaxation: number;
  waveKin: number;
  currents: number;
  bedFile: string | undefined;
  waterFile: string | undefined;
  /** input of SeaState that a driver names */
  seaFile: string | undefined;
  /** [s] between rows */
  dtOut: number | undefined;
  duration: number | undefined;
  /** motion of what is coupled */
  inputsFile: string | undefined;
  /** place of the vessel: x, y, z [m], roll, pitch, yaw [deg] */
  start: readonly number[];
}

export function defaultSettings(): Settings {
  return {
    gravity: 9.80665,
    density: 1025,
    depth: undefined,
    kBot: 3e6,
    cBot: 3e5,
    friction: 0,
    relaxation: 120,
    waveKin: 0,
    currents: 0,
    bedFile: undefined,
    waterFile: undefined,
    seaFile: undefined,
    dtOut: undefined,
    duration: undefined,
    inputsFile: undefined,
    start: [0, 0, 0, 0, 0, 0],
  };
}

const STEPS = 'hawser chooses its own method and steps';
const REST = 'the start is the position of rest, which hawser solves for';
/** Options of the other program's numerics. */
const NOT_NEEDED: Readonly<Record<string, string>> = {
  dtm: STEPS,
  cfl: STEPS,
  tscheme: STEPS,
  dtic: REST,
  threshic: REST,
  cdscaleic: REST,
  icdfac: REST,
  icgendynamic: REST,
  fileic: REST,
  writelog: 'hawser writes its own report',
  writeunits: 'hawser always writes units',
  disableouttime: 'hawser prints its progress as it does',
  dtwave: 'waves are evaluated where and when they are needed',
  unifycurrentgrid: 'there is no grid of the water',
  fricdamp: 'friction sticks and slips by a bristle, which needs no damping of its own',
  statdynfricscale: 'static and kinetic friction of the bed are the same',
  frictiondamp: 'friction sticks and slips by a bristle, which needs no damping of its own',
  disableoutput: 'what is recorded is said under output',
  outswitch: 'what is recorded is said under output',
};

export function readOptions(deck: Deck, settings: Settings, report: Report): void {
  for (const { line, name, value } of deck.options) {
    const key = name.toLowerCase();
    const number = (): number => {
      const x = Number(value.replace(/^([+-]?[\d.]+)[dD]([+-]?\d+)$/, '$1e$2'));
      if (!Number.isFinite(x)) throw new ImportError(deck.file, line, `a number for ${name}`, `"${value}"`);
      return x;
    };
    const taken = (as: string): void => report.taken(line, `${name} ${value}`, as);
    switch (key) {
      case 'g':
      case 'gravity':
        settings.gravity = Math.abs(number());
        taken('environment.gravity');
        break;
      case 'wtrdnsty':
      case 'rho':
      case 'rhow':
        settings.density = number();
        taken('environment.water.density');
        break;
      case 'wtrdpth':
      case 'depth':
        if (/^[+-]?[\d.]/.test(value)) {
          settings.depth = Math.abs(number());
          taken('environment.seabed.height');
        } else {
          settings.bedFile = value;
        }
        break;
      case 'seafloorfile':
        settings.bedFile = value;
        break;
      case 'kbot':
      case 'kb':
        settings.kBot = number();
        taken('environment.seabed.stiffness');
        break;
      case 'cbot':
      case 'cb':
        settings.cBot = number();
        report.approximated(
          line,
          `${name} ${value}`,
          'damping of the bed grows with the depth here: environment.seabed.damping is chosen so that both agree at the depth at which the heaviest line rests',
        );
        break;
      case 'frictioncoefficient':
      case 'mu_kt':
        settings.friction = number();
        taken('environment.seabed.friction');
        break;
      case 'mu_ka':
        if (number() !== settings.friction)
          report.approximated(line, `${name} ${value}`, 'friction along and across is the same');
        else taken('environment.seabed.friction');
        break;
      case 'tmaxic':
        settings.relaxation = number();
        report.taken(
          line,
          `${name} ${value}`,
          settings.relaxation > 0
            ? 'solver.start from equilibrium, where something is free to move'
            : 'the start is where the deck puts things',
        );
        break;
      case 'wavekin':
        settings.waveKin = number();
        if (settings.waveKin === 0) taken('no waves');
        break;
      case 'currents':
        settings.currents = number();
        if (settings.currents === 0) taken('no current');
        break;
      case 'waterkin':
        settings.waterFile = value;
        break;
      case 'dtout':
        settings.dtOut = number();
        taken('output.rate');
        break;
      default:
        if (NOT_NEEDED[key] !== undefined) report.approximated(line, `${name} ${value}`, NOT_NEEDED[key]);
        else report.lost(line, `${name} ${value}`, 'this option is not known');
    }
  }
}

/** A driver of OpenFAST's MoorDyn: its environment, its deck, its times, its motion. Undefined: the text is none. */
export function readDriver(file: string, text: string, settings: Settings, report: Report): string | undefined {
  if (looksLikeDeck(text) || !/^\s*\S+\s+MDInputFile\b/im.test(text)) return undefined;
  let deck: string | undefined;
  let initial = false;
  let mode = 0;
  for (const [i, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = i + 1;
    const quoted = /^\s*"([^"]*)"\s+(\S+)/.exec(raw);
    const plain = /^\s*(\S+)\s+(\S+)/.exec(raw);
    const [value, name] = quoted ? [quoted[1], quoted[2]] : plain ? [plain[1], plain[2]] : ['', ''];
    const number = (): number => {
      const x = Number(value);
      if (!Number.isFinite(x)) throw new ImportError(file, line, `a number for ${name}`, `"${value}"`);
      return x;
    };
    if (/Initial Positions/i.test(raw)) initial = true;
    else if (initial && /^\s*[+-]?[\d.]/.test(raw)) {
      const numbers = raw
        .trim()
        .split(/[\s,]+/)
        .map(Number);
      if (numbers.length < 8 || !numbers.slice(0, 8).every(Number.isFinite))
        throw new ImportError(file, line, '8 numbers', raw.trim());
      settings.start = [...numbers.slice(2, 5), ...numbers.slice(5, 8).map((x) => (x * 180) / Math.PI)];
      report.taken(line, 'initial positions', 'bodies.vessel.position');
      initial = false;
    } else if (/^gravity$/i.test(name)) {
      settings.gravity = number();
      report.taken(line, `${name} ${value}`, 'environment.gravity');
    } else if (/^rhoW$/i.test(name)) {
      settings.density = number();
      report.taken(line, `${name} ${value}`, 'environment.water.density');
    } else if (/^WtrDpth$/i.test(name)) {
      settings.depth = number();
      report.taken(line, `${name} ${value}`, 'environment.seabed.height');
    } else if (/^MDInputFile$/i.test(name)) deck = value;
    else if (/^TMax$/i.test(name)) {
      settings.duration = number();
      report.taken(line, `${name} ${value}`, 'run.duration');
    } else if (/^dtC$/i.test(name)) report.approximated(line, `${name} ${value}`, STEPS);
    else if (/^SeaStateFile$/i.test(name)) settings.seaFile = value;
    else if (/^InputsMode$/i.test(name)) mode = number();
    else if (/^InputsFile$/i.test(name) && mode !== 0) settings.inputsFile = value;
    else if (/^NumTurbines$/i.test(name) && number() > 1) {
      throw new ImportError(file, line, 'one floater', `${value} turbines (FAST.Farm), which are not read`);
    }
  }
  return deck;
}

/** A file that the deck names, as seen from its folder; decks of test suites name it from elsewhere, so its bare name is tried as well. */
export function beside(
  source: Source,
  deckFile: string,
  name: string,
): { readonly name: string; readonly text: string } | undefined {
  const folder = deckFile.replace(/[^\\/]*$/, '');
  const bare = name.replace(/^.*[\\/]/, '');
  const parent = name.replace(/\\/g, '/').split('/').slice(-2).join('/');
  for (const candidate of [`${folder}${name}`, `${folder}${bare}`, `${folder}${parent}`]) {
    const text = textOf(source, candidate);
    if (text !== undefined) return { name: candidate, text };
  }
  return undefined;
}
