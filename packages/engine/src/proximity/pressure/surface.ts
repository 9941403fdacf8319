/**
 * The surface of equal pressure between a field and another solid as convex polygons (Elandt 2022, s. 5.0.2), in the frame of the field.
 * Pressure is counted as a depth [m], f = p/k with one k [N/m^3] for the pair, so nothing here knows a material. On each polygon f is linear.
 */
import { GrowableFloat64, GrowableInt32 } from '../../base/index.ts';
import type { CutPolygon } from './cut.ts';
import { SurfaceParts } from './parts.ts';

// Numbers a polygon.
export const NORMAL = 0; // 0..2 unit, from the field to the other
export const GRADIENT = 3; // 3..6 of f, and its offset: f = g.x + s
export const OTHER = 7; // 7..9 gradient of the other's f; 0 where it is rigid
export const RIGID = 10; // 1: the other is rigid
export const AREA = 11; // [m^2]
export const CENTROID = 12; // 12..14
export const POLYGON = 15;

export class PressureSurface {
  count = 0;
  readonly data: GrowableFloat64 = new GrowableFloat64(POLYGON * 64);
  /** corners of polygon i: start[i] ... start[i + 1] - 1, xyz each */
  readonly start: GrowableInt32 = new GrowableInt32(65);
  readonly corners: GrowableFloat64 = new GrowableFloat64(3 * 512);
  /** cell of the field, cell of the other or its triangle */
  readonly cells: GrowableInt32 = new GrowableInt32(128);
  readonly parts: SurfaceParts = new SurfaceParts();

  clear(): void {
    this.count = 0;
    this.data.clear();
    this.corners.clear();
    this.cells.clear();
    this.start.clear();
    this.start.push(0);
    this.parts.clear();
  }

  /**
   * A polygon with its normal n and the numbers of f at g[at...] (4), times scale[0]; gradient of the other's f at h[to...], times
   * scale[1], undefined: rigid. False: it has no area.
   */
  add(
    polygon: CutPolygon,
    n: Float64Array,
    g: Float64Array,
    at: number,
    scale: Float64Array,
    h: Float64Array | undefined,
    to: number,
    cell: number,
    otherCell: number,
  ): boolean {
    const { points: p, count } = polygon;
    const nx = n[0];
    const ny = n[1];
    const nz = n[2];
    // area and centroid, from the first corner
    const ox = p[0];
    const oy = p[1];
    const oz = p[2];
    let area = 0;
    let cx = 0;
    let cy = 0;
    let cz = 0;
    let ax = p[3] - ox;
    let ay = p[4] - oy;
    let az = p[5] - oz;
    for (let i = 2; i < count; i++) {
      const bx = p[3 * i] - ox;
      const by = p[3 * i + 1] - oy;
      const bz = p[3 * i + 2] - oz;
      const a = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
      area += a;
      cx += a * (ax + bx);
      cy += a * (ay + by);
      cz += a * (az + bz);
      ax = bx;
      ay = by;
      az = bz;
    }
    if (area === 0) return false;
    const k = 1 / (3 * area);
    const o = this.data.length;
    this.data.resize(o + POLYGON);
    const d = this.data.data;
    for (let i = 0; i < 3; i++) d[o + NORMAL + i] = n[i];
    for (let i = 0; i < 4; i++) d[o + GRADIENT + i] = scale[0] * g[at + i];
    for (let i = 0; i < 3; i++) d[o + OTHER + i] = h === undefined ? 0 : scale[1] * h[to + i];
    d[o + RIGID] = h === undefined ? 1 : 0;
    d[o + AREA] = 0.5 * Math.abs(area);
    d[o + CENTROID] = ox + k * cx;
    d[o + CENTROID + 1] = oy + k * cy;
    d[o + CENTROID + 2] = oz + k * cz;
    const from = this.corners.length;
    this.corners.resize(from + 3 * count);
    for (let i = 0; i < 3 * count; i++) this.corners.data[from + i] = p[i];
    this.start.push(this.corners.length / 3);
    this.cells.push(cell);
    this.cells.push(otherCell);
    this.parts.add();
    this.count++;
    return true;
  }
}
