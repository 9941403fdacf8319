/**
 * Depth of the surface of one solid inside the other, piece by piece. Its sums decide the direction of a pair:
 *   G = integral of depth dS over A's surface in B = integral of -(normal of B's nearest face) over the common volume, where cells fill it
 * Both forms are the same by the divergence theorem, since the depth vanishes on B's surface (envelope.ts). Over a floor G is the volume
 * times the floor's normal, for any body in any orientation. Because pieces without depth have no weight, nothing jumps when faces of the
 * two become coplanar.
 */
import { grown } from '../mesh-mesh/crossings.ts';
import type { FanList } from '../mesh-mesh/fans.ts';
import type { Side } from '../mesh-mesh/side.ts';
import { type Cells, cellsOf } from './cells.ts';
import { cutByDepth } from './envelope.ts';
import { boundDepth, findDepth, NearCells } from './near-cells.ts';
import { corner, fanNormal, look, MOST_CORNERS, normal, same, square, turn, longest } from './piece-polygon.ts';
import { type WalkSink, walkByDepth } from './walk.ts';

/**
 * Numbers of a piece: its centre of pressure (3), integral of the depth [m^3], of its square [m^4], area [m^2], outward unit normal (3),
 * that of the solid's nearest faces times the area (3), integral of the depth projected along those, largest depth [m].
 */
export const PIECE_STRIDE = 14;
/** Numbers of a region: G (3), integral of the depth, of its square, largest depth. */
export const SUM_STRIDE = 6;

/** A piece above this part of a region's surface has more than one point. */
const WIDE = 1 / 16;
/** This multiple of the rounding distance is certainly not rounding. */
const ROUNDING = 16;
/** Ratio of twice the area to the squared longest edge below which a fan is only rounding. */
const SLIVER = 1e-12;
/** ... and below which it is narrow. */
const NARROW = 1e-6;
/** Part of the sizes of meshes below which distances are rounding. */
const CLOSE = 1e-13;

/** a place with an upper bound of its depth (near-cells.ts); centre, half lengths and distance of a box */
const at = new Float64Array(4);
const box = new Float64Array(7);
const near = new NearCells();
/** rounding distance, and an upper bound of the depth (envelope.ts) */
const limits = new Float64Array(2);
/** sums over the parts of a fan: as a piece, with first moments for its centre */
const sum = new Float64Array(PIECE_STRIDE);
/** [m^2] a piece of the region at hand above this has more than one point */
const wide = new Float64Array(1);

export class Depths implements WalkSink {
  count = 0;
  pieces: Float64Array = new Float64Array(PIECE_STRIDE * 32);
  /** which fan each is part of */
  fan: Int32Array = new Int32Array(32);
  /** of each region */
  sums: Float64Array = new Float64Array(SUM_STRIDE * 4);

  private fans!: FanList;
  private index = 0;
  private corners = 0;
  private side!: Side;
  private cells!: Cells;
  private close = 0;

  /**
   * Computes the depth of the surface of one solid inside another, given by its pose (side); area: of its regions' surface [m^2]; size: of
   * the smaller solid [m].
   */
  find(fans: FanList, side: Side, area: Float64Array, regions: number, size: number): void {
    while (this.sums.length < SUM_STRIDE * regions) this.sums = grown(this.sums);
    this.sums.fill(0, 0, SUM_STRIDE * regions);
    this.count = 0;
    this.fans = fans;
    this.side = side;
    this.cells = cellsOf(side.mesh);
    this.close = CLOSE * size + 1e-15 * side.mesh.radius;
    limits[0] = this.close;
    at[3] = -1;
    let next = 0;
    while (next < fans.count) {
      wide[0] = WIDE * area[fans.region[next]];
      next = this.place(next);
      if (this.corners === 0) continue;
      sum.fill(0);
      this.look();
      this.closePiece();
    }
    this.addUp();
  }

