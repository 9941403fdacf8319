import { expect, test } from 'vitest';
import { lawAt, rootLaw, stiffeningLaw } from './law.ts';

/** what is said of a law: it leaves its curve by this part at most */
const WITHIN = 3e-3;

/** The most by which it does, from `from` to 1, at steps far smaller than its chords. */
function worst(law: readonly number[], curve: (e: number) => number, from: number): number {
  let most = 0;
  for (let i = 0; i <= 20_000; i++) {
    const e = from + ((1 - from) * i) / 20_000;
    most = Math.max(most, Math.abs(lawAt(law, e) / curve(e) - 1));
  }
  return most;
}

test.each([1e-3, 0.1, 0.5, 0.7, 0.9, 0.99])(
  'stiffening with k = %f: nowhere off by more than 0.3 %, and not far less',
  (k) => {
    const law = stiffeningLaw(k);
    expect(law.slice(0, 2)).toEqual([0, 0]);
    expect(law[law.length - 2]).toBe(1);
    for (let i = 2; i < law.length; i += 2) expect(law[i]).toBeGreaterThan(law[i - 2]);
    const off = worst(law, (e) => e / (1 - k * e), 1e-6);
    expect(off).toBeLessThanOrEqual(WITHIN * (1 + 1e-9));
    // one chord less would be too few: the error goes with the square of their number
    const chords = law.length / 2 - 1;
    if (chords > 1) expect(off * (chords / (chords - 1)) ** 2).toBeGreaterThan(0.9 * WITHIN);
  },
);

test('no stiffening: a straight line', () => {
  expect(stiffeningLaw(0)).toEqual([0, 0, 1, 1]);
});

test('root law: off by no more than 0.3 % from its least extent on', () => {
  const law = rootLaw(1e-3);
  expect(worst(law, Math.sqrt, 1e-3)).toBeLessThanOrEqual(WITHIN);
});
