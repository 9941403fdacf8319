/**
 * The distance of two triangles. Where they do not cross, it is the distance of two edges, or of a corner from the inside of the other
 * triangle. Edges: closest points of two segments (Ericson 2005, s. 5.1.9). For edges within 1e-7 of parallel the result may be too large
 * by 1e-7 of their length (a clamped parameter leaves sin(angle) times the length); that amount is subtracted.
 */

const PARALLEL = 1e-7;

/** [m] result of triangleGap. It is an array, because numbers in a typed array are never boxed. */
export const gapFound: Float64Array = new Float64Array(1);

const edgesA = new Float64Array(9);
const edgesB = new Float64Array(9);
const normalA = new Float64Array(3);
const normalB = new Float64Array(3);
/** heights of the corners of one triangle above the plane of the other, times the length of its normal */
const heights = new Float64Array(6);

/**
 * Lowers gapFound to a lower bound of the distance [m] of two triangles, three corners each from a[i], b[j], where that is smaller than its
 * present value.
 */
export function triangleGap(a: Float64Array, i: number, b: Float64Array, j: number): void {
  takeEdges(edgesA, normalA, a, i);
  takeEdges(edgesB, normalB, b, j);
  const most = gapFound[0];
  // all of one triangle lies on one side of the plane of the other, farther away than the bound
  const signA = takeHeights(0, normalA, a, i, b, j);
  const most2 = most * most;
  if (signA !== 0 && least2(0) >= most2 * square(normalA)) return;
  const signB = takeHeights(3, normalB, b, j, a, i);
  if (signB !== 0 && least2(3) >= most2 * square(normalB)) return;
  if (
    (signA === 0 && pierced(edgesA, normalA, a, i, b, j, 0)) ||
    (signB === 0 && pierced(edgesB, normalB, b, j, a, i, 3))
  ) {
    gapFound[0] = 0;
    return;
  }
  let size2 = 0;
  for (let k = 0; k < 9; k += 3) size2 = Math.max(size2, sizeOf(edgesA, k), sizeOf(edgesB, k));
  const taken = PARALLEL * Math.sqrt(size2);
  best[0] = (most + taken) * (most + taken);
  for (let k = 0; k < 3; k++) for (let l = 0; l < 3; l++) edgeGap(a, i, k, b, j, l);
  for (let k = 0; k < 3; k++) {
    cornerGap(edgesA, normalA, a, i, b, j + 3 * k, heights[k]);
    cornerGap(edgesB, normalB, b, j, a, i + 3 * k, heights[3 + k]);
  }
  gapFound[0] = Math.min(most, Math.max(0, Math.sqrt(best[0]) - taken));
}

/** [m^2] */
const best = new Float64Array(1);

function takeEdges(edges: Float64Array, normal: Float64Array, p: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    edges[k] = p[o + 3 + k] - p[o + k];
    edges[3 + k] = p[o + 6 + k] - p[o + 3 + k];
    edges[6 + k] = p[o + k] - p[o + 6 + k];
  }
  normal[0] = edges[1] * edges[5] - edges[2] * edges[4];
  normal[1] = edges[2] * edges[3] - edges[0] * edges[5];
  normal[2] = edges[0] * edges[4] - edges[1] * edges[3];
}

/** Heights of the corners of q above the plane of p; 1, -1: all on one side, 0: not. */
function takeHeights(at: number, n: Float64Array, p: Float64Array, i: number, q: Float64Array, j: number): number {
  let above = 0;
  let below = 0;
  for (let k = 0; k < 3; k++) {
    const o = j + 3 * k;
    const h = n[0] * (q[o] - p[i]) + n[1] * (q[o + 1] - p[i + 1]) + n[2] * (q[o + 2] - p[i + 2]);
    heights[at + k] = h;
    if (h > 0) above++;
    else if (h < 0) below++;
  }
  return above === 3 ? 1 : below === 3 ? -1 : 0;
}

