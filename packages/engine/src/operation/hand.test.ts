/** A deckhand in a run: on a deck that moves, at a line that is pulled away. */
import { expect, test } from 'vitest';
import { cable } from '../../test/cables.ts';
import { body, model, place, read, sine } from '../../test/support.ts';
import type { FeedHandSpec, ForceSpec, ModelSpec } from '../model/index.ts';
import { Simulation } from '../dynamics/simulation.ts';

const hand: FeedHandSpec = {
  name: 'bow',
  line: { spring: 0 },
  mass: 80,
  strength: 420,
  grip: 650,
  running: 0.7,
  foot: 0.7,
  stance: 0.6,
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
  longest: 40,
  shortest: 1,
  start: { order: 'tension', target: 300 },
};

/** A deck that surges by `surge` [m] in 6 s, and a buoy of 2 t with a line to the hand. */
function deck(surge: number, push: number): ModelSpec {
  const line: ForceSpec = {
    kind: 'spring',
    name: 'line',
    a: 1,
    b: 2,
    pointA: [0, 0, 1],
    pointB: [0, 0, 0],
    stiffness: 5000,
    damping: 50,
    length: 9.94,
    tensionOnly: true,
  };
  const zero = { kind: 'constant', value: 0 } as const;
  const pull: ForceSpec = {
    kind: 'load',
    name: 'pull',
    body: 2,
    point: [0, 0, 0],
    axes: 'world',
    force: [{ kind: 'ramp', from: 300, to: push, start: 5, duration: 1 }, zero, zero],
    torque: [zero, zero, zero],
  };
  return model(
    [
      body('deck', { kind: 'prescribed', motion: { x: sine(surge, (2 * Math.PI) / 6) } }),
      body('buoy', { mass: 2000, placement: place([10, 0, 1]) }),
    ],
    { forces: [line, pull], gravity: [0, 0, -1e-9], hands: [hand], solver: { step: 0.01 } },
  );
}

function go(simulation: Simulation, until: number): void {
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
  }
}

test('a deck that surges takes from what the hand can pull: F_tip = (N b - m a h_c)/h_g', () => {
  const surge = 1;
  const spec = { ...deck(surge, 300), gravity: [0, 0, -9.81] as const };
  const simulation = new Simulation(spec);
  simulation.controls.unhook('line'); // nothing pulls: N = m g
  let least = Number.POSITIVE_INFINITY;
  while (simulation.time < 4.6) {
    simulation.step(4.6);
    least = Math.min(least, read(simulation, 'hand.bow.capability')[0]);
  }
  const a = surge * ((2 * Math.PI) / 6) ** 2;
  expect(least).toBeCloseTo(Math.min(420, 80 * (9.81 * 0.6 - a)), 0);
});

test('pulled beyond what it can, a hand loses its line: the line is free, the journal says so, a checkpoint carries it', () => {
  const spec: ModelSpec = { ...deck(0, 4000), gravity: [0, 0, -9.81] };
  const forces = spec.forces.map((force) =>
    force.kind === 'load'
      ? {
          ...force,
          force: [force.force[0], force.force[1], { kind: 'constant', value: 2000 * 9.81 } as const] as const,
        }
      : force,
  );
  const whole = new Simulation({ ...spec, forces });
  go(whole, 4);
  expect(read(whole, 'hand.bow.status')[0]).toBe(0);
  const other = new Simulation({ ...spec, forces });
  other.load(whole.save());
  for (const simulation of [whole, other]) go(simulation, 9);
  expect(other.hash()).toBe(whole.hash());
  expect(read(whole, 'hand.bow.status')[0]).toBeGreaterThanOrEqual(3);
  expect(read(whole, 'force.line.tension')[0]).toBe(0);
  expect(whole.operation.events.map(({ kind }) => kind)).toContain('hand');
  expect(() => whole.controls.hand('bow', 'hold')).toThrow(/has no line any more/);
});

