/**
 * A link against a solid: its bar, exactly round, against half-spaces and triangles. For each piece of the middle line (link-curve.ts) the
 * interval within the radius r of each triangle is found. At a place on it, with d the distance from the nearest point of a face, an edge
 * or a corner (negative behind a face), the bar has the depth r - d, and energy and force per length are
 *   U = E* c (pi/4) sum +- (r - d)^2/2,   P = E* c (pi/4) sum +- (r - d) n,   + faces and corners, - edges,   c of hertz-form.ts
 * Each term is smooth. Over a flat part of the surface, whatever its triangles, all terms cancel but one: the depth below it. Beyond a
 * convex edge the depth at the edge remains; in a corner both sides push. The force is thus the gradient of the energy, and neither jumps
 * nor turns abruptly where the bar passes from triangle to triangle. All terms act through the middle line; the terms of one side are
 * summed to one push.
 */
import { GrowableFloat64, GrowableInt32 } from '../../base/index.ts';
import {
  collectPairs,
  IN_FACE,
  makePairList,
  makeTrianglePoint,
  pointTriangle,
  type PreparedMesh,
  solidOf,
} from '../../geometry/index.ts';
import { PI } from '../../math/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { segmentTriangle } from '../cable-solid/triangle.ts';
import { PairPose } from '../pair-pose.ts';
import type { PatchList } from '../volume/patch-list.ts';
import type { SolidPair } from '../volume/solid-pair.ts';
import { arcTriangle } from './arc-triangle.ts';
import { linePart, STRAIGHT_PART } from './hertz-form.ts';
import { curveOf, type LinkCurve, PIECES, STUD } from './link-curve.ts';

/** Cosine of the angle between pushes of one side. */
const ONE_SIDE = 0.87;
/** Reach of the collection of triangles, in radii of the bar: a few steps of hauling, and few triangles of a hull. */
const SKIN = 0.25;
/** Part of the size of the link, above the rounding of distances: contact must not depend on where triangles were collected. */
const ROUNDING = 1e-9;
/** Size of the triangle that represents a half-space, in sizes of the link. */
const WIDE = 1e3;
/** Accuracy of the ends of intervals, as a part of a piece; the depth there is small. */
const END = 1e-9;
const MOST_ENDS = 40;
const PROBES = 6;
/** Numbers of a triangle that the bar is in: corners in the frame of the link (9), piece, stretch from, to, which of its edges and corners it counts. */
const TOUCH = 13;
/** Numbers of a column: the layout of PatchList.addColumn, then its energy [m^4]. */
const COLUMN = 13;
const STIFFNESS = 36;

const touches = new GrowableFloat64(TOUCH * 32);
const columns = new GrowableFloat64(COLUMN * 64);
const runs = new GrowableInt32(64);
const ends = new Float64Array(2 * 512);
const corners = new Float64Array(9);
const seen = new Float64Array(9);
const straight = new Float64Array(6);
// Numbers passed between functions stand in arrays and fields: as separate arguments they would be boxed.
const place = new Float64Array(3);
/** of a bend, and squared distance that counts: arcTriangle */
const circle = new Float64Array(2);
/** at a place of an interval: its length, written over the place */
const stretch = new Float64Array(1);
const UNIT = Float64Array.of(0, 1);
const foot = makeTrianglePoint();
const probe = makeTrianglePoint();
/** sides at a place: sum of the pushes (3), of their slopes (6), energy, the deepest and its direction (3) */
const SIDE = 14;
const MOST_SIDES = 8;
const sides = new Float64Array(SIDE * MOST_SIDES);
const column = new Float64Array(12);
const sizes = new Float64Array(3);
const lifted = new Float64Array(6);
const stiff = new GrowableFloat64(STIFFNESS * 8);
const stiffness = new Float64Array(STIFFNESS);
/** at the present place: direction to the nearest point of a cell, depth in it, +1 or -1 */
const cell = new Float64Array(5);
/** [m] radius at the place at hand */
const bar = new Float64Array(1);
const list = makePairList();
/** Places and weights of Gauss on 0 .. 1 (Abramowitz and Stegun, table 25.4). */
const GAUSS = [
  0.03376524289842397, 0.0856622461895852, 0.1693953067668678, 0.1803807865240693, 0.3806904069584016,
  0.2339569672863455, 0.6193095930415985, 0.2339569672863455, 0.8306046932331322, 0.1803807865240693, 0.966234757101576,
  0.0856622461895852,
] as const;

