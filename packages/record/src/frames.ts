/** Body poses of a run at the animation rate. */
import { firstAbove } from './recording.ts';

/** Numbers of a body in a frame: position x, y, z [m], then rotation w, x, y, z. */
export const POSE_SIZE = 7;

export interface Frames {
  /** names of the bodies, in the order of the poses */
  readonly bodies: readonly string[];
  /** [s] one entry for each frame, not decreasing */
  readonly time: Float64Array;
  /** frame after frame, body after body, POSE_SIZE numbers each: frame of the body in the world */
  readonly poses: Float64Array;
}

/** Indices of at most `count` frames, evenly spread, the first and the last among them. */
export function spreadFrames(frames: Frames, count: number): Uint32Array {
  const total = frames.time.length;
  if (count < 1) throw new RangeError(`at least 1 frame must be kept, found ${count}`);
  if (total <= count) return Uint32Array.from({ length: total }, (_, i) => i);
  if (count === 1) return Uint32Array.of(total - 1);
  return Uint32Array.from({ length: count }, (_, i) => Math.round((i * (total - 1)) / (count - 1)));
}

/** Copies of the frames at the given indices. */
export function pickFrames(frames: Frames, indices: ArrayLike<number>): Frames {
  const size = POSE_SIZE * frames.bodies.length;
  const time = new Float64Array(indices.length);
  const poses = new Float64Array(indices.length * size);
  for (let i = 0; i < indices.length; i++) {
    const from = indices[i] * size;
    time[i] = frames.time[indices[i]];
    poses.set(frames.poses.subarray(from, from + size), i * size);
  }
  return { bodies: frames.bodies, time, poses };
}

/**
 * Poses of all bodies at time t [s] into `out` (POSE_SIZE numbers a body), interpolated linearly between two frames, quaternions normalised
 * and on the shorter path; the first or last frame outside the range.
 */
export function poseAt(out: Float64Array, frames: Frames, t: number): void {
  const { time, poses } = frames;
  const size = POSE_SIZE * frames.bodies.length;
  const after = firstAbove(time, t);
  if (time.length === 0) throw new RangeError('there are no frames to take a pose from');
  if (after === 0 || after === time.length) {
    const from = (after === 0 ? 0 : time.length - 1) * size;
    for (let i = 0; i < size; i++) out[i] = poses[from + i];
    return;
  }
  const span = time[after] - time[after - 1]; // > 0: `after` is the first frame later than t, the one before is not
  const s = (t - time[after - 1]) / span;
  for (let i = 0; i < size; i += POSE_SIZE) blendPose(out, poses, (after - 1) * size + i, after * size + i, s, i);
}

function blendPose(out: Float64Array, poses: Float64Array, a: number, b: number, s: number, o: number): void {
  for (let i = 0; i < 3; i++) out[o + i] = poses[a + i] + s * (poses[b + i] - poses[a + i]);
  let dot = 0;
  for (let i = 3; i < POSE_SIZE; i++) dot += poses[a + i] * poses[b + i];
  const sign = dot < 0 ? -1 : 1; // q and -q are the same rotation: take the one nearer to the first
  let norm2 = 0;
  for (let i = 3; i < POSE_SIZE; i++) {
    const q = poses[a + i] + s * (sign * poses[b + i] - poses[a + i]);
    out[o + i] = q;
    norm2 += q * q;
  }
  const scale = 1 / Math.sqrt(norm2); // dot >= 0, so the blend is never shorter than 1/sqrt(2)
  for (let i = 3; i < POSE_SIZE; i++) out[o + i] *= scale;
}
