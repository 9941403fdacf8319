/**
 * Finds the contacts by volume of a step with held shapes: what bodies share where they would be at its end, as few points with a
 * depth each. Bodies that touch are looked at a little closer than they are, by the way weight makes in a step: so their points
 * are all that may touch in it, and a face that rocks does not lose and win its sides.
 *
 * A body that flies into another would be deep in it by then, where its shape says little about the surface it came through. Such a
 * pair is looked at on the way, where it has just come in; r_k of its points goes straight on from there.
 */
import { movePose } from '../bodies/index.ts';
import { FRICTION_NONE, HEAP_LAG, HEAP_POINT, HEAP_PUSH, HEAP_REST, HEAP_STIFFNESS } from '../contact/index.ts';
import { PATCH_STRIDE, PatchList, POINT_STRIDE, type SolidPair, thinPatches } from '../proximity/index.ts';
import { BRISTLE_S0, FOUNDATION, FRICTION_KIND, MU_KINETIC, MU_STATIC, PAIR_STRIDE } from './contact-table.ts';
import {
  AREA,
  BRUSH,
  DEPTH,
  type HeapPatches,
  IN_A,
  LEVER_A,
  LEVER_B,
  LINKS,
  MU,
  NORMAL,
  ONSET,
  STRIDE,
} from './heap-patches.ts';
import { PATCH_CENTRE, PATCH_DEPTH, PATCH_NORMAL, PATCH_ONSET, PATCH_PUSH, PATCH_SLIPS } from './patch-contacts.ts';
import { type MovedPatch, SHAPES_NEAR } from './patch-shapes.ts';
import { boundBrush, goOn, relativeMotion } from './patch-wrench.ts';
import type { Workspace } from './workspace.ts';

/** A body that comes in is looked at where it is so deep, as a part of the smaller radius, at most so many times. */
const IN_DEEP = 0.05;
const LOOKS = 5;
/** ... or this many times as deep, or as shallow. */
const TOO_DEEP = 1.6;
/** [m] the least of what bodies are looked at closer, and may move before they are looked at again */
const LEAST_SLACK = 1e-6;
/** times the mean depth of its patch: no point is deeper */
const DEEPEST_POINT = 2;

export class HeapFinder {
  private readonly w: Workspace;
  private readonly out: HeapPatches;
  private readonly scratch = new PatchList();
  /** velocities by which bodies come where they are looked at */
  private readonly ahead: Float64Array;
  private h = 0.5;
  /** [m] by which bodies that touch are looked at closer: the way weight makes in a step, twice */
  slack = 0.5;
  /** [m] the largest depth of the pair at hand when the step began; part of the way at which it is looked at */
  private before = 0.5;
  private part = 0.5;
  /** of the patch at hand: foundation [N/m^3], normal force of the one it goes on from [N] */
  private foundation = 0.5;
  private lagged = 0.5;

  constructor(w: Workspace, out: HeapPatches) {
    this.w = w;
    this.out = out;
    this.ahead = new Float64Array(w.velocity.length);
  }

