/**
 * Two elements, or an element and a solid, on their way into a set of held contacts: the laws between them, what their patch remembers, how they
 * close in.
 */
import { FRICTION_BRISTLE, FRICTION_NONE } from '../contact/index.ts';
import { GrowableFloat64 } from '../base/index.ts';
import { PI } from '../math/index.ts';
import {
  C_FALL,
  C_LEVER,
  C_NORMAL,
  C_PLACE_A,
  C_PLACE_B,
  G_BRISTLE,
  G_DEPTH,
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
import {
  S_CLOSING,
  S_GAP,
  S_KEY,
  S_LAW,
  S_NORMAL,
  S_POWER,
  S_RATE,
  S_SLOPE,
  S_SPEED,
  S_U,
  S_V,
  depthOf,
  spot,
} from './pile-shape.ts';
import {
  H_BRISTLE,
  H_NORMAL,
  H_ONSET,
  H_SHARE,
  H_SLIPS,
  goesOn,
  makeTouchFriction,
  readFrictionLaw,
  T_DISSIPATION,
  T_FOUNDATION,
  T_FRICTION,
  T_HYSTERESIS,
  T_MODULUS_A,
  T_MODULUS_B,
  T_SLIP_SPEED,
  T_STRIDE,
  T_VISCOUS,
  TOUCH_ONSET_FLOOR,
} from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';

/** What is about to meet within this part of its radius more than its speed explains is looked at. */
const NEAR = 0.05;
/** What would overlap by this part of its radius at the end of the step without a contact was missed. */
const MISSED = 1e-3;
/** lens of a half-plane in a disc of radius r: 4/3 sqrt(2 r) d^(3/2) */
const SEGMENT = 1.885618083164127;

/** of a patch or a pair that may be asked for */
const MOST_POINTS = 4;

// Numbers of a point that waits.
const WAIT_ID = 0;
const WAIT_A = 1;
const WAIT_B = 2;
const WAIT_SOLID = 3;
const WAIT_U = 4; // 4..8, u, v and normal as in `spot`
const WAIT_GAP = 9;
const WAIT_STRIDE = 10;

/** [m/s] what does not fall is stopped from this speed */
const SLOW = 1e-3;

const law = makeTouchFriction();
const rate = new Float64Array(3);

export class PilePair {
  protected readonly w: Workspace;
  protected readonly set: PileSet;
  /** step [s], and what falls in it [m] */
  protected h = 0;
  protected margin = 0;
  /** as the step begins */
  protected velocity: Float64Array = new Float64Array(0);
  /** points that do not meet by these velocities; by the order in which they are asked for, how fast those came that were missed [m/s] */
  private readonly waiting: GrowableFloat64 = new GrowableFloat64(64 * WAIT_STRIDE);
  private readonly came: GrowableFloat64 = new GrowableFloat64(64);
  private asked = 0;
  private turns = 0;
  /** A, and B or the solid */
  protected atA = 0;
  protected atB = 0;
  /** k of the law [N/m^3], a/h [1/m], of viscous friction [N s/m] */
  protected stiffness = 0;
  protected viscous = 0;
  protected dissipation = 0;
  /** force that stops an element of A within the step, by its speed [N s/m] */
  protected stopping = 0;
  /** laws at hand: row of the table, radii [m], deflection of a bristle [m]; what a group has of them, G_MU_STATIC on */
  private row = -1;
  private radiusA = 0;
  private radiusB = 0;
  private deflection: number = Number.POSITIVE_INFINITY;
  private readonly rubs: Float64Array = new Float64Array(G_FRESH - G_MU_STATIC);
  /** [N] with which its patch ended the last step, -1: it was not there */
  protected carried = -1;

  constructor(w: Workspace, set: PileSet) {
    this.w = w;
    this.set = set;
  }

  /** A group under S_KEY for element a against element b, or the solid b. */
  protected open(a: number, b: number, solid: boolean): number {
    const { w, set, h } = this;
    const { touch } = w;
    const { curves, model, cables, table } = touch;
    const cableA = curves.cable[a];
    const cableB = solid ? -1 : curves.cable[b];
    const slot = solid ? model.shapes[b].body : -1;
    const row = solid ? table.onShape[cableA * model.shapes.length + b] : table.onCable[cableA * table.cables + cableB];
    const rA = curves.radius[a];
    const rB = solid ? rA : curves.radius[b];
    const q = T_STRIDE * row;
    if (q !== this.row || rA !== this.radiusA || rB !== this.radiusB) this.readLaws(q, a, solid ? a : b);
    if (this.deflection < touch.finest) touch.finest = this.deflection;
    this.viscous = touch.laws[q + T_VISCOUS];
    this.dissipation = touch.laws[q + T_DISSIPATION] / h;
    const pair = solid
      ? touch.pairOnSlot[cableA * model.slotCount + slot]
      : touch.pairOnCable[cableA * table.cables + cableB];
    const history = solid ? touch.solidHistory : touch.strandHistory;
    const from = goesOn(history, spot, S_KEY, solid, curves.label[a], solid ? b : curves.label[b]);
    const before = history.committed.data;
    const group = set.open();
    const g = G_STRIDE * group;
    const G = set.groups.data;
    G[g + G_KEY] = spot[S_KEY];
    for (let k = 0; k < 3; k++) G[g + G_BRISTLE + k] = from >= 0 ? before[from + H_BRISTLE + k] : 0;
    G[g + G_SHARE] = from >= 0 ? before[from + H_SHARE] : 0;
    G[g + G_SLIPPED] = from >= 0 ? before[from + H_SLIPS] : 0;
    G[g + G_ONSET] = from >= 0 ? before[from + H_ONSET] : -1;
    G[g + G_FRESH] = from >= 0 ? 0 : 1;
    this.carried = from >= 0 && before[from] === spot[S_KEY] ? before[from + H_NORMAL] : -1;
    G[g + G_DEPTH] = 0;
    for (let k = 0; k < this.rubs.length; k++) G[g + G_MU_STATIC + k] = this.rubs[k];
    const l = L_STRIDE * group;
    const L = set.links.data;
    const itemA = cables.items[cableA];
    const itemB = solid ? itemA : cables.items[cableB];
    const mA = a - touch.starts[cableA];
    const mB = solid ? 0 : b - touch.starts[cableB];
    L[l + L_PAIR] = pair;
    L[l + L_SLOT] = slot;
    L[l + L_A] = itemA.block - model.dynamicCount + mA;
    L[l + L_AT_A] = itemA.at + 4 * mA;
    L[l + L_B] = solid ? -1 : itemB.block - model.dynamicCount + mB;
    L[l + L_AT_B] = itemB.at + 4 * mB;
    this.atA = a;
    this.atB = b;
    this.stopping = (itemA.cable.massPerLength[mA] * curves.restLength[a]) / h;
    return group;
  }

  /** The laws of row q between elements as thick as a and b. */
  private readLaws(q: number, a: number, b: number): void {
    const { laws, curves } = this.w.touch;
    const { rubs } = this;
    this.row = q;
    this.radiusA = curves.radius[a];
    this.radiusB = curves.radius[b];
    this.stiffness =
      laws[q + T_FOUNDATION] > 0
        ? laws[q + T_FOUNDATION]
        : 1 / (this.radiusA / laws[q + T_MODULUS_A] + this.radiusB / laws[q + T_MODULUS_B]);
    const bristle = laws[q + T_FRICTION] === FRICTION_BRISTLE;
    readFrictionLaw(law, laws, q, curves.radius, a);
    this.deflection = bristle ? law.deflection : Number.POSITIVE_INFINITY;
    if (!bristle) law.muStatic = Math.min(law.muStatic, law.muKinetic);
    const smooth = laws[q + T_FRICTION] === FRICTION_NONE;
    rubs[0] = smooth ? 0 : law.muStatic;
    rubs[G_MU_KINETIC - G_MU_STATIC] = smooth ? 0 : law.muKinetic;
    // regularised Coulomb friction: no bristle, its limit at the slip speed
    rubs[G_S0 - G_MU_STATIC] = bristle ? law.s0 : 0;
    rubs[G_S1 - G_MU_STATIC] = bristle ? law.s1 : law.muKinetic / laws[q + T_SLIP_SPEED];
    rubs[G_STRIBECK - G_MU_STATIC] = bristle ? law.stribeck : 0;
    rubs[G_DWELL - G_MU_STATIC] = law.dwell;
  }

  /** What the law damps, once the speed at onset is known: S_CLOSING. */
  protected damp(group: number): void {
    const { laws } = this.w.touch;
    const G = this.set.groups.data;
    const o = G_STRIDE * group + G_ONSET;
    if (G[o] < 0) G[o] = Math.max(0, spot[S_CLOSING]);
    if (laws[this.row + T_DISSIPATION] < 0) {
      this.dissipation = laws[this.row + T_HYSTERESIS] / (Math.max(G[o], TOUCH_ONSET_FLOOR) * this.h);
    }
  }

  /** A contact at S_U of A and S_V of B, or on a body at that place, with normal S_NORMAL. */
  protected add(solid: boolean): number {
    const { set, w } = this;
    const { touch } = w;
    const o = set.add();
    const C = set.contacts.data;
    const u = spot[S_U];
    for (let k = 0; k < 3; k++) C[o + C_NORMAL + k] = spot[S_NORMAL + k];
    C[o + C_FALL] = (this.stopping * this.margin) / this.h;
    C[o + C_PLACE_A] = u;
    C[o + C_PLACE_B] = spot[S_V];
    if (solid) {
      const c = touch.curves.coefficients;
      const slot = touch.model.shapes[this.atB].body;
      for (let k = 0; k < 3; k++) {
        const i = 12 * this.atA + 4 * k;
        const x = c[i] + u * (c[i + 1] + u * (c[i + 2] + u * c[i + 3]));
        C[o + C_LEVER + k] = x - w.position0[3 * slot + k];
      }
    }
    return o;
  }

  /** S_RATE: how fast the foot on b goes with the point on a, d v/d u of strands along each other. */
  protected footRate(a: number, b: number): void {
    const c = this.w.touch.curves.coefficients;
    const u = spot[S_U];
    const w = spot[S_V];
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
    spot[S_RATE] = along / square;
  }

  /** S_SLOPE from nothing to where K d^P stops what would still move at S_SPEED, or falls for the step. */
  protected chordTo(): void {
    const stop = this.stopping * Math.max(spot[S_SPEED], this.margin / this.h, SLOW);
    spot[S_SLOPE] = stop / depthOf(stop / spot[S_LAW], spot[S_POWER]);
  }

  /** Points are asked for; again: those of the same step. */
  protected ask(again: boolean): void {
    if (!again) this.came.clear();
    this.turns = 0;
    this.waiting.clear();
  }

  /** The next patch or pair is asked about, up to MOST_POINTS points of it; in the same order each time. */
  protected turn(): void {
    this.asked = MOST_POINTS * this.turns++;
  }

  /** Does the point at S_GAP come in this step, at S_CLOSING, at least 0? If not it waits. */
  protected comes(solid: boolean): boolean {
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

  /** Has any point that waits met after all, with the displacements of the trial? Those are found when contacts are looked for again. */
  missed(): boolean {
    const { waiting, came, w } = this;
    const { radius } = w.touch.curves;
    const W = waiting.data;
    let any = false;
    for (let o = 0; o < waiting.length; o += WAIT_STRIDE) {
      this.atA = W[o + WAIT_A];
      this.atB = W[o + WAIT_B];
      for (let k = 0; k < S_GAP - S_U; k++) spot[S_U + k] = W[o + WAIT_U + k];
      this.approach(w.u, W[o + WAIT_SOLID] === 1);
      const way = spot[S_CLOSING];
      if (!(way - W[o + WAIT_GAP] > MISSED * radius[this.atA])) continue;
      const id = W[o + WAIT_ID];
      if (came.length <= id) came.resize(id + 1);
      came.data[id] = way / this.h;
      any = true;
    }
    return any;
  }

  /** S_LAW and S_POWER of half an element along a surface. */
  protected alongSolid(): void {
    const { restLength, radius } = this.w.touch.curves;
    spot[S_LAW] = this.stiffness * 0.5 * restLength[this.atA] * SEGMENT * Math.sqrt(radius[this.atA]);
    spot[S_POWER] = 1.5;
  }

  /** The same of strands at an angle with its sine squared in S_LAW: volume pi d^2 r/sine, beside each other bounded by the element's length. */
  protected across(): void {
    const { restLength, radius } = this.w.touch.curves;
    const sine = Math.sqrt(Math.max(0, spot[S_LAW]));
    const r = Math.sqrt(radius[this.atA] * radius[this.atB]);
    spot[S_LAW] = (this.stiffness * PI * r) / Math.max(sine, (0.75 * r) / restLength[this.atA]);
    spot[S_POWER] = 2;
  }

  /** Do A and B move against each other at S_U and S_V by less than this when the step begins [m/s]? */
  protected slower(solid: boolean, limit: number): boolean {
    const { velocity: q } = this;
    this.rateOf(q, this.atA, S_U);
    const x = rate[0];
    const y = rate[1];
    const z = rate[2];
    this.otherRate(q, solid);
    return (
      (x - rate[0]) * (x - rate[0]) + (y - rate[1]) * (y - rate[1]) + (z - rate[2]) * (z - rate[2]) < limit * limit
    );
  }

  /** S_CLOSING: speed, or way, by which A and B close in along S_NORMAL at these velocities, or displacements. */
  protected approach(q: Float64Array, solid: boolean): void {
    const nx = spot[S_NORMAL];
    const ny = spot[S_NORMAL + 1];
    const nz = spot[S_NORMAL + 2];
    this.rateOf(q, this.atA, S_U);
    let speed = rate[0] * nx + rate[1] * ny + rate[2] * nz;
    this.otherRate(q, solid);
    if (!solid) speed -= rate[0] * nx + rate[1] * ny + rate[2] * nz;
    else {
      speed -= rate[0] * nx;
      speed -= rate[1] * ny;
      speed -= rate[2] * nz;
    }
    spot[S_CLOSING] = speed;
  }

  /** Velocity, or displacement, of B at S_V, or of the solid at S_U of A. */
  private otherRate(q: Float64Array, solid: boolean): void {
    if (!solid) {
      this.rateOf(q, this.atB, S_V);
      return;
    }
    const { w } = this;
    const c = w.touch.curves.coefficients;
    const slot = w.touch.model.shapes[this.atB].body;
    const u = spot[S_U];
    for (let k = 0; k < 3; k++) {
      const i = 12 * this.atA + 4 * k;
      rate[k] = c[i] + u * (c[i + 1] + u * (c[i + 2] + u * c[i + 3])) - w.position0[3 * slot + k];
    }
    const k = 6 * slot;
    const x = rate[0];
    const y = rate[1];
    const z = rate[2];
    rate[0] = q[k] + q[k + 4] * z - q[k + 5] * y;
    rate[1] = q[k + 1] + q[k + 5] * x - q[k + 3] * z;
    rate[2] = q[k + 2] + q[k + 3] * y - q[k + 4] * x;
  }

  /** Velocity, or displacement, of the point of element e at spot[at]. */
  private rateOf(q: Float64Array, e: number, at: number): void {
    const { touch } = this.w;
    const u = spot[at];
    const c = touch.curves.cable[e];
    const o = touch.cables.items[c].at + 4 * (e - touch.starts[c]);
    const r = 1 - u;
    rate[0] = r * q[o] + u * q[o + 4];
    rate[1] = r * q[o + 1] + u * q[o + 5];
    rate[2] = r * q[o + 2] + u * q[o + 6];
  }
}
