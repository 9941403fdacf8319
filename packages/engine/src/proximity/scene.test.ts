import { describe, expect, test } from 'vitest';
import { BuildError, Random } from '../base/index.ts';
import type { ShapeSpec } from '../geometry/index.ts';
import type { Vec3 } from '../math/index.ts';
import { ContactSet } from './contact-set.ts';
import { ELEMENT_STRIDE, makeContactPoint, refreshElement } from './element.ts';
import { CollisionScene } from './scene.ts';
import { fromQuaternion, IDENTITY, type TestBody, TestWorld, turn } from './test-world.ts';

const HULL: number[] = [];
for (let i = 0; i < 30; i++) {
  const z = 1 - (2 * i + 1) / 30;
  const r = Math.sqrt(1 - z * z);
  HULL.push(0.5 * r * Math.cos(2.399963 * i), 0.6 * r * Math.sin(2.399963 * i), 0.4 * z);
}
const SHAPES: readonly ShapeSpec[] = [
  { kind: 'sphere', radius: 0.4 },
  { kind: 'box', half: [0.3, 0.4, 0.5] },
  { kind: 'cylinder', radius: 0.3, halfLength: 0.5 },
  { kind: 'hull', points: HULL },
  { kind: 'box', half: [0.3, 0.3, 0.3] },
  { kind: 'cylinder', radius: 0.2, halfLength: 0.2 },
];

/** All kinds of pairs, heaped up over a floor. */
function heapOf(random: Random, count: number): TestBody[] {
  const d = (): number => random.between(-1, 1);
  return [
    { shape: { kind: 'half-space' }, at: [0, 0, -1.6] },
    ...Array.from({ length: count }, (_, i) => ({
      shape: SHAPES[i % SHAPES.length],
      at: [1.6 * d(), 1.6 * d(), 1.6 * d()] as Vec3,
      rotation: fromQuaternion([d(), d(), d(), d() + 1.2]),
      offset: [0.1 * d(), 0.1 * d(), 0.1 * d()] as Vec3,
      turned: fromQuaternion([d(), d(), d(), d() + 1.2]),
    })),
  ];
}

function wander(random: Random, world: TestWorld, amplitude: number): void {
  for (let i = 3; i < world.posW.length; i++) world.posW[i] += random.between(-amplitude, amplitude);
}

describe('a heap of every kind of shape', () => {
  test('elements are finite, sorted by pair and feature without doubles, and refresh to their depth', () => {
    const random = new Random(21);
    const world = new TestWorld(heapOf(random, 60));
    const kinds = new Set<number>();
    for (let round = 0; round < 30; round++) {
      const elements = world.search(0.05);
      expect(elements.length).toBeGreaterThan(100);
      elements.forEach((e, k) => {
        kinds.add(e.kind);
        expect([e.depth, ...e.normal, ...e.point].every(Number.isFinite)).toBe(true);
        expect(Math.abs(e.fresh - e.depth)).toBeLessThan(1e-12);
        expect(e.depth).toBeGreaterThan(-0.05 - 0.005 * 0.6); // prisms: half a per cent of the radii more
        const { pairShapeA, pairShapeB } = world.scene;
        expect([pairShapeA[e.pair], pairShapeB[e.pair]].sort()).toEqual([e.bodyA, e.bodyB].sort());
        if (k === 0) return;
        const before = elements[k - 1];
        expect(e.pair > before.pair || (e.pair === before.pair && e.feature > before.feature)).toBe(true);
      });
      wander(random, world, 0.1);
    }
    expect([...kinds].sort()).toEqual([0, 1, 2, 3, 4]);
  });

  test('the same searches give the same bits, and so does a scene loaded from a save', () => {
    const run = (reload: boolean): string => {
      const random = new Random(22);
      const bodies = heapOf(random, 40);
      let world = new TestWorld(bodies);
      let text = '';
      for (let round = 0; round < 12; round++) {
        world.search(0.02);
        const { set } = world;
        text += [...set.feature.subarray(0, set.count)].join() + [...set.pair.subarray(0, set.count)].join();
        text += [...set.data.subarray(0, ELEMENT_STRIDE * set.count)].join();
        wander(random, world, 0.01);
        if (reload && round === 6) {
          const other = new TestWorld(bodies);
          other.posW.set(world.posW);
          other.scene.load(world.scene.save());
          world = other;
        }
      }
      return text;
    };
    const once = run(false);
    expect(run(false) === once).toBe(true);
    expect(run(true) === once).toBe(true);
  });

  test('searching twice at one pose finds the same: a rejected step may search again', () => {
    const random = new Random(23);
    const world = new TestWorld(heapOf(random, 40));
    for (let round = 0; round < 10; round++) {
      const first = world.search(0.02);
      expect(world.search(0.02)).toEqual(first);
      wander(random, world, 0.02);
    }
  });
});

