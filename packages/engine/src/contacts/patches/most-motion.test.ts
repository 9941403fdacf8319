import { expect, test } from 'vitest';
import { turn } from '../../../test/support.ts';
import { Random } from '../../base/index.ts';
import { quaternionToMatrix } from '../../math/index.ts';
import { mostMotion } from './most-motion.ts';

const matrix = (vector: readonly number[]): Float64Array => {
  const out = new Float64Array(9);
  const [x, y, z] = vector;
  quaternionToMatrix(out, 0, Float64Array.from(turn([x, y, z], Math.hypot(...vector))), 0);
  return out;
};
const times = (m: Float64Array, v: readonly number[]): number[] =>
  [0, 1, 2].map((i) => m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2]);
const back = (m: Float64Array, v: readonly number[]): number[] =>
  [0, 1, 2].map((i) => m[i] * v[0] + m[3 + i] * v[1] + m[6 + i] * v[2]);

function tellMost(...of: Parameters<typeof mostMotion> extends [Float64Array, ...infer Rest] ? Rest : never): number {
  const out = new Float64Array(1);
  mostMotion(out, ...of);
  return out[0];
}

test('no point of B moves farther in the frame of A than is told, however the two move and turn', () => {
  const random = new Random(11);
  const vector = (size: number): number[] => [0, 1, 2].map(() => random.between(-size, size));
  for (let round = 0; round < 300; round++) {
    const size = 0.5 ** (round % 10);
    const [a, b, wA, wB] = [vector(size), vector(size), vector(size), vector(size)];
    const [xA, xB] = [vector(2), vector(2)];
    const [radiusA, radiusB] = [random.between(0.1, 3), random.between(0.1, 3)];
    const [A, B] = [matrix(a), matrix(b)];
    const motion = Float64Array.from([...wA, ...a, ...wB, ...b]);
    const position = Float64Array.from([...xA.map((x, k) => x + wA[k]), ...xB.map((x, k) => x + wB[k])]);
    const told = tellMost(motion, position, { bodyA: 0, bodyB: 1, radiusA, radiusB });
    // farther out than either reaches there may be more: points of B seen from A, or of A seen from B
    let most = 0;
    let other = 0;
    for (let k = 0; k < 20; k++) {
      const y = vector(1);
      const scale = 1 / Math.hypot(...y);
      const inB = y.map((q) => radiusB * scale * q);
      const inA = y.map((q) => radiusA * scale * q);
      const nowB = back(
        A,
        times(B, inB).map((q, i) => q + xB[i] + wB[i] - xA[i] - wA[i]),
      );
      const nowA = back(
        B,
        times(A, inA).map((q, i) => q + xA[i] + wA[i] - xB[i] - wB[i]),
      );
      most = Math.max(most, Math.hypot(...nowB.map((q, i) => q - (inB[i] + xB[i] - xA[i]))));
      other = Math.max(other, Math.hypot(...nowA.map((q, i) => q - (inA[i] + xA[i] - xB[i]))));
    }
    expect(Math.min(most, other)).toBeLessThanOrEqual(told * (1 + 1e-12));
  }
});

test('what turns along with the other has not moved; a half-space reaches anywhere and does not matter', () => {
  const spin = [0, 0, 1e-3];
  // B at 1 m from A goes round with it
  const motion = Float64Array.from([0, 0, 0, ...spin, 0, 1e-3, 0, ...spin]);
  const position = Float64Array.of(0, 0, 0, 1, 1e-3, 0);
  const pair = { bodyA: 0, bodyB: 1, radiusA: 0.5, radiusB: 0.5 };
  expect(tellMost(motion, position, pair)).toBeLessThan(3e-6);
  const floor = { ...pair, radiusA: Number.POSITIVE_INFINITY };
  const falls = Float64Array.from([0, 0, 0, 0, 0, 0, 0, 0, -1e-3, ...spin]);
  expect(tellMost(falls, position, floor)).toBeCloseTo(1.5e-3, 12);
});
