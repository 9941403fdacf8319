/** Lines of a deck as cables: those that meet end to end at a free point without mass are sections of one. */
import type { Report } from '../report.ts';
import { q, type Value } from '../yaml.ts';
import type { Hold, Line, LineEnd, MoorDynModel } from './model.ts';
import type { Vec3 } from '../mass.ts';
import { ropesOf } from './ropes.ts';
import type { Settings } from './settings.ts';
import { catenary } from './start-shape.ts';

/** A line in a cable, reversed or not. */
interface Part {
  readonly line: Line;
  readonly reversed: boolean;
}

/** Position of a line in a cable. */
export interface Placed {
  readonly cable: string;
  readonly reversed: boolean;
  /** number of the first element of the line in the cable, and how many there are in the line and the cable */
  readonly first: number;
  readonly elements: number;
  readonly total: number;
}

export interface Joined {
  readonly placed: ReadonlyMap<string, Placed>;
  /** mass at a point: half a segment of each line */
  massAt(point: string): { readonly lines: number; readonly mass: number };
  write(hold: (end: LineEnd) => Hold | undefined): {
    readonly cables: Record<string, Value>;
    readonly ropes: Record<string, Value>;
    readonly events: Value[];
  };
}

export function cablesOf(
  model: MoorDynModel,
  settings: Settings,
  hold: (end: LineEnd) => Hold | undefined,
  report: Report,
): Joined {
  const meeting = new Map<string, { line: Line; at: 'a' | 'b' }[]>();
  for (const line of model.lines) {
    for (const at of ['a', 'b'] as const) {
      const key = nodeOf(line[at], model);
      meeting.set(key, [...(meeting.get(key) ?? []), { line, at }]);
    }
  }
  const failing = new Set(model.failures.map(({ at }) => nodeOf(at, model)));
  const through = (end: LineEnd): { line: Line; at: 'a' | 'b' }[] | undefined => {
    const there = meeting.get(nodeOf(end, model)) ?? [];
    const joint =
      there.length === 2 &&
      there[0].line !== there[1].line &&
      hold(end) === undefined &&
      !failing.has(nodeOf(end, model));
    return joint ? there : undefined;
  };
  const chains = chained(model, through);
  const placed = new Map<string, Placed>();
  for (const parts of chains) {
    const cable = nameOf(parts);
    const total = parts.reduce((sum, { line }) => sum + line.segments, 0);
    let first = 0;
    for (const { line, reversed } of parts) {
      placed.set(line.id, { cable, reversed, first, elements: line.segments, total });
      report.names.set(
        `Line${line.id}`,
        parts.length === 1 ? `cable ${cable}` : `cable ${cable}, elements ${first} to ${first + line.segments - 1}`,
      );
      first += line.segments;
    }
    if (parts.length > 1) {
      for (const { line } of parts.slice(1)) {
        if (line.type.EI > 0)
          report.approximated(
            line.line,
            `line ${line.id}: its free point`,
            'a joint of sections of one cable, through which bending goes',
          );
      }
    }
  }
  return {
    placed,
    massAt: (point) => {
      const there = meeting.get(`point ${point}`) ?? [];
      const mass = there.reduce((sum, { line }) => sum + (0.5 * line.type.mass * line.length) / line.segments, 0);
      return { lines: there.length, mass };
    },
    write: (holdAt) => {
      const { ropes, ropeOf } = ropesOf(model, settings, report);
      const cables: Record<string, Value> = {};
      for (const parts of chains) {
        const shapes = shapesOf(parts, model, settings, report);
        const parting = (line: Line, end: LineEnd): number | undefined => partingOf(model, line, end, report);
        cables[nameOf(parts)] = cableOf(parts, ropeOf, holdAt, parting, shapes);
      }
      return { cables, ropes, events: eventsOf(model, placed, report) };
    },
  };
}

