/** Cables paid out and hauled in during a run. */
import { describe, expect, test } from 'vitest';
import { cable, line, momentum, ROPE, workspace } from '../../test/cables.ts';
import { body, CONTACT, FLOOR, model, place, read, run, STEEL } from '../../test/support.ts';
import { compileFunction, type TimeFunction } from '../math/index.ts';
import type { ModelSpec } from '../model/index.ts';
import { Simulation } from './simulation.ts';

const MASS = 100;
const g = 9.81;

/** A weight on a rope that a winch at one of its ends makes longer or shorter. */
function hoist(
  length: TimeFunction,
  {
    end = 'start',
    longest = 14,
    elements = 10,
    step = 5e-3,
  }: { end?: 'start' | 'end'; longest?: number; elements?: number; step?: number | 'auto' } = {},
): ModelSpec {
  const load = body('load', { mass: MASS, placement: place([0, 0, -10 * (1 + (MASS * g) / 1e6)]) });
  const top = { body: 0, point: [0, 0, 0] } as const;
  const bottom = { body: 1, point: [0, 0, 0] } as const;
  const rope = cable('hoist', 10, elements, {
    start: end === 'start' ? top : bottom,
    end: end === 'start' ? bottom : top,
    pay: { end, length, longest },
  });
  return model([load], { cables: [rope], solver: { step, assemble: true, startFromEquilibrium: true } });
}

const ramp = (to: number, duration = 3): TimeFunction => ({ kind: 'ramp', from: 10, to, start: 0.1, duration });

describe('a weight on a winch', () => {
  test.each([
    ['hauled in from its start', 'start', 6.4],
    ['paid out at its start', 'start', 13.3],
    ['hauled in at its end', 'end', 6.4],
    ['paid out at its end', 'end', 13.3],
  ] as const)('%s: follows the length, pulls with m (g + a), and no tension jumps', (_name, end, to) => {
    const simulation = new Simulation(hoist(ramp(to), { end }));
    const wanted = compileFunction(ramp(to));
    const f = new Float64Array(3);
    const hook = end === 'start' ? 'cable.hoist.end.tension' : 'cable.hoist.start.tension';
    const nodes = workspace(simulation).cables.items[0].cable.nodeCount;
    let before = read(simulation, hook)[0];
    let jump = 0;
    let off = 0;
    let pull = 0;
    while (simulation.time < 3.3) {
      const result = simulation.step(3.3);
      if (!result.ok) throw new Error(result.message);
      const now = read(simulation, hook)[0];
      wanted.evaluate(simulation.time, f, 0);
      jump = Math.max(jump, Math.abs(now - before));
      pull = Math.max(pull, Math.abs(now / (MASS * (g - f[2])) - 1));
      off = Math.max(off, Math.abs(read(simulation, 'load.position')[2] + f[0] * (1 + now / 1e6)));
      before = now;
    }
    expect(workspace(simulation).cables.items[0].cable.nodeCount).not.toBe(nodes);
    // the load bounces on the rope, 2.6 % at 5 Hz, since the winch starts within half of a bounce
    expect(pull).toBeLessThan(0.03);
    expect(jump).toBeLessThan(0.01 * MASS * g);
    // the rope's own weight, on the mean half of it, and the damper in its tension: 33 N and 10 N over 13.3 m of 1 MN
    expect(off).toBeLessThan(6e-4);
    // the winch does the work: 100 kg by 3 m is 3 kJ
    const { imbalance, work } = simulation.energy;
    expect(Math.abs(work)).toBeGreaterThan(2000);
    expect(Math.abs(imbalance)).toBeLessThan(2e-3 * Math.abs(work));
  });

  test('the load lands where the length says, whatever the number of elements', () => {
    const z = [5, 20].map((elements) => {
      const simulation = new Simulation(hoist(ramp(7, 2), { elements, step: 0.01 }));
      run(simulation, 2.5);
      return read(simulation, 'load.position')[2];
    });
    expect(Math.abs(z[0] - z[1])).toBeLessThan(1e-3);
  });

  test.each([
    ['paid out at 18 m/s, faster than the load falls', 40, 3, 60],
    ['hauled in at 11 m/s', 4, 1, 11],
  ] as const)(
    "%s: dissipation never falls, kinetic energy of the rope is the winch's",
    (_name, to, duration, longest) => {
      const simulation = new Simulation(hoist(ramp(to, duration), { longest, elements: 20, step: 'auto' }));
      let most = 0;
      let drop = 0;
      while (simulation.time < 2) {
        const result = simulation.step(2);
        if (!result.ok) throw new Error(result.message);
        const { dissipated } = simulation.energy;
        most = Math.max(most, dissipated);
        drop = Math.max(drop, most - dissipated);
      }
      const { imbalance, work, kinetic } = simulation.energy;
      // what sums of powers leave; before new nodes' energy was booked to the winch dissipation fell by 500 J
      expect(drop).toBeLessThan(1e-4 * (kinetic + Math.abs(work)));
      expect(Math.abs(imbalance)).toBeLessThan(3e-4 * (kinetic + Math.abs(work)));
    },
  );

  test('a checkpoint after elements have come and gone goes on with the same bits', () => {
    const there: TimeFunction = { kind: 'sine', mean: 10, amplitude: 2.4, angularFrequency: 2, phase: 0 };
    const whole = new Simulation(hoist(there));
    for (const time of [0.6, 1.5, 2.2]) {
      run(whole, time);
      const again = new Simulation(hoist(there));
      again.load(whole.save());
      expect(again.hash()).toBe(whole.hash());
      run(again, time + 0.2);
      run(whole, time + 0.2);
      expect(again.hash()).toBe(whole.hash());
    }
  });
});

