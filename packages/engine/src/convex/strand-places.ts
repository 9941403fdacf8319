/** Positions of the points that represent a strand contact, or a pair about to meet, in a convex step (strand-find.ts). */
import { makeNormalForce, makeStrandPoint, strandForce } from '../contact/index.ts';
import { type CableTouch, readFoundation, T_STRIDE } from '../contacts/index.ts';
import type { ContactPatches } from '../proximity/index.ts';

/** The present point; an array, because separate number arguments would be boxed. */
export const spot: Float64Array = new Float64Array(11);
export const S_KEY = 0; // of its patch
export const S_U = 1; // places on A and on B, 0..1
export const S_V = 2;
export const S_NORMAL = 3; // 3..5
export const S_GAP = 6; // [m]
export const S_CLOSING = 7; // [m/s]
export const S_LAW = 8; // K of N = K d^p
export const S_POWER = 9; // p
export const S_RATE = 10; // dv/du of the foot

/** Limits of nearestPlaces: largest number of iterations, and step, as a part of an element, that ends them. */
const ROUNDS = 6;
const PLACED = 1e-2;

/** Does patch p belong to a pair of elements after (i, j)? */
export function after(patches: ContactPatches, p: number, i: number, j: number): boolean {
  return patches.elementA[p] > i || (patches.elementA[p] === i && patches.elementB[p] > j);
}

/** Coordinate at u of the cubic at c[o]. */
export function curveAt(c: Float64Array, o: number, u: number): number {
  return c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
}

/**
 * From the curve at c[a], at S_U, to the one at c[b], near S_V, which is moved to the foot: computes S_NORMAL, and the distance as S_GAP.
 */
export function sideGap(c: Float64Array, a: number, b: number): void {
  const u = spot[S_U];
  for (let round = 0; ; round++) {
    let v = spot[S_V];
    let along = 0;
    let square = 0;
    let distance2 = 0;
    for (let k = 0, o = a, q = b; k < 3; k++, o += 4, q += 4) {
      const x =
        c[q] + v * (c[q + 1] + v * (c[q + 2] + v * c[q + 3])) - (c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3])));
      const t = c[q + 1] + v * (2 * c[q + 2] + 3 * v * c[q + 3]);
      spot[S_NORMAL + k] = x;
      along += x * t;
      square += t * t;
      distance2 += x * x;
    }
    if (round === 1) {
      const distance = Math.sqrt(distance2);
      for (let k = 0; k < 3; k++) spot[S_NORMAL + k] /= distance;
      spot[S_GAP] = distance;
      return;
    }
    v -= along / square;
    spot[S_V] = Math.min(Math.max(v, 0), 1);
  }
}

/**
 * From u and v in `place` towards the nearest points of the two curves at c[a] and c[b] within their elements: Newton's method for half the
 * square of the distance (closest-pair.ts), by Gauss where that is not convex. Parallel chords have no unique nearest place.
 */
export function nearestPlaces(place: Float64Array, c: Float64Array, a: number, b: number): void {
  for (let round = 0; round < ROUNDS; round++) {
    const u = place[0];
    const v = place[1];
    let g1 = 0;
    let g2 = 0;
    let h11 = 0;
    let h12 = 0;
    let h22 = 0;
    let bendA = 0;
    let bendB = 0;
    for (let k = 0, o = a, q = b; k < 3; k++, o += 4, q += 4) {
      const d =
        c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3])) - (c[q] + v * (c[q + 1] + v * (c[q + 2] + v * c[q + 3])));
      const x = c[o + 1] + u * (2 * c[o + 2] + 3 * u * c[o + 3]);
      const y = c[q + 1] + v * (2 * c[q + 2] + 3 * v * c[q + 3]);
      g1 += d * x;
      g2 -= d * y;
      h11 += x * x;
      h12 -= x * y;
      h22 += y * y;
      bendA += d * (2 * c[o + 2] + 6 * u * c[o + 3]);
      bendB -= d * (2 * c[q + 2] + 6 * v * c[q + 3]);
    }
    const valley = (h11 + bendA) * (h22 + bendB) - h12 * h12;
    if (h11 + bendA > 0 && valley > 1e-3 * h11 * h22) {
      h11 += bendA;
      h22 += bendB;
    } else {
      h11 *= 1.05;
      h22 *= 1.05;
    }
    const det = h11 * h22 - h12 * h12;
    let x = clamped(u - (h22 * g1 - h12 * g2) / det);
    const y = clamped(v - (g2 + h12 * (x - u)) / h22);
    x = clamped(u - (g1 + h12 * (y - v)) / h11);
    place[0] = x;
    place[1] = y;
    if (Math.abs(x - u) + Math.abs(y - v) < PLACED) return;
  }
}

function clamped(u: number): number {
  return u > 0 ? (u < 1 ? u : 1) : 0;
}

