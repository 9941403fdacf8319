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
