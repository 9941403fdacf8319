/** MB-07: the spatial rigid slider-crank of the IFToMM library, 5 s. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { curveDifference, largestChange } from '../curves.ts';
import { compare } from '../rows.ts';

const [id, source] = [
  'MB-07-spatial-slidercrank',
  'IFToMM library, spatial rigid slider-crank; reduced to its one freedom, rtol 1e-13',
];

interface Reference {
  readonly reference: {
    readonly end: Readonly<Record<string, number>>;
    readonly total_energy_J: number;
    readonly agreement_with_published: readonly { readonly t: number; readonly x_pydykit_h0_01: number }[];
  };
  readonly tolerance: { readonly x_abs_m: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const curves = context.readCsv('reference.csv');
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const result = await context.runScenario('scenario.yaml');
  const energy = result.recording.column('energy.total');
  const row = { id, source };
  // 9 turns in 5 s; the slider goes at 0.8 m/s at most and makes 0.08 m for each radian of the crank
  const angleTolerance = tolerance.x_abs_m / 0.08;
  const published = reference.agreement_with_published.find(({ t }) => t === 0.5);
  if (published === undefined) throw new Error('reference.json has no published value at 0.5 s');
  return [
    compare(row, {
      quantity: 'largest difference of the position of the slider, 5 s',
      unit: 'm',
      expected: 0,
      measured: curveDifference(result, curves, { 'slider.position.x': 'x_slider' }),
      tolerance: tolerance.x_abs_m,
    }),
    compare(row, {
      quantity: 'largest difference of the angle turned by the crank (8.6 turns), 5 s',
      unit: 'rad',
      expected: 0,
      measured: curveDifference(result, curves, { 'joint.A.angle': 'crank_angle' }),
      tolerance: angleTolerance,
    }),
    compare(row, {
      quantity: 'speed of the slider at 5 s',
      unit: 'm/s',
      expected: reference.end.v_slider,
      measured: result.final('slider.velocity.x'),
      tolerance: 10 * tolerance.x_abs_m, // it changes by up to 10 m/s^2 while it goes at 1 m/s
    }),
    compare(row, {
      quantity: 'energy at the start',
      unit: 'J',
      expected: reference.total_energy_J,
      measured: energy[0],
      tolerance: 1e-12, // printed to 8 digits in the published data, exact with these numbers
    }),
    compare(row, {
      quantity: 'largest change of energy',
      unit: 'J',
      expected: 0,
      measured: largestChange(energy),
      tolerance: 1e-4 * reference.total_energy_J, // at 1e-4 more or less energy the crank would be 1e-3 rad off after 9 turns
    }),
    compare(row, {
      quantity: 'position of the slider at 0.5 s, as published',
      unit: 'm',
      expected: published.x_pydykit_h0_01,
      measured: result.at('slider.position.x', 0.5),
      tolerance: 2e-5, // the published midpoint solution with 10 ms steps is itself 1.2e-5 m off
      source: 'Latussek, Kinon & Betsch 2026, example 3, midpoint rule with 10 ms steps',
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Spatial slider-crank, 5 s',
  source,
  run,
};
