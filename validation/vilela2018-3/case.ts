/** Vilela 2018, test 3: a cylinder of triangles rolls down an inclined block of triangles. */
import type { CaseContext, CaseRun, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, largestSize } from '../series.ts';

const [id, source] = ['vilela2018-3', 'Vilela 2018, s. 5.3; rolling without slip: a = 2/3 g sin'];
const row = { id, source };

const ANGLE = (15 * Math.PI) / 180;
const SPEED = (2 / 3) * 9.81 * Math.sin(ANGLE) * 3.5; // [m/s]

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const end = async (overrides: Overrides): Promise<CaseRun> =>
    completed(await context.runScenario('scenario.yaml', overrides));
  const down = (result: CaseRun): number =>
    result.final('cylinder.velocity.x') * Math.cos(ANGLE) - result.final('cylinder.velocity.z') * Math.sin(ANGLE);
  const speed = (quantity: string, result: CaseRun): ValidationRow =>
    compareRelative(row, { quantity, unit: 'm/s', expected: SPEED, measured: down(result), relative: 5e-3 });
  const result = await end({});
  const { recording } = result;
  const [w, x, y, z] = ['w', 'x', 'y', 'z'].map((c) => recording.column(`cylinder.rotation.${c}`));
  // how far the axis, body z, leaves the world's -y
  const tilt = w.map((_, i) => Math.hypot(2 * (x[i] * z[i] + w[i] * y[i]), 1 - 2 * (x[i] * x[i] + y[i] * y[i])));
  const limited = (quantity: string, unit: string, measured: number, tolerance: number): ValidationRow =>
    compare(row, { quantity, unit, expected: 0, measured, tolerance });
  return [
    speed('speed after 3.5 s', result),
    speed('speed after 3.5 s, 64 sides', await end({ 'bodies.cylinder.shapes[0].solid.prism.sides': 64 })),
    speed('speed after 3.5 s, automatic steps', await end({ 'solver.step': 'auto', 'solver.tolerance': 1e-4 })),
    speed('speed after 3.5 s, ten times as stiff', await end({ 'contacts.defaults.foundation': 1e7 })),
    compareRelative(row, {
      quantity: 'angular velocity after 3.5 s',
      unit: 'rad/s',
      expected: SPEED / 0.25,
      measured: result.final('cylinder.angular-velocity.y'),
      relative: 5e-3,
    }),
    limited(
      'largest distance from the middle of the floor',
      'm',
      largestSize(recording.column('cylinder.position.y')),
      1e-9,
    ),
    limited('largest turn of the axis', 'rad', largestSize(tilt), 1e-8),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Cylinder rolling down an inclined block, meshes',
  source,
  run,
};
