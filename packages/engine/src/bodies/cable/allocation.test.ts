/** What runs at every iterate makes no arrays and no records. */
import { expect, test } from 'vitest';
import { bytesPerCall } from '../../../test/allocation.ts';
import { makeCable, placeNodes } from './build.ts';
import { advanceTension } from './elastic.ts';
import { evaluateCable } from './evaluate.ts';
import { FluidSamples } from './fluid.ts';
import { Seabed } from './seabed.ts';

test('no allocation: forces and tangent of a cable with everything, 20 nodes', () => {
  const rope = {
    massPerLength: 1,
    axialStiffness: 1e5,
    diameter: 0.02,
    axialDamping: 1e-3,
    bendingStiffness: 5,
    bendingDamping: 1e-3,
    torsionalStiffness: 3,
    torsionalDamping: 1e-3,
    naturalCurvature: [0.1, 0] as const,
    dragNormal: 1,
    addedMassNormal: 1,
  };
  const cable = makeCable({ pieces: [{ rope, length: 19, elements: 19 }] });
  placeNodes(
    cable,
    Float64Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 0.3 * i : 0.2 * Math.sin(i))),
  );
  for (let i = 0; i < 80; i++) cable.v[i] = Math.sin(3 * i);
  const fluid = new FluidSamples(20);
  fluid.density.fill(1000);
  const spec = { normal: [0, 0, 1] as const, height: 0, stiffness: 1e4, damping: 1, friction: 0.5, give: 0.01 };
  const around = { gravity: Float64Array.of(0, 0, -9.81), fluid, seabed: new Seabed(spec, 20) };
  const how = { b: 1e-6, c: 1e-3, withTangent: true, mixed: true };
  const dx = new Float64Array(80);
  const call = (): void => {
    evaluateCable(cable, around, how);
    advanceTension(cable, dx, 0, 1, how.b);
  };
  // numbers handed to functions that are not inlined are boxed, 16 bytes each (about 300 bytes a node with everything
  // switched on); an array of 8 x 8 numbers a node would take more than 500
  const { heap, buffers } = bytesPerCall(call, 20 * 500);
  expect(heap).toBeLessThan(20 * 500);
  expect(buffers).toBeLessThanOrEqual(0);
});
