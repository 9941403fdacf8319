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
import {
  after,
  chordOf,
  curveAt,
  nearestPlaces,
  reachable,
  S_CLOSING,
  S_GAP,
  S_KEY,
  S_LAW,
  S_NORMAL,
  S_RATE,
  S_SLOPE,
  S_SPEED,
  S_U,
  S_V,
  spot,
  sideGap,
} from './pile-shape.ts';
import {
  SUM_AREA,
  SUM_FROM,
  SUM_LENGTH,
  SUM_NORMAL,
  SUM_TO,
  SUM_U,
  SUM_V,
  SUM_VOLUME,
  SUM_WHOLE,
  sumPatch,
  sums,
} from './pile-sum.ts';
import { LABELS } from '../contacts/index.ts';

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

/** The patch or pair that points are added beside: places and normal of its middle, depth [m], slope there [N/m]. */
const middle = new Float64Array(7);
const M_U = 0;
const M_V = 1;
const M_NORMAL = 2; // 2..4
const M_DEPTH = 5;
const M_SLOPE = 6;

/** What a part of a patch is added with: [N], [N/m], power. */
const given = new Float64Array(3);
const N_LOAD = 0;
const N_TANGENT = 1;
const N_POWER = 2;
/** from the middle of a patch to its points, below and above, and to one beside it */
const offsets = new Float64Array(3);

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
    this.turn();
    const a = patches.elementA[p];
    const b = patches.elementB[p];
    spot[S_KEY] = patches.key[p];
    const group = this.open(a, b, solid);
    const deepest = -patches.separation[p];
    set.groups.data[G_STRIDE * group + G_DEPTH] = deepest;
    sumPatch(this.w.touch, patches, p, solid);
    const volume = sums[SUM_VOLUME];
    let size = 0;
    for (let k = SUM_NORMAL; k < SUM_NORMAL + 3; k++) size += sums[k] * sums[k];
    size = Math.sqrt(size);
    if (volume > 0 && size > 0) {
      const power = (patches.area[p] * deepest) / patches.volume[p] > CROSSING ? 2 : 1.5;
      const u = sums[SUM_U] / volume;
      const v = sums[SUM_V] / volume;
      spot[S_U] = u;
      spot[S_V] = v;
      for (let k = 0; k < 3; k++) spot[S_NORMAL + k] = sums[SUM_NORMAL + k] / size;
      if (solid) spot[S_RATE] = 0;
      else this.footRate(a, b);
      const rate = spot[S_RATE];
      const load = this.stiffness * volume;
      // the law follows curves, forces of the step chords: by the law alone elements rock from step to step on what they cross
      const rests = this.carried > 0 && this.slower(solid, SLOW);
      this.part = rests ? 1 - CARRIED + CARRIED * Math.min(this.carried / load, MOST_CARRIED) : 1;
      const tangent = this.stiffness * sums[SUM_AREA];
      // depths along it go as d (1 - s^2/l^2): two points at l/sqrt(2 P) resist a tilt as they do
      const half = 0.55 * (sums[SUM_TO] - sums[SUM_FROM]);
      const inner = half / Math.sqrt(2 * power);
      offsets[0] = -inner;
      offsets[1] = inner;
      reachable(offsets, 0);
      reachable(offsets, 1);
      const low = offsets[0];
      const high = offsets[1];
      middle[M_U] = u;
      middle[M_V] = v;
      for (let k = 0; k < 3; k++) middle[M_NORMAL + k] = spot[S_NORMAL + k];
      middle[M_DEPTH] = deepest;
      given[N_POWER] = power;
      this.viscous = (this.viscous * sums[SUM_LENGTH]) / sums[SUM_WHOLE];
      given[N_LOAD] = load;
      given[N_TANGENT] = tangent;
      if (high - low < LEAST_SPREAD) this.addPart(solid, group);
      else {
        const share = -low / (high - low);
        spot[S_U] = u + low;
        spot[S_V] = v + rate * low;
        given[N_LOAD] = (1 - share) * load;
        given[N_TANGENT] = (1 - share) * tangent;
        this.addPart(solid, group);
        spot[S_U] = u + high;
        spot[S_V] = v + rate * high;
        given[N_LOAD] = share * load;
        given[N_TANGENT] = share * tangent;
        this.addPart(solid, group);
      }
      // where it may come to touch as it tilts: strands across each other have no sides
      if (solid || Math.abs(rate) > ALONG) {
        middle[M_SLOPE] = chordOf(load, tangent, power, (this.stopping * this.margin) / this.h);
        this.addSide(solid, -SIDE, 0);
        this.addSide(solid, SIDE, 1);
      }
    }
    set.close();
  }

  /** A contact with the force and slope in `given`, where `spot` is. */
  private addPart(solid: boolean, group: number): void {
    const load = given[N_LOAD];
    const tangent = given[N_TANGENT];
    const power = given[N_POWER];
    this.approach(this.velocity, solid);
    const closing = Math.max(0, spot[S_CLOSING]);
    this.damp(group);
    const o = this.add(solid);
    const C = this.set.contacts.data;
    // N = K d^P with the value and the slope of the patch; what comes closer takes the chord to where it is stopped
    const stop = this.stopping * closing + C[o + C_FALL];
    const slope = chordOf(load, tangent, power, stop);
    C[o + C_LOAD] = this.part * load;
    C[o + C_SLOPE] = slope + load * this.dissipation; // N (1 + a D/h) to first order
    C[o + C_LAGGED] = this.part * load + this.stopping * closing;
    C[o + C_DRAG] = this.viscous;
    C[o + C_REST] = (power * load) / tangent;
    C[o + C_POWER] = power;
    C[o + C_LAW] = load;
  }

  /**
   * A contact beside a patch, at d from its middle or as far as there is, when that is further out than offsets[inner]. The gap there is that of
   * the two curves, or of the curve and the tangent plane: a solid's surface is not nearer, where it bulges.
   */
  private addSide(solid: boolean, d: number, inner: number): void {
    const u = middle[M_U];
    spot[S_U] = u;
    spot[S_V] = middle[M_V];
    offsets[2] = d;
    reachable(offsets, 2);
    const s = offsets[2];
    if (!(Math.abs(s) > Math.abs(offsets[inner]) + LEAST_SPREAD)) return;
    const { coefficients: c, radius } = this.w.touch.curves;
    const rate = spot[S_RATE];
    const deepest = middle[M_DEPTH];
    spot[S_U] = u + s;
    spot[S_V] = middle[M_V] + rate * s;
    if (solid) {
      let gap = -deepest;
      for (let k = 0; k < 3; k++) {
        const o = 12 * this.atA + 4 * k;
        const n = middle[M_NORMAL + k];
        spot[S_NORMAL + k] = n;
        gap -= n * (curveAt(c, o, u + s) - curveAt(c, o, u));
      }
      spot[S_GAP] = gap;
    } else {
      sideGap(c, 12 * this.atA, 12 * this.atB);
      spot[S_GAP] = spot[S_GAP] - radius[this.atA] - radius[this.atB];
    }
    if (!this.comes(solid)) return;
    // what overlaps beside a pair that does not touch belongs to a patch of elements beside these
    if (!(deepest > 0 || spot[S_GAP] > 0)) return;
    const o = this.add(solid);
    const C = this.set.contacts.data;
    const free = Math.max(0, spot[S_GAP]);
    const speed = spot[S_CLOSING] - free / this.h;
    if (solid) this.alongSolid();
    else {
      spot[S_LAW] = 1 - rate * rate;
      this.across();
    }
    spot[S_SPEED] = speed;
    this.chordTo();
    C[o + C_SLOPE] = Math.max(middle[M_SLOPE], spot[S_SLOPE]);
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
    let distance2 = 0;
    for (let k = 0, o = 12 * i, q = 12 * j; k < 3; k++, o += 4, q += 4) {
      const n =
        c[q] + v * (c[q + 1] + v * (c[q + 2] + v * c[q + 3])) - (c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3])));
      spot[S_NORMAL + k] = n;
      distance2 += n * n;
    }
    const distance = Math.sqrt(distance2);
    const gap = distance - radius[i] - radius[j];
    // what overlaps here belongs to the patch of elements beside these
    if (distance > range || !(gap > 0)) return;
    for (let k = 0; k < 3; k++) spot[S_NORMAL + k] /= distance;
    spot[S_U] = u;
    spot[S_V] = v;
    spot[S_GAP] = gap;
    this.atA = i;
    this.atB = j;
    if (this.comes(false)) this.meet(i, j);
  }

  /** They do, where `spot` is: the places in `place`, chords in `chords`. */
  private meet(i: number, j: number): void {
    const { touch } = this.w;
    const { label } = touch.curves;
    const part = touch.ends.between(i, place, 0, j, place, 1);
    if (part === 0) return;
    spot[S_KEY] = label[i] * LABELS + label[j];
    const group = this.open(i, j, false);
    this.damp(group);
    const o = this.add(false);
    // sine of the angle between the chords
    const a2 = chords[3] * chords[3] + chords[4] * chords[4] + chords[5] * chords[5];
    const b2 = chords[6] * chords[6] + chords[7] * chords[7] + chords[8] * chords[8];
    const ab = chords[3] * chords[6] + chords[4] * chords[7] + chords[5] * chords[8];
    const gap = spot[S_GAP];
    const C = this.set.contacts.data;
    spot[S_LAW] = 1 - (ab * ab) / (a2 * b2);
    this.across();
    const speed = spot[S_CLOSING] - gap / this.h;
    spot[S_SPEED] = speed;
    this.chordTo();
    const steep = part * spot[S_SLOPE];
    C[o + C_SLOPE] = steep;
    C[o + C_LOAD] = -steep * Math.max(0, gap);
    C[o + C_LAGGED] = this.stopping * Math.max(0, speed);
    this.footRate(i, j);
    if (!(Math.abs(spot[S_RATE]) > ALONG)) return;
    middle[M_U] = spot[S_U];
    middle[M_V] = spot[S_V];
    middle[M_DEPTH] = -gap;
    middle[M_SLOPE] = steep;
    offsets[0] = 0;
    this.addSide(false, -SIDE, 0);
    this.addSide(false, SIDE, 0);
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
      spot[S_U] = u;
      spot[S_V] = 0;
      for (let k = 0; k < 3; k++) spot[S_NORMAL + k] = patches.pointNormal[3 * best + k];
      const gap = this.more[a] - patches.depth[best];
      spot[S_GAP] = gap;
      this.atA = a;
      this.atB = s;
      if (!this.comes(true)) continue;
      spot[S_KEY] = patches.key[p];
      if (group < 0) group = this.open(a, s, true);
      this.damp(group);
      const o = this.add(true);
      const C = this.set.contacts.data;
      const speed = spot[S_CLOSING] - gap / this.h;
      spot[S_SPEED] = speed;
      this.alongSolid();
      this.chordTo();
      C[o + C_SLOPE] = part * spot[S_SLOPE];
      C[o + C_LOAD] = -C[o + C_SLOPE] * Math.max(0, gap);
      C[o + C_LAGGED] = this.stopping * Math.max(0, speed);
    }
  }
}
