/**
 * Contacts for a step with held contacts, where the step begins: patches of overlap, each as one or two points with the value and the slope of its
 * force; and what is about to meet, as one point where it is nearest. What the laws say of them is in contact/pile-law.ts.
 * A cable that comes down at 2 m/s moves by its diameter in 10 ms. At the end of the step its axis would be past what it meets, with a
 * normal that points the wrong way; where the step begins it is on its own side, and distances of round bodies are never less than
 * their tangents say.
 */
import { FRICTION_BRISTLE, FRICTION_NONE } from '../contact/index.ts';
import { cbrt, PI } from '../math/index.ts';
import { closestOnSegments, ContactPatches, makeSegmentPair } from '../proximity/index.ts';
import {
  C_DRAG,
  C_FALL,
  C_LAGGED,
  C_LEVER,
  C_LOAD,
  C_NORMAL,
  C_PLACE_A,
  C_PLACE_B,
  C_SLOPE,
  G_BRISTLE,
  G_DEEPEST,
  G_DWELL,
  G_FRESH,
  G_KEY,
  G_MU_KINETIC,
  G_MU_STATIC,
  G_ONSET,
  G_S0,
  G_S1,
  G_SHARE,
  G_SLIPPED,
  G_STRIBECK,
  G_STRIDE,
  L_A,
  L_AT_A,
  L_AT_B,
  L_B,
  L_PAIR,
  L_SLOT,
  L_STRIDE,
  type PileSet,
} from './pile-set.ts';
import { H_BRISTLE, H_ONSET, H_SHARE, H_SLIPS } from './touch-history.ts';
import { LABELS } from './touch-labels.ts';
import { goesOn } from './touch-motion.ts';
import {
  DEFLECTION,
  T_DEFLECTION,
  T_DISSIPATION,
  T_DWELL,
  T_FOUNDATION,
  T_FRICTION,
  T_HYSTERESIS,
  T_MODULUS_A,
  T_MODULUS_B,
  T_MU_KINETIC,
  T_MU_STATIC,
  T_SLIP_SPEED,
  T_STRIBECK,
  T_STRIDE,
  T_VISCOUS,
  TOUCH_ONSET_FLOOR,
} from './touch-table.ts';
import type { Workspace } from './workspace.ts';

const BRISTLE_DAMPING = 1.4; // as in touch-forces.ts
const STANDARD_GRAVITY = 9.81;
/** Cosine of strands that lie along each other; how far beside them they may come to touch, and how far points are apart that are not one. */
const ALONG = 0.7;
const SIDE = 0.5;
const LEAST_SPREAD = 0.2;
/** Powers of the force over the depth from here on are those of strands that cross, 2, below of strands along each other, 3/2. */
const CROSSING = 1.75;
/** lens of a half-plane in a disc of radius r: 4/3 sqrt(2 r) d^(3/2) */
const SEGMENT = 1.885618083164127;
/** What is about to meet within this part of its radius more than its speed explains is looked at. */
const NEAR = 0.05;

const closest = makeSegmentPair();
const chords = new Float64Array(9);
const sums = new Float64Array(8);
const rate = new Float64Array(3);

export class PileFinder {
  private readonly w: Workspace;
  private readonly set: PileSet;
  private readonly coming: ContactPatches = new ContactPatches();
  private more = new Float64Array(0);
  private h = 0;
  private margin = 0;
  // of the pair at hand
  private stiffness = 0;
  private dissipation = 0;
  private viscous = 0;
  /** force that stops an element of A within the step, by its speed [N s/m] */
  private stopping = 0;
  private row = 0;
  private atA = 0;
  private atB = 0;

  constructor(w: Workspace, set: PileSet) {
    this.w = w;
    this.set = set;
  }

