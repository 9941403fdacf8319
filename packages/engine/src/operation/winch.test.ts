/** Winches in a run: what they do to a load on a wire, and what the ledger and a checkpoint say about it. */
import { describe, expect, test } from 'vitest';
import { cable } from '../../test/cables.ts';
import { winchSpec } from '../../test/gear.ts';
import { body, constant, model, place, read, sine } from '../../test/support.ts';
import type { FeedWinchSpec, ForceSpec, ModelSpec } from '../model/index.ts';
import { Simulation } from '../dynamics/simulation.ts';

const MASS = 500;
const g = 9.81;

/** A load on a wire whose upper end a winch feeds. */
function hoist(winch: Partial<FeedWinchSpec>, { step = 5e-3, EA = 5e6, elements = 6, length = 10 } = {}): ModelSpec {
  const load = body('load', { mass: MASS, placement: place([0, 0, -length * (1 + (MASS * g) / EA)]) });
  const rope = { massPerLength: 0.4, axialStiffness: EA, diameter: 0.012, axialDamping: 1e-3 };
  const wire = {
    ...cable('hoist', length, elements, { start: { body: 0, point: [0, 0, 0] }, end: { body: 1, point: [0, 0, 0] } }),
    pieces: [{ rope, length, elements }],
    pay: { end: 'start', length: constant(length), longest: 40 },
  } as const;
  return model([load], {
    cables: [wire],
    winches: [winchSpec('drum', { cable: 0 }, { longest: 39, shortest: 1, ...winch })],
    solver: { step, assemble: true, startFromEquilibrium: true },
  });
}

function go(simulation: Simulation, until: number, look: () => void = () => {}): void {
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
    look();
  }
}

