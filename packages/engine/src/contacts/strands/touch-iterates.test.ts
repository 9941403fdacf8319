/** The depth at which a stage takes the law of a patch. */
import { expect, test } from 'vitest';
import { makeTouchIterate, TouchIterates } from './touch-iterates.ts';

/** N = 1e9 d^2: the law of a patch. */
const force = (d: number): number => 1e9 * d * d;
const slope = (d: number): number => 2e9 * d;

/** A mass on a spring of the law, pushed by a free motion `deepest` into it: iterations until d* is what the law needs. */
function iterations(deepest: number, mass: number, b: number, capped: boolean): number {
  const iterates = new TouchIterates();
  const patch = makeTouchIterate();
  let d = deepest; // geometry; mass (d - deepest)/b + N(d) = 0 is solved
  for (let k = 1; k < 50; k++) {
    iterates.begin();
    patch.key = 7;
    patch.deepest = d;
    patch.expected = (mass * d) / b;
    patch.force = capped ? force(d) : 0;
    patch.power = 2;
    patch.damped = 0;
    iterates.find(patch);
    const at = capped ? patch.depth : d;
    patch.force = force(at);
    patch.slope = slope(at);
    iterates.keep(patch);
    const residual = (mass * (d - deepest)) / b + force(at) + slope(at) * (d - at);
    const step = -residual / (mass / b + slope(at));
    d += step;
    if (Math.abs(step) < 1e-9 && Math.abs(d - at) < 1e-9) return k;
  }
  return 50;
}

test('touch iterates: an overlap of 4 mm that ends at 0.1 mm is left in half the iterations that the law itself takes', () => {
  // 10 g, stage of 5 ms: N(d) = 1.6 N
  const plain = iterations(4e-3, 0.01, 2.5e-5, false);
  const taken = iterations(4e-3, 0.01, 2.5e-5, true);
  expect(plain).toBeGreaterThan(8);
  expect(taken).toBeLessThanOrEqual(plain / 2);
});

test('touch iterates: at a depth that is expected the law is taken as it is', () => {
  const iterates = new TouchIterates();
  iterates.begin();
  const patch = { ...makeTouchIterate(), key: 3, deepest: 1e-4, expected: 20, force: 10, power: 2, damped: 0 };
  iterates.find(patch);
  expect(patch.depth).toBe(1e-4);
});
