/** Line types, lines, links and winches. */
import { type Frame, plus, rotate, type Vec3 } from '../rotation.ts';
import { q, type Value } from '../yaml.ts';
import type { BedFriction, Environment } from './environment.ts';
import type { Fields, Row, Scalar } from './tree.ts';
import type { Units } from './units.ts';

export interface LineType {
  readonly fields: Fields;
  /** SI */
  readonly mass: number;
  readonly EA: number;
  readonly EI: number;
  readonly GJ: number;
  readonly OD: number;
  readonly ID: number;
  readonly value: { readonly [key: string]: Value | undefined };
  readonly friction: number | undefined;
}

/** The carrier of a point, and the point in its frame. */
export interface Held {
  readonly body: string;
  readonly frame: Frame;
}

const round = (x: number): number => Number(x.toPrecision(10));

export function lineTypeOf(type: Fields, units: Units): LineType {
  const { length: L, mass: M, force: F } = units;
  const OD = type.needed('OD') * L;
  const ID = (type.number('ID') ?? 0) * L;
  if (!(OD > 0)) type.fail('OD', 'a diameter above 0', String(OD));
  const pipe = /pipe/i.test(type.text('Category') ?? '') && type.number('E') !== undefined;
  const area = 0.25 * Math.PI * (OD * OD - ID * ID);
  const second = (Math.PI / 64) * (OD ** 4 - ID ** 4);
  let mass: number;
  let EA: number;
  let EI: number;
  let GJ: number;
  if (pipe) {
    const E = (type.needed('E') * F) / (L * L);
    const nu = type.number('PoissonRatio') ?? 0.3;
    mass = ((type.number('MaterialDensity') ?? 7.85) * M * area) / L ** 3;
    [EA, EI, GJ] = [E * area, E * second, (E / (1 + nu)) * second];
  } else {
    mass = (type.needed('MassPerUnitLength') * M) / L;
    const stiffness = type.number('EA');
    if (stiffness === undefined) type.fail('EA', 'a stiffness (tables are not read)', type.text('EA') ?? 'nothing');
    EA = (stiffness as number) * F;
    EI = (type.numbers('EI')[0] ?? 0) * F * L * L;
    GJ = (type.number('GJ') ?? 0) * F * L * L;
  }
  if (!(mass > 0) || !(EA > 0)) type.fail('EA', 'mass and stiffness above 0', `${mass} kg/m, ${EA} N`);
  const [cdNormal, , cdAxial] = type.numbers('Cd');
  const [caNormal, , caAxial] = type.numbers('Ca');
  const dragOD = (type.number('NormalDragLiftDiameter') ?? OD / L) * L;
  const axialOD = (type.number('AxialDragLiftDiameter') ?? OD / L) * L;
  const contact = type.number('OuterContactDiameter');
  if (contact !== undefined && contact * L !== OD)
    type.note('OuterContactDiameter', 'approximated', 'contact by the outer diameter, which gives the buoyancy');
  const slack = type.yes('CompressionIsLimited');
  if (!slack)
    type.note(
      'CompressionIsLimited',
      'approximated',
      EI > 0
        ? 'compression up to the load at which a straight element buckles'
        : 'without bending stiffness a line that is pushed goes slack',
    );
  if (
    type.numbers('EI').length > 1 &&
    type.numbers('EI')[1] !== undefined &&
    type.numbers('EI')[1] !== type.numbers('EI')[0]
  )
    type.note('EI', 'approximated', 'the first of the two; both ways alike');
  const value = {
    mass: q(round(mass), 'kg/m'),
    stiffness: q(round(EA), 'N'),
    diameter: q(round(OD), 'm'),
    ...(EI > 0 && { bending: q(round(EI), 'N m^2') }),
    ...(EI > 0 && GJ > 0 && { torsion: q(round(GJ), 'N m^2') }),
    drag: { normal: round(((cdNormal ?? 0) * dragOD) / OD), tangential: round(((cdAxial ?? 0) * axialOD) / OD) },
    'added mass': { normal: caNormal ?? 1, tangential: caAxial ?? 0 },
  };
  return { fields: type, mass, EA, EI, GJ, OD, ID, value, friction: type.number('SeabedLateralFrictionCoefficient') };
}

