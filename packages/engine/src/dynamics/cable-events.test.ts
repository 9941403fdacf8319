/** Ends of cables caught and let go during a run. */
import { describe, expect, test } from 'vitest';
import { cable, line, momentum, ROPE } from '../../test/cables.ts';
import { body, difference, model, place, read, run } from '../../test/support.ts';
import { BuildError } from '../base/index.ts';
import type { RopeSpec } from '../bodies/index.ts';
import type { TimeFunction } from '../math/index.ts';
import type { ModelSpec } from '../model/index.ts';
import { Simulation } from './simulation.ts';

/** No weight: a body at the end of a rope that drifts and turns, nothing else. */
function adrift(held: boolean, fields: Partial<ModelSpec> = {}): ModelSpec {
  const load = body('load', {
    mass: 3,
    placement: place([2.1, 0, 0]),
    velocity: [0.3, 1, -0.4],
    angularVelocity: [0, 0, held ? 0.5 : 2],
  });
  const soft = { ...ROPE, axialStiffness: 1e3 }; // its waves cross an element in 5.6 steps: little is lost in the integrator
  const rope = cable('line', 2, 8, {
    pieces: [{ rope: soft, length: 2, elements: 8 }],
    shape: line([0, 0, 0], [2, 0, 0], 8),
    ...(held && { end: { body: 1, point: [-0.1, 0, 0] } }),
  });
  return model([load], { gravity: [0, 0, 0], cables: [rope], solver: { step: 1e-3, assemble: true }, ...fields });
}

/** A weight on a rope under a fixed point. */
function hung(fields: Partial<ModelSpec> = {}): ModelSpec {
  const load = body('load', { mass: 10, placement: place([0, 0, -5]) });
  const hoist = cable('hoist', 5, 10, { start: { body: 0, point: [0, 0, 0] }, end: { body: 1, point: [0, 0, 0] } });
  return model([load], {
    cables: [hoist],
    solver: { step: 5e-3, assemble: true, startFromEquilibrium: true },
    ...fields,
  });
}

describe('letting go', () => {
  test('momentum of rope and body stays when the end is let go, and after', () => {
    const simulation = new Simulation(adrift(true));
    run(simulation, 0.2);
    const before = momentum(simulation);
    simulation.detach('line', 'end');
    expect(difference(momentum(simulation), before)).toBeLessThan(1e-14);
    run(simulation, 0.6);
    // linear momentum is kept to rounding; that of turning to the third order of the step
    expect(difference(momentum(simulation).slice(0, 3), before.slice(0, 3))).toBeLessThan(1e-11);
    expect(difference(momentum(simulation), before)).toBeLessThan(1e-4);
    expect(Math.abs(simulation.energy.imbalance)).toBeLessThan(1e-3 * simulation.energy.initial);
  });

  test('a weight falls freely from the moment it is let go', () => {
    const simulation = new Simulation(hung());
    run(simulation, 0.1);
    const [, , z] = read(simulation, 'load.position');
    simulation.detach('hoist', 'end');
    expect(read(simulation, 'load.acceleration')[2]).toBeCloseTo(-9.81, 12);
    expect(read(simulation, 'cable.hoist.end.force')).toEqual(new Float64Array(3));
    run(simulation, 0.3);
    // the first step after it is one of backward Euler, g h^2/2 off
    expect(Math.abs(read(simulation, 'load.position')[2] - z + 0.5 * 9.81 * 0.04)).toBeLessThan(1.3e-4);
    expect(() => simulation.detach('hoist', 'end')).toThrow(/free already/);
  });
});

test('a wire let go under two tons recoils with no more than the energy it held, at steps far above its waves', () => {
  const rope = { massPerLength: 1.2, axialStiffness: 2e7, diameter: 0.04, bendingStiffness: 50, axialDamping: 2e-3 };
  const load = body('load', { mass: 2000, inertia: [800, 800, 800, 0, 0, 0], placement: place([0, 0, -9.1]) });
  const ends = { start: { body: 0, point: [0, 0, 0] }, end: { body: 1, point: [0, 0, 0] } } as const;
  const hoist = cable('hoist', 9.1, 16, { pieces: [{ rope, length: 9.1, elements: 16 }], ...ends });
  const solver = { step: 5e-3, assemble: true, startFromEquilibrium: true };
  const simulation = new Simulation(model([load], { cables: [hoist], solver }));
  run(simulation, 0.05);
  const held = simulation.energy.elastic; // 89 J
  const { rejected } = simulation.stats;
  simulation.detach('hoist', 'end');
  run(simulation, 0.2);
  expect(simulation.stats.rejected - rejected).toBeLessThan(10);
  const { imbalance, elastic } = simulation.energy;
  expect(elastic).toBeLessThan(held);
  expect(Math.abs(imbalance)).toBeLessThan(held);
});

