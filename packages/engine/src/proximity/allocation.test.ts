/** In a file of its own: what other tests teach the compiler about these functions would be measured as well. */
import { expect, test } from 'vitest';
import { bytesPerCall } from '../../test/allocation.ts';
import { Random } from '../base/index.ts';
import type { ShapeSpec } from '../geometry/index.ts';
import type { Vec3 } from '../math/index.ts';
import { ELEMENT_STRIDE, makeContactPoint, refreshElement } from './element.ts';
import { fromQuaternion, TestWorld } from './test-world.ts';

const SHAPES: readonly ShapeSpec[] = [
  { kind: 'sphere', radius: 0.4 },
  { kind: 'box', half: [0.3, 0.4, 0.5] },
  { kind: 'cylinder', radius: 0.3, halfLength: 0.5 },
  { kind: 'hull', points: [-1, -1, 0, 1, -1, 0, 0, 1, 0, 0, 0, 1].map((x) => 0.6 * x) },
];

// Numbers that pass through calls which are not inlined are boxed, 16 bytes each: measured 15 bytes a pair in a bundle, 55 to
// 600 under the test runner, where calls between modules are rarely inlined. What the bounds exclude is any buffer, and
// views, closures or records on top of that.
test('no allocation: searching a warm scene of every kind of pair, and refreshing its elements', () => {
  const random = new Random(24);
  const d = (): number => random.between(-1, 1);
  const world = new TestWorld([
    { shape: { kind: 'half-space' }, at: [0, 0, -1.2] },
    ...Array.from({ length: 16 }, (_, i) => ({
      shape: SHAPES[i % SHAPES.length],
      at: [1.2 * d(), 1.2 * d(), 1.2 * d()] as Vec3,
      rotation: fromQuaternion([d(), d(), d(), d() + 1.2]),
    })),
  ]);
  const out = makeContactPoint();
  const reach = { horizon: 0, slack: 0.05 };
  let phase = 0;
  const call = (): void => {
    phase = (phase + 1) % 8;
    for (let b = 1; b < world.posW.length / 3; b++) world.posW[3 * b + 2] += phase < 4 ? 1e-3 : -1e-3;
    world.scene.search(world.set, world.posW, world.rotWB, world.velW, world.omegaW, reach);
    const { set } = world;
    for (let i = 0; i < set.count; i++) {
      const o = ELEMENT_STRIDE * i;
      refreshElement(out, set.kind[i], set.data, o, world.posW, world.rotWB, set.bodyA[i], set.bodyB[i]);
    }
  };
  for (let k = 0; k < 500; k++) call();
  expect(new Set(world.set.kind.subarray(0, world.set.count)).size).toBeGreaterThan(2);
  const enough = 700 * world.scene.pairCount;
  const { heap, buffers } = bytesPerCall(call, enough, 50, 200);
  expect(buffers).toBeLessThanOrEqual(0);
  expect(heap).toBeLessThanOrEqual(enough);
});
