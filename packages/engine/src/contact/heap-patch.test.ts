import { expect, test } from 'vitest';
import { Random } from '../base/index.ts';
import { HEAP_POINT, heapPatchForce, makeHeapMotion } from './heap-patch.ts';
import { makePatchForce, makePatchLaw } from './patch.ts';

const law = { ...makePatchLaw(), stiffness: 1e8, dissipation: 0.7, s0: 300, s1: 2 };
const MU = 0.3;
const H = 5e-3;
const UP = { ...makeHeapMotion(), normal: Float64Array.of(0, 0, 1), mu: MU, h: H };

/** Four points of a patch a centimetre wide, some of them open, with normal forces of an iterate before. */
function points(random: Random): Float64Array {
  const d = (): number => random.between(-1, 1);
  const out: number[] = [];
  for (let k = 0; k < 4; k++) {
    const n = [0.2 * d(), 0.2 * d(), 1];
    const size = Math.hypot(...n);
    out.push(
      0.01 * d(),
      0.01 * d(),
      1e-3 * d(),
      ...n.map((x) => x / size),
      3e3,
      4e-4 * d(),
      2 * random.between(0, 1),
      0,
    );
  }
  return Float64Array.from(out);
}

const wrench = (p: Float64Array, v: readonly number[], brush: Float64Array): number[] => {
  const out = makePatchForce();
  heapPatchForce(out, p, 0, 4, law, { ...UP, brush, velocity: Float64Array.from(v) }, false, false);
  return [...out.wrench];
};

test('the matrix is what the wrench loses, symmetric and never negative: the wrench is the slope of a convex function', () => {
  const random = new Random(5);
  const d = (): number => random.between(-1, 1);
  let slopes = 0;
  for (let round = 0; round < 200; round++) {
    const p = points(random);
    const v = [0.2 * d(), 0.2 * d(), 0.05 * d(), 5 * d(), 5 * d(), 5 * d()];
    const brush = Float64Array.from([5e-4 * d(), 5e-4 * d(), 0, 0.05 * d(), 0, 0, 0]);
    const out = makePatchForce();
    heapPatchForce(out, p, 0, 4, law, { ...UP, brush, velocity: Float64Array.from(v) }, true, false);
    const m = out.matrix;
    const x = [d(), d(), d(), 50 * d(), 50 * d(), 50 * d()];
    let bend = 0;
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        expect(m[6 * i + j]).toBe(m[6 * j + i]);
        bend += x[i] * m[6 * i + j] * x[j];
      }
    }
    expect(bend).toBeGreaterThanOrEqual(-1e-9);
    // a difference over 1e-7: kinks lie in a few of the directions only, the others must agree to the curvature of friction
    const e = 1e-7;
    const ahead = wrench(
      p,
      v.map((y, i) => y + e * x[i]),
      brush,
    );
    const behind = wrench(
      p,
      v.map((y, i) => y - e * x[i]),
      brush,
    );
    const lost = ahead.map((f, i) => -(f - behind[i]) / (2 * e));
    const told = ahead.map((_, i) => x.reduce((sum, y, j) => sum + m[6 * i + j] * y, 0));
    const size = Math.hypot(...told);
    if (Math.hypot(...told.map((y, i) => y - lost[i])) < 1e-4 * size + 1e-6) slopes++;
  }
  expect(slopes).toBeGreaterThan(190);
});

test('a brush that holds: after the step it has the deflection that carries the friction found', () => {
  const p = points(new Random(9));
  for (let k = 0; k < 4; k++) {
    p.set([0, 0, 1, 3e3, 1e-4, 1], HEAP_POINT * k + 3);
    p[HEAP_POINT * k + 2] = 0;
  }
  const brush = Float64Array.from([1e-4, 0, 0, 0.01, 0, 0, 0]);
  const out = makePatchForce();
  const velocity = Float64Array.from([2e-3, 1e-3, 0, 0, 0, 0.1]);
  heapPatchForce(out, p, 0, 4, law, { ...UP, brush, velocity }, false, true);
  expect(out.slipping).toBe(0);
  expect(out.brush[0]).toBeCloseTo(1e-4 + H * 2e-3, 12);
  expect(out.brush[1]).toBeCloseTo(H * 1e-3, 12);
  expect(out.brush[3]).toBeCloseTo(0.01 + H * 0.1, 10);
});
