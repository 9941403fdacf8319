/**
 * Strand contacts in columns: one entry ("patch") for each pair of elements, or of an element and a solid, with its quadrature points.
 * Sorted by element A, then B. Capacity grows while a refresh fills the columns; nothing else allocates.
 *
 * n points from A to B. A force law takes the points: with a volume stiffness k [N/m^3] point q gives the force
 *   f = k area weight n on B, -f on A
 * and sums over the points of a patch have the accuracy of the rule. Friction has one bristle for each patch, under its key.
 */

/** `feature` of a patch between cables; solids number theirs from 0. */
export const NO_FEATURE: number = -1;

export class ContactPatches {
  count = 0;
  elementA: Int32Array;
  /** element, or number of the solid */
  elementB: Int32Array;
  /** NO_FEATURE between cables; the part of a solid's surface, see cable-solid */
  feature: Int32Array;
  /** constant while the same two pieces of material touch: key of the history. Exact integers below 2^53 */
  key: Float64Array;
  /** points of patch p: pointStart[p] .. pointStart[p + 1] - 1 */
  pointStart: Int32Array;
  /** [1] of the volume's centroid on A, 0 .. 1 along the element, and on B (0 for solids) */
  uA: Float64Array;
  uB: Float64Array;
  /** [m] smallest gap at its points; negative in contact */
  separation: Float64Array;
  /** mean over the volume, unit, x y z */
  normal: Float64Array;
  /** [m^3] of the overlap */
  volume: Float64Array;
  /** [m^2] d(volume)/d(approach along the normal): the projected patch */
  area: Float64Array;

  pointCount = 0;
  /** patch a point belongs to */
  patch: Int32Array;
  /** [1] on the element of A, 0 .. 1 */
  pointU: Float64Array;
  /** [1] on the element of B, 0 .. 1; 0 for solids */
  pointW: Float64Array;
  /** [m] length of cable a point stands for, curvature included */
  weight: Float64Array;
  /** [m] distance of the centre lines, or of the centre line from the surface (negative inside) */
  distance: Float64Array;
  /** [m] */
  depth: Float64Array;
  /** [m^2] overlap of the two cross sections */
  lens: Float64Array;
  /** [m] d(lens)/d(depth) */
  chord: Float64Array;
  /** [1] d(chord)/d(depth) */
  chordSlope: Float64Array;
  /** unit, x y z, from A to B */
  pointNormal: Float64Array;
  /** [m] world, x y z: the centre line of A */
  pointA: Float64Array;
  /** [m] world, x y z: the foot on the centre line of B, or on the surface */
  pointB: Float64Array;
  /**
   * rotation of the normal: dn = -bend (I - n n^T - share axis axis^T) dP for a move dP of the point on A against B. bend [1/m], share [1],
   * axis unit (tangent of B at the foot, edge of a solid, ...)
   */
  bend: Float64Array;
  share: Float64Array;
  axis: Float64Array;

  constructor(capacity = 64) {
    const room = Math.max(1, capacity);
    this.elementA = new Int32Array(room);
    this.elementB = new Int32Array(room);
    this.feature = new Int32Array(room);
    this.key = new Float64Array(room);
    this.pointStart = new Int32Array(room + 1);
    this.uA = new Float64Array(room);
    this.uB = new Float64Array(room);
    this.separation = new Float64Array(room);
    this.normal = new Float64Array(3 * room);
    this.volume = new Float64Array(room);
    this.area = new Float64Array(room);
    const points = 4 * room;
    this.patch = new Int32Array(points);
    this.pointU = new Float64Array(points);
    this.pointW = new Float64Array(points);
    this.weight = new Float64Array(points);
    this.distance = new Float64Array(points);
    this.depth = new Float64Array(points);
    this.lens = new Float64Array(points);
    this.chord = new Float64Array(points);
    this.chordSlope = new Float64Array(points);
    this.pointNormal = new Float64Array(3 * points);
    this.pointA = new Float64Array(3 * points);
    this.pointB = new Float64Array(3 * points);
    this.bend = new Float64Array(points);
    this.share = new Float64Array(points);
    this.axis = new Float64Array(3 * points);
  }

  clear(): void {
    this.count = 0;
    this.pointCount = 0;
    this.pointStart[0] = 0;
  }

  /** Starts a patch; its points follow. */
  open(elementA: number, elementB: number, feature: number, key: number): number {
    if (this.count === this.elementA.length) this.#growPatches();
    const p = this.count++;
    this.elementA[p] = elementA;
    this.elementB[p] = elementB;
    this.feature[p] = feature;
    this.key[p] = key;
    this.pointStart[p] = this.pointCount;
    this.pointStart[p + 1] = this.pointCount;
    return p;
  }

