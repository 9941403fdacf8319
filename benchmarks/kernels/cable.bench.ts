/** Forces and tangent of a cable of 50 nodes: `npx vitest bench benchmarks/kernels/cable.bench.ts`. */
import { bench, describe } from 'vitest';
import {
  type CableSurroundings,
  evaluateCable,
  FluidSamples,
  makeCable,
  placeNodes,
  type RopeSpec,
  Seabed,
} from '../../packages/engine/src/bodies/index.ts';

const nodes = 50;
const rope: RopeSpec = { massPerLength: 1, axialStiffness: 1e6, diameter: 0.02, axialDamping: 1e-3 };
const bent: RopeSpec = { ...rope, bendingStiffness: 5, bendingDamping: 1e-3 };
const wet: RopeSpec = { ...bent, dragNormal: 1.2, dragTangential: 0.02, addedMassNormal: 1 };

function evaluation(spec: RopeSpec, withTangent: boolean, inWater: boolean): () => void {
  const cable = makeCable({ pieces: [{ rope: spec, length: nodes - 1, elements: nodes - 1 }] });
  const points = new Float64Array(3 * nodes);
  for (let i = 0; i < nodes; i++) points.set([0.9 * i, 0.3 * Math.sin(i), Math.cos(0.3 * i)], 3 * i);
  placeNodes(cable, points);
  for (let i = 0; i < cable.v.length; i++) cable.v[i] = Math.sin(3 * i);
  const gravity = Float64Array.of(0, 0, -9.81);
  let around: CableSurroundings = { gravity };
  if (inWater) {
    const fluid = new FluidSamples(nodes);
    fluid.density.fill(1025);
    const spec = { normal: [0, 0, 1] as const, height: 0, stiffness: 1e5, damping: 1, friction: 0.5, give: 0.01 };
    around = { gravity, fluid, seabed: new Seabed(spec, nodes) };
  }
  const how = { b: 1e-6, c: 1e-3, withTangent, mixed: true };
  return () => {
    evaluateCable(cable, around, how);
  };
}

describe('cable of 50 nodes', () => {
  bench('stretch: forces', evaluation(rope, false, false));
  bench('stretch: forces and tangent', evaluation(rope, true, false));
  bench('stretch, bending: forces', evaluation(bent, false, false));
  bench('stretch, bending: forces and tangent', evaluation(bent, true, false));
  bench(
    'stretch, bending, twist: forces and tangent',
    evaluation({ ...bent, torsionalStiffness: 3, torsionalDamping: 1e-3 }, true, false),
  );
  bench('stretch, bending, water, bed: forces and tangent', evaluation(wet, true, true));
});
