/** URDF: links become bodies, joints joints, all at zero angles (or the nearest within their limits). */
import { MassSum } from '../mass.ts';
import { Report } from '../report.ts';
import { finished, ImportError, type Imported, type Source } from '../result.ts';
import { type Frame, placed, plus, product, rollPitchYaw, rotate, turnAbout, type Vec3 } from '../rotation.ts';
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
} from './scene.ts';

export const URDF = 'URDF';

export function isUrdf(text: string): boolean {
  return /<robot[\s>]/.test(text.slice(0, 20_000)) && /<link[\s>]/.test(text);
}

/** Mass of a massless link at a moving joint [kg]. */
const SMALL_MASS = 1e-3;
/** Radius of the ball that such a link is [m]. */
const SMALL_RADIUS = 0.05;

interface Joint {
  readonly element: Element;
  readonly name: string;
  readonly type: string;
  readonly parent: string;
  readonly child: string;
  readonly origin: Frame;
  readonly axis: Vec3;
}

export function importUrdf(file: string, text: string, source: Source): Imported {
  const report = new Report(file);
  const robot = readXml(file, text);
  if (robot.name !== 'robot') throw new ImportError(file, robot.line, 'an element <robot>', `<${robot.name}>`);
  const title = robot.get('name') ?? 'robot';
  const reader = new Reader(file, robot, report, source);
  const sections = reader.read();
  tellXml(report, robot, why);
  const scenario = toYaml({ hawser: 1, title, ...sections, run: { duration: q(10, 's') } }, [
    `Made from ${file.replace(/^.*[\\/]/, '')} (${URDF}); import.md says what was taken, approximated and lost.`,
  ]);
  return finished(report, URDF, title, { 'scenario.yaml': scenario }, reader.meshes.files);
}

function why(name: string): string {
  if (/transmission|gazebo|ros2_control|sensor|safety_controller|calibration|plugin/.test(name))
    return 'for another program; drive joints by driver, force or torque';
  if (/effort|velocity/.test(name)) return 'joints have no motors of their own; give a driver or a torque';
  if (/mimic/.test(name)) return 'joints do not follow one another';
  if (/texture/.test(name)) return 'no textures';
  return 'no counterpart in a scenario, or not known';
}

class Reader {
  readonly meshes: Meshes;
  readonly #file: string;
  readonly #robot: Element;
  readonly #report: Report;
  readonly #names: Names;
  readonly #materials: Map<string, number[]> = new Map();

  constructor(file: string, robot: Element, report: Report, source: Source) {
    this.#file = file;
    this.#robot = robot;
    this.#report = report;
    this.meshes = new Meshes(source);
    this.#names = new Names(report);
  }

