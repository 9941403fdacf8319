/** MB-10: the flips of a free body spun about its middle axis, 30 s. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { largestChange } from '../curves.ts';
import { compare, compareRelative } from '../rows.ts';
import { bodyRates, momentumChange } from '../tops.ts';

const [id, source] = [
  'MB-10-dzhanibekov',
  'Landau & Lifshitz, Mechanics, s. 37: zeros of the rate about the middle axis in closed form (30 digits)',
];

interface Reference {
  readonly parameters: { readonly principal_inertia: readonly number[] };
  readonly reference: {
    readonly period_s: number;
    readonly kinetic_energy: number;
    readonly flip_times_s: readonly number[];
  };
  readonly tolerance: { readonly flip_time_rel: number; readonly energy_rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { parameters, reference, tolerance } = context.readJson('reference.json') as Reference;
  const result = await context.runScenario('scenario.yaml');
  const flips = zeros(result, bodyRates(result, 'body')[1]);
  const row = { id, source };
  return [
    compare(row, {
      quantity: 'flips in 30 s',
      unit: '',
      expected: reference.flip_times_s.length,
      measured: flips.length,
      tolerance: 0,
    }),
    ...reference.flip_times_s.map((time, i) =>
      compareRelative(row, {
        quantity: `time of flip ${i + 1}`,
        unit: 's',
        expected: time,
        measured: flips[i] ?? Number.NaN,
        relative: tolerance.flip_time_rel,
      }),
    ),
    compareRelative(row, {
      quantity: 'half a period: time between flips',
      unit: 's',
      expected: reference.period_s / 2,
      measured: (flips[flips.length - 1] - flips[0]) / (flips.length - 1),
      relative: tolerance.flip_time_rel,
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
      tolerance: tolerance.energy_rel, // the case gives none of its own; MB-09 asks for as much
    }),
  ];
}

/** Times at which a column goes through zero, on a straight line between rows (10 ms apart: wrong by 1e-6 s at most). */
function zeros(result: CaseRun, values: Float64Array): number[] {
  const { time } = result.recording;
  const found: number[] = [];
  for (let i = 1; i < values.length; i++) {
    if (values[i - 1] > 0 === values[i] > 0) continue;
    found.push(time[i - 1] + ((time[i] - time[i - 1]) * values[i - 1]) / (values[i - 1] - values[i]));
  }
  return found;
}

export const validationCase: ValidationCase = {
  id,
  title: "Dzhanibekov's flips, 30 s",
  source,
  run,
};