const ownedCorners = new WeakMap<PreparedMesh, Uint8Array>();

/** Bit k of a triangle: it is the first that has its corner k. */
function cornersOwned(mesh: PreparedMesh): Uint8Array {
  let owned = ownedCorners.get(mesh);
  if (owned !== undefined) return owned;
  owned = new Uint8Array(mesh.corners.length / 3);
  const taken = new Uint8Array(mesh.positions.length / 3);
  for (let i = 0; i < mesh.corners.length; i++) {
    if (taken[mesh.corners[i]] === 1) continue;
    taken[mesh.corners[i]] = 1;
    owned[(i - (i % 3)) / 3] |= 1 << (i % 3);
  }
  ownedCorners.set(mesh, owned);
  return owned;
}

/**
 * Triangles within `reach` of the bar at the pose of their collection. They only save work: a triangle is tested only where it may have
 * come as near as requested.
 */
interface NearTriangles {
  /** triangle, piece as the tree of the link numbers it, ... */
  pairs: Int32Array;
  /** [m] distance between bar and triangle then, negative for overlap */
  apart: Float64Array;
  count: number;
  /** [m] the smallest of them */
  least: number;
  /** [m]; -1: never collected */
  reach: number;
  /** pose of the link in the frame of the solid then */
  readonly rot: Float64Array;
  readonly shift: Float64Array;
}

export class LinkSolidPair implements SolidPair {
  readonly bodyA: number;
  readonly bodyB: number;
  readonly radiusA: number;
  readonly radiusB: number;
  readonly thins: boolean = false;
  private readonly curve: LinkCurve;
  private readonly frames: PairPose;
  /** of the pair: 0 A is the link, 1 B is */
  private readonly side: number;
  private readonly mesh: PreparedMesh | undefined;
  private readonly corners: Uint8Array | undefined;
  /** c (pi/4) of straights and of bends, times the diameter of the bar: k_v is E* over that [m] */
  private readonly onStraight: number;
  private readonly onBend: number;
  private readonly onStud: number;
  /** link to the frame of the other */
  private readonly rot = new Float64Array(9);
  private readonly shift = new Float64Array(3);
  private readonly origin = new Float64Array(3);
  /** [m] distance of the farthest point of the bar from the origin of its frame */
  private readonly extent: number;
  /** [m] requested limit of the gap, and the gap found; motion of the link since its near triangles were collected */
  private most = 0.5;
  private apart = 0.5;
  private moved = 0.5;
  /** of the place at hand on a piece: t, squared distance from the triangle, weight */
  private t = 0.5;
  private distance2 = 0.5;
  private weight = 0.5;
  private readonly near: NearTriangles = {
    pairs: new Int32Array(0),
    apart: new Float64Array(0),
    count: 0,
    least: 0,
    reach: -1,
    rot: new Float64Array(9),
    shift: new Float64Array(3),
  };

