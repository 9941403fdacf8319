/** `auto` takes convex steps where many bodies touch, and nowhere else. */
import { expect, test } from 'vitest';
import { body, CONTACT, FLOOR, model, place, read, run, shape, turn } from '../../test/support.ts';
import type { BodySpec, ModelSpec, SolverSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const G = 9.81;
const cube = (name: string, fields: Partial<BodySpec>): BodySpec =>
  body(name, {
    mass: 4,
    inertia: [0.0267, 0.0267, 0.0267, 0, 0, 0],
    shapes: [shape({ kind: 'box', half: [0.1, 0.1, 0.1] })],
    ...fields,
  });

/** Columns of cubes in a row, each cube turned a little, a few centimetres apart. */
const columns = (count: number, height: number): BodySpec[] =>
  Array.from({ length: count * height }, (_, i) =>
    cube(`c${i}`, {
      placement: place(
        [0.3 * (i % count), 0.004 * Math.cos(5 * i), 0.13 + 0.23 * Math.floor(i / count)],
        turn([0, 0, 1], 0.05 * Math.sin(3 * i)),
      ),
    }),
  );

const world = (bodies: BodySpec[], solver: Partial<SolverSpec>, restitution = 0.3): ModelSpec => {
  const base = model([FLOOR, ...bodies], {
    contacts: { ...CONTACT, defaults: { frictionStatic: 0.5, frictionKinetic: 0.5, restitution } },
    gravity: [0, 0, -G],
  });
  return {
    ...base,
    materials: base.materials.map((material) => ({ ...material, youngs: 2.1e11, restitution })),
    solver: { ...base.solver, integrator: 'auto', step: 'auto', maxStep: 0.02, ...solver },
  };
};

test('a pile that makes the general step crawl takes convex steps, comes to rest, and no energy comes from nowhere', () => {
  for (const impacts of ['absorb', 'resolve'] as const) {
    const s = new Simulation(world(columns(8, 4), { impacts }));
    let last = Number.POSITIVE_INFINITY;
    let growth = 0;
    while (s.time < 1 - 1e-9) {
      const result = s.step(1);
      if (!result.ok) throw new Error(result.message);
      if (s.stats.convexSteps > 0 || impacts === 'absorb') growth = Math.max(growth, s.energy.total - last);
      last = s.energy.total;
    }
    expect(s.stats.convexSteps).toBeGreaterThan(20);
    // where blows are absorbed convex steps begin before the first: a general one made 32 J in the second
    if (impacts === 'absorb') expect(s.stats.rejected).toBe(0);
    expect(growth).toBeLessThan(1e-9 * Math.abs(s.energy.initial)); // what Newton's method leaves of a step
    for (let i = 0; i < 32; i++) {
      expect(Math.hypot(...read(s, `c${i}.velocity`))).toBeLessThan(1e-9);
      // a layer sinks in by what the step resolves, 6 um under each cube above it
      expect(Math.abs(read(s, `c${i}.position`)[2] - 0.1 - 0.2 * Math.floor(i / 8))).toBeLessThan(1e-4);
    }
    // bodies at rest need no short steps
    const { steps } = s.stats;
    run(s, 1.2);
    expect(s.stats.steps - steps).toBeLessThanOrEqual(11);
  }
});

test('a ball that hits the floor beside such a pile bounces as its material says', () => {
  for (const restitution of [0.7]) {
    const ball = body('ball', {
      mass: 4,
      inertia: [0.016, 0.016, 0.016, 0, 0, 0],
      shapes: [shape({ kind: 'sphere', radius: 0.1 })],
      placement: place([-2, 0, 2.1]),
    });
    const s = new Simulation(world([...columns(8, 4), ball], {}, restitution));
    const v0 = Math.sqrt(2 * G * 2);
    run(s, v0 / G - 0.02);
    expect(s.stats.convexSteps).toBeGreaterThan(0);
    const before = s.stats.convexSteps;
    run(s, v0 / G + 0.02);
    expect(s.stats.convexSteps).toBeGreaterThan(before + 3);
    // the blow is felt where a step of at most 5 ms ends; a hundredth of its speed is half of that
    const parting = read(s, 'ball.velocity')[2] + 0.02 * G;
    expect(Math.abs(parting - restitution * v0)).toBeLessThan(1.5 * 5e-3 * G);
  }
});

test('few bodies, and many that touch nothing but the floor, keep the general step', () => {
  const few = new Simulation(world(columns(3, 4), {}));
  run(few, 0.3);
  expect(few.stats.convexSteps).toBe(0);
  const apart = new Simulation(world(columns(24, 1), {}));
  run(apart, 0.3);
  expect(apart.stats.convexSteps).toBe(0);
});

test('where nothing touches any more the general step takes over: a free fall is exact again', () => {
  // what they stand on drops away, faster than they fall
  const plate = body('plate', {
    kind: 'prescribed',
    shapes: [shape({ kind: 'box', half: [5, 5, 0.5] })],
    placement: place([0, 0, -0.5]),
    motion: { z: { kind: 'ramp', from: 0, to: -20, start: 0.6, duration: 0.4 } },
  });
  const spec = world([plate, ...columns(8, 4)], {});
  const s = new Simulation({ ...spec, bodies: [{ ...FLOOR, shapes: [] }, ...spec.bodies.slice(1)] });
  run(s, 0.6);
  expect(s.stats.convexSteps).toBeGreaterThan(20);
  run(s, 0.8);
  const { convexSteps } = s.stats;
  const before = read(s, 'c31.velocity')[2];
  run(s, 0.9);
  expect(s.stats.convexSteps).toBe(convexSteps);
  expect(read(s, 'c31.velocity')[2] - before).toBeCloseTo(-0.1 * G, 12);
});

test('a run goes on from a checkpoint with the same bits, before and after convex steps begin', () => {
  for (const at of [0.09, 0.3]) {
    const spec = world(columns(8, 4), {});
    const whole = new Simulation(spec);
    run(whole, at);
    const again = new Simulation(spec);
    again.load(whole.save());
    expect(again.hash()).toBe(whole.hash());
    run(whole, 0.4);
    run(again, 0.4);
    expect(again.stats.convexSteps).toBe(whole.stats.convexSteps);
    expect(again.hash()).toBe(whole.hash());
  }
});
