/** What runs every step makes no arrays and no records, measured on the heap. In a bundle the same calls take 0 to 2 bytes. */
import { expect, test } from 'vitest';
import { bytesPerCall } from '../../test/allocation.ts';
import { compileFunction, expTimesMatrix, logRotation, orthonormalise, sincos } from './index.ts';

const CALLS = 100000;
const out = new Float64Array(9);
const R = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const small = Float64Array.of(1e-3, 2e-3, -1e-3);
const large = Float64Array.of(0.3, 0.2, -0.1);
const motion = compileFunction({
  kind: 'sum',
  terms: [
    { kind: 'sine', mean: 0, amplitude: 1, angularFrequency: 0.7, phase: 0.2 },
    { kind: 'ramp', from: 0, to: 1, start: 0, duration: 50 },
    { kind: 'polynomial', coefficients: [1, 2, 3] },
    { kind: 'table', times: [0, 10, 20, 200], values: [0, 1, 0, 3], interpolation: 'linear' },
    { kind: 'table', times: [0, 10, 20, 200], values: [0, 1, 0, 3], interpolation: 'spline' },
  ],
});

test.each<[string, (i: number) => void]>([
  ['sincos', (i) => sincos(out, 0, i * 1e-3)],
  ['expTimesMatrix, small angle', () => expTimesMatrix(R, 0, small, 0, R, 0)],
  ['expTimesMatrix, large angle', () => expTimesMatrix(R, 0, large, 0, R, 0)],
  ['logRotation', () => logRotation(out, 0, R, 0)],
  ['orthonormalise', () => orthonormalise(R, 0)],
  ['a compiled function', (i) => motion.evaluate(i * 1e-3, out, 0)],
])('no allocation: %s', (_, f) => {
  // the test runner keeps the compiler from inlining across files, so a number handed from file to file may be boxed, 16
  // bytes, and three of them at most are handed to such a call; the smallest array of three numbers takes 56
  let i = 0;
  const { heap, buffers } = bytesPerCall(() => f(i++ % CALLS), 52, CALLS, 10);
  expect(heap).toBeLessThan(52);
  expect(buffers).toBeLessThanOrEqual(0);
});
