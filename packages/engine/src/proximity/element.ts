/**
 * Contact elements: the geometry of one contact point, fixed in the frames of its two bodies (axes of the body, origin at the centre of
 * mass), so that depth, normal and point are smooth functions of the two poses. CollisionScene finds them once in each step; n points from
 * A to B; depth > 0 where the bodies overlap.
 *
 *   SPHERE_PLANE    plane point p, outward normal n in A; sphere centre c, radius r in B (r = 0: a vertex)
 *                   depth = r - n.(c - p),  point = c - r n
 *   SPHERE_SPHERE   centre cA, radius rA in A (0: a vertex); cB, rB in B
 *                   n = (cB - cA)/|cB - cA|,  depth = rA + rB - |cB - cA|,  point = cA + (cB - cA) rA/(rA + rB)
 *   SPHERE_LINE     point and unit direction of a line, radius rA in A (0: an edge); cB, rB in B
 *                   as SPHERE_SPHERE, cA being the foot of cB on the line
 *   RIM_PLANE       plane point p, outward normal n in A; circle of centre c, unit axis a, radius R in B
 *                   e = (n - (n.a) a)/|n - (n.a) a|,  point = c - R e,  depth = -n.(point - p)
 *   EDGE_EDGE       point p and unit direction u of an edge in A; point q and unit direction v of an edge in B
 *                   n = +-(u x v)/|u x v|, with the sign of the search: u x v reverses when edges turn through parallel,
 *                   depth = -n.(q - p),  point = middle of the closest points of the two lines,
 *                   each held to its edge. The crossing of nearly parallel edges moves fast, so this element follows the crossing instead
 *                   of keeping the point of the search.
 *
 * Where a direction is undefined (centres coincide, axis along the normal) the direction of the search is used instead,
 * kept behind the geometry: three numbers in A for n, in B for e.
 */

export const SPHERE_PLANE = 0;
export const SPHERE_SPHERE = 1;
export const SPHERE_LINE = 2;
export const RIM_PLANE = 3;
export const EDGE_EDGE = 4;

/** Numbers of an element in `data`; the layouts below use at most all of them. */
export const ELEMENT_STRIDE = 16;

// Layout of `data` [m, unit vectors]. In A: 0..2 point, 3..5 direction. The rest by kind:
export const PLANE_CENTRE = 6; // SPHERE_PLANE 6..8 centre in B, 9 radius
export const SPHERE_RADIUS_A = 3; // SPHERE_SPHERE 3 rA, 4..6 centre in B, 7 rB, 8..10 fallback normal in A
export const SPHERE_CENTRE_B = 4;
export const SPHERE_FALLBACK = 8;
export const LINE_RADIUS_A = 6; // SPHERE_LINE 6 rA, 7..9 centre in B, 10 rB, 11..13 fallback normal in A
export const LINE_CENTRE_B = 7;
export const LINE_FALLBACK = 11;
export const RIM_CENTRE = 6; // RIM_PLANE 6..8 centre in B, 9..11 axis in B, 12 radius, 13..15 fallback e in B
export const RIM_AXIS = 9;
export const RIM_RADIUS = 12;
export const RIM_FALLBACK = 13;
export const EDGE_POINT_B = 6; // EDGE_EDGE 6..8 point in B, 9..11 direction in B, 12 and 15 n of the search about u (aboutEdge), 13 length in A, 14 in B
export const EDGE_DIRECTION_B = 9;
export const EDGE_ACROSS = 12;
export const EDGE_ASIDE = 15;
export const EDGE_LENGTH_A = 13;
export const EDGE_LENGTH_B = 14;

/** Length [m] below which a difference of points gives no direction: rounding of metre-sized numbers is 1e-16. */
const UNDEFINED_LENGTH = 1e-12;
/** Below this sine of the angle between axis and normal the lowest point of a rim is not defined. */
const UNDEFINED_SINE = 1e-9;

/** One contact point in the world. */
export interface ContactPoint {
  /** unit normal from A to B */
  nx: number;
  ny: number;
  nz: number;
  /** [m] point of touch */
  px: number;
  py: number;
  pz: number;
  /** [m] > 0: overlap */
  depth: number;
}

export function makeContactPoint(): ContactPoint {
  return { nx: 0, ny: 0, nz: 1, px: 0, py: 0, pz: 0, depth: 0 };
}

