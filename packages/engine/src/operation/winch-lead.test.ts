/** Winches whose line leaves from something that moves: heave compensation, and a drum away from its sheave. */
import { describe, expect, test } from 'vitest';
import { winchSpec } from '../../test/gear.ts';
import { body, joint, model, place, read, sine, spring } from '../../test/support.ts';
import type { FeedWinchSpec, ModelSpec } from '../model/index.ts';
import { Simulation } from '../dynamics/simulation.ts';

const g = 9.81;

function go(simulation: Simulation, until: number, look: () => void = () => {}): void {
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
    look();
  }
}

describe('a winch on a tip that moves', () => {
  /** A load of 500 kg on a line of 10 m from a tip that heaves 0.8 m in 8 s. */
  const heaving = (winch: Partial<FeedWinchSpec>): ModelSpec => {
    const line = spring('line', 1, 2, { stiffness: 5e5, damping: 5e3, length: 10, tensionOnly: true });
    return model(
      [
        body('tip', { kind: 'prescribed', motion: { z: sine(0.8, (2 * Math.PI) / 8) } }),
        body('load', { mass: 500, placement: place([0, 0, -10 - (500 * g) / 5e5]) }),
      ],
      {
        forces: [line],
        winches: [winchSpec('drum', { spring: 0 }, { inertia: 40, ...winch })],
        solver: { step: 0.01 },
      },
    );
  };
  const swing = (simulation: Simulation, from: number, until: number): number => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    go(simulation, until, () => {
      if (simulation.time < from) return;
      const z = read(simulation, 'load.position')[2];
      least = Math.min(least, z);
      most = Math.max(most, z);
    });
    return (most - least) / 2;
  };

  test('heave compensation: the load stays in the world within a hundredth of the heave; without it, it goes along', () => {
    const simulation = new Simulation(heaving({}));
    simulation.controls.compensate('drum', 0);
    simulation.controls.winch('drum', 'length', 10);
    // within the first second the winch catches up with a tip that begins at full speed, and the wire swings from it
    expect(swing(simulation, 8, 24)).toBeLessThan(0.01 * 0.8);
    const rigid = new Simulation(heaving({}));
    rigid.controls.winch('drum', 'length', 10);
    expect(swing(rigid, 8, 24)).toBeGreaterThan(0.8);
  });

  test('compensated, an order to lower lowers in the world', () => {
    const simulation = new Simulation(heaving({}));
    simulation.controls.compensate('drum', 0);
    simulation.controls.winch('drum', 'length', 10);
    go(simulation, 8);
    const before = read(simulation, 'load.position')[2];
    simulation.controls.winch('drum', 'speed', 0.25);
    go(simulation, 16);
    // 0.25 m/s reached in 0.25 s
    expect(read(simulation, 'load.position')[2] - before).toBeCloseTo(-0.25 * (8 - 0.125), 1);
  });

  test('a drive that is too slow for the heave keeps to its speed', () => {
    const simulation = new Simulation(heaving({ speedIn: 0.3, speedOut: 0.3 }));
    simulation.controls.compensate('drum', 0);
    simulation.controls.winch('drum', 'length', 10);
    let fastest = 0;
    go(simulation, 12, () => {
      fastest = Math.max(fastest, Math.abs(read(simulation, 'winch.drum.speed')[0]));
    });
    expect(fastest).toBeLessThanOrEqual(0.3 + 1e-9);
  });
});

describe('a drum on deck and a sheave at the tip', () => {
  /** A mast of 5 m that tilts by a driver; the wire runs from its top down to a drum 4 m beside its foot. */
  const mast = (winch: Partial<FeedWinchSpec>): ModelSpec => {
    const line = spring('fall', 1, 2, {
      pointA: [0, 0, 5],
      stiffness: 2e5,
      damping: 4e3,
      length: 3,
      tensionOnly: true,
    });
    return model(
      [
        body('mast', {
          kind: 'prescribed',
          motion: { pitch: { kind: 'ramp', from: 0, to: 0.6, start: 1, duration: 6 } },
        }),
        body('load', { mass: 100, placement: place([0, 0, 5 - 3 - (100 * g) / 2e5]) }),
      ],
      {
        forces: [line],
        winches: [winchSpec('drum', { spring: 0 }, { drumAt: { body: 0, point: [-4, 0, 0] }, ...winch })],
        solver: { step: 5e-3 },
      },
    );
  };

  test('held, the wire below the sheave gets shorter by what the mast takes: rope is kept to a tenth of a millimetre', () => {
    const simulation = new Simulation(mast({}));
    go(simulation, 9);
    const [x, z] = [5 * Math.sin(0.6), 5 * Math.cos(0.6)];
    const taken = Math.hypot(x + 4, z) - Math.hypot(4, 5);
    expect(Math.abs(read(simulation, 'winch.drum.length')[0] - (3 - taken))).toBeLessThan(1e-4);
  });

  test('an order of length is counted at the drum', () => {
    const simulation = new Simulation(mast({}));
    simulation.controls.winch('drum', 'length', 4);
    go(simulation, 9);
    const taken = Math.hypot(5 * Math.sin(0.6) + 4, 5 * Math.cos(0.6)) - Math.hypot(4, 5);
    expect(read(simulation, 'winch.drum.length')[0] + taken).toBeCloseTo(4, 3);
  });

  test('the part between sheave and drum pulls: a free mast with a drum at its foot is pressed, and does not tip', () => {
    // the fall pulls the top down by m g, the wire to the drum by m g towards the drum: together 2 m g down a mast whose drum
    // is at its foot, m g (1, 0, -1) to a drum beside it
    const held = joint('foot', 'fixed', 0, 1);
    const spec = mast({ drumAt: { body: 0, point: [0, 0, -1] } });
    const bodies = spec.bodies.map((one) =>
      one.name === 'mast' ? body('mast', { mass: 50, inertia: [100, 100, 10, 0, 0, 0] }) : one,
    );
    const simulation = new Simulation({ ...spec, bodies, joints: [held] });
    go(simulation, 4);
    const reaction = read(simulation, 'joint.foot.reaction');
    expect(Math.abs(Math.hypot(...reaction) / (50 * g + 2 * 100 * g) - 1)).toBeLessThan(0.01);
  });
});
