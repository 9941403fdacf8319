import { describe, expect, test } from 'vitest';
import { Random } from '../base/index.ts';
import { smoothPositive } from '../../test/algebra.ts';
import { makePatchForce, makePatchLaw, makePatchMotion, PATCH_POINT, type PatchLaw, patchForce } from './index.ts';

const N = [0.36, -0.48, 0.8]; // unit, so that no axis is special
const [nx, ny, nz] = N;

/** Points over a plane patch across N: random places, volumes and areas, centred so that the volumes have no moment. */
function patch(count: number, seed: number, depth = 1e-3): Float64Array {
  const random = new Random(seed);
  const points = new Float64Array(PATCH_POINT * count);
  const mean = [0, 0, 0];
  let volume = 0;
  for (let k = 0; k < count; k++) {
    const o = PATCH_POINT * k;
    const r = [0, 1, 2].map(() => random.between(-0.3, 0.3));
    const h = r[0] * nx + r[1] * ny + r[2] * nz;
    const area = random.between(0.5, 1.5) / count;
    for (let i = 0; i < 3; i++) {
      points[o + i] = r[i] - h * N[i];
      points[o + 4 + i] = area * N[i];
    }
    points[o + 3] = depth * area;
    volume += depth * area;
    for (let i = 0; i < 3; i++) mean[i] += (depth * area * points[o + i]) as number;
  }
  for (let k = 0; k < count; k++) for (let i = 0; i < 3; i++) points[PATCH_POINT * k + i] -= mean[i] / volume;
  return points;
}

const LAW: PatchLaw = {
  slipSpeed: -1,
  ...makePatchLaw(),
  stiffness: 1e7,
  dissipation: 0.4,
  muStatic: 0.5,
  muKinetic: 0.4,
  s0: 1e4,
  s1: 2,
};

function loadOf(points: Float64Array): number {
  return points.reduce((sum, x, i) => sum + (i % PATCH_POINT === 3 ? LAW.stiffness * x : 0), 0);
}

interface Motion {
  velocity: number[];
  displacement: number[];
  brush: number[];
}

function evaluate(
  points: Float64Array,
  law: PatchLaw,
  m: Motion,
  b = 0,
  c = 0,
  load = loadOf(points),
): ReturnType<typeof makePatchForce> {
  const motion = makePatchMotion();
  motion.velocity.set(m.velocity);
  motion.displacement.set(m.displacement);
  motion.brush.set(m.brush);
  motion.load = load * smoothPositive(1, 3e-4); // of a patch at rest
  const out = makePatchForce();
  motion.normal.set([nx, ny, nz]);
  motion.b = b;
  motion.c = c;
  patchForce(out, points, 0, points.length / PATCH_POINT, law, motion, false, b > 0);
  return out;
}

const REST: Motion = { velocity: [0, 0, 0, 0, 0, 0], displacement: [0, 0, 0, 0, 0, 0], brush: [0, 0, 0, 0] };
/** A vector across N. */
const ACROSS = [0.8, 0.6, 0];

