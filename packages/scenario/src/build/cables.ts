/** Converts ropes and cables of the file to CableSpec, and to their appearance. */
import {
  BuildError,
  type CableEndSpec,
  type CablePaySpec,
  cableRoom,
  chooseCableElements,
  type CableSpec,
  drawnElement,
  drawnEvenly,
  type ModelSpec,
  type RopeLength,
  type RopeSpec,
  type CreepSpec,
  creepFault,
  type SeabedSpec,
  type TensionTable,
  type TimeFunction,
  compileFunction,
  tessellate,
} from '@hawser/engine';
import type { SceneryBody, SceneryPart } from '@hawser/record';
import type { Context } from '../check/context.ts';
import { hasRoom } from '../check/sizes.ts';
import type { Path } from '../issues.ts';
import type { Cable, CableEnd, Rope } from '../schema/cable.ts';
import type { Vec3 } from '../schema/kit.ts';
import { chainElement } from './chain/chain-look.ts';
import {
  type Asked,
  fedWhereHeld,
  fitsItsDrum,
  fitsItsEnds,
  hasItsLength,
  held,
  meetsItsHolders,
} from './cable-fit.ts';
import { type LaidLine, layPoints } from '../lay/lay.ts';
import { withRefinement } from './cable-refine.ts';
import type { DrawnMesh } from './drawn-tube.ts';
import { bedOf } from './bed.ts';
import { buildFunction } from './functions.ts';
import { distance } from './vectors.ts';
import { buildPoint } from './points.ts';
import type { Materials } from './shapes.ts';
import type { StandingBody } from './start.ts';
import { tensionTable } from './tension-table.ts';

const DEFAULT_ELEMENTS = 40;
/** elements of the shortest cable on a winch: enough for it to bend over a sheave and to swing */
const LEAST_FOR_GEAR = 4;
/**
 * Defaults without a given number of elements: error of the static shape over the length, error of the end forces, and largest number of
 * elements for them.
 */
const DEFAULT_ACCURACY = 1e-4;
const MOST_BY_DEFAULT = 400;
/** [rad] largest turn of a given shape within an element; a chord over 5 degrees lies within a thousandth of the radius of its arc. */
const TURN = (5 * Math.PI) / 180;
/**
 * The same for rods, and their smallest number of elements: with it the shape of a cantilever bent by 70 degrees is right to 1e-4 of its
 * length.
 */
const ROD_TURN = Math.PI / 180;
const ROD_ELEMENTS = 120;
/** Largest number of elements chosen by accuracy. */
const MOST_ELEMENTS = 1000;
const CABLE_COLOUR = '#4d4d4d';
const STRIPE = 'stripe';
const STRIPE_COLOUR = '#f2efe4';

export interface BuiltCable {
  readonly spec: CableSpec;
  readonly scenery: readonly SceneryBody[];
  /** the same with another spec: the appearance with the elements it may get */
  redraw(spec: CableSpec): BuiltCable;
}

type Around = Pick<ModelSpec, 'gravity' | 'bodies' | 'water'>;

