/**
 * Finds strand contacts at the start of a convex step. An overlap becomes one or two points with the value and slope of its force, and
 * further points beside it where it may touch after tilting; an imminent contact becomes a point at the nearest place. A cable falling at 2
 * m/s moves by its diameter in 10 ms. At the end of the step its axis would be beyond the obstacle, with a reversed normal; at the start it
 * is on its own side, and the distance of round bodies is never less than that of their tangents. Contacts that were not predicted but
 * occurred: see missed().
 */
import { GrowableFloat64 } from '../base/index.ts';
import { FRICTION_BRISTLE, FRICTION_NONE, makeFoundation } from '../contact/index.ts';
import {
  goesOn,
  H_AXIS,
  H_BRISTLE,
  H_NORMAL,
  H_ONSET,
  H_SHARE,
  H_SLIPS,
  LABELS,
  makeTouchFriction,
  dragShare,
  readFoundation,
  readFrictionLaw,
  T_DISSIPATION,
  T_FRICTION,
  T_HYSTERESIS,
  T_SLIP_SPEED,
  T_STRIDE,
  T_VISCOUS,
  TOUCH_ONSET_FLOOR,
  turnAlong,
} from '../contacts/index.ts';
import { LOCAL_STRIDE, localWeights } from '../geometry/index.ts';
import { PI } from '../math/index.ts';
import { closestOnSegments, ContactPatches, makeSegmentPair } from '../proximity/index.ts';
import type { Workspace } from '../stage/index.ts';
import {
  AXIS,
  BASE_A,
  BASE_B,
  BEND,
  DEPTH_START,
  DISSIPATION,
  ELEMENT_A,
  ELEMENT_B,
  FROM_A,
  FROM_B,
  LAG,
  LAG_START,
  LINK_STRIDE,
  MU,
  NORMAL_START,
  OPEN,
  LEAST,
  LOAD,
  P_AXIS,
  P_BRISTLE,
  P_DEEPER,
  P_DWELL,
  P_FRESH,
  P_HELD,
  P_KEY,
  P_MU_KINETIC,
  P_MU_STATIC,
  P_ONSET,
  P_OVERLAPS,
  P_S0,
  P_S1,
  P_SHARE,
  P_SLIPPED,
  P_STRIBECK,
  PAIR,
  PATCH_STRIDE,
  PLACE,
  POWER,
  powerOf,
  SLIPPING,
  SLOT,
  STATE,
  STIFFNESS,
  type StrandContacts,
  STUCK,
  takeChord,
  TO_A,
  TO_B,
  VISCOUS,
  WEIGHT_A,
  WEIGHT_B,
} from './strand-contacts.ts';
import {
  after,
  curveAt,
  nearestPlaces,
  normalAt,
  reachable,
  S_CLOSING,
  S_GAP,
  S_KEY,
  S_LAW,
  S_NORMAL,
  S_POWER,
  S_RATE,
  S_U,
  S_V,
  SUM_AREA,
  SUM_BEST,
  SUM_FROM,
  SUM_LENGTH,
  SUM_NORMAL,
  SUM_STORED,
  SUM_TO,
  SUM_U,
  SUM_V,
  SUM_VOLUME,
  SUM_WHOLE,
  sideGap,
  spot,
  sumPatch,
  sums,
} from './strand-places.ts';

/** Cosine from which strands count as parallel; distance beside them at which they may touch, and smallest distance of separate points. */
const ALONG = 0.7;
const SIDE = 0.5;
const LEAST_SPREAD = 0.2;
/** Exponent from which a force law counts as that of crossing strands, 2; below, that of parallel strands, 3/2. */
const CROSSING = 1.75;
/** Additional range of the search, as a part of the radius, beyond the distance covered at present speed. */
const NEAR = 0.05;
/** Overlap at the end of the step, as a part of the radius, from which a contact counts as missed. */
const MISSED = 1e-3;
/** lens of a half-plane in a disc of radius r: 4/3 sqrt(2 r) d^(3/2) */
const SEGMENT = 1.885618083164127;
/** Regularised Coulomb friction has no bristle; it gets a bristle of negligible stiffness [1/m]. */
const NO_BRISTLE = 1e-12;
/** [m/s] speed from which the stiffness of a contact must suffice to stop it within the step */
const SLOW = 0.01;
/** largest number of points of a patch or pair */
const MOST_POINTS = 4;

