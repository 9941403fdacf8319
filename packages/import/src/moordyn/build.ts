/**
 * A deck's model as sections of a scenario. Lines become cables; free points without mass that join two lines become joints of sections in
 * one cable; other free points, bodies and free rods become rigid bodies; coupled objects belong to the body `vessel`.
 */
import type { Report } from '../report.ts';
import { q, type Value } from '../yaml.ts';
import { cablesOf, type Joined } from './cables.ts';
import { cylinder, MassSum, type Vec3 } from '../mass.ts';
import type { Body, Hold, Holder, LineEnd, MoorDynModel, Point, Rod } from './model.ts';
import type { Settings } from './settings.ts';

export interface Sections {
  readonly bodies: Record<string, Value>;
  readonly joints: Record<string, Value>;
  readonly forces: Record<string, Value>;
  readonly cables: Record<string, Value>;
  readonly ropes: Record<string, Value>;
  readonly events: Value[];
  /** true: something whose static position must be found at the start */
  readonly free: boolean;
  readonly joined: Joined;
}

/**
 * Smallest number of segments of a rod: drag and wet part of an inclined rod are then right to a hundredth, whatever the deck's lumping.
 */
const SEGMENTS = 10;

/** Mass of a massless knot, as a part of the mass meeting there. */
const KNOT = 0.02;

export function buildSections(model: MoorDynModel, settings: Settings, vessel: Value, report: Report): Sections {
  const bodies: Record<string, Value> = {};
  const joints: Record<string, Value> = {};
  const forces: Record<string, Value> = {};
  const builder = new Builder(model, settings, report, bodies, joints, forces);
  const coupled = [...model.points.values(), ...model.rods.values(), ...model.bodies.values()].some(
    ({ holder }) => holder.kind === 'coupled' || (holder.kind === 'pinned' && holder.to === 'vessel'),
  );
  if (coupled) bodies.vessel = vessel;
  for (const body of model.bodies.values()) builder.body(body);
  for (const rod of model.rods.values()) builder.rod(rod);
  if ([...model.rods.values()].some((rod) => !isPoint(rod) && rod.holder.kind !== 'fixed'))
    report.approximated(
      0,
      'rods through the surface',
      'righted by the moment of their water plane, rho g pi d^4/64; MoorDyn has three times as much, so that they roll and pitch faster there',
    );
  const joined = cablesOf(model, settings, (end) => builder.hold(end), report);
  for (const point of model.points.values()) builder.point(point, joined);
  const { cables, ropes, events } = joined.write((end) => builder.hold(end));
  return { bodies, joints, forces, cables, ropes, events, free: builder.free, joined };
}

class Builder {
  free = false;
  readonly #model: MoorDynModel;
  readonly #settings: Settings;
  readonly #report: Report;
  readonly #bodies: Record<string, Value>;
  readonly #joints: Record<string, Value>;
  readonly #forces: Record<string, Value>;
  readonly #knots: Set<string> = new Set();

  constructor(
    model: MoorDynModel,
    settings: Settings,
    report: Report,
    bodies: Record<string, Value>,
    joints: Record<string, Value>,
    forces: Record<string, Value>,
  ) {
    this.#model = model;
    this.#settings = settings;
    this.#report = report;
    this.#bodies = bodies;
    this.#joints = joints;
    this.#forces = forces;
  }

