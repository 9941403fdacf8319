/** The reduced model of Elandt 2022, s. 6.2: what it lacks against Coulomb friction when a patch turns slowly. */
import { describe, expect, test } from 'vitest';
import { makePatchForce, makePatchLaw, makePatchMotion, PATCH_POINT, patchForce } from './index.ts';

const RINGS = 200;
const SPOKES = 4;
const [R, MU, S0] = [0.1, 0.5, 1e5];
const GIVE = MU / S0;

/**
 * A round patch made of rings, each with its points at its mean radius. The rim is turned by each of `turns`, in units of the deflection at which points slip.
 * Returned: torque over mu sum N r, and whether the patch slips.
 */
function turned(pressure: (r: number) => number, turns: readonly number[]): { torque: number; slips: boolean } {
  const points = new Float64Array(PATCH_POINT * RINGS * SPOKES);
  let [load, whole] = [0, 0];
  for (let i = 0, o = 0; i < RINGS; i++) {
    const r = (i + 0.5) / RINGS;
    const N = pressure(r) * r;
    for (let k = 0; k < SPOKES; k++, o += PATCH_POINT) {
      const angle = (2 * Math.PI * k) / SPOKES;
      points.set([R * r * Math.cos(angle), R * r * Math.sin(angle), 0, N, 0, 0, N], o);
      load += N;
      whole += MU * N * R * r;
    }
  }
  const law = { ...makePatchLaw(), stiffness: 1, muStatic: MU, muKinetic: MU, s0: S0, s1: 0, slipSpeed: 0 };
  const motion = makePatchMotion();
  const out = makePatchForce();
  motion.normal.set([0, 0, 1]);
  motion.load = load;
  for (const turn of turns) {
    motion.displacement[5] = (turn * GIVE) / R;
    patchForce(out, points, 0, RINGS * SPOKES, law, motion, true, false);
    motion.brush.set(out.brush);
    motion.load = out.normal;
  }
  return { torque: -out.wrench[5] / whole, slips: out.slipping > 0 };
}

/** [R] of the outermost ring */
const RIM = 1 - 0.5 / RINGS;

describe('the reduced model turns too lightly (Elandt 2022, table 6.1)', () => {
  test.each([
    ['even pressure', () => 1, 3 / 4],
    ['half-sphere', (r: number) => Math.sqrt(1 - r * r), 32 / (15 * Math.PI)],
    ['cone', (r: number) => 1 - r, 3 / 5],
    ['paraboloid', (r: number) => 1 - r * r, 5 / 8],
  ] as const)('%s', (_, pressure, expected) => {
    // where the rim begins to slip it has int p r^3 / (R int p r^2) of the torque
    expect(turned(pressure, [0.999 / RIM]).slips).toBe(false);
    expect(turned(pressure, [1.001 / RIM]).slips).toBe(true);
    const first = turned(pressure, [1 / RIM]).torque;
    expect(Math.abs(first * RIM - expected)).toBeLessThan(1e-3 * expected);
    // turned further in small steps, the torque falls towards that value: the smaller the steps, the lower
    const slowly = [0.04, 0.01].map(
      (part) => turned(pressure, new Array<number>(Math.ceil(2 / part)).fill(part)).torque,
    );
    expect(slowly[0]).toBeLessThan(0.9);
    expect(slowly[1]).toBeLessThan(slowly[0]);
    expect(slowly[1]).toBeGreaterThan(first);
  });
});