// Offsets of the numbers of a waiting point.
const WAIT_ID = 0;
const WAIT_A = 1;
const WAIT_B = 2;
const WAIT_SOLID = 3;
const WAIT_U = 4; // 4..8, u, v and normal as in `spot`
const WAIT_GAP = 9;
const WAIT_STRIDE = 10;

// The patch or pair beside which points are added: places and normal of its middle, depth [m].
const M_U = 0;
const M_V = 1;
const M_NORMAL = 2; // 2..4
const M_DEPTH = 5;
const M_BEND = 6; // as BEND of a contact
const M_AXIS = 7; // 7..9

const closest = makeSegmentPair();
const chords = new Float64Array(9);
const place = new Float64Array(2);
const middle = new Float64Array(10);
/** offsets from the middle of a patch to its lower and upper points, and to one beside it */
const offsets = new Float64Array(3);
const law = makeTouchFriction();
const foundation = makeFoundation();
const rate = new Float64Array(3);
/** tangent of A across the normal */
const along = new Float64Array(3);
const here = new Float64Array(3);
const weights = new Float64Array(4);

export class StrandFinder {
  private readonly w: Workspace;
  private readonly out: StrandContacts;
  private readonly coming: ContactPatches = new ContactPatches();
  /** step [s], and distance of free fall in it [m] */
  private h = 0.5;
  private margin = 0.5;
  /** as the step begins */
  private velocity: Float64Array = new Float64Array(0);
  /** points that do not meet at these velocities; by order of search, approach speed of missed points [m/s] */
  private readonly waiting: GrowableFloat64 = new GrowableFloat64(64 * WAIT_STRIDE);
  private readonly came: GrowableFloat64 = new GrowableFloat64(64);
  private asked = 0;
  private turns = 0;
  /** elements of A and of B, or of A and number of the solid */
  private atA = 0;
  private atB = 0;
  /** numbers of the present patch */
  private g = 0;
  /** k of the law [N/m^3], of viscous friction [N s/m], a of the law as the step resolves it [s/m] */
  private stiffness = 0.5;
  private viscous = 0.5;
  /** row of the laws */
  private row = 0;
  /** mass of an element of A [kg]; mobility of both sides [1/kg] */
  private mass = 0.5;
  private mobility = 0.5;
  /** [N] normal force of its patch at the end of the last step, -1: it did not exist */
  private carried = -0.5;

  constructor(w: Workspace, out: StrandContacts) {
    this.w = w;
    this.out = out;
  }