  /** Patches are those where the step h begins, pairs those of its search; velocities are w.velocity. */
  find(h: number): void {
    const { w, set } = this;
    const { touch } = w;
    const g = w.model.gravity;
    this.h = h;
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

  /** A group for element a against element b, or the solid b. */
  private open(a: number, b: number, solid: boolean, key: number): number {
    const { w, set, h } = this;
    const { touch } = w;
    const { curves, laws, model, cables, table } = touch;
    const cableA = curves.cable[a];
    const cableB = solid ? -1 : curves.cable[b];
    const slot = solid ? model.shapes[b].body : -1;
    const row = solid ? table.onShape[cableA * model.shapes.length + b] : table.onCable[cableA * table.cables + cableB];
    const q = T_STRIDE * row;
    this.row = q;
    const rA = curves.radius[a];
    const rB = solid ? rA : curves.radius[b];
    this.stiffness =
      laws[q + T_FOUNDATION] > 0
        ? laws[q + T_FOUNDATION]
        : 1 / (rA / laws[q + T_MODULUS_A] + rB / laws[q + T_MODULUS_B]);
    const history = solid ? touch.solidHistory : touch.strandHistory;
    const from = goesOn(history, key, solid, curves.label[a], solid ? b : curves.label[b]);
    const before = history.committed.data;
    const group = set.open();
    const g = G_STRIDE * group;
    const G = set.groups.data;
    G[g + G_KEY] = key;
    for (let k = 0; k < 3; k++) G[g + G_BRISTLE + k] = from >= 0 ? before[from + H_BRISTLE + k] : 0;
    G[g + G_SHARE] = from >= 0 ? before[from + H_SHARE] : 0;
    G[g + G_SLIPPED] = from >= 0 ? before[from + H_SLIPS] : 0;
    G[g + G_ONSET] = from >= 0 ? before[from + H_ONSET] : -1;
    G[g + G_FRESH] = from >= 0 ? 0 : 1;
    G[g + G_MU_STATIC] = laws[q + T_MU_STATIC];
    G[g + G_MU_KINETIC] = laws[q + T_MU_KINETIC];
    const deflection = laws[q + T_DEFLECTION] > 0 ? laws[q + T_DEFLECTION] : DEFLECTION * rA;
    const s0 = Math.max(laws[q + T_MU_STATIC], 1e-3) / deflection;
    const kind = laws[q + T_FRICTION];
    const bristle = kind === FRICTION_BRISTLE;
    // regularised Coulomb friction: no bristle, its limit at the slip speed
    G[g + G_S0] = bristle ? s0 : 0;
    G[g + G_S1] = bristle
      ? BRISTLE_DAMPING * Math.sqrt(s0 / STANDARD_GRAVITY)
      : laws[q + T_MU_KINETIC] / laws[q + T_SLIP_SPEED];
    G[g + G_STRIBECK] = bristle ? laws[q + T_STRIBECK] : 0;
    G[g + G_DWELL] = laws[q + T_DWELL];
    if (bristle) touch.finest = Math.min(touch.finest, deflection);
    if (kind === FRICTION_NONE) G[g + G_MU_STATIC] = 0;
    if (kind !== FRICTION_BRISTLE) G[g + G_MU_STATIC] = Math.min(G[g + G_MU_STATIC], G[g + G_MU_KINETIC]);
    if (kind === FRICTION_NONE) G[g + G_MU_KINETIC] = 0;
    const l = L_STRIDE * group;
    const L = set.links.data;
    const itemA = cables.items[cableA];
    const itemB = solid ? itemA : cables.items[cableB];
    const mA = a - touch.starts[cableA];
    const mB = solid ? 0 : b - touch.starts[cableB];
    L[l + L_PAIR] = solid
      ? touch.pairOnSlot[cableA * model.slotCount + slot]
      : touch.pairOnCable[cableA * table.cables + cableB];
    L[l + L_SLOT] = slot;
    L[l + L_A] = itemA.block - model.dynamicCount + mA;
    L[l + L_AT_A] = itemA.at + 4 * mA;
    L[l + L_B] = solid ? -1 : itemB.block - model.dynamicCount + mB;
    L[l + L_AT_B] = itemB.at + 4 * mB;
    this.atA = a;
    this.atB = b;
    this.stopping = (itemA.cable.massPerLength[mA] * curves.restLength[a]) / h;
    this.viscous = laws[q + T_VISCOUS];
    this.dissipation = laws[q + T_DISSIPATION] / h;
    return group;
  }

  /** What the law damps, once the speed at onset is known. */
  private damp(group: number, closing: number): void {
    const { laws } = this.w.touch;
    const G = this.set.groups.data;
    const o = G_STRIDE * group + G_ONSET;
    if (G[o] < 0) G[o] = Math.max(0, closing);
    if (laws[this.row + T_DISSIPATION] < 0) {
      this.dissipation = laws[this.row + T_HYSTERESIS] / (Math.max(G[o], TOUCH_ONSET_FLOOR) * this.h);
    }
  }

  /** A contact at u of A and v of B, or on a body at the place x, y, z, with normal n. */
  private add(solid: boolean, u: number, v: number, nx: number, ny: number, nz: number): number {
    const { set, w } = this;
    const { touch } = w;
    const o = set.add();
    const C = set.contacts.data;
    C[o + C_NORMAL] = nx;
    C[o + C_NORMAL + 1] = ny;
    C[o + C_NORMAL + 2] = nz;
    C[o + C_FALL] = (this.stopping * this.margin) / this.h;
    C[o + C_PLACE_A] = u;
    C[o + C_PLACE_B] = v;
    if (solid) {
      const c = touch.curves.coefficients;
      const slot = touch.model.shapes[this.atB].body;
      for (let k = 0; k < 3; k++) {
        const i = 12 * this.atA + 4 * k;
        const x = c[i] + u * (c[i + 1] + u * (c[i + 2] + u * c[i + 3]));
        C[o + C_LEVER + k] = x - w.position[3 * slot + k];
      }
    }
    return o;
  }

  /** A patch of overlap: force and slope of all its points together, in one point or two beside its middle. */
  private addPatch(patches: ContactPatches, p: number, solid: boolean): void {
    const { set } = this;
    const { ends, curves } = this.w.touch;
    const a = patches.elementA[p];
    const b = patches.elementB[p];
    const group = this.open(a, b, solid, patches.key[p]);
    const deepest = -patches.separation[p];
    set.groups.data[G_STRIDE * group + G_DEEPEST] = deepest;
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
      const part = solid ? ends.onSolid(a, u, b) : ends.between(a, u, b, patches.pointW[i]);
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
    C[o + C_LOAD] = load;
    C[o + C_SLOPE] = slope + load * this.dissipation; // N (1 + a D/h) to first order
    C[o + C_LAGGED] = load + stop;
    C[o + C_DRAG] = drag;
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
    const v = w + rate * s;
    let gap = -deepest;
    for (let k = 0; k < 3; k++) {
      const o = 12 * this.atA + 4 * k;
      gap -= sums[2 + k] * (curveAt(c, o, u + s) - curveAt(c, o, u));
      if (solid) continue;
      const q = 12 * this.atB + 4 * k;
      gap += sums[2 + k] * (curveAt(c, q, v) - curveAt(c, q, w));
    }
    const closing = this.closing(solid, u + s, v, sums[2], sums[3], sums[4]);
    if (gap - this.h * Math.max(0, closing) > NEAR * radius[this.atA] + this.margin) return;
    const o = this.add(solid, u + s, v, sums[2], sums[3], sums[4]);
    const C = this.set.contacts.data;
    C[o + C_LOAD] = -slope * Math.max(0, gap);
    C[o + C_SLOPE] = slope;
    C[o + C_LAGGED] = this.stopping * Math.max(0, closing - gap / this.h);
  }

  /** How fast the foot on b goes with the point on a: d w/d u of strands along each other. */
  private footRate(a: number, u: number, b: number, w: number): number {
    const c = this.w.touch.curves.coefficients;
    let along = 0;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const o = 12 * a + 4 * k;
      const q = 12 * b + 4 * k;
      const x = c[o + 1] + u * (2 * c[o + 2] + 3 * u * c[o + 3]);
      const y = c[q + 1] + w * (2 * c[q + 2] + 3 * w * c[q + 3]);
      along += x * y;
      square += y * y;
    }
    return along / square;
  }