describe('catching', () => {
  test('where they meet: momentum stays, the speed between them is lost and in the ledger', () => {
    const simulation = new Simulation(adrift(false));
    const before = momentum(simulation);
    const energy = simulation.energy.total;
    simulation.attach('line', 'end', { body: 1, point: [-0.1, 0, 0] });
    expect(difference(momentum(simulation), before)).toBeLessThan(1e-12);
    expect(simulation.energy.total).toBeLessThan(energy);
    expect(Math.abs(simulation.energy.imbalance)).toBeLessThan(1e-12);
    run(simulation, 0.4);
    expect(difference(momentum(simulation).slice(0, 3), before.slice(0, 3))).toBeLessThan(1e-11);
    expect(Math.abs(simulation.energy.imbalance)).toBeLessThan(2e-3 * energy);
    expect(() => simulation.attach('line', 'end', { body: 1, point: [0, 0, 0] })).toThrow(/held already/);
  });

  test('from afar: the end is drawn in within the time given, smoothly, and its work is in the ledger', () => {
    const simulation = new Simulation(hung());
    simulation.detach('hoist', 'end');
    run(simulation, 0.1);
    simulation.attach('hoist', 'end', { body: 1, point: [0, 0, 0.2], reach: 0.5, within: 0.4 });
    run(simulation, 0.3);
    const apart = difference(read(simulation, 'cable.hoist.end.position'), read(simulation, 'load.position'));
    expect(apart).toBeGreaterThan(0.1);
    run(simulation, 0.6);
    const [x, y, z] = read(simulation, 'load.position');
    expect(difference(read(simulation, 'cable.hoist.end.position'), [x, y, z + 0.2])).toBeLessThan(1e-3);
    const { imbalance, initial } = simulation.energy;
    expect(Math.abs(imbalance)).toBeLessThan(5e-3 * Math.abs(initial));
  });

  test.each([0, 1])(
    'clamped: the end is bent into its direction, which is work of what holds it; torsion %d N m^2',
    (torsionalStiffness) => {
      const shape = line([0, 0, 0], [2, 0, 0], 8);
      const rope = { ...ROPE, axialStiffness: 1e3, bendingStiffness: 2, bendingDamping: 0.02, torsionalStiffness };
      const cables = [cable('line', 2, 8, { shape, pieces: [{ rope, length: 2, elements: 8 }] })];
      const simulation = new Simulation(adrift(false, { cables }));
      simulation.attach('line', 'end', { body: 1, point: [-0.1, 0, 0], direction: [1, 0.3, 0] });
      const before = momentum(simulation);
      const { work, elastic, imbalance } = simulation.energy;
      expect(work).toBeGreaterThan(0);
      expect(work).toBeCloseTo(elastic, 12);
      expect(Math.abs(imbalance)).toBeLessThan(1e-12);
      run(simulation, 0.2);
      expect(difference(momentum(simulation).slice(0, 3), before.slice(0, 3))).toBeLessThan(1e-11);
      expect(difference(momentum(simulation), before)).toBeLessThan(1e-3);
      const again = new Simulation(simulation.spec);
      again.load(simulation.save());
      run(again, 0.22);
      run(simulation, 0.22);
      expect(again.hash()).toBe(simulation.hash());
    },
  );

  test('out of reach: told with the distance, and the run is as it was', () => {
    const simulation = new Simulation(adrift(false));
    const before = simulation.hash();
    const far = (): void => simulation.attach('line', 'start', { body: 1, point: [0, 0, 0] });
    expect(far).toThrow(BuildError);
    expect(far).toThrow(/2\.1 m .* within reach is 0\.25 m/);
    expect(simulation.hash()).toBe(before);
    expect(simulation.step(1).ok).toBe(true);
    expect(() => simulation.attach('rope', 'end', { body: 1, point: [0, 0, 0] })).toThrow(/one of the cables line/);
  });
});

describe('events', () => {
  const events: ModelSpec['events'] = [
    { at: 0.15, cable: 0, end: 'end', attach: { body: 1, point: [0, 0, 0], within: 0.1 } },
    { at: 0.1003, cable: 0, end: 'end' },
  ];

  test('happen at their times, whatever the step', () => {
    const simulation = new Simulation(hung({ events }));
    run(simulation, 0.12);
    const fallen = read(simulation, 'load.velocity')[2];
    expect(fallen).toBeCloseTo(-9.81 * (0.12 - 0.1003), 6);
    run(simulation, 0.6);
    // caught again: it carries the weight of 10 kg, bouncing a little
    expect(read(simulation, 'cable.hoist.end.force')[2]).toBeGreaterThan(50);
  });

  test('a checkpoint before, between and after them goes on with the same bits', () => {
    const whole = new Simulation(hung({ events }));
    for (const time of [0.05, 0.13, 0.3]) {
      run(whole, time);
      const again = new Simulation(hung({ events }));
      again.load(whole.save());
      expect(again.hash()).toBe(whole.hash());
      run(again, time + 0.05);
      run(whole, time + 0.05);
      expect(again.hash()).toBe(whole.hash());
    }
  });

  test('one that cannot be done stops the run and says why', () => {
    const simulation = new Simulation(
      hung({ events: [{ at: 0.01, cable: 0, end: 'start', attach: { body: 1, point: [0, 0, 0] } }] }),
    );
    run(simulation, 0.01);
    const result = simulation.step(1);
    expect(result).toMatchObject({ ok: false, reason: 'event', subject: 'cable hoist', time: 0.01 });
  });
});

