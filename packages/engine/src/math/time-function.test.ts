import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BuildError } from '../base/index.ts';
import { compileFunction, isConstant, type TimeFunction } from './index.ts';

const value = fc.double({ min: -5, max: 5, noNaN: true });
const table = (interpolation: 'linear' | 'spline') =>
  fc
    .array(fc.tuple(fc.double({ min: 0.3, max: 2, noNaN: true }), value), { minLength: 1, maxLength: 8 })
    .map((rows): TimeFunction => {
      let t = -4;
      const times = rows.map(([gap]) => {
        t += gap;
        return t;
      });
      return { kind: 'table', times, values: rows.map(([, v]) => v), interpolation };
    });
const kinds: Record<string, fc.Arbitrary<TimeFunction>> = {
  constant: value.map((v) => ({ kind: 'constant', value: v })),
  polynomial: fc.array(value, { maxLength: 6 }).map((coefficients) => ({ kind: 'polynomial', coefficients })),
  sine: fc
    .tuple(value, value, value, value)
    .map(([mean, amplitude, angularFrequency, phase]) => ({ kind: 'sine', mean, amplitude, angularFrequency, phase })),
  'growing sine': fc
    .tuple(value, value, value, value, fc.double({ min: 0.5, max: 5, noNaN: true }))
    .map(([mean, amplitude, angularFrequency, phase, buildUp]) => ({
      kind: 'sine',
      mean,
      amplitude,
      angularFrequency,
      phase,
      buildUp,
    })),
  ramp: fc
    .tuple(value, value, value, fc.double({ min: 0.5, max: 5, noNaN: true }))
    .map(([from, to, start, duration]) => ({ kind: 'ramp', from, to, start, duration })),
  'linear table': table('linear'),
  'spline table': table('spline'),
};
kinds.sum = fc
  .array(fc.oneof(...Object.values(kinds)), { maxLength: 4 })
  .map((terms): TimeFunction => ({ kind: 'sum', terms }));

/** times at which a derivative may jump */
function corners(f: TimeFunction): number[] {
  if (f.kind === 'ramp') return [f.start, f.start + f.duration];
  if (f.kind === 'sine' && f.buildUp !== undefined) return [0, f.buildUp];
  if (f.kind === 'table') return [...f.times];
  return f.kind === 'sum' ? f.terms.flatMap(corners) : [];
}

const evaluate = (f: TimeFunction, t: number) => {
  const out = new Float64Array(5).fill(-77);
  compileFunction(f).evaluate(t, out, 1);
  expect([out[0], out[4]]).toEqual([-77, -77]); // three numbers, nothing beside them
  return out.subarray(1, 4);
};

describe('derivatives against central differences', () => {
  for (const [name, arbitrary] of Object.entries(kinds)) {
    test(name, () => {
      fc.assert(
        fc.property(arbitrary, fc.double({ min: -5, max: 8, noNaN: true }), (f, t) => {
          const h = 1e-4;
          fc.pre(corners(f).every((corner) => Math.abs(corner - t) > 2 * h));
          const [v0, v1, v2] = evaluate(f, t);
          const after = evaluate(f, t + h);
          const before = evaluate(f, t - h);
          // truncation h^2/6 |f'''|, rounding 2^-52 |f| / h; sizes are up to 5 * 8^5 * 5^4 for the largest polynomial
          const size = Math.max(1, Math.abs(v0), Math.abs(v1), Math.abs(v2), Math.abs(after[2] - before[2]) / h);
          expect(Math.abs((after[0] - before[0]) / (2 * h) - v1)).toBeLessThan(1e-6 * size);
          expect(Math.abs((after[1] - before[1]) / (2 * h) - v2)).toBeLessThan(1e-6 * size);
        }),
      );
    });
  }
});

