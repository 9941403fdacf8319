/**
 * A direction along which one mesh lies wholly before the other, kept between searches: while it remains valid, two scans of dot products
 * give a lower bound of the distance. It is found by reflections in the difference of the support points (Chung & Wang 1996). The search
 * may fail; then nothing is known. The result changes only the work.
 */
import type { PreparedMesh } from '../../geometry/index.ts';
import type { PlacedMeshes } from '../pair-pose.ts';

const ROUNDS = 6;
/** Meshes with more points are left to their trees. */
const MANY = 400;
/** Number of searches skipped after a failure: one mesh may be in a hole of the other. */
const PAUSE = 8;
/** Part of the reach reserved for rounding. */
const ROUNDING = 1e-13;

export class SeparatingAxis {
  private readonly a: PreparedMesh;
  private readonly b: PreparedMesh;
  private readonly small: boolean;
  /** in the frame of A; zero: no axis known */
  private readonly axis = new Float64Array(3);
  private pause = 0;

  constructor(a: PreparedMesh, b: PreparedMesh) {
    this.a = a;
    this.b = b;
    this.small = a.positions.length <= 3 * MANY && b.positions.length <= 3 * MANY;
  }

  /** [m] lower bound of the distance; 0: unknown. */
  gap({ pos, rot: R, centre }: PlacedMeshes): number {
    if (!this.small || this.pause-- > 0) return 0;
    const { a, b, axis } = this;
    const p = 0;
    const q = 9;
    const dx = pos[3] - pos[0];
    const dy = pos[4] - pos[1];
    const dz = pos[5] - pos[2];
    const reach = a.radius + b.radius + Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
    // in world axes
    let x = R[p] * axis[0] + R[p + 1] * axis[1] + R[p + 2] * axis[2];
    let y = R[p + 3] * axis[0] + R[p + 4] * axis[1] + R[p + 5] * axis[2];
    let z = R[p + 6] * axis[0] + R[p + 7] * axis[1] + R[p + 8] * axis[2];
    if (x === 0 && y === 0 && z === 0) {
      x = dx;
      y = dy;
      z = dz;
    }
    for (let round = 0; round < ROUNDS; round++) {
      const size = Math.sqrt(x * x + y * y + z * z);
      if (!(size > 0)) break;
      x /= size;
      y /= size;
      z /= size;
      const ax = R[p] * x + R[p + 3] * y + R[p + 6] * z;
      const ay = R[p + 1] * x + R[p + 4] * y + R[p + 7] * z;
      const az = R[p + 2] * x + R[p + 5] * y + R[p + 8] * z;
      const bx = R[q] * x + R[q + 3] * y + R[q + 6] * z;
      const by = R[q + 1] * x + R[q + 4] * y + R[q + 7] * z;
      const bz = R[q + 2] * x + R[q + 5] * y + R[q + 8] * z;
      const i = foremost(a.positions, ax, ay, az);
      const j = foremost(b.positions, -bx, -by, -bz);
      point(first, a, i, centre, 0, R, p);
      point(second, b, j, centre, 3, R, q);
      const ex = dx + second[0] - first[0];
      const ey = dy + second[1] - first[1];
      const ez = dz + second[2] - first[2];
      const along = ex * x + ey * y + ez * z;
      if (along > ROUNDING * reach) {
        axis[0] = ax;
        axis[1] = ay;
        axis[2] = az;
        return along - ROUNDING * reach;
      }
      const length = ex * ex + ey * ey + ez * ez;
      if (!(length > 0)) break;
      const back = (2 * along) / length;
      x -= back * ex;
      y -= back * ey;
      z -= back * ez;
    }
    this.pause = PAUSE;
    return 0;
  }
}

const first = new Float64Array(3);
const second = new Float64Array(3);

/** Offset of the point farthest along a direction. */
function foremost(positions: Float64Array, x: number, y: number, z: number): number {
  let most = Number.NEGATIVE_INFINITY;
  let where = 0;
  for (let k = 0; k < positions.length; k += 3) {
    const along = positions[k] * x + positions[k + 1] * y + positions[k + 2] * z;
    if (along > most) {
      most = along;
      where = k;
    }
  }
  return where;
}

/** A point of a mesh relative to the origin of its centre, world axes. */
function point(
  out: Float64Array,
  mesh: PreparedMesh,
  k: number,
  c: Float64Array,
  o: number,
  R: Float64Array,
  r: number,
): void {
  const x = mesh.positions[k] + c[o];
  const y = mesh.positions[k + 1] + c[o + 1];
  const z = mesh.positions[k + 2] + c[o + 2];
  out[0] = R[r] * x + R[r + 1] * y + R[r + 2] * z;
  out[1] = R[r + 3] * x + R[r + 4] * y + R[r + 5] * z;
  out[2] = R[r + 6] * x + R[r + 7] * y + R[r + 8] * z;
}