/** The friction of the bed, one for all lines: that of the heaviest. */
export function bedFriction(
  types: readonly LineType[],
  environment: Environment,
  units: Units,
): BedFriction | undefined {
  let best: { weight: number; type: LineType } | undefined;
  for (const type of types) {
    const weight = units.gravity * (type.mass - 0.25 * Math.PI * type.OD ** 2 * environment.density);
    if (type.friction !== undefined && (best === undefined || weight > best.weight)) best = { weight, type };
  }
  if (best === undefined || environment.bed === undefined) return undefined;
  const friction = best.type.friction as number;
  for (const { friction: own, fields } of types) {
    if (own !== undefined && own !== friction)
      fields.note(
        'SeabedLateralFrictionCoefficient',
        'approximated',
        `the bed has one friction, ${friction}, that of the heaviest line`,
      );
    const axial = fields.number('SeabedAxialFrictionCoefficient');
    if (axial !== undefined && axial !== own)
      fields.note('SeabedAxialFrictionCoefficient', 'approximated', 'along and across alike');
  }
  return {
    friction,
    give: Math.max(1e-4, (friction * Math.max(0, best.weight)) / (environment.bed.shear * best.type.OD)),
  };
}

export interface End {
  readonly row: Row;
  readonly held: Held | undefined;
  readonly at: Vec3;
  readonly clamp: Vec3 | undefined;
  /** stage in which it is released */
  readonly release: number | undefined;
}

const num = (x: Scalar): number | undefined => (typeof x === 'number' && Number.isFinite(x) ? x : undefined);

/** Ends of lines, links and winches: a table with a row for each end. */
export function endsOf(
  line: Fields,
  units: Units,
  environment: Environment,
  resolve: (name: string) => Held | undefined,
  stiff: boolean,
): End[] {
  const L = units.length;
  const stiffness = line.rows('ConnectionxBendingStiffness');
  return line.rows('Connection').map((row, i) => {
    const { cells } = row;
    const to = String(cells.Connection ?? 'Free');
    const at: Vec3 = [
      (num(cells.ConnectionX) ?? 0) * L,
      (num(cells.ConnectionY) ?? 0) * L,
      (num(cells.ConnectionZ) ?? 0) * L,
    ];
    const azimuth = ((num(cells.ConnectionAzimuth) ?? 0) * Math.PI) / 180;
    const declination = ((num(cells.ConnectionDeclination) ?? 0) * Math.PI) / 180;
    const along: Vec3 = [
      Math.sin(declination) * Math.cos(azimuth),
      Math.sin(declination) * Math.sin(azimuth),
      Math.cos(declination),
    ].map((c) => (Math.abs(c) < 1e-12 ? 0 : round(c))) as unknown as Vec3;
    const bend = stiffness[i]?.cells.ConnectionxBendingStiffness;
    const clamped = stiff && (bend === 'Infinity' || bend === Infinity);
    if (stiff && typeof bend === 'number' && Number.isFinite(bend) && bend > 0)
      line.note('ConnectionxBendingStiffness', 'approximated', 'an end that gives is pinned');
    const release = num(cells.ConnectionReleaseStage);
    if (/^free$/i.test(to)) return { row, held: undefined, at, clamp: undefined, release };
    if (/^fixed$/i.test(to)) {
      const world: Held = { body: 'world', frame: { at: [0, 0, 0], turn: [1, 0, 0, 0] } };
      return { row, held: world, at, clamp: clamped ? along : undefined, release };
    }
    if (/^anchored$/i.test(to)) {
      const world: Held = { body: 'world', frame: { at: [0, 0, 0], turn: [1, 0, 0, 0] } };
      const floor = environment.surface - (environment.depth ?? 0);
      return { row, held: world, at: plus(at, [0, 0, floor]), clamp: clamped ? along : undefined, release };
    }
    const held = resolve(to);
    if (held === undefined) {
      line.note('Connection', 'approximated', `${to} is not in the scenario: that end is free`);
      return { row, held: undefined, at, clamp: undefined, release };
    }
    const { frame } = held;
    return {
      row,
      held,
      at: plus(frame.at, rotate(frame.turn, at)),
      clamp: clamped ? (rotate(frame.turn, along).map(round) as unknown as Vec3) : undefined,
      release,
    };
  });
}

export function endValue(end: End): Value {
  return {
    body: (end.held as Held).body,
    point: end.at.map((x) => q(round(x), 'm')),
    ...(end.clamp && { clamp: [...end.clamp] }),
  };
}

export interface Section {
  readonly type: string;
  /** [m] */
  readonly length: number;
  readonly elements: number;
}

export function sectionsOf(line: Fields, units: Units): Section[] {
  const rows = line.rows('LineType');
  if (rows.length === 0) line.fail('LineType', 'sections with line type and length', 'none');
  return rows.map(({ cells }) => {
    const length = (num(cells.Length) ?? 0) * units.length;
    if (!(length > 0)) line.fail('LineType', 'a length above 0', String(cells.Length ?? 'nothing'));
    const segment = num(cells.TargetSegmentLength);
    const count =
      num(cells.NumberOfSegments) ?? (segment !== undefined && segment > 0 ? length / (segment * units.length) : 20);
    return { type: String(cells.LineType ?? ''), length, elements: Math.min(5000, Math.max(1, Math.round(count))) };
  });
}
