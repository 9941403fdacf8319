/**
 * A solid dipped into a half-space: the common volume lies below one plane with outward normal m, so
 *   integral f depth dA = sum over the facets below of f depth (-m.dS)          (patches.ts, with the plane as zero)
 * and only the solid's own facets are cut. The wet part of a facet is a polygon, summed as triangles from its centroid to its edges. The
 * edges are those of the facet, clipped; the cut is closed through the mean q of its ends: X -> q where an edge comes up, q -> X where it
 * goes down. All of this moves smoothly with the solid.
 *
 * Friction has one direction along a ray from the point without slip, and jumps across that point. Where this point lies within reach of a
 * facet, the sectors start from it instead of the centroid, so that spin is integrated as smoothly as sliding; where it lies beside the wet
 * part of the facet, they start from the nearest point of that part. Facets are convex, or were divided: no sector is inverted.
 * Neighbouring sectors of a facet with many edges, such as a disc, are summed together by three points with their area, centre and second
 * moments: exact to degree two, like separate sectors. A facet that is wholly below the plane and summed from its centroid has the same
 * points in every pose: they are computed once.
 */
import type { PreparedMesh } from '../../geometry/index.ts';
import { addBelow } from './below.ts';
import { FACE_STRIDE } from './face-points.ts';
import { convexFacetsOf, type Facets, MANY_EDGES } from './facets.ts';
import type { PatchList } from './patch-list.ts';
import { SectorGroup } from './sector-group.ts';
import { PATCH_POINTS } from './triangle-rules.ts';

/** Square of the cosine below which a facet counts as a wall and adds nothing, as in patches.ts. */
const WALL = 1e-20;
/** Cosine from which a facet is summed sector by sector, and below which its wet part, a rim, is represented by three points. */
const SLOPING = 0.1;
const STEEP = 0.05;
/** Largest distance between a facet's centroid and the point without slip at which the centroid is still used, as a part of its reach. */
const CENTRED = 1e-7;

const direction = new Float64Array(3);
const edge = new Float64Array(6);
const closing = new Float64Array(3);
/** the plane in the frame of the mesh (4), cosine of the present facet, sign: an array, because separate number arguments would be boxed */
const cut = new Float64Array(6);
const COSINE = 4;
const SIGN = 5;
const [NONE, ALL, COMES_UP, GOES_DOWN] = [0, 1, 2, 3]; // the part of an edge below the plane
let stack = new Int32Array(64);
/** points of the present facet, in the layout of PatchList.addFace */
let found = new Float64Array(FACE_STRIDE * 256);
let foundCount = 0;

/** A plane in the frame of a mesh: outward unit normal (3), height along it [m] from the centre of the mesh. */
export type Plane = Float64Array;

export class FlatCut {
  private readonly mesh: PreparedMesh;
  private readonly facets: Facets;
  /** by facet: its points for a facet wholly below the plane, without slip at its centroid */
  private readonly whole: (Float64Array | undefined)[];
  /** depth of the deepest corner */
  private readonly deepest = new Float64Array(1);
  /** apex of the sectors of the facet under way, and the quadrature */
  private readonly apex = new Float64Array(3);
  private rule = PATCH_POINTS.coarse;
  /** part of the present facet, 0 ... 1, that is summed by sectors */
  private readonly part = Float64Array.of(1);
  private readonly group = new SectorGroup();
  /** a point of the axis across the plane along which nothing slips; NaN without one */
  private still: Float64Array = new Float64Array(3);

  constructor(mesh: PreparedMesh) {
    this.mesh = mesh;
    this.facets = convexFacetsOf(mesh);
    this.whole = new Array(this.facets.count).fill(undefined);
  }

