/**
 * Programs that are killed, disks that are slow, clocks that jump: nothing is lost that was said to be written.
 *
 *   node tools/fuzz/kills.mjs [--kills 20] [--seed 1] [--journal FILE] [--json]
 *
 * Each round starts a run, an export, a report or a study, kills it (SIGKILL; some stand still by SIGSTOP before, some have a slow
 * disk or a clock that jumps) after a random time and looks at what is left: every file that stands in place is whole, rows of a
 * killed run can be read up to the last checkpoint at least, and going on from it ends in the state of a run that was never killed. Of
 * a study the program or one of its workers is killed; rows that were there stay, none is there twice, and the study, gone on with until
 * it is complete, has the rows of one that was never killed. --journal: a line a round; the same file goes on behind it. Exit code 1:
 * something was lost.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readGlb, readParquet } from '../../packages/formats/dist/index.js';
import { parseManifest } from '../../packages/record/dist/index.js';
import { loadRun } from '../../packages/cli/dist/run-data.js';
import { Random } from './random.mjs';
import { root } from './targets.mjs';

const program = path.join(root, 'packages/cli/bin/hawser.mjs');

const SCENARIO = `hawser: 1
title: To be killed
bodies:
  floor: { fixed: true, shapes: [{ half-space: true }] }
  ball: { density: 1000, position: [0, 0, 1 m], velocity: [1, 0, 0], shapes: [{ sphere: 0.1 m }] }
  box: { density: 500, position: [0.5, 0.3, 0.9 m], shapes: [{ box: [0.3, 0.2, 0.4] }] }
joints:
  pin: { type: point, between: [world, box], at: [0.5, 0, 1.2 m] }
solver: { step: 0.5 ms }
run: { duration: 3 s }
output: { rate: 200 Hz, animation rate: 20 Hz }
`;

/** Runs of a moment, as many as a few kills leave unfinished. */
const STUDY = `study: 1
scenario: b.yaml
vary:
  height: { path: 'bodies.ball.position[2]', range: { from: 0.5 m, to: 1 m, count: 4 } }
  speed: { path: 'bodies.ball.velocity[0]', range: { from: 0.1 m/s, to: 1 m/s, count: 6 } }
measure: { top: { channel: ball.position.z, take: max }, end: { channel: ball.position.x, take: final } }
`;
const TROUBLE = new URL('./trouble.mjs', import.meta.url).href;

/**
 * Ends by itself, or is killed after so many milliseconds. `stop`: it stands still for a while before; `child`: one of its processes
 * is killed then, and the program itself a while later.
 */
export function start(args, cwd, { killAfter, stop = false, child: ofChild = false, trouble = '' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: {
        ...process.env,
        NO_COLOR: '1',
        TMPDIR: cwd,
        ...(trouble !== '' && { NODE_OPTIONS: `--import ${TROUBLE}`, HAWSER_TROUBLE: trouble }),
      },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (text) => (stdout += text));
    child.stderr.on('data', (text) => (stderr += text));
    const timers = [];
    if (killAfter !== undefined) {
      if (ofChild) timers.push(setTimeout(() => killOne(childrenOf(child.pid)), 0.6 * killAfter));
      timers.push(setTimeout(() => child.kill('SIGKILL'), killAfter));
      if (stop) {
        timers.push(setTimeout(() => child.kill('SIGSTOP'), 0.5 * killAfter));
        timers.push(setTimeout(() => child.kill('SIGCONT'), 0.8 * killAfter));
      }
    }
    let children = [];
    if (killAfter !== undefined)
      timers.push(setTimeout(() => (children = childrenOf(child.pid)), Math.max(0, killAfter - 20)));
    child.on('close', (code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      resolve({ code, signal, stdout, stderr, children });
    });
  });
}

function childrenOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number);
  } catch {
    return []; // it is over, or this is no Linux
  }
}

