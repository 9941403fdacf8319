/**
 * Separating directions of two convex polyhedra (Gottschalk, Lin, Manocha 1996; edge pairs by their Gauss maps:
 * Gregorius 2013, "The separating axis test between convex polyhedra"). With supports h,
 *   s(n) = -h_B(-n) - h_A(n):   the gap along the unit direction n from A to B; overlap where negative
 * and the largest s over face normals of A, of B and products of edges that form an edge of the Minkowski difference. Everything is in the
 * frame of A; `seePolytope` has transformed polytope B. Pruning: with balls of radius r about the centres inside both, s(n) <= n.(cB - cA)
 * - rA - rB.
 */
import type { Polytope } from './polytope.ts';
import type { Workspace } from './workspace.ts';

/** Sine^2 of the angle below which two edges count as parallel: their product then says more about rounding than shape. */
const PARALLEL_SINE2 = 1e-6;
/** Number of edge pairs above which a closer test of each edge pays. */
const MANY_PAIRS = 50;

/** Best direction over a family of candidates. */
export interface Separation {
  /** [m] s(n), -infinity: no candidate */
  value: number;
  /** face, or edge of A */
  i: number;
  /** edge of B */
  j: number;
}

export function makeSeparation(): Separation {
  return { value: Number.NEGATIVE_INFINITY, i: 0, j: 0 };
}

/** Normal of an edge pair, from A to B, and s along it [m]. Filled by edgeSeparation; an array, whose numbers are never boxed. */
export const edgeNormal: Float64Array = new Float64Array(4);
/** Offset of s in it. */
export const EDGE_GAP = 3;

/** Moves polytope b into the frame of a. */
export function seePolytope(w: Workspace, b: Polytope): void {
  const r = w.rotAB;
  const r00 = r[0];
  const r01 = r[1];
  const r02 = r[2];
  const r10 = r[3];
  const r11 = r[4];
  const r12 = r[5];
  const r20 = r[6];
  const r21 = r[7];
  const r22 = r[8];
  const tx = w.posAB[0];
  const ty = w.posAB[1];
  const tz = w.posAB[2];
  const vertices = w.verticesB;
  for (let i = 0; i < 3 * b.vertexCount; i += 3) {
    const x = b.vertices[i];
    const y = b.vertices[i + 1];
    const z = b.vertices[i + 2];
    vertices[i] = tx + r00 * x + r01 * y + r02 * z;
    vertices[i + 1] = ty + r10 * x + r11 * y + r12 * z;
    vertices[i + 2] = tz + r20 * x + r21 * y + r22 * z;
  }
  const normals = w.normalsB;
  for (let f = 0; f < b.faceCount; f++) {
    const i = 3 * f;
    const x = b.normals[i];
    const y = b.normals[i + 1];
    const z = b.normals[i + 2];
    const nx = r00 * x + r01 * y + r02 * z;
    const ny = r10 * x + r11 * y + r12 * z;
    const nz = r20 * x + r21 * y + r22 * z;
    normals[i] = nx;
    normals[i + 1] = ny;
    normals[i + 2] = nz;
    w.offsetsB[f] = b.offsets[f] + nx * tx + ny * ty + nz * tz;
  }
  const directions = w.directionsB;
  for (let i = 0; i < 3 * b.edgeCount; i += 3) {
    const x = b.edgeDirections[i];
    const y = b.edgeDirections[i + 1];
    const z = b.edgeDirections[i + 2];
    directions[i] = r00 * x + r01 * y + r02 * z;
    directions[i + 1] = r10 * x + r11 * y + r12 * z;
    directions[i + 2] = r20 * x + r21 * y + r22 * z;
  }
  const c = b.centre;
  w.centreB[0] = tx + r00 * c[0] + r01 * c[1] + r02 * c[2];
  w.centreB[1] = ty + r10 * c[0] + r11 * c[1] + r12 * c[2];
  w.centreB[2] = tz + r20 * c[0] + r21 * c[1] + r22 * c[2];
}

/** [m] result of faceSeparation; returned directly, it would be boxed. */
export const faceHeight: Float64Array = new Float64Array(1);

/** s along one face normal, to faceHeight: the least height of `count` points above the plane n.x = offset. */
export function faceSeparation(
  normals: Float64Array,
  offsets: Float64Array,
  face: number,
  points: Float64Array,
  count: number,
): void {
  const nx = normals[3 * face];
  const ny = normals[3 * face + 1];
  const nz = normals[3 * face + 2];
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3 * count; i += 3) {
    const height = nx * points[i] + ny * points[i + 1] + nz * points[i + 2];
    if (height < least) least = height;
  }
  faceHeight[0] = least - offsets[face];
}

/**
 * Largest s over the faces of one polyhedron; `centre` is that of the other one. The face most directed at the other body is tested first,
 * so that the bound excludes most others; of equals the first stays.
 */