export function buildCables(
  context: Context,
  bodies: readonly StandingBody[],
  materials: Materials,
  around: Around,
): BuiltCable[] {
  const { cables, ropes } = context.scenario;
  const specs = new Map(Object.entries(ropes).map(([name, rope]) => [name, ropeSpec(context, rope, ['ropes', name])]));
  const built: BuiltCable[] = [];
  for (const [name, asWritten] of Object.entries(cables)) {
    const path: Path = ['cables', name];
    const lying = laid(context, cutForGear(context, name, asWritten), bodies, path);
    if (lying === undefined) continue;
    const { cable, parts, shapes } = lying;
    const whole = buildPieces(context, cable, specs, path);
    const written = whole && inParts(whole, cable, parts);
    const byShape = choosesElements(cable);
    const pieces = byShape ? written : written && withMore(context, written);
    const start = buildEnd(context, cable.from, bodies, [...path, 'from']);
    const end = buildEnd(context, cable.to, bodies, [...path, 'to']);
    if (pieces === undefined || start === 'wrong' || end === 'wrong') continue;
    if (start === undefined && end === undefined && cable.shape === undefined) {
      context.wrong('value', path, {
        expected: 'from, to or shape',
        found: 'a cable that nothing holds',
        hint: 'say where an end is held, or give a shape to start from',
      });
      continue;
    }
    const pay = buildPay(context, cable, pieces, [...path, 'pay out']);
    if (pay === 'wrong' || !fedWhereHeld(context, name, cable, [...path, 'pay out'])) continue;
    const ends = { start, end, pieces };
    if (cable.shape === undefined && !fitsItsEnds(context, ends, bodies, path)) continue;
    const pathOf = (point: number): Path => pathOfPoint(path, shapes, point);
    if (cable.shape && !meetsItsHolders(context, cable.shape, ends, bodies, path, pathOf)) continue;
    if (cable.shape && !hasItsLength(context, wayAlong(cable.shape), ends, path)) continue;
    const seabed = cable.seabed ? seabedOf(context, pieces) : undefined;
    const material =
      cable.material === undefined ? ownMaterial(cable, ropes, materials) : materials.index(cable.material);
    if (cable.material !== undefined && material === undefined) {
      context.unknownName('material', ['materials'], cable.material, context.knownMaterials, [...path, 'material']);
      continue;
    }
    const given: CableSpec = {
      name,
      pieces,
      massConsistency: { lumped: 0, blended: 0.5, consistent: 1 }[cable.mass],
      ...(start && { start }),
      ...(end && { end }),
      ...(seabed && { seabed }),
      ...(material !== undefined && { material }),
      ...(pay && { pay }),
      ...(cable.shape && { shape: shapes.length > 0 ? eachAlong(shapes, pieces) : along(cable.shape, pieces) }),
      ...(cable.velocity && { velocity: cable.velocity }),
    };
    const asked = chooseElements(context, cable, given, around, path);
    const chosen = byShape ? asked && { ...asked, pieces: withMore(context, asked.pieces) } : asked;
    const spec: CableSpec | undefined = chosen && withRefinement(context, cable, chosen, path);
    if (spec === undefined || !hasRoom(context, spec, roomPath(context, path))) continue;
    const chains = new Set([...specs].flatMap(([each, rope]) => (rope && ropes[each].look === 'chain' ? [rope] : [])));
    const make = (each: CableSpec): BuiltCable => ({
      spec: each,
      scenery: drawn(each, cable.colour ?? CABLE_COLOUR, chains),
      redraw: make,
    });
    built.push(make(spec));
  }
  return built;
}

interface Lying {
  readonly cable: Cable;
  /** of a cable with `lay` */
  readonly parts: LaidLine['parts'];
  /** of its sections, where each has its own */
  readonly shapes: readonly (readonly Vec3[])[];
}

/** With the shape and the length given by its `lay`; undefined: a fault was reported. */
function laid(context: Context, cable: Cable, bodies: readonly StandingBody[], path: Path): Lying | undefined {
  const { lay, from, to } = cable;
  const bySection = sectionShapes(context, cable, path);
  if (bySection === undefined) return undefined;
  if (bySection.length > 0) return { cable: { ...cable, shape: joined(bySection) }, parts: [], shapes: bySection };
  if (lay === undefined) return { cable, parts: [], shapes: [] };
  const names = cable.sections?.map(({ rope }) => rope) ?? [cable.rope ?? ''];
  const known = names.flatMap((name) => context.scenario.ropes[name] ?? []);
  if (known.length < names.length || cable.shape !== undefined) {
    if (cable.shape !== undefined) {
      context.wrong('value', [...path, 'lay'], { expected: 'either shape or lay', found: 'both' });
    } else buildPieces(context, cable, new Map(), path); // reports the missing rope
    return undefined;
  }
  const start = buildEnd(context, from, bodies, [...path, 'from']);
  const end = buildEnd(context, to, bodies, [...path, 'to']);
  if (start === 'wrong' || end === 'wrong' || !context.sound([...path, 'lay'])) return undefined;
  const ends = { start: start && held(bodies[start.body], start), end: end && held(bodies[end.body], end) };
  const thick = Math.max(...known.map((rope) => rope['outer diameter'] ?? rope.diameter));
  const line = layPoints(context, lay, thick, ends, bodies, [...path, 'lay']);
  if (line === undefined) return undefined;
  const { points: shape, parts } = line;
  const length = cable.length ?? (cable.sections === undefined ? wayAlong(shape) : undefined);
  return { cable: { ...cable, shape, ...(length !== undefined && { length }) }, parts, shapes: [] };
}

