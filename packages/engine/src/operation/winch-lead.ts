/**
 * Motion that a winch adds to its line by itself, so that an order has the same meaning on a moving ship and under a moving boom. s: unit
 * vector from the fed end along the line; u: unit vector from the fed end to the drum, at distance d.
 *
 * Heave compensation: v = -s.(v_end - v_seen). A compensated load keeps its position relative to the reference: the world or a body.
 *
 * Drum away from the sheave at which the line is fed: the length d along the boom is not below the sheave. The drum counts S = line + d -
 * d_0; at constant S the line returns d: line' = S' - d', d' = u.(v_drum - v_end),
 *   d'' = u.(a_drum - a_end) + |v_drum - v_end across u|^2 / d
 * and the part between sheave and drum pulls both bodies together with the tension at the sheave (losses are the winch's).
 */
import type { WinchLeading } from '../marine/index.ts';
import type { Vec3 } from '../math/index.ts';
import type { FedLine, GearView } from './fed-line.ts';
import { makePull, type Pull } from '../trial/index.ts';

/** compensation on; slot of the reference and a point of it (from its centre of mass) */
const ON = 0;
const SLOT = 1;
const POINT = 2;
/** length added so far [m], its rate, and its acceleration now and in the previous step; 0 before the first evaluation */
const OFFSET = 5;
const RATE = 6;
const NOW = 7;
const BEFORE = 8;
const LOOKED = 9;
/** d at the start [m], d'' now and in the previous step, 0 before the first evaluation */
const AT_START = 10;
const BOOM_NOW = 11;
const BOOM_BEFORE = 12;
const BOOM_LOOKED = 13;
const SIZE = 14;

/** Position of a drum away from the fed end of its line: slot, point from the centre of mass. */
export interface DrumPlace {
  readonly slot: number;
  readonly point: Float64Array;
}

export class WinchLead {
  readonly s: Float64Array = new Float64Array(SIZE);
  /** the part of the line between sheave and drum pulls these two; none: the drum is at the fed end of the line */
  readonly legs: readonly Pull[];
  /** in terms of the drum */
  readonly leading: { -readonly [K in keyof WinchLeading]: number } = { offset: 0, rate: 0, acceleration: 0 };
  /** length taken up by the boom since the start [m], its rate, and its acceleration in the middle of the next step */
  taken = 0;
  takenRate = 0;
  takenAcceleration = 0;
  readonly #line: FedLine;
  readonly #drum: DrumPlace | undefined;
  readonly #along: Float64Array = new Float64Array(3);
  readonly #end: Float64Array = new Float64Array(9);
  readonly #other: Float64Array = new Float64Array(9);

  constructor(line: FedLine, drum: DrumPlace | undefined) {
    this.#line = line;
    this.#drum = drum;
    this.legs = drum ? [makePull(), makePull()] : [];
    if (drum) this.legs[1].slot = drum.slot;
    if (drum) this.legs[1].point.set(drum.point);
  }

  get on(): boolean {
    return this.s[ON] === 1;
  }

  begin(slot: number, point: Vec3): void {
    this.end();
    this.s[ON] = 1;
    this.s[SLOT] = slot;
    this.s.set(point, POINT);
  }

  end(): void {
    this.s.fill(0, ON, AT_START);
  }

  /** A new order starts from the present line. */
  restart(): void {
    this.s[OFFSET] = 0;
  }

  /** Before a step: present motion of the end of the line. tension: [N] at the sheave. */
  look(view: GearView, tension: number): void {
    const holder = this.#line.holder();
    this.#boom(view, holder, tension);
    this.#compensate(view, holder);
  }