export function bestFace(
  out: Separation,
  normals: Float64Array,
  offsets: Float64Array,
  faceCount: number,
  points: Float64Array,
  pointCount: number,
  centre: Float64Array,
  other: Polytope,
): void {
  const inner = other.innerRadius;
  const cx = centre[0];
  const cy = centre[1];
  const cz = centre[2];
  let first = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < faceCount; f++) {
    const height = normals[3 * f] * cx + normals[3 * f + 1] * cy + normals[3 * f + 2] * cz - offsets[f];
    if (height > highest) {
      highest = height;
      first = f;
    }
  }
  out.i = first;
  faceSeparation(normals, offsets, first, points, pointCount);
  out.value = faceHeight[0];
  for (let f = 0; f < faceCount; f++) {
    const height = normals[3 * f] * cx + normals[3 * f + 1] * cy + normals[3 * f + 2] * cz - offsets[f];
    if (height - inner <= out.value || f === first) continue;
    faceSeparation(normals, offsets, f, points, pointCount);
    const value = faceHeight[0];
    if (value > out.value) {
      out.value = value;
      out.i = f;
    }
  }
}

/**
 * s along the product of two edges, and its direction, to edgeNormal. -infinity where the arcs of the two edges on the
 * Gauss sphere (that of B reflected) do not cross: the product is then not a face of the Minkowski difference.
 */
export function edgeSeparation(w: Workspace, a: Polytope, b: Polytope, edgeA: number, edgeB: number): void {
  edgeNormal[EDGE_GAP] = Number.NEGATIVE_INFINITY;
  const f = 3 * a.edgeFaces[2 * edgeA];
  const g = 3 * a.edgeFaces[2 * edgeA + 1];
  const h = 3 * b.edgeFaces[2 * edgeB];
  const k = 3 * b.edgeFaces[2 * edgeB + 1];
  const n = a.normals;
  const m = w.normalsB;
  const d = a.edgeDirections;
  const e = w.directionsB;
  const ax = d[3 * edgeA];
  const ay = d[3 * edgeA + 1];
  const az = d[3 * edgeA + 2];
  const bx = e[3 * edgeB];
  const by = e[3 * edgeB + 1];
  const bz = e[3 * edgeB + 2];
  const cba = -(m[h] * ax + m[h + 1] * ay + m[h + 2] * az);
  const dba = -(m[k] * ax + m[k + 1] * ay + m[k + 2] * az);
  if (cba * dba >= 0) return;
  const adc = n[f] * bx + n[f + 1] * by + n[f + 2] * bz;
  const bdc = n[g] * bx + n[g + 1] * by + n[g + 2] * bz;
  if (adc * bdc >= 0 || cba * bdc <= 0) return;
  let x = ay * bz - az * by;
  let y = az * bx - ax * bz;
  let z = ax * by - ay * bx;
  const sine2 = x * x + y * y + z * z;
  if (sine2 < PARALLEL_SINE2) return;
  // the direction lies between the two normals of the edge of A
  const outward = x * (n[f] + n[g]) + y * (n[f + 1] + n[g + 1]) + z * (n[f + 2] + n[g + 2]);
  const scale = (outward > 0 ? 1 : -1) / Math.sqrt(sine2);
  x *= scale;
  y *= scale;
  z *= scale;
  edgeNormal[0] = x;
  edgeNormal[1] = y;
  edgeNormal[2] = z;
  const p = 3 * a.edgeVertices[2 * edgeA];
  const q = 3 * b.edgeVertices[2 * edgeB];
  const v = w.verticesB;
  const u = a.vertices;
  edgeNormal[EDGE_GAP] = x * (v[q] - u[p]) + y * (v[q + 1] - u[p + 1]) + z * (v[q + 2] - u[p + 2]);
}

/** Largest s over edge pairs, if any exceeds w.beat; of equals the first. faceA, faceB: the best faces. */
export function bestEdges(out: Separation, w: Workspace, a: Polytope, b: Polytope, faceA: number, faceB: number): void {
  const { beat, across } = w;
  out.value = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 3; k++) across[k] = w.centreB[k] - a.centre[k];
  across[3] = beat + a.innerRadius + b.innerRadius;
  let countA = facingEdges(w.edgesA, a, a.normals, 1, across);
  if (countA === 0) return;
  let countB = facingEdges(w.edgesB, b, w.normalsB, -1, across);
  if (countA * countB > MANY_PAIRS) {
    // the nearest places: the lowest vertex of B below A's best face, that of A below B's best face, and the faces
    setNear(w.nearB, w.verticesB, lowest(a.normals, faceA, w.verticesB, b.vertexCount), firstVertex(b, faceB));
    setNear(w.nearA, a.vertices, lowest(w.normalsB, faceB, a.vertices, a.vertexCount), firstVertex(a, faceA));
    countA = promisingEdges(w.edgesA, countA, a, a.vertices, a.normals, w.nearB, w);
    if (countA === 0) return;
    countB = promisingEdges(w.edgesB, countB, b, w.verticesB, w.normalsB, w.nearA, w);
  }
  const n = a.normals;
  const m = w.normalsB;
  const d = a.edgeDirections;
  const e = w.directionsB;
  let best = beat;
  for (let i = 0; i < countA; i++) {
    const edgeA = w.edgesA[i];
    const ax = d[3 * edgeA];
    const ay = d[3 * edgeA + 1];
    const az = d[3 * edgeA + 2];
    const f = 3 * a.edgeFaces[2 * edgeA];
    const g = 3 * a.edgeFaces[2 * edgeA + 1];
    const fx = n[f];
    const fy = n[f + 1];
    const fz = n[f + 2];
    const gx = n[g];
    const gy = n[g + 1];
    const gz = n[g + 2];
    for (let j = 0; j < countB; j++) {
      // the tests of edgeSeparation, cheapest first, before its call
      const edgeB = w.edgesB[j];
      const h = 3 * b.edgeFaces[2 * edgeB];
      const k = 3 * b.edgeFaces[2 * edgeB + 1];
      const cba = m[h] * ax + m[h + 1] * ay + m[h + 2] * az;
      const dba = m[k] * ax + m[k + 1] * ay + m[k + 2] * az;
      if (cba * dba >= 0) continue;
      const bx = e[3 * edgeB];
      const by = e[3 * edgeB + 1];
      const bz = e[3 * edgeB + 2];
      const adc = fx * bx + fy * by + fz * bz;
      const bdc = gx * bx + gy * by + gz * bz;
      if (adc * bdc >= 0 || cba * bdc >= 0) continue;
      edgeSeparation(w, a, b, edgeA, edgeB);
      const value = edgeNormal[EDGE_GAP];
      if (value > best) {
        best = value;
        out.value = value;
        out.i = edgeA;
        out.j = edgeB;
      }
    }
  }
}

