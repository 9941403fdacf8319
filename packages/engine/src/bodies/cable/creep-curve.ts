/** Fibre ropes that creep, the curves: static tension by strain, the strain of the fast spring; and the state of elements. Equations: creep.ts. */
import { exp, log } from '../../math/index.ts';
import type { TensionTable } from './axial-curve.ts';

export interface WorkingCurve {
  /** strain and tension [N] of the original curve by rows from (0, 0), both rising; straight lines between them and beyond the last */
  readonly original: TensionTable;
  readonly form: 'linear' | 'quadratic' | 'exponential';
  readonly k1: number;
  readonly k2: number;
  /** largest mean load before the start [N] */
  readonly largest: number;
}

export interface CreepSpec {
  /** K = alpha + beta T_m: alpha [N], beta */
  readonly alpha: number;
  readonly beta: number;
  /** c1, c2 [N s] */
  readonly slowDamping: number;
  readonly fastDamping: number;
  /** missing: the rope is viscoelastic, with EA as its static stiffness */
  readonly working?: WorkingCurve;
}

/** Smallest distance from the slack end at which a static curve is evaluated, as a part of its width: its slope may vanish at the end. */
const SLACK_END = 0.02;

/**
 * Inputs and outputs of the curves: strain, tension, slope of the static curve; strain of the fast spring; energy of the slow one per
 * length
 */
export class CreepPoint {
  strain = 0;
  tension = 0;
  slope = 0;
  fast = 0;
  energy = 0;
}

/** The static curve at p.strain, for a rope whose largest mean load is `largest` [N]. */
export function staticAt(p: CreepPoint, EA: number, creep: CreepSpec, largest: number): void {
  const { working, alpha, beta } = creep;
  let stored = 0;
  if (working === undefined) {
    p.tension = EA * p.strain;
    p.slope = EA;
    stored = 0.5 * p.tension * p.strain;
  } else {
    const { original } = working;
    const top = strainOn(original, largest);
    const bottom = slackStrain(working, largest);
    const width = top - bottom;
    const x = (p.strain - bottom) / width;
    if (x >= 1) {
      const k = pieceAt(original, (row) => row[0] <= p.strain);
      const slope = slopeOf(original, k);
      p.tension = original[k][1] + slope * (p.strain - original[k][0]);
      p.slope = slope;
      stored = largest * width * shapeOf(working, 1, 2);
    } else {
      const y = Math.max(0, x);
      p.tension = largest * shapeOf(working, y, 0);
      p.slope = (largest * shapeOf(working, Math.max(SLACK_END, y), 1)) / width;
      stored = largest * width * shapeOf(working, y, 2);
    }
  }
  const T = Math.max(0, p.tension);
  p.fast = fastStrain(creep, p.tension);
  // energy of the fast spring under T does not belong to the slow one
  const load = beta > 0 ? (alpha / beta) * log(1 + (beta * T) / alpha) : T;
  const held = working === undefined || beta === 0 ? 0.5 * T * p.fast : (T - load) / beta;
  p.energy = stored - held;
}

/** Strain of the fast spring under a permanent T. */
export function fastStrain({ working, alpha, beta }: CreepSpec, T: number): number {
  if (working === undefined || beta === 0) return T / (alpha + beta * Math.max(0, T));
  return T <= 0 ? T / alpha : log(1 + (beta * T) / alpha) / beta;
}

/** Shape of a working curve at x in 0 ... 1, by T_x: 0 itself, 1 its slope, 2 its integral. */
function shapeOf({ form, k2 }: WorkingCurve, x: number, what: 0 | 1 | 2): number {
  if (form === 'exponential' && Math.abs(k2) > 1e-9) {
    const whole = exp(k2) - 1;
    if (what === 1) return (k2 * exp(k2 * x)) / whole;
    const part = exp(k2 * x) - 1;
    return what === 0 ? part / whole : (part / k2 - x) / whole;
  }
  const c = form === 'quadratic' ? k2 : 0;
  if (what === 0) return x * (c * x + 1 - c);
  return what === 1 ? 2 * c * x + 1 - c : x * x * ((c * x) / 3 + 0.5 * (1 - c));
}

export function slackStrain(working: WorkingCurve, largest: number): number {
  const top = strainOn(working.original, largest);
  return working.form === 'linear' && working.k1 >= 1 ? top - largest / working.k1 : working.k1 * top;
}

function pieceAt(rows: TensionTable, passed: (row: TensionTable[number]) => boolean): number {
  let k = 0;
  while (k < rows.length - 2 && passed(rows[k + 1])) k++;
  return k;
}

function slopeOf(rows: TensionTable, k: number): number {
  return (rows[k + 1][1] - rows[k][1]) / (rows[k + 1][0] - rows[k][0]);
}

