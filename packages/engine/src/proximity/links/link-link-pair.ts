/**
 * Two links: two round bars about two closed lines. At each local minimum of their distance below the sum of the radii the bars touch at a
 * point, with the force of Hertz, F = E* G depth^1.5 (hertz-form.ts), with the curvatures of both bars there: 1/r across the line and,
 * along it, that of the bend, -c/(R - r c), with c the cosine between the direction to the other bar and that to the middle of the bend.
 */
import type { CollisionShape } from '../built-shape.ts';
import { PairPose } from '../pair-pose.ts';
import type { PatchList } from '../volume/patch-list.ts';
import type { SolidPair } from '../volume/solid-pair.ts';
import { findHertzForm } from './hertz-form.ts';
import { curveOf, type LinkCurve } from './link-curve.ts';

/** Number of places on each piece of the line at which the distance from the other link is sampled. */
const A_PIECE = 6;
const LOOP = 6;
/** Accuracy of the nearest place, as a part of a piece. */
const CLOSE = 1e-12;
const MOST = 60;

const NOWHERE = new Float64Array(1);
const at = new Float64Array(3);
/** the nearest point of B, squared distance */
const near = new Float64Array(4);
const tangent = new Float64Array(3);
const other = new Float64Array(3);
const towards = new Float64Array(3);
const column = new Float64Array(12);
/** curvatures, smallest and largest, then the form factor */
const form = new Float64Array(2);
/** area, and energy of a point: PatchList.endBars */
const held = new Float64Array(2);
const squares = new Float64Array(LOOP * A_PIECE + 2);
/** relative curvature [1/m]: a matrix (3 x 3) across the push */
const bent = new Float64Array(9);

export class LinkLinkPair implements SolidPair {
  readonly bodyA: number;
  readonly bodyB: number;
  readonly radiusA: number;
  readonly radiusB: number;
  readonly thins: boolean = false;
  private readonly a: LinkCurve;
  private readonly b: LinkCurve;
  private readonly frames: PairPose;
  /** of A to the frame of B */
  private readonly rot = new Float64Array(9);
  private readonly shift = new Float64Array(3);
  private readonly origin = new Float64Array(3);
  /** [m] k_v is E* over this */
  private readonly layer: number;
  private readonly places: Float64Array;
  // numbers that calls would box: a place on the loop, the distance there, its slope; [m] requested gap
  private loop = 0.5;
  private distance = 0.5;
  private slope = 0.5;

  constructor(a: CollisionShape, b: CollisionShape) {
    this.bodyA = a.body;
    this.bodyB = b.body;
    [this.a, this.b] = [a, b].map(({ shape }) =>
      curveOf((shape.kind === 'mesh' ? shape.link : undefined) ?? { bar: 1, length: 4, width: 4 }),
    );
    this.frames = new PairPose(a, b);
    const reach = ({ bend, half, bar }: LinkCurve): number => bend + half + bar;
    this.radiusA = this.frames.reach(0) + reach(this.a);
    this.radiusB = this.frames.reach(1) + reach(this.b);
    this.layer = 2 * Math.min(this.a.bar, this.b.bar);
    this.places = new Float64Array(3 * LOOP * A_PIECE);
    for (let k = 0; k < LOOP * A_PIECE; k++) {
      this.loop = k / A_PIECE;
      this.pointOf(this.places, 3 * k);
    }
  }

  slipMoved(): boolean {
    return false;
  }

