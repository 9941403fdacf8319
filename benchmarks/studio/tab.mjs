// Processor time of one scenario in Node and in a tab of the studio, side by side.
//   npm run build; node benchmarks/studio/tab.mjs [scenario = deck-crane] [seconds of simulated time = 5]
// Both are of the thread that computes, read from /proc (Linux): building the model and all steps, without what other threads
// of the engine that runs JavaScript compile and collect. The tab's worker is counted from its birth, so reading its script is
// in it. Where there is no /proc: of Node's process, and the worker's own clock, which counts waiting too.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readMesh, readTable } from '@hawser/formats';
import { compileScenario, prepareRun, runScenario } from '@hawser/scenario';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [id = 'deck-crane', seconds = '5'] = process.argv.slice(2);
const page = path.join(root, 'packages/studio/dist/index.html');
if (!fs.existsSync(page)) throw new Error(`expected the built studio at ${page}, found none; run npm run build first`);

function inNode() {
  const file = path.join(root, 'scenarios', id, 'scenario.yaml');
  const loader = { read: (name) => (fs.existsSync(name) ? new Uint8Array(fs.readFileSync(name)) : undefined) };
  const readers = { mesh: readMesh, table: (bytes) => readTable(bytes) };
  const compiled = compileScenario({ file, loader, readers, set: [`run.duration=${seconds} s`] });
  if (!compiled.ok) throw new Error(compiled.issues[0].message);
  const before = ownThread();
  const prepared = prepareRun(compiled.compiled);
  if (!prepared.ok) throw new Error(prepared.issues[0].message);
  const { hash } = runScenario(prepared.prepared, { touches: true }).summary;
  return { cpu: ownThread() - before, hash };
}

/** [s] of processor time of this thread. */
function ownThread() {
  const file = `/proc/${process.pid}/task/${process.pid}/stat`;
  if (fs.existsSync(file)) return ticksOf(fs.readFileSync(file, 'utf8'));
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** [s] user and system time in a line of /proc/.../stat, which counts hundredths. */
function ticksOf(stat) {
  const fields = stat.replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** [s] of processor time of every thread called DedicatedWorker, by thread. */
function workerThreads() {
  const found = new Map();
  if (!fs.existsSync('/proc/self/stat')) return found;
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
        const stat = fs.readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
        if (!stat.includes('(DedicatedWorker')) continue;
        found.set(thread, ticksOf(stat));
      }
    } catch {
      // it ended meanwhile
    }
  }
  return found;
}

async function inTab() {
  const browser = await chromium.launch({
    executablePath: process.env.HAWSER_CHROMIUM || '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  try {
    const tab = await browser.newPage({ viewport: { width: 900, height: 600 } });
    tab.setDefaultTimeout(600_000);
    await tab.goto(`${pathToFileURL(page).href}#scenario=${id}`);
    await tab.waitForSelector('.bench');
    await tab.waitForSelector('html[data-text=checked]');
    await tab.keyboard.press('r');
    await tab.fill('#field-run-duration', `${seconds} s`);
    await tab.keyboard.press('Enter');
    await tab.waitForSelector('html[data-text=checked]');
    const before = workerThreads(); // the one that waits for the run among them
    await tab.keyboard.press('Control+Enter');
    let cpu = 0;
    let text = '';
    while (!/Complete|Failed/.test(text)) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      for (const [thread, used] of workerThreads()) cpu = Math.max(cpu, used - (before.get(thread) ?? 0));
      text = (await tab.textContent('.meters .state')) ?? '';
    }
    const own = Number(/computed in ([\d.]+)/.exec(text)?.[1]);
    return { cpu: cpu > 0 ? cpu : own, own, hash: /state ([0-9a-f]{16})/.exec(text)?.[1] ?? '' };
  } finally {
    await browser.close();
  }
}

const node = inNode();
const tab = await inTab();
console.log(`${id}, ${seconds} s simulated`);
console.log(`Node  ${node.cpu.toFixed(2)} s of processor time, state ${node.hash}`);
console.log(
  `tab   ${tab.cpu.toFixed(2)} s of processor time (${tab.own.toFixed(2)} s by its own clock), state ${tab.hash}`,
);
console.log(`ratio ${(tab.cpu / node.cpu).toFixed(2)}, ${node.hash === tab.hash ? 'the same bits' : 'OTHER BITS'}`);
