/**
 * Contacts for a step with held contacts, where the step begins: patches of overlap, each as one or two points with the value and the slope of its
 * force; and what is about to meet, as one point where it is nearest. What the laws say of them is in pile-force.ts.
 * A cable that comes down at 2 m/s moves by its diameter in 10 ms. At the end of the step its axis would be past what it meets, with a
 * normal that points the wrong way; where the step begins it is on its own side, and distances of round bodies are never less than
 * their tangents say.
 */
import { closestOnSegments, ContactPatches, makeSegmentPair } from '../proximity/index.ts';
import { C_DRAG, C_FALL, C_LAGGED, C_LAW, C_LOAD, C_POWER, C_REST, C_SLOPE, G_DEPTH, G_STRIDE } from './pile-set.ts';
import { PilePair } from './pile-pair.ts';
import { after, chordOf, curveAt, nearestPlaces, reachable, sideGap } from './pile-shape.ts';
import { LABELS } from './touch-labels.ts';

/** Cosine of strands that lie along each other; how far beside them they may come to touch, and how far points are apart that are not one. */
const ALONG = 0.7;
const SIDE = 0.5;
const LEAST_SPREAD = 0.2;
/** Powers of the force over the depth from here on are those of strands that cross, 2, below of strands along each other, 3/2. */
const CROSSING = 1.75;
/** [m/s] What moves more slowly rests: this part of its force is what it ended the last step with, the rest that of the law. */
const SLOW = 0.01;
const CARRIED = 0.9;
/** of which it may be so many times as much */
const MOST_CARRIED = 20;

const closest = makeSegmentPair();
const chords = new Float64Array(9);
const place = new Float64Array(2);
const sums = new Float64Array(8);
/** normal and place on B of a point beside a patch */
const side = new Float64Array(4);

export class PileFinder extends PilePair {
  private readonly coming: ContactPatches = new ContactPatches();
  private more = new Float64Array(0);
  /** force that a patch is taken with, as a part of what the law says */
  private part = 1;

  /** Patches are those where the step h begins, pairs those of its search, velocities v0. again: for the same step, with what was missed. */
  find(h: number, v0: Float64Array, again: boolean): void {
    const { w, set } = this;
    const { touch } = w;
    const g = w.model.gravity;
    this.h = h;
    this.velocity = v0;
    this.ask(again);
    this.margin = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * h * h;
    set.clear();
    if (touch.table.solids) this.findSolids();
    if (touch.table.strands) this.findStrands();
  }

  /** Patches with solids, and for elements without any what they would meet if they were as thick as they reach; by key. */
  private findSolids(): void {
    const { touch } = this.w;
    const { coming } = this;
    const { curves, solidPatches: patches } = touch;
    if (this.more.length !== curves.count) this.more = new Float64Array(curves.count);
    for (let e = 0; e < curves.count; e++) this.more[e] = touch.reach[e];
    for (let p = 0; p < patches.count; p++) this.more[patches.elementA[p]] = -1;
    touch.onSolids.refresh(coming, this.more);
    let p = 0;
    for (let k = 0; k < coming.count; k++) {
      while (p < patches.count && patches.key[p] < coming.key[k]) this.addPatch(patches, p++, true);
      this.addComing(coming, k);
    }
    while (p < patches.count) this.addPatch(patches, p++, true);
  }

  private findStrands(): void {
    const { touch } = this.w;
    const { strandPatches: patches, strands } = touch;
    const { pairs } = strands;
    let p = 0;
    for (let k = 0; k < pairs.length; k += 2) {
      const i = pairs.data[k];
      const j = pairs.data[k + 1];
      let touching = false;
      while (p < patches.count && !after(patches, p, i, j)) {
        touching = patches.elementA[p] === i && patches.elementB[p] === j;
        this.addPatch(patches, p++, false);
      }
      if (!touching) this.addMeeting(i, j);
    }
    while (p < patches.count) this.addPatch(patches, p++, false);
  }

