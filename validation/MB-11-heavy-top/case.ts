/** MB-11: the fast heavy top of the Lie-group integrator papers, 2 s. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { curveDifference, largestChange, quaternionDifference, valuesDifference } from '../curves.ts';
import { compare, compareRelative } from '../rows.ts';
import { bodyRates } from '../tops.ts';

const [id, source] = [
  'MB-11-heavy-top',
  'Terze, Mueller & Zlatar 2016 (parameters); Euler equations about the fixed point solved to 2e-9',
];

interface Reference {
  readonly reference: {
    readonly total_energy_J: number;
    readonly published: { readonly t: number; readonly euler_parameters: readonly number[] };
  };
  readonly tolerance: { readonly com_abs_m: number; readonly energy_rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const curves = context.readCsv('reference.csv');
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const result = await context.runScenario('scenario.yaml');
  const rates = bodyRates(result, 'top');
  const energy = result.recording.column('energy.total');
  const { published } = reference;
  const row = { id, source };
  const printed = ['w', 'x', 'y', 'z'].map((part) => result.at(`top.rotation.${part}`, published.t));
  const sign = printed[0] * published.euler_parameters[0] < 0 ? -1 : 1;
  return [
    compare(row, {
      quantity: 'largest distance of the centre of mass from the reference, 2 s',
      unit: 'm',
      expected: 0,
      measured: curveDifference(result, curves, {
        'top.com.position.x': 'cx',
        'top.com.position.y': 'cy',
        'top.com.position.z': 'cz',
      }),
      tolerance: tolerance.com_abs_m,
    }),
    compare(row, {
      quantity: 'largest difference of the quaternion (48 turns of spin), 2 s',
      unit: '1',
      expected: 0,
      measured: quaternionDifference(result, curves, 'top', ['q0', 'q1', 'q2', 'q3']),
      tolerance: tolerance.com_abs_m, // the centre is 1 m from the tip
    }),
    compare(row, {
      quantity: 'largest difference of the spin, 2 s',
      unit: 'rad/s',
      expected: 0,
      measured: valuesDifference(result, curves, rates[1], 'wy'),
      tolerance: 150 * tolerance.energy_rel, // nothing acts about the axis of the top
    }),
    compareRelative(row, {
      quantity: 'energy at the start',
      unit: 'J',
      expected: reference.total_energy_J,
      measured: energy[0],
      relative: 1e-12, // the same numbers
    }),
    compare(row, {
      quantity: 'largest change of energy',
      unit: 'J',
      expected: 0,
      measured: largestChange(energy),
      tolerance: tolerance.energy_rel * reference.total_energy_J,
    }),
    compare(row, {
      quantity: 'largest difference of the Euler parameters at 0.2 s, as published',
      unit: '1',
      expected: 0,
      measured: Math.max(...printed.map((x, k) => Math.abs(sign * x - published.euler_parameters[k]))),
      tolerance: 1e-5, // five digits are printed
      source: 'Terze, Mueller & Zlatar 2016 as printed with Exudyn, heavyTop.py (Runge-Kutta)',
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Fast heavy top, 2 s',
  source,
  run,
};
