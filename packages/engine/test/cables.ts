/** Short ways to write cables in tests, and to look at them. */
import type { RopeSpec } from '../src/bodies/index.ts';
import type { Simulation } from '../src/dynamics/index.ts';
import type { CableSpec } from '../src/model/index.ts';
import type { Workspace } from '../src/stage/index.ts';

export const ROPE: RopeSpec = { massPerLength: 0.5, axialStiffness: 1e6, diameter: 0.02, axialDamping: 1e-3 };

export function cable(name: string, length: number, elements: number, fields: Partial<CableSpec> = {}): CableSpec {
  return { name, pieces: [{ rope: ROPE, length, elements }], ...fields };
}

/** Points on a line, for `shape`. */
export function line(from: readonly number[], to: readonly number[], elements: number): number[] {
  return Array.from({ length: elements + 1 }, (_, i) => from.map((x, r) => x + ((to[r] - x) * i) / elements)).flat();
}

export function workspace(simulation: Simulation): Workspace {
  return (simulation as unknown as { w: Workspace }).w;
}

/** Linear and angular momentum of everything, about the origin (6 numbers). */
export function momentum(simulation: Simulation): number[] {
  const w = workspace(simulation);
  const out = [0, 0, 0, 0, 0, 0];
  const add = (m: number, x: ArrayLike<number>, o: number, v: ArrayLike<number>, k: number): void => {
    for (let r = 0; r < 3; r++) {
      const [s, t] = [(r + 1) % 3, (r + 2) % 3];
      out[r] += m * v[k + r];
      out[3 + r] += m * (x[o + s] * v[k + t] - x[o + t] * v[k + s]);
    }
  };
  for (let i = 0; i < w.model.dynamicCount; i++) {
    add(w.model.mass[i], w.position, 3 * i, w.velocity, 6 * i);
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) out[3 + r] += w.inertiaW[9 * i + 3 * r + s] * w.velocity[6 * i + 3 + s];
    }
  }
  for (const { cable: c, at } of w.cables.items) {
    for (let i = 0; i < c.nodeCount; i++) add(c.mass[i], c.q, 4 * i, w.velocity, at + 4 * i);
  }
  return out;
}
