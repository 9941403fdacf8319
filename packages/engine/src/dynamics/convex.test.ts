/** integrator: convex, of bodies at points. */
import { describe, expect, test } from 'vitest';
import { body, CONTACT, FLOOR, joint, model, place, read, run, shape, turn } from '../../test/support.ts';
import type { BodySpec, ModelSpec, SolverSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const G = 9.81;
const STEEL = {
  youngs: 2.1e11,
  poisson: 0.3,
  density: 7800,
  restitution: 0.05,
  frictionStatic: 0.5,
  frictionKinetic: 0.5,
};
const cube = (name: string, fields: Partial<BodySpec>): BodySpec =>
  body(name, {
    mass: 4,
    inertia: [0.0267, 0.0267, 0.0267, 0, 0, 0],
    shapes: [shape({ kind: 'box', half: [0.1, 0.1, 0.1] })],
    ...fields,
  });
const world = (bodies: BodySpec[], solver: Partial<SolverSpec>, fields: Partial<ModelSpec> = {}): ModelSpec => {
  const base = model([FLOOR, ...bodies], {
    contacts: { ...CONTACT, defaults: { frictionStatic: 0.5, frictionKinetic: 0.5 } },
    ...fields,
  });
  return {
    ...base,
    materials: base.materials.map((material) => ({ ...material, ...STEEL })),
    solver: { ...base.solver, integrator: 'convex', step: 5e-3, ...solver },
  };
};

describe('a block on a slope, mu 0.5', () => {
  const speedAfter = (degrees: number, step: number): number => {
    const a = (degrees * Math.PI) / 180;
    const s = new Simulation(
      world(
        [cube('block', { placement: place([0, 0, 0.1]) })],
        { step },
        { gravity: [G * Math.sin(a), 0, -G * Math.cos(a)] },
      ),
    );
    run(s, 1);
    return read(s, 'block.velocity')[0];
  };
  test.each([2e-3, 5e-3, 6.25e-3])(
    'slides as it must from 28 to 35 degrees, and stands at 26.5: steps of %s s',
    (step) => {
      for (const degrees of [28, 30, 32, 35]) {
        const a = (degrees * Math.PI) / 180;
        expect(speedAfter(degrees, step) / (G * (Math.sin(a) - 0.5 * Math.cos(a)))).toBeCloseTo(1, 3);
      }
      expect(Math.abs(speedAfter(20, step))).toBeLessThan(1e-12);
      expect(Math.abs(speedAfter(26.5, step))).toBeLessThan(1e-12);
    },
  );
});

/** Sixteen cubes dropped on each other, each turned and shifted a little. */
function column(youngs: number): ModelSpec {
  const cubes = Array.from({ length: 16 }, (_, i) =>
    cube(`c${i}`, {
      placement: place(
        [0.006 * Math.sin(7 * i), 0.006 * Math.cos(5 * i), 0.11 + 0.23 * i],
        turn([0, 0, 1], 0.05 * Math.sin(3 * i)),
      ),
    }),
  );
  const base = world(cubes, {});
  return { ...base, materials: base.materials.map((material) => ({ ...material, youngs })) };
}

test('a column of 16 steel cubes: few iterations, none rejected, no energy from nothing, whatever the modulus', () => {
  for (const youngs of [2e9, 2.1e11]) {
    const s = new Simulation(column(youngs));
    let last = Number.POSITIVE_INFINITY;
    let growth = 0;
    while (s.time < 1.5 - 1e-9) {
      const result = s.step(1.5);
      if (!result.ok) throw new Error(result.message);
      growth = Math.max(growth, s.energy.total - last);
      last = s.energy.total;
    }
    expect(s.stats.rejected).toBe(0);
    expect(s.stats.iterations / s.stats.steps).toBeLessThan(6);
    expect(growth).toBeLessThan(1e-9 * Math.abs(s.energy.initial)); // what Newton's method leaves of a step
    expect(read(s, 'c15.position')[2]).toBeCloseTo(3.1, 2);
  }
});

test('what falls behind a body that the floor stops meets it, though both came at the same speed', () => {
  const falls = (z: number): Partial<BodySpec> => ({ placement: place([0, 0, z]), velocity: [0, 0, -2] });
  const s = new Simulation(world([cube('first', falls(0.101)), cube('behind', falls(0.303))], {}));
  let nearest = 1;
  for (let time = 0.005; time < 0.1; time += 0.005) {
    run(s, time);
    nearest = Math.min(nearest, read(s, 'behind.position')[2] - read(s, 'first.position')[2] - 0.2);
  }
  // 10 mm of way in a step, 2 mm apart: unseen it went 7 mm in; a blow of 2 m/s on springs of 5 ms goes 0.1 mm in
  expect(nearest).toBeGreaterThan(-2e-4);
});

test('a hinged body among loose ones in one step: the hinge holds, energy never grows', () => {
  const hook = cube('hook', { placement: place([0, 0, 1.2]) });
  const crates = [0, 1, 2].map((i) => cube(`crate${i}`, { placement: place([0.05 * i, 0, 0.12 + 0.24 * i]) }));
  const spec = world(
    [hook, ...crates],
    {},
    {
      joints: [joint('pin', 'revolute', 0, 1, { frameA: place([0, 0, 1.6]), frameB: place([0, 0, 0.4]) })],
    },
  );
  const s = new Simulation(spec);
  let last = Number.POSITIVE_INFINITY;
  while (s.time < 1 - 1e-9) {
    const result = s.step(1);
    if (!result.ok) throw new Error(result.message);
    expect(s.energy.total).toBeLessThan(last + 1e-6);
    last = s.energy.total;
  }
  const [x, , z] = read(s, 'hook.position');
  expect(Math.hypot(x, z - 1.6)).toBeCloseTo(0.4, 6);
});
