/**
 * Contacts at points, in a step with held normals: with everything at the velocities v_k and where they lead (the iterate), normals,
 * levers, depths and bristles are taken from there, and go straight with the velocities v from then on,
 *   d = d_k - h n.(w - w_k),   z = z_k + h P (w - w_k),   w the velocity of B against A at the point, P = 1 - n n^T.
 * The normal force is the law's own (contact/normal.ts), which grows with the speed of approach; friction is bounded by a normal
 * force that is given, `lag`. So forces are the slope of a convex function of v.
 */
import { GrowableFloat64 } from '../base/index.ts';
import {
  bristleFriction,
  coulombFriction,
  FRICTION_BRISTLE,
  FRICTION_COULOMB,
  makeFrictionForce,
  makeNormalForce,
  makePress,
  makeSlip,
  noFriction,
  normalForce,
} from '../contact/index.ts';
import { LINE_HERE, LINE_PART } from '../math/index.ts';
import { ELEMENT_STRIDE, makeContactPoint, RIM_PLANE, refreshElement } from '../proximity/index.ts';
import { addLeverBlock, addLeverForce } from './blocks.ts';
import {
  BRISTLE_S0,
  BRISTLE_S1,
  EXPONENT,
  FRICTION_KIND,
  K_POINT,
  K_RIM,
  MU_KINETIC,
  MU_STATIC,
  PAIR_STRIDE,
  SLIP_SPEED,
  VISCOUS,
} from './contact-table.ts';
import { HISTORY, TRIAL } from './contacts.ts';
import type { Workspace } from './workspace.ts';

/** By element: normal, levers on A and on B, depth, velocity of B against A, bristle, and of the last evaluation normal force and its slope. */
const TO_A = 3;
const TO_B = 6;
const DEPTH = 9;
const MOTION = 10;
const BRISTLE = 13;
const FORCE = 16;
const SLOPE = 17;
const STRIDE = 18;

const point = makeContactPoint();
const press = makePress();
press.speed = 0; // losses are the time step's
press.dissipation = 0;
const normal = makeNormalForce();
const friction = makeFrictionForce();
const slip = makeSlip();
const d = new Float64Array(9);
/** velocity of B against A */
const motion = new Float64Array(3);
/** levers on A and on B, force on B */
const levers = new Float64Array(9);
const PUSH = 6;

/** out[to...] = velocity of B against A at the element at e[o...], by the velocities v of bodies that have theirs at a and b. */
function moveAgainst(
  out: Float64Array,
  to: number,
  e: Float64Array,
  o: number,
  v: Float64Array,
  a: number,
  b: number,
): void {
  const ax = e[o + TO_A];
  const ay = e[o + TO_A + 1];
  const az = e[o + TO_A + 2];
  const bx = e[o + TO_B];
  const by = e[o + TO_B + 1];
  const bz = e[o + TO_B + 2];
  out[to] = v[b] + v[b + 4] * bz - v[b + 5] * by - (v[a] + v[a + 4] * az - v[a + 5] * ay);
  out[to + 1] = v[b + 1] + v[b + 5] * bx - v[b + 3] * bz - (v[a + 1] + v[a + 5] * ax - v[a + 3] * az);
  out[to + 2] = v[b + 2] + v[b + 3] * by - v[b + 4] * bx - (v[a + 2] + v[a + 3] * ay - v[a + 4] * ax);
}

export class LinkContacts {
  /** see follow() */
  unsettled = 0;
  private readonly w: Workspace;
  private readonly data = new GrowableFloat64(STRIDE * 64);
  /** [N] by which friction is bounded, by element */
  private readonly lag = new GrowableFloat64(64);
  /** [N] by which bounds of friction change, by body */
  private readonly added: Float64Array;
  /** motions where a line begins and what it adds to them, by element */
  private readonly way = new GrowableFloat64(6 * 64);

  constructor(w: Workspace) {
    this.w = w;
    this.added = new Float64Array(w.model.dynamicCount);
  }

  get count(): number {
    return this.w.contacts.set.count;
  }

  /** A step begins: friction goes by the normal forces there are. */
  begin(): void {
    const { contacts } = this.w;
    const { set } = contacts;
    this.data.resize(STRIDE * set.count);
    this.lag.resize(set.count);
    for (let i = 0; i < set.count; i++) {
      const law = PAIR_STRIDE * set.pair[i];
      press.depth = set.depth[i];
      press.stiffness = this.stiffness(i);
      press.exponent = contacts.laws.data[law + EXPONENT];
      normalForce(normal, press);
      this.lag.data[i] = normal.force;
    }
  }

