/**
 * List of patches prepared for integration, written point by point or column by column; every state overwrites it.
 */
import { POINT_STRIDE, writeFace } from './face-points.ts';
import { writeFive } from './rectangle.ts';

/**
 * Numbers a patch: centre (3), mean normal (3), volume [m^3], area [m^2], depth [m], 1 if its points have normals of their own; the
 * integral of the depth over the volume [m^4], which gives the stored energy; negative where only a uniform layer approximates it.
 */
export const PATCH_STRIDE = 11;
/** Place of the stored energy, as an integral of a depth over a volume [m^4]. */
export const PATCH_STORED = 10;
/** Size of the part of the stiffness not contained in the points, over k, 6 x 6 about the centre. */
export const PATCH_TURNING = 36;
export { POINT_STRIDE };

/** 1 - cos of the angle within which normals count as equal: about 1e-8 rad, the level of rounding. */
const PARALLEL = 2e-15;

export class PatchList {
  count = 0;
  /** world */
  data: Float64Array = new Float64Array(PATCH_STRIDE * 8);
  /** points of patch i: start[i] ... start[i + 1] - 1 */
  start: Int32Array = new Int32Array(9);
  points: Float64Array = new Float64Array(POINT_STRIDE * 256);
  /** of each point, where its patch bends: unit vector from A to B */
  normals: Float64Array = new Float64Array(3 * 256);
  /** of each patch, where known: PATCH_TURNING numbers [m^2, m^3, m^4] of stiffness not contained in the slopes of the points */
  turning: Float64Array = new Float64Array(0);
  private pointCount = 0;

  /** data of the present patch */
  private begun = 0;
  /** [m] SolidPair.meet: lower bound of the distance of the two, up to the requested value; 0 where they touch or it was not computed */
  apart = 0.5;
  private readonly direction = new Float64Array(3);
  private deepest = 0.5;
  /** [m^4] its volume times its depths */
  private held = 0.5;
  private frame: Float64Array = new Float64Array(9);
  private frameAt = 0;
  private readonly origin = new Float64Array(3);

  clear(): void {
    this.count = 0;
    this.pointCount = 0;
    this.start[0] = 0;
  }

  /** The last patch ends at this point. */
  close(end: number): void {
    this.start[this.count] = end;
    this.pointCount = end;
  }

