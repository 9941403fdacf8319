#!/usr/bin/env node
/**
 * Random closed meshes dropped on a floor with nothing set: how much of the energy they fell with stands in no account?
 *   node benchmarks/studies/meshes.mjs [--count 100] [--first 1] [--engine FOLDER] [--json]
 * Four families in turn: tetrahedra, slabs and blocks, lumps (a ball of 80 faces with noise on its radius), rings. Sizes 5 cm to 2 m, 300 to
 * 8000 kg/m^3, dropped from up to twice their size with spin. Mesh k is the same in every run.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dropped } from './random-meshes.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) }, // a built checkout
    count: { type: 'string', default: '100' },
    first: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const { caseContext } = await import(path.join(path.resolve(options.engine), 'packages/cli/dist/case-runner.js'));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-meshes-'));
const context = caseContext(folder);
const parts = [];
for (let k = Number(options.first); k < Number(options.first) + Number(options.count); k++) {
  const { mesh, scenario, fall, family } = dropped(k);
  fs.writeFileSync(path.join(folder, 'mesh.obj'), mesh);
  const run = await context.runScenario(`${JSON.stringify(scenario)}\n`);
  const { imbalance, dissipated } = run.energy;
  const part = Math.abs(imbalance) / fall;
  const row = {
    k,
    family,
    status: run.status,
    fall,
    imbalance,
    dissipated,
    part,
    steps: run.steps,
    warned: run.warnings.length,
  };
  parts.push(part);
  if (options.json) console.log(JSON.stringify(row));
  else if (part > 0.01 || run.status !== 'complete')
    console.log(
      `mesh ${k} (${family}): ${(100 * part).toFixed(2)} % of ${fall.toPrecision(3)} J, ${run.status}, ${run.warnings.length} warnings`,
    );
}
fs.rmSync(folder, { recursive: true });
parts.sort((a, b) => a - b);
const at = (q) => `${(100 * parts[Math.min(parts.length - 1, Math.floor(q * parts.length))]).toPrecision(3)} %`;
console.log(
  `${parts.length} meshes: median ${at(0.5)}, nine in ten below ${at(0.9)}, worst ${at(1)}; over 1 %: ${parts.filter((part) => part > 0.01).length}`,
);
