import { describe, expect, test } from 'vitest';
import { BAR, PIN } from '../../test/mechanisms.ts';
import { action, body, CONTACT, FLOOR, model, place, run, shape, sine, spring } from '../../test/support.ts';
import type { ModelSpec, SolverSpec } from '../system/index.ts';
import { ERROR_5, NODES, ORDER_3, STAGES, TABLEAU, WEIGHTS } from './dormand-prince.ts';
import { Simulation } from './index.ts';

type Row = readonly (readonly [number, number])[];
const sum = (row: Row, of: (stage: number) => number): number => row.reduce((s, [k, a]) => s + a * of(k), 0);

describe('the method of order eight', () => {
  // coefficients up to 43 with 16 digits: sums of them are good to a few 1e-15
  const near = 2e-14;

  test('rows add up to the instants of their stages', () => {
    expect(TABLEAU.length).toBe(STAGES);
    for (let s = 0; s < STAGES; s++) expect(Math.abs(sum(TABLEAU[s], () => 1) - NODES[s])).toBeLessThan(near);
  });

  test('weights integrate polynomials up to degree seven exactly, and not degree eight', () => {
    const miss = (degree: number): number => Math.abs(sum(WEIGHTS, (k) => NODES[k] ** degree) - 1 / (degree + 1));
    for (let degree = 0; degree <= 7; degree++) expect(miss(degree)).toBeLessThan(near);
    expect(miss(8)).toBeGreaterThan(1e-6);
  });

  test('conditions with two levels: sum b a c^q = 1/((q + 1)(q + 2)) up to order eight', () => {
    for (let q = 1; q <= 6; q++) {
      const found = sum(WEIGHTS, (k) => sum(TABLEAU[k], (j) => NODES[j] ** q));
      expect(Math.abs(found - 1 / ((q + 1) * (q + 2)))).toBeLessThan(near);
    }
  });

  test('estimates vanish on what methods of order five and three integrate', () => {
    for (let degree = 0; degree <= 4; degree++) {
      expect(Math.abs(sum(ERROR_5, (k) => NODES[k] ** degree))).toBeLessThan(near);
    }
    for (let degree = 0; degree <= 2; degree++) {
      expect(Math.abs(sum(ORDER_3, (k) => NODES[k] ** degree) - 1 / (degree + 1))).toBeLessThan(near);
    }
  });
});

const pendulum = (solver: Partial<SolverSpec>): ModelSpec =>
  model([BAR], { joints: [PIN], solver: { step: 'auto', tolerance: 1e-5, ...solver } });

/** A bar on a pin and, far off, a gram on a spring that swings 5000 times a second by a nanometre. */
function withFastSpring(solver: Partial<SolverSpec>): ModelSpec {
  const gram = body('gram', { mass: 1e-3, inertia: [1e-6, 1e-6, 1e-6, 0, 0, 0], placement: place([0, 5, 0]) });
  return model([BAR, gram], {
    joints: [PIN],
    forces: [spring('tie', 0, 2, { pointA: [0, 5, 1], stiffness: 1e6, length: 1 - 1e-9 })],
    solver: { step: 'auto', tolerance: 1e-5, ...solver },
  });
}

const end = (spec: ModelSpec, until: number): Simulation => {
  const simulation = new Simulation(spec);
  run(simulation, until);
  return simulation;
};

describe('integrator: auto', () => {
  test('a smooth mechanism goes by runge-kutta with a thousandth of the tolerance', () => {
    const explicit = end(pendulum({ integrator: 'runge-kutta', tolerance: 1e-8 }), 1);
    expect(end(pendulum({ integrator: 'auto' }), 1).hash()).toBe(explicit.hash());
  });

  test('fixed steps, contacts, stops and friction go by tr-bdf2', () => {
    const fixed = { step: 2e-3 } as const;
    const same = (make: (solver: Partial<SolverSpec>) => ModelSpec): void => {
      expect(end(make({ integrator: 'auto' }), 0.2).hash()).toBe(end(make({ integrator: 'tr-bdf2' }), 0.2).hash());
    };
    same((solver) => pendulum({ ...fixed, ...solver }));
    const ball = body('ball', { placement: place([0, 0, 0.6]), shapes: [shape({ kind: 'sphere', radius: 0.5 })] });
    const soft = { ...CONTACT, defaults: { stiffness: 1e4, exponent: 1, restitution: 0.5 } };
    same((solver) => model([FLOOR, ball], { contacts: soft, solver: { step: 'auto', ...solver } }));
    for (const acts of [
      action('angle', { friction: { constant: 0.3, coefficient: 0, radius: 0, deflection: 1e-3 } }),
      action('angle', { limits: { lower: -1, stiffness: 1e4, restitution: 0.5 } }),
    ]) {
      const joints = [{ ...PIN, actions: [acts] }];
      same((solver) => model([BAR], { joints, solver: { step: 'auto', tolerance: 1e-5, ...solver } }));
    }
  });

  test('vibrations that do not matter do not hold it back: it becomes implicit within a few steps', () => {
    const auto = end(withFastSpring({ integrator: 'auto' }), 1);
    const explicit = end(withFastSpring({ integrator: 'runge-kutta', tolerance: 1e-8 }), 1);
    expect(auto.stats.steps).toBeLessThan(0.1 * explicit.stats.steps);
  });

  test.each([
    ['explicit all along', pendulum({ integrator: 'auto' })],
    ['after it became implicit', withFastSpring({ integrator: 'auto' })],
  ])('%s: a checkpoint goes on to the last bit', (_name, spec) => {
    const first = end(spec, 0.337);
    const second = new Simulation(spec);
    second.load(first.save());
    for (const until of [0.5, 1, 2]) {
      run(first, until);
      run(second, until);
      expect(second.hash()).toBe(first.hash());
    }
  });

  test('a checkpoint from before it became implicit keeps the count of steps', () => {
    const spec = withFastSpring({ integrator: 'auto' });
    const first = new Simulation(spec);
    for (let i = 0; i < 8; i++) expect(first.step(1).ok).toBe(true);
    const second = new Simulation(spec);
    second.load(first.save());
    run(first, 0.1);
    run(second, 0.1);
    expect(second.hash()).toBe(first.hash());
  });

  test('the ledger sees the work of a driver with the order of the method', () => {
    const driven = { ...PIN, drivers: [{ coordinate: 'angle' as const, target: sine(1, 3) }] };
    const s = end(model([BAR], { joints: [driven], solver: { step: 'auto', integrator: 'auto' } }), 3);
    expect(s.energy.work).not.toBe(0);
    // 30 J go back and forth; steps of 20 ms and the trapezoidal rule would miss some 1e-2 J
    expect(Math.abs(s.energy.imbalance)).toBeLessThan(1e-7);
  });
});
