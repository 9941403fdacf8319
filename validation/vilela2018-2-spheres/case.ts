/** Vilela 2018, test 2, with balls packed into both bodies. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, largestSize } from '../series.ts';

const [id, source] = ['vilela2018-2-spheres', 'Vilela 2018, s. 5.2, sphere trees; t = 3 R w / (4 mu g)'];
const row = { id, source };

const STOP = (3 * 0.25 * 5 * Math.PI) / (4 * 0.6 * 9.81); // [s]

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { recording } = completed(await context.runScenario('scenario.yaml'));
  const spin = recording.column('disc.angular-velocity.z');
  const [first, last] = [0.9, 0.1].map((part) => spin.findIndex((w) => w < part * spin[0]));
  const times = recording.time.slice(first, last + 1);
  const values = spin.slice(first, last + 1);
  const { slope, start, fit } = line(times, values);
  return [
    compareRelative(row, {
      quantity: 'time at which the straight line of the spin ends',
      unit: 's',
      expected: STOP,
      measured: -start / slope,
      relative: 0.01,
    }),
    compare(row, { quantity: 'R^2 of the straight line', unit: '1', expected: 1, measured: fit, tolerance: 1e-3 }),
    // shares are counted by fifty points a ball: friction has a resultant of parts of a thousand
    compare(row, {
      quantity: 'largest distance of the centre from the axis',
      unit: 'm',
      expected: 0,
      measured: largestSize(
        recording.column('disc.position.x').map((x, i) => Math.hypot(x, recording.column('disc.position.y')[i])),
      ),
      tolerance: 1e-3,
    }),
  ];
}

/** Least squares. */
function line(t: ArrayLike<number>, v: ArrayLike<number>): { slope: number; start: number; fit: number } {
  const [times, values] = [Array.from(t), Array.from(v)];
  const mean = (x: readonly number[]): number => x.reduce((a, b) => a + b, 0) / x.length;
  const [tm, vm] = [mean(times), mean(values)];
  const across = mean(times.map((x, i) => (x - tm) * (values[i] - vm)));
  const [tt, vv] = [mean(times.map((x) => (x - tm) ** 2)), mean(values.map((x) => (x - vm) ** 2))];
  return { slope: across / tt, start: vm - (across / tt) * tm, fit: (across * across) / (tt * vv) };
}

export const validationCase: ValidationCase = {
  id,
  title: 'Disc spinning down on a block, packed with balls',
  source,
  slow: true,
  run,
};
