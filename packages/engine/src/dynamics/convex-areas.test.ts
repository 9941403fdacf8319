import { describe, expect, test } from 'vitest';
import { body, CONTACT, FLOOR, joint, model, place, shape, turn } from '../../test/support.ts';
import { BuildError } from '../base/index.ts';
import { cylinderMesh, type ShapeSpec, torusMesh, type TriangleMesh } from '../geometry/index.ts';
import type { BodySpec, ModelSpec, SolverSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const solid = ({ positions, triangles }: TriangleMesh): ShapeSpec => ({
  kind: 'mesh',
  positions,
  triangles,
});
const BOX: ShapeSpec = { kind: 'box', half: [0.1, 0.1, 0.05] };
const box = (name: string, fields: Partial<BodySpec>): BodySpec =>
  body(name, { mass: 2, inertia: [0.0083, 0.0083, 0.0133, 0, 0, 0], shapes: [shape(BOX)], ...fields });
const HEAP: Partial<SolverSpec> = { integrator: 'convex', step: 5e-3, newtonTolerance: 1e-7 };

function heap(bodies: BodySpec[], fields: Partial<ModelSpec> = {}, solver: Partial<SolverSpec> = {}): ModelSpec {
  const base = model([FLOOR, ...bodies], {
    contacts: {
      ...CONTACT,
      defaults: {
        method: 'volume',
        foundation: 1e8,
        dissipation: 1,
        stickDeflection: 1e-3,
        frictionStatic: 0.5,
        frictionKinetic: 0.5,
      },
    },
    ...fields,
  });
  return { ...base, solver: { ...base.solver, ...HEAP, ...solver } };
}

function advance(sim: Simulation, until: number, look: () => void = () => {}): void {
  while (sim.time < until - 1e-12) {
    const result = sim.step(until);
    if (!result.ok) throw new Error(result.message);
    look();
  }
}

function value(sim: Simulation, name: string): number[] {
  const probe = sim.probes.find((p) => p.name === name);
  if (!probe) throw new Error(name);
  const out = new Float64Array(probe.size);
  probe.read(out, 0);
  return [...out];
}

/** Boxes, rings and a pin thrown together above the floor. */
function thrown(): ModelSpec {
  const ring = solid(torusMesh({ ring: 0.1, tube: 0.04, sides: 10, tubeSides: 6 }));
  const pin = solid(cylinderMesh({ radius: 0.04, length: 0.3, sides: 10 }));
  const bodies = [0, 1, 2, 3, 4, 5].map((i) =>
    box(`b${i}`, {
      placement: place([0.12 * (i % 2), 0.1 * (i % 3), 0.15 + 0.22 * i], turn([1, i, 0.3], 0.5 * i)),
      velocity: [0.2 * (i % 3) - 0.2, 0.1, -0.5],
      angularVelocity: [i, -1, 0.5],
      shapes: [shape(i % 3 === 0 ? BOX : i % 3 === 1 ? ring : pin)],
    }),
  );
  return heap(bodies);
}

describe('steps for heaps', () => {
  test('free fall is exact, and a body that tumbles freely never gains energy', () => {
    const sim = new Simulation(
      heap([
        box('falls', { placement: place([0, 0, 5]), velocity: [1, 0, 0] }),
        box('tumbles', {
          placement: place([5, 0, 9]),
          inertia: [0.01, 0.02, 0.03, 0, 0, 0],
          angularVelocity: [1, 20, 3],
        }),
      ]),
    );
    let last = sim.energy.total;
    advance(sim, 0.5, () => {
      expect(sim.energy.total).toBeLessThanOrEqual(last + 1e-12 * Math.abs(last));
      last = sim.energy.total;
    });
    const [x, , z] = value(sim, 'falls.position');
    const g = Math.abs(sim.spec.gravity[2]);
    expect(x).toBeCloseTo(0.5, 12);
    expect(z).toBeCloseTo(5 - 0.125 * g, 11);
  });

  test('a block on a slope of friction 0.5: held at 0.45 without creep, sliding at 1 as theory has it', () => {
    const slope = (tangent: number): { speed: number; creep: number } => {
      const size = Math.sqrt(1 + tangent * tangent);
      const gravity = [(9.81 * tangent) / size, 0, -9.81 / size] as const;
      const sim = new Simulation(heap([box('block', { placement: place([0, 0, 0.05]) })], { gravity }));
      advance(sim, 0.5);
      const before = value(sim, 'block.position')[0];
      advance(sim, 1);
      return { speed: value(sim, 'block.velocity')[0], creep: value(sim, 'block.position')[0] - before };
    };
    expect(Math.abs(slope(0.45).creep)).toBeLessThan(1e-9);
    const size = Math.sqrt(2);
    // the first step is spent on settling
    expect(slope(1).speed / ((9.81 * (1 - 0.5)) / size)).toBeCloseTo(1, 2);
  });

  test('bodies thrown together: energy never grows, they come to rest on the floor', () => {
    const sim = new Simulation(thrown());
    const start = sim.energy.total;
    let last = start;
    let growth = 0;
    advance(sim, 1.5, () => {
      growth = Math.max(growth, sim.energy.total - last);
      last = sim.energy.total;
    });

    // a pin that comes down on an edge and goes on onto a face would gain 3e-5 of all in a step; what is left is rounding
    expect(growth).toBeLessThan(1e-13 * start);
    // what steps lose is booked to the contacts
    expect(Math.abs(sim.energy.imbalance)).toBeLessThan(2e-3 * start);
    expect(sim.stats.deepestOverlap).toBeGreaterThan(1e-4);
    expect(sim.stats.deepestOverlap).toBeLessThan(0.02);
    // a pin still rolls
    expect(sim.energy.kinetic).toBeLessThan(1e-2 * start);
    for (let i = 0; i < 6; i++) expect(value(sim, `b${i}.position`)[2]).toBeGreaterThan(0.034);
  });

  test('boxes put on each other lie still though their contacts would give more than they hold: no energy, no creep', () => {
    const sim = new Simulation(
      heap([box('lower', { placement: place([0, 0, 0.05]) }), box('upper', { placement: place([0.02, 0.01, 0.15]) })]),
    );
    let last = sim.energy.total;
    advance(sim, 1, () => {
      expect(sim.energy.total - last).toBeLessThan(1e-13 * Math.abs(last));
      last = sim.energy.total;
    });
    expect(sim.energy.kinetic).toBeLessThan(1e-15);
    const before = value(sim, 'upper.position');
    advance(sim, 2);
    for (const [k, x] of value(sim, 'upper.position').entries()) expect(Math.abs(x - before[k])).toBeLessThan(1e-12);
    // a tenth of a millimetre would be ten times their weight
    expect(sim.stats.deepestOverlap).toBeLessThan(1e-4);
  });

  test('bodies that start deep in each other are thrown apart: energy goes down from step to step, nobody gains', () => {
    const pin = solid(cylinderMesh({ radius: 0.04, length: 0.1, sides: 10 }));
    const ring = solid(torusMesh({ ring: 0.1, tube: 0.04, sides: 10, tubeSides: 6 }));
    for (const [other, x] of [
      [pin, 0], // wholly inside
      [ring, 0.07],
      [BOX, 0],
    ] as const) {
      const start = [
        box('one', { placement: place([0, 0, 0.3]) }),
        box('other', { placement: place([x, 0, 0.3], turn([1, 0.5, 0], x)), shapes: [shape(other)] }),
      ];
      const sim = new Simulation(heap(start));
      const all = sim.energy.total;
      let last = all;
      advance(sim, 0.5, () => {
        // a spin of 100 rad/s turns by half a radian in a step, and changes its energy by a part of 1e-4 there
        expect(sim.energy.total - last).toBeLessThan(1e-4 * all);
        last = sim.energy.total;
        expect(sim.energy.dissipated).toBeGreaterThan(-1e-6 * all);
      });
      expect(last).toBeLessThan(0.2 * all);
    }
  });

  test('goes on from a checkpoint with the same bits', () => {
    const once = new Simulation(thrown());
    advance(once, 0.6);
    const again = new Simulation(thrown());
    again.load(once.save());
    advance(once, 0.9);
    advance(again, 0.9);
    expect(again.hash()).toBe(once.hash());
    expect(again.energy.total).toBe(once.energy.total);
  });

  test('bodies packed with balls: one slides at g (sin a - mu cos a), one sticks, both as by volume', () => {
    const angle = 0.6; // [rad]; tan = 0.68
    const g = 9.81;
    const slope = [g * Math.sin(angle), 0, -g * Math.cos(angle)] as const;
    const defaults = { method: 'spheres' as const, balls: 300, foundation: 1e8, dissipation: 1, stickDeflection: 1e-3 };
    for (const mu of [0.5, 0.8]) {
      const contacts = { ...CONTACT, defaults: { ...defaults, frictionStatic: mu, frictionKinetic: mu } };
      const sim = new Simulation(heap([box('one', { placement: place([0, 0, 0.05]) })], { contacts, gravity: slope }));
      advance(sim, 0.25); // settled by then: it starts without load
      const before = value(sim, 'one.velocity')[0];
      advance(sim, 1.25);
      const after = value(sim, 'one.velocity')[0];
      if (mu > 0.7) expect(Math.abs(after)).toBeLessThan(1e-9);
      else expect(Math.abs((after - before) / (g * (Math.sin(angle) - mu * Math.cos(angle))) - 1)).toBeLessThan(1e-4);
      expect(Math.abs(sim.energy.imbalance)).toBeLessThan(1e-9);
    }
  });

  test('refuses what it does not know, and says what to do', () => {
    const refused = (spec: ModelSpec): string => {
      try {
        new Simulation(spec);
      } catch (error) {
        if (error instanceof BuildError) return error.message;
        throw error;
      }
      return '';
    };
    const one = box('one', { placement: place([0, 0, 1]) });
    const two = box('two', { placement: place([0, 0, 2]) });
    const joints = [joint('pin', 'revolute', 0, 1, { frameA: place([0, 0, 1]) })];
    expect(refused(heap([one, two], { joints }))).toBe(''); // carried since joints and areas share one step
    expect(refused(heap([one], {}, { step: 'auto' }))).toMatch(/needs a fixed step, found auto/);
    const lumped = { ...CONTACT, defaults: { method: 'volume' as const, areaLaw: 'lumped' as const } };
    expect(refused(heap([one, two], { contacts: lumped }))).toMatch(/with the area law lumped; leave the law or/);
  });
});
