import { expect, test } from 'vitest';
import { findBlowPeak, makeBlow } from './blow.ts';
import { makeNormalForce, makePress, normalForce } from './normal.ts';

/** The largest force of m x'' = -F, by small steps of the midpoint rule. */
function followed(mass: number, speed: number, stiffness: number, exponent: number, dissipation: number): number {
  const out = makeNormalForce();
  const press = Object.assign(makePress(), { stiffness, exponent, dissipation });
  const force = (depth: number, v: number): number => {
    press.depth = depth;
    press.speed = v;
    normalForce(out, press);
    return out.force;
  };
  const scale = ((0.5 * (exponent + 1) * mass * speed * speed) / stiffness) ** (1 / (exponent + 1));
  const h = (2e-5 * scale) / speed;
  let [x, v, most] = [0, speed, 0];
  while (v > 0) {
    const f = force(x, v);
    const middle = force(x + 0.5 * h * v, v - (0.5 * h * f) / mass);
    x += h * (v - (0.5 * h * f) / mass);
    v -= (h * middle) / mass;
    most = Math.max(most, f);
  }
  return most;
}

test('the peak of a blow is that of its law followed step by step: springs, Hertz, dampers from none to nearly dead', () => {
  const blow = makeBlow();
  for (const [mass, speed, stiffness, exponent, hysteresis] of [
    [2, 1, 1e6, 1, 0],
    [10, 24, 7e8, 1.5, 0],
    [10, 24, 7e8, 1.5, 2.6],
    [0.3, 0.2, 4e5, 1, 9],
    [70, 3, 1e9, 2, 0.4],
  ]) {
    const dissipation = hysteresis / speed;
    Object.assign(blow, { mass, speed, stiffness, exponent, dissipation });
    findBlowPeak(blow);
    expect(blow.peak / followed(mass, speed, stiffness, exponent, dissipation)).toBeCloseTo(1, 3); // steps of 2e-5, first order in the peak
    expect(blow.duration).toBeGreaterThan(0);
  }
});
