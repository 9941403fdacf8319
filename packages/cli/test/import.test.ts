/** hawser import, as a user would use it. */
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Workshop } from './program.ts';

const workshop = new Workshop();
afterAll(() => workshop.close());

const DECK = `A hanging chain
----------------------- LINE TYPES ------------------
TypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx
chain 0.1 60 1e9 -1 0 1 1 0 0
---------------------- POINTS -----------------------
ID Type X Y Z Mass Volume CdA Ca
1 Fixed -50 0 0 0 0 0 0
2 Coupled 50 0 0 0 0 0 0
---------------------- LINES ------------------------
ID LineType AttachA AttachB UnstrLen NumSegs LineOutputs
1 chain 1 2 110 60 -
---------------------- OPTIONS ----------------------
0 WtrDnsty
9.81 g
12 Wobble
---------------------- OUTPUTS ----------------------
FairTen1 L1N30PZ
---------------- need this line ---------------------
`;

/** A cube of 1 m; a quay of 20 x 10 x 1 m under y = 0, and a box of 40 cm above it. */
const CUBE = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [(i & 1) - 0.5, ((i & 2) >> 1) - 0.5, ((i & 4) >> 2) - 0.5]);
const SIDES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];
const SCENE = JSON.stringify({
  asset: { version: '2.0' },
  nodes: [
    { name: 'quay', mesh: 0, translation: [0, -0.5, 0], scale: [20, 1, 10], extras: { fixed: true } },
    { name: 'box', mesh: 0, translation: [1, 0.25, 0], scale: [0.4, 0.4, 0.4] },
  ],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, type: 'VEC3', count: 8 },
    { bufferView: 1, componentType: 5121, type: 'SCALAR', count: 36 },
  ],
  bufferViews: [
    { buffer: 0, byteLength: 96 },
    { buffer: 0, byteOffset: 96, byteLength: 36 },
  ],
  buffers: [
    {
      byteLength: 132,
      uri: `data:;base64,${Buffer.from([...new Uint8Array(Float32Array.from(CUBE).buffer), ...SIDES]).toString('base64')}`,
    },
  ],
});

describe('hawser import', () => {
  test('an imported deck runs: its tension and sag are those of the catenary, under the names of the deck', async () => {
    workshop.put({ 'chain.txt': DECK });
    const made = await workshop.run('import', 'chain.txt', '--json');
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ program: 'MoorDyn', folder: 'chain', lost: 1, faults: [] });
    expect(workshop.list('chain')).toEqual(['import.md', 'scenario.yaml']);
    const ran = await workshop.run(
      'run',
      path.join('chain', 'scenario.yaml'),
      '--until',
      '1',
      '--no-report',
      '--out',
      'done',
      '--json',
    );
    const { extremes } = JSON.parse(ran.stdout) as { extremes: Record<string, { final: number }> };
    // sinh(u)/u = L/h, c = h/(2u): tension at the end w c cosh(u), sag c (cosh(u) - 1)
    let u = 0.7;
    for (let k = 0; k < 60; k++) u -= (Math.sinh(u) / u - 1.1) / ((u * Math.cosh(u) - Math.sinh(u)) / (u * u));
    const c = 50 / u;
    expect(extremes.FairTen1.final / (9.81 * 60 * c * Math.cosh(u))).toBeCloseTo(1, 3);
    expect(extremes.L1N30PZ.final / (-c * (Math.cosh(u) - 1))).toBeCloseTo(1, 3);
  });

  test('a glTF scene runs: a box of the density asked for comes to rest on what stands still', async () => {
    workshop.put({ 'yard.gltf': SCENE });
    const made = await workshop.run('import', 'yard.gltf', '--density', '500', '--json');
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ program: 'glTF', folder: 'yard', lost: 0, faults: [] });
    expect(workshop.list('yard')).toEqual(['box.obj', 'import.md', 'quay.obj', 'scenario.yaml']);
    const file = path.join('yard', 'scenario.yaml');
    const ran = await workshop.run('run', file, '--until', '1', '--no-report', '--out', 'rest', '--json');
    const { extremes } = JSON.parse(ran.stdout) as { extremes: Record<string, { final: number }> };
    // the top of the quay is at z = 0, half the box above it; it lay 5 cm higher
    expect(extremes['box.position.z'].final).toBeGreaterThan(0.199);
    expect(extremes['box.position.z'].final).toBeLessThan(0.2001);
    const refused = await workshop.run('import', 'yard.gltf', '--density', '-3', '--out', 'none');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('expected a number above 0, found "-3"');
  });

  test('with --strict what would be lost is told and nothing is written; a folder in use is refused', async () => {
    workshop.put({ 'strict.txt': DECK });
    const strict = await workshop.run('import', 'strict.txt', '--strict');
    expect(strict.code).toBe(1);
    expect(strict.stderr).toMatch(/strict\.txt:15: Wobble 12: this option is not known/);
    expect(workshop.has('strict')).toBe(false);
    const again = await workshop.run('import', 'chain.txt');
    expect([again.code, /new or empty/.test(again.stderr)]).toEqual([1, true]);
  });
});
