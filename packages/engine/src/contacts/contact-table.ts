/**
 * The contact table: the entries that apply to a pair of shapes, of a cable and a shape, or of two cables, and the values they leave to the
 * two materials. Defaults, then every matching entry in order: later fields win. Laws of bodies (points/pair-laws.ts) and of cables
 * (strands/strand-laws.ts) are made from what `pairLaw` finds.
 */
import { BuildError } from '../base/index.ts';
import {
  type AreaLawName,
  FRICTION_BRISTLE,
  FRICTION_COULOMB,
  FRICTION_REDUCED,
  FRICTION_NONE,
  followsSpeed,
  type FrictionLaw,
  hysteresisFor,
  type Material,
  mixMaterials,
  type MixedMaterial,
  staticShare,
} from '../contact/index.ts';
import type { ContactParametersSpec, ContactSelector, Model } from '../model/index.ts';

/** A partner of a pair: a shape of the model, or a cable. */
export type Side = { readonly shape: number } | { readonly cable: number };

/** Default material of a rope: transverse modulus and friction of a medium fibre rope [Pa, -]. */
export const ROPE_MATERIAL: Material = {
  youngs: 1e8,
  poisson: 0,
  restitution: 0.1,
  frictionStatic: 0.3,
  frictionKinetic: 0.3,
};

const DEFAULT_SLIP_SPEED = 1e-3; // [m/s]
const DEFAULT_BALLS = 1000;
const STANDARD_GRAVITY = 9.81;

/** Contact properties of a pair, from the table and the two materials. */
export interface PairLaw {
  readonly a: Material;
  readonly b: Material;
  readonly mixed: MixedMaterial;
  /** values of the table: stiffness, exponent, foundation, stick deflection and others that each kind of contact completes */
  readonly wanted: ContactParametersSpec;
  /** d = a v0 [-]; constant a [s/m], below 0: from d and the speed at onset */
  readonly hysteresis: number;
  readonly dissipation: number;
  readonly friction: number;
  readonly muStatic: number;
  readonly muKinetic: number;
  /** [m/s] regularised Coulomb; [N s/m] */
  readonly slipSpeed: number;
  readonly viscous: number;
}

/** May the two touch at all? ('none' in the table says no.) */
export function mayTouch(model: Model, a: Side, b: Side): boolean {
  return wantedOf(model, a, b).law !== 'none';
}

/** The table's values for two shapes, without their materials. */
export function pairParameters(model: Model, shapeA: number, shapeB: number): ContactParametersSpec {
  return wantedOf(model, { shape: shapeA }, { shape: shapeB });
}

/** The same of two shapes. */
export function pairTouches(model: Model, shapeA: number, shapeB: number): boolean {
  return mayTouch(model, { shape: shapeA }, { shape: shapeB });
}

export function pairLaw(model: Model, a: Side, b: Side): PairLaw {
  const wanted = wantedOf(model, a, b);
  const [one, other] = [materialOf(model, a), materialOf(model, b)];
  const mixed = mixMaterials(one, other);
  const muStatic = wanted.frictionStatic ?? wanted.frictionKinetic ?? mixed.frictionStatic;
  const muKinetic = wanted.frictionKinetic ?? wanted.frictionStatic ?? mixed.frictionKinetic;
  const law = wanted.law === undefined || wanted.law === 'none' ? 'exact' : wanted.law;
  return {
    a: one,
    b: other,
    mixed,
    wanted,
    hysteresis: hysteresisFor(law, wanted.restitution ?? mixed.restitution),
    dissipation: wanted.dissipation ?? -1,
    friction: frictionKind(wanted, muStatic, muKinetic),
    muStatic: Math.max(muStatic, muKinetic),
    muKinetic,
    slipSpeed: wanted.slipSpeed ?? DEFAULT_SLIP_SPEED,
    viscous: wanted.viscous ?? 0,
  };
}

/** Stiffness s0 [1/m] of a bristle that reaches the friction coefficient at a deflection [m]. */
export function bristleStiffness(muStatic: number, deflection: number): number {
  return Math.max(muStatic, 1e-3) / deflection;
}

/**
 * The friction limit of a step that keeps it from its start: by the share of static friction where the limit depends on speed, otherwise
 * that of a slipping or a sticking contact.
 */
export function limitAtStart(law: FrictionLaw, share: number, slipped: boolean): number {
  if (followsSpeed(law)) return law.muKinetic + (law.muStatic - law.muKinetic) * share;
  return slipped ? law.muKinetic : law.muStatic;
}

/** The share at the end of such a step of h [s], for a squared slip speed of speed2 [m^2/s^2]. */
export function shareAtEnd(law: FrictionLaw, share: number, slips: boolean, speed2: number, h: number): number {
  if (followsSpeed(law)) return staticShare(share, speed2, law.stribeck, law.dwell, h);
  return slips ? 0 : 1;
}

