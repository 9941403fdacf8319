/**
 * A binary space partition of the inside of a closed mesh: is a point inside? (Fuchs, Kedem & Naylor 1980;
 * solids: Thibault & Naylor 1987.)
 *
 * Large sets of faces are first divided by axis-aligned planes through their middle, so that depth grows with the logarithm of their number
 * also for a convex mesh. Small sets are divided by the plane of one of their faces; a side without faces is then inside or outside by the
 * direction of that face. Where faces of both directions lie in one plane (solids that touch), the winding number decides. Planes are
 * `thickness` thick: a plane does not cut polygons that lie within this distance of it.
 */
import { BuildError } from '../../base/index.ts';
import { windingNumber } from '../mesh/winding.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type Corners, cutPolygon, isWide, type Plane, planeOf, SIDE, sideOfPolygon } from './polygon.ts';

export interface BspTree {
  /** four numbers a node: unit normal and offset [m], coordinates from `origin` */
  readonly planes: Float64Array;
  /** two a node: in front, behind. A node number, or one of BSP_LEAF */
  readonly children: Int32Array;
  /** [m] */
  readonly origin: readonly [number, number, number];
  /** [m] points this close to the surface are called on it */
  readonly thickness: number;
  readonly nodeCount: number;
  readonly depth: number;
}

export const BSP_LEAF = { outside: -1, inside: -2 } as const;

export interface BspOptions {
  /** thickness of planes over the size of the mesh; default 1e-10 */
  readonly thickness?: number;
  /** refuse trees with more nodes; default 40 a triangle and 10 000 */
  readonly maxNodes?: number;
}

interface Polygon {
  readonly corners: Corners;
  readonly plane: Plane;
}

/** Longer lists are divided along an axis. */
const MANY = 24;
/** Number of faces tried as the next plane. */
const CANDIDATES = 10;

/**
 * The mesh must be closed, oriented outwards and free of self-intersections (surveyMesh reports all of these). Throws BuildError when it
 * has no volume to divide, or grows beyond `maxNodes`.
 */
export function buildBsp(mesh: TriangleMesh, options: BspOptions = {}): BspTree {
  return new Builder(mesh, options).tree();
}

class Builder {
  readonly #mesh: TriangleMesh;
  readonly #thickness: number;
  readonly #maxNodes: number;
  readonly #origin: [number, number, number];
  readonly #planes: number[] = [];
  readonly #children: number[] = [];
  readonly #polygons: Polygon[] = [];
  #depth = 0;

