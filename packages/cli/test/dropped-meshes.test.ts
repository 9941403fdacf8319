/** Energy of closed meshes dropped with nothing set: ten of the hundred of benchmarks/studies/meshes.mjs. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dropped } from '../../../benchmarks/studies/random-meshes.mjs';
import { caseContext } from '../src/case-runner.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-meshes-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

// tetrahedra that dip with a spike, whose upper face looks up from below the floor; a ring, blocks and a lump
const MESHES = [4, 24, 40, 56, 72, 80, 33, 59, 89, 2];

test('a dropped mesh loses no energy but to its contact: the median misses 0.05 % of its fall at most, the worst 1 %', async () => {
  const context = caseContext(folder);
  const parts: number[] = [];
  for (const k of MESHES) {
    const { mesh, scenario, fall } = dropped(k);
    fs.writeFileSync(path.join(folder, 'mesh.obj'), mesh);
    const { status, energy } = await context.runScenario(`${JSON.stringify(scenario)}\n`);
    expect(status, `mesh ${k}`).toBe('complete');
    expect(energy.dissipated, `mesh ${k}`).toBeGreaterThan(0.5 * fall); // it comes to rest
    parts.push(Math.abs(energy.imbalance) / fall);
  }
  parts.sort((a, b) => a - b);
  expect(parts[5]).toBeLessThan(5e-4);
  expect(parts[9]).toBeLessThan(0.01);
});