  /** The holder of the end of a line; undefined for free points without mass and hanging ends. */
  hold(end: LineEnd): Hold | undefined {
    if (end.kind === 'point') {
      const point = this.#model.points.get(end.id) as Point;
      const on = heldOn(point.holder);
      if (on !== undefined) return { body: on, point: this.#inFrame(point.holder, point.at) };
      return point.mass > 0 || point.volume > 0 || this.#knots.has(end.id)
        ? { body: `point${end.id}`, point: [0, 0, 0] }
        : undefined;
    }
    const rod = this.#model.rods.get(end.id) as Rod;
    const at = end.side === 'A' ? rod.a : rod.b;
    const out = minus(end.side === 'A' ? rod.a : rod.b, end.side === 'A' ? rod.b : rod.a);
    const along = Math.hypot(...out) > 0 ? { direction: out } : {};
    const on = heldOn(rod.holder);
    if (on !== undefined) return { body: on, point: this.#inFrame(rod.holder, at), ...along };
    if (isPoint(rod)) return undefined;
    return { body: `rod${rod.id}`, point: minus(at, rod.a), ...along };
  }

  /** Points of coupled objects are given in the world; the driver places the vessel. */
  #inFrame(holder: Holder, at: Vec3): Vec3 {
    return holder.kind === 'coupled'
      ? minus(at, [this.#settings.start[0], this.#settings.start[1], this.#settings.start[2]])
      : at;
  }

  body(body: Body): void {
    const name = `body${body.id}`;
    this.#report.names.set(`Body${body.id}`, name);
    const mass = new MassSum();
    mass.add(body.mass, body.centre, [...body.inertia, 0, 0, 0]);
    const members: Value[] = [];
    let points = 0;
    for (const rod of this.#model.rods.values()) {
      if (rod.holder.kind !== 'body' || rod.holder.body !== body.id || isPoint(rod)) continue;
      const m = rod.type.mass * lengthOf(rod);
      mass.add(m, middle(rod.a, rod.b), cylinder(m, rod.a, rod.b, rod.type.diameter));
      members.push(memberOf(rod, rod.a, rod.b));
    }
    for (const point of this.#model.points.values()) {
      if (point.holder.kind !== 'body' || point.holder.body !== body.id) continue;
      mass.add(point.mass, point.at);
      points++;
      if (point.volume > 0) this.#buoyancy(`${name} at point${point.id}`, name, point.at, point.volume, point.line);
    }
    const place = { position: lengths(body.at), ...rotationOf(body.angles) };
    if (Math.max(...body.angles.map(Math.abs)) > 0 && body.angles.filter((x) => x !== 0).length > 1) {
      this.#report.approximated(
        body.line,
        `body ${body.id}: r0, p0, y0`,
        'taken as turns about z, then y, then x of the body',
      );
    }
    if (body.holder.kind === 'coupled') {
      this.#bodies[name] = { ...place, motion: 'outside' };
      return;
    }
    if (body.holder.kind === 'fixed') {
      this.#bodies[name] = { ...place, fixed: true };
      return;
    }
    const size = Math.max(0.1, ...this.#extent(body.id));
    const hydro = this.#hydro(body.line, `body ${body.id}`, members, body.volume, body.CdA[0], body.CdA[1], body.Ca);
    this.#bodies[name] = { ...place, ...this.#massOf(mass, size, body.line, name), ...(hydro && { hydro }) };
    if (body.volume > 0) this.#buoyancy(name, name, [0, 0, 0], body.volume, body.line);
    if (body.holder.kind === 'pinned') this.#pin(name, body.holder.to, body.at);
    this.free = true;
    if (points > 0 && mass.mass === 0) this.#report.approximated(body.line, `body ${body.id}: mass 0`, 'a small mass');
  }

  rod(rod: Rod): void {
    const { holder } = rod;
    if (heldOn(holder) !== undefined || isPoint(rod)) return;
    const name = `rod${rod.id}`;
    this.#report.names.set(`Rod${rod.id}`, name);
    const mass = new MassSum();
    const m = rod.type.mass * lengthOf(rod);
    const b = minus(rod.b, rod.a);
    mass.add(m, middle([0, 0, 0], b), cylinder(m, [0, 0, 0], b, rod.type.diameter));
    const origin = holder.kind === 'pinned' && typeof holder.to === 'number' ? this.#bodyAt(holder.to) : [0, 0, 0];
    const at: Vec3 = [rod.a[0] + origin[0], rod.a[1] + origin[1], rod.a[2] + origin[2]];
    const hydro = this.#hydro(rod.line, `rod ${rod.id}`, [memberOf(rod, [0, 0, 0], b)], 0, 0, 0, 0);
    this.#bodies[name] = {
      position: lengths(at),
      ...this.#massOf(mass, rod.type.diameter, rod.line, name),
      ...(hydro && { hydro }),
    };
    if (holder.kind === 'pinned') this.#pin(name, holder.to, at);
    this.free = true;
  }

  point(point: Point, joined: Joined): void {
    this.#report.names.set(
      `Point${point.id}`,
      point.holder.kind === 'free' ? `point${point.id}` : `a point of ${heldOn(point.holder)}`,
    );
    if (point.holder.kind !== 'free') return;
    const meeting = joined.massAt(point.id);
    const massive = point.mass > 0 || point.volume > 0;
    if (!massive && meeting.lines < 3) {
      if (point.CdA > 0)
        this.#report.lost(
          point.line,
          `point ${point.id}: CdA`,
          'a point without mass inside a cable has no drag of its own',
        );
      return;
    }
    let { mass } = point;
    if (!(mass > KNOT * meeting.mass)) {
      mass = Math.max(mass, KNOT * meeting.mass, 1e-3);
      this.#report.approximated(
        point.line,
        `point ${point.id}: mass ${point.mass}`,
        `${Number(mass.toPrecision(3))} kg, ${100 * KNOT} % of the lines that meet there`,
      );
    }
    this.#knots.add(point.id);
    const name = `point${point.id}`;
    const radius = Math.max(0.05, ((3 * Math.max(point.volume, mass / 7850)) / (4 * Math.PI)) ** (1 / 3));
    const j = 0.4 * mass * radius * radius;
    const hydro = this.#hydro(point.line, `point ${point.id}`, [], point.volume, point.CdA, 0, point.Ca);
    this.#bodies[name] = {
      mass: q(mass, 'kg'),
      inertia: [j, j, j],
      position: lengths(point.at),
      ...(hydro && { hydro }),
    };
    if (point.volume > 0) this.#buoyancy(name, name, [0, 0, 0], point.volume, point.line);
    this.free = true;
  }

  #massOf(mass: MassSum, size: number, line: number, name: string): { readonly [key: string]: Value | undefined } {
    const total = Math.max(mass.mass, 1e-3);
    const least = 1e-4 * total * size * size;
    const inertia = mass.inertia.map((x, i) => (i < 3 ? Math.max(x, least) : x));
    if (mass.inertia.slice(0, 3).some((x) => x < least)) {
      this.#report.approximated(
        line,
        `${name}: inertia`,
        `at least ${Number(least.toPrecision(3))} kg m^2 about every axis: nothing turns without any`,
      );
    }
    const plain = inertia.slice(3).every((x) => Math.abs(x) < 1e-12 * Math.max(...inertia));
    const moments = (plain ? inertia.slice(0, 3) : inertia).map((x) => q(x, 'kg m^2'));
    const centre = mass.centre.some((x) => Math.abs(x) > 1e-12) ? { centre: lengths(mass.centre) } : {};
    return { mass: q(total, 'kg'), inertia: moments, ...centre };
  }

  /** Members, drag and added mass; undefined: none. */
  #hydro(
    line: number,
    what: string,
    members: readonly Value[],
    volume: number,
    CdA: number,
    CdAr: number,
    Ca: number,
  ): Value | undefined {
    const { density } = this.#settings;
    if (density === 0) return undefined;
    const drag = 0.5 * density * CdA;
    const turn = 0.5 * density * CdAr;
    const water = density * volume * Ca;
    if (members.length === 0 && drag === 0 && turn === 0 && water === 0) return undefined;
    if (drag > 0)
      this.#report.approximated(
        line,
        `${what}: CdA`,
        'drag along each axis by the speed along it, at the centre of mass',
      );
    return {
      hull: 'none',
      ...(members.length > 0 && { members }),
      ...((drag > 0 || turn > 0) && { damping: { quadratic: [drag, drag, drag, turn, turn, turn] } }),
      ...(water > 0 && { 'added mass': { diagonal: [water, water, water, 0, 0, 0], 'full volume': 'always' } }),
    };
  }

  #buoyancy(name: string, body: string, at: Vec3, volume: number, line: number): void {
    const lift = this.#settings.density * this.#settings.gravity * volume;
    if (lift === 0) return;
    this.#forces[`buoyancy of ${name}`] = {
      type: 'load',
      body,
      ...(at.some((x) => x !== 0) && { at: lengths(at) }),
      force: [0, 0, q(lift, 'N')],
    };
    this.#report.approximated(
      line,
      `${name}: volume ${volume} m^3`,
      'a constant force upwards, as if it were always under water',
    );
  }

  #pin(name: string, to: 'world' | 'vessel' | number, at: Vec3): void {
    this.#joints[`pin of ${name}`] = {
      type: 'point',
      between: [typeof to === 'number' ? `body${to}` : to, name],
      at: lengths(at),
    };
  }

  #bodyAt(id: number): Vec3 {
    return this.#model.bodies.get(id)?.at ?? [0, 0, 0];
  }

  #extent(id: number): number[] {
    return [...this.#model.points.values(), ...this.#model.rods.values()].flatMap((thing) => {
      if (thing.holder.kind !== 'body' || thing.holder.body !== id) return [];
      return [Math.hypot(...('at' in thing ? thing.at : thing.b))];
    });
  }
}

