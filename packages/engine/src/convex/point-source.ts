/** Converts point contacts of bodies from the elements of the search to the columns of a convex step, and back. */
import { followsSpeed, FRICTION_BRISTLE, FRICTION_NONE, makeFrictionLaw } from '../contact/index.ts';
import { ELEMENT_STRIDE, makeContactPoint, RIM_PLANE, refreshElement } from '../proximity/index.ts';
import {
  BRISTLE_S0,
  BRISTLE_S1,
  DISSIPATION as LAW_DISSIPATION,
  EXPONENT as LAW_EXPONENT,
  FRICTION_KIND,
  HISTORY,
  HYSTERESIS,
  K_POINT,
  K_RIM,
  MU_KINETIC,
  limitAtStart,
  ONSET_FLOOR,
  PAIR_STRIDE,
  readPairFriction,
  shareAtEnd,
  SLIP_SPEED,
  shareDrag,
  TRIAL,
} from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';
import {
  ARM_A,
  ARM_B,
  AWAY,
  AT_A,
  AT_B,
  BLOCK_A,
  BLOCK_B,
  BODY,
  BRISTLE,
  BRISTLE_END,
  DEPTH,
  DEPTH_END,
  EXPONENT,
  FORCE,
  KEY,
  KIND_A,
  KIND_B,
  LINK_STRIDE,
  MU,
  OPEN,
  POINT_STRIDE,
  type PointContacts,
  PUSH,
  S0,
  S1,
  SLIPPING,
  STATE,
  STIFFNESS,
  STRAIGHT,
  STUCK,
  VISCOUS,
} from './point-contacts.ts';
import { Rebound } from './rebound.ts';
import { NEAR_RIGID, RIGID, TURNING } from './resolved.ts';

/** Regularised Coulomb friction has no bristle; it gets a bristle of negligible stiffness [1/m]. */
const NO_BRISTLE = 1e-12;

const point = makeContactPoint();
const dry = makeFrictionLaw();

export class PointSource {
  private readonly w: Workspace;
  private readonly out: PointContacts;
  /** index of the first contact of this source */
  private first = 0;
  private n = 0;
  private readonly rebound: Rebound;

  constructor(w: Workspace, out: PointContacts) {
    this.w = w;
    this.rebound = new Rebound(w);
    this.out = out;
  }

  /** A step begins: makes one contact for each element, with its law. */
  find(): void {
    const { w, out } = this;
    const { contacts, model } = w;
    const { set, laws: table } = contacts;
    const laws = table.data;
    const history = contacts.history.data;
    const bodies = model.dynamicCount;
    this.first = out.count;
    this.n = set.count;
    shareDrag(contacts);
    for (let i = 0; i < set.count; i++) {
      const at = out.add();
      const e = out.data.data;
      const links = out.links.data;
      const o = POINT_STRIDE * at;
      const l = LINK_STRIDE * at;
      const A = set.bodyA[i];
      const B = set.bodyB[i];
      links[l + KIND_A] = BODY;
      links[l + KIND_B] = BODY;
      links[l + AT_A] = 6 * A;
      links[l + AT_B] = 6 * B;
      links[l + BLOCK_A] = A < bodies ? A : -1;
      links[l + BLOCK_B] = B < bodies ? B : -1;
      links[l + KEY] = contacts.bodyPair.data[set.pair[i]];
      const law = PAIR_STRIDE * set.pair[i];
      const slipped = history[HISTORY * i + 4] === 1;
      const onset = Math.max(0, history[HISTORY * i + 3]);
      const kind = laws[law + FRICTION_KIND];
      e[o + STIFFNESS] = laws[law + (set.kind[i] === RIM_PLANE ? K_RIM : K_POINT)];
      e[o + EXPONENT] = laws[law + LAW_EXPONENT];
      readPairFriction(dry, laws, law);
      e[o + MU] = kind === FRICTION_NONE ? 0 : limitAtStart(dry, history[HISTORY * i + 9], slipped);
      const bristle = kind === FRICTION_BRISTLE;
      e[o + S0] = bristle ? laws[law + BRISTLE_S0] : NO_BRISTLE;
      e[o + S1] = bristle ? laws[law + BRISTLE_S1] : laws[law + MU_KINETIC] / laws[law + SLIP_SPEED];
      e[o + VISCOUS] = contacts.viscous ? contacts.drag.data[i] : 0;
      out.resolved.find(A, B, NEAR_RIGID, TURNING);
      const wantedStiffness = e[o + STIFFNESS];
      out.capStiffness(at, history[HISTORY * i + 8]);
      // does the step resolve an impact at the speed of onset? Then the law itself gives the rebound
      const isStiff = e[o + STIFFNESS] < wantedStiffness || e[o + STRAIGHT] < w.h * onset;
      const hysteresis = laws[law + HYSTERESIS] / Math.max(onset, laws[law + ONSET_FLOOR]);
      const wanted = laws[law + LAW_DISSIPATION] < 0 ? hysteresis : laws[law + LAW_DISSIPATION];
      out.setDissipation(at, wanted, Math.max(set.depth[i], 0.5 * w.h * onset));
      const { rebound } = this;
      rebound.h = w.h;
      rebound.depth = set.depth[i];
      rebound.speed = history[HISTORY * i + 8] > 0 ? 0 : onset;
      rebound.find(laws, law);
      if (rebound.away > 0 && isStiff) {
        out.resolved.find(A, B, RIGID, TURNING);
        out.strike(at);
        e[o + AWAY] = rebound.away;
      }
      e[o + STATE] = !(set.depth[i] > 0) ? OPEN : slipped ? SLIPPING : STUCK;
    }
  }

