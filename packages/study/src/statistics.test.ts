import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalShare, quantileOf } from './distribution.ts';
import { fitExtremes, fitOf, fitQuantile, shareBelow } from './extremes.ts';
import { unitSample } from './sampling.ts';
import { betaShare, logGamma, normalQuantile, studentQuantile } from './special.ts';
import {
  exactShareInterval,
  meanInterval,
  moments,
  quantile,
  rankCorrelation,
  ranks,
  shareInterval,
  sobolIndices,
} from './statistics.ts';

describe('functions of probability against closed forms', () => {
  test('normal quantile: tabled values, and the inverse of the share', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
    expect(normalQuantile(1e-10)).toBeCloseTo(-6.361340902404056, 12);
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }),
        (p) => Math.abs(normalShare(normalQuantile(p)) - p) < 1e-13,
      ),
    );
  });

  test('gamma: factorials, and the half', () => {
    for (let n = 1, f = 1; n < 20; f *= n, n++) expect(logGamma(n)).toBeCloseTo(Math.log(f), 11);
    expect(logGamma(0.5)).toBeCloseTo(0.5 * Math.log(Math.PI), 13);
  });

  test('beta: I_x(1, b) = 1 - (1 - x)^b, I_x(a, 1) = x^a, and the symmetry', () => {
    const part = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    const size = fc.double({ min: 0.2, max: 50, noNaN: true });
    fc.assert(
      fc.property(part, size, size, (x, a, b) => {
        expect(betaShare(x, 1, b)).toBeCloseTo(1 - (1 - x) ** b, 11);
        expect(betaShare(x, a, 1)).toBeCloseTo(x ** a, 11);
        expect(betaShare(x, a, b) + betaShare(1 - x, b, a)).toBeCloseTo(1, 11);
      }),
    );
  });

  test("Student's t: one degree of freedom is Cauchy, two have a closed form, many are normal", () => {
    for (const p of [0.01, 0.1, 0.6, 0.9, 0.975, 0.999]) {
      expect(studentQuantile(p, 1) / Math.tan(Math.PI * (p - 0.5))).toBeCloseTo(1, 9);
      expect(studentQuantile(p, 2) / ((2 * p - 1) / Math.sqrt(2 * p * (1 - p)))).toBeCloseTo(1, 9);
      expect(studentQuantile(p, 1e7)).toBeCloseTo(normalQuantile(p), 5);
    }
  });
});

describe('intervals', () => {
  test('shares: Wilson 1927 and Clopper and Pearson 1934 give the numbers of Newcombe 1998 (table I)', () => {
    // 81 of 263 and 15 of 148, 95 %
    expect(shareInterval(81, 263, 0.95).low).toBeCloseTo(0.2553, 4);
    expect(shareInterval(81, 263, 0.95).high).toBeCloseTo(0.3662, 4);
    expect(exactShareInterval(15, 148, 0.95).low).toBeCloseTo(0.0578, 4);
    expect(exactShareInterval(15, 148, 0.95).high).toBeCloseTo(0.1617, 4);
    expect(shareInterval(0, 20, 0.95)).toEqual({ low: 0, high: expect.closeTo(0.1611, 4) });
  });

  test('mean: the interval of Student holds its level (2000 samples of 5, level 90 %)', () => {
    const points = unitSample('random', 2000, 5, 3);
    let held = 0;
    for (let i = 0; i < 2000; i++) {
      const sample = Array.from(points.subarray(5 * i, 5 * i + 5), normalQuantile);
      const { low, high } = meanInterval(moments(sample), 0.9);
      if (low <= 0 && 0 <= high) held++;
    }
    expect(Math.abs(held / 2000 - 0.9)).toBeLessThan(0.02); // three deviations of a share of 2000
  });

  test('fractiles, ranks with ties, rank correlation of monotone and of opposed values', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect([...ranks([10, 30, 20, 20])]).toEqual([1, 4, 2.5, 2.5]);
    expect(rankCorrelation([1, 2, 3, 4, 5], [1, 8, 27, 64, 125], 0.95).value).toBeCloseTo(1, 12);
    expect(rankCorrelation([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], 0.95).value).toBeCloseTo(-1, 12);
    // values that are all alike go with nothing, however many they are
    for (const count of [5, 49, 1280])
      expect(
        rankCorrelation(
          Array.from({ length: count }, (_, i) => i),
          new Array(count).fill(1),
          0.95,
        ).value,
      ).toBeNaN();
  });
});

