/** Distances of segments from triangles, exact by cases (Ericson 2005, s. 5.1.10). Corners stand as nine numbers from an offset on. */
import { IN_FACE, makeTrianglePoint, pointTriangle, type TrianglePoint } from '../../geometry/index.ts';
import { closestOnSegments, makeSegmentPair } from '../cable-cable/segment-pair.ts';

const end = makeTrianglePoint();
const pair = makeSegmentPair();
const vectors = new Float64Array(9);
const EDGES: readonly number[] = [0, 3, 6, 0];

/** Segment p (six numbers: both ends) against the triangle at offset o of c: 0 where it goes through. `part` is not set. */
export function segmentTriangle(out: TrianglePoint, p: Float64Array, c: Float64Array, o: number): void {
  if (crossing(out, p, c, o)) return;
  // otherwise the closest place is an end of the segment or an edge of the triangle
  pointTriangle(out, p, 0, c, o);
  out.s = 0;
  pointTriangle(end, p, 3, c, o);
  if (end.distance2 < out.distance2) {
    out.distance2 = end.distance2;
    out.x = end.x;
    out.y = end.y;
    out.z = end.z;
    out.s = 1;
  }
  for (let k = 0; k < 3; k++) {
    const a = o + EDGES[k];
    const b = o + EDGES[k + 1];
    for (let d = 0; d < 3; d++) {
      vectors[d] = p[d] - c[a + d];
      vectors[3 + d] = p[3 + d] - p[d];
      vectors[6 + d] = c[b + d] - c[a + d];
    }
    closestOnSegments(pair, vectors);
    if (pair.distance2 >= out.distance2) continue;
    out.distance2 = pair.distance2;
    out.x = c[a] + pair.t * vectors[6];
    out.y = c[a + 1] + pair.t * vectors[7];
    out.z = c[a + 2] + pair.t * vectors[8];
    out.s = pair.s;
  }
}

function crossing(out: TrianglePoint, p: Float64Array, c: Float64Array, o: number): boolean {
  const ux = c[o + 3] - c[o];
  const uy = c[o + 4] - c[o + 1];
  const uz = c[o + 5] - c[o + 2];
  const vx = c[o + 6] - c[o];
  const vy = c[o + 7] - c[o + 1];
  const vz = c[o + 8] - c[o + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const h0 = nx * (p[0] - c[o]) + ny * (p[1] - c[o + 1]) + nz * (p[2] - c[o + 2]);
  const h1 = nx * (p[3] - c[o]) + ny * (p[4] - c[o + 1]) + nz * (p[5] - c[o + 2]);
  if (h0 > 0 === h1 > 0 || h0 === h1) return false;
  const s = h0 / (h0 - h1);
  const x = p[0] + s * (p[3] - p[0]) - c[o];
  const y = p[1] + s * (p[4] - p[1]) - c[o + 1];
  const z = p[2] + s * (p[5] - p[2]) - c[o + 2];
  const nn = nx * nx + ny * ny + nz * nz;
  const g = (nx * (y * vz - z * vy) + ny * (z * vx - x * vz) + nz * (x * vy - y * vx)) / nn;
  const h = (nx * (uy * z - uz * y) + ny * (uz * x - ux * z) + nz * (ux * y - uy * x)) / nn;
  if (g < 0 || h < 0 || g + h > 1) return false;
  out.distance2 = 0;
  out.part = IN_FACE;
  out.x = x + c[o];
  out.y = y + c[o + 1];
  out.z = z + c[o + 2];
  out.s = s;
  return true;
}
