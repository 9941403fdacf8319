/** Packs a run as a small index and blobs: channels thinned to plot resolution, poses thinned to replay resolution. */
import {
  extremeRows,
  type Frames,
  pickFrames,
  POSE_SIZE,
  type Recording,
  type Scenery,
  type SceneryPart,
  spreadFrames,
  type TouchFrames,
  unpackTouches,
} from '@hawser/record';
import { transform } from './bounds.ts';
import { encodeColumns, encodeDoubles, type WordColumn } from './codec.ts';
import type {
  PackedBody,
  PackedChannel,
  PackedFrames,
  PackedLink,
  PackedMesh,
  PackedPart,
  PackedPressures,
  TimeAxis,
} from './document.ts';
import type { Link, LinkEnd } from './links.ts';
import { movingBodies, poseOf } from './poses.ts';

/** Blobs by name, filled while packing. */
export type Blobs = Map<string, string>;

export interface PackedSeries {
  readonly time: TimeAxis;
  readonly channels: readonly PackedChannel[];
  readonly thinned: boolean;
}

/** The recording, with each column thinned to about `maxPoints` rows that contain all its peaks. */
export function packSeries(blobs: Blobs, recording: Recording, maxPoints: number): PackedSeries {
  const channels: PackedChannel[] = [];
  let first = 0;
  let thinned = false;
  for (const channel of recording.channels) {
    const words: WordColumn[] = [];
    const rows: number[] = [];
    const range: ([number, number] | null)[] = [];
    for (let i = 0; i < channel.components.length; i++) {
      const column = recording.columns[first + i];
      const kept = extremeRows([column], recording.length, maxPoints);
      range.push(rangeOf(column));
      const whole = kept.length === recording.length;
      if (!whole) words.push(kept);
      words.push(rounded(Float32Array.from(kept, (row) => column[row])));
      rows.push(whole ? 0 : kept.length);
      thinned ||= !whole;
    }
    first += channel.components.length;
    const blob = `c${channels.length}`;
    blobs.set(blob, encodeColumns(words));
    channels.push({ name: channel.name, unit: channel.unit, components: channel.components, blob, rows, range });
  }
  return { time: packTime(blobs, 't', recording.time), channels, thinned };
}

/** Number of bits dropped from plotted values: the error is 1e-6, and noise packs a fifth smaller. */
const DROPPED_BITS = 4;

/** Values rounded to 20 significant bits, in place; NaN and infinities stay. */
function rounded(values: Float32Array): Float32Array {
  const words = new Uint32Array(values.buffer);
  const half = 1 << (DROPPED_BITS - 1);
  for (let i = 0; i < words.length; i++) {
    if (Number.isFinite(values[i])) words[i] = ((words[i] + half) >>> DROPPED_BITS) << DROPPED_BITS;
  }
  return values;
}

function rangeOf(column: Float64Array): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of column) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [Number(low.toPrecision(6)), Number(high.toPrecision(6))] : null;
}

/** Rounding of start + i step in 64 bits, with a margin; a real change of rate is far above it. */
const EVEN_TOLERANCE = 1e-12;

export function packTime(blobs: Blobs, blob: string, time: Float64Array): TimeAxis {
  const count = time.length;
  const start = count > 0 ? time[0] : 0;
  const step = count > 1 ? (time[count - 1] - start) / (count - 1) : 0;
  const allowed = EVEN_TOLERANCE * Math.max(Math.abs(start), count > 0 ? Math.abs(time[count - 1]) : 0);
  let even = true;
  for (let i = 0; i < count && even; i++) even = Math.abs(time[i] - (start + i * step)) <= allowed;
  if (even) return { kind: 'even', start, step, count };
  blobs.set(blob, encodeDoubles(time));
  return { kind: 'listed', blob, count };
}

export interface PackedScene {
  readonly frames: PackedFrames;
  readonly bodies: readonly PackedBody[];
  readonly meshes: readonly PackedMesh[];
}

