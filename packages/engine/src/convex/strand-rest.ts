/**
 * Resting cables keep their contacts between steps while nothing has moved by more than five thousandths of a radius since the contacts
 * were found, and no new contact has begun. New contacts follow the changing curves of cables, while the forces of a step use the places
 * found at its start: where the two differ, each step undoes the previous one, and nodes oscillate for ever. With persistent contacts a
 * cable comes to rest, and balanced parts sleep (step.ts). A run continued from a checkpoint needs these contacts: save().
 */
import { H_AXIS, H_BRISTLE, H_ONSET, H_SHARE, H_SLIPS } from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';
import {
  CONTACT_STRIDE,
  DEPTH_START,
  LAG,
  LAG_START,
  LINK_STRIDE,
  LOAD,
  MU,
  NORMAL_START,
  P_AXIS,
  P_BRISTLE,
  P_FRESH,
  P_MU_KINETIC,
  P_MU_STATIC,
  P_ONSET,
  P_OVERLAPS,
  P_SHARE,
  P_SLIPPED,
  PATCH_STRIDE,
  POWER,
  powerOf,
  PUSH,
  SLOT,
  STIFFNESS,
  type StrandContacts,
  takeChord,
} from './strand-contacts.ts';

/** Largest motion of nodes and of surfaces, as parts of the smallest radius. */
const STILL = 5e-3;
/** Multiple of that motion allowed within a step: the approach of two strands stays below the range of the search (strand-find.ts). */
const FAR = 4;

export class StrandRest {
  private readonly w: Workspace;
  private readonly out: StrandContacts;
  /** true: elements keep their numbers between steps */
  private readonly possible: boolean;
  /** [m] */
  private limit = 0;
  /** positions at which contacts were found: nodes, bodies; step [s] */
  private readonly nodes: Float64Array;
  private readonly position: Float64Array;
  private readonly rotation: Float64Array;
  private h = 0;
  /** [m] finest bristle of the contacts */
  private finest = Number.POSITIVE_INFINITY;
  /** number of steps after which contacts are kept; -1: they are not */
  private after = -1;

  constructor(w: Workspace, out: StrandContacts) {
    this.w = w;
    this.out = out;
    this.nodes = new Float64Array(w.size - w.bodySize);
    this.position = new Float64Array(w.position.length);
    this.rotation = new Float64Array(w.rotation.length);
    this.possible =
      !w.gear.any && !(w.model.spec.cables ?? []).some(({ pay, refine }) => pay !== undefined || refine !== undefined);
  }

  /** [m] largest motion of nodes in a step with kept contacts, so that nothing touches that was not near when they were found */
  get farthest(): number {
    return FAR * this.limit;
  }

  /** May a step of length h keep the contacts of the last one? `steps` counts earlier steps. */
  goesOn(h: number, steps: number): boolean {
    if (this.after !== steps || Math.abs(h - this.h) > 1e-6 * h) return false;
    this.w.touch.finest = this.finest;
    return true;
  }

  /** Called when contacts have been found at the start of the step. */
  note(): void {
    const { w } = this;
    this.after = -1;
    if (!this.possible) return;
    this.h = w.h;
    this.finest = w.touch.finest;
    for (let c = 0; c < w.cables.items.length; c++) {
      const { cable, at } = w.cables.items[c];
      for (let i = 0; i < 4 * cable.nodeCount; i++) this.nodes[at - w.bodySize + i] = cable.q[i];
    }
    this.position.set(w.position);
    this.rotation.set(w.rotation);
    const { radius, count } = w.touch.curves;
    let thinnest = Number.POSITIVE_INFINITY;
    for (let e = 0; e < count; e++) if (radius[e] < thinnest) thinnest = radius[e];
    this.limit = STILL * thinnest;
  }

  /** Ends a step: may the next one keep its contacts? The caller then transfers them, patch by patch. `steps` counts earlier steps. */
  stays(steps: number): boolean {
    this.after = this.possible && this.out.count > 0 && this.still() && this.unchanged() ? steps + 1 : -1;
    return this.after >= 0;
  }

