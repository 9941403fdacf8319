/** CB-13: the largest tension when a falling mass makes its line tight. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed, largest } from '../series.ts';

const [id, source] = ['CB-13-snap', 'balance of energy: T = W (1 + sqrt(1 + 2 h EA/(W L)))'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly m: number;
      readonly g: number;
      readonly drop: number;
      readonly EA: number;
      readonly L: number;
      readonly peak_tension: number;
      readonly peak_elongation: number;
      readonly time_taut_to_peak: number;
    }[];
  };
}

const LIGHT = 1e-4; // mass of the line over that of the load

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const { m, g, drop, EA, L, peak_tension, peak_elongation, time_taut_to_peak } of reference.results) {
    const start = -(L - drop);
    const { recording } = completed(
      await context.runScenario('scenario.yaml', {
        'ropes.line.mass': (LIGHT * m) / L,
        'ropes.line.stiffness': EA,
        'bodies.load.mass': m,
        'bodies.load.position': [0, 0, start],
        'cables.line.length': L,
        'cables.line.shape': [
          [0, 0, 0],
          [0, 0, start],
        ],
        'run.duration': Math.ceil(1000 * (Math.sqrt((2 * drop) / g) + 1.2 * time_taut_to_peak)) / 1000,
      }),
    );
    const lowest = largest(recording.column('load.position.z').map((z) => -z));
    const name = `${m} kg falling ${drop} m`;
    rows.push(
      compareRelative(row, {
        quantity: `${name}: largest tension`,
        unit: 'N',
        expected: peak_tension,
        measured: largest(recording.column('cable.line.start.tension')),
        relative: 1e-3,
      }),
      compareRelative(row, {
        quantity: `${name}: largest stretch`,
        unit: 'm',
        expected: peak_elongation,
        measured: lowest - L,
        relative: 1e-3,
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Snap loads', source, run };
