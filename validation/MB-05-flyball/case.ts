/** MB-05: the flyball governor of the IFToMM library (problem A05) with its stiff springs, 10 s. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { curveDifference, valuesDifference } from '../curves.ts';
import { compare } from '../rows.ts';

const [id, source] = ['MB-05-flyball', 'IFToMM library, A05; symmetric model of three freedoms, Radau IIA, 5e-13 m'];

interface Reference {
  readonly reference: { readonly s_max: number; readonly end: Readonly<Record<string, number>> };
  readonly tolerance: { readonly s_abs_m: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const curves = context.readCsv('reference.csv');
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const result = await context.runScenario('scenario.yaml');
  const column = (name: string): Float64Array => result.recording.column(name);
  const row = { id, source };
  const right = column('joint.hinge right.angle').map((angle) => Math.PI / 6 + angle);
  const left = column('joint.hinge left.angle').map((angle) => Math.PI / 6 - angle);
  // 0.5 m from the hinge to the spring: an angle is worth half its size in height
  const angleTolerance = 2 * tolerance.s_abs_m;
  return [
    compare(row, {
      quantity: 'largest difference of the height of the slider, 10 s',
      unit: 'm',
      expected: 0,
      measured: curveDifference(result, curves, { 'slider.position.z': 's' }),
      tolerance: tolerance.s_abs_m,
    }),
    compare(row, {
      quantity: 'largest difference of the angles of both rods, 10 s',
      unit: 'rad',
      expected: 0,
      measured: Math.max(
        valuesDifference(result, curves, right, 'alpha'),
        valuesDifference(result, curves, left, 'alpha'),
      ),
      tolerance: angleTolerance,
    }),
    compare(row, {
      quantity: 'largest difference of the angle turned by the shaft (9 turns), 10 s',
      unit: 'rad',
      expected: 0,
      measured: curveDifference(result, curves, { 'joint.bearing.angle': 'psi' }),
      // the shaft turns faster by J'/J = 2.3 of its 6 rad/s for every radian of the rods, over 10 s
      tolerance: 14 * angleTolerance,
    }),
    compare(row, {
      quantity: 'speed of the slider at 10 s',
      unit: 'm/s',
      expected: reference.end.ds,
      measured: result.final('slider.velocity.z'),
      tolerance: 10 * tolerance.s_abs_m, // it swings between 0.5 m and 0.74 m at up to 0.75 m/s, with up to 10 m/s^2
    }),
    compare(row, {
      quantity: 'imbalance of energy at 10 s',
      unit: 'J',
      expected: 0,
      measured: result.energy.imbalance,
      tolerance: 1e-5 * result.energy.initial, // the dampers take out 3e-3 J of 239 J: the ledger must see more than that
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Flyball governor with stiff springs, 10 s',
  source,
  run,
};
