/** OrcaFlex text data (.yml) to a scenario. import.md lists every key; unused keys are listed as lost. */
import { Report } from '../report.ts';
import { finished, ImportError, type Imported } from '../result.ts';
import { type Frame, NO_TURN, placed, type Vec3 } from '../rotation.ts';
import { q, toYaml, type Value } from '../yaml.ts';
import { environmentOf } from './environment.ts';
import {
  bedFriction,
  type End,
  endsOf,
  endValue,
  type Held,
  type LineType,
  lineTypeOf,
  type Section,
  sectionsOf,
} from './lines.ts';
import { freeOf, frameOf, jointFor, lengthsOf, lumpOf, rotationOf, shapeOf, sparOf } from './objects.ts';
import { type Fields, readTree } from './tree.ts';
import { type Units, unitsOf } from './units.ts';
import { type VesselType, vesselOf, vesselTypeOf } from './vessels.ts';

export const ORCAFLEX = 'OrcaFlex';

export function isOrcaFlex(text: string): boolean {
  const head = text.slice(0, 4000);
  return /^# Program: OrcaFlex/m.test(head) || (/^General:/m.test(head) && /^\s+UnitsSystem:/m.test(head));
}

type Properties = { readonly [key: string]: Value | undefined };

export function importOrcaFlex(file: string, text: string): Imported {
  const report = new Report(file);
  const tree = readTree(file, text);
  const model = new Model(tree, report);
  const scenario = model.scenario(file);
  tree.tell(report, why);
  const title = file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || 'model';
  return finished(report, ORCAFLEX, title, { 'scenario.yaml': scenario, ...model.files });
}

