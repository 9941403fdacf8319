/**
 * Present contacts for display: place, force, and the outline of every area. They are read between steps; the state is not changed.
 */
import {
  ELEMENT_STRIDE,
  makeContactPoint,
  PATCH_STRIDE,
  PatchList,
  POINT_STRIDE,
  refreshElement,
} from '../proximity/index.ts';
import {
  FOUNDATION,
  PAIR_STRIDE,
  TRIAL,
  PATCH_AREA,
  PATCH_FORCE,
  PATCH_KEPT,
  PATCH_PAIR,
  PATCH_POINT_W,
  PATCH_SLIP_SPEED,
  pressesByPlace,
} from '../contacts/index.ts';
import { readCableTouches, type TouchPicture } from './touch-picture.ts';
import type { Workspace } from '../stage/index.ts';

const found = makeContactPoint();
const patches = new PatchList();

/** At most `most` contacts, those with the largest forces. */
export function readTouches(w: Workspace, most: number): TouchPicture[] {
  const all = [...points(w), ...areas(w), ...readCableTouches(w)];
  if (all.length <= most) return all;
  const size = ({ force: [x, y, z] }: TouchPicture): number => x * x + y * y + z * z;
  return all.sort((p, q) => size(q) - size(p)).slice(0, most);
}

function points(w: Workspace): TouchPicture[] {
  const { contacts, model, position, rotation } = w;
  const { set } = contacts;
  const trial = contacts.trial.data;
  const out: TouchPicture[] = [];
  for (let i = 0; i < set.count; i++) {
    const t = TRIAL * i;
    if (!(trial[t + 4] > 0)) continue;
    const [A, B] = [set.bodyA[i], set.bodyB[i]];
    refreshElement(found, set.kind[i], set.data, ELEMENT_STRIDE * i, position, rotation, A, B);
    out.push({
      a: model.bodyOfSlot[A],
      b: model.bodyOfSlot[B],
      point: [found.px, found.py, found.pz],
      normal: [found.nx, found.ny, found.nz],
      force: [trial[t + 6], trial[t + 7], trial[t + 8]],
      slip: trial[t + 13],
      area: 0,
      outline: new Float64Array(0),
    });
  }
  return out;
}

/** The forces are those at the end of the step; the areas are computed again, because a step does not store their points. */
function areas(w: Workspace): TouchPicture[] {
  const { contacts, model, position, rotation, velocity } = w;
  const { scene } = contacts;
  const { trial } = contacts.patches;
  const out: TouchPicture[] = [];
  let o = 0;
  while (o < trial.length) {
    const kept = trial.data;
    const pair = kept[o + PATCH_PAIR];
    const solids = scene.solidPair(pair);
    patches.clear();
    solids.meet(patches, position, rotation, velocity);
    for (let p = 0; o < trial.length && kept[o + PATCH_PAIR] === pair; o += PATCH_KEPT, p++) {
      const q = PATCH_STRIDE * p;
      if (p >= patches.count) continue; // the contact has just opened
      const { data } = patches;
      const faces = facesOf(contacts, pair, p);
      out.push({
        a: model.bodyOfSlot[solids.bodyA],
        b: model.bodyOfSlot[solids.bodyB],
        point: [kept[o + PATCH_POINT_W], kept[o + PATCH_POINT_W + 1], kept[o + PATCH_POINT_W + 2]],
        normal: [data[q + 3], data[q + 4], data[q + 5]],
        force: [kept[o + PATCH_FORCE], kept[o + PATCH_FORCE + 1], kept[o + PATCH_FORCE + 2]],
        slip: kept[o + PATCH_SLIP_SPEED],
        area: kept[o + PATCH_AREA],
        outline: faces === undefined ? outlineOf(patches, p) : new Float64Array(0),
        ...(faces && { faces }),
      });
    }
  }
  return out;
}

/** Most polygons drawn of an area; of more, the smallest are left out. */
const MOST_FACES = 2000;

