/**
 * A consistent start: poses on the joints, velocities on their rates, accelerations and multipliers from the equations of motion. Given
 * values are kept where the joints allow them, otherwise rejected (or corrected, on request).
 */
import { BuildError } from '../../base/index.ts';
import { quaternionToMatrix } from '../../math/index.ts';
import {
  addHullMasses,
  addMassRates,
  commitHulls,
  addTransposed,
  beginMatrix,
  endMatrix,
  evaluateForces,
  evaluateRows,
  gyroscopic,
  jointCoordinateStart,
  massTimes,
  timesHullMasses,
  timesJacobian,
  type Workspace,
} from '../../stage/index.ts';
import { moveTrial, placeGiven } from '../../trial/index.ts';
import { moveCablesWithEnds } from './cable-motion.ts';
import { SEARCH_SLACK } from '../options.ts';
import { correct } from '../project.ts';
import { type RepeatedRows, redundantRows } from './redundancy.ts';
import { noteOnset } from '../search.ts';
import type { StageSolver } from '../stage.ts';
import { rewind, type State } from '../state.ts';

export function initialise(w: Workspace, state: State, solver: StageSolver): RepeatedRows | undefined {
  placeBodies(w, state);
  placeCables(w, state);
  rewind(w, state);
  moveTrial(w, 0);
  jointCoordinateStart(w);
  assemble(w, state, solver);
  const repeated = redundantRows(w);
  if (repeated !== undefined) solver.allowForRedundancy();
  startVelocities(w, state, solver);
  rewind(w, state);
  moveTrial(w, 0);
  jointCoordinateStart(w);
  if (w.hulls.any) commitHulls(w, true);
  return repeated;
}

function placeBodies(w: Workspace, state: State): void {
  const { model } = w;
  const R = new Float64Array(9);
  for (let slot = 0; slot < model.slotCount; slot++) {
    if (model.bodyOfSlot[slot] < 0) continue; // room for cables
    const body = model.spec.bodies[model.bodyOfSlot[slot]];
    quaternionToMatrix(R, 0, body.placement.rotation, 0);
    const c = body.centreOfMass;
    const r = [0, 1, 2].map((i) => R[3 * i] * c[0] + R[3 * i + 1] * c[1] + R[3 * i + 2] * c[2]);
    const v = body.velocity;
    const omega = body.angularVelocity;
    state.rotation.set(R, 9 * slot);
    const turn = [
      omega[1] * r[2] - omega[2] * r[1],
      omega[2] * r[0] - omega[0] * r[2],
      omega[0] * r[1] - omega[1] * r[0],
    ];
    const moving = body.kind === 'dynamic';
    for (let i = 0; i < 3; i++) {
      state.position[3 * slot + i] = body.placement.position[i] + r[i];
      state.velocity[6 * slot + i] = moving ? v[i] + turn[i] : 0;
      state.velocity[6 * slot + 3 + i] = moving ? omega[i] : 0;
    }
  }
  // bodies with given motion are placed at its start, because cables hang from there and the first step does not move them there
  w.time = 0;
  placeGiven(w, state.position, state.rotation);
}

/** Hangs cables between their ends, with bodies at rest. */
function placeCables(w: Workspace, state: State): void {
  if (!w.cables.any) return;
  w.cables.place(state.position, state.rotation, w.model.spec);
  for (const { cable, at } of w.cables.items) {
    state.cableQ.set(cable.q.subarray(0, 4 * cable.nodeCount), at - w.bodySize);
  }
}

