/** Cables at rest on, and drawn over, closed meshes that are hollow in places, in the full solver. */
import { describe, expect, test } from 'vitest';
import { cable, line, ROPE, workspace } from '../../test/cables.ts';
import { cylinderMesh, type TriangleMesh } from '../geometry/index.ts';
import { body, CONTACT, model, place, read, run, shape, STEEL, WORLD } from '../../test/support.ts';
import type { BodySpec, CableSpec, ModelSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const STIFF = { ...ROPE, bendingStiffness: 0.05, bendingDamping: 0.1, axialDamping: 5e-3 };
const WEIGHT = 0.5 * 9.81; // [N] a metre

/** Land of height z(x, y) over [-a, a] x [-b, b], of nx times ny facets twice, closed by walls down to -0.3 m. */
function land(
  height: (x: number, y: number) => number,
  [a, b]: [number, number],
  [nx, ny]: [number, number],
): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const top = (i: number, j: number): number => i * (ny + 1) + j;
  const count = (nx + 1) * (ny + 1);
  for (const low of [false, true]) {
    for (let i = 0; i <= nx; i++) {
      for (let j = 0; j <= ny; j++) {
        const [x, y] = [-a + (2 * a * i) / nx, -b + (2 * b * j) / ny];
        positions.push(x, y, low ? -0.3 : height(x, y));
      }
    }
  }
  const face = (p: number, q: number, r: number, s: number): void => {
    triangles.push(p, q, r, p, r, s);
  };
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++) {
      face(top(i, j), top(i + 1, j), top(i + 1, j + 1), top(i, j + 1));
      const [p, q, r, s] = [top(i, j), top(i, j + 1), top(i + 1, j + 1), top(i + 1, j)];
      face(count + p, count + q, count + r, count + s);
    }
  }
  const wall = (p: number, q: number): void => face(count + p, count + q, q, p);
  for (let i = 0; i < nx; i++) {
    wall(top(i, 0), top(i + 1, 0));
    wall(top(i + 1, ny), top(i, ny));
  }
  for (let j = 0; j < ny; j++) {
    wall(top(nx, j), top(nx, j + 1));
    wall(top(0, j + 1), top(0, j));
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

function ground(mesh: ReturnType<typeof land>, fields: Partial<BodySpec> = {}): BodySpec {
  return body('ground', { kind: 'fixed', shapes: [shape({ kind: 'mesh', ...mesh })], ...fields });
}

function scene(solid: BodySpec, rope: CableSpec, fields: Parameters<typeof model>[1] = {}): ModelSpec {
  return model([WORLD, solid], {
    contacts: {
      ...CONTACT,
      defaults: { frictionStatic: 0.4, frictionKinetic: 0.4 },
      ignoreCables: [{ cable: 0, other: 0 }],
    },
    materials: [STEEL],
    cables: [rope],
    solver: { step: 2e-3 },
    ...fields,
  });
}

function lying(
  length: number,
  elements: number,
  from: number[],
  to: number[],
  fields: Partial<CableSpec> = {},
): CableSpec {
  const pieces = [{ rope: STIFF, length, elements }];
  return cable('rope', length, elements, { pieces, shape: line(from, to, elements), ...fields });
}

/** Nodes now, x y z each. */
function nodes(s: Simulation): Float64Array {
  const { q, nodeCount } = workspace(s).cables.items[0].cable;
  return Float64Array.from({ length: 3 * nodeCount }, (_, i) => q[4 * Math.floor(i / 3) + (i % 3)]);
}

function farthest(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
}

describe('at rest', () => {
  test('on waves of coarse facets: stays, carried by its weight, and creeps no more', () => {
    const height = (x: number, y: number): number => 0.01 * Math.cos(9 * x) + 0.01 * Math.sin(7 * y);
    const solid = ground(land(height, [0.5, 0.2], [16, 6]));
    const rope = lying(0.8, 16, [-0.4, 0.02, 0.023], [0.4, 0.02, 0.023]);
    const s = new Simulation(scene(solid, rope));
    const held = s.energy.potential;
    run(s, 0.5);
    const before = nodes(s);
    run(s, 0.6);
    expect(-read(s, 'contact.rope~ground.force')[2] / (0.8 * WEIGHT)).toBeCloseTo(1, 2);
    // what hangs between crests still swings a little
    expect(farthest(nodes(s), before)).toBeLessThan(1e-4);
    expect(s.energy.kinetic).toBeLessThan(1e-6);
    expect(Math.abs(s.energy.imbalance)).toBeLessThan(0.02 * (held - s.energy.potential));
  });
});

describe('drawn by one end', () => {
  /** Normal force after every step from t = 0.14 s on, when it has landed. */
  function drawn(height: (x: number) => number, z: number, elements: number, until: number): number[] {
    const speed = 0.2;
    const hand = body('hand', {
      kind: 'prescribed',
      placement: place([-0.4, 0.01, z]),
      motion: { x: { kind: 'polynomial', coefficients: [0, -speed] } },
    });
    const spec = scene(
      ground(land(height, [0.6, 0.1], [20, 3])),
      lying(0.6, elements, [-0.4, 0.01, z], [0.2, 0.01, z], { start: { body: 2, point: [0, 0, 0] } }),
    );
    const s = new Simulation({ ...spec, bodies: [...spec.bodies, hand] });
    const forces: number[] = [];
    while (s.time < until) {
      const result = s.step(until);
      if (!result.ok) throw new Error(result.message);
      if (s.time > 0.14) forces.push(read(s, 'contact.rope~ground.normal-force')[0]);
    }
    expect(s.stats.rejected).toBe(0);
    return forces;
  }
  const jump = (forces: number[]): number =>
    forces.slice(1).reduce((most, force, i) => Math.max(most, Math.abs(force - forces[i])), 0);

  test('over the facets of a level face: not felt at all', () => {
    const forces = drawn(() => 0, 0.01, 14, 0.25);
    // the end element hangs on the hand
    expect(Math.max(...forces)).toBeLessThan(0.6 * WEIGHT);
    expect(Math.min(...forces)).toBeGreaterThan(0.9 * 0.6 * WEIGHT);
    expect(jump(forces)).toBeLessThan(1e-4 * WEIGHT);
  });

  test('over bumps of facets, elements of less than half a facet: no jump at their edges', () => {
    const forces = drawn((x) => 0.01 * Math.cos(6 * x), 0.022, 26, 0.25);
    expect(jump(forces)).toBeLessThan(0.05 * 0.6 * WEIGHT);
  });
});

test('a weight on a rope round a prism of eight sides: steps are hardly divided', () => {
  const mesh = cylinderMesh({ radius: 0.1, length: 0.6, sides: 8 });
  const drum = ground(mesh, { placement: place([0, 0, 0], [Math.SQRT1_2, Math.SQRT1_2, 0, 0]) });
  const weight = body('weight', { mass: 10, placement: place([-0.1051, 0, -0.6]) });
  // up, once round at 5 mm off the corners, on upwards: 145 elements along a helix of radius r
  const [r, straight, elements] = [0.1051, 0.6, 145];
  const round = 2 * Math.PI * r;
  const length = straight + round + 0.8;
  const points = Array.from({ length: elements + 1 }, (_, i) => {
    const at = (length * i) / elements - straight;
    const part = Math.min(1, Math.max(0, at / round));
    const t = 2 * Math.PI * part;
    return [-r * Math.cos(t), 0.013 * part, r * Math.sin(t) + (at < 0 ? at : Math.max(0, at - round))];
  });
  const rope = {
    ...ROPE,
    massPerLength: 0.01,
    diameter: 0.01,
    axialStiffness: 1e5,
    axialDamping: 3e-3,
    bendingStiffness: 0,
  };
  const hung = cable('rope', length, elements, {
    pieces: [{ rope, length, elements }],
    shape: points.flat(),
    start: { body: 2, point: [0, 0, 0] },
    end: { body: 0, point: [-0.1051, 0.013, 0.8] },
  });
  const spec = scene(drum, hung);
  const s = new Simulation({ ...spec, bodies: [...spec.bodies, weight] });
  run(s, 0.06);
  // 30 steps of 2 ms, those in which it comes taut divided; by patches that change with rounding it took 3164
  expect(s.stats.steps).toBeLessThan(80);
});
