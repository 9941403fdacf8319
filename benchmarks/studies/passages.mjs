// Does a rope ever pass another, or a solid, without a word? Random throws, watched by a judge of its own (thrown-ropes.mjs).
//   node benchmarks/studies/passages.mjs [--throws 10000] [--from 1] [--out passages.jsonl]
// A throw: diameters 3 to 60 mm, elements of 2 to 12 diameters, 1 to 1000 m/s, steps of 0.1 to 10 ms or automatic ones, ropes from soft to stiff, with and without
// bending; onto a rope held at both ends, a plate, a round bar or a ball. Prints those that are silent; ends with 1 if one was.
import fs from 'node:fs';
import { oneThrow } from './thrown-ropes.mjs';

const argument = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const throws = Number(argument('throws', 10000));
const from = Number(argument('from', 1));
const out = argument('out');
const count = {};
let silent = 0;
for (let seed = from; seed < from + throws; seed++) {
  const row = oneThrow(seed);
  if (out) fs.appendFileSync(out, `${JSON.stringify(row)}\n`);
  const key = `${row.onto} ${row.result}`;
  count[key] = (count[key] ?? 0) + 1;
  if (row.result === 'silent') {
    silent++;
    console.log(JSON.stringify(row));
  }
  if (seed % 50 === 0) console.log(seed, JSON.stringify(count));
}
console.log(JSON.stringify(count));
process.exitCode = silent > 0 ? 1 : 0;
