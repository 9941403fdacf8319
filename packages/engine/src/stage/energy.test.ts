import { describe, expect, test } from 'vitest';
import { BAR, PIN } from '../../test/mechanisms.ts';
import {
  action,
  body,
  CONTACT,
  constant,
  FLOOR,
  joint,
  load,
  model,
  place,
  read,
  run,
  shape,
  sine,
  spring,
  turn,
} from '../../test/support.ts';
import { Simulation } from '../dynamics/index.ts';
import type { BodySpec, JointActionSpec, JointSpec, ModelSpec, SolverSpec } from '../model/index.ts';

const ALONG_X = turn([0, 1, 0], Math.PI / 2); // takes z to x

/** A block of 2 kg that slides along x, started at `speed`. */
function slider(
  speed: number,
  actions: readonly JointActionSpec[],
  drivers: JointSpec['drivers'] = [],
): [BodySpec[], JointSpec[]] {
  return [
    [body('block', { mass: 2, velocity: [speed, 0, 0] })],
    [
      joint('rail', 'prismatic', 0, 1, {
        frameA: place([0, 0, 0], ALONG_X),
        frameB: place([0, 0, 0], ALONG_X),
        actions,
        drivers,
      }),
    ],
  ];
}

function finish(spec: ModelSpec, until: number): Simulation {
  const simulation = new Simulation(spec);
  run(simulation, until);
  return simulation;
}

/** The imbalance must fall with the square of the step. `make` builds the model for a step. */
function expectSecondOrder(make: (step: number) => ModelSpec, until: number, step: number, size: number): void {
  const [coarse, fine] = [step, step / 2].map((h) => Math.abs(finish(make(h), until).energy.imbalance));
  expect(coarse).toBeLessThan(size);
  expect(coarse / fine).toBeGreaterThan(3.4); // 4 up to the next term
}

const METHODS: readonly SolverSpec['integrator'][] = ['tr-bdf2', 'bdf2', 'trapezoidal'];

describe('the energy ledger balances, to the order of the integrator', () => {
  const pendulum =
    (integrator: SolverSpec['integrator']) =>
    (step: number): ModelSpec =>
      model([body('bob', { mass: 2, placement: place([1.2, 0, 0]), velocity: [0, 0.5, 0] })], {
        forces: [spring('elastic', 0, 1, { stiffness: 200, length: 1 })],
        solver: { integrator, step, newtonTolerance: 1e-12 },
      });

  test.each(METHODS)('%s: a weight swinging on a spring that is stretched at the start', (integrator) => {
    expectSecondOrder(pendulum(integrator), 1, 4e-3, 0.2);
    const { energy } = finish(pendulum(integrator)(1e-3), 1);
    expect(Math.abs(energy.dissipated)).toBeLessThan(1e-2); // nothing does; the sum of powers has its own error
    expect(energy.work).toBe(0);
  });

  test('what forces put in: a slider on a driver has the energy its driver gave', () => {
    const make = (step: number): ModelSpec => {
      const [bodies, joints] = slider(0, [], [{ coordinate: 'displacement', target: sine(0.5, 4) }]);
      return model(bodies, { joints, solver: { step } });
    };
    expectSecondOrder(make, 1, 4e-3, 1e-2);
    const { energy } = finish(make(1e-3), 1);
    const kinetic = (v: number): number => v * v;
    const gained = kinetic(0.5 * 4 * Math.cos(4)) - kinetic(0.5 * 4); // 2 kg: m v^2/2 = v^2
    expect(Math.abs(energy.work - gained)).toBeLessThan(1e-4);
  });

  test('what a load and an effort put in: force times way', () => {
    const push = load('push', 1, { force: [constant(3), constant(100), constant(0)] }); // the rail takes the 100 N
    const [bodies, joints] = slider(0, [action('displacement', { effort: constant(1) })]);
    const { energy } = finish(model(bodies, { joints, forces: [push], solver: { step: 1e-2 } }), 2);
    const way = 0.5 * (4 / 2) * 2 * 2;
    expect(Math.abs(energy.work - 4 * way)).toBeLessThan(1e-8); // constant force: every rule is exact
    expect(Math.abs(energy.imbalance)).toBeLessThan(1e-8);
  });

  test('what a moving base puts in through a spring', () => {
    const make = (step: number): ModelSpec =>
      model(
        [
          body('base', { kind: 'prescribed', motion: { x: sine(0.3, 5) } }),
          body('towed', { placement: place([-1, 0, 0]) }),
        ],
        {
          gravity: [0, 0, 0],
          forces: [spring('tow', 1, 2, { stiffness: 60, damping: 2, length: 1 })],
          solver: { step },
        },
      );
    expectSecondOrder(make, 1, 4e-3, 1e-2);
    expect(finish(make(1e-3), 1).energy.work).toBeGreaterThan(0.1);
  });

  test('what a moving base puts in through a joint', () => {
    const base = body('base', { kind: 'prescribed', motion: { x: sine(0.3, 5), pitch: sine(0.2, 3) } });
    const make = (step: number): ModelSpec =>
      model([base, BAR], { joints: [{ ...PIN, a: 1, b: 2 }], solver: { step } });
    expectSecondOrder(make, 1, 4e-3, 5e-2);
    expect(Math.abs(finish(make(1e-3), 1).energy.work)).toBeGreaterThan(0.1);
  });
});

