/**
 * Patches of a pair of solids: their common volume cut by directions, each part ready to be integrated over.
 *
 * A region is the volume between the surface of A inside B and that of B inside A. With n a direction and h the height
 * x.n above a plane across it, the depth under a point of that plane enters every sum over the patch as
 *   integral f depth dA = integral over the volume of f = sum over its boundary of f (h - h0) n.dS     (divergence theorem)
 * for any f that does not change along n. So the points of a quadrature over both surfaces, with the signed volumes
 * w = (h - h0) n.dS, stand for the depth without anyone measuring it, and volumes, moments and friction over them change
 * as smoothly as the surfaces do. Where one surface is a plane, h0 is its height and only the other is summed.
 *
 * One direction serves a region whose surfaces look one way (Vilela 2018, s. 5.3: the averaged plane), and one that is an edge
 * or a corner in the other body. A thin layer that looks several ways, as around a cube in its hole, is sorted by
 * directions (directions.ts; Vilela 2018, s. 6.2.1, leaves this open). In between a region is partly the one, partly the
 * other, so that nothing jumps.
 */
import { allOneWay, findDirections, MOST_DIRECTIONS } from './directions.ts';
import { PATCH_POINTS } from './triangle-rules.ts';
import type { FanList } from '../mesh-mesh/fans.ts';
import type { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';

/** |sum of dS| over the sum of |dS|: from FLAT on a region looks one way, up to BENT it looks several ways. */
const FLAT = 0.96;
const BENT = 0.9;
/** Volume over area^(3/2): up to THIN the region is a layer between conforming faces, from THICK on a corner or an edge. */
const THIN = 0.01;
const THICK = 0.03;
/** A surface whose points stay within this part of the mean depth of a plane is that plane. */
const PLANE = 1e-3;
/** Square of the cosine below which a face is a wall: it stands on its edge and adds nothing. */
const WALL = 1e-20;
/** Below this many fans a patch is integrated with the finer rule. */
const FEW = 24;

/** Numbers a patch: centre (3), normal (3), volume [m^3], area [m^2], depth [m]. */
export const PATCH_STRIDE = 9;
/** Numbers a point: from the centre (3) [m], signed volume [m^3], vector area of the surface there, looking along n (3) [m^2]. */
export const POINT_STRIDE = 7;

export class PatchList {
  count = 0;
  /** world */
  data: Float64Array = new Float64Array(PATCH_STRIDE * 8);
  /** points of patch i: start[i] ... start[i + 1] - 1 */
  start: Int32Array = new Int32Array(9);
  points: Float64Array = new Float64Array(POINT_STRIDE * 256);
  private pointCount = 0;
  /** directions of the region under way (3 each), weight of each */
  private readonly directions = new Float64Array(3 * MOST_DIRECTIONS);
  private groupA: Int32Array = new Int32Array(64);
  private groupB: Int32Array = new Int32Array(64);

  /** of the patch that is given point by point */
  private begun = 0;
  private frame: Float64Array = new Float64Array(9);
  private frameAt = 0;
  private originX = 0;
  private originY = 0;
  private originZ = 0;

  clear(): void {
    this.count = 0;
    this.pointCount = 0;
    this.start[0] = 0;
  }

  /** Adds the patches of all regions of a pair. */
  add(pair: MeshIntersection): void {
    const { regions, fansA, fansB } = pair;
    const { directions } = this;
    this.groupA = room(this.groupA, fansA.count);
    this.groupB = room(this.groupB, fansB.count);
    const { groupA, groupB } = this;
    for (let r = 0; r < pair.count; r++) {
      const sx = regions.vectorArea[3 * r];
      const sy = regions.vectorArea[3 * r + 1];
      const sz = regions.vectorArea[3 * r + 2];
      const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
      const surface = Math.min(regions.areaA[r], regions.areaB[r]);
      const thickness = regions.volume[r] / (surface * Math.sqrt(surface));
      // how much of the region is taken as several contacts: thin ones that look several ways
      const several = between(FLAT, BENT, size / surface) * between(THICK, THIN, thickness);
      if (several < 1 && size > 0) {
        directions[0] = sx / size;
        directions[1] = sy / size;
        directions[2] = sz / size;
        allOneWay(groupA, fansA, r);
        allOneWay(groupB, fansB, r);
        this.addPatch(pair, r, 0, 1 - several);
      }
      if (!(several > 0)) continue;
      const count = findDirections(directions, fansA, fansB, groupA, groupB, r);
      for (let g = 0; g < count; g++) this.addPatch(pair, r, g, several);
    }
  }

  /**
   * A patch point by point: positions and normals in a frame given by rotation (row-major at r) and origin, n its direction
   * there, from A to B.
   */
  beginPoints(rot: Float64Array, r: number, x: number, y: number, z: number, n: Float64Array, o: number): void {
    this.frame = rot;
    this.frameAt = r;
    this.originX = x;
    this.originY = y;
    this.originZ = z;
    for (let i = 0; i < 3; i++) {
      this.directions[i] = rot[r + 3 * i] * n[o] + rot[r + 3 * i + 1] * n[o + 1] + rot[r + 3 * i + 2] * n[o + 2];
    }
    this.begun = this.pointCount;
  }

  /** position p[i...], volume [m^3], area [m^2] across the unit vector q[j...] */
  addPoint(p: Float64Array, i: number, volume: number, area: number, q: Float64Array, j: number): void {
    this.reservePoints(1);
    const { frame: m, frameAt: r } = this;
    const out = this.points;
    const o = POINT_STRIDE * this.pointCount++;
    out[o] = m[r] * p[i] + m[r + 1] * p[i + 1] + m[r + 2] * p[i + 2];
    out[o + 1] = m[r + 3] * p[i] + m[r + 4] * p[i + 1] + m[r + 5] * p[i + 2];
    out[o + 2] = m[r + 6] * p[i] + m[r + 7] * p[i + 1] + m[r + 8] * p[i + 2];
    out[o + 3] = volume;
    out[o + 4] = area * (m[r] * q[j] + m[r + 1] * q[j + 1] + m[r + 2] * q[j + 2]);
    out[o + 5] = area * (m[r + 3] * q[j] + m[r + 4] * q[j + 1] + m[r + 5] * q[j + 2]);
    out[o + 6] = area * (m[r + 6] * q[j] + m[r + 7] * q[j + 1] + m[r + 8] * q[j + 2]);
  }

  /** plane: height along n [m] in that frame of the one surface that is a plane, if the points are on the other. */
  endPoints(depth: number, plane: number = Number.NaN): void {
    const [nx, ny, nz] = this.directions;
    let volume = 0;
    let height = 0;
    let area = 0;
    for (let k = POINT_STRIDE * this.begun; k < POINT_STRIDE * this.pointCount; k += POINT_STRIDE) {
      const p = this.points;
      volume += p[k + 3];
      height += p[k + 3] * (p[k] * nx + p[k + 1] * ny + p[k + 2] * nz);
      area += p[k + 4] * nx + p[k + 5] * ny + p[k + 6] * nz;
    }
    if (!(volume > 0 && area > 0)) {
      this.pointCount = this.begun;
      return;
    }
    this.reservePatch();
    // of points on a surface, half their mean depth back to the plane
    const surface = height / volume;
    const middle = Number.isNaN(plane) ? surface : plane + (0.5 * Math.sign(surface - plane) * volume) / area;
    this.finish(this.begun, nx, ny, nz, middle, area, depth, this.originX, this.originY, this.originZ);
  }

  /** part: of the region, 0 ... 1 */
  private addPatch(pair: MeshIntersection, r: number, g: number, part: number): void {
    const { fansA, fansB, originW } = pair;
    const nx = this.directions[3 * g];
    const ny = this.directions[3 * g + 1];
    const nz = this.directions[3 * g + 2];
    survey(surveyA, fansA, this.groupA, r, g, nx, ny, nz);
    survey(surveyB, fansB, this.groupB, r, g, nx, ny, nz);
    const area = 0.5 * (surveyA.area - surveyB.area);
    if (!(area > 0)) return;
    const spreadA = surveyA.high - surveyA.low;
    const spreadB = surveyB.high - surveyB.low;
    const gap = Math.abs(surveyA.height - surveyB.height);
    // the flatter surface, if it is a plane, is the zero of heights and drops out
    const planeB = spreadB <= PLANE * gap || spreadB === 0;
    const planeA = !planeB && (spreadA <= PLANE * gap || spreadA === 0);
    const zero = planeB ? surveyB.height : planeA ? surveyA.height : 0.5 * (surveyA.height + surveyB.height);
    this.reservePatch();
    const begin = this.pointCount;
    const fine = surveyA.fans + surveyB.fans < FEW;
    if (!planeA) this.addPoints(fansA, this.groupA, r, g, nx, ny, nz, zero, planeB ? 1 : 0.5, part, fine);
    if (!planeB) this.addPoints(fansB, this.groupB, r, g, nx, ny, nz, zero, planeA ? 1 : 0.5, part, fine);
    const middle = 0.5 * (surveyA.height + surveyB.height);
    const depth = Math.max(surveyA.high, surveyB.high) - Math.min(surveyA.low, surveyB.low);
    this.finish(begin, nx, ny, nz, middle, part * area, depth, originW[0], originW[1], originW[2]);
  }

  private reservePatch(): void {
    if (this.count + 2 <= this.start.length) return;
    this.start = room(this.start, 2 * this.start.length);
    const larger = new Float64Array(2 * this.data.length);
    larger.set(this.data);
    this.data = larger;
  }

  private reservePoints(count: number): void {
    while (POINT_STRIDE * (this.pointCount + count) > this.points.length) {
      const larger = new Float64Array(2 * this.points.length);
      larger.set(this.points);
      this.points = larger;
    }
  }

  /** Centre of the points from `begin` on, which go to the plane at height `middle`; x, y, z: where they are counted from. */
  private finish(
    begin: number,
    nx: number,
    ny: number,
    nz: number,
    middle: number,
    area: number,
    depth: number,
    x0: number,
    y0: number,
    z0: number,
  ): void {
    let volume = 0;
    let cx = 0;
    let cy = 0;
    let cz = 0;
    for (let k = POINT_STRIDE * begin; k < POINT_STRIDE * this.pointCount; k += POINT_STRIDE) {
      const w = this.points[k + 3];
      volume += w;
      cx += w * this.points[k];
      cy += w * this.points[k + 1];
      cz += w * this.points[k + 2];
    }
    if (!(volume > 0)) {
      this.pointCount = begin;
      return;
    }
    cx /= volume;
    cy /= volume;
    cz /= volume;
    // all points at one height, counted from the centre of the patch
    const lift = middle - (cx * nx + cy * ny + cz * nz);
    cx += lift * nx;
    cy += lift * ny;
    cz += lift * nz;
    for (let k = POINT_STRIDE * begin; k < POINT_STRIDE * this.pointCount; k += POINT_STRIDE) {
      const x = this.points[k] - cx;
      const y = this.points[k + 1] - cy;
      const z = this.points[k + 2] - cz;
      const h = x * nx + y * ny + z * nz;
      this.points[k] = x - h * nx;
      this.points[k + 1] = y - h * ny;
      this.points[k + 2] = z - h * nz;
    }
    const o = PATCH_STRIDE * this.count;
    this.data[o] = x0 + cx;
    this.data[o + 1] = y0 + cy;
    this.data[o + 2] = z0 + cz;
    this.data[o + 3] = nx;
    this.data[o + 4] = ny;
    this.data[o + 5] = nz;
    this.data[o + 6] = volume;
    this.data[o + 7] = area;
    this.data[o + 8] = depth;
    this.count++;
    this.start[this.count] = this.pointCount;
  }

  private addPoints(
    fans: FanList,
    group: Int32Array,
    r: number,
    g: number,
    nx: number,
    ny: number,
    nz: number,
    zero: number,
    share: number,
    part: number,
    fine: boolean,
  ): void {
    const rule = fine ? PATCH_POINTS.fine : PATCH_POINTS.coarse;
    const per = rule.length / 4;
    const { points: p, region } = fans;
    for (let i = 0; i < fans.count; i++) {
      if (region[i] !== r || group[i] !== g) continue;
      const k = 9 * i;
      const ax = p[k];
      const ay = p[k + 1];
      const az = p[k + 2];
      const ux = p[k + 3] - ax;
      const uy = p[k + 4] - ay;
      const uz = p[k + 5] - az;
      const vx = p[k + 6] - ax;
      const vy = p[k + 7] - ay;
      const vz = p[k + 8] - az;
      const wx = uy * vz - uz * vy;
      const wy = uz * vx - ux * vz;
      const wz = ux * vy - uy * vx;
      const across = 0.5 * (wx * nx + wy * ny + wz * nz);
      if (4 * across * across <= WALL * (wx * wx + wy * wy + wz * wz)) continue;
      this.reservePoints(per);
      const out = this.points;
      // A's surface looks along n, B's against it; walls that look neither way add nothing
      const areaShare = group === this.groupA ? 0.5 * share * part : -0.5 * share * part;
      for (let q = 0; q < rule.length; q += 4) {
        const s = rule[q + 1];
        const t = rule[q + 2];
        const x = ax + s * ux + t * vx;
        const y = ay + s * uy + t * vy;
        const z = az + s * uz + t * vz;
        const o = POINT_STRIDE * this.pointCount++;
        const weight = part * rule[q + 3] * across;
        out[o] = x;
        out[o + 1] = y;
        out[o + 2] = z;
        out[o + 3] = weight * (x * nx + y * ny + z * nz - zero);
        out[o + 4] = areaShare * rule[q + 3] * wx;
        out[o + 5] = areaShare * rule[q + 3] * wy;
        out[o + 6] = areaShare * rule[q + 3] * wz;
      }
    }
  }
}

interface Survey {
  fans: number;
  /** [m^2] signed, across the direction */
  area: number;
  /** [m] mean height by area, and the extremes */
  height: number;
  low: number;
  high: number;
}

const surveyA: Survey = { fans: 0, area: 0, height: 0, low: 0, high: 0 };
const surveyB: Survey = { fans: 0, area: 0, height: 0, low: 0, high: 0 };

/** Heights of one surface of a patch, by those of its fans that look along the direction. */
function survey(
  out: Survey,
  fans: FanList,
  group: Int32Array,
  r: number,
  g: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  const { points: p, region } = fans;
  let area = 0;
  let moment = 0;
  let count = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < fans.count; i++) {
    if (region[i] !== r || group[i] !== g) continue;
    const k = 9 * i;
    const ux = p[k + 3] - p[k];
    const uy = p[k + 4] - p[k + 1];
    const uz = p[k + 5] - p[k + 2];
    const vx = p[k + 6] - p[k];
    const vy = p[k + 7] - p[k + 1];
    const vz = p[k + 8] - p[k + 2];
    const cx = uy * vz - uz * vy;
    const cy = uz * vx - ux * vz;
    const cz = ux * vy - uy * vx;
    const across = 0.5 * (cx * nx + cy * ny + cz * nz);
    // walls: what rounding leaves of a right angle
    if (4 * across * across <= WALL * (cx * cx + cy * cy + cz * cz)) continue;
    const a = p[k] * nx + p[k + 1] * ny + p[k + 2] * nz;
    const b = p[k + 3] * nx + p[k + 4] * ny + p[k + 5] * nz;
    const c = p[k + 6] * nx + p[k + 7] * ny + p[k + 8] * nz;
    area += across;
    moment += (across * (a + b + c)) / 3;
    low = Math.min(low, a, b, c);
    high = Math.max(high, a, b, c);
    count++;
  }
  out.fans = count;
  out.area = area;
  out.height = area !== 0 ? moment / area : 0;
  out.low = low;
  out.high = high;
}

/** 0 at `none` and beyond, 1 at `full` and beyond, straight in between. */
function between(none: number, full: number, x: number): number {
  return Math.max(0, Math.min(1, (x - none) / (full - none)));
}

function room(column: Int32Array, count: number): Int32Array {
  if (count <= column.length) return column;
  const larger = new Int32Array(Math.max(count, 2 * column.length));
  larger.set(column);
  return larger;
}
