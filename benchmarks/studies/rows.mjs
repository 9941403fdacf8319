#!/usr/bin/env node
/**
 * Studies of many rows: node benchmarks/studies/rows.mjs [rows]. Rows are made up and written by the program's own journal; what is
 * measured is the rest: how long until a study that stopped goes on, a query, the table, the report, and the memory it takes.
 * Processor seconds of whole processes, start of the program included.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Journal } from '../../packages/cli/dist/study/journal.js';
import { openStudy } from '../../packages/cli/dist/study/open-study.js';

const main = fileURLToPath(new URL('../../packages/cli/bin/hawser.mjs', import.meta.url));
const most = Number(process.argv[2] ?? 100_000);
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-rows-'));
process.chdir(dir);
fs.writeFileSync(
  'ball.yaml',
  `hawser: 1
bodies:
  ball: { mass: 1 kg, inertia: [1, 1, 1], position: [0, 0, 1 m] }
run: { duration: 0.1 s }
`,
);

/** Processor seconds of a command and all it started, and the largest memory [MB] of the command itself. */
function timed(...args) {
  const told = "process.on('exit', () => process.stderr.write('RSS ' + process.resourceUsage().maxRSS))";
  const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(told)}` };
  const quoted = [process.execPath, main, ...args].map((text) => `'${text.replaceAll("'", "'\\''")}'`).join(' ');
  const out = spawnSync('/bin/sh', ['-c', `${quoted}; times`], { encoding: 'utf8', env, maxBuffer: 1e9 });
  const [children] = out.stdout.trimEnd().split('\n').slice(-1);
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + 60 * Number(m) + Number(s),
    0,
  );
  return { seconds, memory: Number(/RSS (\d+)/.exec(out.stderr)?.[1]) / 1024, stdout: out.stdout, stderr: out.stderr };
}

for (const [rows, done] of [[10_000, 9_000], [10_000, 10_000], ...(most === 10_000 ? [] : [[most, most]])]) {
  fs.writeFileSync(
    'study.yaml',
    `study: 1
scenario: ball.yaml
vary:
  height: { path: 'bodies.ball.position[2]', range: { from: 1 m, to: 5 m, count: 10 } }
  speed: { path: 'bodies.ball.velocity', values: [[0, 0, 0], [1, 0, 0]] }
  mass: { path: bodies.ball.mass, uniform: [1 kg, 3 kg] }
sample: { count: ${rows / 20} }
measure: { low: { channel: ball.position.z, take: min }, far: { channel: ball.position.x, take: final } }
criteria: [{ measure: low, above: 1.5 m }]
`,
  );
  const study = openStudy('study.yaml', []);
  const folder = `made-${rows}-${done}`;
  fs.mkdirSync(folder);
  const journal = new Journal(path.join(folder, 'rows.jsonl'), true);
  const planner = study.planner();
  for (let k = 0; k < done; k++) {
    const { overrides: _, ...job } = study.jobOf(planner.next());
    const low = (job.numbers[0] ?? 0) - 0.05 * (job.numbers[2] ?? 1);
    journal.add({
      ...job,
      status: 'complete',
      reasons: [],
      measures: [low, 0.1 * k],
      simulated: 0.1,
      steps: 10,
      hash: '0123456789abcdef',
      cpu: 0.01,
    });
  }
  journal.close();
  const what = `${done} of ${rows} rows`;
  if (done < rows) {
    // ends after the first new row: all that is before it is the way to the next run
    const text = fs.readFileSync('study.yaml', 'utf8');
    fs.writeFileSync('study.yaml', `${text}budget: { runs: ${done + 1} }\n`);
    const { seconds, stdout, stderr } = timed(
      'study',
      'run',
      'study.yaml',
      '--out',
      folder,
      '--workers',
      '1',
      '--no-report',
    );
    console.log(
      `${what}: go on, make one run, write the table: ${seconds.toFixed(2)} s of processor time`,
      /ended early|complete/.exec(stdout)?.[0] ?? stderr,
    );
    continue;
  }
  const run = timed('study', 'run', 'study.yaml', '--out', folder, '--workers', '1', '--yes');
  const page = path.join(folder, 'report.html');
  console.log(
    `${what}: nothing to run, table and report: ${run.seconds.toFixed(2)} s, ${run.memory.toFixed(0)} MB; report ${(fs.statSync(page).size / 1e6).toFixed(2)} MB, table ${(fs.statSync(path.join(folder, 'rows.parquet')).size / 1e6).toFixed(2)} MB, journal ${(fs.statSync(path.join(folder, 'rows.jsonl')).size / 1e6).toFixed(1)} MB`,
  );
  const query = timed(
    'study',
    'query',
    folder,
    'select height, count(*), avg(far) from rows group by height order by height',
  );
  console.log(
    `${what}: query: ${query.seconds.toFixed(2)} s of processor time`,
    query.stdout.split('\n')[2] ?? query.stderr,
  );
}
fs.rmSync(dir, { recursive: true });
