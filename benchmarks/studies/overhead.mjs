#!/usr/bin/env node
/**
 * What a job of a study costs besides its stepping: node benchmarks/studies/overhead.mjs [jobs]. Jobs of about 100 ms. Processor time of
 * all processes. Linux.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loaderFor } from '../../packages/cli/dist/allowed.js';
import { fileReaders } from '../../packages/cli/dist/scenario-file.js';
import { openStudy } from '../../packages/cli/dist/study/open-study.js';
import { Pool } from '../../packages/cli/dist/study/pool.js';
import { JobRunner } from '../../packages/study/dist/index.js';

const ME = fileURLToPath(import.meta.url);
const count = Number(process.argv[2] ?? 60);
/** part i of n of the jobs, without a pool: for the comparison below */
const part = process.argv[3]?.split('/').map(Number);
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
run: { duration: 48 s }
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
/** [ms] of processor time of the threads of a process, its main thread first. */
const threadsOf = (pid) =>
  fs
    .readdirSync(`/proc/${pid}/task`)
    .map((id) => Number(fs.readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6);
const cpuOf = (pid) => threadsOf(pid).reduce((sum, cpu) => sum + cpu, 0);

// A job asks its clock four times: at its start, when stepping begins, when it ends, and at its own end. The same jobs go through the pool in
// turn, so that what else the machine does meets both alike. Medians.
let asked = [];
const clock = () => {
  const { user, system } = process.cpuUsage();
  asked.push((user + system) / 1e3);
  return asked.at(-1) / 1e3;
};
const breathe = () => new Promise((resolve) => setImmediate(resolve));
const wallSeconds = () => performance.now() / 1e3;
const runner = new JobRunner(study.task, loaderFor('study.yaml'), fileReaders, {
  cpuSeconds: clock,
  wallSeconds,
  breathe,
});
if (part !== undefined) {
  const [i, n] = part;
  const plain = { cpuSeconds: () => 0, wallSeconds, breathe };
  const mine = new JobRunner(study.task, loaderFor('study.yaml'), fileReaders, plain);
  for (const job of jobs.slice(0, 20)) await mine.run(job, () => true);
  process.stdout.write('ready');
  await new Promise((go) => process.stdin.once('data', go));
  for (let k = i; k < jobs.length; k += n) await mine.run(jobs[k], () => true);
  fs.rmSync(dir, { recursive: true });
  process.exit(0);
}
const pool = new Pool(1);
pool.addTask(0, study.task);
const WARM = Math.min(40, count);
const rounds = [];
for (const [i, job] of [...jobs.slice(0, WARM), ...jobs].entries()) {
  asked = [];
  await runner.run(job, () => true);
  const [start, begun, ended, end] = asked;
  const [pid] = pool.pids;
  const before = cpuOf(process.pid) + cpuOf(pid);
  const { row } = await pool.run(0, job);
  const all = cpuOf(process.pid) + cpuOf(pid) - before;
  if (i >= WARM)
    rounds.push({ stepping: ended - begun, model: begun - start, rest: end - ended, pool: all - 1e3 * row.cpu });
}
const median = (of) => rounds.map(of).sort((a, b) => a - b)[rounds.length >> 1];
// two at once against one, by the clock: only a quiet machine can tell
const WARM_UP = 20;
const wall = async (size) => {
  const each = new Pool(size);
  each.addTask(0, study.task);
  await Promise.all(jobs.slice(0, WARM_UP * size).map((job) => each.run(0, job)));
  const parent = cpuOf(process.pid);
  const children = each.pids.map(threadsOf);
  const start = performance.now();
  await Promise.all(jobs.map((job) => each.run(0, job)));
  const time = performance.now() - start;
  const used = each.pids.map((pid, i) => threadsOf(pid).map((cpu, k) => cpu - (children[i][k] ?? 0)));
  const sum = (list) => list.reduce((all, each) => all + each, 0);
  const main = sum(used.map(([first]) => first));
  const parts = { main, helpers: sum(used.flat()) - main, parent: cpuOf(process.pid) - parent };
  each.close();
  return { time, parts };
};
pool.close();
/** [ms] by the clock for the same work in one process or in several at once, nobody handing it out: what the machine itself gives. */
const together = async (processes, args) => {
  const ready = [];
  const children = Array.from({ length: processes }, (_, i) => {
    const child = spawn(process.execPath, args(i), { stdio: ['pipe', 'pipe', 'inherit'] });
    ready.push(new Promise((resolve) => child.stdout.once('data', resolve)));
    return child;
  });
  await Promise.all(ready);
  const start = performance.now();
  const ends = children.map((child) => new Promise((resolve) => child.on('exit', resolve)));
  for (const child of children) child.stdin.end('go');
  await Promise.all(ends);
  return performance.now() - start;
};
const GO = "process.stdout.write('ready');await new Promise((go) => process.stdin.once('data', go));";
const sums = (processes) =>
  together(processes, () => [
    '--input-type=module',
    '-e',
    `${GO}let s=0;for(let i=0;i<1.5e9;i++)s+=i*1e-9;process.exit(s>0?0:1)`,
  ]);
const alone = (processes) => together(processes, (i) => [ME, String(count), `${i}/${processes}`]);
// in turn, five times, the shortest of each: another program on the machine can only make a round longer
const shortest = { one: Infinity, two: Infinity, alone: Infinity, both: Infinity, sum: Infinity, sums: Infinity };
let parts;
const keep = (name, time) => {
  if (time < shortest[name]) shortest[name] = time;
};
for (let i = 0; i < 5; i++) {
  const one = await wall(1);
  if (one.time < shortest.one) parts = one.parts;
  keep('one', one.time);
  keep('two', (await wall(2)).time);
  keep('alone', await alone(1));
  keep('both', await alone(2));
  keep('sum', await sums(1));
  keep('sums', await sums(2));
}
const stepping = median((r) => r.stepping);
const row = (what, of) => {
  const extra = median(of);
  console.log(`${what}: ${extra.toFixed(2)} ms (${((100 * extra) / stepping).toFixed(1)} %)`);
};
console.log(`a job: stepping ${stepping.toFixed(2)} ms of processor time, median of ${count}`);
row('values read and model built', (r) => r.model);
row('measures taken', (r) => r.rest);
row('the pool, both processes', (r) => r.pool);
row('all of it', (r) => r.model + r.rest + r.pool);
const ratio = (value) => value.toFixed(2);
console.log(
  `two processes against one, by the clock: ${ratio(shortest.one / shortest.two)}; without a pool: ${ratio(shortest.alone / shortest.both)}; two that only add numbers: ${ratio((2 * shortest.sum) / shortest.sums)} (load ${os.loadavg()[0].toFixed(1)} on ${os.availableParallelism()} cores)`,
);
const share = (part) => `${((100 * part) / parts.main).toFixed(1)} %`;
console.log(
  `processor time of one process besides its main thread's: V8's own threads (compiling, collecting garbage) ${share(parts.helpers)}, the parent ${share(parts.parent)}`,
);
fs.rmSync(dir, { recursive: true });