  /** Uses patches at the start of the step w.h, pairs of its search, velocities v0. again: for the same step, with missed points. */
  find(v0: Float64Array, again: boolean): void {
    const { w, out } = this;
    const { touch } = w;
    const g = w.model.gravity;
    this.h = w.h;
    this.velocity = v0;
    this.margin = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) * w.h * w.h;
    if (!again) this.came.clear();
    this.turns = 0;
    this.waiting.clear();
    out.clear();
    if (touch.table.solids) this.findSolids();
    if (touch.table.strands) this.findStrands();
  }

  /** Patches with solids, and what elements would meet of other solids if both reached as far as they may go; by key. */
  private findSolids(): void {
    const { touch } = this.w;
    const { coming } = this;
    const { solidPatches: patches } = touch;
    touch.onSolids.refresh(coming, patches, touch.reach, touch.solidReach);
    let p = 0;
    for (let k = 0; k < coming.count; k++) {
      while (p < patches.count && patches.key[p] < coming.key[k]) this.addPatch(patches, p++, true);
      this.addComing(k);
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

  /** A patch under S_KEY for element a against element b, or the solid b. */
  private open(a: number, b: number, solid: boolean): void {
    const { w, out } = this;
    const { touch } = w;
    const { curves, model, cables, table } = touch;
    const cableA = curves.cable[a];
    const cableB = solid ? -1 : curves.cable[b];
    const slot = solid ? model.shapes[b].body : -1;
    const row = solid ? table.onShape[cableA * model.shapes.length + b] : table.onCable[cableA * table.cables + cableB];
    const p = out.open();
    const g = PATCH_STRIDE * p;
    this.g = g;
    this.row = T_STRIDE * row;
    this.atA = a;
    this.atB = b;
    const l = LINK_STRIDE * p;
    const L = out.links.data;
    L[l + PAIR] = solid
      ? touch.pairOnSlot[cableA * model.slotCount + slot]
      : touch.pairOnCable[cableA * table.cables + cableB];
    L[l + SLOT] = slot;
    L[l + ELEMENT_A] = a;
    L[l + ELEMENT_B] = solid ? -1 : b;
    const itemA = cables.items[cableA];
    const mA = a - touch.starts[cableA];
    L[l + BASE_A] = itemA.at + 4 * (mA - 1);
    L[l + FROM_A] = mA === 0 ? 1 : 0;
    L[l + TO_A] = Math.min(4, itemA.cable.nodeCount - mA + 1);
    this.mass = itemA.cable.massPerLength[mA] * curves.restLength[a];
    this.mobility = 1 / this.mass;
    if (solid) {
      L[l + BASE_B] = 6 * slot;
      if (slot < model.dynamicCount) this.mobility += 1 / model.mass[slot];
    } else {
      const itemB = cables.items[cableB];
      const mB = b - touch.starts[cableB];
      L[l + BASE_B] = itemB.at + 4 * (mB - 1);
      L[l + FROM_B] = mB === 0 ? 1 : 0;
      L[l + TO_B] = Math.min(4, itemB.cable.nodeCount - mB + 1);
      this.mobility += 1 / (itemB.cable.massPerLength[mB] * curves.restLength[b]);
    }
    this.readLaws(solid ? a : b);
    this.goOn(solid);
  }

  /** The laws of the present patch, between elements with the radii of A and e. */
  private readLaws(e: number): void {
    const { touch } = this.w;
    const { laws, curves } = touch;
    const { atA: a, row: q } = this;
    const P = this.out.patches.data;
    const { g } = this;
    readFoundation(foundation, laws, q, curves.radius, a, e);
    this.stiffness = foundation.stiffness;
    this.viscous = laws[q + T_VISCOUS];
    const kind = laws[q + T_FRICTION];
    const bristle = kind === FRICTION_BRISTLE;
    readFrictionLaw(law, laws, q, curves.radius, a);
    if (bristle && law.deflection < touch.finest) touch.finest = law.deflection;
    P[g + P_MU_STATIC] = kind === FRICTION_NONE ? 0 : bristle ? law.muStatic : law.muKinetic;
    P[g + P_MU_KINETIC] = kind === FRICTION_NONE ? 0 : law.muKinetic;
    P[g + P_S0] = bristle ? law.s0 : NO_BRISTLE;
    P[g + P_S1] = bristle ? law.s1 : law.muKinetic / laws[q + T_SLIP_SPEED];
    P[g + P_STRIBECK] = bristle ? law.stribeck : 0;
    P[g + P_DWELL] = law.dwell;
  }

  /** Memory of the present patch. */
  private goOn(solid: boolean): void {
    const { touch } = this.w;
    const { curves } = touch;
    const { atA: a, atB: b, g } = this;
    const P = this.out.patches.data;
    const history = solid ? touch.solidHistory : touch.strandHistory;
    const from = goesOn(history, spot, S_KEY, solid, curves.label[a], solid ? b : curves.label[b]);
    const before = history.committed.data;
    P[g + P_KEY] = spot[S_KEY];
    P[g + P_ONSET] = -1;
    P[g + P_FRESH] = 1;
    this.carried = -1;
    if (this.viscous > 0)
      this.viscous *= dragShare(
        history,
        this.out.links.data[LINK_STRIDE * (g / PATCH_STRIDE) + PAIR],
        from,
        this.out.patchCount,
      );
    for (let k = 0; k < 3; k++) P[g + P_AXIS + k] = spot[S_NORMAL + k];
    if (from < 0) return;
    P[g + P_FRESH] = 0;
    turnAlong(P, g + P_BRISTLE, before, from + H_BRISTLE, before, from + H_AXIS, P, g + P_AXIS);
    P[g + P_SHARE] = before[from + H_SHARE];
    P[g + P_SLIPPED] = before[from + H_SLIPS];
    P[g + P_ONSET] = before[from + H_ONSET];
    if (before[from] === spot[S_KEY]) this.carried = before[from + H_NORMAL];
  }

  /**
   * Adds a contact at S_U of A and S_V of B, or on a body at that place, with normal S_NORMAL and this depth [m], which carries the part
   * `share` of the previous force of its patch and stops an approach at S_CLOSING.
   */
  private add(solid: boolean, depth: number, share: number): number {
    const { out, w, g } = this;
    const { touch } = w;
    const o = out.add();
    const C = out.data.data;
    const P = out.patches.data;
    const { atA: a, atB: b } = this;
    localWeights(C, o + WEIGHT_A, touch.map, LOCAL_STRIDE * a, spot, S_U);
    if (solid) {
      this.pointOn(here, a);
      const slot = touch.model.shapes[b].body;
      for (let k = 0; k < 3; k++) {
        C[o + PLACE + k] = here[k] - w.position0[3 * slot + k];
        C[o + WEIGHT_B + k] = C[o + PLACE + k];
      }
    } else localWeights(C, o + WEIGHT_B, touch.map, LOCAL_STRIDE * b, spot, S_V);
    for (let k = 0; k < 3; k++) C[o + NORMAL_START + k] = spot[S_NORMAL + k];
    C[o + DEPTH_START] = depth;
    C[o + STIFFNESS] = spot[S_LAW];
    C[o + POWER] = spot[S_POWER];
    C[o + VISCOUS] = 0;
    const closing = Math.max(0, spot[S_CLOSING]);
    if (P[g + P_ONSET] < 0) P[g + P_ONSET] = closing;
    C[o + DISSIPATION] = this.dissipation(Math.max(depth, 0.5 * this.h * closing));
    C[o + LOAD] = depth > 0 ? spot[S_LAW] * powerOf(depth, spot[S_POWER]) : 0;
    const held = depth > 0 && this.carried >= 0 ? share * this.carried : C[o + LOAD];
    C[o + LAG_START] = held;
    // an approach is stopped within the step
    const stop = (this.mass * Math.max(0, closing + Math.min(0, depth) / this.h)) / this.h;
    C[o + LAG] = held + stop;
    C[o + LEAST] = (this.mass * Math.max(this.margin / this.h, SLOW)) / this.h;
    takeChord(C, o, C[o + LOAD] + stop);
    C[o + MU] = P[g + (P[g + P_SLIPPED] === 1 ? P_MU_KINETIC : P_MU_STATIC)];
    C[o + STATE] = !(depth > 0) ? OPEN : P[g + P_SLIPPED] === 1 ? SLIPPING : STUCK;
    return o;
  }

  /**
   * a of the present law [s/m], where the step resolves an impact of this depth [m]; otherwise backward Euler provides the damping
   * (point-contacts.ts).
   */
  private dissipation(depth: number): number {
    const { laws } = this.w.touch;
    const { row, h } = this;
    const onset = this.out.patches.data[this.g + P_ONSET];
    let a = laws[row + T_DISSIPATION];
    if (a < 0) a = laws[row + T_HYSTERESIS] / Math.max(onset, TOUCH_ONSET_FLOOR);
    const p = spot[S_POWER];
    const slope = depth > 0 ? (p * spot[S_LAW] * powerOf(depth, p)) / depth : 0;
    const square = h * h * slope * this.mobility;
    return a / (1 + square * square);
  }

  /**
   * An overlap: force and slope of all its points together, at one point or at two beside its middle. For crossing strands the normal does
   * not rotate: the contact moves along both.
   */
  private addPatch(patches: ContactPatches, p: number, solid: boolean): void {
    const { out } = this;
    this.turn();
    const a = patches.elementA[p];
    const b = patches.elementB[p];
    sumPatch(this.w.touch, patches, p, solid);
    const volume = sums[SUM_VOLUME];
    let size = 0;
    for (let k = SUM_NORMAL; k < SUM_NORMAL + 3; k++) size += sums[k] * sums[k];
    size = Math.sqrt(size);
    if (!(volume > 0 && size > 0)) return;
    const deepest = -patches.separation[p];
    spot[S_KEY] = patches.key[p];
    spot[S_U] = sums[SUM_U] / volume;
    spot[S_V] = sums[SUM_V] / volume;
    for (let k = 0; k < 3; k++) spot[S_NORMAL + k] = sums[SUM_NORMAL + k] / size;
    this.open(a, b, solid);
    if (solid) spot[S_RATE] = 0;
    else this.footRate();
    const power = (patches.area[p] * deepest) / patches.volume[p] > CROSSING ? 2 : 1.5;
    const best = sums[SUM_BEST];
    // N = K d^p with the value and the slope of the patch
    const rest = (power * volume) / sums[SUM_AREA];
    const K = (this.stiffness * volume) / powerOf(rest, power);
    out.patches.data[this.g + P_DEEPER] = deepest - rest;
    out.patches.data[this.g + P_OVERLAPS] = 1;
    if (foundation.thickness > 0)
      out.patches.data[this.g + P_HELD] =
        this.stiffness * sums[SUM_STORED] - (K * powerOf(rest, power) * rest) / (power + 1);
    // the depth along it is d (1 - s^2/l^2): two points at l/sqrt(2 p) have the same stiffness against tilting
    const inner = (0.55 * (sums[SUM_TO] - sums[SUM_FROM])) / Math.sqrt(2 * power);
    offsets[0] = -inner;
    offsets[1] = inner;
    reachable(offsets, 0);
    reachable(offsets, 1);
    const u = spot[S_U];
    const v = spot[S_V];
    const low = offsets[0];
    const high = offsets[1];
    middle[M_U] = u;
    middle[M_V] = v;
    for (let k = 0; k < 3; k++) middle[M_NORMAL + k] = spot[S_NORMAL + k];
    middle[M_DEPTH] = deepest;
    this.readBend(patches, best);
    if (!solid && Math.abs(spot[S_RATE]) <= ALONG) middle[M_BEND] = 0;
    spot[S_POWER] = power;
    const drag = (this.viscous * sums[SUM_LENGTH]) / sums[SUM_WHOLE];
    const two = high - low >= LEAST_SPREAD;
    for (let k = 0; k < (two ? 2 : 1); k++) {
      const share = !two ? 1 : k === 0 ? high / (high - low) : -low / (high - low);
      const off = !two ? 0 : offsets[k];
      spot[S_U] = u + off;
      spot[S_V] = v + spot[S_RATE] * off;
      spot[S_LAW] = share * K;
      if (two) normalAt(patches, p);
      this.approach(this.velocity, solid);
      const o = this.add(solid, rest, share);
      out.data.data[o + VISCOUS] = share * drag;
      this.bendAt(o, solid);
    }
    spot[S_LAW] = K;
    for (let k = 0; k < 3; k++) spot[S_NORMAL + k] = middle[M_NORMAL + k];
    // points that may touch after tilting; crossing strands need none
    if (solid || Math.abs(spot[S_RATE]) > ALONG) {
      this.addSide(solid, -SIDE, 0);
      this.addSide(solid, SIDE, 1);
    }
    out.close();
  }

  /**
   * Adds a contact beside a patch, at distance d from its middle or at the end, if that is further out than offsets[inner]. The gap there
   * is that of the two curves, or of the curve and the tangent plane: a convex surface is not nearer.
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
    const foot = spot[S_RATE];
    const deepest = middle[M_DEPTH];
    spot[S_U] = u + s;
    spot[S_V] = middle[M_V] + foot * s;
    if (solid) this.sideOfSolid(u, s);
    else {
      sideGap(c, 12 * this.atA, 12 * this.atB);
      spot[S_GAP] = spot[S_GAP] - radius[this.atA] - radius[this.atB];
    }
    const law = spot[S_LAW];
    if (!this.comes(solid)) return;
    // an overlap beside a pair that does not touch belongs to a patch of neighbouring elements
    if (!(deepest > 0 || spot[S_GAP] > 0)) return;
    if (solid) this.alongSolid();
    else {
      spot[S_LAW] = 1 - foot * foot;
      this.across();
    }
    const o = this.add(solid, -Math.max(0, spot[S_GAP]), 0);
    if (solid) this.bendAt(o, true);
    spot[S_LAW] = law;
  }

  /** M_BEND and M_AXIS of point i. */
  private readBend(patches: ContactPatches, i: number): void {
    middle[M_BEND] = patches.bend[i];
    const root = Math.sqrt(Math.max(0, patches.share[i]));
    for (let k = 0; k < 3; k++) middle[M_AXIS + k] = root * patches.axis[3 * i + k];
  }

  /**
   * BEND and AXIS of contact o at `spot`, from M_BEND and M_AXIS. A cable that lies across an edge moves lengthwise over it, and its depth stays;
   * taken for one that leaves the edge it would sink in by s^2 bend/2 a step, s its way. That is what it does where it is bent around the solid
   * as much as the solid is: then its points go round. With t along the cable, bent by k, c the cosine between t and the axis, and the part
   * g = 1 - k/(bend (1 - c^2)), between 0 and 1, of the way along t that does not count,
   *   I - n n^T - a a^T   becomes   I - n n^T - a a^T - g p p^T,   p along t across a
   */
  private bendAt(o: number, solid: boolean): void {
    const C = this.out.data.data;
    for (let k = 0; k < 4; k++) C[o + BEND + k] = middle[M_BEND + k];
    const bend = middle[M_BEND];
    if (!solid || !(bend > 0)) return;
    const c = this.w.touch.curves.coefficients;
    const u = spot[S_U];
    let speed2 = 0;
    let out = 0;
    let turn = 0;
    for (let k = 0; k < 3; k++) {
      const q = 12 * this.atA + 4 * k;
      const t = c[q + 1] + u * (2 * c[q + 2] + 3 * u * c[q + 3]);
      along[k] = t;
      out += t * spot[S_NORMAL + k];
      turn += (2 * c[q + 2] + 6 * u * c[q + 3]) * spot[S_NORMAL + k];
      speed2 += t * t;
    }
    let size2 = 0;
    let cosine = 0;
    for (let k = 0; k < 3; k++) {
      along[k] -= out * spot[S_NORMAL + k];
      size2 += along[k] * along[k];
      cosine += along[k] * middle[M_AXIS + k];
    }
    if (!(size2 > 0)) return;
    const size = Math.sqrt(size2);
    cosine /= size;
    const sine2 = 1 - cosine * cosine;
    if (!(sine2 > 1 - ALONG * ALONG)) return;
    const free = Math.min(1, 1 - Math.max(0, turn / speed2) / (bend * sine2));
    if (!(free > 0)) return;
    // an edge leaves one direction across it, a corner or a ball two
    let share = 0;
    for (let k = 0; k < 3; k++) share += middle[M_AXIS + k] * middle[M_AXIS + k];
    if (share > 0.5) {
      C[o + BEND] = bend * (1 - free);
      return;
    }
    const root = Math.sqrt(free) / size;
    for (let k = 0; k < 3; k++) C[o + AXIS + k] = root * along[k];
  }

  /** S_NORMAL and S_GAP at s from the middle u of a patch on a solid, whose surface is approximated by a circle of radius 1/bend. */
  private sideOfSolid(u: number, s: number): void {
    const c = this.w.touch.curves.coefficients;
    let along = 0;
    let free = 0;
    for (let k = 0; k < 3; k++) {
      const o = 12 * this.atA + 4 * k;
      here[k] = curveAt(c, o, u) - curveAt(c, o, u + s);
      along += here[k] * middle[M_NORMAL + k];
      free += here[k] * middle[M_AXIS + k];
    }
    let side2 = 0;
    for (let k = 0; k < 3; k++) {
      here[k] -= along * middle[M_NORMAL + k] + free * middle[M_AXIS + k];
      side2 += here[k] * here[k];
    }
    const bend = middle[M_BEND];
    const straight = bend > 0 ? 1 / bend + along : 0;
    if (!(straight > 0)) {
      for (let k = 0; k < 3; k++) spot[S_NORMAL + k] = middle[M_NORMAL + k];
      spot[S_GAP] = along - middle[M_DEPTH];
      return;
    }
    const D = Math.sqrt(straight * straight + side2);
    for (let k = 0; k < 3; k++) spot[S_NORMAL + k] = (straight * middle[M_NORMAL + k] + here[k]) / D;
    spot[S_GAP] = along + side2 / (D + straight) - middle[M_DEPTH];
  }

  /** Adds elements i and j, which do not touch yet, if they are about to. */
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
    // curves deviate from their chords and may be nearer than these
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
      const n = curveAt(c, q, v) - curveAt(c, o, u);
      spot[S_NORMAL + k] = n;
      distance2 += n * n;
    }
    const distance = Math.sqrt(distance2);
    const gap = distance - radius[i] - radius[j];
    // an overlap here belongs to the patch of neighbouring elements
    if (distance > range || !(gap > 0)) return;
    for (let k = 0; k < 3; k++) spot[S_NORMAL + k] /= distance;
    spot[S_U] = u;
    spot[S_V] = v;
    spot[S_GAP] = gap;
    this.atA = i;
    this.atB = j;
    if (this.comes(false)) this.meet(i, j);
  }

  /** They meet at `spot`: the places in `place`, chords in `chords`. */
  private meet(i: number, j: number): void {
    const { touch } = this.w;
    const { label } = touch.curves;
    const part = touch.ends.between(i, place, 0, j, place, 1);
    if (part === 0) return;
    spot[S_KEY] = label[i] * LABELS + label[j];
    this.open(i, j, false);
    // sine of the angle between the chords
    const a2 = chords[3] * chords[3] + chords[4] * chords[4] + chords[5] * chords[5];
    const b2 = chords[6] * chords[6] + chords[7] * chords[7] + chords[8] * chords[8];
    const ab = chords[3] * chords[6] + chords[4] * chords[7] + chords[5] * chords[8];
    const gap = spot[S_GAP];
    spot[S_LAW] = 1 - (ab * ab) / (a2 * b2);
    this.across();
    spot[S_LAW] *= part;
    this.footRate();
    this.add(false, -gap, 0);
    if (!(Math.abs(spot[S_RATE]) > ALONG)) return;
    middle[M_U] = spot[S_U];
    middle[M_V] = spot[S_V];
    middle[M_DEPTH] = -gap;
    offsets[0] = 0;
    this.addSide(false, -SIDE, 0);
    this.addSide(false, SIDE, 0);
  }

  /** Adds an element that does not touch a solid yet, if it is about to: patch p of cables with the radius of their reach. */
  private addComing(p: number): void {
    const { touch } = this.w;
    const { coming: patches } = this;
    this.turn();
    const a = patches.elementA[p];
    const s = patches.elementB[p];
    const from = patches.pointStart[p];
    const to = patches.pointStart[p + 1];
    const half = 0.5 * (patches.pointU[from] + patches.pointU[to - 1]);
    let opened = false;
    for (let side = 0; side < 2; side++) {
      let best = -1;
      for (let i = from; i < to; i++) {
        if (side === 0 ? patches.pointU[i] > half : patches.pointU[i] <= half) continue;
        if (best < 0 || patches.depth[i] > patches.depth[best]) best = i;
      }
      if (best < 0) continue;
      const part = touch.ends.onSolid(a, patches.pointU, best, s);
      if (part === 0) continue;
      spot[S_U] = patches.pointU[best];
      spot[S_V] = 0;
      for (let k = 0; k < 3; k++) spot[S_NORMAL + k] = patches.pointNormal[3 * best + k];
      spot[S_GAP] = touch.reach[a] + touch.solidReach[s] - patches.depth[best];
      this.atA = a;
      this.atB = s;
      if (!this.comes(true)) continue;
      spot[S_KEY] = patches.key[p];
      if (!opened) this.open(a, s, true);
      opened = true;
      this.alongSolid();
      spot[S_LAW] *= part;
      const o = this.add(true, -Math.max(0, spot[S_GAP]), 0);
      this.readBend(patches, best);
      this.bendAt(o, true);
    }
  }

  /** S_RATE: motion of the foot on B with the point on A, d v/d u for parallel strands. */
  private footRate(): void {
    const c = this.w.touch.curves.coefficients;
    const u = spot[S_U];
    const w = spot[S_V];
    let along = 0;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const o = 12 * this.atA + 4 * k;
      const q = 12 * this.atB + 4 * k;
      const x = c[o + 1] + u * (2 * c[o + 2] + 3 * u * c[o + 3]);
      const y = c[q + 1] + w * (2 * c[q + 2] + 3 * w * c[q + 3]);
      along += x * y;
      square += y * y;
    }
    spot[S_RATE] = along / square;
  }

  /** Starts the next patch or pair, with up to MOST_POINTS points; the order is the same each time. */
  private turn(): void {
    this.asked = MOST_POINTS * this.turns++;
  }

  /** Does the point at S_GAP touch in this step, at S_CLOSING (at least 0)? Otherwise it waits. */
  private comes(solid: boolean): boolean {
    const { waiting, came, atA, atB } = this;
    const id = this.asked++;
    this.approach(this.velocity, solid);
    const closing = Math.max(0, spot[S_CLOSING], id < came.length ? came.data[id] : 0);
    spot[S_CLOSING] = closing;
    if (spot[S_GAP] - this.h * closing <= NEAR * this.w.touch.curves.radius[atA] + this.margin) return true;
    const o = waiting.length;
    waiting.reserve(o + WAIT_STRIDE);
    waiting.length = o + WAIT_STRIDE;
    const W = waiting.data;
    W[o + WAIT_ID] = id;
    W[o + WAIT_A] = atA;
    W[o + WAIT_B] = atB;
    W[o + WAIT_SOLID] = solid ? 1 : 0;
    for (let k = 0; k <= S_GAP - S_U; k++) W[o + WAIT_U + k] = spot[S_U + k];
    return false;
  }

  /** Has a waiting point touched after all, with the displacements u? Such points are added when contacts are searched again. */
  missed(u: Float64Array): boolean {
    const { waiting, came, w } = this;
    const { radius } = w.touch.curves;
    const W = waiting.data;
    let any = false;
    for (let o = 0; o < waiting.length; o += WAIT_STRIDE) {
      this.atA = W[o + WAIT_A];
      this.atB = W[o + WAIT_B];
      for (let k = 0; k < S_GAP - S_U; k++) spot[S_U + k] = W[o + WAIT_U + k];
      this.approach(u, W[o + WAIT_SOLID] === 1);
      const way = spot[S_CLOSING];
      if (!(way - W[o + WAIT_GAP] > MISSED * radius[this.atA])) continue;
      const id = W[o + WAIT_ID];
      if (came.length <= id) {
        const from = came.length;
        came.resize(id + 1);
        came.data.fill(0, from, id + 1);
      }
      came.data[id] = way / this.h;
      any = true;
    }
    return any;
  }

  /** S_LAW and S_POWER of half an element along a surface. */
  private alongSolid(): void {
    const { restLength, radius } = this.w.touch.curves;
    spot[S_LAW] = this.stiffness * 0.5 * restLength[this.atA] * SEGMENT * Math.sqrt(radius[this.atA]);
    spot[S_POWER] = 1.5;
  }

  /** The same of strands at an angle with its sine squared in S_LAW: volume pi d^2 r/sine, beside each other bounded by the element's length. */
  private across(): void {
    const { restLength, radius } = this.w.touch.curves;
    const sine = Math.sqrt(Math.max(0, spot[S_LAW]));
    const r = Math.sqrt(radius[this.atA] * radius[this.atB]);
    spot[S_LAW] = (this.stiffness * PI * r) / Math.max(sine, (0.75 * r) / restLength[this.atA]);
    spot[S_POWER] = 2;
  }

  /** S_CLOSING: speed, or distance, of approach of A and B along S_NORMAL for these velocities, or displacements. */
  private approach(q: Float64Array, solid: boolean): void {
    const { w } = this;
    this.rateOf(rate, q, this.atA, S_U);
    let x = rate[0];
    let y = rate[1];
    let z = rate[2];
    if (solid) {
      this.pointOn(here, this.atA);
      const slot = w.touch.model.shapes[this.atB].body;
      for (let k = 0; k < 3; k++) here[k] -= w.position0[3 * slot + k];
      const k = 6 * slot;
      x -= q[k] + q[k + 4] * here[2] - q[k + 5] * here[1];
      y -= q[k + 1] + q[k + 5] * here[0] - q[k + 3] * here[2];
      z -= q[k + 2] + q[k + 3] * here[1] - q[k + 4] * here[0];
    } else {
      this.rateOf(rate, q, this.atB, S_V);
      x -= rate[0];
      y -= rate[1];
      z -= rate[2];
    }
    spot[S_CLOSING] = x * spot[S_NORMAL] + y * spot[S_NORMAL + 1] + z * spot[S_NORMAL + 2];
  }

  /** Position of S_U of element e at the start of the step. */
  private pointOn(out: Float64Array, e: number): void {
    const c = this.w.touch.curves.coefficients;
    for (let k = 0; k < 3; k++) out[k] = curveAt(c, 12 * e + 4 * k, spot[S_U]);
  }

  /** Velocity, or displacement, of the point of element e at spot[at]. */
  private rateOf(out: Float64Array, q: Float64Array, e: number, at: number): void {
    const { touch } = this.w;
    const c = touch.curves.cable[e];
    const { at: first, cable } = touch.cables.items[c];
    const m = e - touch.starts[c];
    localWeights(weights, 0, touch.map, LOCAL_STRIDE * e, spot, at);
    out.fill(0);
    for (let j = 0; j < 4; j++) {
      const node = m - 1 + j;
      if (node < 0 || node >= cable.nodeCount) continue;
      for (let k = 0; k < 3; k++) out[k] += weights[j] * q[first + 4 * node + k];
    }
  }
}
