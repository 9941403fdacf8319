/** Convex steps of cables that lie on each other, on themselves and on solids. */
import { describe, expect, test, vi } from 'vitest';
import { cable, line, momentum, ROPE, workspace } from '../../test/cables.ts';
import { body, CONTACT, FLOOR, model, place, read, run, shape, STEEL, WORLD } from '../../test/support.ts';
import { BuildError } from '../base/index.ts';
import type { CableSpec, ModelSpec, SolverSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const SOFT = { ...ROPE, axialStiffness: 1e5, bendingStiffness: 0.01, bendingDamping: 0.05, axialDamping: 2e-3 };

function rope(
  name: string,
  length: number,
  elements: number,
  shape: number[],
  fields: Partial<CableSpec> = {},
): CableSpec {
  return cable(name, length, elements, { pieces: [{ rope: SOFT, length, elements }], shape, ...fields });
}

function pile(
  bodies: Parameters<typeof model>[0],
  cables: CableSpec[],
  fields: Parameters<typeof model>[1] = {},
  solver: Partial<SolverSpec> = {},
): ModelSpec {
  return model(bodies, {
    contacts: { ...CONTACT, defaults: { frictionStatic: 0.3, frictionKinetic: 0.3 } },
    materials: [STEEL],
    cables,
    ...fields,
    solver: { step: 5e-3, integrator: 'convex', ...solver },
  });
}

/** Two turns and a bit, one above the other. */
function coil(solver: Partial<SolverSpec> = {}): ModelSpec {
  const elements = 32;
  const points: number[] = [];
  let length = 0;
  for (let i = 0; i <= elements; i++) {
    const a = (4.6 * Math.PI * i) / elements;
    const r = 0.12 * (1 + 0.05 * Math.sin(1.7 * a));
    points.push(r * Math.cos(a), r * Math.sin(a), 0.02 + 0.006 * a);
    const o = 3 * i;
    if (i > 0)
      length += Math.hypot(points[o] - points[o - 3], points[o + 1] - points[o - 2], points[o + 2] - points[o - 1]);
  }
  return pile([FLOOR], [rope('rope', length, elements, points)], {}, solver);
}

describe('cables that fall and lie in convex steps', () => {
  test('a rope at rest on a floor is carried by its weight, as deep as with the general integrator', () => {
    const lying = (integrator: 'convex' | 'tr-bdf2'): Simulation => {
      const straight = rope('rope', 1, 10, line([0, 0, 0.0101], [1, 0, 0.0101], 10));
      const s = new Simulation(pile([FLOOR], [straight], {}, { integrator }));
      run(s, 0.6);
      return s;
    };
    const held = lying('convex');
    const general = lying('tr-bdf2');
    // it sleeps once it is out of balance by less than 1e-3 m/s^2, a ten-thousandth of its weight
    expect(Math.abs(read(held, 'contact.rope~world.normal-force')[0] - 0.5 * 9.81)).toBeLessThan(0.5 * 1e-3);
    const [a, b] = [held, general].map((s) => workspace(s).cables.items[0].cable.q[4 * 5 + 2]);
    // two points stand for a patch: the rope lies as deep in its middle to 2 % of the depth, 1e-6 m
    expect(Math.abs(a - b)).toBeLessThan(1e-6);
    expect(held.energy.kinetic).toBeLessThan(1e-12);
  });

  test('a slope holds it below the angle of friction without creep, above it slides as theory has it', () => {
    const slide = (tangent: number): { creep: number; gain: number } => {
      const size = Math.sqrt(1 + tangent * tangent);
      const gravity = [(9.81 * tangent) / size, 0, -9.81 / size] as const;
      const s = new Simulation(pile([FLOOR], [rope('rope', 1, 10, line([0, 0, 0.01], [1, 0, 0.01], 10))], { gravity }));
      run(s, 0.3);
      const { q, v } = workspace(s).cables.items[0].cable;
      const [x, speed] = [q[0], v[0]];
      run(s, 0.5);
      return { creep: q[0] - x, gain: v[0] - speed };
    };
    // a bristle that holds: nothing is left but how it comes to rest
    expect(Math.abs(slide(0.22).creep)).toBeLessThan(1e-8);
    const size = Math.sqrt(1.16);
    expect(slide(0.4).gain).toBeCloseTo((0.2 * 9.81 * (0.4 - 0.3)) / size, 3);
  });

  test('a rope thrown on the floor aslant loses the coefficient of friction times the speed that stops, in any step', () => {
    for (const step of [1e-2, 5e-3, 2e-3]) {
      const straight = rope('rope', 1, 10, line([0, 0, 0.0105], [1, 0, 0.0105], 10));
      const s = new Simulation(pile([FLOOR], [straight], { gravity: [0, 0, 0] }, { step }));
      const { at, cable: thrown } = workspace(s).cables.items[0];
      const state = (s as unknown as { state: { velocity: Float64Array } }).state;
      for (let i = 0; i < thrown.nodeCount; i++) {
        for (const v of [state.velocity, workspace(s).velocity]) {
          v[at + 4 * i + 1] = 3;
          v[at + 4 * i + 2] = -2;
        }
      }
      const [, along0, down0] = momentum(s);
      run(s, 0.03);
      const [, along, down] = momentum(s);
      // Coulomb's law for impulses; bristles that come off the floor again keep less than a percent of it
      expect((along0 - along) / (down - down0)).toBeCloseTo(0.3, 2);
      expect(down - down0).toBeGreaterThan(0.95 * Math.abs(down0));
    }
  });

  test('a coil falls on itself: energy never grows by more than 1e-4 of it in a step, and it comes to rest on the floor', () => {
    const s = new Simulation(coil());
    const start = s.energy.total;
    let last = start;
    let growth = 0;
    let deepest = 0;
    while (s.time < 0.6) {
      const result = s.step(0.6);
      if (!result.ok) throw new Error(result.message);
      growth = Math.max(growth, s.energy.total - last);
      last = s.energy.total;
      deepest = Math.max(deepest, workspace(s).touch.deepest);
    }
    expect(growth).toBeLessThan(1e-4 * start);
    expect(deepest).toBeLessThan(0.1 * 0.01);
    expect(s.energy.kinetic).toBeLessThan(1e-3 * start);
    const { q, nodeCount } = workspace(s).cables.items[0].cable;
    for (let i = 0; i < nodeCount; i++) expect(q[4 * i + 2]).toBeGreaterThan(0.0095);
  });

  test('two ropes thrown at each other without weight keep their momentum, and do not pass at 50 m/s', () => {
    const a = rope('a', 0.4, 8, line([-0.2, 0, 0], [0.2, 0, 0], 8));
    const b = rope('b', 0.4, 8, line([0, -0.2, 0.03], [0, 0.2, 0.03], 8));
    const s = new Simulation(pile([WORLD], [a, b], { gravity: [0, 0, 0] }, { step: 1e-3 }));
    const w = workspace(s);
    const item = w.cables.items[1];
    const state = (s as unknown as { state: { velocity: Float64Array } }).state;
    for (let i = 0; i < item.cable.nodeCount; i++) state.velocity[item.at + 4 * i + 2] = -50;
    for (let i = 0; i < item.cable.nodeCount; i++) w.velocity[item.at + 4 * i + 2] = -50;
    const before = -50 * 0.2;
    run(s, 5e-3);
    expect(momentum(s)[2]).toBeCloseTo(before, 9);
    // the middle of b is still above that of a
    expect(item.cable.q[4 * 4 + 2]).toBeGreaterThan(w.cables.items[0].cable.q[4 * 4 + 2] + 0.015);
  });

  test('a rope held at one end over a box: the end stays, holder and box carry its weight together', () => {
    const box = body('box', {
      kind: 'fixed',
      placement: place([0.5, 0, -0.15]),
      shapes: [shape({ kind: 'box', half: [0.1, 0.1, 0.1] })],
    });
    const held = rope('rope', 1, 20, line([0, 0, 0], [1, 0, 0], 20), { start: { body: 0, point: [0, 0, 0] } });
    const s = new Simulation(pile([WORLD, box], [held]));
    run(s, 1);
    const before = momentum(s)[2];
    run(s, 1.005);
    const { q } = workspace(s).cables.items[0].cable;
    expect(Math.hypot(q[0], q[1], q[2])).toBeLessThan(1e-9);
    // its free end swings: together they carry its weight and what its momentum gains in the step
    const up = read(s, 'cable.rope.start.force')[2];
    const box3 = read(s, 'contact.rope~box.force')[2];
    const gain = (momentum(s)[2] - before) / 5e-3;
    expect(Math.abs(up) + Math.abs(box3)).toBeCloseTo(0.5 * 9.81 + gain, 4);
  });

  test('goes on from a checkpoint with the same bits', () => {
    const once = new Simulation(coil());
    run(once, 0.2);
    const again = new Simulation(coil());
    again.load(once.save());
    run(once, 0.3);
    run(again, 0.3);
    expect(again.hash()).toBe(once.hash());
  });

  test('what lies still keeps its contacts from step to step, and goes on from a checkpoint with the same bits', () => {
    const lying = (): ModelSpec => {
      const below = rope('a', 0.4, 8, line([-0.2, 0, 0.0101], [0.2, 0, 0.0101], 8));
      const across = rope('b', 0.4, 8, line([0.02, -0.2, 0.031], [0.02, 0.2, 0.031], 8));
      return pile([FLOOR], [below, across]);
    };
    const once = new Simulation(lying());
    run(once, 1.5);
    const looks = vi.spyOn(workspace(once).touch, 'find');
    const weight = read(once, 'contact.a~b.normal-force')[0];
    run(once, 1.6);
    expect(looks).not.toHaveBeenCalled();
    looks.mockRestore();
    // in balance to a ten-thousandth of its weight it is not solved any more
    expect(once.stats.lastIterations).toBe(0);
    expect(once.energy.kinetic).toBe(0);
    const again = new Simulation(lying());
    again.load(once.save());
    run(once, 1.7);
    run(again, 1.7);
    expect(again.hash()).toBe(once.hash());
    expect(read(once, 'contact.a~b.normal-force')[0]).toBeCloseTo(weight, 6);
    // the floor carries both, to what counts as balance: a ten-thousandth is 0.4 mN
    expect(read(once, 'contact.a~world.normal-force')[0] + read(once, 'contact.b~world.normal-force')[0]).toBeCloseTo(
      0.4 * 9.81,
      4,
    );
    // a shorter step finds its contacts where everything lies now
    again.load(once.save());
    once.step(1.7 + 2e-3);
    again.step(1.7 + 2e-3);
    expect(again.hash()).toBe(once.hash());
  });

  test('whichever step it goes on from: elements cut anew, contacts that begin to stay', () => {
    const below = rope('a', 0.4, 8, line([-0.2, 0, 0.0101], [0.2, 0, 0.0101], 8));
    const across = rope('b', 0.4, 8, line([0.02, -0.2, 0.031], [0.02, 0.2, 0.031], 8));
    // steps after which these two were known to go on otherwise
    for (const [spec, steps] of [
      [pile([FLOOR], [below, across]), [19, 21, 28]],
      [coil(), [19, 21, 22, 24]],
    ] as const) {
      const once = new Simulation(spec);
      for (const n of steps) {
        run(once, 5e-3 * n);
        const again = new Simulation(spec);
        again.load(once.save());
        run(once, 5e-3 * (n + 1));
        run(again, 5e-3 * (n + 1));
        expect(again.hash()).toBe(once.hash());
      }
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
    const straight = rope('rope', 1, 10, line([0, 0, 0.5], [1, 0, 0.5], 10));
    expect(refused(pile([FLOOR], [straight], {}, { step: 'auto' }))).toMatch(/needs a fixed step, found auto/);
  });
});
