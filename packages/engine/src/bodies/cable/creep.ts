/**
 * Fibre ropes that creep: a slow spring with a damper in series with a fast spring with a damper, for every element,
 *   T = S(e_s) + c1 e_s',        T = T_m + K (e - e_s - e_f(T_m)) + c2 (e' - e_s'),        T_m = S(e_s), K = alpha + beta T_m
 * e strain, e_s that of the slow spring, S its tension, T_m the mean load, e_f the strain of the fast spring under it. Under slow loads the
 * rope follows its static curve T(e); fast motion about T_m has the stiffness K.
 *   viscoelastic:  static curve EA e, e_f = T/K(T)               MoorDyn, ElasticMod 2 and 3 (Hall et al. 2023)
 *   working curve: e_f = ln(1 + beta T/alpha)/beta, and a static curve that remembers the largest mean load T_x (the Syrope model of Falkenberg et al. 2018, as MoorDyn reads it): the original
 *     curve where T_m = T_x, below it a working curve from e_min to e_max, where the original curve has T_x, with x = (e - e_min)/(e_max - e_min):
 *     linear T_x x, quadratic T_x x (k2 x + 1 - k2), exponential T_x (exp(k2 x) - 1)/(exp(k2) - 1); e_min = k1 e_max, or for a linear
 *     curve with k1 >= 1, a stiffness [N], e_max - T_x/k1.
 *
 * Within a step the slow spring is linear with its tangent k at the start of the step, and T is linear in time from the tension there, T_0:
 *   e_s = e_s0 + (w0 (T_0 - T_m) + w1 (T - T_m))/k,      X = k t/c1, a = exp(-X), w1 = 1 - (1 - a)/X, w0 = (1 - a)/X - a
 * exact for a linear spring, second order, and stable at any step. Inserted into the fast spring, T = E (e + tau e' - s) with 1/E = (1 +
 * c2/c1)/K + w1/k: the element obeys Hooke's law with another stiffness E and a rest length longer by s, so all other code for elements
 * applies. K and T_m are those at the start of the step: the error is of second order, because the line of the fast spring is tangent to
 * the static curve at T_m. tau = c2/K; e_s' in the fast damper is (T - T_m)/c1.
 */
import { exp } from '../../math/index.ts';
import type { Cable } from './cable.ts';
import {
  CreepPoint,
  type CreepSpec,
  type CreepState,
  fastStrain,
  slackStrain,
  staticAt,
  staticStrain,
} from './creep-curve.ts';

/** Smallest stiffness of the slow spring, as a part of alpha: a working curve may begin with slope zero, by which the step would divide. */
const SOFTEST = 1e-6;
const point = new CreepPoint();

/** Tension of element j under a permanent strain. */
export function layWithCreep(cable: Cable, creep: CreepState, j: number, strain: number): number {
  const { creep: spec, axialStiffness: EA } = cable.ropes[cable.ropeOf[j]];
  if (spec === undefined) return 0;
  creep.largest[j] = spec.working?.largest ?? 0;
  point.strain = strain;
  staticAt(point, EA, spec, creep.largest[j]);
  creep.at[j] = strain;
  return Math.max(0, point.tension);
}

/** The law of permanent loads for a static position: the tangent of the static curve at the present strain. */
export function restWithCreep(cable: Cable): void {
  const { creep } = cable;
  if (creep === undefined) return;
  for (let j = 0; j < cable.elementCount; j++) {
    const { creep: spec, axialStiffness: EA } = cable.ropes[cable.ropeOf[j]];
    if (spec === undefined) continue;
    point.strain = creep.at[j];
    staticAt(point, EA, spec, creep.largest[j]);
    // near its slack end the curve is evaluated slightly above
    const T = Math.max(0, point.tension);
    setLaw(
      cable,
      j,
      point.slope,
      (T > 0 ? point.strain : staticStrain(EA, spec, creep.largest[j], 0)) - T / point.slope,
    );
  }
}

/** Initial memory of a rope not yet loaded by this model: the values of the rope. */
export function freshCreep(cable: Cable): void {
  const { creep } = cable;
  if (creep === undefined) return;
  for (let j = 0; j < cable.elementCount; j++) {
    creep.largest[j] = cable.ropes[cable.ropeOf[j]].creep?.working?.largest ?? 0;
  }
}

/**
 * After a static solve: strains of the static curve under the tensions. Returns the largest change of tension relative to restWithCreep
 * [N].
 */
export function followRest(cable: Cable): number {
  const { creep } = cable;
  if (creep === undefined) return 0;
  let change = 0;
  for (let j = 0; j < cable.elementCount; j++) {
    const { creep: spec, axialStiffness: EA } = cable.ropes[cable.ropeOf[j]];
    if (spec === undefined) continue;
    const T = Math.max(0, cable.tension[j]);
    const strain = staticStrain(EA, spec, creep.largest[j], T);
    point.strain = creep.at[j];
    staticAt(point, EA, spec, creep.largest[j]);
    change = Math.max(change, Math.abs(T - Math.max(0, point.tension)));
    creep.at[j] = strain;
  }
  return change;
}

