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
import { TaskRunner } from '../../packages/cli/dist/study/task.js';

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

// stepping alone
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
let stepping = 0;
for (const [i, job] of [...jobs.slice(0, 10), ...jobs].entries()) {
  const prepared = prepare(job);
  const before = cpu();
  runScenario(prepared);
  if (i >= 10) stepping += cpu() - before;
}
// one after the other, compiled from the files that were read once
const runner = new TaskRunner(study.task);
for (const job of jobs.slice(0, 10)) await runner.run(job, () => true);
let begun = cpu();
for (const job of jobs) await runner.run(job, () => true);
const direct = cpu() - begun;
// the pool
const pool = new Pool(1);
pool.addTask(0, study.task);
await Promise.all(jobs.slice(0, 10).map((job) => pool.run(0, job)));
const [pid] = pool.pids;
begun = cpu() + cpuOf(pid);
await Promise.all(jobs.map((job) => pool.run(0, job)));
const pooled = cpu() + cpuOf(pid) - begun;
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
const ms = (total) => `${(total / count).toFixed(2)} ms`;
console.log(
  `a job: stepping ${ms(stepping)}, with reading values and building the model ${ms(direct)}, by the pool ${ms(pooled)}`,
);
console.log(
  `the pool adds ${ms(pooled - direct)} (${((100 * (pooled - direct)) / direct).toFixed(1)} %); all but the stepping: ${ms(pooled - stepping)}`,
);
console.log(
  `two processes against one, by the clock: ${(one / two).toFixed(2)} (load ${os.loadavg()[0].toFixed(1)} on ${os.availableParallelism()} cores)`,
);
fs.rmSync(dir, { recursive: true });
