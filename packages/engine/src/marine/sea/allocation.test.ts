/** Sampling a sea makes no arrays and no records. */
import { expect, test } from 'vitest';
import { bytesPerCall } from '../../../test/allocation.ts';
import { SAMPLE, Sea } from './sea.ts';

test('no allocation: sampling a hundred points', () => {
  const storm = {
    kind: 'irregular' as const,
    spectrum: { kind: 'jonswap' as const, height: 2.5, period: 8, gamma: 3.3 },
    direction: 0.4,
    seed: 7,
  };
  const sea = new Sea({ density: 1025, current: [0, 0, 0], surface: 0, waves: [storm] }, 9.81);
  const points = Float64Array.from({ length: 300 }, (_, i) => (i % 3 === 2 ? -1 : i));
  const out = new Float64Array(100 * SAMPLE);
  let time = 0;
  const sample = (): void => {
    sea.setTime(time++);
    sea.sample(out, points, 3, 100);
  };
  // numbers handed between functions that are not inlined may be boxed: some for each point, none for its hundreds of components
  const { heap, buffers } = bytesPerCall(sample, 100 * 400, 50, 20);
  expect(heap).toBeLessThan(100 * 400);
  expect(buffers).toBeLessThanOrEqual(0);
});
