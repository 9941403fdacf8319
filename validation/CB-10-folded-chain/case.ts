/** CB-10: a folded chain falls faster than freely. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed, crossings } from '../series.ts';

const [id, source] = ['CB-10-folded-chain', 'Calkin & March 1989: v² = g (2 L x − x²)/(L − x)'];
const row = { id, source };
const ELEMENTS = 40;
const ROUND = 5; // elements of the fold

/** Down, round, up. */
function folded(): number[][] {
  const points = [[0, 0, 0]];
  for (let i = 1; i <= ELEMENTS; i++) {
    const turn = Math.min(ROUND, Math.max(0, i - (ELEMENTS / 2 - 2)));
    const heading = -Math.PI / 2 + (Math.PI * turn) / ROUND;
    const [x, , z] = points[i - 1];
    points.push([x + Math.cos(heading) / ELEMENTS, 0, z + Math.sin(heading) / ELEMENTS]);
  }
  return points;
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const reference = context.readCsv('reference.csv');
  const { recording } = completed(await context.runScenario('scenario.yaml', { 'cables.chain.shape': folded() }));
  const heights = recording.column('cable.chain.end.position.z');
  const fallen = heights.map((z) => heights[0] - z);
  return [0.5, 0.8, 0.95].map((x) =>
    compareRelative(row, {
      quantity: `time to ${100 * x} % of the fall`,
      unit: 's',
      expected: reference.t[reference.x.findIndex((value) => Math.abs(value - x) < 1e-9)],
      measured: crossings(recording.time, fallen, x, 1)[0] ?? Number.NaN,
      relative: 0.01,
    }),
  );
}

export const validationCase: ValidationCase = { id, title: 'Folded chain falling', source, run };
