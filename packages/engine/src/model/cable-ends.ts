/**
 * Attachments of cable ends: two for each cable from the start, with three rows each, which are empty for a free end. A held end stays at a
 * point of a body; an end caught from a distance is drawn in: its point moves there along a smooth curve.
 */
import { BuildError } from '../base/index.ts';
import { type Cable, type CableEnd, directorAsItLies } from '../bodies/index.ts';
import type { CableEndSpec, CableSpec } from './spec.ts';

/** Ends in columns: 2 i is the start, 2 i + 1 the end of cable i. */
export interface Attachments {
  readonly count: number;
  readonly cable: Int32Array;
  readonly end: Uint8Array;
  /** node of the cable; changes when nodes are added or removed */
  readonly node: Int32Array;
  /** slot of its holder; -1 without a holder */
  readonly slot: Int32Array;
  /** [m] point from the centre of mass, body axes */
  readonly point: Float64Array;
  /** 1: holds */
  readonly active: Uint8Array;
  /** 1: the direction is held, too; direction and director in body axes (6 numbers) */
  readonly clamped: Uint8Array;
  readonly direction: Float64Array;
  /** [m] from the point to the place where the end was caught, body axes; time of the catch, and duration of drawing in [s] (0: at once) */
  readonly gap: Float64Array;
  readonly drawn: Float64Array;
  /** [N] pull of the end above which it parts; 0: never */
  readonly parting: Float64Array;
  /**
   * blocks: diagonal, (row, node), (node, row), (row, body), (body, row); for clamped ends also (body, node), (node, body) and both for the
   * node next to it; -1 where there is no block
   */
  readonly blocks: Int32Array;
}
export const ATTACHMENT_BLOCKS = 9;

export function makeAttachments(
  list: readonly CableSpec[],
  nodeCounts: readonly number[],
  slotOfBody: Int32Array,
  centre: Float64Array,
): Attachments {
  const count = 2 * list.length;
  const out: Attachments = {
    count,
    cable: new Int32Array(count),
    end: new Uint8Array(count),
    node: new Int32Array(count),
    slot: new Int32Array(count).fill(-1),
    point: new Float64Array(3 * count),
    active: new Uint8Array(count),
    clamped: new Uint8Array(count),
    direction: new Float64Array(6 * count),
    gap: new Float64Array(3 * count),
    drawn: new Float64Array(2 * count),
    parting: new Float64Array(count),
    blocks: new Int32Array(ATTACHMENT_BLOCKS * count).fill(-1),
  };
  list.forEach((cable, i) => {
    [cable.start, cable.end].forEach((end, side) => {
      const k = 2 * i + side;
      out.cable[k] = i;
      out.end[k] = side;
      out.node[k] = side === 0 ? 0 : nodeCounts[i] - 1;
      if (end === undefined) return;
      const body = end.body;
      if (!Number.isInteger(body) || body < 0 || body >= slotOfBody.length) {
        throw new BuildError('no-body', `must name one of ${slotOfBody.length} bodies, found ${body}`, [
          'cables',
          i,
          side === 0 ? 'start' : 'end',
        ]);
      }
      holdAt(out, k, end, slotOfBody[body], centre);
    });
  });
  return out;
}

/** From now on attachment k holds its end at a point of the body in `slot`, without a gap. */
export function holdAt(
  a: Attachments,
  k: number,
  at: Omit<CableEndSpec, 'body'>,
  slot: number,
  centre: Float64Array,
): void {
  a.slot[k] = slot;
  a.active[k] = 1;
  a.clamped[k] = 0;
  a.gap.fill(0, 3 * k, 3 * k + 3);
  a.drawn.fill(0, 2 * k, 2 * k + 2);
  a.parting[k] = at.parting ?? 0;
  for (let j = 0; j < 3; j++) a.point[3 * k + j] = at.point[j] - centre[3 * slot + j];
  if (at.direction === undefined) return;
  a.clamped[k] = 1;
  const d = at.direction;
  const size = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const across = perpendicular(d);
  for (let j = 0; j < 3; j++) {
    a.direction[6 * k + j] = d[j] / size;
    a.direction[6 * k + 3 + j] = across[j];
  }
}

/**
 * Cosine of the largest angle by which a closing clamp may bend an end: 170 degrees; towards 180 degrees the bending moment is unbounded
 * and its plane undefined.
 */