describe('values', () => {
  test('constant and polynomial', () => {
    expect(Array.from(evaluate({ kind: 'constant', value: 3 }, 7))).toEqual([3, 0, 0]);
    expect(Array.from(evaluate({ kind: 'polynomial', coefficients: [1, 2, 3, 4] }, 2))).toEqual([49, 62, 54]);
    expect(Array.from(evaluate({ kind: 'polynomial', coefficients: [] }, 2))).toEqual([0, 0, 0]);
  });

  test('sine: mean + amplitude sin(w t + phase)', () => {
    const [v] = evaluate({ kind: 'sine', mean: 1, amplitude: 2, angularFrequency: 3, phase: 0.5 }, 0.7);
    expect(v).toBeCloseTo(1 + 2 * Math.sin(3 * 0.7 + 0.5), 14);
  });

  test('ramp: at rest at both ends with no acceleration, half way in the middle, exactly `to` afterwards', () => {
    const f: TimeFunction = { kind: 'ramp', from: 0.1, to: 0.7, start: 2, duration: 4 };
    expect(Array.from(evaluate(f, 1))).toEqual([0.1, 0, 0]);
    expect(Array.from(evaluate(f, 2))).toEqual([0.1, 0, 0]);
    expect(evaluate(f, 4)[0]).toBeCloseTo(0.4, 15);
    expect(evaluate(f, 4)[1]).toBeCloseTo(((15 / 8) * 0.6) / 4, 15); // the steepest point of the quintic
    expect(Array.from(evaluate(f, 6))).toEqual([0.7, 0, 0]);
    expect(Array.from(evaluate(f, 60))).toEqual([0.7, 0, 0]);
  });

  test('tables pass through their rows and hold the end values outside', () => {
    for (const interpolation of ['linear', 'spline'] as const) {
      const times = [0, 1, 3, 3.5];
      const values = [2, -1, 4, 4.5];
      const f: TimeFunction = { kind: 'table', times, values, interpolation };
      times.forEach((t, i) => {
        expect(evaluate(f, t)[0]).toBe(values[i]);
      });
      expect(Array.from(evaluate(f, -1))).toEqual([2, 0, 0]);
      expect(Array.from(evaluate(f, 9))).toEqual([4.5, 0, 0]);
    }
  });

  test('linear table: the slope is that of the piece to the right', () => {
    const f: TimeFunction = { kind: 'table', times: [0, 1, 3], values: [0, 2, 0], interpolation: 'linear' };
    expect(Array.from(evaluate(f, 0.25))).toEqual([0.5, 2, 0]);
    expect(Array.from(evaluate(f, 1))).toEqual([2, -1, 0]);
    expect(Array.from(evaluate(f, 3))).toEqual([0, 0, 0]);
  });

  test('spline: value, slope and curvature are continuous at inner rows, curvature is 0 at the ends', () => {
    fc.assert(
      fc.property(kinds['spline table'], (f) => {
        if (f.kind !== 'table') return;
        const d = 1e-9;
        for (let i = 1; i < f.times.length - 1; i++) {
          const left = evaluate(f, f.times[i] - d);
          const right = evaluate(f, f.times[i] + d);
          // gaps of at least 0.3 and values up to 5 bound the derivatives by about 10^3 and 10^4
          for (let k = 0; k < 3; k++) expect(Math.abs(left[k] - right[k])).toBeLessThan(1e-4);
        }
        if (f.times.length > 1) expect(evaluate(f, f.times[0])[2]).toBe(0);
      }),
    );
  });

  test('spline of a straight line is the line; two rows give a line', () => {
    const line: TimeFunction = { kind: 'table', times: [0, 0.5, 2, 3], values: [1, 2, 5, 7], interpolation: 'spline' };
    expect(evaluate(line, 1.3)[0]).toBeCloseTo(1 + 2 * 1.3, 14);
    expect(evaluate(line, 1.3)[1]).toBeCloseTo(2, 14);
    expect(evaluate({ kind: 'table', times: [0, 2], values: [1, 5], interpolation: 'spline' }, 0.5)[0]).toBe(2);
  });

  test('spline of a sine converges with the fourth power of the spacing', () => {
    const error = (n: number) => {
      const times = Array.from({ length: n + 1 }, (_, i) => (i / n) * Math.PI * 2); // curvature 0 at both ends: natural
      const f = compileFunction({ kind: 'table', times, values: times.map(Math.sin), interpolation: 'spline' });
      const out = new Float64Array(3);
      let worst = 0;
      for (let i = 0; i < 500; i++) {
        const t = (i / 500) * Math.PI * 2;
        f.evaluate(t, out, 0);
        worst = Math.max(worst, Math.abs(out[0] - Math.sin(t)));
      }
      return worst;
    };
    const order = Math.log2(error(20) / error(40));
    expect(order).toBeGreaterThan(3.8);
    expect(order).toBeLessThan(4.2);
  });

  test('sum adds its terms, also nested; an empty sum is 0', () => {
    const f: TimeFunction = {
      kind: 'sum',
      terms: [
        { kind: 'constant', value: 1 },
        {
          kind: 'sum',
          terms: [
            { kind: 'polynomial', coefficients: [0, 2] },
            { kind: 'polynomial', coefficients: [0, 0, 3] },
          ],
        },
      ],
    };
    expect(Array.from(evaluate(f, 2))).toEqual([17, 14, 6]);
    expect(Array.from(evaluate({ kind: 'sum', terms: [] }, 2))).toEqual([0, 0, 0]);
  });
});

