/**
 * The tip of a crane follows a point of a body or of the world. In the frame of the crane's base, the position of the point at the end of
 * the step is extrapolated from its position, speed and change of speed since the previous step; inverse kinematics give the pose
 * (marine/gear/crane.ts). Each axis then follows its own target within its bounds.
 */
import { type CraneGeometry, type CranePose, cranePose, craneTip, followAxis } from '../marine/index.ts';
import { quaternionToMatrix, type SteeredFunction, type Vec3 } from '../math/index.ts';
import type { GearView } from './fed-line.ts';
import type { CraneSpec, Model } from '../model/index.ts';

/** on; slot and point of the followed body (from its centre of mass), offset in world axes; telescope length kept where reach allows */
const ON = 0;
const SLOT = 1;
const POINT = 2;
const OFFSET = 5;
const TELESCOPE = 8;
/** time of the last drive, motion of the target in the base then */
const TIME = 9;
const RATE = 10;
/** [m] last distance from the tip to the point */
const OFF = 13;
const SIZE = 14;
/** [m] reserve in the reach of the outer boom */
const SPARE = 0.1;
/** [m] not looked at yet */
const FAR = 1e9;
/** smallest knuckle angle: with a straight boom the knuckle has no effect on reach */
const STRAIGHT = 1e-3;
/** [m] distance within which the tip has arrived */
const THERE = 0.05;

export class CraneFollow {
  readonly s: Float64Array = new Float64Array(SIZE);
  readonly #spec: CraneSpec;
  readonly #geometry: CraneGeometry;
  readonly #inputs: readonly SteeredFunction[];
  readonly #base: number;
  /** of the base from the centre of mass of its body, body axes; its axes */
  readonly #arm: Float64Array;
  readonly #turn: Float64Array = new Float64Array(9);
  readonly #axes: Float64Array = new Float64Array(9);
  readonly #x: Float64Array = new Float64Array(3);
  readonly #rate: Float64Array = new Float64Array(3);
  readonly #now: Float64Array = new Float64Array(12);

