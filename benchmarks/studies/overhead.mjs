#!/usr/bin/env node
/**
 * What a job of a study costs besides its simulation: node benchmarks/studies/overhead.mjs [jobs]. Jobs of about 100 ms. Processor time of
 * all processes, ratios of one run: the stepping alone, the same jobs one after the other in this process, and through the pool.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { compileScenario, prepareRun, runScenario } from '../../packages/scenario/dist/index.js';
import { loaderFor } from '../../packages/cli/dist/allowed.js';
import { fileReaders } from '../../packages/cli/dist/scenario-file.js';
import { openStudy } from '../../packages/cli/dist/study/open-study.js';
import { Pool } from '../../packages/cli/dist/study/pool.js';
import { taskRunner } from '../../packages/cli/dist/study/task.js';

const count = Number(process.argv[2] ?? 60);
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-overhead-'));
process.chdir(dir);
fs.writeFileSync(
  'mooring.yaml',
  `hawser: 1
environment: { water: { surface: 0 m } }
ropes: { wire: { mass: 25 kg/m, stiffness: 300 MN, diameter: 0.1 m, axial damping: 5 ms, drag: { normal: 1.2, tangential: 0.02 }, added mass: {} } }
bodies:
  anchor: { fixed: true, position: [80 m, 0, -60 m] }
  barge: { position: [0, 0, 0], motion: { z: { sine: { amplitude: 1 m, period: 9 s } } } }
cables: { line: { rope: wire, length: 110 m, elements: 20, from: { body: anchor, point: [0, 0, 0] }, to: { body: barge, point: [0, 0, 0] } } }
contacts: { enabled: false }
solver: { step: 25 ms }
run: { duration: 34 s }
`,
);
fs.writeFileSync(
  'study.yaml',
  `study: 1
scenario: mooring.yaml
vary: { length: { path: cables.line.length, range: { from: 105 m, to: 120 m, count: ${count} } } }
measure: { tension: { channel: cable.line.end.tension, take: max } }
`,
);
const study = openStudy('study.yaml', []);
const jobs = [];
const planner = study.planner();
for (let job = planner.next(); job; job = planner.next()) jobs.push(study.jobOf(job));
const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e3;
const cpuOf = (pid) => {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10; // ticks of 10 ms
};

// Stepping alone, one job after the other in this process, and by the pool, in turn for every job: what else the machine does meets all three
// alike. Medians of the differences.
const loader = loaderFor('mooring.yaml');
const prepare = (job) =>
  prepareRun(
    compileScenario({
      file: 'mooring.yaml',
      loader,
      readers: fileReaders,
      set: [...job.overrides, 'output.channels=["cable.line.end.tension"]'],
    }).compiled,
  ).prepared;
const runner = taskRunner(study.task);
const pool = new Pool(1);
pool.addTask(0, study.task);
const ways = {
  stepping: (job) => {
    const prepared = prepare(job);
    const before = cpu();
    runScenario(prepared);
    return cpu() - before;
  },
  direct: async (job) => {
    const before = cpu();
    await runner.run(job, () => true);
    return cpu() - before;
  },
  pooled: async (job) => {
    const [pid] = pool.pids;
    const before = cpu() + cpuOf(pid);
    const result = await pool.run(0, job);
    return { all: cpu() + cpuOf(pid) - before, run: 1e3 * result.row.cpu };
  },
};
const WARM = 12;
const rounds = [];
for (const [i, job] of [...jobs.slice(0, WARM), ...jobs].entries()) {
  const stepping = ways.stepping(job);
  const direct = await ways.direct(job);
  const { all, run } = await ways.pooled(job);
  if (i >= WARM) rounds.push({ stepping, direct, all, run });
}
const median = (of) => rounds.map(of).sort((a, b) => a - b)[rounds.length >> 1];
const mean = (of) => rounds.map(of).reduce((sum, x) => sum + x, 0) / rounds.length;
// two at once against one, by the clock: only a quiet machine can tell
const wall = async (size) => {
  const each = new Pool(size);
  each.addTask(0, study.task);
  await Promise.all(jobs.slice(0, 20).map((job) => each.run(0, job)));
  const start = performance.now();
  await Promise.all(jobs.map((job) => each.run(0, job)));
  each.close();
  return performance.now() - start;
};
pool.close();
const one = await wall(1);
const two = await wall(2);
const ms = (x) => `${x.toFixed(2)} ms`;
const stepping = median((r) => r.stepping);
const row = (what, of) => {
  const extra = median((r) => of(r) - r.stepping);
  console.log(`${what}: ${ms(extra)} more than the stepping (${((100 * extra) / stepping).toFixed(1)} %)`);
};
console.log(`a job: stepping ${ms(stepping)} of processor time, median of ${count}`);
row('with reading values and building the model, in this process', (r) => r.direct);
row('the same in a process of the pool', (r) => r.run);
console.log(
  `the pool itself, both processes, mean (their clock ticks every 10 ms): ${ms(mean((r) => r.all - r.run))} (${((100 * mean((r) => r.all - r.run)) / stepping).toFixed(1)} %)`,
);
console.log(
  `two processes against one, by the clock: ${(one / two).toFixed(2)} (load ${os.loadavg()[0].toFixed(1)} on ${os.availableParallelism()} cores)`,
);
fs.rmSync(dir, { recursive: true });
