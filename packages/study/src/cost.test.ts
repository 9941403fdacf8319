import { Random } from '@hawser/engine';
import { describe, expect, test } from 'vitest';
import { costSample, meanOfAll } from './cost.ts';
import { type Axis, indicesOf, pointCount } from './plan.ts';

const axis = (name: string, count: number, kind: Axis['kind'] = 'values'): Axis => ({
  names: [name],
  kind,
  count,
  at: (i) => [{ text: String(i), number: i }],
});
const GRID = [axis('Hs', 5), axis('Tp', 5), axis('heading', 3), axis('seed', 10, 'seeds')];

describe('cost of all runs from a few', () => {
  test('every value of every variable is in the sample as often as any other, but for one', () => {
    const sample = costSample(GRID, 30);
    expect(new Set(sample).size).toBe(30);
    GRID.forEach(({ count }, a) => {
      const times = new Array<number>(count).fill(0);
      for (const index of sample) times[indicesOf(GRID, index)[a]]++;
      expect(Math.max(...times) - Math.min(...times), GRID[a].names[0]).toBeLessThanOrEqual(1);
    });
  });

  test('costs that are sums of effects are told exactly, from a fraction of the runs', () => {
    const cost = (index: number): number => {
      const [h, t, d] = indicesOf(GRID, index);
      return 10 + 3 * h * h + [5, 0, -2, 1, 4][t] + 7 * d;
    };
    const all = Array.from({ length: pointCount(GRID) }, (_, i) => cost(i));
    const truth = all.reduce((sum, x) => sum + x, 0) / all.length;
    const sample = costSample(GRID, 30);
    const { mean, low, high } = meanOfAll(GRID, sample, sample.map(cost), 0.95);
    expect(mean).toBeCloseTo(truth, 9); // nothing is left over: rounding
    expect(high - low).toBeLessThan(1e-6);
  });

  test('with scatter, and two variables that do not add up, the 95 % interval holds the truth 90 to 99 times in 100', () => {
    let inside = 0;
    let width = 0;
    let plain = 0;
    const rounds = 400;
    for (let seed = 1; seed <= rounds; seed++) {
      const random = new Random(seed);
      const all = Array.from({ length: pointCount(GRID) }, (_, i) => {
        const [h, t] = indicesOf(GRID, i);
        // seas above the limit cost four times as much, and not in every seed
        return (h >= 3 && t < 3 && random.between(0, 1) < 0.6 ? 40 : 10 + h) * random.between(0.8, 1.2);
      });
      const truth = all.reduce((sum, x) => sum + x, 0) / all.length;
      const sample = costSample(GRID, 30);
      const values = sample.map((i) => all[i]);
      const { low, high } = meanOfAll(GRID, sample, values, 0.95);
      if (low <= truth && truth <= high) inside++;
      width += (high - low) / truth / rounds;
      const mean = values.reduce((sum, x) => sum + x, 0) / 30;
      plain += (2 * 2.045 * Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 29 / 30)) / truth / rounds;
    }
    // 400 rounds of a share of 0.95: its standard error is 0.011
    expect(inside / rounds).toBeGreaterThan(0.9);
    expect(inside / rounds).toBeLessThan(0.995);
    expect(width).toBeLessThan(0.9 * plain); // narrower than a mean that does not know the variables
  });

  test('all runs known: their mean, and nothing left to chance', () => {
    const axes = [axis('a', 3), axis('b', 2)];
    const sample = costSample(axes, 100);
    expect(sample).toEqual([0, 1, 2, 3, 4, 5]);
    const { mean, low, high } = meanOfAll(axes, sample, [1, 2, 3, 4, 5, 60], 0.95);
    expect(mean).toBeCloseTo(12.5, 9);
    expect([low, high]).toEqual([mean, mean]);
  });

  test('two runs are enough to say something, and it is not much', () => {
    const sample = costSample(GRID, 2);
    const { mean, low, high } = meanOfAll(GRID, sample, [10, 20], 0.95);
    expect(mean).toBe(15);
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(70); // Student with one degree of freedom: 15 + 12.7 x 7.07/sqrt 2
  });
});
