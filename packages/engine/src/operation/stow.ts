/**
 * Stowing an anchor: hauls it home, judges how it came to rest, and determines the kind of a jam by paying out half a metre. Its state is a
 * row of numbers, which a checkpoint holds.
 *
 *   depth of the shackle along the axis of the hawse pipe, inboard from the shell [m]
 *   roll     of the pin of the flukes about the pipe, from the direction it should have; half a turn is no difference [rad]
 *   tilt     of the shank, pin to shackle, against the axis of the pipe [rad]
 *   flukes   |angle of the head against the shank| [rad]
 *
 * At rest: slower than 10 mm/s and 0.02 rad/s against the hull for `hold`, while the windlass pulls and brings in less than a twentieth of what its
 * speed would. Then
 *   seated       |depth - design|, roll, tilt and flukes within their tolerance of the design, and at least three places of
 *                contact that do not lie on a line, on both sides of the shank; each carries 5 % of all contact force or more
 *   never entered  the shackle has not passed the shell
 *   mis-seated   at rest within three tolerances of the design depth, but not seated
 *   jam          at rest further out; the windlass pays out half a metre: hung up if the anchor follows, self-locking if it stays
 *   stable stow  seated, and shackle and head stay within 20 mm of there for the time asked for
 */
import { BuildError, held, type Probe, scalar } from '../base/index.ts';
import { WINCH, WINCH_EVENTS } from '../marine/index.ts';
import { atan2 } from '../math/index.ts';
import type { Model, StowSpec } from '../model/index.ts';
import type { Controls } from './controls.ts';
import type { GearView } from './fed-line.ts';

/** Verdicts in the order of their numbers. */
export const STOW_VERDICTS = [
  'not decided',
  'never entered',
  'mis-seated',
  'jam, hung up',
  'jam, self-locking',
  'seated',
  'seated, then shifted',
  'stable stow',
] as const;
export type StowVerdict = (typeof STOW_VERDICTS)[number];

/** Numbers of a stow. */
export const STOW = {
  state: 0,
  /** [s] start of its rest (-1: not at rest), or of paying out */
  since: 1,
  verdict: 2,
  /** [s] of the verdict; [s] when the shackle passed the shell, -1: it has not */
  time: 3,
  entered: 4,
  /** values when it came to rest */
  depth: 5,
  roll: 6,
  flukes: 7,
  places: 8,
  /** smallest share of the contact force among the best three places, and their sides of the shank: 1, 2, 3 both */
  share: 9,
  sides: 10,
  /** [N] greatest tension up to then */
  peak: 11,
  /** hull frame: shackle and head when it was seated, 3 each; [m] their largest distance from there since */
  seat: 12,
  shift: 18,
  /** [rad] as it was when it came to rest */
  tilt: 19,
  /** [m] chain out at the start of its rest */
  out: 20,
  size: 21,
} as const;

const HAULING = 0;
const PAYING_OUT = 1;
const SEATED = 2;
const OVER = 3;

/** [m/s], [rad/s] speeds below which it is at rest */
const REST_SPEED = 0.01;
const REST_TURN = 0.02;
/** Hauling speed below which a windlass counts as stalled, as a part of its speed. */
const STALLED = 0.05;
/** [m] length paid out to test a jam, [m] motion from which an anchor counts as following, [s] additional waiting time */
const PAID_OUT = 0.5;
const FOLLOWS = 0.1;
const GIVEN = 5;
/** Part of the contact force below which a place is ignored. */
const LEAST_SHARE = 0.05;
/** [m] largest motion of a stable anchor */
const STABLE = 0.02;
const MOST_PLACES = 64;

/** A place of contact: bodies by number, point [m], force [N]. */
export interface Touch {
  readonly a: number;
  readonly b: number;
  readonly point: readonly [number, number, number];
  readonly force: readonly [number, number, number];
}

export interface StowView extends GearView {
  readonly model: Model;
}

export class Stow {
  readonly spec: StowSpec;
  readonly s: Float64Array = new Float64Array(STOW.size);
  readonly #view: StowView;
  readonly #controls: Controls;
  readonly #touches: (most: number) => readonly Touch[];
  readonly #slots: { readonly hull: number; readonly shank: number; readonly head: number };
  readonly #point: Float64Array = new Float64Array(15);
  readonly #flukes: Probe;
  readonly #angle: Float64Array = new Float64Array(1);

