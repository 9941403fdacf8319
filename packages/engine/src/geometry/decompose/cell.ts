/** A convex region bounded by planes, stored as polygons: a box at first, then cut into smaller and smaller regions. */
import { cutPolygon, type Plane, SIDE, sideOfPolygon } from '../bsp/polygon.ts';

/** Its faces, xyz triples each. */
export type Cell = readonly (readonly number[])[];

/** A box from low to high. */
export function boxCell(low: readonly number[], high: readonly number[]): Cell {
  const faces: number[][] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const end of [low, high]) {
      const face: number[] = [];
      for (const [pu, pv] of [
        [low[u], low[v]],
        [high[u], low[v]],
        [high[u], high[v]],
        [low[u], high[v]],
      ]) {
        const corner = [0, 0, 0];
        corner[axis] = end[axis];
        corner[u] = pu;
        corner[v] = pv;
        face.push(...corner);
      }
      faces.push(face);
    }
  }
  return faces;
}

/** The parts of a cell in front of a plane and behind it; a part may be empty. */
export function cutCell(cell: Cell, plane: Plane, thickness: number): { front: Cell; back: Cell } {
  const front: number[][] = [];
  const back: number[][] = [];
  const section: number[] = [];
  for (const face of cell) {
    const side = sideOfPolygon(face, plane, thickness);
    if (side === SIDE.both) {
      const parts = cutPolygon(face, plane, thickness);
      front.push(parts.front);
      back.push(parts.back);
    } else if (side === SIDE.front) front.push([...face]);
    else if (side === SIDE.back) back.push([...face]);
  }
  if (front.length === 0 || back.length === 0) return { front, back };
  for (const face of back) {
    for (let i = 0; i < face.length; i += 3) {
      const s = plane.x * face[i] + plane.y * face[i + 1] + plane.z * face[i + 2] - plane.offset;
      if (Math.abs(s) <= 2 * thickness) section.push(face[i], face[i + 1], face[i + 2]);
    }
  }
  const cap = ordered(section, plane);
  return cap.length < 9 ? { front, back } : { front: [...front, cap], back: [...back, cap] };
}

/** Corners of a convex polygon, given in any order and more than once, in turn. */
function ordered(points: readonly number[], plane: Plane): number[] {
  const count = points.length / 3;
  let [cx, cy, cz] = [0, 0, 0];
  for (let i = 0; i < points.length; i += 3) {
    cx += points[i] / count;
    cy += points[i + 1] / count;
    cz += points[i + 2] / count;
  }
  // two directions in the plane
  const steep = Math.abs(plane.z) < 0.9;
  const length = steep
    ? Math.sqrt(plane.x * plane.x + plane.y * plane.y)
    : Math.sqrt(plane.y * plane.y + plane.z * plane.z);
  const [ux, uy, uz] = steep ? [-plane.y / length, plane.x / length, 0] : [0, -plane.z / length, plane.y / length];
  const [vx, vy, vz] = [plane.y * uz - plane.z * uy, plane.z * ux - plane.x * uz, plane.x * uy - plane.y * ux];
  const corners = Array.from({ length: count }, (_, i) => {
    const [x, y, z] = [points[3 * i] - cx, points[3 * i + 1] - cy, points[3 * i + 2] - cz];
    const [u, v] = [ux * x + uy * y + uz * z, vx * x + vy * y + vz * z];
    // rises with the angle, 0 to 4
    const size = Math.abs(u) + Math.abs(v);
    const t = size > 0 ? u / size : 1;
    return { i, turn: v >= 0 ? 1 - t : 3 + t };
  });
  corners.sort((a, b) => a.turn - b.turn || a.i - b.i);
  const loop: number[] = [];
  let last = -1;
  for (const { i, turn } of corners) {
    if (turn - last < 1e-9) continue; // the same corner, from another face
    loop.push(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    last = turn;
  }
  return loop;
}