/** Shapes of the sections, each continuing at the end of the previous one; [] without shapes; undefined: a fault was reported. */
function sectionShapes(
  context: Context,
  { sections = [], shape, lay }: Cable,
  path: Path,
): readonly (readonly Vec3[])[] | undefined {
  const given = sections.flatMap((section) => (section.shape === undefined ? [] : [section.shape]));
  if (given.length === 0) return [];
  const other = shape !== undefined ? 'shape' : lay !== undefined ? 'lay' : undefined;
  if (other !== undefined) {
    context.wrong('value', [...path, other], { expected: `either ${other} or shapes of sections`, found: 'both' });
    return undefined;
  }
  for (const [i, section] of sections.entries()) {
    const at: Path = [...path, 'sections', i];
    if (section.shape === undefined) {
      const hint = 'give it the points along which it lies, or give the cable one shape';
      context.wrong('value', at, { expected: 'a shape, as other sections have', found: 'none', hint });
      return undefined;
    }
    const before = sections[i - 1]?.shape;
    const end = before?.[before.length - 1];
    if (end === undefined) continue;
    const [first] = section.shape;
    const off = distance(end, first);
    if (off <= 1e-6 * section.length) continue;
    context.wrong('value', [...at, 'shape', 0], {
      expected: `[${end.join(', ')}], where the section before it ends`,
      found: `[${first.join(', ')}], ${Number(off.toPrecision(4))} m away`,
    });
    return undefined;
  }
  return given;
}

function joined(shapes: readonly (readonly Vec3[])[]): Vec3[] {
  return shapes.flatMap((shape, i) => (i === 0 ? shape : shape.slice(1)));
}

/** Path of a point of the whole shape in the file. */
function pathOfPoint(path: Path, shapes: readonly (readonly Vec3[])[], point: number): Path {
  if (shapes.length === 0) return [...path, 'shape', point];
  const last = shapes.length - 1;
  return point === 0
    ? [...path, 'sections', 0, 'shape', 0]
    : [...path, 'sections', last, 'shape', shapes[last].length - 1];
}

/** Distributes one rope over the parts of its line, without a given number of elements. */
function inParts(pieces: readonly RopeLength[], { elements, length }: Cable, parts: LaidLine['parts']): RopeLength[] {
  if (parts.length === 0 || elements !== undefined || length === undefined || pieces.length !== 1) return [...pieces];
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  return parts.map((part) => ({ ...pieces[0], length: (part.length / total) * length, elements: part.elements }));
}

/** Friction of the first of its ropes that has one; undefined: the default of ropes. */
function ownMaterial(cable: Cable, ropes: Readonly<Record<string, Rope>>, materials: Materials): number | undefined {
  const names = cable.sections?.map(({ rope }) => rope) ?? [cable.rope ?? ''];
  const name = names.find((each) => ropes[each]?.friction !== undefined);
  const friction = name === undefined ? undefined : ropes[name].friction;
  return friction && materials.rope(`rope: ${name}`, friction);
}

/** Path at which a cable gives its length or number of elements. */
function roomPath(context: Context, path: Path): Path {
  const given = [['pay out', 'longest'], ['pay out'], ['refine', 'most'], ['elements'], ['sections']];
  return given.map((steps) => [...path, ...steps]).find((each) => context.given(each)) ?? path;
}