/** Damping s1 [s/m] of a bristle, as a part of the critical damping of a body carried by its own weight. */
export function bristleDamping(s0: number, part: number): number {
  return 2 * part * Math.sqrt(s0 / STANDARD_GRAVITY);
}

function frictionKind(wanted: ContactParametersSpec, muStatic: number, muKinetic: number): number {
  if (wanted.friction === 'none' || (muStatic === 0 && muKinetic === 0)) return FRICTION_NONE;
  if (wanted.friction === 'reduced') return FRICTION_REDUCED;
  return wanted.friction === 'coulomb' ? FRICTION_COULOMB : FRICTION_BRISTLE;
}

/**
 * How these shapes meet over an area: by their common volume, as round bars where one is the link of a chain, by packed balls (number), by
 * pressure fields, or not at all. With method volume a link is its mesh.
 */
export function areaContact(
  model: Model,
  shapeA: number,
  shapeB: number,
): 'volume' | 'link' | 'pressure' | number | undefined {
  const { method, balls } = wantedOf(model, { shape: shapeA }, { shape: shapeB });
  if (method === 'spheres') return balls ?? DEFAULT_BALLS;
  const soft = model.shapeField[shapeA] !== undefined || model.shapeField[shapeB] !== undefined;
  if (method === 'pressure' || (method === undefined && soft)) return soft ? 'pressure' : undefined;
  if (method !== 'volume' && (isLink(model, shapeA) || isLink(model, shapeB))) return 'link';
  return method === 'volume' || hasMesh(model, shapeA, shapeB) ? 'volume' : undefined;
}

export function areaLaw(model: Model, shapeA: number, shapeB: number): AreaLawName {
  return wantedOf(model, { shape: shapeA }, { shape: shapeB }).areaLaw ?? 'distributed';
}

function isLink(model: Model, shape: number): boolean {
  const spec = model.shapes[shape].shape;
  return spec.kind === 'mesh' && spec.link !== undefined;
}

function hasMesh(model: Model, shapeA: number, shapeB: number): boolean {
  return model.shapes[shapeA].shape.kind === 'mesh' || model.shapes[shapeB].shape.kind === 'mesh';
}

/** Defaults, then every matching entry in the order of the table: later fields win. */
function wantedOf(model: Model, a: Side, b: Side): ContactParametersSpec {
  const { defaults, pairs } = model.spec.contacts;
  let found: ContactParametersSpec = defaults;
  for (const entry of pairs) {
    const fits =
      (isMeant(model, entry.a, a) && isMeant(model, entry.b, b)) ||
      (isMeant(model, entry.b, a) && isMeant(model, entry.a, b));
    if (fits) found = { ...found, ...withoutUndefined(entry) };
  }
  return found;
}

function isMeant(model: Model, selector: ContactSelector, side: Side): boolean {
  if (selector === 'any') return true;
  if ('cable' in side) {
    if ('cable' in selector) return selector.cable === side.cable;
    if ('material' in selector) return (model.spec.cables ?? [])[side.cable].material === selector.material;
    return false;
  }
  if ('body' in selector) return model.slotOfBody[selector.body] === model.shapes[side.shape].body;
  if ('cable' in selector) return false;
  return model.shapeMaterial[side.shape] === selector.material;
}

function materialOf(model: Model, side: Side): Material {
  if ('shape' in side) return model.spec.materials[model.shapeMaterial[side.shape]];
  const { material } = (model.spec.cables ?? [])[side.cable];
  return material === undefined ? ROPE_MATERIAL : model.spec.materials[material];
}

function withoutUndefined<T extends object>(entry: T): Partial<T> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Rejects numbers that no law can use; called once at build. */
export function checkContactTable(model: Model): void {
  const { defaults, pairs } = model.spec.contacts;
  const check = (entry: ContactParametersSpec, path: (string | number)[]): void => {
    const positive = ['stiffness', 'exponent', 'stickDeflection', 'slipSpeed', 'foundation'] as const;
    const notNegative = [
      'dissipation',
      'frictionStatic',
      'frictionKinetic',
      'viscous',
      'stribeckSpeed',
      'dwellTime',
      'stickDamping',
      'rollingResistance',
    ] as const;
    for (const field of positive) {
      const value = entry[field];
      if (value !== undefined && !(value > 0))
        throw new BuildError('not-positive', `must be > 0, found ${value}`, [...path, field]);
    }
    for (const field of notNegative) {
      const value = entry[field];
      if (value !== undefined && !(value >= 0))
        throw new BuildError('negative', `must be >= 0, found ${value}`, [...path, field]);
    }
    const e = entry.restitution;
    if (e !== undefined && !(e >= 0.05 && e <= 1)) {
      throw new BuildError('restitution', `must lie in 0.05 ... 1, found ${e}`, [...path, 'restitution']);
    }
  };
  check(defaults, ['contacts', 'defaults']);
  pairs.forEach((entry, k) => {
    check(entry, ['contacts', 'pairs', entry.row ?? k]);
  });
  checkAreaFriction(model);
  checkPressure(model);
  checkHalfSpaces(model);
}

