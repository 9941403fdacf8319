/**
 * Which face does each ball lie against? A ball that touches one face, or faces that turn by little (a cylinder's side), has their outward
 * normal; a ball that touches faces across an edge has none, and neither has a ball deep inside. Contact may take this normal instead of
 * the line of centres, which for balls that meet sideways points along the surface (Vilela 2018, s. 6.2.6).
 */
import type { FreeSpace } from './free-space.ts';

/** touching: no farther from the surface than this share of the radius */
const SLACK = 1e-3;
/** cosines: closer than 5 degrees counts as one face; a normal within 30 degrees of the mean is no edge */
const SAME_FACE = 0.9962;
const NO_EDGE = 0.866;
const ROOM = 64;

export function findFaces(space: FreeSpace): { faces: Int32Array; normals: Float64Array } {
  const n = space.count;
  const balls = space.balls.data;
  const faces = new Int32Array(n).fill(-1);
  const table = new Map<string, number>();
  const normals: number[] = [];
  const near = new Float64Array(4 * ROOM);
  const normal = new Float64Array(3);
  for (let i = 0; i < n; i++) {
    const [x, y, z, r] = balls.subarray(4 * i, 4 * i + 4);
    const limit = r * (1 + SLACK);
    if (space.surface.nearest(x, y, z, limit) >= limit) continue;
    space.surface.normal(normal, 0);
    const count = space.surface.gather(near, x, y, z, limit, ROOM);
    if (!oneFace(normal, near, count) && !meanNormal(normal, near, count)) continue;
    const key = `${normal[0] + 0} ${normal[1] + 0} ${normal[2] + 0}`;
    let face = table.get(key);
    if (face === undefined) {
      face = table.size;
      table.set(key, face);
      normals.push(normal[0] + 0, normal[1] + 0, normal[2] + 0);
    }
    faces[i] = face;
  }
  return { faces, normals: Float64Array.from(normals) };
}

/** Do all contacts point against this normal? (The vectors in `near` point inwards.) */
function oneFace(normal: Float64Array, near: Float64Array, count: number): boolean {
  for (let k = 0; k < count; k++) {
    const o = 4 * k;
    if (-(near[o + 1] * normal[0] + near[o + 2] * normal[1] + near[o + 3] * normal[2]) < SAME_FACE) return false;
  }
  return true;
}

function meanNormal(normal: Float64Array, near: Float64Array, count: number): boolean {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < count; k++) {
    x -= near[4 * k + 1];
    y -= near[4 * k + 2];
    z -= near[4 * k + 3];
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) return false;
  normal[0] = x / length;
  normal[1] = y / length;
  normal[2] = z / length;
  for (let k = 0; k < count; k++) {
    const o = 4 * k;
    if (-(near[o + 1] * normal[0] + near[o + 2] * normal[1] + near[o + 3] * normal[2]) < NO_EDGE) return false;
  }
  return true;
}
