/** The reduced model of Elandt 2022, s. 6.2: what it lacks against Coulomb friction when a patch turns slowly. */
import { describe, expect, test } from 'vitest';
import { makePatchForce, makePatchLaw, makePatchMotion, PATCH_POINT, patchForce } from './index.ts';

const RINGS = 400;
const SPOKES = 6;
const [R, MU, S0] = [0.1, 0.5, 1e5];
const GIVE = MU / S0;

/** Torque over mu sum N r in steady turning, by so many gives of the rim a step. */
function ratio(pressure: (r: number) => number, part: number): number {
  const points = new Float64Array(PATCH_POINT * RINGS * SPOKES);
  let [load, whole, farthest] = [0, 0, 0];
  for (let i = 0, o = 0; i < RINGS; i++) {
    const r = (i + 0.5) / RINGS;
    const N = pressure(r) * r;
    farthest = Math.max(farthest, r);
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
  for (let step = 0; step < Math.ceil(2 / part); step++) {
    motion.displacement[5] = (part * GIVE) / R;
    patchForce(out, points, 0, RINGS * SPOKES, law, motion, true, false);
    motion.brush.set(out.brush);
    motion.load = out.normal;
  }
  // the outermost points slip first, and they are not quite at the rim
  return (-out.wrench[5] / whole) * farthest;
}

describe('the reduced model turns too lightly (Elandt 2022, table 6.1)', () => {
  test.each([
    ['even pressure', () => 1, 3 / 4],
    ['half-sphere', (r: number) => Math.sqrt(1 - r * r), 32 / (15 * Math.PI)],
    ['cone', (r: number) => 1 - r, 3 / 5],
    ['paraboloid', (r: number) => 1 - r * r, 5 / 8],
  ] as const)('%s', (_, pressure, expected) => {
    // rings are at the middles of theirs, turns are of 0.2 % of the give: both count by their squares, the state of a step by itself
    const [coarse, fine] = [ratio(pressure, 0.004), ratio(pressure, 0.002)];
    expect(Math.abs(2 * fine - coarse - expected)).toBeLessThan(1e-3 * expected);
  });
});
