/** The closest point of a triangle, exact by cases (Ericson 2005, s. 5.1.5). Corners stand as nine numbers from an offset on. */

/** Where the closest point of a triangle lies: inside, on the edge from corner k to k + 1 (1 + k), on corner k (4 + k). */
export const IN_FACE = 0;
export const ON_EDGE = 1;
export const ON_CORNER = 4;

/** Filled by the two distances. */
export interface TrianglePoint {
  /** [m^2] */
  distance2: number;
  /** IN_FACE, ON_EDGE + k or ON_CORNER + k */
  part: number;
  /** [m] the point of the triangle */
  x: number;
  y: number;
  z: number;
  /** place on the segment, 0 .. 1 */
  s: number;
}

export function makeTrianglePoint(): TrianglePoint {
  return { distance2: 0, part: IN_FACE, x: 0, y: 0, z: 0, s: 0 };
}

/** Point p (three numbers at `at`) against the triangle at offset o of c. */
export function pointTriangle(out: TrianglePoint, p: Float64Array, at: number, c: Float64Array, o: number): void {
  const ax = c[o];
  const ay = c[o + 1];
  const az = c[o + 2];
  const ux = c[o + 3] - ax;
  const uy = c[o + 4] - ay;
  const uz = c[o + 5] - az;
  const vx = c[o + 6] - ax;
  const vy = c[o + 7] - ay;
  const vz = c[o + 8] - az;
  const wx = p[at] - ax;
  const wy = p[at + 1] - ay;
  const wz = p[at + 2] - az;
  const d1 = ux * wx + uy * wy + uz * wz;
  const d2 = vx * wx + vy * wy + vz * wz;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const d3 = d1 - uu;
  const d4 = d2 - uv;
  const d5 = d1 - uv;
  const d6 = d2 - vv;
  let s = 0;
  let t = 0;
  let part = IN_FACE;
  if (d1 <= 0 && d2 <= 0) part = ON_CORNER;
  else if (d3 >= 0 && d4 <= d3) {
    s = 1;
    part = ON_CORNER + 1;
  } else if (d6 >= 0 && d5 <= d6) {
    t = 1;
    part = ON_CORNER + 2;
  } else {
    const vc = d1 * d4 - d3 * d2;
    const vb = d5 * d2 - d1 * d6;
    const va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) {
      s = d1 / (d1 - d3);
      part = ON_EDGE;
    } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
      t = d2 / (d2 - d6);
      part = ON_EDGE + 2;
    } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
      t = (d4 - d3) / (d4 - d3 + (d5 - d6));
      s = 1 - t;
      part = ON_EDGE + 1;
    } else {
      const scale = 1 / (va + vb + vc);
      s = vb * scale;
      t = vc * scale;
    }
  }
  const rx = s * ux + t * vx;
  const ry = s * uy + t * vy;
  const rz = s * uz + t * vz;
  out.part = part;
  out.x = ax + rx;
  out.y = ay + ry;
  out.z = az + rz;
  const ex = wx - rx;
  const ey = wy - ry;
  const ez = wz - rz;
  out.distance2 = ex * ex + ey * ey + ez * ez;
}
