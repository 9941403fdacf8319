/** Convex polygons and their division by planes. A plane does not cut a polygon within its thickness. */

export interface Plane {
  /** unit normal */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** [m] n . p of the points in it */
  readonly offset: number;
}

/** xyz triples, anticlockwise seen from the side the surface faces */
export type Corners = readonly number[];

export const SIDE = { on: 0, front: 1, back: 2, both: 3 } as const;

/** Position of a polygon: within `thickness` [m] of the plane, in front, behind, or on both sides. */
export function sideOfPolygon(corners: Corners, plane: Plane, thickness: number): number {
  let side = 0;
  for (let i = 0; i < corners.length; i += 3) {
    const s = plane.x * corners[i] + plane.y * corners[i + 1] + plane.z * corners[i + 2] - plane.offset;
    if (s > thickness) side |= SIDE.front;
    else if (s < -thickness) side |= SIDE.back;
  }
  return side;
}

/**
 * The two parts of a polygon that lies on both sides. Corners within the thickness belong to both parts; a side is cut
 * where it passes the plane, at a point that depends only on its two ends, not on their order, so that neighbours keep
 * their seam.
 */
export function cutPolygon(corners: Corners, plane: Plane, thickness: number): { front: number[]; back: number[] } {
  const front: number[] = [];
  const back: number[] = [];
  const count = corners.length / 3;
  for (let i = 0; i < count; i++) {
    const a = 3 * i;
    const b = 3 * ((i + 1) % count);
    const sa = distanceTo(corners, a, plane);
    const sb = distanceTo(corners, b, plane);
    if (sa >= -thickness) front.push(corners[a], corners[a + 1], corners[a + 2]);
    if (sa <= thickness) back.push(corners[a], corners[a + 1], corners[a + 2]);
    if ((sa > thickness && sb < -thickness) || (sa < -thickness && sb > thickness)) {
      const [p, q, sp, sq] = sa < sb ? [a, b, sa, sb] : [b, a, sb, sa];
      const t = sp / (sp - sq);
      for (let k = 0; k < 3; k++) {
        const value = corners[p + k] + t * (corners[q + k] - corners[p + k]);
        front.push(value);
        back.push(value);
      }
    }
  }
  return { front, back };
}

function distanceTo(corners: Corners, i: number, plane: Plane): number {
  return plane.x * corners[i] + plane.y * corners[i + 1] + plane.z * corners[i + 2] - plane.offset;
}

/** The plane of a polygon, by Newell's sum about its first corner; null when the polygon has no area. */
export function planeOf(corners: Corners): Plane | null {
  let x = 0;
  let y = 0;
  let z = 0;
  const [ox, oy, oz] = corners;
  for (let i = 3; i + 3 < corners.length; i += 3) {
    const ax = corners[i] - ox;
    const ay = corners[i + 1] - oy;
    const az = corners[i + 2] - oz;
    const bx = corners[i + 3] - ox;
    const by = corners[i + 4] - oy;
    const bz = corners[i + 5] - oz;
    x += ay * bz - az * by;
    y += az * bx - ax * bz;
    z += ax * by - ay * bx;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return null;
  const nx = x / length;
  const ny = y / length;
  const nz = z / length;
  let sum = 0;
  for (let i = 0; i < corners.length; i += 3) sum += nx * corners[i] + ny * corners[i + 1] + nz * corners[i + 2];
  return { x: nx, y: ny, z: nz, offset: (3 * sum) / corners.length };
}

/** False for fragments thinner than the thickness: they may be dropped. */
export function isWide(corners: Corners, thickness: number): boolean {
  let longest = 0;
  let twice = 0;
  const [ox, oy, oz] = corners;
  for (let i = 3; i < corners.length; i += 3) {
    const ax = corners[i] - ox;
    const ay = corners[i + 1] - oy;
    const az = corners[i + 2] - oz;
    longest = Math.max(longest, ax * ax + ay * ay + az * az);
    if (i + 3 >= corners.length) break;
    const bx = corners[i + 3] - ox;
    const by = corners[i + 4] - oy;
    const bz = corners[i + 5] - oz;
    const x = ay * bz - az * by;
    const y = az * bx - ax * bz;
    const z = ax * by - ay * bx;
    twice += Math.sqrt(x * x + y * y + z * z);
  }
  return corners.length >= 9 && twice > thickness * Math.sqrt(longest);
}
