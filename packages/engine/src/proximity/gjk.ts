/**
 * Distance of two convex point sets that do not overlap (Gilbert, Johnson, Keerthi 1988; simplex by simplex as in
 * Ericson 2005, "Real-time collision detection", section 9.5). The Minkowski difference y = a - b is searched for the
 * point nearest to the origin; each step adds the vertex farthest against the present point v and keeps the part of the
 * simplex that carries the nearest point.
 * Departures: it ends when the lower bound v.y/|v| is within 1e-12 of |v| relatively, when a vertex returns, or when |v|
 * no longer falls (rounding), whichever comes first; a tetrahedron is reduced to the nearest of its faces by trying all
 * four, which needs no sign of a nearly flat volume.
 */

export interface ClosestPoints {
  /** [m] 0: the sets overlap or touch, and the rest means nothing */
  distance: number;
  /** the two points */
  ax: number;
  ay: number;
  az: number;
  bx: number;
  by: number;
  bz: number;
  /** the vertices that weigh most in them */
  vertexA: number;
  vertexB: number;
  /** another vertex of A that carries its point, -1: the point is vertexA itself */
  otherA: number;
}

export function makeClosestPoints(): ClosestPoints {
  return { distance: 0, ax: 0, ay: 0, az: 0, bx: 0, by: 0, bz: 0, vertexA: 0, vertexB: 0, otherA: -1 };
}

const ITERATIONS = 64;
const RELATIVE_GAP = 1e-12;

// The simplex: its points y and the vertices they come from. Four at most.
const simplexY = new Float64Array(12);
const simplexA = new Int32Array(4);
const simplexB = new Int32Array(4);
const weights = new Float64Array(4);
/** Result of the subproblems: nearest point, weights of the vertices that carry it, bit mask of them. */
const nearest = { x: 0, y: 0, z: 0, distance2: 0, mask: 0, w0: 0, w1: 0, w2: 0 };

/** Closest points of the hulls of `countA` and `countB` points in the same frame. */
export function closestPoints(
  out: ClosestPoints,
  pointsA: Float64Array,
  countA: number,
  pointsB: Float64Array,
  countB: number,
): void {
  let size = 1;
  simplexA[0] = 0;
  simplexB[0] = 0;
  weights[0] = 1;
  for (let k = 0; k < 3; k++) simplexY[k] = pointsA[k] - pointsB[k];
  let vx = simplexY[0];
  let vy = simplexY[1];
  let vz = simplexY[2];
  let distance2 = vx * vx + vy * vy + vz * vz;
  out.distance = 0;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    if (distance2 === 0) return;
    const i = support(pointsA, countA, -vx, -vy, -vz);
    const j = support(pointsB, countB, vx, vy, vz);
    let known = false;
    for (let k = 0; k < size; k++) known = known || (simplexA[k] === i && simplexB[k] === j);
    if (known) break;
    const yx = pointsA[3 * i] - pointsB[3 * j];
    const yy = pointsA[3 * i + 1] - pointsB[3 * j + 1];
    const yz = pointsA[3 * i + 2] - pointsB[3 * j + 2];
    if (distance2 - (vx * yx + vy * yy + vz * yz) <= RELATIVE_GAP * distance2) break;
    simplexY[3 * size] = yx;
    simplexY[3 * size + 1] = yy;
    simplexY[3 * size + 2] = yz;
    simplexA[size] = i;
    simplexB[size] = j;
    if (size === 3 && originInside()) return;
    const mask = reduce(size + 1);
    if (!(nearest.distance2 < distance2)) break; // rounding: the last simplex stands
    distance2 = nearest.distance2;
    vx = nearest.x;
    vy = nearest.y;
    vz = nearest.z;
    size = compact(size + 1, mask);
  }
  finish(out, pointsA, pointsB, size, Math.sqrt(distance2));
}

function support(points: Float64Array, count: number, x: number, y: number, z: number): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const value = x * points[3 * i] + y * points[3 * i + 1] + z * points[3 * i + 2];
    if (value > most) {
      most = value;
      best = i;
    }
  }
  return best;
}

/** Weights of the simplex into points and heaviest vertices. */
function finish(
  out: ClosestPoints,
  pointsA: Float64Array,
  pointsB: Float64Array,
  size: number,
  distance: number,
): void {
  out.distance = distance;
  out.ax = out.ay = out.az = out.bx = out.by = out.bz = 0;
  let heaviest = 0;
  for (let k = 0; k < size; k++) {
    const i = 3 * simplexA[k];
    const j = 3 * simplexB[k];
    const weight = weights[k];
    out.ax += weight * pointsA[i];
    out.ay += weight * pointsA[i + 1];
    out.az += weight * pointsA[i + 2];
    out.bx += weight * pointsB[j];
    out.by += weight * pointsB[j + 1];
    out.bz += weight * pointsB[j + 2];
    if (weight > weights[heaviest]) heaviest = k;
  }
  out.vertexA = simplexA[heaviest];
  out.vertexB = simplexB[heaviest];
  out.otherA = -1;
  for (let k = 0; k < size; k++) if (simplexA[k] !== out.vertexA && weights[k] > 0) out.otherA = simplexA[k];
}

