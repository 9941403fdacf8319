/** What is known of one of the two meshes while a pair is worked on. Arrays serve any mesh: entries count only when their tick is the present one. */
import type { PreparedMesh } from '../../geometry/index.ts';

export class Side {
  mesh!: PreparedMesh;
  /** [m] vertices along world axes from the origin of the pair; valid where vertexTick is the present */
  x: Float64Array = new Float64Array(0);
  vertexTick: Int32Array = new Int32Array(0);
  /** 1 inside the other body, -1 outside; valid where stateTick is the present */
  state: Int8Array = new Int8Array(0);
  stateTick: Int32Array = new Int32Array(0);
  /** union-find label of inside vertices; valid where labelTick is the present */
  label: Int32Array = new Int32Array(0);
  labelTick: Int32Array = new Int32Array(0);
  /** the inside vertices */
  inside: Int32Array = new Int32Array(0);
  insideCount = 0;

  /** corners a b c of a triangle, (b - a) x (c - a), and the bound of rounding in its product with a distance: FACE numbers */
  face: Float64Array = new Float64Array(0);
  faceTick: Int32Array = new Int32Array(0);
  /** triangles that are cut, wholly inside, in a shell that is cut */
  cutTick: Int32Array = new Int32Array(0);
  innerTick: Int32Array = new Int32Array(0);
  shellTick: Int32Array = new Int32Array(0);
  /** where the boundary of the inside part goes from a corner whose edge is crossed */
  cornerNext: Int32Array = new Int32Array(0);
  stack: Int32Array = new Int32Array(0);
  stackTop = 0;

  /** crossings on an edge, linked */
  edgeHead: Int32Array = new Int32Array(0);
  edgeTick: Int32Array = new Int32Array(0);
  crossedEdges: Int32Array = new Int32Array(0);
  crossedCount = 0;

  /** rotation, and shift of the mesh's centre from the origin of the pair */
  readonly rot: Float64Array = new Float64Array(9);
  readonly shift: Float64Array = new Float64Array(3);
  /** [m] no two points of the pair are further apart */
  reach = 0;

  use(mesh: PreparedMesh): void {
    this.mesh = mesh;
    this.insideCount = 0;
    this.crossedCount = 0;
    this.stackTop = 0;
    const vertices = mesh.positions.length / 3;
    const triangles = mesh.source.length;
    if (vertices > this.vertexTick.length) {
      this.x = new Float64Array(3 * vertices);
      this.vertexTick = new Int32Array(vertices);
      this.state = new Int8Array(vertices);
      this.stateTick = new Int32Array(vertices);
      this.label = new Int32Array(vertices);
      this.labelTick = new Int32Array(vertices);
      this.inside = new Int32Array(vertices);
    }
    if (triangles > this.faceTick.length) {
      this.face = new Float64Array(FACE * triangles);
      this.faceTick = new Int32Array(triangles);
      this.cutTick = new Int32Array(triangles);
      this.innerTick = new Int32Array(triangles);
      this.shellTick = new Int32Array(triangles);
      this.cornerNext = new Int32Array(3 * triangles);
      this.stack = new Int32Array(triangles);
      // 3/2 edges a triangle
      this.edgeHead = new Int32Array(2 * triangles);
      this.edgeTick = new Int32Array(2 * triangles);
      this.crossedEdges = new Int32Array(2 * triangles);
    }
  }

  /** After the ticks have run out. */
  forget(): void {
    const ticks = [this.vertexTick, this.stateTick, this.labelTick, this.faceTick, this.cutTick, this.innerTick];
    for (const tick of [...ticks, this.shellTick, this.edgeTick]) tick.fill(0);
  }

  /** Moves a vertex to the frame of the pair, unless it is there. */
  bring(vertex: number, tick: number): void {
    if (this.vertexTick[vertex] === tick) return;
    this.vertexTick[vertex] = tick;
    const { rot, shift, x } = this;
    const given = this.mesh.positions;
    const v = 3 * vertex;
    const vx = given[v];
    const vy = given[v + 1];
    const vz = given[v + 2];
    x[v] = rot[0] * vx + rot[1] * vy + rot[2] * vz + shift[0];
    x[v + 1] = rot[3] * vx + rot[4] * vy + rot[5] * vz + shift[1];
    x[v + 2] = rot[6] * vx + rot[7] * vy + rot[8] * vz + shift[2];
  }

  /**
   * Corners and plane of a triangle. Rounding of n . (p - a) with |p - a| <= reach: components of n err by 8 u L^2
   * (L the longest component of the edges), so three products and two sums by less than 46 u L^2 reach, u = 2^-53.
   */
  bringTriangle(f: number, tick: number): void {
    this.faceTick[f] = tick;
    const { corners } = this.mesh;
    this.bring(corners[3 * f], tick);
    this.bring(corners[3 * f + 1], tick);
    this.bring(corners[3 * f + 2], tick);
    const { x, face } = this;
    const a = 3 * corners[3 * f];
    const b = 3 * corners[3 * f + 1];
    const c = 3 * corners[3 * f + 2];
    const ax = x[a];
    const ay = x[a + 1];
    const az = x[a + 2];
    const bx = x[b];
    const by = x[b + 1];
    const bz = x[b + 2];
    const cx = x[c];
    const cy = x[c + 1];
    const cz = x[c + 2];
    const ux = bx - ax;
    const uy = by - ay;
    const uz = bz - az;
    const vx = cx - ax;
    const vy = cy - ay;
    const vz = cz - az;
    const o = FACE * f;
    face[o] = ax;
    face[o + 1] = ay;
    face[o + 2] = az;
    face[o + 3] = bx;
    face[o + 4] = by;
    face[o + 5] = bz;
    face[o + 6] = cx;
    face[o + 7] = cy;
    face[o + 8] = cz;
    face[o + 9] = uy * vz - uz * vy;
    face[o + 10] = uz * vx - ux * vz;
    face[o + 11] = ux * vy - uy * vx;
    const u = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz));
    const v = Math.max(Math.abs(vx), Math.abs(vy), Math.abs(vz));
    face[o + 12] = ROUNDING * u * v * this.reach;
  }
}

/** numbers kept of a triangle, and where its normal is among them */
export const FACE = 13;
export const NORMAL = 9;

/** above 46 x 2^-53, with room for the rounding of the bound itself */
export const ROUNDING = 6e-15;
