import { describe, expect, test } from 'vitest';
import { BAR, PIN, parallelogram, spatialLoop } from '../../test/mechanisms.ts';
import { difference, model, read, run, WORLD } from '../../test/support.ts';
import type { ModelSpec, SolverSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

type Method = SolverSpec['integrator'];
const IMPLICIT: readonly Method[] = ['tr-bdf2', 'bdf2', 'trapezoidal'];

function end(spec: ModelSpec, until: number): { state: number[]; simulation: Simulation } {
  const simulation = new Simulation(spec);
  run(simulation, until);
  const names = spec.bodies.slice(1).map((b) => b.name);
  return {
    state: names.flatMap((n) => [...read(simulation, `${n}.position`), ...read(simulation, `${n}.velocity`)]),
    simulation,
  };
}

const pendulum = (solver: Partial<SolverSpec>): ModelSpec =>
  model([BAR], { joints: [PIN], solver: { newtonTolerance: 1e-13, ...solver } });

describe('order of the integrators on a pendulum released level, 2 s', () => {
  const reference = end(pendulum({ integrator: 'runge-kutta', step: 5e-4 }), 2).state; // its own error is below 1e-12
  const error = (integrator: Method, step: number): number =>
    difference(end(pendulum({ integrator, step }), 2).state, reference);

  test.each(IMPLICIT)('%s: halving the step divides the error by four', (integrator) => {
    const [coarse, middle, fine] = [0.01, 0.005, 0.0025].map((h) => error(integrator, h));
    // 2^2 within 15 %: the next term of the error is still a tenth of it at these steps
    for (const ratio of [coarse / middle, middle / fine]) expect(Math.abs(ratio - 4)).toBeLessThan(0.6);
    expect(coarse).toBeLessThan(0.03); // and not by being wrong everywhere: speeds are 4 m/s
  });

  test('runge-kutta: halving the step divides the error by 2^5 or more', () => {
    const [coarse, middle, fine] = [0.1, 0.05, 0.025].map((h) => error('runge-kutta', h));
    expect(coarse / middle).toBeGreaterThan(28);
    expect(middle / fine).toBeGreaterThan(28);
    expect(fine).toBeLessThan(1e-7);
  });

  test.each(IMPLICIT)('%s: the reaction at the pin converges with second order as well', (integrator) => {
    const pull = (method: Method, step: number): Float64Array =>
      read(end(pendulum({ integrator: method, step }), 2).simulation, 'joint.pin.reaction');
    const exact = pull('runge-kutta', 5e-4);
    const [coarse, fine] = [0.005, 0.0025].map((h) => difference(pull(integrator, h), exact));
    expect(coarse / fine).toBeGreaterThan(3.4);
    expect(coarse).toBeLessThan(0.1); // of 50 N
  });

  test('the pendulum is the one of the closed form: the speed at the bottom is that of energy conservation', () => {
    // I = 0.3 + 2 kg m^2, m g l = 19.62 N m: omega^2 = 2 m g l / I when it hangs; found by its largest speed
    const simulation = new Simulation(pendulum({ integrator: 'runge-kutta', step: 1e-3 }));
    let fastest = 0;
    while (simulation.time < 1) {
      run(simulation, simulation.time + 1e-3);
      fastest = Math.max(fastest, Math.abs(read(simulation, 'bar.angular-velocity')[1]));
    }
    // the peak is flat: 1e-3 s beside it the speed is g/l (1e-3)^2/2 lower
    expect(Math.abs(fastest - Math.sqrt((2 * 2 * 9.81) / 2.3))).toBeLessThan(2e-5);
  });

  test('augmented Lagrangian: the same motion as with multipliers, to the size of the integration error', () => {
    for (const integrator of IMPLICIT) {
      const { state } = end(pendulum({ integrator, step: 5e-3, constraints: 'augmented-lagrangian' }), 2);
      expect(difference(state, reference)).toBeLessThan(2 * error(integrator, 5e-3));
    }
    const explicit = end(pendulum({ integrator: 'runge-kutta', step: 0.05, constraints: 'augmented-lagrangian' }), 2);
    expect(explicit.state).toEqual(end(pendulum({ integrator: 'runge-kutta', step: 0.05 }), 2).state);
  });
});

describe('a closed loop in space, drawn at random: crank, rod and rocker', () => {
  test.each([1, 2, 3])(
    'seed %i: implicit and explicit methods agree, and closer with the square of the step',
    (seed) => {
      const { bodies, joints } = spatialLoop(WORLD, seed);
      const loop = (integrator: Method, step: number): ModelSpec =>
        model(bodies, { joints, solver: { integrator, step, newtonTolerance: 1e-12 } });
      const reference = end(loop('runge-kutta', 2e-3), 1).state;
      for (const integrator of IMPLICIT) {
        const coarse = difference(end(loop(integrator, 4e-3), 1).state, reference);
        const fine = difference(end(loop(integrator, 2e-3), 1).state, reference);
        // seed 3 passes near a dead point, where 4 ms is not yet in the asymptotic range
        expect(coarse / fine, integrator).toBeGreaterThan(3.5);
        expect(fine, integrator).toBeLessThan(5e-3);
      }
    },
  );

  test('the joints hold: no drift over 5 s', () => {
    const { bodies, joints } = spatialLoop(WORLD, 1);
    for (const integrator of [...IMPLICIT, 'runge-kutta'] as const) {
      const { simulation } = end(model(bodies, { joints, solver: { integrator, step: 5e-3 } }), 5);
      const loop = jointGaps(simulation);
      // positions are solved to 1e-10 m, velocities projected to 1e-11 m/s
      expect(loop.position, integrator).toBeLessThan(2e-9);
      expect(loop.rate, integrator).toBeLessThan(2e-9);
    }
  });
});

describe('through singular positions', () => {
  test.each(IMPLICIT)('%s: a parallelogram turns through its dead points, at constant speed', (integrator) => {
    const { bodies, joints } = parallelogram(WORLD, 0.3, 3);
    const { simulation } = end(model(bodies, { gravity: [0, 0, 0], joints, solver: { integrator, step: 2e-3 } }), 4);
    // 12 rad: four times flat. Nothing acts, so the crank keeps turning at 3 rad/s
    expect(Math.abs(read(simulation, 'joint.A.angle')[0] - 12)).toBeLessThan(2e-3);
    expect(Math.abs(simulation.energy.kinetic / simulation.energy.initial - 1)).toBeLessThan(1e-3);
    // and the coupler stays level: it did not fold over into the crossed branch
    expect(Math.abs(read(simulation, 'coupler.angles')[1])).toBeLessThan(1e-6);
    expect(simulation.stats.rejected).toBe(0);
  });
});

/** How far the far ball of a loop is open, and at what rate, from the probes of its two bodies. */
function jointGaps(simulation: Simulation): { position: number; rate: number } {
  const gap = (what: string): number =>
    Math.max(
      difference(read(simulation, `rod.end.${what}`), read(simulation, `rocker.end.${what}`)),
      difference(read(simulation, `crank.end.${what}`), read(simulation, `rod.start.${what}`)),
    );
  return { position: gap('position'), rate: gap('velocity') };
}
