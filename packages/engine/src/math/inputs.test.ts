import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Inputs, moveDuration } from './inputs.ts';
import { compileFunction } from './time-function.ts';

const start = (value: number) => new Inputs().add('x', compileFunction({ kind: 'constant', value }));
const out = new Float64Array(3);
const small = fc.double({ min: -5, max: 5, noNaN: true });

describe('a target that is led', () => {
  test('follows its own function until then', () => {
    const f = new Inputs().add('x', compileFunction({ kind: 'polynomial', coefficients: [1, 2] }));
    f.evaluate(3, out, 0);
    expect([...out]).toEqual([7, 2, 0]);
    f.set(3, 4);
    expect(f.value(5)).toBe(4);
  });

  test('from rest it arrives at rest, and neither rate nor acceleration exceeds its bound', () => {
    fc.assert(
      fc.property(small, small, (from, to) => {
        const f = start(from);
        f.move(2, to, { rate: 0.5, acceleration: 0.3 });
        const T = moveDuration(to - from, { rate: 0.5, acceleration: 0.3 });
        for (let i = 0; i <= 200; i++) {
          f.evaluate(2 + (T * i) / 200, out, 0);
          expect(Math.abs(out[1])).toBeLessThanOrEqual(0.5 * (1 + 1e-12));
          expect(Math.abs(out[2])).toBeLessThanOrEqual(0.3 * (1 + 1e-12));
        }
        expect(f.value(2 + T + 1)).toBeCloseTo(to, 12);
        expect(f.resting(2 + T + 1e-9)).toBe(true);
      }),
    );
  });

  test('from a motion it goes on with the same value and rate, keeps both bounds and arrives', () => {
    fc.assert(
      fc.property(small, small, fc.double({ min: -0.5, max: 0.5, noNaN: true }), (from, to, v) => {
        const f = start(from);
        f.accelerate(0, from, v, 0);
        f.move(1, to, { rate: 0.5, acceleration: 0.3 });
        f.evaluate(1, out, 0);
        expect(out[0]).toBeCloseTo(from + v, 12);
        expect(out[1]).toBeCloseTo(v, 12);
        let before = from + v;
        for (let i = 1; i <= 400; i++) {
          f.evaluate(1 + i * 0.1, out, 0);
          expect(Math.abs(out[1])).toBeLessThanOrEqual(0.5 + 1e-12);
          expect(Math.abs(out[2])).toBeLessThanOrEqual(0.3 + 1e-12);
          expect(Math.abs(out[0] - before)).toBeLessThanOrEqual(0.05 + 1e-9); // no jump: rate x 0.1 s
          before = out[0];
        }
        expect(f.value(60)).toBe(to);
        expect(f.resting(60)).toBe(true);
      }),
    );
  });

  test('without a bound on the acceleration a quintic goes on from value, rate and acceleration', () => {
    const f = start(0);
    f.accelerate(0, 0, 1, 0.5);
    f.move(1, 7, { rate: 1 });
    f.evaluate(1, out, 0);
    expect(out[0]).toBeCloseTo(1.25, 12);
    expect(out[1]).toBeCloseTo(1.5, 12);
    expect(out[2]).toBeCloseTo(0.5, 12);
    expect(f.value(1 + f.duration)).toBeCloseTo(7, 10);
  });

  test('at a rate, it comes to rest at its bound', () => {
    const f = start(1);
    f.run(0, 0.5, 0.25, 0, 3);
    f.evaluate(3, out, 0); // 2 s to 0.5 m/s over 0.5 m, then along
    expect(out[0]).toBeCloseTo(2, 12);
    expect(out[1]).toBeCloseTo(0.5, 12);
    expect(f.value(100)).toBe(3);
    f.run(3, 0, 0.25, 0, 3);
    expect(f.value(100)).toBeCloseTo(2.5, 12);
    expect(f.resting(5.1)).toBe(true);
  });

  test('saved and restored it is the same function', () => {
    const a = new Inputs();
    const b = new Inputs();
    for (const set of [a, b])
      for (const name of ['p', 'q']) set.add(name, compileFunction({ kind: 'constant', value: 1 }));
    a.get('q').move(0.3, 2, { rate: 0.7 });
    b.restore(a.save());
    for (const t of [0.3, 0.9, 1.4, 9]) expect(b.get('q').value(t)).toBe(a.get('q').value(t));
    expect(b.get('p').steered).toBe(false);
    expect(() => b.get('r')).toThrow(/one of p, q; found "r"/);
  });
});