/** Normal, point and depth of the element at `offset` of `data`, at the poses of bodies a and b (posW 3, rotWB 9 a body). */
export function refreshElement(
  out: ContactPoint,
  kind: number,
  data: Float64Array,
  offset: number,
  posW: Float64Array,
  rotWB: Float64Array,
  a: number,
  b: number,
): void {
  const pa = 3 * a;
  const pb = 3 * b;
  const ra = 9 * a;
  const rb = 9 * b;
  const a00 = rotWB[ra];
  const a01 = rotWB[ra + 1];
  const a02 = rotWB[ra + 2];
  const a10 = rotWB[ra + 3];
  const a11 = rotWB[ra + 4];
  const a12 = rotWB[ra + 5];
  const a20 = rotWB[ra + 6];
  const a21 = rotWB[ra + 7];
  const a22 = rotWB[ra + 8];
  // the point of A: of the plane, the sphere or the line
  const sx = data[offset];
  const sy = data[offset + 1];
  const sz = data[offset + 2];
  let ax = posW[pa] + a00 * sx + a01 * sy + a02 * sz;
  let ay = posW[pa + 1] + a10 * sx + a11 * sy + a12 * sz;
  let az = posW[pa + 2] + a20 * sx + a21 * sy + a22 * sz;
  // the centre in B: of the sphere or the rim
  const cAt = offset + (kind === SPHERE_SPHERE ? SPHERE_CENTRE_B : kind === SPHERE_LINE ? LINE_CENTRE_B : PLANE_CENTRE);
  const tx = data[cAt];
  const ty = data[cAt + 1];
  const tz = data[cAt + 2];
  const bx = posW[pb] + rotWB[rb] * tx + rotWB[rb + 1] * ty + rotWB[rb + 2] * tz;
  const by = posW[pb + 1] + rotWB[rb + 3] * tx + rotWB[rb + 4] * ty + rotWB[rb + 5] * tz;
  const bz = posW[pb + 2] + rotWB[rb + 6] * tx + rotWB[rb + 7] * ty + rotWB[rb + 8] * tz;

  let nx = 0;
  let ny = 0;
  let nz = 0;
  if (kind !== SPHERE_SPHERE) {
    // the direction of A: normal or line
    const ux = data[offset + 3];
    const uy = data[offset + 4];
    const uz = data[offset + 5];
    nx = a00 * ux + a01 * uy + a02 * uz;
    ny = a10 * ux + a11 * uy + a12 * uz;
    nz = a20 * ux + a21 * uy + a22 * uz;
  }

  if (kind === SPHERE_PLANE) {
    const radius = data[offset + 9];
    out.nx = nx;
    out.ny = ny;
    out.nz = nz;
    out.px = bx - radius * nx;
    out.py = by - radius * ny;
    out.pz = bz - radius * nz;
    out.depth = radius - (nx * (bx - ax) + ny * (by - ay) + nz * (bz - az));
    return;
  }

  if (kind === EDGE_EDGE) {
    edgeEdge(out, data, offset, ax, ay, az, nx, ny, nz, bx, by, bz, rotWB, ra, rb);
    return;
  }

  if (kind === RIM_PLANE) {
    const dx = data[offset + RIM_AXIS];
    const dy = data[offset + RIM_AXIS + 1];
    const dz = data[offset + RIM_AXIS + 2];
    const radius = data[offset + RIM_RADIUS];
    const vx = rotWB[rb] * dx + rotWB[rb + 1] * dy + rotWB[rb + 2] * dz;
    const vy = rotWB[rb + 3] * dx + rotWB[rb + 4] * dy + rotWB[rb + 5] * dz;
    const vz = rotWB[rb + 6] * dx + rotWB[rb + 7] * dy + rotWB[rb + 8] * dz;
    const along = nx * vx + ny * vy + nz * vz;
    let ex = nx - along * vx;
    let ey = ny - along * vy;
    let ez = nz - along * vz;
    const sine = Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (sine > UNDEFINED_SINE) {
      ex /= sine;
      ey /= sine;
      ez /= sine;
    } else {
      const fx = data[offset + RIM_FALLBACK];
      const fy = data[offset + RIM_FALLBACK + 1];
      const fz = data[offset + RIM_FALLBACK + 2];
      ex = rotWB[rb] * fx + rotWB[rb + 1] * fy + rotWB[rb + 2] * fz;
      ey = rotWB[rb + 3] * fx + rotWB[rb + 4] * fy + rotWB[rb + 5] * fz;
      ez = rotWB[rb + 6] * fx + rotWB[rb + 7] * fy + rotWB[rb + 8] * fz;
    }
    out.nx = nx;
    out.ny = ny;
    out.nz = nz;
    out.px = bx - radius * ex;
    out.py = by - radius * ey;
    out.pz = bz - radius * ez;
    out.depth = -(nx * (out.px - ax) + ny * (out.py - ay) + nz * (out.pz - az));
    return;
  }

  let radiusA: number;
  let radiusB: number;
  let fallback: number;
  if (kind === SPHERE_LINE) {
    const along = nx * (bx - ax) + ny * (by - ay) + nz * (bz - az);
    ax += along * nx;
    ay += along * ny;
    az += along * nz;
    radiusA = data[offset + LINE_RADIUS_A];
    radiusB = data[offset + 10];
    fallback = offset + LINE_FALLBACK;
  } else {
    radiusA = data[offset + SPHERE_RADIUS_A];
    radiusB = data[offset + 7];
    fallback = offset + SPHERE_FALLBACK;
  }
  const dx = bx - ax;
  const dy = by - ay;
  const dz = bz - az;
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (distance > UNDEFINED_LENGTH) {
    out.nx = dx / distance;
    out.ny = dy / distance;
    out.nz = dz / distance;
  } else {
    const fx = data[fallback];
    const fy = data[fallback + 1];
    const fz = data[fallback + 2];
    out.nx = a00 * fx + a01 * fy + a02 * fz;
    out.ny = a10 * fx + a11 * fy + a12 * fz;
    out.nz = a20 * fx + a21 * fy + a22 * fz;
  }
  const sum = radiusA + radiusB;
  const share = sum > 0 ? radiusA / sum : 0.5; // two points without radius: the middle
  out.px = ax + share * dx;
  out.py = ay + share * dy;
  out.pz = az + share * dz;
  out.depth = sum - distance;
}

