/**
 * A solid as convex pieces. The part with the most air in its hull is cut in two by a plane, repeatedly, until every part fills its hull to
 * within a tolerance; then each part is replaced by its hull. Parts lie on different sides of planes and their hulls stay on their sides,
 * so the pieces never overlap; pieces that fit together are joined at the end. The planes tried contain a hollow edge: those of its two
 * faces and the one between them, at the edges that lie deepest in the hull (the idea of approximate convex decomposition, Lien & Amato
 * 2008; concavity is measured here by volume, not by depth). A plane through a hollow edge removes it, so the division of an exact mesh
 * terminates.
 */
import { BuildError } from '../../base/index.ts';
import { bspSide, type BspTree, buildBsp } from '../bsp/bsp.ts';
import { type Plane, planeOf } from '../bsp/polygon.ts';
import { convexHull, type Hull, hullToTriangles } from '../hull.ts';
import { halfEdges, nextHalfEdge } from '../mesh/half-edge.ts';
import { integrateMesh } from '../mesh/integrals.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { boxCell } from './cell.ts';
import { creasePlanes, facePlanes, middlePlanes } from './candidates.ts';
import { roughHullVolume } from './hull-volume.ts';
import { mergePieces, type Piece } from './merge.ts';
import { type Crease, cutPart, type Fragment, type SolidPart, volumeOf } from './solid-part.ts';

export interface DecomposeOptions {
  /**
   * Largest share of air in the hull of a piece; default 0.01. 0 asks for the exact solid. A small piece may contain more, if its air is
   * below a hundredth of this share of the whole solid.
   */
  readonly tolerance?: number;
  /** largest number of pieces, default 256; when they do not suffice, some pieces keep more air than allowed */
  readonly maxPieces?: number;
}

export interface Decomposition {
  readonly pieces: readonly Piece[];
  /** [m^3] of the mesh, and of all pieces; the difference is air */
  readonly volume: number;
  readonly pieceVolume: number;
  /** every piece is within the tolerance */
  readonly complete: boolean;
}

/** Share of the whole volume below which a part is dropped as dust; and share below which air is rounding. */
const DUST = 1e-7;
const ROUNDING = 1e-9;
/** Air allowed in a small piece, as a share of the tolerance of the whole solid. */
const NEGLIGIBLE = 0.01;
/** A hull that is smaller than its content by more than this share lacks corners; rounding of hulls stays below it. */
const MISSED = 1e-3;
/** Weights beside the volume of the hulls, when cuts are compared. */
const HOLLOW = 0.05;
const UNEVEN = 0.01;
/** Thickness of planes over the size: faces that were one plane before rounding to single precision are cut as one. */
const THICKNESS = 1e-6;
/** How far into a part a step is taken, in thicknesses of a plane. */
const STEP = 20;
/** Error of the planes of hulls over their size. */
const HULL_ROUNDING = 4e-7;

/**
 * The mesh must be closed, oriented outwards and free of self-intersections (surveyMesh reports all of these). Throws BuildError otherwise.
 */
export function decomposeMesh(mesh: TriangleMesh, options: DecomposeOptions = {}): Decomposition {
  const { tolerance = 0.01, maxPieces = 256 } = options;
  const solid = new Solid(mesh);
  const allowed = Math.max(tolerance, ROUNDING);
  const work = [solid.measured(solid.whole)];
  const done: Measured[] = [];
  let complete = true;
  while (work.length > 0) {
    // the part with most air first: if pieces run out, the remaining error is smallest
    let worst = 0;
    for (let i = 1; i < work.length; i++) if (air(work[i]) > air(work[worst])) worst = i;
    const [item] = work.splice(worst, 1);
    if (air(item) <= allowed * item.hullVolume || air(item) <= NEGLIGIBLE * tolerance * solid.whole.volume) {
      done.push(item);
      continue;
    }
    const parts = done.length + work.length + 2 <= maxPieces ? solid.bestCut(item) : undefined;
    if (parts === undefined) {
      complete = false;
      done.push(item);
    } else work.push(...parts);
  }
  const pieces = mergePieces(
    done.flatMap(({ hull, hullVolume, part }) =>
      hull === null ? [] : [{ hull, volume: hullVolume, solidVolume: part.volume }],
    ),
    allowed,
    solid.reach,
  ).map((piece) => solid.placed(piece));
  const pieceVolume = pieces.reduce((sum, piece) => sum + piece.volume, 0);
  return { pieces, volume: solid.whole.volume, pieceVolume, complete };
}

