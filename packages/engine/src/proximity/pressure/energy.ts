/**
 * Stored energy of a field, U = integral of min(p_A, p_B) over the common volume (Elandt 2022, eqs 4.4, A.1), from the surface alone: the
 * volume on one side of it is bounded by the surface and by that of the solid, and W with div W = e has no flux through the latter
 * (geometry/field/flow.ts). Exact for every field and every polygon.
 */
import {
  type ExtentField,
  FLOW,
  FLOW_BUBBLE,
  FLOW_CORNER,
  FLOW_HEIGHT,
  FLOW_SINK,
  CELL,
} from '../../geometry/index.ts';

/** A polygon as a field sees it, in that field's frame: unit normal, centroid, area; corners from first to last - 1, three numbers each. */
export interface SeenPolygon {
  readonly normal: Float64Array;
  readonly centroid: Float64Array;
  area: number;
  corners: Float64Array;
  first: number;
  last: number;
}

/** [m^3] flux of W through a polygon in a cell, along the normal. */
export function fluxThrough(field: ExtentField, cell: number, polygon: SeenPolygon): number {
  const { cells: S, corners: v, flow } = field;
  const { normal: n, centroid: x, area } = polygon;
  const o = FLOW * cell;
  let sum = 0;
  for (let k = 0; k < 4; k++) {
    const q = CELL * cell + 4 * k;
    const height = S[q] * x[0] + S[q + 1] * x[1] + S[q + 2] * x[2] + S[q + 3];
    sum += crossing(v, 12 * cell + 3 * k, n, x) * (flow[o + k] + flow[o + FLOW_BUBBLE + k] * height);
  }
  sum *= area;
  if (flow[o + FLOW_HEIGHT] > 0) {
    const away = crossing(v, 12 * cell + 3 * flow[o + FLOW_CORNER], n, x);
    sum -= flow[o + FLOW_SINK] * away * drawn(field, cell, polygon);
  }
  return sum;
}

/** (x - v).n */
function crossing(v: Float64Array, c: number, n: Float64Array, x: Float64Array): number {
  return n[0] * (x[0] - v[c]) + n[1] * (x[1] - v[c + 1]) + n[2] * (x[2] - v[c + 2]);
}

/** [m^2] integral of 1/r^3 - 1 - 3 l over a polygon, about its centroid */
function drawn({ cells: S, flow }: ExtentField, cell: number, polygon: SeenPolygon): number {
  const { normal: n, centroid: x, corners: v, first, last } = polygon;
  const o = FLOW * cell;
  const q = CELL * cell + 4 * flow[o + FLOW_CORNER];
  const per = 1 / flow[o + FLOW_HEIGHT];
  const part = (p: Float64Array, i: number): number =>
    per * (S[q] * p[i] + S[q + 1] * p[i + 1] + S[q + 2] * p[i + 2] + S[q + 3]);
  const middle = part(x, 0);
  let sum = 0;
  let j = last - 3;
  let before = part(v, j);
  for (let k = first; k < last; k += 3) {
    const here = part(v, k);
    const [ux, uy, uz] = [v[j] - x[0], v[j + 1] - x[1], v[j + 2] - x[2]];
    const [wx, wy, wz] = [v[k] - x[0], v[k + 1] - x[1], v[k + 2] - x[2]];
    const twice = n[0] * (uy * wz - uz * wy) + n[1] * (uz * wx - ux * wz) + n[2] * (ux * wy - uy * wx);
    sum += 0.5 * Math.abs(twice) * sinkMean(before, here, middle);
    before = here;
    j = k;
  }
  return sum;
}

/** Mean of 1/r^3 - 1 - 3 l over a triangle, r = 1 - l, l at its corners: that of 1/r^3 is 1/(r1 r2 r3). Without differences of nearly equal numbers. */
function sinkMean(l1: number, l2: number, l3: number): number {
  const sum = l1 + l2 + l3;
  const pairs = l1 * l2 + l2 * l3 + l3 * l1;
  const all = l1 * l2 * l3;
  const left = (1 - l1) * (1 - l2) * (1 - l3);
  return left > 0 ? (sum * sum - pairs + all - sum * pairs + sum * all) / left : 0;
}
