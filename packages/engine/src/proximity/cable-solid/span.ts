/**
 * One element of a cable in the frame of one solid: distances along it, and the intervals within its radius of the surface. F(u) = distance
 * - radius; its slope is the gradient of the distance along the tangent.
 *
 * F is sampled at the ends of each piece and, for meshes, where its chord comes closest to each nearby triangle. Outside a convex solid F
 * is nearly convex along a piece, so between two samples there is at most one minimum or maximum, and the slopes show which.
 */
import { makeTrianglePoint } from '../../geometry/index.ts';
import { Branches } from './branch.ts';
import { rootOfCubic, turnOfCubic } from './cubic-bracket.ts';
import { ballNear, chordOffPlane } from './near-triangles.ts';
import type { CableSolid } from './solid.ts';
import { segmentTriangle } from './triangle.ts';

const MAX_SAMPLES = 34;
/** extreme of F between two samples, stored after all of them */
const TURN = MAX_SAMPLES;
/** A cable that bends both ways between two samples may be deeper than their slopes predict, by less than this part of its radius. */
const NEAR = 0.1;

/** A slope below this part of the larger slope of its bracket counts as zero. */
const LEVEL = 1e-9;

export class Span {
  /** the present element, solid and triangles */
  radius = 0;
  readonly coefficients: Float64Array = new Float64Array(12);
  readonly branches: Branches = new Branches();
  /** [from, to] pairs in u, filled by findContact: two samples apart at least */
  readonly intervals: Float64Array = new Float64Array(2 * MAX_SAMPLES);
  /** dP/du and P in the frame of the solid, after evaluate */
  readonly tangent: Float64Array = new Float64Array(3);
  readonly point: Float64Array = new Float64Array(3);
  #solid: CableSolid | undefined;
  #triangles: Int32Array = new Int32Array(0);
  #from = 0;
  #to = 0;
  readonly #u: Float64Array = new Float64Array(MAX_SAMPLES + 1);
  readonly #f: Float64Array = new Float64Array(MAX_SAMPLES + 1);
  readonly #slope: Float64Array = new Float64Array(MAX_SAMPLES + 1);
  /** both ends, and what counts as near [m] */
  readonly #chord: Float64Array = new Float64Array(7);
  readonly #place: ReturnType<typeof makeTrianglePoint> = makeTrianglePoint();
  #count = 0;
  /** place and value of F */
  #at = 0;
  /** [m] found by findLeast */
  least = 0.5;
  #value = 0;
  /** the present piece, and smallest spacing of its samples, in u */
  #start = 0;
  #end = 0;
  #sag = 0;
  #gap = 0;
  /** [m] upper bound of |dP/du| */
  #speed = 0;
  /** of a bracket: u, F and slope at its start and at its end */
  readonly #between: Float64Array = new Float64Array(6);

  /** Takes element e of c into the frame of the solid; its triangles are list[from .. to - 1]. */
  enter(c: Float64Array, e: number, solid: CableSolid, list: Int32Array, from: number, to: number): void {
    const { posW, rotWS: R } = solid;
    const out = this.coefficients;
    for (let k = 0; k < 4; k++) {
      const x = c[12 * e + k] - (k === 0 ? posW[0] : 0);
      const y = c[12 * e + 4 + k] - (k === 0 ? posW[1] : 0);
      const z = c[12 * e + 8 + k] - (k === 0 ? posW[2] : 0);
      out[k] = R[0] * x + R[3] * y + R[6] * z;
      out[4 + k] = R[1] * x + R[4] * y + R[7] * z;
      out[8 + k] = R[2] * x + R[5] * y + R[8] * z;
    }
    this.#solid = solid;
    this.#triangles = list;
    this.#from = from;
    this.#to = to;
    this.#count = 0;
    this.#boundSpeed();
  }

