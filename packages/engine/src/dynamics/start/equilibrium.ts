/**
 * Static equilibrium without an initial guess: backward Euler steps from rest, each discarding its velocity, with a step that grows as long
 * as Newton converges easily. Small steps follow the force downhill to a stable equilibrium, large ones are Newton iterations on the static
 * equations. Joints hold in every step; friction bristles load as the bodies settle.
 */
import { BuildError } from '../../base/index.ts';
import { commitActions, evaluateRows, type Workspace } from '../../stage/index.ts';
import { moveTrial } from '../../trial/index.ts';
import { searchAround } from '../search.ts';
import type { StageSolver } from '../stage.ts';
import { moveCablesWithEnds } from './cable-motion.ts';
import { rewind, type State } from '../state.ts';
import { nameOfSubject } from '../subject.ts';

const LONGEST = 1e3; // pseudo step [s] at which inertia no longer matters
const MOST_STEPS = 4000;
const REACH = 0.05; // reach of the contact search, and largest motion in a pseudo step [m or rad]
const STILL = { h: 0 };

/** Bodies are at rest except those with given motion: cables start with the motion of the latter. */
function moveCables(w: Workspace, state: State): void {
  rewind(w, state);
  moveTrial(w, state.time);
  evaluateRows(w, false);
  moveCablesWithEnds(w);
  for (let i = w.bodySize; i < w.size; i++) state.velocity[i] = w.velocity[i];
}

export function findEquilibrium(w: Workspace, state: State, solver: StageSolver): void {
  let h = 0.02;
  let calm = 0;
  solver.momentumForm = true;
  w.cables.rest(true);
  for (let step = 0; step < MOST_STEPS; step++) {
    state.velocity.fill(0);
    rewind(w, state);
    moveTrial(w, state.time);
    w.h = 0;
    searchAround(w, REACH);
    solver.momentumStar.fill(0);
    solver.vStar.fill(0);
    solver.uStar.fill(0);
    solver.x.fill(0);
    solver.forgetFactor();
    const before = solver.iterations;
    w.b = h * h;
    w.c = h;
    w.time = state.time;
    if (!solver.solve()) {
      h *= 0.25;
      if (h < 1e-6) break;
      continue;
    }
    const iterations = solver.iterations - before;
    let moved = 0;
    for (let i = 0; i < w.size; i++) moved = Math.max(moved, Math.abs(w.u[i]));
    if (w.allContacts.any && moved > REACH) {
      h *= 0.5; // beyond the reach of the search
      continue;
    }
    w.allContacts.commit(w);
    commitActions(w);
    state.position.set(w.position);
    state.rotation.set(w.rotation);
    state.lambda.set(w.lambda);
    if (w.cables.any) {
      w.cables.commit(STILL);
      for (let i = 0; i < state.cableQ.length; i++) state.cableQ[i] += w.u[w.bodySize + i];
    }
    calm = h >= LONGEST && moved < 10 * solver.newtonTolerance ? calm + 1 : 0;
    if (calm >= 2) {
      state.velocity.fill(0);
      w.cables.rest(false);
      if (w.cables.any) moveCables(w, state);
      return;
    }
    if (iterations <= 10) h = Math.min(LONGEST, 2 * h);
  }
  const subject = nameOfSubject(w, solver.subject);
  throw new BuildError(
    'no-equilibrium',
    `no static equilibrium found; ${subject} keeps moving. Is anything free to fall?`,
    [],
    { subject },
  );
}
