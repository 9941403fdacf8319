import type { FanList } from '../mesh-mesh/fans.ts';
import { rayHits } from '../mesh-mesh/regions.ts';

/** Is x[o...] within region r of two surfaces inside each other, which has the box given? By two rays of three: one may run into an edge of faces that coincide. */
export function isInRegion(
  own: FanList,
  other: FanList,
  r: number,
  x: Float64Array,
  o: number,
  box: Float64Array,
): boolean {
  for (let k = 0; k < 3; k++) if (!(x[o + k] > box[k] && x[o + k] < box[3 + k])) return false;
  const first = turnsAround(own, r, x, o, 0) + turnsAround(other, r, x, o, 0);
  const second = turnsAround(own, r, x, o, 3) + turnsAround(other, r, x, o, 3);
  if ((first !== 0) === (second !== 0)) return first !== 0;
  return turnsAround(own, r, x, o, 6) + turnsAround(other, r, x, o, 6) !== 0;
}

const RAYS = Float64Array.of(0.6204, 0.5098, 0.5959, -0.3371, 0.8112, -0.4779, 0.2713, -0.4462, -0.8528);

/** How often a ray from x[o...] leaves through the fans of region r, less how often it enters. */
function turnsAround({ points, region, count }: FanList, r: number, x: Float64Array, o: number, ray: number): number {
  let turns = 0;
  for (let f = 0; f < count; f++) {
    if (region[f] === r) turns += rayHits(points, 9 * f, x[o], x[o + 1], x[o + 2], RAYS, ray);
  }
  return turns;
}