describe('limits', () => {
  test('paid out to its end: the run stops there and names cable, time and lengths', () => {
    const simulation = new Simulation(hoist({ kind: 'polynomial', coefficients: [10, 2] }, { longest: 11 }));
    let result = simulation.step(5);
    while (result.ok && simulation.time < 5) result = simulation.step(5);
    expect(result).toMatchObject({ ok: false, reason: 'out-of-rope', subject: 'cable hoist' });
    expect(simulation.time).toBeCloseTo(0.5, 2);
    if (!result.ok) expect(result.message).toMatch(/"hoist" .* only 11 m of it/);
  });

  test('let go at the end it is fed at: the run stops where rope would come from nowhere, and goes on where its length stays', () => {
    const letGo = (at: number): Simulation => {
      const spec = hoist(ramp(12));
      return new Simulation({ ...spec, events: [{ at, cable: 0, end: 'start' }] });
    };
    const fed = letGo(1);
    let result = fed.step(3);
    while (result.ok && fed.time < 3) result = fed.step(3);
    expect(result).toMatchObject({ ok: false, reason: 'out-of-rope', subject: 'cable hoist' });
    expect(result.ok ? '' : result.message).toMatch(/nothing holds its start, where it is fed/);
    expect(fed.time).toBeCloseTo(1, 2);
    const done = letGo(3.2);
    run(done, 3.3);
    expect(workspace(done).cables.items[0].cable.totalLength).toBeCloseTo(12, 9);
  });

  test('hauled in to nothing, too', () => {
    const simulation = new Simulation(hoist({ kind: 'polynomial', coefficients: [10, -8] }));
    let result = simulation.step(5);
    while (result.ok && simulation.time < 5) result = simulation.step(5);
    expect(result).toMatchObject({ ok: false, reason: 'out-of-rope' });
    expect(simulation.time).toBeGreaterThan(1.2);
  });

  test('a length that does not fit the cable at the start is refused', () => {
    expect(() => new Simulation(hoist({ kind: 'constant', value: 9 }))).toThrow(/10 m, at t = 0; found 9 m/);
  });
});

test('rope fed into nothing: momentum grows by what the winch pushes in, to rounding', () => {
  // no weight, free end: the winch pushes rope out along x at a constant rate
  const rope = cable('hose', 2, 8, {
    start: { body: 0, point: [0, 0, 0] },
    shape: Array.from({ length: 9 }, (_, i) => [0.25 * i, 0, 0]).flat(),
    pay: { end: 'start', length: { kind: 'ramp', from: 2, to: 3, start: 0, duration: 1 }, longest: 3.2 },
    pieces: [
      {
        rope: { massPerLength: 1, axialStiffness: 1e5, diameter: 0.02, slackRatio: 1, axialDamping: 0.01 },
        length: 2,
        elements: 8,
      },
    ],
  });
  const simulation = new Simulation(
    model([], { gravity: [0, 0, 0], cables: [rope], solver: { step: 1e-3, assemble: true } }),
  );
  run(simulation, 0.5);
  // half way all of it moves with 1.875 m/s, the end element from 0 to that
  const { cable: c } = workspace(simulation).cables.items[0];
  const [p] = momentum(simulation);
  expect(p).toBeGreaterThan(1.875 * (c.totalLength - 0.6));
  expect(p).toBeLessThan(1.875 * (c.totalLength + 0.05));
  run(simulation, 1.2);
  expect(Math.abs(simulation.energy.imbalance)).toBeLessThan(0.1);
});

/** A slack rope from a hand 1 m up down to the floor and along it, taken in at 1 m/s. */
function takenIn(): Simulation {
  const rope = cable('rope', 4, 4, {
    pieces: [
      { rope: { ...ROPE, massPerLength: 0.1, axialStiffness: 2e4, axialDamping: 0.02 }, length: 4, elements: 4 },
    ],
    shape: [0, 0, 1, ...line([0.05, 0, 0.15], [2.8, 0, 0.15], 3)],
    start: { body: 0, point: [0, 0, 1] },
    pay: { end: 'start', length: { kind: 'ramp', from: 4, to: 1, start: 0.2, duration: 3 }, longest: 5 },
  });
  return new Simulation(
    model([FLOOR], { contacts: CONTACT, materials: [STEEL], cables: [rope], solver: { step: 0.01, assemble: true } }),
  );
}

describe('a slack rope taken in from a floor', () => {
  test('is carried by the floor all the way: its curve changes with its length, and is not pushed in', () => {
    const simulation = takenIn();
    let deepest = 0;
    let held = 0;
    while (simulation.time < 3) {
      const result = simulation.step(3);
      if (!result.ok) throw new Error(result.message);
      deepest = Math.max(deepest, read(simulation, 'contact.rope~world.depth')[0]);
      held = Math.max(held, simulation.energy.elastic);
    }
    expect(workspace(simulation).cables.items[0].cable.nodeCount).toBeLessThan(5);
    // its radius is 10 mm; it falls onto the floor from there at up to 2 m/s
    expect(deepest).toBeLessThan(3e-3);
    // lifting the rope takes 4 J
    expect(held).toBeLessThan(10);
  });

  test('a checkpoint while lengths go back to the material is the state it was made of', () => {
    const whole = takenIn();
    for (const time of [1.2, 1.6, 2.2]) {
      run(whole, time);
      const again = takenIn();
      again.load(whole.save());
      expect(again.hash()).toBe(whole.hash());
      run(again, time + 0.1);
      run(whole, time + 0.1);
      expect(again.hash()).toBe(whole.hash());
    }
  });
});
