/**
 * Chains of MoorDyn decks under given motion: hawser and native MoorDyn in turn, simulated seconds a second of processor time.
 *
 *   node benchmarks/studies/moordyn.mjs [--rounds 3] [--python python3] DECK MOTION [DECK MOTION ...]
 *
 * The deck as `hawser import` writes it; both programs in warm processes, the best of six runs each, without results on the disk. `cold` is the first
 * run of a new process, most of which V8 spends on compiling. Decks with motions: tests/Mooring of MoorDyn (WD0050_Chain.txt, QuasiStatic/ZZP1_A1.txt).
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importModel, open } from '../../packages/cli/dist/library.js';

const RUNS = 6;
const SETTLED = 10; // [s]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    python: { type: 'string', default: 'python3' },
    own: { type: 'string' },
  },
});

/** [s] of processor time of the first run and of the best one, and the extremes of the tension [kN]. */
function own(file) {
  const times = [];
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  let duration = 0;
  for (let run = 0; run <= RUNS; run++) {
    const opened = open(file);
    if (!opened.ok) throw new Error(opened.issues[0].message);
    const { sim } = opened;
    duration = sim.duration;
    const begun = process.cpuUsage();
    // the last run looks at tensions instead of the time
    for (let t = run < RUNS ? duration : 0.1; t < duration + 0.05; t += 0.1) {
      const step = sim.stepTo(Math.min(t, duration));
      if (!step.ok) throw new Error(step.message);
      if (run < RUNS) break;
      const tension = sim.read('cable.line1.end.tension') / 1e3;
      // MoorDyn starts at rest while its end moves: the first seconds are not compared
      if (t > SETTLED) [least, most] = [Math.min(least, tension), Math.max(most, tension)];
    }
    const { user, system } = process.cpuUsage(begun);
    if (run < RUNS) times.push((user + system) / 1e6);
  }
  return { duration, cold: times[0], best: Math.min(...times), least, most };
}

if (values.own !== undefined) {
  console.log(JSON.stringify(own(values.own)));
} else {
  const here = fileURLToPath(import.meta.url);
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-moordyn-'));
  console.log('| deck | motion | hawser | MoorDyn | ratio | hawser cold | tension [kN]: hawser, MoorDyn |');
  console.log('|---|---|---:|---:|---:|---:|---|');
  for (let k = 0; k + 1 < positionals.length; k += 2) {
    const [deck, motion] = positionals.slice(k, k + 2).map((file) => path.resolve(file));
    const result = await importModel(deck, { motion });
    if (!result.ok) throw new Error(result.issues[0].message);
    const folder = path.join(scratch, String(k));
    fs.mkdirSync(folder);
    for (const [name, text] of Object.entries(result.files)) fs.writeFileSync(path.join(folder, name), text);
    for (let round = 0; round < Number(values.rounds); round++) {
      const ours = JSON.parse(
        execFileSync(process.execPath, [here, '--own', path.join(folder, 'scenario.yaml')], { encoding: 'utf8' }),
      );
      const said = execFileSync(
        values.python,
        [path.join(path.dirname(here), 'moordyn-native.py'), deck, motion, String(RUNS)],
        {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      );
      const [duration, best, least, most] = said.split('RESULT ')[1].trim().split(' ').map(Number);
      const speeds = [ours.duration / ours.best, duration / best, ours.duration / ours.cold].map((x) => x.toFixed(0));
      const ratio = ours.duration / ours.best / (duration / best);
      console.log(
        `| ${path.basename(deck)} | ${path.basename(motion)} | ${speeds[0]} | ${speeds[1]} | ${ratio.toFixed(2)} | ${speeds[2]} | ${ours.least.toFixed(0)} to ${ours.most.toFixed(0)}, ${least.toFixed(0)} to ${most.toFixed(0)} |`,
      );
    }
  }
  fs.rmSync(scratch, { recursive: true });
}
