/** Forces drawn at an instant, with place and length. */
import { Vector3 } from 'three';
import type { RunStore } from '../run/run-store.ts';
import type { Looks } from '../state.ts';
import type { Arrow } from './arrows.ts';
import type { Stage } from './stage.ts';
import { largestTouch, touchForces } from './touch-arrows.ts';

export type Kind = 'reaction' | 'contact' | 'friction' | 'moment';

interface Force {
  readonly at: Vector3;
  readonly value: Vector3;
}

/** length of the largest force of the run, as a part of the scene */
const LENGTH = 0.22;
/** largest length, at which impacts are cut */
const LONGEST = 0.6;

/** number of rows used to find the scale of forces */
const SAMPLES = 120;

const found = new WeakMap<RunStore, Map<string, { rows: number; size: number }>>();

export function arrowsAt(
  store: RunStore,
  stage: Stage,
  time: number,
  looks: Looks,
): Readonly<Record<Kind, readonly Arrow[]>> {
  const none = { reaction: [], contact: [], friction: [], moment: [] };
  if (!looks.arrows || store.rows === 0) return none;
  const t = Math.min(time, store.time[store.rows - 1]); // the last row may be a moment old
  const arrows = (forces: readonly Force[], largest: number): Arrow[] =>
    forces.flatMap(({ at, value }) => {
      const size = value.length();
      if (!(size > looks.arrowThreshold * largest) || size === 0) return [];
      const along = value.multiplyScalar((LENGTH * looks.arrowScale * stage.eye.span) / largest);
      along.clampLength(0, LONGEST * looks.arrowScale * stage.eye.span);
      return [{ from: [at.x, at.y, at.z], along: [along.x, along.y, along.z] }];
    });
  const reaction = arrows(vectorsOf(store, stage, t, 'reaction'), largestOf(store, ['reaction', 'contact']));
  const moment = looks.moments ? arrows(vectorsOf(store, stage, t, 'moment'), largestOf(store, ['moment'])) : [];
  // runs of the command line may have no contacts: then the force of a pair is drawn at the body
  if (store.touching.length === 0) {
    const contact = arrows(vectorsOf(store, stage, t, 'contact'), largestOf(store, ['reaction', 'contact']));
    return { ...none, reaction, moment, contact };
  }
  const mode = looks.contactArrows;
  const forces = touchForces(store, store.touchesAt(time), mode);
  const own = largestTouch(store, mode);
  const largest = mode === 'traction' ? own : Math.max(own, largestOf(store, ['reaction']));
  return {
    reaction,
    moment,
    contact: arrows(
      forces.filter(({ kind }) => kind === 'contact'),
      largest,
    ),
    friction: arrows(
      forces.filter(({ kind }) => kind === 'friction'),
      largest,
    ),
  };
}

interface Source {
  readonly kind: Kind;
  readonly channel: string;
  /** where it stands: a joint, or a body */
  readonly joint?: string;
  readonly body?: string;
  /** the recorded force acts on the other body of the pair */
  readonly turned?: boolean;
}

const sourcesOf = new WeakMap<RunStore, readonly Source[]>();

/** Channels of a run that are drawn as arrows. */
function sources(store: RunStore): readonly Source[] {
  const known = sourcesOf.get(store);
  if (known !== undefined) return known;
  const list = store.channels.flatMap(({ name }): Source[] => {
    const joint = /^joint\.(.+)\.(reaction|moment)$/s.exec(name);
    if (joint !== null) return [{ kind: joint[2] as Kind, channel: name, joint: joint[1] }];
    const pair = /^contact\.(.+)~(.+)\.force$/s.exec(name);
    if (pair === null) return [];
    const turned = !store.bodies.includes(pair[2]);
    return [{ kind: 'contact', channel: name, body: turned ? pair[1] : pair[2], turned }];
  });
  sourcesOf.set(store, list);
  return list;
}

/** Reactions and moments at their joint; contact forces of a pair on its second body, at that body's origin. */
function vectorsOf(store: RunStore, stage: Stage, t: number, kind: Kind): Force[] {
  return sources(store).flatMap((source) => {
    if (source.kind !== kind) return [];
    const at = source.joint === undefined ? stage.body(source.body ?? '')?.position : stage.jointAt(source.joint);
    if (at === undefined) return [];
    const value = vectorAt(store, source.channel, t);
    return [{ at, value: source.turned ? value.negate() : value }];
  });
}

function vectorAt(store: RunStore, name: string, t: number): Vector3 {
  return new Vector3(
    ...(['x', 'y', 'z'].map((axis) => store.valueAt(`${name}.${axis}`, t)) as [number, number, number]),
  );
}

/** Largest magnitude of some kinds in the run so far; updated when the run has doubled. */
function largestOf(store: RunStore, kinds: readonly Kind[]): number {
  const cache = found.get(store) ?? new Map<string, { rows: number; size: number }>();
  found.set(store, cache);
  const key = kinds.join();
  const known = cache.get(key);
  if (known !== undefined && store.rows < 2 * known.rows && known.rows <= store.rows) return known.size;
  const sizes = sources(store).map(({ channel, kind }) => {
    if (!kinds.includes(kind)) return 0;
    const columns = ['x', 'y', 'z'].map((axis) => store.series(`${channel}.${axis}`).values);
    const stride = Math.max(1, Math.floor(store.rows / SAMPLES));
    const sampled: number[] = [];
    for (let i = 0; i < store.rows; i += stride) sampled.push(Math.hypot(...columns.map((column) => column[i])));
    // impacts are short and high; arrows are meant for lasting forces
    sampled.sort((p, q) => p - q);
    return sampled[Math.floor(0.98 * (sampled.length - 1))] ?? 0;
  });
  const size = Math.max(1e-9, ...sizes);
  cache.set(key, { rows: store.rows, size });
  return size;
}
