/**
 * Quadrature over a triangle, four numbers for each point: barycentric coordinates (three), weight as a part of the area. coarse: three
 * points, exact to degree two; fine: seven points, exact to degree five (Radon 1948).
 */
const A = (6 - Math.sqrt(15)) / 21;
const B = (6 + Math.sqrt(15)) / 21;
const WA = (155 - Math.sqrt(15)) / 1200;
const WB = (155 + Math.sqrt(15)) / 1200;
const THIRD = 1 / 3;

function corners(at: number, weight: number): number[] {
  const rest = 1 - 2 * at;
  return [...[rest, at, at, weight], ...[at, rest, at, weight], ...[at, at, rest, weight]];
}

export const PATCH_POINTS: { readonly coarse: Float64Array; readonly fine: Float64Array } = {
  coarse: Float64Array.from(corners(1 / 6, THIRD)),
  fine: Float64Array.from([THIRD, THIRD, THIRD, 9 / 40, ...corners(A, WA), ...corners(B, WB)]),
};
