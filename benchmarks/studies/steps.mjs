#!/usr/bin/env node
/**
 * The convex step beside the general one, on every scenario that both carry: node benchmarks/studies/steps.mjs [--out FILE.md] [NAME ...].
 * Each scenario runs twice for the same time: as it is written, and with `integrator: convex` in fixed steps. Compared are where the
 * bodies end, the mean normal forces, the work dissipated and the energy that the ledger does not explain. Prints JSON, a row a scenario.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    step: { type: 'string', default: '2 ms' },
    until: { type: 'string', default: '2' }, // [s] long enough for each scenario to touch; impacts make longer runs incomparable
    longest: { type: 'string', default: '100' }, // [s] by the clock, for a run
  },
});
const folder = path.join(root, 'scenarios');
const names =
  positionals.length > 0
    ? positionals
    : fs.readdirSync(folder).filter((name) => fs.existsSync(path.join(folder, name, 'scenario.yaml')));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-steps-'));

function run(name, out, settings) {
  const args = [
    'run',
    path.join(folder, name, 'scenario.yaml'),
    '--out',
    path.join(scratch, out),
    '--no-report',
    '--json',
  ];
  const all = [...args, '--until', options.until, ...settings.flatMap((setting) => ['--set', setting])];
  const done = spawnSync(process.execPath, [path.join(root, 'packages/cli/bin/hawser.mjs'), ...all], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    timeout: 1000 * Number(options.longest),
  });
  if (done.error !== undefined || done.signal !== null) return { refused: `not done within ${options.longest} s` };
  if (done.status === 1) {
    const faults = done.stderr.trim().split('\n');
    return { refused: (faults[1] ?? faults[0]).trim().replace(/^\S*:\d+:\d+: /, '') };
  }
  return JSON.parse(done.stdout);
}

/** [m] the largest difference between the ends of the bodies, and the greatest distance that one of them travelled. */
function positions(a, b) {
  let off = 0;
  let range = 0;
  for (const [name, x] of Object.entries(a.extremes)) {
    const y = b.extremes[name];
    if (!/\.position\.[xyz]$/.test(name) || y === undefined) continue;
    off = Math.max(off, Math.abs(x.final - y.final));
    range = Math.max(range, x.max - x.min);
  }
  return { off, range };
}

/** The largest difference of mean normal forces, as a part of the largest of them. */
function forces(a, b) {
  let off = 0;
  let largest = 0;
  for (const [name, x] of Object.entries(a.extremes)) {
    const y = b.extremes[name];
    if (!name.endsWith('.normal-force') || y === undefined) continue;
    off = Math.max(off, Math.abs(x.mean - y.mean));
    largest = Math.max(largest, Math.abs(x.mean));
  }
  return largest > 0 ? off / largest : 0;
}

const rows = names.map((name) => {
  const general = run(name, `${name}-general`, []);
  const convex = run(name, `${name}-convex`, ['solver.integrator=convex', `solver.step=${options.step}`]);
  fs.rmSync(path.join(scratch, `${name}-general`), { recursive: true, force: true });
  fs.rmSync(path.join(scratch, `${name}-convex`), { recursive: true, force: true });
  const refused = general.refused ?? convex.refused;
  if (refused !== undefined) return { name, refused };
  const { dissipated, work: put, kinetic, potential, initial } = general.summary.energy;
  const work = Math.max(1e-12, ...[dissipated, put, kinetic, potential - initial].map(Math.abs)); // [J] exchanged
  const row = {
    name,
    status: convex.status,
    ...positions(general, convex),
    forces: forces(general, convex),
    dissipated: [general.summary.energy.dissipated, convex.summary.energy.dissipated],
    unaccounted: [general.summary.energy.imbalance / work, convex.summary.energy.imbalance / work],
    rejected: convex.summary.rejected,
    iterationsAStep: convex.summary.iterations / Math.max(1, convex.summary.steps),
    cpu: [general.summary.cpuSeconds, convex.summary.cpuSeconds],
  };
  process.stderr.write(`${name}\n`);
  return row;
});
fs.rmSync(scratch, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ step: options.step, until: options.until, rows }, null, 1)}\n`);

const digits = (x, n = 2) =>
  x === 0 ? '0' : Math.abs(x) >= 0.01 && Math.abs(x) < 1e4 ? x.toPrecision(n + 1) : x.toExponential(n - 1);
if (options.out !== undefined) {
  const lines = [
    '# The convex step beside the general one',
    '',
    `Written by \`${['node benchmarks/studies/steps.mjs --out docs/steps.md', ...positionals].join(' ')}\`; do not edit. Each scenario runs for ${options.until} s as it is written, and again with`,
    `\`integrator: convex\` in steps of ${options.step}; energy unaccounted for is given as a part of what was exchanged. The convex step is of first order and absorbs impacts: where bodies bounce, they end elsewhere.`,
    '',
    '| scenario | bodies end apart by [m] | of a motion of [m] | mean normal forces differ by | dissipated [J]: general, convex | unaccounted for: general, convex | iterations a step | rejected | CPU [s]: general, convex |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
  ];
  for (const row of rows.filter(({ refused }) => refused === undefined)) {
    lines.push(
      `| ${row.name} | ${digits(row.off)} | ${digits(row.range)} | ${digits(100 * row.forces)} % | ${row.dissipated.map((x) => digits(x, 3)).join(', ')} | ${row.unaccounted
        .map((x) => `${digits(100 * x, 1)} %`)
        .join(
          ', ',
        )} | ${digits(row.iterationsAStep, 1)} | ${row.rejected} | ${row.cpu.map((x) => digits(x, 1)).join(', ')} |`,
    );
  }
  const refused = rows.filter((row) => row.refused !== undefined);
  if (refused.length > 0) lines.push('', 'Not compared:', '', ...refused.map((row) => `- ${row.name}: ${row.refused}`));
  fs.writeFileSync(options.out, `${lines.join('\n')}\n`);
}
