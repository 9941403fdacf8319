import { describe, expect, test } from 'vitest';
import {
  type DeckhandSpec,
  driveHand,
  HAND,
  type HandLoad,
  handCapability,
  handStatus,
  orderHand,
  watchHand,
} from './deckhand.ts';
import { WINCH } from './winch.ts';

const spec: DeckhandSpec = {
  name: 'bow',
  mass: 80,
  strength: 500,
  grip: 600,
  running: 0.7,
  foot: 0.7,
  stance: 0.45,
  hip: 1,
  hands: 1,
  speedIn: 1,
  speedOut: 1.5,
  acceleration: 3,
  walking: 1.2,
  walkingAcceleration: 1,
  steadying: 0,
  endurance: Number.POSITIVE_INFINITY,
  tired: 0.4,
  longest: 50,
  shortest: 1,
};
const g = 9.81;
const load = (weight: number[], pull: number[] = [0, 0, 0]): HandLoad => ({
  weight: Float64Array.from(weight),
  pull: Float64Array.from(pull),
});

function hand(): Float64Array {
  const s = new Float64Array(HAND.size);
  s[WINCH.slackSince] = -1;
  s[HAND.overSince] = -1;
  return s;
}

/** A line of stiffness k between the hand and a thing that moves away with `far(t)`; steps of h. */
function play(far: (t: number) => number, until: number, given: DeckhandSpec = spec, k = 5000, h = 5e-3) {
  const s = hand();
  orderHand(s, 'tension', 400);
  let out = 10 - 400 / k;
  let v = 0;
  const tensions: number[] = [];
  const tension = (t: number): number => Math.max(0, k * (10 + far(t) - out));
  for (let t = 0; t < until; t += h) {
    const T = tension(t);
    tensions.push(T);
    watchHand(s, given, t, T, load([0, 0, -g], [T, 0, 0]));
    const A = driveHand(s, given, h, out, v, { sudden: k, steady: k, lag: 0, sag: 0 });
    out += h * (v + 0.5 * h * A);
    v += h * A;
  }
  return { s, tensions, out };
}

describe('what a hand can pull', () => {
  test('on a still deck: strength, foot friction mu m g, stance m g b / h', () => {
    const s = hand();
    expect(handCapability(s, spec, load([0, 0, -g]))).toBeCloseTo(80 * g * 0.45, 9);
    expect(s[HAND.foot]).toBeCloseTo(0.7 * 80 * g, 9);
    expect(handCapability(s, { ...spec, strength: 250 }, load([0, 0, -g]))).toBe(250);
  });

  test('a deck that accelerates sideways by 2 m/s^2 takes m a h_c / h_g from the stance and m a from the feet', () => {
    const s = hand();
    expect(handCapability(s, spec, load([2, 0, -g]))).toBeCloseTo(80 * (g * 0.45 - 2), 9);
    expect(s[HAND.foot]).toBeCloseTo(80 * (0.7 * g - 2), 9);
  });

  test('a line that pulls upward lightens the feet', () => {
    const s = hand();
    handCapability(s, spec, load([0, 0, -g], [0, 0, 300]));
    expect(s[HAND.foot]).toBeCloseTo(0.7 * (80 * g - 300), 9);
  });

  test('strength tires to its last part', () => {
    const s = hand();
    s[HAND.worked] = 60;
    const tired = { ...spec, strength: 300, endurance: 60 };
    expect(handCapability(s, tired, load([0, 0, -g]))).toBeCloseTo(300 * (0.4 + 0.6 * Math.exp(-1)), 9);
  });
});

describe('a hand at a line', () => {
  test('its numbers follow those of the winch in it', () => {
    expect(HAND.status).toBe(WINCH.size);
  });

  test('keeps 400 N while the far end heaves by 0.3 m in 6 s (within speed and acceleration)', () => {
    const { tensions, s } = play((t) => 0.3 * Math.sin((2 * Math.PI * t) / 6), 12, { ...spec, stance: 0.6 });
    const late = tensions.slice(400);
    expect(Math.max(...late)).toBeLessThan(450);
    expect(Math.min(...late)).toBeGreaterThan(350);
    expect(handStatus(s)).toBe('holds');
  });

  test('no more than it can: ordered 400 N, stance for 353 N, it holds 353 N', () => {
    const { tensions, s } = play(() => 0, 3);
    expect(tensions[tensions.length - 1]).toBeCloseTo(80 * g * 0.45, 0);
    expect(handStatus(s)).toBe('holds');
  });

  test('a sudden pull beyond the grip runs through the hands, and is let go when it runs far', () => {
    const strong = { ...spec, foot: 2, stance: 2 };
    const { s } = play((t) => (t > 1 ? 2 * (t - 1) : 0), 4, strong);
    expect(handStatus(s)).toBe('let go');
  });

  test('feet that cannot hold are dragged, and the hand falls after a metre', () => {
    const { s } = play((t) => (t > 1 ? 0.3 * (t - 1) : 0), 8, {
      ...spec,
      foot: 0.3,
      stance: 2,
      speedOut: 0.2,
      grip: 2000,
    });
    expect(handStatus(s)).toBe('fallen');
    expect(s[HAND.slid]).toBeGreaterThan(1);
  });
});

test('a hand that steadies its load holds F + c v, v of the line that runs out', () => {
  const V = 0.4;
  const steady = play((t) => V * t, 3, { ...spec, steadying: 150, stance: 1, foot: 2 });
  const last = steady.tensions[steady.tensions.length - 1];
  // the hand follows at V; what it has not caught up with by then is less than a hundredth
  expect(Math.abs(last - (400 + 150 * V))).toBeLessThan(5);
});
