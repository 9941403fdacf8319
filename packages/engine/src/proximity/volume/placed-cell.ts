/** One cell of a floor (cells.ts) in the frame of a pair, and where its bounds meet. */
import type { Side } from '../mesh-mesh/side.ts';
import { BOUND_STRIDE, type Cells, CORNER_STRIDE } from './cells.ts';

/** Square of the sine below which a bound is parallel to its face, as in cells.ts. */
const PARALLEL = 1e-6;
/** Of the reach of a pair: more than distances are rounded by. */
const ROUNDING = 1e-13;
/** Square of the sine below which two bounds are one. */
const ONE = 1e-20;
/** Square of the distance, over the area of the region, from which on a corner is out of it. */
const FAR = 1e6;
/** Square of the cosine below which the line of two bounds runs along the face. */
const ACROSS = 1e-12;

export class PlacedCell {
  /** normal and height of the face, then bounds as in Cells */
  data: Float64Array = new Float64Array(4 + BOUND_STRIDE * 16);
  bounds = 0;
  /** bounds from this one on stand across the face */
  firstUpright = 0;
  /** corners below the face, as in Cells */
  corners: Float64Array = new Float64Array(CORNER_STRIDE * 16);
  cornerCount = 0;
  /** after `meet` */
  readonly corner: Float64Array = new Float64Array(3);
  /** [m] rounding of distances from bounds */
  private margin = 0;
  /** a point of the region, and its area */
  private readonly middle = new Float64Array(4);

  /** Cell i. near[at...]: a point of the region it is for, of the area given. */
  place(cells: Cells, i: number, side: Side, near: Float64Array, at: number, area: number): void {
    const { plane, start, upright, bound } = cells;
    const { rot, shift } = side;
    for (let k = 0; k < 3; k++) this.middle[k] = near[at + k];
    this.middle[3] = area;
    this.margin = ROUNDING * side.reach;
    this.bounds = start[i + 1] - start[i];
    this.firstUpright = upright[i] - start[i];
    if (this.data.length < 4 + BOUND_STRIDE * this.bounds) {
      this.data = new Float64Array(4 + 2 * BOUND_STRIDE * this.bounds);
    }
    this.placePlane(0, plane, 4 * i, rot, shift);
    for (let b = 0; b < this.bounds; b++) {
      const from = BOUND_STRIDE * (start[i] + b);
      const to = 4 + BOUND_STRIDE * b;
      this.placePlane(to, bound, from, rot, shift);
      const x = bound[from + 4];
      const y = bound[from + 5];
      const z = bound[from + 6];
      for (let k = 0; k < 3; k++) {
        this.data[to + 4 + k] = rot[3 * k] * x + rot[3 * k + 1] * y + rot[3 * k + 2] * z + shift[k];
      }
      if (b < this.firstUpright) this.bringFoot(to);
    }
    this.placeCorners(cells, i, rot, shift);
  }

  private placeCorners({ corner, cornerStart }: Cells, i: number, rot: Float64Array, shift: Float64Array): void {
    const first = CORNER_STRIDE * cornerStart[i];
    this.cornerCount = cornerStart[i + 1] - cornerStart[i];
    const size = CORNER_STRIDE * this.cornerCount;
    if (this.corners.length < size) this.corners = new Float64Array(2 * size);
    const { corners } = this;
    for (let o = 0; o < size; o += CORNER_STRIDE) {
      const x = corner[first + o];
      const y = corner[first + o + 1];
      const z = corner[first + o + 2];
      for (let k = 0; k < 3; k++) {
        corners[o + k] = rot[3 * k] * x + rot[3 * k + 1] * y + rot[3 * k + 2] * z + shift[k];
        corners[o + 3 + k] = corner[first + o + 3 + k];
      }
    }
  }

