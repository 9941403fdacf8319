/** How large a run is in space, and where to look at it from. */
import { type Frames, POSE_SIZE, type Scenery, type SceneryPart, spreadFrames } from '@hawser/record';
import type { View } from './document.ts';
import { movingBodies, poseOf } from './poses.ts';

export type Point = readonly [number, number, number];

export interface Bounds {
  /** [m] world */
  readonly min: Point;
  readonly max: Point;
}

export interface Extent {
  readonly bounds: Bounds;
  /** floors, and parts much larger than all that moves: a seabed, a deck without end. Not what the eye fits to. */
  readonly backdrop: ReadonlySet<SceneryPart>;
}

/** A part is a backdrop when it is this much larger than all that moves. */
const BACKDROP_RATIO = 6;
const SAMPLES = 60;

/** The room that the bodies take during a run. `moving`: which of them move; default: those whose poses change. */
export function extentOf(
  frames: Frames,
  scenery: Scenery,
  moving: ReadonlySet<string> = new Set(movingBodies(frames).map((body) => frames.bodies[body])),
): Extent {
  const box = new Box();
  for (const body of scenery.bodies) {
    if (moving.has(body.name)) for (const part of body.parts) addPart(box, frames, body.name, part, SAMPLES);
  }
  const movingSize = box.size();
  const backdrop = new Set<SceneryPart>();
  for (const body of scenery.bodies) {
    if (moving.has(body.name)) continue;
    for (const part of body.parts) {
      const own = new Box();
      addPart(own, frames, body.name, part, 1);
      const ratio = own.level() ? 1 : BACKDROP_RATIO; // a level part without thickness is a floor
      if (movingSize > 0 && own.size() > ratio * movingSize) backdrop.add(part);
      else box.merge(own);
    }
  }
  if (box.size() === 0) {
    for (let body = 0; body < frames.bodies.length; body++) {
      for (const frame of spreadFrames(frames, SAMPLES)) box.add(poseOf(frames, frame, body));
    }
  }
  return { bounds: box.bounds(), backdrop };
}

/**
 * Motion in a plane is seen almost square on; anything else from a corner. The small turn keeps depth readable.
 */
export function viewOf(
  frames: Frames,
  scenery: Scenery,
  moving: ReadonlySet<string> = new Set(movingBodies(frames).map((body) => frames.bodies[body])),
): View {
  const work = workingSide(frames, scenery, moving);
  if (work !== undefined) return work;
  const box = new Box();
  for (const body of movingBodies(frames)) {
    const parts = scenery.bodies.find((candidate) => candidate.name === frames.bodies[body])?.parts ?? [];
    const middles = parts.length > 0 ? parts.map((part) => middle(partBounds(part))) : [[0, 0, 0] as const];
    for (const frame of spreadFrames(frames, SAMPLES)) {
      const pose = poseOf(frames, frame, body);
      for (const point of middles) box.add(transform(pose, point));
    }
  }
  const { min, max } = box.bounds();
  const [x, y, z] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const thin = 0.05 * Math.max(x, y, z);
  const degree = Math.PI / 180;
  if (y <= thin && z > thin) return { azimuth: -68 * degree, elevation: 14 * degree };
  if (x <= thin && z > thin) return { azimuth: -22 * degree, elevation: 14 * degree };
  if (z <= thin) return { azimuth: -60 * degree, elevation: 32 * degree };
  return { azimuth: -56 * degree, elevation: 22 * degree };
}

/** A body is what the others work on when it is this much longer than the room they work in. */
const BASE_RATIO = 2;

/**
 * Small bodies at work beside one long body (a crane on a ship, a boat at its side) are looked at from the side they are on, and
 * fill the picture. Undefined where there is no such body, or they work in the middle of it.
 */
