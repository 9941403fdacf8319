/** Vilela 2018, test 3, with balls packed into both bodies. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['vilela2018-3-spheres', 'Vilela 2018, s. 5.3, sphere trees; rolling without slip: a = 2/3 g sin'];
const row = { id, source };

const ANGLE = (15 * Math.PI) / 180;
const SPEED = (2 / 3) * 9.81 * Math.sin(ANGLE) * 3.5; // [m/s]

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('scenario.yaml'));
  const down =
    result.final('cylinder.velocity.x') * Math.cos(ANGLE) - result.final('cylinder.velocity.z') * Math.sin(ANGLE);
  const add = (quantity: string, unit: string, expected: number, measured: number): ValidationRow =>
    compareRelative(row, { quantity, unit, expected, measured, relative: 5e-3 });
  return [
    add('speed after 3.5 s', 'm/s', SPEED, down),
    add('angular velocity after 3.5 s', 'rad/s', SPEED / 0.25, result.final('cylinder.angular-velocity.y')),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Cylinder rolling down an inclined block, packed with balls',
  source,
  slow: true,
  run,
};