  /** A patch of overlap: force and slope of all its points together, in one point or two beside its middle. */
  private addPatch(patches: ContactPatches, p: number, solid: boolean): void {
    const { set } = this;
    const { ends, curves } = this.w.touch;
    this.turn();
    const a = patches.elementA[p];
    const b = patches.elementB[p];
    const group = this.open(a, b, solid, patches.key[p]);
    const deepest = -patches.separation[p];
    set.groups.data[G_STRIDE * group + G_DEPTH] = deepest;
    const edge = 0.5 * (solid ? curves.radius[a] : curves.radius[a] + curves.radius[b]);
    sums.fill(0);
    let volume = 0;
    let area = 0;
    let length = 0;
    let whole = 0;
    let from = 1;
    let to = 0;
    for (let i = patches.pointStart[p]; i < patches.pointStart[p + 1]; i++) {
      const u = patches.pointU[i];
      const part = solid
        ? ends.onSolid(a, patches.pointU, i, b)
        : ends.between(a, patches.pointU, i, b, patches.pointW, i);
      whole += patches.weight[i];
      if (part === 0) continue;
      const slice = part * patches.weight[i];
      let g = 1;
      let steeper = 0;
      const distance = patches.distance[i];
      if (distance < edge) {
        // contact/strand.ts
        const near = Math.max(distance, 0.05 * edge);
        const x = edge / near - 1;
        g = 1 + x * x;
        steeper = distance > 0.05 * edge ? (2 * x * edge) / (near * near) : 0;
      }
      const v = slice * patches.lens[i] * g;
      volume += v;
      area += slice * (patches.chord[i] * g + patches.lens[i] * steeper);
      length += slice;
      if (u < from) from = u;
      if (u > to) to = u;
      sums[0] += v * u;
      sums[1] += v * patches.pointW[i];
      for (let k = 0; k < 3; k++) sums[2 + k] += v * patches.pointNormal[3 * i + k];
    }
    const size = Math.sqrt(sums[2] * sums[2] + sums[3] * sums[3] + sums[4] * sums[4]);
    if (volume > 0 && size > 0) {
      const power = (patches.area[p] * deepest) / patches.volume[p] > CROSSING ? 2 : 1.5;
      const drag = (this.viscous * length) / whole;
      const u = sums[0] / volume;
      const w = sums[1] / volume;
      for (let k = 2; k < 5; k++) sums[k] /= size;
      const rate = solid ? 0 : this.footRate(a, u, b, w);
      const load = this.stiffness * volume;
      // the law follows curves, forces of the step chords: by the law alone elements rock from step to step on what they cross
      const rests = this.carried > 0 && this.slower(solid, u, w, SLOW);
      this.part = rests ? 1 - CARRIED + CARRIED * Math.min(this.carried / load, MOST_CARRIED) : 1;
      const tangent = this.stiffness * area;
      // depths along it go as d (1 - s^2/l^2): two points at l/sqrt(2 P) resist a tilt as they do
      const half = 0.55 * (to - from);
      const inner = half / Math.sqrt(2 * power);
      const low = reachable(u, w, -inner, rate);
      const high = reachable(u, w, inner, rate);
      if (high - low < LEAST_SPREAD) this.addPart(solid, group, u, w, load, tangent, power, drag);
      else {
        const share = -low / (high - low);
        this.addPart(solid, group, u + low, w + rate * low, (1 - share) * load, (1 - share) * tangent, power, drag);
        this.addPart(solid, group, u + high, w + rate * high, share * load, share * tangent, power, drag);
      }
      // where it may come to touch as it tilts: strands across each other have no sides
      if (solid || Math.abs(rate) > ALONG) {
        const steep = chordOf(load, tangent, power, (this.stopping * this.margin) / this.h);
        this.addSide(solid, u, w, reachable(u, w, -SIDE, rate), low, rate, deepest, steep);
        this.addSide(solid, u, w, reachable(u, w, SIDE, rate), high, rate, deepest, steep);
      }
    }
    set.close();
  }

