/**
 * Assigns parts of one element to another: element j, or a piece b0 .. b1 of it, owns the points of element i between the two planes across
 * its ends; its neighbours own the points beyond. At the end of a cable there is no plane: points beyond belong to the end. The heights
 * over the planes are cubics in the parameter of i, so the borders are roots of cubics.
 */
import { cubicRoots } from './cubic-roots.ts';
import type { CableCurves } from './curves.ts';

/** 2 planes with 5 roots each and 2 ends give at most 11 intervals, of which those with the right sign are used */
export const MAX_STRETCHES = 11;

/**
 * Part of an element: a strand this close to a plane everywhere counts as above it. In symmetric scenes, two strands that cross at a node
 * would otherwise be divided differently by rounding in every iteration.
 */
const IN_PLANE = 1e-9;

/** two cubics, each with the height below which a strand lies in the plane */
const planes = new Float64Array(10);
const LEVEL = 8;
const roots = new Float64Array(5);
const cuts = new Float64Array(12);

/**
 * Writes [from, to] pairs, parts of piece a of ni of element i that piece b of nj of element j owns, to `out` (room for
 * MAX_STRETCHES); returns their number.
 */
export function ownStretches(
  out: Float64Array,
  curves: CableCurves,
  i: number,
  a: number,
  ni: number,
  j: number,
  b: number,
  nj: number,
): number {
  const { ends } = curves;
  const startFree = b === 0 && (ends[j] & 1) !== 0;
  const endFree = b + 1 === nj && (ends[j] & 2) !== 0;
  const a0 = a / ni;
  const a1 = (a + 1) / ni;
  // usually the element lies wholly on one side of each plane
  let startSide = 1;
  if (!startFree) {
    heightOverPlane(0, curves, i, j, b, nj);
    startSide = sideOf(0, a, ni);
    if (startSide < 0) return 0;
  }
  let endSide = -1;
  if (!endFree) {
    heightOverPlane(4, curves, i, j, b + 1, nj);
    endSide = sideOf(4, a, ni);
    if (endSide > 0) return 0;
  }
  if (startSide > 0 && endSide < 0) {
    out[0] = a0;
    out[1] = a1;
    return 1;
  }
  let n = 0;
  cuts[n++] = a0;
  cuts[n++] = a1;
  if (startSide === 0) n = addRoots(n, 0, a, ni);
  if (endSide === 0) n = addRoots(n, 4, a, ni);
  for (let k = 1; k < n; k++) {
    const x = cuts[k];
    let m = k - 1;
    for (; m >= 0 && cuts[m] > x; m--) cuts[m + 1] = cuts[m];
    cuts[m + 1] = x;
  }
  let count = 0;
  for (let k = 0; k + 1 < n; k++) {
    const p = cuts[k];
    const q = cuts[k + 1];
    if (!(q > p)) continue;
    const u = 0.5 * (p + q);
    if (!startFree && heightAt(0, u) < 0) continue;
    if (!endFree && heightAt(4, u) >= 0) continue;
    out[2 * count] = p;
    out[2 * count + 1] = q;
    count++;
  }
  return count;
}

function addRoots(n: number, at: number, a: number, ni: number): number {
  const found = cubicRoots(roots, planes, at, a / ni, (a + 1) / ni);
  for (let k = 0; k < found; k++) cuts[n + k] = roots[k];
  return n + found;
}

function heightAt(at: number, u: number): number {
  return planes[at] + u * (planes[at + 1] + u * (planes[at + 2] + u * planes[at + 3]));
}

/** 1: above all along, -1: below all along, 0: perhaps both; by the Bernstein coefficients on piece a of ni. */
function sideOf(at: number, a: number, ni: number): number {
  const a0 = a / ni;
  const a1 = (a + 1) / ni;
  const h1 = planes[at + 1];
  const h2 = planes[at + 2];
  const h3 = planes[at + 3];
  const third = (a1 - a0) / 3;
  const f0 = heightAt(at, a0);
  const f1 = heightAt(at, a1);
  const g0 = f0 + third * (h1 + a0 * (2 * h2 + 3 * a0 * h3));
  const g1 = f1 - third * (h1 + a1 * (2 * h2 + 3 * a1 * h3));
  if (f0 > 0 && f1 > 0 && g0 > 0 && g1 > 0) return 1;
  const highest = Math.max(Math.abs(f0), Math.abs(f1), Math.abs(g0), Math.abs(g1));
  if (highest < (at === 0 ? planes[LEVEL] : planes[LEVEL + 1])) return 1;
  if (f0 < 0 && f1 < 0 && g0 < 0 && g1 < 0) return -1;
  return 0;
}

/** (P(u) - Q(b)).T as a cubic in u: height of element i over the plane across element j at b = k/nj. */
function heightOverPlane(at: number, curves: CableCurves, i: number, j: number, k: number, nj: number): void {
  const b = k / nj;
  const atNode = k === 0 || k === nj;
  const { coefficients: c, jointTangent } = curves;
  let h0 = 0;
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let square = 0;
  const joint = k === 0 ? 6 * j : 6 * j + 3;
  for (let d = 0, o = 12 * i, q = 12 * j; d < 3; d++, o += 4, q += 4) {
    const tangent = atNode ? jointTangent[joint + d] : c[q + 1] + b * (2 * c[q + 2] + 3 * b * c[q + 3]);
    // at its end the coefficients of the start of the next element, which has the same plane: points in it must have one owner
    const place = k === nj ? c[q + 12] : c[q] + b * (c[q + 1] + b * (c[q + 2] + b * c[q + 3]));
    square += tangent * tangent;
    h0 += tangent * (c[o] - place);
    h1 += tangent * c[o + 1];
    h2 += tangent * c[o + 2];
    h3 += tangent * c[o + 3];
  }
  planes[at] = h0;
  planes[at + 1] = h1;
  planes[at + 2] = h2;
  planes[at + 3] = h3;
  planes[at === 0 ? LEVEL : LEVEL + 1] = IN_PLANE * curves.restLength[i] * Math.sqrt(square);
}
