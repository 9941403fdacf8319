/**
 * All cables of a scene as one list of cubic elements, at one instant.
 *
 * Element e is given by four control vectors b0 b1 b2 b3 (Bezier points, world axes, 12 numbers from 12 e on) and kept as
 * polynomials x = a0 + a1 u + a2 u^2 + a3 u^3, u = 0 .. 1, four numbers an axis. Elements of a cable stand one after the
 * other and share end points; with a cubic spline (Roy 2007, eq. 2.3) tangent and curvature go through as well:
 *   b0 = x_m, b1 = x_m + (L/3) r'(0), b2 = x_(m+1) - (L/3) r'(1), b3 = x_(m+1)
 */
import { assert } from '../../base/index.ts';
import type { CableSpline } from '../../geometry/index.ts';

/** Data that stay constant while no node is added or removed. One entry for each element unless stated otherwise. */
export interface CableLayout {
  /** first element of each cable, and at the end the number of all elements */
  readonly starts: Int32Array;
  /** [m] */
  readonly radius: Float64Array;
  /** [m] unstretched length */
  readonly restLength: Float64Array;
  /** name of an element that outlives its number when nodes come and go, below 2^24; default: the number */
  readonly label?: Int32Array;
  /**
   * [m] one for each cable: points of a cable closer than this along it (unstretched) never touch each other; beyond 1.5 times this length
   * contact is full; default 4 times the largest radius
   */
  readonly neighbourLength?: Float64Array;
}

/** Numbers of an element in `control` and `coefficients`. */
export const CONTROL_STRIDE = 12;

export class CableCurves {
  count = 0;
  /** [m] polynomial coefficients: a0 a1 a2 a3 of x, then y, then z */
  coefficients: Float64Array = new Float64Array(0);
  radius: Float64Array = new Float64Array(0);
  restLength: Float64Array = new Float64Array(0);
  label: Int32Array = new Int32Array(0);
  /** cable an element belongs to */
  cable: Int32Array = new Int32Array(0);
  /** [m] unstretched length from the cable's first end to the element's */
  arcStart: Float64Array = new Float64Array(0);
  /** 1: the element begins its cable; 2: it ends it; 3: both */
  ends: Uint8Array = new Uint8Array(0);
  /**
   * normal of the planes between an element and its neighbours, at its start and its end (6 numbers): the tangent there, or the mean of the
   * two unit tangents where they differ, as in a chain of straight segments
   */
  jointTangent: Float64Array = new Float64Array(0);
  /** [m] no point of an element is farther than this from the same parameter on its chord */
  sag: Float64Array = new Float64Array(0);
  /** one a cable, see CableLayout */
  neighbourLength: Float64Array = new Float64Array(0);
  /** number of equal pieces of an element for the search, so that none turns by more than about 0.6 rad; set by cutIntoPieces */
  pieces: Uint8Array = new Uint8Array(0);
  /**
   * [rad] turning of the tangent up to element e, summed from the first element on, one more than elements. Set with the pieces; before
   * that, so large between any two that none count as neighbours.
   */
  turning: Float64Array = new Float64Array(0);

  constructor(layout: CableLayout) {
    this.reset(layout);
  }

  /** Call after nodes were added or removed, between steps; allocates. */
  reset(layout: CableLayout): void {
    const { starts, radius, restLength } = layout;
    const cables = starts.length - 1;
    const count = starts[cables];
    assert(radius.length >= count && restLength.length >= count, `expected radius and restLength of ${count} elements`);
    this.count = count;
    this.coefficients = new Float64Array(CONTROL_STRIDE * count);
    this.radius = radius.slice(0, count);
    this.restLength = restLength.slice(0, count);
    this.label = layout.label ? layout.label.slice(0, count) : Int32Array.from({ length: count }, (_, i) => i);
    this.sag = new Float64Array(count);
    this.jointTangent = new Float64Array(6 * count);
    this.cable = new Int32Array(count);
    this.arcStart = new Float64Array(count);
    this.ends = new Uint8Array(count);
    this.pieces = new Uint8Array(count).fill(1);
    this.turning = Float64Array.from({ length: count + 1 }, (_, i) => 10 * i);
    this.neighbourLength = new Float64Array(cables);
    for (let c = 0; c < cables; c++) {
      let arc = 0;
      let largest = 0;
      for (let e = starts[c]; e < starts[c + 1]; e++) {
        this.cable[e] = c;
        this.arcStart[e] = arc;
        arc += restLength[e];
        largest = Math.max(largest, radius[e]);
      }
      if (starts[c + 1] > starts[c]) {
        this.ends[starts[c]] |= 1;
        this.ends[starts[c + 1] - 1] |= 2;
      }
      this.neighbourLength[c] = layout.neighbourLength ? layout.neighbourLength[c] : 4 * largest;
    }
  }

  /** Sets the shapes of all elements, 12 numbers each. */
  set(control: Float64Array): void {
    const c = this.coefficients;
    for (let e = 0, o = 0; e < this.count; e++, o += 12) {
      for (let k = 0; k < 3; k++) {
        const b0 = control[o + k];
        const b1 = control[o + 3 + k];
        const b2 = control[o + 6 + k];
        const b3 = control[o + 9 + k];
        const i = o + 4 * k;
        c[i] = b0;
        c[i + 1] = 3 * (b1 - b0);
        c[i + 2] = 3 * (b0 - 2 * b1 + b2);
        c[i + 3] = b3 - b0 + 3 * (b1 - b2);
      }
    }
    this.#boundSag();
    this.#joinTangents();
  }

