/** Cables in touch with solids, each other and themselves. */
import { describe, expect, test } from 'vitest';
import { cable, line, momentum, ROPE, workspace } from '../../test/cables.ts';
import { body, CONTACT, FLOOR, model, place, read, run, shape, STEEL, WORLD } from '../../test/support.ts';
import type { BodyShapeSpec, CableSpec, ContactTableSpec, ModelSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const STIFF = { ...ROPE, bendingStiffness: 0.05, bendingDamping: 0.02 };

function rope(
  length: number,
  elements: number,
  from: number[],
  to: number[],
  fields: Partial<CableSpec> = {},
): CableSpec {
  return cable('rope', length, elements, {
    pieces: [{ rope: STIFF, length, elements }],
    shape: line(from, to, elements),
    ...fields,
  });
}

function scene(
  bodies: Parameters<typeof model>[0],
  cables: CableSpec[],
  fields: Parameters<typeof model>[1] = {},
): ModelSpec {
  return model(bodies, { contacts: CONTACT, materials: [STEEL], cables, solver: { step: 2e-3 }, ...fields });
}

describe('passages', () => {
  /** Rope thrown at v [m/s] on one that is held; true: it ended where it came from, or the run ended with `passed`. */
  const thrown = (v: number, step: number, angle: number, at: number): 'stopped' | 'passed' | 'through' => {
    const thin = { ...ROPE, massPerLength: 0.03, axialStiffness: 1e4, diameter: 0.006 };
    const [c, s] = [0.5 * Math.cos(angle), 0.5 * Math.sin(angle)];
    const fields = { pieces: [{ rope: thin, length: 1, elements: 16 }] };
    const low = cable('low', 1, 16, {
      ...fields,
      start: { body: 0, point: [-0.5, 0, 0] },
      end: { body: 0, point: [0.5, 0, 0] },
    });
    const up = cable('up', 1, 16, { ...fields, shape: line([at - c, -s, 0.1], [at + c, s, 0.1], 16) });
    const simulation = new Simulation(
      scene([WORLD], [low, { ...up, velocity: [0, 0, -v] }], { gravity: [0, 0, 0], solver: { step } }),
    );
    const until = 0.2 / v;
    while (simulation.time < until) {
      const result = simulation.step(until);
      if (!result.ok) return result.reason === 'passed' ? 'passed' : 'through';
    }
    // the middle of the thrown one beside that of the held one, where they cross
    const nodes = (k: number): Float64Array => workspace(simulation).cables.items[k].cable.q;
    const height = (q: Float64Array): number => {
      let best = [Number.POSITIVE_INFINITY, 0];
      for (let i = 0; i <= 16; i++) {
        const away = Math.hypot(q[4 * i] - at, q[4 * i + 1]);
        if (away < best[0]) best = [away, q[4 * i + 2]];
      }
      return best[1];
    };
    // chords stray from the curves by some millimetres where ropes are bent sharply
    return height(nodes(1)) > height(nodes(0)) - 0.02 ? 'stopped' : 'through';
  };

  test.each([30, 120, 300, 500, 1000])('ropes of 6 mm at %d m/s: stopped, or the run ends as passed', (v) => {
    for (const [step, angle, at] of [
      [2e-3, Math.PI / 2, 0.02],
      [5e-3, 1.1, -0.04],
    ]) {
      expect(['stopped', 'passed']).toContain(thrown(v, step, angle, at));
    }
  });
});

describe('on solids', () => {
  test('a rope comes to rest on a floor: carried by its weight, as deep as its modulus says', () => {
    const s = new Simulation(scene([FLOOR], [rope(1, 10, [0, 0, 0.0102], [1, 0, 0.0102])]));
    run(s, 0.3);
    const weight = 0.5 * 9.81;
    expect(read(s, 'contact.rope~world.normal-force')[0]).toBeCloseTo(weight, 4);
    // k A = weight a metre, k = 1/(r/E_rope + r/E_steel), A a segment of the disc: the mean; nodes and ends lie deeper
    const depth = read(s, 'contact.rope~world.depth')[0];
    const segment = (4 / 3) * Math.sqrt(0.02) * depth ** 1.5;
    const load = segment / (weight * (0.01 / 1e8 + 0.01 / 2e11));
    expect(load).toBeGreaterThan(1);
    expect(load).toBeLessThan(1.6);
    expect(s.energy.kinetic).toBeLessThan(1e-9);
  });

  const FALLS: [number, number][] = [
    [0.01, 0.25],
    [0.02, 0.25],
    [0.005, 0.6],
  ];
  test.each(FALLS)(
    'steps of %f s, one end %f m up: it lies down piece by piece, and no contact gives what it did not get',
    (step, height) => {
      const [length, elements, low] = [3.2, 4, 0.0069];
      const nylon = { ...ROPE, massPerLength: 0.1, axialStiffness: 2e4, diameter: 0.014 };
      const slack = cable('rope', length, elements, {
        pieces: [{ rope: nylon, length, elements }],
        shape: line([0, 0, low], [Math.sqrt(length * length - height * height), 0, low + height], elements),
      });
      const s = new Simulation(scene([FLOOR], [slack], { solver: { step } }));
      const held = 0.5 * 0.1 * length * 9.81 * height; // [J] by its weight
      let before = 0;
      let least = 0;
      while (s.time < 1.6) {
        expect(s.step(1.6).ok).toBe(true);
        const now = s.dissipationByElement().find(({ name }) => name === 'contact.rope~world')?.dissipated ?? 0;
        least = Math.min(least, now - before);
        before = now;
      }
      // an element that is taken for one that lies there already sinks in without an impact: 0.07 to 6 times what there is came back
      expect(-least).toBeLessThan(0.01 * held);
      expect(Math.abs(s.energy.imbalance)).toBeLessThan(0.05 * held);
    },
  );

  test('a sloping floor holds it below the angle of friction, without creep, and not above', () => {
    const contacts: ContactTableSpec = {
      ...CONTACT,
      defaults: { frictionStatic: 0.3, frictionKinetic: 0.3 },
    };
    const slide = (slope: number): number => {
      const s = new Simulation(
        scene([FLOOR], [rope(1, 10, [0, 0, 0.01], [1, 0, 0.01])], {
          contacts,
          gravity: [9.81 * Math.sin(slope), 0, -9.81 * Math.cos(slope)],
        }),
      );
      run(s, 0.1);
      const { v } = workspace(s).cables.items[0].cable;
      const before = v[0];
      run(s, 0.2);
      return v[0] - before;
    };
    expect(Math.abs(slide(Math.atan(0.22)))).toBeLessThan(1e-4);
    const steep = Math.atan(0.4);
    expect(slide(steep)).toBeCloseTo(0.1 * 9.81 * (Math.sin(steep) - 0.3 * Math.cos(steep)), 3);
  });

  const SOLIDS: [string, BodyShapeSpec['shape']][] = [
    ['box', { kind: 'box', half: [0.1, 0.1, 0.1] }],
    ['sphere', { kind: 'sphere', radius: 0.1 }],
    ['cylinder', { kind: 'cylinder', radius: 0.1, halfLength: 0.1 }],
    ['hull', { kind: 'hull', points: octahedron(0.14) }],
  ];
  test.each(SOLIDS)('a rope thrown at a free %s: momentum stays, angular momentum too', (_, what) => {
    const block = body('block', {
      mass: 0.3,
      inertia: [2e-3, 2e-3, 2e-3, 0, 0, 0],
      placement: place([0.02, 0.03, -0.16]),
      shapes: [shape(what)],
    });
    const s = new Simulation(
      scene([WORLD, block], [rope(1, 12, [-0.5, 0, 0], [0.5, 0, 0])], {
        gravity: [0, 0, 0],
        solver: { step: 1e-3 },
      }),
    );
    const w = workspace(s);
    const state = (s as unknown as { state: { velocity: Float64Array } }).state;
    for (let i = 0; i < 13; i++) state.velocity[w.bodySize + 4 * i + 2] = -2;
    const start = [0, 0, -1, 0, 0, 0]; // 0.5 kg at 2 m/s; nothing turns
    run(s, 0.06);
    expect(read(s, 'block.velocity')[2]).toBeLessThan(-0.3);
    for (const [i, value] of momentum(s).entries()) expect(value).toBeCloseTo(start[i], i < 3 ? 9 : 3);
  });

  test('a rope that begins in itself is refused by name and place; legs a diameter apart are not', () => {
    const hairpin = (width: number): CableSpec => {
      const length = 2 + width;
      // down, across and up again
      const nodes = [0, 1, 2, 3, 4].flatMap((i) => [0, 0, 1 - 0.25 * i]);
      nodes.push(...[0, 1, 2, 3, 4].flatMap((i) => [width, 1e-4, 0.25 * i]));
      const pieces = [
        { rope: STIFF, length: 1, elements: 4 },
        { rope: STIFF, length: width, elements: 1 },
        { rope: STIFF, length: 1, elements: 4 },
      ];
      return cable('rope', length, 9, { pieces, shape: nodes });
    };
    const { diameter } = STIFF;
    const start = (width: number): Simulation => new Simulation(scene([], [hairpin(width)]));
    expect(() => start(0.05 * diameter)).toThrow(
      /cable "rope" begins inside itself: at x .*, y .*, z .* m its elements \d and \d/,
    );
    expect(() => start(1.05 * diameter)).not.toThrow();
  });

  test('a rope that begins in a solid is refused by name', () => {
    expect(() => new Simulation(scene([FLOOR], [rope(1, 10, [0, 0, 0.05], [0.995, 0, -0.05])]))).toThrow(
      /cable "rope" begins inside body "world"/,
    );
  });

  test('an end attached on the far side of a wall cannot be drawn in through it: told, with what to look for', () => {
    const wall = { ...WORLD, shapes: [shape({ kind: 'box', half: [0.1, 0.5, 2] }, place([0.25, 0, 0]))] };
    const hung = rope(1, 8, [0, 0, 1], [0, 0, 0], { start: { body: 0, point: [0, 0, 1] } });
    const s = new Simulation(scene([wall], [hung]));
    s.attach('rope', 'end', { body: 0, point: [0.6, 0, 0.3], reach: 1, within: 0.3 });
    let result = s.step(0.3);
    while (result.ok && s.time < 0.3) result = s.step(0.3);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.reason).toBe('passed');
    expect(result.message).toContain(
      'An end attached from afar is drawn in on a straight way: see that nothing is in it.',
    );
  });

  test('a plate of 4 mm at 40 m/s and 2 ms a step: not passed', () => {
    const plate = body('plate', { kind: 'fixed', shapes: [shape({ kind: 'box', half: [1, 1, 0.002] })] });
    const s = new Simulation(scene([WORLD, plate], [rope(0.5, 6, [-0.25, 0, 0.05], [0.25, 0, 0.05])]));
    const w = workspace(s);
    const state = (s as unknown as { state: { velocity: Float64Array } }).state;
    for (let i = 0; i < 7; i++) state.velocity[w.bodySize + 4 * i + 2] = -40;
    run(s, 0.01);
    const { q } = w.cables.items[0].cable;
    for (let i = 0; i < 7; i++) expect(q[4 * i + 2]).toBeGreaterThan(0.002);
    expect(s.stats.rejected).toBeGreaterThan(0);
  });
});