  /** A contact with this force and slope at u of A and v of B, n in sums. */
  private addPart(
    solid: boolean,
    group: number,
    u: number,
    v: number,
    load: number,
    tangent: number,
    power: number,
    drag: number,
  ): void {
    const nx = sums[2];
    const ny = sums[3];
    const nz = sums[4];
    const closing = this.closing(solid, u, v, nx, ny, nz);
    this.damp(group, closing);
    const o = this.add(solid, u, v, nx, ny, nz);
    const C = this.set.contacts.data;
    // N = K d^P with the value and the slope of the patch; what comes closer takes the chord to where it is stopped
    const stop = this.stopping * Math.max(0, closing) + C[o + C_FALL];
    const slope = chordOf(load, tangent, power, stop);
    C[o + C_LOAD] = this.part * load;
    C[o + C_SLOPE] = slope + load * this.dissipation; // N (1 + a D/h) to first order
    C[o + C_LAGGED] = this.part * load + this.stopping * Math.max(0, closing);
    C[o + C_DRAG] = drag;
    C[o + C_REST] = (power * load) / tangent;
    C[o + C_POWER] = power;
    C[o + C_LAW] = load;
  }

  /**
   * A contact beside a patch, at s from its middle, when it is further out than `inner`. The gap there is that of the two curves, or of the
   * curve and the tangent plane: a solid's surface is not nearer, where it bulges.
   */
  private addSide(
    solid: boolean,
    u: number,
    w: number,
    s: number,
    inner: number,
    rate: number,
    deepest: number,
    slope: number,
  ): void {
    if (!(Math.abs(s) > Math.abs(inner) + LEAST_SPREAD)) return;
    const { coefficients: c, radius } = this.w.touch.curves;
    side[3] = w + rate * s;
    let gap = -deepest;
    if (solid) {
      for (let k = 0; k < 3; k++) {
        const o = 12 * this.atA + 4 * k;
        side[k] = sums[2 + k];
        gap -= side[k] * (curveAt(c, o, u + s) - curveAt(c, o, u));
      }
    } else gap = sideGap(side, c, 12 * this.atA, u + s, 12 * this.atB) - radius[this.atA] - radius[this.atB];
    const v = side[3];
    const closing = this.comes(solid, u + s, v, side[0], side[1], side[2], gap);
    if (!(closing >= 0)) return;
    // what overlaps beside a pair that does not touch belongs to a patch of elements beside these
    if (!(deepest > 0 || gap > 0)) return;
    const o = this.add(solid, u + s, v, side[0], side[1], side[2]);
    const C = this.set.contacts.data;
    const free = Math.max(0, gap);
    const speed = closing - free / this.h;
    const K = solid ? this.alongSolid() : this.across(Math.sqrt(Math.max(0, 1 - rate * rate)));
    C[o + C_SLOPE] = Math.max(slope, this.chordTo(K, solid ? 1.5 : 2, speed));
    C[o + C_LOAD] = -C[o + C_SLOPE] * free;
    C[o + C_LAGGED] = this.stopping * Math.max(0, speed);
  }

