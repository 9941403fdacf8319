/**
 * Parameters of contact by pressure fields from the model: the modulus of each field, and one foundation k [N/m^3] for the pair, by which
 * pressures are expressed as depths f = p/k. k is that of the two layers in series, 1/k = L_A/M_A + L_B/M_B with the characteristic
 * thickness L of each field (Elandt 2022, eqs 5.6-5.9): so the mean depth of a patch is about the approach of the two bodies.
 */
import { fieldOf, solidOf, topOf } from '../geometry/index.ts';
import type { Model } from '../model/index.ts';
import type { PressureSides } from '../proximity/index.ts';

/** [Pa] p where e is 1; undefined: the shape is rigid. */
function modulusOf(model: Model, shape: number): number | undefined {
  const field = model.shapeField[shape];
  if (field === undefined) return undefined;
  if (field.modulus !== undefined) return field.modulus;
  const { youngs: E, poisson: nu } = model.spec.materials[model.shapeMaterial[shape]];
  if (field.indenter !== undefined) return E / (1 - nu * nu);
  // a layer bonded to what is under it (Elandt 2022, s. 4.5)
  return (E * (1 - nu)) / ((1 + nu) * (1 - 2 * nu));
}

/** [m] */
function thicknessOf(model: Model, shape: number): number {
  const extent = model.shapeField[shape]?.extent;
  const { shape: spec } = model.shapes[shape];
  if (extent === undefined) return 0;
  if (spec.kind !== 'half-space') return fieldOf(solidOf(spec), extent).thickness;
  return extent.kind === 'layer' ? extent.thickness : 0;
}

/** k of a pair of shapes, at least one of them with a field [N/m^3]. */
export function pressureFoundation(model: Model, shapeA: number, shapeB: number): number {
  let give = 0;
  for (const shape of [shapeA, shapeB]) {
    const modulus = modulusOf(model, shape);
    if (modulus !== undefined) give += thicknessOf(model, shape) / modulus;
  }
  return 1 / give;
}

export function pressureSides(model: Model, shapeA: number, shapeB: number): PressureSides {
  const k = pressureFoundation(model, shapeA, shapeB);
  const side = (shape: number): PressureSides['a'] => {
    const extent = model.shapeField[shape]?.extent;
    return extent && { field: extent, scale: (modulusOf(model, shape) ?? 0) / k };
  };
  return { a: side(shapeA), b: side(shapeB), thin: model.shapeThin[shapeA] || model.shapeThin[shapeB] };
}

/** [m] f at which the softer of the two is pressed through to where e is 1. */
export function coreDepth(model: Model, shapeA: number, shapeB: number): number {
  const { a, b } = pressureSides(model, shapeA, shapeB);
  const top = (side: typeof a): number =>
    side === undefined ? Number.POSITIVE_INFINITY : side.scale * topOf(side.field);
  return Math.min(top(a), top(b));
}

/**
 * Damping constant chi of a pair [s/m] from the rates at which its fields expand: chi = 1/(L tau) each (Elandt 2022, eq. 5.7), of two by their
 * compliances c = L/M (eqs 5.13, 5.14). Undefined: neither has a rate.
 */
export function expansionDamping(model: Model, shapeA: number, shapeB: number): number | undefined {
  let [sum, give] = [0, 0];
  let any = false;
  for (const shape of [shapeA, shapeB]) {
    const modulus = modulusOf(model, shape);
    if (modulus === undefined) continue;
    const thickness = thicknessOf(model, shape);
    const c = thickness / modulus;
    give += c;
    const rate = model.shapeField[shape]?.expansionRate;
    if (rate === undefined) continue;
    any = true;
    sum += (c * c) / (thickness * rate);
  }
  return any ? sum / (give * give) : undefined;
}
