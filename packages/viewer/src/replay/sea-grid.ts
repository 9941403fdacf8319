/**
 * Vertices of the sea mesh: evenly spaced in the middle of the view, then increasingly wide to the horizon. Along one axis, counted from
 * the middle, corner k stands at
 *   x(k) = d k                               |k| <= M
 *   x(k) = d (M + (g^(k - M) - 1)/(g - 1))   k > M, the same to the other side
 * Both ways are closed formulas, so that a shader finds the corners around a point without a search.
 */

export interface SeaGrid {
  /** [1] even quads from the middle to either side, M */
  readonly even: number;
  /** [1] quads beyond them, to either side */
  readonly outer: number;
  /** [1] each of those is this much wider than the last, g */
  readonly growth: number;
}

/** Grids for a graphics card, and for software rendering. The horizon is 35 and 45 times as far as the eye is from what it looks at. */
export const SEA_GRIDS: Readonly<Record<'full' | 'lite', SeaGrid>> = {
  full: { even: 64, outer: 22, growth: 1.4 },
  lite: { even: 36, outer: 18, growth: 1.45 },
};

export function cornersOf({ even, outer }: SeaGrid): number {
  return 2 * (even + outer) + 1;
}

/** [spacings] from the middle of the sheet to corner k, k counted from the middle */
export function cornerAt({ even, growth }: SeaGrid, k: number): number {
  const far = Math.abs(k) - even;
  if (far <= 0) return k;
  return Math.sign(k) * (even + (growth ** far - 1) / (growth - 1));
}

/**
 * [m] between corners in the middle, a power of two, so that the sheet keeps its corners while the eye comes a little nearer: the
 * even part is 1.4 times as wide as the eye is far away, or up to twice that.
 */
export function spacingFor({ even }: SeaGrid, distance: number): number {
  return 2 ** Math.ceil(Math.log2((0.7 * Math.max(distance, 1e-3)) / even));
}
