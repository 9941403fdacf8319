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
/** blows beyond that are cut at this length */
const LONGEST = 0.6;

/** rows looked at to judge how large forces are */
const SAMPLES = 120;

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
      along.clampLength(0, LONGEST * looks.arrowScale * stage.eye.size);
      return [{ from: [at.x, at.y, at.z], along: [along.x, along.y, along.z] }];
    });
  return { reactions: drawn(reactions(store, stage, t)), contacts: drawn(contacts(store, stage, t)) };
}

interface Source {
  readonly channel: string;
  readonly joint?: string;
  /** second body of a contact, or the first when the second does not move: then the force is turned round */
  readonly body?: string;
  readonly turned?: boolean;
}

const sourcesOf = new WeakMap<RunStore, readonly Source[]>();

/** Channels of a run that are drawn as arrows. */
function sources(store: RunStore): readonly Source[] {
  const known = sourcesOf.get(store);
  if (known !== undefined) return known;
  const found = store.channels.flatMap(({ name }): Source[] => {
    const joint = /^joint\.(.+)\.reaction$/s.exec(name)?.[1];
    if (joint !== undefined) return [{ channel: name, joint }];
    const pair = /^contact\.(.+)~(.+)\.force$/s.exec(name);
    if (pair === null) return [];
    const turned = !store.bodies.includes(pair[2]);
    return [{ channel: name, body: turned ? pair[1] : pair[2], turned }];
  });
  sourcesOf.set(store, found);
  return found;
}

/** Reaction forces of joints, at the joint. */
function reactions(store: RunStore, stage: Stage, t: number): Force[] {
  return sources(store).flatMap(({ channel, joint }) => {
    const at = joint === undefined ? undefined : stage.jointAt(joint);
    return at === undefined ? [] : [{ at, value: vectorAt(store, channel, t) }];
  });
}

/** Contact forces on the second body of a pair, at that body: where they act within the contact is not recorded. */
function contacts(store: RunStore, stage: Stage, t: number): Force[] {
  return sources(store).flatMap(({ channel, body, turned }) => {
    const at = body === undefined ? undefined : stage.body(body)?.position;
    if (at === undefined) return [];
    const value = vectorAt(store, channel, t);
    return [{ at, value: turned ? value.negate() : value }];
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
  const sizes = sources(store).map(({ channel }) => {
    const columns = ['x', 'y', 'z'].map((axis) => store.series(`${channel}.${axis}`).values);
    const stride = Math.max(1, Math.floor(store.rows / SAMPLES));
    const sampled: number[] = [];
    for (let i = 0; i < store.rows; i += stride) sampled.push(Math.hypot(...columns.map((column) => column[i])));
    // blows are short and high; what lasts is what arrows are read for
    sampled.sort((p, q) => p - q);
    return sampled[Math.floor(0.98 * (sampled.length - 1))] ?? 0;
  });
  const size = Math.max(1e-9, ...sizes);
  largestOf.set(store, { rows: store.rows, size });
  return size;
}