/** Polygons of a patch with their pressures [Pa]. */
function facesOf({ scene, laws }: Workspace['contacts'], pair: number, patch: number): Float64Array | undefined {
  const solids = scene.solidPair(pair);
  const q = PAIR_STRIDE * pair;
  if (!pressesByPlace(laws.data, pair)) return undefined;
  const faces = solids.facesOf === undefined ? solids.drawnFacesOf?.(patch) : solids.facesOf(patch);
  if (faces === undefined) return undefined;
  const k = laws.data[q + FOUNDATION];
  const starts: number[] = [];
  for (let at = 0; at < faces.length; at += 1 + 4 * faces[at]) {
    starts.push(at);
    for (let i = 0; i < faces[at]; i++) faces[at + 4 + 4 * i] *= k;
  }
  if (starts.length <= MOST_FACES) return faces;
  const size = (at: number): number => {
    let most = 0;
    for (let i = 0; i < faces[at]; i++) {
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const d = faces[at + 1 + 4 * i + c] - faces[at + 1 + c];
        square += d * d;
      }
      most = Math.max(most, square);
    }
    return most;
  };
  const kept = starts
    .map((at) => [size(at), at])
    .sort((p, q) => q[0] - p[0])
    .slice(0, MOST_FACES);
  return Float64Array.from(kept.flatMap(([, at]) => [...faces.subarray(at, at + 1 + 4 * faces[at])]));
}

/** Number of directions in which the outline of an area is sampled. */
const CORNERS = 16;

/**
 * The convex hull of a patch's points across its normal, scaled about its middle to the area of the patch, because the points of a
 * quadrature lie inside the pieces they represent. A region that is not convex is drawn as a hull of the same area.
 */
function outlineOf(list: PatchList, p: number): Float64Array {
  const { data, points, start } = list;
  const o = PATCH_STRIDE * p;
  const [nx, ny, nz] = [data[o + 3], data[o + 4], data[o + 5]];
  // two axes across n
  const flat = Math.abs(nz) < 0.9;
  let [ux, uy, uz] = flat ? [-ny, nx, 0] : [0, -nz, ny];
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  [ux, uy, uz] = [ux / length, uy / length, uz / length];
  const [vx, vy, vz] = [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux];
  const corners: [number, number][] = [];
  for (let k = 0; k < CORNERS; k++) {
    // directions in even steps along the sides of a square: no angle is needed
    const s = (4 * k) / CORNERS;
    const [cu, cv] = s < 1 ? [1 - s, s] : s < 2 ? [1 - s, 2 - s] : s < 3 ? [s - 3, 2 - s] : [s - 3, s - 4];
    let [best, bu, bv] = [Number.NEGATIVE_INFINITY, 0, 0];
    for (let i = start[p]; i < start[p + 1]; i++) {
      const j = POINT_STRIDE * i;
      const [x, y, z] = [points[j], points[j + 1], points[j + 2]];
      const [pu, pv] = [x * ux + y * uy + z * uz, x * vx + y * vy + z * vz];
      if (cu * pu + cv * pv > best) [best, bu, bv] = [cu * pu + cv * pv, pu, pv];
    }
    const last = corners[corners.length - 1];
    if (last === undefined || last[0] !== bu || last[1] !== bv) corners.push([bu, bv]);
  }
  const scale = growth(corners, data[o + 7]);
  const middle = corners.reduce(([a, b], [u, v]) => [a + u / corners.length, b + v / corners.length], [0, 0]);
  const out = new Float64Array(3 * corners.length);
  corners.forEach(([cu, cv], i) => {
    const u = middle[0] + scale * (cu - middle[0]);
    const v = middle[1] + scale * (cv - middle[1]);
    out[3 * i] = data[o] + u * ux + v * vx;
    out[3 * i + 1] = data[o + 1] + u * uy + v * vy;
    out[3 * i + 2] = data[o + 2] + u * uz + v * vz;
  });
  return out;
}

/** Factor that gives a polygon an area; 1 where it has none. */
function growth(corners: readonly [number, number][], wanted: number): number {
  let twice = 0;
  for (let i = 0; i < corners.length; i++) {
    const [a, b] = [corners[i], corners[(i + 1) % corners.length]];
    twice += a[0] * b[1] - a[1] * b[0];
  }
  const area = 0.5 * Math.abs(twice);
  // the factor of a sliver is unreliable: at most 2 is accepted
  return area > 0 ? Math.min(2, Math.sqrt(wanted / area)) : 1;
}
