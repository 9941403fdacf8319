/** The closed curves in which two surfaces cut each other, ordered along the curve (Dopico (anchor), s. 4.3, eq. 19). */
import { grown, NONE } from './crossings.ts';
import type { RegionSums } from './regions.ts';
import type { MeshWorkspace } from './workspace.ts';

export class ContourList {
  count = 0;
  /** points of contour i: start[i] ... start[i + 1] - 1; the last is followed by the first */
  start: Int32Array = new Int32Array(16);
  region: Int32Array = new Int32Array(16);
  /**
   * [m] x y z, along world axes from the origin of the pair. The surface of A inside B lies to the left, seen from outside
   * A: half the sum of r_i x r_(i+1) is its vector area
   */
  points: Float64Array = new Float64Array(3 * 64);
  /** the crossing of each point */
  crossing: Int32Array = new Int32Array(64);

  /** Collects the contours of valid regions. reversed: A is side 1. */
  take(work: MeshWorkspace, sums: RegionSums, reversed: boolean): void {
    const { crossings } = work;
    const { loop, contour } = crossings;
    this.count = 0;
    while (this.crossing.length < crossings.count) {
      this.crossing = grown(this.crossing);
      this.points = grown(this.points);
    }
    while (this.start.length < work.loops + 1) {
      this.start = grown(this.start);
      this.region = grown(this.region);
    }
    let n = 0;
    let numbered = 0;
    this.start[0] = 0;
    for (let first = 0; first < crossings.count; first++) {
      if (loop[first] !== numbered) continue; // contours are numbered in the order of their first crossings
      numbered += 1;
      const region = sums.regionOf[work.find(loop[first])];
      if (region < 0) continue;
      const from = n;
      let c = first;
      do {
        this.crossing[n++] = c;
        c = contour[c];
      } while (c !== first && c !== NONE);
      if (reversed) {
        for (let i = from, j = n - 1; i < j; i++, j--) {
          const other = this.crossing[i];
          this.crossing[i] = this.crossing[j];
          this.crossing[j] = other;
        }
      }
      this.region[this.count++] = region;
      this.start[this.count] = n;
    }
    const { points, crossing } = this;
    for (let i = 0; i < n; i++) {
      const c = 3 * crossing[i];
      points[3 * i] = crossings.points[c];
      points[3 * i + 1] = crossings.points[c + 1];
      points[3 * i + 2] = crossings.points[c + 2];
    }
  }
}