  meet(
    out: PatchList,
    posW: Float64Array,
    rotWB: Float64Array,
    _velW: Float64Array,
    most: Float64Array = NOWHERE,
  ): void {
    const { a, b, places, rot: r, shift: t } = this;
    this.frames.place(posW, rotWB);
    this.findPose();
    const count = LOOP * A_PIECE;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      const x = places[3 * k];
      const y = places[3 * k + 1];
      const z = places[3 * k + 2];
      at[0] = r[0] * x + r[1] * y + r[2] * z + t[0];
      at[1] = r[3] * x + r[4] * y + r[5] * z + t[1];
      at[2] = r[6] * x + r[7] * y + r[8] * z + t[2];
      b.nearest(near, at);
      squares[k + 1] = near[3];
      if (squares[k + 1] < least) least = squares[k + 1];
    }
    squares[0] = squares[count];
    squares[count + 1] = squares[1];
    // between two samples the line is nearer by at most half of their spacing
    const step = Math.max(2 * a.half, 2 * a.bend) / A_PIECE;
    const sum = a.bar + b.bar;
    const apart = Math.sqrt(least) - 0.5 * step - sum;
    out.apart = Math.min(apart, most[0]);
    if (apart > 0) return;
    const before = out.count;
    let closest = Number.POSITIVE_INFINITY;
    for (let k = 1; k <= count; k++) {
      if (!(squares[k] < squares[k - 1] && squares[k] <= squares[k + 1])) continue;
      if (Math.sqrt(squares[k]) - step > sum + most[0]) continue;
      this.findNearest(k);
      this.findDistance();
      const { distance } = this;
      closest = Math.min(closest, distance - sum);
      if (distance < sum && distance > 0) this.addPoint(out);
    }
    out.apart = out.count === before ? Math.max(0, Math.min(closest, most[0])) : 0;
  }

  private findPose(): void {
    const { rot: r, shift: t } = this;
    const { pos, rot, centre: c } = this.frames;
    for (let i = 0; i < 3; i++) {
      t[i] = -c[3 + i];
      for (let j = 0; j < 3; j++) {
        r[3 * i + j] = rot[9 + i] * rot[j] + rot[12 + i] * rot[3 + j] + rot[15 + i] * rot[6 + j];
        t[i] += rot[9 + 3 * j + i] * (pos[j] - pos[3 + j]);
      }
      for (let j = 0; j < 3; j++) t[i] += r[3 * i + j] * c[j];
    }
  }

  /** The point at the place on the loop of A: pieces one after the other, each from 0 to 1 in the order of the loop; any number goes round. */
  private pointOf(out: Float64Array, o: number): void {
    const { a, loop } = this;
    const whole = Math.floor(loop);
    const piece = ((whole % LOOP) + LOOP) % LOOP;
    const part = loop - whole;
    out[o] = a.runsAlong(piece) ? part : 1 - part;
    a.pointAt(out, o, piece);
  }

  /** The point of A at a place in the frame of B, and the nearest of B. */
  private findDistance(): void {
    const { rot: r, shift: t } = this;
    this.pointOf(at, 0);
    const x = at[0];
    const y = at[1];
    const z = at[2];
    for (let i = 0; i < 3; i++) at[i] = r[3 * i] * x + r[3 * i + 1] * y + r[3 * i + 2] * z + t[i];
    this.b.nearest(near, at);
    this.distance = Math.sqrt(near[3]);
  }

  /** Does the distance grow along the loop of A there? (P - Q).T, Q being the nearest point of B */
  private findSlope(): void {
    this.findDistance();
    this.findTangent();
    this.slope = (at[0] - near[0]) * tangent[0] + (at[1] - near[1]) * tangent[1] + (at[2] - near[2]) * tangent[2];
  }

  /** Of A along its loop, in the frame of B. */
  private findTangent(): void {
    const { a, rot: r, loop } = this;
    const whole = Math.floor(loop);
    const piece = ((whole % LOOP) + LOOP) % LOOP;
    this.pointOf(other, 0);
    let x = 0;
    let z = 0;
    if (a.isStraight(piece)) z = piece === 0 ? 1 : -1;
    else {
      const v = other[2] - (other[2] > 0 ? a.half : -a.half);
      x = -v / a.bend;
      z = other[0] / a.bend;
    }
    for (let i = 0; i < 3; i++) tangent[i] = r[3 * i] * x + r[3 * i + 2] * z;
  }

  /** Place of smallest distance beside sample k - 1, by bisection and false position on its slope. */
  private findNearest(k: number): void {
    let low = (k - 2) / A_PIECE;
    let high = k / A_PIECE;
    this.loop = low;
    this.findSlope();
    let below = this.slope;
    this.loop = high;
    this.findSlope();
    let above = this.slope;
    this.loop = 0.5 * (low + high);
    if (!(below < 0 && above > 0)) return;
    let last = 0;
    for (let i = 0; i < MOST && high - low > CLOSE; i++) {
      const middle = i % 3 === 2 ? 0.5 * (low + high) : low + ((high - low) * below) / (below - above);
      this.loop = middle;
      this.findSlope();
      const value = this.slope;
      if (value === 0) return;
      if (value < 0) {
        low = middle;
        below = value;
        if (last === -1) above *= 0.5;
        last = -1;
      } else {
        high = middle;
        above = value;
        if (last === 1) below *= 0.5;
        last = 1;
      }
    }
    this.loop = 0.5 * (low + high);
  }

  private addPoint(out: PatchList): void {
    const { a, b, loop, distance } = this;
    this.findTangent();
    for (let i = 0; i < 3; i++) towards[i] = (near[i] - at[i]) / distance;
    bent.fill(0);
    const piece = ((Math.floor(loop) % LOOP) + LOOP) % LOOP;
    this.pointOf(other, 0);
    // the way to the middle of the bend, seen from the push
    let cosine = 0;
    if (a.isQuarter(piece)) {
      const v = other[2] - (other[2] > 0 ? a.half : -a.half);
      const { rot: r } = this;
      for (let i = 0; i < 3; i++) cosine -= (towards[i] * (r[3 * i] * other[0] + r[3 * i + 2] * v)) / a.bend;
    }
    form[0] = a.isQuarter(piece) ? -cosine / (a.bend - a.bar * cosine) : 0;
    form[1] = 1 / a.bar;
    addCurvature(tangent, form);
    // and of B, from its own nearest point
    const bends = near[2] > b.half || near[2] < -b.half;
    const v = near[2] - (near[2] > 0 ? b.half : -b.half);
    tangent[0] = bends ? -v / b.bend : 0;
    tangent[1] = 0;
    tangent[2] = bends ? near[0] / b.bend : 1;
    cosine = bends ? (towards[0] * near[0] + towards[2] * v) / b.bend : 0;
    form[0] = bends ? -cosine / (b.bend - b.bar * cosine) : 0;
    form[1] = 1 / b.bar;
    addCurvature(tangent, form);
    // eigenvalues across the push, whose own eigenvalue is 0
    const trace = bent[0] + bent[4] + bent[8];
    const minors =
      bent[0] * bent[4] -
      bent[1] * bent[3] +
      bent[0] * bent[8] -
      bent[2] * bent[6] +
      bent[4] * bent[8] -
      bent[5] * bent[7];
    const root = Math.sqrt(Math.max(0, 0.25 * trace * trace - minors));
    form[0] = 0.5 * trace - root;
    form[1] = Math.max(0.5 * trace + root, 1e-3 / Math.max(a.bar, b.bar));
    findHertzForm(form);
    this.write(out);
  }

  private write(out: PatchList): void {
    const depth = this.a.bar + this.b.bar - this.distance;
    const push = form[0] * depth * Math.sqrt(depth) * this.layer;
    const { rot, pos, centre: c } = this.frames;
    const half = this.a.bar - 0.5 * depth;
    for (let i = 0; i < 3; i++) other[i] = at[i] + half * towards[i] + c[3 + i];
    column[3] = push;
    column[10] = depth;
    column[11] = push * depth;
    for (let i = 0; i < 3; i++) {
      const r = 9 + 3 * i;
      column[i] = rot[r] * other[0] + rot[r + 1] * other[1] + rot[r + 2] * other[2];
      const n = rot[r] * towards[0] + rot[r + 1] * towards[1] + rot[r + 2] * towards[2];
      column[4 + i] = (1.5 * push * n) / depth;
      column[7 + i] = n;
      this.origin[i] = pos[3 + i];
    }
    out.beginColumns();
    out.addColumn(column);
    held[0] = (1.5 * push) / depth;
    held[1] = 0.4 * push * depth;
    out.endBars(this.origin, held);
  }
}

/** bent += along t t^T + across (I - n n^T - t t^T), n the push at hand; `of`: along, across. */
function addCurvature(t: Float64Array, of: Float64Array): void {
  const along = of[0];
  const across = of[1];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      bent[3 * i + j] += across * ((i === j ? 1 : 0) - towards[i] * towards[j]) + (along - across) * t[i] * t[j];
    }
  }
}
