/**
 * MJCF of MuJoCo: bodies with their geometry, joints, inertia, defaults and classes, sites, constraints between bodies.
 * A body with several joints becomes one joint where hawser has it (two hinges across: universal, three: ball, two slides and a hinge:
 * planar, a slide and a hinge along it: cylindrical), else a row of small bodies with a joint each.
 */
import { readMesh } from '@hawser/formats';
import { MassSum, measured } from '../mass.ts';
import { Report } from '../report.ts';
import { finished, ImportError, type Imported, type Source } from '../result.ts';
import {
  type Frame,
  minus,
  placed,
  plus,
  product,
  type Quaternion,
  rotate,
  turnAbout,
  type Vec3,
} from '../rotation.ts';
import { type Element, numbersOf, readXml, tellXml } from '../xml.ts';
import { q, toYaml, type Value } from '../yaml.ts';
import {
  axisIn,
  colourOf,
  isInertia,
  lengths,
  massValue,
  Meshes,
  Names,
  ORIGIN,
  placedAt,
  type Properties,
  round,
  turned,
  turnTo,
} from './scene.ts';

export const MJCF = 'MJCF (MuJoCo)';

export function isMjcf(text: string): boolean {
  return /<mujoco[\s>]/.test(text.slice(0, 20_000));
}

/** Of a body between two joints of one body, in parts of that [1]. */
const BETWEEN = 0.01;
/** MuJoCo's own density where a geom names none [kg/m^3]. */
const DENSITY = 1000;
/** MuJoCo's own sliding friction where a geom names none. */
const FRICTION = 1;

export function importMjcf(file: string, text: string, source: Source): Imported {
  const report = new Report(file);
  const root = readXml(file, text);
  if (root.name !== 'mujoco') throw new ImportError(file, root.line, 'an element <mujoco>', `<${root.name}>`);
  const title = root.get('model') ?? 'model';
  const reader = new Reader(file, root, report, source);
  const sections = reader.read();
  tellXml(report, root, why);
  const scenario = toYaml({ hawser: 1, title, ...sections, run: { duration: q(10, 's') } }, [
    `Made from ${file.replace(/^.*[\\/]/, '')} (${MJCF}); import.md says what was taken, approximated and lost.`,
  ]);
  return finished(report, MJCF, title, { 'scenario.yaml': scenario }, reader.meshes.files);
}

function why(name: string): string {
  if (/actuator|motor|position|velocity|ctrl|gear/.test(name))
    return 'no actuators: drive joints by driver, force or torque';
  if (/sensor|keyframe|visual|light|camera|texture|statistic|size|custom|rgb|group|specular|shininess/.test(name))
    return 'for looks, sensors and states of another program';
  if (/solref|solimp|solver|iterations|timestep|integrator|margin|gap|cone|impratio|flag|condim/.test(name))
    return "hawser's own contact laws and steps";
  if (/tendon|skin|composite|flex|deformable|hfield|include|replicate|extension|^frame$/.test(name)) return 'not read';
  if (/armature/.test(name)) return 'no inertia of motors';
  return 'no counterpart in a scenario, or not known';
}

interface Geom {
  readonly element: Element;
  readonly shapes: readonly Properties[];
  readonly mass: number | undefined;
  readonly density: number;
  readonly at: Vec3;
  /** about its centre, in the body's axes, for a mass of 1 kg */
  readonly tensor: readonly number[];
  readonly weighs: boolean;
}