  constructor(a: CollisionShape, b: CollisionShape) {
    this.bodyA = a.body;
    this.bodyB = b.body;
    this.side = a.shape.kind === 'mesh' && a.shape.link !== undefined ? 0 : 1;
    const [link, other] = this.side === 0 ? [a.shape, b.shape] : [b.shape, a.shape];
    const form = link.kind === 'mesh' ? link.link : undefined;
    this.curve = curveOf(form ?? { bar: 1, length: 4, width: 4 });
    this.mesh = other.kind === 'half-space' ? undefined : solidOf(other).mesh;
    this.corners = this.mesh && cornersOwned(this.mesh);
    const centre = this.mesh?.centre;
    this.frames = this.side === 0 ? new PairPose(a, b, undefined, centre) : new PairPose(a, b, centre, undefined);
    const { bar, bend, half, stud } = this.curve;
    this.extent = half + bend + bar;
    const own = this.frames.reach(this.side) + this.extent;
    const far = this.mesh ? this.frames.reach(1 - this.side) + this.mesh.radius : Number.POSITIVE_INFINITY;
    this.radiusA = this.side === 0 ? own : far;
    this.radiusB = this.side === 0 ? far : own;
    const scale = 0.5 * PI * bar;
    this.onStraight = STRAIGHT_PART * scale;
    this.onBend = linePart(1 / (bend + bar), 1 / bar) * scale;
    this.onStud = STRAIGHT_PART * (stud > 0 ? scale : 0);
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
    this.frames.place(posW, rotWB);
    touches.clear();
    this.most = most[0];
    if (this.mesh === undefined) this.findPlane();
    else this.findTriangles(this.mesh);
    out.apart = touches.length === 0 ? Math.max(0, this.most) : 0;
    if (touches.length > 0) this.addPatches(out);
  }

  /** Finds where the bar is in the half-space; otherwise writes its distance, up to `most`, over that limit. */
  private findPlane(): void {
    const { rot, pos, centre: c } = this.frames;
    const l = 9 * this.side;
    const f = 9 - l;
    // normal in the frame of the link, height of its origin
    let height = 0;
    for (let i = 0; i < 3; i++) {
      const n = rot[f + 3 * i + 2];
      height += n * (pos[3 * this.side + i] - pos[3 - 3 * this.side + i]);
    }
    for (let i = 0; i < 3; i++) {
      place[i] = 0;
      for (let k = 0; k < 3; k++) place[i] += rot[l + 3 * k + i] * rot[f + 3 * k + 2];
      height += place[i] * c[3 * this.side + i];
    }
    height -= c[3 - 3 * this.side + 2];
    const { bend, half, bar: round } = this.curve;
    const size = WIDE * (bend + half + round);
    const k = Math.abs(place[0]) < 0.6 ? 0 : 1;
    const along = place[k];
    for (let i = 0; i < 3; i++) straight[i] = (i === k ? 1 : 0) - along * place[i];
    const scale = size / Math.sqrt(1 - along * along);
    const x = place[1] * straight[2] - place[2] * straight[1];
    const y = place[2] * straight[0] - place[0] * straight[2];
    const z = place[0] * straight[1] - place[1] * straight[0];
    straight[3] = x;
    straight[4] = y;
    straight[5] = z;
    for (let i = 0; i < 3; i++) {
      const foot = -height * place[i];
      const u = scale * straight[i];
      const v = scale * straight[3 + i];
      corners[i] = foot - u - v;
      corners[3 + i] = foot + 3 * u - v;
      corners[6 + i] = foot - u + 3 * v;
    }
    const { pieces } = this.curve;
    for (let i = 0; i < pieces.length; i++) {
      this.tryPiece(pieces[i], 0, true);
      if (this.apart < this.most) this.most = this.apart;
    }
  }

  /** The same for triangles. */
  private findTriangles(mesh: PreparedMesh): void {
    const { near } = this;
    this.findPose();
    this.findMoved();
    if (!(this.moved + Math.max(0, this.most) <= near.reach)) {
      this.collect(mesh);
      this.moved = 0;
    }
    const { moved } = this;
    const { pairs, apart, count } = near;
    // no triangle came nearer by more than that, and the nearest did not move away by more
    this.most = Math.min(this.most, near.least + moved);
    for (let i = 0; i < count; i++) {
      if (apart[i] - moved > Math.max(0, this.most)) continue;
      const triangle = pairs[2 * i];
      this.readCorners(mesh, triangle);
      const counts = mesh.owned[triangle] + 8 * (this.corners?.[triangle] ?? 0);
      this.tryPiece(this.curve.pieces[pairs[2 * i + 1]], counts, true);
      if (this.apart < this.most) this.most = this.apart;
    }
  }