describe('samples', () => {
  const methods = ['latin-hypercube', 'sobol', 'random'] as const;

  test('same seed, same points; another seed, others; all inside the open cube', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...methods),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 1e9 }),
        (method, n, d, seed) => {
          const a = unitSample(method, n, d, seed);
          expect(unitSample(method, n, d, seed)).toEqual(a);
          expect(unitSample(method, n, d, seed + 1)).not.toEqual(a);
          expect(a.every((u) => u > 0 && u < 1)).toBe(true);
        },
      ),
    );
  });

  test('coverage: a Latin hypercube has one point in every n-th of every variable, whatever n and d', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 1e6 }),
        (n, d, seed) => {
          const points = unitSample('latin-hypercube', n, d, seed);
          for (let k = 0; k < d; k++) {
            const cells = new Set(Array.from({ length: n }, (_, i) => Math.floor(points[i * d + k] * n)));
            expect(cells.size).toBe(n);
          }
        },
      ),
    );
  });

  test("coverage: 2^k Sobol' points have one in every 2^-k of each of 21 variables, and one in every box of the first two", () => {
    for (const seed of [1, 2, 99]) {
      const points = unitSample('sobol', 256, 21, seed);
      for (let d = 0; d < 21; d++)
        expect(new Set(Array.from({ length: 256 }, (_, i) => Math.floor(points[21 * i + d] * 256))).size).toBe(256);
      for (let a = 0; a <= 8; a++) {
        const boxes = new Set(
          Array.from(
            { length: 256 },
            (_, i) => `${Math.floor(points[21 * i] * 2 ** a)} ${Math.floor(points[21 * i + 1] * 2 ** (8 - a))}`,
          ),
        );
        expect(boxes.size).toBe(256); // a (0, 8, 2)-net
      }
    }
  });

  test("discrepancy: Sobol' below Latin hypercube below random (512 points in 4 variables, mean of 5 seeds)", () => {
    const mean = (method: (typeof methods)[number]): number =>
      [1, 2, 3, 4, 5].reduce((sum, seed) => sum + l2Discrepancy(unitSample(method, 512, 4, seed), 4) / 5, 0);
    const [lhs, sobol, random] = methods.map(mean);
    expect(sobol).toBeLessThan(0.4 * lhs);
    expect(lhs).toBeLessThan(0.85 * random);
  });

  test('distributions: mean and deviation of 4096 points are those of the closed forms', () => {
    const points = unitSample('sobol', 4096, 1, 5);
    const euler = 0.5772156649015329;
    const cases = [
      [{ kind: 'uniform', from: 2, to: 5 }, 3.5, 3 / Math.sqrt(12)],
      [{ kind: 'normal', mean: 10, deviation: 2, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }, 10, 2],
      [
        { kind: 'lognormal', median: 3, sigma: 0.5 },
        3 * Math.exp(0.125),
        3 * Math.exp(0.125) * Math.sqrt(Math.expm1(0.25)),
      ],
      [{ kind: 'weibull', scale: 2, shape: 2 }, Math.sqrt(Math.PI), 2 * Math.sqrt(1 - Math.PI / 4)],
      [{ kind: 'gumbel', mode: 1, scale: 2 }, 1 + 2 * euler, (2 * Math.PI) / Math.sqrt(6)],
      [{ kind: 'triangular', least: 0, mode: 1, most: 3 }, 4 / 3, Math.sqrt(7 / 18)],
    ] as const;
    for (const [distribution, mean, deviation] of cases) {
      const found = moments(Array.from(points, (u) => quantileOf(distribution, u)));
      expect(found.mean / mean).toBeCloseTo(1, 2);
      expect(found.deviation / deviation).toBeCloseTo(1, 1.7);
    }
  });

  test("Sobol' indices: Ishigami's function, whose indices are known (Saltelli et al. 2010)", () => {
    const d = 3;
    const points = unitSample('saltelli', 4096, d, 1);
    const values = Float64Array.from({ length: points.length / d }, (_, i) => {
      const [x, y, z] = [0, 1, 2].map((k) => Math.PI * (2 * points[d * i + k] - 1));
      return Math.sin(x) + 7 * Math.sin(y) ** 2 + 0.1 * z ** 4 * Math.sin(x);
    });
    const { first, total } = sobolIndices(values, d);
    // closed form for a = 7, b = 0.1
    for (const [k, s] of [0.3139, 0.4424, 0].entries()) expect(Math.abs(first[k] - s)).toBeLessThan(0.01);
    for (const [k, s] of [0.5576, 0.4424, 0.2437].entries()) expect(Math.abs(total[k] - s)).toBeLessThan(0.01);
  });
});

