/** Everything a pair of meshes needs while it is worked on and nobody needs afterwards: one serves all pairs in turn. */
import { makePairList, type PairList } from '../../geometry/index.ts';
import { Crossings, grown } from './crossings.ts';
import { Side } from './side.ts';

export class MeshWorkspace {
  readonly sides: readonly [Side, Side] = [new Side(), new Side()];
  readonly crossings: Crossings = new Crossings();
  readonly candidates: PairList = makePairList();
  /** for the search along a ray */
  readonly hits: PairList = makePairList();
  /** whose results the workspace holds */
  owner: object | undefined;
  /** number of the present computation */
  tick = 0;
  /** [m] no two points of the pair are further apart */
  reach = 0;
  /** [m] by which boxes are grown */
  margin = 0;
  /** rotation and shift of side 1 in the frame of side 0 */
  readonly relativeRot: Float64Array = new Float64Array(9);
  readonly relativeShift: Float64Array = new Float64Array(3);
  /** closed contours found */
  loops = 0;
  /** labels: contours first, then whole shells; union-find */
  labels = 0;
  private parent: Int32Array = new Int32Array(32);
  /** a triangle crossed by the other mesh's edges only: side, triangle, label, and the signed area of the loops in it */
  piercings = 0;
  piercedSide: Uint8Array = new Uint8Array(32);
  piercedTriangle: Int32Array = new Int32Array(32);
  piercedLabel: Int32Array = new Int32Array(32);
  piercedArea: Float64Array = new Float64Array(32);
  /** crossings of an edge in order */
  order: Int32Array = new Int32Array(64);
  /** times a state had to be found by a ray */
  rays = 0;

  /** A new computation. */
  begin(): void {
    if (this.tick === 0x7ffffffe) {
      for (const side of this.sides) side.forget();
      this.crossings.forget();
      this.tick = 0;
    }
    this.tick += 1;
    this.loops = 0;
    this.labels = 0;
    this.piercings = 0;
    this.rays = 0;
    this.crossings.clear();
  }

  newLabel(): number {
    if (this.labels === this.parent.length) this.parent = grown(this.parent);
    this.parent[this.labels] = this.labels;
    return this.labels++;
  }

  find(label: number): number {
    const parent = this.parent;
    let root = label;
    while (parent[root] !== root) root = parent[root];
    while (parent[label] !== root) {
      const up = parent[label];
      parent[label] = root;
      label = up;
    }
    return root;
  }

  /** The lower root stays. */
  unite(a: number, b: number): void {
    if (a === b) return;
    const p = this.find(a);
    const q = this.find(b);
    if (p < q) this.parent[q] = p;
    else this.parent[p] = q;
  }

  reserveOrder(count: number): void {
    if (count > this.order.length) this.order = new Int32Array(2 * count);
  }

  addPierced(side: number, triangle: number, label: number, area: number): void {
    const n = this.piercings;
    if (n === this.piercedSide.length) {
      const sides = new Uint8Array(2 * n);
      sides.set(this.piercedSide);
      this.piercedSide = sides;
      this.piercedTriangle = grown(this.piercedTriangle);
      this.piercedLabel = grown(this.piercedLabel);
      const areas = new Float64Array(2 * n);
      areas.set(this.piercedArea);
      this.piercedArea = areas;
    }
    this.piercedSide[n] = side;
    this.piercedTriangle[n] = triangle;
    this.piercedLabel[n] = label;
    this.piercedArea[n] = area;
    this.piercings = n + 1;
  }
}