/** Rejects two half-spaces: they overlap without bound or never touch. */
function checkHalfSpaces(model: Model): void {
  const { shapes, spec, bodyOfSlot, shapeField } = model;
  const flat = shapes.flatMap(({ shape }, p) => (shape.kind === 'half-space' ? [p] : []));
  for (const p of flat) {
    for (const q of flat) {
      if (q <= p || (shapeField[p] === undefined && shapeField[q] === undefined)) continue;
      const [a, b] = [shapes[p].body, shapes[q].body];
      if (!model.mayTouch(a, b, p, q) || !pairTouches(model, p, q)) continue;
      const [one, other] = [a, b].map((slot) => `"${spec.bodies[bodyOfSlot[slot]].name}"`);
      throw new BuildError(
        'two-half-spaces',
        `expected a shape with an end to meet the pressure field of a half-space, found half-spaces on ${one} and ${other}; give one of them a box, or the pair law: none`,
        ['bodies', bodyOfSlot[shapeField[q] === undefined ? a : b]],
      );
    }
  }
}

/** Contact by pressure needs a field on one of the two at least. */
function checkPressure(model: Model): void {
  const { shapes, spec, bodyOfSlot } = model;
  const { defaults, pairs } = spec.contacts;
  if (defaults.method !== 'pressure' && !pairs.some(({ method }) => method === 'pressure')) return;
  for (let p = 0; p < shapes.length; p++) {
    for (let q = p + 1; q < shapes.length; q++) {
      const [a, b] = [shapes[p].body, shapes[q].body];
      if (!model.mayTouch(a, b, p, q) || !pairTouches(model, p, q)) continue;
      if (shapes[p].shape.kind === 'half-space' && shapes[q].shape.kind === 'half-space') continue;
      if (wantedOf(model, { shape: p }, { shape: q }).method !== 'pressure') continue;
      if (model.shapeField[p] !== undefined || model.shapeField[q] !== undefined) continue;
      let row = -1;
      pairs.forEach((entry, k) => {
        if (entry.method === 'pressure' && entryFits(model, entry, p, q)) row = entry.row ?? k;
      });
      const [one, other] = [a, b].map((slot) => `"${spec.bodies[bodyOfSlot[slot]].name}"`);
      throw new BuildError(
        'no-field',
        `expected a pressure field on ${one} or ${other}, found two rigid shapes; give a shape of one of them field: {layer: 5 mm, modulus: 1 MPa}`,
        row < 0 ? ['contacts', 'defaults', 'method'] : ['contacts', 'pairs', row, 'method'],
      );
    }
  }
}

function entryFits(
  model: Model,
  { a, b }: { readonly a: ContactSelector; readonly b: ContactSelector },
  p: number,
  q: number,
): boolean {
  const fits = (i: number, j: number): boolean => isMeant(model, a, { shape: i }) && isMeant(model, b, { shape: j });
  return fits(p, q) || fits(q, p);
}

/** Rejects friction laws that do not fit the kind of contact, because they would be ignored. */
function checkAreaFriction(model: Model): void {
  const { shapes, spec, bodyOfSlot } = model;
  const { defaults, pairs } = spec.contacts;
  const odd = ({ friction }: ContactParametersSpec): 'friction' | undefined =>
    friction === 'lugre' || friction === 'reduced' ? 'friction' : undefined;
  if (![defaults, ...pairs].some(odd)) return; // fast exit for tables without it
  for (let p = 0; p < shapes.length; p++) {
    for (let q = p + 1; q < shapes.length; q++) {
      const [a, b] = [shapes[p].body, shapes[q].body];
      if (!model.mayTouch(a, b, p, q) || !pairTouches(model, p, q)) continue;
      const wanted = wantedOf(model, { shape: p }, { shape: q });
      const field = odd(wanted);
      const area = areaContact(model, p, q) !== undefined;
      if (field === undefined || area === (wanted.friction === 'reduced')) continue;
      let row = -1; // the last matching entry that sets it applies
      pairs.forEach((entry, k) => {
        if (entry[field] !== undefined && entryFits(model, entry, p, q)) row = entry.row ?? k;
      });
      const [one, other] = [a, b].map((slot) => `"${spec.bodies[bodyOfSlot[slot]].name}"`);
      throw new BuildError(
        'area-friction',
        wanted.friction === 'lugre'
          ? `over an area friction is bristle, coulomb, reduced or none, found lugre for ${one} and ${other}; give the pair friction: bristle`
          : `reduced is friction over an area, found ${one} and ${other}, which meet at points; give the pair friction: bristle, or a field`,
        row < 0 ? ['contacts', 'defaults', field] : ['contacts', 'pairs', row, field],
      );
    }
  }
}
