/**
 * Which law rules a pair of shapes: the contact table of the scenario first, the two materials where it is silent.
 * Columns by shape pair, filled the first time the pair comes near.
 */
import { BuildError, type GrowableFloat64 } from '../base/index.ts';
import {
  AREA_LAW_NAMES,
  type AreaLawName,
  cornerStiffness,
  FRICTION_BRISTLE,
  FRICTION_COULOMB,
  FRICTION_NONE,
  hertzStiffness,
  hysteresisFor,
  mixMaterials,
  type MixedMaterial,
  rimStiffness,
} from '../contact/index.ts';
import { pow } from '../math/index.ts';
import type { Model } from './model.ts';
import type { ContactParametersSpec, ContactSelector, ContactTableSpec } from './spec.ts';

/** Columns of a pair. */
export const K_POINT = 0; // stiffness of sphere, vertex and manifold contacts [N/m^n]
export const K_RIM = 1; // stiffness of a cylinder's rim [N/m^n]
export const EXPONENT = 2;
export const HYSTERESIS = 3; // d = a v0 [-]
export const DISSIPATION = 4; // constant a [s/m]; < 0: from hysteresis and the speed at onset
export const FRICTION_KIND = 5;
export const MU_STATIC = 6;
export const MU_KINETIC = 7;
export const BRISTLE_S0 = 8; // [1/m]
export const BRISTLE_S1 = 9; // [s/m]
export const SLIP_SPEED = 10; // [m/s]
export const VISCOUS = 11; // [N s/m]
export const ONSET_FLOOR = 12; // [m/s]
export const FOUNDATION = 13; // k_v of contact by volume [N/m^3]
export const AREA_LAW = 14; // index into AREA_LAW_NAMES
export const PAIR_STRIDE = 15;

/**
 * Approach speeds below this give the damping of this one [m/s]; otherwise a contact at rest would have infinite damping.
 * Contacts take it, or the speed sqrt(g depth) with which a body swings about its depth at rest, whichever is more.
 */
export const SLOWEST_ONSET = 0.001;

const DEFAULT_DEFLECTION = 1e-6; // bristle deflection at the static limit [m]
const DEFAULT_SLIP_SPEED = 1e-3; // [m/s]
const REST_DEPTH = 2e-8; // depth under a body's own weight over its size, from surface roughness [-]
const BRISTLE_DAMPING = 0.7; // of critical, for a body carried by its weight under STANDARD_GRAVITY
const STANDARD_GRAVITY = 9.81;
const DEFAULT_BALLS = 1000;

/** Do these shapes meet over an area: by the volume they share, by balls packed into them (how many), or not so? */
export function areaContact(model: Model, shapeA: number, shapeB: number): 'volume' | number | undefined {
  const { method, balls } = resolve(model, shapeA, shapeB);
  if (method === 'spheres') return balls ?? DEFAULT_BALLS;
  return method === 'volume' || hasMesh(model, shapeA, shapeB) ? 'volume' : undefined;
}

export function areaLaw(model: Model, shapeA: number, shapeB: number): AreaLawName {
  return resolve(model, shapeA, shapeB).areaLaw ?? 'distributed';
}

function hasMesh(model: Model, shapeA: number, shapeB: number): boolean {
  return model.shapes[shapeA].shape.kind === 'mesh' || model.shapes[shapeB].shape.kind === 'mesh';
}

/** May this pair of shapes touch at all? ('none' in the table says no.) */
export function pairTouches(model: Model, shapeA: number, shapeB: number): boolean {
  return resolve(model, shapeA, shapeB).law !== 'none';
}

