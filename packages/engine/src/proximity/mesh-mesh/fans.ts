/** Surface of one body inside the other, as triangles; every computation overwrites it. */
import { grown } from './crossings.ts';

export class FanList {
  count = 0;
  /** [m] x y z of three corners each, along world axes from the origin of the pair */
  points: Float64Array = new Float64Array(9 * 32);
  /** the triangle of the given mesh that contains each */
  triangle: Int32Array = new Int32Array(32);
  /** the region each belongs to */
  region: Int32Array = new Int32Array(32);
  /**
   * 1: oriented like the mesh, so (b - a) x (c - a) points out of the body; -1: oriented against it and counted negative: a hole in a
   * triangle, or part of a non-convex polygon of many corners
   */
  sign: Int8Array = new Int8Array(32);

  reserve(): void {
    if (this.count < this.triangle.length) return;
    this.points = grown(this.points);
    this.triangle = grown(this.triangle);
    this.region = grown(this.region);
    const sign = new Int8Array(2 * this.sign.length);
    sign.set(this.sign);
    this.sign = sign;
  }
}
