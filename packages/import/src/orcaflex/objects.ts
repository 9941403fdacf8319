/** Buoys, clumps, constraints and shapes. */
import { type Frame, isNoTurn, type Quaternion, product, threeTurns, turnAbout, type Vec3 } from '../rotation.ts';
import { q, type Value } from '../yaml.ts';
import type { Environment } from './environment.ts';
import type { Fields } from './tree.ts';
import type { Units } from './units.ts';

const round = (x: number): number => Number(x.toPrecision(10));
export const lengthsOf = (v: readonly number[]): Value => v.map((x) => q(round(x), 'm'));

export function rotationOf(turn: Quaternion): { rotation?: Value } {
  return isNoTurn(turn) ? {} : { rotation: { quaternion: turn.map(round) } };
}

type Properties = { readonly [key: string]: Value | undefined };

/** Mass, buoyancy, drag and added mass of a lumped buoy, a 3D buoy or a clump. */
export function lumpOf(buoy: Fields, units: Units, environment: Environment): Properties {
  const { length: L, mass: M } = units;
  const mass = buoy.needed('Mass') * M;
  if (!(mass > 0)) buoy.fail('Mass', 'a mass above 0', String(mass));
  const volume = (buoy.number('Volume') ?? 0) * L ** 3;
  const height = (buoy.number('Height') ?? 0) * L;
  const radius = Math.max(0.05, ((3 * Math.max(volume, mass / 7850)) / (4 * Math.PI)) ** (1 / 3));
  const moments = momentsOf(buoy, units) ?? [0.4, 0.4, 0.4].map((part) => part * mass * radius * radius);
  const centre = buoy.vector('CentreOfMass').map((x) => x * L);
  const areas = buoy.numbers('DragArea');
  const coefficients = buoy.numbers('Cd', 'DragForceCoefficient');
  const drag = [0, 1, 2].map(
    (i) => 0.5 * environment.density * (areas[i] ?? 0) * L * L * (coefficients[i] ?? coefficients[0] ?? 0),
  );
  const Ca = buoy.numbers('Ca', 'AddedMassCoefficient');
  const water = [0, 1, 2].map((i) => environment.density * volume * (Ca[i] ?? Ca[0] ?? 0));
  const damping = drag.some((x) => x > 0) && { damping: { quadratic: [...drag.map(round), 0, 0, 0] } };
  if (damping)
    buoy.note('DragArea', 'approximated', 'drag along each axis by the speed along it, at the centre of mass');
  const added = water.some((x) => x > 0) && {
    'added mass': { diagonal: [...water.map(round), 0, 0, 0], 'full volume': volume },
  };
  const side = height > 0 && volume > 0 ? Math.sqrt(volume / height) : Math.cbrt(volume);
  const at = buoy.vector('CentreOfVolume').map((x) => x * L);
  if (volume > 0)
    buoy.note(
      'Volume',
      'approximated',
      `a box of ${Number(side.toPrecision(4))} m square with that volume and height displaces the water`,
    );
  const hydro =
    volume > 0
      ? {
          hull: {
            box: [side, side, height > 0 ? height : side].map((x) => q(round(x), 'm')),
            ...(at.some((x) => x !== 0) && { at: lengthsOf(at) }),
          },
          drag: { normal: 0, tangential: 0 },
          ...damping,
          ...added,
        }
      : damping
        ? { hull: 'none', ...damping }
        : undefined;
  return {
    mass: q(round(mass), 'kg'),
    inertia: moments.map((x) => q(round(Math.max(x, 1e-6 * mass * radius * radius)), 'kg m^2')),
    ...(centre.some((x) => x !== 0) && { centre: lengthsOf(centre) }),
    ...(hydro && { hydro }),
  };
}

function momentsOf(buoy: Fields, { mass: M, length: L }: Units): number[] | undefined {
  const list = buoy.numbers('MomentsOfInertia');
  const moments = (list.length >= 3 ? list.slice(0, 3) : buoy.rows('MassMomentOfInertia').map((_, i) => list[i])).map(
    (x) => (x ?? 0) * M * L * L,
  );
  return moments.length === 3 && moments.every((x) => x > 0) ? moments : undefined;
}