  private stiffness(i: number): number {
    const { set, laws } = this.w.contacts;
    return laws.data[PAIR_STRIDE * set.pair[i] + (set.kind[i] === RIM_PLANE ? K_RIM : K_POINT)];
  }

  /** Takes normals, levers, depths and bristles from the trial as it stands, with its velocities. */
  lineUp(): void {
    const { contacts, position, rotation, velocity, u } = this.w;
    const { set } = contacts;
    const history = contacts.history.data;
    const e = this.data.data;
    for (let i = 0; i < set.count; i++) {
      const A = set.bodyA[i];
      const B = set.bodyB[i];
      const a = 6 * A;
      const b = 6 * B;
      const o = STRIDE * i;
      refreshElement(point, set.kind[i], set.data, ELEMENT_STRIDE * i, position, rotation, A, B);
      e[o] = point.nx;
      e[o + 1] = point.ny;
      e[o + 2] = point.nz;
      e[o + TO_A] = point.px - position[3 * A];
      e[o + TO_A + 1] = point.py - position[3 * A + 1];
      e[o + TO_A + 2] = point.pz - position[3 * A + 2];
      e[o + TO_B] = point.px - position[3 * B];
      e[o + TO_B + 1] = point.py - position[3 * B + 1];
      e[o + TO_B + 2] = point.pz - position[3 * B + 2];
      e[o + DEPTH] = point.depth;
      let zn = 0;
      for (let k = 0; k < 3; k++) {
        const p = (k + 1) % 3;
        const q = (k + 2) % 3;
        const h = HISTORY * i;
        e[o + MOTION + k] =
          velocity[b + k] +
          velocity[b + 3 + p] * e[o + TO_B + q] -
          velocity[b + 3 + q] * e[o + TO_B + p] -
          (velocity[a + k] + velocity[a + 3 + p] * e[o + TO_A + q] - velocity[a + 3 + q] * e[o + TO_A + p]);
        // slip since the step began; the bristle turns with both bodies
        const z =
          history[h + k] +
          0.5 * (u[a + 3 + p] + u[b + 3 + p]) * history[h + q] -
          0.5 * (u[a + 3 + q] + u[b + 3 + q]) * history[h + p] +
          (u[b + k] + u[b + 3 + p] * e[o + TO_B + q] - u[b + 3 + q] * e[o + TO_B + p]) -
          (u[a + k] + u[a + 3 + p] * e[o + TO_A + q] - u[a + 3 + q] * e[o + TO_A + p]);
        e[o + BRISTLE + k] = z;
        zn += z * e[o + k];
      }
      for (let k = 0; k < 3; k++) e[o + BRISTLE + k] -= zn * e[o + k];
    }
  }

  /** Adds forces on bodies that move at v to `force`, and with values h times the slopes of their loss. atEnd: what contacts remember. */
  addForces(force: Float64Array, v: Float64Array, values: Float64Array | undefined, atEnd: boolean): void {
    const { w } = this;
    const { set } = w.contacts;
    const n = w.model.dynamicCount;
    const e = this.data.data;
    for (let i = 0; i < set.count; i++) {
      const A = set.bodyA[i];
      const B = set.bodyB[i];
      const o = STRIDE * i;
      moveAgainst(motion, 0, e, o, v, 6 * A, 6 * B);
      const pushes = this.push(i);
      if (atEnd) this.note(i, press.depth, -(motion[0] * e[o] + motion[1] * e[o + 1] + motion[2] * e[o + 2]));
      if (!pushes) continue;
      for (let k = 0; k < 6; k++) levers[k] = e[o + TO_A + k];
      if (A < n) addLeverForce(force, A, -1, levers, PUSH, 0);
      if (B < n) addLeverForce(force, B, 1, levers, PUSH, 3);
      if (atEnd) this.keep(i, A, B, v);
      if (values !== undefined) this.addSlopes(i, A, B, values);
    }
  }