  /**
   * A patch point by point: positions and normals in a frame given by rotation (row-major at r) and origin (from `at` on), n its
   * direction there, from A to B.
   */
  beginPoints(rot: Float64Array, r: number, origin: Float64Array, at: number, n: Float64Array, o: number): void {
    this.frame = rot;
    this.frameAt = r;
    for (let i = 0; i < 3; i++) this.origin[i] = origin[at + i];
    for (let i = 0; i < 3; i++) {
      this.direction[i] = rot[r + 3 * i] * n[o] + rot[r + 3 * i + 1] * n[o + 1] + rot[r + 3 * i + 2] * n[o + 2];
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

  /** Points of a flat face below a plane, see face-points.ts. q[j...]: outward normal of the face. */
  addFace(p: Float64Array, count: number, plane: Float64Array, q: Float64Array, j: number): void {
    this.reservePoints(count);
    writeFace(this.points, POINT_STRIDE * this.pointCount, this.frame, this.frameAt, p, count, plane, q, j);
    this.pointCount += count;
  }

  /** plane: height along n [m] in that frame of the one surface that is a plane, if the points are on the other. */
  endPoints(depth: number, plane: number = Number.NaN): void {
    const { points: p, direction } = this;
    const nx = direction[0];
    const ny = direction[1];
    const nz = direction[2];
    let volume = 0;
    let height = 0;
    let area = 0;
    for (let k = POINT_STRIDE * this.begun; k < POINT_STRIDE * this.pointCount; k += POINT_STRIDE) {
      volume += p[k + 3];
      height += p[k + 3] * (p[k] * nx + p[k + 1] * ny + p[k + 2] * nz);
      area += p[k + 4] * nx + p[k + 5] * ny + p[k + 6] * nz;
    }
    if (!(volume > 0 && area > 0)) {
      this.pointCount = this.begun;
      return;
    }
    // of points on a surface, half their depth back to the plane, by volume
    const surface = height / volume;
    const middle = Number.isNaN(plane) ? surface : 0.5 * (plane + surface);
    this.finish(this.begun, nx, ny, nz, middle, area, depth, this.origin[0], this.origin[1], this.origin[2]);
  }

  /** A patch with one direction n: points in the frame of a pair follow. */
  beginSurfaces(): void {
    this.begun = this.pointCount;
  }

  /** A point of a surface: place, signed volume, vector area looking along n. */
  addSurfacePoint(x: number, y: number, z: number, volume: number, ax: number, ay: number, az: number): void {
    this.reservePoints(1);
    const out = this.points;
    const o = POINT_STRIDE * this.pointCount++;
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
    out[o + 3] = volume;
    out[o + 4] = ax;
    out[o + 5] = ay;
    out[o + 6] = az;
  }

  /** middle: height of the patch along n [m]; origin of the frame of the pair in the world */
  endSurfaces(
    nx: number,
    ny: number,
    nz: number,
    middle: number,
    area: number,
    depth: number,
    originW: Float64Array,
  ): void {
    this.finish(this.begun, nx, ny, nz, middle, area, depth, originW[0], originW[1], originW[2]);
  }

  /** A patch column by column; they come in the frame of a pair. */
  beginColumns(): void {
    this.begun = this.pointCount;
    this.deepest = 0;
    this.held = 0;
  }

  /**
   * Middle of a column (3), its volume [m^3], derivative of its volume by the approach of B (3) [m^2], its direction from A to B (3), the
   * largest depth [m], its volume times its depth [m^4].
   */
  addColumn(column: Float64Array): void {
    this.reservePoints(1);
    const out = this.points;
    const n = 3 * this.pointCount;
    const o = POINT_STRIDE * this.pointCount++;
    for (let k = 0; k < POINT_STRIDE; k++) out[o + k] = column[k];
    for (let k = 0; k < 3; k++) this.normals[n + k] = column[7 + k];
    if (column[10] > this.deepest) this.deepest = column[10];
    this.held += column[11];
  }

  /** origin: of the frame of the pair in the world */
  endColumns(originW: Float64Array): void {
    const { points: p, normals, begun } = this;
    let volume = 0;
    let cx = 0;
    let cy = 0;
    let cz = 0;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    // columns of one direction form a plane patch
    let bent = 0;
    for (let i = begun; i < this.pointCount; i++) {
      const k = POINT_STRIDE * i;
      const w = p[k + 3];
      const x = normals[3 * i];
      const y = normals[3 * i + 1];
      const z = normals[3 * i + 2];
      volume += w;
      cx += w * p[k];
      cy += w * p[k + 1];
      cz += w * p[k + 2];
      nx += w * x;
      ny += w * y;
      nz += w * z;
      const along = x * normals[3 * begun] + y * normals[3 * begun + 1] + z * normals[3 * begun + 2];
      if (along < 1 - PARALLEL) bent = 1;
    }
    if (!(volume > 0)) {
      this.pointCount = begun;
      return;
    }
    // directions that cancel, as around a hole, have no mean: take any of them
    let size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(size > 0)) {
      nx = normals[3 * begun];
      ny = normals[3 * begun + 1];
      nz = normals[3 * begun + 2];
      size = 1;
    }
    cx /= volume;
    cy /= volume;
    cz /= volume;
    for (let k = POINT_STRIDE * begun; k < POINT_STRIDE * this.pointCount; k += POINT_STRIDE) {
      p[k] -= cx;
      p[k + 1] -= cy;
      p[k + 2] -= cz;
    }
    this.write(
      originW[0] + cx,
      originW[1] + cy,
      originW[2] + cz,
      nx / size,
      ny / size,
      nz / size,
      volume,
      // depth of a uniform layer with the same stored energy
      (volume * volume) / this.held,
      this.deepest,
      bent,
    );
  }

  /**
   * Ends a patch of columns whose stiffness K (6 x 6, about the origin of the frame of the pair) and stored depth [m^4] are known, over an
   * area [m^2] with a given depth.
   */
  endField(originW: Float64Array, K: Float64Array, sizes: Float64Array): void {
    const { count, begun } = this;
    const depth = sizes[2];
    if (!(depth > 0)) {
      this.pointCount = begun;
      return;
    }
    this.deepest = depth;
    this.held = depth; // any direction: the area is given
    this.endColumns(originW);
    if (this.count === count) return;
    const o = PATCH_STRIDE * count;
    const { data } = this;
    data[o + 7] = Math.max(sizes[0], data[o + 6] / depth);
    data[o + PATCH_STORED] = sizes[1];
    if (this.turning.length < PATCH_TURNING * (count + 1)) {
      const larger = new Float64Array(2 * PATCH_TURNING * (count + 1));
      larger.set(this.turning);
      this.turning = larger;
    }
    const at = PATCH_TURNING * count;
    for (let k = 0; k < 3; k++) offset[k] = data[o + k] - originW[k];
    moveStiffness(this.turning, at, K);
    this.subtractPoints(at, begun, o);
  }

  /**
   * Ends a patch of columns of round bars: each column deforms along its direction only, with a total area of held[0] [m^2]; the stored
   * energy is held[1] [m^4].
   */
  endBars(originW: Float64Array, held: Float64Array): void {
    const { count } = this;
    this.endColumns(originW);
    if (this.count === count) return;
    const { data, turning } = this;
    const o = PATCH_STRIDE * count;
    data[o + 7] = held[0];
    data[o + PATCH_STORED] = held[1];
    const at = PATCH_TURNING * count;
    if (turning.length >= at + PATCH_TURNING) turning.fill(0, at, at + PATCH_TURNING);
  }

  /** turning[at...] -= sum (n; rho x n) (s; rho x s)^T */
  private subtractPoints(at: number, begun: number, o: number): void {
    const { points: p, normals, turning: K } = this;
    const bent = this.data[o + 9] === 1;
    for (let i = begun; i < this.pointCount; i++) {
      const k = POINT_STRIDE * i;
      const n = bent ? normals : this.data;
      lift(left, p, k, n, bent ? 3 * i : o + 3);
      lift(right, p, k, p, k + 4);
      for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) K[at + 6 * r + c] -= left[r] * right[c];
    }
  }

