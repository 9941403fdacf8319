/**
 * A vector field W with div W = e in all cells of an extent field. The integral of e over any part is then the flux of W through the
 * boundary of that part. No flux passes the surface of the solid, and flux that leaves a cell through a face enters its neighbour. In a
 * cell of volume V, with corners v_f, extents e_f there, barycentric coordinates l_f and Phi_f the flux out of the face opposite v_f,
 *   W = sum over f of (Phi_f/(3 V) + e_f l_f/4) (x - v_f)
 * The first term has even normal components on the faces (Raviart and Thomas 1977, lowest order), the second none: l_f is 0 on the one face
 * that x - v_f crosses. Divergences are sum Phi_f/V and sum e_f (l_f - 1/4): e, where the Phi_f sum to V times the mean of e. On a plane (x
 * - v_f).n is constant and l_f linear: the flux through a polygon is its area times W.n at its centroid. Fluxes run from cell to cell to
 * the core, where they leave. A field without a core has a sink: the first of the corners with the largest e. A cell at the sink v that
 * draws the flux s gets
 *   W -= s/(3 V) (x - v) (1/r^3 - 1 - 3 l_v),  r = 1 - l_v
 * and so its flux through the face opposite v falls by s, and e_v/4 by 3 s/V.
 */
import { BuildError } from '../../base/index.ts';

/** Numbers of a cell: Phi_f/(3 V), e_f/4 over the height of v_f [1/m], of each corner; s/(3 V); height of the sink, 0: it has none. */
export const FLOW = 11;
export const FLOW_BUBBLE = 4;
export const FLOW_SINK = 8; // s/(3 V)
export const FLOW_HEIGHT = 9; // [m] of the sink over the face opposite
export const FLOW_CORNER = 10; // which of its corners is the sink

export interface FlowInput {
  readonly count: number;
  readonly tets: Int32Array;
  readonly neighbours: Int32Array;
  /** [m^3] and [m], four for each cell */
  readonly volumes: Float64Array;
  readonly heights: Float64Array;
  /** at each point */
  readonly extent: Float64Array;
  readonly isSurface: (cell: number, face: number) => boolean;
}

/** sink: true where the field has a sink, that is, no core. */
export function findFlow(input: FlowInput): { flow: Float64Array; sink: boolean } {
  const { count, tets, neighbours, volumes, heights, extent, isSurface } = input;
  const held = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 4; k++) held[i] += 0.25 * volumes[i] * extent[tets[4 * i + k]];
  }
  // the face through which the flux of each cell leaves: 0 ... 3; 4: into the sink
  const way = new Int8Array(count).fill(-1);
  const order: number[] = [];
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 4 && way[i] < 0; k++) {
      if (neighbours[4 * i + k] < 0 && !isSurface(i, k)) way[i] = k;
    }
    if (way[i] >= 0) order.push(i);
  }
  const sink = order.length === 0 ? deepest(extent) : -1;
  if (sink >= 0) {
    for (let i = 0; i < count; i++) {
      if (cornerOf(tets, i, sink) < 0) continue;
      way[i] = 4;
      order.push(i);
    }
  }
  for (let n = 0; n < order.length; n++) {
    const i = order[n];
    for (let k = 0; k < 4; k++) {
      const j = neighbours[4 * i + k];
      if (j < 0 || way[j] >= 0) continue;
      way[j] = faceTo(neighbours, j, i);
      order.push(j);
    }
  }
  if (order.length < count) {
    throw new BuildError(
      'field-apart',
      'expected the cells of a pressure field to hang together, found parts of it alone',
    );
  }
  const flux = new Float64Array(4 * count);
  const drawn = new Float64Array(count);
  for (let n = count - 1; n >= 0; n--) {
    const i = order[n];
    const out = held[i] - (flux[4 * i] + flux[4 * i + 1] + flux[4 * i + 2] + flux[4 * i + 3]);
    if (way[i] === 4) {
      drawn[i] = out;
      continue;
    }
    flux[4 * i + way[i]] = out;
    const j = neighbours[4 * i + way[i]];
    if (j >= 0) flux[4 * j + faceTo(neighbours, j, i)] = -out;
  }
  const flow = new Float64Array(FLOW * count);
  for (let i = 0; i < count; i++) {
    const o = FLOW * i;
    for (let k = 0; k < 4; k++) {
      flow[o + k] = flux[4 * i + k] / (3 * volumes[i]);
      flow[o + FLOW_BUBBLE + k] = (0.25 * extent[tets[4 * i + k]]) / heights[4 * i + k];
    }
    if (way[i] !== 4) continue;
    const v = cornerOf(tets, i, sink);
    const height = heights[4 * i + v];
    flow[o + FLOW_SINK] = drawn[i] / (3 * volumes[i]);
    flow[o + FLOW_HEIGHT] = height;
    flow[o + FLOW_CORNER] = v;
    flow[o + FLOW_BUBBLE + v] = (0.25 * extent[sink] - drawn[i] / volumes[i]) / height;
  }
  return { flow, sink: sink >= 0 };
}

function deepest(extent: Float64Array): number {
  let best = 0;
  for (let v = 1; v < extent.length; v++) if (extent[v] > extent[best]) best = v;
  return best;
}

function cornerOf(tets: Int32Array, i: number, point: number): number {
  for (let k = 0; k < 4; k++) if (tets[4 * i + k] === point) return k;
  return -1;
}

function faceTo(neighbours: Int32Array, i: number, other: number): number {
  for (let k = 0; k < 4; k++) if (neighbours[4 * i + k] === other) return k;
  return -1;
}
