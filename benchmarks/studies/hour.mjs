// An hour at sea: the launch and recovery of scenarios/launch-recovery-irregular, sea state 4 and a free ship, with the boat in the
// water alongside for most of it. Does it end, and does it need more and more memory?
//   node --expose-gc benchmarks/studies/hour.mjs [--minutes 60] [--seed 1] [--set path=value]... [--out hour.json]
// Writes a line a simulated minute: processor time, energy unaccounted for, memory after collecting garbage. Ends with 1 when the run
// did not come to its end or recorded a number that is none.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { openScenario } = await import(path.join(root, 'packages/cli/dist/scenario-file.js'));
const { formatIssue, runScenario } = await import(path.join(root, 'packages/scenario/dist/index.js'));

const { minutes, seed, set, out } = read(process.argv.slice(2));
const end = 60 * minutes;
/** time that is left for taking the boat back [s] */
const RECOVERY = 140;
const file = path.join(root, 'scenarios/launch-recovery-irregular/scenario.yaml');
const opened = openScenario(file, [
  `run.duration=${end} s`,
  `run.seed=${seed}`,
  `director.6.steps.0.at=${end - RECOVERY} s`,
  'output.rate=1 Hz',
  'output.animation rate=0.1 Hz',
  ...set,
]);
if (!opened.ok) throw new Error(opened.issues.map(formatIssue).join('\n'));
const [, , , , , , alongside] = opened.prepared.compiled.scenario.director ?? [];
if (alongside?.phase !== 'Alongside') throw new Error('expected the seventh phase of the script to be "Alongside"');

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const started = cpu();
const rows = [];
let next = 60;
const result = runScenario(opened.prepared, {
  onProgress({ simulation }) {
    if (simulation.time < next) return;
    next += 60;
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const { steps, rejected } = simulation.stats;
    const row = {
      minute: Math.round(simulation.time / 60),
      cpu: round(cpu() - started, 1),
      steps,
      rejected,
      imbalance: round(simulation.energy.imbalance, 1),
      heap: round(heapUsed / 2 ** 20, 2),
      buffers: round(arrayBuffers / 2 ** 20, 2),
    };
    rows.push(row);
    console.log(JSON.stringify(row));
  },
});
const { failure, operation, summary, recording } = result;
const numbers = recording.columns.every((column) => column.every(Number.isFinite));
const used = cpu() - started;
const report = {
  scenario: 'scenarios/launch-recovery-irregular',
  seed,
  status: result.status,
  ...(failure && { failure }),
  simulated: summary.simulatedTime,
  cpu: round(used, 1),
  ratio: round(summary.simulatedTime / used, 2),
  steps: summary.steps,
  rejected: summary.rejected,
  allFinite: numbers,
  energy: summary.energy,
  verdict: operation?.verdict,
  reasons: operation?.reasons,
  phases: operation?.phases?.map(({ name, start }) => ({ name, start: round(start, 1) })),
  lines: Object.fromEntries((operation?.lines ?? []).map(({ name, most }) => [name, Math.round(most)])),
  minutes: rows,
};
if (out) fs.writeFileSync(out, `${JSON.stringify(report, null, 1)}\n`);
console.log(JSON.stringify({ ...report, minutes: rows.length }));
process.exitCode = result.status === 'complete' && numbers ? 0 : 1;

function round(x, digits) {
  return Number(x.toFixed(digits));
}

function read(args) {
  const found = { minutes: 60, seed: 1, set: [], out: undefined };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--minutes') found.minutes = Number(args[++i]);
    else if (args[i] === '--seed') found.seed = Number(args[++i]);
    else if (args[i] === '--set') found.set.push(args[++i]);
    else if (args[i] === '--out') found.out = args[++i];
    else throw new Error(`not understood: ${args[i]}`);
  }
  return found;
}
