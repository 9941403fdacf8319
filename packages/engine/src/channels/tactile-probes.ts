/**
 * Tactile images: a face of a body in columns and rows of taxels, each with the pressure on it. The polygons of all contacts of the body by
 * pressure fields are laid on the face along its normal and cut by the taxels, over which their pressure is integrated: what the taxels
 * sum to is the force on the face, whatever their number. Friction is shared out by pressure.
 */
import { held, type Probe, scalar, vector } from '../base/index.ts';
import {
  FOUNDATION,
  PAIR_STRIDE,
  PATCH_FORCE,
  PATCH_KEPT,
  PATCH_NORMAL,
  PATCH_PAIR,
  PATCH_PUSH,
} from '../contacts/index.ts';
import { quaternionToMatrix } from '../math/index.ts';
import type { TactileSpec } from '../model/index.ts';
import { PatchList } from '../proximity/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Sums of a taxel: force [N] along the normal, friction [N] along both axes. */
const TAXEL = 3;

const patches = new PatchList();

export function tactileProbes(w: Workspace): Probe[] {
  return (w.model.spec.tactile ?? []).flatMap((spec) => imageProbes(new TactileImage(w, spec), spec));
}

function imageProbes(image: TactileImage, { name, columns, rows }: TactileSpec): Probe[] {
  const of = `tactile.${name}`;
  const probes: Probe[] = [
    held(
      scalar(`${of}.area`, 'm^2', () => {
        image.refresh();
        return image.area;
      }),
    ),
    vector(`${of}.force`, 'N', (out, o) => {
      image.refresh();
      for (let k = 0; k < 3; k++) out[o + k] = image.force[k];
    }),
    held(
      vector(`${of}.centroid`, 'm', (out, o) => {
        image.refresh();
        for (let k = 0; k < 3; k++) out[o + k] = image.centroid[k];
      }),
    ),
  ];
  const per = 1 / image.taxelArea;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const at = TAXEL * (j * columns + i);
      const read = (k: number) => (): number => {
        image.refresh();
        return per * image.taxels[at + k];
      };
      for (const [what, k] of [
        ['pressure', 0],
        ['shear-x', 1],
        ['shear-y', 2],
      ] as const) {
        probes.push({ ...scalar(`${of}.${what}.${j + 1}.${i + 1}`, 'Pa', read(k)), detail: true, dear: true });
      }
    }
  }
  return probes;
}

class TactileImage {
  readonly taxels: Float64Array;
  readonly taxelArea: number;
  /** on the face, along its axes x, y and its normal, which is positive where it is pressed [N] */
  readonly force: Float64Array = new Float64Array(3);
  /** where it is pressed, from the middle of the face along x and y [m] */
  readonly centroid: Float64Array = new Float64Array(3);
  /** [m^2] */
  area = 0;
  readonly #w: Workspace;
  readonly #spec: TactileSpec;
  readonly #slot: number;
  /** columns: x, y and normal of the face in the body; row-major */
  readonly #axes = new Float64Array(9);
  readonly #origin: Float64Array;
  #revision = -1;

