/**
 * Number and grading of elements for a required accuracy of the equilibrium. Errors are proportional to the squared element length, so
 * solutions on N and on 2 N elements give both errors (Richardson 1911): 4/3 and 1/3 of their difference. Elements are graded by curvature:
 * chords are shorter than their arcs by the integral of (curvature l)^2/24, which for a given number is smallest with l ~ curvature^(-2/3).
 */
import { cbrt } from '../../math/index.ts';
import { makeCable } from './build.ts';
import type { Cable } from './cable.ts';
import type { RopeLength, RopeSpec } from './rope.ts';

export interface ResolutionOptions {
  readonly ropes: readonly { readonly rope: RopeSpec; readonly length: number }[];
  /** puts a new cable into equilibrium: ends, start shape, statics; false when it has none */
  readonly settle: (cable: Cable) => boolean;
  /** error of positions [m], and of the end forces as a part of the larger one */
  readonly position: number;
  readonly force: number;
  /** default 8 and 1000 */
  readonly least?: number;
  readonly most?: number;
}

export interface Resolution {
  readonly pieces: readonly RopeLength[];
  readonly elements: number;
  /** estimates for these pieces */
  readonly positionError: number;
  readonly forceError: number;
  /** false: `most` elements do not suffice, or no equilibrium was found */
  readonly reached: boolean;
}

/** Lower bound of the curvature used for grading, as a part of its mean. */
const FLOOR = 0.1;
/** Neighbours differ by at most this factor. */
const GROWTH = 1.3;

export function chooseElements(options: ResolutionOptions): Resolution {
  const least = options.least ?? 8;
  const most = options.most ?? 1000;
  let pieces = even(options.ropes, Math.min(most, 2 * least));
  let result: Resolution = { pieces, elements: count(pieces), positionError: 0, forceError: 0, reached: false };
  for (let round = 0; round < 6; round++) {
    const coarse = makeCable({ pieces });
    const fine = makeCable({ pieces: halved(pieces) });
    if (!options.settle(coarse) || !options.settle(fine)) {
      const elements = Math.min(most, 2 * count(pieces));
      if (elements === count(pieces)) return result;
      pieces = even(options.ropes, elements);
      continue;
    }
    const positionError = (4 / 3) * positionDifference(coarse, fine);
    const forceError = (4 / 3) * forceDifference(coarse, fine);
    const elements = count(pieces);
    const ratio = Math.max(positionError / options.position, forceError / options.force);
    result = { pieces, elements, positionError, forceError, reached: ratio <= 1 };
    const wanted = Math.ceil(elements * Math.sqrt(ratio) * 1.1);
    // accurate enough, and less than twice the needed number
    if ((ratio <= 1 && wanted > 0.5 * elements) || (ratio > 1 && elements >= most)) return result;
    if (ratio <= 1 && elements <= least) return result;
    pieces = graded(fine, options.ropes, Math.min(most, Math.max(least, wanted)));
  }
  return result;
}

function count(pieces: readonly RopeLength[]): number {
  let sum = 0;
  for (const piece of pieces) sum += piece.elements;
  return sum;
}

function even(ropes: ResolutionOptions['ropes'], elements: number): RopeLength[] {
  let total = 0;
  for (const { length } of ropes) total += length;
  return ropes.map(({ rope, length }) => ({
    rope,
    length,
    elements: Math.max(1, Math.round((elements * length) / total)),
  }));
}

function halved(pieces: readonly RopeLength[]): RopeLength[] {
  return pieces.map((piece) => {
    const spacing = new Float64Array(2 * piece.elements);
    for (let k = 0; k < spacing.length; k++) spacing[k] = piece.spacing?.[Math.floor(k / 2)] ?? 1;
    return { rope: piece.rope, length: piece.length, elements: 2 * piece.elements, spacing };
  });
}

function positionDifference(coarse: Cable, fine: Cable): number {
  let most = 0;
  for (let i = 0; i < coarse.nodeCount; i++) {
    let square = 0;
    for (let r = 0; r < 3; r++) {
      const d = coarse.q[4 * i + r] - fine.q[8 * i + r];
      square += d * d;
    }
    most = Math.max(most, square);
  }
  return Math.sqrt(most);
}

