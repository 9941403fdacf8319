/**
 * Initial shape for statics, so that users need not provide one: an elastic catenary between the ends, slack or tight (catenary.ts); an
 * inelastic one with a part on the bed where that is in the way; a straight line without weight; a line along the load from a single held
 * end. A rope with bending stiffness is opened where the catenary folds, and starts in a bow where its end is held against the load: a fold
 * has unbounded bending energy and no direction in which to open. On the bed (Irvine 1981, s. 1.4), H' the horizontal tension over the
 * weight per length:
 *   an end at height h above it hangs over a length s = sqrt(h^2 + 2 h H') and a reach x = H' acosh(1 + h/H')
 */
import { cbrt, cos, sin, TWO_PI } from '../../math/index.ts';
import { tensionAt } from './axial.ts';
import { asinh, Catenary } from './catenary.ts';
import type { Cable } from './cable.ts';

export interface StartEnds {
  /** node 0 [m] */
  readonly start: ArrayLike<number>;
  /** the last node; none: it is free */
  readonly end?: ArrayLike<number>;
  /** unit vector along which it is held at the start, where its end is free; missing: pinned */
  readonly leaving?: ArrayLike<number>;
}

export interface StartLoads {
  /** direction and size of the weight in the fluid, per length [N/m], mean over the cable */
  readonly weight: ArrayLike<number>;
  /** dead load at a free end [N] */
  readonly endLoad?: ArrayLike<number>;
  /** drag that a current has on the cable lying across it, along the current [N/m] */
  readonly drag?: ArrayLike<number>;
  /** height of a flat bed along minus the weight's direction [m] */
  readonly bed?: number;
}

/** initial points (3 numbers each) and tensions of elements. */
export function startShape(
  points: Float64Array,
  tension: Float64Array,
  cable: Cable,
  ends: StartEnds,
  loads: StartLoads,
): void {
  if (ends.end) between(points, tension, cable, ends.start, ends.end, loads);
  else fromOneEnd(points, tension, cable, ends, loads);
}

function fromOneEnd(
  points: Float64Array,
  tension: Float64Array,
  cable: Cable,
  { start, leaving }: StartEnds,
  loads: StartLoads,
): void {
  const total = cable.totalLength;
  const line = criticalLine(loads);
  const pull = [0, 1, 2].map((r) => line[r] * total + (loads.endLoad?.[r] ?? 0));
  let size = norm(pull);
  if (size === 0) {
    pull[0] = 1;
    size = 1;
  }
  const weight = norm(line);
  let s = 0;
  for (let i = 0; i < cable.nodeCount; i++) {
    for (let r = 0; r < 3; r++) points[3 * i + r] = start[r] + (s * pull[r]) / size;
    if (i === cable.elementCount) break;
    s += cable.materialLength[i];
    tension[i] = weight * (total - s + 0.5 * cable.materialLength[i]) + size - weight * total;
  }
  if (leaving !== undefined && cable.hasBending) leadOff(points, cable, leaving, pull, weight);
  if (loads.bed !== undefined) layDown(points, cable, loads);
}

/** Nodes of a rope that leaves its holder against the pull: in a bow, then along the pull. */
function leadOff(
  points: Float64Array,
  cable: Cable,
  leaving: ArrayLike<number>,
  pull: readonly number[],
  weight: number,
): void {
  const size = norm(pull);
  const along = pull.map((x) => x / size);
  const cosine = along[0] * leaving[0] + along[1] * leaving[1] + along[2] * leaving[2];
  if (cosine >= 0) return;
  const aside = sideways([leaving[0], leaving[1], leaving[2]], cosine > -0.99 ? along : [1, 0, 0]);
  const bow = bowWidth(cable, weight, cable.totalLength);
  let s = 0;
  for (let i = 0; i < cable.elementCount; i++) {
    const l = cable.materialLength[i];
    const t = Math.min(1, (s + 0.5 * l) / bow);
    const d = along.map((x, r) => (1 - t) * leaving[r] + t * x + 2 * t * (1 - t) * aside[r]);
    const scale = l / norm(d);
    for (let r = 0; r < 3; r++) points[3 * i + 3 + r] = points[3 * i + r] + scale * d[r];
    s += l;
  }
}

/**
 * Width of the loop of a hanging rope with bending stiffness: 2 (EI/w)^(1/3), the scale of its equation, plus two elements, at most a
 * quarter of the available length [m].
 */
function bowWidth(cable: Cable, weight: number, most: number): number {
  let [stiffest, longest] = [0, 0];
  for (let j = 0; j < cable.elementCount; j++) {
    longest = Math.max(longest, cable.materialLength[j]);
    stiffest = Math.max(stiffest, cable.bendRatio[j] * cable.materialLength[j]);
  }
  const wide = weight > 0 && stiffest > 0 ? 2 * cbrt(stiffest / weight) + 2 * longest : most;
  return Math.min(wide, 0.25 * most);
}

