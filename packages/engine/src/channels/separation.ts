/**
 * Distances of strands, whether they touch or not: the local minima of the distance between two cables or of a cable from itself (Roy 2007,
 * section 2.1), and the smallest distance of a cable from a solid. Distances are between surfaces, negative where they overlap. They are
 * computed only on request, and once for all requests about the same shapes.
 */
import type { Cable } from '../bodies/index.ts';
import {
  distanceOf,
  LOCAL_STRIDE,
  localControl,
  type MeshDistance,
  type ShapeSpec,
  solidOf,
} from '../geometry/index.ts';
import { elementMap } from '../model/index.ts';
import { Branches, CableCurves, CableSolid, CONTROL_STRIDE, Minima, MinimaSearch } from '../proximity/index.ts';

/** Number of minima whose distances are reported, nearest first. */
export const TOLD = 3;
/** Number of minima whose places are reported too, nearest first. */
export const PLACED = 24;
/** Minima below this multiple of the touching distance, r1 + r2, are counted. */
const NEAR = 10;
/** Numbers of a minimum with its place. */
export const PLACE = 6;
/** Golden section, and the number of its steps: to 1e-8 of a piece. */
const GOLDEN = 0.6180339887498949;
const CUTS = 38;

/** One or two cables as curves through the present nodes. */
class Strands {
  readonly cables: readonly Cable[];
  readonly curves: CableCurves;
  private map: Float64Array = new Float64Array(0);
  private control: Float64Array = new Float64Array(0);
  /** the last nodes and lengths: for each cable its node count, nodes, rest lengths */
  private seen: Float64Array = new Float64Array(0);
  private current: Float64Array = new Float64Array(0);

  constructor(cables: readonly Cable[]) {
    this.cables = cables;
    this.curves = new CableCurves({
      starts: new Int32Array(cables.length + 1),
      radius: new Float64Array(0),
      restLength: new Float64Array(0),
    });
    let room = 0;
    for (const { capacity } of cables) room += 1 + 5 * capacity;
    this.seen = new Float64Array(room).fill(Number.NaN);
    this.current = new Float64Array(room);
  }

  /** Updates the curves through the nodes; false: nothing has moved. */
  update(): boolean {
    if (!this.moved()) return false;
    const { cables, curves } = this;
    let count = 0;
    for (const cable of cables) count += cable.elementCount;
    if (count !== curves.count) this.lay(count);
    let e = 0;
    for (const cable of cables) {
      let arc = 0;
      for (let j = 0; j < cable.elementCount; j++, e++) {
        curves.radius[e] = 0.5 * cable.diameter[j];
        curves.restLength[e] = cable.restLength[j];
        curves.arcStart[e] = arc;
        arc += cable.restLength[j];
        elementMap(this.map, LOCAL_STRIDE * e, cable, j);
        localControl(this.control, CONTROL_STRIDE * e, this.map, LOCAL_STRIDE * e, cable.q, j, cable.nodeCount);
      }
    }
    curves.set(this.control);
    return true;
  }

  private moved(): boolean {
    let o = 0;
    for (const { nodeCount, q, restLength } of this.cables) {
      this.current[o++] = nodeCount;
      for (let i = 0; i < 4 * nodeCount; i++) this.current[o++] = i % 4 === 3 ? 0 : q[i];
      for (let j = 0; j + 1 < nodeCount; j++) this.current[o++] = restLength[j];
    }
    let same = true;
    for (let i = 0; i < o && same; i++) same = this.current[i] === this.seen[i];
    this.seen.set(this.current);
    return !same;
  }

  private lay(count: number): void {
    const { cables } = this;
    const starts = new Int32Array(cables.length + 1);
    cables.forEach(({ elementCount }, c) => {
      starts[c + 1] = starts[c] + elementCount;
    });
    const radius = Float64Array.from(
      cables.flatMap((c) => [...c.diameter.subarray(0, c.elementCount)]),
      (d) => 0.5 * d,
    );
    const restLength = Float64Array.from(cables.flatMap((c) => [...c.restLength.subarray(0, c.elementCount)]));
    this.map = new Float64Array(LOCAL_STRIDE * count);
    this.control = new Float64Array(CONTROL_STRIDE * count);
    this.curves.reset({ starts, radius, restLength });
  }
}

