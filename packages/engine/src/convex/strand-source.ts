/**
 * Converts strand contacts from the patches of the search to the columns of a convex step, and back to the memory of patches. Bristles
 * belong to patches: a point starts with the bristle of its patch and returns it weighted by its force, so that the state of a patch does
 * not depend on the distribution of force among its points.
 */
import { GrowableInt32 } from '../base/index.ts';
import { staticShare } from '../contact/index.ts';
import {
  H_AXIS,
  H_BRISTLE,
  H_COUNTED,
  H_DEPTH,
  H_FORCE,
  H_FRESH,
  H_FRICTION,
  H_KEY,
  H_NORMAL,
  H_ONSET,
  H_PAIR,
  H_POINT,
  H_SHARE,
  H_SLIP_SPEED,
  H_SLIPS,
  H_SPEED,
  turnAlong,
} from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';
import {
  AXIS,
  BASE_A,
  BASE_B,
  BEND,
  BRISTLE,
  BRISTLE_END,
  CONTACT_STRIDE,
  DEPTH,
  DEPTH_END,
  DEPTH_START,
  FORCE,
  FROM_A,
  LAG,
  LAG_START,
  LINK_STRIDE,
  MOTION,
  MU,
  NORMAL,
  NORMAL_START,
  P_AXIS,
  P_BRISTLE,
  P_DEEPER,
  P_DWELL,
  P_FRESH,
  P_HELD,
  P_KEY,
  P_MU_KINETIC,
  P_MU_STATIC,
  P_ONSET,
  P_S0,
  P_SHARE,
  P_STRIBECK,
  PAIR,
  PATCH_STRIDE,
  PLACE,
  POWER,
  powerOf,
  PUSH,
  SLIPPING,
  SLOT,
  STATE,
  STIFFNESS,
  StrandContacts,
  TO_A,
  WEIGHT_A,
  WEIGHT_B,
} from './strand-contacts.ts';
import type { StepMatrix } from './step-matrix.ts';
import { StrandFinder } from './strand-find.ts';
import { StrandRest } from './strand-rest.ts';

/** Difference of normal forces, as a part of the force and of an element's weight, below which friction needs no further round. */
const STALE = 0.03;

const moved = new Float64Array(3); // displacement of B relative to A in the step, in the frame of the body if there is one [m]
const turned = new Float64Array(9); // rotation of the body in the step
const n1 = new Float64Array(3);
const z0 = new Float64Array(3);
const z1 = new Float64Array(3);
const motion = new Float64Array(3);
const still = new Float64Array(3);

export class CableSource {
  readonly out: StrandContacts;
  private readonly w: Workspace;
  private readonly finder: StrandFinder;
  readonly rest: StrandRest;
  /** true: the step keeps the contacts of the last one */
  kept = false;
  /** by patch: offset of its new record, -1: none */
  private readonly written = new GrowableInt32(32);

  constructor(w: Workspace, matrix: StepMatrix) {
    this.w = w;
    this.out = new StrandContacts(w, matrix);
    this.finder = new StrandFinder(w, this.out);
    this.rest = new StrandRest(w, this.out);
  }

  private get near(): boolean {
    const { touch } = this.w;
    return touch.any && !touch.alone && !touch.quiet;
  }

  /** Finds the contacts of a step. The workspace holds the state at its start, with velocities v; `steps` counts earlier steps. */
  find(v: Float64Array, steps: number): void {
    const { w, out } = this;
    const { touch } = w;
    out.h = w.h;
    this.kept = this.near && this.rest.goesOn(w.h, steps);
    if (this.kept) return;
    out.clear();
    touch.finest = Number.POSITIVE_INFINITY;
    if (!this.near) return;
    touch.seen = -1;
    touch.find(w.moves, w.position, w.rotation);
    this.finder.find(v, false);
    this.rest.note();
  }

  /**
   * Would anything overlap with the displacements of the trial without having a contact? Then it gets one; v: velocities at the start of
   * the step.
   */
  catchMissed(v: Float64Array): boolean {
    if (!this.near || this.kept || !this.finder.missed(this.w.u)) return false;
    this.finder.find(v, true);
    return true;
  }

  /** True if friction was bounded by forces that differ from those found. */
  get stale(): boolean {
    return this.out.count > 0 && this.out.stale > STALE;
  }

