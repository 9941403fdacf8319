/** All forces, and the stage matrix when asked, at the trial state. */
import { effortFor, FOR_PART, PART_STEP } from '../base/index.ts';
import { addGyroscopic, addMassBlocks, timesMass } from '../bodies/index.ts';
import { addActions, commitActions } from './action-forces.ts';
import { addCableMasses, addCables, timesCableMasses } from './cable-forces.ts';
import { addAttachmentBlocks } from './cable-rows.ts';
import { addGeometricStiffness, addMultiplierBlocks, addPenaltyBlocks } from './constraints.ts';
import { addGravity, addLoads, addPull, addSprings } from './forces.ts';
import { addHulls } from './hull-forces.ts';
import { commitHulls } from './hull-memory.ts';
import type { Workspace } from './workspace.ts';

/** Fills w.force (and adds b, c tangents to the matrix when wantMatrix). */
export function evaluateForces(w: Workspace, wantMatrix: boolean, b: number, c: number): void {
  w.b = b;
  w.c = c;
  evaluateStage(w, wantMatrix);
}

/** The same with the b and c of the workspace. */
export function evaluateStage(w: Workspace, wantMatrix: boolean): void {
  evaluateSmooth(w, wantMatrix);
  for (let k = 0; k < w.allContacts.sources.length; k++) w.allContacts.sources[k].evaluate(w, wantMatrix);
}

/** The same for all forces but contact. */
export function evaluateSmooth(w: Workspace, wantMatrix: boolean): void {
  w.force.fill(0);
  w.loadPower = 0;
  w.limitChange = 0;
  if (w.sea && w.sea.shelters.length > 0) moveShelters(w);
  addGravity(w);
  if (w.model.springs.count > 0) addSprings(w, wantMatrix);
  if (w.model.loads.count > 0) addLoads(w, wantMatrix);
  if (w.pull.slot >= 0 || w.pull.unknown >= 0) addPull(w, w.pull);
  for (let k = 0; k < w.pushes.length; k++) addPull(w, w.pushes[k]);
  for (let k = 0; k < w.gear.legs.length; k++) addPull(w, w.gear.legs[k]);
  if (w.model.actions.count > 0) addActions(w, wantMatrix);
  if (w.cables.any) addCables(w, wantMatrix);
  if (w.hulls.any) addHulls(w, wantMatrix);
  w.effort.now[0] = effortFor(FOR_PART, PART_STEP);
}

/** Moves each lee with the body that makes it. */
function moveShelters(w: Workspace): void {
  const shelters = w.sea ? w.sea.shelters : [];
  for (let k = 0; k < shelters.length; k++) {
    const slot = w.model.slotOfBody[shelters[k].spec.body];
    const R = 9 * slot;
    const { centre } = w.model;
    const c = 3 * slot;
    const turned = (row: number): number =>
      w.rotation[R + row] * centre[c] +
      w.rotation[R + row + 1] * centre[c + 1] +
      w.rotation[R + row + 2] * centre[c + 2];
    const x = w.position[c] - turned(0);
    const y = w.position[c + 1] - turned(3);
    shelters[k].place(x, y, w.rotation[R], w.rotation[R + 3]);
  }
}

/** Clears the matrix and adds the bodies: M + (b/c) times the derivative of the angular momentum. ratio = 0: mass only. */
export function beginMatrix(w: Workspace, ratio: number): void {
  w.ratio = ratio;
  addBodies(w);
}

/** The same for the stage being solved, without a number argument. */
export function beginStageMatrix(w: Workspace): void {
  w.ratio = w.b / w.c;
  addBodies(w);
}

function addBodies(w: Workspace): void {
  if (w.ratio > 0) w.allContacts.couple(w);
  addMasses(w);
}

/** Clears the matrix and adds masses; the caller provides blocks for contacts. */
export function beginSmoothMatrix(w: Workspace): void {
  w.ratio = w.b / w.c;
  addMasses(w);
}

function addMasses(w: Workspace): void {
  const { matrix, model } = w;
  matrix.lu.clear();
  addMassBlocks(matrix.lu.values, matrix.bodyDiagonal, model.mass, w.inertiaW, w.velocity, model.dynamicCount, w);
  if (w.cables.any) addCableMasses(w);
}

/** Adds the joints. geometric: with the geometric stiffness of their multipliers, for b of the last evaluation. */
export function endMatrix(w: Workspace, b: number, regularisation: number, penalty: number, geometric: boolean): void {
  w.joints.compliance = regularisation;
  w.joints.penalty = b * penalty;
  addJoints(w, geometric);
}

/** The same with the compliance and the penalty of w. */
export function addJoints(w: Workspace, geometric: boolean): void {
  if (w.multiplierCount === 0) return;
  if (w.matrix.withMultipliers) addMultiplierBlocks(w);
  else addPenaltyBlocks(w);
  if (geometric) addGeometricStiffness(w);
  if (w.cables.any) addAttachmentBlocks(w, geometric);
}

/** A step is accepted: commits the memory of joint actions and of the waves radiated by hulls. */
export function commitForces(w: Workspace): void {
  commitActions(w);
  if (w.hulls.any) commitHulls(w, false);
}

/** out = M x at the trial poses. */
export function massTimes(w: Workspace, out: Float64Array, x: Float64Array): void {
  timesMass(out, x, w.model.mass, w.inertiaW, w.model.dynamicCount);
  if (w.cables.any) timesCableMasses(w, out, x);
}

/** out += omega x J omega at the trial. */
export function gyroscopic(w: Workspace, out: Float64Array): void {
  addGyroscopic(out, w.velocity, w.inertiaW, w.model.dynamicCount);
}