/** The cable with the number of elements required by its accuracy; undefined: a fault was reported. */
function chooseElements(
  context: Context,
  cable: Cable,
  spec: CableSpec,
  around: Around,
  path: Path,
): CableSpec | undefined {
  const { accuracy } = cable;
  if (accuracy === undefined) return chooseByDefault(cable, spec, around);
  const clash = cable.shape ? 'shape' : cable['pay out'] ? 'pay out' : cable.elements !== undefined ? 'elements' : '';
  if (clash !== '') {
    const hint = `take out accuracy or ${clash}`;
    context.wrong('value', [...path, 'accuracy'], { expected: `no ${clash} beside accuracy`, found: 'both', hint });
    return undefined;
  }
  const length = spec.pieces.reduce((sum, piece) => sum + piece.length, 0);
  const wanted = { position: accuracy.position ?? 1e-3 * length, force: accuracy.force };
  const { pieces, reached, elements, positionError, forceError } = chooseCableElements(around, spec, wanted);
  if (!reached) {
    const errors = `about ${positionError.toPrecision(2)} m and ${(100 * forceError).toPrecision(2)} % of the force with them`;
    const most = elements >= MOST_ELEMENTS;
    context.wrong('value', [...path, 'accuracy'], {
      expected: most
        ? `an accuracy that ${elements} elements reach`
        : 'a cable that comes to rest on finer elements, too',
      found: most ? errors : positionError > 0 ? `${elements} elements, ${errors}` : 'none that does',
      hint: 'ask for less, or give elements',
    });
    return undefined;
  }
  return { ...spec, pieces };
}

/**
 * Default: the number of elements that the static shape needs, never fewer than before; a cable without a static solution keeps its number.
 */
function chooseByDefault(cable: Cable, spec: CableSpec, around: Around): CableSpec {
  if (!choosesElements(cable)) return spec;
  const length = spec.pieces.reduce((sum, piece) => sum + piece.length, 0);
  const { pieces, reached } = chooseCableElements(around, spec, {
    position: DEFAULT_ACCURACY * length,
    force: DEFAULT_ACCURACY,
    least: DEFAULT_ELEMENTS,
    most: MOST_BY_DEFAULT,
  });
  const elements = pieces.reduce((sum, piece) => sum + piece.elements, 0);
  return reached || elements > DEFAULT_ELEMENTS ? { ...spec, pieces } : spec;
}

/**
 * Default of a cable on a winch or in a hand: elements paid out are as long as those at the start, so these are such that the longest
 * cable has the usual number. By the static shape of a short one, a drum of 30 m would pay out thousands.
 */
function cutForGear({ scenario }: Context, name: string, cable: Cable): Cable {
  const gear = [...Object.values(scenario.winches), ...Object.values(scenario.deckhands)];
  const longest = Math.max(0, ...gear.flatMap((one) => (one.cable === name ? (one.rope ?? 0) : [])));
  const length = cable.length ?? cable.sections?.reduce((sum, section) => sum + section.length, 0);
  if (longest === 0 || length === undefined || cable.lay || !choosesElements(cable) || cable.accuracy) return cable;
  const share = Math.ceil((usualElements(cable, scenario.ropes) * length) / Math.max(longest, length));
  return { ...cable, elements: Math.max(LEAST_FOR_GEAR, share) };
}

/** True if its elements follow from its static shape. */
function choosesElements(cable: Cable): boolean {
  if (cable.accuracy !== undefined) return true;
  const given = cable.elements !== undefined || cable.sections?.some(({ elements }) => elements !== undefined);
  return !(given || cable.shape || cable['pay out'] || cable.refine);
}

/** With more elements, for a finer build of the scenario. */
function withMore({ moreElements }: Context, pieces: readonly RopeLength[]): RopeLength[] {
  return pieces.map((piece) => ({ ...piece, elements: Math.ceil(moreElements * piece.elements) }));
}