  /**
   * Adds the one patch of the solid and the half-space behind the plane, if they meet. rot (row-major at r) takes the frame
   * of the mesh to the world, `centreW` is its centre there; nothing slips at `still`, in the frame of the mesh (NaN: anywhere).
   * sign: 1 where the solid is A of the pair, -1 where it is B.
   */
  add(
    out: PatchList,
    rot: Float64Array,
    r: number,
    centreW: Float64Array,
    plane: Plane,
    still: Float64Array,
    sign: number,
  ): void {
    const { facets } = this;
    const { boxes, link, count, order, depth } = facets.tree;
    const mx = plane[0];
    const my = plane[1];
    const mz = plane[2];
    const height = plane[3];
    for (let i = 0; i < 4; i++) cut[i] = plane[i];
    cut[SIGN] = sign;
    this.still = still;
    // test for complete immersion only where half has sunk
    const sunk = mx * boxes[0] + my * boxes[1] + mz * boxes[2] < height;
    if (sunk && addBelow(out, this.mesh, rot, r, centreW, plane, sign)) return;
    if (stack.length < depth + 2) stack = new Int32Array(2 * (depth + 2));
    this.deepest[0] = 0;
    let begun = false;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const o = 6 * node;
      const reach = Math.abs(mx) * boxes[o + 3] + Math.abs(my) * boxes[o + 4] + Math.abs(mz) * boxes[o + 5];
      if (mx * boxes[o] + my * boxes[o + 1] + mz * boxes[o + 2] - reach >= height) continue;
      if (count[node] === 0) {
        stack[top++] = link[node];
        stack[top++] = node + 1;
        continue;
      }
      if (!begun) {
        for (let i = 0; i < 3; i++) direction[i] = -sign * plane[i];
        out.beginPoints(rot, r, centreW, 0, direction, 0);
        begun = true;
      }
      for (let i = link[node]; i < link[node] + count[node]; i++) {
        const f = order[i];
        const n = facets.plane;
        const cosine = -(mx * n[4 * f] + my * n[4 * f + 1] + mz * n[4 * f + 2]);
        if (cosine * cosine <= WALL) continue;
        cut[COSINE] = cosine;
        this.addFacet(out, f);
      }
    }
    if (begun) out.endPoints(this.deepest[0], -sign * height);
  }

  /**
   * For pictures: what is below a plane of the facets that look at it, as polygons on the plane in the frame of the mesh. How many corners, then x y z and
   * depth [m] of each. Facets that look away, as inside a tube that leans, are left out: they take off what others hang too deep.
   */
  facesBelow(plane: Plane): number[] {
    const { count, start, from, to, plane: n } = this.facets;
    const { positions: p } = this.mesh;
    const depthOf = (a: number): number => plane[3] - (plane[0] * p[a] + plane[1] * p[a + 1] + plane[2] * p[a + 2]);
    const out: number[] = [];
    for (let f = 0; f < count; f++) {
      const cosine = -(plane[0] * n[4 * f] + plane[1] * n[4 * f + 1] + plane[2] * n[4 * f + 2]);
      if (cosine * cosine <= WALL || cosine < 0) continue;
      const next = new Map<number, number>();
      for (let e = start[f]; e < start[f + 1]; e++) next.set(from[e], to[e]);
      const corners: number[] = [];
      const add = (x: number, y: number, z: number, depth: number): void => {
        corners.push(x + depth * plane[0], y + depth * plane[1], z + depth * plane[2], depth);
      };
      let a = from[start[f]];
      for (let i = start[f]; i < start[f + 1]; i++) {
        const b = next.get(a) ?? a;
        const [da, db] = [depthOf(a), depthOf(b)];
        if (da > 0) add(p[a], p[a + 1], p[a + 2], da);
        if (da > 0 !== db > 0) {
          const t = da / (da - db);
          add(p[a] + t * (p[b] - p[a]), p[a + 1] + t * (p[b + 1] - p[a + 1]), p[a + 2] + t * (p[b + 2] - p[a + 2]), 0);
        }
        a = b;
      }
      if (corners.length >= 12) out.push(corners.length / 4, ...corners);
    }
    return out;
  }

  private addFacet(out: PatchList, f: number): void {
    const { plane, start, centre, reach } = this.facets;
    const { apex } = this;
    const below = this.cornersBelow(f);
    if (below === 0) return;
    const first = start[f];
    const end = start[f + 1];
    const size = Math.abs(cut[COSINE]);
    const whole = below === end - first;
    foundCount = 0;
    if (whole) {
      for (let i = 0; i < 3; i++) apex[i] = centre[3 * f + i];
      if (size >= SLOPING && !this.moveToStill(f, reach[f])) {
        const points = this.whole[f] ?? this.findWhole(f);
        out.addFace(points, points.length / FACE_STRIDE, cut, plane, 4 * f);
        return;
      }
    } else {
      this.findClosing(f);
      if (!this.centroidBelow(f)) return;
    }
    this.rule = this.facets.wide[f] === 1 ? PATCH_POINTS.fine : PATCH_POINTS.coarse;
    // the many side walls of a slightly tilted disc carry almost nothing
    this.part[0] = Math.max(0, Math.min(1, (size - STEEP) / (SLOPING - STEEP)));
    if (size < SLOPING && !this.addRim(f)) this.part[0] = 1;
    if (this.part[0] > 0) {
      // (a whole facet that slopes has moved already)
      if (!whole) this.moveToStill(f, this.reachBelow(f));
      else if (size < SLOPING) this.moveToStill(f, reach[f]);
      this.addSectors(f, whole);
    }
    out.addFace(found, foundCount, cut, plane, 4 * f);
  }

  /** Number of corners of facet f below the plane. */
  private cornersBelow(f: number): number {
    const { start, from } = this.facets;
    const { positions: p } = this.mesh;
    const mx = cut[0];
    const my = cut[1];
    const mz = cut[2];
    const height = cut[3];
    let count = 0;
    let deepest = this.deepest[0];
    for (let e = start[f]; e < start[f + 1]; e++) {
      const a = from[e];
      const depth = height - (mx * p[a] + my * p[a + 1] + mz * p[a + 2]);
      if (!(depth > 0)) continue;
      count++;
      if (depth > deepest) deepest = depth;
    }
    this.deepest[0] = deepest;
    return count;
  }

  /** The mean of the ends of the cut through facet f. */
  private findClosing(f: number): void {
    const { start } = this.facets;
    let ends = 0;
    closing.fill(0);
    for (let e = start[f]; e < start[f + 1]; e++) {
      const below = this.clipEdge(e);
      if (below !== COMES_UP && below !== GOES_DOWN) continue;
      const at = below === COMES_UP ? 3 : 0;
      for (let i = 0; i < 3; i++) closing[i] += edge[at + i];
      ends++;
    }
    for (let i = 0; i < 3; i++) closing[i] /= ends;
  }

  /** The points of a facet f wholly below the plane, from its centroid. */
  private findWhole(f: number): Float64Array {
    this.rule = this.facets.wide[f] === 1 ? PATCH_POINTS.fine : PATCH_POINTS.coarse;
    this.part[0] = 1;
    this.addSectors(f, true);
    const points = found.slice(0, FACE_STRIDE * foundCount);
    this.whole[f] = points;
    return points;
  }

  private addSectors(f: number, whole: boolean): void {
    const { start } = this.facets;
    const many = start[f + 1] - start[f] >= MANY_EDGES;
    if (many) this.addGroups(f);
    if (many && whole) return;
    for (let e = start[f]; e < start[f + 1]; e++) {
      const below = this.clipEdge(e);
      if (below === NONE) continue;
      if (!many) this.addSector(f, edge, 0, edge, 3);
      if (below === COMES_UP) this.addSector(f, edge, 3, closing, 0);
      if (below === GOES_DOWN) this.addSector(f, closing, 0, edge, 0);
    }
  }

  /**
   * Centroid of the part of facet f below the plane, from sectors about `closing`, which lies on the cut; false where that part is empty.
   */
  private centroidBelow(f: number): boolean {
    const { plane, start } = this.facets;
    const nx = plane[4 * f];
    const ny = plane[4 * f + 1];
    const nz = plane[4 * f + 2];
    const qx = closing[0];
    const qy = closing[1];
    const qz = closing[2];
    let area = 0;
    let sx = 0;
    let sy = 0;
    let sz = 0;
    for (let e = start[f]; e < start[f + 1]; e++) {
      if (this.clipEdge(e) === NONE) continue;
      const ux = edge[0] - qx;
      const uy = edge[1] - qy;
      const uz = edge[2] - qz;
      const vx = edge[3] - qx;
      const vy = edge[4] - qy;
      const vz = edge[5] - qz;
      const size = nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx);
      area += size;
      sx += size * (ux + vx);
      sy += size * (uy + vy);
      sz += size * (uz + vz);
    }
    if (!(area > 0)) return false;
    this.apex[0] = qx + sx / (3 * area);
    this.apex[1] = qy + sy / (3 * area);
    this.apex[2] = qz + sz / (3 * area);
    return true;
  }

  /** [m] distance from the apex to the farthest corner of the wet part. */
  private reachBelow(f: number): number {
    const { start } = this.facets;
    const { apex } = this;
    let most = 0;
    for (let e = start[f]; e < start[f + 1]; e++) {
      if (this.clipEdge(e) === NONE) continue;
      for (let i = 0; i < 6; i += 3) {
        const x = edge[i] - apex[0];
        const y = edge[i + 1] - apex[1];
        const z = edge[i + 2] - apex[2];
        most = Math.max(most, x * x + y * y + z * z);
      }
    }
    return Math.sqrt(most);
  }

  /**
   * Moves the apex towards the point without slip: fully if that is within reach [m], not at all from twice that distance. Returns true if
   * it moved.
   */
  private moveToStill(f: number, reach: number): boolean {
    const { plane } = this.facets;
    const { still, apex } = this;
    let dx = still[0] - apex[0];
    let dy = still[1] - apex[1];
    let dz = still[2] - apex[2];
    // along the axis into the plane of the facet
    const along = (plane[4 * f] * dx + plane[4 * f + 1] * dy + plane[4 * f + 2] * dz) / cut[COSINE];
    dx += along * cut[0];
    dy += along * cut[1];
    dz += along * cut[2];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(distance < 2 * reach && distance > CENTRED * reach)) return false;
    const part = distance <= reach ? 1 : (2 * reach - distance) / distance;
    apex[0] += part * dx;
    apex[1] += part * dy;
    apex[2] += part * dz;
    this.keepInside(f);
    return true;
  }

  /** Moves the apex to the nearest point of the wet part of facet f, which is convex: sectors from there are all positive. */
  private keepInside(f: number): void {
    const { plane, start } = this.facets;
    const { apex } = this;
    const nx = plane[4 * f];
    const ny = plane[4 * f + 1];
    const nz = plane[4 * f + 2];
    let outside = cut[0] * apex[0] + cut[1] * apex[1] + cut[2] * apex[2] > cut[3];
    nearest[3] = Number.POSITIVE_INFINITY;
    cutEnds.fill(0);
    let cuts = 0;
    for (let e = start[f]; e < start[f + 1]; e++) {
      const below = this.clipEdge(e);
      if (below === NONE) continue;
      const ux = edge[3] - edge[0];
      const uy = edge[4] - edge[1];
      const uz = edge[5] - edge[2];
      const wx = apex[0] - edge[0];
      const wy = apex[1] - edge[1];
      const wz = apex[2] - edge[2];
      const left = nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx);
      if (left < 0) outside = true;
      nearestOn(edge, 0, apex);
      if (below === ALL) continue;
      const at = below === COMES_UP ? 3 : 0;
      const to = below === COMES_UP ? 0 : 3;
      for (let i = 0; i < 3; i++) cutEnds[to + i] = edge[at + i];
      cuts++;
    }
    if (!outside) return;
    if (cuts === 2) nearestOn(cutEnds, 0, apex);
    for (let i = 0; i < 3; i++) apex[i] = nearest[i];
  }

  /** The wet part of a facet as three points. False where it is too small. */
  private addRim(f: number): boolean {
    const { group, apex } = this;
    const { start, plane } = this.facets;
    group.begin(plane, 4 * f, apex);
    for (let e = start[f]; e < start[f + 1]; e++) {
      const ends = this.clipEdge(e);
      if (ends === NONE) continue;
      group.add(edge, 0, edge, 3);
      if (ends === COMES_UP) group.add(edge, 3, closing, 0);
      if (ends === GOES_DOWN) group.add(closing, 0, edge, 0);
    }
    if (!group.spread(false)) return false; // apex and centre coincide
    this.addGroup(1 - this.part[0]);
    return true;
  }

  /** Adds the three points of the group with a weight. */
  private addGroup(share: number): void {
    const { points, area } = this.group;
    const part = (share * area) / 3;
    reserve(3);
    for (let i = 0; i < 9; i += 3) {
      const o = FACE_STRIDE * foundCount++;
      for (let k = 0; k < 3; k++) found[o + k] = points[i + k];
      found[o + 3] = part;
    }
  }

  /** Adds the wet part of a facet with many edges, neighbouring sectors together: the number of points does not depend on the cut. */
  private addGroups(f: number): void {
    const { start, plane, groupEnd } = this.facets;
    const { group } = this;
    group.begin(plane, 4 * f, this.apex);
    let first = start[f];
    for (let e = start[f]; e < start[f + 1]; e++) {
      if (this.clipEdge(e) !== NONE) group.add(edge, 0, edge, 3);
      if (groupEnd[e] === 0) continue;
      if (group.spread()) this.addGroup(this.part[0]);
      else {
        for (let k = first; k <= e; k++) {
          if (this.clipEdge(k) !== NONE) this.addSector(f, edge, 0, edge, 3);
        }
      }
      first = e + 1;
      group.clear();
    }
  }

  /** Writes the ends of the part of edge e below the plane to `edge`, and its direction through the plane. */
  private clipEdge(e: number): number {
    const { positions: p } = this.mesh;
    const a = this.facets.from[e];
    const b = this.facets.to[e];
    const da = cut[3] - (cut[0] * p[a] + cut[1] * p[a + 1] + cut[2] * p[a + 2]);
    const db = cut[3] - (cut[0] * p[b] + cut[1] * p[b + 1] + cut[2] * p[b + 2]);
    if (!(da > 0 || db > 0)) return NONE;
    const t = da / (da - db);
    for (let i = 0; i < 3; i++) {
      const through = p[a + i] + t * (p[b + i] - p[a + i]);
      edge[i] = da > 0 ? p[a + i] : through;
      edge[3 + i] = db > 0 ? p[b + i] : through;
    }
    return da > 0 ? (db > 0 ? ALL : COMES_UP) : GOES_DOWN;
  }

  /** Points of the triangle from the apex to the edge from p[a...] to q[b...]. */
  private addSector(f: number, p: Float64Array, a: number, q: Float64Array, b: number): void {
    const { apex, rule } = this;
    const { plane } = this.facets;
    const ux = p[a] - apex[0];
    const uy = p[a + 1] - apex[1];
    const uz = p[a + 2] - apex[2];
    const vx = q[b] - apex[0];
    const vy = q[b + 1] - apex[1];
    const vz = q[b + 2] - apex[2];
    const area =
      0.5 *
      (plane[4 * f] * (uy * vz - uz * vy) +
        plane[4 * f + 1] * (uz * vx - ux * vz) +
        plane[4 * f + 2] * (ux * vy - uy * vx));
    if (area === 0) return;
    const size = this.part[0] * area;
    reserve(rule.length / 4);
    for (let k = 0; k < rule.length; k += 4) {
      const s = rule[k + 1];
      const t = rule[k + 2];
      const o = FACE_STRIDE * foundCount++;
      found[o] = apex[0] + s * ux + t * vx;
      found[o + 1] = apex[1] + s * uy + t * vy;
      found[o + 2] = apex[2] + s * uz + t * vz;
      found[o + 3] = rule[k + 3] * size;
    }
  }
}

