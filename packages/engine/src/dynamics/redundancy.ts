/**
 * Which joints say again what others have said. Modified Gram-Schmidt over the rows of J with the mass as metric; a row
 * that keeps less than 1e-7 of itself repeats earlier ones. Redundant rows are allowed (the solver shares their forces
 * evenly) but their reactions are not unique, so the user is told. Dense, at most LARGEST rows.
 */
import type { Workspace } from '../system/index.ts';

const LARGEST = 300;

export function redundantRows(w: Workspace): string[] {
  const { joints, dynamicCount, mass, spec } = w.model;
  const rows = w.multiplierCount;
  if (rows === 0 || rows > LARGEST) return [];
  const n = 6 * dynamicCount;
  const basis: Float64Array[] = [];
  const count = new Int32Array(joints.count);
  for (let k = 0; k < joints.count; k++) {
    for (let row = joints.rowStart[k]; row < joints.rowStart[k + 1]; row++) {
      const v = new Float64Array(n);
      scatter(v, joints.slotA[k], w.rows.jacobianA, 6 * row);
      scatter(v, joints.slotB[k], w.rows.jacobianB, 6 * row);
      const before = norm(v);
      for (let pass = 0; pass < 2; pass++) {
        for (const b of basis) {
          let dot = 0;
          for (let i = 0; i < n; i++) dot += b[i] * v[i];
          for (let i = 0; i < n; i++) v[i] -= dot * b[i];
        }
      }
      const after = norm(v);
      if (after > 1e-7 * before) {
        for (let i = 0; i < n; i++) v[i] /= after;
        basis.push(v);
      } else {
        count[k]++;
      }
    }
  }
  const total = count.reduce((sum, x) => sum + x, 0);
  if (total === 0) return [];
  const names = [...count.keys()].filter((k) => count[k] > 0).map((k) => `${spec.joints[k].name} (${count[k]})`);
  return [
    `${total} of ${rows} joint conditions repeat others: ${names.join(', ')}. As long as they agree the motion is right; how these joints share ` +
      'their reactions is not unique.',
  ];

  /** J M^-1/2 with the mass and the mean moment of inertia: a scale is enough here */
  function scatter(v: Float64Array, slot: number, J: Float64Array, j: number): void {
    if (slot >= dynamicCount) return;
    const m = Math.sqrt(mass[slot]);
    const o = 6 * slot;
    const inertia = w.model.inertia;
    const i = Math.sqrt((inertia[o] + inertia[o + 1] + inertia[o + 2]) / 3);
    for (let k = 0; k < 3; k++) v[o + k] += J[j + k] / m;
    for (let k = 3; k < 6; k++) v[o + k] += J[j + k] / i;
  }
}

function norm(v: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < v.length; i++) sum += v[i] * v[i];
  return Math.sqrt(sum);
}
