/** MB-01: the simple pendulum of the IFToMM library (problem A01) against its closed form. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative, largestDifference } from '../rows.ts';

const [id, source] = ['MB-01-pendulum', 'IFToMM library, A01; closed form with Jacobi elliptic functions (30 digits)'];

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const reference = context.readCsv('reference.csv');
  const result = await context.runScenario('scenario.yaml');
  const position = (axis: string): Float64Array => result.recording.column(`bob.position.${axis}`);
  const difference = Math.max(
    largestDifference(position('x'), reference.x),
    largestDifference(position('z'), reference.y), // the reference swings in its x-y plane
  );
  const heights = position('z');
  const total = result.recording.column('energy.total');
  let drift = 0;
  for (const energy of total) drift = Math.max(drift, Math.abs(energy - total[0]));
  // v^2 = 2 g (-z) at any height, so the rod carries m (2 g (-z) + g (-z)) = 3 m g (-z)
  const reaction = ['x', 'y', 'z'].map((axis) => result.final(`joint.rod.reaction.${axis}`));
  const tension = Math.hypot(...reaction);
  const expectedTension = 3 * 9.81 * -heights[heights.length - 1];
  const row = { id, source };
  return [
    compare(row, {
      quantity: 'largest distance from the exact path, 10 s',
      unit: 'm',
      expected: 0,
      measured: difference,
      tolerance: 1e-5,
    }),
    compare(row, { quantity: 'largest change of energy', unit: 'J', expected: 0, measured: drift, tolerance: 5e-5 }),
    compareRelative(row, {
      quantity: 'force in the rod at 10 s',
      unit: 'N',
      expected: expectedTension,
      measured: tension,
      relative: 1e-3,
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Planar simple pendulum released level, 10 s',
  source,
  run,
};
