import { describe, expect, test } from 'vitest';
import { cable, line } from '../../test/cables.ts';
import { BAR, jointAt, PIN, rod, spatialLoop } from '../../test/mechanisms.ts';
import { body, CONTACT, difference, FLOOR, model, place, read, run, shape, WORLD } from '../../test/support.ts';
import type { BodySpec, JointSpec, ModelSpec, SolverSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const pendulum = (solver: Partial<SolverSpec>): ModelSpec =>
  model([BAR], { joints: [PIN], solver: { newtonTolerance: 1e-12, maxStep: 1, ...solver } });

function end(spec: ModelSpec, until: number): { state: number[]; simulation: Simulation } {
  const simulation = new Simulation(spec);
  run(simulation, until);
  return { state: [...read(simulation, 'bar.position'), ...read(simulation, 'bar.velocity')], simulation };
}

describe('automatic steps', () => {
  const reference = end(pendulum({ integrator: 'runge-kutta', step: 1e-3 }), 3).state;

  test.each(['tr-bdf2', 'bdf2', 'trapezoidal'] as const)(
    '%s: a tolerance a thousand times smaller gives an error about a hundred times smaller and ten times the steps',
    (integrator) => {
      // local error = tolerance = h^3, so h = tolerance^(1/3), and the error at the end h^2 = tolerance^(2/3)
      const [rough, fine] = [1e-4, 1e-7].map((tolerance) => end(pendulum({ integrator, step: 'auto', tolerance }), 3));
      const ratio = difference(rough.state, reference) / difference(fine.state, reference);
      expect(ratio).toBeGreaterThan(40);
      expect(ratio).toBeLessThan(250);
      const work = fine.simulation.stats.steps / rough.simulation.stats.steps;
      expect(work).toBeGreaterThan(7);
      expect(work).toBeLessThan(14);
      expect(rough.simulation.stats.rejected).toBeLessThan(0.2 * rough.simulation.stats.steps);
    },
  );

  test('runge-kutta: the error falls with the tolerance', () => {
    const [rough, fine] = [1e-6, 1e-10].map((tolerance) =>
      end(pendulum({ integrator: 'runge-kutta', step: 'auto', tolerance, maxStep: 0.5 }), 3),
    );
    // eighth order controlled by an estimate of order seven: nearly in proportion
    expect(difference(rough.state, reference) / difference(fine.state, reference)).toBeGreaterThan(1000);
    expect(fine.simulation.stats.steps).toBeLessThan(250);
  });

  test('no step leaves the bounds asked for, and none goes beyond `until`', () => {
    const s = new Simulation(pendulum({ step: 'auto', tolerance: 1e-3, maxStep: 0.02, minStep: 1e-4 }));
    let splinters = 0;
    for (let k = 1; k <= 40; k++) {
      const until = k * 0.033;
      while (s.time < until) {
        const result = s.step(until);
        if (!result.ok) throw new Error(result.message);
        expect(result.step).toBeLessThanOrEqual(0.02 * 1.0002);
        expect(result.time).toBeLessThanOrEqual(until);
        if (result.step < 5e-3) splinters++;
      }
      expect(s.time).toBe(until);
    }
    // the rest of an interval is halved rather than cut off: only the start-up is made of short steps
    expect(splinters).toBeLessThan(8);
  });

  test('the answer does not depend on how often it is read, to the tolerance', () => {
    const once = end(pendulum({ step: 'auto', tolerance: 1e-6 }), 2).state;
    const often = new Simulation(pendulum({ step: 'auto', tolerance: 1e-6 }));
    for (let k = 1; k <= 200; k++) run(often, k / 100);
    const state = [...read(often, 'bar.position'), ...read(often, 'bar.velocity')];
    expect(difference(state, once)).toBeLessThan(2e-3);
  });
});

describe('fixed steps', () => {
  test('stay on their grid whatever is asked in between', () => {
    const s = new Simulation(pendulum({ step: 0.01 }));
    const times: number[] = [];
    for (const until of [0.025, 0.027, 0.05]) {
      while (s.time < until) {
        s.step(until);
        times.push(Number(s.time.toFixed(9)));
      }
    }
    expect(times).toEqual([0.01, 0.02, 0.025, 0.027, 0.03, 0.04, 0.05]);
  });

  test('step(now) does nothing', () => {
    const s = new Simulation(pendulum({ step: 0.01 }));
    run(s, 0.05);
    const before = s.hash();
    const result = s.step(0.05);
    expect(result).toMatchObject({ ok: true, step: 0, time: 0.05 });
    expect(s.hash()).toBe(before);
  });

  test('two runs of one model are the same to the last bit', () => {
    const { bodies, joints } = spatialLoop(WORLD, 1);
    const hash = (): string => {
      const s = new Simulation(model(bodies, { joints, solver: { step: 'auto' } }));
      run(s, 0.5);
      return s.hash();
    };
    expect(hash()).toBe(hash());
  });
});

/** A chain of `count` links on balls, hung by one end and let go from level; `floor`: with spheres, above one. */
function chain(count: number, floor: boolean, solver: Partial<SolverSpec>): ModelSpec {
  const bodies: BodySpec[] = [floor ? FLOOR : WORLD];
  const joints: JointSpec[] = [];
  const x = (k: number): [number, number, number] => [0.3 * k, 0, 1];
  for (let k = 0; k < count; k++) {
    const shapes = floor ? [shape({ kind: 'sphere', radius: 0.05 })] : [];
    bodies.push(rod(`link ${k}`, x(k), x(k + 1), { shapes }));
    joints.push(jointAt(`ball ${k}`, 'point', bodies, k, k + 1, x(k)));
  }
  const contacts = floor ? { ...CONTACT, defaults: { stiffness: 1e6, exponent: 1.5 } } : undefined;
  return model(bodies, { joints, ...(contacts ? { contacts } : {}), solver });
}

describe('cost, counted in iterations', () => {
  test.each([5, 40])(
    'a free chain of %i links: under 8 iterations and 3 factorisations a step of two stages',
    (count) => {
      const s = new Simulation(chain(count, false, { step: 2e-3 }));
      run(s, 0.5);
      expect(s.stats.rejected).toBe(0);
      expect(s.stats.iterations / s.stats.steps).toBeLessThan(8);
      expect(s.stats.factorisations / s.stats.steps).toBeLessThan(3);
    },
  );

  test('does not grow with the stiffness of a contact at rest', () => {
    for (const stiffness of [1e5, 1e8, 1e11]) {
      const boxBody = body('box', {
        mass: 5,
        placement: place([0, 0, 0.1]),
        shapes: [shape({ kind: 'box', half: [0.1, 0.1, 0.1] })],
      });
      const s = new Simulation(
        model([FLOOR, boxBody], {
          contacts: { ...CONTACT, defaults: { stiffness, exponent: 1 } },
          solver: { step: 2e-3 },
        }),
      );
      run(s, 0.5); // settles
      const before = s.stats.iterations;
      const steps = run(s, 1);
      expect((s.stats.iterations - before) / steps, `stiffness ${stiffness}`).toBeLessThan(6);
    }
  });

  test('a chain falling on a floor: under 12 iterations a step on average, few steps rejected', () => {
    const s = new Simulation(chain(6, true, { step: 'auto', tolerance: 1e-4 }));
    run(s, 2);
    expect(s.stats.iterations / (s.stats.steps + s.stats.rejected)).toBeLessThan(12);
    expect(s.stats.rejected).toBeLessThan(0.25 * s.stats.steps);
  });
});

test.each(['auto', 0.01] as const)(
  'steps %s: a target a rounding error ahead is met, and nothing is thrown',
  (step) => {
    // a step of one unit in the last place of the time gave a rope 17 MJ, and with fixed steps time stood still
    const rope = cable('rope', 2, 4, { start: { body: 0, point: [0, 0, 0] }, shape: line([0, 0, 0], [0, 0, -2], 4) });
    const simulation = new Simulation(model([WORLD], { cables: [rope], solver: { step } }));
    run(simulation, 0.3);
    const before = simulation.energy.kinetic;
    for (const more of [1e-16, 1e-14, 1e-9]) {
      const target = simulation.time + more;
      for (let k = 0; k < 5 && simulation.time < target; k++) simulation.step(target);
      expect(simulation.time).toBe(target);
    }
    expect(Math.abs(simulation.energy.kinetic - before)).toBeLessThan(1e-6);
  },
);
