/** Forces where bodies touch as vectors to draw: whole, split into normal and friction, or as traction over the area. */
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
    // on what moves: a force on the floor says little
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
function tractions({ area, outline }: Touch, at: Vector3, force: Vector3): TouchForce[] {
  if (!(area > 0)) return [];
  const places = [at];
  for (let k = 0; k < outline.length; k += 3) {
    // half way out, so that arrows of neighbours are not mixed up
    places.push(new Vector3(outline[k], outline[k + 1], outline[k + 2]).lerp(at, 0.5));
  }
  return places.map((place) => ({ at: place, value: force.clone().divideScalar(area), kind: 'contact' }));
}

/** pictures looked at to judge how large they are */
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