  private still(): boolean {
    const { w, nodes, limit, position, rotation } = this;
    for (let i = 0; i < position.length; i++) if (!(Math.abs(w.position[i] - position[i]) <= limit)) return false;
    // a rotation by 1e-9 rad moves nothing that far
    for (let i = 0; i < rotation.length; i++) if (!(Math.abs(w.rotation[i] - rotation[i]) <= 1e-9)) return false;
    for (let c = 0; c < w.cables.items.length; c++) {
      const { cable, at } = w.cables.items[c];
      const o = at - w.bodySize;
      for (let i = 0; i < 4 * cable.nodeCount; i += 4) {
        for (let r = 0; r < 3; r++) if (!(Math.abs(cable.q[i + r] - nodes[o + i + r]) <= limit)) return false;
      }
    }
    return true;
  }

  /** True if nothing pushes that did not overlap. Points beside a patch belong to it. */
  private unchanged(): boolean {
    const { out } = this;
    const e = out.data.data;
    for (let p = 0; p < out.patchCount; p++) {
      if (out.patches.data[PATCH_STRIDE * p + P_OVERLAPS] === 1) continue;
      const end = CONTACT_STRIDE * out.first(p + 1);
      for (let o = CONTACT_STRIDE * out.first(p); o < end; o += CONTACT_STRIDE) if (e[o + PUSH] > 0) return false;
    }
    return true;
  }

  /** Patch p continues from its record at t in the history, -1: none. */
  carryPatch(p: number, t: number): void {
    const { out, w } = this;
    const P = out.patches.data;
    const e = out.data.data;
    const g = PATCH_STRIDE * p;
    const history = out.links.data[LINK_STRIDE * p + SLOT] >= 0 ? w.touch.solidHistory : w.touch.strandHistory;
    const kept = history.trial.data;
    const first = CONTACT_STRIDE * out.first(p);
    for (let k = 0; k < 3; k++) {
      P[g + P_BRISTLE + k] = t < 0 ? 0 : kept[t + H_BRISTLE + k];
      P[g + P_AXIS + k] = t < 0 ? e[first + NORMAL_START + k] : kept[t + H_AXIS + k];
    }
    P[g + P_SHARE] = t < 0 ? 0 : kept[t + H_SHARE];
    P[g + P_SLIPPED] = t < 0 ? 0 : kept[t + H_SLIPS];
    P[g + P_ONSET] = t < 0 ? 0 : kept[t + H_ONSET];
    P[g + P_FRESH] = t < 0 ? 1 : 0;
    const mu = P[g + (P[g + P_SLIPPED] === 1 ? P_MU_KINETIC : P_MU_STATIC)];
    const end = CONTACT_STRIDE * out.first(p + 1);
    for (let o = first; o < end; o += CONTACT_STRIDE) {
      const depth = Math.max(0, e[o + DEPTH_START]);
      e[o + LOAD] = e[o + STIFFNESS] * powerOf(depth, e[o + POWER]);
      e[o + LAG_START] = e[o + PUSH];
      e[o + LAG] = e[o + PUSH];
      e[o + MU] = mu;
      takeChord(e, o, e[o + LOAD]);
    }
  }

  save(steps: number): readonly number[] {
    if (this.after !== steps) return [];
    const { out } = this;
    return [
      this.h,
      this.finest,
      this.limit,
      out.count,
      out.patchCount,
      ...this.nodes,
      ...this.position,
      ...this.rotation,
      ...out.data.data.subarray(0, CONTACT_STRIDE * out.count),
      ...out.patches.data.subarray(0, PATCH_STRIDE * out.patchCount),
      ...out.links.data.subarray(0, LINK_STRIDE * (out.patchCount + 1)),
    ];
  }

  restore(saved: ArrayLike<number>, steps: number): void {
    this.after = -1;
    if (saved.length === 0) return;
    const { out } = this;
    let at = 5;
    const take = (into: Float64Array | Int32Array, count: number): void => {
      for (let i = 0; i < count; i++) into[i] = saved[at++];
    };
    this.h = saved[0];
    this.finest = saved[1];
    this.limit = saved[2];
    out.clear();
    out.count = saved[3];
    out.patchCount = saved[4];
    out.data.resize(CONTACT_STRIDE * out.count);
    out.patches.resize(PATCH_STRIDE * out.patchCount);
    out.links.resize(LINK_STRIDE * (out.patchCount + 1));
    take(this.nodes, this.nodes.length);
    take(this.position, this.position.length);
    take(this.rotation, this.rotation.length);
    take(out.data.data, CONTACT_STRIDE * out.count);
    take(out.patches.data, PATCH_STRIDE * out.patchCount);
    take(out.links.data, LINK_STRIDE * (out.patchCount + 1));
    this.after = steps;
  }
}