export function writePair(columns: GrowableFloat64, pair: number, model: Model, shapeA: number, shapeB: number): void {
  const wanted = resolve(model, shapeA, shapeB);
  const materials = model.spec.materials;
  const mixed = mixMaterials(materials[model.shapeMaterial[shapeA]], materials[model.shapeMaterial[shapeB]]);
  const law = wanted.law === undefined || wanted.law === 'none' ? 'exact' : wanted.law;
  const restitution = wanted.restitution ?? mixed.restitution;
  const muStatic = wanted.frictionStatic ?? wanted.frictionKinetic ?? mixed.frictionStatic;
  const muKinetic = wanted.frictionKinetic ?? wanted.frictionStatic ?? mixed.frictionKinetic;
  const round = model.shapes[shapeA].shape.kind === 'sphere' || model.shapes[shapeB].shape.kind === 'sphere';
  const s0 = Math.max(muStatic, 1e-3) / (wanted.stickDeflection ?? DEFAULT_DEFLECTION);
  columns.resize(Math.max(columns.length, PAIR_STRIDE * (pair + 1)));
  const c = columns.data;
  const o = PAIR_STRIDE * pair;
  c[o + K_POINT] = wanted.stiffness ?? pointStiffness(model, shapeA, shapeB, mixed, round);
  c[o + K_RIM] =
    wanted.stiffness ??
    flatStiffness(
      model,
      shapeA,
      shapeB,
      rimStiffness(mixed.modulus, Math.min(model.shapeSize[shapeA], model.shapeSize[shapeB])),
    );
  c[o + EXPONENT] = wanted.exponent ?? (round ? 1.5 : 1);
  c[o + HYSTERESIS] = hysteresisFor(law, restitution);
  c[o + DISSIPATION] = wanted.dissipation ?? -1;
  c[o + FRICTION_KIND] = frictionKind(wanted, muStatic, muKinetic);
  c[o + MU_STATIC] = Math.max(muStatic, muKinetic);
  c[o + MU_KINETIC] = muKinetic;
  c[o + BRISTLE_S0] = s0;
  c[o + BRISTLE_S1] = 2 * BRISTLE_DAMPING * Math.sqrt(s0 / STANDARD_GRAVITY);
  c[o + SLIP_SPEED] = wanted.slipSpeed ?? DEFAULT_SLIP_SPEED;
  c[o + VISCOUS] = wanted.viscous ?? 0;
  const weight = lighterMass(model, shapeA, shapeB) * STANDARD_GRAVITY;
  const size = Math.min(model.shapeSize[shapeA], model.shapeSize[shapeB]);
  c[o + FOUNDATION] = wanted.foundation ?? foundation(mixed.modulus, weight, size);
  c[o + AREA_LAW] = AREA_LAW_NAMES.indexOf(wanted.areaLaw ?? 'distributed');
  const restDepth =
    areaContact(model, shapeA, shapeB) !== undefined
      ? weight / (c[o + FOUNDATION] * size * size)
      : pow(weight / c[o + K_POINT], 1 / c[o + EXPONENT]);
  c[o + ONSET_FLOOR] = Math.max(SLOWEST_ONSET, Math.sqrt(STANDARD_GRAVITY * restDepth));
}

function frictionKind(wanted: ContactParametersSpec, muStatic: number, muKinetic: number): number {
  if (wanted.friction === 'none' || (muStatic === 0 && muKinetic === 0)) return FRICTION_NONE;
  return wanted.friction === 'coulomb' ? FRICTION_COULOMB : FRICTION_BRISTLE;
}

/**
 * Flat faces: the corner of an elastic block in series with the roughness of its surface, which lets a body sink by
 * REST_DEPTH of its size under its own weight. Without it a light steel block would rest a tenth of a nanometre deep, less
 * than any solver resolves and any machinist makes.
 */
function flatStiffness(model: Model, a: number, b: number, elastic: number): number {
  const size = Math.min(model.shapeSize[a], model.shapeSize[b]);
  const mass = lighterMass(model, a, b);
  const rough = (0.25 * mass * STANDARD_GRAVITY) / (REST_DEPTH * size);
  return 1 / (1 / elastic + 1 / rough);
}

/**
 * k_v of a face as wide as the body: a layer as deep as it is wide (stiffness E* / size) in series with its roughness, as in
 * flatStiffness.
 */
