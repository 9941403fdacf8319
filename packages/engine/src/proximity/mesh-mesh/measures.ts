/** Measures of each region for contact, in terms of bodies A and B. Positions are relative to the origin of the pair, world axes. */
import type { ContourList } from './contours.ts';
import { grown } from './crossings.ts';
import type { RegionSums } from './regions.ts';
import type { MeshWorkspace } from './workspace.ts';

export class RegionMeasures {
  /** [m^3] > 0 */
  volume: Float64Array = new Float64Array(4);
  /** [m] x y z, of the volume */
  centroid: Float64Array = new Float64Array(12);
  /** [m^5] integrals of products of distances from the centroid: xx yy zz xy xz yz */
  second: Float64Array = new Float64Array(24);
  /** [m^2] of A's surface inside B, of B's inside A */
  areaA: Float64Array = new Float64Array(4);
  areaB: Float64Array = new Float64Array(4);
  /** [m^2] x y z: integral of A's outward normal over A's surface inside B; B's is the opposite */
  vectorArea: Float64Array = new Float64Array(12);
  /** [m^3] x y z: integral of r x normal over A's surface inside B, r from the origin of the pair; B's is the opposite */
  moment: Float64Array = new Float64Array(12);
  /** unit vector along the vector area, from A to B; 0 where the vector area vanishes (a pin through a plate, a body inside another) */
  normal: Float64Array = new Float64Array(12);
  /** [m] x y z: centroid of the contour's projection on the contact plane, which is across the normal (Dopico (anchor), s. 4.5) */
  point: Float64Array = new Float64Array(12);
  /** [m] extent of A beyond the contact plane along the normal, and of B in the opposite direction; the indentation is their sum */
  depthA: Float64Array = new Float64Array(4);
  depthB: Float64Array = new Float64Array(4);
  /** [m] of the contours */
  contourLength: Float64Array = new Float64Array(4);

  private reserve(count: number): void {
    while (this.volume.length < count) {
      this.volume = grown(this.volume);
      this.centroid = grown(this.centroid);
      this.second = grown(this.second);
      this.areaA = grown(this.areaA);
      this.areaB = grown(this.areaB);
      this.vectorArea = grown(this.vectorArea);
      this.moment = grown(this.moment);
      this.normal = grown(this.normal);
      this.point = grown(this.point);
      this.depthA = grown(this.depthA);
      this.depthB = grown(this.depthB);
      this.contourLength = grown(this.contourLength);
    }
  }

  /** Without contact planes and depths; the contour has length 1 where there is one. */
  measureVolumes(sums: RegionSums, sideOfA: number): void {
    this.reserve(sums.count);
    for (let r = 0; r < sums.count; r++) {
      this.measureVolume(sums, r, sideOfA);
      this.contourLength[r] = this.areaA[r] > 0 && this.areaB[r] > 0 ? 1 : 0;
    }
  }

  measure(work: MeshWorkspace, sums: RegionSums, contours: ContourList, sideOfA: number): void {
    this.reserve(sums.count);
    for (let r = 0; r < sums.count; r++) this.measureVolume(sums, r, sideOfA);
    this.measurePlanes(contours, sums.count);
    this.measureDepths(work, sums, contours, sideOfA);
  }

  private measureVolume(total: RegionSums, r: number, sideOfA: number): void {
    const t = total.sums;
    const q = total.at(r);
    const ox = total.origin[3 * r];
    const oy = total.origin[3 * r + 1];
    const oz = total.origin[3 * r + 2];
    const volume = t[q] / 6;
    const gx = t[q + 1] / (24 * volume);
    const gy = t[q + 2] / (24 * volume);
    const gz = t[q + 3] / (24 * volume);
    this.volume[r] = volume;
    this.centroid[3 * r] = ox + gx;
    this.centroid[3 * r + 1] = oy + gy;
    this.centroid[3 * r + 2] = oz + gz;
    this.second[6 * r] = t[q + 4] / 120 - volume * gx * gx;
    this.second[6 * r + 1] = t[q + 5] / 120 - volume * gy * gy;
    this.second[6 * r + 2] = t[q + 6] / 120 - volume * gz * gz;
    this.second[6 * r + 3] = t[q + 7] / 120 - volume * gx * gy;
    this.second[6 * r + 4] = t[q + 8] / 120 - volume * gx * gz;
    this.second[6 * r + 5] = t[q + 9] / 120 - volume * gy * gz;
    const a = q + (sideOfA === 0 ? 10 : 17);
    const b = q + (sideOfA === 0 ? 17 : 10);
    this.areaA[r] = 0.5 * t[a + 3];
    this.areaB[r] = 0.5 * t[b + 3];
    const sx = 0.5 * t[a];
    const sy = 0.5 * t[a + 1];
    const sz = 0.5 * t[a + 2];
    this.vectorArea[3 * r] = sx;
    this.vectorArea[3 * r + 1] = sy;
    this.vectorArea[3 * r + 2] = sz;
    this.moment[3 * r] = t[a + 4] / 6 + oy * sz - oz * sy;
    this.moment[3 * r + 1] = t[a + 5] / 6 + oz * sx - ox * sz;
    this.moment[3 * r + 2] = t[a + 6] / 6 + ox * sy - oy * sx;
    const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
    // areas that cancel leave only rounding, without a direction
    const scale = size > 1e-12 * (this.areaA[r] + this.areaB[r]) ? 1 / size : 0;
    this.normal[3 * r] = sx * scale;
    this.normal[3 * r + 1] = sy * scale;
    this.normal[3 * r + 2] = sz * scale;
  }

