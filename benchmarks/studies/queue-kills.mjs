#!/usr/bin/env node
/**
 * A study by a queue on Redis while workers and the server are killed: node benchmarks/studies/queue-kills.mjs [jobs] [worker kills] [server
 * kills]. Needs redis-server. Says what was lost, what was counted twice, and whether all rows are those of a quiet run.
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [jobs = 1000, workerKills = 20, serverKills = 3] = process.argv.slice(2).map(Number);
const main = fileURLToPath(new URL('../../packages/cli/bin/hawser.mjs', import.meta.url));
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-kills-'));
process.chdir(dir);
const port = 20000 + (process.pid % 20000);
const url = `redis://127.0.0.1:${port}`;
fs.writeFileSync(
  'ball.yaml',
  `hawser: 1
materials: { rubber: { youngs: 1 MPa, density: 1100 kg/m^3, restitution: 0.7, friction: 0.5 } }
bodies:
  floor: { fixed: true, shapes: [{ half-space: true, material: rubber }] }
  ball: { material: rubber, position: [0, 0, 0.3 m], velocity: [0.5 m/s, 0, 0], shapes: [{ sphere: 0.1 m }] }
run: { duration: 1 s }
`,
);
fs.writeFileSync(
  'study.yaml',
  `study: 1
scenario: ball.yaml
vary: { height: { path: 'bodies.ball.position[2]', range: { from: 0.2 m, to: 1 m, count: ${jobs} } } }
measure: { end: { channel: ball.position.x, take: final } }
`,
);
const hawser = (...args) => spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
const redis = () =>
  spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--appendonly', 'yes', '--save', ''],
    { stdio: 'ignore' },
  );
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const rows = () =>
  fs.existsSync('killed/rows.jsonl') ? fs.readFileSync('killed/rows.jsonl', 'utf8').split('\n').length - 1 : 0;
let seed = 7;
const random = (n) => {
  seed = (seed * 48271) % 2147483647; // Park and Miller 1988
  return seed % n;
};

let server = redis();
await wait(1000);
const workers = [0, 1, 2].map(() => hawser('worker', '--queue', url, '--workers', '1'));
const study = hawser('study', 'run', 'study.yaml', '--queue', url, '--out', 'killed', '--no-report', '--json');
let printed = '';
study.stdout.on('data', (text) => {
  printed += text;
});
const over = new Promise((resolve) => study.on('exit', resolve));
const total = workerKills + serverKills;
for (let k = 1; k <= total; k++) {
  while (rows() < (k * jobs) / (total + 2) && study.exitCode === null) await wait(50);
  if (k % Math.ceil(total / serverKills) === 0) {
    server.kill('SIGKILL');
    await wait(500);
    server = redis();
  } else {
    const index = random(workers.length);
    workers[index].kill('SIGKILL');
    workers[index] = hawser('worker', '--queue', url, '--workers', '1');
  }
}
await over;
for (const worker of workers) worker.kill('SIGKILL');
server.kill('SIGKILL');
const quiet = JSON.parse(
  spawnSync(process.execPath, [main, 'study', 'run', 'study.yaml', '--out', 'quiet', '--no-report', '--json'], {
    encoding: 'utf8',
  }).stdout,
);
const killed = JSON.parse(printed);
const ids = fs
  .readFileSync('killed/rows.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line).id);
console.log(
  `${jobs} jobs, ${workerKills} kills of workers, ${serverKills} of the server: ${jobs - killed.runs} lost, ${ids.length - new Set(ids).size} counted twice, ${killed.failed} failed`,
);
console.log(
  `digest of all rows ${killed.digest}, of a quiet run ${quiet.digest}: ${killed.digest === quiet.digest ? 'the same' : 'DIFFERENT'}`,
);
fs.rmSync(dir, { recursive: true, force: true });
process.exit(killed.digest === quiet.digest ? 0 : 1);