  /** Takes normals, levers, depths and bristles from the present trial. */
  lineUp(): void {
    const { w, out } = this;
    const { contacts, position, rotation, u } = w;
    const { set } = contacts;
    const history = contacts.history.data;
    const e = out.data.data;
    for (let i = 0; i < this.n; i++) {
      const A = set.bodyA[i];
      const B = set.bodyB[i];
      const a = 6 * A;
      const b = 6 * B;
      const o = POINT_STRIDE * (this.first + i);
      refreshElement(point, set.kind[i], set.data, ELEMENT_STRIDE * i, position, rotation, A, B);
      const { nx, ny, nz } = point;
      const ax = point.px - position[3 * A];
      const ay = point.py - position[3 * A + 1];
      const az = point.pz - position[3 * A + 2];
      const bx = point.px - position[3 * B];
      const by = point.py - position[3 * B + 1];
      const bz = point.pz - position[3 * B + 2];
      e[o] = nx;
      e[o + 1] = ny;
      e[o + 2] = nz;
      e[o + ARM_A] = ax;
      e[o + ARM_A + 1] = ay;
      e[o + ARM_A + 2] = az;
      e[o + ARM_B] = bx;
      e[o + ARM_B + 1] = by;
      e[o + ARM_B + 2] = bz;
      e[o + DEPTH] = point.depth + e[o + AWAY];
      // slip since the step began; the bristle turns with both bodies
      const q = HISTORY * i;
      const scale = out.bristleScale(this.first + i);
      const z0 = scale * history[q];
      const z1 = scale * history[q + 1];
      const z2 = scale * history[q + 2];
      const hx = 0.5 * (u[a + 3] + u[b + 3]);
      const hy = 0.5 * (u[a + 4] + u[b + 4]);
      const hz = 0.5 * (u[a + 5] + u[b + 5]);
      const zx =
        z0 + hy * z2 - hz * z1 + (u[b] + u[b + 4] * bz - u[b + 5] * by) - (u[a] + u[a + 4] * az - u[a + 5] * ay);
      const zy =
        z1 +
        hz * z0 -
        hx * z2 +
        (u[b + 1] + u[b + 5] * bx - u[b + 3] * bz) -
        (u[a + 1] + u[a + 5] * ax - u[a + 3] * az);
      const zz =
        z2 +
        hx * z1 -
        hy * z0 +
        (u[b + 2] + u[b + 3] * by - u[b + 4] * bx) -
        (u[a + 2] + u[a + 3] * ay - u[a + 4] * ax);
      const zn = zx * nx + zy * ny + zz * nz;
      e[o + BRISTLE] = zx - zn * nx;
      e[o + BRISTLE + 1] = zy - zn * ny;
      e[o + BRISTLE + 2] = zz - zn * nz;
    }
  }

  /** The step ends with velocities v, at which contacts are evaluated: stores their memory, absorbed power and energy. */
  finish(v: Float64Array): void {
    const { w, out } = this;
    const { contacts, position, model } = w;
    const { set } = contacts;
    const trial = contacts.trial.data;
    const e = out.data.data;
    const bodies = model.dynamicCount;
    for (let i = 0; i < this.n; i++) {
      const o = POINT_STRIDE * (this.first + i);
      const t = TRIAL * i;
      const A = set.bodyA[i];
      const B = set.bodyB[i];
      for (let k = 0; k < TRIAL; k++) trial[t + k] = 0;
      const depth = e[o + DEPTH_END] - e[o + AWAY];
      trial[t + 4] = depth;
      for (let k = 0; k < 3; k++) trial[t + 10 + k] = position[3 * A + k] + e[o + ARM_A + k];
      let atA = 0;
      let atB = 0;
      let approach = 0;
      let slip = 0;
      for (let k = 0; k < 3; k++) {
        const p = (k + 1) % 3;
        const q = (k + 2) % 3;
        const va = v[6 * A + k] + v[6 * A + 3 + p] * e[o + ARM_A + q] - v[6 * A + 3 + q] * e[o + ARM_A + p];
        const vb = v[6 * B + k] + v[6 * B + 3 + p] * e[o + ARM_B + q] - v[6 * B + 3 + q] * e[o + ARM_B + p];
        approach -= (vb - va) * e[o + k];
        slip += (vb - va) * (vb - va);
        atA += e[o + FORCE + k] * va;
        atB += e[o + FORCE + k] * vb;
      }
      trial[t + 5] = approach;
      if (!(e[o + PUSH] > 0)) continue;
      const N = e[o + PUSH];
      const scale = out.memoryScale(this.first + i);
      for (let k = 0; k < 3; k++) {
        trial[t + k] = scale * e[o + BRISTLE_END + k];
        trial[t + 6 + k] = e[o + FORCE + k];
      }
      trial[t + 3] = e[o + STATE] === SLIPPING ? 1 : 0;
      trial[t + 9] = N;
      const slip2 = Math.max(0, slip - approach * approach);
      trial[t + 13] = Math.sqrt(slip2);
      readPairFriction(dry, contacts.laws.data, PAIR_STRIDE * set.pair[i]);
      trial[t + 14] = followsSpeed(dry)
        ? shareAtEnd(dry, contacts.history.data[HISTORY * i + 9], trial[t + 3] === 1, slip2, w.h)
        : 1 - trial[t + 3];
      if (A >= bodies) w.loadPower += atA;
      if (B >= bodies) w.loadPower -= atB;
      const pair = contacts.bodyPair.data[set.pair[i]];
      contacts.ledger.power.data[pair] += atA - atB;
      contacts.ledger.stored.data[pair] += out.elasticEnergy(this.first + i) + out.bristleEnergy(this.first + i);
      contacts.active++;
      if (depth > contacts.deepest) contacts.deepest = depth;
    }
  }
}
