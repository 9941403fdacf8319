/**
 * Distance of two convex point sets that do not overlap (Gilbert, Johnson, Keerthi 1988; simplex by simplex as in Ericson 2005, "Real-time
 * collision detection", section 9.5). The Minkowski difference y = a - b is searched for the point nearest to the origin; each step adds
 * the vertex farthest against the present point v and keeps the part of the simplex that carries the nearest point. Departures: it ends
 * when the lower bound v.y/|v| is within 1e-12 of |v| relatively, when a vertex recurs, or when |v| no longer falls (rounding), whichever
 * comes first; a tetrahedron is reduced to the nearest of its faces by trying all four, which needs no sign of a nearly flat volume.
 */

export interface ClosestPoints {
  /** [m] 0: the sets overlap or touch, and the other fields are undefined */
  distance: number;
  /** the two points */
  ax: number;
  ay: number;
  az: number;
  bx: number;
  by: number;
  bz: number;
  /** the vertices with the largest weights in them */
  vertexA: number;
  vertexB: number;
  /** another vertex of A that supports its point, -1: the point is vertexA itself */
  otherA: number;
}

export function makeClosestPoints(): ClosestPoints {
  const x = 0.5; // not an integer: V8 would box later values of a field that first held an integer
  return { distance: x, ax: x, ay: x, az: x, bx: x, by: x, bz: x, vertexA: 0, vertexB: 0, otherA: -1 };
}

const ITERATIONS = 64;
const RELATIVE_GAP = 1e-12;

// The simplex: its points y and the vertices they come from. Four at most.
const simplexY = new Float64Array(12);
const simplexA = new Int32Array(4);
const simplexB = new Int32Array(4);
const weights = new Float64Array(4);
// Numbers passed between functions stand in arrays: as arguments of calls that are not inlined they would be boxed.
/** v, the nearest point of the present simplex */
const present = new Float64Array(3);
/** A candidate of the subproblems and the best of them: the point, |.|^2 and the weights of its vertices. */
const offered = new Float64Array(7);
const nearest = new Float64Array(7);
const DISTANCE2 = 3;
const WEIGHT = 4;
/** Bit mask of the vertices of the best candidate. */
let carriers = 0;

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
  let distance2 = 0;
  for (let k = 0; k < 3; k++) {
    simplexY[k] = pointsA[k] - pointsB[k];
    present[k] = simplexY[k];
    distance2 += present[k] * present[k];
  }
  out.distance = 0;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    if (distance2 === 0) return;
    const i = support(pointsA, countA, -1);
    const j = support(pointsB, countB, 1);
    let known = false;
    for (let k = 0; k < size; k++) known = known || (simplexA[k] === i && simplexB[k] === j);
    if (known) break;
    const yx = pointsA[3 * i] - pointsB[3 * j];
    const yy = pointsA[3 * i + 1] - pointsB[3 * j + 1];
    const yz = pointsA[3 * i + 2] - pointsB[3 * j + 2];
    const reached = present[0] * yx + present[1] * yy + present[2] * yz;
    if (distance2 - reached <= RELATIVE_GAP * distance2) break;
    simplexY[3 * size] = yx;
    simplexY[3 * size + 1] = yy;
    simplexY[3 * size + 2] = yz;
    simplexA[size] = i;
    simplexB[size] = j;
    if (size === 3 && originInside()) return;
    reduce(size + 1);
    if (!(nearest[DISTANCE2] < distance2)) break; // rounding: keep the last simplex
    distance2 = nearest[DISTANCE2];
    for (let k = 0; k < 3; k++) present[k] = nearest[k];
    size = compact(size + 1);
  }
  finish(out, pointsA, pointsB, size);
  out.distance = Math.sqrt(distance2);
}

/** The point farthest along v (sign 1) or against it (-1). */
function support(points: Float64Array, count: number, sign: number): number {
  const x = sign * present[0];
  const y = sign * present[1];
  const z = sign * present[2];
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

/** Computes points and heaviest vertices from the weights of the simplex. */
function finish(out: ClosestPoints, pointsA: Float64Array, pointsB: Float64Array, size: number): void {
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

/** Keeps the simplex vertices with positive weight, in order, with their weights. */
function compact(size: number): number {
  let kept = 0;
  for (let k = 0; k < size; k++) {
    if ((carriers & (1 << k)) === 0) continue;
    for (let c = 0; c < 3; c++) simplexY[3 * kept + c] = simplexY[3 * k + c];
    simplexA[kept] = simplexA[k];
    simplexB[kept] = simplexB[k];
    weights[kept] = nearest[WEIGHT + kept];
    kept++;
  }
  return kept;
}

/** Nearest point of the simplex. */
function reduce(size: number): void {
  nearest[DISTANCE2] = Number.POSITIVE_INFINITY;
  if (size === 2) trySegment(0, 1);
  else if (size === 3) tryTriangle(0, 1, 2);
  else {
    tryTriangle(0, 1, 2);
    tryTriangle(0, 1, 3);
    tryTriangle(0, 2, 3);
    tryTriangle(1, 2, 3);
  }
}

/** Is the origin inside the tetrahedron? A flat one contains nothing. */
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

/** Takes the candidate if it is nearer; its vertices in increasing order, as `compact` hands out the weights. */
function offer(mask: number): void {
  const distance2 = offered[0] * offered[0] + offered[1] * offered[1] + offered[2] * offered[2];
  if (distance2 >= nearest[DISTANCE2]) return;
  offered[DISTANCE2] = distance2;
  for (let k = 0; k < 7; k++) nearest[k] = offered[k];
  carriers = mask;
}

function offerVertex(k: number): void {
  for (let c = 0; c < 3; c++) offered[c] = simplexY[3 * k + c];
  offered[WEIGHT] = 1;
  offered[WEIGHT + 1] = 0;
  offered[WEIGHT + 2] = 0;
  offer(1 << k);
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
  else {
    offered[0] = px + t * ex;
    offered[1] = py + t * ey;
    offered[2] = pz + t * ez;
    offered[WEIGHT] = 1 - t;
    offered[WEIGHT + 1] = t;
    offered[WEIGHT + 2] = 0;
    offer((1 << i) | (1 << j));
  }
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
      offered[0] = nx * height;
      offered[1] = ny * height;
      offered[2] = nz * height;
      offered[WEIGHT] = wa / sum;
      offered[WEIGHT + 1] = wb / sum;
      offered[WEIGHT + 2] = wc / sum;
      offer((1 << i) | (1 << j) | (1 << k));
      return;
    }
  }
  trySegment(i, j);
  trySegment(i, k);
  trySegment(j, k);
}
