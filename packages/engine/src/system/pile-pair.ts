/**
 * Two elements, or an element and a solid, on their way into a set of held contacts: the laws between them, what their patch remembers, how they
 * close in.
 */
import { FRICTION_BRISTLE, FRICTION_NONE } from '../contact/index.ts';
import { GrowableFloat64 } from '../base/index.ts';
import { cbrt, PI } from '../math/index.ts';
import {
  C_FALL,
  C_LEVER,
  C_NORMAL,
  C_PLACE_A,
  C_PLACE_B,
  C_REST,
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
import { H_BRISTLE, H_NORMAL, H_ONSET, H_SHARE, H_SLIPS } from './touch-history.ts';
import { goesOn } from './touch-motion.ts';
import {
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
} from './touch-table.ts';
import type { Workspace } from './workspace.ts';

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
const WAIT_U = 4;
const WAIT_V = 5;
const WAIT_NORMAL = 6; // 6..8
const WAIT_GAP = 9;
const WAIT_STRIDE = 10;

/** [m/s] what does not fall is stopped from this speed */
const SLOW = 1e-3;

const law = makeTouchFriction();
const rate = new Float64Array(3);
const keys = new Float64Array(1);

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
  private row = 0;
  /** [N] with which its patch ended the last step, -1: it was not there */
  protected carried = -1;

  constructor(w: Workspace, set: PileSet) {
    this.w = w;
    this.set = set;
  }

  /** A group for element a against element b, or the solid b. */
  protected open(a: number, b: number, solid: boolean, key: number): number {
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
    keys[0] = key;
    const from = goesOn(history, keys, 0, solid, curves.label[a], solid ? b : curves.label[b]);
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
    this.carried = from >= 0 && before[from] === key ? before[from + H_NORMAL] : -1;
    G[g + G_DEPTH] = 0;
    const kind = laws[q + T_FRICTION];
    const bristle = kind === FRICTION_BRISTLE;
    readFrictionLaw(law, laws, q, curves.radius, a);
    if (bristle) touch.finest = Math.min(touch.finest, law.deflection);
    else law.muStatic = Math.min(law.muStatic, law.muKinetic);
    const smooth = kind === FRICTION_NONE;
    G[g + G_MU_STATIC] = smooth ? 0 : law.muStatic;
    G[g + G_MU_KINETIC] = smooth ? 0 : law.muKinetic;
    // regularised Coulomb friction: no bristle, its limit at the slip speed
    G[g + G_S0] = bristle ? law.s0 : 0;
    G[g + G_S1] = bristle ? law.s1 : law.muKinetic / laws[q + T_SLIP_SPEED];
    G[g + G_STRIBECK] = bristle ? law.stribeck : 0;
    G[g + G_DWELL] = law.dwell;
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
  protected damp(group: number, closing: number): void {
    const { laws } = this.w.touch;
    const G = this.set.groups.data;
    const o = G_STRIDE * group + G_ONSET;
    if (G[o] < 0) G[o] = Math.max(0, closing);
    if (laws[this.row + T_DISSIPATION] < 0) {
      this.dissipation = laws[this.row + T_HYSTERESIS] / (Math.max(G[o], TOUCH_ONSET_FLOOR) * this.h);
    }
  }

  /** A contact at u of A and v of B, or on a body at the place x, y, z, with normal n. */
  protected add(solid: boolean, u: number, v: number, nx: number, ny: number, nz: number): number {
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
    C[o + C_REST] = 0;
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

  /** How fast the foot on b goes with the point on a: d w/d u of strands along each other. */
  protected footRate(a: number, u: number, b: number, w: number): number {
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

  /** Slope from nothing to where K d^P stops what would still move at this speed, or falls for the step [N/m]. */
  protected chordTo(K: number, power: number, speed: number): number {
    const stop = this.stopping * Math.max(speed, this.margin / this.h, SLOW);
    return stop / depthOf(stop / K, power);
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

  /** Speed at which a point at this gap comes, at least 0; -1: it does not in this step, and waits. */
  protected comes(solid: boolean, u: number, v: number, nx: number, ny: number, nz: number, gap: number): number {
    const { waiting, came, atA, atB } = this;
    const id = this.asked++;
    const closing = Math.max(0, this.closing(solid, u, v, nx, ny, nz), id < came.length ? came.data[id] : 0);
    if (gap - this.h * closing <= NEAR * this.w.touch.curves.radius[atA] + this.margin) return closing;
    const o = waiting.length;
    waiting.resize(o + WAIT_STRIDE);
    const W = waiting.data;
    W[o + WAIT_ID] = id;
    W[o + WAIT_A] = atA;
    W[o + WAIT_B] = atB;
    W[o + WAIT_SOLID] = solid ? 1 : 0;
    W[o + WAIT_U] = u;
    W[o + WAIT_V] = v;
    W[o + WAIT_NORMAL] = nx;
    W[o + WAIT_NORMAL + 1] = ny;
    W[o + WAIT_NORMAL + 2] = nz;
    W[o + WAIT_GAP] = gap;
    return -1;
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
      const n = o + WAIT_NORMAL;
      const way = this.approach(w.u, W[o + WAIT_SOLID] === 1, W[o + WAIT_U], W[o + WAIT_V], W[n], W[n + 1], W[n + 2]);
      if (!(way - W[o + WAIT_GAP] > MISSED * radius[this.atA])) continue;
      const id = W[o + WAIT_ID];
      if (came.length <= id) came.resize(id + 1);
      came.data[id] = way / this.h;
      any = true;
    }
    return any;
  }

  /** K of N = K d^(3/2) of half an element along a surface. */
  protected alongSolid(): number {
    const { restLength, radius } = this.w.touch.curves;
    return this.stiffness * 0.5 * restLength[this.atA] * SEGMENT * Math.sqrt(radius[this.atA]);
  }

  /** K of N = K d^2 of strands at an angle: the volume is pi d^2 r/sine; beside each other it is bounded by the length of the element. */
  protected across(sine: number): number {
    const { restLength, radius } = this.w.touch.curves;
    const r = Math.sqrt(radius[this.atA] * radius[this.atB]);
    return (this.stiffness * PI * r) / Math.max(sine, (0.75 * r) / restLength[this.atA]);
  }

  /** Speed at which A and B close in along n with the velocities the step begins with [m/s]. */
  protected closing(solid: boolean, u: number, v: number, nx: number, ny: number, nz: number): number {
    return this.approach(this.velocity, solid, u, v, nx, ny, nz);
  }

  /** Do A and B move against each other by less than this when the step begins [m/s]? */
  protected slower(solid: boolean, u: number, v: number, limit: number): boolean {
    const { velocity: q } = this;
    if (!solid) {
      this.rateOf(q, this.atA, u);
      const x = rate[0];
      const y = rate[1];
      const z = rate[2];
      this.rateOf(q, this.atB, v);
      return (
        (x - rate[0]) * (x - rate[0]) + (y - rate[1]) * (y - rate[1]) + (z - rate[2]) * (z - rate[2]) < limit * limit
      );
    }
    const x = this.closing(solid, u, v, 1, 0, 0);
    const y = this.closing(solid, u, v, 0, 1, 0);
    const z = this.closing(solid, u, v, 0, 0, 1);
    return x * x + y * y + z * z < limit * limit;
  }

  /** The same of any displacements or velocities. */
  private approach(q: Float64Array, solid: boolean, u: number, v: number, nx: number, ny: number, nz: number): number {
    const { w } = this;
    this.rateOf(q, this.atA, u);
    let speed = rate[0] * nx + rate[1] * ny + rate[2] * nz;
    if (!solid) {
      this.rateOf(q, this.atB, v);
      speed -= rate[0] * nx + rate[1] * ny + rate[2] * nz;
    } else {
      const c = w.touch.curves.coefficients;
      const slot = w.touch.model.shapes[this.atB].body;
      for (let k = 0; k < 3; k++) {
        const i = 12 * this.atA + 4 * k;
        rate[k] = c[i] + u * (c[i + 1] + u * (c[i + 2] + u * c[i + 3])) - w.position0[3 * slot + k];
      }
      const k = 6 * slot;
      speed -= (q[k] + q[k + 4] * rate[2] - q[k + 5] * rate[1]) * nx;
      speed -= (q[k + 1] + q[k + 5] * rate[0] - q[k + 3] * rate[2]) * ny;
      speed -= (q[k + 2] + q[k + 3] * rate[1] - q[k + 4] * rate[0]) * nz;
    }
    return speed;
  }

  /** Velocity, or displacement, of a point of element e. */
  private rateOf(q: Float64Array, e: number, u: number): void {
    const { touch } = this.w;
    const c = touch.curves.cable[e];
    const o = touch.cables.items[c].at + 4 * (e - touch.starts[c]);
    const r = 1 - u;
    rate[0] = r * q[o] + u * q[o + 4];
    rate[1] = r * q[o + 1] + u * q[o + 5];
    rate[2] = r * q[o + 2] + u * q[o + 6];
  }
}

/** x^(1/P), P = 2 or 3/2. */
export function depthOf(x: number, power: number): number {
  return power === 2 ? Math.sqrt(x) : cbrt(x * x);
}