/** The body that carries it; undefined where it moves freely. */
export function heldOn(holder: Holder): string | undefined {
  if (holder.kind === 'fixed') return 'world';
  if (holder.kind === 'coupled') return 'vessel';
  return holder.kind === 'body' ? `body${holder.body}` : undefined;
}

/** A rod without length only fixes the direction of its lines. */
export function isPoint(rod: Rod): boolean {
  return rod.segments === 0 || lengthOf(rod) === 0;
}

function memberOf(rod: Rod, from: Vec3, to: Vec3): Value {
  const { diameter, Cd, Ca, CdEnd, CaEnd } = rod.type;
  return {
    from: lengths(from),
    to: lengths(to),
    diameter: q(diameter, 'm'),
    drag: { normal: Cd },
    'added mass': Ca,
    ends: { drag: CdEnd, 'added mass': CaEnd }, // closed ends, even without drag and added mass
    segments: Math.max(SEGMENTS, rod.segments),
  };
}

function rotationOf(angles: Vec3): { rotation?: Value } {
  if (angles.every((x) => x === 0)) return {};
  const [roll, pitch, yaw] = angles.map((x) => q(x, 'deg'));
  return { rotation: { roll, pitch, yaw } };
}

export function lengths(v: readonly number[]): Value {
  return v.map((x) => q(x, 'm'));
}

function lengthOf(rod: Rod): number {
  return Math.hypot(...minus(rod.b, rod.a));
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function middle(a: Vec3, b: Vec3): Vec3 {
  return [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])];
}