describe('extreme values', () => {
  /** Annual largest sea levels at Port Pirie, 1923 to 1987 [m] (Coles 2001, section 3.4.1) */
  const PORT_PIRIE = [
    4.03, 3.83, 3.65, 3.88, 4.01, 4.08, 4.18, 3.8, 4.36, 3.96, 3.98, 4.69, 3.85, 3.96, 3.85, 3.93, 3.75, 3.63, 3.57,
    4.25, 3.97, 4.05, 4.24, 4.22, 3.73, 4.37, 4.06, 3.71, 3.96, 4.06, 4.55, 3.79, 3.89, 4.11, 3.85, 3.86, 3.86, 4.21,
    4.01, 4.11, 4.24, 3.96, 4.21, 3.74, 3.85, 3.88, 3.66, 4.11, 3.71, 4.18, 3.9, 3.78, 3.91, 3.72, 4.0, 3.66, 3.62,
    4.33, 4.55, 3.75, 4.08, 3.9, 3.88, 3.94, 4.33,
  ];
  /** Lives of 23 ball bearings [10^6 turns] (Lieblein and Zelen 1956; Lawless 2003) */
  const BEARINGS = [
    17.88, 28.92, 33, 41.52, 42.12, 45.6, 48.48, 51.84, 51.96, 54.12, 55.56, 67.8, 68.64, 68.64, 68.88, 84.12, 93.12,
    98.64, 105.12, 105.84, 127.92, 128.04, 173.4,
  ];

  test('Gumbel: Port Pirie gives the mode 3.87 and scale 0.195 of Coles, and intervals of his standard errors', () => {
    const found = fitExtremes('gumbel', PORT_PIRIE, [0.9, 0.99], 0.95);
    if (found?.fit.kind !== 'gumbel') throw new Error('no fit');
    expect(found.fit.mode).toBeCloseTo(3.87, 2);
    expect(found.fit.scale).toBeCloseTo(0.195, 3);
    const [mode, scale] = found.intervals;
    expect((mode.high - mode.low) / 3.92).toBeCloseTo(0.03, 1.7); // standard errors 0.03 and 0.019
    expect((scale.high - scale.low) / 3.92).toBeCloseTo(0.019, 2);
    // return levels of 10 and 100 years by the general distribution: 4.30 (4.19 to 4.45) and 4.69 (4.50 to 5.27)
    expect(found.values[0].value).toBeGreaterThan(4.19);
    expect(found.values[0].value).toBeLessThan(4.45);
    expect(found.values[1].value).toBeGreaterThan(4.5);
    expect(found.values[1].value).toBeLessThan(5.27);
    expect(found.pValue).toBeGreaterThan(0.05);
  });

  test('Weibull: the bearings have shape 2.102 and scale 81.88 (Lawless 2003)', () => {
    const found = fitExtremes('weibull', BEARINGS, [0.5], 0.95);
    if (found?.fit.kind !== 'weibull') throw new Error('no fit');
    expect(found.fit.shape).toBeCloseTo(2.102, 3);
    expect(found.fit.scale).toBeCloseTo(81.88, 1);
    expect(found.pValue).toBeGreaterThan(0.05);
  });

  test('goodness of fit: a Gumbel fit to values of another kind is refused', () => {
    const two = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 1 + i / 1000 : 10 + i / 1000));
    expect(fitExtremes('gumbel', two, [], 0.95)?.pValue).toBeLessThan(0.01);
  });

  test('all kinds: what is drawn from a distribution is found again, and the intervals hold their level', () => {
    const truths = [
      { kind: 'gumbel', mode: 100, scale: 7 },
      { kind: 'weibull', shape: 3, scale: 40 },
      { kind: 'pareto', shape: 0.15, scale: 12 },
      { kind: 'pareto', shape: -0.2, scale: 12 },
    ] as const;
    for (const truth of truths) {
      let held = 0;
      for (let seed = 1; seed <= 20; seed++) {
        const sample = Array.from(unitSample('random', 60, 1, seed), (u) => fitQuantile(truth, u));
        const found = fitExtremes(truth.kind, sample, [0.99], 0.9);
        const { interval } = found?.values[0] ?? { interval: { low: 0, high: 0 } };
        const exact = fitQuantile(truth, 0.99);
        if (interval.low <= exact && exact <= interval.high) held++;
      }
      expect(held, truth.kind).toBeGreaterThanOrEqual(14); // of 20 at 90 %: fewer has a chance of 1 in 400
    }
  });

  test('quantile and share are inverse; the exponential is the Pareto distribution of shape 0', () => {
    for (const fit of [
      { kind: 'gumbel', mode: 1, scale: 2 },
      { kind: 'weibull', shape: 1.5, scale: 3 },
      { kind: 'pareto', shape: -0.3, scale: 2 },
      { kind: 'pareto', shape: 0, scale: 2 },
    ] as const) {
      for (const p of [0.01, 0.5, 0.999]) expect(shareBelow(fit, fitQuantile(fit, p))).toBeCloseTo(p, 10);
    }
    const exponential = Array.from(unitSample('sobol', 500, 1, 1), (u) => -5 * Math.log1p(-u));
    const fit = fitOf('pareto', exponential);
    if (fit?.kind !== 'pareto') throw new Error('no fit');
    expect(Math.abs(fit.shape)).toBeLessThan(0.03);
    expect(fit.scale / 5).toBeCloseTo(1, 1);
  });
});