  /** Law of element i whose bodies move against each other by `motion`: force on B to levers[PUSH...]. false: it does nothing. */
  private push(i: number): boolean {
    const { contacts, h } = this.w;
    const laws = contacts.laws.data;
    const e = this.data.data;
    const o = STRIDE * i;
    const nx = e[o];
    const ny = e[o + 1];
    const nz = e[o + 2];
    const dx = motion[0] - e[o + MOTION];
    const dy = motion[1] - e[o + MOTION + 1];
    const dz = motion[2] - e[o + MOTION + 2];
    const dn = dx * nx + dy * ny + dz * nz;
    const depth = e[o + DEPTH] - h * dn;
    const bound = this.lag.data[i];
    press.depth = depth;
    e[o + FORCE] = 0;
    e[o + SLOPE] = 0;
    if (!(depth > 0 || bound > 0)) return false;
    const law = PAIR_STRIDE * contacts.set.pair[i];
    press.stiffness = this.stiffness(i);
    press.exponent = laws[law + EXPONENT];
    normalForce(normal, press);
    const N = normal.force;
    e[o + FORCE] = N;
    e[o + SLOPE] = h * normal.byDepth;
    const wn = motion[0] * nx + motion[1] * ny + motion[2] * nz;
    const tx = motion[0] - wn * nx;
    const ty = motion[1] - wn * ny;
    const tz = motion[2] - wn * nz;
    const slipped = contacts.history.data[HISTORY * i + 4] === 1;
    const kind = laws[law + FRICTION_KIND];
    slip.vx = tx;
    slip.vy = ty;
    slip.vz = tz;
    slip.normal = bound;
    slip.c = 1;
    if (kind === FRICTION_BRISTLE) {
      const mu = slipped ? laws[law + MU_KINETIC] : laws[law + MU_STATIC]; // one number a step: a drop would not be convex
      slip.zx = e[o + BRISTLE] + h * (dx - dn * nx);
      slip.zy = e[o + BRISTLE + 1] + h * (dy - dn * ny);
      slip.zz = e[o + BRISTLE + 2] + h * (dz - dn * nz);
      slip.muStatic = mu;
      slip.muKinetic = mu;
      slip.s0 = laws[law + BRISTLE_S0];
      slip.s1 = laws[law + BRISTLE_S1];
      slip.slipping = slipped;
      slip.b = h;
      bristleFriction(friction, slip);
    } else if (kind === FRICTION_COULOMB) {
      slip.muKinetic = laws[law + MU_KINETIC];
      slip.slipSpeed = laws[law + SLIP_SPEED];
      coulombFriction(friction, slip);
    } else noFriction(friction);
    const viscous = laws[law + VISCOUS];
    levers[PUSH] = N * nx - bound * friction.gx - viscous * tx;
    levers[PUSH + 1] = N * ny - bound * friction.gy - viscous * ty;
    levers[PUSH + 2] = N * nz - bound * friction.gz - viscous * tz;
    return true;
  }

  /** Blocks of element i, whose law was evaluated last. */
  private addSlopes(i: number, A: number, B: number, values: Float64Array): void {
    const { contacts, matrix, model, h } = this.w;
    const n = model.dynamicCount;
    const e = this.data.data;
    const o = STRIDE * i;
    const nx = e[o];
    const ny = e[o + 1];
    const nz = e[o + 2];
    const along = friction.along + contacts.laws.data[PAIR_STRIDE * contacts.set.pair[i] + VISCOUS];
    const q = e[o + SLOPE] - along;
    const { ux, uy, uz, across } = friction;
    d[0] = h * (q * nx * nx + along - across * ux * ux);
    d[1] = h * (q * nx * ny - across * ux * uy);
    d[2] = h * (q * nx * nz - across * ux * uz);
    d[3] = d[1];
    d[4] = h * (q * ny * ny + along - across * uy * uy);
    d[5] = h * (q * ny * nz - across * uy * uz);
    d[6] = d[2];
    d[7] = d[5];
    d[8] = h * (q * nz * nz + along - across * uz * uz);
    if (A < n) addLeverBlock(values, matrix.bodyDiagonal[A], 1, levers, 0, 0, d);
    if (B < n) addLeverBlock(values, matrix.bodyDiagonal[B], 1, levers, 3, 3, d);
    if (A < n && B < n) {
      addLeverBlock(values, matrix.lu.blockOffset(A, B), -1, levers, 0, 3, d);
      addLeverBlock(values, matrix.lu.blockOffset(B, A), -1, levers, 3, 0, d);
    }
  }

  /** A line is going to be searched, from velocities v along `increment`: how elements move there. */
  noteLine(v: Float64Array, increment: Float64Array): void {
    const { set } = this.w.contacts;
    const e = this.data.data;
    this.way.resize(6 * set.count);
    for (let i = 0; i < set.count; i++) {
      const a = 6 * set.bodyA[i];
      const b = 6 * set.bodyB[i];
      moveAgainst(this.way.data, 6 * i, e, STRIDE * i, v, a, b);
      moveAgainst(this.way.data, 6 * i + 3, e, STRIDE * i, increment, a, b);
    }
  }

