/**
 * Winding number of a closed surface about a point: the sum of the signed solid angles of its triangles over 4 pi
 *   tan(Omega/2) = a . (b x c) / (|a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|)
 * (Van Oosterom & Strackee 1983). 1 inside a mesh that is oriented outwards, 0 outside, -1 inside an inverted one; between the two on the
 * surface, and for open meshes (Jacobson et al. 2013). It never fails, so it checks every faster method.
 */
import { atan2, TWO_PI, type Numbers } from '../../math/index.ts';

/** `faces`: triangle numbers, or undefined for all. */
export function windingNumber(
  positions: Numbers,
  triangles: Numbers,
  x: number,
  y: number,
  z: number,
  faces?: Numbers,
): number {
  const count = faces === undefined ? triangles.length / 3 : faces.length;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const t = 3 * (faces === undefined ? i : faces[i]);
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ax = positions[a] - x;
    const ay = positions[a + 1] - y;
    const az = positions[a + 2] - z;
    const bx = positions[b] - x;
    const by = positions[b + 1] - y;
    const bz = positions[b + 2] - z;
    const cx = positions[c] - x;
    const cy = positions[c + 1] - y;
    const cz = positions[c + 2] - z;
    const la = Math.sqrt(ax * ax + ay * ay + az * az);
    const lb = Math.sqrt(bx * bx + by * by + bz * bz);
    const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const up = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const down =
      la * lb * lc +
      (ax * bx + ay * by + az * bz) * lc +
      (bx * cx + by * cy + bz * cz) * la +
      (cx * ax + cy * ay + cz * az) * lb;
    if (up !== 0) sum += atan2(up, down); // seen edge on, a triangle covers no solid angle
  }
  return sum / TWO_PI;
}
