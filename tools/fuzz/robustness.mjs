/**
 * The table of docs/robustness.md.
 *
 *   node tools/fuzz/robustness.mjs                    runs a short campaign of everything (some minutes) and prints its table
 *   node tools/fuzz/robustness.mjs --from a.json ...  prints the table of campaigns that were run before: what they printed with
 *                                                     --json, wrote with --out, or keep in a --journal (.ndjson), also while they run
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { summed as fuzzed } from './fuzz.mjs';
import { summed } from './kills.mjs';

const tool = (name) => fileURLToPath(new URL(name, import.meta.url));
const run = (...args) => {
  try {
    return JSON.parse(
      execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'] }),
    );
  } catch (error) {
    return JSON.parse(error.stdout); // a campaign that found something ends with 1
  }
};

/** A campaign from its journal, as its program would sum it up. */
function readJournal(file) {
  const rows = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
  if (rows[0]?.round !== undefined) return summed(rows);
  if (rows[0]?.target !== undefined) return fuzzed(rows);
  const broken = {};
  for (const { rule } of rows) if (rule !== undefined) broken[rule] = (broken[rule] ?? 0) + 1;
  const refused = rows.filter((row) => row.refused).length;
  return { seed: rows[0]?.seed, worlds: rows.length, refused, broken };
}

const [option, ...files] = process.argv.slice(2);
const results =
  option === '--from'
    ? files.map((file) => (file.endsWith('.ndjson') ? readJournal(file) : JSON.parse(fs.readFileSync(file, 'utf8'))))
    : [
        run(tool('fuzz.mjs'), '--json', '--inputs', '2000'),
        run(tool('worlds.mjs'), '--json', '--worlds', '40'),
        run(tool('kills.mjs'), '--json', '--kills', '20'),
        run(tool('clients.mjs'), '--json', '--seconds', '20'),
        run('--expose-gc', tool('soak.mjs'), '--json', '--hours', '0.1'),
        run(tool('../determinism-matrix.mjs'), '--json'),
      ];

const rows = [];
const inputsOf = new Map();
for (const result of results) {
  if (Array.isArray(result)) {
    for (const { target, inputs, failed, cpuSeconds, largestBytes } of result) {
      const sum = inputsOf.get(target) ?? { inputs: 0, failed: 0, cpuSeconds: 0, largestBytes: 0 };
      inputsOf.set(target, {
        inputs: sum.inputs + inputs,
        failed: sum.failed + failed,
        cpuSeconds: sum.cpuSeconds + cpuSeconds,
        largestBytes: Math.max(sum.largestBytes, largestBytes),
      });
    }
  } else if (result.broken !== undefined) {
    const broken = Object.values(result.broken).reduce((a, b) => a + b, 0);
    rows.push([
      `random worlds, seed ${result.seed}`,
      `${result.worlds}`,
      `${broken} broke a rule${
        broken > 0
          ? ` (${Object.entries(result.broken)
              .filter(([, count]) => count > 0)
              .map(([rule, count]) => `${rule}: ${count}`)
              .join('; ')})`
          : ''
      }, ${result.refused} refused with a sentence`,
      'worlds.mjs',
    ]);
  } else if (result.lost !== undefined) {
    rows.push([
      'kills of runs, exports, reports, studies, workers',
      `${result.kills} of ${result.kills + result.endedBefore} in time (${result.runs}, ${result.exports}, ${result.reports}, ${result.studies}, ${result.workers} rounds)`,
      `${result.lost.length} lost something; ${result.resumed} resumed, all to the same bits`,
      'kills.mjs',
    ]);
  } else if (result.requests !== undefined) {
    for (const [name, { before, after, largest }] of [
      ['hostile clients of hawser studio', result.studio],
      ['hostile clients of hawser serve', result.serve],
    ])
      rows.push([
        name,
        `${result.requests} in ${result.seconds} s, both`,
        `${result.wrong.length} wrong; memory ${mb(before)} in the second quarter of the time, ${mb(after)} in the last, ${mb(largest)} at most`,
        'clients.mjs',
      ]);
  } else if (result.readings !== undefined) {
    rows.push([
      'soak, launch and recovery in irregular seas',
      `${(result.simulatedSeconds / 3600).toFixed(2)} h simulated, ${result.operations} operations, ${result.checkpoints} checkpoints`,
      `${result.failures.length} failed; ${mb(result.firstBytes)} in use at the first, ${mb(result.lastBytes)} at the last; ${mb(result.bytesPerHour)} an hour, ${mb(result.weekBytes)} after a week`,
      'soak.mjs',
    ]);
  } else if (result.rows !== undefined) {
    const same = result.rows.filter((row) => row.same);
    rows.push([
      'determinism',
      result.rows.map(({ engine, left }) => (left ? `${engine} (${left})` : engine)).join(', '),
      `${same.length} of ${result.rows.length} the same bits`,
      'determinism-matrix.mjs',
    ]);
    for (const { file, until, hash } of result.scenarios)
      rows.push([`state of ${file} at ${until} s`, '', `\`${hash}\``, 'determinism-matrix.mjs']);
  }
}
function mb(bytes) {
  return `${(bytes / 1e6).toFixed(Math.abs(bytes) < 1e7 ? 1 : 0)} MB`;
}
console.log('| what | how many | found | tools/fuzz |\n|---|---|---|---|');
let all = 0;
for (const [target, { inputs, failed, cpuSeconds, largestBytes }] of inputsOf) {
  all += inputs;
  console.log(
    `| spoilt inputs: ${target} | ${inputs} | ${failed} failed; ${cpuSeconds.toFixed(0)} s of processor time, ${mb(largestBytes)} at most | fuzz.mjs |`,
  );
}
if (inputsOf.size > 0)
  console.log(
    `| spoilt inputs in all | ${all} | ${[...inputsOf.values()].reduce((sum, { failed }) => sum + failed, 0)} failed | fuzz.mjs |`,
  );
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