  read(): { readonly bodies: Value; readonly joints: Value } {
    for (const material of this.#robot.all('material')) this.#material(material);
    const links = new Map<string, Element>();
    for (const link of this.#robot.all('link')) {
      const name = link.get('name') ?? '';
      if (links.has(name))
        throw new ImportError(this.#file, link.line, 'links with different names', `"${name}" again`);
      links.set(name, link);
    }
    if (links.size === 0) throw new ImportError(this.#file, this.#robot.line, 'a link', 'none');
    const joints = this.#robot.all('joint').map((element) => this.#joint(element, links));
    const parents = new Map<string, Joint>();
    for (const joint of joints) {
      if (parents.has(joint.child))
        throw new ImportError(this.#file, joint.element.line, 'a link with one parent', `"${joint.child}" has two`);
      parents.set(joint.child, joint);
    }
    const children = new Map<string, Joint[]>();
    for (const joint of joints) children.set(joint.parent, [...(children.get(joint.parent) ?? []), joint]);
    const roots = [...links.keys()].filter((name) => !parents.has(name));
    if (roots.length === 0)
      throw new ImportError(this.#file, this.#robot.line, 'a link without parent', 'a loop of joints');
    const bodies: Record<string, Properties> = {};
    const made: Record<string, Value> = {};
    // a link in its parent's frame, from the roots on: a list, as deep trees would recurse
    const work: {
      link: string;
      frame: Frame;
      on: { body: string; frame: Frame } | undefined;
      joint: Joint | undefined;
    }[] = roots.map((link) => ({ link, frame: ORIGIN, on: undefined, joint: undefined }));
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { link: name, frame, on, joint } = next;
      const link = links.get(name) as Element;
      const lumped = joint?.type === 'fixed' && link.first('inertial') === undefined && on !== undefined;
      let body: string;
      let own: Frame;
      if (name === 'world' && joint === undefined) {
        [body, own] = ['world', ORIGIN];
      } else if (lumped && on.body !== 'world') {
        // without mass: its shapes belong to its parent
        body = on.body;
        own = placed(on.frame, (joint as Joint).origin);
        const before = bodies[body];
        const shapes = this.#shapes(link, own);
        if (shapes.length > 0)
          bodies[body] = { ...before, shapes: [...((before.shapes as readonly Value[] | undefined) ?? []), ...shapes] };
        this.#report.names.set(name, body);
      } else {
        body = this.#names.make(name, 'link');
        own = ORIGIN;
        bodies[body] = this.#body(link, frame, joint === undefined || (joint.type === 'fixed' && on?.body === 'world'));
        if (joint !== undefined && on !== undefined && !('fixed' in bodies[body])) {
          const value = this.#jointValue(joint, frame, on.body, body);
          if (value !== undefined) made[this.#names.make(`${joint.name}`, 'joint')] = value;
        }
      }
      for (const child of children.get(name) ?? []) {
        const at = placed(frame, child.origin);
        const start = this.#start(child);
        const turn =
          child.type === 'revolute' ? product(at.turn, turnAbout(child.axis, (start * 180) / Math.PI)) : at.turn;
        const shift: Vec3 =
          child.type === 'prismatic'
            ? [child.axis[0] * start, child.axis[1] * start, child.axis[2] * start]
            : [0, 0, 0];
        const childFrame = { at: plus(at.at, rotate(at.turn, shift)), turn };
        work.push({ link: child.child, frame: childFrame, on: { body, frame: own }, joint: child });
      }
    }
    return { bodies, joints: made };
  }

  #material(material: Element): number[] | undefined {
    const name = material.get('name') ?? '';
    const rgba = material.first('color');
    const own = rgba && numbersOf(this.#file, rgba, 'rgba', 3);
    if (own) this.#materials.set(name, own);
    return own ?? this.#materials.get(name);
  }

  #origin(element: Element | undefined): Frame {
    const origin = element?.first('origin');
    if (origin === undefined) return ORIGIN;
    const [x, y, z] = numbersOf(this.#file, origin, 'xyz', 3) ?? [0, 0, 0];
    const [roll, pitch, yaw] = (numbersOf(this.#file, origin, 'rpy', 3) ?? [0, 0, 0]).map((a) => (a * 180) / Math.PI);
    return { at: [x, y, z], turn: rollPitchYaw(roll, pitch, yaw) };
  }

  #joint(element: Element, links: ReadonlyMap<string, Element>): Joint {
    const end = (which: string): string => {
      const named = element.first(which)?.get('link') ?? '';
      if (links.has(named)) return named;
      throw new ImportError(
        this.#file,
        element.line,
        `a ${which} that is a link`,
        named === '' ? 'none' : `"${named}"`,
      );
    };
    const axis = element.first('axis');
    const xyz = (axis && numbersOf(this.#file, axis, 'xyz', 3)) ?? [1, 0, 0];
    const length = Math.hypot(xyz[0], xyz[1], xyz[2]);
    const type = element.get('type') ?? 'fixed';
    if (!(length > 0)) throw new ImportError(this.#file, element.line, 'an axis that is not zero', '0 0 0');
    const known = ['revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar'];
    if (!known.includes(type))
      throw new ImportError(this.#file, element.line, `a joint of type ${known.join(', ')}`, `"${type}"`);
    return {
      element,
      name: element.get('name') ?? 'joint',
      type,
      parent: end('parent'),
      child: end('child'),
      origin: this.#origin(element),
      axis: [xyz[0] / length, xyz[1] / length, xyz[2] / length],
    };
  }

  /** Zero, or the nearest value within the limits. */
  #start({ element, type }: Joint): number {
    if (type !== 'revolute' && type !== 'prismatic') return 0;
    const limit = element.first('limit');
    const lower = (limit && numbersOf(this.#file, limit, 'lower', 1)?.[0]) ?? 0;
    const upper = (limit && numbersOf(this.#file, limit, 'upper', 1)?.[0]) ?? 0;
    if (lower > upper) throw new ImportError(this.#file, element.line, 'lower at most upper', `${lower} and ${upper}`);
    if (lower === upper) return lower;
    return Math.min(upper, Math.max(lower, 0));
  }

  #jointValue(joint: Joint, frame: Frame, parent: string, child: string): Value | undefined {
    const { element, type } = joint;
    const base = { between: [parent, child], at: lengths(frame.at) };
    const axis = axisIn(frame, joint.axis);
    if (type === 'floating') return undefined;
    if (type === 'fixed') return { type: 'fixed', ...base };
    if (type === 'planar') return { type: 'planar', ...base, axis };
    const turning = type !== 'prismatic';
    const limit = element.first('limit');
    const start = this.#start(joint);
    const lower = limit && numbersOf(this.#file, limit, 'lower', 1)?.[0];
    const upper = limit && numbersOf(this.#file, limit, 'upper', 1)?.[0];
    const unit = turning ? 'rad' : 'm';
    const stops = type !== 'continuous' && lower !== undefined && upper !== undefined && lower < upper;
    const dynamics = element.first('dynamics');
    const damping = (dynamics && numbersOf(this.#file, dynamics, 'damping', 1)?.[0]) ?? 0;
    const friction = (dynamics && numbersOf(this.#file, dynamics, 'friction', 1)?.[0]) ?? 0;
    if (start !== 0)
      element.verdict = {
        kind: 'approximated',
        text: `begins at ${round(start)} ${unit}, as 0 is outside its limits; angles count from there`,
      };
    return {
      type: turning ? 'revolute' : 'prismatic',
      ...base,
      axis,
      ...(stops && { limits: { lower: q(round(lower - start), unit), upper: q(round(upper - start), unit) } }),
      ...(damping > 0 && { damping: q(damping, turning ? 'N m s/rad' : 'N s/m') }),
      ...(friction > 0 && { friction: turning ? { torque: q(friction, 'N m') } : { force: q(friction, 'N') } }),
    };
  }

  #body(link: Element, frame: Frame, root: boolean): Properties {
    const shapes = this.#shapes(link, ORIGIN);
    const place = {
      ...(frame.at.some((x) => round(x) !== 0) && { position: lengths(frame.at) }),
      ...('rotation' in placedAt({ at: [0, 0, 0], turn: frame.turn }) && {
        rotation: placedAt({ at: [0, 0, 0], turn: frame.turn }).rotation,
      }),
    };
    const rest = { ...place, ...(shapes.length > 0 && { shapes }) };
    const inertial = link.first('inertial');
    if (inertial === undefined && root) return { fixed: true, ...rest };
    const sum = new MassSum();
    const mass = inertial?.first('mass');
    const kg = (mass && numbersOf(this.#file, mass, 'value', 1)?.[0]) ?? 0;
    if (inertial !== undefined && kg > 0) {
      const origin = this.#origin(inertial);
      const tensor = inertial.first('inertia');
      const given = (['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'] as const).map(
        (key) => (tensor && numbersOf(this.#file, tensor, key, 1)?.[0]) ?? 0,
      );
      const own = turned(given, origin.turn);
      if (isInertia(own)) {
        sum.add(kg, origin.at, own);
      } else {
        const j = 0.4 * kg * SMALL_RADIUS * SMALL_RADIUS;
        sum.add(kg, origin.at, [j, j, j, 0, 0, 0]);
        inertial.verdict = {
          kind: 'approximated',
          text: 'no body has such an inertia: that of a ball of 5 cm is taken',
        };
      }
    } else {
      const j = 0.4 * SMALL_MASS * SMALL_RADIUS * SMALL_RADIUS;
      sum.add(SMALL_MASS, [0, 0, 0], [j, j, j, 0, 0, 0]);
      link.verdict = { kind: 'approximated', text: `no mass: ${SMALL_MASS} kg is taken` };
    }
    return { ...massValue(sum), ...rest };
  }

  #shapes(link: Element, inside: Frame): Value[] {
    const shapes: Value[] = [];
    for (const collision of link.all('collision')) {
      const shape = this.#shape(collision, inside, true);
      if (shape !== undefined) shapes.push(shape);
    }
    for (const visual of link.all('visual')) {
      const shape = this.#shape(visual, inside, false);
      if (shape !== undefined) shapes.push(shape);
    }
    return shapes;
  }

  #shape(element: Element, inside: Frame, collide: boolean): Value | undefined {
    const geometry = element.first('geometry');
    const frame = placed(inside, this.#origin(element));
    const material = element.first('material');
    const rest = {
      ...placedAt(frame),
      ...(collide ? {} : { collide: false, density: 0 }),
      ...colourOf(material && this.#material(material)),
    };
    const box = geometry?.first('box');
    const positive = (numbers: readonly number[] | undefined, of: Element): number[] => {
      if (numbers?.every((x) => x > 0)) return [...numbers];
      throw new ImportError(this.#file, of.line, 'sizes above 0 m', numbers === undefined ? 'none' : numbers.join(' '));
    };
    if (box) return { box: lengths(positive(numbersOf(this.#file, box, 'size', 3), box).slice(0, 3)), ...rest };
    const sphere = geometry?.first('sphere');
    if (sphere) return { sphere: q(positive(numbersOf(this.#file, sphere, 'radius', 1), sphere)[0], 'm'), ...rest };
    const cylinder = geometry?.first('cylinder') ?? geometry?.first('capsule');
    if (cylinder) {
      const [radius] = positive(numbersOf(this.#file, cylinder, 'radius', 1), cylinder);
      const [length] = positive(numbersOf(this.#file, cylinder, 'length', 1), cylinder);
      if (cylinder.name === 'capsule')
        cylinder.verdict = { kind: 'approximated', text: 'a cylinder without its round ends' };
      return { cylinder: { radius: q(radius, 'm'), length: q(length, 'm') }, ...rest };
    }
    const mesh = geometry?.first('mesh');
    if (mesh === undefined) {
      element.verdict = { kind: 'lost', text: 'no geometry that is known' };
      return undefined;
    }
    const name = mesh.get('filename') ?? '';
    const taken = this.meshes.take(name, ['', '../', '../../']);
    if (taken === undefined) {
      mesh.verdict = {
        kind: 'lost',
        text: `${name.slice(0, 80)} is not there, or not of a kind that is read (STL, OBJ, PLY, VTK, glTF)`,
      };
      return undefined;
    }
    const [sx, sy, sz] = numbersOf(this.#file, mesh, 'scale', 3) ?? [1, 1, 1];
    if (!(sx > 0) || sy !== sx || sz !== sx)
      mesh.verdict = { kind: 'approximated', text: `one scale, ${sx > 0 ? sx : 1}, along all axes` };
    const scale = sx > 0 && sx !== 1 ? { scale: sx } : {};
    if (collide) {
      mesh.verdict ??= { kind: 'approximated', text: 'touches with its convex hull' };
      return { hull: { mesh: taken }, ...scale, ...rest };
    }
    return { mesh: taken, ...scale, ...rest };
  }
}