  /** Elements i and j, which do not touch, if they come to. */
  private addMeeting(i: number, j: number): void {
    const { touch } = this.w;
    const { curves } = touch;
    const { coefficients: c, radius, arcStart, restLength, cable, neighbourLength } = curves;
    for (let k = 0, o = 12 * i, q = 12 * j; k < 3; k++, o += 4, q += 4) {
      chords[k] = c[o] - c[q];
      chords[3 + k] = c[o + 1] + c[o + 2] + c[o + 3];
      chords[6 + k] = c[q + 1] + c[q + 2] + c[q + 3];
    }
    closestOnSegments(closest, chords);
    const u = closest.s;
    const v = closest.t;
    if (cable[i] === cable[j]) {
      const along = Math.abs(arcStart[j] + restLength[j] * v - arcStart[i] - restLength[i] * u);
      if (along < 1.5 * neighbourLength[cable[i]]) return;
    }
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let k = 0; k < 3; k++) {
      const o = 12 * i + 4 * k;
      const q = 12 * j + 4 * k;
      const d =
        c[q] + v * (c[q + 1] + v * (c[q + 2] + v * c[q + 3])) - c[o] - u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
      if (k === 0) nx = d;
      else if (k === 1) ny = d;
      else nz = d;
    }
    const distance = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const gap = distance - radius[i] - radius[j];
    const reach = NEAR * radius[i] + this.margin;
    if (gap > touch.reach[i] + touch.reach[j] || !(distance > 0)) return;
    nx /= distance;
    ny /= distance;
    nz /= distance;
    this.atA = i;
    this.atB = j;
    const closing = this.closing(false, u, v, nx, ny, nz);
    if (gap - this.h * closing > reach) return;
    const part = touch.ends.between(i, u, j, v);
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
    const r = Math.sqrt(radius[i] * radius[j]);
    // volume of two crossing cylinders pi d^2 r/sine; beside each other it is bounded by the length of the element
    const K = (this.stiffness * PI * r) / Math.max(sine, (0.75 * r) / restLength[i]);
    const C = this.set.contacts.data;
    C[o + C_SLOPE] = part * this.chordTo(K, 2, closing - gap / this.h);
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
    this.set.groups.data[G_STRIDE * group + G_DEEPEST] = -gap;
  }

  /** An element that does not touch a solid, if it comes to: patch p of cables as thick as they reach. */
  private addComing(patches: ContactPatches, p: number): void {
    const { touch } = this.w;
    const { curves } = touch;
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
      const part = touch.ends.onSolid(a, u, s);
      if (part === 0) continue;
      const gap = this.more[a] - patches.depth[best];
      const nx = patches.pointNormal[3 * best];
      const ny = patches.pointNormal[3 * best + 1];
      const nz = patches.pointNormal[3 * best + 2];
      this.atA = a;
      this.atB = s;
      const closing = this.closing(true, u, 0, nx, ny, nz);
      if (gap - this.h * closing > NEAR * curves.radius[a] + this.margin) continue;
      if (group < 0) {
        group = this.open(a, s, true, patches.key[p]);
        this.set.groups.data[G_STRIDE * group + G_DEEPEST] = -gap;
      }
      this.damp(group, closing);
      const o = this.add(true, u, 0, nx, ny, nz);
      const C = this.set.contacts.data;
      const K = this.stiffness * 0.5 * curves.restLength[a] * SEGMENT * Math.sqrt(curves.radius[a]);
      C[o + C_SLOPE] = part * this.chordTo(K, 1.5, closing - gap / this.h);
      C[o + C_LOAD] = -C[o + C_SLOPE] * Math.max(0, gap);
      C[o + C_LAGGED] = this.stopping * Math.max(0, closing - gap / this.h);
    }
  }

  /** Slope from nothing to where K d^P stops what would still move at this speed, or falls for the step [N/m]. */
  private chordTo(K: number, power: number, speed: number): number {
    const stop = this.stopping * Math.max(speed, this.margin / this.h);
    return stop / depthOf(stop / K, power);
  }

  /** Speed at which A and B close in along n with the velocities the step begins with [m/s]. */
  private closing(solid: boolean, u: number, v: number, nx: number, ny: number, nz: number): number {
    const { w } = this;
    this.rateOf(this.atA, u);
    let speed = rate[0] * nx + rate[1] * ny + rate[2] * nz;
    if (!solid) {
      this.rateOf(this.atB, v);
      speed -= rate[0] * nx + rate[1] * ny + rate[2] * nz;
    } else {
      const c = w.touch.curves.coefficients;
      const slot = w.touch.model.shapes[this.atB].body;
      for (let k = 0; k < 3; k++) {
        const i = 12 * this.atA + 4 * k;
        rate[k] = c[i] + u * (c[i + 1] + u * (c[i + 2] + u * c[i + 3])) - w.position[3 * slot + k];
      }
      const q = w.velocity;
      const k = 6 * slot;
      speed -= (q[k] + q[k + 4] * rate[2] - q[k + 5] * rate[1]) * nx;
      speed -= (q[k + 1] + q[k + 5] * rate[0] - q[k + 3] * rate[2]) * ny;
      speed -= (q[k + 2] + q[k + 3] * rate[1] - q[k + 4] * rate[0]) * nz;
    }
    return speed;
  }

  /** Velocity of a point of element e. */
  private rateOf(e: number, u: number): void {
    const { touch, velocity } = this.w;
    const c = touch.curves.cable[e];
    const o = touch.cables.items[c].at + 4 * (e - touch.starts[c]);
    for (let k = 0; k < 3; k++) rate[k] = (1 - u) * velocity[o + k] + u * velocity[o + 4 + k];
  }
}

/** Does patch p belong to a pair of elements after (i, j)? */
function after(patches: ContactPatches, p: number, i: number, j: number): boolean {
  return patches.elementA[p] > i || (patches.elementA[p] === i && patches.elementB[p] > j);
}

/** Coordinate at u of the cubic at c[o]. */
function curveAt(c: Float64Array, o: number, u: number): number {
  return c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
}

/** Slope from a force N with this tangent to N and `more`, of K d^P. */
function chordOf(load: number, tangent: number, power: number, more: number): number {
  const rest = (power * load) / tangent;
  return more / (rest * (depthOf((load + more) / load, power) - 1));
}

/** d or what of it keeps u + d and w + rate d within their elements. */
function reachable(u: number, w: number, d: number, rate: number): number {
  let x = d > 0 ? Math.min(d, 1 - u) : Math.max(d, -u);
  const y = rate * x;
  if (w + y > 1) x *= Math.max(0, (1 - w) / y);
  else if (w + y < 0) x *= Math.max(0, -w / y);
  return x;
}

/** x^(1/P), P = 2 or 3/2. */
function depthOf(x: number, power: number): number {
  return power === 2 ? Math.sqrt(x) : cbrt(x * x);
}