/** Two rods of 20 mm across each other, the second thrown at the first, without weight. */
function crossed(speed: number, angle: number, step: number, friction?: 'none'): Simulation {
  const rod = { ...STIFF, bendingStiffness: 5, slackRatio: 1 };
  const at = (name: string, a: number, z: number): CableSpec => {
    const [x, y] = [0.2 * Math.cos(a), 0.2 * Math.sin(a)];
    const pieces = [{ rope: rod, length: 0.4, elements: 8 }];
    return { name, pieces, shape: line([-x, -y, z], [x, y, z], 8) };
  };
  const s = new Simulation(
    model([WORLD], {
      gravity: [0, 0, 0],
      contacts: { ...CONTACT, defaults: friction ? { friction } : {} },
      materials: [STEEL],
      cables: [at('still', 0, 0), at('thrown', angle, 0.03)],
      solver: { step },
    }),
  );
  const w = workspace(s);
  const { velocity } = (s as unknown as { state: { velocity: Float64Array } }).state;
  for (let i = 0; i < 9; i++) velocity[w.cables.items[1].at + 4 * i + 2] = -speed;
  return s;
}

describe('on each other', () => {
  test.each([
    [5, 90],
    [50, 90],
    [50, 40],
    [50, 10],
  ])('crossed 20 mm rods at %d m/s, %d degrees, 1 ms: none passes, momentum stays', (speed, degrees) => {
    const s = crossed(speed, (degrees * Math.PI) / 180, 1e-3, 'none');
    const before = [0, 0, -0.2 * speed, 0, 0, 0];
    run(s, 0.004);
    const { items } = workspace(s).cables;
    // where they crossed, the thrown one is still above
    expect(items[1].cable.q[4 * 4 + 2]).toBeGreaterThan(items[0].cable.q[4 * 4 + 2]);
    expect(items[0].cable.v[4 * 4 + 2]).toBeLessThan(0);
    const scale = 0.2 * speed; // kg m/s
    for (const [i, value] of momentum(s).entries()) {
      // time steps turn angular momentum by their square
      expect(Math.abs(value - before[i]) / scale).toBeLessThan(i < 3 ? 1e-9 : 2e-3);
    }
  });
});