/** Newton with the mass as metric: the smallest displacement that closes the joints. */
function assemble(w: Workspace, state: State, solver: StageSolver): void {
  const { options } = solver;
  if (w.multiplierCount === 0) return;
  evaluateRows(w, false);
  const first = worstRow(w);
  if (first.size > options.assemblyTolerance && !options.assemble) {
    const joint = w.model.spec.joints[first.joint];
    throw new BuildError(
      'not-assembled',
      `the two bodies of joint "${joint.name}" do not fit together at the start: they are ${show(first.size)} m or rad apart ` +
        `(allowed: ${show(options.assemblyTolerance)}); correct the positions, or let the solver assemble them`,
      ['joints', first.joint],
      { joint: joint.name, apart: first.size, allowed: options.assemblyTolerance },
    );
  }
  let worst = first;
  for (let round = 0; round < 60 && worst.size > 1e-14; round++) {
    correct(w, solver, w.rows.phi, w.u);
    moveTrial(w, 0);
    evaluateRows(w, false);
    const next = worstRow(w);
    const stalled = next.size >= 0.9 * worst.size && next.size < 1e-9;
    worst = next;
    if (stalled) break;
  }
  if (!(worst.size < 1e-6)) {
    const joint = w.model.spec.joints[worst.joint];
    throw new BuildError(
      'cannot-assemble',
      `no position satisfies all joints: "${joint.name}" is left with ${show(worst.size)} m or rad; ` +
        'joints that repeat each other must agree exactly',
      ['joints', worst.joint],
    );
  }
  state.position.set(w.position);
  state.rotation.set(w.rotation);
  for (let i = 0; i < state.cableQ.length; i++) state.cableQ[i] += w.u[w.bodySize + i];
  rewind(w, state);
  moveTrial(w, 0);
}

function startVelocities(w: Workspace, state: State, solver: StageSolver): void {
  w.velocity.set(state.velocity);
  moveTrial(w, 0);
  takeAlong(w, state);
  if (w.multiplierCount > 0) {
    const { model } = w;
    const given = new Uint8Array(model.dynamicCount);
    for (let i = 0; i < model.dynamicCount; i++) {
      for (let k = 0; k < 6; k++) if (state.velocity[6 * i + k] !== 0) given[i] = 1;
    }
    evaluateRows(w, false);
    const rate = new Float64Array(w.multiplierCount);
    meetRates(w, solver, rate, given);
    if (w.cables.any) {
      moveCablesWithEnds(w);
      meetRates(w, solver, rate, given);
    }
    if (!solver.options.assemble) refuseChanged(w, state, given);
  }
  state.velocity.set(w.velocity);
}

/** The smallest change of velocities that satisfies the rates of the joints. */
function meetRates(w: Workspace, solver: StageSolver, rate: Float64Array, given: Uint8Array): void {
  for (let round = 0; round < 20; round++) {
    timesJacobian(w, rate, w.velocity);
    let most = 0;
    for (let i = 0; i < rate.length; i++) {
      rate[i] += w.rows.phiT[i];
      most = Math.max(most, Math.abs(rate[i]));
    }
    if (most < 1e-13) return;
    correct(w, solver, rate, w.velocity, given);
  }
}

/** Bodies that move with another one at the start also have its velocity and angular velocity, v + omega x r. */
function takeAlong(w: Workspace, state: State): void {
  const { spec, slotOfBody, bodyOfSlot, dynamicCount } = w.model;
  const v = w.velocity;
  for (let slot = 0; slot < dynamicCount; slot++) {
    const carrier = spec.bodies[bodyOfSlot[slot]].movesWith;
    if (carrier === undefined) continue;
    const other = slotOfBody[carrier];
    const o = 6 * other;
    const [x, y, z] = [0, 1, 2].map((i) => w.position[3 * slot + i] - w.position[3 * other + i]);
    const [p, q, r] = [v[o + 3], v[o + 4], v[o + 5]];
    const added = [v[o] + q * z - r * y, v[o + 1] + r * x - p * z, v[o + 2] + p * y - q * x, p, q, r];
    for (let i = 0; i < 6; i++) v[6 * slot + i] = state.velocity[6 * slot + i] += added[i];
  }
}

function refuseChanged(w: Workspace, state: State, given: Uint8Array): void {
  for (let i = 0; i < w.model.dynamicCount; i++) {
    if (!given[i]) continue;
    for (const [from, field] of [
      [0, 'velocity'],
      [3, 'angularVelocity'],
    ] as const) {
      let size = 0;
      let change = 0;
      for (let k = from; k < from + 3; k++) {
        const wanted = state.velocity[6 * i + k];
        size = Math.max(size, Math.abs(wanted));
        change = Math.max(change, Math.abs(w.velocity[6 * i + k] - wanted));
      }
      // the weight of given velocities leaves a change of about 1e-6 of neighbouring speeds even where all is consistent
      if (change <= 1e-6 + 1e-3 * size) continue;
      const body = w.model.bodyOfSlot[i];
      const nearest = [...w.velocity.subarray(6 * i + from, 6 * i + from + 3)];
      throw new BuildError(
        'inconsistent-velocity',
        `the joints do not allow body "${w.model.spec.bodies[body].name}" this ${from === 0 ? 'velocity' : 'angular velocity'} ` +
          `at the start; the nearest that fits (centre of mass) is [${nearest.map(show).join(', ')}]; correct it, or let the solver assemble it`,
        ['bodies', body, field],
        { body: w.model.spec.bodies[body].name, nearest },
      );
    }
  }
}

