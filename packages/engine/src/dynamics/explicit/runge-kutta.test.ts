import { describe, expect, test } from 'vitest';
import { ABOUT_Y, BAR, PIN } from '../../../test/mechanisms.ts';
import {
  action,
  body,
  CONTACT,
  FLOOR,
  joint,
  model,
  place,
  read,
  run,
  shape,
  sine,
  spring,
  turn,
} from '../../../test/support.ts';
import type { Vec3 } from '../../math/index.ts';
import type { BodySpec, JointSpec, ModelSpec, Placement, SolverSpec } from '../../model/index.ts';
import { ERROR_5, NODES, ORDER_3, STAGES, TABLEAU, WEIGHTS } from './dormand-prince.ts';
import { Simulation } from '../index.ts';

type Row = readonly (readonly [number, number])[];
const sum = (row: Row, of: (stage: number) => number): number => row.reduce((s, [k, a]) => s + a * of(k), 0);

describe('the method of order eight', () => {
  // coefficients up to 43 with 16 digits: sums of them are good to a few 1e-15
  const near = 2e-14;

  test('rows add up to the instants of their stages', () => {
    expect(TABLEAU.length).toBe(STAGES);
    for (let s = 0; s < STAGES; s++) expect(Math.abs(sum(TABLEAU[s], () => 1) - NODES[s])).toBeLessThan(near);
  });

  test('weights integrate polynomials up to degree seven exactly, and not degree eight', () => {
    const miss = (degree: number): number => Math.abs(sum(WEIGHTS, (k) => NODES[k] ** degree) - 1 / (degree + 1));
    for (let degree = 0; degree <= 7; degree++) expect(miss(degree)).toBeLessThan(near);
    expect(miss(8)).toBeGreaterThan(1e-6);
  });

  test('conditions with two levels: sum b a c^q = 1/((q + 1)(q + 2)) up to order eight', () => {
    for (let q = 1; q <= 6; q++) {
      const found = sum(WEIGHTS, (k) => sum(TABLEAU[k], (j) => NODES[j] ** q));
      expect(Math.abs(found - 1 / ((q + 1) * (q + 2)))).toBeLessThan(near);
    }
  });

  test('estimates vanish on what methods of order five and three integrate', () => {
    for (let degree = 0; degree <= 4; degree++) {
      expect(Math.abs(sum(ERROR_5, (k) => NODES[k] ** degree))).toBeLessThan(near);
    }
    for (let degree = 0; degree <= 2; degree++) {
      expect(Math.abs(sum(ORDER_3, (k) => NODES[k] ** degree) - 1 / (degree + 1))).toBeLessThan(near);
    }
  });
});

const pendulum = (solver: Partial<SolverSpec>): ModelSpec =>
  model([BAR], { joints: [PIN], solver: { step: 'auto', tolerance: 1e-5, ...solver } });

/** A bar on a pin and, far off, a gram on a spring that swings 5000 times a second by a nanometre. */
function withFastSpring(solver: Partial<SolverSpec>): ModelSpec {
  const gram = body('gram', { mass: 1e-3, inertia: [1e-6, 1e-6, 1e-6, 0, 0, 0], placement: place([0, 5, 0]) });
  return model([BAR, gram], {
    joints: [PIN],
    forces: [spring('tie', 0, 2, { pointA: [0, 5, 1], stiffness: 1e6, length: 1 - 1e-9 })],
    solver: { step: 'auto', tolerance: 1e-5, ...solver },
  });
}

const end = (spec: ModelSpec, until: number): Simulation => {
  const simulation = new Simulation(spec);
  run(simulation, until);
  return simulation;
};