/** A spar buoy or towed fish: a stack of cylinders from its base, along z (spar) or x (fish). */
export function sparOf(buoy: Fields, units: Units, environment: Environment, along: Vec3): Properties {
  const { length: L, mass: M } = units;
  const mass = buoy.needed('Mass') * M;
  if (!(mass > 0)) buoy.fail('Mass', 'a mass above 0', String(mass));
  const base = buoy.vector('StackBaseCentre').map((x) => x * L);
  const rows = buoy.rows('CylinderOuterDiameter');
  const Ca = buoy.numbers('AddedMassCoefficientNormal', 'CylinderCaNormal')[0];
  const Cd = buoy.numbers('DragForceCoefficientNormal', 'CylinderCdNormal')[0];
  let s = 0;
  let widest = 0;
  const members = rows.flatMap(({ cells }) => {
    const diameter = (typeof cells.CylinderOuterDiameter === 'number' ? cells.CylinderOuterDiameter : 0) * L;
    const length = (typeof cells.CylinderLength === 'number' ? cells.CylinderLength : 0) * L;
    if (!(diameter > 0) || !(length > 0)) return [];
    const from = base.map((c, i) => c + along[i] * s);
    s += length;
    widest = Math.max(widest, diameter);
    const to = base.map((c, i) => c + along[i] * s);
    return [
      {
        from: lengthsOf(from),
        to: lengthsOf(to),
        diameter: q(round(diameter), 'm'),
        drag: { normal: Cd ?? 1 },
        'added mass': Ca ?? 1,
      },
    ];
  });
  const moments = momentsOf(buoy, units) ?? [1, 1, 1].map(() => (mass * Math.max(s * s, widest * widest, 0.01)) / 12);
  if (members.length > 0)
    buoy.note(
      'CylinderOuterDiameter',
      'approximated',
      `a stack of Morison members${Cd === undefined ? ', drag 1, added mass 1' : ''}`,
    );
  const centre = buoy.vector('CentreOfMass').map((x) => x * L);
  return {
    mass: q(round(mass), 'kg'),
    inertia: moments.map((x) => q(round(x), 'kg m^2')),
    ...(centre.some((x) => x !== 0) && { centre: lengthsOf(centre) }),
    ...(members.length > 0 && environment.density > 0 && { hydro: { hull: 'none', members } }),
  };
}

/** `true` for each free coordinate of a constraint: x, y, z, Rx, Ry, Rz. */
export function freeOf(constraint: Fields): boolean[] {
  const free = constraint.rows('DOFFree');
  if (free.length >= 6) return free.slice(0, 6).map(({ cells }) => /^(?:yes|true)$/i.test(String(cells.DOFFree ?? '')));
  return ['x', 'y', 'z', 'Rx', 'Ry', 'Rz'].map(
    (axis) => constraint.yes(`DOFFree${axis}`) || constraint.yes(`${axis}Free`),
  );
}

/** The joint with these free coordinates; undefined: none is constrained. */
export function jointFor(free: readonly boolean[]): { type: string; axis?: Vec3; exact: boolean } | undefined {
  const AXES: readonly Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const slides = [0, 1, 2].filter((i) => free[i]);
  const turns = [3, 4, 5].filter((i) => free[i]).map((i) => i - 3);
  if (slides.length === 0 && turns.length === 0) return { type: 'fixed', exact: true };
  if (slides.length === 0 && turns.length === 3) return { type: 'point', exact: true };
  if (slides.length === 0 && turns.length === 1) return { type: 'revolute', axis: AXES[turns[0]], exact: true };
  if (slides.length === 0) return { type: 'point', exact: false };
  if (slides.length === 1 && turns.length === 0) return { type: 'prismatic', axis: AXES[slides[0]], exact: true };
  if (slides.length === 1 && turns.length === 1 && turns[0] === slides[0])
    return { type: 'cylindrical', axis: AXES[slides[0]], exact: true };
  if (slides.length === 2) {
    const normal = [0, 1, 2].find((i) => !free[i]) as number;
    return { type: 'planar', axis: AXES[normal], exact: turns.length === 1 && turns[0] === normal };
  }
  return undefined;
}