  /** An eighth of the largest |P''|, which a cubic has at one of its ends. */
  #boundSag(): void {
    const c = this.coefficients;
    for (let e = 0, o = 0; e < this.count; e++, o += 12) {
      const x = c[o + 2];
      const y = c[o + 6];
      const z = c[o + 10];
      const x1 = x + 3 * c[o + 3];
      const y1 = y + 3 * c[o + 7];
      const z1 = z + 3 * c[o + 11];
      const start = x * x + y * y + z * z;
      const end = x1 * x1 + y1 * y1 + z1 * z1;
      this.sag[e] = 0.25 * Math.sqrt(start > end ? start : end);
    }
  }

  #joinTangents(): void {
    const t = this.jointTangent;
    for (let e = 0; e < this.count; e++) {
      unitTangent(t, 6 * e, this.coefficients, CONTROL_STRIDE * e, 0);
      unitTangent(t, 6 * e + 3, this.coefficients, CONTROL_STRIDE * e, 1);
      if ((this.ends[e] & 1) !== 0) continue;
      for (let k = 0; k < 3; k++) {
        const mean = 0.5 * (t[6 * e + k] + t[6 * e - 3 + k]);
        t[6 * e + k] = mean;
        t[6 * e - 3 + k] = mean;
      }
    }
  }

  /**
   * Decides into how many pieces the search cuts each element, from how its tangent turns: |P' x P''| du <= 0.6 |P'|^2 at the ends and in
   * the middle. It depends on the present shape only, so that a resumed run finds the same pieces.
   */
  cutIntoPieces(): void {
    const c = this.coefficients;
    this.turning[0] = 0;
    for (let e = 0, o = 0; e < this.count; e++, o += 12) {
      let turning = 0;
      for (let k = 0; k <= 2; k++) {
        const u = 0.5 * k;
        const tx = c[o + 1] + u * (2 * c[o + 2] + 3 * u * c[o + 3]);
        const ty = c[o + 5] + u * (2 * c[o + 6] + 3 * u * c[o + 7]);
        const tz = c[o + 9] + u * (2 * c[o + 10] + 3 * u * c[o + 11]);
        const nx = 2 * c[o + 2] + 6 * u * c[o + 3];
        const ny = 2 * c[o + 6] + 6 * u * c[o + 7];
        const nz = 2 * c[o + 10] + 6 * u * c[o + 11];
        // |P' x P''|/|P'|^2: turning of the tangent a unit of u
        const x = ty * nz - tz * ny;
        const y = tz * nx - tx * nz;
        const z = tx * ny - ty * nx;
        const speed2 = tx * tx + ty * ty + tz * tz;
        const rate = Math.sqrt(x * x + y * y + z * z) / (speed2 > 0 ? speed2 : 1);
        if (rate > turning) turning = rate;
      }
      this.turning[e + 1] = this.turning[e] + turning;
      const wanted = Math.ceil(turning / 0.6);
      this.pieces[e] = wanted < 1 ? 1 : wanted > MAX_PIECES ? MAX_PIECES : wanted;
    }
  }
}

/** Largest number of pieces: an element that turns by more than 16 x 0.6 rad is no realistic cable. */
const MAX_PIECES = 16;

/** Point of element offset o (12 e) at u. */
export function curvePoint(out: Float64Array, at: number, c: Float64Array, o: number, u: number): void {
  out[at] = c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
  out[at + 1] = c[o + 4] + u * (c[o + 5] + u * (c[o + 6] + u * c[o + 7]));
  out[at + 2] = c[o + 8] + u * (c[o + 9] + u * (c[o + 10] + u * c[o + 11]));
}

/** dP/du. */
export function curveTangent(out: Float64Array, at: number, c: Float64Array, o: number, u: number): void {
  out[at] = c[o + 1] + u * (2 * c[o + 2] + 3 * u * c[o + 3]);
  out[at + 1] = c[o + 5] + u * (2 * c[o + 6] + 3 * u * c[o + 7]);
  out[at + 2] = c[o + 9] + u * (2 * c[o + 10] + 3 * u * c[o + 11]);
}

function unitTangent(out: Float64Array, at: number, c: Float64Array, o: number, u: number): void {
  curveTangent(out, at, c, o, u);
  const length = Math.sqrt(out[at] * out[at] + out[at + 1] * out[at + 1] + out[at + 2] * out[at + 2]);
  const scale = length > 0 ? 1 / length : 0;
  for (let k = 0; k < 3; k++) out[at + k] *= scale;
}

/** Control vectors of the spline of one cable (Roy 2007, eqs. 2.3-2.7), from element `first` on. */
export function splineControl(control: Float64Array, first: number, spline: CableSpline): void {
  const { count, lengths, nodes, curvature } = spline;
  for (let m = 0; m + 1 < count; m++) {
    const bent = (lengths[m] * lengths[m]) / 18;
    const o = CONTROL_STRIDE * (first + m);
    for (let k = 0; k < 3; k++) {
      const i = 3 * m + k;
      const a = nodes[i];
      const b = nodes[i + 3];
      const third = (b - a) / 3;
      control[o + k] = a;
      control[o + 3 + k] = a + third - bent * (2 * curvature[i] + curvature[i + 3]);
      control[o + 6 + k] = b - third - bent * (curvature[i] + 2 * curvature[i + 3]);
      control[o + 9 + k] = b;
    }
  }
}