describe('energy', () => {
  /** A rope without bending, let go level above a box that it falls over. */
  const overBox = (step: number): Simulation => {
    const plate = body('box', {
      kind: 'fixed',
      placement: place([0.5, 0, 0]),
      shapes: [shape({ kind: 'box', half: [0.15, 0.25, 0.1] })],
    });
    const soft = { ...ROPE, axialStiffness: 1e5, axialDamping: 2e-3 };
    const fallen = cable('rope', 1, 20, {
      pieces: [{ rope: soft, length: 1, elements: 20 }],
      shape: line([0, 0, 0.2], [1, 0, 0.2], 20),
    });
    return new Simulation(scene([WORLD, plate], [fallen], { solver: { step } }));
  };

  test('a rope without bending falls over a box: the ledger closes to half a percent of what it lost, and nothing is gained', () => {
    const s = overBox(2e-3);
    const before = s.energy.total;
    let last = before;
    let gained = 0;
    while (s.time < 0.4 - 1e-9) {
      s.step(0.4);
      gained = Math.max(gained, s.energy.total - last);
      last = s.energy.total;
    }
    const lost = before - last;
    expect(lost).toBeGreaterThan(0.3); // J, of impacts and of bending over the edges
    expect(Math.abs(s.energy.imbalance)).toBeLessThan(5e-3 * lost);
    expect(gained).toBeLessThan(1e-3 * lost);
  });

  test.each([1e-3, 2e-3, 5e-3])('a rope laid 0.1 mm into a floor gains nothing, in steps of %d s', (step) => {
    const s = new Simulation(scene([FLOOR], [rope(1, 20, [0, 0, 0.0099], [1, 0, 0.0099])], { solver: { step } }));
    const { total } = s.energy;
    expect(s.thrown).toMatchObject([{ cable: 'rope', other: 'world' }]);
    expect(s.thrown[0].depth).toBeCloseTo(1e-4, 9);
    let most = 0;
    while (s.time < 0.02 - 1e-9) {
      s.step(0.02);
      most = Math.max(most, s.energy.total);
    }
    // what the overlap held, and no more than the ledger of a stiff contact followed by short steps is good for
    expect(most).toBeLessThan(total + 1e-3 * Math.abs(total));
    expect(Math.abs(s.energy.imbalance)).toBeLessThan(0.02 * (total - s.energy.total));
  });

  test('a rope that lies on a floor by its weight is not thrown off', () => {
    const s = new Simulation(scene([FLOOR], [rope(1, 10, [0, 0, 0.00999], [1, 0, 0.00999])]));
    expect(s.thrown).toEqual([]);
  });
});

