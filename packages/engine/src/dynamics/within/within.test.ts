/** Instants within a step: poses and velocities of motions with known answers, the order of what is read, and no trace in what follows. */
import { expect, test } from 'vitest';
import { cable } from '../../../test/cables.ts';
import { spinningTop } from '../../../test/mechanisms.ts';
import {
  body,
  CONTACT,
  constant,
  difference,
  FLOOR,
  load,
  model,
  place,
  read,
  run,
  shape,
  spring,
} from '../../../test/support.ts';
import type { ModelSpec } from '../../model/index.ts';
import { Simulation } from '../index.ts';

/** What `name` is at three instants of every step, with their times [s]. */
function within(spec: ModelSpec, name: string, until: number): { time: number; value: Float64Array }[] {
  const simulation = new Simulation(spec);
  const found: { time: number; value: Float64Array }[] = [];
  while (simulation.time < until * (1 - 1e-9)) {
    expect(simulation.step(until).ok).toBe(true);
    for (const s of [0.3, 0.5, 0.8]) {
      const time = simulation.stepStart + s * (simulation.time - simulation.stepStart);
      simulation.visit(time);
      found.push({ time, value: read(simulation, name) });
    }
    simulation.leave();
  }
  return found;
}

/** 1 kg on 100 N/m, let go at x = 1 m: x = cos 10 t. */
const swing = (integrator: 'tr-bdf2' | 'esdirk3' | 'bdf2' | 'trapezoidal', step: number): ModelSpec =>
  model([body('mass', { placement: place([1, 0, 0]) })], {
    gravity: [0, 0, 0],
    forces: [spring('spring', 0, 1, { stiffness: 100, pointA: [0, 0, 0], tensionOnly: false })],
    solver: { integrator, step },
  });

test.each(['tr-bdf2', 'esdirk3', 'bdf2', 'trapezoidal'] as const)(
  '%s: within steps as good as at their ends',
  (method) => {
    const error = (step: number): { inside: number; ends: number } => {
      const inside = within(swing(method, step), 'mass.position', 0.6).map(({ time, value }) => ({
        e: value[0] - Math.cos(10 * time),
      }));
      const simulation = new Simulation(swing(method, step));
      let ends = 0;
      while (simulation.time < 0.6 - 1e-9) {
        simulation.step(0.6);
        ends = Math.max(ends, Math.abs(read(simulation, 'mass.position')[0] - Math.cos(10 * simulation.time)));
      }
      return { inside: Math.max(...inside.map(({ e }) => Math.abs(e))), ends };
    };
    for (const step of [0.02, 0.01, 0.005]) {
      const { inside, ends } = error(step);
      // what the cubic adds: h^4 omega^4/384
      expect(inside).toBeLessThan(1.05 * ends + (10 * step) ** 4 / 384);
    }
  },
);

test('velocities within a step are the rates of positions there', () => {
  const spec = swing('tr-bdf2', 0.02);
  const speeds = within(spec, 'mass.velocity', 0.6);
  // second order: the method's own error in phase is (omega h)^2/12 of 6 rad at most, and as much again from the parabola
  for (const { time, value } of speeds) expect(Math.abs(value[0] + 10 * Math.sin(10 * time))).toBeLessThan(0.2);
  const finer = within(swing('tr-bdf2', 0.01), 'mass.velocity', 0.6);
  const worst = (all: typeof speeds): number =>
    Math.max(...all.map(({ time, value }) => Math.abs(value[0] + 10 * Math.sin(10 * time))));
  expect(worst(speeds) / worst(finer)).toBeGreaterThan(3.5);
});

test('a body that spins steadily is turned by its angle at every instant, however far a step turns it', () => {
  const spec = model([body('disc', { angularVelocity: [0, 0, 40] })], {
    gravity: [0, 0, 0],
    solver: { integrator: 'tr-bdf2', step: 0.02 },
  });
  for (const { time, value } of within(spec, 'disc.rotation', 0.2)) {
    const turned = Math.atan2(value[3], value[0]) - 20 * time;
    expect(Math.abs(Math.sin(turned))).toBeLessThan(1e-9);
  }
  for (const { value } of within(spec, 'disc.angular-velocity', 0.2)) {
    expect(difference(value, [0, 0, 40])).toBeLessThan(1e-9);
  }
});

