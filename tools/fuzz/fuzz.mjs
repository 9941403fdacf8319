/**
 * Tries spoilt inputs: nothing may throw, take more than 10 s of processor time or more than 1 GB of memory.
 *
 *   node tools/fuzz/fuzz.mjs [--inputs 1000 | --all 1000000] [--seed 1] [--only scenario,mesh] [--guided] [--out DIR] [--journal FILE] [--json]
 *
 * --inputs: for each target; --all: so many together, fewer of targets whose inputs are dear (SHARE). --journal: a line for each
 * 5000 inputs of a target that are done, the targets by turns; with the same file a campaign that was stopped goes on behind it.
 * What fails is made small and written to DIR (default: fuzz-findings), one folder each, with what it said. Exit code 1: something failed.
 * --guided: inputs that reach a function no other reached join the corpus too (coverage of V8; dearer by the input).
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, Worker } from 'node:worker_threads';
import { minimise } from './minimise.mjs';
import { TARGETS } from './targets.mjs';

/** [s] of processor time, [bytes] */
export const LONGEST = 10;
export const LARGEST = 1e9;
const POLL = 200; // [ms]
/** Inputs of a target between two lines of a journal; the corpus of those with a new answer begins anew with each. */
const PART = 5000;
/** Inputs of a target for each of a cheap one, with --all: 10 to 25 ms each instead of 1 to 4. */
const SHARE = { scenario: 1 / 3, project: 1 / 3, override: 1 / 3, study: 1 / 3, bem: 1 / 6 };

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** One target, `count` inputs from `first` on; a thread that hangs or grows is ended, and the next goes on behind it. */
export async function fuzz(name, { seed, count, first = 0, guided = false }) {
  const begun = cpu();
  const { rss: own } = process.memoryUsage(); // what this process holds already is not the input's
  const found = [];
  let done = 0;
  let signatures = 0;
  let functions = null;
  let largest = 0;
  for (let next = first; next < first + count; ) {
    const shared = new SharedArrayBuffer(16);
    const at = new Float64Array(shared);
    at[0] = -1;
    const worker = new Worker(new URL('./work.mjs', import.meta.url), {
      workerData: { name, seed, first: next, count: first + count - next, shared, guided },
      resourceLimits: { maxOldGenerationSizeMb: LARGEST / 1e6 },
    });
    const end = await new Promise((resolve) => {
      let index = -1;
      let since = cpu();
      const watch = setInterval(() => {
        const rss = process.memoryUsage().rss - own;
        largest = Math.max(largest, rss + own);
        if (at[0] !== index) {
          index = at[0];
          since = cpu();
        } else if (index >= 0 && cpu() - since > LONGEST)
          stop({ why: `took more than ${LONGEST} s of processor time`, index });
        if (rss > 1.3 * LARGEST && index >= 0) stop({ why: `took ${(rss / 1e9).toFixed(2)} GB of memory`, index });
      }, POLL);
      const stop = (result) => {
        clearInterval(watch);
        resolve(result);
      };
      worker.on('message', (message) => {
        if (message.done) {
          signatures += message.signatures;
          functions = message.functions ?? functions;
          stop({ done: true });
        } else if (!message.ready) found.push({ target: name, seed, ...message });
      });
      worker.on('error', (error) => stop({ why: `the thread ended: ${error.message}`, index: at[0] }));
      worker.on('exit', () => stop({ done: true }));
    });
    await worker.terminate();
    done += at[1];
    if (end.done) break;
    const input = await inputAt(name, { seed, first: next, index: end.index });
    found.push({ target: name, seed, index: end.index, input, error: end.why, stopped: true });
    next = end.index + 1;
  }
  return { target: name, inputs: done, signatures, functions, cpuSeconds: cpu() - begun, largestBytes: largest, found };
}

/** The input that a thread was stopped at, which it could no longer say itself: those before it are run again, as they lend it parts. */
async function inputAt(name, { seed, first, index }) {
  const worker = new Worker(new URL('./work.mjs', import.meta.url), {
    workerData: {
      name,
      seed,
      first,
      count: index - first,
      shared: new SharedArrayBuffer(16),
      guided: false,
      show: true,
    },
  });
  const input = await new Promise((resolve) => {
    worker.on('message', (message) => message.shown && resolve(message.shown));
    worker.on('error', () => resolve(undefined));
    worker.on('exit', () => resolve(undefined));
  });
  await worker.terminate();
  return input;
}