/** A rod without length is one node, whatever its side. */
function nodeOf(end: LineEnd, model: MoorDynModel): string {
  if (end.kind === 'point') return `point ${end.id}`;
  const rod = model.rods.get(end.id);
  const zero =
    rod !== undefined &&
    (rod.segments === 0 || Math.hypot(rod.b[0] - rod.a[0], rod.b[1] - rod.a[1], rod.b[2] - rod.a[2]) === 0);
  return `rod ${end.id}${zero ? '' : end.side}`;
}

function chained(
  model: MoorDynModel,
  through: (end: LineEnd) => { line: Line; at: 'a' | 'b' }[] | undefined,
): Part[][] {
  const done = new Set<Line>();
  const chains: Part[][] = [];
  for (const start of model.lines) {
    if (done.has(start)) continue;
    const parts: Part[] = [{ line: start, reversed: false }];
    done.add(start);
    for (const forwards of [true, false]) {
      for (;;) {
        const end = forwards ? parts[parts.length - 1] : parts[0];
        const side = forwards !== end.reversed ? 'b' : 'a';
        const next = through(end.line[side])?.find(({ line }) => line !== end.line);
        if (next === undefined || done.has(next.line)) break;
        done.add(next.line);
        if (forwards) parts.push({ line: next.line, reversed: next.at === 'b' });
        else parts.unshift({ line: next.line, reversed: next.at === 'a' });
      }
    }
    chains.push(parts);
  }
  return chains;
}

function nameOf(parts: readonly Part[]): string {
  return `line${parts.map(({ line }) => line.id).join('-')}`;
}

function cableOf(
  parts: readonly Part[],
  ropeOf: (line: Line) => string,
  hold: (end: LineEnd) => Hold | undefined,
  parting: (line: Line, end: LineEnd) => number | undefined,
  shapes: readonly (readonly Vec3[])[] | undefined,
): Record<string, Value> {
  const shape = (i: number): { shape?: Value } =>
    shapes ? { shape: shapes[i].map((point) => point.map((x) => q(Number(x.toPrecision(9)), 'm'))) } : {};
  const [first, last] = [parts[0], parts[parts.length - 1]];
  const bends = (part: Part): boolean => part.line.type.EI > 0;
  const [start, end] = [first.reversed ? first.line.b : first.line.a, last.reversed ? last.line.a : last.line.b];
  const from = endOf(hold(start), bends(first), 1, parting(first.line, start));
  const to = endOf(hold(end), bends(last), -1, parting(last.line, end));
  const ends = { ...(from && { from }), ...(to && { to }) };
  if (parts.length === 1) {
    const { line } = first;
    return { rope: ropeOf(line), length: q(line.length, 'm'), elements: line.segments, ...ends, ...shape(0) };
  }
  return {
    sections: parts.map(({ line }, i) => ({
      rope: ropeOf(line),
      length: q(line.length, 'm'),
      elements: line.segments,
      ...shape(i),
    })),
    ...ends,
  };
}

/** The direction of a rod's end points out of it: along the cable at its start, against it at its end. */
function endOf(hold: Hold | undefined, bends: boolean, sign: number, parting: number | undefined): Value | undefined {
  if (hold === undefined) return undefined;
  const { body, point, direction } = hold;
  return {
    body,
    ...(point.some((x) => x !== 0) && { point: point.map((x) => q(x, 'm')) }),
    ...(bends && direction && { clamp: direction.map((x) => sign * x) }),
    ...(parting !== undefined && { 'parts above': q(parting, 'N') }),
  };
}

/** [N] above which an end parts; undefined: never. */
function partingOf(model: MoorDynModel, line: Line, end: LineEnd, report: Report): number | undefined {
  const found = model.failures.find(
    ({ at, lines, tension }) => tension > 0 && lines.includes(line.id) && at.kind === end.kind && at.id === end.id,
  );
  if (found === undefined) return undefined;
  report.taken(found.line, `failure of line ${line.id} above ${found.tension} N`, 'parts above');
  return found.tension;
}

