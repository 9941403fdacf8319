// Tables of docs/theory/formulations.md:  hawser bench formulations --json | node benchmarks/scenarios/formulations-tables.mjs
import { readFileSync } from 'node:fs';

const [row] = JSON.parse(readFileSync(0, 'utf8'));
/** mechanism -> formulation -> description */
const cells = new Map();
for (const [name, text] of Object.entries(row.details)) {
  const [, mechanism, formulation] = name.match(/^(.*), ((?:KKT|ALI3-P|AL), .*)$/);
  if (!cells.has(mechanism)) cells.set(mechanism, new Map());
  cells.get(mechanism).set(formulation, text);
}
const formulations = [...cells.values().next().value.keys()];

function table(title, pick) {
  console.log(`\n${title}\n`);
  console.log(`| mechanism | ${formulations.map((f) => f.replace('penalty ', '').replace('e+', 'e')).join(' | ')} |`);
  console.log(`|---|${'---:|'.repeat(formulations.length)}`);
  for (const [mechanism, row] of cells) {
    console.log(`| ${mechanism} | ${formulations.map((f) => pick(row.get(f)) ?? '').join(' | ')} |`);
  }
}

const fails = (text) => text.match(/^fails at ([\d.]+ s)/)?.[1];
const number = (pattern) => (text) => text.match(pattern)?.[1] ?? (fails(text) ? '—' : '');
table('Largest error [m], or when it fails', (text) =>
  fails(text) ? `fails, ${fails(text)}` : text.match(/^error ([^ ]+)/)?.[1],
);
table('Iterations a step; rejected steps in brackets', (text) => {
  const [, iterations, rejected] = text.match(/([\d.]+) iterations a step, (\d+) rejected/);
  return rejected === '0' ? iterations : `${iterations} (${rejected})`;
});
table('Largest gap of a joint [m]', number(/gap ([^ ]+) m/));
table('Largest change of energy [J]', number(/energy ([^ ]+) J/));
