/**
 * Strand contacts for display: place, force, and a strip for each contact, as long as the contact and as wide as the overlap. Forces and
 * places are those at the end of the step.
 */
import type { ContactPatches } from '../proximity/index.ts';
import {
  H_FORCE,
  H_KEY,
  H_NORMAL,
  H_PAIR,
  H_POINT,
  H_SLIP_SPEED,
  H_STRIDE,
  type TouchHistory,
} from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';

/** One place where two bodies touch, a cable and a body, or two cables. All in the world. */
export interface TouchPicture {
  /** numbers of bodies of the model; cables are numbered after them */
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
  /** corners of an area, x y z each [m]; empty for a point */
  readonly outline: Float64Array;
  /** polygons of an area: number of corners, then x y z [m] and the pressure [Pa] of each; the outline is then empty */
  readonly faces?: Float64Array;
}

/** Cables are numbered after the bodies of the model. */
export function readCableTouches(w: Workspace): TouchPicture[] {
  const { touch } = w;
  if (!touch.any) return [];
  return [
    ...pictures(w, touch.solidHistory, touch.solidPatches),
    ...pictures(w, touch.strandHistory, touch.strandPatches),
  ];
}

function pictures(w: Workspace, history: TouchHistory, patches: ContactPatches): TouchPicture[] {
  const { touch, model } = w;
  const kept = history.trial.data;
  const out: TouchPicture[] = [];
  for (let p = 0; p < history.count; p++) {
    const o = H_STRIDE * p;
    if (!(kept[o + H_NORMAL] > 0)) continue;
    const { cable, slot, other } = touch.pairs[kept[o + H_PAIR]];
    const bodies = model.spec.bodies.length;
    // contacts stand in the order of their memory, except in a state just loaded, which has no contacts yet
    const known = p < patches.count && patches.key[p] === kept[o + H_KEY];
    const normal = known ? normalOf(patches, p) : direction(kept, o + H_FORCE);
    const radius = known ? touch.curves.radius[patches.elementA[p]] : 0;
    const at = (axis: number): number => kept[o + H_POINT + axis] + radius * normal[axis]; // from the centre line to the surface
    out.push({
      a: bodies + cable,
      b: slot >= 0 ? model.bodyOfSlot[slot] : bodies + other,
      point: [at(0), at(1), at(2)],
      normal,
      force: [kept[o + H_FORCE], kept[o + H_FORCE + 1], kept[o + H_FORCE + 2]],
      slip: kept[o + H_SLIP_SPEED],
      area: known ? patches.area[p] : 0,
      outline: known ? stripOf(w, patches, p, normal) : new Float64Array(0),
    });
  }
  return out;
}

function normalOf({ normal }: ContactPatches, p: number): [number, number, number] {
  return [normal[3 * p], normal[3 * p + 1], normal[3 * p + 2]];
}

function direction(v: Float64Array, o: number): [number, number, number] {
  const length = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
  return length > 0 ? [v[o] / length, v[o + 1] / length, v[o + 2] / length] : [0, 0, 1];
}

/**
 * Corners of a strip around the points of a contact; it extends beyond the first and the last point by half the length that each
 * represents.
 */
function stripOf(w: Workspace, patches: ContactPatches, p: number, normal: readonly number[]): Float64Array {
  const { touch } = w;
  const e = patches.elementA[p];
  const c = touch.curves.cable[e];
  const { cable } = w.cables.items[c];
  const node = 4 * (e - touch.starts[c]);
  const along = direction(
    Float64Array.of(
      cable.q[node + 4] - cable.q[node],
      cable.q[node + 5] - cable.q[node + 1],
      cable.q[node + 6] - cable.q[node + 2],
    ),
    0,
  );
  const [n, t] = [normal, along];
  const across = direction(
    Float64Array.of(n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]),
    0,
  );
  const radius = touch.curves.radius[e];
  const first = patches.pointStart[p];
  const last = patches.pointStart[p + 1] - 1;
  const middle = (first + last) >> 1;
  const rows: (readonly [number, number])[] = [[first, -0.5]];
  if (last > first + 1) rows.push([middle, 0]);
  rows.push([last, 0.5]);
  const out = new Float64Array(6 * rows.length);
  rows.forEach(([q, beyond], k) => {
    for (let axis = 0; axis < 3; axis++) {
      const at = patches.pointA[3 * q + axis] + radius * n[axis] + beyond * patches.weight[q] * t[axis];
      const half = 0.5 * patches.chord[q] * across[axis];
      out[3 * k + axis] = at - half;
      out[out.length - 3 * (k + 1) + axis] = at + half;
    }
  });
  return out;
}
