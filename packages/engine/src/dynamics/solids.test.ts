/** One prepared solid a shape: whoever asks about a mesh shares its tree of boxes. */
import { Session } from 'node:inspector/promises';
import { expect, test } from 'vitest';
import { cable, line } from '../../test/cables.ts';
import { body, CONTACT, model, place, shape, STEEL } from '../../test/support.ts';
import { binMesh, type ShapeSpec, torusMesh } from '../geometry/index.ts';
import { Simulation } from './index.ts';

/** How often a function of a file was called while `run` ran. */
async function calls(file: string, name: string, run: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  const count = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const found = result.filter(({ url }) => url.endsWith(file)).flatMap(({ functions }) => functions);
    return found.find(({ functionName }) => functionName === name)?.ranges[0].count ?? 0;
  };
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const before = await count(); // since the last look
  run();
  const during = await count();
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  expect(before).toBe(0);
  return during;
}

test('contact by volume, of a cable, its passages, regions, separations and clearances share one tree a mesh', async () => {
  const solid = (mesh: { positions: Float64Array; triangles: Int32Array }): ShapeSpec => ({ kind: 'mesh', ...mesh });
  const ring = solid(torusMesh({ ring: 0.3, tube: 0.06, sides: 16, tubeSides: 8 }));
  const bin = solid(binMesh({ inside: [2, 2, 0.5], wall: 0.1 }));
  const placed = (x: number, z: number) => ({
    mass: 5,
    inertia: [0.3, 0.3, 0.5, 0, 0, 0] as const,
    placement: place([x, 0, z]),
    shapes: [shape(ring, place([0.01, 0, 0]))],
  });
  const spec = model(
    [
      body('bin', { kind: 'fixed', shapes: [shape(bin)] }),
      body('one', placed(-0.5, 0.0599)),
      body('two', placed(0.5, 0.3)),
    ],
    {
      contacts: { ...CONTACT, defaults: { foundation: 1e7 } },
      materials: [STEEL],
      cables: [cable('rope', 0.8, 8, { shape: line([-0.4, 0.5, 0.2], [0.4, 0.5, 0.2], 8) })],
      clearances: [
        [1, 3],
        [2, 3],
      ],
      solver: { step: 2e-3 },
    },
  );
  const trees = await calls('geometry/bvh/tree.ts', 'buildBoxTree', () => {
    const s = new Simulation(spec);
    const out = new Float64Array(64);
    const told = s.probes.filter(({ name }) => /^(region|separation|clearance)\./.test(name));
    expect(told.length).toBeGreaterThan(30);
    for (let step = 0; step < 5; step++) {
      expect(s.step(2e-3).ok).toBe(true);
      for (const probe of told) probe.read(out, 0);
    }
    // and once more, as runs that are tried twice do
    expect(new Simulation(spec).step(2e-3).ok).toBe(true);
  });
  // bin and ring: one over triangles, one over the flat faces of each, one over those of the bin cut up into convex ones
  expect(trees).toBe(5);
});
