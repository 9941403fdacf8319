/**
 * A part of a solid cut out by planes. Its surface is kept as polygons: fragments of the mesh, and lids in the cutting planes. A lid is a
 * fan of signed triangles from one point of the cut over all sides of fragments that lie in the plane. Parts of the fan may cancel, but
 * volume integrals and later cuts are linear in the triangles, so no outline has to be traced and there are no special cases. The hull is
 * that of the fragments and of the corners of the region that are inside the solid.
 */
import { cutPolygon, planeOf, type Plane, SIDE, sideOfPolygon } from '../bsp/polygon.ts';
import { type Cell, cutCell } from './cell.ts';

export interface Fragment {
  readonly corners: readonly number[];
  readonly plane: Plane;
}

/** An edge at which the solid is hollow, with the outward normals beside it. */
export interface Crease {
  readonly ends: readonly [number, number, number, number, number, number];
  readonly normals: readonly [number, number, number, number, number, number];
}

export interface SolidPart {
  readonly fragments: readonly Fragment[];
  readonly lids: readonly (readonly number[])[];
  readonly creases: readonly Crease[];
  readonly cell: Cell;
  /** [m^3] */
  readonly volume: number;
}

export function cutPart(part: SolidPart, plane: Plane, thickness: number): { front: SolidPart; back: SolidPart } {
  const sides = [
    { fragments: [] as Fragment[], lids: [] as number[][], creases: [] as Crease[] },
    { fragments: [] as Fragment[], lids: [] as number[][], creases: [] as Crease[] },
  ];
  const [front, back] = sides;
  for (const fragment of part.fragments) {
    const side = sideOfPolygon(fragment.corners, plane, thickness);
    if (side === SIDE.both) {
      const parts = cutPolygon(fragment.corners, plane, thickness);
      front.fragments.push({ corners: parts.front, plane: fragment.plane });
      back.fragments.push({ corners: parts.back, plane: fragment.plane });
    } else if (side === SIDE.front) front.fragments.push(fragment);
    else if (side === SIDE.back) back.fragments.push(fragment);
    else {
      // in the plane: with the solid behind it
      const { x, y, z } = fragment.plane;
      (x * plane.x + y * plane.y + z * plane.z > 0 ? back : front).fragments.push(fragment);
    }
  }
  for (const lid of part.lids) {
    const side = sideOfPolygon(lid, plane, thickness);
    if (side === SIDE.both) {
      const parts = cutPolygon(lid, plane, thickness);
      front.lids.push(parts.front);
      back.lids.push(parts.back);
    } else if (side === SIDE.front) front.lids.push([...lid]);
    else if (side === SIDE.back) back.lids.push([...lid]);
    else {
      const own = planeOf(lid);
      if (own === null) continue;
      (own.x * plane.x + own.y * plane.y + own.z * plane.z > 0 ? back : front).lids.push([...lid]);
    }
  }
  for (const crease of part.creases) cutCrease(crease, plane, thickness, front.creases, back.creases);
  for (const side of sides) side.lids.push(...lidOf(side, plane, thickness));
  const cells = cutCell(part.cell, plane, thickness);
  return {
    front: { ...front, cell: cells.front, volume: volumeOf(front) },
    back: { ...back, cell: cells.back, volume: volumeOf(back) },
  };
}

/** The lid of one side: a fan over every polygon side that lies in the plane, in reverse direction. */
function lidOf(
  { fragments, lids }: { fragments: readonly Fragment[]; lids: readonly (readonly number[])[] },
  plane: Plane,
  thickness: number,
): number[][] {
  const fan: number[][] = [];
  let apex: number[] | undefined;
  for (const corners of [...fragments.map((fragment) => fragment.corners), ...lids]) {
    const count = corners.length / 3;
    for (let i = 0; i < count; i++) {
      const a = 3 * i;
      const b = 3 * ((i + 1) % count);
      if (!isOn(corners, a, plane, thickness) || !isOn(corners, b, plane, thickness)) continue;
      apex ??= [corners[a], corners[a + 1], corners[a + 2]];
      const [p, q] = [corners.slice(b, b + 3), corners.slice(a, a + 3)];
      if (!same(p, apex) && !same(q, apex)) fan.push([...apex, ...p, ...q]);
    }
  }
  return fan;
}

function isOn(corners: readonly number[], i: number, plane: Plane, thickness: number): boolean {
  const s = plane.x * corners[i] + plane.y * corners[i + 1] + plane.z * corners[i + 2] - plane.offset;
  return Math.abs(s) <= 2 * thickness; // points made by a cut are off by rounding
}

function same(p: readonly number[], q: readonly number[]): boolean {
  return p[0] === q[0] && p[1] === q[1] && p[2] === q[2];
}

/** The plane divides a crease that lies in it into two edges that are not hollow. */
function cutCrease(crease: Crease, plane: Plane, thickness: number, front: Crease[], back: Crease[]): void {
  const { ends, normals } = crease;
  const sa = plane.x * ends[0] + plane.y * ends[1] + plane.z * ends[2] - plane.offset;
  const sb = plane.x * ends[3] + plane.y * ends[4] + plane.z * ends[5] - plane.offset;
  if (Math.abs(sa) <= thickness && Math.abs(sb) <= thickness) return;
  if (sa >= -thickness && sb >= -thickness) front.push(crease);
  else if (sa <= thickness && sb <= thickness) back.push(crease);
  else {
    const t = sa / (sa - sb);
    const [x, y, z] = [0, 1, 2].map((k) => ends[k] + t * (ends[3 + k] - ends[k]));
    const first: Crease = { ends: [ends[0], ends[1], ends[2], x, y, z], normals };
    const second: Crease = { ends: [x, y, z, ends[3], ends[4], ends[5]], normals };
    (sa > 0 ? front : back).push(first);
    (sa > 0 ? back : front).push(second);
  }
}

export function volumeOf({
  fragments,
  lids,
}: {
  readonly fragments: readonly Fragment[];
  readonly lids: readonly (readonly number[])[];
}): number {
  let six = 0;
  const add = (corners: readonly number[]): void => {
    const [ax, ay, az] = corners;
    for (let i = 3; i + 3 < corners.length; i += 3) {
      const [bx, by, bz] = [corners[i], corners[i + 1], corners[i + 2]];
      const [cx, cy, cz] = [corners[i + 3], corners[i + 4], corners[i + 5]];
      six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    }
  };
  for (const { corners } of fragments) add(corners);
  for (const corners of lids) add(corners);
  return six / 6;
}