describe('a winch on a stiff wire', () => {
  test.each([5e-3, 1e-2])('speed: reached in v/a without overshoot, length as it should be, step %f s', (step) => {
    const simulation = new Simulation(hoist({ inertia: 40, acceleration: 0.5 }, { step }));
    simulation.controls.winch('drum', 'speed', -0.6);
    let fastest = 0;
    go(simulation, 4, () => {
      fastest = Math.max(fastest, Math.abs(read(simulation, 'winch.drum.speed')[0]));
    });
    expect(fastest).toBeLessThanOrEqual(0.6 + 1e-12);
    // 1.2 s to the speed, then along
    const way = 0.5 * 0.6 * 1.2 + 0.6 * (4 - 1.2);
    expect(Math.abs(read(simulation, 'cable.hoist.length')[0] - (10 - way))).toBeLessThan(1e-9);
    // the load follows but for the swing the corner of the ramp started; under steady hauling the wire carries m g
    expect(read(simulation, 'load.position')[2]).toBeCloseTo(-(10 - way), 1);
  });

  test.each([5e-3, 1e-2])('declutched: the load falls with g / (1 + J/(m R^2)), step %f s', (step) => {
    const J = 40;
    const simulation = new Simulation(hoist({ inertia: J }, { step, EA: 5e6 }));
    simulation.controls.winch('drum', 'free');
    go(simulation, 1);
    // the wire's own mass (0.4 kg/m) falls as well; its kinetic and potential part stay below a percent of the load's
    const a = g / (1 + J / (MASS * 0.25 * 0.25));
    const fallen = -10 * (1 + (MASS * g) / 5e6) - read(simulation, 'load.position')[2];
    expect(Math.abs(fallen / (0.5 * a) - 1)).toBeLessThan(0.01);
    expect(Math.abs(simulation.energy.imbalance)).toBeLessThan(1e-3 * Math.abs(simulation.energy.work) + 1);
  });

  test('a drum without inertia and 100 times the stiffness stays quiet', () => {
    const simulation = new Simulation(
      hoist({ inertia: 0.01, start: { mode: 'tension', target: MASS * g } }, { EA: 5e8 }),
    );
    let most = 0;
    let least = Number.POSITIVE_INFINITY;
    go(simulation, 3, () => {
      const T = read(simulation, 'winch.drum.tension')[0];
      most = Math.max(most, T);
      least = Math.min(least, T);
    });
    expect(most).toBeLessThan(1.05 * MASS * g);
    expect(least).toBeGreaterThan(0.95 * MASS * g);
  });

  test('a tension or render order on a line that holds nothing stops the drum', () => {
    for (const mode of ['tension', 'render'] as const) {
      const held = hoist({ inertia: 40, acceleration: 0.5 });
      const cables = (held.cables ?? []).map((wire) => ({ ...wire, end: undefined }));
      const simulation = new Simulation({ ...held, cables, solver: { ...held.solver, startFromEquilibrium: false } });
      simulation.controls.winch('drum', 'speed', -0.5);
      go(simulation, 1);
      expect(read(simulation, 'winch.drum.speed')[0]).toBeCloseTo(-0.5, 9);
      simulation.controls.winch('drum', mode, MASS * g);
      go(simulation, 4);
      expect(read(simulation, 'winch.drum.speed')[0]).toBe(0);
      // a ramp of 1 s each way, 0.25 m of line in either
      expect(read(simulation, 'winch.drum.length')[0]).toBeCloseTo(9.5, 2);
    }
  });

  test('brake: holds 0.99 of what it can without creep, slips at 1.01', () => {
    const weight = MASS * g + 0.4 * (10 - 10 / 12) * g; // at the drum: load, and wire from the middle of its first element
    const hold = new Simulation(hoist({ inertia: 40, brake: (weight * 0.25) / 0.99 }));
    go(hold, 2);
    expect(read(hold, 'winch.drum.length')[0]).toBe(10);
    const slip = new Simulation(hoist({ inertia: 40, brake: (weight * 0.25) / 1.01 }));
    go(slip, 2);
    // 1 % of the weight moves load and drum: m + J/R^2 = 1140 kg
    const a = (0.01 * weight) / 1.01 / (MASS + 4 + 40 / 0.0625);
    expect((read(slip, 'winch.drum.length')[0] - 10) / (0.5 * a * 4)).toBeCloseTo(1, 1);
  });

  test('a motor too weak for its load is overhauled, one just strong enough lifts it', () => {
    const torque = (MASS + 4) * g * 0.25;
    const weak = new Simulation(hoist({ inertia: 40, torque: 0.9 * torque }));
    weak.controls.winch('drum', 'speed', -0.3);
    go(weak, 1);
    expect(read(weak, 'winch.drum.speed')[0]).toBeGreaterThan(0);
    const strong = new Simulation(hoist({ inertia: 40, torque: 1.2 * torque }));
    strong.controls.winch('drum', 'speed', -0.3);
    go(strong, 3);
    expect(read(strong, 'winch.drum.speed')[0]).toBeCloseTo(-0.3, 9);
  });

  test('length: arrives on the spot; never beyond the rope there is', () => {
    const simulation = new Simulation(hoist({ inertia: 40, longest: 12 }));
    simulation.controls.winch('drum', 'length', 7.5);
    go(simulation, 6);
    expect(read(simulation, 'winch.drum.length')[0]).toBeCloseTo(7.5, 6);
    simulation.controls.winch('drum', 'speed', 0.8);
    go(simulation, 16);
    expect(read(simulation, 'winch.drum.length')[0]).toBeCloseTo(12, 3);
    expect(read(simulation, 'winch.drum.flags')[0] & 16).toBe(16);
    expect(() => simulation.controls.winch('drum', 'length', 13)).toThrow(/1 to 12 m out, asked for 13 m/);
  });

  test('ledger: work at the drum is what the load gained, within a thousandth', () => {
    const simulation = new Simulation(hoist({ inertia: 40 }));
    simulation.controls.winch('drum', 'length', 4, 0.5);
    go(simulation, 16);
    const { work, imbalance } = simulation.energy;
    expect(work).toBeGreaterThan(0.99 * MASS * g * 6);
    expect(Math.abs(imbalance)).toBeLessThan(1e-3 * work);
  });

  test('checkpoint: a run that goes on from one has the same bits', () => {
    const whole = new Simulation(hoist({ inertia: 40 }));
    whole.controls.winch('drum', 'tension', 6000);
    whole.controls.pull({ body: 'load', point: [0, 0, 0], force: [50, 0, 0] });
    go(whole, 1);
    const other = new Simulation(hoist({ inertia: 40 }));
    other.load(whole.save());
    expect(other.hash()).toBe(whole.hash());
    go(whole, 2);
    go(other, 2);
    expect(other.hash()).toBe(whole.hash());
  });
});