/** Keeps the simplex vertices of the mask, in order, with the weights of `nearest`. */
function compact(size: number, mask: number): number {
  let kept = 0;
  for (let k = 0; k < size; k++) {
    if ((mask & (1 << k)) === 0) continue;
    for (let c = 0; c < 3; c++) simplexY[3 * kept + c] = simplexY[3 * k + c];
    simplexA[kept] = simplexA[k];
    simplexB[kept] = simplexB[k];
    weights[kept] = kept === 0 ? nearest.w0 : kept === 1 ? nearest.w1 : nearest.w2;
    kept++;
  }
  return kept;
}

/** Nearest point of the simplex; returns the mask of the vertices that carry it. */
function reduce(size: number): number {
  nearest.distance2 = Number.POSITIVE_INFINITY;
  if (size === 2) trySegment(0, 1);
  else if (size === 3) tryTriangle(0, 1, 2);
  else {
    tryTriangle(0, 1, 2);
    tryTriangle(0, 1, 3);
    tryTriangle(0, 2, 3);
    tryTriangle(1, 2, 3);
  }
  return nearest.mask;
}

/** Is the origin inside the tetrahedron? Flat ones hold nothing. */
function originInside(): boolean {
  const y = simplexY;
  // edges from the newest vertex
  const ax = y[0] - y[9];
  const ay = y[1] - y[10];
  const az = y[2] - y[11];
  const bx = y[3] - y[9];
  const by = y[4] - y[10];
  const bz = y[5] - y[11];
  const cx = y[6] - y[9];
  const cy = y[7] - y[10];
  const cz = y[8] - y[11];
  const ox = -y[9];
  const oy = -y[10];
  const oz = -y[11];
  const volume = triple(ax, ay, az, bx, by, bz, cx, cy, cz);
  if (volume === 0) return false;
  const u = triple(ox, oy, oz, bx, by, bz, cx, cy, cz) / volume;
  const v = triple(ax, ay, az, ox, oy, oz, cx, cy, cz) / volume;
  const w = triple(ax, ay, az, bx, by, bz, ox, oy, oz) / volume;
  return u >= 0 && v >= 0 && w >= 0 && u + v + w <= 1;
}

function triple(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
): number {
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

/** Puts x into `nearest` if it is nearer; vertices in increasing order, as `compact` hands out the weights. */
function offer(x: number, y: number, z: number, mask: number, w0: number, w1: number, w2: number): void {
  const distance2 = x * x + y * y + z * z;
  if (distance2 >= nearest.distance2) return;
  nearest.x = x;
  nearest.y = y;
  nearest.z = z;
  nearest.distance2 = distance2;
  nearest.mask = mask;
  nearest.w0 = w0;
  nearest.w1 = w1;
  nearest.w2 = w2;
}

function offerVertex(k: number): void {
  offer(simplexY[3 * k], simplexY[3 * k + 1], simplexY[3 * k + 2], 1 << k, 1, 0, 0);
}

/** i < j */
function trySegment(i: number, j: number): void {
  const y = simplexY;
  const px = y[3 * i];
  const py = y[3 * i + 1];
  const pz = y[3 * i + 2];
  const ex = y[3 * j] - px;
  const ey = y[3 * j + 1] - py;
  const ez = y[3 * j + 2] - pz;
  const t = -(px * ex + py * ey + pz * ez) / (ex * ex + ey * ey + ez * ez);
  if (!(t > 0)) offerVertex(i);
  else if (t >= 1) offerVertex(j);
  else offer(px + t * ex, py + t * ey, pz + t * ez, (1 << i) | (1 << j), 1 - t, t, 0);
}

/** i < j < k. Inside where the three areas the origin cuts off are positive; otherwise on an edge. */
function tryTriangle(i: number, j: number, k: number): void {
  const y = simplexY;
  const ax = y[3 * i];
  const ay = y[3 * i + 1];
  const az = y[3 * i + 2];
  const bx = y[3 * j];
  const by = y[3 * j + 1];
  const bz = y[3 * j + 2];
  const cx = y[3 * k];
  const cy = y[3 * k + 1];
  const cz = y[3 * k + 2];
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const area2 = nx * nx + ny * ny + nz * nz;
  if (area2 > 0) {
    // weights as signed areas against n
    const wa = triple(nx, ny, nz, bx, by, bz, cx, cy, cz);
    const wb = triple(nx, ny, nz, cx, cy, cz, ax, ay, az);
    const wc = triple(nx, ny, nz, ax, ay, az, bx, by, bz);
    if (wa > 0 && wb > 0 && wc > 0) {
      const height = (nx * ax + ny * ay + nz * az) / area2;
      const sum = wa + wb + wc;
      offer(nx * height, ny * height, nz * height, (1 << i) | (1 << j) | (1 << k), wa / sum, wb / sum, wc / sum);
      return;
    }
  }
  trySegment(i, j);
  trySegment(i, k);
  trySegment(j, k);
}