function least2(at: number): number {
  const h = Math.min(Math.abs(heights[at]), Math.abs(heights[at + 1]), Math.abs(heights[at + 2]));
  return h * h;
}

function square(v: Float64Array): number {
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

function sizeOf(v: Float64Array, k: number): number {
  return v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2];
}

/** Does an edge of q pass through triangle p? An edge that only touches the rim of p is left to the edge tests. */
function pierced(
  edges: Float64Array,
  n: Float64Array,
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  at: number,
): boolean {
  for (let k = 0; k < 3; k++) {
    const l = k === 2 ? 0 : k + 1;
    const from = heights[at + k];
    const to = heights[at + l];
    if ((from > 0 && to > 0) || (from < 0 && to < 0) || from === to) continue;
    const t = from / (from - to);
    const o = j + 3 * k;
    const r = j + 3 * l;
    const x = q[o] + t * (q[r] - q[o]);
    const y = q[o + 1] + t * (q[r + 1] - q[o + 1]);
    const z = q[o + 2] + t * (q[r + 2] - q[o + 2]);
    if (isOver(edges, n, p, i, x, y, z)) return true;
  }
  return false;
}

/** Does the point lie above or below the triangle, along its normal? */
function isOver(
  e: Float64Array,
  n: Float64Array,
  p: Float64Array,
  i: number,
  x: number,
  y: number,
  z: number,
): boolean {
  for (let k = 0; k < 9; k += 3) {
    const dx = x - p[i + k];
    const dy = y - p[i + k + 1];
    const dz = z - p[i + k + 2];
    const inward =
      n[0] * (e[k + 1] * dz - e[k + 2] * dy) + n[1] * (e[k + 2] * dx - e[k] * dz) + n[2] * (e[k] * dy - e[k + 1] * dx);
    if (inward < 0) return false;
  }
  return true;
}

/** A corner, its height known, against the inside of triangle p. */
function cornerGap(
  edges: Float64Array,
  n: Float64Array,
  p: Float64Array,
  i: number,
  q: Float64Array,
  o: number,
  height: number,
): void {
  const n2 = square(n);
  if (!(height * height < best[0] * n2)) return;
  if (isOver(edges, n, p, i, q[o], q[o + 1], q[o + 2])) best[0] = (height * height) / n2;
}

/** Edge k of the triangle a[i...] against edge l of b[j...]. */
function edgeGap(a: Float64Array, i: number, k: number, b: Float64Array, j: number, l: number): void {
  const p = i + 3 * k;
  const q = j + 3 * l;
  const rx = a[p] - b[q];
  const ry = a[p + 1] - b[q + 1];
  const rz = a[p + 2] - b[q + 2];
  const dx = edgesA[3 * k];
  const dy = edgesA[3 * k + 1];
  const dz = edgesA[3 * k + 2];
  const ex = edgesB[3 * l];
  const ey = edgesB[3 * l + 1];
  const ez = edgesB[3 * l + 2];
  const aa = dx * dx + dy * dy + dz * dz;
  const ee = ex * ex + ey * ey + ez * ez;
  const ae = dx * ex + dy * ey + dz * ez;
  const c = dx * rx + dy * ry + dz * rz;
  const f = ex * rx + ey * ry + ez * rz;
  const det = aa * ee - ae * ae;
  let s = det > 0 ? (ae * f - c * ee) / det : 0;
  s = s > 0 ? (s < 1 ? s : 1) : 0;
  let t = ee > 0 ? (ae * s + f) / ee : 0;
  if (!(t > 0 && t < 1)) {
    t = t > 0 ? 1 : 0;
    s = aa > 0 ? (ae * t - c) / aa : 0;
    s = s > 0 ? (s < 1 ? s : 1) : 0;
  }
  const x = rx + s * dx - t * ex;
  const y = ry + s * dy - t * ey;
  const z = rz + s * dz - t * ez;
  const d2 = x * x + y * y + z * z;
  if (d2 < best[0]) best[0] = d2;
}
