/**
 * The extent field of a solid (Elandt 2022, s. 5.1): a continuous function e, 0 on the surface and growing inwards, linear in each
 * tetrahedron of a mesh under the surface (ib., app. C.1). Pressure is e times a modulus; the caller, who knows the modulus, multiplies.
 * Cells are half open: of two cells that share a face, one owns the points on it, so every point of space belongs to exactly one cell.
 */
import { BuildError } from '../../base/index.ts';
import { type BoxTree, buildBoxTree } from '../bvh/tree.ts';
import { findFlow } from './flow.ts';

/**
 * Numbers of a cell: four planes (inward unit normal, offset; plane k is opposite corner k; n.x + d >= 0 inside), the same bits with the
 * other sign for both cells of a face; gradient of e [1/m] and offset, e = g.x + s; e at the corners.
 */
export const CELL = 24;
export const CELL_GRADIENT = 16;
export const CELL_EXTENT = 20;

export interface ExtentField {
  readonly count: number;
  readonly cells: Float64Array;
  /** [m] four corners of each cell, 12 numbers */
  readonly corners: Float64Array;
  /** bit k: it owns the points of its face k; bits 4 ... 6: 1 + its face on which e is 0, or 0 */
  readonly flags: Int32Array;
  /** number of each of its four faces, shared with the neighbour; how many there are */
  readonly faces: Int32Array;
  readonly faceCount: number;
  /** the cell behind each of its four faces, -1: none */
  readonly neighbours: Int32Array;
  /** [m] longest edge of each cell */
  readonly size: Float64Array;
  readonly tree: BoxTree;
  /** [m] characteristic thickness, Elandt 2022, eqs 5.6-5.9: volume over the integral of |grad e| */
  readonly thickness: number;
  /** [m] smallest height of a cell under the surface */
  readonly thinnest: number;
  /** [m^3] of all cells */
  readonly volume: number;
  /** FLOW numbers of each cell: a vector field whose divergence is e (flow.ts); true: it has a sink, because there is no core */
  readonly flow: Float64Array;
  readonly sink: boolean;
  /** [m^3] integral of e over all cells */
  readonly held: number;
}

/** Largest number of cells; with more, a step would be unusably slow. */
export const MOST_CELLS = 200_000;

/** Refuses too many, before any work is done for them. */
export function checkCount(cells: number): void {
  if (cells > MOST_CELLS) {
    throw new BuildError(
      'field-size',
      `expected at most ${MOST_CELLS} cells in a pressure field, found ${cells}; take a coarser mesh`,
    );
  }
}

/**
 * points [m] xyz, tets four points each, extent of each point. Rejects cells without volume. thickness: the characteristic thickness,
 * needed where the values are not extents but pressures by a law.
 */
export function buildField(
  points: Float64Array,
  tets: Int32Array,
  extent: Float64Array,
  thickness: number = Number.NaN,
): ExtentField {
  const count = tets.length / 4;
  checkCount(count);
  const sorted = sortByTree(points, tets);
  const cells = new Float64Array(CELL * count);
  const corners = new Float64Array(12 * count);
  const flags = new Int32Array(count);
  const size = new Float64Array(count);
  const { faces, faceCount, neighbours, first } = pairFaces(sorted.tets);
  const volumes = new Float64Array(count);
  const heights = new Float64Array(4 * count);
  let volume = 0;
  let held = 0;
  let steep = 0;
  let thinnest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 4; k++) {
      for (let c = 0; c < 3; c++) corners[12 * i + 3 * k + c] = points[3 * sorted.tets[4 * i + k] + c];
    }
    size[i] = longestEdge(corners, 12 * i);
    writePlanes(cells, CELL * i, corners, 12 * i, sorted.tets, i, points);
    for (let k = 0; k < 4; k++) if (first[faces[4 * i + k]] === i) flags[i] |= 1 << k;
    const o = CELL * i;
    let tall = 0;
    for (let k = 0; k < 4; k++) {
      const height = heightOf(cells, o + 4 * k, corners, 12 * i + 3 * k);
      if (!(height > 1e-9 * size[i])) {
        const at = [0, 1, 2].map((c) => points[3 * sorted.tets[4 * i] + c].toPrecision(3)).join(', ');
        throw new BuildError(
          'field-flat',
          `expected cells with a volume in a pressure field, found a flat one near (${at}) m`,
        );
      }
      heights[4 * i + k] = height;
      const e = extent[sorted.tets[4 * i + k]];
      for (let c = 0; c < 4; c++) cells[o + CELL_GRADIENT + c] += (e * cells[o + 4 * k + c]) / height;
      cells[o + CELL_EXTENT + k] = e;
      if (zeroFace(sorted.tets, i, k, extent)) {
        flags[i] = (flags[i] & 15) | ((k + 1) << 4);
        tall = height;
      }
    }
    if (tall > 0) thinnest = Math.min(thinnest, tall);
    const own = volumeOf(corners, 12 * i);
    const g = o + CELL_GRADIENT;
    volumes[i] = own;
    volume += own;
    for (let k = 0; k < 4; k++) held += 0.25 * own * cells[o + CELL_EXTENT + k];
    steep += own * Math.sqrt(cells[g] * cells[g] + cells[g + 1] * cells[g + 1] + cells[g + 2] * cells[g + 2]);
  }
  const isSurface = (cell: number, face: number): boolean => zeroFace(sorted.tets, cell, face, extent);
  const { flow, sink } = findFlow({ count, tets: sorted.tets, neighbours, volumes, heights, extent, isSurface });
  return {
    count,
    cells,
    corners,
    flags,
    faces,
    faceCount,
    neighbours,
    size,
    tree: sorted.tree,
    thickness: Number.isNaN(thickness) ? volume / steep : thickness,
    thinnest,
    volume,
    flow,
    sink,
    held,
  };
}

