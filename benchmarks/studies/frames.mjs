// Launch and recovery at 60 Hz in a worker, in step with the clock: what a frame costs, which are late, and whether memory stays flat.
//   node benchmarks/studies/frames.mjs [--seconds 45] [--scenario FILE]
// By the wall clock, so only a quiet machine tells. Prints JSON; costs in ms.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { openInWorker } = await import(path.join(root, 'packages/cli/dist/worker/node.js'));
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '45' },
    scenario: { type: 'string', default: path.join(root, 'scenarios/launch-recovery/scenario.yaml') },
  },
});
const frames = 60 * Number(values.seconds);
const costs = [];
const late = [];
const memory = [];
let dropped = 0;
const folder = path.dirname(values.scenario);
const named = fs.readdirSync(folder).filter((name) => /\.(ya?ml|obj|stl|csv)$/.test(name));
const opened = await openInWorker(path.basename(values.scenario), {
  files: Object.fromEntries(named.map((name) => [name, new Uint8Array(fs.readFileSync(path.join(folder, name)))])),
  rate: 60,
  warmUp: 1,
  onFrame(frame) {
    if (costs.length >= frames) return;
    costs.push(frame.cost);
    if (frame.late) late.push(Number(frame.time.toFixed(2)));
    dropped += frame.dropped;
    if (costs.length % 300 === 0) memory.push(Math.round(process.memoryUsage.rss() / 1e6));
    if (costs.length === frames) finish();
  },
  onEnd: ({ message }) => {
    throw new Error(message);
  },
});
if (!opened.ok) throw new Error(opened.issues[0].message);
opened.sim.play();

function finish() {
  opened.sim.close();
  const sorted = [...costs].sort((a, b) => a - b);
  const part = (p) => Number(sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))].toFixed(2));
  const found = { frames, dropped, late: late.length, lateAt: late.slice(0, 20) };
  console.log(
    JSON.stringify({ ...found, p50: part(0.5), p99: part(0.99), p999: part(0.999), most: part(1), memory }, null, 2),
  );
}