/** Edges whose arc of normals holds a direction n with n.d >= reach = across[3], d = s across. */
function facingEdges(edges: Int32Array, p: Polytope, normals: Float64Array, s: number, across: Float64Array): number {
  const dx = s * across[0];
  const dy = s * across[1];
  const dz = s * across[2];
  const reach = across[3];
  let count = 0;
  for (let e = 0; e < p.edgeCount; e++) {
    const f = 3 * p.edgeFaces[2 * e];
    const g = 3 * p.edgeFaces[2 * e + 1];
    const first = normals[f] * dx + normals[f + 1] * dy + normals[f + 2] * dz;
    const second = normals[g] * dx + normals[g + 1] * dy + normals[g + 2] * dz;
    const cosine = normals[f] * normals[g] + normals[f + 1] * normals[g + 1] + normals[f + 2] * normals[g + 2];
    if (arcReaches(first, second, cosine, reach)) edges[count++] = e;
  }
  return count;
}

function firstVertex(p: Polytope, face: number): number {
  return p.faceVertices[p.faceStart[face]];
}

function setNear(out: Float64Array, vertices: Float64Array, i: number, j: number): void {
  for (let k = 0; k < 3; k++) {
    out[k] = vertices[3 * i + k];
    out[3 + k] = vertices[3 * j + k];
  }
}

/** The point of least height along a face normal. */
function lowest(normals: Float64Array, face: number, points: Float64Array, count: number): number {
  const nx = normals[3 * face];
  const ny = normals[3 * face + 1];
  const nz = normals[3 * face + 2];
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const height = nx * points[3 * i] + ny * points[3 * i + 1] + nz * points[3 * i + 2];
    if (height < least) {
      least = height;
      best = i;
    }
  }
  return best;
}

/**
 * Of `count` edges those whose arc may hold a direction with s > beat, left in place. On the arc of an edge with point p
 * every point x of the other body bounds s(n) <= n.(x - p); `near` holds two of them.
 */
function promisingEdges(
  edges: Int32Array,
  count: number,
  p: Polytope,
  vertices: Float64Array,
  normals: Float64Array,
  near: Float64Array,
  { beat }: Workspace,
): number {
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const e = edges[k];
    const f = 3 * p.edgeFaces[2 * e];
    const g = 3 * p.edgeFaces[2 * e + 1];
    const v = 3 * p.edgeVertices[2 * e];
    const cosine = normals[f] * normals[g] + normals[f + 1] * normals[g + 1] + normals[f + 2] * normals[g + 2];
    let promising = true;
    for (let i = 0; i < 6 && promising; i += 3) {
      const dx = near[i] - vertices[v];
      const dy = near[i + 1] - vertices[v + 1];
      const dz = near[i + 2] - vertices[v + 2];
      const first = normals[f] * dx + normals[f + 1] * dy + normals[f + 2] * dz;
      const second = normals[g] * dx + normals[g + 1] * dy + normals[g + 2] * dz;
      promising = arcReaches(first, second, cosine, beat);
    }
    if (promising) edges[kept++] = e;
  }
  return kept;
}

/**
 * Is n.d >= reach anywhere on the arc between two normals with n1.d = first, n2.d = second, n1.n2 = cosine? It is largest
 * at an end, or inside, where it is the length of the part of d in the plane of the arc.
 */
function arcReaches(first: number, second: number, cosine: number, reach: number): boolean {
  if (first >= reach || second >= reach) return true;
  if (first <= second * cosine || second <= first * cosine) return false;
  const length2 = (first * first + second * second - 2 * first * second * cosine) / (1 - cosine * cosine);
  return reach <= 0 || length2 >= reach * reach;
}