/** Copies three numbers. */
export function put3(data: Float64Array, o: number, x: number, y: number, z: number): void {
  data[o] = x;
  data[o + 1] = y;
  data[o + 2] = z;
}

/** Lines p + s u and q + t v; u of A, v of B. */
function edgeEdge(
  out: ContactPoint,
  data: Float64Array,
  offset: number,
  px: number,
  py: number,
  pz: number,
  ux: number,
  uy: number,
  uz: number,
  qx: number,
  qy: number,
  qz: number,
  rotWB: Float64Array,
  ra: number,
  rb: number,
): void {
  const d0 = data[offset + EDGE_DIRECTION_B];
  const d1 = data[offset + EDGE_DIRECTION_B + 1];
  const d2 = data[offset + EDGE_DIRECTION_B + 2];
  const vx = rotWB[rb] * d0 + rotWB[rb + 1] * d1 + rotWB[rb + 2] * d2;
  const vy = rotWB[rb + 3] * d0 + rotWB[rb + 4] * d1 + rotWB[rb + 5] * d2;
  const vz = rotWB[rb + 6] * d0 + rotWB[rb + 7] * d1 + rotWB[rb + 8] * d2;
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  const sine = Math.max(Math.sqrt(nx * nx + ny * ny + nz * nz), UNDEFINED_SINE);
  // the side of the search, in the frame of A
  for (let k = 0; k < 3; k++) {
    direction[k] = data[offset + 3 + k];
    normal[k] = rotWB[ra + k] * nx + rotWB[ra + 3 + k] * ny + rotWB[ra + 6 + k] * nz;
  }
  aboutEdge(side, normal, direction);
  const along = side[0] * data[offset + EDGE_ACROSS] + side[1] * data[offset + EDGE_ASIDE];
  const scale = (along < 0 ? -1 : 1) / sine;
  nx *= scale;
  ny *= scale;
  nz *= scale;
  const dx = qx - px;
  const dy = qy - py;
  const dz = qz - pz;
  const uv = ux * vx + uy * vy + uz * vz;
  const ud = ux * dx + uy * dy + uz * dz;
  const vd = vx * dx + vy * dy + vz * dz;
  const s = within((ud - uv * vd) / (sine * sine), data[offset + EDGE_LENGTH_A]);
  const t = within((uv * ud - vd) / (sine * sine), data[offset + EDGE_LENGTH_B]);
  out.nx = nx;
  out.ny = ny;
  out.nz = nz;
  out.px = 0.5 * (px + s * ux + qx + t * vx);
  out.py = 0.5 * (py + s * uy + qy + t * vy);
  out.pz = 0.5 * (pz + s * uz + qz + t * vz);
  out.depth = -(nx * dx + ny * dy + nz * dz);
}

const direction = new Float64Array(3);
const normal = new Float64Array(3);
const side = new Float64Array(2);

/**
 * Two components of a vector n perpendicular to a unit vector u: along e, the coordinate axis most nearly across u minus its part along u,
 * and along u x e.
 */
export function aboutEdge(out: Float64Array, n: Float64Array, u: Float64Array): void {
  const x = Math.abs(u[0]);
  const y = Math.abs(u[1]);
  const z = Math.abs(u[2]);
  const k = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
  const i = k === 2 ? 0 : k + 1;
  const j = k === 0 ? 2 : k - 1;
  const scale = 1 / Math.sqrt(1 - u[k] * u[k]);
  // e = (axis k - u_k u) scale, u x e = (u x axis k) scale; n has nothing along u
  out[0] = n[k] * scale;
  out[1] = (n[i] * u[j] - n[j] * u[i]) * scale;
}

/** The vector perpendicular to u with these two components, at[o] and at[o + 3]: inverse of aboutEdge. */
export function fromEdge(n: Float64Array, at: Float64Array, o: number, u: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    n.fill(0);
    n[k] = 1;
    aboutEdge(side, n, u);
    across[k] = side[0] * at[o] + side[1] * at[o + EDGE_ASIDE - EDGE_ACROSS];
  }
  const along = across[0] * u[0] + across[1] * u[1] + across[2] * u[2];
  for (let k = 0; k < 3; k++) n[k] = across[k] - along * u[k];
}

const across = new Float64Array(3);

function within(x: number, high: number): number {
  return x < 0 ? 0 : x > high ? high : x;
}
