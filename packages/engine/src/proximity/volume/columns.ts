/**
 * A layer between two surfaces, cut into columns that stand each on one triangle of one of them, the floor: what of the
 * other surface lies in the cell of that triangle (cells.ts), with its depth under the triangle's plane. A column pushes along
 * the triangle's own normal, whatever else the region consists of: regions that join or part change nothing.
 *   energy U = k integral of d over the common volume, d the depth under the floor's nearest face
 *   force  -dU/dx = k integral of d dS over the other surface = k sum over faces of (volume of the columns) (normal)
 * so a column of a flat floor pushes as the whole region would (Vilela 2018, s. 5.3), and the force is a gradient.
 */
import { grown } from '../mesh-mesh/crossings.ts';
import type { FanList } from '../mesh-mesh/fans.ts';
import type { Side } from '../mesh-mesh/side.ts';
import { CELL_STRIDE, type Cells } from './cells.ts';

/** Triangles whose columns are above this part of the region's area are integrated by more than one point. */
const WIDE = 1 / 16;
/** Columns below this part of that are what rounding leaves along the bounds of cells. */
const NOTHING = 1e-11;
/** Cosine below which a surface stands on the floor like a wall and carries no column. */
const UPRIGHT = 1e-10;

/** What takes the points of columns. */
export interface ColumnSink {
  /**
   * Place of the middle of a column (3), its volume [m^3], the vector area of the other surface (3) [m^2], the floor's outward
   * normal (3), the depth [m].
   */
  addColumn(column: Float64Array): void;
  /** All columns from the first on become one, at the centre of their pressure; area: wanted of them at most [m^2]. */
  joinColumns(first: number, area: number): void;
  /** columns there are */
  readonly columnCount: number;
}

const cell = new Float64Array(CELL_STRIDE);
/** unit normal of the fan at hand as it turns (3), its cosine against the floor */
const fan = new Float64Array(4);
/** part of the region, 0 ... 1; area [m^2] up to which a column has one point */
const scale = new Float64Array(2);
/** place and depth of a point of a column, its area [m^2] */
const point = new Float64Array(5);
const column = new Float64Array(11);
/** A triangle cut by four planes has at most seven corners: x y z, depth. */
let polygon = new Float64Array(4 * 8);
let cut = new Float64Array(4 * 8);

/** Triangles of a floor under one region, and the direction each goes with. */
export class CellList {
  count = 0;
  triangle: Int32Array = new Int32Array(32);
  group: Int32Array = new Int32Array(32);

  /** group: of the fans; fans that go nowhere are left out. */
  list(fans: FanList, group: Int32Array, cells: Cells, r: number): void {
    this.count = 0;
    cells.tick += 1;
    for (let i = 0; i < fans.count; i++) {
      if (fans.region[i] !== r || group[i] < 0) continue;
      const f = cells.ofSource[fans.triangle[i]];
      if (f < 0 || cells.seen[f] === cells.tick) continue;
      cells.seen[f] = cells.tick;
      if (this.count === this.triangle.length) {
        this.triangle = grown(this.triangle);
        this.group = grown(this.group);
      }
      this.triangle[this.count] = f;
      this.group[this.count++] = group[i];
    }
  }
}

/**
 * Columns of region r on those cells of the floor that go with direction g. area: of the region [m^2]; part: of it, 0 ... 1.
 */
export function addColumns(
  out: ColumnSink,
  floor: CellList,
  g: number,
  cells: Cells,
  side: Side,
  other: FanList,
  r: number,
  area: number,
  part: number,
): void {
  scale[0] = part;
  scale[1] = WIDE * area;
  for (let i = 0; i < floor.count; i++) {
    if (floor.group[i] !== g) continue;
    placeCell(cells.data, CELL_STRIDE * floor.triangle[i], side);
    const first = out.columnCount;
    for (let k = 0; k < other.count; k++) if (other.region[k] === r) addColumn(out, other, k);
    if (out.columnCount > first + 1) out.joinColumns(first, WIDE * part * area);
  }
}

/** The cell in the frame of the pair. */
function placeCell(data: Float64Array, o: number, { rot, shift }: Side): void {
  for (let p = 0; p < CELL_STRIDE; p += 4) {
    const x = data[o + p];
    const y = data[o + p + 1];
    const z = data[o + p + 2];
    cell[p] = rot[0] * x + rot[1] * y + rot[2] * z;
    cell[p + 1] = rot[3] * x + rot[4] * y + rot[5] * z;
    cell[p + 2] = rot[6] * x + rot[7] * y + rot[8] * z;
    cell[p + 3] = data[o + p + 3] + cell[p] * shift[0] + cell[p + 1] * shift[1] + cell[p + 2] * shift[2];
  }
}

