/** Moments between two bodies, and the matrix of friction against rotation of one body relative to the other. */
import { addOuter } from './blocks.ts';
import type { Trial } from './trial.ts';

const g = new Float64Array(6);
const back = new Float64Array(6);

/**
 * Adds a moment to the body in slot B and its opposite to that in slot A. On a body with given motion it counts as work from
 * outside.
 */
export function addMoment(w: Trial, A: number, B: number, x: number, y: number, z: number): void {
  for (let side = 0; side < 2; side++) {
    const slot = side === 0 ? A : B;
    const sign = side === 0 ? -1 : 1;
    const f = 6 * slot + 3;
    if (slot < w.model.dynamicCount) {
      w.force[f] += sign * x;
      w.force[f + 1] += sign * y;
      w.force[f + 2] += sign * z;
    } else w.loadPower -= sign * (x * w.velocity[f] + y * w.velocity[f + 1] + z * w.velocity[f + 2]);
  }
}

/**
 * Adds along P - across u u^T for the rotation of B relative to A. P projects onto the plane across the unit vector n; ab, ba:
 * offsets of the blocks (A, B), (B, A).
 */
export function addTurning(
  w: Trial,
  A: number,
  B: number,
  ab: number,
  ba: number,
  n: Float64Array,
  along: number,
  across: number,
  u: Float64Array,
): void {
  if (!(along > 0)) return;
  // P is the sum of its columns' outer products with themselves
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) g[3 + k] = (i === k ? 1 : 0) - n[i] * n[k];
    addDifference(w, A, B, ab, ba, along);
  }
  if (!(across > 0)) return;
  for (let k = 0; k < 3; k++) g[3 + k] = u[k];
  addDifference(w, A, B, ab, ba, -across);
}

/** weight times (g, -g)(g, -g)^T */
function addDifference(w: Trial, A: number, B: number, ab: number, ba: number, weight: number): void {
  const { lu, bodyDiagonal } = w.matrix;
  const { values } = lu;
  const n = w.model.dynamicCount;
  for (let k = 3; k < 6; k++) back[k] = -g[k];
  if (A < n) addOuter(values, bodyDiagonal[A], weight, g, 0, g, 0);
  if (B < n) addOuter(values, bodyDiagonal[B], weight, g, 0, g, 0);
  if (A >= n || B >= n) return;
  addOuter(values, ab, weight, g, 0, back, 0);
  addOuter(values, ba, weight, g, 0, back, 0);
}