  /** [m] Upper bound of the motion of the link in the frame of the solid since its near triangles were collected. */
  private findMoved(): void {
    const { near, rot: r, shift: t } = this;
    const { rot, shift } = near;
    let turn2 = 0;
    let way2 = 0;
    for (let k = 0; k < 9; k++) turn2 += (r[k] - rot[k]) * (r[k] - rot[k]);
    for (let k = 0; k < 3; k++) way2 += (t[k] - shift[k]) * (t[k] - shift[k]);
    // the norm of a rotation minus the identity is at most its Frobenius norm over the root of two
    this.moved = Math.sqrt(way2) + (Math.sqrt(0.5 * turn2) + ROUNDING) * this.extent;
  }

  /** Collects triangles that may come near while the link moves by less than SKIN of its bar, with their present distances. */
  private collect(mesh: PreparedMesh): void {
    const { curve, near, rot: r, shift: t, most } = this;
    const reach = Math.max(0, most) + SKIN * curve.bar;
    near.rot.set(r);
    near.shift.set(t);
    near.reach = reach;
    near.least = reach;
    near.count = 0;
    if (!collectPairs(list, mesh.tree, curve.tree, r, t, reach)) return;
    const { pairs, length } = list;
    if (length > near.pairs.length) {
      near.pairs = new Int32Array(2 * length);
      near.apart = new Float64Array(length);
    }
    this.most = reach;
    for (let i = 0; i < length; i += 2) {
      this.readCorners(mesh, pairs[i]);
      this.tryPiece(curve.pieces[pairs[i + 1]], 0, false);
      const { apart } = this;
      if (apart >= reach) continue;
      if (apart < near.least) near.least = apart;
      near.pairs[2 * near.count] = pairs[i];
      near.pairs[2 * near.count + 1] = pairs[i + 1];
      near.apart[near.count++] = apart;
    }
    this.most = most;
  }

  /** Corners of a triangle in the frame of the link. */
  private readCorners({ positions, corners: of }: PreparedMesh, triangle: number): void {
    const { rot: r, shift: t } = this;
    for (let c = 0; c < 3; c++) {
      const v = 3 * of[3 * triangle + c];
      const x = positions[v] - t[0];
      const y = positions[v + 1] - t[1];
      const z = positions[v + 2] - t[2];
      for (let k = 0; k < 3; k++) corners[3 * c + k] = r[k] * x + r[3 + k] * y + r[6 + k] * z;
    }
  }

  private findPose(): void {
    const { rot: r, shift: t } = this;
    const { pos, rot, centre: c } = this.frames;
    const l = 9 * this.side;
    const o = 9 - l;
    const p = 3 * this.side;
    const q = 3 - p;
    for (let i = 0; i < 3; i++) {
      t[i] = -c[q + i];
      for (let j = 0; j < 3; j++) {
        r[3 * i + j] = rot[o + i] * rot[l + j] + rot[o + 3 + i] * rot[l + 3 + j] + rot[o + 6 + i] * rot[l + 6 + j];
        t[i] += rot[o + 3 * j + i] * (pos[p + j] - pos[q + j]);
      }
      for (let j = 0; j < 3; j++) t[i] += r[3 * i + j] * c[p + j];
    }
  }

  /** On request records the present triangle where the bar of the piece is in it; sets its distance `apart`, where that is below `most`. */
  private tryPiece(piece: number, counts: number, notes: boolean): void {
    const { curve, most } = this;
    const radius = curve.radius[piece];
    this.apart = most;
    if (this.isFar(piece)) return;
    if (curve.isQuarter(piece)) {
      curve.seenFromQuarter(seen, piece, corners, 0);
      const limit = radius + Math.max(0, most);
      circle[0] = curve.bend;
      circle[1] = limit * limit;
      arcTriangle(foot, seen, 0, circle);
    } else {
      curve.endsOf(straight, piece);
      segmentTriangle(foot, straight, corners, 0);
    }
    this.apart = Math.sqrt(foot.distance2) - radius;
    if (this.apart >= 0 || !notes) return;
    const o = touches.length;
    touches.resize(o + TOUCH);
    touches.data.set(corners, o);
    touches.data[o + 9] = piece;
    for (let end = 0; end < 2; end++) {
      this.t = foot.s;
      this.distance2 = foot.distance2;
      this.findEnd(piece, end);
      touches.data[o + 10 + end] = this.t;
    }
    if (curve.isQuarter(piece)) this.lookFurther(o, piece);
    touches.data[o + 12] = counts;
  }