/** Error of the end forces, as a part of the larger one. */
function forceDifference(coarse: Cable, fine: Cable): number {
  let most = 0;
  let size = 1e-300;
  for (let end = 0; end < 2; end++) {
    const a = end === 0 ? 0 : 4 * (coarse.nodeCount - 1);
    const b = end === 0 ? 0 : 4 * (fine.nodeCount - 1);
    let square = 0;
    let whole = 0;
    for (let r = 0; r < 3; r++) {
      const d = coarse.force[a + r] - fine.force[b + r];
      square += d * d;
      whole += fine.force[b + r] * fine.force[b + r];
    }
    most = Math.max(most, square);
    size = Math.max(size, whole);
  }
  return Math.sqrt(most / size);
}

/** Distributes about `elements` elements over the same ropes, by the curvature of a solved cable. */
function graded(cable: Cable, ropes: ResolutionOptions['ropes'], elements: number): RopeLength[] {
  const n = cable.elementCount;
  const density = new Float64Array(n);
  const total = cable.totalLength;
  let mean = 0;
  for (let j = 0; j < n; j++) {
    density[j] = 0.5 * (curvature(cable, j) + curvature(cable, j + 1));
    mean += (density[j] * cable.materialLength[j]) / total;
  }
  for (let j = 0; j < n; j++) {
    const k = Math.max(density[j], FLOOR * mean, 1e-9 / total);
    density[j] = cbrt(k * k);
  }
  let sum = 0;
  for (let j = 0; j < n; j++) sum += density[j] * cable.materialLength[j];
  for (let j = 0; j < n; j++) density[j] *= elements / sum; // elements a metre
  spread(density, cable.materialLength, n);
  sum = 0;
  for (let j = 0; j < n; j++) sum += density[j] * cable.materialLength[j];
  let s = 0;
  let j = 0;
  let left = cable.materialLength[0]; // of element j
  return ropes.map(({ rope, length }) => {
    // elements of this piece, with their ends at equal amounts of density
    const until = s + length;
    const lengths: number[] = [];
    const densities: number[] = [];
    while (s < until - 1e-9 * total && j < n) {
      const part = Math.min(left, until - s);
      lengths.push(part);
      densities.push(density[j]);
      s += part;
      left -= part;
      if (left <= 1e-12 * total && j + 1 < n) left = cable.materialLength[++j];
    }
    let amount = 0;
    for (let k = 0; k < lengths.length; k++) amount += lengths[k] * densities[k];
    const pieceElements = Math.max(1, Math.round((elements * amount) / sum));
    return { rope, length, elements: pieceElements, spacing: portions(lengths, densities, amount, pieceElements) };
  });
}

function curvature(cable: Cable, i: number): number {
  if (i <= 0 || i >= cable.nodeCount - 1) return 0;
  const t = cable.direction;
  const k = 3 * i;
  const bend = Math.max(0, 2 - 2 * (t[k] * t[k + 3] + t[k + 1] * t[k + 4] + t[k + 2] * t[k + 5]));
  return (2 * Math.sqrt(bend)) / (cable.materialLength[i - 1] + cable.materialLength[i]);
}

/** Limits the decrease of density along the cable: element lengths grow by at most GROWTH from one to the next. */
function spread(density: Float64Array, lengths: Float64Array, n: number): void {
  const rate = GROWTH - 1;
  for (let j = 1; j < n; j++) {
    density[j] = Math.max(density[j], density[j - 1] / (1 + rate * lengths[j] * density[j - 1]));
  }
  for (let j = n - 2; j >= 0; j--) {
    density[j] = Math.max(density[j], density[j + 1] / (1 + rate * lengths[j] * density[j + 1]));
  }
}

/** Lengths of `elements` portions of equal amount. */
function portions(
  lengths: readonly number[],
  densities: readonly number[],
  amount: number,
  elements: number,
): Float64Array {
  const out = new Float64Array(elements);
  const each = amount / elements;
  let k = 0;
  let left = lengths[0] * densities[0];
  for (let e = 0; e < elements; e++) {
    let need = each;
    while (need > left && k + 1 < lengths.length) {
      out[e] += left / densities[k];
      need -= left;
      k++;
      left = lengths[k] * densities[k];
    }
    out[e] += need / densities[k];
    left -= need;
  }
  return out;
}
