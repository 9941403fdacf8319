/**
 * Two elements, or an element and a solid, on their way into a set of held contacts: the laws between them, what their patch remembers, how they
 * close in.
 */
import { FRICTION_BRISTLE, FRICTION_NONE } from '../contact/index.ts';
import { cbrt } from '../math/index.ts';
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
        C[o + C_LEVER + k] = x - w.position[3 * slot + k];
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

  /** Speed at which A and B close in along n with the velocities the step begins with [m/s]. */
  protected closing(solid: boolean, u: number, v: number, nx: number, ny: number, nz: number): number {
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

/** x^(1/P), P = 2 or 3/2. */
export function depthOf(x: number, power: number): number {
  return power === 2 ? Math.sqrt(x) : cbrt(x * x);
}
