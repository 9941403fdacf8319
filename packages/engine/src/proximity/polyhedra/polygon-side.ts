/** Data of one of two polygon meshes while a pair is computed. Entries are valid only if their tick is the present one. */
import type { PolygonMesh } from './polygon-mesh.ts';

export class PolygonSide {
  polygons!: PolygonMesh;
  /** [m] vertices in the frame of the other mesh */
  seen: Float64Array = new Float64Array(0);
  seenTick: Int32Array = new Int32Array(0);
  /** from the own frame to that of the other: row-major 3x3, shift */
  readonly rot: Float64Array = new Float64Array(9);
  readonly shift: Float64Array = new Float64Array(3);
  /** vertices: 1 inside the other body, -1 outside; its node of the union-find */
  state: Int8Array = new Int8Array(0);
  stateTick: Int32Array = new Int32Array(0);
  node: Int32Array = new Int32Array(0);
  /** inside vertices whose edges have not been processed yet */
  stack: Int32Array = new Int32Array(0);
  top = 0;
  /** crossings on an edge, linked; the edges crossed */
  head: Int32Array = new Int32Array(0);
  headTick: Int32Array = new Int32Array(0);
  crossed: Int32Array = new Int32Array(0);
  crossedCount = 0;
  /** half-edges wholly inside the other body */
  inner: Int32Array = new Int32Array(0);
  innerCount = 0;
  /** polygons: unit normal (3) and a point of the plane (3) in the frame of the pair */
  plane: Float64Array = new Float64Array(0);
  planeTick: Int32Array = new Int32Array(0);

  use(polygons: PolygonMesh): void {
    this.polygons = polygons;
    this.top = 0;
    this.crossedCount = 0;
    this.innerCount = 0;
    const vertices = polygons.mesh.positions.length / 3;
    if (vertices > this.seenTick.length) {
      this.seen = new Float64Array(3 * vertices);
      this.seenTick = new Int32Array(vertices);
      this.state = new Int8Array(vertices);
      this.stateTick = new Int32Array(vertices);
      this.node = new Int32Array(vertices);
      this.stack = new Int32Array(vertices);
    }
    if (polygons.edges > this.headTick.length) {
      this.head = new Int32Array(polygons.edges);
      this.headTick = new Int32Array(polygons.edges);
      this.crossed = new Int32Array(polygons.edges);
      this.inner = new Int32Array(polygons.edges);
    }
    if (polygons.count > this.planeTick.length) {
      this.plane = new Float64Array(6 * polygons.count);
      this.planeTick = new Int32Array(polygons.count);
    }
  }

  /** Resets all ticks after an overflow. */
  forget(): void {
    for (const tick of [this.seenTick, this.stateTick, this.headTick, this.planeTick]) tick.fill(0);
  }

  bring(vertex: number, tick: number): void {
    this.seenTick[vertex] = tick;
    const { rot, shift, seen } = this;
    const x = this.polygons.mesh.positions;
    const v = 3 * vertex;
    const vx = x[v];
    const vy = x[v + 1];
    const vz = x[v + 2];
    seen[v] = rot[0] * vx + rot[1] * vy + rot[2] * vz + shift[0];
    seen[v + 1] = rot[3] * vx + rot[4] * vy + rot[5] * vz + shift[1];
    seen[v + 2] = rot[6] * vx + rot[7] * vy + rot[8] * vz + shift[2];
  }

  /** Marks a vertex; false where it was known to be on the other side. */
  mark(vertex: number, inside: boolean, tick: number): boolean {
    const state = inside ? 1 : -1;
    if (this.stateTick[vertex] === tick) return this.state[vertex] === state;
    this.stateTick[vertex] = tick;
    this.state[vertex] = state;
    if (inside) {
      this.node[vertex] = -1;
      this.stack[this.top++] = vertex;
    }
    return true;
  }
}
