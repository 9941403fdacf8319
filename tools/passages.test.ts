/** A slice of the study of thrown ropes (benchmarks/studies/passages.mjs): none goes through another, or through a solid, without a word. */
import { expect, test } from 'vitest';
import { oneThrow } from '../benchmarks/studies/thrown-ropes.mjs';

test('ropes of 3 to 60 mm thrown at 1 to 1000 m/s in steps of 0.1 to 10 ms: none through in silence, and most are stopped', () => {
  const count: Record<string, number> = {};
  for (let seed = 1; seed <= 10; seed++) {
    const { result } = oneThrow(seed);
    count[result] = (count[result] ?? 0) + 1;
  }
  expect(count.silent ?? 0).toBe(0);
  expect(count.stopped).toBeGreaterThan(5);
});
