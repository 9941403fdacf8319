/**
 * Stowed pose permitted by the geometry, by statics without friction: of all poses of shank and head with the shackle in the pipe, the one
 * with the smallest
 *   U = P |shackle - gypsy| - sum m g . x + stops of the flukes + sum k V^2/(2 A)
 * P the pull at which the windlass stalls, V and A the volume that a part shares with the hull, region by region, and its area along the
 * mean normal: the energy of a uniform layer of stiffness k, finally so stiff that depths are negligible. The search starts from both
 * positions of the flukes, with k in steps from soft to hard, by the method of Broyden, Fletcher, Goldfarb and Shanno with finite
 * differences (Nocedal and Wright 1999, ch. 8). There are seven unknowns in the frame of the hull: position of the shackle, rotation of the
 * shank (a vector, from along the pipe), angle of the flukes. No result of a run enters: the verdict on a run is compared with this pose.
 */
import { type BodySpec, MeshIntersection, solidOf } from '@hawser/engine';
import type { Vec3 } from '../../schema/kit.ts';
import { matrixOf } from '../placement.ts';
import { cross, distance, dot } from '../vectors.ts';

/** The input, all in the frame of the hull. */
export interface HomeQuestion {
  readonly hull: BodySpec;
  readonly shank: BodySpec;
  readonly head: BodySpec;
  /** of the pipe: where its axis meets the shell [m], its direction inboard, that of the pin */
  readonly origin: Vec3;
  readonly axis: Vec3;
  readonly across: Vec3;
  /** [m] of the pin below the shackle, frame of the shank */
  readonly pin: number;
  /** [m] gypsy, towards which the chain leads; [N] pull */
  readonly gypsy: Vec3;
  readonly pull: number;
  readonly gravity: Vec3;
  /** [rad] of the flukes, to either side */
  readonly stop: number;
}

export interface HomePose {
  /** [m] of the shackle along the axis; [rad] of the shank against it, of the flukes, to either side, and of the pin about the pipe */
  readonly depth: number;
  readonly tilt: number;
  readonly flukes: number;
  readonly roll: number;
  /** [m] largest mean depth of a region: compression of the layer */
  readonly give: number;
  /** number of regions in which shank and head are supported */
  readonly places: number;
}

/** [N/m^3] of the layer, one after the other; [N m/rad] of the stops over the pull */
const LAYERS = [1e8, 1e9, 1e10, 1e11] as const;
const STOP = 100;
/** [m] of the shackle inside the shell where the search begins */
const ENTERED = 0.3;
const MOST_ITERATIONS = 120;
/** [m] step of finite differences; tolerance of the gradient as a part of the pull; [m] smallest relevant step */
const DIFFERENCE = 1e-6;
const FLAT = 1e-4;
const STILL = 1e-7;
const SIZE = 7;

const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

interface Part {
  readonly pair: MeshIntersection;
  /** of the hull's shape */
  readonly pos: Float64Array;
  readonly rot: Float64Array;
  /** of the part's shape in the part */
  readonly at: Vec3;
  readonly turn: ArrayLike<number>;
  readonly isHead: boolean;
}

/** Undefined: hull or anchor have no solids for contact. */
export function homePose(question: HomeQuestion): HomePose | undefined {
  const parts = partsOf(question);
  if (parts.length === 0) return undefined;
  let best: Search | undefined;
  for (const side of [1, -1]) {
    const search = new Search(question, parts, side);
    search.run();
    if (best === undefined || search.energy < best.energy) best = search;
  }
  return best?.pose();
}

function partsOf({ hull, shank, head }: HomeQuestion): Part[] {
  const touching = (body: BodySpec) =>
    body.shapes.filter(({ shape, collide }) => collide && shape.kind !== 'half-space');
  return touching(hull).flatMap((wall) =>
    [shank, head].flatMap((body, k) =>
      touching(body).map(
        (own): Part => ({
          pair: new MeshIntersection(solidOf(wall.shape).mesh, solidOf(own.shape).mesh),
          pos: Float64Array.from(wall.placement.position),
          rot: Float64Array.from(matrixOf(wall.placement.rotation)),
          at: own.placement.position,
          turn: matrixOf(own.placement.rotation),
          isHead: k === 1,
        }),
      ),
    ),
  );
}

class Search {
  energy = Number.POSITIVE_INFINITY;
  private readonly x: Float64Array = new Float64Array(SIZE);
  private readonly question: HomeQuestion;
  private readonly parts: readonly Part[];
  /** axes of the shank at zero rotation: along the pin, across, up the pipe; columns of a matrix */
  private readonly frame: Float64Array;
  private layer: number = LAYERS[0];
  private give = 0;
  private places = 0;
  private readonly shank = new Float64Array(9);
  private readonly head = new Float64Array(9);
  private readonly pinAt = new Float64Array(3);

