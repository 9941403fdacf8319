/** Which forces are drawn at an instant, where, and how long. */
import { Vector3 } from 'three';
import type { RunStore } from '../run/run-store.ts';
import type { Looks } from '../state.ts';
import type { Arrow } from './arrows.ts';
import type { Stage } from './stage.ts';

interface Force {
  readonly at: Vector3;
  readonly value: Vector3;
}

/** the largest force of the run is drawn this long, as a share of the scene */
const LENGTH = 0.22;

const largestOf = new WeakMap<RunStore, { rows: number; size: number }>();

export function arrowsAt(
  store: RunStore,
  stage: Stage,
  time: number,
  looks: Looks,
): { readonly reactions: readonly Arrow[]; readonly contacts: readonly Arrow[] } {
  if (!looks.arrows || store.rows === 0) return { reactions: [], contacts: [] };
  const t = Math.min(time, store.time[store.rows - 1]); // the last row may be a moment old
  const largest = largestForce(store);
  const drawn = (forces: readonly Force[]): Arrow[] =>
    forces.flatMap(({ at, value }) => {
      const size = value.length();
      if (!(size > looks.arrowThreshold * largest) || size === 0) return [];
      const along = value.multiplyScalar((LENGTH * looks.arrowScale * stage.eye.size) / largest);
      return [{ from: [at.x, at.y, at.z], along: [along.x, along.y, along.z] }];
    });
  return { reactions: drawn(reactions(store, stage, t)), contacts: drawn(contacts(store, stage, t)) };
}

/** Reaction forces of joints, at the joint. */
function reactions(store: RunStore, stage: Stage, t: number): Force[] {
  return store.channels.flatMap(({ name }) => {
    const joint = /^joint\.(.+)\.reaction$/s.exec(name)?.[1];
    const at = joint === undefined ? undefined : stage.jointAt(joint);
    return at === undefined ? [] : [{ at, value: vectorAt(store, name, t) }];
  });
}

/** Contact forces on the second body of a pair, at that body: where they act within the contact is not recorded. */
function contacts(store: RunStore, stage: Stage, t: number): Force[] {
  return store.channels.flatMap(({ name }) => {
    const pair = /^contact\.(.+)~(.+)\.force$/s.exec(name);
    if (pair === null) return [];
    const value = vectorAt(store, name, t);
    const second = store.bodies.includes(pair[2]);
    const at = stage.body(second ? pair[2] : pair[1])?.position;
    if (!second) value.negate();
    return at === undefined ? [] : [{ at, value }];
  });
}

function vectorAt(store: RunStore, name: string, t: number): Vector3 {
  return new Vector3(
    ...(['x', 'y', 'z'].map((axis) => store.valueAt(`${name}.${axis}`, t)) as [number, number, number]),
  );
}

/** [N] of the run so far; looked for anew when the run has doubled. */
function largestForce(store: RunStore): number {
  const known = largestOf.get(store);
  if (known !== undefined && store.rows < 2 * known.rows && known.rows <= store.rows) return known.size;
  const sizes: number[] = [];
  for (const { name } of store.channels) {
    if (!/^joint\..+\.reaction$|^contact\..+~.+\.force$/s.test(name)) continue;
    const { values } = store.series(`${name}.magnitude`);
    // blows are short and high; what lasts is what arrows are read for
    const sorted = Float64Array.from(values).sort();
    sizes.push(sorted[Math.floor(0.98 * (sorted.length - 1))] ?? 0);
  }
  const size = Math.max(1e-9, ...sizes);
  largestOf.set(store, { rows: store.rows, size });
  return size;
}