function strainOn(rows: TensionTable, T: number): number {
  const k = pieceAt(rows, (row) => row[1] <= T);
  return rows[k][0] + (T - rows[k][1]) / slopeOf(rows, k);
}

/** for the functions below */
const point = new CreepPoint();

/** Strain of the rope under a permanent T. */
export function staticStrain(EA: number, creep: CreepSpec, largest: number, T: number): number {
  const { working } = creep;
  if (working === undefined) return T / EA;
  if (T >= largest) return strainOn(working.original, T);
  let low = slackStrain(working, largest);
  let high = strainOn(working.original, largest);
  for (let k = 0; k < 60; k++) {
    point.strain = 0.5 * (low + high);
    staticAt(point, EA, creep, largest);
    if (point.tension < T) low = point.strain;
    else high = point.strain;
  }
  return 0.5 * (low + high);
}

/** The state of creeping elements: memory, its values at the start of a step, and the law of the step. By element. */
export class CreepState {
  /** e_s, and the largest mean load T_x [N]: remembered */
  readonly slow: Float64Array;
  readonly largest: Float64Array;
  /** at the start of the step: strain of the static curve, T_m, k, K, energy of the slow spring per length [N] */
  readonly at: Float64Array;
  readonly mean: Float64Array;
  readonly slowStiffness: Float64Array;
  readonly fastStiffness: Float64Array;
  readonly stored: Float64Array;
  /** w0, w1 of the time reached in the step */
  readonly w0: Float64Array;
  readonly w1: Float64Array;

  constructor(capacity: number) {
    const array = () => new Float64Array(capacity);
    this.slow = array();
    this.largest = array();
    this.at = array();
    this.mean = array();
    this.slowStiffness = array();
    this.fastStiffness = array();
    this.stored = array();
    this.w0 = array();
    this.w1 = array();
  }
}

/** The first fault of a creeping rope; undefined where it is valid. */
export function creepFault(
  EA: number,
  creep: CreepSpec,
): { readonly field: string; readonly message: string } | undefined {
  const { alpha, beta, slowDamping, fastDamping, working } = creep;
  const wrong = (field: string, message: string) => ({ field, message });
  if (!(alpha > 0 && alpha < Number.POSITIVE_INFINITY))
    return wrong('alpha', `must be finite and > 0 N, found ${alpha}`);
  if (!(beta >= 0 && beta < Number.POSITIVE_INFINITY)) return wrong('beta', `must be finite and >= 0, found ${beta}`);
  if (!(slowDamping > 0 && slowDamping < Number.POSITIVE_INFINITY))
    return wrong('slowDamping', `must be finite and > 0 N s, found ${slowDamping}`);
  if (!(fastDamping >= 0 && fastDamping < Number.POSITIVE_INFINITY))
    return wrong('fastDamping', `must be finite and >= 0 N s, found ${fastDamping}`);
  if (working === undefined) {
    return alpha > EA ? undefined : wrong('alpha', `must be above the static stiffness, ${EA} N, found ${alpha} N`);
  }
  const { form, k1, k2, largest, original } = working;
  if (!(largest > 0 && largest < Number.POSITIVE_INFINITY))
    return wrong('largest', `must be finite and > 0 N, found ${largest}`);
  const stiffness = form === 'linear' && k1 >= 1;
  if (!(k1 >= 0 && (k1 < 1 || stiffness))) {
    const ways = form === 'linear' ? '0 <= k1 < 1, or a stiffness [N]' : '0 <= k1 < 1';
    return wrong('k1', `must be ${ways}, found ${k1}`);
  }
  if (form === 'quadratic' && !(k2 >= 0 && k2 <= 1)) return wrong('k2', `must lie in 0 ... 1, found ${k2}`);
  if (form === 'exponential' && !(Math.abs(k2) <= 50)) return wrong('k2', `must lie in -50 ... 50, found ${k2}`);
  if (slackStrain(working, largest) < 0)
    return wrong('k1', `must be a stiffness with which the working curve ends above strain 0, found ${k1} N`);
  // fast springs must be stiffer than the curves everywhere, otherwise slow springs would have no positive stiffness
  const last = original[original.length - 1][1];
  for (const most of [largest, Math.max(largest, 0.5 * (largest + last)), Math.max(largest, last)]) {
    const [low, high] = [slackStrain(working, most), strainOn(original, most)];
    for (let i = 1; i <= 60; i++) {
      point.strain = low + ((high - low) * i) / 40;
      staticAt(point, EA, creep, Math.max(most, i > 40 ? 0 : most));
      const K = alpha + beta * point.tension;
      if (point.slope >= K) {
        return wrong(
          'alpha',
          `must make the fast spring stiffer than the static curve, ${point.slope.toPrecision(4)} N at ${point.tension.toPrecision(4)} N, found ${K.toPrecision(4)} N there`,
        );
      }
    }
  }
  return undefined;
}
