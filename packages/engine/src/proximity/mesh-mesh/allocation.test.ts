/** In a file of its own: what other tests teach the compiler about these functions would be measured as well. */
import { expect, test } from 'vitest';
import { boxMesh, cylinderMesh, prepareMesh, sphereMesh } from '../../geometry/index.ts';
import { RegionDerivatives } from '../../../../../validation/reference/mesh-derivatives.ts';
import { MeshIntersection } from './mesh-intersection.ts';
import type { PlacedMeshes } from '../pair-pose.ts';

interface Memory {
  readonly heapUsed: number;
  readonly arrayBuffers: number;
}
const { process } = globalThis as unknown as { process: { memoryUsage(): Memory } };

// Numbers that pass through calls which are not inlined are boxed, 16 bytes each. What the bounds exclude is any buffer, and
// views, closures or records on top of that.
test('no allocation: warm pairs of boxes, cylinders and spheres, touching, apart and inside each other, with derivatives', () => {
  const [box, cylinder, ball] = [
    prepareMesh(boxMesh(1, 1, 1)),
    prepareMesh(cylinderMesh({ radius: 0.4, length: 1, sides: 24 })),
    prepareMesh(sphereMesh(0.3, 2)),
  ];
  const pairs = [
    new MeshIntersection(box, box),
    new MeshIntersection(box, cylinder),
    new MeshIntersection(cylinder, ball),
  ];
  const derivatives = new RegionDerivatives();
  const pivot = new Float64Array(3);
  const posW = new Float64Array(6);
  const rotWB = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1);
  const placed: PlacedMeshes = { pos: posW, rot: rotWB, centre: new Float64Array(6) };
  let step = 0;
  let found = 0;
  const call = (): void => {
    step = (step + 1) % 64;
    posW[3] = 0.02 * step;
    posW[5] = 0.5;
    for (let i = 0; i < pairs.length; i++) {
      found += pairs[i].computeAt(placed);
      derivatives.compute(pairs[i], pivot);
    }
  };
  let heap = Number.POSITIVE_INFINITY;
  let buffers = Number.POSITIVE_INFINITY;
  for (let series = 0; series < 200 && (heap > 4500 || buffers > 0); series++) {
    const before = process.memoryUsage();
    for (let i = 0; i < 64; i++) call();
    const after = process.memoryUsage();
    buffers = Math.min(buffers, (after.arrayBuffers - before.arrayBuffers) / 64);
    const grown = (after.heapUsed - before.heapUsed) / 64;
    if (grown >= 0) heap = Math.min(heap, grown); // a collection in between hides growth
  }
  expect(found).toBeGreaterThan(0);
  expect(buffers).toBeLessThanOrEqual(0);
  expect(heap / 3).toBeLessThan(1500); // bytes a pair; a pair has some hundred fans, a record of each would be 10 kB and more
});
