/**
 * Volume, moments and areas of each region, summed over the fans of both bodies' surfaces inside each other:
 *   V = sum D/6, integral x = sum D/24 s, integral x y = sum D/120 (s_x s_y + a_x a_y + b_x b_y + c_x c_y),
 *   D = a . (b x c), s = a + b + c, corners taken from a point of the region
 * (geometry/mesh/integrals.ts; DiCarlo & Paoluzzi 2006), vector area sum (b - a) x (c - a) / 2.
 *
 * A closed surface without positive volume is no region. Inside a region it is a hole: the inner wall of a cup in a floor, the cavity of a
 * hollow body. Otherwise the bodies touch there without depth, and it is dropped.
 */
import { grown } from './crossings.ts';
import type { FanList } from './fans.ts';
import type { MeshWorkspace } from './workspace.ts';

/** sums of a region: 10 of the volume, then of side 0 and of side 1 vector area (3), area, moment of the vector area (3) */
const STRIDE = 24;

export class RegionSums {
  count = 0;
  sums: Float64Array = new Float64Array(STRIDE * 4);
  /** [m] the point sums are taken about */
  origin: Float64Array = new Float64Array(3 * 4);
  /** region of each root label, -1: none */
  regionOf: Int32Array = new Int32Array(16);

  /** where the sums of a region begin */
  at(region: number): number {
    return STRIDE * region;
  }

  private addRegion(points: Float64Array, p: number): number {
    if (STRIDE * (this.count + 1) > this.sums.length) {
      this.sums = grown(this.sums);
      this.origin = grown(this.origin);
    }
    const r = this.count++;
    this.sums.fill(0, STRIDE * r, STRIDE * r + STRIDE);
    this.origin[3 * r] = points[p];
    this.origin[3 * r + 1] = points[p + 1];
    this.origin[3 * r + 2] = points[p + 2];
    return r;
  }

  private clear(work: MeshWorkspace): void {
    while (this.regionOf.length < work.labels) this.regionOf = grown(this.regionOf);
    this.regionOf.fill(-1, 0, work.labels);
    this.count = 0;
  }

  /** Turns the labels of fans into regions. */
  sum(work: MeshWorkspace, fans0: FanList, fans1: FanList): void {
    this.clear(work);
    this.addFans(work, fans0, 10);
    this.addFans(work, fans1, 17);
    let sound = true;
    for (let r = 0; r < this.count; r++) if (!(this.sums[STRIDE * r] > 0)) sound = false;
    if (sound) {
      this.numberFans(work, fans0);
      this.numberFans(work, fans1);
    } else this.dropHoles(work, fans0, fans1);
  }

  private numberFans(work: MeshWorkspace, fans: FanList): void {
    const { region, count } = fans;
    if (this.count === 1) {
      region.fill(0, 0, count);
      return;
    }
    for (let i = 0; i < count; i++) region[i] = this.regionOf[work.find(region[i])];
  }

  private addFans(work: MeshWorkspace, fans: FanList, o: number): void {
    const { count, points, region, sign } = fans;
    const { regionOf } = this;
    let lastLabel = -1;
    let r = -1;
    let ox = 0;
    let oy = 0;
    let oz = 0;
    for (let i = 0; i < count; i++) {
      const p = 9 * i;
      if (region[i] !== lastLabel) {
        lastLabel = region[i];
        const root = work.find(lastLabel);
        if (regionOf[root] < 0) regionOf[root] = this.addRegion(points, p);
        r = regionOf[root];
        ox = this.origin[3 * r];
        oy = this.origin[3 * r + 1];
        oz = this.origin[3 * r + 2];
      }
      const t = this.sums;
      const q = STRIDE * r;
      const ax = points[p] - ox;
      const ay = points[p + 1] - oy;
      const az = points[p + 2] - oz;
      const bx = points[p + 3] - ox;
      const by = points[p + 4] - oy;
      const bz = points[p + 5] - oz;
      const cx = points[p + 6] - ox;
      const cy = points[p + 7] - oy;
      const cz = points[p + 8] - oz;
      // twice the vector area; a . (b x c) = a . ((b - a) x (c - a))
      const ux = bx - ax;
      const uy = by - ay;
      const uz = bz - az;
      const vx = cx - ax;
      const vy = cy - ay;
      const vz = cz - az;
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const d = ax * nx + ay * ny + az * nz;
      const sx = ax + bx + cx;
      const sy = ay + by + cy;
      const sz = az + bz + cz;
      t[q] += d;
      t[q + 1] += d * sx;
      t[q + 2] += d * sy;
      t[q + 3] += d * sz;
      t[q + 4] += d * (sx * sx + ax * ax + bx * bx + cx * cx);
      t[q + 5] += d * (sy * sy + ay * ay + by * by + cy * cy);
      t[q + 6] += d * (sz * sz + az * az + bz * bz + cz * cz);
      t[q + 7] += d * (sx * sy + ax * ay + bx * by + cx * cy);
      t[q + 8] += d * (sx * sz + ax * az + bx * bz + cx * cz);
      t[q + 9] += d * (sy * sz + ay * az + by * bz + cy * cz);
      const w = q + o;
      t[w] += nx;
      t[w + 1] += ny;
      t[w + 2] += nz;
      t[w + 3] += sign[i] * Math.sqrt(nx * nx + ny * ny + nz * nz);
      t[w + 4] += sy * nz - sz * ny;
      t[w + 5] += sz * nx - sx * nz;
      t[w + 6] += sx * ny - sy * nx;
    }
  }

