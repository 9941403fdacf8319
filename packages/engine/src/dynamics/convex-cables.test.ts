/** Convex steps of cables in touch with free bodies, joints and each other. */
import { describe, expect, test } from 'vitest';
import { cable, line, momentum, ROPE, workspace } from '../../test/cables.ts';
import { body, CONTACT, FLOOR, joint, model, place, read, run, shape, STEEL, turn, WORLD } from '../../test/support.ts';
import type { CableSpec, ModelSpec, SolverSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const SOFT = { ...ROPE, axialStiffness: 1e5, bendingStiffness: 0.01, bendingDamping: 0.05, axialDamping: 2e-3 };

function rope(
  name: string,
  length: number,
  elements: number,
  points: number[],
  fields: Partial<CableSpec> = {},
): CableSpec {
  return cable(name, length, elements, { pieces: [{ rope: SOFT, length, elements }], shape: points, ...fields });
}

function scene(
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

const block = (name: string, at: readonly [number, number, number], half: number, mass: number) =>
  body(name, {
    placement: place(at),
    mass,
    shapes: [shape({ kind: 'box', half: [half, half, half] })],
  });

describe('cables and bodies in one convex step', () => {
  test('a rope over a free block on a floor: floor and block carry what lies on them, and it comes to rest', () => {
    const over = rope('rope', 1.2, 24, line([-0.6, 0, 0.23], [0.6, 0, 0.23], 24));
    const s = new Simulation(scene([FLOOR, block('block', [0, 0, 0.1], 0.1, 5)], [over]));
    const start = s.energy.total;
    let last = start;
    let growth = 0;
    while (s.time < 1.5) {
      const result = s.step(1.5);
      if (!result.ok) throw new Error(result.message);
      growth = Math.max(growth, s.energy.total - last);
      last = s.energy.total;
    }
    expect(growth).toBeLessThan(1e-4 * start);
    const onFloor = read(s, 'contact.world~block.normal-force')[0] + read(s, 'contact.rope~world.normal-force')[0];
    expect(onFloor).toBeCloseTo((5 + 0.6) * 9.81, 2);
    expect(s.energy.kinetic).toBeLessThan(1e-6);
  });

  test('a block thrown at a rope in flight: momentum and angular momentum stay', () => {
    const across = rope('rope', 0.8, 16, line([0.02, -0.4, 0.0], [0.02, 0.4, 0.03], 16));
    const spec = scene([WORLD, block('block', [-0.2, 0.05, 0], 0.1, 0.5)], [across], { gravity: [0, 0, 0] });
    const s = new Simulation(spec);
    const state = (s as unknown as { state: { velocity: Float64Array } }).state;
    for (const v of [state.velocity, workspace(s).velocity]) v[0] = 6;
    const before = momentum(s);
    run(s, 0.05);
    const after = momentum(s);
    expect(read(s, 'contact.rope~block.count').length).toBe(1);
    // by what Newton's method leaves in ten steps
    for (let k = 0; k < 3; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-8);
    // levers are those of the last round: of second order in its move
    for (let k = 3; k < 6; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(2e-3 * 3);
    // the rope was hit
    expect(workspace(s).cables.items[0].cable.v[4 * 8]).toBeGreaterThan(1);
  });

  test.each([5e-3, 1e-2])('crossed ropes held still: friction lasts, steps of %s s', (step) => {
    const ends = (x: number, y: number, z: number) => ({
      start: { body: 0, point: [-x, -y, z] as const },
      end: { body: 0, point: [x, y, z] as const },
    });
    const below = rope('a', 1, 20, line([-0.5, 0, 0], [0.5, 0, 0], 20), ends(0.5, 0, 0));
    const points = Array.from({ length: 21 }, (_, i) => [0, 0.05 * i - 0.5, 0.021 - 0.031 * Math.abs(i / 10 - 1)]);
    const above = rope('b', 0.999, 20, points.flat(), ends(0, 0.5, -0.01));
    // pulled aside by a part of its weight; a free body far away makes it one step of everything
    const gravity = [1, 0.5, -9.81] as const;
    const s = new Simulation(scene([WORLD, block('far', [9, 9, 9], 0.1, 1)], [below, above], { gravity }, { step }));
    run(s, 2);
    const before = read(s, 'contact.a~b.friction-force')[0];
    run(s, 3);
    expect(before).toBeGreaterThan(0.1);
    // 1e-6 of itself an hour is 3e-10 a second
    expect(Math.abs(read(s, 'contact.a~b.friction-force')[0] / before - 1)).toBeLessThan(3e-10);
  });

  /** A rope over a drum, half a turn, guided loads of 2 kg and `ratio` times that: speed of the heavier one as it is after 1 s and 2 s [m/s]. */
  function overDrum(ratio: number, step: number, solver: Partial<SolverSpec> = {}, hang = 0.5): [number, number] {
    const [radius, count] = [0.11, 48];
    const points: number[] = [];
    const length = 2 * hang + Math.PI * radius;
    for (let i = 0; i <= count; i++) {
      const along = (length * i) / count;
      const angle = Math.min(Math.max((along - hang) / radius, 0), Math.PI);
      const down = Math.max(hang - along, along - hang - Math.PI * radius, 0);
      points.push(-radius * Math.cos(angle), 0, radius * Math.sin(angle) - down);
    }
    const drum = body('drum', {
      kind: 'fixed',
      shapes: [
        shape({ kind: 'cylinder', radius: 0.1, halfLength: 0.15 }, place([0, 0, 0], turn([1, 0, 0], Math.PI / 2))),
      ],
    });
    const load = (name: string, x: number, mass: number) => body(name, { mass, placement: place([x, 0, -hang]) });
    const rail = (name: string, b: number, x: number) =>
      joint(name, 'prismatic', 1, b, { frameA: place([x, 0, -hang]), frameB: place([0, 0, 0]) });
    const light = { ...SOFT, massPerLength: 0.02, bendingStiffness: 0.005, axialDamping: 5e-3 };
    const line48 = cable('rope', length, count, {
      pieces: [{ rope: light, length, elements: count }],
      shape: points,
      start: { body: 2, point: [0, 0, 0] },
      end: { body: 3, point: [0, 0, 0] },
    });
    const spec = scene(
      [WORLD, drum, load('left', -radius, 2), load('right', radius, 2 * ratio)],
      [line48],
      { joints: [rail('a', 2, -radius), rail('b', 3, radius)] },
      { step, ...solver },
    );
    const s = new Simulation(spec);
    run(s, 1);
    const first = -read(s, 'right.velocity')[2];
    run(s, 2);
    return [first, -read(s, 'right.velocity')[2]];
  }

  test.each([
    [5e-3, 0.47],
    [1e-2, 0.95],
  ])('a rope on a drum holds without creep: steps of %s s, %s of the limit', (step, part) => {
    const limit = Math.exp(0.3 * Math.PI);
    expect(Math.abs(overDrum(part * limit, step)[1])).toBeLessThan(1e-9);
  });

  test.each([0.47, 0.95])('nor does it in general steps: %s of the limit', (part) => {
    // short legs: they soon cease to swing
    const [, creep] = overDrum(part * Math.exp(0.3 * Math.PI), 5e-3, { integrator: 'auto' }, 0.1);
    expect(Math.abs(creep)).toBeLessThan(1e-9);
  });

  test('it slips at exp(mu theta) within a hundredth', () => {
    const limit = Math.exp(0.3 * Math.PI);
    expect(Math.abs(overDrum(0.99 * limit, 5e-3)[1])).toBeLessThan(1e-9);
    expect(overDrum(1.01 * limit, 5e-3)[0]).toBeGreaterThan(1e-3);
  });
});

describe('what a cable in touch with one solid does to another, and along an edge', () => {
  /** A rope 1 m long of 20 elements, all of it with this velocity. */
  function thrown(bodies: Parameters<typeof model>[0], points: number[], velocity: readonly number[]): Simulation {
    const s = new Simulation(scene(bodies, [rope('rope', 1, 20, points)]));
    const { at, cable: it } = workspace(s).cables.items[0];
    const state = (s as unknown as { state: { velocity: Float64Array } }).state;
    for (const v of [state.velocity, workspace(s).velocity]) {
      for (let i = 0; i < it.nodeCount; i++) for (let k = 0; k < 3; k++) v[at + 4 * i + k] = velocity[k];
    }
    return s;
  }

  /** The most that energy grows in a step [J], and that the rope is in the block [m]. */
  function worst(s: Simulation, until: number): [number, number] {
    let last = Number.POSITIVE_INFINITY; // what was thrown is not in the books before the first step
    let [growth, deepest] = [0, 0];
    while (s.time < until) {
      const result = s.step(until);
      if (!result.ok) throw new Error(result.message);
      growth = Math.max(growth, s.energy.total - last);
      last = s.energy.total;
      deepest = Math.max(deepest, read(s, 'contact.rope~block.depth')[0]);
    }
    return [growth, deepest];
  }

  const wall = (x: number): Parameters<typeof model>[0][number] =>
    body('block', {
      kind: 'fixed',
      placement: place([x, 0, 0.1]),
      shapes: [shape({ kind: 'box', half: [0.1, 0.3, 0.1] })],
    });
  const flat = line([0, -0.5, 0.01], [0, 0.5, 0.01], 20);

  test('one that slides on a floor meets the block in its way, and gains nothing', () => {
    for (const x of [0.13, 0.133, 0.137, 0.142]) {
      const s = thrown([FLOOR, wall(x)], flat, [4, 0, 0]);
      const [growth, deepest] = worst(s, 0.03);
      expect(read(s, 'contact.rope~block.count')[0] + deepest).toBeGreaterThan(0); // it did
      expect(deepest).toBeLessThan(1e-3);
      expect(growth).toBeLessThan(1e-6);
    }
  });

  test('one that lies on a floor is met by a block that comes', () => {
    for (const x of [0.13, 0.133, 0.137, 0.142]) {
      const s = new Simulation(
        scene([FLOOR, block('block', [-x, 0, 0.1], 0.1, 5)], [rope('rope', 1, 20, flat)], {
          contacts: { ...CONTACT, defaults: { frictionStatic: 0, frictionKinetic: 0 } },
        }),
      );
      const state = (s as unknown as { state: { velocity: Float64Array } }).state;
      for (const v of [state.velocity, workspace(s).velocity]) v[0] = 4;
      const [growth, deepest] = worst(s, 0.03);
      expect(deepest).toBeGreaterThan(0);
      expect(deepest).toBeLessThan(1e-3);
      expect(growth).toBeLessThan(1e-6);
    }
  });

  test('one that slides lengthwise over an edge does not sink into it', () => {
    const edge = body('block', {
      kind: 'fixed',
      placement: place([0, 0, -0.1 * Math.SQRT2], turn([0, 1, 0], Math.PI / 4)),
      shapes: [shape({ kind: 'box', half: [0.1, 0.5, 0.1] })],
    });
    const hung = Array.from({ length: 21 }, (_, i) => [0.05 * i - 0.5, 0, 0.0098 - 0.001 * (i - 10) ** 2]).flat();
    for (const along of [0.5, 1, 2, 3]) {
      for (const aside of [0, 0.5, 2]) {
        const s = thrown([WORLD, edge], hung, [along, aside, 0]);
        const [growth, deepest] = worst(s, 0.1);
        expect(deepest).toBeLessThan(1e-3);
        expect(growth).toBeLessThan(1e-6);
      }
    }
  });

  test('forces and work are those that act: what slides on a floor rubs with the coefficient of friction times what presses', () => {
    const s = thrown([FLOOR], line([-0.5, 0, 0.01], [0.5, 0, 0.01], 20), [2, 0, 0]);
    run(s, 0.3);
    const normal = read(s, 'contact.rope~world.normal-force')[0];
    const before = s.energy.dissipated;
    run(s, 0.4);
    expect(normal).toBeCloseTo(0.5 * 9.81, 2);
    expect(read(s, 'contact.rope~world.friction-force')[0] / normal).toBeCloseTo(0.3, 6);
    const [x, , z] = read(s, 'contact.rope~world.force');
    expect(Math.abs(x / z)).toBeCloseTo(0.3, 3);
    // 0.3 N over the way from 2 m/s - 0.3 g t
    const [g, mu] = [9.81, 0.3];
    const way = 2 * 0.1 - 0.5 * mu * g * (0.4 ** 2 - 0.3 ** 2);
    expect(Math.abs((s.energy.dissipated - before) / (mu * 0.5 * g * way) - 1)).toBeLessThan(0.02);
  });
});

test('a load on a rope starts from the equilibrium that the general step finds, and stays there', () => {
  const start = (integrator: SolverSpec['integrator']) => {
    const hoist = rope('hoist', 1, 4, line([0, 0, 0], [0, 0, -1], 4), {
      start: { body: 0, point: [0, 0, 0] },
      end: { body: 1, point: [0, 0, 0.1] },
    });
    const still = { contacts: { ...CONTACT, enabled: false } };
    const solver = { integrator, startFromEquilibrium: true };
    return new Simulation(scene([WORLD, block('load', [0, 0, -1.1], 0.1, 20)], [hoist], still, solver));
  };
  const s = start('convex');
  const [, , z] = read(s, 'load.position');
  expect(z).toBeLessThan(-1.1 - (0.99 * 20 * 9.81) / SOFT.axialStiffness); // it hangs in its rope
  expect(Math.abs(z - read(start('tr-bdf2'), 'load.position')[2])).toBeLessThan(1e-7);
  run(s, 0.2);
  expect(Math.abs(read(s, 'load.position')[2] - z)).toBeLessThan(1e-5); // tensions fit lengths to that (GAP)
});
