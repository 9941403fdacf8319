/** Laws of a pair of shapes in columns, filled the first time the pair comes near. */
import type { GrowableFloat64 } from '../../base/index.ts';
import {
  AREA_LAW_NAMES,
  cornerStiffness,
  type FrictionLaw,
  hertzStiffness,
  type MixedMaterial,
  rimStiffness,
} from '../../contact/index.ts';
import { pow } from '../../math/index.ts';
import type { Model } from '../../model/index.ts';
import { coreDepth, expansionDamping, pressureFoundation } from '../pressure-fields.ts';
import { areaContact, bristleDamping, bristleStiffness, pairLaw } from '../contact-table.ts';

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
export const CORE_DEPTH = 15; // [m] pressure fields: depth at which one of them is pressed through; infinite: none
export const STRIBECK = 16; // [m/s]; 0: none
export const DWELL = 17; // [s]; 0: none
export const ROLLING = 18; // [m] length of rolling resistance
export const CREEPS = 19; // 1: friction lugre
export const LAGS = 20; // 1: damping of the bristle is given
export const PAIR_STRIDE = 21;

/**
 * Approach speeds below this value are damped as if they had it [m/s]; otherwise a contact at rest would have infinite damping. Contacts
 * use this speed or sqrt(g depth), the speed of a body that oscillates about its static depth, whichever is larger.
 */
export const SLOWEST_ONSET = 0.001;

const DEFAULT_DEFLECTION = 1e-6; // bristle deflection at the static limit [m]
const REST_DEPTH = 2e-8; // depth under a body's own weight over its size, from surface roughness [-]
const BRISTLE_DAMPING = 0.7; // part of critical damping, for a body carried by its weight under STANDARD_GRAVITY
const STANDARD_GRAVITY = 9.81;

export function writePair(columns: GrowableFloat64, pair: number, model: Model, shapeA: number, shapeB: number): void {
  const law = pairLaw(model, { shape: shapeA }, { shape: shapeB });
  const { wanted, mixed, muStatic } = law;
  const round = model.shapes[shapeA].shape.kind === 'sphere' || model.shapes[shapeB].shape.kind === 'sphere';
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
  c[o + HYSTERESIS] = law.hysteresis;
  c[o + DISSIPATION] = law.dissipation;
  c[o + FRICTION_KIND] = law.friction;
  c[o + MU_STATIC] = muStatic;
  c[o + MU_KINETIC] = law.muKinetic;
  c[o + BRISTLE_S0] = bristleStiffness(muStatic, wanted.stickDeflection ?? DEFAULT_DEFLECTION);
  c[o + BRISTLE_S1] =
    wanted.stickDamping !== undefined
      ? wanted.stickDamping * c[o + BRISTLE_S0]
      : bristleDamping(c[o + BRISTLE_S0], BRISTLE_DAMPING);
  c[o + STRIBECK] = wanted.stribeckSpeed ?? 0;
  c[o + DWELL] = wanted.dwellTime ?? 0;
  c[o + ROLLING] = wanted.rollingResistance ?? 0;
  c[o + LAGS] = wanted.stickDamping !== undefined ? 1 : 0;
  c[o + CREEPS] = wanted.friction === 'lugre' ? 1 : 0;
  c[o + SLIP_SPEED] = law.slipSpeed;
  c[o + VISCOUS] = law.viscous;
  const weight = lighterMass(model, shapeA, shapeB) * STANDARD_GRAVITY;
  const size = Math.min(model.shapeSize[shapeA], model.shapeSize[shapeB]);
  const area = areaContact(model, shapeA, shapeB);
  const pressed = area === 'pressure';
  c[o + FOUNDATION] = pressed
    ? pressureFoundation(model, shapeA, shapeB)
    : (wanted.foundation ??
      // links use E* and their shape: their depths are relative to the diameter of the bar
      (area === 'link' ? mixed.modulus / barOf(model, shapeA, shapeB) : foundation(mixed.modulus, weight, size)));
  if (pressed && wanted.dissipation === undefined && wanted.restitution === undefined) {
    c[o + DISSIPATION] = expansionDamping(model, shapeA, shapeB) ?? law.dissipation;
  }
  c[o + CORE_DEPTH] = pressed ? coreDepth(model, shapeA, shapeB) : Number.POSITIVE_INFINITY;
  c[o + AREA_LAW] = AREA_LAW_NAMES.indexOf(wanted.areaLaw ?? 'distributed');
  const restDepth =
    area !== undefined ? weight / (c[o + FOUNDATION] * size * size) : pow(weight / c[o + K_POINT], 1 / c[o + EXPONENT]);
  c[o + ONSET_FLOOR] = Math.max(SLOWEST_ONSET, Math.sqrt(STANDARD_GRAVITY * restDepth));
}

/** The friction of the pair whose columns begin at q. */
export function readPairFriction(out: FrictionLaw, laws: Float64Array, q: number): void {
  out.muStatic = laws[q + MU_STATIC];
  out.muKinetic = laws[q + MU_KINETIC];
  out.s0 = laws[q + BRISTLE_S0];
  out.s1 = laws[q + BRISTLE_S1];
  out.stribeck = laws[q + STRIBECK];
  out.dwell = laws[q + DWELL];
  out.creeps = laws[q + CREEPS];
  out.lags = laws[q + LAGS];
}

/**
 * Flat faces: the corner of an elastic block in series with the roughness of its surface, by which a body sinks REST_DEPTH of its size
 * under its own weight. Without roughness a light steel block would rest at a depth of a tenth of a nanometre, less than any solver
 * resolves and any machine shop can make.
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

/** [m] diameter of the thinner of two bars, at least one of which is a link. */
function barOf(model: Model, a: number, b: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const shape of [a, b]) {
    const spec = model.shapes[shape].shape;
    if (spec.kind === 'mesh' && spec.link !== undefined) least = Math.min(least, spec.link.bar);
  }
  return least;
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

/** Does a pair that meets over areas press by place, rather than as a whole? */
export function pressesByPlace(laws: Float64Array, pair: number): boolean {
  return AREA_LAW_NAMES[laws[PAIR_STRIDE * pair + AREA_LAW]] === 'distributed';
}