  findSlack(): void {
    const { h } = this.w;
    const g = this.w.model.gravity;
    this.slack = Math.max(LEAST_SLACK, h * h * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]));
  }

  /**
   * Patches where bodies are by velocities `v` at the end of a step h; the workspace stands at its start, and stands at its end
   * afterwards. w.velocity must hold what prescribed bodies do.
   */
  find(v: Float64Array): void {
    const { w, ahead } = this;
    const { contacts, model } = w;
    const { scene, patches } = contacts;
    const { near } = scene;
    this.h = w.h;
    this.out.clear();
    patches.begin();
    patches.shapes.mode = SHAPES_NEAR;
    this.findSlack();
    patches.shapes.coarse = this.slack;
    for (let i = 0; i < ahead.length; i++) ahead[i] = i < 6 * model.dynamicCount ? v[i] : w.velocity[i];
    for (let i = 0; i < near.length; i++) {
      const pair = near.data[i];
      const solids = scene.solidPair(pair);
      this.towards(pair, solids.bodyA);
      const found = patches.shapes.of(w, pair, solids, closer);
      if (found === undefined) continue;
      this.part = 1;
      this.lookOnTheWay(solids, found);
      if (this.part < 1) {
        for (let p = 0; p < this.scratch.count; p++) {
          onTheWay.take(this.scratch, p);
          this.add(pair, solids, onTheWay, still);
        }
        this.part = 1;
        this.place(solids);
        continue;
      }
      for (let p = 0; p < found.count; p++) {
        if (patches.shapes.take(w, found, p, solids.bodyA, solids.bodyB))
          this.add(pair, solids, patches.shapes.patch, found.closer);
      }
    }
    this.out.close();
  }

  /** Sets `closer` against the mean push of the patches a pair had when the step began; `before` their largest depth. */
  private towards(pair: number, A: number): void {
    const { patches } = this.w.contacts;
    const R = this.w.rotation;
    const h = patches.committed.data;
    const from = patches.from(pair);
    closer.fill(0);
    this.before = 0;
    if (!(from < patches.committed.length && h[from] === pair)) return;
    let x = 0;
    let y = 0;
    let z = 0;
    let total = 0;
    let depth = 0;
    for (let o = from; o < patches.committed.length && h[o] === pair; o += patches.stride) {
      const push = h[o + PATCH_PUSH];
      x += push * h[o + PATCH_NORMAL];
      y += push * h[o + PATCH_NORMAL + 1];
      z += push * h[o + PATCH_NORMAL + 2];
      total += push;
      depth = Math.max(depth, h[o + PATCH_DEPTH]);
    }
    this.before = depth;
    // patches that push against each other have no way closer
    const size = Math.sqrt(x * x + y * y + z * z);
    if (!(size > 0.5 * total)) return;
    const scale = -this.slack / size;
    for (let k = 0; k < 3; k++) {
      const r = 9 * A + 3 * k;
      closer[k] = scale * (R[r] * x + R[r + 1] * y + R[r + 2] * z);
    }
  }

  /** `part`: of the way at which a pair that just met is looked at; below 1 the patches are in `scratch`, and the bodies there. */
  private lookOnTheWay(solids: SolidPair, found: PatchList): void {
    const { scratch } = this;
    const deep = Math.max(this.before, IN_DEEP * Math.min(solids.radiusA, solids.radiusB));
    let depth = deepestOf(found);
    if (depth <= TOO_DEEP * deep) return;
    let low = 0;
    let high = 1;
    for (let look = 0; look < LOOKS; look++) {
      // straight from nothing at `low` to the depth at `high`
      this.part = low + (high - low) * Math.max(0.1, Math.min(0.9, deep / depth));
      const here = this.lookAt(solids);
      if (here >= deep / TOO_DEEP && here <= TOO_DEEP * deep) break;
      if (here < deep) low = this.part;
      else {
        high = this.part;
        depth = here;
      }
    }
    // a shape that has hardly begun says as little as one too deep
    if (low === this.part) {
      this.part = high;
      if (high < 1) this.lookAt(solids);
      else this.place(solids);
    }
    if (this.part < 1) thinPatches(scratch, Number.POSITIVE_INFINITY);
  }

  /** Patches at this part of the way into `scratch`; the largest depth. */
  private lookAt(solids: SolidPair): number {
    const { scratch, w } = this;
    this.place(solids);
    scratch.clear();
    solids.meet(scratch, w.position, w.rotation, w.velocity, undefined, true);
    return scratch.count === 0 ? 0 : deepestOf(scratch);
  }

  private place(solids: SolidPair): void {
    const { w, part } = this;
    const n = w.model.dynamicCount;
    if (solids.bodyA < n) movePose(w.position, w.rotation, w.position0, w.rotation0, w.u, solids.bodyA, part);
    if (solids.bodyB < n) movePose(w.position, w.rotation, w.position0, w.rotation0, w.u, solids.bodyB, part);
  }

  /** A patch found at this part of the way. */
  private add(pair: number, { bodyA: A, bodyB: B }: SolidPair, patch: MovedPatch, closer: Float64Array): void {
    const { w, ahead, part } = this;
    const { contacts, position, rotation, model } = w;
    const surfaces = contacts.patches;
    const d = patch.data;
    const i = STRIDE * this.out.count;
    const l = LINKS * this.out.count;
    this.out.data.resize(i + STRIDE);
    this.out.links.resize(l + LINKS);
    const out = this.out.data.data;
    const links = this.out.links.data;
    for (let k = 0; k < 6; k++) out[i + k] = d[k];
    for (let k = 0; k < 3; k++) {
      out[i + LEVER_A + k] = d[k] - position[3 * A + k];
      out[i + LEVER_B + k] = d[k] - position[3 * B + k];
    }
    const r = 9 * A;
    for (let k = 0; k < 3; k++) {
      inA[k] = 0;
      inA[3 + k] = 0;
      for (let j = 0; j < 3; j++) {
        inA[k] += rotation[r + 3 * j + k] * out[i + LEVER_A + j];
        inA[3 + k] += rotation[r + 3 * j + k] * out[i + NORMAL + j];
      }
    }
    for (let k = 0; k < 6; k++) out[i + IN_A + k] = inA[k];
    const from = surfaces.match(pair, inA, 0);
    links[l] = pair;
    links[l + 1] = A;
    links[l + 2] = B;
    links[l + 3] = from;
    links[l + 4] = this.out.points.length / HEAP_POINT;
    const before = surfaces.committed.data;
    const laws = contacts.laws.data;
    const q = PAIR_STRIDE * pair;
    const rough = laws[q + FRICTION_KIND] !== FRICTION_NONE;
    out[i + AREA] = d[7];
    out[i + DEPTH] = d[8];
    brush.fill(0);
    if (from >= 0) {
      goOn(brush, before, from, inA, -PATCH_CENTRE, w.u, 6 * A, 6 * B, rotation, r, out, i + NORMAL);
      brushBound[0] = laws[q + MU_STATIC] / laws[q + BRISTLE_S0];
      brushBound[1] = d[7];
      boundBrush(brush, brushBound);
      out[i + ONSET] = before[from + PATCH_ONSET];
      out[i + MU] = before[from + PATCH_SLIPS] === 1 ? laws[q + MU_KINETIC] : laws[q + MU_STATIC];
    } else {
      this.out.relative(motion, ahead, i, A, B);
      out[i + ONSET] = Math.max(
        0,
        -(motion[0] * out[i + NORMAL] + motion[1] * out[i + NORMAL + 1] + motion[2] * out[i + NORMAL + 2]),
      );
      out[i + MU] = laws[q + MU_STATIC];
    }
    if (!rough) out[i + MU] = 0;
    for (let k = 0; k < 7; k++) out[i + BRUSH + k] = brush[k];
    // speeds that have brought the points here: all of those of prescribed bodies, which stand at the end of the step
    for (let k = 0; k < 6; k++) {
      scaled[k] = (A < model.dynamicCount ? part : 1) * ahead[6 * A + k];
      scaled[6 + k] = (B < model.dynamicCount ? part : 1) * ahead[6 * B + k];
    }
    relativeMotion(motion, scaled, 0, 6, out, i + LEVER_A, i + LEVER_B);
    this.foundation = laws[q + FOUNDATION];
    this.lagged = from >= 0 ? before[from + PATCH_PUSH] : 0;
    this.addPoints(patch, closer);
    this.out.count++;
  }

  /** `motion` holds what has brought it here. */
  private addPoints(patch: MovedPatch, closer: Float64Array): void {
    const { points } = this.out;
    const { foundation, h, lagged: lag } = this;
    const bent = patch.data[9] === 1;
    const deep = patch.data[6] / patch.data[7];
    const begin = points.length;
    let total = 0;
    for (let k = patch.first; k < patch.last; k++) {
      const s = POINT_STRIDE * k;
      const from = patch.points;
      const n = bent ? patch.normals : patch.data;
      const m = bent ? 3 * k : 3;
      let area = from[s + 4] * n[m] + from[s + 5] * n[m + 1] + from[s + 6] * n[m + 2];
      const volume = from[s + 3];
      // a patch that leans over has points with hardly any area under them
      area = Math.max(area, volume / (DEEPEST_POINT * deep));
      if (!(area > 0 && volume > 0)) continue;
      const o = points.length;
      points.resize(o + HEAP_POINT);
      const to = points.data;
      for (let j = 0; j < 3; j++) {
        to[o + j] = from[s + j];
        to[o + 3 + j] = n[m + j];
      }
      const x = motion[0] + motion[4] * from[s + 2] - motion[5] * from[s + 1];
      const y = motion[1] + motion[5] * from[s] - motion[3] * from[s + 2];
      const z = motion[2] + motion[3] * from[s + 1] - motion[4] * from[s];
      to[o + HEAP_STIFFNESS] = foundation * area;
      const back = closer[0] * n[m] + closer[1] * n[m + 1] + closer[2] * n[m + 2];
      to[o + HEAP_REST] = volume / area + back + h * (x * n[m] + y * n[m + 1] + z * n[m + 2]);
      // as deep as it is without having been looked at closer: so friction knows which points carry
      const share = Math.max(0, volume + back * area);
      total += share;
      to[o + HEAP_LAG] = share;
      to[o + HEAP_PUSH] = 0;
    }
    for (let o = begin; o < points.length; o += HEAP_POINT) points.data[o + HEAP_LAG] *= total > 0 ? lag / total : 0;
  }
}

/** A patch of a list as it is. */
class FoundPatch implements MovedPatch {
  points: Float64Array = new Float64Array(0);
  normals: Float64Array = new Float64Array(0);
  first = 0;
  last = 0;
  readonly data: Float64Array = new Float64Array(PATCH_STRIDE);

  take(list: PatchList, p: number): void {
    for (let k = 0; k < PATCH_STRIDE; k++) this.data[k] = list.data[PATCH_STRIDE * p + k];
    this.points = list.points;
    this.normals = list.normals;
    this.first = list.start[p];
    this.last = list.start[p + 1];
  }
}

const onTheWay = new FoundPatch();
const closer = new Float64Array(3);
const still = new Float64Array(3);
const inA = new Float64Array(6);
const brush = new Float64Array(7);
/** give of the bristles [m], area [m^2] */
const brushBound = new Float64Array(2);
const scaled = new Float64Array(12);
const motion = new Float64Array(6);

/** [m] */
function deepestOf(list: PatchList): number {
  let most = 0;
  for (let p = 0; p < list.count; p++) most = Math.max(most, list.data[PATCH_STRIDE * p + 8]);
  return most;
}
