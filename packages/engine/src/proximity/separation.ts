/**
 * Separating directions of two convex polyhedra (Gottschalk, Lin, Manocha 1996; edge pairs by their Gauss maps:
 * Gregorius 2013, "The separating axis test between convex polyhedra"). With supports h,
 *   s(n) = -h_B(-n) - h_A(n):   the gap along the unit direction n from A to B; overlap where negative
 * and the largest s over face normals of A, of B and products of edges that form an edge of the Minkowski difference.
 * Everything stands in the frame of A; polytope B has been moved there by `seePolytope`.
 * Pruning: with balls of radius r about the centres inside both, s(n) <= n.(cB - cA) - rA - rB.
 */
import type { Polytope } from './polytope.ts';
import type { Workspace } from './workspace.ts';

/** Sine^2 of the angle below which two edges count as parallel: their product then says more about rounding than shape. */
const PARALLEL_SINE2 = 1e-6;

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

/** Normal of an edge pair, from A to B. Filled by edgeSeparation. */
export const edgeNormal: { x: number; y: number; z: number } = { x: 0, y: 0, z: 1 };

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

/** s along one face normal: the least height of `count` points above the plane n.x = offset. */
export function faceSeparation(
  normals: Float64Array,
  offsets: Float64Array,
  face: number,
  points: Float64Array,
  count: number,
): number {
  const nx = normals[3 * face];
  const ny = normals[3 * face + 1];
  const nz = normals[3 * face + 2];
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3 * count; i += 3) {
    const height = nx * points[i] + ny * points[i + 1] + nz * points[i + 2];
    if (height < least) least = height;
  }
  return least - offsets[face];
}

/** Largest s over the faces of one polyhedron; `centre` and `inner` describe the other one. Of equals the first. */
export function bestFace(
  out: Separation,
  normals: Float64Array,
  offsets: Float64Array,
  faceCount: number,
  points: Float64Array,
  pointCount: number,
  centre: Float64Array,
  inner: number,
): void {
  out.value = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < faceCount; f++) {
    const i = 3 * f;
    const bound = normals[i] * centre[0] + normals[i + 1] * centre[1] + normals[i + 2] * centre[2] - offsets[f] - inner;
    if (bound <= out.value) continue;
    const value = faceSeparation(normals, offsets, f, points, pointCount);
    if (value > out.value) {
      out.value = value;
      out.i = f;
    }
  }
}

/**
 * s along the product of two edges, and its direction in edgeNormal. -infinity where the arcs of the two edges on the
 * Gauss sphere (that of B reflected) do not cross: the product is then not a face of the Minkowski difference.
 */
export function edgeSeparation(w: Workspace, a: Polytope, b: Polytope, edgeA: number, edgeB: number): number {
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
  if (cba * dba >= 0) return Number.NEGATIVE_INFINITY;
  const adc = n[f] * bx + n[f + 1] * by + n[f + 2] * bz;
  const bdc = n[g] * bx + n[g + 1] * by + n[g + 2] * bz;
  if (adc * bdc >= 0 || cba * bdc <= 0) return Number.NEGATIVE_INFINITY;
  let x = ay * bz - az * by;
  let y = az * bx - ax * bz;
  let z = ax * by - ay * bx;
  const sine2 = x * x + y * y + z * z;
  if (sine2 < PARALLEL_SINE2) return Number.NEGATIVE_INFINITY;
  // the direction lies between the two normals of the edge of A
  const outward = x * (n[f] + n[g]) + y * (n[f + 1] + n[g + 1]) + z * (n[f + 2] + n[g + 2]);
  const scale = (outward > 0 ? 1 : -1) / Math.sqrt(sine2);
  x *= scale;
  y *= scale;
  z *= scale;
  edgeNormal.x = x;
  edgeNormal.y = y;
  edgeNormal.z = z;
  const p = 3 * a.edgeVertices[2 * edgeA];
  const q = 3 * b.edgeVertices[2 * edgeB];
  const v = w.verticesB;
  const u = a.vertices;
  return x * (v[q] - u[p]) + y * (v[q + 1] - u[p + 1]) + z * (v[q + 2] - u[p + 2]);
}

/** Largest s over edge pairs, if any exceeds `beat`; of equals the first. */
export function bestEdges(out: Separation, w: Workspace, a: Polytope, b: Polytope, beat: number): void {
  out.value = Number.NEGATIVE_INFINITY;
  const dx = w.centreB[0] - a.centre[0];
  const dy = w.centreB[1] - a.centre[1];
  const dz = w.centreB[2] - a.centre[2];
  const reach = beat + a.innerRadius + b.innerRadius;
  const countA = facingEdges(w.edgesA, a, a.normals, dx, dy, dz, reach);
  if (countA === 0) return;
  const countB = facingEdges(w.edgesB, b, w.normalsB, -dx, -dy, -dz, reach);
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
      // the tests of edgeSeparation, cheapest first, before it is called
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
      const value = edgeSeparation(w, a, b, edgeA, edgeB);
      if (value > best) {
        best = value;
        out.value = value;
        out.i = edgeA;
        out.j = edgeB;
      }
    }
  }
}

/**
 * Edges whose arc of normals holds a direction n with n.d >= reach. On the arc n.d is largest at an end, or inside,
 * where it is the length of d without its part along the edge.
 */
function facingEdges(
  edges: Int32Array,
  p: Polytope,
  normals: Float64Array,
  dx: number,
  dy: number,
  dz: number,
  reach: number,
): number {
  let count = 0;
  for (let e = 0; e < p.edgeCount; e++) {
    const f = 3 * p.edgeFaces[2 * e];
    const g = 3 * p.edgeFaces[2 * e + 1];
    const first = normals[f] * dx + normals[f + 1] * dy + normals[f + 2] * dz;
    const second = normals[g] * dx + normals[g + 1] * dy + normals[g + 2] * dz;
    if (first < reach && second < reach) {
      const c = normals[f] * normals[g] + normals[f + 1] * normals[g + 1] + normals[f + 2] * normals[g + 2];
      if (first <= second * c || second <= first * c) continue; // largest at an end
      // |alpha n1 + beta n2|^2 with n1.d = first, n2.d = second
      const inside2 = (first * first + second * second - 2 * first * second * c) / (1 - c * c);
      if (reach > 0 && inside2 < reach * reach) continue;
    }
    edges[count++] = e;
  }
  return count;
}