/**
 * Weight w and drag D of a long towed cable balance across it at the critical angle: w cos a = D sin^2 a, a from the current
 * (Berteaux 1976). The line it then lies along, times the force along it.
 */
function criticalLine(loads: StartLoads): number[] {
  const { weight, drag } = loads;
  const w = norm(weight);
  const D = drag ? norm(drag) : 0;
  if (!drag || D === 0) return [weight[0], weight[1], weight[2]];
  if (w === 0) return [drag[0], drag[1], drag[2]];
  const cosine = (2 * D) / (w + Math.sqrt(w * w + 4 * D * D));
  const sine = Math.sqrt(1 - cosine * cosine);
  const force = Math.max(w * sine, 1e-3 * w);
  return [0, 1, 2].map((r) => force * ((cosine * drag[r]) / D + (sine * weight[r]) / w));
}

/** Moves parts below the bed onto it, laid out sideways at full length. */
function layDown(points: Float64Array, cable: Cable, loads: StartLoads): void {
  const weight = norm(loads.weight);
  if (weight === 0) return;
  const up = [0, 1, 2].map((r) => -loads.weight[r] / weight);
  const aside = sideways(up, [1, 0, 0]);
  const bed = loads.bed as number;
  for (let i = 1; i < cable.nodeCount; i++) {
    const o = 3 * i;
    const height = points[o] * up[0] + points[o + 1] * up[1] + points[o + 2] * up[2];
    if (height >= bed) continue;
    const before = points[o - 3] * up[0] + points[o - 2] * up[1] + points[o - 1] * up[2];
    const drop = Math.max(0, before - bed);
    const l = cable.materialLength[i - 1];
    const move = Math.sqrt(Math.max(0, l * l - drop * drop));
    for (let r = 0; r < 3; r++) points[o + r] = points[o - 3 + r] - drop * up[r] + move * aside[r];
  }
}

function between(
  points: Float64Array,
  tension: Float64Array,
  cable: Cable,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  loads: StartLoads,
): void {
  // without a bed the line hangs along the total load
  const load = [0, 1, 2].map((r) => loads.weight[r] + (loads.bed === undefined ? (loads.drag?.[r] ?? 0) : 0));
  const w = norm(load);
  const up = w > 0 ? load.map((x) => -x / w) : [0, 0, 1];
  const chord = [0, 1, 2].map((r) => end[r] - start[r]);
  const rise = chord[0] * up[0] + chord[1] * up[1] + chord[2] * up[2];
  const across = [0, 1, 2].map((r) => chord[r] - rise * up[r]);
  const span = norm(across);
  const distance = Math.sqrt(span * span + rise * rise);
  const total = cable.totalLength;
  const aside = span > 1e-9 * total ? across.map((x) => x / span) : sideways(up, [1, 0, 0]);
  if (w === 0 && distance > 0.9999 * total) {
    straight(points, tension, cable, start, chord, distance / total - 1);
    return;
  }
  const third = [
    up[1] * aside[2] - up[2] * aside[1],
    up[2] * aside[0] - up[0] * aside[2],
    up[0] * aside[1] - up[1] * aside[0],
  ];
  const lowest = loads.bed;
  const startHeight = start[0] * up[0] + start[1] * up[1] + start[2] * up[2];
  const shape = { left: 0, right: 0, H: 0, touch: 0, wave: 0 };
  let give = 0; // [m/N]
  for (let j = 0; j < cable.elementCount; j++) give += cable.materialLength[j] / cable.EA[j];
  // the ends of a rope with bending stiffness are separated by the width of its loop, then brought together by inclining its legs
  const slack = Math.sqrt(Math.max(0, (total - rise) * (total + rise)));
  const apart = Math.max(span, 1e-6 * total, cable.hasBending || w === 0 ? bowWidth(cable, w, slack) : 0);
  const lean = (apart - span) / total;
  free.hang(apart, rise, total, w, give);
  const low = startHeight + free.lift;
  const inside = free.left < 0 && free.right > 0;
  const onBed = lowest !== undefined && inside && low < lowest;
  const tight = give > 0 ? (distance - total) / give : 0; // [N]
  if (onBed) bedCatenary(shape, span, startHeight - lowest, startHeight + rise - lowest, total);
  let s = 0;
  place[3] = 0;
  for (let i = 0; i < cable.nodeCount; i++) {
    if (onBed) onBedPoint(place, shape, s, startHeight - lowest, startHeight + rise - lowest, total);
    else free.point(place, s);
    const forth = place[0] - (onBed ? 0 : lean * s);
    for (let r = 0; r < 3; r++) {
      points[3 * i + r] = start[r] + forth * aside[r] + place[1] * up[r] + place[3] * third[r];
    }
    if (i === cable.elementCount) break;
    const l = cable.materialLength[i];
    if (onBed) onBedPoint(place, shape, s + 0.5 * l, startHeight - lowest, startHeight + rise - lowest, total);
    else free.point(place, s + 0.5 * l);
    tension[i] = Math.max(w * place[2], tight);
    s += l;
  }
}