export function frameOf(thing: Fields, units: Units, position: string): Frame {
  const at = thing.vector(position).map((x) => x * units.length) as unknown as Vec3;
  const angles = thing.numbers('InitialAttitude', 'Orientation', 'InFrameInitialAttitude', 'InitialRotation');
  return { at, turn: threeTurns(angles[0] ?? 0, angles[1] ?? 0, angles[2] ?? 0) };
}

/** A shape of a body; undefined: not available in hawser. */
export function shapeOf(shape: Fields, units: Units, name: string): Value | undefined {
  const L = units.length;
  const kind = shape.text('Shape') ?? '';
  const solid = /elastic solid/i.test(shape.text('ShapeType') ?? '');
  const origin = shape.vector('Origin').map((x) => x * L) as unknown as Vec3;
  const azimuth = shape.number('Azimuth') ?? 0;
  const declination = shape.number('Declination') ?? 0;
  const turn = product(
    product(turnAbout([0, 0, 1], azimuth), turnAbout([0, 1, 0], declination)),
    turnAbout([0, 0, 1], shape.number('Gamma') ?? 0),
  );
  const rest = { name, ...(!solid && { collide: false }) };
  const placed = (frame: Frame): Value => ({
    ...(frame.at.some((x) => x !== 0) && { at: lengthsOf(frame.at) }),
    ...rotationOf(frame.turn),
  });
  const inside = (turned: Quaternion, v: Vec3): Vec3 => {
    const [w, x, y, z] = turned;
    const t: Vec3 = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
    return [
      origin[0] + v[0] + w * t[0] + y * t[2] - z * t[1],
      origin[1] + v[1] + w * t[1] + z * t[0] - x * t[2],
      origin[2] + v[2] + w * t[2] + x * t[1] - y * t[0],
    ];
  };
  if (/cylinder/i.test(kind)) {
    const length = shape.needed('Length') * L;
    const outer = shape.needed('OuterDiameter') * L;
    const inner = (shape.number('InnerDiameter') ?? 0) * L;
    if (!(length > 0 && outer > inner))
      shape.fail('Length', 'a cylinder with length and wall', `${length} m, ${outer} m`);
    // its origin is the middle of its first end
    const frame = { at: inside(turn, [0, 0, 0.5 * length]), turn };
    const of =
      inner > 0
        ? {
            solid: {
              tube: {
                outer: q(round(0.5 * outer), 'm'),
                inner: q(round(0.5 * inner), 'm'),
                length: q(round(length), 'm'),
              },
            },
          }
        : { cylinder: { radius: q(round(0.5 * outer), 'm'), length: q(round(length), 'm') } };
    return { ...of, ...(placed(frame) as Properties), ...rest };
  }
  if (/block/i.test(kind)) {
    const size = shape.vector('Size').map((x) => x * L) as unknown as Vec3;
    if (size.some((x) => !(x > 0))) shape.fail('Size', 'three lengths above 0', size.join(', '));
    const angles = shape.numbers('Orientation', 'BlockOrientation');
    const own = threeTurns(angles[0] ?? 0, angles[1] ?? 0, angles[2] ?? 0);
    // its origin is a corner
    const frame = { at: inside(own, [0.5 * size[0], 0.5 * size[1], 0.5 * size[2]]), turn: own };
    return { box: size.map((x) => q(round(x), 'm')), ...(placed(frame) as Properties), ...rest };
  }
  if (/torus/i.test(kind)) {
    const ring = shape.number('TorusRadius') ?? shape.number('Radius');
    const tube = shape.number('TubeRadius') ?? shape.number('TorusTubeRadius');
    if (ring === undefined || tube === undefined) return undefined;
    return {
      solid: { torus: { ring: q(ring * L, 'm'), tube: q(tube * L, 'm') } },
      ...(placed({ at: origin, turn }) as Properties),
      ...rest,
    };
  }
  if (/plane/i.test(kind)) return { 'half-space': true, ...(placed({ at: origin, turn }) as Properties), ...rest };
  return undefined;
}
