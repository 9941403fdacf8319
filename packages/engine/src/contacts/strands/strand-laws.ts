/**
 * Contact laws of a cable with a shape, with another cable, or with itself: one row for each pair.
 */
import { BuildError } from '../../base/index.ts';
import { type Foundation, type FrictionLaw, makeFrictionLaw } from '../../contact/index.ts';
import type { CableSpec, ContactParametersSpec, Model } from '../../model/index.ts';
import { bristleDamping, bristleStiffness, mayTouch, pairLaw, type Side } from '../contact-table.ts';

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
export const T_VISCOUS = 10; // [N s/m] of the pair
export const T_STRIBECK = 11; // [m/s]
export const T_DWELL = 12; // [s]
export const T_STICK_TIME = 13; // [s] s1/s0; < 0: from what its weight carries
export const T_CREEPS = 14; // 1: friction lugre
export const T_SECOND = 15; // < 0: the foundation is linear; else of rubber, C2/(C1 + C2)
export const T_STRIDE = 16;

/** Default deflection of a bristle at its limit over the radius of the cable. */
const DEFLECTION = 0.02;
const BRISTLE_DAMPING = 0.7; // part of critical damping, for a cable carried by its own weight
/**
 * Onset speeds below this value are damped as if they had it [m/s]: ropes come to rest soon, and a law that damps 0.1 m/s does not act as
 * glue.
 */
export const TOUCH_ONSET_FLOOR = 0.05;

/** Laws of all pairs: rows by cable and shape, by cable and cable; -1 where they do not touch. */
export class TouchTable {
  readonly laws: number[] = [];
  /** [cable * shapes + shape] and [cable * cables + cable]: row */
  readonly onShape: Int32Array;
  readonly onCable: Int32Array;
  readonly cables: number;
  readonly shapes: number;
  /** true: a cable may touch a shape; a cable may touch a cable */
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
          if (!ignoredShape(model, i, s))
            this.onShape[i * shapes.length + s] = this.add(model, { cable: i }, { shape: s });
        });
        for (let j = i; j < cables.length; j++) {
          if (ignoredCable(model, i, j)) continue;
          const row = this.add(model, { cable: i }, { cable: j });
          this.onCable[i * cables.length + j] = row;
          this.onCable[j * cables.length + i] = row;
        }
      });
    }
    this.solids = this.onShape.some((row) => row >= 0);
    this.strands = this.onCable.some((row) => row >= 0);
  }

  private add(model: Model, a: Side, b: Side): number {
    if (!mayTouch(model, a, b)) return -1;
    const law = pairLaw(model, a, b);
    const { wanted } = law;
    const row = this.laws.length / T_STRIDE;
    this.laws.push(
      law.a.youngs,
      law.b.youngs,
      wanted.foundation ?? 0,
      law.hysteresis,
      law.dissipation,
      law.friction,
      law.muStatic,
      law.muKinetic,
      wanted.stickDeflection ?? 0,
      law.slipSpeed,
      law.viscous,
      wanted.stribeckSpeed ?? 0,
      wanted.dwellTime ?? 0,
      wanted.stickDamping ?? -1,
      wanted.friction === 'lugre' ? 1 : 0,
      secondShare(wanted),
    );
    return row;
  }
}

/**
 * The foundation of elements a and e of these radii by the row at q, e = a for a solid: two layers in series, as thick as the radii. A
 * foundation of rubber is one layer, with the thickness that the softer material would need.
 */
export function readFoundation(
  out: Foundation,
  rows: Float64Array,
  q: number,
  radius: Float64Array,
  a: number,
  e: number,
): void {
  const soft = Math.min(rows[q + T_MODULUS_A], rows[q + T_MODULUS_B]);
  const give = radius[a] / rows[q + T_MODULUS_A] + radius[e] / rows[q + T_MODULUS_B];
  out.stiffness = rows[q + T_FOUNDATION] > 0 ? rows[q + T_FOUNDATION] : 1 / give;
  out.thickness = rows[q + T_SECOND] < 0 ? 0 : soft * give;
  out.second = rows[q + T_SECOND];
}

function secondShare({ foundationLaw, mooneyShare }: ContactParametersSpec): number {
  if (foundationLaw === undefined || foundationLaw === 'linear') return -1;
  return foundationLaw === 'neo-hooke' ? 0 : (mooneyShare ?? 0);
}

/** deflection: of a bristle at its limit [m] */
export interface TouchFriction extends FrictionLaw {
  deflection: number;
}

export function makeTouchFriction(): TouchFriction {
  return { ...makeFrictionLaw(), deflection: 0.5 };
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
  out.s0 = bristleStiffness(out.muStatic, out.deflection);
  out.s1 = rows[q + T_STICK_TIME] >= 0 ? rows[q + T_STICK_TIME] * out.s0 : bristleDamping(out.s0, BRISTLE_DAMPING);
  out.stribeck = rows[q + T_STRIBECK];
  out.dwell = rows[q + T_DWELL];
  out.creeps = rows[q + T_CREEPS];
  out.lags = rows[q + T_STICK_TIME] >= 0 ? 1 : 0;
}

function checkMaterial(model: Model, { material }: CableSpec, i: number): void {
  const { length } = model.spec.materials;
  if (material === undefined || (Number.isInteger(material) && material >= 0 && material < length)) return;
  const message = `must name one of ${length} materials, found ${material}`;
  throw new BuildError('no-material', message, ['cables', i, 'material']);
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