  /** Assigns surfaces without positive volume to the smallest region around them; drops those outside all regions. */
  private dropHoles(work: MeshWorkspace, fans0: FanList, fans1: FanList): void {
    const before = this.count;
    const container = new Int32Array(before).fill(-1);
    const root = new Int32Array(before);
    for (let label = 0; label < work.labels; label++) if (this.regionOf[label] >= 0) root[this.regionOf[label]] = label;
    for (let r = 0; r < before; r++) {
      if (this.sums[STRIDE * r] > 0) continue;
      for (let other = 0; other < before; other++) {
        const volume = this.sums[STRIDE * other];
        if (!(volume > 0) || (container[r] >= 0 && volume >= this.sums[STRIDE * container[r]])) continue;
        if (this.surrounds(work, root[other], r, fans0, fans1)) container[r] = other;
      }
    }
    for (let r = 0; r < before; r++) if (container[r] >= 0) work.unite(root[r], root[container[r]]);
    const dropped = new Uint8Array(work.labels);
    for (let r = 0; r < before; r++) {
      if (!(this.sums[STRIDE * r] > 0) && container[r] < 0) dropped[root[r]] = 1;
    }
    keepFans(work, fans0, dropped);
    keepFans(work, fans1, dropped);
    this.clear(work);
    this.addFans(work, fans0, 10);
    this.addFans(work, fans1, 17);
    this.numberFans(work, fans0);
    this.numberFans(work, fans1);
  }

  /** Does the surface of root label `outer` wind around region `inner`? A ray from the inner one counts its fans. */
  private surrounds(work: MeshWorkspace, outer: number, inner: number, fans0: FanList, fans1: FanList): boolean {
    const x = this.origin[3 * inner];
    const y = this.origin[3 * inner + 1];
    const z = this.origin[3 * inner + 2];
    let turns = 0;
    for (const fans of [fans0, fans1]) {
      for (let i = 0; i < fans.count; i++) {
        if (work.find(fans.region[i]) === outer) turns += rayHits(fans.points, 9 * i, x, y, z);
      }
    }
    return turns !== 0;
  }
}

function keepFans(work: MeshWorkspace, fans: FanList, dropped: Uint8Array): void {
  let kept = 0;
  for (let i = 0; i < fans.count; i++) {
    if (dropped[work.find(fans.region[i])] === 1) continue;
    fans.points.copyWithin(9 * kept, 9 * i, 9 * i + 9);
    fans.triangle[kept] = fans.triangle[i];
    fans.region[kept] = fans.region[i];
    fans.sign[kept] = fans.sign[i];
    kept += 1;
  }
  fans.count = kept;
}

/** 1: the ray along (0.62, 0.51, 0.596) leaves through the triangle at p, -1: it enters, 0: it misses. */
function rayHits(points: Float64Array, p: number, x: number, y: number, z: number): number {
  const [dx, dy, dz] = [0.6204, 0.5098, 0.5959];
  const [ax, ay, az] = [points[p] - x, points[p + 1] - y, points[p + 2] - z];
  const [bx, by, bz] = [points[p + 3] - x, points[p + 4] - y, points[p + 5] - z];
  const [cx, cy, cz] = [points[p + 6] - x, points[p + 7] - y, points[p + 8] - z];
  const ab = dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx);
  const bc = dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz) + dz * (bx * cy - by * cx);
  const ca = dx * (cy * az - cz * ay) + dy * (cz * ax - cx * az) + dz * (cx * ay - cy * ax);
  const sign = ab > 0 ? 1 : -1;
  if (bc > 0 !== ab > 0 || ca > 0 !== ab > 0) return 0;
  // the plane lies ahead when the corners' volume has the sign of the turning
  const ahead = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  return ahead > 0 === ab > 0 ? sign : 0;
}