const POSE = ['pos', 'quat', 'euler', 'axisangle', 'xyaxes', 'zaxis'];
/** Attributes that classes lend and that are used; others of a class are lost. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  joint: ['type', 'pos', 'axis', 'range', 'limited', 'damping', 'stiffness', 'springref', 'ref', 'frictionloss'],
  geom: [...POSE, ...'type size fromto density mass friction rgba material mesh contype conaffinity'.split(' ')],
  mesh: ['scale', 'file'],
  material: ['rgba'],
  site: POSE,
};

type Classes = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;

class Reader {
  readonly meshes: Meshes;
  readonly #file: string;
  readonly #root: Element;
  readonly #names: Names;
  readonly #bodies: Record<string, Properties> = {};
  readonly #joints: Record<string, Value> = {};
  readonly #materials: Record<string, Value> = {};
  readonly #meshAssets: Map<string, Element> = new Map();
  readonly #colours: Map<string, number[]> = new Map();
  readonly #frames: Map<string, Frame> = new Map();
  #classes: Classes = new Map();
  #degrees = true;
  #sequence = 'xyz';
  #meshDir = '';
  #autolimits = true;

  constructor(file: string, root: Element, report: Report, source: Source) {
    this.#file = file;
    this.#root = root;
    this.meshes = new Meshes(source);
    this.#names = new Names(report);
  }

  read(): Record<string, Value> {
    const root = this.#root;
    for (const compiler of root.all('compiler')) {
      this.#degrees = (compiler.get('angle') ?? (this.#degrees ? 'degree' : 'radian')) !== 'radian';
      this.#sequence = compiler.get('eulerseq') ?? this.#sequence;
      this.#autolimits = (compiler.get('autolimits') ?? String(this.#autolimits)) !== 'false';
      const folder = compiler.get('meshdir') ?? compiler.get('assetdir');
      if (folder !== undefined) this.#meshDir = folder.replace(/\/*$/, '/');
      if (compiler.get('coordinate') === 'global')
        throw new ImportError(
          this.#file,
          compiler.line,
          'local coordinates',
          'global ones, which MuJoCo no longer has either',
        );
    }
    const classes = new Map<string, ReadonlyMap<string, ReadonlyMap<string, string>>>();
    for (const defaults of root.all('default')) readClass(defaults, 'main', new Map(), classes);
    this.#classes = classes;
    let gravity: number[] = [0, 0, -9.81];
    for (const option of root.all('option')) gravity = numbersOf(this.#file, option, 'gravity', 3) ?? gravity;
    for (const asset of root.all('asset')) {
      for (const mesh of asset.all('mesh')) {
        const name = mesh.get('name') ?? (mesh.get('file') ?? '').replace(/^.*\//, '').replace(/\.[^.]*$/, '');
        this.#inherit(mesh, undefined);
        this.#meshAssets.set(name, mesh);
      }
      for (const material of asset.all('material')) {
        this.#inherit(material, undefined);
        const rgba = numbersOf(this.#file, material, 'rgba', 3);
        if (rgba) this.#colours.set(material.get('name') ?? '', rgba);
      }
    }
    for (const world of root.all('worldbody')) this.#world(world);
    for (const equality of root.all('equality')) this.#equalities(equality);
    if (Object.keys(this.#bodies).length === 0)
      throw new ImportError(this.#file, root.line, 'bodies in <worldbody>', 'none');
    const down = gravity[0] === 0 && gravity[1] === 0 && gravity[2] <= 0;
    return {
      environment: { gravity: down ? q(-gravity[2], 'm/s^2') : gravity.slice(0, 3).map((x) => q(x, 'm/s^2')) },
      materials: this.#materials,
      bodies: this.#bodies,
      joints: this.#joints,
    };
  }

  /** Attributes of its class, of the class its parent gives, or of the main one. */
  #inherit(element: Element, childClass: string | undefined): void {
    const name = element.get('class') ?? childClass ?? 'main';
    const found = this.#classes.get(name)?.get(element.name);
    if (found) element.inherit(found);
  }

  #frameOf(element: Element): Frame {
    const [x, y, z] = numbersOf(this.#file, element, 'pos', 3) ?? [0, 0, 0];
    return { at: [x, y, z], turn: this.#turnOf(element) };
  }

  #turnOf(element: Element): Quaternion {
    const unit = this.#degrees ? 1 : 180 / Math.PI;
    const quat = numbersOf(this.#file, element, 'quat', 4);
    if (quat) {
      const n = Math.hypot(quat[0], quat[1], quat[2], quat[3]);
      return n > 0 ? [quat[0] / n, quat[1] / n, quat[2] / n, quat[3] / n] : [1, 0, 0, 0];
    }
    const axisAngle = numbersOf(this.#file, element, 'axisangle', 4);
    if (axisAngle) return turnAbout([axisAngle[0], axisAngle[1], axisAngle[2]], axisAngle[3] * unit);
    const euler = numbersOf(this.#file, element, 'euler', 3);
    if (euler) {
      const AXES: Record<string, Vec3> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
      let turn: Quaternion = [1, 0, 0, 0];
      // small letters turn about axes that go along, capital ones about those that stay
      [...this.#sequence].slice(0, 3).forEach((letter, i) => {
        const one = turnAbout(AXES[letter.toLowerCase()] ?? [1, 0, 0], euler[i] * unit);
        turn = letter === letter.toLowerCase() ? product(turn, one) : product(one, turn);
      });
      return turn;
    }
    const xy = numbersOf(this.#file, element, 'xyaxes', 6);
    if (xy) return ofAxes([xy[0], xy[1], xy[2]], [xy[3], xy[4], xy[5]]);
    const zaxis = numbersOf(this.#file, element, 'zaxis', 3);
    return zaxis ? turnTo([zaxis[0], zaxis[1], zaxis[2]]) : [1, 0, 0, 0];
  }

  #world(world: Element): void {
    const geoms = world.all('geom').map((geom) => this.#geom(geom, undefined));
    const shapes = geoms.flatMap(({ shapes: list }) => [...list]);
    if (shapes.length > 0) this.#bodies[this.#names.make('ground', 'ground')] = { fixed: true, shapes };
    // a list, as deep trees would recurse
    const work = world
      .all('body')
      .reverse()
      .map((body) => ({ body, outer: ORIGIN, parent: 'world', childClass: undefined as string | undefined }));
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const frame = placed(next.outer, this.#frameOf(next.body));
      const childClass = next.body.get('childclass') ?? next.childClass;
      const name = this.#body(next.body, frame, next.parent, childClass);
      for (const child of next.body.all('body').reverse())
        work.push({ body: child, outer: frame, parent: name, childClass });
    }
  }

  #body(body: Element, frame: Frame, parent: string, childClass: string | undefined): string {
    const name = this.#names.make(body.get('name'), 'body');
    this.#frames.set(name, frame);
    const geoms = body.all('geom').map((geom) => this.#geom(geom, childClass));
    const points = Object.fromEntries(
      body.all('site').flatMap((site, i) => {
        this.#inherit(site, childClass);
        const label = (site.get('name') ?? `site ${i + 1}`).replace(/[^\w -]+/g, '-').replace(/^[^A-Za-z_]+/, '');
        return label === '' ? [] : [[label, lengths(this.#frameOf(site).at)]];
      }),
    );
    const joints = body.all('joint', 'freejoint');
    for (const joint of joints) this.#inherit(joint, childClass);
    const free = joints.some((joint) => joint.name === 'freejoint' || joint.get('type') === 'free');
    const place = {
      ...(frame.at.some((x) => round(x) !== 0) && { position: lengths(frame.at) }),
      ...('rotation' in placedAt({ at: [0, 0, 0], turn: frame.turn }) && {
        rotation: placedAt({ at: [0, 0, 0], turn: frame.turn }).rotation,
      }),
    };
    const shapes = geoms.flatMap(({ shapes: list }) => [...list]);
    const rest = { ...place, ...(shapes.length > 0 && { shapes }), ...(Object.keys(points).length > 0 && { points }) };
    if (joints.length === 0 && parent === 'world') {
      this.#bodies[name] = { fixed: true, ...rest };
      return name;
    }
    this.#bodies[name] = { ...this.#massOf(body, geoms), ...rest };
    if (!free) this.#connect(body, joints, frame, parent, name);
    return name;
  }

  #massOf(body: Element, geoms: readonly Geom[]): Properties {
    const inertial = body.first('inertial');
    const sum = new MassSum();
    if (inertial) {
      const { at, turn } = this.#frameOf(inertial);
      const mass = numbersOf(this.#file, inertial, 'mass', 1)?.[0] ?? 0;
      const diagonal = numbersOf(this.#file, inertial, 'diaginertia', 3);
      const full = numbersOf(this.#file, inertial, 'fullinertia', 6);
      const tensor = turned(full ?? [...(diagonal ?? [0, 0, 0]).slice(0, 3), 0, 0, 0], turn);
      if (!(mass > 0)) throw new ImportError(this.#file, inertial.line, 'a mass above 0 kg', String(mass));
      if (isInertia(tensor)) sum.add(mass, at, tensor);
      else {
        const j = 1e-3 * mass;
        sum.add(mass, at, [j, j, j, 0, 0, 0]);
        inertial.verdict = {
          kind: 'approximated',
          text: 'no body has such an inertia: that of a ball of 5 cm is taken',
        };
      }
      return massValue(sum);
    }
    const heavy = geoms.filter(({ weighs }) => weighs);
    // meshes that enclose nothing are weighed by their hulls: by the scenario
    if (heavy.some(({ mass, tensor }) => mass === undefined || tensor.length === 0)) return {};
    for (const { mass, at, tensor } of heavy)
      sum.add(
        mass as number,
        at,
        tensor.map((x) => x * (mass as number)),
      );
    if (!(sum.mass > 0)) {
      sum.add(1e-3, [0, 0, 0], [1e-6, 1e-6, 1e-6, 0, 0, 0]);
      body.verdict = { kind: 'approximated', text: 'no mass: 1 g is taken' };
    }
    return massValue(sum);
  }

  #material(geom: Element): Properties {
    const friction = numbersOf(this.#file, geom, 'friction', 1)?.[0] ?? FRICTION;
    const name = `friction ${String(round(friction)).replace('.', '-')}`;
    if (!(friction >= 0 && friction <= 10))
      throw new ImportError(this.#file, geom.line, 'friction from 0 to 10', String(friction));
    this.#materials[name] = { friction };
    return { material: name };
  }

  #geom(geom: Element, childClass: string | undefined): Geom {
    this.#inherit(geom, childClass);
    const type = geom.get('type') ?? (geom.get('mesh') === undefined ? 'sphere' : 'mesh');
    const size = numbersOf(this.#file, geom, 'size', 1) ?? [];
    const touches = geom.get('contype') !== '0' || geom.get('conaffinity') !== '0';
    const rgba = numbersOf(this.#file, geom, 'rgba', 3) ?? this.#colours.get(geom.get('material') ?? '');
    const density = numbersOf(this.#file, geom, 'density', 1)?.[0] ?? DENSITY;
    const givenMass = numbersOf(this.#file, geom, 'mass', 1)?.[0];
    const looks = { ...(touches ? this.#material(geom) : { collide: false }), ...colourOf(rgba) };
    let frame = this.#frameOf(geom);
    const ends = numbersOf(this.#file, geom, 'fromto', 6);
    let half = size[1] ?? 0;
    if (ends) {
      const [a, b]: [Vec3, Vec3] = [
        [ends[0], ends[1], ends[2]],
        [ends[3], ends[4], ends[5]],
      ];
      const along = minus(b, a);
      half = 0.5 * Math.hypot(...along);
      frame = { at: plus(a, [0.5 * along[0], 0.5 * along[1], 0.5 * along[2]]), turn: turnTo(along) };
    }
    const need = (n: number): void => {
      const given = ends && type !== 'box' ? [size[0] ?? 0, half] : size;
      for (let i = 0; i < n; i++)
        if (!(given[i] > 0))
          throw new ImportError(this.#file, geom.line, `geom ${type}: ${n} sizes above 0 m`, size.join(' ') || 'none');
    };
    const made = (volume: number, moments: readonly number[], ...shapes: readonly Properties[]): Geom => ({
      element: geom,
      shapes: shapes.map((shape) => ({ ...shape, density, ...looks })),
      mass: givenMass ?? density * volume,
      density,
      at: frame.at,
      tensor: turned([...moments, 0, 0, 0], frame.turn),
      weighs: (givenMass ?? density) > 0,
    });
    const at = placedAt(frame);
    const nothing: Geom = {
      element: geom,
      shapes: [],
      mass: 0,
      density,
      at: frame.at,
      tensor: [0, 0, 0, 0, 0, 0],
      weighs: false,
    };
    if (type === 'plane') return { ...nothing, shapes: [{ 'half-space': true, ...at, ...looks }] };
    if (type === 'sphere') {
      need(1);
      const r = size[0];
      return made((4 / 3) * Math.PI * r ** 3, [0.4 * r * r, 0.4 * r * r, 0.4 * r * r], { sphere: q(r, 'm'), ...at });
    }
    if (type === 'box') {
      need(3);
      const [a, b, c] = size;
      return made(8 * a * b * c, [(b * b + c * c) / 3, (a * a + c * c) / 3, (a * a + b * b) / 3], {
        box: lengths([2 * a, 2 * b, 2 * c]),
        ...at,
      });
    }
    if (type === 'ellipsoid') {
      need(3);
      const [a, b, c] = size;
      geom.verdict = {
        kind: 'approximated',
        text: 'touches and looks like a ball of the same volume; weighs as it is',
      };
      return made((4 / 3) * Math.PI * a * b * c, [(b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5], {
        sphere: q(round(Math.cbrt(a * b * c)), 'm'),
        ...at,
      });
    }
    if (type === 'cylinder' || type === 'capsule') {
      need(2);
      const r = size[0];
      const length = 2 * half;
      const barrel = { cylinder: { radius: q(r, 'm'), length: q(round(length), 'm') }, ...at };
      const V = Math.PI * r * r * length;
      const across = (3 * r * r + length * length) / 12;
      if (type === 'cylinder') return made(V, [across, across, 0.5 * r * r], barrel);
      // a barrel and two half balls: parts of the mass and moments of both
      const B = (4 / 3) * Math.PI * r ** 3;
      const m = V / (V + B);
      const ball = 0.4 * r * r + (length * length) / 4 + (3 / 8) * r * length;
      const moment = m * across + (1 - m) * ball;
      const cap = (sign: number): Properties => ({
        sphere: q(r, 'm'),
        at: lengths(plus(frame.at, rotate(frame.turn, [0, 0, sign * half]))),
      });
      return made(V + B, [moment, moment, m * 0.5 * r * r + (1 - m) * 0.4 * r * r], barrel, cap(1), cap(-1));
    }
    if (type === 'mesh') {
      const asset = this.#meshAssets.get(geom.get('mesh') ?? '');
      const file = asset?.get('file');
      const taken = file === undefined ? undefined : this.meshes.take(`${this.#meshDir}${file}`, ['', '../']);
      if (asset === undefined || taken === undefined) {
        geom.verdict = {
          kind: 'lost',
          text: `${file ?? 'its mesh'} is not there, or not of a kind that is read (STL, OBJ, PLY)`,
        };
        return nothing;
      }
      const [sx, sy, sz] = numbersOf(this.#file, asset, 'scale', 3) ?? [1, 1, 1];
      if (sy !== sx || sz !== sx || !(sx > 0))
        asset.verdict = { kind: 'approximated', text: 'one scale along all axes' };
      geom.verdict = {
        kind: 'approximated',
        text: 'touches with its convex hull',
      };
      const hull = { hull: { mesh: taken }, ...(sx > 0 && sx !== 1 && { scale: sx }), ...at, density };
      const shapes = [{ ...hull, ...looks }];
      const own = weighed(this.meshes.files[taken], taken, sx > 0 ? [sx, sy, sz] : [1, 1, 1]);
      const weighs = (givenMass ?? density) > 0;
      if (own === undefined) return { ...nothing, shapes, mass: givenMass, tensor: [], weighs };
      const { volume, centre, inertia } = own;
      return {
        ...nothing,
        shapes,
        mass: givenMass ?? density * volume,
        at: plus(frame.at, rotate(frame.turn, centre)),
        tensor: turned(
          inertia.map((j) => j / volume),
          frame.turn,
        ),
        weighs,
      };
    }
    geom.verdict = { kind: 'lost', text: `type ${type} is not read` };
    return nothing;
  }

  #connect(body: Element, joints: readonly Element[], frame: Frame, parent: string, child: string): void {
    const label = (joint: Element | undefined): string =>
      this.#names.make(joint?.get('name') ?? `${child} joint`, 'joint');
    const at = lengths(frame.at);
    if (joints.length === 0) {
      this.#joints[label(undefined)] = { type: 'fixed', between: [parent, child], at };
      return;
    }
    const axes = joints.map((joint) => {
      const [x, y, z] = numbersOf(this.#file, joint, 'axis', 3) ?? [0, 0, 1];
      const n = Math.hypot(x, y, z);
      if (!(n > 0)) throw new ImportError(this.#file, joint.line, 'an axis that is not zero', '0 0 0');
      return [x / n, y / n, z / n] as Vec3;
    });
    const types = joints.map((joint) => joint.get('type') ?? 'hinge');
    const dot = (i: number, j: number): number =>
      Math.abs(axes[i][0] * axes[j][0] + axes[i][1] * axes[j][1] + axes[i][2] * axes[j][2]);
    const across = (i: number, j: number): boolean => dot(i, j) < 1e-6;
    const where = (joint: Element): Value => {
      const [x, y, z] = numbersOf(this.#file, joint, 'pos', 3) ?? [0, 0, 0];
      return lengths(plus(frame.at, rotate(frame.turn, [x, y, z])));
    };
    const base = { between: [parent, child], at: where(joints[0]) };
    const hinges = types.map((type, i) => (type === 'hinge' ? i : -1)).filter((i) => i >= 0);
    const slides = types.map((type, i) => (type === 'slide' ? i : -1)).filter((i) => i >= 0);
    const told = (text: string): void => {
      for (const joint of joints) joint.verdict = { kind: 'approximated', text };
    };
    if (joints.length === 1) {
      const [joint] = joints;
      if (types[0] === 'ball') {
        this.#joints[label(joint)] = { type: 'point', ...base };
        return;
      }
      this.#joints[label(joint)] = { ...this.#single(joint, types[0]), ...base, axis: axisIn(frame, axes[0]) };
      return;
    }
    if (hinges.length === 2 && joints.length === 2 && across(0, 1)) {
      told('a universal joint without what acts on its axes');
      this.#joints[label(joints[0])] = {
        type: 'universal',
        ...base,
        axis: axisIn(frame, axes[0]),
        'second axis': axisIn(frame, axes[1]),
      };
      return;
    }
    if (hinges.length === 3 && joints.length === 3) {
      told('a ball joint without what acts on its axes');
      this.#joints[label(joints[0])] = { type: 'point', ...base };
      return;
    }
    if (
      slides.length === 2 &&
      hinges.length === 1 &&
      joints.length === 3 &&
      slides.every((i) => across(i, hinges[0]))
    ) {
      told('a planar joint without what acts on its axes');
      this.#joints[label(joints[0])] = { type: 'planar', ...base, axis: axisIn(frame, axes[hinges[0]]) };
      return;
    }
    if (slides.length === 1 && hinges.length === 1 && dot(0, 1) > 1 - 1e-6) {
      const of = (i: number): Properties => {
        const { type: _, ...acts } = this.#single(joints[i], types[i]);
        return acts;
      };
      this.#joints[label(joints[0])] = {
        type: 'cylindrical',
        ...base,
        axis: axisIn(frame, axes[0]),
        turning: of(hinges[0]),
        sliding: of(slides[0]),
      };
      return;
    }
    if (joints.length > 6)
      throw new ImportError(this.#file, body.line, 'at most 6 joints of a body', String(joints.length));
    told(`small bodies of ${100 * BETWEEN} % of a kilogram stand between its joints`);
    let before = parent;
    joints.forEach((joint, i) => {
      const last = i === joints.length - 1;
      const next = last ? child : this.#names.make(`${child} part ${i + 1}`, 'part');
      if (!last)
        this.#bodies[next] = {
          mass: q(BETWEEN, 'kg'),
          inertia: [1, 1, 1].map(() => q(1e-3 * BETWEEN, 'kg m^2')),
          position: at,
        };
      const shared = { between: [before, next], at: where(joint) };
      this.#joints[label(joint)] =
        types[i] === 'ball'
          ? { type: 'point', ...shared }
          : { ...this.#single(joint, types[i]), ...shared, axis: axisIn(frame, axes[i]) };
      before = next;
    });
  }

  /** What acts along the coordinate of a hinge or slide. */
  #single(joint: Element, type: string): Properties {
    const turning = type === 'hinge';
    if (!turning && type !== 'slide')
      throw new ImportError(this.#file, joint.line, 'a joint of type free, ball, hinge or slide', `"${type}"`);
    const unit = turning ? (this.#degrees ? 'deg' : 'rad') : 'm';
    const range = numbersOf(this.#file, joint, 'range', 2);
    const limited = joint.get('limited');
    const wanted = limited === 'true' || (limited !== 'false' && this.#autolimits);
    const stops = range !== undefined && range[0] < range[1] && wanted;
    const ref = numbersOf(this.#file, joint, 'ref', 1)?.[0] ?? 0; // coordinate of the pose as it is written
    const damping = numbersOf(this.#file, joint, 'damping', 1)?.[0] ?? 0;
    const stiffness = numbersOf(this.#file, joint, 'stiffness', 1)?.[0] ?? 0;
    const rest = round((numbersOf(this.#file, joint, 'springref', 1)?.[0] ?? 0) - ref);
    const friction = numbersOf(this.#file, joint, 'frictionloss', 1)?.[0] ?? 0;
    return {
      type: turning ? 'revolute' : 'prismatic',
      ...(stops && { limits: { lower: q(round(range[0] - ref), unit), upper: q(round(range[1] - ref), unit) } }),
      ...(damping > 0 && { damping: q(damping, turning ? 'N m s/rad' : 'N s/m') }),
      ...(stiffness > 0 && {
        spring: { stiffness: q(stiffness, turning ? 'N m/rad' : 'N/m'), ...(rest !== 0 && { rest: q(rest, unit) }) },
      }),
      ...(friction > 0 && { friction: turning ? { torque: q(friction, 'N m') } : { force: q(friction, 'N') } }),
    };
  }

  #equalities(equality: Element): void {
    for (const each of equality.all('connect', 'weld')) {
      const [first, second] = [each.get('body1'), each.get('body2') ?? 'world'];
      const frame = this.#frames.get(first ?? '');
      if (first === undefined || frame === undefined || (second !== 'world' && !this.#frames.has(second))) {
        each.verdict = { kind: 'lost', text: 'its bodies are not in the scenario' };
        continue;
      }
      if (each.get('active') === 'false') {
        each.verdict = { kind: 'lost', text: 'not active at the start: a joint cannot be switched on later' };
        continue;
      }
      const [x, y, z] = numbersOf(this.#file, each, 'anchor', 3) ?? [0, 0, 0];
      const at = lengths(plus(frame.at, rotate(frame.turn, [x, y, z])));
      this.#joints[this.#names.make(each.get('name') ?? `${each.name} of ${first}`, 'joint')] = {
        type: each.name === 'weld' ? 'fixed' : 'point',
        between: [second, first],
        at,
      };
    }
  }
}

/** What a mesh encloses, or its hull where it is open; undefined: it cannot be read, or has no volume. */
function weighed(bytes: Uint8Array, name: string, scale: readonly number[]): ReturnType<typeof measured> {
  const read = readMesh(bytes, name);
  if (!read.ok) return undefined;
  const { positions, triangles } = read.value;
  const scaled = Float64Array.from(positions, (x, i) => x * scale[i % 3]);
  return measured({ kind: 'mesh', positions: scaled, triangles }) ?? measured({ kind: 'hull', points: scaled });
}

/** Attributes by class and element; a class inside another has what that has. */
function readClass(
  element: Element,
  name: string,
  outer: ReadonlyMap<string, ReadonlyMap<string, string>>,
  into: Map<string, ReadonlyMap<string, ReadonlyMap<string, string>>>,
): void {
  const own = new Map<string, ReadonlyMap<string, string>>(outer);
  for (const child of element.children) {
    if (child.name === 'default') continue;
    child.seen = true;
    for (const key of TAKEN[child.name] ?? []) child.get(key);
    own.set(child.name, new Map([...(outer.get(child.name) ?? []), ...child.attributes]));
  }
  into.set(element.get('class') ?? name, own);
  for (const child of element.all('default')) readClass(child, child.get('class') ?? name, own, into);
}

function ofAxes(x: Vec3, y: Vec3): Quaternion {
  const n = Math.hypot(...x) || 1;
  const a: Vec3 = [x[0] / n, x[1] / n, x[2] / n];
  const along = y[0] * a[0] + y[1] * a[1] + y[2] * a[2];
  const rest: Vec3 = [y[0] - along * a[0], y[1] - along * a[1], y[2] - along * a[2]];
  const m = Math.hypot(...rest) || 1;
  const b: Vec3 = [rest[0] / m, rest[1] / m, rest[2] / m];
  const c: Vec3 = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  // columns a, b, c: the largest of the four parts first (Shepperd 1978)
  const trace = a[0] + b[1] + c[2];
  const parts = [trace, a[0], b[1], c[2]];
  const largest = parts.indexOf(Math.max(...parts));
  if (largest === 0) {
    const w = 0.5 * Math.sqrt(1 + trace);
    return [w, (b[2] - c[1]) / (4 * w), (c[0] - a[2]) / (4 * w), (a[1] - b[0]) / (4 * w)];
  }
  if (largest === 1) {
    const i = 0.5 * Math.sqrt(1 + a[0] - b[1] - c[2]);
    return [(b[2] - c[1]) / (4 * i), i, (b[0] + a[1]) / (4 * i), (c[0] + a[2]) / (4 * i)];
  }
  if (largest === 2) {
    const j = 0.5 * Math.sqrt(1 - a[0] + b[1] - c[2]);
    return [(c[0] - a[2]) / (4 * j), (b[0] + a[1]) / (4 * j), j, (c[1] + b[2]) / (4 * j)];
  }
  const k = 0.5 * Math.sqrt(1 - a[0] - b[1] + c[2]);
  return [(a[1] - b[0]) / (4 * k), (c[0] + a[2]) / (4 * k), (c[1] + b[2]) / (4 * k), k];
}
