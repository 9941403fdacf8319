import { describe, expect, test } from 'vitest';
import { BAR, PIN, rod, spatialLoop } from '../../test/mechanisms.ts';
import {
  action,
  body,
  CONTACT,
  constant,
  difference,
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
  WORLD,
} from '../../test/support.ts';
import { Simulation } from '../dynamics/index.ts';

const BALL = shape({ kind: 'sphere', radius: 0.1 });

describe('the catalogue', () => {
  const bodies = [
    FLOOR,
    { ...BAR, shapes: [BALL], points: [{ name: 'tip', position: [1, 0, 0] as const }] },
    rod('slider', [5, 0, 0], [6, 0, 0], { shapes: [BALL] }),
    body('base', { kind: 'prescribed', motion: { z: sine(1, 1) } }),
  ];
  const s = new Simulation(
    model(bodies, {
      joints: [
        {
          ...PIN,
          actions: [action('angle', { friction: { constant: 1, coefficient: 0, radius: 0, deflection: 1e-3 } })],
        },
        joint('rail', 'prismatic', 0, 2, {
          frameA: place([5.5, 0, 0]),
          drivers: [{ coordinate: 'displacement', target: constant(0) }],
        }),
      ],
      forces: [spring('tie', 1, 3, { stiffness: 1 }), load('push', 1, {})],
      contacts: CONTACT,
      solver: { assemble: true },
    }),
  );
  const names = s.probes.map((p) => p.name);

  test.each([
    ...[
      'position',
      'rotation',
      'velocity',
      'angular-velocity',
      'acceleration',
      'angles',
      'energy',
      'kinetic-energy',
    ].map((q) => `bar.${q}`),
    ...['position', 'velocity', 'acceleration'].map((q) => `bar.tip.${q}`),
    ...['position', 'rotation', 'velocity', 'angular-velocity', 'acceleration', 'angles'].map((q) => `base.${q}`),
    ...['reaction', 'moment', 'angle', 'rate', 'friction'].map((q) => `joint.pin.${q}`),
    ...['reaction', 'moment', 'displacement', 'rate', 'effort'].map((q) => `joint.rail.${q}`),
    'force.tie.tension',
    'force.tie.length',
    ...['force', 'normal-force', 'friction-force', 'depth', 'count', 'slip'].map((q) => `contact.bar~slider.${q}`),
    ...['kinetic', 'potential', 'elastic', 'dissipated', 'work', 'total', 'imbalance'].map((q) => `energy.${q}`),
    'solver.step',
    'solver.iterations',
  ])('offers %s', (name) => {
    expect(names).toContain(name);
  });

  test('names are unique, sizes and components agree, every value is finite', () => {
    expect(new Set(names).size).toBe(names.length);
    for (const probe of s.probes) {
      expect(probe.components.length, probe.name).toBe(probe.size);
      expect(probe.unit, probe.name).not.toBe('');
      expect([...read(s, probe.name)].every(Number.isFinite), probe.name).toBe(true);
    }
  });

  test('a probe writes at its offset and nowhere else', () => {
    for (const probe of s.probes) {
      const out = new Float64Array(8).fill(7);
      probe.read(out, 2);
      expect(
        [out[0], out[1], ...out.subarray(2 + probe.size)].every((x) => x === 7),
        probe.name,
      ).toBe(true);
    }
  });
});

describe('what is read', () => {
  test('velocities are the rates of positions, accelerations those of velocities, at points off the centre of mass', () => {
    const { bodies, joints } = spatialLoop(WORLD, 1);
    const heavy = bodies.map((b, k) =>
      k === 2 ? { ...b, points: [...b.points, { name: 'off', position: [0.1, 0.4, -0.3] as const }] } : b,
    );
    const step = 1e-4;
    const s = new Simulation(model(heavy, { joints, solver: { integrator: 'runge-kutta', step } }));
    run(s, 0.3);
    const samples = [0, 1, 2].map((k) => {
      run(s, 0.3 + k * step);
      return ['position', 'velocity', 'acceleration'].map((q) => read(s, `rod.off.${q}`));
    });
    const rate = (of: number): Float64Array => samples[2][of].map((x, i) => (x - samples[0][of][i]) / (2 * step));
    // central differences over 1e-4 s: third derivatives of 1e3 times 1e-8/6, and 1e-12 of projection over 1e-4
    expect(difference(rate(0), samples[1][1])).toBeLessThan(1e-5);
    expect(difference(rate(1), samples[1][2])).toBeLessThan(1e-4);
  });

  test('position and velocity are those of the body frame, wherever the centre of mass is', () => {
    const b = body('b', {
      centreOfMass: [0.5, 0, 0],
      placement: place([1, 2, 3]),
      velocity: [0.1, 0.2, 0.3],
      angularVelocity: [0, 0, 2],
    });
    const s = new Simulation(model([b], { gravity: [0, 0, 0] }));
    expect(difference(read(s, 'b.position'), [1, 2, 3])).toBeLessThan(1e-15);
    expect(difference(read(s, 'b.velocity'), [0.1, 0.2, 0.3])).toBeLessThan(1e-15);
    // the origin is drawn towards the centre of mass it circles
    expect(difference(read(s, 'b.acceleration'), [4 * 0.5, 0, 0])).toBeLessThan(1e-14);
  });

  test('energies of bodies add up to the ledger', () => {
    const { bodies, joints } = spatialLoop(WORLD, 2);
    const s = new Simulation(model(bodies, { joints }));
    run(s, 0.2);
    const sum = ['crank', 'rod', 'rocker'].reduce((e, n) => e + read(s, `${n}.energy`)[0], 0);
    expect(Math.abs(sum - s.energy.total)).toBeLessThan(1e-12);
  });

  test('a driver reports the effort it takes: I alpha and the weight, as a torque about the pin', () => {
    const driven = { ...PIN, drivers: [{ coordinate: 'angle' as const, target: sine(0.5, 3) }] };
    const s = new Simulation(model([BAR], { joints: [driven], solver: { integrator: 'runge-kutta', step: 1e-3 } }));
    run(s, 0.4);
    const angle = read(s, 'joint.pin.angle')[0];
    expect(Math.abs(angle - 0.5 * Math.sin(1.2))).toBeLessThan(1e-12);
    const alpha = -0.5 * 9 * Math.sin(1.2);
    expect(Math.abs(read(s, 'joint.pin.effort')[0] - (2.3 * alpha - 2 * 9.81 * Math.cos(angle)))).toBeLessThan(1e-6);
  });

  test('joint reaction and moment are what holds the body: Newton and Euler on one link', () => {
    const { bodies, joints } = spatialLoop(WORLD, 3);
    const s = new Simulation(model(bodies, { joints, solver: { integrator: 'runge-kutta', step: 1e-3 } }));
    run(s, 0.2);
    // crank: body b of the first hinge, body a of the upper ball; the ball's reaction acts on the rod
    const a = read(s, 'crank.acceleration');
    const first = read(s, 'joint.first.reaction');
    const upper = read(s, 'joint.upper ball.reaction');
    const mass = bodies[1].mass;
    for (let i = 0; i < 3; i++) {
      expect(Math.abs(mass * a[i] - (first[i] - upper[i] + (i === 2 ? -9.81 * mass : 0)))).toBeLessThan(1e-5);
    }
  });
});
