/** Which triangles of a mesh run through each other? Boxes along one axis first, then the exact test of pairs. */
import { MEETING, triangleMeeting } from './triangle-pair.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

export interface SelfMeetings {
  /** pairs of triangles that cross, two numbers each, and pairs that only touch */
  readonly crossings: readonly number[];
  readonly touches: readonly number[];
  /** true: the search stopped at its limit; there are more */
  readonly more: boolean;
}

/** `skip`: triangles to pass over, those without area. Stops at `most` pairs. */
export function selfMeetings(mesh: TriangleMesh, skip: ReadonlySet<number>, most: number): SelfMeetings {
  const { positions: p, triangles } = mesh;
  const count = triangles.length / 3;
  const boxes = new Float64Array(6 * count); // low x y z, high x y z
  const spread = [0, 0, 0]; // sum of extents: along the best axis this sum is smallest relative to the length
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 3; k++) {
      const a = p[3 * triangles[3 * t] + k];
      const b = p[3 * triangles[3 * t + 1] + k];
      const c = p[3 * triangles[3 * t + 2] + k];
      boxes[6 * t + k] = Math.min(a, b, c);
      boxes[6 * t + 3 + k] = Math.max(a, b, c);
      spread[k] += boxes[6 * t + 3 + k] - boxes[6 * t + k];
      low[k] = Math.min(low[k], boxes[6 * t + k]);
      high[k] = Math.max(high[k], boxes[6 * t + 3 + k]);
    }
  }
  let axis = 0;
  for (let k = 1; k < 3; k++) if (spread[k] * (high[axis] - low[axis]) < spread[axis] * (high[k] - low[k])) axis = k;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const order = Int32Array.from({ length: count }, (_, t) => t)
    .filter((t) => !skip.has(t))
    .sort((s, t) => boxes[6 * s + axis] - boxes[6 * t + axis] || s - t);
  const crossings: number[] = [];
  const touches: number[] = [];
  for (let i = 0; i < order.length; i++) {
    const s = 6 * order[i];
    for (let j = i + 1; j < order.length; j++) {
      const t = 6 * order[j];
      if (boxes[t + axis] > boxes[s + 3 + axis]) break;
      if (boxes[t + u] > boxes[s + 3 + u] || boxes[s + u] > boxes[t + 3 + u]) continue;
      if (boxes[t + v] > boxes[s + 3 + v] || boxes[s + v] > boxes[t + 3 + v]) continue;
      const meeting = triangleMeeting(p, triangles, 3 * order[i], 3 * order[j]);
      if (meeting === MEETING.none) continue;
      const list = meeting === MEETING.cross ? crossings : touches;
      if (list.length < 2 * most) list.push(Math.min(order[i], order[j]), Math.max(order[i], order[j]));
      else if (meeting === MEETING.cross) return { crossings, touches, more: true };
    }
  }
  return { crossings, touches, more: false };
}
