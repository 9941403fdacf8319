/**
 * What contact over areas gives back. Its elastic energy is known exactly where pressure fields meet, so a step that follows an impact need not lose or
 * gain what its integrator errs by: after it the bodies' speed along the push is set so that
 *   kinetic + potential + U + integral of what dampers and friction absorb
 * is what it was (an impulse along the push: momentum is kept). An error of order two is left in the path, none in the restitution. About the turning
 * point the push does no work: nothing is set there, and hardly anything is amiss. Where joints, springs, drivers or cables work too, what a step is
 * amiss by may be theirs, and nothing is set.
 */
import type { GrowableFloat64 } from '../base/index.ts';
import {
  PATCH_ELASTIC,
  PATCH_KEPT,
  PATCH_NORMAL,
  PATCH_PAIR,
  PATCH_POINT_W,
  PATCH_POWER,
  PATCH_PUSH,
} from '../contacts/index.ts';
import { massTimes, type EnergySums, type Workspace } from '../stage/index.ts';
import { addLeverForce } from '../trial/index.ts';

/** Part of the energy of the motion along the push that a step may be amiss by: more is no error of its order. */
const MOST = 1 / 16;

export class GivenBack {
  private readonly w: Workspace;
  private readonly sums: EnergySums;
  private readonly possible: boolean;
  /** of patches: [W] into springs, [J] in them; of the step: [W] by inner stages */
  private readonly found: Float64Array = new Float64Array(2);
  private readonly inner: Float64Array = new Float64Array(1);
  private readonly levers: Float64Array = new Float64Array(9);
  private readonly way: Float64Array;
  private readonly momentum: Float64Array;
  /** [J] by which springs hold more than flowed into them */
  private excess = 0.5;
  private known = false;

  constructor(w: Workspace, sums: EnergySums, possible: boolean) {
    this.w = w;
    this.sums = sums;
    const { joints, springs, actions } = w.model;
    const others = joints.count + springs.count + actions.count + w.multiplierCount > 0 || w.cables.any || w.hulls.any;
    this.possible = possible && !others;
    this.way = new Float64Array(w.size + w.multiplierCount);
    this.momentum = new Float64Array(w.size);
  }

  begin(): void {
    this.inner[0] = 0;
  }

  /** At an inner stage that weighs weights[at]. */
  addInner(weights: Float64Array, at: number): void {
    if (!this.possible) return;
    this.read(this.w.contacts.patches.trial.data, this.w.contacts.patches.trial.length);
    this.inner[0] += weights[at] * this.found[0];
  }

  /** The trial is about to be committed. */
  close(weights: readonly [number, number]): void {
    const { w, found } = this;
    this.known = false;
    if (!this.possible) return;
    const { trial, committed } = w.contacts.patches;
    if (w.loadPower !== 0 || w.contacts.active * PATCH_KEPT !== trial.length || trial.length + committed.length === 0)
      return;
    if (!this.read(committed.data, committed.length)) return;
    const flow = weights[0] * found[0] + this.inner[0];
    const before = found[1];
    if (!this.read(trial.data, trial.length)) return;
    this.excess = found[1] - before - w.h * (flow + weights[1] * found[0]);
    this.findPush(trial.length > 0 ? trial : committed);
    this.known = true;
  }

  /** Power into and energy in the springs of patches, to `found`; false: of some it is not known. */
  private read(p: Float64Array, length: number): boolean {
    const { found } = this;
    found.fill(0);
    let known = true;
    for (let o = 0; o < length; o += PATCH_KEPT) {
      if (p[o + PATCH_ELASTIC] < 0) known = false;
      found[0] += p[o + PATCH_POWER];
      found[1] += p[o + PATCH_ELASTIC];
    }
    return known;
  }

  /** The step is committed, and its powers are summed: sets the velocities of the workspace. */
  settle(): void {
    if (!this.known) return;
    const { w, sums, way, momentum } = this;
    sums.findGap();
    const wanted = -(sums.leak[0] + this.excess);
    w.matrix.lu.solve(way);
    massTimes(w, momentum, way);
    let along = 0;
    let heavy = 0;
    for (let i = 0; i < w.size; i++) {
      along += w.velocity[i] * momentum[i];
      heavy += way[i] * momentum[i];
    }
    if (!(heavy > 0) || Math.abs(2 * heavy * wanted) > MOST * along * along) return;
    const root = Math.sqrt(along * along + 2 * heavy * wanted);
    const part = (2 * wanted) / (along + (along > 0 ? root : -root));
    for (let i = 0; i < w.size; i++) w.velocity[i] += part * way[i];
  }

  /** The push of all patches on the bodies, to `way`: those there are, or were. */
  private findPush(patches: GrowableFloat64): void {
    const { w, way, levers } = this;
    const { rotation, position, model } = w;
    const p = patches.data;
    const n = model.dynamicCount;
    way.fill(0);
    for (let o = 0; o < patches.length; o += PATCH_KEPT) {
      const { bodyA, bodyB } = w.contacts.scene.solidPair(p[o + PATCH_PAIR]);
      for (let k = 0; k < 3; k++) {
        levers[k] = p[o + PATCH_POINT_W + k] - position[3 * bodyA + k];
        levers[3 + k] = p[o + PATCH_POINT_W + k] - position[3 * bodyB + k];
        let along = 0;
        for (let j = 0; j < 3; j++) along += rotation[9 * bodyA + 3 * k + j] * p[o + PATCH_NORMAL + j];
        levers[6 + k] = p[o + PATCH_PUSH] * along;
      }
      if (bodyA < n) addLeverForce(way, bodyA, -1, levers, 6, 0);
      if (bodyB < n) addLeverForce(way, bodyB, 1, levers, 6, 3);
    }
  }
}
