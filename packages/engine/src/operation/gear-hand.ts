/** One deckhand, the line in the hands and the deck underfoot. */
import { BuildError, held, type Probe, scalar, vector } from '../base/index.ts';
import {
  driveHand,
  HAND,
  HAND_STATUS,
  handFollows,
  type HandOrder,
  orderHand,
  watchHand,
  WINCH,
} from '../marine/index.ts';
import { moveDuration, type Vec3 } from '../math/index.ts';
import { type Attachments, gapLeft, type FeedHandSpec } from '../model/index.ts';
import type { FedLine, GearView } from './fed-line.ts';
import { checkRope } from './gear-winch.ts';

export class Hand {
  readonly spec: FeedHandSpec;
  readonly line: FedLine;
  readonly s: Float64Array = new Float64Array(HAND.size);
  readonly #now: Float64Array = new Float64Array(3);
  readonly #load = { weight: new Float64Array(3), pull: new Float64Array(3) };
  readonly #arm = new Float64Array(3);
  readonly #world = new Float64Array(3);
  readonly #left = new Float64Array(3);
  readonly #to = new Float64Array(3);
  readonly #ends: Attachments;
  readonly #centre: Float64Array;
  /** index of the held end among all attachments */
  readonly #end: number;

  constructor(spec: FeedHandSpec, line: FedLine, ends: Attachments, centre: Float64Array) {
    this.spec = spec;
    this.line = line;
    this.#ends = ends;
    this.#centre = centre;
    this.#end = line.cable < 0 ? -1 : 2 * line.cable + (line.end === 'start' ? 0 : 1);
    checkRope(spec, line);
    this.s[WINCH.slackSince] = -1;
    this.s[HAND.overSince] = -1;
    orderHand(this.s, spec.start.order, spec.start.target);
  }

  /** True: the line is lost but not yet released in the model. */
  get mustRelease(): boolean {
    return this.s[HAND.status] >= HAND_STATUS.indexOf('let go') && this.s[HAND.released] === 0;
  }

  /** True: the deckhand has no line any more. */
  get hasLost(): boolean {
    return this.s[HAND.released] > 0;
  }

  order(order: HandOrder, target: number): void {
    orderHand(this.s, order, target);
  }

  /** Walks to a place on the deck, in the frame of its body. Returns the duration [s]. */
  walk(t: number, to: Vec3): number {
    const { name, walking, walkingAcceleration } = this.spec;
    const a = this.#ends;
    const k = this.#end;
    if (k < 0)
      throw new BuildError('no-walk', `hand "${name}" holds a spring; with a cable in the hands he could walk`);
    if (a.active[k] === 0) throw new BuildError('no-line', `hand "${name}" has no line to walk with`);
    if (!this.standsStill(t)) {
      const still = a.drawn[2 * k] + a.drawn[2 * k + 1];
      throw new BuildError('walks', `hand "${name}" walks until t = ${Number(still.toPrecision(4))} s; wait for that`);
    }
    const slot = a.slot[k];
    let square = 0;
    for (let r = 0; r < 3; r++) {
      const place = to[r] - this.#centre[3 * slot + r];
      a.gap[3 * k + r] = a.point[3 * k + r] - place;
      a.point[3 * k + r] = place;
      square += a.gap[3 * k + r] * a.gap[3 * k + r];
    }
    a.drawn[2 * k] = t;
    a.drawn[2 * k + 1] = moveDuration(Math.sqrt(square), { rate: walking, acceleration: walkingAcceleration });
    return a.drawn[2 * k + 1];
  }

