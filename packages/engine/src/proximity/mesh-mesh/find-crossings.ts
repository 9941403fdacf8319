/**
 * All crossings of edges with triangles, from the pairs of triangles whose boxes overlap (Dopico (anchor), s. 4.2.2, solves the same edge
 * by edge; here every decision is a certified sign). An edge is tested once against a triangle, with the pair of its owner: where it passes
 * through the triangle, the boxes of both its triangles overlap that triangle.
 */
import { lineSide, planeSide } from './certified.ts';
import { NONE } from './crossings.ts';
import { FACE, ROUNDING } from './side.ts';
import type { MeshWorkspace } from './workspace.ts';

/**
 * Two triangles that each cross the other's plane have one interval each on the common line (Möller 1997). Where corners are this many
 * rounding bounds away from the planes, the ends of the intervals are right to 2/CLEAR of an edge, and edges are shorter than the reach:
 * intervals separated by more than ENDS of the reach do not overlap.
 */
const CLEAR = 1e5;
const ENDS = 1e-4;
const ends = new Float64Array(4);
const heights = new Float64Array(6);

export function findCrossings(work: MeshWorkspace): void {
  const { tick, reach } = work;
  const sideA = work.sides[0];
  const sideB = work.sides[1];
  const cornersA = sideA.mesh.corners;
  const cornersB = sideB.mesh.corners;
  const ownedA = sideA.mesh.owned;
  const ownedB = sideB.mesh.owned;
  const xa = sideA.x;
  const xb = sideB.x;
  const facesA = sideA.face;
  const facesB = sideB.face;
  const tickA = sideA.faceTick;
  const tickB = sideB.faceTick;
  const { pairs, length } = work.candidates;
  for (let i = 0; i < length; i += 2) {
    const fa = pairs[i];
    const fb = pairs[i + 1];
    if (tickA[fa] !== tick) sideA.bringTriangle(fa, tick);
    if (tickB[fb] !== tick) sideB.bringTriangle(fb, tick);
    const a = FACE * fa;
    const b = FACE * fb;
    const ax = facesA[a];
    const ay = facesA[a + 1];
    const az = facesA[a + 2];
    const bx = facesB[b];
    const by = facesB[b + 1];
    const bz = facesB[b + 2];
    // corners of a against the plane of b
    let nx = facesB[b + 9];
    let ny = facesB[b + 10];
    let nz = facesB[b + 11];
    const doubtA = facesB[b + 12];
    const d0 = nx * (ax - bx) + ny * (ay - by) + nz * (az - bz);
    const d1 = nx * (facesA[a + 3] - bx) + ny * (facesA[a + 4] - by) + nz * (facesA[a + 5] - bz);
    const d2 = nx * (facesA[a + 6] - bx) + ny * (facesA[a + 7] - by) + nz * (facesA[a + 8] - bz);
    if (d0 > doubtA ? d1 > doubtA && d2 > doubtA : d0 < -doubtA && d1 < -doubtA && d2 < -doubtA) continue;
    // corners of b against the plane of a
    nx = facesA[a + 9];
    ny = facesA[a + 10];
    nz = facesA[a + 11];
    const doubtB = facesA[a + 12];
    const g0 = nx * (bx - ax) + ny * (by - ay) + nz * (bz - az);
    const g1 = nx * (facesB[b + 3] - ax) + ny * (facesB[b + 4] - ay) + nz * (facesB[b + 5] - az);
    const g2 = nx * (facesB[b + 6] - ax) + ny * (facesB[b + 7] - ay) + nz * (facesB[b + 8] - az);
    if (g0 > doubtB ? g1 > doubtB && g2 > doubtB : g0 < -doubtB && g1 < -doubtB && g2 < -doubtB) continue;

    // most pairs that come this far do not cross
    if (
      Math.min(Math.abs(d0), Math.abs(d1), Math.abs(d2)) > CLEAR * doubtA &&
      Math.min(Math.abs(g0), Math.abs(g1), Math.abs(g2)) > CLEAR * doubtB
    ) {
      const mx = facesB[b + 9];
      const my = facesB[b + 10];
      const mz = facesB[b + 11];
      const x = Math.abs(ny * mz - nz * my);
      const y = Math.abs(nz * mx - nx * mz);
      const z = Math.abs(nx * my - ny * mx);
      const axis = x > y ? (x > z ? 0 : 2) : y > z ? 1 : 2;
      heights[0] = d0;
      heights[1] = d1;
      heights[2] = d2;
      heights[3] = g0;
      heights[4] = g1;
      heights[5] = g2;
      cut(0, facesA, a + axis, 0);
      cut(2, facesB, b + axis, 3);
      const room = ENDS * (Math.abs(ends[1] - ends[0]) + Math.abs(ends[3] - ends[2]) + reach);
      if (Math.max(ends[0], ends[1]) + room < Math.min(ends[2], ends[3])) continue;
      if (Math.max(ends[2], ends[3]) + room < Math.min(ends[0], ends[1])) continue;
    }
    const a0 = 3 * cornersA[3 * fa];
    const a1 = 3 * cornersA[3 * fa + 1];
    const a2 = 3 * cornersA[3 * fa + 2];
    const b0 = 3 * cornersB[3 * fb];
    const b1 = 3 * cornersB[3 * fb + 1];
    const b2 = 3 * cornersB[3 * fb + 2];
    const s0 = d0 > doubtA ? 1 : d0 < -doubtA ? -1 : planeSide(xb, b0, b1, b2, xa, a0, true);
    const s1 = d1 > doubtA ? 1 : d1 < -doubtA ? -1 : planeSide(xb, b0, b1, b2, xa, a1, true);
    const s2 = d2 > doubtA ? 1 : d2 < -doubtA ? -1 : planeSide(xb, b0, b1, b2, xa, a2, true);
    if (s0 === s1 && s1 === s2) continue;
    const u0 = g0 > doubtB ? 1 : g0 < -doubtB ? -1 : planeSide(xa, a0, a1, a2, xb, b0, false);
    const u1 = g1 > doubtB ? 1 : g1 < -doubtB ? -1 : planeSide(xa, a0, a1, a2, xb, b1, false);
    const u2 = g2 > doubtB ? 1 : g2 < -doubtB ? -1 : planeSide(xa, a0, a1, a2, xb, b2, false);
    if (u0 === u1 && u1 === u2) continue;
    const ownA = ownedA[fa];
    if ((ownA & 1) !== 0 && s0 !== s1) tryEdge(work, 0, 3 * fa, a0, a1, fb, s0 > 0);
    if ((ownA & 2) !== 0 && s1 !== s2) tryEdge(work, 0, 3 * fa + 1, a1, a2, fb, s1 > 0);
    if ((ownA & 4) !== 0 && s2 !== s0) tryEdge(work, 0, 3 * fa + 2, a2, a0, fb, s2 > 0);
    const ownB = ownedB[fb];
    if ((ownB & 1) !== 0 && u0 !== u1) tryEdge(work, 1, 3 * fb, b0, b1, fa, u0 > 0);
    if ((ownB & 2) !== 0 && u1 !== u2) tryEdge(work, 1, 3 * fb + 1, b1, b2, fa, u1 > 0);
    if ((ownB & 4) !== 0 && u2 !== u0) tryEdge(work, 1, 3 * fb + 2, b2, b0, fa, u2 > 0);
  }
}