  constructor(question: HomeQuestion, parts: readonly Part[], side: number) {
    this.question = question;
    this.parts = parts;
    const { origin, axis, across, stop } = question;
    const y = cross(axis, across);
    this.frame = Float64Array.of(across[0], y[0], axis[0], across[1], y[1], axis[1], across[2], y[2], axis[2]);
    for (let k = 0; k < 3; k++) this.x[k] = origin[k] + ENTERED * axis[k];
    this.x[6] = side * stop;
  }

  run(): void {
    // first out of the hull: the pipe may be narrow at the start of the search
    for (const layer of LAYERS) {
      this.layer = layer;
      this.minimise();
    }
    this.energy = this.energyAt(this.x);
  }

  pose(): HomePose {
    const { x } = this;
    this.energyAt(x);
    const { origin, axis, across } = this.question;
    const z: Vec3 = [this.shank[2], this.shank[5], this.shank[8]];
    const pin: Vec3 = [this.shank[0], this.shank[3], this.shank[6]];
    const square = (v: Vec3): number => dot(v, v);
    const along = dot(pin, axis);
    const level: Vec3 = [pin[0] - along * axis[0], pin[1] - along * axis[1], pin[2] - along * axis[2]];
    return {
      depth: dot([x[0] - origin[0], x[1] - origin[1], x[2] - origin[2]], axis),
      tilt: Math.atan2(Math.sqrt(square(cross(z, axis))), dot(z, axis)),
      flukes: Math.abs(x[6]),
      roll: Math.atan2(Math.sqrt(square(cross(level, across))), Math.abs(dot(level, across))),
      give: this.give,
      places: this.places,
    };
  }

  private minimise(): void {
    const { x } = this;
    const { pull } = this.question;
    const H = new Float64Array(SIZE * SIZE);
    const g = new Float64Array(SIZE);
    const next = new Float64Array(SIZE);
    const slope = new Float64Array(SIZE);
    const step = new Float64Array(SIZE);
    const reset = (): void => {
      H.fill(0);
      for (let i = 0; i < SIZE; i++) H[(SIZE + 1) * i] = 0.05 / pull; // first steps of centimetres
    };
    reset();
    let value = this.slopeAt(x, g);
    let resets = 0;
    for (let k = 0; k < MOST_ITERATIONS; k++) {
      let down = 0;
      let longest = 0;
      for (let i = 0; i < SIZE; i++) {
        step[i] = 0;
        for (let j = 0; j < SIZE; j++) step[i] -= H[SIZE * i + j] * g[j];
        down += step[i] * g[i];
        longest = Math.max(longest, Math.abs(step[i]));
      }
      if (!(down < 0)) {
        reset();
        if (++resets > 3) return;
        continue;
      }
      let part = Math.min(1, 0.1 / longest); // no more than a decimetre at once
      let found = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < 30; tries++, part *= 0.4) {
        for (let i = 0; i < SIZE; i++) next[i] = x[i] + part * step[i];
        found = this.energyAt(next);
        if (found <= value + 1e-4 * part * down) break;
      }
      if (!(found < value) || part * longest < STILL) {
        if (++resets > 3) return;
        reset();
        continue;
      }
      this.slopeAt(next, slope);
      let sy = 0;
      for (let i = 0; i < SIZE; i++) sy += (next[i] - x[i]) * (slope[i] - g[i]);
      if (sy > 0) update(H, next, x, slope, g, sy);
      x.set(next);
      g.set(slope);
      value = found;
      let steepest = 0;
      for (let i = 0; i < SIZE; i++) steepest = Math.max(steepest, Math.abs(g[i]));
      if (steepest < FLAT * pull) return;
    }
  }

  private slopeAt(x: Float64Array, g: Float64Array): number {
    const at = x.slice();
    for (let i = 0; i < SIZE; i++) {
      at[i] = x[i] + DIFFERENCE;
      const high = this.energyAt(at);
      at[i] = x[i] - DIFFERENCE;
      g[i] = (high - this.energyAt(at)) / (2 * DIFFERENCE);
      at[i] = x[i];
    }
    return this.energyAt(x);
  }

  private energyAt(x: Float64Array): number {
    const { question, shank: S, head: H, pinAt, layer } = this;
    const { gypsy, pull, gravity, stop, pin } = question;
    turned(S, this.frame, x[3], x[4], x[5]);
    // the head is turned about the pin, the x axis of the shank
    const [c, s] = [Math.cos(x[6]), Math.sin(x[6])];
    for (let r = 0; r < 9; r += 3) {
      H[r] = S[r];
      H[r + 1] = c * S[r + 1] + s * S[r + 2];
      H[r + 2] = c * S[r + 2] - s * S[r + 1];
      pinAt[r / 3] = x[r / 3] - pin * S[r + 2];
    }
    const shackle: Vec3 = [x[0], x[1], x[2]];
    let energy = pull * distance(shackle, gypsy);
    for (const [body, from, R] of [
      [question.shank, shackle, S],
      [question.head, pinAt, H],
    ] as const) {
      const m = body.centreOfMass;
      for (let k = 0; k < 3; k++) {
        const at = from[k] + R[3 * k] * m[0] + R[3 * k + 1] * m[1] + R[3 * k + 2] * m[2];
        energy -= body.mass * gravity[k] * at;
      }
    }
    const over = Math.abs(x[6]) - stop;
    if (over > 0) energy += 0.5 * STOP * pull * over * over;
    this.give = 0;
    this.places = 0;
    for (const part of this.parts) {
      const R = part.isHead ? H : S;
      const from = part.isHead ? pinAt : shackle;
      for (let i = 0; i < 3; i++) {
        placed[i] = from[i] + R[3 * i] * part.at[0] + R[3 * i + 1] * part.at[1] + R[3 * i + 2] * part.at[2];
        for (let j = 0; j < 3; j++) {
          turn[3 * i + j] = R[3 * i] * part.turn[j] + R[3 * i + 1] * part.turn[3 + j] + R[3 * i + 2] * part.turn[6 + j];
        }
      }
      const count = part.pair.compute(part.pos, part.rot, placed, turn);
      const { volume, vectorArea } = part.pair.regions;
      for (let r = 0; r < count; r++) {
        const [ax, ay, az] = vectorArea.subarray(3 * r, 3 * r + 3);
        const across = Math.sqrt(ax * ax + ay * ay + az * az);
        if (!(across > 0)) continue;
        const depth = volume[r] / across;
        energy += 0.5 * layer * volume[r] * depth;
        this.give = Math.max(this.give, depth);
        this.places++;
      }
    }
    return energy;
  }
}