  constructor(
    spec: StowSpec,
    view: StowView,
    controls: Controls,
    probes: readonly Probe[],
    touches: (most: number) => readonly Touch[],
  ) {
    this.spec = spec;
    this.#view = view;
    this.#controls = controls;
    this.#touches = touches;
    const { slotOfBody } = view.model;
    this.#slots = { hull: slotOfBody[spec.hull], shank: slotOfBody[spec.shank], head: slotOfBody[spec.head] };
    controls.gear.winch(spec.winch);
    const flukes = probes.find(({ name }) => name === `joint.${spec.pin}.angle`);
    if (flukes === undefined) throw new BuildError('no-joint', `must name a hinge, found "${spec.pin}"`, ['pin']);
    this.#flukes = flukes;
    this.s[STOW.since] = -1;
    this.s[STOW.entered] = -1;
  }

  get verdict(): StowVerdict {
    return STOW_VERDICTS[this.s[STOW.verdict]];
  }

  /** A step has ended at t. */
  look(t: number): void {
    const { s, spec } = this;
    if (s[STOW.state] === OVER) return;
    this.#place();
    const depth = this.depth;
    const { gear } = this.#controls;
    const winch = gear.winch(spec.winch);
    if (s[STOW.entered] < 0 && depth > 0) s[STOW.entered] = t;
    if (s[STOW.state] === HAULING) {
      s[STOW.peak] = Math.max(s[STOW.peak], winch.s[WINCH.tension]);
      const pulls = (winch.s[WINCH.flags] & WINCH_EVENTS.stalled) !== 0 || winch.s[WINCH.motor] !== 0;
      // a stalled gypsy oscillates on the chain: use the length hauled in
      const out = winch.line.input.value(t);
      const stalls = Math.abs(out - s[STOW.out]) <= STALLED * winch.spec.speedIn * spec.hold;
      if (!(pulls && this.#still())) s[STOW.since] = -1;
      else if (s[STOW.since] < 0 || !stalls) {
        s[STOW.since] = t;
        s[STOW.out] = out;
      }
    } else if (s[STOW.state] === SEATED) this.#follow(t);
  }

  /** Between steps: makes decisions due at t, and orders the windlass. */
  meet(t: number): void {
    const { s, spec } = this;
    if (s[STOW.state] === HAULING && s[STOW.since] >= 0 && t >= s[STOW.since] + spec.hold) this.#decide(t);
    else if (s[STOW.state] === PAYING_OUT) this.#wait(t);
  }

  /** [m] of the shackle along the pipe, from the shell */
  get depth(): number {
    const { axis, origin } = this.spec;
    const p = this.#point;
    return (p[0] - origin[0]) * axis[0] + (p[1] - origin[1]) * axis[1] + (p[2] - origin[2]) * axis[2];
  }

  /** [rad] of the pin about the pipe, 0 to a quarter turn */
  get roll(): number {
    const { axis, across } = this.spec;
    const p = this.#point; // 6..8: the pin, hull frame
    const along = p[6] * axis[0] + p[7] * axis[1] + p[8] * axis[2];
    const c = p[6] * across[0] + p[7] * across[1] + p[8] * across[2];
    const sx = p[6] - along * axis[0] - c * across[0];
    const sy = p[7] - along * axis[1] - c * across[1];
    const sz = p[8] - along * axis[2] - c * across[2];
    return atan2(Math.sqrt(sx * sx + sy * sy + sz * sz), Math.abs(c));
  }

  /** [rad] of the shank against the axis of the pipe, 0 to half a turn */
  get tilt(): number {
    const { axis } = this.spec;
    const [x, y, z] = this.#point.subarray(12, 15); // the shank, hull frame
    const [cx, cy, cz] = [y * axis[2] - z * axis[1], z * axis[0] - x * axis[2], x * axis[1] - y * axis[0]];
    return atan2(Math.sqrt(cx * cx + cy * cy + cz * cz), x * axis[0] + y * axis[1] + z * axis[2]);
  }

  get flukes(): number {
    this.#flukes.read(this.#angle, 0);
    return Math.abs(this.#angle[0]);
  }

  #decide(t: number): void {
    const { s, spec } = this;
    this.#place();
    s[STOW.depth] = this.depth;
    s[STOW.roll] = this.roll;
    s[STOW.tilt] = this.tilt;
    s[STOW.flukes] = this.flukes;
    this.#weigh();
    const missing = spec.depth - s[STOW.depth];
    if (s[STOW.entered] < 0) this.#end(t, 'never entered');
    else if (this.#seated()) {
      s.set(this.#point.subarray(0, 6), STOW.seat);
      this.#say(t, 'seated');
      s[STOW.state] = SEATED;
      this.#controls.winch(spec.winch, 'brake');
    } else if (Math.abs(missing) <= 3 * spec.tolerance.depth) this.#end(t, 'mis-seated');
    else {
      s[STOW.state] = PAYING_OUT;
      s[STOW.since] = t;
      const winch = this.#controls.gear.winch(spec.winch);
      const out = winch.line.input.value(t);
      this.#controls.winch(spec.winch, 'length', Math.min(winch.spec.longest, out + PAID_OUT));
    }
  }

  #seated(): boolean {
    const { s, spec } = this;
    const { tolerance } = spec;
    return (
      Math.abs(s[STOW.depth] - spec.depth) <= tolerance.depth &&
      s[STOW.roll] <= tolerance.roll &&
      Math.abs(s[STOW.tilt] - spec.tilt) <= tolerance.tilt &&
      Math.abs(s[STOW.flukes] - spec.flukes) <= tolerance.flukes &&
      s[STOW.places] >= 3 &&
      s[STOW.sides] === 3
    );
  }

  /** After half a metre was paid out: does the anchor follow? */
  #wait(t: number): void {
    const { s, spec } = this;
    this.#place();
    if (s[STOW.depth] - this.depth > FOLLOWS) this.#end(t, 'jam, hung up');
    else {
      const { speedOut } = this.#controls.gear.winch(spec.winch).spec;
      if (t > s[STOW.since] + PAID_OUT / speedOut + GIVEN) this.#end(t, 'jam, self-locking');
    }
  }

  #follow(t: number): void {
    const { s, spec } = this;
    const p = this.#point;
    for (let k = 0; k < 6; k += 3) {
      const [x, y, z] = [p[k] - s[STOW.seat + k], p[k + 1] - s[STOW.seat + k + 1], p[k + 2] - s[STOW.seat + k + 2]];
      s[STOW.shift] = Math.max(s[STOW.shift], Math.sqrt(x * x + y * y + z * z));
    }
    if (spec.stable === 0) s[STOW.state] = OVER;
    else if (s[STOW.shift] > STABLE) this.#end(t, 'seated, then shifted');
    else if (t >= s[STOW.time] + spec.stable) this.#end(t, 'stable stow');
  }