/** Shapes and poses. Equal meshes are stored once; resting bodies take seven numbers. */
export function packScene(
  blobs: Blobs,
  frames: Frames,
  scenery: Scenery,
  backdrop: ReadonlySet<SceneryPart>,
  maxPoses: number,
): PackedScene {
  const moving = movingBodies(frames);
  const budget = Math.max(2, Math.floor(maxPoses / Math.max(1, moving.length)));
  const kept = pickFrames(frames, spreadFrames(frames, budget));
  const size = POSE_SIZE * frames.bodies.length;
  const positionUnit = gridUnit(kept, moving);
  const words: Int32Array[] = [];
  for (const body of moving) {
    for (let i = 0; i < POSE_SIZE; i++) {
      const unit = i < 3 ? positionUnit : ROTATION_UNIT;
      const at = body * POSE_SIZE + i;
      words.push(Int32Array.from(kept.time, (_, frame) => Math.round(kept.poses[frame * size + at] / unit)));
    }
  }
  blobs.set('poses', encodeColumns(words, 2));
  const time = packTime(blobs, 'frames', kept.time);
  const names = moving.map((body) => frames.bodies[body]);

  const meshes: PackedMesh[] = [];
  const known = new Map<string, number>();
  const bodies = scenery.bodies.map((body): PackedBody => {
    const index = frames.bodies.indexOf(body.name);
    const pose = index >= 0 && frames.time.length > 0 ? poseOf(frames, 0, index) : [0, 0, 0, 1, 0, 0, 0];
    const parts = body.parts.map(
      (part): PackedPart => ({
        mesh: packMesh(blobs, meshes, known, part),
        colour: /^#[0-9a-f]{6}$/i.test(part.colour) ? part.colour : '#8899a6',
        opacity: part.opacity,
        backdrop: backdrop.has(part),
        ...(part.name === 'stripe' && { role: 'stripe' }),
        ...(part.name === 'links' && { role: 'links' }),
      }),
    );
    return { name: body.name, track: names.indexOf(body.name), pose, parts };
  });
  return { frames: { time, bodies: names, blob: 'poses', positionUnit, rotationUnit: ROTATION_UNIT }, bodies, meshes };
}

/** 1.5e-5: angles this small are invisible. */
const ROTATION_UNIT = 2 ** -16;
/** Grid lines across the room that the bodies move in: a thousand to a pixel. */
const POSITION_STEPS = 2 ** 20;

/** [m] a power of two, so that the grid is exact in binary; NaN and infinities of a failed run are left out. */
function gridUnit(frames: Frames, bodies: readonly number[]): number {
  let reach = 0;
  for (let frame = 0; frame < frames.time.length; frame++) {
    for (const body of bodies) {
      for (const value of poseOf(frames, frame, body).slice(0, 3)) {
        if (Number.isFinite(value)) reach = Math.max(reach, Math.abs(value));
      }
    }
  }
  return reach > 0 ? 2 ** Math.ceil(Math.log2(reach / POSITION_STEPS)) : 1;
}

/** Links by the tracks of their bodies; an end on a resting body becomes a point of the world. */
export function packLinks(frames: Frames, tracks: readonly string[], links: readonly Link[]): PackedLink[] {
  const pack = ({ body, point }: LinkEnd): { track: number; point: readonly number[] } => {
    const index = frames.bodies.indexOf(body);
    const track = tracks.indexOf(body);
    const still = track < 0 && index >= 0 && frames.time.length > 0;
    return { track, point: still ? transform(poseOf(frames, 0, index), point) : point };
  };
  return links.map(({ name, ends, rope }) => ({ name, ends: [pack(ends[0]), pack(ends[1])], rope: rope ?? null }));
}

function packMesh(blobs: Blobs, meshes: PackedMesh[], known: Map<string, number>, part: SceneryPart): number {
  const normals = part.normals.length === part.positions.length && part.normals.length > 0;
  const words: WordColumn[] = [...threeColumns(part.positions)];
  if (normals) words.push(...threeColumns(part.normals));
  words.push(part.indices);
  const text = encodeColumns(words);
  const twin = known.get(text);
  if (twin !== undefined) return twin;
  const index = meshes.length;
  known.set(text, index);
  const blob = `m${index}`;
  blobs.set(blob, text);
  meshes.push({ blob, vertices: part.positions.length / 3, indices: part.indices.length, normals });
  return index;
}

function threeColumns(triples: Float32Array): Float32Array[] {
  return [0, 1, 2].map((axis) => Float32Array.from({ length: triples.length / 3 }, (_, i) => triples[3 * i + axis]));
}

/** Largest number of values of all pressure frames together: about 2 MB of page. */
const MOST_PRESSURE_NUMBERS = 600_000;

/** Polygons of contact with their pressures; too many frames are thinned evenly. */
export function packPressures(blobs: Blobs, touches: TouchFrames | undefined): PackedPressures | null {
  if (touches === undefined || touches.time.length === 0) return null;
  const every = Math.max(1, Math.ceil(touches.values.length / MOST_PRESSURE_NUMBERS));
  const time: number[] = [];
  const start: number[] = [0];
  const values: number[] = [];
  let most = 0;
  for (let i = 0; i < touches.time.length; i += every) {
    for (const { faces = [] } of unpackTouches(touches.values.subarray(touches.start[i], touches.start[i + 1]))) {
      for (let at = 0; at < faces.length; at += 1 + 4 * faces[at]) {
        for (let k = 0; k < 1 + 4 * faces[at]; k++) values.push(faces[at + k]);
        for (let k = 0; k < faces[at]; k++) most = Math.max(most, faces[at + 4 + 4 * k]);
      }
    }
    time.push(touches.time[i]);
    start.push(values.length);
  }
  if (values.length === 0) return null;
  blobs.set('pressures', encodeColumns([Int32Array.from(start), rounded(Float32Array.from(values))]));
  return {
    time: packTime(blobs, 'pressure-times', Float64Array.from(time)),
    blob: 'pressures',
    count: values.length,
    most: Number(most.toPrecision(3)),
  };
}