  /** Elements i and j, which do not touch, if they come to. */
  private addMeeting(i: number, j: number): void {
    const { touch } = this.w;
    this.turn();
    const { curves } = touch;
    const { coefficients: c, radius, sag, arcStart, restLength, cable, neighbourLength } = curves;
    for (let k = 0, o = 12 * i, q = 12 * j; k < 3; k++, o += 4, q += 4) {
      chords[k] = c[o] - c[q];
      chords[3 + k] = c[o + 1] + c[o + 2] + c[o + 3];
      chords[6 + k] = c[q + 1] + c[q + 2] + c[q + 3];
    }
    closestOnSegments(closest, chords);
    // curves bulge from their chords, by which they may be nearer than those
    const range = radius[i] + radius[j] + touch.reach[i] + touch.reach[j];
    const sags = sag[i] + sag[j];
    if (closest.distance2 > (range + sags) * (range + sags)) return;
    place[0] = closest.s;
    place[1] = closest.t;
    nearestPlaces(place, c, 12 * i, 12 * j);
    const u = place[0];
    const v = place[1];
    if (cable[i] === cable[j]) {
      const along = Math.abs(arcStart[j] + restLength[j] * v - arcStart[i] - restLength[i] * u);
      if (along < 1.5 * neighbourLength[cable[i]]) return;
    }
    let nx = curveAt(c, 12 * j, v) - curveAt(c, 12 * i, u);
    let ny = curveAt(c, 12 * j + 4, v) - curveAt(c, 12 * i + 4, u);
    let nz = curveAt(c, 12 * j + 8, v) - curveAt(c, 12 * i + 8, u);
    const distance = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const gap = distance - radius[i] - radius[j];
    // what overlaps here belongs to the patch of elements beside these
    if (distance > range || !(gap > 0)) return;
    nx /= distance;
    ny /= distance;
    nz /= distance;
    this.atA = i;
    this.atB = j;
    const closing = this.comes(false, u, v, nx, ny, nz, gap);
    if (!(closing >= 0)) return;
    const part = touch.ends.between(i, place, 0, j, place, 1);
    if (part === 0) return;
    const group = this.open(i, j, false, curves.label[i] * LABELS + curves.label[j]);
    this.damp(group, closing);
    this.viscous = 0;
    const o = this.add(false, u, v, nx, ny, nz);
    // sine of the angle between the chords
    const a2 = chords[3] * chords[3] + chords[4] * chords[4] + chords[5] * chords[5];
    const b2 = chords[6] * chords[6] + chords[7] * chords[7] + chords[8] * chords[8];
    const ab = chords[3] * chords[6] + chords[4] * chords[7] + chords[5] * chords[8];
    const sine = Math.sqrt(Math.max(0, 1 - (ab * ab) / (a2 * b2)));
    const C = this.set.contacts.data;
    C[o + C_SLOPE] = part * this.chordTo(this.across(sine), 2, closing - gap / this.h);
    C[o + C_LOAD] = -C[o + C_SLOPE] * Math.max(0, gap);
    C[o + C_LAGGED] = this.stopping * Math.max(0, closing - gap / this.h);
    const steep = C[o + C_SLOPE];
    const rate = this.footRate(i, u, j, v);
    if (Math.abs(rate) > ALONG) {
      sums[2] = nx;
      sums[3] = ny;
      sums[4] = nz;
      this.addSide(false, u, v, reachable(u, v, -SIDE, rate), 0, rate, -gap, steep);
      this.addSide(false, u, v, reachable(u, v, SIDE, rate), 0, rate, -gap, steep);
    }
  }

  /** An element that does not touch a solid, if it comes to: patch p of cables as thick as they reach. */
  private addComing(patches: ContactPatches, p: number): void {
    const { touch } = this.w;
    this.turn();
    const a = patches.elementA[p];
    const s = patches.elementB[p];
    const from = patches.pointStart[p];
    const to = patches.pointStart[p + 1];
    const middle = 0.5 * (patches.pointU[from] + patches.pointU[to - 1]);
    let group = -1;
    for (let side = 0; side < 2; side++) {
      let best = -1;
      for (let i = from; i < to; i++) {
        if (side === 0 ? patches.pointU[i] > middle : patches.pointU[i] <= middle) continue;
        if (best < 0 || patches.depth[i] > patches.depth[best]) best = i;
      }
      if (best < 0) continue;
      const u = patches.pointU[best];
      const part = touch.ends.onSolid(a, patches.pointU, best, s);
      if (part === 0) continue;
      const gap = this.more[a] - patches.depth[best];
      const nx = patches.pointNormal[3 * best];
      const ny = patches.pointNormal[3 * best + 1];
      const nz = patches.pointNormal[3 * best + 2];
      this.atA = a;
      this.atB = s;
      const closing = this.comes(true, u, 0, nx, ny, nz, gap);
      if (!(closing >= 0)) continue;
      if (group < 0) group = this.open(a, s, true, patches.key[p]);
      this.damp(group, closing);
      const o = this.add(true, u, 0, nx, ny, nz);
      const C = this.set.contacts.data;
      C[o + C_SLOPE] = part * this.chordTo(this.alongSolid(), 1.5, closing - gap / this.h);
      C[o + C_LOAD] = -C[o + C_SLOPE] * Math.max(0, gap);
      C[o + C_LAGGED] = this.stopping * Math.max(0, closing - gap / this.h);
    }
  }
}
