/** Limits of the motion of a body in a stage. */
import type { Workspace } from '../stage/index.ts';
import { LARGEST_MOVE, LARGEST_TURN } from './options.ts';

/** The slot that moved or rotated beyond the validity of the stage equations; -1: none. */
export function beyondReach({ u, model }: Workspace): number {
  for (let i = 0; i < model.dynamicCount; i++) {
    const k = 6 * i;
    const turn = u[k + 3] * u[k + 3] + u[k + 4] * u[k + 4] + u[k + 5] * u[k + 5];
    const move = u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2];
    if (turn > LARGEST_TURN * LARGEST_TURN || move > LARGEST_MOVE * LARGEST_MOVE) return i;
  }
  return -1;
}