/**
 * The two coordinates, along an axis, at which the plane of the other triangle cuts the edges of one; its corners have heights[h ..] over
 * that plane, of both signs.
 */
function cut(to: number, face: Float64Array, o: number, h: number): void {
  const d0 = heights[h];
  const d1 = heights[h + 1];
  const d2 = heights[h + 2];
  const p0 = face[o];
  const p1 = face[o + 3];
  const p2 = face[o + 6];
  if (d0 > 0 === d1 > 0) {
    ends[to] = p2 + ((p0 - p2) * d2) / (d2 - d0);
    ends[to + 1] = p2 + ((p1 - p2) * d2) / (d2 - d1);
  } else if (d0 > 0 === d2 > 0) {
    ends[to] = p1 + ((p0 - p1) * d1) / (d1 - d0);
    ends[to + 1] = p1 + ((p2 - p1) * d1) / (d1 - d2);
  } else {
    ends[to] = p0 + ((p1 - p0) * d0) / (d0 - d1);
    ends[to + 1] = p0 + ((p2 - p0) * d0) / (d0 - d2);
  }
}

/** The ends of edge p q are on different sides of triangle f of the other side: does the edge pass through it? */
function tryEdge(
  work: MeshWorkspace,
  side: number,
  half: number,
  p: number,
  q: number,
  f: number,
  enters: boolean,
): void {
  const mine = work.sides[side];
  const other = work.sides[1 - side];
  const { x } = mine;
  const { face } = other;
  const o = FACE * f;
  const px = x[p];
  const py = x[p + 1];
  const pz = x[p + 2];
  const dx = x[q] - px;
  const dy = x[q + 1] - py;
  const dz = x[q + 2] - pz;
  const ax = face[o] - px;
  const ay = face[o + 1] - py;
  const az = face[o + 2] - pz;
  const bx = face[o + 3] - px;
  const by = face[o + 4] - py;
  const bz = face[o + 5] - pz;
  const cx = face[o + 6] - px;
  const cy = face[o + 7] - py;
  const cz = face[o + 8] - pz;
  // rounding: as for planes, with one factor the edge and two of at most the reach
  const doubt = ROUNDING * work.reach * work.reach * Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz));
  const ab = dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx);
  const bc = dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz) + dz * (bx * cy - by * cx);
  const first = ab > doubt ? 1 : ab < -doubt ? -1 : passing(work, side, p, q, f, 0);
  const second = bc > doubt ? 1 : bc < -doubt ? -1 : passing(work, side, p, q, f, 1);
  if (first !== second) return;
  const ca = dx * (cy * az - cz * ay) + dy * (cz * ax - cx * az) + dz * (cx * ay - cy * ax);
  const third = ca > doubt ? 1 : ca < -doubt ? -1 : passing(work, side, p, q, f, 2);
  if (third !== first) return;

  const { tick, crossings } = work;
  crossings.reserve();
  const n = crossings.count++;
  const nx = face[o + 9];
  const ny = face[o + 10];
  const nz = face[o + 11];
  // heights above the plane: at p -n . (a - p), at q that + n . d
  const atP = -(nx * ax + ny * ay + nz * az);
  const slope = nx * dx + ny * dy + nz * dz;
  let place = slope === 0 ? 0.5 : -atP / slope;
  place = place < 0 ? 0 : place > 1 ? 1 : place;
  crossings.place[n] = place;
  crossings.doubt[n] = slope === 0 ? 1 : (2 * face[o + 12]) / Math.abs(slope) + 1e-15;
  crossings.points[3 * n] = px + place * dx;
  crossings.points[3 * n + 1] = py + place * dy;
  crossings.points[3 * n + 2] = pz + place * dz;
  crossings.side[n] = side;
  crossings.half[n] = half;
  crossings.triangle[n] = f;
  crossings.enters[n] = enters ? 1 : 0;
  crossings.next[3 * n] = NONE;
  crossings.next[3 * n + 1] = NONE;
  crossings.next[3 * n + 2] = NONE;
  crossings.contour[n] = NONE;
  crossings.loop[n] = NONE;
  const { edge, twin, shell } = mine.mesh;
  const e = edge[half];
  if (mine.edgeTick[e] !== tick) {
    mine.edgeTick[e] = tick;
    mine.edgeHead[e] = NONE;
    mine.cornerNext[half] = NONE;
    mine.cornerNext[twin[half]] = NONE;
    mine.crossedEdges[mine.crossedCount++] = e;
  }
  crossings.onEdge[n] = mine.edgeHead[e];
  mine.edgeHead[e] = n;

  const f0 = (half / 3) | 0;
  const f1 = (twin[half] / 3) | 0;
  mine.cutTick[f0] = tick;
  mine.cutTick[f1] = tick;
  mine.shellTick[shell[f0]] = tick;
  other.cutTick[f] = tick;
  other.shellTick[other.mesh.shell[f]] = tick;
  // an edge that leaves the other body ends the inside part of the edge: the segment in its triangle begins there
  if (side === 0) {
    crossings.join(n, f0, f, !enters, tick);
    crossings.join(n, f1, f, enters, tick);
  } else {
    crossings.join(n, f, f0, enters, tick);
    crossings.join(n, f, f1, !enters, tick);
  }
}

/** Certified sign of edge p q relative to edge k of triangle f of the other side. */
function passing(work: MeshWorkspace, side: number, p: number, q: number, f: number, k: number): number {
  const other = work.sides[1 - side];
  const { corners } = other.mesh;
  const from = 3 * corners[3 * f + k];
  const to = 3 * corners[3 * f + (k === 2 ? 0 : k + 1)];
  return lineSide(work.sides[side].x, p, q, other.x, from, to, side === 0);
}