/** the nearest point to an apex so far (3), square of its distance; ends of the cut through a facet */
const nearest = new Float64Array(4);
const cutEnds = new Float64Array(6);

/** Is one between the ends p[o...] and p[o + 3...] nearer? */
function nearestOn(p: Float64Array, o: number, apex: Float64Array): void {
  const ux = p[o + 3] - p[o];
  const uy = p[o + 4] - p[o + 1];
  const uz = p[o + 5] - p[o + 2];
  const square = ux * ux + uy * uy + uz * uz;
  const along = ux * (apex[0] - p[o]) + uy * (apex[1] - p[o + 1]) + uz * (apex[2] - p[o + 2]);
  const t = square > 0 ? Math.max(0, Math.min(1, along / square)) : 0;
  const x = p[o] + t * ux;
  const y = p[o + 1] + t * uy;
  const z = p[o + 2] + t * uz;
  const dx = x - apex[0];
  const dy = y - apex[1];
  const dz = z - apex[2];
  const distance = dx * dx + dy * dy + dz * dz;
  if (!(distance < nearest[3])) return;
  nearest[0] = x;
  nearest[1] = y;
  nearest[2] = z;
  nearest[3] = distance;
}

/** Makes room for more points of the present facet. */
function reserve(count: number): void {
  if (FACE_STRIDE * (foundCount + count) <= found.length) return;
  const larger = new Float64Array(2 * (found.length + FACE_STRIDE * count));
  larger.set(found);
  found = larger;
}
