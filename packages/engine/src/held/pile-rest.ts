/**
 * A heap that lies: contacts stay as they were found while no node has moved by more than five thousandths of a radius since, and nothing
 * has begun or ended to touch. Their forces follow the law N = K d^P of each point, so that nothing is left of the steps taken; normals and
 * places are off by that. Everything a restart needs is in save().
 */
import {
  C_LAGGED,
  C_LAW,
  C_LOAD,
  C_MOVE,
  C_NORMAL,
  C_POWER,
  C_PUSH,
  C_REST,
  C_SLOPE,
  C_STRIDE,
  G_BRISTLE,
  G_DEPTH,
  G_FRESH,
  G_KEY,
  G_SHARE,
  G_SLIPPED,
  G_STRIDE,
  L_FIRST,
  L_PAIR,
  L_SLOT,
  L_STRIDE,
  type PileSet,
} from './pile-set.ts';
import {
  H_BRISTLE,
  H_COUNTED,
  H_DEPTH,
  H_KEY,
  H_SHARE,
  H_SLIPS,
  H_STRIDE,
  type TouchHistory,
} from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Parts of the thinnest radius by which nodes may move. */
const STILL = 5e-3;

export class PileRest {
  private readonly w: Workspace;
  private readonly set: PileSet;
  /** where contacts were found: nodes, bodies; step [s] */
  private readonly nodes: Float64Array;
  private readonly position: Float64Array;
  private readonly rotation: Float64Array;
  private h = 0;
  /** [J] that overlaps hold by pair of the ledger, and the deepest [m]; as the step begins */
  private readonly held: Float64Array;
  private deepest = 0;
  /** numbers of `held` are those of the step under way */
  private counted = false;
  /** steps after which contacts stay as they are; -1: they do not */
  private after = -1;

  constructor(w: Workspace, set: PileSet) {
    this.w = w;
    this.set = set;
    this.nodes = new Float64Array(w.size - w.bodySize);
    this.position = new Float64Array(w.position.length);
    this.rotation = new Float64Array(w.rotation.length);
    this.held = new Float64Array(w.touch.stored.length);
  }

  /** May a step h after so many go on with the contacts of the last? */
  goesOn(h: number, steps: number): boolean {
    return this.after === steps && Math.abs(h - this.h) <= 1e-6 * h;
  }

  /** Contacts have been found where the step h begins; known: after a step at whose end overlaps were counted. */
  begin(h: number, known: boolean): void {
    const { w } = this;
    this.h = h;
    this.after = -1;
    this.counted = known && this.counted;
    for (const { cable, at } of w.cables.items) {
      for (let i = 0; i < 4 * cable.nodeCount; i++) this.nodes[at - w.bodySize + i] = cable.q[i];
    }
    this.position.set(w.position);
    this.rotation.set(w.rotation);
  }

  /** The step ends, forces are evaluated, history is written. True: the next may go on with its contacts, and they are ready for it. */
  end(steps: number): boolean {
    this.after = -1;
    if (!this.counted || this.set.count === 0 || !this.still() || !this.unchanged()) return false;
    this.carry();
    const { touch } = this.w;
    for (let i = 0; i < this.held.length; i++) touch.stored[i] += this.held[i];
    touch.deepest = this.deepest;
    this.after = steps + 1;
    return true;
  }

  /** Before and after the energy that overlaps hold is counted, where the next step begins. */
  count(after: boolean): void {
    const { stored, deepest } = this.w.touch;
    for (let i = 0; i < stored.length; i++) this.held[i] = after ? stored[i] - this.held[i] : stored[i];
    this.deepest = deepest;
    this.counted = true;
  }

  private still(): boolean {
    const { w, nodes } = this;
    for (let i = 0; i < this.position.length; i++) if (w.position[i] !== this.position[i]) return false;
    for (let i = 0; i < this.rotation.length; i++) if (w.rotation[i] !== this.rotation[i]) return false;
    const { radius, count } = w.touch.curves;
    let thinnest = Number.POSITIVE_INFINITY;
    for (let e = 0; e < count; e++) if (radius[e] < thinnest) thinnest = radius[e];
    const limit = STILL * thinnest;
    for (const { cable, at } of w.cables.items) {
      const o = at - w.bodySize;
      for (let i = 0; i < 4 * cable.nodeCount; i += 4) {
        for (let r = 0; r < 3; r++) if (!(Math.abs(cable.q[i + r] - nodes[o + i + r]) <= limit)) return false;
      }
    }
    return true;
  }

  /** Does what touched touch, and what did not, not? Points beside a patch are its own affair. */
  private unchanged(): boolean {
    const { set } = this;
    const C = set.contacts.data;
    const G = set.groups.data;
    const L = set.links.data;
    for (let g = 0; g < set.groupCount; g++) {
      const patch = G[G_STRIDE * g + G_DEPTH] > 0;
      const end = L[L_STRIDE * (g + 1) + L_FIRST];
      for (let k = L[L_STRIDE * g + L_FIRST]; k < end; k++) {
        const o = C_STRIDE * k;
        if (!patch && C[o + C_PUSH] > 0) return false;
      }
    }
    return true;
  }

