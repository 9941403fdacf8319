/** Two sprung cams on a coated rod (Elandt 2022, s. 5.3.2): a spiral of 15 degrees locks where friction is above tan 15 = 0.268. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = [
  'elandt-cleat',
  'Elandt 2022, s. 5.3.2; a wedge holds where friction is above the tangent of its angle',
];
const row = { id, source };

const SCENARIO = '../../scenarios/cam-cleat/scenario.yaml';
const HOLDS = 1e-9; // [m/s] at the end; friction that creeps shows 1e-6 and more
const [PULL, DAMPING] = [150, 40]; // [N] [N s/m] of the scenario

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const friction = 'contacts.defaults.friction coefficient';
  const held = completed(await context.runScenario(SCENARIO, { [friction]: 0.3 }));
  const slips = completed(await context.runScenario(SCENARIO, { [friction]: 0.24 }));
  return [
    compare(row, {
      quantity: 'friction 0.30: speed of the rod under 150 N, after 0.5 s',
      unit: 'm/s',
      expected: 0,
      measured: held.final('rod.velocity.z'),
      tolerance: HOLDS,
    }),
    compare(row, {
      quantity: 'friction 0.30: way of the rod in the last 0.3 s',
      unit: 'm',
      expected: 0,
      measured: held.final('rod.position.z') - held.at('rod.position.z', 1.2),
      tolerance: HOLDS,
    }),
    compare(row, {
      quantity: 'friction 0.30: upward force of both cams that the pull needs',
      unit: 'N',
      expected: PULL,
      measured: held.final('contact.rod~left cam.force.z') + held.final('contact.rod~right cam.force.z'),
      tolerance: 1e-6 * PULL,
    }),
    compare(row, {
      quantity: 'friction 0.24: speed of the rod at the end, held by the damping of its guide alone',
      unit: 'm/s',
      expected: PULL / DAMPING,
      measured: slips.final('rod.velocity.z'),
      tolerance: 0.01 * (PULL / DAMPING),
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'A cam cleat locks on a coated rod',
  source,
  slow: true,
  run,
};
