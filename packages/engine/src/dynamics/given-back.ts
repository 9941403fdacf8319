/**
 * Corrects the restitution of contact over areas. The elastic energy of pressure fields is known exactly, so the integration error of a
 * step that resolves an impact can be removed: after the step the bodies' speed along the contact force is set so that
 *   kinetic + potential + U + integral of what dampers and friction absorb
 * keeps its value (by an impulse along the contact force, so momentum is conserved). An error of second order remains in the path, none in
 * the restitution. Near the turning point the contact force does no work; nothing is corrected there, and the error is small. Where joints,
 * springs, drivers or cables also do work, the error of a step may be theirs, and nothing is corrected.
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

/**
 * Largest correction, as a part of the energy of the motion along the contact force: a larger error is not one of the integrator's order.
 */
const MOST = 1 / 16;

export class GivenBack {
  private readonly w: Workspace;
  private readonly sums: EnergySums;
  private readonly possible: boolean;
  /** of patches: [W] power into springs, [J] stored energy; of the step: [W] at inner stages */
  private readonly found: Float64Array = new Float64Array(2);
  private readonly inner: Float64Array = new Float64Array(1);
  private readonly levers: Float64Array = new Float64Array(9);
  private readonly way: Float64Array;
  private readonly momentum: Float64Array;
  /** [J] excess of stored energy over the energy that flowed in */
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

  /** Called at an inner stage of weight weights[at]. */
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

  /** Writes the power into and the energy in the springs of patches to `found`; false: not known for all patches. */
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

  /** The step is committed and its powers are summed: corrects the velocities of the workspace. */
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

  /** Writes the force of all patches, present and previous, on the bodies to `way`. */
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