  constructor(spec: CraneSpec, geometry: CraneGeometry, model: Model, inputs: readonly SteeredFunction[]) {
    this.#spec = spec;
    this.#geometry = geometry;
    this.#inputs = inputs;
    const { a, frameA } = model.spec.joints[spec.axes[0].joint];
    this.#base = model.slotOfBody[a];
    this.#arm = Float64Array.from(frameA.position, (x, i) => x - model.centre[3 * this.#base + i]);
    quaternionToMatrix(this.#turn, 0, frameA.rotation, 0);
  }

  get on(): boolean {
    return this.s[ON] === 1;
  }

  /** [m] distance from the tip to the followed point; 0: none */
  get off(): number {
    return this.on ? this.s[OFF] : 0;
  }

  get there(): boolean {
    return this.on && this.s[OFF] <= THERE;
  }

  /** point: from the centre of mass of the body in `slot`. */
  begin(t: number, slot: number, point: Vec3, offset: Vec3): void {
    const { s } = this;
    s.fill(0);
    s[ON] = 1;
    s[SLOT] = slot;
    s.set(point, POINT);
    s.set(offset, OFFSET);
    s[TELESCOPE] = this.#inputs[3].value(t);
    s[TIME] = -1;
    s[OFF] = FAR;
  }

  end(t: number): void {
    if (!this.on) return;
    this.s[ON] = 0;
    this.#inputs.forEach((input, i) => {
      const { acceleration, lower, upper } = this.#spec.axes[i];
      input.run(t, 0, acceleration, lower, upper);
    });
  }

  /** Before a step h from t. */
  drive(t: number, h: number, view: GearView): void {
    if (!this.on) return;
    const { s } = this;
    this.#look(view);
    for (let i = 0; i < 4; i++) this.#inputs[i].evaluate(t, this.#now, 3 * i);
    const [x, rate] = [this.#x, this.#rate];
    const elapsed = t - s[TIME];
    const known = s[TIME] >= 0 && elapsed > 0;
    const ahead = [0, 0, 0];
    const speed = [0, 0, 0];
    for (let r = 0; r < 3; r++) {
      const change = known ? (rate[r] - s[RATE + r]) / elapsed : 0;
      ahead[r] = x[r] + h * (rate[r] + 0.5 * h * change);
      speed[r] = rate[r] + h * change;
      s[RATE + r] = rate[r];
    }
    s[TIME] = t;
    this.#lead(t, h, ahead, speed);
  }

  #lead(t: number, h: number, ahead: readonly number[], speed: readonly number[]): void {
    const { axes } = this.#spec;
    const now = this.#now;
    const telescope = axes[3];
    const asked = clamp(Math.max(this.s[TELESCOPE], this.#reach(ahead)), telescope.lower, telescope.upper);
    const A3 = followAxis(now[9], now[10], asked, 0, h, telescope);
    this.#inputs[3].accelerate(t, now[9], now[10], A3);
    // the other axes compensate for the present telescope length
    const out = now[9] + h * (now[10] + 0.5 * h * A3);
    const slip = now[10] + h * A3;
    const at = (dt: number): CranePose | undefined =>
      this.#pose([ahead[0] + dt * speed[0], ahead[1] + dt * speed[1], ahead[2] + dt * speed[2]], out + dt * slip);
    const target = at(0);
    const before = at(-h);
    const after = at(h);
    for (let i = 0; i < 3; i++) {
      const [q, v] = [now[3 * i], now[3 * i + 1]];
      const { lower, upper } = axes[i];
      const wanted = target ? target[i] : q;
      const within = wanted >= lower && wanted <= upper;
      const rate = before && after && within ? (after[i] - before[i]) / (2 * h) : 0;
      const A = followAxis(q, v, clamp(wanted, lower, upper), rate, h, axes[i]);
      this.#inputs[i].accelerate(t, q, v, A);
    }
  }

  /** [m] telescope length that reaches the point */
  #reach(tip: readonly number[]): number {
    const { heelRadius, heelHeight, mainBoom, outerBoom } = this.#geometry;
    const r = Math.sqrt(tip[0] * tip[0] + tip[1] * tip[1]) - heelRadius;
    const z = tip[2] - heelHeight;
    return Math.sqrt(r * r + z * z) - mainBoom - outerBoom + SPARE;
  }

  /** Out of reach: the nearest pose towards the point. */
  #pose(tip: Vec3, telescope: number): CranePose | undefined {
    const { heelRadius, heelHeight, mainBoom, outerBoom } = this.#geometry;
    const across = Math.sqrt(tip[0] * tip[0] + tip[1] * tip[1]);
    const [r, z] = [across - heelRadius, tip[2] - heelHeight];
    const far = Math.sqrt(r * r + z * z);
    const most = (1 - STRAIGHT) * (mainBoom + outerBoom + telescope);
    if (far <= most || across === 0) return cranePose(this.#geometry, tip, telescope, this.#now[0]);
    const part = (heelRadius + (r * most) / far) / across;
    const near: Vec3 = [part * tip[0], part * tip[1], heelHeight + (z * most) / far];
    return cranePose(this.#geometry, near, telescope, this.#now[0]);
  }

  /** Point and its velocity in the frame of the base. */
  #look({ position: p, rotation: R, velocity: v }: GearView): void {
    const { s } = this;
    const base = this.#base;
    const slot = s[SLOT];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += R[9 * base + 3 * i + k] * this.#turn[3 * k + j];
        this.#axes[3 * i + j] = sum;
      }
    }
    const own = turned(R, 9 * slot, s, POINT);
    const arm = turned(R, 9 * base, this.#arm, 0);
    const d = [0, 1, 2].map((i) => p[3 * slot + i] + own[i] + s[OFFSET + i] - p[3 * base + i] - arm[i]);
    const from = cross(v, 6 * slot + 3, own);
    // of the body the base is on, at the point
    const lever = [0, 1, 2].map((i) => arm[i] + d[i]);
    const along = cross(v, 6 * base + 3, lever);
    const rate = [0, 1, 2].map((i) => v[6 * slot + i] + from[i] - v[6 * base + i] - along[i]);
    for (let j = 0; j < 3; j++) {
      this.#x[j] = 0;
      this.#rate[j] = 0;
      for (let i = 0; i < 3; i++) {
        this.#x[j] += this.#axes[3 * i + j] * d[i];
        this.#rate[j] += this.#axes[3 * i + j] * rate[i];
      }
    }
  }

  /** After a step: updates the distance of the tip from the followed point. */
  watch(t: number, view: GearView): void {
    if (!this.on) return;
    this.#look(view);
    const pose = this.#inputs.map((input) => input.value(t)) as unknown as CranePose;
    craneTip(tip, this.#geometry, pose);
    const [x, y, z] = [0, 1, 2].map((i) => this.#x[i] - tip[i]);
    this.s[OFF] = Math.sqrt(x * x + y * y + z * z);
  }
}

const tip = new Float64Array(3);

function turned(R: Float64Array, o: number, p: Float64Array, k: number): number[] {
  return [0, 3, 6].map((r) => R[o + r] * p[k] + R[o + r + 1] * p[k + 1] + R[o + r + 2] * p[k + 2]);
}

function cross(v: Float64Array, o: number, r: readonly number[]): number[] {
  return [v[o + 1] * r[2] - v[o + 2] * r[1], v[o + 2] * r[0] - v[o] * r[2], v[o] * r[1] - v[o + 1] * r[0]];
}

function clamp(x: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, x));
}
