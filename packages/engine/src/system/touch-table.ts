/**
 * Which law rules the contact of a cable with a shape, with another cable, or with itself: the contact table first, the two
 * materials where it is silent. One row a pair.
 */
import { BuildError } from '../base/index.ts';
import {
  FRICTION_BRISTLE,
  FRICTION_COULOMB,
  FRICTION_NONE,
  hysteresisFor,
  makeStrandFrictionLaw,
  type Material,
  mixMaterials,
  type StrandFrictionLaw,
} from '../contact/index.ts';
import { matches, resolvePair } from './contact-table.ts';
import type { Model } from './model.ts';
import type { CableSpec, ContactParametersSpec, ContactSelector } from './spec.ts';

/** A rope whose material is not given: what a fibre rope of some size gives way across, and its friction [Pa, -]. */
export const ROPE_MATERIAL: Material = {
  youngs: 1e8,
  poisson: 0,
  restitution: 0.1,
  frictionStatic: 0.3,
  frictionKinetic: 0.3,
};

// Columns of a row.
export const T_MODULUS_A = 0; // of the layer as thick as the radius of A [Pa]
export const T_MODULUS_B = 1;
export const T_FOUNDATION = 2; // k [N/m^3] where the table gives it, else 0
export const T_HYSTERESIS = 3;
export const T_DISSIPATION = 4; // [s/m]; < 0: from hysteresis and the speed at onset
export const T_FRICTION = 5;
export const T_MU_STATIC = 6;
export const T_MU_KINETIC = 7;
export const T_DEFLECTION = 8; // [m] bristle at its limit; 0: a part of the radius
export const T_SLIP_SPEED = 9; // [m/s] regularised Coulomb
export const T_VISCOUS = 10; // [N s/m] a patch
export const T_STRIBECK = 11; // [m/s]
export const T_DWELL = 12; // [s]
export const T_STRIDE = 13;

/** Bristle deflection at its limit over the radius of the cable, unless told. */
const DEFLECTION = 0.02;
const BRISTLE_DAMPING = 1.4; // twice 0.7 of critical, for what its own weight carries
const STANDARD_GRAVITY = 9.81;
/** Slower onsets are damped as this one [m/s]: ropes come to rest soon, and a law that holds back 0.1 m/s is no glue. */
export const TOUCH_ONSET_FLOOR = 0.05;
const SLIP_SPEED = 1e-3; // [m/s]

/** Laws of all pairs: rows by cable and shape, by cable and cable; -1 where they do not touch. */
export class TouchTable {
  readonly laws: number[] = [];
  /** [cable * shapes + shape] and [cable * cables + cable]: row */
  readonly onShape: Int32Array;
  readonly onCable: Int32Array;
  readonly cables: number;
  readonly shapes: number;
  /** does any cable touch a shape, a cable? */
  readonly solids: boolean;
  readonly strands: boolean;

  constructor(model: Model) {
    const { spec, shapes } = model;
    const cables = spec.cables ?? [];
    this.cables = cables.length;
    this.shapes = shapes.length;
    this.onShape = new Int32Array(cables.length * shapes.length).fill(-1);
    this.onCable = new Int32Array(cables.length * cables.length).fill(-1);
    if (spec.contacts.enabled) {
      cables.forEach((cable, i) => {
        checkMaterial(model, cable, i);
        shapes.forEach((_, s) => {
          if (!ignoredShape(model, i, s)) this.onShape[i * shapes.length + s] = this.addShape(model, i, s);
        });
        for (let j = i; j < cables.length; j++) {
          if (ignoredCable(model, i, j)) continue;
          const row = this.addCable(model, i, j);
          this.onCable[i * cables.length + j] = row;
          this.onCable[j * cables.length + i] = row;
        }
      });
    }
    this.solids = this.onShape.some((row) => row >= 0);
    this.strands = this.onCable.some((row) => row >= 0);
  }

  private addShape(model: Model, cable: number, shape: number): number {
    const wanted = resolvePair(
      model.spec.contacts,
      (selector) => isCable(model, selector, cable),
      (selector) => matches(model, selector, shape),
    );
    return this.add(wanted, materialOf(model, cable), model.spec.materials[model.shapeMaterial[shape]]);
  }