  /**
   * Joins fan i and those after it to one convex polygon, in the frame of the solid, with its normal. Returns the first fan that is not
   * part of it. Without corners: fan i has no area.
   */
  private place(i: number): number {
    const { points: p, sign, triangle, region, count } = this.fans;
    this.corners = 0;
    this.index = i;
    for (let c = 0; c < 9; c += 3) this.placeCorner(9 * i + c, c);
    fanNormal(3, 6);
    let largest = Math.sqrt(square(normal));
    // slivers have arbitrary normals
    if (!(largest > this.close * this.close + SLIVER * longest(3, 6))) return i + 1;
    for (let k = 0; k < 3; k++) look[k] = normal[k];
    let last = i;
    let corners = 3;
    // narrow fans have unreliable normals: they are not joined
    while (last + 1 < count && corners < MOST_CORNERS && sign[i] > 0 && largest > NARROW * longest(3, 6)) {
      const n = last + 1;
      if (triangle[n] !== triangle[i] || region[n] !== region[i] || sign[n] < 0) break;
      if (!same(p, 9 * n, 9 * i) || !same(p, 9 * n + 3, 9 * last + 6)) break;
      const c = 3 * corners;
      this.placeCorner(9 * n + 6, c);
      if (!(turn(c - 6, c - 3, c) >= 0 && turn(c - 3, c, 0) >= 0 && turn(c, 0, 3) >= 0)) break;
      fanNormal(c - 3, c);
      const size = Math.sqrt(square(normal));
      if (!(size > NARROW * longest(c - 3, c))) break;
      for (let k = 0; k < 3; k++) look[k] += normal[k];
      if (size > largest) {
        largest = size;
        this.index = n;
      }
      last = n;
      corners++;
    }
    const out = sign[i] / Math.sqrt(square(look));
    for (let k = 0; k < 3; k++) look[k] *= out;
    this.corners = corners;
    return last + 1;
  }

  private placeCorner(from: number, to: number): void {
    const { points: p } = this.fans;
    const { rot, shift } = this.side;
    const x = p[from] - shift[0];
    const y = p[from + 1] - shift[1];
    const z = p[from + 2] - shift[2];
    corner[to] = rot[0] * x + rot[3] * y + rot[6] * z;
    corner[to + 1] = rot[1] * x + rot[4] * y + rot[7] * z;
    corner[to + 2] = rot[2] * x + rot[5] * y + rot[8] * z;
  }

  /** Processes the present polygon, starting from the face nearest to its middle. */
  private look(): void {
    const f = this.findFace();
    if (f < 0) this.addDoubt(corner, this.corners);
    else walkByDepth(this, corner, this.corners, f, this.cells, limits);
  }

  /** Processes a polygon with all faces near it. */
  addDoubt(polygon: Float64Array, count: number): void {
    for (let k = 0; k < 3 * count; k++) corner[k] = polygon[k];
    this.corners = count;
    this.gather();
    if (near.count > 0) cutByDepth(this, corner, count, this.cells, near.list, near.count, limits);
  }

  /** Finds the cells near the present polygon. */
  private gather(): void {
    const f = this.findFace();
    if (f < 0) box[6] = 2 * this.side.mesh.radius;
    else boundDepth(box, corner, this.corners, f, this.cells);
    limits[1] = box[6];
    box[6] = this.cells.wider * box[6] * (1 + 1e-9) + ROUNDING * this.close; // that face among them
    near.collect(box, this.cells);
  }

  /** The face nearest to the middle of the polygon at hand, or -1; the box around it. */
  private findFace(): number {
    const px = at[0];
    const py = at[1];
    const pz = at[2];
    for (let k = 0; k < 3; k++) {
      let low = corner[k];
      let high = low;
      let total = 0;
      for (let c = k; c < 3 * this.corners; c += 3) {
        const x = corner[c];
        if (x < low) low = x;
        if (x > high) high = x;
        total += x;
      }
      at[k] = total / this.corners;
      box[k] = 0.5 * (low + high);
      box[3 + k] = 0.5 * (high - low);
    }
    const dx = at[0] - px;
    const dy = at[1] - py;
    const dz = at[2] - pz;
    // the depth changes by at most three times the distance
    const known = at[3] >= 0 ? at[3] + 3 * Math.sqrt(dx * dx + dy * dy + dz * dz) : Number.POSITIVE_INFINITY;
    at[3] = Math.min(1.1 * known + this.close, 2 * this.side.mesh.radius);
    return findDepth(at, this.cells);
  }