  /**
   * The contact plane is perpendicular to the vector area and passes through the mean of the contour (weighted by length, so that the
   * division of the contour has no effect). Departure: Dopico (anchor), eq. 20-22, fits the normal too, by least squares over the contour's
   * points; the vector area is the gradient of the volume and needs no fit. The centroid of the projection is eq. 24 written with vectors:
   * sum of (r_i + r_(i+1)) w / (3 sum of w), w = n . (r_i x r_(i+1)).
   */
  private measurePlanes(contours: ContourList, count: number): void {
    const { points, start, region } = contours;
    const { point, normal, contourLength, depthA, depthB } = this;
    for (let r = 0; r < count; r++) {
      contourLength[r] = 0;
      point[3 * r] = 0;
      point[3 * r + 1] = 0;
      point[3 * r + 2] = 0;
      depthA[r] = 0;
      depthB[r] = 0;
    }
    for (let i = 0; i < contours.count; i++) {
      const r = region[i];
      let p = 3 * (start[i + 1] - 1);
      for (let q = 3 * start[i]; q < 3 * start[i + 1]; p = q, q += 3) {
        const dx = points[q] - points[p];
        const dy = points[q + 1] - points[p + 1];
        const dz = points[q + 2] - points[p + 2];
        const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
        contourLength[r] += length;
        point[3 * r] += 0.5 * length * (points[p] + points[q]);
        point[3 * r + 1] += 0.5 * length * (points[p + 1] + points[q + 1]);
        point[3 * r + 2] += 0.5 * length * (points[p + 2] + points[q + 2]);
      }
    }
    for (let r = 0; r < count; r++) {
      // a region without a contour: a body, or a shell of one, wholly inside the other
      const scale = contourLength[r] > 0 ? 1 / contourLength[r] : 0;
      for (let k = 0; k < 3; k++) point[3 * r + k] = scale > 0 ? point[3 * r + k] * scale : this.centroid[3 * r + k];
      const nx = normal[3 * r];
      const ny = normal[3 * r + 1];
      const nz = normal[3 * r + 2];
      if (scale === 0 || (nx === 0 && ny === 0 && nz === 0)) continue;
      const ox = point[3 * r];
      const oy = point[3 * r + 1];
      const oz = point[3 * r + 2];
      let weight = 0;
      let cx = 0;
      let cy = 0;
      let cz = 0;
      for (let i = 0; i < contours.count; i++) {
        if (region[i] !== r) continue;
        let p = 3 * (start[i + 1] - 1);
        for (let q = 3 * start[i]; q < 3 * start[i + 1]; p = q, q += 3) {
          const ax = points[p] - ox;
          const ay = points[p + 1] - oy;
          const az = points[p + 2] - oz;
          const bx = points[q] - ox;
          const by = points[q + 1] - oy;
          const bz = points[q + 2] - oz;
          const w = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
          weight += w;
          cx += w * (ax + bx);
          cy += w * (ay + by);
          cz += w * (az + bz);
        }
      }
      if (!(weight > 0)) continue;
      const above = (nx * cx + ny * cy + nz * cz) / (3 * weight);
      point[3 * r] = ox + cx / (3 * weight) - above * nx;
      point[3 * r + 1] = oy + cy / (3 * weight) - above * ny;
      point[3 * r + 2] = oz + cz / (3 * weight) - above * nz;
    }
  }

  /** Extremes over the contour and inside vertices, which are the corners of the region (Dopico (anchor), s. 4.6). */
  private measureDepths(work: MeshWorkspace, total: RegionSums, contours: ContourList, sideOfA: number): void {
    const { normal, point, depthA, depthB } = this;
    const { points, start, region } = contours;
    for (let i = 0; i < contours.count; i++) {
      const r = region[i];
      for (let p = 3 * start[i]; p < 3 * start[i + 1]; p += 3) {
        const h =
          normal[3 * r] * (points[p] - point[3 * r]) +
          normal[3 * r + 1] * (points[p + 1] - point[3 * r + 1]) +
          normal[3 * r + 2] * (points[p + 2] - point[3 * r + 2]);
        if (h > depthA[r]) depthA[r] = h;
        if (-h > depthB[r]) depthB[r] = -h;
      }
    }
    for (let s = 0; s < 2; s++) {
      const side = work.sides[s];
      const depth = s === sideOfA ? depthA : depthB;
      const way = s === sideOfA ? 1 : -1;
      const { inside, insideCount, label, x } = side;
      for (let i = 0; i < insideCount; i++) {
        const v = inside[i];
        const r = total.count === 1 && work.labels === 1 ? 0 : total.regionOf[work.find(label[v])];
        if (r < 0) continue;
        const h =
          normal[3 * r] * (x[3 * v] - point[3 * r]) +
          normal[3 * r + 1] * (x[3 * v + 1] - point[3 * r + 1]) +
          normal[3 * r + 2] * (x[3 * v + 2] - point[3 * r + 2]);
        if (way * h > depth[r]) depth[r] = way * h;
      }
    }
  }
}
