/** Poses for glTF: f32, increasing times, quaternions x y z w without sign changes. */
import { type Frames, POSE_SIZE } from '@hawser/record';

/** Frames with finite poses whose time, as f32, exceeds that of the previous one; negative times are dropped. */
export function usableFrames(frames: Frames): number[] {
  const size = POSE_SIZE * frames.bodies.length;
  const usable: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < frames.time.length; f++) {
    const time = Math.fround(frames.time[f]);
    if (!(time >= 0 && time > last && Number.isFinite(time))) continue;
    if (!frames.poses.subarray(f * size, (f + 1) * size).every(Number.isFinite)) continue;
    usable.push(f);
    last = time;
  }
  return usable;
}

/** x y z a frame. */
export function translationTrack(frames: Frames, body: number): Float32Array {
  const track = new Float32Array(3 * frames.time.length);
  for (let f = 0; f < frames.time.length; f++) {
    const from = (f * frames.bodies.length + body) * POSE_SIZE;
    for (let i = 0; i < 3; i++) track[3 * f + i] = frames.poses[from + i];
  }
  return track;
}

/** x y z w a frame, unit length; of q and -q, the same rotation, the one nearer to the frame before. */
export function rotationTrack(frames: Frames, body: number): Float32Array {
  const track = new Float32Array(4 * frames.time.length);
  for (let f = 0; f < frames.time.length; f++) {
    const from = (f * frames.bodies.length + body) * POSE_SIZE + 3;
    const w = frames.poses[from];
    const x = frames.poses[from + 1];
    const y = frames.poses[from + 2];
    const z = frames.poses[from + 3];
    const length = Math.sqrt(w * w + x * x + y * y + z * z);
    const o = 4 * f;
    const along = f === 0 ? 1 : track[o - 4] * x + track[o - 3] * y + track[o - 2] * z + track[o - 1] * w;
    const scale = (along < 0 ? -1 : 1) / (length > 0 ? length : 1);
    track[o] = scale * x;
    track[o + 1] = scale * y;
    track[o + 2] = scale * z;
    track[o + 3] = length > 0 ? scale * w : 1;
  }
  return track;
}