/** A hand on a deck that holds a rope whose other end lies on a post 8 m ahead. */
function rope(start: FeedHandSpec['start']): ModelSpec {
  const line = cable('rope', 8.2, 8, {
    start: { body: 1, point: [0, 0, 1] },
    end: { body: 0, point: [8, 0, 1] },
  });
  return model([body('deck', { kind: 'prescribed', motion: {} }), body('far', { placement: place([50, 0, 0]) })], {
    cables: [{ ...line, pay: { end: 'start', length: { kind: 'constant', value: 8.2 }, longest: 40 } }],
    hands: [{ ...hand, line: { cable: 0 }, start }],
    solver: { step: 0.01 },
  });
}

test('a hand walks at his speed to where he is told, with the line; he is there when he says so', () => {
  const simulation = new Simulation(rope({ order: 'hold', target: 0 }));
  go(simulation, 1);
  const duration = simulation.controls.walk('bow', [3, 1, 1]);
  // quintic over hypot(3, 1) m with 1.2 m/s at most: 1.875 way/v
  expect(duration).toBeCloseTo((1.875 * Math.hypot(3, 1)) / 1.2, 9);
  expect(() => simulation.controls.walk('bow', [0, 0, 1])).toThrow(/walks until/);
  let fastest = 0;
  let before = read(simulation, 'hand.bow.place').slice();
  while (simulation.time < 1 + duration) {
    const t = simulation.time;
    simulation.step(1 + duration);
    const now = read(simulation, 'hand.bow.place').slice();
    fastest = Math.max(fastest, Math.hypot(...now.map((x, i) => x - before[i])) / (simulation.time - t));
    before = now;
  }
  expect(fastest).toBeLessThanOrEqual(1.2 + 1e-6);
  expect([...read(simulation, 'hand.bow.place')]).toEqual([3, 1, 1]);
  expect(Math.hypot(...[3, 1, 1].map((x, i) => read(simulation, 'cable.rope.node-0.position')[i] - x))).toBeLessThan(
    1e-6,
  );
});

test('thrown by the deck alone, a hand falls: surge of more than g b/h_c', () => {
  const spec = { ...deck(9, 300), gravity: [0, 0, -9.81] as const };
  const simulation = new Simulation(spec);
  simulation.controls.unhook('line');
  while (simulation.time < 3) simulation.step(3);
  // 9 m in 6 s is 9.9 m/s^2; the stance holds 9.81 * 0.6
  expect(read(simulation, 'hand.bow.status')[0]).toBe(4);
});

test('dragged until the pull gives way, a hand stands where his feet are: the place moves by their way, and the line comes in', () => {
  // a wet deck: the feet hold 0.2 of 785 N; the post is a buoy of 2 t that is pulled away for a second
  const zero = { kind: 'constant', value: 0 } as const;
  const line = cable('rope', 7.95, 4, {
    start: { body: 1, point: [0, 0, 1] },
    end: { body: 2, point: [0, 0, 0] },
  });
  const pull: ForceSpec = {
    kind: 'load',
    name: 'pull',
    body: 2,
    point: [0, 0, 0],
    axes: 'world',
    force: [
      {
        kind: 'table',
        times: [0, 1, 1.2, 2, 2.2, 10],
        values: [100, 100, 420, 420, -300, 100],
        interpolation: 'linear',
      },
      zero,
      { kind: 'constant', value: 2000 * 9.81 },
    ],
    torque: [zero, zero, zero],
  };
  const spec: ModelSpec = model(
    [body('deck', { kind: 'prescribed', motion: {} }), body('buoy', { mass: 2000, placement: place([8, 0, 1]) })],
    {
      cables: [{ ...line, pay: { end: 'start', length: { kind: 'constant', value: 7.95 }, longest: 40 } }],
      forces: [pull],
      hands: [{ ...hand, line: { cable: 0 }, foot: 0.2, start: { order: 'hold', target: 0 } }],
      solver: { step: 0.01, startFromEquilibrium: false },
    },
  );
  const simulation = new Simulation(spec);
  go(simulation, 12);
  const slid = read(simulation, 'hand.bow.slid')[0];
  expect(slid).toBeGreaterThan(0.02);
  expect(read(simulation, 'hand.bow.status')[0]).toBe(0);
  expect(read(simulation, 'hand.bow.place')[0]).toBeCloseTo(slid, 2);
  expect(read(simulation, 'hand.bow.length')[0]).toBeCloseTo(7.95, 1);
});