  /** Takes normals, levers, depths and bristles from the present trial with velocities v. */
  lineUp(v: Float64Array): void {
    const { out } = this;
    const P = out.patches.data;
    const e = out.data.data;
    for (let p = 0; p < out.patchCount; p++) {
      const g = PATCH_STRIDE * p;
      const l = LINK_STRIDE * p;
      const slot = out.links.data[l + SLOT];
      if (slot >= 0) this.findTurn(slot);
      const first = CONTACT_STRIDE * out.first(p);
      const end = CONTACT_STRIDE * out.first(p + 1);
      let before = 0;
      let now = 0;
      for (let o = first; o < end; o += CONTACT_STRIDE) {
        before += e[o + LAG_START];
        now += e[o + LAG];
      }
      // the energy of the bristle, 1/2 N s0 z^2, is conserved when the normal force changes
      const scale = now > 0 ? Math.sqrt(before / now) : 0;
      for (let o = first; o < end; o += CONTACT_STRIDE) {
        this.findMove(l, o);
        this.placeContact(o);
        turnAlong(z0, 0, P, g + P_BRISTLE, P, g + P_AXIS, e, o + NORMAL_START);
        const along = dot(moved, 0, e, o + NORMAL_START);
        for (let k = 0; k < 3; k++) z0[k] = scale * z0[k] + moved[k] - along * e[o + NORMAL_START + k];
        turnAlong(z1, 0, z0, 0, e, o + NORMAL_START, n1, 0);
        if (slot >= 0) {
          rotate(e, o + NORMAL, n1);
          rotate(e, o + BRISTLE, z1);
        } else {
          for (let k = 0; k < 3; k++) {
            e[o + NORMAL + k] = n1[k];
            e[o + BRISTLE + k] = z1[k];
          }
        }
      }
    }
    out.noteMotion(v);
    this.bound();
  }

