/** Moving bodies, and the pose of a body in a frame. */
import { type Frames, POSE_SIZE } from '@hawser/record';

/** Bodies whose pose differs from the first one in some frame, in the order of the frames. */
export function movingBodies(frames: Frames): number[] {
  const size = POSE_SIZE * frames.bodies.length;
  const moving: number[] = [];
  for (let body = 0; body < frames.bodies.length; body++) {
    let moves = false;
    for (let frame = 1; frame < frames.time.length && !moves; frame++) {
      for (let i = 0; i < POSE_SIZE && !moves; i++) {
        const at = body * POSE_SIZE + i;
        moves = Math.fround(frames.poses[frame * size + at]) !== Math.fround(frames.poses[at]);
      }
    }
    if (moves) moving.push(body);
  }
  return moving;
}

/** x y z w x y z of one body in one frame. */
export function poseOf(frames: Frames, frame: number, body: number): number[] {
  const from = (frame * frames.bodies.length + body) * POSE_SIZE;
  return Array.from(frames.poses.subarray(from, from + POSE_SIZE));
}