  /** Is the ball about the piece farther from the plane of the triangle, or from its ball, than that? */
  private isFar(piece: number): boolean {
    const { balls } = this.curve;
    const b = 4 * piece;
    const ux = corners[3] - corners[0];
    const uy = corners[4] - corners[1];
    const uz = corners[5] - corners[2];
    const vx = corners[6] - corners[0];
    const vy = corners[7] - corners[1];
    const vz = corners[8] - corners[2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const height = nx * (balls[b] - corners[0]) + ny * (balls[b + 1] - corners[1]) + nz * (balls[b + 2] - corners[2]);
    const reach = balls[b + 3] + Math.max(0, this.most);
    return height * height > reach * reach * (nx * nx + ny * ny + nz * nz);
  }

  /** Place where the bar leaves the present triangle between the present t and the end `to` of the piece, by the Illinois method. */
  private findEnd(piece: number, to: number): void {
    const r2 = this.curve.radius[piece] * this.curve.radius[piece];
    let outside = UNIT[to];
    let inside = this.t;
    let low = this.distance2 - r2;
    this.t = outside;
    this.findDistance2(piece);
    let high = this.distance2 - r2;
    if (high <= 0) return;
    let last = 0;
    for (let k = 0; k < MOST_ENDS && Math.abs(outside - inside) > END; k++) {
      const t = k < 3 || k % 3 > 0 ? inside + ((outside - inside) * low) / (low - high) : 0.5 * (inside + outside);
      this.t = t;
      this.findDistance2(piece);
      const value = this.distance2 - r2;
      if (value > 0) {
        outside = t;
        high = value;
        if (last === 1) low *= 0.5;
        last = 1;
      } else {
        inside = t;
        low = value;
        if (value === 0) break;
        if (last === -1) high *= 0.5;
        last = -1;
      }
    }
    this.t = inside;
  }

  /** A bend may leave a triangle and enter it again: the interval includes a few sampled places inside it. */
  private lookFurther(o: number, piece: number): void {
    const radius = this.curve.radius[piece];
    for (let k = 0; k <= PROBES; k++) {
      const t = k / PROBES;
      const { data } = touches;
      if (t >= data[o + 10] && t <= data[o + 11]) continue;
      this.t = t;
      this.findDistance2(piece);
      if (this.distance2 >= radius * radius) continue;
      const end = t < data[o + 10] ? 0 : 1;
      this.findEnd(piece, end);
      data[o + 10 + end] = this.t;
    }
  }

  private findDistance2(piece: number): void {
    place[0] = this.t;
    this.curve.pointAt(place, 0, piece);
    pointTriangle(probe, place, 0, corners, 0);
    this.distance2 = probe.distance2;
  }

  /** Makes columns along the link in connected runs, and a patch of each run. */
  private addPatches(out: PatchList): void {
    const { curve } = this;
    columns.clear();
    runs.clear();
    stiff.clear();
    let run = -1;
    let open = false; // the run goes on from the piece before
    let firstOpen = -1; // the run that begins where the loop does
    const { pieces } = curve;
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at];
      if (piece === STUD) open = false;
      const count = this.stretchesOf(piece);
      const along = curve.runsAlong(piece);
      const goesOn = open;
      open = false;
      for (let i = 0; i < count; i++) {
        const k = 2 * (along ? i : count - 1 - i);
        const from = ends[k];
        const to = ends[k + 1];
        const begins = along ? from === 0 : to === 1;
        if (!(i === 0 && goesOn && begins)) {
          run++;
          const o = stiff.length;
          stiff.resize(o + STIFFNESS);
          stiff.data.fill(0, o, o + STIFFNESS);
        }
        if (at === 0 && i === 0 && begins) firstOpen = run;
        this.addColumns(piece, k, run);
        open = along ? to === 1 : from === 0;
      }
      // the loop closes
      if (isLastOfLoop(curve, piece) && open && firstOpen >= 0 && firstOpen !== run) {
        for (let c = 0; c < runs.length; c++) if (runs.data[c] === run) runs.data[c] = firstOpen;
        for (let k = 0; k < STIFFNESS; k++) stiff.data[STIFFNESS * firstOpen + k] += stiff.data[STIFFNESS * run + k];
      }
    }
    const { pos } = this.frames;
    for (let k = 0; k < 3; k++) this.origin[k] = pos[3 * this.side + k];
    for (let r = 0; r <= run; r++) this.addRun(out, r);
  }

  /** Writes the intervals of a piece that lie in any triangle to `ends`, merged and sorted; returns their number. */
  private stretchesOf(piece: number): number {
    const { data, length } = touches;
    let count = 0;
    for (let o = 0; o < length; o += TOUCH) {
      if (data[o + 9] !== piece || !(data[o + 11] > data[o + 10])) continue;
      let from = data[o + 10];
      let to = data[o + 11];
      // takes in those it overlaps, and goes in before the first that lies behind it
      let kept = 0;
      for (let k = 0; k < count; k++) {
        const low = ends[2 * k];
        const high = ends[2 * k + 1];
        if (low <= to && high >= from) {
          if (low < from) from = low;
          if (high > to) to = high;
        } else {
          ends[2 * kept] = low;
          ends[2 * kept++ + 1] = high;
        }
      }
      if (2 * kept + 2 > ends.length) continue;
      let k = kept;
      for (; k > 0 && ends[2 * k - 2] > from; k--) {
        ends[2 * k] = ends[2 * k - 2];
        ends[2 * k + 1] = ends[2 * k - 1];
      }
      ends[2 * k] = from;
      ends[2 * k + 1] = to;
      count = kept + 1;
    }
    return count;
  }

  /** Of the stretch at ends[k]. */
  private addColumns(piece: number, k: number, run: number): void {
    const { curve } = this;
    const from = ends[k];
    const to = ends[k + 1];
    const weight = piece === STUD ? this.onStud : curve.isStraight(piece) ? this.onStraight : this.onBend;
    for (let g = 0; g < GAUSS.length; g += 2) {
      const t = from + GAUSS[g] * (to - from);
      stretch[0] = t;
      curve.stretchAt(stretch, 0, piece);
      this.t = t;
      this.weight = weight * (GAUSS[g + 1] * (to - from) * stretch[0]);
      this.addPlace(piece, run);
    }
  }

  /** Sums the pushes on the bar at a place: faces, edges and corners of the triangles around it. */
  private addPlace(piece: number, run: number): void {
    const { data, length } = touches;
    place[0] = this.t;
    this.curve.pointAt(place, 0, piece);
    bar[0] = this.curve.radius[piece];
    let count = 0;
    for (let o = 0; o < length; o += TOUCH) {
      if (data[o + 9] !== piece) continue;
      pointTriangle(probe, place, 0, data, o);
      if (takeFace(o)) count = addCell(count);
      const counts = data[o + 12];
      for (let k = 0; k < 3; k++) {
        if ((counts & (1 << k)) > 0 && takeEdge(o + 3 * k, o + (k === 2 ? 0 : 3 * k + 3))) count = addCell(count);
        if ((counts & (8 << k)) > 0 && takeCorner(o + 3 * k)) count = addCell(count);
      }
    }
    for (let i = 0; i < count; i++) this.addSide(SIDE * i, run);
  }

  /** The pushes of one side as a column, in the axes of the world from the centre of mass of the body. */
  private addSide(p: number, run: number): void {
    const { weight } = this;
    const x = sides[p];
    const y = sides[p + 1];
    const z = sides[p + 2];
    const push = Math.sqrt(x * x + y * y + z * z);
    if (!(push > 0 && sides[p + 9] > 0)) return;
    const nx = x / push;
    const ny = y / push;
    const nz = z / push;
    // how the push along n grows as the bar moves: the slopes times n
    const sx = sides[p + 3] * nx + sides[p + 6] * ny + sides[p + 7] * nz;
    const sy = sides[p + 6] * nx + sides[p + 4] * ny + sides[p + 8] * nz;
    const sz = sides[p + 7] * nx + sides[p + 8] * ny + sides[p + 5] * nz;
    const { rot, centre: c } = this.frames;
    const l = 9 * this.side;
    const q = 3 * this.side;
    const sign = this.side === 0 ? 1 : -1;
    const half = bar[0] - 0.5 * sides[p + 10];
    const o = columns.length;
    columns.resize(o + COLUMN);
    runs.push(run);
    const { data } = columns;
    data[o + 3] = weight * push;
    data[o + 10] = sides[p + 10];
    data[o + 11] = weight * push * sides[p + 10];
    data[o + 12] = weight * sides[p + 9];
    for (let k = 0; k < 3; k++) {
      const r = l + 3 * k;
      const u = rot[r];
      const v = rot[r + 1];
      const w = rot[r + 2];
      const n = sign * (u * nx + v * ny + w * nz);
      const middle = u * (c[q] + place[0]) + v * (c[q + 1] + place[1]) + w * (c[q + 2] + place[2]);
      data[o + k] = middle + sign * half * n;
      data[o + 4 + k] = sign * weight * (u * sx + v * sy + w * sz);
      data[o + 7 + k] = n;
      lifted[k] = middle;
    }
    this.addStiffness(p, run);
  }

  /** K += (1; [x]) H (1; [x])^T about the origin, H the slopes of the side in the axes of the world, x the place (lifted 0 .. 2). */
  private addStiffness(p: number, run: number): void {
    const { weight } = this;
    const { rot } = this.frames;
    const l = 9 * this.side;
    // H = R h R^T
    for (let i = 0; i < 3; i++) {
      const r = l + 3 * i;
      const a = sides[p + 3] * rot[r] + sides[p + 6] * rot[r + 1] + sides[p + 7] * rot[r + 2];
      const b = sides[p + 6] * rot[r] + sides[p + 4] * rot[r + 1] + sides[p + 8] * rot[r + 2];
      const c = sides[p + 7] * rot[r] + sides[p + 8] * rot[r + 1] + sides[p + 5] * rot[r + 2];
      for (let j = 0; j < 3; j++) {
        const q = l + 3 * j;
        slopes[3 * i + j] = weight * (a * rot[q] + b * rot[q + 1] + c * rot[q + 2]);
      }
    }
    const x = lifted[0];
    const y = lifted[1];
    const z = lifted[2];
    // rows of the turn: x cross a column of H
    for (let j = 0; j < 3; j++) {
      for (let i = 0; i < 3; i++) wide[6 * i + j] = slopes[3 * i + j];
      wide[18 + j] = y * slopes[6 + j] - z * slopes[3 + j];
      wide[24 + j] = z * slopes[j] - x * slopes[6 + j];
      wide[30 + j] = x * slopes[3 + j] - y * slopes[j];
    }
    const o = STIFFNESS * run;
    const K = stiff.data;
    for (let i = 0; i < 36; i += 6) {
      const a = wide[i];
      const b = wide[i + 1];
      const c = wide[i + 2];
      K[o + i] += a;
      K[o + i + 1] += b;
      K[o + i + 2] += c;
      K[o + i + 3] += y * c - z * b;
      K[o + i + 4] += z * a - x * c;
      K[o + i + 5] += x * b - y * a;
    }
  }

  private addRun(out: PatchList, run: number): void {
    const { data, length } = columns;
    sizes.fill(0);
    out.beginColumns();
    for (let o = 0, c = 0; o < length; o += COLUMN, c++) {
      if (runs.data[c] !== run) continue;
      for (let k = 0; k < 12; k++) column[k] = data[o + k];
      sizes[0] += data[o + 3] / data[o + 10];
      sizes[1] += data[o + 12];
      if (data[o + 10] > sizes[2]) sizes[2] = data[o + 10];
      out.addColumn(column);
    }
    for (let k = 0; k < STIFFNESS; k++) stiffness[k] = stiff.data[STIFFNESS * run + k];
    out.endField(this.origin, stiffness, sizes);
  }
}