  #boom(view: GearView, holder: number, tension: number): void {
    const { s, legs } = this;
    if (!this.#drum) return;
    this.taken = this.takenRate = this.takenAcceleration = 0;
    if (holder < 0) {
      for (const { force } of legs) force.fill(0);
      return;
    }
    const [a, b] = [this.#end, this.#other];
    motionOf(a, view, holder, this.#line.point, 0);
    motionOf(b, view, this.#drum.slot, this.#drum.point, 0);
    let square = 0;
    for (let r = 0; r < 3; r++) square += (b[r] - a[r]) * (b[r] - a[r]);
    const d = Math.sqrt(square);
    if (!(d > 0)) return;
    let rate = 0;
    let acceleration = 0;
    let speed = 0;
    for (let r = 0; r < 3; r++) {
      const u = (b[r] - a[r]) / d;
      const v = b[3 + r] - a[3 + r];
      rate += u * v;
      speed += v * v;
      acceleration += u * (b[6 + r] - a[6 + r]);
      legs[0].force[r] = tension * u;
      legs[1].force[r] = -tension * u;
    }
    legs[0].slot = holder;
    legs[0].point.set(this.#line.point);
    acceleration += (speed - rate * rate) / d;
    if (s[BOOM_LOOKED] === 0) {
      s[AT_START] = d;
      s[BOOM_NOW] = acceleration;
      s[BOOM_LOOKED] = 1;
    }
    s[BOOM_BEFORE] = s[BOOM_NOW];
    s[BOOM_NOW] = acceleration;
    this.taken = d - s[AT_START];
    this.takenRate = rate;
    this.takenAcceleration = 1.5 * s[BOOM_NOW] - 0.5 * s[BOOM_BEFORE];
  }

  #compensate(view: GearView, holder: number): void {
    const { s, leading } = this;
    if (this.on && holder >= 0) {
      this.#line.along(this.#along, view);
      motionOf(this.#end, view, holder, this.#line.point, 0);
      motionOf(this.#other, view, s[SLOT], s, POINT);
      let rate = 0;
      let acceleration = 0;
      for (let r = 0; r < 3; r++) {
        rate -= this.#along[r] * (this.#end[3 + r] - this.#other[3 + r]);
        acceleration -= this.#along[r] * (this.#end[6 + r] - this.#other[6 + r]);
      }
      s[BEFORE] = s[LOOKED] === 0 ? acceleration : s[NOW];
      s[NOW] = acceleration;
      s[RATE] = rate;
      s[LOOKED] = 1;
    }
    leading.offset = s[OFFSET] + (this.on ? this.taken : 0);
    leading.rate = s[RATE] + (this.on ? this.takenRate : 0);
    leading.acceleration = 1.5 * s[NOW] - 0.5 * s[BEFORE] + (this.on ? this.takenAcceleration : 0);
  }

  /** Compensated over a step of h. */
  advance(h: number): void {
    const { s } = this;
    if (this.on) s[OFFSET] += h * (s[RATE] + 0.5 * h * (1.5 * s[NOW] - 0.5 * s[BEFORE]));
  }
}

/** out = place, velocity and acceleration of a point of the body in a slot, world axes. */
function motionOf(
  out: Float64Array,
  { position, rotation: R, velocity: v, acceleration: a }: GearView,
  slot: number,
  p: Float64Array,
  o: number,
): void {
  const m = 9 * slot;
  const k = 6 * slot;
  const x = R[m] * p[o] + R[m + 1] * p[o + 1] + R[m + 2] * p[o + 2];
  const y = R[m + 3] * p[o] + R[m + 4] * p[o + 1] + R[m + 5] * p[o + 2];
  const z = R[m + 6] * p[o] + R[m + 7] * p[o + 1] + R[m + 8] * p[o + 2];
  const wx = v[k + 3];
  const wy = v[k + 4];
  const wz = v[k + 5];
  const dot = wx * x + wy * y + wz * z;
  const square = wx * wx + wy * wy + wz * wz;
  out[0] = position[3 * slot] + x;
  out[1] = position[3 * slot + 1] + y;
  out[2] = position[3 * slot + 2] + z;
  out[3] = v[k] + wy * z - wz * y;
  out[4] = v[k + 1] + wz * x - wx * z;
  out[5] = v[k + 2] + wx * y - wy * x;
  out[6] = a[k] + a[k + 4] * z - a[k + 5] * y + wx * dot - square * x;
  out[7] = a[k + 1] + a[k + 5] * x - a[k + 3] * z + wy * dot - square * y;
  out[8] = a[k + 2] + a[k + 3] * y - a[k + 4] * x + wz * dot - square * z;
}
