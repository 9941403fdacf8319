/**
 * Tactile images: a face of a body in columns and rows of taxels, each with the pressure on it. The polygons of all pressure field contacts
 * of the body are projected on the face along its normal and cut by the taxels, over which their pressure is integrated. The sum over the
 * taxels is the force on the face, whatever their number. Friction is distributed in proportion to pressure.
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
import { CutPolygon, PatchList } from '../proximity/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Sums of a taxel: force [N] along the normal, friction [N] along both axes. */
const TAXEL = 3;

const patches = new PatchList();
/** a polygon in the face, its part in a column, and its part in a taxel: x, y and pressure of each corner */
const whole = new CutPolygon();
const strip = new CutPolygon();
const part = new CutPolygon();
const plane = new Float64Array(4);

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
  /** force on the face along its axes x, y and its normal, positive for pressure [N] */
  readonly force: Float64Array = new Float64Array(3);
  /** centre of pressure, from the middle of the face along x and y [m] */
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

  /** Computed once for each state that is read. */
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

  /** Adds a patch: its polygons, and its friction in proportion to their pressure. */
  #addPatch(faces: Float64Array, o: number, bodyA: number): void {
    const { contacts, position: x, rotation: r } = this.#w;
    const kept = contacts.patches.trial.data;
    const k = contacts.laws.data[PAIR_STRIDE * kept[o + PATCH_PAIR] + FOUNDATION];
    // friction on the face: the force minus its normal part, on B; opposite on A
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
      whole.count = faces[at];
      for (let v = 0; v < whole.count; v++) {
        const q = at + 1 + 4 * v;
        let [px, py] = [0, 0];
        for (let c = 0; c < 3; c++) {
          let local = -this.#origin[c];
          for (let j = 0; j < 3; j++) local += r[s + 3 * j + c] * (faces[q + j] - x[3 * this.#slot + j]);
          px += this.#axes[3 * c] * local;
          py += this.#axes[3 * c + 1] * local;
        }
        whole.points[3 * v] = px;
        whole.points[3 * v + 1] = py;
        whole.points[3 * v + 2] = k * faces[q + 3];
      }
      this.#cut();
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

  /** force of each taxel for which friction has been distributed */
  readonly #shared: Float64Array;

  /** Adds the polygon to the taxels it covers. */
  #cut(): void {
    const { columns, rows, width, height } = this.#spec;
    const [first, last] = covered(0, columns, width);
    const [under, over] = covered(1, rows, height);
    for (let i = first; i <= last; i++) {
      keepBetween(strip, whole, 0, (i / columns - 0.5) * width, ((i + 1) / columns - 0.5) * width);
      for (let j = under; j <= over && strip.count >= 3; j++) {
        keepBetween(part, strip, 1, (j / rows - 0.5) * height, ((j + 1) / rows - 0.5) * height);
        this.#sum(TAXEL * (j * columns + i));
      }
    }
  }

  /** Area, force and centre of the part in a taxel, in triangles from its first corner: exact. */
  #sum(taxel: number): void {
    const { points: v, count } = part;
    for (let k = 6; k < 3 * count; k += 3) {
      const x1 = v[k - 3];
      const y1 = v[k - 2];
      const p1 = v[k - 1];
      const area = 0.5 * Math.abs((x1 - v[0]) * (v[k + 1] - v[1]) - (y1 - v[1]) * (v[k] - v[0]));
      const sum = v[2] + p1 + v[k + 2];
      this.area += area;
      const push = (area * sum) / 3;
      this.taxels[taxel] += push;
      this.force[2] += push;
      this.centroid[0] += (area * (sum * (v[0] + x1 + v[k]) + v[0] * v[2] + x1 * p1 + v[k] * v[k + 2])) / 12;
      this.centroid[1] += (area * (sum * (v[1] + y1 + v[k + 1]) + v[1] * v[2] + y1 * p1 + v[k + 1] * v[k + 2])) / 12;
    }
  }
}

const shear = new Float64Array(2);

/** First and last column (axis 0) or row (axis 1) that the polygon overlaps, of `count` over a face of `size` [m]. */
function covered(axis: number, count: number, size: number): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = axis; k < 3 * whole.count; k += 3) {
    low = Math.min(low, whole.points[k]);
    high = Math.max(high, whole.points[k]);
  }
  const at = (x: number): number => Math.floor((x / size + 0.5) * count);
  return [Math.max(0, at(low)), Math.min(count - 1, at(high))];
}

/** The part of a polygon between low and high along an axis. */
function keepBetween(out: CutPolygon, from: CutPolygon, axis: number, low: number, high: number): void {
  out.count = from.count;
  for (let k = 0; k < 3 * from.count; k++) out.points[k] = from.points[k];
  plane.fill(0);
  for (let sign = 1; sign >= -1; sign -= 2) {
    plane[axis] = sign;
    plane[3] = -sign * (sign > 0 ? low : high);
    if (out.count > 0) out.cut(plane, 0, true, 0);
  }
}