  /**
   * A patch of five points: n (3), half the sides of the rectangle of its corners (3 each), the centre (3) from x0 y0 z0. sizes: volume, area,
   * depth, how much more area there is in corners on the positive side of each axis [m^2], share of the corners.
   */
  addFive(axes: Float64Array, origin: Float64Array, sizes: Float64Array): void {
    const count = sizes[5] < 1 ? 5 : 4;
    this.reservePoints(5);
    writeFive(this.points, POINT_STRIDE * this.pointCount, axes, sizes, count);
    this.pointCount += count;
    this.write(
      origin[0] + axes[9],
      origin[1] + axes[10],
      origin[2] + axes[11],
      axes[0],
      axes[1],
      axes[2],
      sizes[0],
      sizes[1],
      sizes[2],
      0,
    );
  }

  private reservePatch(): void {
    if (PATCH_STRIDE * (this.count + 1) <= this.data.length) return;
    const starts = new Int32Array(2 * this.start.length);
    starts.set(this.start);
    this.start = starts;
    const larger = new Float64Array(2 * this.data.length);
    larger.set(this.data);
    this.data = larger;
  }

  private reservePoints(count: number): void {
    while (POINT_STRIDE * (this.pointCount + count) > this.points.length) {
      const larger = new Float64Array(2 * this.points.length);
      larger.set(this.points);
      this.points = larger;
      const normals = new Float64Array((3 * larger.length) / POINT_STRIDE);
      normals.set(this.normals);
      this.normals = normals;
    }
  }

  /** Centre of the points from `begin` on, which move to the plane at height `middle`; x, y, z: their reference point. */
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
    // all points at one height, relative to the centre of the patch
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
    this.write(x0 + cx, y0 + cy, z0 + cz, nx, ny, nz, volume, area, depth, 0);
  }

  private write(
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    volume: number,
    area: number,
    depth: number,
    bent: number,
  ): void {
    this.reservePatch();
    const { data } = this;
    const o = PATCH_STRIDE * this.count;
    data[o] = x;
    data[o + 1] = y;
    data[o + 2] = z;
    data[o + 3] = nx;
    data[o + 4] = ny;
    data[o + 5] = nz;
    data[o + 6] = volume;
    data[o + 7] = Math.max(area, volume / depth); // surfaces that fold back cancel in the sum of areas
    data[o + 8] = depth;
    data[o + 9] = bent;
    data[o + PATCH_STORED] = -1;
    this.count++;
    this.start[this.count] = this.pointCount;
  }
}

const left = new Float64Array(6);
const right = new Float64Array(6);
/** (d, rho x d), rho at p[k...], d at q[j...] */
function lift(out: Float64Array, p: Float64Array, k: number, q: Float64Array, j: number): void {
  for (let i = 0; i < 3; i++) {
    out[i] = q[j + i];
    out[3 + i] = p[k + ((i + 1) % 3)] * q[j + ((i + 2) % 3)] - p[k + ((i + 2) % 3)] * q[j + ((i + 1) % 3)];
  }
}

const offset = new Float64Array(3);
const shifted = new Float64Array(36);
/** out[at...] = L K L^T, L = [1, 0; -[c]x, 1]: about a centre instead of the origin. */
function moveStiffness(out: Float64Array, at: number, K: Float64Array): void {
  const x = offset[0];
  const y = offset[1];
  const z = offset[2];
  for (let j = 0; j < 6; j++) {
    for (let i = 0; i < 6; i++) shifted[6 * i + j] = K[6 * i + j];
    shifted[18 + j] -= y * K[12 + j] - z * K[6 + j];
    shifted[24 + j] -= z * K[j] - x * K[12 + j];
    shifted[30 + j] -= x * K[6 + j] - y * K[j];
  }
  for (let r = 0; r < 36; r += 6) {
    for (let i = 0; i < 6; i++) out[at + r + i] = shifted[r + i];
    out[at + r + 3] -= y * shifted[r + 2] - z * shifted[r + 1];
    out[at + r + 4] -= z * shifted[r] - x * shifted[r + 2];
    out[at + r + 5] -= x * shifted[r + 1] - y * shifted[r];
  }
}
