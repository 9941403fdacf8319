/** A pencil between two soft finger tips (Elandt 2022, s. 5.3.1): held without creep, let slip by 0.2 rad three times. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed, largestSize } from '../series.ts';

const [id, source] = [
  'elandt-pencil',
  'Elandt 2022, s. 5.3.1: what is gripped stands still, and slips stop where they should',
];
const row = { id, source };

const SCENARIO = '../../scenarios/pencil/scenario.yaml';
/** [s] the grip is tight and the hand stands still: before the first slip, after each of the three */
const STILL = [3.2, 4.2, 5.4, 9.1] as const;
/** [s] before the third slip the wrist has turned */
const TURNED = 7.96;
const HELD = 1e-6; // [rad/s]
const [SLIP, CLOSE] = [0.2, 0.02]; // [rad]

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario(SCENARIO));
  const { recording, at } = result;
  const pitch = 'pencil.angles.pitch';
  const rows = [
    [STILL[0], STILL[1]],
    [STILL[1], STILL[2]],
    [TURNED, STILL[3]],
  ].map(([from, to], i) =>
    compare(row, {
      quantity: `slip ${i + 1}`,
      unit: 'rad',
      expected: SLIP,
      measured: at(pitch, to) - at(pitch, from),
      tolerance: CLOSE,
    }),
  );
  return [
    ...rows,
    ...[STILL[1], STILL[2], 11.5].map((from) =>
      compare(row, {
        quantity: `rate of the pencil, held from ${from} s for ${from > 10 ? 6.5 : 0.1} s`,
        unit: 'rad/s',
        expected: 0,
        measured: spin(
          recording.column('time'),
          recording.column('pencil.angular-velocity.y'),
          from,
          from > 10 ? 6.5 : 0.1,
        ),
        tolerance: HELD,
      }),
    ),
    compare(row, {
      quantity: 'turn of the pencil in the last 6 s, held',
      unit: 'rad',
      expected: 0,
      measured: result.final(pitch) - at(pitch, 12),
      tolerance: HELD,
    }),
  ];
}

/** Largest over a while. */
function spin(time: Float64Array, rate: Float64Array, from: number, length: number): number {
  return largestSize(rate.filter((_, i) => time[i] >= from && time[i] <= from + length));
}

export const validationCase: ValidationCase = {
  id,
  title: 'A pencil is held, and slips by as much as it is let',
  source,
  slow: true,
  run,
};
