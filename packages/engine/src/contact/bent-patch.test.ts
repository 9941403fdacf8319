import { describe, expect, test } from 'vitest';
import { Random } from '../base/index.ts';
import { smoothPositive } from '../../test/algebra.ts';
import { makePatchForce, makePatchLaw, makePatchMotion, PATCH_POINT, type PatchLaw, patchForce } from './index.ts';

const LAW: PatchLaw = { ...makePatchLaw(), stiffness: 1e7, muStatic: 0.5, muKinetic: 0.4, s0: 1e4, s1: 2 };
const COUNT = 60;
const [RADIUS, DEPTH] = [0.2, 1e-3];
const MEAN = [1, 0, 0];

/** Points around a quarter of a bore about z, each pushed along its own radius, counted from the middle of the arc. */
function arc(): { points: Float64Array; normals: Float64Array } {
  const random = new Random(7);
  const points = new Float64Array(PATCH_POINT * COUNT);
  const normals = new Float64Array(3 * COUNT);
  for (let k = 0; k < COUNT; k++) {
    const angle = random.between(-Math.PI / 4, Math.PI / 4);
    const n = [Math.cos(angle), Math.sin(angle), 0];
    const area = random.between(0.5, 1.5) / COUNT;
    normals.set(n, 3 * k);
    const rho = [RADIUS * (n[0] - 1), RADIUS * n[1], random.between(-0.3, 0.3)];
    points.set([...rho, DEPTH * area, ...n.map((x) => area * x)], PATCH_POINT * k);
  }
  return { points, normals };
}

function loadOf(points: Float64Array): number {
  return points.reduce((sum, x, i) => sum + (i % PATCH_POINT === 3 ? LAW.stiffness * x : 0), 0);
}

type Numbers = readonly number[];

function evaluate(
  { points, normals }: ReturnType<typeof arc>,
  { velocity = [0, 0, 0, 0, 0, 0] as Numbers, displacement = [0, 0, 0, 0, 0, 0] as Numbers, brush = [0] as Numbers },
  law: PatchLaw = LAW,
  load = loadOf(points),
): ReturnType<typeof makePatchForce> {
  const motion = makePatchMotion();
  motion.velocity.set(velocity);
  motion.displacement.set(displacement);
  motion.brush.set(brush);
  motion.load = load * smoothPositive(1, 3e-4); // of a patch at rest
  const out = makePatchForce();
  const [x, y, z] = MEAN;
  motion.normal.set([x, y, z]);
  motion.b = 1e-6;
  motion.c = 1e-3;
  patchForce(out, points, 0, COUNT, law, motion, false, true, normals);
  return out;
}

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));

describe('a patch that bends', () => {
  const patch = arc();
  const push = LAW.stiffness * DEPTH;

  test('pushes along the normal of every point: around an arc the force is the sum of the radii', () => {
    const { wrench } = evaluate(patch, {}, { ...LAW, muStatic: 0, muKinetic: 0 });
    const sum = [0, 0, 0];
    for (let k = 0; k < COUNT; k++) {
      for (let i = 0; i < 3; i++) {
        sum[i] += LAW.stiffness * patch.points[PATCH_POINT * k + 3] * patch.normals[3 * k + i];
      }
    }
    // the smooth max of a contact at rest is above 1 by (3e-4)^2 / 4
    for (let i = 0; i < 3; i++) expect(Math.abs(wrench[i] - sum[i])).toBeLessThan(1e-7 * push);
  });

  test('a pin turning in its bore is held by the whole arc: the moment is the sum of mu N at the radius', () => {
    const turn = 1e-2;
    // about the axis of the bore, which lies at -RADIUS from the middle of the arc
    const { wrench, slipping } = evaluate(patch, { displacement: [0, turn * RADIUS, 0, 0, 0, turn] });
    const normal = LAW.stiffness * patch.points.reduce((sum, x, i) => sum + (i % PATCH_POINT === 3 ? x : 0), 0);
    const about = wrench[5] + RADIUS * wrench[1];
    expect(slipping).toBeCloseTo(1, 6);
    expect(Math.abs(about + LAW.muKinetic * normal * RADIUS)).toBeLessThan(1e-6 * normal * RADIUS);
  });

  test('what sticks is kept to the last digits: the brush gives the same wrench again, turns about any axis included', () => {
    const displacement = [1e-6, 2e-6, -1e-6, 3e-6, -4e-6, 5e-6];
    const first = evaluate(patch, { displacement });
    expect(first.slipping).toBe(0);
    const again = evaluate(patch, { brush: [...first.brush] });
    expect(farthest(first.wrench, again.wrench)).toBeLessThan(1e-12 * push);
    const third = evaluate(patch, { brush: [...again.brush] });
    expect(farthest(first.wrench, third.wrench)).toBeLessThan(1e-12 * push);
  });

  test('after slip the brush keeps resultant and moment of the friction', () => {
    const smooth = evaluate(patch, {}, { ...LAW, muStatic: 0, muKinetic: 0 }).wrench;
    const slipped = evaluate(patch, { displacement: [0, 3e-5, 4e-5, 1e-4, 0, 2e-4] });
    expect(slipped.slipping).toBeGreaterThan(0.1);
    const kept = evaluate(patch, { brush: [...slipped.brush] }, { ...LAW, muStatic: 5 });
    for (let i = 0; i < 6; i++) {
      const [before, after] = [slipped.wrench[i] - smooth[i], kept.wrench[i] - smooth[i]];
      expect(Math.abs(after - before), `${i}`).toBeLessThan(1e-9 * push);
    }
  });

  test('the matrix is the derivative of the wrench by the unknown of the stage', () => {
    const [b, c, e] = [1e-6, 1e-3, 1e-2];
    const v0 = [0.05, -0.03, 0.02, 0.04, 0.07, -0.06];
    const u0 = [1e-6, -2e-6, 5e-7, 2e-6, -1e-6, 2e-6];
    const at = (x: Numbers): Float64Array => {
      const moved = patch.points.slice();
      for (let o = 0; o < moved.length; o += PATCH_POINT) {
        const [px, py, pz] = patch.points.subarray(o, o + 3);
        const d = [x[0] + x[4] * pz - x[5] * py, x[1] + x[5] * px - x[3] * pz, x[2] + x[3] * py - x[4] * px];
        for (let i = 0; i < 3; i++) moved[o + 3] -= b * d[i] * patch.points[o + 4 + i];
      }
      const velocity = v0.map((value, i) => value + c * x[i]);
      const displacement = u0.map((value, i) => value + b * x[i]);
      return evaluate({ points: moved, normals: patch.normals }, { velocity, displacement }, LAW, loadOf(patch.points))
        .wrench;
    };
    const { matrix } = evaluate(patch, { velocity: v0, displacement: u0 });
    const size = Math.max(...matrix.map(Math.abs));
    for (let j = 0; j < 6; j++) {
      const step = (sign: number): Float64Array => at([0, 1, 2, 3, 4, 5].map((i) => (i === j ? sign * e : 0)));
      const [up, down] = [step(1), step(-1)];
      // differences of second order: (1e-5 of the speeds)^2, and rounding
      for (let i = 0; i < 6; i++) {
        expect(Math.abs(matrix[6 * i + j] + (up[i] - down[i]) / (2 * e)), `${i} ${j}`).toBeLessThan(1e-6 * size);
      }
    }
  });
});
