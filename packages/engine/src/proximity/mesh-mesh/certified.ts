/**
 * Exact signs that are never zero. Where points lie exactly in a plane, or lines meet exactly, side 0 counts as displaced by (e, e^2, e^3)
 * along the axes with vanishing e: the simulation of simplicity (Edelsbrunner & Mücke 1990), with a translation for the perturbation. All
 * signs then belong to one pair of bodies in general position, however degenerate the given pose is.
 *
 * A translation suffices: it separates a point from a plane unless the triangle has no area, and two lines unless they are parallel; but an
 * edge whose ends lie on different sides of a triangle is parallel to none of its edges. For a triangle without area all points are on one
 * side, so it is never crossed.
 */
import { crossSign, orientation } from '../../geometry/index.ts';

/** Side of the plane of corners a b c (offsets into t) on which the point at p lies: 1 outside, -1 inside. */
export function planeSide(
  t: Float64Array,
  a: number,
  b: number,
  c: number,
  x: Float64Array,
  p: number,
  pointMoves: boolean,
): number {
  const sign = orientation(t, a, t, b, t, c, x, p);
  if (sign !== 0) return sign;
  // n . (p - a) grows by n . shift when the point moves
  for (let axis = 0; axis < 3; axis++) {
    const n = crossSign(axis, t, a, t, b, t, a, t, c);
    if (n !== 0) return pointMoves ? n : -n;
  }
  return 1;
}

/** Sign of (q - p) x (c - b) . (b - p): how the line p q (offsets into x) passes the line b c (offsets into t). */
export function lineSide(
  x: Float64Array,
  p: number,
  q: number,
  t: Float64Array,
  b: number,
  c: number,
  lineMoves: boolean,
): number {
  const sign = orientation(x, p, x, q, t, b, t, c);
  if (sign !== 0) return sign;
  // (q - p) . ((b - p) x (c - p)) grows by shift . ((q - p) x (c - b)) when p and q move
  for (let axis = 0; axis < 3; axis++) {
    const n = crossSign(axis, x, p, x, q, t, b, t, c);
    if (n !== 0) return lineMoves ? n : -n;
  }
  return 1;
}