describe('clamps on ropes with torsion', () => {
  /** A rod on x from 0 to 2 m between `left`, which turns about it as told, and the fixed `right`; free at both ends. */
  function rod(roll: TimeFunction, fields: Partial<RopeSpec> = {}): Simulation {
    const own = { axialStiffness: 1e5, bendingStiffness: 20, torsionalStiffness: 3, torsionalDamping: 0.01 };
    const rope = { ...ROPE, ...own, ...fields };
    const left = body('left', { kind: 'prescribed', motion: { roll } });
    const pieces = [{ rope, length: 2, elements: 8 }];
    const cables = [cable('rod', 2, 8, { pieces, shape: line([0, 0, 0], [2, 0, 0], 8) })];
    return new Simulation(model([left], { gravity: [0, 0, 0], cables, solver: { step: 1e-3 } }));
  }
  const left = { body: 1, point: [0, 0, 0], direction: [1, 0, 0] } as const;
  const right = { body: 0, point: [2, 0, 0], direction: [1, 0, 0] } as const;
  const still: TimeFunction = { kind: 'constant', value: 0 };
  const ramp = (to: number, duration: number): TimeFunction => ({ kind: 'ramp', from: 0, to, start: 0, duration });

  test('an end is held as it has turned by then: after four turns with its holder as without', () => {
    for (const turns of [0, 4]) {
      // the roll goes on after the catch, by 1 rad
      const roll: TimeFunction = {
        kind: 'sum',
        terms: [ramp(2 * Math.PI * turns, 0.4), { kind: 'ramp', from: 0, to: 1, start: 0.7, duration: 0.3 }],
      };
      const simulation = rod(roll, { torsionalDamping: 0.05 });
      simulation.attach('rod', 'start', left);
      run(simulation, 0.7);
      const { elastic, work } = simulation.energy;
      simulation.attach('rod', 'end', right);
      expect(simulation.energy.elastic).toBeCloseTo(elastic, 12);
      expect(simulation.energy.work).toBeCloseTo(work, 12);
      run(simulation, 1.6);
      // GJ phi/L against the turn, on both holders; what still swings is far below 1e-3 of it
      expect(read(simulation, 'cable.rod.start.moment')[0]).toBeCloseTo((-3 * 1) / 2, 3);
      expect(read(simulation, 'cable.rod.end.moment')[0]).toBeCloseTo((3 * 1) / 2, 3);
      expect(Math.abs(simulation.energy.imbalance)).toBeLessThan(1e-2 * 0.75);
    }
  });

  test('let go, the torque is gone and what only the clamp held is lost in the ledger; caught wound up, twist stays and nothing comes', () => {
    const simulation = rod(ramp(2, 0.3));
    simulation.attach('rod', 'start', left);
    simulation.attach('rod', 'end', right);
    run(simulation, 0.5);
    const before = { ...simulation.energy };
    simulation.detach('rod', 'end');
    expect(read(simulation, 'cable.rod.end.moment')).toEqual(new Float64Array(3));
    // half an element of 16 halves held a sixteenth of the twist
    expect(simulation.energy.elastic / before.elastic).toBeCloseTo(15 / 16, 2);
    expect(Math.abs(simulation.energy.imbalance - before.imbalance)).toBeLessThan(1e-12);
    run(simulation, 0.502);
    const { elastic, total, imbalance } = simulation.energy;
    expect(elastic).toBeGreaterThan(0.5);
    simulation.attach('rod', 'end', right);
    expect(simulation.energy.elastic).toBeCloseTo(elastic, 12);
    expect(simulation.energy.total).toBeCloseTo(total, 12);
    expect(Math.abs(simulation.energy.imbalance - imbalance)).toBeLessThan(1e-12);
    const again = new Simulation(simulation.spec);
    again.load(simulation.save());
    run(again, 0.6);
    run(simulation, 0.6);
    expect(again.hash()).toBe(simulation.hash());
  });

  test('a rope with a lay is held as it would lie by itself', () => {
    const simulation = rod(still, { naturalTwist: 0.7 });
    const { elastic } = simulation.energy;
    simulation.attach('rod', 'end', right);
    simulation.attach('rod', 'start', left);
    expect(elastic).toBeGreaterThan(0.1);
    expect(simulation.energy.elastic).toBeCloseTo(elastic, 12);
  });

  test('a clamp against the rope would fold it: told, and the run is as it was', () => {
    const simulation = rod(still);
    const before = simulation.hash();
    expect(() => simulation.attach('rod', 'end', { ...right, direction: [-1, 0, 0] })).toThrow(/fold it back/);
    expect(simulation.hash()).toBe(before);
  });
});