  addPart(p: Float64Array, o: number, count: number, n: Float64Array): void {
    const nx = n[0];
    const ny = n[1];
    const nz = n[2];
    const h = n[3];
    const facing = -(look[0] * nx + look[1] * ny + look[2] * nz);
    const d0 = Math.max(0, h - nx * p[o] - ny * p[o + 1] - nz * p[o + 2]);
    for (let k = o + 3; k < o + 3 * (count - 1); k += 3) {
      const ux = p[k] - p[o];
      const uy = p[k + 1] - p[o + 1];
      const uz = p[k + 2] - p[o + 2];
      const vx = p[k + 3] - p[o];
      const vy = p[k + 4] - p[o + 1];
      const vz = p[k + 5] - p[o + 2];
      const area =
        0.5 * (look[0] * (uy * vz - uz * vy) + look[1] * (uz * vx - ux * vz) + look[2] * (ux * vy - uy * vx));
      const d1 = Math.max(0, h - nx * p[k] - ny * p[k + 1] - nz * p[k + 2]);
      const d2 = Math.max(0, h - nx * p[k + 3] - ny * p[k + 4] - nz * p[k + 5]);
      if (area === 0) continue;
      const all = d0 + d1 + d2;
      const volume = (area / 3) * all;
      const square = (area / 6) * (d0 * d0 + d1 * d1 + d2 * d2 + d0 * d1 + d1 * d2 + d2 * d0);
      const a = (area / 12) * (all + d0);
      const b = (area / 12) * (all + d1);
      const e = (area / 12) * (all + d2);
      if (Math.abs(sum[5] + area) > wide[0]) this.closePiece();
      if (Math.abs(area) > wide[0]) {
        // three points with exact sums of degree two
        for (let q = 0; q < 3; q++) {
          const s = q === 0 ? 2 / 3 : 1 / 6;
          const t = q === 1 ? 2 / 3 : 1 / 6;
          const u = 1 - s - t;
          const depth = s * d0 + t * d1 + u * d2;
          const share = area / 3;
          sum[3] = share * depth;
          sum[4] = share * depth * depth;
          sum[5] = share;
          for (let j = 0; j < 3; j++) {
            sum[j] = sum[3] * (s * p[o + j] + t * p[k + j] + u * p[k + 3 + j]);
            sum[9 + j] = share * n[j];
          }
          sum[12] = facing * sum[3];
          sum[13] = depth;
          this.closePiece();
        }
        continue;
      }
      for (let j = 0; j < 3; j++) {
        sum[j] += a * p[o + j] + b * p[k + j] + e * p[k + 3 + j];
        sum[9 + j] += area * n[j];
      }
      sum[3] += volume;
      sum[4] += square;
      sum[5] += area;
      sum[12] += facing * volume;
      sum[13] = Math.max(sum[13], d0, d1, d2);
    }
  }

  /** Stores `sum` as a piece, in world axes from the origin of the pair. */
  private closePiece(): void {
    if (sum[3] === 0) {
      sum.fill(0);
      return;
    }
    if (PIECE_STRIDE * (this.count + 1) > this.pieces.length) {
      this.pieces = grown(this.pieces);
      this.fan = grown(this.fan);
    }
    const { rot, shift } = this.side;
    const out = this.pieces;
    const o = PIECE_STRIDE * this.count;
    this.fan[this.count++] = this.index;
    const by = 1 / sum[3];
    for (let k = 0; k < 3; k++) {
      const r = 3 * k;
      out[o + k] = by * (rot[r] * sum[0] + rot[r + 1] * sum[1] + rot[r + 2] * sum[2]) + shift[k];
      out[o + 6 + k] = rot[r] * look[0] + rot[r + 1] * look[1] + rot[r + 2] * look[2];
      out[o + 9 + k] = rot[r] * sum[9] + rot[r + 1] * sum[10] + rot[r + 2] * sum[11];
    }
    out[o + 3] = sum[3];
    out[o + 4] = sum[4];
    out[o + 5] = sum[5];
    out[o + 12] = sum[12];
    out[o + 13] = sum[13];
    sum.fill(0);
  }

  private addUp(): void {
    const { pieces: p, sums, fan, fans, count } = this;
    for (let i = 0; i < count; i++) {
      const o = PIECE_STRIDE * i;
      const s = SUM_STRIDE * fans.region[fan[i]];
      const w = p[o + 3];
      sums[s] += w * p[o + 6];
      sums[s + 1] += w * p[o + 7];
      sums[s + 2] += w * p[o + 8];
      sums[s + 3] += w;
      sums[s + 4] += p[o + 4];
      sums[s + 5] = Math.max(sums[s + 5], p[o + 13]);
    }
  }
}
