/** MB-06: a slider-crank with crank and rod of equal length, which passes its singular position eleven times in 10 s. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { curveDifference, largestChange, valuesDifference } from '../curves.ts';
import { compare } from '../rows.ts';

const [id, source] = [
  'MB-06-slidercrank-singular',
  'one-freedom equation of motion with the rod as mirror image of the crank, solved to 1e-8',
];

interface Reference {
  readonly reference: { readonly end: Readonly<Record<string, number>>; readonly total_energy_J: number };
  readonly tolerance: { readonly x_abs_m: number; readonly energy_drift_J: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const curves = context.readCsv('reference.csv');
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const result = await context.runScenario('scenario.yaml');
  const angle = result.recording.column('joint.bearing.angle').map((x) => Math.PI / 4 + x);
  const energy = result.recording.column('energy.total');
  const row = { id, source };
  return [
    compare(row, {
      quantity: 'largest difference of the position of the slider, 10 s',
      unit: 'm',
      expected: 0,
      measured: curveDifference(result, curves, { 'slider.position.x': 'x_slider' }),
      tolerance: tolerance.x_abs_m,
    }),
    compare(row, {
      quantity: 'largest difference of the angle turned by the crank (5.5 turns), 10 s',
      unit: 'rad',
      expected: 0,
      measured: valuesDifference(result, curves, angle, 'theta'),
      tolerance: tolerance.x_abs_m, // x = 2 cos(theta): at least half as much angle as way, and all of it at the ends
    }),
    compare(row, {
      quantity: 'speed of the slider at 10 s',
      unit: 'm/s',
      expected: reference.end.v_slider,
      measured: result.final('slider.velocity.x'),
      tolerance: 10 * tolerance.x_abs_m, // its acceleration reaches 80 m/s^2 at 8 m/s: 1 mm early or late
    }),
    compare(row, {
      quantity: 'energy at the start',
      unit: 'J',
      expected: reference.total_energy_J,
      measured: energy[0],
      tolerance: 1e-12 * reference.total_energy_J, // the slider's share of the rod's mass changes nothing
    }),
    compare(row, {
      quantity: 'largest change of energy',
      unit: 'J',
      expected: 0,
      measured: largestChange(energy),
      tolerance: tolerance.energy_drift_J,
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Slider-crank with equal lengths through its singular position, 10 s',
  source,
  run,
};
