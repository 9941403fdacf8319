/** MB-03: Andrews' squeezing mechanism (Hairer & Wanner; Bari test set; IFToMM library A03), 0.05 s. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { curveDifference } from '../curves.ts';
import { compare, compareRelative } from '../rows.ts';

const [id, source] = [
  'MB-03-andrews',
  'Hairer & Wanner, Solving ODEs II, VII.7; Bari test set, andrews; quadrature of the one freedom in 40 digits',
];

interface Reference {
  readonly reference: {
    readonly end: Readonly<Record<string, number>>;
    readonly published: { readonly t: number; readonly q: readonly number[]; readonly v: readonly number[] };
  };
  readonly tolerance: { readonly F_position_abs_m: number; readonly beta_rel_at_0_03: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const curves = context.readCsv('reference.csv');
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const result = await context.runScenario('scenario.yaml');
  const row = { id, source };
  const { published } = reference;
  const beta = curves.beta[curves.t.indexOf(published.t)];
  return [
    compare(row, {
      quantity: 'largest distance of F from the reference, 0.05 s',
      unit: 'm',
      expected: 0,
      measured: curveDifference(result, curves, { 'K1.F.position.x': 'Fx', 'K1.F.position.y': 'Fy' }),
      tolerance: tolerance.F_position_abs_m,
    }),
    compareRelative(row, {
      quantity: 'angle beta at 0.03 s',
      unit: 'rad',
      expected: beta,
      measured: result.at('joint.O.angle', published.t),
      relative: tolerance.beta_rel_at_0_03,
    }),
    compareRelative(row, {
      quantity: 'angle beta at 0.03 s, as published',
      unit: 'rad',
      expected: published.q[0],
      measured: result.at('joint.O.angle', published.t),
      relative: tolerance.beta_rel_at_0_03,
      source: 'Bari test set, andrews (PSIDE, tolerance 1e-14)',
    }),
    compare(row, {
      quantity: 'largest difference of the other six angles, 0.05 s',
      unit: 'rad',
      expected: 0,
      measured: curveDifference(result, curves, {
        'joint.F.angle': 'theta',
        'joint.B.angle': 'gamma',
        'joint.G.angle': 'phi',
        'joint.A5.angle': 'delta',
        'joint.H.angle': 'omega',
        'joint.A7.angle': 'epsilon',
      }),
      // the lever of the crank, 7 mm, turns what F may be off by into an angle
      tolerance: tolerance.F_position_abs_m / 0.007,
    }),
    compareRelative(row, {
      quantity: "speed beta' at 0.05 s",
      unit: 'rad/s',
      expected: reference.end.d_beta,
      measured: result.final('joint.O.rate'),
      // an angle 1e-6 of 33 rad late, where the crank is speeding up at 3.6e5 rad/s^2: 1e-5 of the speed
      relative: 10 * tolerance.beta_rel_at_0_03,
    }),
    compareRelative(row, {
      quantity: 'work done by the torque, 0.05 s',
      unit: 'J',
      expected: 0.033 * (reference.end.beta - curves.beta[0]), // mom (beta - beta0)
      measured: result.energy.work,
      relative: 10 * tolerance.beta_rel_at_0_03,
    }),
    compare(row, {
      quantity: 'imbalance of energy at 0.05 s',
      unit: 'J',
      expected: 0,
      measured: result.energy.imbalance,
      tolerance: 1e-5 * 0.033 * reference.end.beta, // 1e-5 of the work put in
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: "Andrews' squeezing mechanism, 0.05 s",
  source,
  run,
};