describe('what is dissipated', () => {
  test('a damper takes m v0^2/2 (1 - exp(-2 c t/m)), with second order', () => {
    const lost = (step: number): number => {
      const [bodies, joints] = slider(3, [action('displacement', { damping: 4 })]);
      return finish(model(bodies, { joints, solver: { step } }), 0.5).energy.dissipated;
    };
    const exact = 9 * (1 - Math.exp((-2 * 4 * 0.5) / 2));
    const [coarse, fine] = [1e-2, 5e-3].map((h) => Math.abs(lost(h) - exact));
    expect(coarse).toBeLessThan(1e-3);
    expect(coarse / fine).toBeGreaterThan(3.5);
  });

  test('a damper between two bodies takes what their relative motion had', () => {
    const bodies = [body('a', { velocity: [1, 0, 0] }), body('b', { mass: 3, placement: place([5, 0, 0]) })];
    const damper = spring('damper', 1, 2, { damping: 10 });
    const { energy } = finish(model(bodies, { gravity: [0, 0, 0], forces: [damper], solver: { step: 2e-3 } }), 3);
    const reduced = (1 * 3) / 4;
    expect(Math.abs(energy.dissipated - 0.5 * reduced)).toBeLessThan(1e-4); // (rate h)^2/8, rate = 13/s
    expect(Math.abs(energy.kinetic - 0.5 * 4 * (1 / 4) ** 2)).toBeLessThan(1e-6); // momentum kept
  });

  test('dry friction on a rail takes the whole energy over v0^2 m/(2 F) of way', () => {
    const friction = { constant: 5, coefficient: 0, radius: 0, deflection: 1e-4 };
    const [bodies, joints] = slider(2, [action('displacement', { friction })]);
    const s = finish(model(bodies, { gravity: [0, 0, 0], joints, solver: { step: 1e-3 } }), 1.5);
    // the bristle springs back by up to 1e-4 m and holds up to F 1e-4/2 of energy
    expect(Math.abs(read(s, 'joint.rail.displacement')[0] - 0.8)).toBeLessThan(3e-4);
    expect(s.energy.kinetic).toBeLessThan(1e-9);
    expect(Math.abs(s.energy.dissipated - 4)).toBeLessThan(2e-3);
    expect(Math.abs(s.energy.imbalance)).toBeLessThan(2e-3);
  });

  test('friction that grows with the load: a rail under the weight of its block', () => {
    const friction = { constant: 0, coefficient: 0.25, radius: 0, deflection: 1e-4 };
    const [bodies, joints] = slider(2, [action('displacement', { friction })]);
    const s = finish(model(bodies, { joints, solver: { step: 1e-3 } }), 1.5);
    expect(Math.abs(read(s, 'joint.rail.displacement')[0] - 4 / (2 * 0.25 * 9.81))).toBeLessThan(3e-4);
    expect(Math.abs(s.energy.dissipated - 4)).toBeLessThan(2e-3);
  });

  test('a box sliding on a floor stops after v0^2/(2 mu g) and has lost what it had', () => {
    const box = body('box', {
      mass: 2,
      inertia: [0.02, 0.02, 0.02, 0, 0, 0],
      velocity: [1, 0, 0],
      placement: place([0, 0, 0.05 - (2 * 9.81) / 4e6]),
      shapes: [shape({ kind: 'box', half: [0.1, 0.1, 0.05] })],
    });
    const contacts = {
      ...CONTACT,
      defaults: { stiffness: 1e6, exponent: 1, frictionStatic: 0.3, frictionKinetic: 0.3 },
    };
    const s = finish(model([FLOOR, box], { contacts, solver: { step: 1e-3 } }), 0.6);
    expect(Math.abs(read(s, 'box.position')[0] - 1 / (2 * 0.3 * 9.81))).toBeLessThan(1e-3);
    expect(s.energy.kinetic).toBeLessThan(1e-9);
    // it tips forward a little while it slides, and back when it stops: the contact's own damping takes that too
    expect(Math.abs(s.energy.dissipated - 1)).toBeLessThan(1e-2);
    expect(Math.abs(s.energy.imbalance)).toBeLessThan(1e-2);
  });

  test('a stop returns e of the speed and keeps 1 - e^2 of the energy', () => {
    for (const restitution of [0.3, 0.7]) {
      const limits = { upper: 0.1, stiffness: 1e4, restitution };
      const [bodies, joints] = slider(2, [action('displacement', { limits })]);
      const s = finish(model(bodies, { gravity: [0, 0, 0], joints, solver: { step: 1e-4 } }), 0.3);
      expect(Math.abs(read(s, 'joint.rail.rate')[0] + 2 * restitution)).toBeLessThan(5e-3);
      expect(Math.abs(s.energy.dissipated - 4 * (1 - restitution * restitution))).toBeLessThan(2e-2);
    }
  });

  test('is the sum over the elements, each starting from zero whatever it holds at the start', () => {
    const [bodies, joints] = slider(1, [action('displacement', { spring: { stiffness: 50, rest: 0.4 }, damping: 3 })]);
    const forces = [spring('extra', 0, 1, { pointA: [5, 0, 0], stiffness: 30, damping: 1, length: 2 })];
    const s = new Simulation(model(bodies, { joints, forces, solver: { step: 1e-3 } }));
    expect(s.energy.elastic).toBeCloseTo(0.5 * 50 * 0.16 + 0.5 * 30 * 9, 12);
    expect(s.energy.dissipated).toBe(0);
    for (const { name, dissipated } of s.dissipationByElement()) expect(Math.abs(dissipated), name).toBe(0);
    run(s, 2);
    const parts = s.dissipationByElement();
    expect(parts.map((p) => p.name)).toEqual(['force.extra', 'joint.rail']);
    for (const { dissipated } of parts) expect(dissipated).toBeGreaterThan(0.1);
    expect(Math.abs(parts.reduce((sum, p) => sum + p.dissipated, 0) - s.energy.dissipated)).toBeLessThan(1e-10);
  });
});
