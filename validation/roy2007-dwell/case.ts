/**
 * Break-away of a rope that lay still (Roy 2007, eqs. 3.31, 3.32). It sticks from t = 0 until it breaks away, also while the pull grows, so the time that
 * counts is the whole of it: mu = mu_c + (mu_s - mu_c) (1 - exp(-t/tau)). Rates of pull are below the Stribeck speed of 10 mm/s.
 */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['roy2007-dwell', 'Roy 2007, eqs. 3.31 and 3.32'];
const row = { id, source };
const [STATIC, KINETIC, DWELL] = [0.5, 0.3, 2];
const STRIBECK = 0.01;

/** Still until t [s], then at v [m/s], from the one to the other in 10 ms: a spline goes through the rows. */
function drawn(t: number, v: number): readonly (readonly number[])[] {
  const after = [0.01, 0.02, 0.03, 0.1, 0.2, 1, 2, 500].map((s) => [t + s, v * (s - 0.005)]);
  return [[0, 0], [0.05, 0], [t - 0.05, 0], [t - 0.02, 0], [t - 0.01, 0], [t, 0], ...after];
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  const text = context.readText('scenario.yaml');
  for (const still of [0.2, 1, 3, 8]) {
    for (const v of [0.003, 0.006, 0.0095]) {
      const { recording } = completed(
        await context.runScenario(text.replace('[[0, 0], [2, 0], [3, 0.01]]', JSON.stringify(drawn(still, v))), {
          'run.duration': still + 0.006 / v,
        }),
      );
      const [friction, normal, slip] = ['friction-force', 'normal-force', 'slip'].map((name) =>
        recording.column(`contact.line~bar.${name}`),
      );
      // it is off once it slides at a tenth of the pull; until then the bristle bends
      const off = recording.time.findIndex(
        (t, i) => t > still && slip[i] > 0.1 * v && friction[i] > 0.5 * KINETIC * normal[i],
      );
      const t = recording.time[off];
      const stuck = 1 - Math.exp(-t / DWELL);
      rows.push(
        compareRelative(row, {
          quantity: `still for ${still} s, drawn at ${v / STRIBECK} of the Stribeck speed: friction over normal force at break-away`,
          unit: '',
          expected: KINETIC + (STATIC - KINETIC) * stuck,
          measured: friction[off] / normal[off],
          relative: 0.03,
        }),
      );
    }
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Break-away after a dwell', source, run };
