/** What a hand may change between two steps. */
import { describe, expect, test } from 'vitest';
import { cable, line, momentum } from '../../test/cables.ts';
import { body, constant, joint, model, place, read } from '../../test/support.ts';
import type { ForceSpec, ModelSpec } from '../model/index.ts';
import { Simulation } from '../dynamics/simulation.ts';

function go(simulation: Simulation, until: number): void {
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
  }
}

const arm = (): ModelSpec =>
  model([body('arm', { mass: 10, centreOfMass: [1, 0, 0] })], {
    joints: [joint('slew', 'revolute', 0, 1, { drivers: [{ coordinate: 'angle', target: constant(0) }] })],
    solver: { step: 5e-3 },
  });

describe('targets', () => {
  test('a driven angle is led to a value within its bounds, and the driver does the work', () => {
    const simulation = new Simulation(arm());
    expect(simulation.controls.targets).toContain('joint.slew.angle');
    go(simulation, 0.5);
    simulation.controls.setTarget('joint.slew.angle', 1.2, { rate: 0.5, acceleration: 1 });
    let fastest = 0;
    while (simulation.time < 6) {
      const result = simulation.step(6);
      if (!result.ok) throw new Error(result.message);
      fastest = Math.max(fastest, Math.abs(read(simulation, 'joint.slew.rate')[0]));
    }
    expect(read(simulation, 'joint.slew.angle')[0]).toBeCloseTo(1.2, 9);
    expect(fastest).toBeLessThan(0.5 + 1e-6);
    // imbalance: of the second order, 5 ms against a second of acceleration
    expect(Math.abs(simulation.energy.imbalance)).toBeLessThan(1e-3 * 10 * 0.25);
    expect(simulation.controls.log).toEqual([{ time: 0.5, what: 'joint.slew.angle to 1.2' }]);
  });

  test('the same commands at the same times give the same bits, over a checkpoint too', () => {
    const a = new Simulation(arm());
    const b = new Simulation(arm());
    for (const simulation of [a, b]) {
      go(simulation, 0.5);
      simulation.controls.setTarget('joint.slew.angle', 1.2, { rate: 0.5 });
      go(simulation, 1);
    }
    const c = new Simulation(arm());
    c.load(b.save());
    for (const simulation of [a, b, c]) go(simulation, 2);
    expect(b.hash()).toBe(a.hash());
    expect(c.hash()).toBe(a.hash());
  });

  test('names and numbers that cannot be are told', () => {
    const { controls } = new Simulation(arm());
    expect(() => controls.setTarget('joint.slow.angle', 1)).toThrow(
      /one of joint.slew.angle; found "joint.slow.angle"/,
    );
    expect(() => controls.setTarget('joint.slew.angle', Number.NaN)).toThrow(/finite/);
    expect(() => controls.winch('hoist', 'brake')).toThrow(/one of the winches \(there is none\), found "hoist"/);
  });
});

describe('loads and pulls', () => {
  test('a load set from outside accelerates its body, and its work is booked', () => {
    const push: ForceSpec = {
      kind: 'load',
      name: 'push',
      body: 1,
      point: [0, 0, 0],
      axes: 'world',
      force: [constant(0), constant(0), constant(0)],
      torque: [constant(0), constant(0), constant(0)],
    };
    const simulation = new Simulation(
      model([body('box', { mass: 4 })], { gravity: [0, 0, 0], forces: [push], solver: { step: 0.01 } }),
    );
    go(simulation, 1);
    simulation.controls.setLoad('push', [8, 0, 0]);
    go(simulation, 3);
    // the first half step still starts from no force: h/4 of 2 s
    expect(read(simulation, 'box.velocity')[0]).toBeCloseTo(4, 1);
    expect(Math.abs(simulation.energy.imbalance)).toBeLessThan(0.2);
  });

  test('a node of a cable can be pulled', () => {
    const rope = cable('rope', 4, 8, { start: { body: 0, point: [0, 0, 0] }, shape: line([0, 0, 0], [0, 0, -4], 8) });
    const simulation = new Simulation(model([], { cables: [rope], solver: { step: 5e-3 } }));
    simulation.controls.pull({ cable: 'rope', node: 8, force: [5, 0, 0] });
    go(simulation, 1);
    expect(read(simulation, 'cable.rope.node-8.position')[0]).toBeGreaterThan(0.2);
    simulation.controls.pull(null);
    expect(() => simulation.controls.pull({ cable: 'rope', node: 9, force: [0, 0, 0] })).toThrow(/0 to 8, found 9/);
  });
});

describe('hooks', () => {
  const strop = (detached: boolean, length = 1): ModelSpec =>
    model(
      [
        body('hook', { mass: 4, placement: place([0, 0, 0]), velocity: [0, 0, 0.3] }),
        body('boat', { mass: 500, placement: place([0, 0.2, -0.9]), velocity: [0.1, 0, -0.2] }),
      ],
      {
        gravity: [0, 0, 0],
        forces: [
          {
            kind: 'spring',
            name: 'strop',
            a: 1,
            b: 2,
            pointA: [0, 0, 0],
            pointB: [0, 0, 0.1],
            stiffness: 5e4,
            damping: 300,
            length,
            tensionOnly: true,
            detached,
          },
        ],
        solver: { step: 2e-3 },
      },
    );

  test('hooked on, coming taut and unhooked, momentum stays what it was', () => {
    const simulation = new Simulation(strop(true, 1.1));
    const start = momentum(simulation);
    go(simulation, 0.1);
    simulation.controls.hook('strop', 0.2);
    go(simulation, 1);
    const taut = momentum(simulation);
    simulation.controls.unhook('strop');
    go(simulation, 1.5);
    const free = momentum(simulation);
    for (let i = 0; i < 6; i++) {
      // Newton stops short of a millionth of a millionth; turning keeps its momentum to the order of the integrator
      expect(taut[i]).toBeCloseTo(start[i], i < 3 ? 9 : 6);
      expect(free[i]).toBeCloseTo(start[i], i < 3 ? 9 : 6);
    }
    expect(Math.abs(simulation.energy.imbalance)).toBeLessThan(1e-3 * (500 * 0.05));
  });

  test('hooked on while stretched: what it holds at once is work; unhooked under load: what it held is lost', () => {
    const simulation = new Simulation(strop(true, 0.5));
    expect(() => simulation.controls.hook('strop')).toThrow(/0\.8246 m apart.*0.5 m long.*within reach is 0.55 m/);
    simulation.controls.hook('strop', 1);
    const held = 0.5 * 5e4 * (Math.sqrt(0.2 * 0.2 + 0.8 * 0.8) - 0.5) ** 2;
    expect(simulation.energy.work).toBeCloseTo(held, 6);
    expect(simulation.energy.imbalance).toBeCloseTo(0, 6);
    simulation.controls.unhook('strop');
    expect(simulation.energy.dissipated).toBeCloseTo(held, 6);
    expect(() => simulation.controls.unhook('strop')).toThrow(/unhooked already/);
  });
});