/** along the span, up, tension over w, aside */
const place = new Float64Array(4);
const free = new Catenary();

interface Shape {
  /** lengths that hang */
  left: number;
  right: number;
  H: number;
  touch: number;
  /** angle by which the part on the bed winds to and fro, where it is longer than the distance [rad] */
  wave: number;
}

function straight(
  points: Float64Array,
  tension: Float64Array,
  cable: Cable,
  start: ArrayLike<number>,
  chord: readonly number[],
  strain: number,
): void {
  const total = cable.totalLength;
  let s = 0;
  for (let i = 0; i < cable.nodeCount; i++) {
    for (let r = 0; r < 3; r++) points[3 * i + r] = start[r] + (s / total) * chord[r];
    if (i === cable.elementCount) break;
    s += cable.materialLength[i];
    tension[i] = strain;
    if (strain > 0 && cable.curveOf[i] >= 0) tensionAt(tension, i, cable, i);
    else tension[i] = cable.EA[i] * Math.max(0, strain);
  }
}

/** H' for which the hanging parts and the part on the bed add up to the length; 0 when the cable is longer than needed. */
function bedCatenary(shape: Shape, span: number, h0: number, h1: number, total: number): void {
  const excess = (H: number) => reach(h0, H) + reach(h1, H) + total - hang(h0, H) - hang(h1, H) - span;
  let low = 0;
  let high = span + total;
  if (excess(0) >= 0) high = 0;
  else {
    // a larger pull straightens the line, so reach grows relative to length
    for (let k = 0; k < 60 && excess(high) < 0; k++) high *= 2;
    for (let k = 0; k < 200 && high - low > 1e-12 * high; k++) {
      const middle = 0.5 * (low + high);
      if (excess(middle) < 0) low = middle;
      else high = middle;
    }
  }
  shape.H = high;
  shape.left = hang(h0, high);
  shape.right = hang(h1, high);
  const bedLength = Math.max(total - shape.left - shape.right, 1e-12);
  shape.wave = waveAngle((span - reach(h0, high) - reach(h1, high)) / bedLength);
  shape.touch = reach(h0, high);
}

function onBedPoint(out: Float64Array, shape: Shape, s: number, h0: number, h1: number, total: number): void {
  const H = shape.H;
  if (s < shape.left) {
    const arc = shape.left - s;
    const height = Math.sqrt(H * H + arc * arc) - H;
    out[0] = shape.touch - (H > 0 ? H * asinh(arc / H) : 0);
    out[1] = height - h0;
    out[2] = H + height;
    out[3] = 0;
    return;
  }
  const bedEnd = total - shape.right;
  const onBed = bedEnd - shape.left;
  const t = onBed > 0 ? Math.min(1, (s - shape.left) / onBed) : 1;
  const along = shape.touch + onBed * waveMean(shape.wave, t, true);
  out[3] = onBed * waveMean(shape.wave, t, false);
  if (s <= bedEnd) {
    out[0] = along;
    out[1] = -h0;
    out[2] = H;
    return;
  }
  const arc = s - bedEnd;
  const height = Math.sqrt(H * H + arc * arc) - H;
  out[0] = along + (H > 0 ? H * asinh(arc / H) : 0);
  out[1] = height - h0;
  out[2] = H + Math.min(height, h1);
}

/** Integral from 0 to t of cos (or sin) of the heading a cos(2 pi x): a line that winds once to either side. */
function waveMean(a: number, t: number, forward: boolean): number {
  if (a === 0) return forward ? t : 0;
  const steps = 64;
  let sum = 0;
  for (let k = 0; k < steps; k++) {
    const heading = a * cos((TWO_PI * t * (k + 0.5)) / steps);
    sum += forward ? cos(heading) : sin(heading);
  }
  return (t * sum) / steps;
}

/** The heading for which a line gets forward by `ratio` of its length; from 0 to 2.4, where it gets nowhere. */
function waveAngle(ratio: number): number {
  if (ratio >= 1) return 0;
  let low = 0;
  let high = 2.4;
  for (let k = 0; k < 50; k++) {
    const middle = 0.5 * (low + high);
    if (waveMean(middle, 1, true) > ratio) low = middle;
    else high = middle;
  }
  return low;
}

function hang(h: number, H: number): number {
  return h > 0 ? Math.sqrt(h * h + 2 * h * H) : 0;
}

function reach(h: number, H: number): number {
  return h > 0 && H > 0 ? H * asinh(hang(h, H) / H) : 0;
}

function norm(x: ArrayLike<number>): number {
  return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/** A unit vector perpendicular to `up`, near `wish`. */
function sideways(up: readonly number[], wish: readonly number[]): number[] {
  for (const x of [wish, [0, 1, 0], [0, 0, 1]]) {
    const d = x[0] * up[0] + x[1] * up[1] + x[2] * up[2];
    const out = x.map((value, r) => value - d * up[r]);
    const size = norm(out);
    if (size > 0.1) return out.map((value) => value / size);
  }
  return [1, 0, 0];
}
