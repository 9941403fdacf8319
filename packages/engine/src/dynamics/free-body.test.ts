import { describe, expect, test } from 'vitest';
import { body, difference, model, read, run } from '../../test/support.ts';
import { quaternionToMatrix } from '../math/index.ts';
import type { BodySpec, SolverSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

/** Turns about its middle axis: the motion tumbles over and over (Landau & Lifshitz, paragraph 37). */
const TUMBLER: BodySpec = body('tumbler', {
  mass: 3,
  inertia: [1, 2, 2.5, 0, 0, 0],
  velocity: [0.4, -0.2, 0.1],
  angularVelocity: [0.01, 5, 0],
});

/** Angular momentum about the centre of mass, world axes, out of the probes. */
function angularMomentum(simulation: Simulation): number[] {
  const R = new Float64Array(9);
  quaternionToMatrix(R, 0, read(simulation, 'tumbler.rotation'), 0);
  const omega = read(simulation, 'tumbler.angular-velocity');
  const I = [1, 2, 2.5];
  const inBody = I.map((moment, j) => moment * (R[j] * omega[0] + R[3 + j] * omega[1] + R[6 + j] * omega[2]));
  return [0, 1, 2].map((i) => R[3 * i] * inBody[0] + R[3 * i + 1] * inBody[1] + R[3 * i + 2] * inBody[2]);
}

function tumble(
  solver: Partial<SolverSpec>,
  until: number,
): { drift: number; velocity: Float64Array; simulation: Simulation } {
  const simulation = new Simulation(model([TUMBLER], { gravity: [0, 0, 0], solver }));
  const before = angularMomentum(simulation);
  run(simulation, until);
  return {
    drift: difference(angularMomentum(simulation), before),
    velocity: read(simulation, 'tumbler.velocity'),
    simulation,
  };
}

describe('a free body', () => {
  for (const integrator of ['tr-bdf2', 'bdf2'] as const) {
    test(`${integrator}: keeps its momenta over 10 000 steps, as far as Newton is solved`, () => {
      const solved = tumble({ integrator, step: 1e-3, newtonTolerance: 1e-15 }, 10);
      // rounding: some 1e-16 of 10 kg m^2/s a step, 1e4 of them in the same direction
      expect(solved.drift).toBeLessThan(3e-11);
      expect(difference(solved.velocity, [0.4, -0.2, 0.1])).toBeLessThan(1e-13);
      // an increment left of 1e-10 rad is J 1e-10/c of momentum, c = 3e-4 s, and falls either way
      expect(tumble({ integrator, step: 1e-3, newtonTolerance: 1e-10 }, 10).drift).toBeLessThan(1e-6);
    });
  }

  test('a rejected step leaves nothing behind: momentum holds through rejections', () => {
    const { drift, simulation } = tumble({ step: 'auto', tolerance: 1e-3, maxStep: 0.2, newtonTolerance: 1e-14 }, 60);
    expect(simulation.stats.rejected).toBeGreaterThan(20);
    expect(drift).toBeLessThan(1e-10);
  });

  test('falls by g t^2/2 and gains m g t of momentum, exactly for constant forces', () => {
    for (const integrator of ['tr-bdf2', 'trapezoidal', 'runge-kutta'] as const) {
      const simulation = new Simulation(model([TUMBLER], { solver: { integrator, step: 0.01 } }));
      run(simulation, 2);
      const position = read(simulation, 'tumbler.position');
      // second-order methods are exact on parabolas; Newton's 1e-10 a step, 200 steps, over 2 s
      expect(Math.abs(position[0] - 0.8)).toBeLessThan(1e-8);
      expect(Math.abs(position[2] - (0.1 * 2 - (9.81 * 4) / 2))).toBeLessThan(1e-8);
      expect(Math.abs(read(simulation, 'tumbler.velocity')[2] - (0.1 - 9.81 * 2))).toBeLessThan(1e-8);
    }
  });

  test('runge-kutta: eighth order in the attitude too, so the rotation vector is integrated as one', () => {
    const attitude = (step: number): Float64Array => {
      const { simulation } = tumble({ integrator: 'runge-kutta', step }, 2);
      return read(simulation, 'tumbler.rotation');
    };
    const reference = attitude(2e-3);
    const [coarse, fine] = [0.2, 0.1].map((h) => difference(attitude(h), reference));
    expect(coarse / fine).toBeGreaterThan(150); // 2^8 up to the next term
    expect(fine).toBeLessThan(1e-5);
  });

  test('the energy of rotation is kept to the order of the method', () => {
    const error = (step: number): number => Math.abs(tumble({ step }, 5).simulation.energy.imbalance);
    const ratio = error(4e-3) / error(2e-3);
    expect(ratio).toBeGreaterThan(3.5); // second order or better
  });
});