/** Reasons why unused keys are not used, by name. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:Groups|Structure|State|BrowserGroups)$/, 'order of the model browser'],
  [/Pen|Drawing|Draw|Colour|Shaded|Contour|Wireframe|View|Label/, 'how things are drawn'],
  [
    /Statics|Convergence|MaxNumberOfIterations|LayAzimuth|AsLaid|Tolerance|Magnitude/,
    "hawser's own search for the position of rest",
  ],
  [
    /Implicit|Explicit|TimeStep|DynamicsSolution|Jacobian|Buffering|Perturbation|VariableTimeStep/,
    "hawser's own time steps",
  ],
  [/Log|Restart|TimeHistoryImport|Sample/, "hawser's own records"],
  [/Stress|Allowable|Fatigue|SNCurve/, 'only used to assess results; give limits'],
  [/Rayleigh/, 'give the rope an axial damping by hand'],
  [/Clash|Solid.?Friction|InnerContact/, 'contact between lines is by their surface, with one material'],
  [/VIV|Lift|Cl$/, 'no lift and no vortex-induced vibration'],
  [/Slam|^Cs$|^Ce$/, 'no slam loads on lines'],
  [/QTF|WaveDrift|SumFrequency|SeaStateRAO/, 'no second-order wave loads'],
  [
    /^LoadRAOs$|FrequencyDependent|AMD|AddedMassMatrix|^Damping[XYZR]|OtherDamping|HydrostaticStiffness|DisplacedVolume|CentreOfBuoyancy/,
    'a free vessel takes them from hydro.bem and its hull',
  ],
  [
    /Current(?:Coeff|Area|Drag|Yaw)|Wind(?:Coeff|Area|Drag)|IncludeWind|IncludeCurrent/,
    'loads of current and wind on a vessel that moves by its table have no effect',
  ],
  [
    /Mass$|MomentOfInertia|CentreOfMass|ReferenceOrigin|CalculationMode/,
    'a vessel that moves by its table needs no mass',
  ],
  [
    /Spectrum|WaveCalculation|Stretching|UserSpecifiedRandomWaveSeeds|CutoffDepth/,
    "hawser's own choice of components; waves are computed where things are",
  ],
  [
    /^(?:TopEnd|Name|Representation|LengthAndEndOrientations|PreBendSpecifiedBy|DragFormulation|CurrentModel|SeabedModel|WindRamping|CoveredSections.*|ReynoldsNumber.*|.*Viscosity|.*SpeedOfSound|WaveJONSWAPParameters)$/,
    'its value changes nothing here',
  ],
  [/Poisson|BulkModulus/, 'sections keep their diameter under load'],
  [/^Include/, 'the loads it switches are not there'],
  [/Contents|Pressure|Temperature/, 'no internal pressure, flow or temperature'],
];

function why(key: string): string {
  return REASONS.find(([pattern]) => pattern.test(key))?.[1] ?? 'no counterpart in a scenario, or not known';
}

class Model {
  readonly files: Record<string, string> = {};
  readonly #tree: Fields;
  readonly #report: Report;
  readonly #names: Set<string> = new Set(['world']);
  readonly #bodies: Record<string, Properties> = {};
  readonly #joints: Record<string, Value> = {};
  readonly #forces: Record<string, Value> = {};
  readonly #cables: Record<string, Value> = {};
  readonly #ropes: Record<string, Value> = {};
  readonly #winches: Record<string, Value> = {};
  readonly #events: Value[] = [];
  readonly #director: { readonly at: number; readonly step: Value }[] = [];
  /** by name of the source: what carries a point given in its frame */
  readonly #held: Map<string, Held> = new Map();
  /** by name of the body: where it stands */
  readonly #frames: Map<string, Frame> = new Map([['world', { at: [0, 0, 0], turn: NO_TURN }]]);
  #free = false;

  constructor(tree: Fields, report: Report) {
    this.#tree = tree;
    this.#report = report;
  }

  scenario(file: string): string {
    const tree = this.#tree;
    const general = tree.fields('General');
    const units = unitsOf(general);
    const stages = (general?.numbers('StageDuration') ?? []).map((x) => Math.max(0, x ?? 0));
    const start = stages[0] ?? 0;
    const duration = stages.reduce((sum, x) => sum + x, 0) || 60;
    if (start > 0)
      general?.note('StageDuration', 'taken', `the run begins with the build-up: t = 0 there is ${start} s here`);
    const stageAt = (stage: number): number => stages.slice(0, Math.max(0, stage)).reduce((sum, x) => sum + x, 0);
    const section = tree.fields('Environment');
    const environment = environmentOf(section, units, start);
    const waves = 'sea' in (environment.value as object);
    const types = new Map<string, VesselType>();
    for (const each of tree.list('VesselTypes')) {
      const type = vesselTypeOf(each, units, environment.depth);
      types.set(type.name, type);
    }
    for (const each of tree.list('Vessels')) this.#vessel(each, types, units, waves);
    const buoys = [...tree.list('6DBuoys'), ...tree.list('SixDBuoys')];
    const points = tree.list('3DBuoys');
    const constraints = tree.list('Constraints');
    this.#connected(buoys, points, constraints, units, environment);
    for (const each of tree.list('Shapes')) this.#shape(each, units);
    const lineTypes = new Map<string, LineType>();
    for (const each of tree.list('LineTypes')) lineTypes.set(each.text('Name') ?? '', lineTypeOf(each, units));
    const clumps = new Map(tree.list('ClumpTypes').map((each) => [each.text('Name') ?? '', each]));
    for (const each of tree.list('Lines')) this.#line(each, lineTypes, clumps, units, environment, stageAt);
    for (const each of tree.list('Links')) this.#link(each, units, environment);
    for (const each of tree.list('Winches')) this.#winch(each, units, environment, stageAt);
    const things = Object.keys(this.#bodies).length + Object.keys(this.#cables).length;
    if (things === 0) throw new ImportError(file, 0, 'vessels, buoys or lines', 'a model without any');
    const used = [...lineTypes.values()];
    const script = this.#director.sort((a, b) => a.at - b.at);
    return toYaml(
      {
        hawser: 1,
        title: file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || 'model',
        environment: environment.withFriction(bedFriction(used, environment, units)),
        ropes: this.#ropes,
        bodies: this.#bodies,
        joints: this.#joints,
        forces: this.#forces,
        cables: this.#cables,
        winches: this.#winches,
        ...(script.length > 0 && { director: script.flatMap(({ at, step }) => [{ at: q(at, 's') }, step]) }),
        ...(this.#events.length > 0 && { events: this.#events }),
        contacts: { enabled: false },
        ...(this.#free && { solver: { 'start from equilibrium': true } }),
        run: { duration: q(duration, 's') },
        output: { rate: q(10, 'Hz'), 'animation rate': q(10, 'Hz') },
      },
      [
        `Made from ${file.replace(/^.*[\\/]/, '')} (${ORCAFLEX}); import.md says what was taken, approximated and lost.`,
      ],
    );
  }

  #name(from: string, fallback: string): string {
    const plain = from
      .replace(/[^\p{L}\p{N}_ -]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^[^\p{L}_]+/u, '')
      .slice(0, 60)
      .trim();
    const first = plain === '' || plain === '__proto__' ? fallback : plain;
    let name = first;
    for (let i = 2; this.#names.has(name); i++) name = `${first} ${i}`;
    this.#names.add(name);
    this.#report.names.set(from, name);
    return name;
  }

  #vessel(vessel: Fields, types: ReadonlyMap<string, VesselType>, units: Units, waves: boolean): void {
    const source = vessel.text('Name') ?? 'vessel';
    const name = this.#name(source, 'vessel');
    const tableName = `${name.replace(/ /g, '-')}-rao.csv`;
    const { frame, value, table } = vesselOf(vessel, types, units, tableName, waves);
    if (table !== undefined) this.files[tableName] = table;
    this.#bodies[name] = value;
    this.#frames.set(name, frame);
    this.#held.set(source, { body: name, frame: { at: [0, 0, 0], turn: NO_TURN } });
  }

  /** Buoys and constraints may be connected to each other in any order: those with a known holder come first. */
  #connected(
    buoys: readonly Fields[],
    points: readonly Fields[],
    constraints: readonly Fields[],
    units: Units,
    environment: ReturnType<typeof environmentOf>,
  ): void {
    let waiting = [
      ...constraints.map((thing) => ({ thing, kind: 'constraint' as const })),
      ...buoys.map((thing) => ({ thing, kind: 'buoy' as const })),
      ...points.map((thing) => ({ thing, kind: 'point' as const })),
    ];
    for (;;) {
      const ready = waiting.filter(({ thing }) => this.#holderOf(thing) !== 'waits');
      if (ready.length === 0) break;
      waiting = waiting.filter((each) => !ready.includes(each));
      for (const { thing, kind } of ready) {
        if (kind === 'constraint') this.#constraint(thing, units);
        else this.#buoy(thing, kind, units, environment);
      }
    }
    for (const { thing } of waiting) thing.note('Connection', 'lost', 'what it is connected to is not in the scenario');
  }

  #holderOf(thing: Fields): Held | 'free' | 'waits' {
    const to = thing.text('Connection') ?? thing.text('InFrameConnection') ?? 'Free';
    if (/^free$/i.test(to)) return 'free';
    if (/^(?:fixed|anchored)$/i.test(to)) return { body: 'world', frame: { at: [0, 0, 0], turn: NO_TURN } };
    return this.#held.get(to) ?? 'waits';
  }

  /** Joints of constraints, waiting for the body on their far side. */
  readonly #pending: Map<string, { readonly on: Held; readonly joint: Properties; readonly frame: Frame }> = new Map();

  #constraint(constraint: Fields, units: Units): void {
    const source = constraint.text('Name') ?? 'constraint';
    const holder = this.#holderOf(constraint);
    const own = frameOf(
      constraint,
      units,
      constraint.has('InFrameInitialPosition') ? 'InFrameInitialPosition' : 'InitialPosition',
    );
    const on: Held =
      holder === 'free' || holder === 'waits' ? { body: 'world', frame: { at: [0, 0, 0], turn: NO_TURN } } : holder;
    const frame = placed(on.frame, own); // in the frame of the body that carries it
    const free = freeOf(constraint);
    const joint = jointFor(free);
    if (free.every((x) => !x)) {
      this.#held.set(source, { body: on.body, frame });
      return;
    }
    if (joint === undefined)
      constraint.note('Connection', 'approximated', 'more is free than a joint leaves: not held at all');
    else if (!joint.exact)
      constraint.note('Connection', 'approximated', `a ${joint.type} joint leaves more free than the constraint does`);
    const world = placed(this.#frames.get(on.body) as Frame, frame);
    const axis = joint?.axis && placed({ at: [0, 0, 0], turn: world.turn }, { at: joint.axis, turn: NO_TURN }).at;
    this.#pending.set(source, {
      on,
      frame,
      joint:
        joint === undefined
          ? {}
          : {
              type: joint.type,
              at: lengthsOf(world.at),
              ...(axis && { axis: axis.map((x) => Number(x.toPrecision(10))) }),
            },
    });
    this.#held.set(source, { body: `?${source}`, frame: { at: [0, 0, 0], turn: NO_TURN } });
  }

  #buoy(buoy: Fields, kind: 'buoy' | 'point', units: Units, environment: ReturnType<typeof environmentOf>): void {
    const source = buoy.text('Name') ?? kind;
    const name = this.#name(source, kind);
    const holder = this.#holderOf(buoy);
    const own =
      kind === 'point'
        ? { ...frameOf(buoy, units, 'InitialPosition'), turn: NO_TURN }
        : frameOf(buoy, units, 'InitialPosition');
    const type = buoy.text('BuoyType') ?? '';
    const properties = /spar/i.test(type)
      ? sparOf(buoy, units, environment, [0, 0, 1])
      : /fish/i.test(type)
        ? sparOf(buoy, units, environment, [1, 0, 0])
        : lumpOf(buoy, units, environment);
    let world = own;
    let fixed = false;
    if (holder !== 'free' && holder !== 'waits') {
      const pending = holder.body.startsWith('?') ? this.#pending.get(holder.body.slice(1)) : undefined;
      const on = pending?.on ?? holder;
      const outer = pending ? pending.frame : holder.frame;
      world = placed(placed(this.#frames.get(on.body) as Frame, outer), own);
      if (pending !== undefined) {
        if ('type' in pending.joint)
          this.#joints[`${holder.body.slice(1)} of ${name}`.replace(/[^\p{L}\p{N}_ -]+/gu, ' ').trim()] = {
            ...pending.joint,
            between: [on.body, name],
          };
        // other objects on the constraint belong to this buoy
        this.#held.set(holder.body.slice(1), { body: name, frame: inverse(own) });
        this.#pending.delete(holder.body.slice(1));
      } else if (on.body === 'world') {
        fixed = true;
      } else {
        this.#joints[`weld of ${name}`] = { type: 'fixed', between: [on.body, name], at: lengthsOf(world.at) };
      }
    }
    this.#bodies[name] = fixed
      ? { position: lengthsOf(world.at), ...rotationOf(world.turn), fixed: true }
      : { ...properties, position: lengthsOf(world.at), ...rotationOf(world.turn) };
    if (!fixed) this.#free = true;
    this.#frames.set(name, world);
    this.#held.set(source, { body: name, frame: { at: [0, 0, 0], turn: NO_TURN } });
  }

  #resolve(name: string): Held | undefined {
    const held = this.#held.get(name);
    return held === undefined || held.body.startsWith('?') ? undefined : held;
  }

  #shape(shape: Fields, units: Units): void {
    const source = shape.text('Name') ?? 'shape';
    const holder = this.#holderOf(shape);
    if (/trapped water/i.test(shape.text('ShapeType') ?? '')) {
      shape.note('ShapeType', 'lost', 'no trapped water; give sea.shelters');
      return;
    }
    const value = shapeOf(shape, units, source.slice(0, 100));
    if (value === undefined) {
      shape.note('Shape', 'lost', `${shape.text('Shape') ?? 'nothing'}: block, cylinder, torus and plane are read`);
      return;
    }
    const held = holder === 'free' || holder === 'waits' ? undefined : holder;
    const body = held === undefined || held.body.startsWith('?') ? 'world' : held.body;
    if (body === 'world' && this.#bodies.ground === undefined)
      this.#bodies.ground = { fixed: true, position: lengthsOf([0, 0, 0]) };
    const on = body === 'world' ? 'ground' : body;
    const before = this.#bodies[on];
    this.#bodies[on] = { ...before, shapes: [...((before.shapes as readonly Value[] | undefined) ?? []), value] };
  }

  /** A rope for a line type with its contents. */
  #rope(type: LineType, source: string, contents: number): string {
    const inside = 0.25 * Math.PI * type.ID * type.ID * contents;
    const key = inside > 0 ? `${source} with ${Number(contents.toPrecision(4))} kg m-3 inside` : source;
    const known = this.#report.names.get(`line type ${key}`);
    if (known !== undefined) return known;
    const name = this.#name(`line type ${key}`, 'rope').replace(/^line type /, '');
    this.#report.names.set(`line type ${key}`, name);
    this.#ropes[name] =
      inside > 0 ? { ...type.value, mass: q(Number((type.mass + inside).toPrecision(10)), 'kg/m') } : type.value;
    return name;
  }

  #line(
    line: Fields,
    types: ReadonlyMap<string, LineType>,
    clumps: ReadonlyMap<string, Fields>,
    units: Units,
    environment: ReturnType<typeof environmentOf>,
    stageAt: (stage: number) => number,
  ): void {
    const source = line.text('Name') ?? 'line';
    const name = this.#name(source, 'line');
    const sections = sectionsOf(line, units);
    const contents = ((line.number('ContentsDensity') ?? 0) * units.mass) / units.length ** 3;
    const known = sections.map(
      (section) =>
        types.get(section.type) ?? line.fail('LineType', 'a line type of this model', section.type || 'nothing'),
    );
    const ropes = known.map((type, i) => this.#rope(type, sections[i].type, contents));
    const stiff = known.some(({ EI }) => EI > 0);
    const ends = endsOf(line, units, environment, (to) => this.#resolve(to), stiff);
    if (ends.length !== 2) line.fail('Connection', 'two ends', String(ends.length));
    if (
      line
        .rows('ConnectionPayoutRate')
        .some(({ cells }) => typeof cells.ConnectionPayoutRate === 'number' && cells.ConnectionPayoutRate !== 0)
    )
      line.note('ConnectionPayoutRate', 'lost', 'give the cable a pay out by hand');
    const pieces = this.#split(line, name, sections, ropes, ends, clumps, units, environment);
    ends.forEach((end, i) => {
      if (end.release !== undefined && end.held !== undefined)
        this.#events.push({
          at: q(stageAt(end.release), 's'),
          detach: { cable: pieces[i === 0 ? 0 : pieces.length - 1], end: i === 0 ? 'from' : 'to' },
        });
    });
  }

  /** A cable, or several with clumps between them. */
  #split(
    line: Fields,
    name: string,
    sections: readonly Section[],
    ropes: readonly string[],
    ends: readonly End[],
    clumps: ReadonlyMap<string, Fields>,
    units: Units,
    environment: ReturnType<typeof environmentOf>,
  ): string[] {
    const total = sections.reduce((sum, { length }) => sum + length, 0);
    const cuts = line
      .rows('AttachmentType')
      .flatMap(({ cells }) => {
        const type = clumps.get(String(cells.AttachmentType ?? ''));
        const z = cells.Attachmentz;
        if (type === undefined || typeof z !== 'number') return [];
        const s = /end b/i.test(String(cells.AttachmentzRelativeTo ?? ''))
          ? total - z * units.length
          : z * units.length;
        return s > 1e-6 * total && s < total * (1 - 1e-6) ? [{ s, type }] : [];
      })
      .sort((a, b) => a.s - b.s);
    if (line.rows('AttachmentType').length > cuts.length)
      line.note('AttachmentType', 'lost', 'only clumps between the ends are read');
    const [from, to] = ends.map(
      (end) => end.held && placed(this.#frames.get(end.held.body) as Frame, { at: end.at, turn: NO_TURN }).at,
    );
    const held = (end: End): Value | undefined => (end.held === undefined ? undefined : endValue(end));
    const made: string[] = [];
    let before = 0;
    let start = held(ends[0]);
    for (const [i, cut] of [...cuts, { s: total, type: undefined }].entries()) {
      const piece = cuts.length === 0 ? name : this.#name(`${name} part ${i + 1}`, 'line');
      const parts = between(sections, ropes, before, cut.s);
      let stop = held(ends[1]);
      if (cut.type !== undefined) {
        const clump = this.#name(`${cut.type.text('Name') ?? 'clump'} on ${name}`, 'clump');
        const part = cut.s / total;
        const a = from ?? to ?? [0, 0, environment.surface];
        const b = to ?? from ?? [0, 0, environment.surface];
        const at = [0, 1, 2].map((c) => a[c] + part * (b[c] - a[c])) as unknown as Vec3;
        this.#bodies[clump] = { ...lumpOf(cut.type, units, environment), position: lengthsOf(at) };
        this.#frames.set(clump, { at, turn: NO_TURN });
        this.#free = true;
        stop = { body: clump };
      }
      this.#cables[piece] = {
        ...(parts.length === 1
          ? {
              rope: parts[0].rope,
              length: q(Number(parts[0].length.toPrecision(10)), 'm'),
              elements: parts[0].elements,
            }
          : {
              sections: parts.map((each) => ({
                rope: each.rope,
                length: q(Number(each.length.toPrecision(10)), 'm'),
                elements: each.elements,
              })),
            }),
        ...(start !== undefined && { from: start }),
        ...(stop !== undefined && { to: stop }),
      };
      made.push(piece);
      start = stop;
      before = cut.s;
    }
    return made;
  }

  #spring(
    thing: Fields,
    units: Units,
    environment: ReturnType<typeof environmentOf>,
  ): { name: string; ends: End[] } | undefined {
    const source = thing.text('Name') ?? 'link';
    const ends = endsOf(thing, units, environment, (to) => this.#resolve(to), false);
    const [first, last] = [ends[0], ends[ends.length - 1]];
    if (ends.length < 2 || first.held === undefined || last.held === undefined || first.held.body === last.held.body) {
      thing.note('Connection', 'lost', 'a link needs two bodies');
      return undefined;
    }
    if (ends.length > 2)
      thing.note('Connection', 'approximated', 'straight between its ends: points it runs over are left out');
    return { name: this.#name(source, 'link'), ends: [first, last] };
  }

  #link(link: Fields, units: Units, environment: ReturnType<typeof environmentOf>): void {
    const made = this.#spring(link, units, environment);
    if (made === undefined) return;
    const { length: L, force: F } = units;
    const tether = /tether/i.test(link.text('LinkType') ?? 'Tether');
    const stiffness = link.number('Stiffness');
    if (stiffness === undefined) {
      link.note('Stiffness', 'lost', 'a table of force by length is not read: the link is left out');
      return;
    }
    const rest = link.number('UnstretchedLength');
    // a tether's stiffness is EA, a spring's is force by length
    const k = tether ? (stiffness * F) / Math.max(1e-6, (rest ?? 1) * L) : (stiffness * F) / L;
    this.#forces[made.name] = {
      type: 'spring',
      between: made.ends.map((end) => (end.held as Held).body),
      points: made.ends.map((end) => lengthsOf(end.at)),
      stiffness: q(Number(k.toPrecision(10)), 'N/m'),
      ...((link.number('Damping') ?? 0) > 0 && {
        damping: q(Number((((link.number('Damping') as number) * F) / L).toPrecision(10)), 'N s/m'),
      }),
      ...(rest !== undefined && { length: q(rest * L, 'm') }),
      ...(tether && { 'tension only': true }),
      diameter: q(0.05, 'm'),
    };
  }

  #winch(
    winch: Fields,
    units: Units,
    environment: ReturnType<typeof environmentOf>,
    stageAt: (stage: number) => number,
  ): void {
    const made = this.#spring(winch, units, environment);
    if (made === undefined) return;
    const { length: L, force: F } = units;
    const EA = winch.number('Stiffness') ?? winch.number('WireStiffness');
    const world = made.ends.map(
      (end) => placed(this.#frames.get((end.held as Held).body) as Frame, { at: end.at, turn: NO_TURN }).at,
    );
    const apart = Math.max(0.1, Math.hypot(...[0, 1, 2].map((i) => world[0][i] - world[1][i])));
    const stages = winch.rows('StageMode').map(({ cells }) => ({
      mode: String(cells.StageMode ?? ''),
      value: typeof cells.StageValue === 'number' ? cells.StageValue : 0,
    }));
    const first = stages[0];
    const length = first !== undefined && /length/i.test(first.mode) && first.value > 0 ? first.value * L : apart;
    if (first === undefined || !/length/i.test(first.mode))
      winch.note('StageMode', 'approximated', 'its length at the start is the distance of its ends');
    const line = this.#name(`wire of ${made.name}`, 'wire');
    this.#forces[line] = {
      type: 'spring',
      between: made.ends.map((end) => (end.held as Held).body),
      points: made.ends.map((end) => lengthsOf(end.at)),
      stiffness: q(Number((((EA ?? 1e5) * F) / length).toPrecision(10)), 'N/m'),
      ...((winch.number('Damping') ?? 0) > 0 && {
        damping: q(Number((((winch.number('Damping') as number) * F) / L).toPrecision(10)), 'N s/m'),
      }),
      length: q(Number(length.toPrecision(10)), 'm'),
      'tension only': true,
      diameter: q(0.05, 'm'),
    };
    if (EA === undefined) winch.note('Connection', 'approximated', 'a wire of 100 MN: its stiffness was not found');
    let out = length;
    const order = ({ mode, value }: { mode: string; value: number }): Value | undefined => {
      if (/tension/i.test(mode)) return value > 0 ? { tension: q(value * F, 'N') } : undefined;
      if (/rate/i.test(mode))
        return value === 0
          ? { hold: true }
          : value > 0
            ? { 'pay out': q(value * L, 'm/s') }
            : { haul: q(-value * L, 'm/s') };
      if (/payout|change/i.test(mode)) {
        if (value === 0) return undefined;
        out = Math.max(0.1, out + value * L);
        return { length: q(Number(out.toPrecision(10)), 'm') };
      }
      return undefined;
    };
    const begins = first && order(first);
    this.#winches[made.name] = {
      line,
      rope: q(Number((10 * length + 1000).toPrecision(6)), 'm'),
      ...(begins && { start: begins }),
    };
    stages.slice(1).forEach((stage, i) => {
      const step = order(stage);
      if (step !== undefined)
        this.#director.push({ at: stageAt(i), step: { winch: made.name, ...(step as Properties) } });
    });
    if (stages.length > 1)
      winch.note('StageMode', 'approximated', "orders at the start of each stage, with hawser's own winch");
  }
}

/** The outer frame relative to the inner one. */
function inverse(frame: Frame): Frame {
  const [w, x, y, z] = frame.turn;
  const turn = [w, -x, -y, -z] as const;
  const back = placed({ at: [0, 0, 0], turn }, { at: frame.at, turn: NO_TURN }).at;
  return { at: [-back[0], -back[1], -back[2]], turn };
}

/** Sections between two lengths along the line; their elements in proportion. */
function between(
  sections: readonly Section[],
  ropes: readonly string[],
  from: number,
  to: number,
): { rope: string; length: number; elements: number }[] {
  const parts: { rope: string; length: number; elements: number }[] = [];
  let s = 0;
  sections.forEach((section, i) => {
    const [a, b] = [Math.max(from, s), Math.min(to, s + section.length)];
    s += section.length;
    if (b - a <= 1e-9 * section.length) return;
    parts.push({
      rope: ropes[i],
      length: b - a,
      elements: Math.max(1, Math.round((section.elements * (b - a)) / section.length)),
    });
  });
  return parts;
}