/** The part of d = offsets[k] that keeps S_U + d and S_V + S_RATE d within their elements. */
export function reachable(offsets: Float64Array, k: number): void {
  const u = spot[S_U];
  const v = spot[S_V];
  const d = offsets[k];
  let x = d > 0 ? Math.min(d, 1 - u) : Math.max(d, -u);
  const y = spot[S_RATE] * x;
  if (v + y > 1) x *= Math.max(0, (1 - v) / y);
  else if (v + y < 0) x *= Math.max(0, -v / y);
  offsets[k] = x;
}

/**
 * Sums over the points of a patch: volume times places and normal, d volume/d depth, length, in total and weighted; range of u; stored
 * energy over k.
 */
export const sums: Float64Array = new Float64Array(13);
export const SUM_VOLUME = 0;
export const SUM_U = 1;
export const SUM_V = 2;
export const SUM_NORMAL = 3; // 3..5
export const SUM_AREA = 6;
export const SUM_LENGTH = 7;
export const SUM_WHOLE = 8;
export const SUM_FROM = 9;
export const SUM_TO = 10;
export const SUM_BEST = 11; // index of the point with the largest load
export const SUM_STORED = 12;

const normal = makeNormalForce();
const strand = makeStrandPoint();

/** Fills `sums` for patch p, with the stiffening of deep overlaps (contact/strand.ts). */
export function sumPatch(touch: CableTouch, patches: ContactPatches, p: number, solid: boolean): void {
  const { ends, curves } = touch;
  const a = patches.elementA[p];
  const b = patches.elementB[p];
  strand.touching = solid ? curves.radius[a] : curves.radius[a] + curves.radius[b];
  const { table } = touch;
  const c = curves.cable[a];
  const row = solid ? table.onShape[c * table.shapes + b] : table.onCable[c * table.cables + curves.cable[b]];
  readFoundation(strand, touch.laws, T_STRIDE * row, curves.radius, a, solid ? a : b);
  strand.radiusA = curves.radius[a];
  strand.radiusB = solid ? 0 : curves.radius[b];
  strand.speed = 0;
  strand.stiffness = 1;
  strand.dissipation = 0;
  let most = 0;
  let best = -1;
  let volume = 0;
  let area = 0;
  let length = 0;
  let whole = 0;
  let stored = 0;
  let from = 1;
  let to = 0;
  let atU = 0;
  let atV = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = patches.pointStart[p]; i < patches.pointStart[p + 1]; i++) {
    const u = patches.pointU[i];
    const part = solid
      ? ends.onSolid(a, patches.pointU, i, b)
      : ends.between(a, patches.pointU, i, b, patches.pointW, i);
    whole += patches.weight[i];
    if (part === 0) continue;
    const slice = part * patches.weight[i];
    strand.slice = slice;
    strand.area = slice * patches.lens[i];
    strand.chord = slice * patches.chord[i];
    strand.depth = patches.depth[i];
    strand.distance = patches.distance[i];
    strandForce(normal, strand);
    const v = normal.force;
    volume += v;
    stored += normal.stored;
    area += normal.byDepth;
    if (v > most) {
      most = v;
      best = i;
    }
    length += slice;
    if (u < from) from = u;
    if (u > to) to = u;
    atU += v * u;
    atV += v * patches.pointW[i];
    x += v * patches.pointNormal[3 * i];
    y += v * patches.pointNormal[3 * i + 1];
    z += v * patches.pointNormal[3 * i + 2];
  }
  sums[SUM_VOLUME] = volume;
  sums[SUM_U] = atU;
  sums[SUM_V] = atV;
  sums[SUM_NORMAL] = x;
  sums[SUM_NORMAL + 1] = y;
  sums[SUM_NORMAL + 2] = z;
  sums[SUM_AREA] = area;
  sums[SUM_LENGTH] = length;
  sums[SUM_WHOLE] = whole;
  sums[SUM_FROM] = from;
  sums[SUM_TO] = to;
  sums[SUM_BEST] = best;
  sums[SUM_STORED] = stored;
}

/** S_NORMAL at S_U of patch p, between those of its points beside it. */
export function normalAt(patches: ContactPatches, p: number): void {
  const { pointU, pointNormal, pointStart } = patches;
  const u = spot[S_U];
  const end = pointStart[p + 1] - 1;
  let i = pointStart[p];
  while (i < end - 1 && pointU[i + 1] < u) i++;
  const j = Math.min(i + 1, end);
  const width = pointU[j] - pointU[i];
  const t = width > 0 ? Math.min(Math.max((u - pointU[i]) / width, 0), 1) : 0;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const n = (1 - t) * pointNormal[3 * i + k] + t * pointNormal[3 * j + k];
    spot[S_NORMAL + k] = n;
    square += n * n;
  }
  const scale = 1 / Math.sqrt(square);
  for (let k = 0; k < 3; k++) spot[S_NORMAL + k] *= scale;
}