describe('runs', () => {
  const lying = (): Simulation =>
    new Simulation(
      scene([FLOOR], [rope(1, 10, [0, 0, 0.015], [1, 0, 0.015])], { contacts: CONTACT, solver: { step: 2e-3 } }),
    );

  test('continued from a checkpoint: the same bits', () => {
    const a = lying();
    run(a, 0.04);
    const b = lying();
    b.load(a.save());
    expect(b.hash()).toBe(a.hash());
    run(a, 0.08);
    run(b, 0.08);
    expect(b.hash()).toBe(a.hash());
  });

  test('probes of the pairs there are', () => {
    const names = lying().probes.map(({ name }) => name);
    expect(names).toContain('contact.rope~world.friction-force');
    expect(names).toContain('contact.rope~rope.normal-force');
  });

  test('pairs under ignore do not touch', () => {
    const s = new Simulation(
      scene([FLOOR], [rope(1, 10, [0, 0, 0.015], [1, 0, 0.015])], {
        contacts: {
          ...CONTACT,
          ignoreCables: [
            { cable: 0, body: 0 },
            { cable: 0, other: 0 },
          ],
        },
      }),
    );
    expect(workspace(s).touch.any).toBe(false);
  });
});

function octahedron(r: number): number[] {
  return [r, 0, 0, -r, 0, 0, 0, r, 0, 0, -r, 0, 0, 0, r, 0, 0, -r];
}
