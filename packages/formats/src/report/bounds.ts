/** Spatial extent of a run, and its default view. */
import { type Frames, POSE_SIZE, type Scenery, type SceneryPart, spreadFrames } from '@hawser/record';
import type { View } from './document.ts';
import { cableOf, pieceOf } from './drawn-names.ts';
import { movingBodies, poseOf } from './poses.ts';

export type Point = readonly [number, number, number];

export interface Bounds {
  /** [m] world */
  readonly min: Point;
  readonly max: Point;
}

export interface Extent {
  readonly bounds: Bounds;
  /** floors, and parts much larger than all moving bodies, such as a seabed: the view is not fitted to them */
  readonly backdrop: ReadonlySet<SceneryPart>;
}

/** Size relative to all moving bodies from which a part is a backdrop. */
const BACKDROP_RATIO = 6;
const SAMPLES = 60;

/** The space occupied by the bodies during a run. `moving`: moving bodies; default: those whose poses change. */
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
 * Planar motion is viewed almost perpendicularly, other motion from a corner. The small rotation keeps depth readable.
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

/** Length relative to the working space of the other bodies from which a body is their base. */
const BASE_RATIO = 2;
/** Distance travelled, as a part of that space, from which the view follows the base. */
const TRAVEL = 0.25;

/**
 * Small bodies beside one long body (a crane on a ship, a boat at its side, a frame over its stern) are viewed from their side or end, and
 * fill the picture; the view follows a travelling long body. Undefined without such a body, or when they work in its middle.
 */
function workingSide(frames: Frames, scenery: Scenery, moving: ReadonlySet<string>): View | undefined {
  const bodies = scenery.bodies.filter(
    ({ name, parts }) => moving.has(name) && parts.length > 0 && pieceOf(name) === undefined,
  );
  const sized = bodies.map((body) => ({ body, size: boxOf(frames, body, 1).size() })).sort((a, b) => b.size - a.size);
  if (sized.length < 2) return undefined;
  const base = sized[0].body;
  // relative to the moving base
  const along = alongWith(frames, base.name);
  const own = boxOf(along, base, SAMPLES);
  const work = new Box();
  for (const { body } of sized.slice(1)) work.merge(boxOf(along, body, SAMPLES));
  if (own.size() < BASE_RATIO * work.size()) return undefined;
  const { min, max } = extentOf(along, scenery, moving).bounds;
  if (own.size() < 0.7 * Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2])) return undefined; // one among others
  const [around, room] = [own.bounds(), work.bounds()];
  const [a, b] = [middle(around), middle(room)];
  const long = around.max[0] - around.min[0] >= around.max[1] - around.min[1] ? 0 : 1;
  const wide = 1 - long;
  const degree = Math.PI / 180;
  const beside = b[wide] - a[wide];
  const ahead = b[long] - a[long];
  // a single body without a line, such as a buoy beside a barge: the picture shows both
  const travels = travelOf(frames, base.name) > TRAVEL * work.size();
  const idle = sized.length === 2 && !travels && !scenery.bodies.some(({ name }) => cableOf(name) !== undefined);
  const follow = travels ? { follow: base.name } : {};
  const look = idle ? {} : { room, ...follow };
  if (Math.abs(beside) >= 0.1 * (around.max[wide] - around.min[wide])) {
    const square = long === 0 ? (beside > 0 ? 90 : -90) : beside > 0 ? 0 : 180;
    const azimuth = (square - Math.sign(beside) * (long === 0 ? 34 : -34)) * degree;
    return { azimuth, elevation: 17 * degree, ...look };
  }
  if (Math.abs(ahead) < 0.3 * (around.max[long] - around.min[long])) return undefined;
  const end = long === 0 ? (ahead > 0 ? 0 : 180) : ahead > 0 ? 90 : -90;
  return { azimuth: (end + 38) * degree, elevation: 14 * degree, ...look };
}

function boxOf(frames: Frames, { name, parts }: Scenery['bodies'][number], samples: number): Box {
  const box = new Box();
  for (const part of parts) addPart(box, frames, name, part, samples);
  return box;
}

/** The frames minus the horizontal motion of one body; its rotations and its heave stay. */
function alongWith(frames: Frames, name: string): Frames {
  const body = frames.bodies.indexOf(name);
  if (body < 0) return frames;
  const poses = frames.poses.slice();
  const width = POSE_SIZE * frames.bodies.length;
  for (let frame = 1; frame < frames.time.length; frame++) {
    for (let axis = 0; axis < 2; axis++) {
      const own = POSE_SIZE * body + axis;
      const way = frames.poses[width * frame + own] - frames.poses[own];
      for (let o = axis; o < width; o += POSE_SIZE) poses[width * frame + o] -= way;
    }
  }
  return { ...frames, poses };
}

/** [m] largest horizontal distance of a body from its start */
function travelOf(frames: Frames, name: string): number {
  const body = frames.bodies.indexOf(name);
  if (body < 0 || frames.time.length === 0) return 0;
  const first = poseOf(frames, 0, body);
  return Array.from(spreadFrames(frames, SAMPLES), (frame) => poseOf(frames, frame, body)).reduce(
    (most, pose) => Math.max(most, Math.hypot(pose[0] - first[0], pose[1] - first[1])),
    0,
  );
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
      if (!Number.isFinite(point[i])) continue; // a diverged run still gets a picture of its finite part
      this.#min[i] = Math.min(this.#min[i], point[i]);
      this.#max[i] = Math.max(this.#max[i], point[i]);
    }
  }

  merge(other: Box): void {
    this.add(other.#min);
    this.add(other.#max);
  }

  /** True for a level face with negligible height. */
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
