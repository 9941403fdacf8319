/** Stops of joints: what comes back is what was asked for, and no energy with it. */
import { describe, expect, test } from 'vitest';
import { action, body, joint, model, NO_CONTACT, read, run, SOLVER } from '../../test/support.ts';
import { Simulation } from './simulation.ts';

/** A slider of 2 kg that meets its upper stop at `speed`; the speed it leaves with, over that. */
function bounce(restitution: number, speed: number): { returned: number; energy: number } {
  const limits = { lower: -0.5, upper: 0.5, stiffness: 1e6, restitution };
  const simulation = new Simulation(
    model([body('slider', { mass: 2, velocity: [0, 0, speed] })], {
      gravity: [0, 0, 0],
      contacts: NO_CONTACT,
      joints: [joint('rail', 'prismatic', 0, 1, { actions: [action('displacement', { limits })] })],
      solver: { ...SOLVER, step: 'auto', tolerance: 1e-5, newtonTolerance: 1e-9 },
    }),
  );
  run(simulation, 1.2 / speed);
  return {
    returned: -read(simulation, 'slider.velocity')[2] / speed,
    energy: simulation.energy.total / (speed * speed),
  };
}

describe('automatic steps follow a stop', () => {
  // omega h = 0.15 within the stop leaves about a thousandth of the speed
  for (const speed of [1, 5]) {
    test.each([0.2, 0.5, 0.8, 1])(`at ${speed} m/s, restitution %s comes back`, (restitution) => {
      const { returned, energy } = bounce(restitution, speed);
      expect(Math.abs(returned - restitution)).toBeLessThan(1.5e-3);
      expect(energy).toBeLessThan(restitution * restitution + 2e-3);
    });
  }
});