const placed = new Float64Array(3);
const turn = new Float64Array(9);

/** out = exp([x y z]) frame */
function turned(out: Float64Array, frame: Float64Array, x: number, y: number, z: number): void {
  const angle = Math.sqrt(x * x + y * y + z * z);
  const [u, v, w] = angle > 0 ? [x / angle, y / angle, z / angle] : [0, 0, 1];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const k = 1 - c;
  const T =
    angle > 0
      ? [
          c + k * u * u,
          k * u * v - s * w,
          k * u * w + s * v,
          k * u * v + s * w,
          c + k * v * v,
          k * v * w - s * u,
          k * u * w - s * v,
          k * v * w + s * u,
          c + k * w * w,
        ]
      : UPRIGHT;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[3 * i + j] = T[3 * i] * frame[j] + T[3 * i + 1] * frame[3 + j] + T[3 * i + 2] * frame[6 + j];
    }
  }
}

/** The inverse of the matrix of second slopes after a step (Nocedal and Wright 1999, eq. 8.16). */
function update(
  H: Float64Array,
  to: Float64Array,
  from: Float64Array,
  g: Float64Array,
  before: Float64Array,
  sy: number,
): void {
  const Hy = new Float64Array(SIZE);
  let yHy = 0;
  for (let i = 0; i < SIZE; i++) {
    for (let j = 0; j < SIZE; j++) Hy[i] += H[SIZE * i + j] * (g[j] - before[j]);
    yHy += (g[i] - before[i]) * Hy[i];
  }
  for (let i = 0; i < SIZE; i++) {
    const si = to[i] - from[i];
    for (let j = 0; j < SIZE; j++) {
      const sj = to[j] - from[j];
      H[SIZE * i + j] += ((1 + yHy / sy) * si * sj - Hy[i] * sj - si * Hy[j]) / sy;
    }
  }
}

/** [m] point of the world in the frame of a body. */
export function inFrameOf(body: BodySpec, p: Vec3): Vec3 {
  const R = matrixOf(body.placement.rotation);
  const d: Vec3 = [
    p[0] - body.placement.position[0],
    p[1] - body.placement.position[1],
    p[2] - body.placement.position[2],
  ];
  return turnedBack(R, d);
}

/** A direction of the world in the frame of a body. */
export function turnedInto(body: BodySpec, v: Vec3): Vec3 {
  return turnedBack(matrixOf(body.placement.rotation), v);
}

function turnedBack(R: ArrayLike<number>, d: Vec3): Vec3 {
  return [
    R[0] * d[0] + R[3] * d[1] + R[6] * d[2],
    R[1] * d[0] + R[4] * d[1] + R[7] * d[2],
    R[2] * d[0] + R[5] * d[1] + R[8] * d[2],
  ];
}
