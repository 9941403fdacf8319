/**
 * Tries spoilt inputs: nothing may throw, take more than 10 s of processor time or more than 1 GB of memory.
 *
 *   node tools/fuzz/fuzz.mjs [--inputs 1000] [--seed 1] [--only scenario,mesh] [--guided] [--out DIR] [--json]
 *
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
    found.push({ target: name, seed, index: end.index, error: end.why, stopped: true });
    next = end.index + 1;
  }
  return { target: name, inputs: done, signatures, functions, cpuSeconds: cpu() - begun, largestBytes: largest, found };
}

async function main() {
  const { values } = parseArgs({
    options: {
      inputs: { type: 'string', default: '1000' },
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
  const rows = [];
  for (const name of names) {
    const row = await fuzz(name, { seed: Number(values.seed), count: Number(values.inputs), guided: values.guided });
    rows.push(row);
    if (!values.json)
      console.log(
        `${name.padEnd(12)} ${String(row.inputs).padStart(8)} inputs  ${String(row.signatures).padStart(5)} kinds of answers  ${row.functions === null ? '' : `${row.functions} functions  `}${row.cpuSeconds.toFixed(1).padStart(7)} s  ${(row.largestBytes / 1e6).toFixed(0).padStart(5)} MB  ${row.found.length} failed`,
      );
  }
  const kept = new Set();
  for (const failure of rows.flatMap(({ found }) => found)) {
    const what = String(failure.error)
      .split('\n')
      .slice(0, 2)
      .join(' ')
      .replace(/[\d.]+/g, '#')
      .slice(0, 160);
    if (kept.has(what)) continue; // one of a kind
    kept.add(what);
    const folder = path.join(values.out, `${failure.target.replace(' ', '-')}-${failure.seed}-${failure.index}`);
    fs.mkdirSync(folder, { recursive: true });
    const small = failure.input === undefined ? undefined : await minimise(failure);
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
  if (values.json)
    console.log(
      JSON.stringify(
        rows.map(({ found, ...row }) => ({ ...row, failed: found.length })),
        null,
        2,
      ),
    );
  // a target that made an input small may hold a socket open
  process.stdout.write('', () => process.exit(kept.size > 0 ? 1 : 0));
}

if (isMainThread && process.argv[1] === new URL(import.meta.url).pathname) await main();
