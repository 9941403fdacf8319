/** Planes worth trying as the next cut of a part. */
import type { Plane } from '../bsp/polygon.ts';
import type { Hull } from '../hull.ts';
import type { Crease, SolidPart } from './solid-part.ts';

/** Largest number of hollow edges tried, and of planes of faces when hollow edges do not help. */
const EDGES = 6;
const FACES = 16;

/** Planes through hollow edges: those of their faces, and the one between. */
export function creasePlanes(part: SolidPart, hull: Hull | null, thickness: number): Plane[] {
  const planes: Plane[] = [];
  for (const crease of deepest(part.creases, hull)) {
    const { ends, normals } = crease;
    const [ax, ay, az] = [normals[0], normals[1], normals[2]];
    const [bx, by, bz] = [normals[3], normals[4], normals[5]];
    const [ex, ey, ez] = [ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]];
    const [sx, sy, sz] = [ax + bx, ay + by, az + bz];
    for (const [x, y, z] of [
      [ey * sz - ez * sy, ez * sx - ex * sz, ex * sy - ey * sx], // along the edge, between the faces
      [ax, ay, az],
      [bx, by, bz],
    ]) {
      const length = Math.sqrt(x * x + y * y + z * z);
      if (!(length > 0)) continue;
      add(planes, { x: x / length, y: y / length, z: z / length, offset: along(ends, x, y, z) / length }, thickness);
    }
  }
  return planes;
}

/** Planes of faces with corners (`points`) of the part in front of them, the deepest first: for parts in several pieces. */
export function facePlanes(part: SolidPart, points: ArrayLike<number>, thickness: number): Plane[] {
  const planes: Plane[] = [];
  const ranked = part.fragments.map(({ plane }) => {
    let most = 0;
    for (let i = 0; i < points.length; i += 3) {
      most = Math.max(most, plane.x * points[i] + plane.y * points[i + 1] + plane.z * points[i + 2] - plane.offset);
    }
    return { plane, most };
  });
  ranked.sort((a, b) => b.most - a.most);
  for (const { plane, most } of ranked) {
    if (most <= thickness || planes.length >= FACES) break;
    add(planes, plane, thickness);
  }
  return planes;
}

/** Planes across the axes, through the mean of the hull's corners: the last resort, which always divides the part. */
export function middlePlanes({ vertices }: Hull): Plane[] {
  const mean = [0, 0, 0];
  for (let i = 0; i < vertices.length; i++) mean[i % 3] += (3 * vertices[i]) / vertices.length;
  return [0, 1, 2].map((k) => ({ x: k === 0 ? 1 : 0, y: k === 1 ? 1 : 0, z: k === 2 ? 1 : 0, offset: mean[k] }));
}

/** n . p at the middle of the edge */
function along(ends: Crease['ends'], x: number, y: number, z: number): number {
  return 0.5 * (x * (ends[0] + ends[3]) + y * (ends[1] + ends[4]) + z * (ends[2] + ends[5]));
}

/** By their depth in the hull times their length. */
function deepest(creases: readonly Crease[], hull: Hull | null): Crease[] {
  if (creases.length <= EDGES) return [...creases];
  const weighed = creases.map((crease) => {
    const { ends } = crease;
    let depth = Number.POSITIVE_INFINITY;
    for (let f = 0; hull !== null && f < hull.offsets.length; f++) {
      const [x, y, z] = [hull.normals[3 * f], hull.normals[3 * f + 1], hull.normals[3 * f + 2]];
      depth = Math.min(depth, hull.offsets[f] - along(ends, x, y, z));
    }
    const [dx, dy, dz] = [ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]];
    return { crease, weight: depth * Math.sqrt(dx * dx + dy * dy + dz * dz) };
  });
  weighed.sort((a, b) => b.weight - a.weight);
  // the deepest edges, and some spread over the others, because neighbours of the deepest give nearly the same planes
  const chosen = weighed.slice(0, 2);
  const stride = Math.max(1, Math.floor(weighed.length / 2 / (EDGES - 2)));
  for (let i = 2; chosen.length < EDGES && i < weighed.length; i += stride) chosen.push(weighed[i]);
  return chosen.map(({ crease }) => crease);
}

/** Adds a plane unless it is there already, in either orientation. */
function add(planes: Plane[], plane: Plane, thickness: number): void {
  for (const known of planes) {
    const cosine = known.x * plane.x + known.y * plane.y + known.z * plane.z;
    const apart = Math.abs(known.offset - (cosine > 0 ? plane.offset : -plane.offset));
    if (1 - Math.abs(cosine) < 1e-12 && apart <= thickness) return;
  }
  planes.push(plane);
}
