/** Vilela 2018, test 2: friction spread over the face of a disc stops its spin in 3 R w0/(4 mu g), in a straight line. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, largestSize } from '../series.ts';

const [id, source] = ['vilela2018-2', 'Vilela 2018, s. 5.2, eqs 5.3-5.14'];
const row = { id, source };

const SPIN = 5 * Math.PI; // [rad/s]
const STOP = (3 * 0.25 * SPIN) / (4 * 0.6 * 9.81); // [s] eq. 5.14

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('scenario.yaml'));
  const { recording } = result;
  const spin = recording.column('disc.angular-velocity.z');
  // from when the disc has settled (5 %) down to 2 % of the spin
  const used = [...spin.keys()].filter((i) => recording.time[i] >= 0.05 * STOP && spin[i] > 0.02 * SPIN);
  const { zero, square } = line(
    used.map((i) => recording.time[i]),
    used.map((i) => spin[i]),
  );
  const away = ['x', 'y'].map((axis) => largestSize(recording.column(`disc.position.${axis}`)));
  const stops = recording.time[spin.findIndex((w) => w < 1e-3 * SPIN)];
  const limited = (quantity: string, unit: string, measured: number, tolerance: number): ValidationRow =>
    compare(row, { quantity, unit, expected: 0, measured, tolerance });
  return [
    compareRelative(row, {
      quantity: 'time at which the straight line of the spin ends',
      unit: 's',
      expected: STOP,
      measured: zero,
      relative: 0.01,
    }),
    compare(row, { quantity: 'R^2 of the straight line', unit: '1', expected: 1, measured: square, tolerance: 1e-3 }),
    // read off rows 20 ms apart; the brush swings back a little after that
    compare(row, {
      quantity: 'first row at which it turns no more',
      unit: 's',
      expected: STOP,
      measured: stops,
      tolerance: 0.02,
    }),
    limited('largest distance of the centre from the axis', 'm', Math.hypot(...away), 1e-9),
    limited('spin at 1 s', 'rad/s', spin[spin.length - 1], 1e-9),
  ];
}

/** Least squares through (t, w): where the line meets w = 0, and R^2. */
function line(t: readonly number[], w: readonly number[]): { zero: number; square: number } {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b) / values.length;
  const [mt, mw] = [mean(t), mean(w)];
  const sum = (f: (i: number) => number): number => t.reduce((total, _, i) => total + f(i), 0);
  const tw = sum((i) => (t[i] - mt) * (w[i] - mw));
  const tt = sum((i) => (t[i] - mt) ** 2);
  const ww = sum((i) => (w[i] - mw) ** 2);
  return { zero: mt - (mw * tt) / tw, square: (tw * tw) / (tt * ww) };
}

export const validationCase: ValidationCase = { id, title: 'Disc spinning down on a block, meshes', source, run };
