/**
 * A solid dipped into a half-space: all of the common volume hangs below one plane with outward normal m, so
 *   integral f depth dA = sum over the facets below of f depth (-m.dS)          (patches.ts, with the plane as zero)
 * and only the solid's own facets are cut. What is left of a facet is a polygon; it is summed as triangles from its centroid
 * to its edges, signed, so that it need not be convex or in one piece. The edges are those of the facet, clipped; the cut
 * itself is closed by way of the mean q of its ends: X -> q where the edge comes up, q -> X where it goes down. All this
 * moves smoothly with the solid.
 *
 * Friction points the same way all along a ray from the point that does not slip, and jumps across that point. Where it lies
 * within reach of a facet the sectors start from it instead of the centroid, so that spin is integrated as smoothly as slip.
 * Sectors next to each other of a facet with many edges, a disc, are summed together by three points with their area, centre and
 * second moments: exact to degree two, as each of them would be.
 */
import type { PreparedMesh } from '../mesh-mesh/prepared-mesh.ts';
import { type Facets, facetsOf, MANY_EDGES } from './facets.ts';
import type { PatchList } from './patch-list.ts';
import { SectorGroup } from './sector-group.ts';
import { PATCH_POINTS } from './triangle-rules.ts';

/** Square of the cosine below which a facet is a wall and adds nothing, as in patches.ts. */
const WALL = 1e-20;
/** Cosine from which on a facet is summed sector by sector, and up to which what is below of it, a rim, goes into three points. */
const SLOPING = 0.1;
const STEEP = 0.05;

/** Sectors of a facet with many edges are summed in this many groups: over 22 degrees friction of spin turns by little. */
const GROUPS = 16;

const point = new Float64Array(3);
const direction = new Float64Array(3);
const edge = new Float64Array(6);
const closing = new Float64Array(3);
const [NONE, ALL, COMES_UP, GOES_DOWN] = [0, 1, 2, 3]; // what is below of an edge
let stack = new Int32Array(64);

/** A plane seen from a mesh: outward unit normal (3), height along it [m] from the centre of the mesh. */
export type Plane = Float64Array;

export class FlatCut {
  private readonly mesh: PreparedMesh;
  private readonly facets: Facets;
  private deepest = 0;
  /** apex of the sectors of the facet under way, and the quadrature */
  private cx = 0;
  private cy = 0;
  private cz = 0;
  private rule = PATCH_POINTS.coarse;
  /** of the facet under way, 0 ... 1, that goes by sectors */
  private part = 1;
  private readonly group = new SectorGroup();
  /** a point of the axis across the plane on which nothing slips; NaN where there is none */
  private readonly still = new Float64Array(3);

  constructor(mesh: PreparedMesh) {
    this.mesh = mesh;
    this.facets = facetsOf(mesh);
  }

  /** The axis of no slip goes through this point of the mesh's frame [m]; NaN: there is none. */
  setStill(x: number, y: number, z: number): void {
    this.still[0] = x;
    this.still[1] = y;
    this.still[2] = z;
  }

