/** A thread that tries inputs of one target; who started it watches its clock and its memory. */
import { parentPort, workerData } from 'node:worker_threads';
import { Coverage } from './coverage.mjs';
import { Random } from './random.mjs';
import { makeTarget } from './targets.mjs';

const { name, seed, first, count, shared, guided, show } = workerData;
const at = new Float64Array(shared); // [index tried, inputs done]
const target = await makeTarget(name);
const corpus = [];
const seen = new Set();
/** Inputs kept to go on from; the oldest make room. */
const MOST_KEPT = 300;

const coverage = guided ? new Coverage() : undefined;
coverage?.start();
parentPort.postMessage({ ready: true });
for (let index = first; index < first + count; index++) {
  at[0] = index;
  const input = target.make(new Random(seed, index), corpus);
  try {
    const signature = await target.run(input);
    // a kind of answer, or a function of ours, that no input before it led to
    const fresh = coverage?.take() ?? 0;
    if (!seen.has(signature) || fresh > 0) {
      seen.add(signature);
      if (corpus.length >= MOST_KEPT) corpus.shift();
      corpus.push(input);
    }
  } catch (error) {
    parentPort.postMessage({
      index,
      input,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
  at[1]++;
}
if (show) parentPort.postMessage({ shown: target.make(new Random(seed, first + count), corpus) });
parentPort.postMessage({ done: true, signatures: seen.size, functions: coverage?.reached ?? null });
