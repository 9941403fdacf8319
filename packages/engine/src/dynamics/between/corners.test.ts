import { expect, test } from 'vitest';
import { body, constant, load, model, read, run } from '../../../test/support.ts';
import type { TimeFunction } from '../../math/index.ts';
import { Simulation } from '../index.ts';
import { cornersOf } from './corners.ts';

const pushed = (force: TimeFunction, integrator: 'auto' | 'tr-bdf2') =>
  model([body('block', { mass: 2 })], {
    gravity: [0, 0, 0],
    forces: [load('push', 1, { force: [force, constant(0), constant(0)] })],
    solver: { integrator, step: 'auto', tolerance: 1e-5, maxStep: 0.05 },
  });

const pulse: TimeFunction = {
  kind: 'table',
  times: [0, 0.1011, 0.1021, 0.1041, 1],
  values: [0, 0, 80, 0, 0],
  interpolation: 'linear',
};

test.each(['auto', 'tr-bdf2'] as const)(
  '%s: a pulse of 3 ms within steps of 50 ms gives its whole impulse',
  (integrator) => {
    const simulation = new Simulation(pushed(pulse, integrator));
    run(simulation, 0.4);
    // a triangle: 80 N over 3 ms, by quadratures that are exact on straight lines
    expect(read(simulation, 'block.velocity')[0]).toBeCloseTo((0.5 * 80 * 0.003) / 2, 12);
  },
);

test('corners are those of ramps and of tables with straight lines, wherever they stand; samples are none', () => {
  const ramp: TimeFunction = { kind: 'ramp', from: 0, to: 1, start: 0.3, duration: 0.2 };
  expect([...cornersOf(pushed({ kind: 'sum', terms: [ramp, pulse] }, 'auto'))]).toEqual([
    0, 0.1011, 0.1021, 0.1041, 0.3, 0.5, 1,
  ]);
  const spline: TimeFunction = { ...pulse, interpolation: 'spline' };
  // only where its rows become much closer and wider again
  expect([...cornersOf(pushed(spline, 'auto'))]).toEqual([0.1011, 0.1041]);
  const times = Array.from({ length: 1000 }, (_, i) => 1e-3 * i);
  const samples: TimeFunction = { kind: 'table', times, values: times, interpolation: 'linear' };
  expect(cornersOf(pushed(samples, 'auto'))).toHaveLength(0);
});

test('a checkpoint before a corner meets it again, with the same bits', () => {
  const simulation = new Simulation(pushed(pulse, 'auto'));
  run(simulation, 0.05);
  const saved = simulation.save();
  run(simulation, 0.4);
  const first = simulation.hash();
  simulation.load(saved);
  run(simulation, 0.4);
  expect(simulation.hash()).toBe(first);
});
