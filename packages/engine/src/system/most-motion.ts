/** How far have two solids moved against each other? */
import type { SolidPair } from '../proximity/index.ts';

/**
 * out[0] [m]: no point of the two has moved by more than this against the other, seen from the one or the other. motion:
 * displacement (3) and turn (3) of A, of B; position: of all bodies, after it. With w the displacement of B against A, r from A
 * to B and turns a, b, a point of B at y moved by
 *   w - (e^[a] - 1) r + (e^[b] - e^[a]) y,   |e^[b] - e^[a]| <= |b - a|,   |(e^[a] - 1) r - a x r| <= |a|^2 |r| / 2.
 * Bodies that turn along together have not moved.
 */
export function mostMotion(
  out: Float64Array,
  motion: Float64Array,
  position: Float64Array,
  { bodyA, bodyB, radiusA, radiusB }: Pick<SolidPair, 'bodyA' | 'bodyB' | 'radiusA' | 'radiusB'>,
): void {
  const m = motion;
  const p = position;
  const wx = m[6] - m[0];
  const wy = m[7] - m[1];
  const wz = m[8] - m[2];
  const rx = p[3 * bodyB] - p[3 * bodyA];
  const ry = p[3 * bodyB + 1] - p[3 * bodyA + 1];
  const rz = p[3 * bodyB + 2] - p[3 * bodyA + 2];
  const tx = m[9] - m[3];
  const ty = m[10] - m[4];
  const tz = m[11] - m[5];
  const turn = Math.sqrt(tx * tx + ty * ty + tz * tz);
  let least = Number.POSITIVE_INFINITY;
  // half-spaces reach anywhere: what turns against one is seen from there
  if (radiusB < least) least = seenFrom(wx, wy, wz, m[3], m[4], m[5], rx, ry, rz) + turn * radiusB;
  if (radiusA < Number.POSITIVE_INFINITY) {
    least = Math.min(least, seenFrom(-wx, -wy, -wz, m[9], m[10], m[11], -rx, -ry, -rz) + turn * radiusA);
  }
  out[0] = least;
}

/** Bound of |w - (e^[a] - 1) r|, r as it is after the motion. */
function seenFrom(
  wx: number,
  wy: number,
  wz: number,
  ax: number,
  ay: number,
  az: number,
  rx: number,
  ry: number,
  rz: number,
): number {
  const x = wx - (ay * rz - az * ry);
  const y = wy - (az * rx - ax * rz);
  const z = wz - (ax * ry - ay * rx);
  const turn = Math.sqrt(ax * ax + ay * ay + az * az);
  const way = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const reach = Math.sqrt(rx * rx + ry * ry + rz * rz) + way;
  return Math.sqrt(x * x + y * y + z * z) + turn * (0.5 * turn * reach + way);
}
