/** CB-12: a payload hoisted while it swings: a pendulum of changing length. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CB-12-hoist', "L θ'' + 2 L' θ' = −g sin θ, integrated to 1e-12"];
const row = { id, source };
const SETTLED = 1; // [s] an ideal rope is tight at once, ours rings for some steps

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const reference = context.readCsv('reference.csv');
  const result = completed(await context.runScenario('scenario.yaml'));
  const { recording } = result;
  const [x, z] = ['x', 'z'].map((axis) => recording.column(`load.position.${axis}`));
  const pull = ['x', 'y', 'z'].map((axis) => recording.column(`cable.hoist.end.force.${axis}`));
  let angle = 0;
  let tension = 0;
  reference.t.forEach((t, i) => {
    if (Math.abs(recording.time[i] - t) > 1e-6)
      throw new Error(`row ${i} stands at ${recording.time[i]} s, not ${t} s`);
    angle = Math.max(angle, Math.abs(Math.atan2(x[i], -z[i]) - reference.theta[i]));
    if (t < SETTLED) return;
    const force = Math.hypot(...pull.map((column) => column[i]));
    tension = Math.max(tension, Math.abs(force / reference.tension[i] - 1));
  });
  return [
    compare(row, {
      quantity: 'largest error of the angle in 16 s',
      unit: 'rad',
      expected: 0,
      measured: angle,
      tolerance: 1e-3,
    }),
    compare(row, {
      quantity: `largest error of the tension from ${SETTLED} s on`,
      unit: '%',
      expected: 0,
      measured: 100 * tension,
      tolerance: 0.1,
    }),
    compareRelative(row, {
      quantity: 'length at the end',
      unit: 'm',
      expected: 2,
      measured: Math.hypot(result.final('load.position.x'), result.final('load.position.z')),
      relative: 1e-4,
    }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Payload hoisted while swinging', source, run };