/** The rope is in permanent static equilibrium: slow springs carry the tensions. */
export function beginCreep(cable: Cable): void {
  const { creep } = cable;
  if (creep === undefined) return;
  for (let j = 0; j < cable.elementCount; j++) {
    const { creep: spec } = cable.ropes[cable.ropeOf[j]];
    if (spec === undefined) continue;
    const T = Math.max(0, cable.tension[j]);
    creep.largest[j] = Math.max(creep.largest[j], T);
    creep.slow[j] = creep.at[j] - fastStrain(spec, T);
  }
  settleCreep(cable);
}

/** After a step, before its tensions become those of the next: slow strains at its end. */
export function commitCreep(cable: Cable): void {
  const { creep } = cable;
  if (creep === undefined) return;
  for (let j = 0; j < cable.elementCount; j++) {
    if (cable.ropes[cable.ropeOf[j]].creep === undefined) continue;
    creep.slow[j] += slowStep(creep, j, cable.tension[j], cable.tension0[j]);
  }
}

function slowStep(creep: CreepState, j: number, T: number, T0: number): number {
  return (creep.w0[j] * (T0 - creep.mean[j]) + creep.w1[j] * (T - creep.mean[j])) / creep.slowStiffness[j];
}

/** Mean loads and stiffnesses at the start of a step, from the memory. */
export function settleCreep(cable: Cable): void {
  const { creep } = cable;
  if (creep === undefined) return;
  for (let j = 0; j < cable.elementCount; j++) {
    const { creep: spec, axialStiffness: EA } = cable.ropes[cable.ropeOf[j]];
    if (spec === undefined) continue;
    findMean(creep, j, EA, spec);
    const K = spec.alpha + spec.beta * Math.max(0, creep.mean[j]);
    creep.fastStiffness[j] = K;
    cable.axialDamping[j] = spec.fastDamping / K;
  }
  creepWithin(cable, 0);
}

/** e - e_f(T(e)) = e_s for the strain e of the static curve: Newton from the last one, between bounds. */
function findMean(creep: CreepState, j: number, EA: number, spec: CreepSpec): void {
  const slow = creep.slow[j];
  const { working, alpha, beta } = spec;
  let low = working === undefined ? -1e3 : slackStrain(working, creep.largest[j]);
  let high = Number.POSITIVE_INFINITY;
  point.strain = Math.max(creep.at[j], low);
  let k = 0;
  for (let round = 0; round < 100; round++) {
    staticAt(point, EA, spec, creep.largest[j]);
    const T = Math.max(0, point.tension);
    const K = alpha + beta * T;
    // de_f/dT: of the line through the origin, or of the logarithm
    const give = working === undefined ? alpha / (K * K) : 1 / K;
    const rate = Math.max(1e-9, 1 - point.slope * give);
    k = point.slope / rate;
    const miss = point.strain - point.fast - slow;
    if (miss > 0) high = point.strain;
    else low = point.strain;
    let next = point.strain - miss / rate;
    if (!(next > low && next < high))
      next = high < Number.POSITIVE_INFINITY ? 0.5 * (low + high) : low + 2 * Math.abs(miss);
    if (Math.abs(next - point.strain) <= 1e-14 + 1e-13 * Math.abs(next)) break;
    point.strain = next;
  }
  creep.at[j] = point.strain;
  creep.mean[j] = Math.max(0, point.tension);
  creep.largest[j] = Math.max(creep.largest[j], creep.mean[j]);
  creep.slowStiffness[j] = Math.max(SOFTEST * alpha, k);
  creep.stored[j] = point.energy;
}

/** The law of elements `since` seconds after the start of the step. */
export function creepWithin(cable: Cable, since: number): void {
  const { creep } = cable;
  if (creep === undefined) return;
  for (let j = 0; j < cable.elementCount; j++) {
    const { creep: spec } = cable.ropes[cable.ropeOf[j]];
    if (spec === undefined) continue;
    const { slowDamping: c1, fastDamping: c2 } = spec;
    const k = creep.slowStiffness[j];
    const K = creep.fastStiffness[j];
    const T = creep.mean[j];
    const X = (k * Math.max(0, since)) / c1;
    let w1 = X * (0.5 - X * (1 / 6 - X / 24));
    let w0 = X * (0.5 - X * (1 / 3 - X / 8));
    if (X > 1e-3) {
      const a = exp(-X);
      w1 = 1 - (1 - a) / X;
      w0 = (1 - a) / X - a;
    }
    creep.w0[j] = w0;
    creep.w1[j] = w1;
    const drag = c2 / (c1 * K);
    const E = 1 / (1 / K + drag + w1 / k);
    const rest = creep.slow[j] + (w0 * (cable.tension0[j] - T) - w1 * T) / k + fastStrain(spec, T) - T / K - drag * T;
    setLaw(cable, j, E, rest);
  }
}

/** T = E (strain - rest) of element j, as Hooke's law about a rest length that is longer. */
function setLaw(cable: Cable, j: number, E: number, rest: number): void {
  cable.restLength[j] = cable.materialLength[j] * (1 + rest);
  cable.EA[j] = E * (1 + rest);
}

/** Energy of the springs of element j at a tension T, per unstretched length of material [N]. */
export function creepEnergy(cable: Cable, creep: CreepState, j: number, T: number): number {
  const K = creep.fastStiffness[j];
  return (0.5 * T * T) / K + creep.stored[j] + creep.mean[j] * slowStep(creep, j, T, cable.tension0[j]);
}
