/**
 * What a fairlead and a sheave take of the tension of a line that runs. Fairlead, a bar that does not turn: T2/T1 = exp(mu theta). Sheave of radius R to
 * the middle of the rope, pin of radius r and friction f, weight W, both parts of the line hanging: (T2 - T1) R = f r (T1 + T2 + W).
 * Of both, the mean of a second in which the line runs evenly; what the load still swings is a percent of the tension.
 */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['sheave', 'Euler-Eytelwein; moment about the pin'];
const row = { id, source };
const R = 0.208;
/** an element that stands in the straight part between fairlead and sheave all that time */
const MIDDLE = 28;
const [WEIGHT, PIN] = [12 * 9.81, 0.04];
const [MU, WRAP] = [0.2, Math.PI / 2];

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  for (const f of [0.05, 0.3]) {
    const result = completed(await context.runScenario('scenario.yaml', { 'joints.pin.friction.coefficient': f }));
    const { recording } = result;
    const { time } = recording;
    const middle = recording.column(`cable.line.element-${MIDDLE}.tension`);
    const [first, last] = ['start', 'end'].map((end) => recording.column(`cable.line.${end}.tension`));
    const mean = (values: ArrayLike<number>): number => {
      let [sum, count] = [0, 0];
      time.forEach((t, i) => {
        if (t < 1.5 || t > 2.5) return;
        sum += values[i];
        count++;
      });
      return sum / count;
    };
    const [hauled, between, hanging] = [first, middle, last].map(mean);
    const k = (f * PIN) / R;
    rows.push(
      compareRelative(row, {
        quantity: `pin of ${f}: tension beyond the fairlead over that before it`,
        unit: '',
        expected: Math.exp(MU * WRAP),
        measured: hauled / between,
        relative: 0.01,
      }),
      compareRelative(row, {
        quantity: `pin of ${f}: tension beyond the sheave over that of the load`,
        unit: '',
        expected: ((1 + k) * hanging + k * WEIGHT) / (1 - k) / hanging,
        measured: between / hanging,
        relative: 0.003,
      }),
      compare(row, {
        quantity: `pin of ${f}: energy unaccounted for over the work done`,
        unit: '',
        expected: 0,
        measured: result.energy.imbalance / result.energy.work,
        tolerance: 1e-3,
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Fairlead and sheave', source, slow: true, run };
