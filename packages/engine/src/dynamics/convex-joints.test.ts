/** Bodies with joints that fall on things (integrator: convex, contacts at points). */
import { describe, expect, test } from 'vitest';
import { action, body, CONTACT, FLOOR, joint, largest, model, place, read, run, shape } from '../../test/support.ts';
import { workspace } from '../../test/cables.ts';
import { chain, RADIUS, ROD } from '../../test/rods.ts';
import { BuildError } from '../base/index.ts';
import type { ModelSpec, SolverSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const HEAP: Partial<SolverSpec> = { integrator: 'convex', step: 5e-3 };
const STICKY = { ...CONTACT, defaults: { frictionStatic: 0.5, frictionKinetic: 0.5 } };

/** Rods dropped over a box on a floor, one end held. */
function drape(
  solver: Partial<SolverSpec> = {},
  count = 12,
  half = 0.25,
  from: readonly [number, number, number] = [-0.6, 0, 0.6],
): ModelSpec {
  const { rods, joints } = chain(count, from);
  const mass = 400 * (2 * half) ** 3;
  const inertia = (mass * 2 * half * half) / 3;
  const box = body('box', {
    mass,
    inertia: [inertia, inertia, inertia, 0, 0, 0],
    placement: place([0, 0, half]),
    shapes: [shape({ kind: 'box', half: [half, half, half] })],
  });
  const ignore: [number, number][] = [];
  for (let i = 1; i <= count; i++) for (let j = i + 1; j <= count; j++) ignore.push([i, j]);
  return model([FLOOR, ...rods, box], { joints, contacts: { ...STICKY, ignore }, solver: { ...HEAP, ...solver } });
}

test('a chain that falls over a box: joints hold, nothing is deeper than 50 um, energy never grows, and it comes to rest', () => {
  const s = new Simulation(drape());
  const w = workspace(s);
  let before = Number.POSITIVE_INFINITY;
  const worst = { joint: 0, growth: 0, imbalance: 0 };
  while (s.time < 2) {
    const result = s.step(2);
    if (!result.ok) throw new Error(result.message);
    worst.joint = Math.max(worst.joint, largest(w.rows.phi));
    const { kinetic, potential, elastic, imbalance } = s.energy;
    const now = kinetic + potential + elastic;
    worst.growth = Math.max(worst.growth, now - before);
    worst.imbalance = Math.max(worst.imbalance, Math.abs(imbalance));
    before = now;
  }
  expect(worst.joint).toBeLessThan(1e-6);
  expect(worst.growth).toBeLessThan(1e-9); // of 15 J
  expect(worst.imbalance).toBeLessThan(1e-5); // what a step loses is booked to contacts, but bristles hold by normal forces that may yet change by 30 um a step
  expect(s.stats.deepestOverlap).toBeLessThan(5e-5);
  expect(s.stats.rejected).toBeLessThan(10); // of 300 steps
  for (let i = 5; i < 12; i++) expect(largest(read(s, `rod${i}.velocity`))).toBeLessThan(0.05); // what hangs between box and floor swings on
  expect(read(s, 'rod11.position')[2]).toBeCloseTo(RADIUS, 5);
});

test.each([5e-3, 6e-3, 7e-3])(
  'rods that are thrown round by an impact end on what they hit, not in it: steps of %d s',
  (step) => {
    const half = 0.5;
    const s = new Simulation(drape({ step }, 40, half, [-2, 0, 1.6]));
    let deepest = 0;
    while (s.time < 0.6) {
      run(s, s.time + step);
      const [bx, by, bz] = read(s, 'box.position');
      for (let i = 0; i < 40; i++) {
        const [x, y, z] = read(s, `rod${i}.position`);
        const [q0, q1, q2, q3] = read(s, `rod${i}.rotation`);
        const axis = [1 - 2 * (q2 * q2 + q3 * q3), 2 * (q1 * q2 + q0 * q3), 2 * (q1 * q3 - q0 * q2)];
        for (let t = -0.5; t <= 0.5; t += 0.125) {
          const p = [x + t * ROD * axis[0], y + t * ROD * axis[1], z + t * ROD * axis[2]];
          const away = [p[0] - bx, p[1] - by, p[2] - bz].map((d) => Math.abs(d) - half);
          const box = Math.hypot(...away.map((d) => Math.max(0, d))) + Math.min(0, Math.max(...away));
          deepest = Math.max(deepest, RADIUS - Math.min(box, p[2]));
        }
      }
    }
    expect(deepest).toBeLessThan(5e-4); // thrown on by whole steps 0.2 to 0.4 mm
  },
);

test('steps cut short end as exactly as whole ones: nothing is gained in splinters', () => {
  const s = new Simulation(drape({ step: 4.5e-3 }));
  let worst = 0;
  for (let k = 1; k <= 100; k++) {
    run(s, 0.01 * k); // 4.5, 4.5 and 1 ms
    worst = Math.max(worst, s.energy.imbalance);
  }
  expect(worst).toBeLessThan(1e-5);
});

test('a light chain that carries a load twenty thousand times a rod: rounds settle, whatever pulls', () => {
  const { rods, joints } = chain(10, [0, 0, 3]);
  const light = rods.map((rod) => ({ ...rod, mass: 0.025, inertia: [5e-6, 5e-5, 5e-5, 0, 0, 0] as const }));
  const load = body('load', {
    mass: 500,
    inertia: [20, 20, 20, 0, 0, 0],
    placement: place([10 * ROD, 0, 3]),
    shapes: [shape({ kind: 'sphere', radius: 0.1 })],
  });
  const held = joint('held', 'point', 10, 11, {
    frameA: { position: [0.5 * ROD, 0, 0], rotation: [1, 0, 0, 0] },
    frameB: { position: [0, 0, 0], rotation: [1, 0, 0, 0] },
  });
  const s = new Simulation(
    model([FLOOR, ...light, load], { joints: [...joints, held], contacts: STICKY, solver: { ...HEAP, step: 2e-3 } }),
  );
  let worst = 0;
  while (s.time < 0.3) {
    const result = s.step(0.3);
    if (!result.ok) throw new Error(result.message);
    worst = Math.max(worst, largest(workspace(s).rows.phi));
  }
  expect(s.stats.rejected).toBe(0);
  expect(s.stats.iterations / s.stats.steps).toBeLessThan(6); // without stiffness of joints that pull rounds do not end
  // a round that moves parts by 0.1 mm is the last; each of the two at a joint leaves the square of that over twice its lever, ROD/2
  expect(worst).toBeLessThan(2e-8 / ROD);
});

test('a wheel driven to 3 t^2 rad: 6 t rad/s where each step ends, and the driver gives the energy of motion but for a quarter of h/t', () => {
  const wheel = body('wheel', { inertia: [2, 2, 2, 0, 0, 0] });
  const axle = joint('axle', 'revolute', 0, 1, {
    drivers: [{ coordinate: 'angle', target: { kind: 'polynomial', coefficients: [0, 0, 3] } }],
  });
  const h = 5e-3;
  const s = new Simulation(model([FLOOR, wheel], { joints: [axle], solver: { ...HEAP, step: h } }));
  while (s.time < 1) {
    const result = s.step(1);
    if (!result.ok) throw new Error(result.message);
    const { velocity } = workspace(s);
    const rate = Math.hypot(velocity[3], velocity[4], velocity[5]);
    expect(Math.abs(rate - 6 * s.time)).toBeLessThan(1e-8); // projected to 1e-9 (PROJECTED)
  }
  const { kinetic, work, imbalance } = s.energy;
  expect(kinetic).toBeCloseTo(36, 6);
  // the way of a step is that of half the change of speed, 3 h: Euler loses I (3 h)^2/2 a step, of the 36 J in all h/4
  expect(-imbalance / kinetic).toBeCloseTo(0.25 * h, 6);
  expect(work - kinetic).toBeCloseTo(-imbalance, 9);
});

test('a run goes on from a checkpoint with the same bits', () => {
  const s = new Simulation(drape());
  run(s, 0.4);
  const other = new Simulation(drape());
  other.load(s.save());
  run(s, 0.6);
  run(other, 0.6);
  expect(other.hash()).toBe(s.hash());
});

test('links that swing free: errors fall with the step', () => {
  const swing = (solver: Partial<SolverSpec>): ArrayLike<number> => {
    const { rods, joints } = chain(3, [0, 0, 0]);
    const s = new Simulation(model([FLOOR, ...rods], { joints, contacts: { ...CONTACT, enabled: false }, solver }));
    run(s, 0.3);
    return read(s, 'rod2.position');
  };
  const exact = swing({ integrator: 'tr-bdf2', step: 1e-3 });
  const [coarse, fine] = [4e-3, 2e-3].map((step) => {
    const found = swing({ ...HEAP, step });
    return largest([0, 1, 2].map((k) => found[k] - exact[k]));
  });
  expect(coarse / fine).toBeGreaterThan(1.7); // first order
  expect(coarse / fine).toBeLessThan(2.4);
});

describe('a block on a slope', () => {
  const slide = (degrees: number): { way: number; creep: number } => {
    const angle = (degrees * Math.PI) / 180;
    const g = [9.81 * Math.sin(angle), 0, -9.81 * Math.cos(angle)] as const;
    const block = body('block', {
      mass: 2,
      inertia: [0.01, 0.01, 0.01, 0, 0, 0],
      placement: place([0, 0, 0.05]),
      shapes: [shape({ kind: 'box', half: [0.1, 0.1, 0.05] })],
    });
    const s = new Simulation(model([FLOOR, block], { gravity: g, contacts: STICKY, solver: HEAP }));
    run(s, 0.5);
    const half = read(s, 'block.position')[0];
    run(s, 1);
    const [x] = read(s, 'block.position');
    return { way: x, creep: x - half };
  };

  test('stays below the angle of friction, and does not creep', () => {
    expect(Math.abs(slide(20).creep)).toBeLessThan(1e-9);
  });

  test('slides above it as theory has it', () => {
    const angle = (35 * Math.PI) / 180;
    const expected = 0.5 * 9.81 * (Math.sin(angle) - 0.5 * Math.cos(angle));
    expect(slide(35).way).toBeGreaterThan(0.99 * expected);
    expect(slide(35).way).toBeLessThan(1.01 * expected); // steps of 5 ms over 1 s: 0.5 %
  });
});

test('what it does not know is refused by name', () => {
  const { rods, joints } = chain(2, [0, 0, 1]);
  const sprung = joints.map((one) => ({
    ...one,
    type: 'revolute' as const,
    actions: [action('angle', { stiffness: 1 })],
  }));
  const build = (fields: Partial<ModelSpec>, solver: Partial<SolverSpec>) => () =>
    new Simulation(model([FLOOR, ...rods], { joints, contacts: CONTACT, ...fields, solver: { ...HEAP, ...solver } }));
  expect(build({ joints: sprung }, {})).not.toThrow(); // springs, stops, friction and efforts of joints are carried
  expect(build({}, { step: 'auto' })).toThrow(/convex needs a fixed step/);
  expect(build({}, { constraints: 'augmented-lagrangian' })).toThrow(BuildError);
});
