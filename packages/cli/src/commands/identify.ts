/** `hawser identify RECORD`: the numbers of friction from a measured record of stick and slip (Roy 2007, s. 3.4.1). */
import fs from 'node:fs';
import { readTable } from '@hawser/formats';
import { parseQuantity } from '@hawser/scenario';
import { identifyFriction, LEAST_SAMPLES } from '@hawser/study';
import { inputError } from '../exit.ts';
import { type Output, short, table } from '../output.ts';

export interface IdentifyOptions {
  readonly normal?: string;
  readonly json?: boolean;
}

const COLUMNS = ['time', 'displacement', 'force'] as const;

export function identify(out: Output, file: string, options: IdentifyOptions): void {
  if (!fs.existsSync(file)) throw inputError(`${file}: expected a CSV file, found no such file`);
  const read = readTable(fs.readFileSync(file));
  if (!read.ok) throw inputError(read.issues.map(({ message }) => `${file}: ${message}`).join('\n'));
  const { names, columns } = read.value;
  const column = (name: string): Float64Array | undefined => columns[names.indexOf(name)];
  const [time, displacement, force] = COLUMNS.map((name) => {
    const found = column(name);
    if (found === undefined) {
      throw inputError(
        `${file}: expected the columns time [s], displacement [m], force [N] and perhaps normal [N], found ${names.join(', ')}`,
      );
    }
    return found;
  });
  if (time.length < LEAST_SAMPLES)
    throw inputError(`${file}: expected at least ${LEAST_SAMPLES} rows, found ${time.length}`);
  for (let i = 1; i < time.length; i++) {
    if (!(time[i] > time[i - 1]))
      throw inputError(`${file}: expected times that increase, found ${time[i]} s after ${time[i - 1]} s`);
  }
  const normal = column('normal') ?? new Float64Array(time.length).fill(normalForce(file, options.normal));
  if (!normal.every((N) => N > 0)) throw inputError(`${file}: expected a normal force above 0 N in every row`);
  const found = identifyFriction({ time, displacement, force, normal });
  if (options.json) {
    out.json(found);
    return;
  }
  const rows = found.numbers.map(({ name, unit, value, low, high, told }) => [
    name,
    told ? `${short(value, 4)} ${unit}` : 'not told by this record',
    told ? `${short(low, 4)} to ${short(high, 4)}` : '',
  ]);
  for (const line of table(['', 'value', '95 %'], rows, [1, 2])) out.print(line);
  out.print(
    `left of the force: ${short(found.left, 3)} N of ${short(found.size, 3)} N (root mean squares, ${found.samples} rows)`,
  );
  out.print('under contacts.pairs:');
  const told = new Map(
    found.numbers
      .filter(({ told }) => told)
      .map(({ name, unit, value }) => [name, `${short(value, 4)} ${unit}`.trim()]),
  );
  const [fixed, kinetic] = ['static', 'kinetic'].map((which) => told.get(`friction coefficient.${which}`));
  if (kinetic !== undefined) {
    out.print(`  friction coefficient: ${fixed === undefined ? kinetic : `{ static: ${fixed}, kinetic: ${kinetic} }`}`);
  }
  for (const [name, text] of told) if (!name.startsWith('friction')) out.print(`  ${name}: ${text}`);
}

function normalForce(file: string, text: string | undefined): number {
  if (text === undefined)
    throw inputError(`${file}: expected a column normal [N], or --normal with the normal force, found neither`);
  const parsed = parseQuantity(text, 'force');
  if (!parsed.ok || !(parsed.value > 0)) throw inputError(`--normal ${text}: expected a force above 0 N such as 250N`);
  return parsed.value;
}
