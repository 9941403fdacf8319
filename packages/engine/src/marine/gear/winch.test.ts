/** A winch by itself: a drum, and a line of known stiffness to a far end of known motion. */
import { describe, expect, test } from 'vitest';
import { winchSpec } from '../../../test/gear.ts';
import { orderWinch, WINCH, WINCH_EVENTS, type WinchMode, type WinchSpec, watchWinch, winchArrived } from './winch.ts';
import { driveWinch, type LineGive } from './winch-drive.ts';

interface Played {
  readonly s: Float64Array;
  readonly time: number[];
  readonly out: number[];
  readonly speed: number[];
  readonly tension: number[];
}

/** A line k (x + lag x') that is `slack` [m] too long at the start, its far end at rest; or a steady tension instead. */
function play(
  winch: Partial<WinchSpec>,
  order: readonly [mode: WinchMode, target: number],
  h: number,
  until: number,
  { k = 5000, lag = 0.02, slack = 0, steady = -1, v0 = 0 } = {},
): Played {
  const spec = winchSpec('drum', { cable: 0 }, winch);
  const s = new Float64Array(WINCH.size);
  s[WINCH.slackSince] = -1;
  orderWinch(s, order[0], order[1], 0);
  const give: LineGive = { sudden: k * (1 + (2 * lag) / h), steady: k, lag, sag: 0 };
  const played: Played = { s, time: [], out: [], speed: [], tension: [] };
  let [t, out, v] = [0, 10, v0];
  while (t < until - 1e-9) {
    const stretch = 10 - slack - out;
    const T = steady >= 0 ? steady : Math.max(0, stretch > 0 ? k * (stretch - lag * v) : 0);
    watchWinch(s, spec, t, T);
    const A = driveWinch(s, spec, h, out, v, give);
    out += h * (v + 0.5 * h * A);
    v += h * A;
    t += h;
    played.time.push(t);
    played.out.push(out);
    played.speed.push(v);
    played.tension.push(T);
    if (order[0] === 'length' && winchArrived(s, out, v)) break;
  }
  return played;
}

const STEPS = [0.02, 0.01, 0.005];

describe('an order of length', () => {
  test.each(STEPS)('lands on the spot without running past it, when the ramps say, step %f s', (h) => {
    const { out, time } = play({ inertia: 25, acceleration: 0.6, speedIn: 0.4 }, ['length', 8.2], h, 20, {
      steady: 500,
    });
    // ramps of 0.4/0.6 s and 0.4^2/1.2 m each, the rest at 0.4 m/s; a step at either end
    const ramp = 0.4 / 0.6;
    expect(Math.abs(time[time.length - 1] - (ramp + 1.8 / 0.4))).toBeLessThan(2.5 * h);
    expect(Math.min(...out)).toBeGreaterThan(8.2 - 1e-4);
    expect(Math.abs(out[out.length - 1] - 8.2)).toBeLessThan(1e-4);
  });
});

describe('an order to hold', () => {
  test.each(STEPS)('brings the drum to rest with its acceleration, then the brake is on, step %f s', (h) => {
    const drum = { inertia: 25, acceleration: 0.5, brake: 5000 };
    const { s, speed, time } = play(drum, ['brake', 0], h, 3, { steady: 100, v0: 0.8 });
    for (let i = 1; i < speed.length; i++) {
      expect(Math.abs(speed[i] - speed[i - 1])).toBeLessThanOrEqual(0.5 * (time[i] - time[i - 1]) + 1e-12);
    }
    expect(Math.abs(speed[Math.round(1.6 / h)])).toBeLessThan(1e-9);
    expect(s[WINCH.braked]).toBe(1);
    expect(s[WINCH.flags] & WINCH_EVENTS.brakeSlips).toBe(0);
  });

  test('a motor that cannot stop its load has the brake put on at once', () => {
    const drum = { inertia: 25, acceleration: 0.5, torque: 0.25 * 400, brake: 0.25 * 5000 };
    const { s, speed } = play(drum, ['brake', 0], 0.01, 1, { steady: 900, v0: 0.4 });
    expect(s[WINCH.braked]).toBe(1);
    expect(Math.abs(speed[speed.length - 1])).toBeLessThan(1e-9);
  });
});

describe('constant tension from slack', () => {
  test.each(STEPS)('comes taut with no more than a tenth beyond what is ordered, step %f s', (h) => {
    const { tension } = play({ acceleration: 2.5 }, ['tension', 400], h, 4, { slack: 0.3 });
    expect(Math.max(...tension)).toBeLessThan(1.1 * 400);
    expect(Math.abs(tension[tension.length - 1] - 400)).toBeLessThan(4);
  });

  test('the peak does not hang on the step: a quarter of it changes it by less than 3 %', () => {
    const peak = (h: number): number =>
      Math.max(...play({ acceleration: 2.5 }, ['tension', 400], h, 4, { slack: 0.3 }).tension);
    expect(Math.abs(peak(0.02) / peak(0.005) - 1)).toBeLessThan(0.03);
  });
});