function workingSide(frames: Frames, scenery: Scenery, moving: ReadonlySet<string>): View | undefined {
  const boxes = scenery.bodies
    .filter(({ name, parts }) => moving.has(name) && parts.length > 0 && !name.includes('#'))
    .map(({ name, parts }) => {
      const box = new Box();
      for (const part of parts) addPart(box, frames, name, part, SAMPLES);
      return box;
    })
    .sort((a, b) => b.size() - a.size());
  const [base, ...others] = boxes;
  if (base === undefined || others.length === 0) return undefined;
  const work = new Box();
  for (const box of others) work.merge(box);
  if (base.size() < BASE_RATIO * work.size()) return undefined;
  const { min, max } = extentOf(frames, scenery, moving).bounds;
  if (base.size() < 0.7 * Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2])) return undefined; // one among others
  const [around, room] = [base.bounds(), work.bounds()];
  const [a, b] = [middle(around), middle(room)];
  const long = around.max[0] - around.min[0] >= around.max[1] - around.min[1] ? 0 : 1;
  const wide = 1 - long;
  const off = b[wide] - a[wide];
  if (Math.abs(off) < 0.1 * (around.max[wide] - around.min[wide])) return undefined;
  const degree = Math.PI / 180;
  const square = long === 0 ? (off > 0 ? 90 : -90) : off > 0 ? 0 : 180;
  return { azimuth: (square - Math.sign(off) * (long === 0 ? 34 : -34)) * degree, elevation: 22 * degree, room };
}

/** A body point in the world; `pose` is x y z w x y z. */
export function transform(pose: ArrayLike<number>, [x, y, z]: Point): [number, number, number] {
  const [px, py, pz, w, a, b, c] = [pose[0], pose[1], pose[2], pose[3], pose[4], pose[5], pose[6]];
  // v + 2 w (u x v) + 2 u x (u x v), with u the vector part of the quaternion
  const tx = 2 * (b * z - c * y);
  const ty = 2 * (c * x - a * z);
  const tz = 2 * (a * y - b * x);
  return [px + x + w * tx + b * tz - c * ty, py + y + w * ty + c * tx - a * tz, pz + z + w * tz + a * ty - b * tx];
}

export function partBounds(part: SceneryPart): Bounds {
  const box = new Box();
  for (let i = 0; i < part.positions.length; i += 3) box.add(part.positions.subarray(i, i + 3));
  return box.bounds();
}

function middle({ min, max }: Bounds): Point {
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

function addPart(box: Box, frames: Frames, name: string, part: SceneryPart, samples: number): void {
  if (part.positions.length === 0) return;
  const { min, max } = partBounds(part);
  const body = frames.bodies.indexOf(name);
  const poses =
    body < 0 || frames.time.length === 0
      ? [[0, 0, 0, 1, 0, 0, 0].slice(0, POSE_SIZE)]
      : Array.from(spreadFrames(frames, samples), (frame) => poseOf(frames, frame, body));
  for (const pose of poses) {
    for (let corner = 0; corner < 8; corner++) {
      const x = corner & 1 ? max[0] : min[0];
      const y = corner & 2 ? max[1] : min[1];
      const z = corner & 4 ? max[2] : min[2];
      box.add(transform(pose, [x, y, z]));
    }
  }
}

class Box {
  readonly #min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  readonly #max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  add(point: ArrayLike<number>): void {
    for (let i = 0; i < 3; i++) {
      if (!Number.isFinite(point[i])) continue; // a diverged run still gets a picture of what was finite
      this.#min[i] = Math.min(this.#min[i], point[i]);
      this.#max[i] = Math.max(this.#max[i], point[i]);
    }
  }

  merge(other: Box): void {
    this.add(other.#min);
    this.add(other.#max);
  }

  /** True for a level face: as good as no height. */
  level(): boolean {
    const { min, max } = this.bounds();
    return max[2] - min[2] <= 1e-6 * Math.max(max[0] - min[0], max[1] - min[1]);
  }

  size(): number {
    const { min, max } = this.bounds();
    return Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  }

  /** A point at the origin when nothing was added. */
  bounds(): Bounds {
    const [a, b, c] = this.#min.map((value) => (Number.isFinite(value) ? value : 0));
    const [d, e, f] = this.#max.map((value) => (Number.isFinite(value) ? value : 0));
    return { min: [a, b, c], max: [d, e, f] };
  }
}
