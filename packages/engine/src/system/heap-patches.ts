/** The patches of a step with held shapes, as columns: written by heap-find.ts, read by heap-contacts.ts. */
import { GrowableFloat64, GrowableInt32 } from '../base/index.ts';
import { HEAP_LAG, HEAP_POINT, HEAP_PUSH, HEAP_REST } from '../contact/index.ts';
import { relativeMotion } from './patch-wrench.ts';

// Numbers a patch. In the world where it was looked at: centre (3); the rest below.
export const NORMAL = 3;
export const LEVER_A = 6;
export const LEVER_B = 9;
export const BRUSH = 12; // 7, when the step began
export const AREA = 19; // [m^2]
export const DEPTH = 20; // [m]
export const ONSET = 21; // [m/s]
export const MU = 22;
export const IN_A = 23; // centre and normal in A's frame (6)
export const STRIDE = 29;
/** Integers a patch: pair, bodies A and B, offset of the committed patch it goes on from or -1, first point. */
export const LINKS = 5;

export class HeapPatches {
  count = 0;
  readonly data: GrowableFloat64 = new GrowableFloat64(64 * STRIDE);
  /** one more than there are patches, for the end of the points */
  readonly links: GrowableInt32 = new GrowableInt32(65 * LINKS);
  /** see contact/heap-patch.ts */
  readonly points: GrowableFloat64 = new GrowableFloat64(256 * HEAP_POINT);

  clear(): void {
    this.count = 0;
    this.data.clear();
    this.links.clear();
    this.points.clear();
  }

  /** All patches are there. */
  close(): void {
    this.links.resize(LINKS * (this.count + 1));
    this.links.data[LINKS * this.count + 4] = this.points.length / HEAP_POINT;
  }

  /** Velocity of B against A at the centre of the patch at data[i], and angular velocity. */
  relative(out: Float64Array, v: Float64Array, i: number, A: number, B: number): void {
    relativeMotion(out, v, 6 * A, 6 * B, this.data.data, i + LEVER_A, i + LEVER_B);
  }

  /** Marks the bodies that have patches. */
  mark(bodies: Uint8Array): void {
    for (let p = 0; p < this.count; p++) {
      bodies[this.links.data[LINKS * p + 1]] = 1;
      bodies[this.links.data[LINKS * p + 2]] = 1;
    }
  }

  /** Marks the islands, by body below n, that have patches which go on from none and would push bodies at rest. */
  markFresh(islands: Uint8Array, island: Int32Array, n: number): void {
    islands.fill(0);
    for (let p = 0; p < this.count; p++) {
      if (this.links.data[LINKS * p + 3] >= 0 || !this.pushes(p)) continue;
      const A = this.links.data[LINKS * p + 1];
      const B = this.links.data[LINKS * p + 2];
      if (A < n) islands[island[A]] = 1;
      if (B < n) islands[island[B]] = 1;
    }
  }

  private pushes(p: number): boolean {
    const end = HEAP_POINT * this.links.data[LINKS * (p + 1) + 4];
    for (let o = HEAP_POINT * this.links.data[LINKS * p + 4]; o < end; o += HEAP_POINT) {
      if (this.points.data[o + HEAP_REST] > 0) return true;
    }
    return false;
  }

  /** Pairs of bodies below n that patches couple: the lower and the higher, for each patch. */
  couplings(out: GrowableInt32, n: number): void {
    out.clear();
    for (let p = 0; p < this.count; p++) {
      const A = this.links.data[LINKS * p + 1];
      const B = this.links.data[LINKS * p + 2];
      if (A < n && B < n) {
        out.push(Math.min(A, B));
        out.push(Math.max(A, B));
      }
    }
  }

  /** From now on friction goes by the normal forces last found. */
  lag(): void {
    const { data } = this.points;
    for (let o = 0; o < this.points.length; o += HEAP_POINT) data[o + HEAP_LAG] = data[o + HEAP_PUSH];
  }
}