/** Minima of the distance between two cables, or of one cable from itself. */
export class StrandSeparation {
  /** [m] nearest first; where there are fewer, the length of the cable */
  readonly least: Float64Array = new Float64Array(TOLD);
  /** minima within NEAR distances of touch */
  count = 0;
  /** [m] half way between the nearest two points, world */
  readonly place: Float64Array = new Float64Array(3);
  /** for each near minimum, nearest first: distance, arc length on the first and on the second cable (or strand), half way between [m] */
  readonly placed: Float64Array = new Float64Array(PLACE * PLACED);
  private order: Int32Array = new Int32Array(0);
  private readonly strands: Strands;
  private readonly search: MinimaSearch;
  private readonly minima: Minima = new Minima();
  /** [m] initial reach of the next search: that of the last one */
  private limit = 0;

  constructor(a: Cable, b: Cable) {
    this.strands = new Strands(a === b ? [a] : [a, b]);
    this.search = new MinimaSearch(this.strands.curves);
  }

  update(): void {
    if (!this.strands.update()) return;
    const { curves, cables } = this.strands;
    const { search, minima } = this;
    const across = cables.length > 1;
    let thickest = 0;
    for (let e = 0; e < curves.count; e++) thickest = Math.max(thickest, curves.radius[e]);
    const near = 2 * NEAR * thickest;
    const far = extent(curves);
    let limit = Math.max(near, this.limit);
    search.find(minima, limit, across);
    while (minima.count < TOLD && limit < far) {
      limit = Math.min(2 * limit, far);
      search.find(minima, limit, across);
    }
    this.limit = minima.count > 4 * TOLD ? 0.5 * limit : limit;
    this.least.fill(Math.max(...cables.map(({ totalLength }) => totalLength)));
    this.count = 0;
    let nearest = -1;
    for (let m = 0; m < minima.count; m++) {
      const touching = curves.radius[minima.elementA[m]] + curves.radius[minima.elementB[m]];
      const distance = minima.distance[m] - touching;
      if (distance < near) this.count++;
      if (nearest < 0 || distance < this.least[0]) nearest = m;
      insert(this.least, distance);
    }
    if (nearest >= 0) this.middle(this.place, 0, nearest);
    this.putPlaces();
  }

  /** Distances, arc lengths and places of the near minima. */
  private putPlaces(): void {
    const { placed, minima, count } = this;
    const { radius, arcStart, restLength } = this.strands.curves;
    const { elementA: a, elementB: b, uA, uB } = minima;
    const gap = (m: number): number => minima.distance[m] - radius[a[m]] - radius[b[m]];
    if (this.order.length < minima.count) this.order = new Int32Array(2 * minima.count);
    for (let m = 0; m < minima.count; m++) this.order[m] = m;
    const order = this.order.subarray(0, minima.count).sort((p, q) => gap(p) - gap(q) || p - q);
    placed.fill(0);
    for (let k = 0; k < PLACED; k++) {
      const o = PLACE * k;
      if (k >= count) {
        placed[o] = Math.max(...this.strands.cables.map(({ totalLength }) => totalLength));
        continue;
      }
      const m = order[k];
      placed[o] = gap(m);
      placed[o + 1] = arcStart[a[m]] + uA[m] * restLength[a[m]];
      placed[o + 2] = arcStart[b[m]] + uB[m] * restLength[b[m]];
      this.middle(placed, o + 3, m);
    }
  }

  private middle(out: Float64Array, o: number, m: number): void {
    const { coefficients: c } = this.strands.curves;
    const { elementA, uA, elementB, uB } = this.minima;
    for (let k = 0; k < 3; k++) {
      out[o + k] = 0.5 * (cubic(c, 12 * elementA[m] + 4 * k, uA[m]) + cubic(c, 12 * elementB[m] + 4 * k, uB[m]));
    }
  }
}

/** A shape in the world: with a distance in closed form, or triangles. */
export interface PlacedShape {
  readonly solid: CableSolid | undefined;
  readonly mesh: MeshDistance | undefined;
  /** [m] of the mesh, in the frame of the shape */
  readonly centre: Float64Array;
  readonly posW: Float64Array;
  readonly rotWS: Float64Array;
}

/** Smallest distance of a cable from the shapes of one body. */
export class SolidSeparation {
  /** [m] */
  least = 0;
  /** [m] of the cable's axis, world */
  readonly place: Float64Array = new Float64Array(3);
  private readonly strands: Strands;
  private readonly solids: readonly PlacedShape[];
  private readonly branches: Branches = new Branches();
  private readonly point: Float64Array = new Float64Array(3);
  private readonly list: Int32Array = new Int32Array(0);

  constructor(cable: Cable, solids: readonly PlacedShape[]) {
    this.strands = new Strands([cable]);
    this.solids = solids;
  }

