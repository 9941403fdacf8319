/** Length, height and area of a triangle. */
import { EPSILON, type Numbers } from '../../math/index.ts';

export interface TriangleSize {
  /** [m] longest side, and the height over it */
  longest: number;
  height: number;
  /** [m^2] */
  area: number;
  /** the longest side runs from this corner (0, 1, 2) to the next */
  side: number;
}

/** Of triangle t. */
export function triangleSize(out: TriangleSize, p: Numbers, triangles: Numbers, t: number): void {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[b];
  const vy = p[c + 1] - p[b + 1];
  const vz = p[c + 2] - p[b + 2];
  const wx = p[a] - p[c];
  const wy = p[a + 1] - p[c + 1];
  const wz = p[a + 2] - p[c + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const ww = wx * wx + wy * wy + wz * wz;
  const most = Math.max(uu, vv, ww);
  const twice = Math.sqrt(nx * nx + ny * ny + nz * nz);
  out.side = most === uu ? 0 : most === vv ? 1 : 2;
  out.longest = Math.sqrt(most);
  out.height = most > 0 ? twice / out.longest : 0;
  out.area = 0.5 * twice;
}

/** [m] largest height that is only rounding, for coordinates as large as `far` */
export function zeroHeight(longest: number, far: number): number {
  return 8 * EPSILON * longest + EPSILON * far;
}
