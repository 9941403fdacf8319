/** What the cases with free and heavy tops share: body rates and angular momentum out of a recording. */
import type { CaseRun } from 'hawser/cases';

/** Rows of the rotation matrix (body to world) out of a recorded quaternion. */
function rotationAt(run: CaseRun, body: string, i: number): readonly (readonly number[])[] {
  const [w, x, y, z] = ['w', 'x', 'y', 'z'].map((part) => run.recording.column(`${body}.rotation.${part}`)[i]);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** Angular velocity in body axes, R^T omega: three columns. */
export function bodyRates(run: CaseRun, body: string): readonly Float64Array[] {
  const world = ['x', 'y', 'z'].map((axis) => run.recording.column(`${body}.angular-velocity.${axis}`));
  const out = world.map((column) => new Float64Array(column.length));
  for (let i = 0; i < run.recording.length; i++) {
    const R = rotationAt(run, body, i);
    for (let k = 0; k < 3; k++) out[k][i] = R[0][k] * world[0][i] + R[1][k] * world[1][i] + R[2][k] * world[2][i];
  }
  return out;
}

/** Largest change of the angular momentum R (I omega_B) of a free body, as a part of its size. */
export function momentumChange(run: CaseRun, body: string, inertia: readonly number[]): number {
  const rates = bodyRates(run, body);
  const at = (i: number): number[] => {
    const L = rates.map((rate, k) => inertia[k] * rate[i]);
    return rotationAt(run, body, i).map((row) => row[0] * L[0] + row[1] * L[1] + row[2] * L[2]);
  };
  const first = at(0);
  let most = 0;
  for (let i = 1; i < run.recording.length; i++) {
    const now = at(i);
    most = Math.max(most, Math.hypot(now[0] - first[0], now[1] - first[1], now[2] - first[2]));
  }
  return most / Math.hypot(...first);
}
