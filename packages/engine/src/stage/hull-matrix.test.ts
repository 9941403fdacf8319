import { expect, test } from 'vitest';
import { begin, compare } from '../../test/stage.ts';
import { body, Draw, model, WORLD } from '../../test/support.ts';
import { boxMesh, sphereMesh } from '../geometry/index.ts';
import type { HydroSpec, WaterSpec } from '../marine/index.ts';
import type { Workspace } from './workspace.ts';

const calm: WaterSpec = { density: 1025, current: [0.4, -0.2, 0], surface: 0 };
const rough: WaterSpec = {
  ...calm,
  waves: [{ kind: 'irregular', spectrum: { kind: 'jonswap', height: 1, period: 7 }, direction: 0.5, seed: 2 }],
};

const hull = (mesh: { positions: Float64Array; triangles: Int32Array }): HydroSpec['hull'] => ({
  positions: mesh.positions,
  triangles: mesh.triangles,
});

const some = Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 30 : 0.5 * ((i % 6) + Math.floor(i / 6))));

function floating(seed: number, hydro: HydroSpec, water: WaterSpec): Workspace {
  const draw = new Draw(seed);
  const placed = draw.placement(0.2);
  const boat = body('boat', {
    mass: 400,
    inertia: [200, 300, 400, 0, 0, 0],
    placement: placed,
    velocity: draw.vector(1),
    angularVelocity: draw.vector(0.5),
    hydro,
  });
  return begin(model([WORLD, boat], { water }));
}

test.each<[string, HydroSpec, WaterSpec, number]>([
  ['pressure', { hull: hull(boxMesh(2, 1, 0.8)) }, calm, 1e-7],
  ['drag', { hull: hull(sphereMesh(0.8, 2)), drag: { normal: 1, tangential: 0.02 } }, calm, 2e-3], // by position left out
  ['damping', { linearDamping: [1, 2, 3, 4, 5, 6], quadraticDamping: [30, 20, 10, 5, 4, 3] }, calm, 2e-3],
  ['added mass', { addedMass: { matrix: some, point: [0.1, 0.2, 0.3], slamming: false } }, calm, 1e-7],
  ['in waves', { hull: hull(sphereMesh(0.8, 2)), drag: { normal: 1, tangential: 0.02 } }, rough, 5e-3],
])('the stage matrix is the derivative of the residual: %s', (_, hydro, water, tolerance) => {
  for (let seed = 1; seed <= 4; seed++) {
    const { error, size } = compare(floating(seed, hydro, water));
    expect(error).toBeLessThan(tolerance * size);
  }
});

test('the stage matrix is the derivative of the residual: slamming, but for how the wet volume changes its growth', () => {
  const addedMass = { matrix: some, point: [0, 0, 0] as const, fullVolume: 3, slamming: true };
  const w = floating(3, { hull: hull(boxMesh(2, 1, 0.8)), addedMass }, calm);
  const { error, size } = compare(w);
  expect(error).toBeLessThan(2e-3 * size);
});
