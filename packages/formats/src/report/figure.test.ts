import { expect, test } from 'vitest';
import { figureSvg } from './figure.ts';

/** [px] heights at which labels of limits stand */
function heights(limits: readonly { label: string; value: number }[]): number[] {
  const curve = { label: 'tension', time: Float64Array.of(0, 1, 2), values: Float64Array.of(3, 7, 5) };
  const page = figureSvg({ title: 'tension', unit: 'N', curves: [curve], start: 0, end: 2, limits });
  return [...page.matchAll(/class="limit-text" x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) => Number(y));
}

test('labels of limits stand inside the picture, clear of each other and of the names of phases above it', () => {
  const [bow, stern] = heights([
    { label: 'bow', value: 8 },
    { label: 'stern', value: 8 },
  ]);
  expect(Math.min(bow, stern)).toBeGreaterThan(16 + 10); // below the upper edge by a line of text
  expect(Math.abs(bow - stern)).toBeGreaterThanOrEqual(12);
  const [alone] = heights([{ label: 'alone', value: 4 }]);
  expect(alone).toBeGreaterThan(16 + 150 / 2 - 10); // above its line at half the height
  expect(alone).toBeLessThan(16 + 150 / 2);
});