  /** Forces, bristles and energies where the step ends. */
  private carry(): void {
    const { set, held } = this;
    const { solidHistory, strandHistory } = this.w.touch;
    const C = set.contacts.data;
    const G = set.groups.data;
    const L = set.links.data;
    let solid = 0;
    let strand = 0;
    for (let group = 0; group < set.groupCount; group++) {
      const g = G_STRIDE * group;
      const l = L_STRIDE * group;
      for (let k = L[l + L_FIRST]; k < L[l + L_STRIDE + L_FIRST]; k++) {
        const o = C_STRIDE * k;
        const along = alongOf(C, o);
        C[o + C_LAGGED] = C[o + C_PUSH];
        const d = C[o + C_REST];
        if (d > 0) {
          // what the force had more or less than the law, it goes on to have
          const power = C[o + C_POWER];
          const x = Math.max(0, 1 - along / d);
          const law = C[o + C_LAW] * (power === 2 ? x * x : x * Math.sqrt(x));
          held[L[l + L_PAIR]] += (law * x * d - C[o + C_LAW] * d) / (power + 1);
          const load = C[o + C_LOAD] + law - C[o + C_LAW];
          const open = !(x > 0 && load > 0);
          C[o + C_LOAD] = open ? Math.min(0, C[o + C_SLOPE] * (d - along)) : load;
          C[o + C_LAW] = law;
          C[o + C_REST] = open ? 0 : x * d;
        } else C[o + C_LOAD] = Math.min(0, C[o + C_LOAD] - C[o + C_SLOPE] * along);
      }
      if (L[l + L_SLOT] >= 0) solid = remind(G, g, solidHistory, solid);
      else strand = remind(G, g, strandHistory, strand);
    }
  }

  /**
   * What a step that does not go on with contacts begins with, if known: energies counted where the last one ended, and how elements were cut
   * for the patches found there, which was where it began.
   */
  saveFound(steps: number, known: boolean): readonly number[] {
    if (!known || this.after === steps) return [0];
    const { pieces, turning } = this.w.touch.curves;
    return [1, this.counted ? 1 : 0, this.deepest, ...this.held, ...pieces, ...turning];
  }

  /** Back to that, after restore(), patches included. Returns whether it was known. */
  restoreFound(saved: ArrayLike<number>): boolean {
    if (saved.length === 0 || saved[0] === 0) return false;
    const { w, held } = this;
    const { pieces, turning } = w.touch.curves;
    this.counted = saved[1] === 1;
    this.deepest = saved[2];
    let at = 3;
    for (const into of [held, pieces, turning]) for (let i = 0; i < into.length; i++) into[i] = saved[at++];
    w.touch.seen = -1;
    w.touch.find(w.moves, w.position, w.rotation);
    return true;
  }

  save(steps: number): readonly number[] {
    if (this.after !== steps) return [];
    const { set } = this;
    return [
      this.h,
      this.deepest,
      set.count,
      set.groupCount,
      ...this.held,
      ...this.nodes,
      ...this.position,
      ...this.rotation,
      ...set.contacts.data.subarray(0, C_STRIDE * set.count),
      ...set.groups.data.subarray(0, G_STRIDE * set.groupCount),
      ...set.links.data.subarray(0, L_STRIDE * (set.groupCount + 1)),
    ];
  }

  restore(saved: ArrayLike<number>, steps: number): void {
    this.after = -1;
    this.counted = false;
    if (saved.length === 0) return;
    const { set } = this;
    this.h = saved[0];
    this.deepest = saved[1];
    let at = 4;
    const take = (into: Float64Array | Int32Array, count: number): void => {
      for (let i = 0; i < count; i++) into[i] = saved[at++];
    };
    take(this.held, this.held.length);
    take(this.nodes, this.nodes.length);
    take(this.position, this.position.length);
    take(this.rotation, this.rotation.length);
    set.clear();
    set.count = saved[2];
    set.groupCount = saved[3];
    set.contacts.resize(C_STRIDE * set.count);
    set.groups.resize(G_STRIDE * set.groupCount);
    set.links.resize(L_STRIDE * (set.groupCount + 1));
    take(set.contacts.data, C_STRIDE * set.count);
    take(set.groups.data, G_STRIDE * set.groupCount);
    take(set.links.data, L_STRIDE * (set.groupCount + 1));
    this.counted = true;
    this.after = steps;
  }
}

/** B against A along the normal in the step [m] */
function alongOf(C: Float64Array, o: number): number {
  const n = o + C_NORMAL;
  const u = o + C_MOVE;
  return C[u] * C[n] + C[u + 1] * C[n + 1] + C[u + 2] * C[n + 2];
}

/** What the group at g goes on from is what the step has written of it; entries are in the order of groups. Returns where to look next. */
function remind(G: Float64Array, g: number, history: TouchHistory, from: number): number {
  const { trial } = history;
  const kept = trial.data;
  const there = from < trial.length && kept[from + H_KEY] === G[g + G_KEY];
  for (let k = 0; k < 3; k++) G[g + G_BRISTLE + k] = there ? kept[from + H_BRISTLE + k] : 0;
  G[g + G_SHARE] = there ? kept[from + H_SHARE] : 0;
  G[g + G_SLIPPED] = there ? kept[from + H_SLIPS] : 0;
  G[g + G_FRESH] = there ? 0 : 1;
  if (!there) return from;
  kept[from + H_DEPTH] = G[g + G_DEPTH];
  kept[from + H_COUNTED] = G[g + G_DEPTH];
  return from + H_STRIDE;
}