const FOLDED = -0.985;
const clampW = new Float64Array(3);
const directorW = new Float64Array(3);

/** A clamp that closes on an end takes over its present rotation, without twist. False: the clamp would fold the end back on itself. */
export function clampAsItLies(a: Attachments, k: number, cable: Cable, rotation: Float64Array): boolean {
  if (a.clamped[k] === 0 || !(cable.hasBending || cable.hasTwist)) return true;
  clampW.set(worldDirections(a, k, rotation)[0]);
  const t = cable.direction0;
  const e = a.end[k] === 0 ? 3 : 3 * (cable.nodeCount - 1);
  if (clampW[0] * t[e] + clampW[1] * t[e + 1] + clampW[2] * t[e + 2] < FOLDED) return false;
  if (!cable.hasTwist) return true;
  directorAsItLies(directorW, cable, endOf(a, k), clampW);
  const R = 9 * a.slot[k];
  for (let i = 0; i < 3; i++) {
    a.direction[6 * k + 3 + i] =
      rotation[R + i] * directorW[0] + rotation[R + 3 + i] * directorW[1] + rotation[R + 6 + i] * directorW[2];
  }
  return true;
}

/** Attachment k releases its end and forgets its holder. */
export function letGo(a: Attachments, k: number): void {
  a.active[k] = 0;
  a.clamped[k] = 0;
  a.slot[k] = -1;
  a.point.fill(0, 3 * k, 3 * k + 3);
  a.direction.fill(0, 6 * k, 6 * k + 6);
  a.gap.fill(0, 3 * k, 3 * k + 3);
  a.drawn.fill(0, 2 * k, 2 * k + 2);
  a.parting[k] = 0;
}

/** Remaining part of the gap at time t: out = part and its two derivatives. 1 - s^3 (10 - 15 s + 6 s^2), C2. */
export function gapLeft(out: Float64Array, a: Attachments, k: number, t: number): void {
  const duration = a.drawn[2 * k + 1];
  const s = duration > 0 ? (t - a.drawn[2 * k]) / duration : 1;
  out[0] = s <= 0 ? 1 : 0;
  out[1] = 0;
  out[2] = 0;
  if (s <= 0 || s >= 1) return;
  const back = 1 - s;
  out[0] = 1 - s * s * s * (10 - s * (15 - 6 * s));
  out[1] = (-30 * s * s * back * back) / duration;
  out[2] = (-60 * s * back * (1 - 2 * s)) / (duration * duration);
}

export function endOf(a: Attachments, k: number): CableEnd {
  return a.end[k] === 0 ? 0 : 1;
}

/** Columns that a restart needs. */
export function attachmentColumns(a: Attachments): (Float64Array | Int32Array | Uint8Array)[] {
  return [a.slot, a.point, a.active, a.clamped, a.direction, a.gap, a.drawn, a.parting];
}

/** A unit vector across d. */
function perpendicular(d: readonly number[]): number[] {
  const smallest =
    Math.abs(d[0]) <= Math.abs(d[1]) && Math.abs(d[0]) <= Math.abs(d[2]) ? 0 : Math.abs(d[1]) <= Math.abs(d[2]) ? 1 : 2;
  const e = [0, 1, 2].map((i) => (i === smallest ? 1 : 0));
  const c = [d[1] * e[2] - d[2] * e[1], d[2] * e[0] - d[0] * e[2], d[0] * e[1] - d[1] * e[0]];
  const size = Math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
  return c.map((x) => x / size);
}

export function worldPoint(a: Attachments, k: number, position: Float64Array, rotation: Float64Array): number[] {
  const s = a.slot[k];
  return [0, 1, 2].map((i) => {
    const r = 9 * s + 3 * i;
    return (
      position[3 * s + i] +
      rotation[r] * a.point[3 * k] +
      rotation[r + 1] * a.point[3 * k + 1] +
      rotation[r + 2] * a.point[3 * k + 2]
    );
  });
}

export function worldDirections(a: Attachments, k: number, rotation: Float64Array): [number[], number[]] {
  const s = 9 * a.slot[k];
  const turned = (o: number): number[] =>
    [0, 1, 2].map(
      (i) =>
        rotation[s + 3 * i] * a.direction[o] +
        rotation[s + 3 * i + 1] * a.direction[o + 1] +
        rotation[s + 3 * i + 2] * a.direction[o + 2],
    );
  return [turned(6 * k), turned(6 * k + 3)];
}
