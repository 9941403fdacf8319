import fc from 'fast-check';
import { expect, test } from 'vitest';
import { niceTicks, tickTexts } from './ticks.ts';

test('ticks are written with the digits they need: 2.5 apart, 0.125 apart, around zero, large and small', () => {
  expect(tickTexts([0, 2.5, 5, 7.5])).toEqual(['0.0', '2.5', '5.0', '7.5']);
  expect(tickTexts([0, 0.125, 0.25])).toEqual(['0.000', '0.125', '0.250']);
  expect(tickTexts([0, 25, 50])).toEqual(['0', '25', '50']);
  expect(tickTexts([-0.2, -0.1, 2.7e-17, 0.1])).toEqual(['\u22120.2', '\u22120.1', '0.0', '0.1']);
  expect(tickTexts([0, 2.5e6, 5e6])).toEqual(['0', '2.5e6', '5.0e6']);
  expect(tickTexts([0, 2.5e-5, 5e-5])).toEqual(['0', '2.5e\u22125', '5.0e\u22125']);
  expect(tickTexts([100.25, 100.5, 100.75])).toEqual(['100.25', '100.50', '100.75']);
  expect(tickTexts([7])).toEqual(['7']);
  expect(tickTexts([])).toEqual([]);
});

test('ticks: read back, no label is off by more than a thousandth of the distance between ticks', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -5e5, max: 5e5, noNaN: true }),
      fc.double({ min: 1e-3, max: 5e5, noNaN: true }),
      (low, span) => {
        const ticks = niceTicks(low, low + span, 5);
        const step = ticks[1] - ticks[0];
        for (const [i, text] of tickTexts(ticks).entries()) {
          expect(Math.abs(Number(text.replace('\u2212', '-').replace('\u2212', '-')) - ticks[i])).toBeLessThanOrEqual(
            1.1e-3 * step,
          );
        }
      },
    ),
  );
});