  /**
   * Adds the one patch of the solid and the half-space behind the plane, if they meet. rot (row-major at r) takes the frame
   * of the mesh to the world, x y z is its centre there. sign: 1 where the solid is A of the pair, -1 where it is B.
   */
  add(out: PatchList, rot: Float64Array, r: number, x: number, y: number, z: number, plane: Plane, sign: number): void {
    const { facets } = this;
    const { boxes, link, count, order, depth } = facets.tree;
    const mx = plane[0];
    const my = plane[1];
    const mz = plane[2];
    const height = plane[3];
    if (stack.length < depth + 2) stack = new Int32Array(2 * (depth + 2));
    this.deepest = 0;
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
        direction[0] = -sign * mx;
        direction[1] = -sign * my;
        direction[2] = -sign * mz;
        out.beginPoints(rot, r, x, y, z, direction, 0);
        begun = true;
      }
      for (let i = link[node]; i < link[node] + count[node]; i++)
        this.addFacet(out, order[i], mx, my, mz, height, sign);
    }
    if (begun) out.endPoints(this.deepest, -sign * height);
  }

  private addFacet(out: PatchList, f: number, mx: number, my: number, mz: number, height: number, sign: number): void {
    const { plane, start, from, to, centre } = this.facets;
    const { positions: p } = this.mesh;
    const nx = plane[4 * f];
    const ny = plane[4 * f + 1];
    const nz = plane[4 * f + 2];
    const cosine = -(mx * nx + my * ny + mz * nz);
    if (cosine * cosine <= WALL) return;
    const first = start[f];
    const end = start[f + 1];
    // ends of the cut, and their mean
    let ends = 0;
    let qx = 0;
    let qy = 0;
    let qz = 0;
    let below = false;
    for (let e = first; e < end; e++) {
      const a = from[e];
      const b = to[e];
      const da = height - (mx * p[a] + my * p[a + 1] + mz * p[a + 2]);
      const db = height - (mx * p[b] + my * p[b + 1] + mz * p[b + 2]);
      if (da > 0) {
        below = true;
        if (da > this.deepest) this.deepest = da;
      }
      if (da > 0 === db > 0) continue;
      const t = da / (da - db);
      qx += p[a] + t * (p[b] - p[a]);
      qy += p[a + 1] + t * (p[b + 1] - p[a + 1]);
      qz += p[a + 2] + t * (p[b + 2] - p[a + 2]);
      ends++;
    }
    if (!below) return;
    this.rule = this.facets.wide[f] === 1 ? PATCH_POINTS.fine : PATCH_POINTS.coarse;
    if (ends === 0) {
      this.cx = centre[3 * f];
      this.cy = centre[3 * f + 1];
      this.cz = centre[3 * f + 2];
    } else {
      qx /= ends;
      qy /= ends;
      qz /= ends;
      if (!this.centroidBelow(f, qx, qy, qz, mx, my, mz, height)) return;
    }
    // walls of a disc that leans by a hair carry next to nothing, and are as many as it has sides
    this.part = Math.max(0, Math.min(1, (Math.abs(cosine) - STEEP) / (SLOPING - STEEP)));
    closing[0] = qx;
    closing[1] = qy;
    closing[2] = qz;
    if (this.part < 1 && !this.addRim(out, f, mx, my, mz, height, cosine, sign)) this.part = 1;
    if (this.part === 0) return;
    const reach = ends === 0 ? this.facets.reach[f] : this.reachBelow(f, mx, my, mz, height);
    this.moveToStill(f, reach, mx, my, mz, cosine);
    const many = end - first >= MANY_EDGES;
    if (many) this.addGroups(out, f, mx, my, mz, height, cosine, sign);
    if (many && ends === 0) return;
    const x = edge;
    for (let e = first; e < end; e++) {
      const below = this.clipEdge(e, mx, my, mz, height);
      if (below === NONE) continue;
      if (!many) this.addSector(out, f, x[0], x[1], x[2], x[3], x[4], x[5], mx, my, mz, height, cosine, sign);
      if (below === COMES_UP) this.addSector(out, f, x[3], x[4], x[5], qx, qy, qz, mx, my, mz, height, cosine, sign);
      if (below === GOES_DOWN) this.addSector(out, f, qx, qy, qz, x[0], x[1], x[2], mx, my, mz, height, cosine, sign);
    }
  }

  /** Centroid of the part of facet f below the plane, from sectors about q, which lies on the cut; false where none is left. */
  private centroidBelow(
    f: number,
    qx: number,
    qy: number,
    qz: number,
    mx: number,
    my: number,
    mz: number,
    height: number,
  ): boolean {
    const { plane, start, from, to } = this.facets;
    const { positions: p } = this.mesh;
    const nx = plane[4 * f];
    const ny = plane[4 * f + 1];
    const nz = plane[4 * f + 2];
    let area = 0;
    let sx = 0;
    let sy = 0;
    let sz = 0;
    for (let e = start[f]; e < start[f + 1]; e++) {
      const a = from[e];
      const b = to[e];
      const da = height - (mx * p[a] + my * p[a + 1] + mz * p[a + 2]);
      const db = height - (mx * p[b] + my * p[b + 1] + mz * p[b + 2]);
      if (!(da > 0 || db > 0)) continue;
      const t = da > 0 ? (db > 0 ? 0 : da / (da - db)) : da / (da - db);
      const keepA = da > 0 ? 0 : t;
      const keepB = db > 0 ? 1 : t;
      const ex = p[b] - p[a];
      const ey = p[b + 1] - p[a + 1];
      const ez = p[b + 2] - p[a + 2];
      const ux = p[a] + keepA * ex - qx;
      const uy = p[a + 1] + keepA * ey - qy;
      const uz = p[a + 2] + keepA * ez - qz;
      const vx = p[a] + keepB * ex - qx;
      const vy = p[a + 1] + keepB * ey - qy;
      const vz = p[a + 2] + keepB * ez - qz;
      const size = nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx);
      area += size;
      sx += size * (ux + vx);
      sy += size * (uy + vy);
      sz += size * (uz + vz);
    }
    if (!(area > 0)) return false;
    this.cx = qx + sx / (3 * area);
    this.cy = qy + sy / (3 * area);
    this.cz = qz + sz / (3 * area);
    return true;
  }

  /** [m] from the apex to the farthest corner of what is below. */
  private reachBelow(f: number, mx: number, my: number, mz: number, height: number): number {
    const { start } = this.facets;
    let most = 0;
    for (let e = start[f]; e < start[f + 1]; e++) {
      if (this.clipEdge(e, mx, my, mz, height) === NONE) continue;
      for (let i = 0; i < 6; i += 3) {
        const x = edge[i] - this.cx;
        const y = edge[i + 1] - this.cy;
        const z = edge[i + 2] - this.cz;
        most = Math.max(most, x * x + y * y + z * z);
      }
    }
    return Math.sqrt(most);
  }

  /** The apex goes to where nothing slips, if that is within reach [m], and not at all from twice as far. */
  private moveToStill(f: number, reach: number, mx: number, my: number, mz: number, cosine: number): void {
    const { plane } = this.facets;
    const { still } = this;
    let dx = still[0] - this.cx;
    let dy = still[1] - this.cy;
    let dz = still[2] - this.cz;
    // along the axis into the plane of the facet
    const along = (plane[4 * f] * dx + plane[4 * f + 1] * dy + plane[4 * f + 2] * dz) / cosine;
    dx += along * mx;
    dy += along * my;
    dz += along * mz;
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(distance < 2 * reach)) return;
    const part = distance <= reach ? 1 : (2 * reach - distance) / distance;
    this.cx += part * dx;
    this.cy += part * dy;
    this.cz += part * dz;
  }

  /** All of a facet that is below, as three points. False where there is too little. */
  private addRim(
    out: PatchList,
    f: number,
    mx: number,
    my: number,
    mz: number,
    height: number,
    cosine: number,
    sign: number,
  ): boolean {
    const { group } = this;
    const { start, plane } = this.facets;
    group.begin(plane, 4 * f, this.cx, this.cy, this.cz);
    for (let e = start[f]; e < start[f + 1]; e++) {
      const ends = this.clipEdge(e, mx, my, mz, height);
      if (ends === NONE) continue;
      group.add(edge, 0, edge, 3);
      if (ends === COMES_UP) group.add(edge, 3, closing, 0);
      if (ends === GOES_DOWN) group.add(closing, 0, edge, 0);
    }
    if (!group.spread(false)) return false; // from the centroid there is no way to the centre
    this.addGroup(out, f, 1 - this.part, mx, my, mz, height, cosine, sign);
    return true;
  }

  /** The three points of the group. */
  private addGroup(
    out: PatchList,
    f: number,
    share: number,
    mx: number,
    my: number,
    mz: number,
    height: number,
    cosine: number,
    sign: number,
  ): void {
    const { points, area } = this.group;
    const part = (share * area) / 3;
    for (let i = 0; i < 9; i += 3) {
      const depth = height - (mx * points[i] + my * points[i + 1] + mz * points[i + 2]);
      out.addPoint(points, i, part * cosine * depth, sign * part, this.facets.plane, 4 * f);
    }
  }

  /** What is below of the edges of a facet with many, sectors of neighbours together: as many points however it is cut. */
  private addGroups(
    out: PatchList,
    f: number,
    mx: number,
    my: number,
    mz: number,
    height: number,
    cosine: number,
    sign: number,
  ): void {
    const { start, plane } = this.facets;
    const first = start[f];
    const count = start[f + 1] - first;
    const group = this.group;
    group.begin(plane, 4 * f, this.cx, this.cy, this.cz);
    let last = 0;
    for (let e = 0; e < count; e++) {
      if (this.clipEdge(first + e, mx, my, mz, height) !== NONE) group.add(edge, 0, edge, 3);
      if (Math.floor(((e + 1) * GROUPS) / count) === Math.floor((e * GROUPS) / count)) continue;
      if (group.spread()) {
        this.addGroup(out, f, this.part, mx, my, mz, height, cosine, sign);
      } else {
        const q = edge;
        for (let k = first + last; k <= first + e; k++) {
          if (this.clipEdge(k, mx, my, mz, height) !== NONE)
            this.addSector(out, f, q[0], q[1], q[2], q[3], q[4], q[5], mx, my, mz, height, cosine, sign);
        }
      }
      last = e + 1;
      group.clear();
    }
  }

  /** The ends of what is below of edge e, into `edge`, and which way it goes through the plane. */
  private clipEdge(e: number, mx: number, my: number, mz: number, height: number): number {
    const { positions: p } = this.mesh;
    const a = this.facets.from[e];
    const b = this.facets.to[e];
    const da = height - (mx * p[a] + my * p[a + 1] + mz * p[a + 2]);
    const db = height - (mx * p[b] + my * p[b + 1] + mz * p[b + 2]);
    if (!(da > 0 || db > 0)) return NONE;
    const t = da / (da - db);
    for (let i = 0; i < 3; i++) {
      const cut = p[a + i] + t * (p[b + i] - p[a + i]);
      edge[i] = da > 0 ? p[a + i] : cut;
      edge[3 + i] = db > 0 ? p[b + i] : cut;
    }
    return da > 0 ? (db > 0 ? ALL : COMES_UP) : GOES_DOWN;
  }

  /** Points of the triangle from the apex to the edge a -> b. */
  private addSector(
    out: PatchList,
    f: number,
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    mx: number,
    my: number,
    mz: number,
    height: number,
    cosine: number,
    sign: number,
  ): void {
    const { cx, cy, cz, rule } = this;
    const { plane } = this.facets;
    const ux = ax - cx;
    const uy = ay - cy;
    const uz = az - cz;
    const vx = bx - cx;
    const vy = by - cy;
    const vz = bz - cz;
    const area =
      0.5 *
      (plane[4 * f] * (uy * vz - uz * vy) +
        plane[4 * f + 1] * (uz * vx - ux * vz) +
        plane[4 * f + 2] * (ux * vy - uy * vx));
    if (area === 0) return;
    const size = this.part * area;
    for (let q = 0; q < rule.length; q += 4) {
      const s = rule[q + 1];
      const t = rule[q + 2];
      point[0] = cx + s * ux + t * vx;
      point[1] = cy + s * uy + t * vy;
      point[2] = cz + s * uz + t * vz;
      const depth = height - (mx * point[0] + my * point[1] + mz * point[2]);
      const part = rule[q + 3] * size;
      out.addPoint(point, 0, part * cosine * depth, sign * part, plane, 4 * f);
    }
  }
}