const NOWHERE = new Float64Array(1);
const slopes = new Float64Array(9);
const wide = new Float64Array(36);

function isLastOfLoop({ pieces }: LinkCurve, piece: number): boolean {
  return piece === PIECES - 2 || (piece === pieces[pieces.length - 1] && piece !== STUD);
}

/** The face whose nearest point is in `probe`, the triangle at o of the touches, into `cell`; false: the bar is not in it. */
function takeFace(o: number): boolean {
  const { data } = touches;
  const dx = probe.x - place[0];
  const dy = probe.y - place[1];
  const dz = probe.z - place[2];
  const distance = Math.sqrt(probe.distance2);
  if (probe.part !== IN_FACE) {
    cell[0] = dx;
    cell[1] = dy;
    cell[2] = dz;
    cell[3] = distance;
    return takeCell(1);
  }
  const ux = data[o + 3] - data[o];
  const uy = data[o + 4] - data[o + 1];
  const uz = data[o + 5] - data[o + 2];
  const vx = data[o + 6] - data[o];
  const vy = data[o + 7] - data[o + 1];
  const vz = data[o + 8] - data[o + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const size = -1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  const behind = nx * dx + ny * dy + nz * dz > 0;
  cell[0] = nx * size;
  cell[1] = ny * size;
  cell[2] = nz * size;
  cell[3] = behind ? bar[0] + distance : bar[0] - distance;
  cell[4] = 1;
  return cell[3] > 0;
}

function takeEdge(i: number, j: number): boolean {
  const { data } = touches;
  const ex = data[j] - data[i];
  const ey = data[j + 1] - data[i + 1];
  const ez = data[j + 2] - data[i + 2];
  const px = data[i] - place[0];
  const py = data[i + 1] - place[1];
  const pz = data[i + 2] - place[2];
  let t = -(ex * px + ey * py + ez * pz) / (ex * ex + ey * ey + ez * ez);
  t = t > 0 ? (t < 1 ? t : 1) : 0;
  cell[0] = px + t * ex;
  cell[1] = py + t * ey;
  cell[2] = pz + t * ez;
  cell[3] = Math.sqrt(cell[0] * cell[0] + cell[1] * cell[1] + cell[2] * cell[2]);
  return takeCell(-1);
}

function takeCorner(i: number): boolean {
  const { data } = touches;
  for (let k = 0; k < 3; k++) cell[k] = data[i + k] - place[k];
  cell[3] = Math.sqrt(cell[0] * cell[0] + cell[1] * cell[1] + cell[2] * cell[2]);
  return takeCell(1);
}

/** The vector to the nearest point and its length are in `cell`. */
function takeCell(sign: number): boolean {
  const distance = cell[3];
  if (!(distance < bar[0] && distance > 0)) return false;
  for (let k = 0; k < 3; k++) cell[k] /= distance;
  cell[3] = bar[0] - distance;
  cell[4] = sign;
  return true;
}

/** Adds the present cell to its side; returns the number of sides. */
function addCell(count: number): number {
  const x = cell[0];
  const y = cell[1];
  const z = cell[2];
  const depth = cell[3];
  const sign = cell[4];
  let best = -1;
  let most = ONE_SIDE;
  for (let i = 0; i < count; i++) {
    const p = SIDE * i;
    const cosine = x * sides[p + 11] + y * sides[p + 12] + z * sides[p + 13];
    if (cosine > most) {
      most = cosine;
      best = i;
    }
  }
  if (best < 0) {
    if (count === MOST_SIDES) return count;
    best = count++;
    const p = SIDE * best;
    sides.fill(0, p, p + SIDE);
    sides[p + 11] = x;
    sides[p + 12] = y;
    sides[p + 13] = z;
  }
  const p = SIDE * best;
  const push = sign * depth;
  sides[p] += push * x;
  sides[p + 1] += push * y;
  sides[p + 2] += push * z;
  sides[p + 3] += sign * x * x;
  sides[p + 4] += sign * y * y;
  sides[p + 5] += sign * z * z;
  sides[p + 6] += sign * x * y;
  sides[p + 7] += sign * x * z;
  sides[p + 8] += sign * y * z;
  sides[p + 9] += 0.5 * push * depth;
  if (depth > sides[p + 10]) sides[p + 10] = depth;
  return count;
}