function addColumn(out: ColumnSink, fans: FanList, i: number): void {
  const p = fans.points;
  const k = 9 * i;
  // out of the cell altogether?
  for (let b = 0; b < CELL_STRIDE; b += 4) {
    const nx = cell[b];
    const ny = cell[b + 1];
    const nz = cell[b + 2];
    const h = cell[b + 3];
    if (
      nx * p[k] + ny * p[k + 1] + nz * p[k + 2] >= h &&
      nx * p[k + 3] + ny * p[k + 4] + nz * p[k + 5] >= h &&
      nx * p[k + 6] + ny * p[k + 7] + nz * p[k + 8] >= h
    ) {
      return;
    }
  }
  const ux = p[k + 3] - p[k];
  const uy = p[k + 4] - p[k + 1];
  const uz = p[k + 5] - p[k + 2];
  const vx = p[k + 6] - p[k];
  const vy = p[k + 7] - p[k + 1];
  const vz = p[k + 8] - p[k + 2];
  const sx = uy * vz - uz * vy;
  const sy = uz * vx - ux * vz;
  const sz = ux * vy - uy * vx;
  const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
  // the surface under the floor looks at it; fans that are turned over count by their sign
  const facing = -fans.sign[i] * (sx * cell[0] + sy * cell[1] + sz * cell[2]);
  if (!(facing > UPRIGHT * size)) return;
  for (let c = 0; c < 3; c++) {
    polygon[4 * c] = p[k + 3 * c];
    polygon[4 * c + 1] = p[k + 3 * c + 1];
    polygon[4 * c + 2] = p[k + 3 * c + 2];
  }
  let count = 3;
  for (let b = 0; b < CELL_STRIDE && count > 2; b += 4) count = clip(count, b);
  if (count < 3) return;
  for (let c = 0; c < 4 * count; c += 4) {
    polygon[c + 3] = cell[3] - (cell[0] * polygon[c] + cell[1] * polygon[c + 1] + cell[2] * polygon[c + 2]);
  }
  fan[0] = sx / size;
  fan[1] = sy / size;
  fan[2] = sz / size;
  fan[3] = facing / size;
  integrate(out, count);
}

/** Keeps what is within bound b; the number of corners left. */
function clip(count: number, b: number): number {
  const nx = cell[b];
  const ny = cell[b + 1];
  const nz = cell[b + 2];
  const h = cell[b + 3];
  const from = polygon;
  const to = cut;
  let n = 0;
  let q = 4 * (count - 1);
  let before = nx * from[q] + ny * from[q + 1] + nz * from[q + 2] - h;
  let whole = before <= 0;
  for (let c = 0; c < 4 * count; c += 4) {
    const here = nx * from[c] + ny * from[c + 1] + nz * from[c + 2] - h;
    if (here > 0) whole = false;
    if (here > 0 !== before > 0) {
      const t = before / (before - here);
      to[n] = from[q] + t * (from[c] - from[q]);
      to[n + 1] = from[q + 1] + t * (from[c + 1] - from[q + 1]);
      to[n + 2] = from[q + 2] + t * (from[c + 2] - from[q + 2]);
      n += 4;
    }
    if (here <= 0) {
      to[n] = from[c];
      to[n + 1] = from[c + 1];
      to[n + 2] = from[c + 2];
      n += 4;
    }
    q = c;
    before = here;
  }
  if (whole) return count;
  polygon = to;
  cut = from;
  return n / 4;
}

/**
 * Points of a column: one at the centre of its pressure, or three a triangle where it is wide; either way volume and moment are
 * exact.
 */
function integrate(out: ColumnSink, count: number): void {
  const p = polygon;
  const part = scale[0];
  const narrow = scale[1];
  let area = 0;
  let volume = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let c = 4; c < 4 * (count - 1); c += 4) {
    putArea(c);
    const size = point[4];
    const sum = p[3] + p[c + 3] + p[c + 7];
    const a = (size / 12) * (sum + p[3]);
    const b = (size / 12) * (sum + p[c + 3]);
    const d = (size / 12) * (sum + p[c + 7]);
    area += size;
    volume += (size / 3) * sum;
    mx += a * p[0] + b * p[c] + d * p[c + 4];
    my += a * p[1] + b * p[c + 1] + d * p[c + 5];
    mz += a * p[2] + b * p[c + 2] + d * p[c + 6];
  }
  if (!(volume > 0 && area > NOTHING * narrow)) return;
  if (area <= narrow) {
    point[0] = mx / volume;
    point[1] = my / volume;
    point[2] = mz / volume;
    point[3] = volume / area;
    point[4] = part * area;
    addPoint(out);
    return;
  }
  for (let c = 4; c < 4 * (count - 1); c += 4) {
    putArea(c);
    const share = (part * point[4]) / 3;
    for (let q = 0; q < 3; q++) {
      const a = q === 0 ? 2 / 3 : 1 / 6;
      const b = q === 1 ? 2 / 3 : 1 / 6;
      const d = q === 2 ? 2 / 3 : 1 / 6;
      for (let k = 0; k < 4; k++) point[k] = a * p[k] + b * p[c + k] + d * p[c + 4 + k];
      point[4] = share;
      addPoint(out);
    }
  }
}

/** That of corners 0, c, c + 1 of the polygon, to point[4]. */
function putArea(c: number): void {
  const p = polygon;
  const ux = p[c] - p[0];
  const uy = p[c + 1] - p[1];
  const uz = p[c + 2] - p[2];
  const vx = p[c + 4] - p[0];
  const vy = p[c + 5] - p[1];
  const vz = p[c + 6] - p[2];
  point[4] = 0.5 * (fan[0] * (uy * vz - uz * vy) + fan[1] * (uz * vx - ux * vz) + fan[2] * (ux * vy - uy * vx));
}

/** The point at hand. A fan that is turned over looks along the floor's normal, and its volume counts negative. */
function addPoint(out: ColumnSink): void {
  const depth = point[3];
  const area = point[4];
  const up = 0.5 * depth;
  const turned = fan[0] * cell[0] + fan[1] * cell[1] + fan[2] * cell[2] > 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    column[k] = point[k] + up * cell[k];
    column[4 + k] = area * fan[k];
    column[7 + k] = cell[k];
  }
  column[3] = turned * fan[3] * area * depth;
  column[10] = depth;
  out.addColumn(column);
}