  /** `turned` = R R0^T of a body. */
  private findTurn(slot: number): void {
    const { rotation: R, rotation0: S } = this.w;
    const o = 9 * slot;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        turned[3 * i + j] =
          R[o + 3 * i] * S[o + 3 * j] + R[o + 3 * i + 1] * S[o + 3 * j + 1] + R[o + 3 * i + 2] * S[o + 3 * j + 2];
      }
    }
  }

  /** `moved` of contact o, and its lever. */
  private findMove(l: number, o: number): void {
    const { out, w } = this;
    const { u } = w;
    const e = out.data.data;
    const links = out.links.data;
    if (links[l + SLOT] < 0) {
      out.relative(moved, 0, u, l, o);
      return;
    }
    for (let k = 0; k < 3; k++) {
      let r = e[o + PLACE + k] - u[links[l + BASE_B] + k];
      for (let j = links[l + FROM_A]; j < links[l + TO_A]; j++)
        r += e[o + WEIGHT_A + j] * u[links[l + BASE_A] + 4 * j + k];
      e[o + WEIGHT_B + k] = r;
    }
    for (let k = 0; k < 3; k++) {
      let q = 0;
      for (let j = 0; j < 3; j++) q += turned[3 * j + k] * e[o + WEIGHT_B + j];
      moved[k] = e[o + PLACE + k] - q;
    }
  }

  /**
   * DEPTH of contact o after `moved`, and its normal in n1, relative to the start of the step: the surface is approximated by a circle of
   * radius 1/BEND.
   */
  private placeContact(o: number): void {
    const e = this.out.data.data;
    const n = o + NORMAL_START;
    const along = dot(moved, 0, e, n);
    const bend = e[o + BEND];
    const s = bend > 0 ? 1 / bend + along : 0;
    if (!(s > 0)) {
      for (let k = 0; k < 3; k++) n1[k] = e[n + k];
      e[o + DEPTH] = e[o + DEPTH_START] - along;
      return;
    }
    const free = dot(moved, 0, e, o + AXIS);
    let side2 = 0;
    for (let k = 0; k < 3; k++) {
      n1[k] = moved[k] - along * e[n + k] - free * e[o + AXIS + k];
      side2 += n1[k] * n1[k];
    }
    const D = Math.sqrt(s * s + side2);
    for (let k = 0; k < 3; k++) n1[k] = (s * e[n + k] + n1[k]) / D;
    e[o + DEPTH] = e[o + DEPTH_START] - along - side2 / (D + s);
  }

  /** Limits of friction that fall with the slip (contact/strand.ts), by that of the iterate. */
  private bound(): void {
    const { out } = this;
    const P = out.patches.data;
    const e = out.data.data;
    for (let p = 0; p < out.patchCount; p++) {
      const g = PATCH_STRIDE * p;
      if (!(P[g + P_STRIBECK] > 0) || P[g + P_MU_STATIC] === P[g + P_MU_KINETIC]) continue;
      const end = CONTACT_STRIDE * out.first(p + 1);
      for (let o = CONTACT_STRIDE * out.first(p); o < end; o += CONTACT_STRIDE) {
        const share = this.shareAt(g, o, e, o + MOTION);
        e[o + MU] = P[g + P_MU_KINETIC] + (P[g + P_MU_STATIC] - P[g + P_MU_KINETIC]) * share;
      }
    }
  }

  /** Share of the static limit of contact o for the motion from[at ...]. */
  private shareAt(g: number, o: number, from: Float64Array, at: number): number {
    const { out } = this;
    const P = out.patches.data;
    const e = out.data.data;
    if (!(P[g + P_STRIBECK] > 0)) return e[o + STATE] === SLIPPING ? 0 : 1;
    const along = dot(e, o + NORMAL, from, at);
    const slip2 = Math.max(0, dot(from, at, from, at) - along * along);
    return staticShare(P[g + P_SHARE], slip2, P[g + P_STRIBECK], P[g + P_DWELL], out.h);
  }

  /**
   * The step ends with velocities v, at which contacts are evaluated: stores memory, absorbed power and energy of patches, in the order of
   * their keys.
   */
  finish(v: Float64Array): void {
    const { out, w } = this;
    const { touch } = w;
    touch.blank = false;
    touch.power.fill(0);
    touch.stored.fill(0);
    touch.active = 0;
    touch.deepest = 0;
    touch.changes = 0;
    touch.solidHistory.begin();
    touch.strandHistory.begin();
    const e = out.data.data;
    this.written.resize(out.patchCount);
    for (let p = 0; p < out.patchCount; p++) {
      this.written.data[p] = -1;
      const end = CONTACT_STRIDE * out.first(p + 1);
      let normal = 0;
      let lag = 0;
      for (let o = CONTACT_STRIDE * out.first(p); o < end; o += CONTACT_STRIDE) {
        normal += e[o + PUSH];
        lag += e[o + LAG];
      }
      if (normal > 0 || lag > 0) this.finishPatch(v, p, normal, lag);
    }
  }

  private finishPatch(v: Float64Array, p: number, normal: number, lag: number): void {
    const { out, w } = this;
    const { touch } = w;
    const P = out.patches.data;
    const e = out.data.data;
    const g = PATCH_STRIDE * p;
    const l = LINK_STRIDE * p;
    const links = out.links.data;
    const slot = links[l + SLOT];
    const pair = links[l + PAIR];
    const given = slot >= w.model.dynamicCount;
    const end = CONTACT_STRIDE * out.first(p + 1);
    const keeps = normal > 0;
    const history = slot >= 0 ? touch.solidHistory : touch.strandHistory;
    const t = keeps ? history.add() : -1;
    const kept = history.trial.data;
    this.written.data[p] = t;
    // a patch that no longer pushes ends here, but the work of its friction in the step counts
    if (keeps) {
      for (let k = 0; k < history.stride; k++) kept[t + k] = 0;
      kept[t + H_KEY] = P[g + P_KEY];
      kept[t + H_ONSET] = Math.max(0, P[g + P_ONSET]);
      kept[t + H_PAIR] = pair;
      kept[t + H_FRESH] = P[g + P_FRESH];
      kept[t + H_NORMAL] = normal;
      this.findAxis(kept, t + H_AXIS, p);
      touch.active++;
    }
    if (keeps) touch.stored[pair] += P[g + P_HELD];
    const memory = normal > 0 && lag > 0 ? Math.sqrt(lag / normal) / lag : 0;
    let slips = 0;
    for (let o = CONTACT_STRIDE * out.first(p); o < end; o += CONTACT_STRIDE) {
      out.relative(motion, 0, v, l, o);
      touch.power[pair] -= dot(e, o + FORCE, motion, 0);
      if (given) this.giveWork(v, l, o);
      const b = o + BRISTLE_END;
      const deep = Math.max(0, e[o + DEPTH_END]);
      const power = e[o + POWER];
      touch.stored[pair] += (e[o + STIFFNESS] * powerOf(deep, power) * deep) / (power + 1);
      touch.stored[pair] += 0.5 * e[o + LAG] * P[g + P_S0] * dot(e, b, e, b);
      if (!keeps) continue;
      const part = e[o + PUSH] / normal;
      const along = dot(motion, 0, e, o + NORMAL);
      let rub2 = 0;
      turnAlong(z1, 0, e, b, e, o + NORMAL, kept, t + H_AXIS);
      for (let k = 0; k < 3; k++) {
        const rub = e[o + FORCE + k] - e[o + PUSH] * e[o + NORMAL + k];
        rub2 += rub * rub;
        kept[t + H_FORCE + k] += e[o + FORCE + k];
        kept[t + H_BRISTLE + k] += memory * e[o + LAG] * z1[k];
      }
      this.addPlace(kept, t + H_POINT, l, o, part);
      kept[t + H_FRICTION] += Math.sqrt(rub2);
      kept[t + H_SHARE] += part * this.shareAt(g, o, motion, 0);
      kept[t + H_SPEED] -= part * along;
      const slide = Math.sqrt(Math.max(0, dot(motion, 0, motion, 0) - along * along));
      if (slide > kept[t + H_SLIP_SPEED]) kept[t + H_SLIP_SPEED] = slide;
      if (e[o + STATE] === SLIPPING) slips += part;
      const depth = e[o + DEPTH_END] + P[g + P_DEEPER];
      if (e[o + PUSH] > 0 && depth > kept[t + H_DEPTH]) kept[t + H_DEPTH] = depth;
    }
    if (!keeps) return;
    kept[t + H_SLIPS] = slips > 0.5 ? 1 : 0;
    kept[t + H_COUNTED] = kept[t + H_DEPTH];
    if (kept[t + H_DEPTH] > touch.deepest) touch.deepest = kept[t + H_DEPTH];
  }

  /** Ends a step: keeps the contacts for the next one where nothing moved. `steps` counts earlier steps. */
  carry(steps: number): void {
    const { out } = this;
    if (!this.near || !this.rest.stays(steps)) return;
    const e = out.data.data;
    for (let p = 0; p < out.patchCount; p++) {
      const l = LINK_STRIDE * p;
      const slot = out.links.data[l + SLOT];
      if (slot >= 0) this.findTurn(slot);
      const end = CONTACT_STRIDE * out.first(p + 1);
      for (let o = CONTACT_STRIDE * out.first(p); o < end; o += CONTACT_STRIDE) {
        this.findMove(l, o);
        this.placeContact(o);
        e[o + DEPTH_START] = e[o + DEPTH];
        if (slot < 0) {
          for (let k = 0; k < 3; k++) e[o + NORMAL_START + k] = n1[k];
          continue;
        }
        rotate(e, o + NORMAL_START, n1);
        for (let k = 0; k < 3; k++) {
          z0[k] = e[o + AXIS + k];
          e[o + PLACE + k] = e[o + WEIGHT_B + k];
        }
        rotate(e, o + AXIS, z0);
      }
      this.rest.carryPatch(p, this.written.data[p]);
    }
  }

  /** Adds the work of bodies with given motion through contacts. */
  private giveWork(v: Float64Array, l: number, o: number): void {
    const { out, w } = this;
    const e = out.data.data;
    const b = out.links.data[l + BASE_B];
    const x = e[o + WEIGHT_B];
    const y = e[o + WEIGHT_B + 1];
    const z = e[o + WEIGHT_B + 2];
    w.loadPower -= e[o + FORCE] * (v[b] + v[b + 4] * z - v[b + 5] * y);
    w.loadPower -= e[o + FORCE + 1] * (v[b + 1] + v[b + 5] * x - v[b + 3] * z);
    w.loadPower -= e[o + FORCE + 2] * (v[b + 2] + v[b + 3] * y - v[b + 4] * x);
  }

  /** out[o ...] = mean normal of patch p, weighted by the load of its points. */
  private findAxis(to: Float64Array, o: number, p: number): void {
    const { out } = this;
    const e = out.data.data;
    const end = CONTACT_STRIDE * out.first(p + 1);
    still.fill(0);
    for (let c = CONTACT_STRIDE * out.first(p); c < end; c += CONTACT_STRIDE) {
      for (let k = 0; k < 3; k++) still[k] += e[c + PUSH] * e[c + NORMAL + k];
    }
    const size = Math.sqrt(dot(still, 0, still, 0));
    for (let k = 0; k < 3; k++) to[o + k] = size > 0 ? still[k] / size : 0;
  }

  /** to[at ...] += part times the world position of contact o. */
  private addPlace(to: Float64Array, at: number, l: number, o: number, part: number): void {
    const { out, w } = this;
    const e = out.data.data;
    const links = out.links.data;
    const slot = links[l + SLOT];
    for (let k = 0; k < 3; k++) {
      if (slot >= 0) to[at + k] += part * (w.position[3 * slot + k] + e[o + WEIGHT_B + k]);
      else {
        for (let j = links[l + FROM_A]; j < links[l + TO_A]; j++) {
          const i = links[l + BASE_A] + 4 * j + k;
          to[at + k] += part * e[o + WEIGHT_A + j] * (w.cableQ0[i - w.bodySize] + w.u[i]);
        }
      }
    }
  }
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** out[o ...] = turned x */
function rotate(out: Float64Array, o: number, x: Float64Array): void {
  for (let k = 0; k < 3; k++) out[o + k] = turned[3 * k] * x[0] + turned[3 * k + 1] * x[1] + turned[3 * k + 2] * x[2];
}
