/**
 * Cases of OpenFAST's regression set for MoorDyn against their stored outputs: the deck as `hawser import` writes it, read at every row.
 *
 *   node benchmarks/studies/openfast.mjs CASE [CASE ...]      folders with md_driver.inp and driver.MD.out (reg_tests/r-test/modules/moordyn)
 *
 * Differences in parts of the stored values, both as root mean squares: of the whole record and of its second half; and the largest of the
 * record in parts of the largest value. Outputs that are no channel of the run are left out.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { importModel, open } from '../../packages/cli/dist/library.js';

const rms = (values) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length);
const percent = (x) => `${(100 * x).toPrecision(2)} %`;

console.log('| case | output | whole record | second half | largest |');
console.log('|---|---|---:|---:|---:|');
for (const folder of process.argv.slice(2)) {
  const { names, rows } = stored(path.join(folder, 'driver.MD.out'));
  const made = importModel(path.join(folder, 'md_driver.inp'));
  if (!made.ok) throw new Error(made.issues[0].message);
  const aliases = Object.entries(parse(made.files['scenario.yaml']).output.aliases ?? {});
  const channels = names.map((name) => aliases.find(([alias]) => alias.toUpperCase() === name)?.[1]);
  const opened = open(made.files['scenario.yaml'], { files: { ...made.files, ...made.copies } });
  if (!opened.ok) throw new Error(opened.issues[0].message);
  const { sim } = opened;
  const found = rows.map(([time]) => {
    const step = time > sim.time ? sim.stepTo(time) : { ok: true };
    if (!step.ok) throw new Error(step.message);
    return channels.map((channel) => {
      if (channel === undefined) return Number.NaN;
      return sim.read(channel) * (/\.angles\./.test(channel) ? 180 / Math.PI : 1);
    });
  });
  for (const [i, name] of names.entries()) {
    if (i === 0 || channels[i] === undefined) continue;
    const theirs = rows.map((row) => row[i]);
    const off = theirs.map((x, k) => found[k][i] - x);
    const half = Math.floor(rows.length / 2);
    const most = (values) => values.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
    if (most(theirs) < 1e-6) continue; // zero
    const parts = [rms(off) / rms(theirs), rms(off.slice(half)) / rms(theirs.slice(half)), most(off) / most(theirs)];
    console.log(`| ${path.basename(folder)} | ${name} | ${parts.map(percent).join(' | ')} |`);
  }
}

/** Rows of numbers below the line of names and that of units. */
function stored(file) {
  const lines = fs.readFileSync(file, 'utf8').split(/\r?\n/);
  const head = lines.findIndex((line) => /^\s*Time\s/.test(line));
  const names = lines[head].trim().split(/\s+/);
  const rows = lines
    .slice(head + 2)
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length === names.length && row.every(Number.isFinite));
  return { names, rows };
}
