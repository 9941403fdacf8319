/** CB-17: force on the fairlead of a mooring line, against MoorDyn. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, interpolate, largest } from '../series.ts';

const [id, source] = ['CB-17-moordyn-line', 'MoorDyn 2.7.1 with 100 segments'];
const row = { id, source };

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const reference = context.readCsv('reference.csv');
  const { recording } = completed(await context.runScenario('scenario.yaml'));
  const [x, z] = ['x', 'z'].map((axis) => recording.column(`cable.line.end.force.${axis}`));
  const force = x.map((value, i) => Math.hypot(value, z[i]));
  const ours = reference.time_s.map((t) => interpolate(recording.time, force, t));
  let sum = 0;
  let square = 0;
  reference.fairlead_force_N.forEach((theirs, i) => {
    sum += (ours[i] - theirs) ** 2;
    square += theirs ** 2;
  });
  const least = (values: Float64Array): number => -largest(values.map((value) => -value));
  return [
    compareRelative(row, {
      quantity: 'largest force on the fairlead, 100 to 200 s',
      unit: 'N',
      expected: largest(reference.fairlead_force_N),
      measured: largest(ours),
      relative: 0.01,
    }),
    compareRelative(row, {
      quantity: 'smallest force on the fairlead, 100 to 200 s',
      unit: 'N',
      expected: least(reference.fairlead_force_N),
      measured: least(ours),
      relative: 0.01,
    }),
    compare(row, {
      quantity: 'root mean square difference over that of the force',
      unit: '%',
      expected: 0,
      measured: 100 * Math.sqrt(sum / square),
      tolerance: 2,
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Mooring line against MoorDyn, 200 s',
  source,
  slow: true,
  run,
};