test('isConstant: where it says so, all times give the same value', () => {
  const unsigned = (x: number) => x + 0; // -0 counts as 0
  for (const arbitrary of Object.values(kinds)) {
    fc.assert(
      fc.property(arbitrary, (f) => {
        if (!isConstant(f)) return;
        for (const t of [-3, 0.1, 1, 2.7])
          expect(Array.from(evaluate(f, t), unsigned)).toEqual(Array.from(evaluate(f, 0), unsigned));
      }),
    );
  }
  expect(isConstant({ kind: 'polynomial', coefficients: [1, 0, 0] })).toBe(true);
  expect(isConstant({ kind: 'polynomial', coefficients: [1, 0, 2] })).toBe(false);
  expect(isConstant({ kind: 'sine', mean: 1, amplitude: 0, angularFrequency: 3, phase: 0 })).toBe(true);
  expect(isConstant({ kind: 'sine', mean: 1, amplitude: 1, angularFrequency: 3, phase: 0 })).toBe(false);
  expect(isConstant({ kind: 'ramp', from: 1, to: 1, start: 0, duration: 1 })).toBe(true);
  expect(isConstant({ kind: 'table', times: [0, 1], values: [2, 3], interpolation: 'linear' })).toBe(false);
  expect(isConstant({ kind: 'sum', terms: [{ kind: 'constant', value: 1 }] })).toBe(true);
});

describe('refusals name the field', () => {
  const refusal = (f: TimeFunction) => {
    try {
      compileFunction(f);
    } catch (error) {
      if (error instanceof BuildError) return [error.code, ...error.path];
      throw error;
    }
    return [];
  };
  test.each<[TimeFunction, (string | number)[]]>([
    [{ kind: 'constant', value: NaN }, ['not-finite', 'value']],
    [{ kind: 'polynomial', coefficients: [0, Infinity] }, ['not-finite', 'coefficients', 1]],
    [{ kind: 'ramp', from: 0, to: 1, start: 0, duration: 0 }, ['not-positive', 'duration']],
    [{ kind: 'table', times: [], values: [], interpolation: 'linear' }, ['table-empty', 'times']],
    [{ kind: 'table', times: [0, 1], values: [1], interpolation: 'linear' }, ['table-length', 'values']],
    [{ kind: 'table', times: [0, 1, 1], values: [1, 2, 3], interpolation: 'spline' }, ['table-order', 'times', 2]],
    [
      {
        kind: 'sum',
        terms: [
          { kind: 'constant', value: 1 },
          { kind: 'sine', mean: 0, amplitude: NaN, angularFrequency: 1, phase: 0 },
        ],
      },
      ['not-finite', 'terms', 1, 'amplitude'],
    ],
  ])('%j', (f, expected) => {
    expect(refusal(f)).toEqual(expected);
  });
});

test('a sine that builds up begins at its mean, at rest, and is the plain one afterwards', () => {
  const plain: TimeFunction = { kind: 'sine', mean: 2, amplitude: 3, angularFrequency: 0.7, phase: 1 };
  const grown: TimeFunction = { ...plain, buildUp: 10 };
  expect([...evaluate(grown, 0)]).toEqual([2, 0, 0]);
  for (const t of [10, 17.3, 100]) expect([...evaluate(grown, t)]).toEqual([...evaluate(plain, t)]);
});