describe('integrator: auto', () => {
  test('a smooth mechanism goes by runge-kutta with a two-hundredth of the tolerance', () => {
    const explicit = end(pendulum({ integrator: 'runge-kutta', tolerance: 1e-8 }), 1);
    expect(end(pendulum({ integrator: 'auto' }), 1).hash()).toBe(explicit.hash());
  });

  test('fixed steps, contacts, stops and friction go by tr-bdf2', () => {
    const fixed = { step: 2e-3 } as const;
    const same = (make: (solver: Partial<SolverSpec>) => ModelSpec): void => {
      expect(end(make({ integrator: 'auto' }), 0.2).hash()).toBe(end(make({ integrator: 'tr-bdf2' }), 0.2).hash());
    };
    same((solver) => pendulum({ ...fixed, ...solver }));
    const ball = body('ball', { placement: place([0, 0, 0.6]), shapes: [shape({ kind: 'sphere', radius: 0.5 })] });
    const soft = { ...CONTACT, defaults: { stiffness: 1e4, exponent: 1, restitution: 0.5 } };
    same((solver) => model([FLOOR, ball], { contacts: soft, solver: { step: 'auto', ...solver } }));
    for (const acts of [
      action('angle', { friction: { constant: 0.3, coefficient: 0, radius: 0, deflection: 1e-3 } }),
      action('angle', { limits: { lower: -1, stiffness: 1e4, restitution: 0.5 } }),
    ]) {
      const joints = [{ ...PIN, actions: [acts] }];
      same((solver) => model([BAR], { joints, solver: { step: 'auto', tolerance: 1e-5, ...solver } }));
    }
  });

  test('vibrations that do not matter do not hold it back: it becomes implicit within a few steps', () => {
    const auto = end(withFastSpring({ integrator: 'auto' }), 1);
    const explicit = end(withFastSpring({ integrator: 'runge-kutta', tolerance: 1e-8 }), 1);
    expect(auto.stats.steps).toBeLessThan(0.1 * explicit.stats.steps);
  });

  test('however many rows a pendulum is stopped for, it stays with the method of order eight, and is right', () => {
    // from the horizontal: T = 4 K(sin 45 deg)/omega, K(k) = pi/(2 agm(1, cos 45 deg)); BAR: 2 kg at 1 m, 0.3 kg m^2 about itself
    let [a, b] = [1, Math.SQRT1_2];
    for (let i = 0; i < 6; i++) [a, b] = [0.5 * (a + b), Math.sqrt(a * b)];
    const g = 9.81;
    const period = ((2 * Math.PI) / a) * Math.sqrt(2.3 / (2 * g));
    for (const tolerance of [1e-3, 1e-5, 1e-6]) {
      for (const rows of [20, 400]) {
        const s = new Simulation({ ...pendulum({ integrator: 'auto', tolerance }), gravity: [0, 0, -g] });
        for (let row = 1; row <= 10 * rows; row++) run(s, (row * period) / rows);
        const [x, , z] = read(s, 'bar.position');
        expect(Math.hypot(x - 1, z)).toBeLessThan(1e-7); // tr-bdf2 with 1e-5 misses by 1e-3 and more
      }
    }
  });

  test('a planar loop of hinges in space, whose joints repeat each other, goes by it too', () => {
    // crank 1 m, coupler from (0, 1) to (1.5, 1.7), rocker 1.7 m, in the plane y = 0
    const hinge = (name: string, i: number, j: number, from: Vec3, to: Vec3): JointSpec =>
      joint(name, 'revolute', i, j, { frameA: place(from, ABOUT_Y), frameB: place(to, ABOUT_Y) });
    const spec = (solver: Partial<SolverSpec>): ModelSpec =>
      model(
        [
          body('crank', { placement: place([0, 0, 0.5]) }),
          body('coupler', { mass: 2, placement: place([0.75, 0, 1.35]) }),
          body('rocker', { placement: place([1.5, 0, 0.85]) }),
        ],
        {
          joints: [
            hinge('a', 0, 1, [0, 0, 0], [0, 0, -0.5]),
            hinge('b', 1, 2, [0, 0, 0.5], [-0.75, 0, -0.35]),
            hinge('c', 2, 3, [0.75, 0, 0.35], [0, 0, 0.85]),
            hinge('d', 3, 0, [0, 0, -0.85], [1.5, 0, 0]),
          ],
          gravity: [9.81, 0, -9.81],
          solver: { step: 'auto', tolerance: 1e-5, regularisation: 'auto', maxStep: 0.02, ...solver },
        },
      );
    const s = end(spec({ integrator: 'auto' }), 4);
    const exact = end(spec({ integrator: 'runge-kutta', tolerance: 1e-9, maxStep: 2e-3 }), 4);
    const [found, wanted] = [read(s, 'coupler.position'), read(exact, 'coupler.position')];
    expect(s.energy.kinetic).toBeGreaterThan(1);
    expect(Math.abs(s.energy.imbalance)).toBeLessThan(2e-5); // of tens of joules exchanged; repeated joints share their forces by a compliance
    expect(Math.hypot(found[0] - wanted[0], found[2] - wanted[2])).toBeLessThan(1e-5);
  });

  /** Three upright bars of 1 kg and 1 m on the ground, two level ones on top: whenever all lie in line they could fold in three ways. */
  function twoLoops(tolerance: number): ModelSpec {
    const along: BodySpec = body('', { mass: 1, inertia: [1e-3, 1 / 12, 1 / 12, 0, 0, 0] });
    const hinge = (name: string, i: number, j: number, from: Vec3, to: Vec3): JointSpec =>
      joint(name, 'revolute', i, j, { frameA: place(from, ABOUT_Y), frameB: place(to, ABOUT_Y) });
    const upright = turn([0, 1, 0], -Math.PI / 2);
    const post = (k: number): BodySpec => ({
      ...along,
      name: `post ${k}`,
      placement: place([k, 0, 0.5], upright),
      velocity: [0.5, 0, 0],
      angularVelocity: [0, 1, 0],
    });
    const beam = (k: number): BodySpec => ({
      ...along,
      name: `beam ${k}`,
      placement: place([k + 0.5, 0, 1]),
      velocity: [1, 0, 0],
    });
    // frames of posts: x along the post, so that their z is the world's -x
    const onPost = (x: number): Placement => place([x, 0, 0], ABOUT_Y);
    const top = (k: number, b: number, x: number): JointSpec => ({
      ...hinge(`top ${k} ${b}`, k, b, [0, 0, 0], [x, 0, 0]),
      frameA: onPost(0.5),
    });
    const foot = (k: number): JointSpec => ({
      ...hinge(`foot ${k}`, 0, 1 + k, [k, 0, 0], [0, 0, 0]),
      frameB: onPost(-0.5),
    });
    return model([post(0), post(1), post(2), beam(0), beam(1)], {
      joints: [foot(0), foot(1), foot(2), top(1, 4, -0.5), top(2, 4, 0.5), top(2, 5, -0.5), top(3, 5, 0.5)],
      gravity: [0, 0, -9.81],
      solver: { step: 'auto', integrator: 'auto', regularisation: 'auto', tolerance, maxStep: 1 },
    });
  }

  /** Angle from upright of one post: (3/3 + 2) a'' = (3/2 + 2) g sin a, by Runge and Kutta's method in steps of 0.1 ms. */
  function angleOfPosts(until: number): number {
    const h = 1e-4;
    let [a, w] = [0, 1];
    const rate = (x: number): number => ((3.5 * 9.81) / 3) * Math.sin(x);
    for (let i = 0; i < Math.round(until / h); i++) {
      const k1 = rate(a);
      const k2 = rate(a + 0.5 * h * w);
      const k3 = rate(a + 0.5 * h * w + 0.25 * h * h * k1);
      const k4 = rate(a + h * w + 0.5 * h * h * k2);
      a += h * w + ((h * h) / 6) * (k1 + k2 + k3);
      w += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return a;
  }

  test('bars that lie in line: it goes straight through, and is right', () => {
    for (const tolerance of [1e-5, 1e-6, 1e-8]) {
      const s = end(twoLoops(tolerance), 10); // ten times in line
      const angle = angleOfPosts(10);
      const [x, , z] = read(s, 'beam 1.position');
      // a compliance of 1e-5 in accelerations left 3e-5 m at every tolerance
      expect(Math.hypot(x - 1.5 - Math.sin(angle), z - Math.cos(angle))).toBeLessThan(1e-6);
      expect(s.stats.steps).toBeLessThan(700);
      expect(s.order).toBe(8);
    }
  });

  test.each([
    ['explicit all along', pendulum({ integrator: 'auto' })],
    ['after it became implicit', withFastSpring({ integrator: 'auto' })],
  ])('%s: a checkpoint goes on to the last bit', (_name, spec) => {
    const first = end(spec, 0.337);
    const second = new Simulation(spec);
    second.load(first.save());
    for (const until of [0.5, 1, 2]) {
      run(first, until);
      run(second, until);
      expect(second.hash()).toBe(first.hash());
    }
  });

  test('a checkpoint from before it became implicit keeps the count of steps', () => {
    const spec = withFastSpring({ integrator: 'auto' });
    const first = new Simulation(spec);
    for (let i = 0; i < 8; i++) expect(first.step(1).ok).toBe(true);
    const second = new Simulation(spec);
    second.load(first.save());
    run(first, 0.1);
    run(second, 0.1);
    expect(second.hash()).toBe(first.hash());
  });

  test('the ledger sees the work of a driver with the order of the method', () => {
    const driven = { ...PIN, drivers: [{ coordinate: 'angle' as const, target: sine(1, 3) }] };
    const s = end(model([BAR], { joints: [driven], solver: { step: 'auto', integrator: 'auto' } }), 3);
    expect(s.energy.work).not.toBe(0);
    // 30 J go back and forth; steps of 20 ms and the trapezoidal rule would miss some 1e-2 J
    expect(Math.abs(s.energy.imbalance)).toBeLessThan(1e-7);
  });
});