  /** By the largest of the differences of Bezier points, times three. */
  #boundSpeed(): void {
    const c = this.coefficients;
    let first = 0;
    let second = 0;
    let third = 0;
    for (let o = 0; o < 12; o += 4) {
      const d1 = c[o + 1];
      const d2 = d1 + c[o + 2];
      const d3 = d1 + 2 * c[o + 2] + 3 * c[o + 3];
      first += d1 * d1;
      second += d2 * d2;
      third += d3 * d3;
    }
    this.#speed = Math.sqrt(Math.max(first, second, third));
  }

  /** Branches at u, with `point` and `tangent`. Returns F; infinite when a mesh has no triangle near. */
  evaluate(u: number): number {
    this.#at = u;
    this.#evaluate();
    return this.#value;
  }

  // Short functions pass numbers as arguments, because they are inlined; longer ones pass them in fields, because arguments and results would be boxed.
  #evaluate(): void {
    const c = this.coefficients;
    const { point: p, tangent: t, branches } = this;
    const u = this.#at;
    for (let k = 0; k < 3; k++) {
      const o = 4 * k;
      p[k] = c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
      t[k] = c[o + 1] + u * (2 * c[o + 2] + 3 * u * c[o + 3]);
    }
    branches.reach = this.radius;
    (this.#solid as CableSolid).distance(branches, p, this.#triangles, this.#from, this.#to);
    this.#value = branches.count === 0 ? Number.POSITIVE_INFINITY : branches.distance[0] - this.radius;
  }

  /**
   * Lower bound of F along the whole element, for a solid with convex distance: the distance lies above its tangent plane at u, and the
   * curve within its Bezier points.
   */
  leastBy(u: number): number {
    this.#at = u;
    this.#findLeast();
    return this.#value;
  }

  /** The same with u = places[k], to `least`. */
  findLeast(places: Float64Array, k: number): void {
    this.#at = places[k];
    this.#findLeast();
    this.least = this.#value;
  }

  #findLeast(): void {
    this.#evaluate();
    const { outward } = this.branches;
    const c = this.coefficients;
    const p = this.point;
    let b0 = 0;
    let b1 = 0;
    let b2 = 0;
    let b3 = 0;
    for (let k = 0; k < 3; k++) {
      const o = 4 * k;
      const g = outward[k];
      b0 += g * (c[o] - p[k]);
      b1 += (g * c[o + 1]) / 3;
      b2 += (g * c[o + 2]) / 3;
      b3 += g * c[o + 3];
    }
    // Bezier points from the coefficients: a0, a0 + a1/3, a0 + 2 a1/3 + a2/3, a0 + a1 + a2 + a3
    this.#value += Math.min(b0, b0 + b1, b0 + 2 * b1 + b2, b0 + 3 * b1 + 3 * b2 + b3);
  }

  #slopeNow(): number {
    const { outward, count } = this.branches;
    const t = this.tangent;
    return count === 0 ? 0 : outward[0] * t[0] + outward[1] * t[1] + outward[2] * t[2];
  }

  /** Fills `intervals` with the stretches of contact between u = from and to; sag [m] of the chord there. Returns their number. */
  findContact(from: number, to: number, sag: number): number {
    this.#start = from;
    this.#end = to;
    this.#sag = sag;
    return this.#findContact();
  }

  #findContact(): number {
    const from = this.#start;
    const to = this.#end;
    this.#begin();
    this.#at = to;
    this.#insert();
    // a distance changes by at most the distance travelled
    if (this.#f[0] + this.#f[1] > this.#speed * (to - from)) return 0;
    if (this.#from < this.#to) this.#sampleTriangles();
    else {
      for (let k = 1; k < 4; k++) {
        this.#at = from + 0.25 * k * (to - from);
        this.#insert();
      }
    }
    let n = 0;
    let open = from;
    const { intervals } = this;
    for (let k = 0; k + 1 < this.#count; k++) {
      const fa = this.#f[k];
      const fb = this.#f[k + 1];
      if (fa < 0 !== fb < 0) {
        this.#bracketFrom(k);
        this.#bracketTo(k + 1);
        this.#root();
        const x = this.#at;
        if (fa < 0) {
          intervals[2 * n] = open;
          intervals[2 * n + 1] = x;
          n++;
        } else open = x;
        continue;
      }
      const outwards = fa < 0 ? 1 : -1;
      const sa = this.#slope[k];
      const sb = this.#slope[k + 1];
      if (!(outwards * sa > 0 && outwards * sb < 0)) continue;
      // for a minimum: the distance cannot fall by more than both slopes allow; for a maximum: only where contact is about to divide
      const width = this.#u[k + 1] - this.#u[k];
      const bound = fa + (sa * (fb - fa - sb * width)) / (sa - sb);
      const shallow = 0.5 * (fa > fb ? fa : fb);
      if (fa < 0 ? bound <= shallow : bound >= NEAR * this.radius) continue;
      this.#bracketFrom(k);
      this.#bracketTo(k + 1);
      this.#turning();
      this.#evaluate();
      const x = this.#at;
      const fx = this.#value;
      this.#u[TURN] = x;
      this.#f[TURN] = fx;
      this.#slope[TURN] = 0;
      if (fa < 0) {
        if (fx <= shallow) continue;
        intervals[2 * n] = open;
        intervals[2 * n + 1] = x;
        open = x;
        if (fx > 0) {
          this.#bracketFrom(k);
          this.#bracketTo(TURN);
          this.#root();
          intervals[2 * n + 1] = this.#at;
          this.#bracketFrom(TURN);
          this.#bracketTo(k + 1);
          this.#root();
          open = this.#at;
        }
        n++;
      } else if (fx < 0) {
        this.#bracketFrom(k);
        this.#bracketTo(TURN);
        this.#root();
        intervals[2 * n] = this.#at;
        this.#bracketFrom(TURN);
        this.#bracketTo(k + 1);
        this.#root();
        intervals[2 * n + 1] = this.#at;
        n++;
      }
    }
    if (this.#f[this.#count - 1] < 0) {
      intervals[2 * n] = open;
      intervals[2 * n + 1] = to;
      n++;
    }
    return n;
  }

  /** The first sample of a piece: the last of the previous piece, if any. */
  #begin(): void {
    const last = this.#count - 1;
    this.#count = 0;
    if (last >= 0 && this.#u[last] === this.#start) {
      this.#u[0] = this.#u[last];
      this.#f[0] = this.#f[last];
      this.#slope[0] = this.#slope[last];
      this.#count = 1;
      return;
    }
    this.#at = this.#start;
    this.#insert();
  }

  /** A sample at #at, in order. */
  #insert(): void {
    let k = this.#count;
    this.#evaluate();
    const u = this.#at;
    const f = this.#value;
    const slope = this.#slopeNow();
    for (; k > 0 && this.#u[k - 1] > u; k--) {
      this.#u[k] = this.#u[k - 1];
      this.#f[k] = this.#f[k - 1];
      this.#slope[k] = this.#slope[k - 1];
    }
    this.#u[k] = u;
    this.#f[k] = f;
    this.#slope[k] = slope;
    this.#count++;
  }

  /** A sample where the chord is closest to each triangle it comes near, none closer than half a radius to another. */
  #sampleTriangles(): void {
    const from = this.#start;
    const to = this.#end;
    const { corners, balls, normals } = (this.#solid as CableSolid).surface as NonNullable<CableSolid['surface']>;
    const c = this.coefficients;
    const q = this.#chord;
    let length2 = 0;
    for (let k = 0; k < 3; k++) {
      const o = 4 * k;
      q[k] = c[o] + from * (c[o + 1] + from * (c[o + 2] + from * c[o + 3]));
      q[3 + k] = c[o] + to * (c[o + 1] + to * (c[o + 2] + to * c[o + 3]));
      length2 += (q[3 + k] - q[k]) * (q[3 + k] - q[k]);
    }
    const length = Math.sqrt(length2);
    const spacing = Math.max(0.5 * this.radius, length / (MAX_SAMPLES - 3));
    const reach = this.radius + this.#sag;
    this.#gap = (spacing / length) * (to - from);
    q[6] = reach;
    for (let k = this.#from; k < this.#to && this.#count < MAX_SAMPLES; k++) {
      const t = this.#triangles[k];
      if (chordOffPlane(q, balls, 4 * t, normals, 3 * t) || !ballNear(q, balls, 4 * t)) continue;
      segmentTriangle(this.#place, q, corners, 9 * t);
      if (this.#place.distance2 >= reach * reach) continue;
      this.#at = from + this.#place.s * (to - from);
      if (this.#clear()) this.#insert();
    }
    if (this.#count > 2) return;
    this.#at = 0.5 * (from + to);
    this.#insert();
  }

  #clear(): boolean {
    for (let k = 0; k < this.#count; k++) if (Math.abs(this.#u[k] - this.#at) < this.#gap) return false;
    return true;
  }

  /** A bracket begins at sample k. */
  #bracketFrom(k: number): void {
    this.#between[0] = this.#u[k];
    this.#between[1] = this.#f[k];
    this.#between[2] = this.#slope[k];
  }

  #bracketTo(k: number): void {
    this.#between[3] = this.#u[k];
    this.#between[4] = this.#f[k];
    this.#between[5] = this.#slope[k];
  }

  /** Root of F in the bracket: Newton from the root of the cubic through both ends. Writes the place to #at. */
  #root(): void {
    const a = this.#between[0];
    const fa = this.#between[1];
    const b = this.#between[3];
    const fb = this.#between[4];
    let low = a;
    let high = b;
    let u = 0.5 * (a + b);
    if (Number.isFinite(fa) && Number.isFinite(fb)) u = a + (b - a) * rootOfCubic(this.#between);
    for (let k = 0; k < 60; k++) {
      this.#at = u;
      this.#evaluate();
      const f = this.#value;
      if (f < 0 === fa < 0) low = u;
      else high = u;
      let next = u - f / this.#slopeNow();
      if (!(next >= low && next <= high)) next = 0.5 * (low + high);
      const moved = Math.abs(next - u);
      u = next;
      if (moved <= 1e-10 * (b - a) || high - low <= 1e-12 * (b - a)) break;
    }
    this.#at = u;
  }

  /** Extreme of F in the bracket: false position with halving, from the extreme of the cubic. Writes the place to #at. */
  #turning(): void {
    const a = this.#between[0];
    const sa = this.#between[2];
    const b = this.#between[3];
    const sb = this.#between[5];
    let low = a;
    let high = b;
    let sLow = sa;
    let sHigh = sb;
    let u = a + (b - a) * turnOfCubic(this.#between);
    const small = LEVEL * Math.max(Math.abs(sa), Math.abs(sb));
    for (let k = 0; k < 40; k++) {
      this.#at = u;
      this.#evaluate();
      const s = this.#slopeNow();
      if (s > 0 === sa > 0) {
        low = u;
        sLow = s;
      } else {
        high = u;
        sHigh = s;
      }
      if (high - low <= 1e-7 * (b - a) || Math.abs(s) <= small) break;
      const guess = low + ((high - low) * sLow) / (sLow - sHigh);
      u = k % 3 === 2 || !(guess > low && guess < high) ? 0.5 * (low + high) : guess;
    }
    this.#at = u;
  }
}