function eventsOf(model: MoorDynModel, placed: ReadonlyMap<string, Placed>, report: Report): Value[] {
  return model.failures.flatMap((failure) => {
    if (!(failure.time > 0)) return [];
    return failure.lines.flatMap((id) => {
      const line = model.lines.find((one) => one.id === id);
      const place = placed.get(id);
      if (!line || !place) {
        report.lost(failure.line, `failure of line ${id}`, 'there is no such line');
        return [];
      }
      const atA = line.a.kind === failure.at.kind && line.a.id === failure.at.id;
      report.taken(failure.line, `failure of line ${id} at ${failure.time} s`, 'events');
      return [
        { at: q(failure.time, 's'), detach: { cable: place.cable, end: atA !== place.reversed ? 'from' : 'to' } },
      ];
    });
  });
}

/**
 * Shape of the lines of a cable, where lines of several points do not start from statics, and where a line is stretched more than ropes
 * are. Undefined: the static shape between its ends.
 */
function shapesOf(
  parts: readonly Part[],
  model: MoorDynModel,
  settings: Settings,
  report: Report,
): Vec3[][] | undefined {
  const bed = settings.depth === undefined ? undefined : -settings.depth;
  let wanted = parts.length > 1 && !(settings.relaxation > 0);
  const shapes = parts.map(({ line, reversed }) => {
    const [a, b] = [placeOf(line.a, model), placeOf(line.b, model)];
    const chord = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    if (chord > STRETCHED * line.length) wanted = true;
    const { mass, diameter } = line.type;
    const weight = settings.gravity * (mass - 0.25 * Math.PI * diameter * diameter * settings.density);
    const laid = foldsBack(a, b, line, weight) ? [a, b] : catenary(a, b, line.length, weight, bed);
    return reversed ? laid.reverse() : laid;
  });
  if (wanted && !(settings.relaxation > 0))
    for (const { line } of parts)
      report.approximated(
        line.line,
        `line ${line.id}: its start`,
        'laid between its own points, whatever that stretches it',
      );
  return wanted ? shapes : undefined;
}

/** Largest slack of a line that is laid straight. */
const SLACK = 1.25;

/**
 * True for a line longer than from its higher end down to the height of the lower one and along there: MoorDyn then starts with a straight
 * line between its points.
 */
function foldsBack(a: Vec3, b: Vec3, { length }: Line, weight: number): boolean {
  const [x, z] = [Math.hypot(b[0] - a[0], b[1] - a[1]), Math.abs(b[2] - a[2])];
  return weight > 0 && length >= (1 - 1e-9) * (x + z) && length <= SLACK * Math.hypot(x, z);
}

/** Stretch above which a line is laid straight. */
const STRETCHED = 1.05;

/** In the world. */
function placeOf(end: LineEnd, model: MoorDynModel): Vec3 {
  const thing = end.kind === 'point' ? model.points.get(end.id) : model.rods.get(end.id);
  if (thing === undefined) return [0, 0, 0];
  const at = 'at' in thing ? thing.at : end.side === 'A' ? thing.a : thing.b;
  const { holder } = thing;
  const on =
    holder.kind === 'body'
      ? holder.body
      : holder.kind === 'pinned' && typeof holder.to === 'number'
        ? holder.to
        : undefined;
  const body = on === undefined ? undefined : model.bodies.get(on);
  if (body === undefined) return at;
  return turned(at, body.angles, body.at);
}

/** R = Rz Ry Rx of angles in degrees, then a shift. */
function turned([x, y, z]: Vec3, angles: Vec3, shift: Vec3): Vec3 {
  const [a, b, c] = angles.map((deg) => (deg * Math.PI) / 180);
  const [y1, z1] = [y * Math.cos(a) - z * Math.sin(a), y * Math.sin(a) + z * Math.cos(a)];
  const [x2, z2] = [x * Math.cos(b) + z1 * Math.sin(b), z1 * Math.cos(b) - x * Math.sin(b)];
  return [
    shift[0] + x2 * Math.cos(c) - y1 * Math.sin(c),
    shift[1] + x2 * Math.sin(c) + y1 * Math.cos(c),
    shift[2] + z2,
  ];
}