interface Measured {
  readonly part: SolidPart;
  /** null: without a volume */
  readonly hull: Hull | null;
  readonly hullVolume: number;
}

function air({ hullVolume, part }: Measured): number {
  return hullVolume - part.volume;
}

class Solid {
  readonly whole: SolidPart;
  /** [m] pieces this close touch */
  readonly reach: number;
  readonly #origin: readonly [number, number, number];
  readonly #thickness: number;
  readonly #tree: BspTree;

  constructor(mesh: TriangleMesh) {
    this.#tree = buildBsp(mesh, { thickness: THICKNESS });
    this.#origin = this.#tree.origin;
    this.#thickness = this.#tree.thickness;
    const { fragments, creases, low, high } = fragmentsOf(mesh, this.#origin);
    const margin = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    this.reach = HULL_ROUNDING * margin;
    // a box larger than the solid: its own corners are outside and never enter a hull
    const cell = boxCell(
      low.map((x) => x - margin),
      high.map((x) => x + margin),
    );
    this.whole = { fragments, lids: [], creases, cell, volume: volumeOf({ fragments, lids: [] }) };
    if (this.whole.volume > 0) return;
    throw new BuildError(
      'mesh-inside-out',
      `the mesh must enclose a positive volume, found ${this.whole.volume} m^3; is it closed and turned outwards?`,
    );
  }

  measured(part: SolidPart): Measured {
    const points = this.#points(part);
    const found = measuredHull(points);
    // missed corners make a hull smaller than its content; the lids hold all corners, and some more
    const short = part.volume - found.volume > MISSED * part.volume && part.volume > DUST * this.whole.volume;
    const { hull, volume } = short ? measuredHull(distinct([...points, ...part.lids.flat()])) : found;
    return { part, hull, hullVolume: volume };
  }

  /** The cut that leaves the least air; undefined when no plane divides the part. */
  bestCut(item: Measured): [Measured, Measured] | undefined {
    const { part, hull } = item;
    const best =
      this.#bestOf(item, creasePlanes(part, hull, this.#thickness)) ??
      this.#bestOf(item, facePlanes(part, this.#points(part), this.#thickness)) ??
      (hull === null ? undefined : this.#bestOf(item, middlePlanes(hull)));
    return best && [this.measured(best.front), this.measured(best.back)];
  }

  #bestOf({ part, hullVolume }: Measured, planes: readonly Plane[]): { front: SolidPart; back: SolidPart } | undefined {
    let best: { front: SolidPart; back: SolidPart } | undefined;
    let least = Number.POSITIVE_INFINITY;
    const dust = DUST * this.whole.volume;
    const before = Math.max(creaseLength(part), Number.MIN_VALUE);
    for (const plane of planes) {
      const parts = cutPart(part, plane, this.#thickness);
      if (parts.front.volume <= dust || parts.back.volume <= dust) continue;
      // hulls of a few outlying points suffice to compare planes; where they tie, the length of hollow edges removed decides, then the
      // balance of the halves
      const rough = roughHullVolume(this.#points(parts.front)) + roughHullVolume(this.#points(parts.back));
      const hollow = (creaseLength(parts.front) + creaseLength(parts.back)) / before;
      const uneven = Math.abs(parts.front.volume - parts.back.volume) / part.volume;
      const cost = rough / hullVolume + HOLLOW * hollow + UNEVEN * uneven;
      if (cost >= least) continue;
      least = cost;
      best = parts;
    }
    return best;
  }

  /** Moves the pieces back to the position of the mesh. */
  placed({ hull, ...piece }: Piece): Piece {
    const [x, y, z] = this.#origin;
    const { normals: n } = hull;
    const vertices = hull.vertices.map((value, i) => value + this.#origin[i % 3]);
    const offsets = hull.offsets.map((d, f) => d + n[3 * f] * x + n[3 * f + 1] * y + n[3 * f + 2] * z);
    return { ...piece, hull: { ...hull, vertices, offsets } };
  }

  /**
   * Corners of the surface, and those corners of the region, made by cuts alone, that belong to the part: corners inside the solid, and
   * corners on its surface (where a cut lies in a face) from which a step into the part is inside.
   */
  #points(part: SolidPart): Float64Array {
    const points: number[] = [];
    for (const { corners } of part.fragments) for (const x of corners) points.push(x);
    for (const face of part.cell) {
      for (let i = 0; i < face.length; i += 3) {
        const side = this.#side(face[i], face[i + 1], face[i + 2]);
        if (side > 0 || (side === 0 && this.#opensInside(part, face, i)))
          points.push(face[i], face[i + 1], face[i + 2]);
      }
    }
    return distinct(points);
  }

  #side(x: number, y: number, z: number): number {
    return bspSide(this.#tree, x + this.#origin[0], y + this.#origin[1], z + this.#origin[2]);
  }

  /** A step from a corner of the cell towards the middle of the cell, of its faces or of a face of the part. */
  #opensInside({ fragments, cell }: SolidPart, corner: readonly number[], i: number): boolean {
    const inside = (target: readonly number[]): boolean => {
      const [dx, dy, dz] = [target[0] - corner[i], target[1] - corner[i + 1], target[2] - corner[i + 2]];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const step = (STEP * this.#thickness) / Math.max(length, STEP * this.#thickness);
      return this.#side(corner[i] + step * dx, corner[i + 1] + step * dy, corner[i + 2] + step * dz) > 0;
    };
    const middles = cell.map(meanOf);
    if (inside(meanOf(middles.flat())) || middles.some(inside)) return true;
    return fragments.some(({ corners }) => inside(meanOf([...meanOf(corners), ...meanOf(middles.flat())])));
  }
}

function meanOf(points: readonly number[]): [number, number, number] {
  const mean: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < points.length; i++) mean[i % 3] += (3 * points[i]) / points.length;
  return mean;
}

function fragmentsOf({ positions, triangles }: TriangleMesh, origin: readonly number[]) {
  const fragments: Fragment[] = [];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const planes: (Plane | null)[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners: number[] = [];
    for (let c = 0; c < 9; c++) {
      const k = c % 3;
      const x = positions[3 * triangles[t + Math.floor(c / 3)] + k] - origin[k];
      corners.push(x);
      low[k] = Math.min(low[k], x);
      high[k] = Math.max(high[k], x);
    }
    const plane = planeOf(corners);
    planes.push(plane);
    // a face without area still closes the surface for neighbouring cuts
    fragments.push({ corners, plane: plane ?? { x: 0, y: 0, z: 1, offset: corners[2] } });
  }
  const creases: Crease[] = [];
  const { twin } = halfEdges({ positions, triangles });
  for (let h = 0; h < triangles.length; h++) {
    const other = twin[h];
    if (other < h) continue;
    const [p, q] = [planes[Math.floor(h / 3)], planes[Math.floor(other / 3)]];
    if (p === null || q === null) continue;
    const at = (v: number): [number, number, number] => [
      positions[3 * v] - origin[0],
      positions[3 * v + 1] - origin[1],
      positions[3 * v + 2] - origin[2],
    ];
    const [x, y, z] = at(triangles[nextHalfEdge(nextHalfEdge(other))]);
    // hollow: the far corner of one face lies in front of the other
    const depth = p.x * x + p.y * y + p.z * z - p.offset;
    if (depth <= 1e-9 * Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2])) continue;
    creases.push({
      ends: [...at(triangles[h]), ...at(triangles[nextHalfEdge(h)])],
      normals: [p.x, p.y, p.z, q.x, q.y, q.z],
    });
  }
  return { fragments, creases, low, high };
}

function creaseLength({ creases }: SolidPart): number {
  let sum = 0;
  for (const { ends } of creases) {
    const [x, y, z] = [ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]];
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return sum;
}

function measuredHull(points: Float64Array): { hull: Hull | null; volume: number } {
  try {
    const hull = convexHull(points);
    return { hull, volume: integrateMesh(hull.vertices, hullToTriangles(hull)).volume };
  } catch (error) {
    if (error instanceof BuildError) return { hull: null, volume: 0 }; // negligibly thin
    throw error;
  }
}

/** Each point once; corners appear once for each of their faces. */
function distinct(points: readonly number[]): Float64Array {
  const order = Array.from({ length: points.length / 3 }, (_, i) => 3 * i).sort(
    (a, b) => points[a] - points[b] || points[a + 1] - points[b + 1] || points[a + 2] - points[b + 2],
  );
  const kept: number[] = [];
  order.forEach((i, n) => {
    const j = order[n - 1];
    const again =
      n > 0 && points[i] === points[j] && points[i + 1] === points[j + 1] && points[i + 2] === points[j + 2];
    if (!again) kept.push(points[i], points[i + 1], points[i + 2]);
  });
  return Float64Array.from(kept);
}
