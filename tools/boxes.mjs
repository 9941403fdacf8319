/**
 * Who allocates in a step? A number that crosses a call which is not inlined, or a field that once held something else, is put
 * into a box of 16 bytes on the heap. After `npx tsc -b`:
 *   node tools/boxes.mjs scenarios/mooring-line/scenario.yaml              bytes a step, by function
 *   node tools/boxes.mjs scenarios/mooring-line/scenario.yaml addTension   the lines of a function whose optimised code boxes
 * A third argument is the number of steps before (1500): functions that run once a step are compiled late.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const STEPS = 300;
const [file, name, warm = '1500'] = process.argv.slice(2);
const FLAGS = [
  '--expose-gc',
  '--single-threaded',
  '--interrupt-budget=10000',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
];

if (file === undefined) {
  console.error('usage: node tools/boxes.mjs SCENARIO [FUNCTION] [STEPS]');
  process.exit(1);
}
if (process.env.HAWSER_BOXES === '1') await run();
else if (name === undefined || name === '') start([], warm, 'inherit');
else explain();

/** A process of its own, whose compiler is less patient than by default. */
function start(flags, steps, stdio, cwd) {
  const script = fileURLToPath(import.meta.url);
  const env = { ...process.env, HAWSER_BOXES: '1' };
  execFileSync(process.execPath, [...FLAGS, ...flags, script, path.resolve(file), '', steps], { env, stdio, cwd });
}

async function run() {
  const { openScenario } = await import('../packages/cli/dist/scenario-file.js');
  const opened = openScenario(path.resolve(file), []);
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues, null, 2));
  const { simulation } = opened.prepared;
  const step = (count) => {
    for (let k = 0; k < count; k++) {
      const result = simulation.step(Number.MAX_VALUE);
      if (!result.ok) throw new Error(result.message);
    }
  };
  step(Number(warm));
  const session = new Session();
  session.connect();
  let answer;
  const post = (method, parameters) => session.post(method, parameters, (_, result) => (answer = result));
  globalThis.gc();
  const every = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
  post('HeapProfiler.startSampling', { samplingInterval: 64, ...every });
  step(STEPS);
  post('HeapProfiler.stopSampling');
  const bytes = new Map();
  const walk = ({ callFrame, selfSize, children }, caller) => {
    const { functionName, url, lineNumber } = callFrame;
    const ours = url.includes('/packages/');
    const key = `${functionName} (${path.basename(url)}:${lineNumber + 1}) from ${caller}`;
    if (ours) bytes.set(key, (bytes.get(key) ?? 0) + selfSize);
    for (const child of children) walk(child, functionName);
  };
  walk(answer.profile.head, '');
  const found = [...bytes].filter(([, size]) => size / STEPS >= 1).sort((p, q) => q[1] - p[1]);
  console.log(`${found.reduce((sum, [, size]) => sum + size / STEPS, 0).toFixed(0)} B a step`);
  for (const [key, size] of found.slice(0, 30)) console.log(`${(size / STEPS).toFixed(0).padStart(8)}  ${key}`);
}

/** Reads the graph the compiler writes down of its last version of a function. */
function explain() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hawser-boxes-'));
  try {
    start(['--trace-turbo', `--trace-turbo-filter=${name}`, `--trace-turbo-path=${folder}`], warm, 'ignore', folder);
    const last = readdirSync(folder)
      .filter((entry) => entry.includes(`-${name}-`) && entry.endsWith('.json'))
      .sort(byNumber)
      .at(-1);
    if (last === undefined) {
      console.log(`${name} was not compiled within ${warm} steps`);
      return;
    }
    const { phases, sources, inlinings } = JSON.parse(readFileSync(path.join(folder, last), 'utf8'));
    const { nodes } = phases.find((phase) => phase.name === 'V8.TFSimplifiedLowering').data;
    const boxes = nodes.filter(({ opcode }) => opcode === 'ChangeFloat64ToTagged' || opcode === 'Allocate');
    console.log(`${name}: ${boxes.length} places in its optimised code`);
    for (const { opcode, sourcePosition: at } of boxes) console.log(`  ${opcode}  ${lineOf(at, sources, inlinings)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function byNumber(p, q) {
  return Number(p.match(/(\d+)\.json$/)[1]) - Number(q.match(/(\d+)\.json$/)[1]);
}

function lineOf(at, sources, inlinings) {
  if (at === undefined) return '(no line)';
  const inlined = at.inliningId >= 0;
  const { functionName, sourceText, startPosition } = sources[inlined ? inlinings[at.inliningId].sourceId : -1];
  const offset = at.scriptOffset - startPosition;
  const from = sourceText.lastIndexOf('\n', offset) + 1;
  const to = sourceText.indexOf('\n', offset);
  return `${functionName}: ${sourceText.slice(from, to < 0 ? undefined : to).trim()}`;
}
