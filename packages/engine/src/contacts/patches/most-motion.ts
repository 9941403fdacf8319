/** Bounds the relative motion of two solids. */
import type { SolidPair } from '../../proximity/index.ts';

/**
 * out[0] [m]: upper bound of the relative motion of any point of the two, in the frame of either. motion: displacement (3) and rotation (3)
 * of A, then of B; position: of all bodies, after the motion. With w the displacement of B relative to A, r from A to B and rotations a, b,
 * a point of B at y moved by
 *   w - (e^[a] - 1) r + (e^[b] - e^[a]) y,   |e^[b] - e^[a]| <= |b - a|,   |(e^[a] - 1) r - a x r| <= |a|^2 |r| / 2.
 * Bodies that rotate together have no relative motion.
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
  relative[0] = wx;
  relative[1] = wy;
  relative[2] = wz;
  relative[3] = rx;
  relative[4] = ry;
  relative[5] = rz;
  out[0] = Number.POSITIVE_INFINITY;
  // half-spaces are unbounded: use the frame of the half-space
  if (radiusB < out[0]) {
    seenFrom(m, 3, 1);
    out[0] = bound[0] + turn * radiusB;
  }
  if (radiusA < Number.POSITIVE_INFINITY) {
    seenFrom(m, 9, -1);
    out[0] = Math.min(out[0], bound[0] + turn * radiusA);
  }
}

/** w and r, and the result of seenFrom; arrays, because separate number arguments would be boxed. */
const relative = new Float64Array(6);
const bound = new Float64Array(1);

/** bound[0] >= |w - (e^[a] - 1) r|, a at m[o...], r after the motion; sign: of w and r. */
function seenFrom(m: Float64Array, o: number, sign: number): void {
  const wx = sign * relative[0];
  const wy = sign * relative[1];
  const wz = sign * relative[2];
  const rx = sign * relative[3];
  const ry = sign * relative[4];
  const rz = sign * relative[5];
  const ax = m[o];
  const ay = m[o + 1];
  const az = m[o + 2];
  const x = wx - (ay * rz - az * ry);
  const y = wy - (az * rx - ax * rz);
  const z = wz - (ax * ry - ay * rx);
  const turn = Math.sqrt(ax * ax + ay * ay + az * az);
  const way = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const reach = Math.sqrt(rx * rx + ry * ry + rz * rz) + way;
  bound[0] = Math.sqrt(x * x + y * y + z * z) + turn * (0.5 * turn * reach + way);
}