  standsStill(t: number): boolean {
    const k = this.#end;
    if (k < 0) return true;
    gapLeft(this.#left, this.#ends, k, t);
    return this.#left[0] === 0;
  }

  watch(t: number, view: GearView, gravity: Float64Array): void {
    this.#feel(view, gravity);
    watchHand(this.s, this.spec, t, this.line.tension(view), this.#load);
  }

  drive(t: number, h: number): void {
    const { line, spec, s } = this;
    if (s[HAND.released] > 0) return;
    line.input.evaluate(t, this.#now, 0);
    const [out, v] = this.#now;
    const A = driveHand(s, spec, h, out, v, line.give(h));
    this.#goAfterFeet(t, out);
    if (A === 0 && v === 0 && !line.input.steered) return;
    line.input.accelerate(t, out, v, A);
  }

  /** Feet that slid hold again: moves the place after them, along the deck towards the line. */
  #goAfterFeet(t: number, out: number): void {
    const k = this.#end;
    if (k < 0 || this.#ends.active[k] === 0 || !this.standsStill(t)) return;
    const way = handFollows(this.s, out);
    const [x, y] = this.#load.pull;
    const across = Math.sqrt(x * x + y * y);
    if (!(way > 0 && across > 0)) return;
    this.#place(t, this.#to, 0);
    this.walk(t, [this.#to[0] + (way * x) / across, this.#to[1] + (way * y) / across, this.#to[2]]);
  }

  /** Apparent weight and pull in the axes of the deck. */
  #feel(view: GearView, gravity: Float64Array): void {
    const slot = this.line.holder();
    const { weight, pull } = this.#load;
    if (slot < 0) {
      weight.set(gravity);
      pull.fill(0);
      return;
    }
    const R = 9 * slot;
    const k = 6 * slot;
    const { rotation: m, velocity: v, acceleration: a } = view;
    const p = this.line.point;
    const r = this.#arm;
    for (let i = 0; i < 3; i++) r[i] = m[R + 3 * i] * p[0] + m[R + 3 * i + 1] * p[1] + m[R + 3 * i + 2] * p[2];
    const wx = v[k + 3];
    const wy = v[k + 4];
    const wz = v[k + 5];
    const dot = wx * r[0] + wy * r[1] + wz * r[2];
    const square = wx * wx + wy * wy + wz * wz;
    const gx = gravity[0] - (a[k] + a[k + 4] * r[2] - a[k + 5] * r[1] + wx * dot - square * r[0]);
    const gy = gravity[1] - (a[k + 1] + a[k + 5] * r[0] - a[k + 3] * r[2] + wy * dot - square * r[1]);
    const gz = gravity[2] - (a[k + 2] + a[k + 3] * r[1] - a[k + 4] * r[0] + wz * dot - square * r[2]);
    const n = this.#world;
    this.line.along(n, view);
    const T = this.line.tension(view);
    for (let i = 0; i < 3; i++) {
      weight[i] = m[R + i] * gx + m[R + 3 + i] * gy + m[R + 6 + i] * gz;
      pull[i] = T * (m[R + i] * n[0] + m[R + 3 + i] * n[1] + m[R + 6 + i] * n[2]);
    }
  }

  /** Position of the hands in the frame of the deck. */
  #place(t: number, out: Float64Array, o: number): void {
    const slot = this.line.holder();
    const k = this.#end;
    for (let r = 0; r < 3; r++) out[o + r] = slot < 0 ? 0 : this.line.point[r] + this.#centre[3 * slot + r];
    if (slot < 0 || k < 0) return;
    gapLeft(this.#left, this.#ends, k, t);
    for (let r = 0; r < 3; r++) out[o + r] += this.#left[0] * this.#ends.gap[3 * k + r];
  }

  probes(time: () => number): Probe[] {
    const of = `hand.${this.spec.name}`;
    const { input } = this.line;
    return [
      scalar(`${of}.tension`, 'N', () => (this.s[HAND.released] > 0 ? 0 : this.s[WINCH.tension])),
      scalar(`${of}.length`, 'm', () => input.value(time())),
      scalar(`${of}.speed`, 'm/s', () => input.rate(time())),
      held(scalar(`${of}.status`, '1', () => this.s[HAND.status])),
      scalar(`${of}.capability`, 'N', () => this.s[HAND.cap]),
      scalar(`${of}.slipped`, 'm', () => this.s[HAND.slipped]),
      scalar(`${of}.slid`, 'm', () => this.s[HAND.slid]),
      vector(`${of}.place`, 'm', (out, o) => this.#place(time(), out, o)),
    ];
  }
}