/** Centred-free L2 star discrepancy (Warnock 1972). */
function l2Discrepancy(points: Float64Array, d: number): number {
  const n = points.length / d;
  let second = 0;
  let third = 0;
  for (let i = 0; i < n; i++) {
    let product = 1;
    for (let k = 0; k < d; k++) product *= (1 - points[i * d + k] ** 2) / 2;
    second += product;
    for (let j = 0; j < n; j++) {
      let both = 1;
      for (let k = 0; k < d; k++) both *= 1 - Math.max(points[i * d + k], points[j * d + k]);
      third += both;
    }
  }
  return Math.sqrt(3 ** -d - (2 * second) / n + third / (n * n));
}

test('Gumbel: of many values, whose samples are drawn smaller, the interval of the scale is that of large samples: 0.78 scale / sqrt(n)', () => {
  const n = 10_000;
  const values = Array.from({ length: n }, (_, i) => 10 - 2 * Math.log(-Math.log((i + 0.5) / n))); // at even shares
  const fit = fitExtremes('gumbel', values, [], 0.95);
  const { low, high } = fit?.intervals[1] ?? { low: 0, high: 0 };
  // Johnson, Kotz & Balakrishnan 1995, 22.9: var of the scale 0.608 scale^2 / n; 400 draws tell a width to about 7 %
  const ratio = (high - low) / 2 / ((1.96 * Math.sqrt(0.608) * 2) / Math.sqrt(n));
  expect(Math.abs(ratio - 1)).toBeLessThan(0.2);
});
