/** MB-04: the rectangular Bricard mechanism of the IFToMM library (problem A04): overconstrained, yet it moves. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { curveDifference, largestChange } from '../curves.ts';
import { compare } from '../rows.ts';

const [id, source] = [
  'MB-04-bricard',
  'IFToMM library, A04; reduced to its one freedom and solved to 4e-11 (closure solved numerically, spectral in the angle)',
];

interface Reference {
  readonly reference: { readonly end: Readonly<Record<string, number>> };
  readonly tolerance: { readonly P3_abs_m: number; readonly energy_drift_J: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const curves = context.readCsv('reference.csv');
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const result = await context.runScenario('scenario.yaml');
  const row = { id, source };
  const redundant = result.warnings.filter((warning) => warning.startsWith('1 of 30 joint conditions repeat')).length;
  return [
    compare(row, {
      quantity: 'largest distance of P3 from the reference, 10 s',
      unit: 'm',
      expected: 0,
      measured: curveDifference(result, curves, {
        'bar 2.P3.position.x': 'P3x',
        'bar 2.P3.position.y': 'P3y',
        'bar 2.P3.position.z': 'P3z',
      }),
      tolerance: tolerance.P3_abs_m,
    }),
    compare(row, {
      quantity: 'largest difference of the angle at hinge 1, 10 s',
      unit: 'rad',
      expected: 0,
      measured: curveDifference(result, curves, { 'joint.hinge 1.angle': 'angle1' }),
      tolerance: tolerance.P3_abs_m, // the bar is 1 m long
    }),
    compare(row, {
      quantity: 'speed at hinge 1 at 10 s',
      unit: 'rad/s',
      expected: reference.end.rate1,
      measured: result.final('joint.hinge 1.rate'),
      tolerance: 2 * tolerance.P3_abs_m, // it starts with 1.96 rad/s^2 from where it is at 10 s: 1e-4 rad early or late
    }),
    compare(row, {
      quantity: 'largest change of energy',
      unit: 'J',
      expected: 0,
      measured: largestChange(result.recording.column('energy.total')),
      tolerance: tolerance.energy_drift_J,
    }),
    compare(row, {
      quantity: 'warnings that say that 1 of 30 joint conditions repeats others',
      unit: '',
      expected: 1,
      measured: redundant,
      tolerance: 0,
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Rectangular Bricard mechanism, 10 s',
  source,
  run,
};