test('the margin is approach speed times horizon plus slack', () => {
  const ball: ShapeSpec = { kind: 'sphere', radius: 0.5 };
  const world = new TestWorld([
    { shape: ball, at: [0, 0, 0] },
    { shape: ball, at: [0, 0, 1.5] },
  ]);
  world.velW[5] = -4;
  expect(world.search(0.09, 0.1).length).toBe(0); // reach 0.4 + 0.09 of 0.5
  expect(world.search(0.11, 0.1).length).toBe(1);
  world.velW[2] = -4; // both fall alike
  expect(world.search(0.11, 0.1).length).toBe(0);
});

test('several shapes on one body: pairs are of shapes, elements of bodies', () => {
  const shapes = [-1, 1].map((x) => ({
    shape: { kind: 'sphere', radius: 0.5 } as const,
    body: 1,
    position: [x, 0, 0] as Vec3,
    rotation: IDENTITY,
  }));
  const floor = { shape: { kind: 'half-space' } as const, body: 0, position: [0, 0, 0] as Vec3, rotation: IDENTITY };
  const scene = new CollisionScene([...shapes, floor], 2, () => true);
  const set = new ContactSet();
  const posW = Float64Array.from([0, 0, 0, 0, 0, 0.49]);
  const rotWB = Float64Array.from([...IDENTITY, ...turn([0, 1, 0], 0.001)]);
  const zero = new Float64Array(6);
  scene.search(set, posW, rotWB, zero, zero, { horizon: 0, slack: 0.01 });
  expect(set.count).toBe(2);
  expect(scene.pairCount).toBe(2);
  const out = makeContactPoint();
  const depths = [0, 1].map((i) => {
    expect([set.bodyA[i], set.bodyB[i]]).toEqual([0, 1]);
    refreshElement(out, set.kind[i], set.data, ELEMENT_STRIDE * i, posW, rotWB, 0, 1);
    return out.depth;
  });
  expect(depths[1] - depths[0]).toBeCloseTo(0.002, 8); // 2 m apart, tilted by 1 mrad
});

describe('building', () => {
  const scene = (shape: ShapeSpec, body = 0) =>
    new CollisionScene([{ shape, body, position: [0, 0, 0], rotation: IDENTITY }], 1, () => true);

  test.each([
    ['sphere of no radius', { kind: 'sphere', radius: 0 }],
    ['box of negative size', { kind: 'box', half: [1, -1, 1] }],
    ['hull without volume', { kind: 'hull', points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0] }],
  ] as [string, ShapeSpec][])('refuses a %s and says which', (_, shape) => {
    expect(() => scene(shape)).toThrow(BuildError);
    try {
      scene(shape);
    } catch (error) {
      expect((error as BuildError).path[0]).toBe(0);
    }
  });

  test('refuses a body that does not exist', () => {
    expect(() => scene({ kind: 'sphere', radius: 1 }, 1)).toThrow(/one of 1 bodies, found 1/);
  });

  test('a scene without shapes finds nothing', () => {
    const empty = new CollisionScene([], 1, () => true);
    const set = new ContactSet();
    empty.search(set, new Float64Array(3), Float64Array.from(IDENTITY), new Float64Array(3), new Float64Array(3), 1, 1);
    expect(set.count).toBe(0);
  });
});
