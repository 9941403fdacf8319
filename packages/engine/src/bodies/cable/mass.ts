/**
 * Inertia of a cable. Lumped: half of every element at each of its nodes. Consistent: m l/6 [2 1; 1 2] for a straight element.
 * massConsistency s blends them, diagonal m l (1/2 - s/6), beside it m l s/6; the sum of masses is the same. With s = 1/2 their opposite
 * second-order errors in wave speed cancel. Twist angles have the polar inertia of their element, so a rope with freely rotating ends is
 * not singular.
 */
import type { Cable } from './cable.ts';

/** out = M x, 4 numbers a node, out and x from their beginnings. Without the water's share. */
export function timesMass(out: Float64Array, x: Float64Array, cable: Cable): void {
  timesMassAt(out, x, 0, cable);
}

/** The same with the cable's numbers from `at` on in both. */
export function timesMassAt(out: Float64Array, x: Float64Array, at: number, cable: Cable): void {
  const { mass, massPerLength, materialLength, spinInertia, nodeCount } = cable;
  const s = cable.massConsistency / 6;
  for (let i = 0; i < nodeCount; i++) {
    const o = at + 4 * i;
    for (let r = 0; r < 3; r++) out[o + r] = mass[i] * x[o + r];
    out[o + 3] = turnInertia(cable, i, spinInertia) * x[o + 3];
  }
  if (s === 0) return;
  for (let j = 0; j < nodeCount - 1; j++) {
    const o = at + 4 * j;
    const share = s * massPerLength[j] * materialLength[j];
    for (let r = o; r < o + 3; r++) {
      const d = share * (x[r + 4] - x[r]);
      out[r] += d;
      out[r + 4] -= d;
    }
  }
}

/** An unused twist angle (no torsion, or of the last node) gets a unit inertia. */
function turnInertia(cable: Cable, i: number, spinInertia: Float64Array): number {
  return i < cable.nodeCount - 1 && cable.hasTwist ? spinInertia[i] : 1;
}

/** tangent += factor M. */
export function addMass(cable: Cable, factor: number): void {
  const { tangent, mass, massPerLength, materialLength, spinInertia, nodeCount } = cable;
  const s = cable.massConsistency / 6;
  for (let i = 0; i < nodeCount; i++) {
    const d = 80 * i + 32;
    const m = factor * mass[i];
    tangent[d] += m;
    tangent[d + 5] += m;
    tangent[d + 10] += m;
    tangent[d + 15] += factor * turnInertia(cable, i, spinInertia);
  }
  if (s === 0) return;
  for (let j = 0; j < nodeCount - 1; j++) {
    const m = factor * s * massPerLength[j] * materialLength[j];
    const d = 80 * j + 32;
    for (let r = 0; r < 11; r += 5) {
      tangent[d + r] -= m;
      tangent[d + 16 + r] += m;
      tangent[d + 64 + r] += m;
      tangent[d + 80 + r] -= m;
    }
  }
}