describe('constant tension on a line whose far end moves', () => {
  /** A heavy block that heaves by a driver, on a light line. */
  const heaving = (winch: Partial<FeedWinchSpec>, step: number): ModelSpec => {
    const line: ForceSpec = {
      kind: 'spring',
      name: 'line',
      a: 0,
      b: 1,
      pointA: [0, 0, 0],
      pointB: [0, 0, 0],
      stiffness: 1e5,
      damping: 100,
      length: 10,
      tensionOnly: true,
    };
    const mover = body('mover', {
      kind: 'prescribed',
      placement: place([0, 0, -10]),
      motion: { z: sine(1, 0.2 * Math.PI) },
    });
    const still = body('still', { mass: 1, placement: place([50, 0, 0]) });
    return model([mover, still], {
      gravity: [0, 0, 0],
      forces: [line],
      winches: [winchSpec('ct', { spring: 0 }, winch)],
      solver: { step },
    });
  };

  test.each([5e-3, 1e-2])('proportional: the tension is off by V/K_p within a twentieth, step %f s', (step) => {
    const Kp = 0.01;
    const simulation = new Simulation(heaving({ proportional: Kp, start: { mode: 'tension', target: 400 } }, step));
    let most = 0;
    let least = 1e9;
    go(simulation, 25, () => {
      if (simulation.time < 10) return;
      const T = read(simulation, 'winch.ct.tension')[0];
      most = Math.max(most, T);
      least = Math.min(least, T);
    });
    const V = 0.2 * Math.PI; // 1 m in 10 s
    expect(Math.abs((most - least) / 2 / (V / Kp) - 1)).toBeLessThan(0.05);
  });

  test('an acceleration bound below A w^2 makes it swing more (Roy et al. 2013, s. 7)', () => {
    const swing = (acceleration: number): number => {
      const simulation = new Simulation(
        heaving({ proportional: 0.02, acceleration, start: { mode: 'tension', target: 400 } }, 1e-2),
      );
      let most = 0;
      go(simulation, 25, () => {
        if (simulation.time > 10) most = Math.max(most, read(simulation, 'winch.ct.tension')[0]);
      });
      return most;
    };
    expect(swing(0.1)).toBeGreaterThan(2 * swing(1));
  });

  test('render and recover: still between its bounds, gives way above and takes up below', () => {
    const simulation = new Simulation(heaving({ start: { mode: 'render', target: 400 } }, 1e-2));
    let most = 0;
    let least = 1e9;
    go(simulation, 25, () => {
      if (simulation.time < 10) return;
      const T = read(simulation, 'winch.ct.tension')[0];
      most = Math.max(most, T);
      least = Math.min(least, T);
    });
    expect(most).toBeLessThan(1.2 * 400 * 1.15);
    expect(least).toBeGreaterThan(0.8 * 400 * 0.75);
    expect(most).toBeGreaterThan(440);
  });
});

describe('constant tension on a level wire that sags', () => {
  /** 20 m of 4 MN wire to a point that goes to and fro by 1.5 m in 6 s; `slack` [m] more than the span at the start. */
  const level = (slack: number, amplitude: number, set = 400, drive = [3, 4], phase = 0): Simulation => {
    const rope = { massPerLength: 0.4, axialStiffness: 4e6, diameter: 0.012, axialDamping: 2e-3 };
    const [length, elements] = [20 + slack, 20];
    const wire = {
      ...cable('wire', length, elements, { start: { body: 0, point: [0, 0, 0] }, end: { body: 1, point: [0, 0, 0] } }),
      pieces: [{ rope, length, elements }],
      pay: { end: 'start', length: constant(length), longest: 60 },
    } as const;
    const boat = body('boat', {
      kind: 'prescribed',
      placement: place([20, 0, 0]),
      motion: { x: sine(amplitude, Math.PI / 3, phase) },
    });
    const [speed, acceleration] = drive;
    const limits = { speedIn: speed, speedOut: speed, acceleration, inertia: 40, longest: 59, shortest: 1 };
    const winch = winchSpec('ct', { cable: 0 }, { ...limits, start: { mode: 'tension', target: set } });
    return new Simulation(model([boat], { cables: [wire], winches: [winch], solver: { step: 5e-3 } }));
  };

  // slack at the start [m], set-point [N], speed and acceleration of the drive, phase [rad], first cycle that counts
  test.each([
    [1, 400, [3, 4], 0, 1],
    [0.2, 400, [3, 4], Math.PI, 1],
    [0.3, 4000, [3, 4], 0, 1], // taut: a hundredth of the sag
    [0.3, 4000, [2, 2], 0, 1],
    [1, 400, [2, 2], 0, 3],
  ])(
    'after a snatch: not slack and within 2 %% of the set-point in the mean, from the second cycle on (%f m, %f N)',
    (slack, set, drive, phase, first) => {
      const simulation = level(slack, 1.5, set, drive, phase);
      go(simulation, 6 * first);
      let [steps, slackSteps, sum] = [0, 0, 0];
      go(simulation, 6 * first + 12, () => {
        const T = read(simulation, 'winch.ct.tension')[0];
        steps++;
        sum += T;
        if (T < 0.02 * set) slackSteps++;
      });
      expect(slackSteps).toBeLessThanOrEqual(0.01 * steps);
      expect(Math.abs(sum / steps / set - 1)).toBeLessThan(0.02);
    },
  );

  test('at rest: at its set-point', () => {
    const simulation = level(0.05, 1e-9);
    go(simulation, 12);
    expect(Math.abs(read(simulation, 'winch.ct.tension')[0] / 400 - 1)).toBeLessThan(0.05);
  });
});
