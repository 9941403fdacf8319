/** MB-09: a free asymmetric body against Jacobi elliptic functions, 20 s. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { largestChange, quaternionDifference, valuesDifference } from '../curves.ts';
import { compare } from '../rows.ts';
import { bodyRates, momentumChange } from '../tops.ts';

const [id, source] = ['MB-09-free-top', 'Landau & Lifshitz, Mechanics, s. 37; rates in closed form (30 digits)'];

interface Reference {
  readonly parameters: { readonly principal_inertia: readonly number[] };
  readonly reference: { readonly kinetic_energy: number };
  readonly tolerance: {
    readonly omega_abs: number;
    readonly quaternion_abs: number;
    readonly energy_rel: number;
    readonly momentum_rel: number;
  };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const curves = context.readCsv('reference.csv');
  const { parameters, reference, tolerance } = context.readJson('reference.json') as Reference;
  const result = await context.runScenario('scenario.yaml');
  const rates = bodyRates(result, 'body');
  const row = { id, source };
  return [
    compare(row, {
      quantity: 'largest difference of the rates in body axes, 20 s',
      unit: 'rad/s',
      expected: 0,
      measured: Math.max(...['wx', 'wy', 'wz'].map((name, k) => valuesDifference(result, curves, rates[k], name))),
      tolerance: tolerance.omega_abs,
    }),
    compare(row, {
      quantity: 'largest difference of the quaternion, 20 s',
      unit: '1',
      expected: 0,
      measured: quaternionDifference(result, curves, 'body', ['q0', 'q1', 'q2', 'q3']),
      tolerance: tolerance.quaternion_abs,
    }),
    compare(row, {
      quantity: 'largest change of energy, part of it',
      unit: '1',
      expected: 0,
      measured: largestChange(result.recording.column('energy.total')) / reference.kinetic_energy,
      tolerance: tolerance.energy_rel,
    }),
    compare(row, {
      quantity: 'largest change of angular momentum, part of it',
      unit: '1',
      expected: 0,
      measured: momentumChange(result, 'body', parameters.principal_inertia),
      tolerance: tolerance.momentum_rel,
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Free asymmetric body, 20 s',
  source,
  run,
};