  private addCable(model: Model, a: number, b: number): number {
    const wanted = resolvePair(
      model.spec.contacts,
      (selector) => isCable(model, selector, a),
      (selector) => isCable(model, selector, b),
    );
    return this.add(wanted, materialOf(model, a), materialOf(model, b));
  }

  private add(wanted: ContactParametersSpec, a: Material, b: Material): number {
    if (wanted.law === 'none') return -1;
    const mixed = mixMaterials(a, b);
    const muStatic = wanted.frictionStatic ?? wanted.frictionKinetic ?? mixed.frictionStatic;
    const muKinetic = wanted.frictionKinetic ?? wanted.frictionStatic ?? mixed.frictionKinetic;
    const smooth = wanted.friction === 'none' || (muStatic === 0 && muKinetic === 0);
    const row = this.laws.length / T_STRIDE;
    this.laws.push(
      a.youngs,
      b.youngs,
      wanted.foundation ?? 0,
      hysteresisFor(wanted.law ?? 'exact', wanted.restitution ?? mixed.restitution),
      wanted.dissipation ?? -1,
      smooth ? FRICTION_NONE : wanted.friction === 'coulomb' ? FRICTION_COULOMB : FRICTION_BRISTLE,
      Math.max(muStatic, muKinetic),
      muKinetic,
      wanted.stickDeflection ?? 0,
      wanted.slipSpeed ?? SLIP_SPEED,
      wanted.viscous ?? 0,
      wanted.stribeckSpeed ?? 0,
      wanted.dwellTime ?? 0,
    );
    return row;
  }
}

/** deflection: of a bristle at its limit [m] */
export interface TouchFriction extends StrandFrictionLaw {
  deflection: number;
}

export function makeTouchFriction(): TouchFriction {
  return { ...makeStrandFrictionLaw(), deflection: 0.5 };
}

/** The friction of the row at q, for a cable of radius[e]. */
export function readFrictionLaw(
  out: TouchFriction,
  rows: Float64Array,
  q: number,
  radius: Float64Array,
  e: number,
): void {
  out.deflection = rows[q + T_DEFLECTION] > 0 ? rows[q + T_DEFLECTION] : DEFLECTION * radius[e];
  out.muStatic = rows[q + T_MU_STATIC];
  out.muKinetic = rows[q + T_MU_KINETIC];
  out.s0 = Math.max(out.muStatic, 1e-3) / out.deflection;
  out.s1 = BRISTLE_DAMPING * Math.sqrt(out.s0 / STANDARD_GRAVITY);
  out.stribeck = rows[q + T_STRIBECK];
  out.dwell = rows[q + T_DWELL];
}

function materialOf(model: Model, cable: number): Material {
  const { material } = (model.spec.cables ?? [])[cable];
  return material === undefined ? ROPE_MATERIAL : model.spec.materials[material];
}

function checkMaterial(model: Model, { material }: CableSpec, i: number): void {
  const { length } = model.spec.materials;
  if (material === undefined || (Number.isInteger(material) && material >= 0 && material < length)) return;
  const message = `must name one of ${length} materials, found ${material}`;
  throw new BuildError('no-material', message, ['cables', i, 'material']);
}

function isCable(model: Model, selector: ContactSelector, cable: number): boolean {
  if (selector === 'any') return true;
  if ('cable' in selector) return selector.cable === cable;
  if ('material' in selector) return (model.spec.cables ?? [])[cable].material === selector.material;
  return false;
}

function ignoredShape(model: Model, cable: number, shape: number): boolean {
  const body = model.bodyOfSlot[model.shapes[shape].body];
  return (model.spec.contacts.ignoreCables ?? []).some((entry) => entry.cable === cable && entry.body === body);
}

function ignoredCable(model: Model, a: number, b: number): boolean {
  return (model.spec.contacts.ignoreCables ?? []).some(
    ({ cable, other }) => (cable === a && other === b) || (cable === b && other === a),
  );
}
