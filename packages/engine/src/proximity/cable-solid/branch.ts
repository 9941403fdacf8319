/**
 * Nearest places of a solid to a point of a cable. Outside a convex solid there is one; in the corner between two faces there are two, and
 * the cable rests on both. Each is a branch: a local minimum of the distance from the surface.
 */

/** Most branches kept at a point; a corner of three faces has three. */
export const MAX_BRANCHES = 6;

/** Branches as columns, in the frame of the solid. The first is the nearest. */
export class Branches {
  count = 0;
  /** [m] limit of the search */
  reach = 0;
  /** [m] of the centre line from the surface, negative inside */
  readonly distance: Float64Array = new Float64Array(MAX_BRANCHES);
  /** outward unit normal: gradient of the distance, x y z */
  readonly outward: Float64Array = new Float64Array(3 * MAX_BRANCHES);
  /** [1] weight of the branch; branches fade in and out where one face of a concave surface takes over from the next */
  readonly weight: Float64Array = new Float64Array(MAX_BRANCHES);
  /** part of the surface it lies on; the same over smooth and over flat places */
  readonly feature: Int32Array = new Int32Array(MAX_BRANCHES);
  /** gradient of `outward`: bend (I - o o^T - share axis axis^T); bend [1/m] = 0 over a plane */
  readonly bend: Float64Array = new Float64Array(MAX_BRANCHES);
  readonly share: Float64Array = new Float64Array(MAX_BRANCHES);
  readonly axis: Float64Array = new Float64Array(3 * MAX_BRANCHES);

  /** One branch with full weight, over a plane: the caller sets its distance, outward normal and other data. */
  single(): void {
    this.count = 1;
    this.weight[0] = 1;
    this.feature[0] = 0;
    this.bend[0] = 0;
    this.share[0] = 0;
    for (let k = 0; k < 3; k++) {
      this.outward[k] = 0;
      this.axis[k] = 0;
    }
  }
}