/**
 * Default number of elements: more along a strongly curved shape. The shape of a rod depends on bending alone, with an error of second
 * order in the turn of an element: 3e-4 of the load of a rod bent back on itself with ROD_TURN.
 */
function usualElements({ shape, rope, sections }: Cable, ropes: Readonly<Record<string, Rope>>): number {
  const names = sections?.map((part) => part.rope) ?? [rope ?? ''];
  const isRod = names.some((name) => ropes[name]?.compression === 'rod' && ropes[name].bending !== undefined);
  const least = isRod ? ROD_ELEMENTS : DEFAULT_ELEMENTS;
  if (shape === undefined) return least;
  let turn = 0;
  for (let i = 2; i < shape.length; i++) {
    const [a, b] = [0, 1].map((k) => shape[i - k].map((x, r) => x - shape[i - 1 - k][r]));
    const across = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
    turn += Math.atan2(across, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
  }
  return Math.min(MOST_BY_DEFAULT, Math.max(least, Math.ceil(turn / (isRod ? ROD_TURN : TURN))));
}

/** Path in the scenario of a field of the engine. */
const CREEP_FIELDS: Readonly<Record<string, readonly [string, string]>> = {
  alpha: ['creep', 'dynamic stiffness'],
  beta: ['creep', 'stiffness per load'],
  slowDamping: ['creep', 'slow damping'],
  fastDamping: ['creep', 'fast damping'],
  k1: ['working curves', 'k1'],
  k2: ['working curves', 'k2'],
  largest: ['working curves', 'largest'],
};

function creepSpec(
  { creep, 'working curves': curves }: Rope,
  original: TensionTable | undefined,
): CreepSpec | undefined {
  if (creep === undefined) return undefined;
  return {
    alpha: creep['dynamic stiffness'],
    beta: creep['stiffness per load'],
    slowDamping: creep['slow damping'],
    fastDamping: creep['fast damping'],
    ...(curves &&
      original && { working: { original, form: curves.form, k1: curves.k1, k2: curves.k2, largest: curves.largest } }),
  };
}

/** Undefined where its table is wrong, which is reported. */
function ropeSpec(context: Context, rope: Rope, path: Path): RopeSpec | undefined {
  const table = rope['tension table'];
  const rows = table === undefined ? undefined : tensionTable(context, table, [...path, 'tension table']);
  const curves = rope['working curves'];
  const original = curves && tensionTable(context, curves.original, [...path, 'working curves', 'original']);
  if (curves !== undefined && original === undefined) return undefined;
  const first = rows ?? original;
  const stiffness = first === undefined ? rope.stiffness : first[1][1] / first[1][0];
  if (stiffness === undefined) return undefined;
  const creep = creepSpec(rope, original);
  const fault = creep && creepFault(stiffness, creep);
  if (fault !== undefined) {
    const [under, field] = CREEP_FIELDS[fault.field] ?? ['creep', fault.field];
    const [expected, found] = fault.message.replace(/^must (be )?/, '').split(', found ');
    context.wrong('value', [...path, under, field], { expected, found });
    return undefined;
  }
  const optional = {
    bendingStiffness: rope.bending,
    torsionalStiffness: rope.torsion,
    naturalCurvature: rope['natural curvature'],
    axialDamping: rope['axial damping'],
    bendingDamping: rope['bending damping'],
    torsionalDamping: rope['torsion damping'],
    dragNormal: rope.drag?.normal,
    dragTangential: rope.drag?.tangential,
    addedMassNormal: rope['added mass']?.normal,
    addedMassTangential: rope['added mass']?.tangential,
    slackRatio: rope.compression === 'rod' ? 1 : undefined,
    breakLoad: rope.parts ? rope['break load'] : undefined,
    displacedArea: rope.density === undefined ? undefined : rope.mass / rope.density,
  };
  return {
    massPerLength: rope.mass,
    axialStiffness: stiffness,
    ...(rows && { tensionTable: rows }),
    ...(creep && { creep }),
    diameter: rope['outer diameter'] ?? rope.diameter,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  };
}

function buildPieces(
  context: Context,
  cable: Cable,
  ropes: ReadonlyMap<string, RopeSpec | undefined>,
  path: Path,
): RopeLength[] | undefined {
  const known = Object.keys(context.scenario.ropes);
  const find = (name: string, at: Path): RopeSpec | undefined => {
    const rope = ropes.get(name);
    if (!ropes.has(name)) context.unknownName('rope', ['ropes'], name, known, at);
    return rope;
  };
  if (cable.sections !== undefined) {
    if (cable.rope !== undefined || cable.length !== undefined) {
      context.wrong('value', [...path, 'sections'], {
        expected: 'either rope and length, or sections',
        found: 'both',
        hint: 'take one of them out',
      });
      return undefined;
    }
    const total = cable.sections.reduce((sum, { length }) => sum + length, 0);
    const pieces = cable.sections.map((part, i) => {
      const rope = find(part.rope, [...path, 'sections', i, 'rope']);
      const share = Math.round(
        ((cable.elements ?? usualElements(cable, context.scenario.ropes)) * part.length) / total,
      );
      return rope && { rope, length: part.length, elements: part.elements ?? Math.max(1, share) };
    });
    return pieces.every((piece) => piece !== undefined) ? pieces : undefined;
  }
  if (cable.rope === undefined || cable.length === undefined) {
    const missing = cable.rope === undefined ? 'rope' : 'length';
    context.wrong('value', path, { expected: 'rope and length, or sections', found: `no ${missing}` });
    return undefined;
  }
  const rope = find(cable.rope, [...path, 'rope']);
  return (
    rope && [{ rope, length: cable.length, elements: cable.elements ?? usualElements(cable, context.scenario.ropes) }]
  );
}

export function buildEnd(
  context: Context,
  end: CableEnd | undefined,
  bodies: readonly StandingBody[],
  path: Path,
): CableEndSpec | 'wrong' | undefined {
  if (end === undefined) return undefined;
  const body = context.body(end.body, [...path, 'body']);
  if (body === undefined) return 'wrong';
  const point = buildPoint(context, end.point ?? [0, 0, 0], bodies[body], [...path, 'point']);
  if (point === undefined) return 'wrong';
  const parting = end['parts above'];
  return { body, point, ...(end.clamp && { direction: end.clamp }), ...(parting !== undefined && { parting }) };
}

/** Number of samples of a function of time in the search for its extremes. */
const SAMPLES = 2000;

function buildPay(
  context: Context,
  cable: Cable,
  pieces: readonly RopeLength[],
  path: Path,
): CablePaySpec | 'wrong' | undefined {
  const given = cable['pay out'];
  if (given === undefined) return undefined;
  const { from, to } = given;
  const written = from ?? to;
  if (written === undefined || (from !== undefined && to !== undefined)) {
    const found = written === undefined ? 'neither' : 'both';
    context.wrong('value', path, { expected: 'either from or to: the end that is fed', found });
    return 'wrong';
  }
  const key = from === undefined ? 'to' : 'from';
  const length = buildFunction(context, written, 'length', [...path, key]);
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const { duration } = context.scenario.run;
  const most = largest(length, duration);
  if (most === undefined) return 'wrong';
  if (!(Math.abs(most.first - total) <= 1e-6 * total)) {
    context.wrong('value', [...path, key], {
      expected: `the length of the cable, ${total} m, at t = 0`,
      found: `${Number(most.first.toPrecision(6))} m`,
      hint: 'let the function begin there, or change the length',
    });
    return 'wrong';
  }
  if (!fitsItsDrum(context, { least: most.least, most: most.most }, given.longest, path)) return 'wrong';
  const end = key === 'from' ? 'start' : 'end';
  return { end, length, longest: given.longest ?? most.value * (1 + 1e-6) };
}

interface Range extends Asked {
  readonly first: number;
  /** bound of the values between samples */
  readonly value: number;
}

/** First, smallest and largest value over a run; undefined for an invalid function, which is reported elsewhere. */
function largest(f: TimeFunction, duration: number): Range | undefined {
  try {
    const compiled = compileFunction(f);
    const out = new Float64Array(3);
    compiled.evaluate(0, out, 0);
    const first = out[0];
    let value = first;
    let least = first;
    let most = first;
    for (let i = 1; i <= SAMPLES; i++) {
      compiled.evaluate((duration * i) / SAMPLES, out, 0);
      least = Math.min(least, out[0]);
      most = Math.max(most, out[0]);
      // between samples a smooth function rises no further than its rate carries it over half of one
      value = Math.max(value, out[0] + (Math.abs(out[1]) * 0.5 * duration) / SAMPLES);
    }
    return { first, value, least, most };
  } catch (error) {
    if (error instanceof BuildError) return undefined;
    throw error;
  }
}

/**
 * [Pa/m] smallest default stiffness of a bed; and largest sinkage of a cable into it under its weight in air, as a part of its diameter.
 */
const BED = 1e6;
const SINKAGE = 0.05;

function seabedOf(context: Context, pieces: readonly RopeLength[]): SeabedSpec | undefined {
  const { seabed, gravity } = context.scenario.environment;
  const bed = bedOf(context);
  if (seabed === undefined || bed === undefined) return undefined;
  const { damping, friction, 'friction across': frictionAcross, give } = seabed;
  // at rest weight = k d depth
  const needed = pieces.map(({ rope: { massPerLength, diameter } }) => {
    return (massPerLength * Math.hypot(...gravity)) / (SINKAGE * diameter * diameter);
  });
  const stiffness = seabed.stiffness ?? Math.max(BED, ...needed);
  return {
    normal: [0, 0, 1],
    ...bed,
    stiffness,
    damping,
    friction,
    ...(frictionAcross !== undefined && { frictionAcross }),
    give,
  };
}

function wayAlong(points: readonly Vec3[]): number {
  return points.reduce((sum, p, i) => sum + (i === 0 ? 0 : distance(p, points[i - 1])), 0);
}

/** Each section along its own points. */
function eachAlong(shapes: readonly (readonly Vec3[])[], pieces: readonly RopeLength[]): number[] {
  return pieces.flatMap((piece, i) => along(shapes[i], [piece]).slice(i === 0 ? 0 : 3));
}

/** Nodes along a line of points, by unstretched length. */
function along(given: readonly Vec3[], pieces: readonly RopeLength[]): number[] {
  const steps = pieces.flatMap(({ length, elements }) => Array<number>(elements).fill(length / elements));
  const total = steps.reduce((a, b) => a + b);
  const points = given.filter((p, i) => i === 0 || distance(p, given[i - 1]) > 0);
  if (points.length < 2) return steps.flatMap(() => points[0]).concat(points[0]); // rejected where the cable is built
  const lengths = points.slice(1).map((p, i) => distance(p, points[i]));
  const way = lengths.reduce((a, b) => a + b);
  const nodes: number[] = [];
  let part = 0;
  let before = 0;
  let s = 0;
  for (let i = 0; i <= steps.length; i++) {
    const at = (s / total) * way;
    while (part < lengths.length - 1 && at > before + lengths[part]) before += lengths[part++];
    const t = Math.min(1, Math.max(0, (at - before) / lengths[part]));
    for (let k = 0; k < 3; k++) nodes.push(points[part][k] + t * (points[part + 1][k] - points[part][k]));
    s += steps[i] ?? 0;
  }
  return nodes;
}

/** Draws every element as a rod of its rest length, slightly longer so that no gaps show in bends, or as links of a chain. */
function drawn(spec: CableSpec, colour: string, chains: ReadonlySet<RopeSpec>): SceneryBody[] {
  if (drawnEvenly(spec)) return evenlyDrawn(spec, colour, chains);
  let j = 0;
  const { pieces } = spec;
  const now = pieces.reduce((sum, { elements }) => sum + elements, 0);
  // elements that pay-out may add look like the one at the fed end
  const more = cableRoom(spec) - 1 - now;
  const fed = spec.pay?.end === 'start' ? 0 : pieces.length - 1;
  const next = { ...pieces[fed], length: (pieces[fed].length / pieces[fed].elements) * more, elements: more };
  const all = more > 0 ? [...pieces, next] : pieces;
  return all.flatMap(({ rope, length, elements }) => {
    const radius = 0.5 * rope.diameter;
    const halfLength = (0.5 * length) / elements + 0.25 * radius;
    const mesh = elementMesh(rope, length / elements, chains);
    const line = !rope.torsionalStiffness || mesh.links ? undefined : stripe(radius, halfLength);
    return Array.from({ length: elements }, (): SceneryBody => {
      const name = drawnElement(spec.name, j++);
      const parts = [elementPart(name, mesh, colour)];
      if (line !== undefined) parts.push(line);
      return { name, fixed: false, parts };
    });
  });
}

interface ElementMesh extends DrawnMesh {
  /** it is links of a chain */
  readonly links: boolean;
}

function elementMesh(rope: RopeSpec, length: number, chains: ReadonlySet<RopeSpec>): ElementMesh {
  const links = chains.has(rope) ? chainElement(rope.diameter, length) : undefined;
  if (links !== undefined) return { ...links, links: true };
  const radius = 0.5 * rope.diameter;
  const rod = { kind: 'cylinder', radius, halfLength: 0.5 * length + 0.25 * radius } as const;
  return { ...tessellate(rod, { segments: 6 }), links: false };
}

function elementPart(name: string, { positions, normals, indices, links }: ElementMesh, colour: string): SceneryPart {
  return { name: links ? 'links' : name, positions, normals, indices, colour, opacity: 1 };
}

/** [rad] half the width of the stripe, and its distance from the rod, as a part of the radius */
const STRIPE_WIDTH = 0.35;
const STRIPE_OFF = 1.03;

/** A stripe along the +x side of a rod, which shows its rotation. */
function stripe(radius: number, halfLength: number): SceneryPart {
  const r = STRIPE_OFF * radius;
  const [c, s] = [Math.cos(STRIPE_WIDTH), Math.sin(STRIPE_WIDTH)];
  const corners: readonly (readonly [number, number])[] = [
    [c, -s],
    [1, 0],
    [c, s],
  ];
  const positions = corners.flatMap(([x, y]) => [r * x, r * y, -halfLength, r * x, r * y, halfLength]);
  const normals = corners.flatMap(([x, y]) => [x, y, 0, x, y, 0]);
  return {
    name: STRIPE,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint32Array.of(0, 2, 1, 1, 2, 3, 2, 4, 3, 3, 4, 5),
    colour: STRIPE_COLOUR,
    opacity: 1,
  };
}

/** Equal pieces, for cables whose elements differ; each as thick as the rope there. */
function evenlyDrawn(spec: CableSpec, colour: string, chains: ReadonlySet<RopeSpec>): SceneryBody[] {
  const count = cableRoom(spec) - 1;
  const total = spec.pieces.reduce((sum, { length }) => sum + length, 0);
  return Array.from({ length: count }, (_, j): SceneryBody => {
    const middle = ((j + 0.5) / count) * total;
    const piece = spec.pieces.find((_piece, k) => middle <= lengthTo(spec, k)) ?? spec.pieces[spec.pieces.length - 1];
    const name = drawnElement(spec.name, j);
    return { name, fixed: false, parts: [elementPart(name, elementMesh(piece.rope, total / count, chains), colour)] };
  });
}

/** [m] from the start to the end of piece k */
function lengthTo({ pieces }: CableSpec, k: number): number {
  return pieces.slice(0, k + 1).reduce((sum, { length }) => sum + length, 0);
}