async function main() {
  const { values } = parseArgs({
    options: {
      inputs: { type: 'string', default: '1000' },
      all: { type: 'string' },
      journal: { type: 'string' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      out: { type: 'string', default: 'fuzz-findings' },
      guided: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const names = values.only === undefined ? TARGETS : values.only.split(',');
  for (const name of names)
    if (!TARGETS.includes(name)) throw new Error(`--only: expected some of ${TARGETS.join(', ')}, found ${name}`);
  const seed = Number(values.seed);
  const share = (name) => SHARE[name] ?? 1;
  const each = Number(values.all) / names.reduce((sum, name) => sum + share(name), 0);
  const wanted = (name) => (values.all === undefined ? Number(values.inputs) : Math.ceil(each * share(name)));
  const parts = readJournal(values.journal);
  if (parts.some((row) => row.seed !== seed))
    throw new Error(`--journal ${values.journal}: expected inputs of seed ${seed}, found others`);
  const kept = new Set();
  const part = async (name, first, count) => {
    const row = { seed, first, ...(await fuzz(name, { seed, first, count, guided: values.guided })) };
    for (const failure of row.found) await keep(failure, values, kept);
    const { found, ...line } = row;
    parts.push({ ...line, failed: found.length });
    if (values.journal !== undefined) fs.appendFileSync(values.journal, `${JSON.stringify(parts.at(-1))}\n`);
  };
  if (values.journal === undefined) for (const name of names) await part(name, 0, wanted(name));
  else {
    const turns = names.flatMap((name) =>
      Array.from({ length: Math.ceil(wanted(name) / PART) }, (_, k) => ({
        name,
        first: k * PART,
        at: (k * PART) / wanted(name),
      })),
    );
    const done = new Set(parts.map(({ target, first }) => `${target} ${first}`));
    for (const { name, first } of turns.sort((a, b) => a.at - b.at))
      if (!done.has(`${name} ${first}`)) await part(name, first, Math.min(PART, wanted(name) - first));
  }
  const rows = summed(parts);
  for (const row of rows)
    if (!values.json)
      console.log(
        `${row.target.padEnd(14)} ${String(row.inputs).padStart(8)} inputs  ${String(row.signatures).padStart(5)} kinds of answers  ${row.functions === null ? '' : `${row.functions} functions  `}${row.cpuSeconds.toFixed(1).padStart(7)} s  ${(row.largestBytes / 1e6).toFixed(0).padStart(5)} MB  ${row.failed} failed`,
      );
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  // a target that made an input small may hold a socket open
  process.stdout.write('', () => process.exit(rows.some(({ failed }) => failed > 0) ? 1 : 0));
}

/** Makes what failed small and writes it to its folder, one of a kind. */
async function keep(failure, values, kept) {
  const what = String(failure.error)
    .split('\n')
    .slice(0, 2)
    .join(' ')
    .replace(/[\d.]+/g, '#')
    .slice(0, 160);
  if (kept.has(what)) return;
  kept.add(what);
  const folder = path.join(values.out, `${failure.target.replace(' ', '-')}-${failure.seed}-${failure.index}`);
  fs.mkdirSync(folder, { recursive: true });
  const small = failure.input === undefined || failure.stopped ? undefined : await minimise(failure);
  const { text, bytes, file = 'input', other, set } = small ?? failure.input ?? {};
  fs.writeFileSync(
    path.join(folder, 'error.txt'),
    `${failure.target}, seed ${failure.seed}, input ${failure.index}, ${file}\n${failure.error}\n`,
  );
  if (text !== undefined) fs.writeFileSync(path.join(folder, 'input.yaml'), text);
  if (other !== undefined) fs.writeFileSync(path.join(folder, 'b.yaml'), other);
  if (set !== undefined) fs.writeFileSync(path.join(folder, 'set.txt'), set);
  if (bytes !== undefined) fs.writeFileSync(path.join(folder, 'input.bin'), bytes);
  if (!values.json) console.log(`\n${folder}: ${String(failure.error).split('\n').slice(0, 4).join('\n  ')}`);
}

/** Lines of a campaign; a last one that was cut off by a kill is done again. */
function readJournal(file) {
  if (file === undefined || !fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

/** One row a target, of the parts of a campaign. */
export function summed(parts) {
  const rows = new Map();
  for (const { target, inputs, signatures, functions, cpuSeconds, largestBytes, failed } of parts) {
    const sum = rows.get(target);
    rows.set(target, {
      target,
      inputs: inputs + (sum?.inputs ?? 0),
      signatures: Math.max(signatures, sum?.signatures ?? 0),
      functions: functions === null ? null : Math.max(functions, sum?.functions ?? 0),
      cpuSeconds: cpuSeconds + (sum?.cpuSeconds ?? 0),
      largestBytes: Math.max(largestBytes, sum?.largestBytes ?? 0),
      failed: failed + (sum?.failed ?? 0),
    });
  }
  return [...rows.values()];
}

if (isMainThread && process.argv[1] === new URL(import.meta.url).pathname) await main();
