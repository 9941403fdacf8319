// Many seas, one operation: does every run come to its end or to a verdict a seaman would understand?
//   node benchmarks/studies/seeds.mjs SCENARIO.yaml [--seeds 1-50] [--until 215] [--set path=value]... [--out results.jsonl]
// One line a seed, in the results file too; seeds that stand there already are not run again. Ends with 1 when a run broke off for
// a reason of the numbers (diverged, not finite, step too small) or recorded a number that is none.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { openScenario } = await import(path.join(root, 'packages/cli/dist/scenario-file.js'));
const { formatIssue, runScenario } = await import(path.join(root, 'packages/scenario/dist/index.js'));

/** Reasons that are part of the operation: a script that cannot go on, rope that has run out. */
const PHYSICAL = ['event', 'out-of-rope'];

const { file, seeds, until, set, out } = read(process.argv.slice(2));
const done = new Set(
  out && fs.existsSync(out)
    ? fs
        .readFileSync(out, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).seed)
    : [],
);
const counts = {};
let broken = 0;
for (const seed of seeds) {
  if (done.has(seed)) continue;
  const row = one(seed);
  if (out) fs.appendFileSync(out, `${JSON.stringify(row)}\n`);
  console.log(
    `seed ${seed}: ${row.outcome}, t ${row.time.toFixed(1)} s, ${row.ratio.toFixed(1)} x real time, ` +
      `imbalance ${row.imbalance.toFixed(1)} J, ${row.reasons.join('; ')}`,
  );
  counts[row.outcome] = (counts[row.outcome] ?? 0) + 1;
  if (row.outcome === 'broken') broken++;
}
console.log(JSON.stringify(counts));
process.exitCode = broken > 0 ? 1 : 0;

function one(seed) {
  const opened = openScenario(file, [...set, `run.seed=${seed}`]);
  if (!opened.ok) throw new Error(opened.issues.map(formatIssue).join('\n'));
  const before = process.cpuUsage();
  const result = runScenario(opened.prepared, until ? { until } : {});
  const { user, system } = process.cpuUsage(before);
  const { failure, operation, summary, recording } = result;
  const numbers = recording.columns.every((column) => column.every(Number.isFinite));
  const physical = failure === undefined || PHYSICAL.includes(failure.reason);
  const ended = failure === undefined ? (operation?.verdict ?? 'end') : 'stopped';
  return {
    seed,
    outcome: numbers && physical ? ended : 'broken',
    time: summary.simulatedTime,
    cpu: (user + system) / 1e6,
    ratio: summary.simulatedTime / ((user + system) / 1e6),
    steps: summary.steps,
    rejected: summary.rejected,
    imbalance: summary.energy.imbalance,
    work: summary.energy.work,
    reasons: failure ? [`${failure.reason}: ${failure.message}`] : (operation?.reasons ?? []),
    lines: Object.fromEntries((operation?.lines ?? []).map(({ name, most }) => [name, Math.round(most)])),
    hash: summary.hash,
  };
}

function read(args) {
  const found = { file: undefined, seeds: range('1-50'), until: undefined, set: [], out: undefined };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--seeds') found.seeds = range(args[++i]);
    else if (args[i] === '--until') found.until = Number(args[++i]);
    else if (args[i] === '--set') found.set.push(args[++i]);
    else if (args[i] === '--out') found.out = args[++i];
    else found.file = args[i];
  }
  if (!found.file) throw new Error('expected a scenario file as the first argument');
  return found;
}

function range(text) {
  const [from, to = from] = text.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