  /** Adds -h f.w to line[LINE_HERE], f the forces at the part line[LINE_PART] of the line noted and w what it adds to motions. */
  alongLine(line: Float64Array): void {
    const { contacts, h } = this.w;
    const { data } = this.way;
    const part = line[LINE_PART];
    let sum = 0;
    for (let i = 0, o = 0; i < contacts.set.count; i++, o += 6) {
      for (let k = 0; k < 3; k++) motion[k] = data[o + k] + part * data[o + 3 + k];
      if (!this.push(i)) continue;
      sum += levers[PUSH] * data[o + 3] + levers[PUSH + 1] * data[o + 4] + levers[PUSH + 2] * data[o + 5];
    }
    line[LINE_HERE] -= h * sum;
  }

  /** Friction goes on by the normal forces of the last evaluation. `unsettled` [m]: how far what that adds or takes would move a body in the step. */
  follow(): void {
    const { contacts, model, h } = this.w;
    const { bodyA, bodyB, pair } = contacts.set;
    const { mass, dynamicCount: n } = model;
    const { added } = this;
    added.fill(0);
    for (let i = 0; i < this.lag.length; i++) {
      const force = this.data.data[STRIDE * i + FORCE];
      const change = contacts.laws.data[PAIR_STRIDE * pair[i] + MU_KINETIC] * (force - this.lag.data[i]);
      this.lag.data[i] = force;
      if (bodyA[i] < n) added[bodyA[i]] += Math.abs(change);
      if (bodyB[i] < n) added[bodyB[i]] += Math.abs(change);
    }
    let most = 0;
    for (let body = 0; body < n; body++) most = Math.max(most, added[body] / mass[body]);
    this.unsettled = h * h * most;
  }

  /** The step ends: nothing touches yet. */
  clear(): void {
    const { contacts } = this.w;
    contacts.power.data.fill(0);
    contacts.stored.data.fill(0);
    contacts.active = 0;
    contacts.deepest = 0;
    contacts.changes = 0;
    contacts.finest = Number.POSITIVE_INFINITY;
    contacts.patches.begin();
  }

  private note(i: number, depth: number, approach: number): void {
    const { contacts, position } = this.w;
    const trial = contacts.trial.data;
    const t = TRIAL * i;
    const o = STRIDE * i;
    for (let k = 0; k < TRIAL; k++) trial[t + k] = 0;
    trial[t + 4] = depth;
    trial[t + 5] = approach;
    for (let k = 0; k < 3; k++)
      trial[t + 10 + k] = position[3 * contacts.set.bodyA[i] + k] + this.data.data[o + TO_A + k];
  }

  private keep(i: number, A: number, B: number, v: Float64Array): void {
    const { w } = this;
    const { contacts, model } = w;
    const trial = contacts.trial.data;
    const t = TRIAL * i;
    const n = model.dynamicCount;
    trial[t] = friction.zx;
    trial[t + 1] = friction.zy;
    trial[t + 2] = friction.zz;
    trial[t + 3] = friction.slips ? 1 : 0;
    trial[t + 9] = normal.force;
    trial[t + 13] = Math.sqrt(slip.vx * slip.vx + slip.vy * slip.vy + slip.vz * slip.vz);
    let atA = 0;
    let atB = 0;
    for (let k = 0; k < 3; k++) {
      const p = (k + 1) % 3;
      const q = (k + 2) % 3;
      const f = levers[PUSH + k];
      trial[t + 6 + k] = f;
      atA += f * (v[6 * A + k] + v[6 * A + 3 + p] * levers[q] - v[6 * A + 3 + q] * levers[p]);
      atB += f * (v[6 * B + k] + v[6 * B + 3 + p] * levers[3 + q] - v[6 * B + 3 + q] * levers[3 + p]);
    }
    if (A >= n) w.loadPower += atA;
    if (B >= n) w.loadPower -= atB;
    const pair = contacts.bodyPair.data[contacts.set.pair[i]];
    contacts.power.data[pair] += atA - atB;
    contacts.stored.data[pair] += normal.stored + friction.stored;
    contacts.active++;
    contacts.deepest = Math.max(contacts.deepest, trial[t + 4]);
  }
}