describe('a patch', () => {
  const points = patch(40, 1);
  const volume = [...points.keys()].filter((i) => i % PATCH_POINT === 3).reduce((s, i) => s + points[i], 0);
  const push = 1e7 * volume;

  test('at rest it pushes with k_v V along the normal through its centre', () => {
    const { wrench, normal } = evaluate(points, LAW, REST);
    // the smooth max adds eta^2/4 = 2e-8 of the force
    for (let i = 0; i < 3; i++) expect(Math.abs(wrench[i] - push * N[i])).toBeLessThan(1e-7 * push);
    for (let i = 3; i < 6; i++) expect(Math.abs(wrench[i])).toBeLessThan(1e-12 * push);
    expect(Math.abs(normal / push - 1)).toBeLessThan(1e-7);
  });

  test('slips with mu N against the motion, and the brush keeps what reaches that', () => {
    const slide = evaluate(points, LAW, { ...REST, displacement: [...ACROSS.map((x) => 0.1 * x), 0, 0, 0] });
    for (let i = 0; i < 3; i++) {
      expect(Math.abs(slide.wrench[i] - push * (N[i] - 0.4 * ACROSS[i]))).toBeLessThan(1e-7 * push);
      expect(Math.abs(slide.brush[i] - (0.4 / 1e4) * ACROSS[i])).toBeLessThan(1e-15);
    }
    expect(slide.slipping).toBeCloseTo(1, 12);
  });

  test('sticks elastically: the brush is the displacement, turn included', () => {
    const turn = 3e-5;
    const displacement = [...ACROSS.map((x) => 1e-6 * x), ...N.map((x) => turn * x)];
    const { brush, slipping } = evaluate(points, LAW, { ...REST, displacement });
    expect(slipping).toBe(0);
    for (let i = 0; i < 3; i++) expect(Math.abs(brush[i] - 1e-6 * ACROSS[i])).toBeLessThan(1e-18);
    expect(Math.abs(brush[3] - turn)).toBeLessThan(1e-17);
  });

  test('turning about its normal: the moment is mu times the sum of N r once all of it slips', () => {
    const { wrench } = evaluate(points, LAW, { ...REST, velocity: [0, 0, 0, ...N.map((x) => 50 * x)] });
    let arm = 0;
    for (let o = 0; o < points.length; o += PATCH_POINT) {
      arm += 1e7 * points[o + 3] * Math.hypot(points[o], points[o + 1], points[o + 2]);
    }
    const moment = wrench[3] * nx + wrench[4] * ny + wrench[5] * nz;
    // within the rounded tip of a point next to the centre friction is less
    expect(Math.abs(moment / (-0.4 * arm) - 1)).toBeLessThan(1e-5);
  });

  test('rolling: the side that comes closer is pushed harder, with k_v a J omega', () => {
    const omega = 0.2; // about ACROSS; 1 + a v stays positive everywhere
    const { wrench } = evaluate(
      points,
      { ...LAW, muStatic: 0, muKinetic: 0 },
      {
        ...REST,
        velocity: [0, 0, 0, ...ACROSS.map((x) => omega * x)],
      },
    );
    let second = 0;
    const lever = [ny * ACROSS[2] - nz * ACROSS[1], nz * ACROSS[0] - nx * ACROSS[2], nx * ACROSS[1] - ny * ACROSS[0]];
    for (let o = 0; o < points.length; o += PATCH_POINT) {
      const x = points[o] * lever[0] + points[o + 1] * lever[1] + points[o + 2] * lever[2];
      second += points[o + 3] * x * x;
    }
    const moment = wrench[3] * ACROSS[0] + wrench[4] * ACROSS[1] + wrench[5] * ACROSS[2];
    expect(Math.abs(moment / (-1e7 * 0.4 * second * omega) - 1)).toBeLessThan(1e-6); // Vilela 2018, eq. 3.7, with its sign
  });

  test('cut into pieces it is the same: one patch of 40 points, or forty of one summed', () => {
    const m: Motion = {
      velocity: [0.1, -0.2, 0.05, 0.3, 0.1, -0.2],
      displacement: [1e-5, 2e-5, 0, 1e-5, 0, 3e-5],
      brush: [0, 0, 0, 0],
    };
    const whole = evaluate(points, LAW, m).wrench;
    const sum = new Float64Array(6);
    for (let k = 0; k < 40; k++) {
      const part = evaluate(points.slice(PATCH_POINT * k, PATCH_POINT * (k + 1)), LAW, m).wrench;
      for (let i = 0; i < 6; i++) sum[i] += part[i];
    }
    for (let i = 0; i < 6; i++) expect(Math.abs(sum[i] - whole[i])).toBeLessThan(1e-11 * push);
  });

  test.each([
    ['sticking', 1e-7, 1e-3],
    ['slipping and turning', 2e-4, 0.3],
  ])('%s: the matrix is the derivative of the wrench by the unknown of the stage', (_name, move, speed) => {
    // volumes follow the motion: dw = s.du, so the difference quotient has to move them as well
    const b = 1e-6;
    const c = 1e-3;
    const v0 = [0.5, -0.3, 0.2, 0.4, 0.7, -0.6].map((x) => speed * x);
    const u0 = [1, -2, 0.5, 1.5, -1, 2].map((x) => move * x);
    const at = (x: readonly number[]): Float64Array => {
      const moved = points.slice();
      for (let o = 0; o < moved.length; o += PATCH_POINT) {
        const [px, py, pz] = points.subarray(o, o + 3);
        const d = [x[0] + x[4] * pz - x[5] * py, x[1] + x[5] * px - x[3] * pz, x[2] + x[3] * py - x[4] * px];
        // B moves along n: the depth falls
        for (let i = 0; i < 3; i++) moved[o + 3] -= b * d[i] * points[o + 4 + i];
      }
      const shifted = (from: number[], by: number): number[] => from.map((value, i) => value + by * x[i]);
      const motion = { velocity: shifted(v0, c), displacement: shifted(u0, b), brush: [1e-6, 2e-6, 7.5e-7, 1e-6] };
      return evaluate(moved, LAW, motion, 0, 0, loadOf(points)).wrench;
    };
    const { matrix } = evaluate(
      points,
      LAW,
      { velocity: v0, displacement: u0, brush: [1e-6, 2e-6, 7.5e-7, 1e-6] },
      b,
      c,
    );
    const size = Math.max(...matrix.map(Math.abs));
    for (let j = 0; j < 6; j++) {
      const e = (1e-4 * speed) / c;
      const plus = [0, 0, 0, 0, 0, 0];
      const minus = [0, 0, 0, 0, 0, 0];
      plus[j] = e;
      minus[j] = -e;
      const [up, down] = [at(plus), at(minus)];
      for (let i = 0; i < 6; i++) {
        const slope = -(up[i] - down[i]) / (2 * e);
        // second differences of the law over the step: (1e-4)^2 of the entries
        expect(Math.abs(matrix[6 * i + j] - slope), `${i} ${j}`).toBeLessThan(3e-7 * size);
      }
    }
  });
});
