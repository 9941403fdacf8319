/** Decks of MoorDyn 1 and 2 and of OpenFAST, their drivers and motion files, to scenarios. */
import { Report } from '../report.ts';
import { finished, ImportError, type Imported, type Source, textOf } from '../result.ts';
import { q, toYaml, type Value } from '../yaml.ts';
import { aliasesOf } from './aliases.ts';
import { BED_FILE, bedOf } from './bed.ts';
import { buildSections } from './build.ts';
import { looksLikeDeck, readDeck } from './deck.ts';
import { type MoorDynModel, readModel } from './model.ts';
import { type Motion, readMotion } from './motion.ts';
import { beside, defaultSettings, readDriver, readOptions, type Settings } from './settings.ts';
import { readSyrope } from './creep.ts';
import { readTensionTables } from './tension-tables.ts';
import { readSeaState } from './sea-state.ts';
import { CURRENT_FILE, readWater } from './water.ts';

export const PROGRAM = 'MoorDyn';

export function isMoorDyn(text: string): boolean {
  return looksLikeDeck(text) || /^\s*\S+\s+MDInputFile\b/im.test(text);
}

/** motion: a file with time, x, y, z and optionally roll, pitch, yaw [deg] of coupled objects */
export function importMoorDyn(
  file: string,
  source: Source,
  options: { readonly motion?: string; readonly atRest?: boolean } = {},
): Imported {
  const report = new Report(file);
  const settings = defaultSettings();
  const text = needed(source, file);
  const named = readDriver(file, text, settings, report);
  let deckFile = file;
  let deckText = text;
  if (named !== undefined) {
    const found = beside(source, file, named);
    if (found === undefined) throw new ImportError(file, 0, `the deck ${named} beside the driver`, 'no such file');
    [deckFile, deckText] = [found.name, found.text];
  }
  report.in(deckFile);
  const deck = readDeck(deckFile, deckText);
  readOptions(deck, settings, report);
  if (options.atRest === false && settings.relaxation > 0) {
    settings.relaxation = 0;
    report.approximated(0, 'position of rest', 'none was found: the start is where the deck puts things');
  }
  const model = readModel(deck, report);
  if (model.lines.length + model.rods.size + model.bodies.size === 0) {
    throw new ImportError(deckFile, 0, 'lines, rods or bodies', 'a deck without any');
  }
  readTensionTables(source, deckFile, model, report);
  readSyrope(source, deck, model, report);
  const motion = motionOf(source, deckFile, settings, options.motion, report);
  report.in(deckFile);
  const water =
    settings.waterFile === undefined
      ? readWater(source, deckFile, settings, report)
      : readSeaState(source, deckFile, settings, report);
  const bed = bedOf(source, deckFile, settings, model, report);
  report.in(deckFile);
  const sections = buildSections(model, settings, vesselOf(settings, motion), report);
  const aliases = aliasesOf(deck.outputs, model, sections.joined.placed, report);
  const duration = settings.duration ?? motion?.duration ?? 60;
  const environment: Value = {
    gravity: q(settings.gravity, 'm/s^2'),
    ...(settings.density > 0 && {
      water: {
        density: q(settings.density, 'kg/m^3'),
        surface: q(0, 'm'),
        ...(water.sea !== undefined && settings.depth !== undefined && { depth: q(settings.depth, 'm') }),
        ...(water.profile && { profile: water.profile }),
      },
    }),
    ...(settings.density > 0 && water.sea !== undefined && { sea: water.sea }),
    ...(bed && { seabed: bed.bed }),
  };
  const scenario = toYaml(
    {
      hawser: 1,
      title: deck.title,
      environment,
      ropes: sections.ropes,
      bodies: sections.bodies,
      joints: sections.joints,
      forces: sections.forces,
      cables: sections.cables,
      ...(sections.events.length > 0 && { events: sections.events }),
      contacts: { enabled: false },
      solver: {
        ...(sections.free && settings.relaxation > 0 && { 'start from equilibrium': true }),
        ...solverOf(model),
      },
      run: { duration: q(duration, 's') },
      output: {
        rate: q(settings.dtOut !== undefined && settings.dtOut > 0 ? Math.min(1000, 1 / settings.dtOut) : 20, 'Hz'),
        'animation rate': q(10, 'Hz'), // steps end at frames: more of them would only shorten steps
        ...(Object.keys(aliases).length > 0 && { aliases }),
      },
    },
    [`Made from ${file.replace(/^.*[\\/]/, '')} (${PROGRAM}); import.md says what was taken, approximated and lost.`],
  );
  return finished(report, PROGRAM, deck.title, {
    'scenario.yaml': scenario,
    ...(motion && { [motion.table]: motion.csv }),
    ...(bed?.table !== undefined && { [BED_FILE]: bed.table }),
    ...(settings.density > 0 && water.currents !== undefined && { [CURRENT_FILE]: water.currents }),
  });
}

/**
 * Automatic steps, as long as the motion allows. An error of 1 mm a step changes tensions of moorings of hundreds of metres by less than
 * the lines' own segments do; short lines get a hundred thousandth of their length.
 */
function solverOf({ lines }: MoorDynModel): Record<string, Value> {
  const shortest = Math.min(100, ...lines.map(({ length }) => length));
  return { tolerance: Number((1e-5 * shortest).toPrecision(2)), 'max step': q(0.1, 's') };
}

function needed(source: Source, file: string): string {
  const text = textOf(source, file);
  if (text === undefined) throw new ImportError(file, 0, 'a file', 'none there');
  return text;
}

function motionOf(
  source: Source,
  deckFile: string,
  settings: Settings,
  given: string | undefined,
  report: Report,
): Motion | undefined {
  if (given !== undefined) return readMotion(given, needed(source, given), report);
  if (settings.inputsFile === undefined || settings.inputsFile === '') return undefined;
  const found = beside(source, deckFile, settings.inputsFile);
  if (found === undefined)
    throw new ImportError(deckFile, 0, `the motion ${settings.inputsFile} beside the deck`, 'no such file');
  return readMotion(found.name, found.text, report);
}

/** Coupled objects belong to one body with a given motion, or led from outside. */
function vesselOf(settings: Settings, motion: Motion | undefined): Value {
  const [x, y, z, roll, pitch, yaw] = settings.start;
  return {
    position: [q(x, 'm'), q(y, 'm'), q(z, 'm')],
    ...([roll, pitch, yaw].some((angle) => angle !== 0) && {
      rotation: { roll: q(roll, 'deg'), pitch: q(pitch, 'deg'), yaw: q(yaw, 'deg') },
    }),
    motion: motion === undefined ? 'outside' : motion.value,
  };
}