  constructor(w: Workspace, spec: TactileSpec) {
    this.#w = w;
    this.#spec = spec;
    this.#slot = w.model.slotOfBody[spec.body];
    this.taxels = new Float64Array(TAXEL * spec.columns * spec.rows);
    this.#shared = new Float64Array(spec.columns * spec.rows);
    this.taxelArea = (spec.width * spec.height) / (spec.columns * spec.rows);
    quaternionToMatrix(this.#axes, 0, spec.frame.rotation, 0);
    this.#origin = Float64Array.from(spec.frame.position, (x, k) => x - w.model.centre[3 * this.#slot + k]);
  }

  /** Once for each state that is read. */
  refresh(): void {
    const { revision } = this.#w.allContacts;
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.taxels.fill(0);
    this.#shared.fill(0);
    this.force.fill(0);
    this.centroid.fill(0);
    this.area = 0;
    const { contacts, position, rotation, velocity } = this.#w;
    const { scene } = contacts;
    const { trial } = contacts.patches;
    let o = 0;
    while (o < trial.length) {
      const pair = trial.data[o + PATCH_PAIR];
      const solids = scene.solidPair(pair);
      const own = solids.bodyA === this.#slot || solids.bodyB === this.#slot;
      if (own && solids.facesOf) {
        patches.clear();
        solids.meet(patches, position, rotation, velocity);
      }
      for (let p = 0; o < trial.length && trial.data[o + PATCH_PAIR] === pair; o += PATCH_KEPT, p++) {
        const faces = own ? solids.facesOf?.(p) : undefined;
        if (faces !== undefined) this.#addPatch(faces, o, solids.bodyA);
      }
    }
    const push = this.force[2];
    for (let k = 0; k < 2; k++) this.centroid[k] = push > 0 ? this.centroid[k] / push : 0;
  }

  /** A patch: its polygons, and its friction in proportion. */
  #addPatch(faces: Float64Array, o: number, bodyA: number): void {
    const { contacts, position: x, rotation: r } = this.#w;
    const kept = contacts.patches.trial.data;
    const k = contacts.laws.data[PAIR_STRIDE * kept[o + PATCH_PAIR] + FOUNDATION];
    // friction on the face: the force less the push, on B; on A it is the other way
    const sign = bodyA === this.#slot ? -1 : 1;
    const s = 9 * this.#slot;
    for (let i = 0; i < 2; i++) {
      shear[i] = 0;
      for (let j = 0; j < 3; j++) {
        const a = 9 * bodyA + 3 * j;
        let n = 0;
        for (let c = 0; c < 3; c++) n += r[a + c] * kept[o + PATCH_NORMAL + c];
        const rest = sign * (kept[o + PATCH_FORCE + j] - kept[o + PATCH_PUSH] * n);
        for (let c = 0; c < 3; c++) shear[i] += rest * r[s + 3 * j + c] * this.#axes[3 * c + i];
      }
    }
    const before = this.force[2];
    for (let at = 0; at < faces.length; at += 1 + 4 * faces[at]) {
      const n = faces[at];
      polygon.length = 0;
      for (let v = 0; v < n; v++) {
        const q = at + 1 + 4 * v;
        let [px, py] = [0, 0];
        for (let c = 0; c < 3; c++) {
          let local = -this.#origin[c];
          for (let j = 0; j < 3; j++) local += r[s + 3 * j + c] * (faces[q + j] - x[3 * this.#slot + j]);
          px += this.#axes[3 * c] * local;
          py += this.#axes[3 * c + 1] * local;
        }
        polygon.push(px, py, k * faces[q + 3]);
      }
      this.#cut(polygon);
    }
    const pushed = this.force[2] - before;
    if (!(pushed > 0)) return;
    for (let i = 0; i < 2; i++) this.force[i] += shear[i];
    for (let t = 0; t < this.taxels.length; t += TAXEL) {
      const share = (this.taxels[t] - this.#shared[t / TAXEL]) / pushed;
      this.#shared[t / TAXEL] = this.taxels[t];
      for (let i = 0; i < 2; i++) this.taxels[t + 1 + i] += share * shear[i];
    }
  }

  /** force of each taxel that friction was shared out for already */
  readonly #shared: Float64Array;

  /** A polygon in the face into the taxels it covers. */
  #cut(points: readonly number[]): void {
    const { columns, rows, width, height } = this.#spec;
    const [low, high] = [range(points, 0), range(points, 1)];
    const first = Math.max(0, Math.floor((low[0] / width + 0.5) * columns));
    const last = Math.min(columns - 1, Math.floor((low[1] / width + 0.5) * columns));
    for (let i = first; i <= last; i++) {
      const strip = between(points, 0, (i / columns - 0.5) * width, ((i + 1) / columns - 0.5) * width);
      if (strip.length < 9) continue;
      const under = Math.max(0, Math.floor((high[0] / height + 0.5) * rows));
      const over = Math.min(rows - 1, Math.floor((high[1] / height + 0.5) * rows));
      for (let j = under; j <= over; j++) {
        const part = between(strip, 1, (j / rows - 0.5) * height, ((j + 1) / rows - 0.5) * height);
        if (part.length >= 9) this.#sum(part, TAXEL * (j * columns + i));
      }
    }
  }

  /** Area, force and centre of a polygon of x, y and pressure, in triangles from its first corner: exact. */
  #sum(v: readonly number[], taxel: number): void {
    for (let k = 6; k < v.length; k += 3) {
      const [x0, y0, p0, x1, y1, p1, x2, y2, p2] = [...v.slice(0, 3), ...v.slice(k - 3, k + 3)];
      const area = 0.5 * Math.abs((x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0));
      const sum = p0 + p1 + p2;
      this.area += area;
      const push = (area * sum) / 3;
      this.taxels[taxel] += push;
      this.force[2] += push;
      this.centroid[0] += (area * (sum * (x0 + x1 + x2) + x0 * p0 + x1 * p1 + x2 * p2)) / 12;
      this.centroid[1] += (area * (sum * (y0 + y1 + y2) + y0 * p0 + y1 * p1 + y2 * p2)) / 12;
    }
  }
}

const shear = new Float64Array(2);
const polygon: number[] = [];

function range(points: readonly number[], axis: number): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = axis; k < points.length; k += 3) {
    low = Math.min(low, points[k]);
    high = Math.max(high, points[k]);
  }
  return [low, high];
}

/** The part of a polygon of x, y, p from low to high along an axis. */
function between(points: readonly number[], axis: number, low: number, high: number): number[] {
  return keep(keep(points, axis, low, 1), axis, high, -1);
}

function keep(points: readonly number[], axis: number, at: number, sign: number): number[] {
  const out: number[] = [];
  for (let k = 0; k < points.length; k += 3) {
    const m = k === 0 ? points.length - 3 : k - 3;
    const [a, b] = [sign * (points[m + axis] - at), sign * (points[k + axis] - at)];
    if (a >= 0 !== b >= 0) {
      const s = a / (a - b);
      for (let c = 0; c < 3; c++) out.push(points[m + c] + s * (points[k + c] - points[m + c]));
    }
    if (b >= 0) out.push(points[k], points[k + 1], points[k + 2]);
  }
  return out;
}
