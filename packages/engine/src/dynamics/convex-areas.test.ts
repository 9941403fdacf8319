import { describe, expect, test } from 'vitest';
import { body, CONTACT, FLOOR, joint, model, place, shape, turn } from '../../test/support.ts';
import { BuildError } from '../base/index.ts';
import { quaternionToMatrix } from '../math/index.ts';
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

  // Cubes as meshes, falling together a fifth of a step's way apart: the floor stops the first, which stops the next within the same step.
  describe('what falls behind a body that a blow stops is found in the same step', () => {
    const orders = [0, 1, 2, 3].flatMap((a) =>
      [0, 1, 2, 3].flatMap((b) =>
        [0, 1, 2, 3].flatMap((c) => (a === b || b === c || a === c ? [] : [[a, b, c, 6 - a - b - c]])),
      ),
    );
    const corner = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));

    /** The least distance of any two cubes, or of one from the floor, while they land [m]; energy never grows. */
    function fall(order: readonly number[], size: number, h: number, foundation: number, tilt: number): number {
      const speed = Math.min(2, (0.4 * size) / h);
      const gap = 0.2 * speed * h;
      const turns = [0, 1, 2, 3].map((i) => turn([i + 1, i * i - 2, 1], i * tilt));
      const reach = turns.map((q) => {
        const R = new Float64Array(9);
        quaternionToMatrix(R, 0, q, 0);
        return (size / 2) * (Math.abs(R[6]) + Math.abs(R[7]) + Math.abs(R[8]));
      });
      const height = reach.map((r, i) => r + gap / 2 + reach.slice(0, i).reduce((sum, x) => sum + 2 * x + gap, 0));
      const I = size ** 2 / 6;
      const cubes = order.map((i) =>
        body(`c${i}`, {
          mass: 1,
          inertia: [I, I, I, 0, 0, 0],
          placement: place([0.05 * size * i, 0.035 * size * i * i, height[i]], turns[i]),
          velocity: [0, 0, -speed],
          shapes: [shape({ kind: 'hull', points: corner.flat().map((x) => (x * size) / 2) })],
        }),
      );
      const spec = heap(cubes, {}, { step: h });
      const defaults = { ...spec.contacts?.defaults, foundation };
      const sim = new Simulation({ ...spec, contacts: { ...CONTACT, defaults } });
      let last = sim.energy.total;
      let nearest = Number.POSITIVE_INFINITY;
      advance(sim, 12 * h, () => {
        expect(sim.energy.total - last).toBeLessThan(1e-12 * Math.abs(last));
        last = sim.energy.total;
        nearest = Math.min(nearest, nearestOf(sim, size));
      });
      return nearest;
    }

    /** By separating axes, of faces and of pairs of edges. */
    function nearestOf(sim: Simulation, size: number): number {
      const at = [0, 1, 2, 3].map((i) => value(sim, `c${i}.position`));
      const axes = [0, 1, 2, 3].map((i) => {
        const R = new Float64Array(9);
        quaternionToMatrix(R, 0, value(sim, `c${i}.rotation`), 0);
        return [0, 1, 2].map((k) => [R[k], R[3 + k], R[6 + k]]);
      });
      const half = (n: number[], i: number): number =>
        axes[i].reduce((sum, a) => sum + (size / 2) * Math.abs(a[0] * n[0] + a[1] * n[1] + a[2] * n[2]), 0);
      let nearest = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 4; i++) {
        nearest = Math.min(nearest, at[i][2] - half([0, 0, 1], i));
        for (let j = 0; j < i; j++) {
          const normals = [...axes[i], ...axes[j]];
          for (const a of axes[i]) {
            for (const b of axes[j]) {
              const n = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
              const length = Math.hypot(...n);
              if (length > 1e-6) normals.push(n.map((x) => x / length));
            }
          }
          const apart = normals.map(
            (n) => Math.abs(n.reduce((sum, x, k) => sum + x * (at[i][k] - at[j][k]), 0)) - half(n, i) - half(n, j),
          );
          nearest = Math.min(nearest, Math.max(...apart));
        }
      }
      return nearest;
    }

    // A spring that the step resolves, of a period of h/0.3 for one cube, which stops four: sqrt(8) 0.3 h v/(2 pi); corners yield besides,
    // by (8 m v^2/k)^(1/4) where they carry half of it: k d^3/2 N on the corner of a cube; and contacts are looked for to 2 g h^2.
    test.each([
      [0.2, 2e-3],
      [0.2, 5e-3],
      [0.03, 2e-3],
      [0.03, 5e-3],
    ])('cubes of %d m, steps of %d s, in any order: no deeper than springs and corners yield', (size, h) => {
      const speed = Math.min(2, (0.4 * size) / h);
      for (const foundation of [1e10, 1e12]) {
        const spring = (Math.sqrt(8) * 0.3 * h * speed) / (2 * Math.PI);
        const corners = ((8 * speed ** 2) / foundation) ** 0.25;
        for (const tilt of [0, 0.05, 0.35]) {
          for (const order of tilt === 0.05 && foundation === 1e10 && h === 5e-3
            ? orders
            : orders.filter((_, i) => i % 7 === 0)) {
            const most = spring + (tilt > 0 ? corners + 2 * 9.81 * h * h : 0);
            expect(fall(order, size, h, foundation, tilt)).toBeGreaterThan(-most);
          }
        }
      }
    });
  });

  test('cubes packed with balls that fall on each other: no step refused, no deeper than springs yield', () => {
    const size = 0.2;
    const cubes = [0, 1, 2, 3].map((i) =>
      body(`c${i}`, {
        mass: 4,
        inertia: [0.027, 0.027, 0.027, 0, 0, 0],
        placement: place([0.01 * i, 0.007 * i * i, 0.1004 + 0.2008 * i]),
        velocity: [0, 0, -2],
        shapes: [shape({ kind: 'box', half: [size / 2, size / 2, size / 2] })],
      }),
    );
    const spec = heap(cubes, {}, { step: 2e-3 });
    const defaults = { ...spec.contacts?.defaults, method: 'spheres' as const, foundation: 1e11 };
    const sim = new Simulation({ ...spec, contacts: { ...CONTACT, defaults } });
    let nearest = Number.POSITIVE_INFINITY;
    advance(sim, 0.04, () => {
      const heights = [0, 1, 2, 3].map((i) => value(sim, `c${i}.position`)[2]);
      nearest = Math.min(nearest, ...heights.map((z, i) => z - (i > 0 ? heights[i - 1] + size / 2 : 0) - size / 2));
    });
    // balls one by one tell the slip of a patch that is flat but for 1e-4 rad: its search for the way out of the plane ended nowhere
    expect(sim.stats.rejected).toBe(0);
    expect(nearest).toBeGreaterThan((-Math.sqrt(8) * 0.3 * 2e-3 * 2) / (2 * Math.PI));
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