  /** Adds a point to the last patch; the caller fills its columns. */
  add(): number {
    if (this.pointCount === this.patch.length) this.#growPoints();
    const q = this.pointCount++;
    this.patch[q] = this.count - 1;
    this.pointStart[this.count] = this.pointCount;
    return q;
  }

  /** Sums over the points of the last patch. Drops the patch when it has none. */
  close(): void {
    const p = this.count - 1;
    if (this.pointStart[p] === this.pointCount) this.count = p;
    else this.sum(p);
  }

  /** Computes the columns of patch p from those of its points. */
  sum(p: number): void {
    const from = this.pointStart[p];
    const to = this.pointStart[p + 1];
    let volume = 0;
    let u = 0;
    let w = 0;
    let x = 0;
    let y = 0;
    let z = 0;
    let ax = 0;
    let ay = 0;
    let az = 0;
    let depth = Number.NEGATIVE_INFINITY;
    for (let q = from; q < to; q++) {
      const v = this.weight[q] * this.lens[q];
      volume += v;
      const strip = this.weight[q] * this.chord[q];
      ax += strip * this.pointNormal[3 * q];
      ay += strip * this.pointNormal[3 * q + 1];
      az += strip * this.pointNormal[3 * q + 2];
      u += v * this.pointU[q];
      w += v * this.pointW[q];
      x += v * this.pointNormal[3 * q];
      y += v * this.pointNormal[3 * q + 1];
      z += v * this.pointNormal[3 * q + 2];
      if (this.depth[q] > depth) depth = this.depth[q];
    }
    const length = Math.sqrt(x * x + y * y + z * z);
    const flat = !(length > 0);
    const nx = flat ? this.pointNormal[3 * from] : x / length;
    const ny = flat ? this.pointNormal[3 * from + 1] : y / length;
    const nz = flat ? this.pointNormal[3 * from + 2] : z / length;
    this.volume[p] = volume;
    this.area[p] = nx * ax + ny * ay + nz * az;
    this.uA[p] = volume > 0 ? u / volume : this.pointU[from];
    this.uB[p] = volume > 0 ? w / volume : this.pointW[from];
    this.normal[3 * p] = nx;
    this.normal[3 * p + 1] = ny;
    this.normal[3 * p + 2] = nz;
    this.separation[p] = -depth;
  }

  /** [m] smallest distance of centre lines at any point, or from a surface; infinite without contact */
  leastDistance(): number {
    let least = Number.POSITIVE_INFINITY;
    for (let q = 0; q < this.pointCount; q++) if (this.distance[q] < least) least = this.distance[q];
    return least;
  }

  /** [m^3] of all patches */
  totalVolume(): number {
    let sum = 0;
    for (let p = 0; p < this.count; p++) sum += this.volume[p];
    return sum;
  }

  #growPatches(): void {
    const room = 2 * this.elementA.length;
    this.elementA = moreInts(this.elementA, room);
    this.elementB = moreInts(this.elementB, room);
    this.feature = moreInts(this.feature, room);
    this.key = moreFloats(this.key, room);
    this.pointStart = moreInts(this.pointStart, room + 1);
    this.uA = moreFloats(this.uA, room);
    this.uB = moreFloats(this.uB, room);
    this.separation = moreFloats(this.separation, room);
    this.normal = moreFloats(this.normal, 3 * room);
    this.volume = moreFloats(this.volume, room);
    this.area = moreFloats(this.area, room);
  }

  #growPoints(): void {
    const room = 2 * this.patch.length;
    this.patch = moreInts(this.patch, room);
    this.pointU = moreFloats(this.pointU, room);
    this.pointW = moreFloats(this.pointW, room);
    this.weight = moreFloats(this.weight, room);
    this.distance = moreFloats(this.distance, room);
    this.depth = moreFloats(this.depth, room);
    this.lens = moreFloats(this.lens, room);
    this.chord = moreFloats(this.chord, room);
    this.chordSlope = moreFloats(this.chordSlope, room);
    this.pointNormal = moreFloats(this.pointNormal, 3 * room);
    this.pointA = moreFloats(this.pointA, 3 * room);
    this.pointB = moreFloats(this.pointB, 3 * room);
    this.bend = moreFloats(this.bend, room);
    this.share = moreFloats(this.share, room);
    this.axis = moreFloats(this.axis, 3 * room);
  }
}

function moreInts(from: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(from);
  return larger;
}

function moreFloats(from: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(from);
  return larger;
}