function foundation(modulus: number, weight: number, size: number): number {
  const rough = weight / (REST_DEPTH * size * size * size);
  return 1 / (size / modulus + 1 / rough);
}

function lighterMass(model: Model, a: number, b: number): number {
  let mass = Number.POSITIVE_INFINITY;
  for (const shape of [a, b]) {
    const slot = model.shapes[shape].body;
    if (slot < model.dynamicCount) mass = Math.min(mass, model.mass[slot]);
  }
  return mass;
}

function pointStiffness(model: Model, a: number, b: number, mixed: MixedMaterial, round: boolean): number {
  if (!round) {
    return flatStiffness(model, a, b, cornerStiffness(mixed.modulus, Math.min(model.shapeSize[a], model.shapeSize[b])));
  }
  const radius = (k: number): number =>
    model.shapes[k].shape.kind === 'sphere' ? model.shapeSize[k] : Number.POSITIVE_INFINITY;
  return hertzStiffness(mixed.modulus, radius(a), radius(b));
}

function resolve(model: Model, shapeA: number, shapeB: number): ContactParametersSpec {
  return resolvePair(
    model.spec.contacts,
    (selector) => matches(model, selector, shapeA),
    (selector) => matches(model, selector, shapeB),
  );
}

/** Defaults, then every matching entry in the order of the table: later fields win. */
export function resolvePair(
  table: ContactTableSpec,
  isA: (selector: ContactSelector) => boolean,
  isB: (selector: ContactSelector) => boolean,
): ContactParametersSpec {
  let found: ContactParametersSpec = table.defaults;
  for (const entry of table.pairs) {
    const fits = (isA(entry.a) && isB(entry.b)) || (isA(entry.b) && isB(entry.a));
    if (fits) found = { ...found, ...withoutUndefined(entry) };
  }
  return found;
}

/** Is this shape meant? */
export function matches(model: Model, selector: ContactSelector, shape: number): boolean {
  if (selector === 'any') return true;
  if ('body' in selector) return model.slotOfBody[selector.body] === model.shapes[shape].body;
  if ('cable' in selector) return false;
  return model.shapeMaterial[shape] === selector.material;
}

function withoutUndefined<T extends object>(entry: T): Partial<T> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Refuses numbers no law can use; called once at build. */
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
}

/** Over an area friction is a brush that sticks or slips, or none: what else the table asks for would be passed over. */
function checkAreaFriction(model: Model): void {
  const { shapes, spec, bodyOfSlot } = model;
  const { defaults, pairs } = spec.contacts;
  const odd = ({ friction, viscous = 0 }: ContactParametersSpec): 'friction' | 'viscous' | undefined =>
    friction === 'coulomb' ? 'friction' : viscous > 0 ? 'viscous' : undefined;
  if (![defaults, ...pairs].some(odd)) return; // so that tables without it cost nothing
  for (let p = 0; p < shapes.length; p++) {
    for (let q = p + 1; q < shapes.length; q++) {
      const [a, b] = [shapes[p].body, shapes[q].body];
      if (!model.mayTouch(a, b, p, q) || !pairTouches(model, p, q)) continue;
      const wanted = resolve(model, p, q);
      const field = odd(wanted);
      if (field === undefined || areaContact(model, p, q) === undefined) continue;
      let row = -1; // the last one that fits and says so won
      pairs.forEach((entry, k) => {
        const fits = (i: number, j: number): boolean => matches(model, entry.a, i) && matches(model, entry.b, j);
        if (entry[field] !== undefined && (fits(p, q) || fits(q, p))) row = entry.row ?? k;
      });
      const [one, other] = [a, b].map((slot) => `"${spec.bodies[bodyOfSlot[slot]].name}"`);
      throw new BuildError(
        'area-friction',
        `over an area friction is bristle or none, and not viscous, found ${field} ${wanted[field]} for ${one} and ${other}; give the pair friction: bristle, viscous: 0`,
        row < 0 ? ['contacts', 'defaults', field] : ['contacts', 'pairs', row, field],
      );
    }
  }
}