function killOne([pid]) {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

/** Keys of the whole lines of a journal of rows, in order. */
function rowsOf(folder) {
  const file = path.join(folder, 'rows.jsonl');
  if (!fs.existsSync(file)) return [];
  return fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
}

/** What is wrong with the files of a folder, if anything. Half-written ones may be there under another name only. */
export async function lookAt(folder) {
  const wrong = [];
  if (!fs.existsSync(folder)) return wrong;
  const names = fs.readdirSync(folder);
  const bytes = (name) => new Uint8Array(fs.readFileSync(path.join(folder, name)));
  if (names.includes('run.json')) {
    const parsed = parseManifest(Buffer.from(bytes('run.json')).toString('utf8'));
    if (!parsed.ok) wrong.push(`run.json: ${parsed.message}`);
    else
      for (const name of Object.values(parsed.manifest.files))
        if (!names.includes(name)) wrong.push(`run.json names ${name}, which is not there`);
  }
  if (names.includes('series.parquet') && !(await readParquet(bytes('series.parquet'))).ok)
    wrong.push('series.parquet is not whole');
  if (names.includes('animation.glb') && !(await readGlb(bytes('animation.glb'))).ok)
    wrong.push('animation.glb is not whole');
  if (names.includes('report.html') && !Buffer.from(bytes('report.html')).toString('utf8').endsWith('</html>\n'))
    wrong.push('report.html is not whole');
  return wrong;
}

/** Waits until the processes of a program that was killed are gone: they end when nobody listens any more. */
async function gone(pids) {
  for (let i = 0; i < 200 && pids.some((pid) => fs.existsSync(`/proc/${pid}`)); i++)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/**
 * `kills`: rounds, and as many more, up to tenfold, as it takes to kill `least` programs: one that ends before its time was
 * not killed. `done`: rounds that are not to be done again; `heard`: told of each.
 */
export async function tryKills({ seed, kills, least = 0, done = new Set(), heard = () => {} }) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-kills-'));
  const rounds = [];
  try {
    fs.writeFileSync(path.join(dir, 'a.yaml'), SCENARIO);
    fs.writeFileSync(path.join(dir, 'b.yaml'), SCENARIO.replace('duration: 3 s', 'duration: 0.2 s'));
    fs.writeFileSync(path.join(dir, 's.yaml'), STUDY);
    const needed = async (...args) => {
      const ended = await start([...args, '--json'], dir);
      if (ended.code !== 0) throw new Error(ended.stderr);
      return JSON.parse(ended.stdout);
    };
    const begun = performance.now();
    const { summary } = await needed('run', 'a.yaml', '--out', 'whole', '--checkpoint', '0.2');
    const took = performance.now() - begun;
    const { digest } = await needed('study', 'run', 's.yaml', '--out', 'all', '--workers', '1', '--no-report');
    let long = took; // [ms] a run takes on this machine, now
    let studies = 0;
    for (let i = 0; i < kills || (i < 10 * kills && rounds.filter((row) => row.killed).length < least); i++) {
      if (done.has(i)) continue;
      const random = new Random(seed, i);
      const kind = random.pick(['run', 'run', 'run', 'export', 'report', 'study', 'worker']);
      const options = {
        killAfter: random.between(0.05, 1.1) * (kind === 'export' || kind === 'report' ? 0.7 * long : long),
        stop: random.chance(0.2),
        child: kind === 'worker',
        trouble: random.pick(['', '', 'slow', 'clock', 'slow,clock']),
      };
      const lost = [];
      const say = (text) => lost.push(`round ${i} (${kind}, after ${options.killAfter.toFixed(0)} ms): ${text}`);
      const row = { round: i, kind };
      if (kind === 'study' || kind === 'worker') {
        const folder = `study-${studies}`;
        const full = path.join(dir, folder);
        const before = rowsOf(full);
        const ended = await start(
          ['study', 'run', 's.yaml', '--out', folder, '--workers', '2', '--no-report'],
          dir,
          options,
        );
        await gone(ended.children);
        row.killed = ended.signal === 'SIGKILL';
        const after = rowsOf(full);
        if (before.some((line, k) => after[k] !== line))
          say(`rows that were there are not: ${before.length}, ${after.length}`);
        const ids = after.map((line) => JSON.parse(line).id);
        if (new Set(ids).size !== ids.length) say('a row is there twice');
        if (after.length >= 12 || ended.code === 0) {
          const end = await needed('study', 'run', 's.yaml', '--out', folder, '--workers', '1', '--no-report');
          if (end.digest !== digest || end.runs !== 24)
            say(`gone on with, it has ${end.runs} rows of digest ${end.digest}`);
          fs.rmSync(full, { recursive: true });
          studies++;
        }
      } else {
        const folder = `killed-${i}`;
        const full = path.join(dir, folder);
        let ended;
        if (kind === 'run') {
          ended = await start(['run', 'a.yaml', '--out', folder, '--checkpoint', '0.2'], dir, options);
        } else {
          fs.cpSync(path.join(dir, 'whole'), full, { recursive: true });
          const args =
            kind === 'report'
              ? ['report', folder]
              : ['export', folder, '--to', random.pick(['csv', 'hdf5', 'xlsx', 'parquet', 'gltf'])];
          ended = await start(args, dir, options);
        }
        row.killed = ended.signal === 'SIGKILL';
        for (const wrong of await lookAt(full)) say(wrong);
        const checkpoint = path.join(full, 'checkpoint.hawser');
        const stands = fs.existsSync(path.join(full, 'series.stream')) || fs.existsSync(path.join(full, 'run.json'));
        if (kind !== 'run' || !fs.existsSync(checkpoint)) {
          if (kind !== 'run' && !stands) say('the run is gone');
        } else {
          const header = fs.readFileSync(checkpoint);
          const { time } = JSON.parse(header.toString('utf8', 12, 12 + header.readUInt32LE(8)));
          try {
            const { recording } = await loadRun(full);
            const last = recording.time[recording.length - 1];
            if (last < time - 0.005 - 1e-9) say(`rows end at ${last} s, the checkpoint is at ${time} s`);
          } catch (error) {
            say(`its rows cannot be read: ${error.message}`);
          }
          if (random.chance(0.3)) {
            row.resumed = true;
            const on = await start(
              ['run', 'a.yaml', '--resume', checkpoint, '--out', `on-${i}`, '--no-report', '--json'],
              dir,
            );
            const hash = on.code === 0 ? JSON.parse(on.stdout).summary.hash : on.stderr;
            if (hash !== summary.hash) say(`resumed, it ends in ${hash}, not in ${summary.hash}`);
          }
        }
        fs.rmSync(full, { recursive: true, force: true });
        fs.rmSync(path.join(dir, `on-${i}`), { recursive: true, force: true });
      }
      long = Math.max(0.2 * took, Math.min(5 * took, long * (row.killed ? 1.1 : 0.7))); // a machine is as busy as it was a moment ago
      rounds.push({ ...row, lost });
      heard({ ...row, lost });
    }
  } finally {
    fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  return summed(rounds);
}

/** What a campaign of rounds comes to. */
export function summed(rounds) {
  const count = (kind) => rounds.filter((row) => row.kind === kind).length;
  const killed = rounds.filter((row) => row.killed).length;
  return {
    kills: killed,
    endedBefore: rounds.length - killed,
    runs: count('run'),
    resumed: rounds.filter((row) => row.resumed).length,
    exports: count('export'),
    reports: count('report'),
    studies: count('study'),
    workers: count('worker'),
    lost: rounds.flatMap((row) => row.lost),
  };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      journal: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  const { journal } = values;
  const rounds =
    journal !== undefined && fs.existsSync(journal)
      ? fs
          .readFileSync(journal, 'utf8')
          .split('\n')
          .filter((line) => line.endsWith('}'))
          .map((line) => JSON.parse(line))
      : [];
  await tryKills({
    seed: Number(values.seed),
    kills: Number(values.kills),
    done: new Set(rounds.map(({ round }) => round)),
    heard: (row) => {
      rounds.push(row);
      if (journal !== undefined) fs.appendFileSync(journal, `${JSON.stringify(row)}\n`);
      if (!values.json) for (const text of row.lost) console.log(text);
    },
  });
  const result = summed(rounds);
  if (values.json) console.log(JSON.stringify(result, null, 2));
  else
    console.log(
      `${result.kills} killed, ${result.endedBefore} over before; ${result.runs} runs, ${result.exports} exports, ${result.reports} reports, ${result.studies} studies, ${result.workers} workers; ${result.resumed} resumed; ${result.lost.length} lost something`,
    );
  process.exitCode = result.lost.length > 0 ? 1 : 0;
}