  #say(t: number, verdict: StowVerdict): void {
    this.s[STOW.verdict] = STOW_VERDICTS.indexOf(verdict);
    this.s[STOW.time] = t;
  }

  #end(t: number, verdict: StowVerdict): void {
    this.#say(t, verdict);
    this.s[STOW.state] = OVER;
    this.#controls.winch(this.spec.winch, 'brake');
  }

  /** Shackle, head, pin and shank in the frame of the hull. */
  #place(): void {
    const { hull, shank, head } = this.#slots;
    const { rotation } = this.#view;
    this.#inHull(0, shank, this.spec.shackle);
    this.#inHull(3, head, ORIGIN);
    const p = this.#point;
    // the pin is the x axis of the shank and its length the z axis: first and last column, in the axes of the hull
    for (let i = 0; i < 3; i++) {
      p[6 + i] = 0;
      p[12 + i] = 0;
      for (let k = 0; k < 3; k++) {
        p[6 + i] += rotation[9 * hull + 3 * k + i] * rotation[9 * shank + 3 * k];
        p[12 + i] += rotation[9 * hull + 3 * k + i] * rotation[9 * shank + 3 * k + 2];
      }
    }
  }

  #inHull(o: number, slot: number, pointB: ArrayLike<number>): void {
    const { position, rotation, model } = this.#view;
    const { hull } = this.#slots;
    const { centre } = model;
    const p = this.#point;
    for (let k = 0; k < 3; k++) {
      let w = position[3 * slot + k] - position[3 * hull + k];
      for (let j = 0; j < 3; j++) {
        w += rotation[9 * slot + 3 * k + j] * (pointB[j] - centre[3 * slot + j]);
        w += rotation[9 * hull + 3 * k + j] * centre[3 * hull + j];
      }
      p[9 + k] = w;
    }
    for (let i = 0; i < 3; i++) {
      let x = 0;
      for (let k = 0; k < 3; k++) x += rotation[9 * hull + 3 * k + i] * p[9 + k];
      p[o + i] = x;
    }
  }

  /** Speeds of shank and head relative to the hull. */
  #still(): boolean {
    const { hull, shank, head } = this.#slots;
    const { velocity, position } = this.#view;
    for (const slot of [shank, head]) {
      let [v, turn] = [0, 0];
      for (let k = 0; k < 3; k++) {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        const ri = position[3 * slot + i] - position[3 * hull + i];
        const rj = position[3 * slot + j] - position[3 * hull + j];
        const carried = velocity[6 * hull + k] + velocity[6 * hull + 3 + i] * rj - velocity[6 * hull + 3 + j] * ri;
        const u = velocity[6 * slot + k] - carried;
        const o = velocity[6 * slot + 3 + k] - velocity[6 * hull + 3 + k];
        v += u * u;
        turn += o * o;
      }
      if (v > REST_SPEED * REST_SPEED || turn > REST_TURN * REST_TURN) return false;
    }
    return true;
  }

  /** Places of contact with the hull that carry their share and do not lie on a line, and their sides of the shank. */
  #weigh(): void {
    const { s, spec } = this;
    const found = this.#touches(MOST_PLACES).filter(
      ({ a, b }) =>
        [a, b].includes(spec.hull) && (a === spec.shank || a === spec.head || b === spec.shank || b === spec.head),
    );
    const sizes = found.map(({ force: [x, y, z] }) => Math.sqrt(x * x + y * y + z * z));
    const sum = sizes.reduce((total, size) => total + size, 0);
    const strong = found.filter((_, i) => sizes[i] >= LEAST_SHARE * sum);
    s[STOW.places] = spread(strong.map(({ point }) => point)) ? strong.length : Math.min(2, strong.length);
    s[STOW.share] = sum > 0 ? Math.min(1, ...strong.map((one) => sizes[found.indexOf(one)] / sum)) : 0;
    const { rotation, position } = this.#view;
    const { shank } = this.#slots;
    let sides = 0;
    for (const { point } of strong) {
      let x = 0;
      for (let k = 0; k < 3; k++) x += rotation[9 * shank + 3 * k] * (point[k] - position[3 * shank + k]);
      if (Math.abs(x) > spec.beside) sides |= x > 0 ? 1 : 2;
    }
    s[STOW.sides] = sides;
  }

  probes(): Probe[] {
    const of = `stow.${this.spec.name}`;
    const placed = (read: () => number) => (): number => {
      this.#place();
      return read();
    };
    return [
      scalar(
        `${of}.depth`,
        'm',
        placed(() => this.depth),
      ),
      scalar(
        `${of}.roll`,
        'rad',
        placed(() => this.roll),
      ),
      scalar(
        `${of}.tilt`,
        'rad',
        placed(() => this.tilt),
      ),
      scalar(`${of}.flukes`, 'rad', () => this.flukes),
      held(scalar(`${of}.verdict`, '1', () => this.s[STOW.verdict])),
      scalar(`${of}.shift`, 'm', () => this.s[STOW.shift]),
    ];
  }
}

const ORIGIN = [0, 0, 0] as const;

/** Do points span a proper triangle? Its height must be at least a twentieth of the longest distance between them. */
function spread(points: readonly (readonly [number, number, number])[]): boolean {
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) {
        const [u, v] = [less(points[j], points[i]), less(points[k], points[i])];
        const c = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        const area = Math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
        const w = less(v, u);
        const longest = Math.max(square(u), square(v), square(w));
        if (area > 0.05 * longest) return true;
      }
    }
  }
  return false;
}

function less(a: ArrayLike<number>, b: ArrayLike<number>): [number, number, number] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function square(v: readonly number[]): number {
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}