  constructor(mesh: TriangleMesh, options: BspOptions) {
    const { positions, triangles } = mesh;
    this.#mesh = mesh;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < triangles.length; i++) {
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], positions[3 * triangles[i] + k]);
        high[k] = Math.max(high[k], positions[3 * triangles[i] + k]);
      }
    }
    const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    if (!(size > 0 && size < Number.POSITIVE_INFINITY)) {
      throw new BuildError('mesh-flat', `the mesh must enclose a volume > 0 m^3, found a size of ${size} m`);
    }
    this.#origin = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
    this.#thickness = (options.thickness ?? 1e-10) * size;
    this.#maxNodes = options.maxNodes ?? 10_000 + 40 * (triangles.length / 3);
    for (let t = 0; t < triangles.length; t += 3) {
      const corners: number[] = [];
      for (let c = 0; c < 3; c++) {
        for (let k = 0; k < 3; k++) corners.push(positions[3 * triangles[t + c] + k] - this.#origin[k]);
      }
      const plane = planeOf(corners);
      if (plane !== null && isWide(corners, this.#thickness)) this.#polygons.push({ corners, plane });
    }
    if (this.#polygons.length < 4) {
      throw new BuildError('mesh-flat', `a solid needs at least 4 faces with an area, found ${this.#polygons.length}`);
    }
  }

  tree(): BspTree {
    // a stack, not recursion: depth is not known beforehand
    const work: { list: Polygon[]; parent: number; side: number; depth: number }[] = [
      { list: this.#polygons, parent: -1, side: 0, depth: 1 },
    ];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { list, parent, side, depth } = next;
      const node = this.#planes.length / 4;
      if (node >= this.#maxNodes) {
        throw new BuildError(
          'bsp-large',
          `the partition of this mesh needs more than ${this.#maxNodes} nodes; use a mesh with fewer faces, or allow more`,
        );
      }
      this.#depth = Math.max(this.#depth, depth);
      if (parent >= 0) this.#children[2 * parent + side] = node;
      const { plane, front, back, inFront, behind } = this.#part(list);
      this.#planes.push(plane.x, plane.y, plane.z, plane.offset);
      this.#children.push(inFront, behind);
      if (back.length > 0) work.push({ list: back, parent: node, side: 1, depth: depth + 1 });
      if (front.length > 0) work.push({ list: front, parent: node, side: 0, depth: depth + 1 });
    }
    return {
      planes: Float64Array.from(this.#planes),
      children: Int32Array.from(this.#children),
      origin: this.#origin,
      thickness: this.#thickness,
      nodeCount: this.#planes.length / 4,
      depth: this.#depth,
    };
  }

  #part(list: Polygon[]) {
    if (list.length > MANY) {
      const plane = middlePlane(list);
      const { front, back, on } = this.#split(list, plane);
      // this plane would lose the faces in it and leave a side without faces unlabelled: take the plane of a face instead
      const useful = front.length > 0 && back.length > 0 && on.length === 0;
      if (useful && Math.max(front.length, back.length) < 0.9 * list.length) {
        return { plane, front, back, inFront: BSP_LEAF.outside, behind: BSP_LEAF.inside };
      }
    }
    const plane = this.#bestFace(list);
    const { front, back, on } = this.#split(list, plane);
    const [inFront, behind] = this.#labels(plane, on, front.length === 0 || back.length === 0);
    return { plane, front, back, inFront, behind };
  }

  #split(list: readonly Polygon[], plane: Plane): { front: Polygon[]; back: Polygon[]; on: Polygon[] } {
    const front: Polygon[] = [];
    const back: Polygon[] = [];
    const on: Polygon[] = [];
    for (const polygon of list) {
      const side = sideOfPolygon(polygon.corners, plane, this.#thickness);
      if (side === SIDE.on) on.push(polygon);
      else if (side === SIDE.front) front.push(polygon);
      else if (side === SIDE.back) back.push(polygon);
      else {
        const parts = cutPolygon(polygon.corners, plane, this.#thickness);
        if (isWide(parts.front, this.#thickness)) front.push({ corners: parts.front, plane: polygon.plane });
        if (isWide(parts.back, this.#thickness)) back.push({ corners: parts.back, plane: polygon.plane });
      }
    }
    return { front, back, on };
  }

  /** The face whose plane cuts few others and leaves about equal numbers on both sides. */
  #bestFace(list: readonly Polygon[]): Plane {
    let best = list[0].plane;
    let least = Number.POSITIVE_INFINITY;
    const stride = Math.max(1, Math.floor(list.length / CANDIDATES));
    for (let i = 0; i < list.length; i += stride) {
      const { plane } = list[i];
      let balance = 0;
      let cuts = 0;
      for (const { corners } of list) {
        const side = sideOfPolygon(corners, plane, this.#thickness);
        if (side === SIDE.both) cuts++;
        else if (side === SIDE.front) balance++;
        else if (side === SIDE.back) balance--;
      }
      const cost = 4 * cuts + Math.abs(balance);
      if (cost < least) {
        least = cost;
        best = plane;
      }
    }
    return best;
  }

  /** Labels of the two sides of a plane that holds all remaining faces. */
  #labels(plane: Plane, on: readonly Polygon[], needed: boolean): [number, number] {
    const standard: [number, number] = [BSP_LEAF.outside, BSP_LEAF.inside];
    if (!needed) return standard;
    const alike = on.filter((polygon) => facing(polygon.plane, plane) > 0);
    if (alike.length === on.length) return standard;
    if (alike.length === 0) return [BSP_LEAF.inside, BSP_LEAF.outside];
    // faces of both directions: count how often the surface covers a point of the first face, and its winding number there
    const [x, y, z] = centreOf(on[0].corners);
    let net = 0;
    for (const polygon of on) {
      if (covers(polygon, x, y, z)) net += facing(polygon.plane, plane) > 0 ? 1 : -1;
    }
    const around = this.#windingBeside(plane, x, y, z);
    return [
      around - net / 2 > 0.5 ? BSP_LEAF.inside : BSP_LEAF.outside,
      around + net / 2 > 0.5 ? BSP_LEAF.inside : BSP_LEAF.outside,
    ];
  }

  /** Winding number of a point in a plane. Faces in that plane are left out: seen edge on, they cover no solid angle. */
  #windingBeside(plane: Plane, x: number, y: number, z: number): number {
    const { positions, triangles } = this.#mesh;
    const [ox, oy, oz] = this.#origin;
    const faces: number[] = [];
    for (let t = 0; t < triangles.length / 3; t++) {
      let far = 0;
      for (let c = 0; c < 3; c++) {
        const v = 3 * triangles[3 * t + c];
        const s =
          plane.x * (positions[v] - ox) +
          plane.y * (positions[v + 1] - oy) +
          plane.z * (positions[v + 2] - oz) -
          plane.offset;
        far = Math.max(far, Math.abs(s));
      }
      if (far > this.#thickness) faces.push(t);
    }
    return windingNumber(positions, triangles, x + ox, y + oy, z + oz, faces);
  }
}

function facing(a: Plane, b: Plane): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function centreOf(corners: Corners): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < corners.length; i++) sum[i % 3] += (3 * corners[i]) / corners.length;
  return sum;
}

/** Is the point, which lies in the plane of the polygon, within its sides? */
function covers({ corners, plane }: Polygon, x: number, y: number, z: number): boolean {
  for (let i = 0; i < corners.length; i += 3) {
    const j = (i + 3) % corners.length;
    const [ux, uy, uz] = [corners[j] - corners[i], corners[j + 1] - corners[i + 1], corners[j + 2] - corners[i + 2]];
    const [vx, vy, vz] = [x - corners[i], y - corners[i + 1], z - corners[i + 2]];
    const side = plane.x * (uy * vz - uz * vy) + plane.y * (uz * vx - ux * vz) + plane.z * (ux * vy - uy * vx);
    if (side < 0) return false;
  }
  return true;
}

/** A plane across the longest extent of the centres of the faces, with half of them on each side. */
function middlePlane(list: readonly Polygon[]): Plane {
  const centres = list.map(({ corners }) => centreOf(corners));
  let axis = 0;
  let longest = -1;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const centre of centres) {
      low = Math.min(low, centre[k]);
      high = Math.max(high, centre[k]);
    }
    if (high - low > longest) {
      longest = high - low;
      axis = k;
    }
  }
  const values = Float64Array.from(centres, (centre) => centre[axis]).sort();
  const offset = (values[(values.length >> 1) - 1] + values[values.length >> 1]) / 2;
  return { x: axis === 0 ? 1 : 0, y: axis === 1 ? 1 : 0, z: axis === 2 ? 1 : 0, offset };
}

/** 1: inside, -1: outside, 0: within `thickness` of the surface. */
export function bspSide(tree: BspTree, x: number, y: number, z: number): number {
  const [ox, oy, oz] = tree.origin;
  return sideBelow(tree, 0, x - ox, y - oy, z - oz);
}

function sideBelow(tree: BspTree, from: number, x: number, y: number, z: number): number {
  const { planes, children, thickness } = tree;
  let node = from;
  while (node >= 0) {
    const s = planes[4 * node] * x + planes[4 * node + 1] * y + planes[4 * node + 2] * z - planes[4 * node + 3];
    if (s > thickness) node = children[2 * node];
    else if (s < -thickness) node = children[2 * node + 1];
    else {
      // on the plane: the point is on the surface when the two sides differ here
      const front = sideBelow(tree, children[2 * node], x, y, z);
      return front === sideBelow(tree, children[2 * node + 1], x, y, z) ? front : 0;
    }
  }
  return node === BSP_LEAF.inside ? 1 : -1;
}
