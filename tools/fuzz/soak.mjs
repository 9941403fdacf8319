/**
 * Launch and recovery in irregular seas, one operation after the other in one process, with a checkpoint on disk every simulated
 * minute: memory must stay flat.
 *
 *   node --expose-gc tools/fuzz/soak.mjs [--hours 8] [--scenario FILE] [--one] [--seed 1] [--out FILE] [--json]
 *
 * Hours are simulated ones. Every operation has a sea of its own (its seed), and the last checkpoint of each is loaded into a model
 * built anew, which must be in the same state. `--one`: one run of so many hours instead; its script is played once, and the ship lies
 * in the sea after it. Memory is read each simulated minute, after a collection; a line through the second half of the operations,
 * each by its last reading, says what a week would take. `--out`: the result so far, renewed every minute. Exit code 2: a run failed or
 * a checkpoint was not taken.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadCheckpoint, writeCheckpoint } from '../../packages/cli/dist/checkpoint.js';
import { writeAtomic } from '../../packages/cli/dist/run-folder.js';
import { openScenario } from '../../packages/cli/dist/scenario-file.js';
import { root } from './targets.mjs';

/** [s] of simulated time between checkpoints */
const MINUTE = 60;

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '8' },
    scenario: { type: 'string' },
    one: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    json: { type: 'boolean' },
  },
});
const file = values.scenario ?? path.join(root, 'scenarios/launch-recovery-irregular/scenario.yaml');
const wanted = 3600 * Number(values.hours);
if (!(wanted > 0)) throw new Error(`--hours: expected a number above 0, found ${values.hours}`);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-soak-'));
const checkpoint = path.join(folder, 'checkpoint.hawser');
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

function opened(seed) {
  const set = [`run.seed=${seed}`, 'output.rate=0.01', 'output.animation rate=0.01'];
  if (values.one) set.push(`run.duration=${wanted} s`);
  const result = openScenario(file, set);
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return { simulation: result.prepared.simulation, duration: result.prepared.compiled.scenario.run.duration };
}

const begun = process.cpuUsage();
const failures = [];
const readings = [];
let past = 0; // [s] of the operations before this one
let operations = 0;
let checkpoints = 0;
for (let seed = Number(values.seed); past < wanted; seed++) {
  const { simulation, duration } = opened(seed);
  const until = Math.min(duration, wanted - past);
  let next = MINUTE;
  let hash;
  while (simulation.time < until) {
    const step = simulation.step(Math.min(until, next));
    if (!step.ok) {
      failures.push(`seed ${seed} at ${simulation.time.toFixed(2)} s: ${step.message}`);
      break;
    }
    if (simulation.time < next) continue;
    next += MINUTE;
    const state = simulation.save();
    writeCheckpoint(checkpoint, simulation, state);
    checkpoints++;
    hash = simulation.hash();
    read(past + simulation.time, state.length);
  }
  if (hash !== undefined) {
    const again = opened(seed).simulation;
    loadCheckpoint(checkpoint, again);
    if (again.hash() !== hash) failures.push(`seed ${seed}: a checkpoint loads as ${again.hash()}, not as ${hash}`);
  }
  past += Math.max(simulation.time, 1e-3); // one that fails at once must not hold us up for ever
  operations++;
}

function read(time, size) {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  readings.push({ time, operation: operations, bytes: heapUsed + arrayBuffers, rss });
  if (values.out !== undefined) writeAtomic(values.out, JSON.stringify(result(time), null, 2));
  if (!values.json && readings.length % 10 === 1)
    console.log(
      `${(time / 60).toFixed(0)} min: ${(readings.at(-1).bytes / 1e6).toFixed(1)} MB in use, checkpoint ${(size / 1e3).toFixed(0)} kB`,
    );
}

function result(time) {
  // one reading an operation, the last: within one memory goes up and down with what touches
  const ends = readings.filter((one, i) => one.operation !== readings[i + 1]?.operation);
  const counted = ends.length > 3 ? ends : readings;
  const half = counted.slice(Math.floor(counted.length / 2));
  const mean = (list) => list.reduce((a, b) => a + b, 0) / Math.max(1, list.length);
  const [t, m] = [mean(half.map((one) => one.time)), mean(half.map(({ bytes }) => bytes))];
  const slope =
    half.length < 3
      ? 0
      : half.reduce((sum, one) => sum + (one.time - t) * (one.bytes - m), 0) /
        half.reduce((sum, one) => sum + (one.time - t) ** 2, 0);
  const { user, system } = process.cpuUsage(begun);
  return {
    simulatedSeconds: time,
    operations: operations + 1,
    checkpoints,
    failures,
    readings: readings.length,
    firstBytes: readings[0]?.bytes ?? null,
    lastBytes: readings.at(-1)?.bytes ?? null,
    largestBytes: readings.reduce((most, { rss }) => Math.max(most, rss), 0),
    bytesPerHour: 3600 * slope,
    weekBytes: m + slope * 7 * 86400,
    cpuSeconds: (user + system) / 1e6,
  };
}

operations--; // all are over
const all = result(past);
if (values.out !== undefined) writeAtomic(values.out, JSON.stringify(all, null, 2));
if (values.json) console.log(JSON.stringify(all, null, 2));
else
  console.log(
    `${(past / 3600).toFixed(2)} h, ${all.operations} operations, ${checkpoints} checkpoints, ${failures.length === 0 ? 'none failed' : failures.join('; ')}: ${(all.bytesPerHour / 1e6).toFixed(3)} MB an hour, ${(all.weekBytes / 1e6).toFixed(0)} MB after a week`,
  );
process.exitCode = failures.length === 0 ? 0 : 2;
