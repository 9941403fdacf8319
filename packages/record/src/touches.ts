/**
 * Contacts, frame by frame at the animation rate. Frames differ in length, so all are stored in one list of single-precision numbers. They
 * serve for drawing; exact values are in the channels.
 */

import { firstAbove } from './recording.ts';

/** One contact of two bodies, in the world. */
export interface Touch {
  /** numbers of the two bodies in `TouchFrames.bodies` */
  readonly a: number;
  readonly b: number;
  /** [m] */
  readonly point: readonly [number, number, number];
  /** from A to B */
  readonly normal: readonly [number, number, number];
  /** [N] on B */
  readonly force: readonly [number, number, number];
  /** [m/s] */
  readonly slip: number;
  /** [m^2]; 0 for a point */
  readonly area: number;
  /** corners of an area, x y z each [m]; empty for a point, and where it has faces */
  readonly outline: ArrayLike<number>;
  /** polygons of an area: how many corners, then x y z [m] and the pressure [Pa] of each */
  readonly faces?: ArrayLike<number>;
}

export interface TouchFrames {
  readonly bodies: readonly string[];
  /** [s] one entry a picture, not decreasing */
  readonly time: Float64Array;
  /** picture i is numbers start[i] ... start[i + 1] - 1 of `values` */
  readonly start: Uint32Array;
  readonly values: Float32Array;
}

/** Numbers before the corners: a, b, corners (below 0: how many numbers of faces instead), point (3), normal (3), force (3), slip, area. */
const HEAD = 14;

export function noTouches(bodies: readonly string[] = []): TouchFrames {
  return { bodies, time: new Float64Array(0), start: Uint32Array.of(0), values: new Float32Array(0) };
}

/** The numbers of one picture. */
export function packTouches(touches: readonly Touch[]): Float32Array {
  const size = touches.reduce((sum, { outline, faces }) => sum + HEAD + (faces ?? outline).length, 0);
  const out = new Float32Array(size);
  let at = 0;
  for (const { a, b, point, normal, force, slip, area, outline, faces } of touches) {
    const corners = faces === undefined ? outline.length / 3 : -faces.length;
    out.set([a, b, corners, ...point, ...normal, ...force, slip, area], at);
    out.set(faces ?? outline, at + HEAD);
    at += HEAD + (faces ?? outline).length;
  }
  return out;
}

export function unpackTouches(values: Float32Array): Touch[] {
  const touches: Touch[] = [];
  for (let at = 0; at + HEAD <= values.length; ) {
    const three = (from: number): [number, number, number] => [
      values[at + from],
      values[at + from + 1],
      values[at + from + 2],
    ];
    const corners = values[at + 2];
    const end = at + HEAD + (corners < 0 ? -corners : 3 * corners);
    touches.push({
      a: values[at],
      b: values[at + 1],
      point: three(3),
      normal: three(6),
      force: three(9),
      slip: values[at + 12],
      area: values[at + 13],
      outline: corners < 0 ? new Float32Array(0) : values.subarray(at + HEAD, end),
      ...(corners < 0 && { faces: values.subarray(at + HEAD, end) }),
    });
    at = end;
  }
  return touches;
}

/** One picture as bytes: time (f64), how many numbers (u32), the numbers (f32). */
export function touchBytes(time: number, values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(12 + 4 * values.length);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, time, true);
  view.setUint32(8, values.length, true);
  for (let i = 0; i < values.length; i++) view.setFloat32(12 + 4 * i, values[i], true);
  return bytes;
}

/** The pictures in a block's content; undefined where it is none. */
export function readTouchBytes(content: Uint8Array): { time: number; values: Float32Array }[] | undefined {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const pictures: { time: number; values: Float32Array }[] = [];
  for (let at = 0; at < content.length; ) {
    if (at + 12 > content.length) return undefined;
    const count = view.getUint32(at + 8, true);
    const end = at + 12 + 4 * count;
    if (end > content.length) return undefined;
    const values = new Float32Array(count);
    for (let i = 0; i < count; i++) values[i] = view.getFloat32(at + 12 + 4 * i, true);
    pictures.push({ time: view.getFloat64(at, true), values });
    at = end;
  }
  return pictures;
}

/** The last picture at or before t, or the first one; none where there is no picture. */
export function touchesAt(frames: TouchFrames, t: number): Touch[] {
  if (frames.time.length === 0) return [];
  const i = Math.max(0, firstAbove(frames.time, t) - 1);
  return unpackTouches(frames.values.subarray(frames.start[i], frames.start[i + 1]));
}

/** Collects frames in one list. */
export function joinTouches(
  bodies: readonly string[],
  pictures: readonly { readonly time: number; readonly values: Float32Array }[],
): TouchFrames {
  const start = new Uint32Array(pictures.length + 1);
  pictures.forEach(({ values }, i) => {
    start[i + 1] = start[i] + values.length;
  });
  const values = new Float32Array(start[pictures.length]);
  pictures.forEach((picture, i) => {
    values.set(picture.values, start[i]);
  });
  return { bodies, time: Float64Array.from(pictures, ({ time }) => time), start, values };
}
