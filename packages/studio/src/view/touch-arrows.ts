/** Contact forces as arrows: total, split into normal and friction, or as traction over the area. */
import type { Touch } from '@hawser/record';
import { Vector3 } from 'three';
import type { RunStore } from '../run/run-store.ts';
import type { Looks } from '../state.ts';

export interface TouchForce {
  readonly at: Vector3;
  /** [N], or [Pa] of traction */
  readonly value: Vector3;
  readonly kind: 'contact' | 'friction';
}

export function touchForces(store: RunStore, touches: readonly Touch[], mode: Looks['contactArrows']): TouchForce[] {
  return touches.flatMap((touch): TouchForce[] => {
    // on the moving body, not on the floor
    const sign = store.bodies.includes(store.touching[touch.b] ?? '') ? 1 : -1;
    const at = new Vector3(...touch.point);
    const force = new Vector3(...touch.force).multiplyScalar(sign);
    if (mode === 'force') return [{ at, value: force, kind: 'contact' }];
    if (mode === 'traction') return tractions(touch, at, force);
    const normal = new Vector3(...touch.normal);
    const push = normal.clone().multiplyScalar(force.dot(normal));
    return [
      { at, value: push, kind: 'contact' },
      { at, value: force.clone().sub(push), kind: 'friction' },
    ];
  });
}

/** Force over area, at the middle and at the corners; points have none. */
function tractions({ area, outline, faces, normal }: Touch, at: Vector3, force: Vector3): TouchForce[] {
  if (!(area > 0)) return [];
  if (faces !== undefined) return pressures(faces, new Vector3(...normal), force);
  const places = [at];
  for (let k = 0; k < outline.length; k += 3) {
    // half way out, so that arrows of neighbours are not mixed up
    places.push(new Vector3(outline[k], outline[k + 1], outline[k + 2]).lerp(at, 0.5));
  }
  return places.map((place) => ({ at: place, value: force.clone().divideScalar(area), kind: 'contact' }));
}

/** Largest number of arrows on an area. */
const MOST_ARROWS = 60;

/** The pressure at the middles of some of its polygons, along the force. */
function pressures(faces: ArrayLike<number>, normal: Vector3, force: Vector3): TouchForce[] {
  const sign = force.dot(normal) < 0 ? -1 : 1;
  const out: TouchForce[] = [];
  for (let at = 0; at < faces.length; at += 1 + 4 * faces[at]) {
    const n = faces[at];
    const sum = [0, 1, 2, 3].map((c) => {
      let total = 0;
      for (let k = 0; k < n; k++) total += faces[at + 1 + 4 * k + c];
      return total / n;
    });
    out.push({
      at: new Vector3(sum[0], sum[1], sum[2]),
      value: normal.clone().multiplyScalar(sign * sum[3]),
      kind: 'contact',
    });
  }
  const every = Math.max(1, Math.ceil(out.length / MOST_ARROWS));
  return out.filter((_, i) => i % every === 0);
}

/** number of frames used to find their scale */
const SAMPLES = 60;
const found = new WeakMap<RunStore, Map<string, { end: number; size: number }>>();

/** Largest force or traction of the run so far; looked for anew when the run has doubled. */
export function largestTouch(store: RunStore, mode: Looks['contactArrows']): number {
  const cache = found.get(store) ?? new Map<string, { end: number; size: number }>();
  found.set(store, cache);
  const known = cache.get(mode);
  const { endTime: end, startTime: start } = store;
  if (known !== undefined && known.end <= end && end - start < 2 * (known.end - start)) return known.size;
  const sizes: number[] = [];
  for (let i = 0; i <= SAMPLES; i++) {
    const forces = touchForces(store, store.touchesAt(start + (i / SAMPLES) * (end - start)), mode);
    if (forces.length > 0) sizes.push(Math.max(...forces.map(({ value }) => value.length())));
  }
  sizes.sort((p, q) => p - q); // blows are short and high; what lasts is what arrows are read for
  const size = sizes[Math.floor(0.95 * (sizes.length - 1))] ?? 0;
  cache.set(mode, { end, size });
  return size;
}