  /** The shapes must be placed. */
  update(): void {
    this.strands.update();
    const { curves } = this.strands;
    const { coefficients: c, radius, sag } = curves;
    this.least = Number.POSITIVE_INFINITY;
    for (let s = 0; s < this.solids.length; s++) {
      for (let e = 0; e < curves.count; e++) {
        let chord2 = 0;
        for (let k = 0; k < 3; k++) {
          const d = cubic(c, 12 * e + 4 * k, 1) - cubic(c, 12 * e + 4 * k, 0);
          chord2 += d * d;
        }
        // no point of the element is nearer than its middle by more than half its chord and its sag
        const middle = this.distance(s, e, 0.5);
        if (middle - 0.5 * Math.sqrt(chord2) - 2 * sag[e] - radius[e] >= this.least) continue;
        let best = 0.5;
        let least = middle;
        for (let k = 0; k <= 8; k++) {
          const d = this.distance(s, e, k / 8);
          if (d >= least) continue;
          least = d;
          best = k / 8;
        }
        this.refine(s, e, Math.max(0, best - 1 / 8), Math.min(1, best + 1 / 8));
      }
    }
  }

  /** Golden section between u = from and to. */
  private refine(s: number, e: number, from: number, to: number): void {
    let a = from;
    let b = to;
    let x = b - GOLDEN * (b - a);
    let y = a + GOLDEN * (b - a);
    let fx = this.distance(s, e, x);
    let fy = this.distance(s, e, y);
    for (let k = 0; k < CUTS; k++) {
      if (fx < fy) {
        b = y;
        y = x;
        fy = fx;
        x = b - GOLDEN * (b - a);
        fx = this.distance(s, e, x);
      } else {
        a = x;
        x = y;
        fx = fy;
        y = a + GOLDEN * (b - a);
        fy = this.distance(s, e, y);
      }
    }
    // the minimum may be at an end of the element, which is also an end of the bracket
    this.keep(s, e, 0.5 * (a + b));
    this.keep(s, e, from);
    this.keep(s, e, to);
  }

  private keep(s: number, e: number, u: number): void {
    const { coefficients: c, radius } = this.strands.curves;
    const distance = this.distance(s, e, u) - radius[e];
    if (distance >= this.least) return;
    this.least = distance;
    for (let k = 0; k < 3; k++) this.place[k] = cubic(c, 12 * e + 4 * k, u);
  }

  /** Distance of the axis of element e at u from solid s [m]. */
  private distance(s: number, e: number, u: number): number {
    const { coefficients: c } = this.strands.curves;
    const { solid, mesh, centre, posW, rotWS: R } = this.solids[s];
    const x = cubic(c, 12 * e, u) - posW[0];
    const y = cubic(c, 12 * e + 4, u) - posW[1];
    const z = cubic(c, 12 * e + 8, u) - posW[2];
    const p = this.point;
    for (let k = 0; k < 3; k++) p[k] = R[k] * x + R[3 + k] * y + R[6 + k] * z - centre[k];
    if (mesh) return -mesh.inside(p[0], p[1], p[2], Number.POSITIVE_INFINITY);
    solid?.distance(this.branches, p, this.list, 0, 0);
    return this.branches.distance[0];
  }
}

/** A shape prepared for distances, not yet placed. */
export function placedShape(shape: ShapeSpec): PlacedShape {
  const place = { posW: new Float64Array(3), rotWS: new Float64Array(9) };
  if (shape.kind === 'mesh' || shape.kind === 'hull') {
    const { surface } = solidOf(shape);
    return { ...place, centre: surface.centre, solid: undefined, mesh: distanceOf(surface) };
  }
  return { ...place, centre: new Float64Array(3), solid: new CableSolid(shape), mesh: undefined };
}

function cubic(c: Float64Array, o: number, u: number): number {
  return c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
}

/** Inserts a distance into the sorted list of the smallest. */
function insert(least: Float64Array, distance: number): void {
  let k = least.length;
  for (; k > 0 && least[k - 1] > distance; k--) if (k < least.length) least[k] = least[k - 1];
  if (k < least.length) least[k] = distance;
}

/** [m] the diagonal of the box around all curves: no two points are farther apart. */
function extent(curves: CableCurves): number {
  const { coefficients: c, count } = curves;
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let e = 0; e < count; e++) {
      for (let u = 0; u <= 1; u++) {
        const x = cubic(c, 12 * e + 4 * k, u);
        low = Math.min(low, x - curves.sag[e]);
        high = Math.max(high, x + curves.sag[e]);
      }
    }
    sum += (high - low) * (high - low);
  }
  return Math.sqrt(sum);
}