/** Cells in the order of the leaves of their tree, so that neighbours in space are neighbours in memory. */
function sortByTree(points: Float64Array, tets: Int32Array): { tets: Int32Array; tree: BoxTree } {
  const count = tets.length / 4;
  const bounds = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < 4; k++) {
        const x = points[3 * tets[4 * i + k] + c];
        if (x < low) low = x;
        if (x > high) high = x;
      }
      bounds[6 * i + c] = low;
      bounds[6 * i + 3 + c] = high;
    }
  }
  const tree = buildBoxTree(bounds);
  const out = new Int32Array(tets.length);
  for (let i = 0; i < tets.length; i++) out[i] = tets[4 * tree.order[(i - (i % 4)) / 4] + (i % 4)];
  return { tets: out, tree: { ...tree, order: tree.order.map((_, i) => i) } };
}

/** The three corners of face k, ascending. */
function cornersOfFace(tets: Int32Array, i: number, k: number): [number, number, number] {
  const v = [0, 1, 2, 3].filter((j) => j !== k).map((j) => tets[4 * i + j]);
  v.sort((a, b) => a - b);
  return [v[0], v[1], v[2]];
}

function zeroFace(tets: Int32Array, i: number, k: number, extent: Float64Array): boolean {
  return [0, 1, 2, 3].every((j) => j === k || extent[tets[4 * i + j]] === 0);
}

function pairFaces(tets: Int32Array) {
  const count = tets.length / 4;
  const faces = new Int32Array(4 * count);
  const neighbours = new Int32Array(4 * count).fill(-1);
  const first: number[] = [];
  const seen = new Map<number, number>();
  const place: number[] = [];
  let many = 1;
  for (const v of tets) many = Math.max(many, v + 1);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 4; k++) {
      const [a, b, c] = cornersOfFace(tets, i, k);
      const key = (a * many + b) * many + c; // exact for up to 200 000 points
      const known = seen.get(key);
      if (known === undefined) {
        seen.set(key, first.length);
        faces[4 * i + k] = first.length;
        place.push(4 * i + k);
        first.push(i);
        continue;
      }
      faces[4 * i + k] = known;
      neighbours[4 * i + k] = first[known];
      neighbours[place[known]] = i;
    }
  }
  return { faces, faceCount: first.length, neighbours, first };
}

function writePlanes(
  cells: Float64Array,
  o: number,
  corners: Float64Array,
  c: number,
  tets: Int32Array,
  i: number,
  p: Float64Array,
): void {
  for (let k = 0; k < 4; k++) {
    const [a, b, d] = cornersOfFace(tets, i, k).map((v) => 3 * v);
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[d] - p[a], p[d + 1] - p[a + 1], p[d + 2] - p[a + 2]];
    let nx = uy * vz - uz * vy;
    let ny = uz * vx - ux * vz;
    let nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (length > 0) {
      nx /= length;
      ny /= length;
      nz /= length;
    }
    const offset = -(nx * p[a] + ny * p[a + 1] + nz * p[a + 2]);
    const q = c + 3 * k;
    const sign = nx * corners[q] + ny * corners[q + 1] + nz * corners[q + 2] + offset >= 0 ? 1 : -1;
    cells[o + 4 * k] = sign * nx;
    cells[o + 4 * k + 1] = sign * ny;
    cells[o + 4 * k + 2] = sign * nz;
    cells[o + 4 * k + 3] = sign * offset;
  }
}

function heightOf(planes: Float64Array, o: number, corners: Float64Array, c: number): number {
  return planes[o] * corners[c] + planes[o + 1] * corners[c + 1] + planes[o + 2] * corners[c + 2] + planes[o + 3];
}

function longestEdge(corners: Float64Array, c: number): number {
  let most = 0;
  for (let i = 0; i < 4; i++) {
    for (let j = i + 1; j < 4; j++) {
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const d = corners[c + 3 * i + k] - corners[c + 3 * j + k];
        square += d * d;
      }
      most = Math.max(most, square);
    }
  }
  return Math.sqrt(most);
}

/** Volume of the tetrahedron with corners at p[c...], without sign. */
function volumeOf(p: Float64Array, c: number): number {
  return Math.abs(signedVolume(p, c, p, c + 3, p, c + 6, p, c + 9));
}

/** Corners at p[a...], q[b...], r[c...], s[d...]: positive where the last three run anticlockwise seen from the first. */
export function signedVolume(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
  r: Float64Array,
  c: number,
  s: Float64Array,
  d: number,
): number {
  const ux = q[b] - p[a];
  const uy = q[b + 1] - p[a + 1];
  const uz = q[b + 2] - p[a + 2];
  const vx = r[c] - p[a];
  const vy = r[c + 1] - p[a + 1];
  const vz = r[c + 2] - p[a + 2];
  const wx = s[d] - p[a];
  const wy = s[d + 1] - p[a + 1];
  const wz = s[d + 2] - p[a + 2];
  return (ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)) / 6;
}
