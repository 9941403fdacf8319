/** The polygon whose depth is computed (depths.ts), in the frame of the surrounding solid. */

/** Most corners of a polygon that fans are joined to. */
export const MOST_CORNERS = 8;
/** with room for divided polygons (walk.ts) */
export const corner: Float64Array = new Float64Array(64);
/** its outward normal */
export const look: Float64Array = new Float64Array(3);
/** twice the vector area of a fan */
export const normal: Float64Array = new Float64Array(3);

export function square(v: Float64Array): number {
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

/** [m^2] square of the longer of the edges from corner 0 to those at a and b */
export function longest(a: number, b: number): number {
  let most = 0;
  for (let c = a; ; c = b) {
    const x = corner[c] - corner[0];
    const y = corner[c + 1] - corner[1];
    const z = corner[c + 2] - corner[2];
    most = Math.max(most, x * x + y * y + z * z);
    if (c === b) return most;
  }
}

export function same(p: Float64Array, a: number, b: number): boolean {
  return p[a] === p[b] && p[a + 1] === p[b + 1] && p[a + 2] === p[b + 2];
}

/** Of the triangle of corner 0 and those at a and b. */
export function fanNormal(a: number, b: number): void {
  const ux = corner[a] - corner[0];
  const uy = corner[a + 1] - corner[1];
  const uz = corner[a + 2] - corner[2];
  const vx = corner[b] - corner[0];
  const vy = corner[b + 1] - corner[1];
  const vz = corner[b + 2] - corner[2];
  normal[0] = uy * vz - uz * vy;
  normal[1] = uz * vx - ux * vz;
  normal[2] = ux * vy - uy * vx;
}

/** Positive where the way from a over b to c turns left, seen against the normal. */
export function turn(a: number, b: number, c: number): number {
  const ux = corner[b] - corner[a];
  const uy = corner[b + 1] - corner[a + 1];
  const uz = corner[b + 2] - corner[a + 2];
  const vx = corner[c] - corner[b];
  const vy = corner[c + 1] - corner[b + 1];
  const vz = corner[c + 2] - corner[b + 2];
  return look[0] * (uy * vz - uz * vy) + look[1] * (uz * vx - ux * vz) + look[2] * (ux * vy - uy * vx);
}