test('order eight: a row within a step has the order of the method, forces too', () => {
  const { bodies, joints } = spinningTop();
  const top = (step: number): ModelSpec => model(bodies, { joints, solver: { integrator: 'runge-kutta', step } });
  const name = 'top';
  const read8 = (step: number): number[] =>
    within(top(step), `${name}.acceleration`, 0.16)
      .filter(({ time }) => Math.abs(time - 0.1 - 0.5 * step) < 1e-9)
      .flatMap(({ value }) => [...value]);
  const exact = (t: number): Float64Array => {
    const simulation = new Simulation(top(1e-3));
    run(simulation, t);
    return read(simulation, `${name}.acceleration`);
  };
  const coarse = difference(read8(0.02), exact(0.11));
  const fine = difference(read8(0.01), exact(0.105));
  expect(coarse).toBeGreaterThan(0);
  expect(fine).toBeLessThan(Math.max(coarse / 100, 1e-9));
});

test('a blow that a step absorbs is a straight line: nothing dips below both ends', () => {
  const spec = model(
    [FLOOR, body('ball', { placement: place([0, 0, 0.3]), shapes: [shape({ kind: 'sphere', radius: 0.1 })] })],
    {
      contacts: CONTACT,
      solver: { integrator: 'tr-bdf2', step: 5e-3 },
    },
  );
  const simulation = new Simulation(spec);
  let blows = 0;
  let before = 0.3;
  while (simulation.time < 0.4) {
    simulation.step(0.4);
    const after = read(simulation, 'ball.position')[2];
    if (simulation.stepIsLine) {
      blows++;
      for (const s of [0.1, 0.5, 0.9]) {
        simulation.visit(simulation.stepStart + s * (simulation.time - simulation.stepStart));
        const z = read(simulation, 'ball.position')[2];
        expect(z).toBeGreaterThanOrEqual(Math.min(before, after) - 1e-15);
        expect(z).toBeLessThanOrEqual(Math.max(before, after) + 1e-15);
      }
      simulation.leave();
    }
    before = after;
  }
  expect(blows).toBeGreaterThan(0);
});

test('no trace: contacts, friction, cables and joints go on with the same bits, and everything reads as before', () => {
  const bodies = [
    FLOOR,
    body('ball', {
      placement: place([0, 0, 0.12]),
      velocity: [0.4, 0, 0],
      shapes: [shape({ kind: 'sphere', radius: 0.1 })],
    }),
    body('load', { mass: 50, placement: place([3, 0, 1]) }),
  ];
  const spec = model(bodies, {
    contacts: CONTACT,
    cables: [
      cable('hoist', 4, 6, {
        start: { body: 0, point: [3, 0, 5] },
        end: { body: 2, point: [0, 0, 0] },
        pay: { end: 'start', length: { kind: 'ramp', from: 4, to: 4.6, start: 0, duration: 0.06 }, longest: 5 },
      }),
    ],
    forces: [load('push', 1, { force: [constant(0.5), constant(0), constant(0)] })],
    solver: { integrator: 'auto', step: 'auto', maxStep: 0.02, assemble: true },
  });
  const ends = [false, true].map((look) => {
    const simulation = new Simulation(spec);
    const readings: number[] = [];
    while (simulation.time < 0.06) {
      expect(simulation.step(0.06).ok).toBe(true);
      if (look) {
        for (const s of [0.2, 0.7])
          simulation.visit(simulation.stepStart + s * (simulation.time - simulation.stepStart));
        simulation.leave();
      }
      for (const { name, read: value } of simulation.probes) {
        const out = new Float64Array(4);
        if (!name.startsWith('separation') && !name.startsWith('region')) value(out, 0);
        readings.push(...out);
      }
    }
    return { hash: simulation.hash(), readings };
  });
  expect(ends[1].hash).toBe(ends[0].hash);
  expect(difference(ends[1].readings, ends[0].readings)).toBe(0);
});