  /** The point of face and bound that is nearest to the region. */
  private bringFoot(o: number): void {
    const { data: c, middle } = this;
    let x = c[1] * c[o + 2] - c[2] * c[o + 1];
    let y = c[2] * c[o] - c[0] * c[o + 2];
    let z = c[0] * c[o + 1] - c[1] * c[o];
    const size = x * x + y * y + z * z;
    const dx = middle[0] - c[o + 4];
    const dy = middle[1] - c[o + 5];
    const dz = middle[2] - c[o + 6];
    if (size > PARALLEL) {
      const along = (x * dx + y * dy + z * dz) / size;
      x *= along;
      y *= along;
      z *= along;
    } else {
      const above = c[o] * dx + c[o + 1] * dy + c[o + 2] * dz;
      x = dx - above * c[o];
      y = dy - above * c[o + 1];
      z = dz - above * c[o + 2];
    }
    c[o + 4] += x;
    c[o + 5] += y;
    c[o + 6] += z;
  }

  private placePlane(to: number, from: Float64Array, o: number, rot: Float64Array, shift: Float64Array): void {
    const x = from[o];
    const y = from[o + 1];
    const z = from[o + 2];
    const nx = rot[0] * x + rot[1] * y + rot[2] * z;
    const ny = rot[3] * x + rot[4] * y + rot[5] * z;
    const nz = rot[6] * x + rot[7] * y + rot[8] * z;
    const cell = this.data;
    cell[to] = nx;
    cell[to + 1] = ny;
    cell[to + 2] = nz;
    cell[to + 3] = from[o + 3] + nx * shift[0] + ny * shift[1] + nz * shift[2];
  }

  /**
   * Beyond the face, or one of the bounds, altogether, and clearly: pieces of surface whose common edge lies in a bound must agree
   * on which of them has the cut.
   */
  excludes(p: Float64Array, k: number): boolean {
    const { data: cell, bounds } = this;
    let o = 0;
    for (let b = -1; b < bounds; b++) {
      const nx = cell[o];
      const ny = cell[o + 1];
      const nz = cell[o + 2];
      const h = cell[o + 3] + this.margin;
      if (
        nx * p[k] + ny * p[k + 1] + nz * p[k + 2] > h &&
        nx * p[k + 3] + ny * p[k + 4] + nz * p[k + 5] > h &&
        nx * p[k + 6] + ny * p[k + 7] + nz * p[k + 8] > h
      ) {
        return true;
      }
      o = 4 + BOUND_STRIDE * (b + 1);
    }
    return false;
  }

  /** Where bounds a and b and the face meet, or, if nowhere, a point of both bounds; false: they are parallel. */
  meet(a: number, b: number): boolean {
    const { data: c, corner, middle } = this;
    const p = 4 + BOUND_STRIDE * Math.min(a, b);
    const q = 4 + BOUND_STRIDE * Math.max(a, b);
    const lx = c[p + 1] * c[q + 2] - c[p + 2] * c[q + 1];
    const ly = c[p + 2] * c[q] - c[p] * c[q + 2];
    const lz = c[p] * c[q + 1] - c[p + 1] * c[q];
    const size = lx * lx + ly * ly + lz * lz;
    if (!(size > ONE)) return false;
    // the third plane: the face, or the one across the line of the two through the first's foot
    let along = c[0] * lx + c[1] * ly + c[2] * lz;
    let x = c[0];
    let y = c[1];
    let z = c[2];
    let h = c[3];
    if (along * along < ACROSS * size) {
      along = size;
      x = lx;
      y = ly;
      z = lz;
      h = lx * c[p + 4] + ly * c[p + 5] + lz * c[p + 6];
    }
    const hp = c[p + 3] / along;
    const hq = c[q + 3] / along;
    const hf = h / along;
    corner[0] = hf * lx + hp * (c[q + 1] * z - c[q + 2] * y) + hq * (y * c[p + 2] - z * c[p + 1]);
    corner[1] = hf * ly + hp * (c[q + 2] * x - c[q] * z) + hq * (z * c[p] - x * c[p + 2]);
    corner[2] = hf * lz + hp * (c[q] * y - c[q + 1] * x) + hq * (x * c[p + 1] - y * c[p]);
    // far away nothing begins: nearer along the line rounding is less
    const dx = middle[0] - corner[0];
    const dy = middle[1] - corner[1];
    const dz = middle[2] - corner[2];
    if (dx * dx + dy * dy + dz * dz > FAR * middle[3]) {
      const back = (lx * dx + ly * dy + lz * dz) / size;
      corner[0] += back * lx;
      corner[1] += back * ly;
      corner[2] += back * lz;
    }
    return true;
  }
}