/** Accelerations, multipliers and momentum rate at the committed state. */
export function startAccelerations(w: Workspace, state: State, solver: StageSolver): void {
  const { x, residual, solution } = solver;
  const n = w.size;
  rewind(w, state);
  moveTrial(w, state.time);
  if (w.allContacts.any) {
    w.reach.horizon = state.nextStep;
    w.reach.slack = SEARCH_SLACK;
    w.allContacts.search(w);
    noteOnset(w);
  }
  evaluateRows(w, true);
  x.fill(0);
  w.lambda.fill(0);
  const rate = new Float64Array(w.multiplierCount);
  for (let round = 0; round < (w.matrix.withMultipliers ? 3 : 30); round++) {
    if (round === 0) {
      w.bodyX.fill(0);
      evaluateForces(w, false, 0, 0);
      beginMatrix(w, 0);
      if (w.hulls.any) addHullMasses(w);
      endMatrix(w, 1, solver.regularisation, solver.penaltyAt(1), false);
      solver.forgetFactor();
      const status = w.matrix.lu.factor();
      if (!status.ok) throw new BuildError('singular', `no accelerations: block ${status.block} is singular`);
    }
    // M x + omega x J omega - Q + J^T lambda, and J a + gamma over all slots
    solver.momentumForm = false;
    w.acceleration.set(x);
    timesJacobian(w, rate, w.acceleration);
    for (let i = 0; i < rate.length; i++) rate[i] += w.rows.gamma[i];
    accelerationResidual(w, solver);
    for (let i = 0; i < n; i++) solution[i] = -residual[i];
    if (w.matrix.withMultipliers) for (let i = 0; i < rate.length; i++) solution[n + i] = -rate[i];
    else {
      const pull = rate.map((r) => -solver.penaltyAt(1) * r);
      addTransposed(w, solution, pull);
    }
    w.matrix.lu.solve(solution);
    for (let i = 0; i < n; i++) x[i] += solution[i];
    if (w.matrix.withMultipliers) for (let i = 0; i < rate.length; i++) w.lambda[i] += solution[n + i];
    else {
      w.acceleration.set(x);
      timesJacobian(w, rate, w.acceleration);
      for (let i = 0; i < rate.length; i++) w.lambda[i] += solver.penaltyAt(1) * (rate[i] + w.rows.gamma[i]);
    }
  }
  w.acceleration.set(x);
  for (let i = 0; i < w.bodySize; i++) w.bodyX[i] = x[i];
  // joint friction depends on the reactions just found, added mass on the accelerations
  if (w.model.actions.count > 0 || w.hulls.any) evaluateForces(w, false, 0, 0);
  state.x.set(x);
  state.lambda.set(w.lambda);
  const out = state.momentumRate;
  out.fill(0);
  addTransposed(w, out, w.lambda);
  for (let i = 0; i < n; i++) out[i] = w.force[i] - out[i];
}

function accelerationResidual(w: Workspace, solver: StageSolver): void {
  const { residual, x } = solver;
  massTimes(w, residual, x);
  gyroscopic(w, residual);
  if (w.cables.any) addMassRates(w, residual);
  if (w.hulls.any) timesHullMasses(w, residual, x);
  for (let i = 0; i < w.size; i++) residual[i] -= w.force[i];
  addTransposed(w, residual, w.lambda);
}

function worstRow(w: Workspace): { joint: number; size: number } {
  const { joints } = w.model;
  let size = 0;
  let joint = 0;
  for (let k = 0; k < joints.count; k++) {
    for (let row = joints.rowStart[k]; row < joints.rowStart[k + 1]; row++) {
      const here = Math.abs(w.rows.phi[row]);
      if (!(here <= size)) {
        size = here;
        joint = k;
      }
    }
  }
  return { joint, size };
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
