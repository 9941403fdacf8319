/** MB-13: a bar on an inclined hinge against MSC.ADAMS: pose, angular velocity, reaction on the ground. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { curveDifference, largestChange, quaternionDifference, valuesDifference } from '../curves.ts';
import { compare } from '../rows.ts';

const [id, source] = [
  'MB-13-adams-revolute',
  'MSC.ADAMS results in projectchrono/chrono, data/testing/joints/revolute_joint, case 2 (commit 7689fbc02d)',
];

interface Reference {
  readonly tolerance: Readonly<
    Record<'position_abs_m' | 'quaternion_abs' | 'angular_velocity_abs' | 'reaction_abs', number>
  >;
}

const AXES = ['x', 'y', 'z'] as const;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const curves = context.readCsv('reference.csv');
  const { tolerance } = context.readJson('reference.json') as Reference;
  const result = await context.runScenario('scenario.yaml');
  const row = { id, source };
  const pairs = (ours: string, theirs: string): Record<string, string> =>
    Object.fromEntries(AXES.map((axis) => [`${ours}.${axis}`, `${theirs}${axis}`]));
  /** ours is what the joint does to the bar, theirs what it does to the ground */
  const onGround = (ours: string, theirs: string): number =>
    Math.max(
      ...AXES.map((axis) => {
        const values = result.recording.column(`joint.hinge.${ours}.${axis}`).map((x) => -x);
        return valuesDifference(result, curves, values, `${theirs}${axis}`);
      }),
    );
  return [
    compare(row, {
      quantity: 'largest difference of the position, 5 s',
      unit: 'm',
      expected: 0,
      measured: curveDifference(result, curves, pairs('bar.position', '')),
      tolerance: tolerance.position_abs_m,
    }),
    compare(row, {
      quantity: 'largest difference of the quaternion, 5 s',
      unit: '1',
      expected: 0,
      measured: quaternionDifference(result, curves, 'bar', ['e0', 'e1', 'e2', 'e3']),
      tolerance: tolerance.quaternion_abs,
    }),
    compare(row, {
      quantity: 'largest difference of the angular velocity, 5 s',
      unit: 'rad/s',
      expected: 0,
      measured: curveDifference(result, curves, pairs('bar.angular-velocity', 'w')),
      tolerance: tolerance.angular_velocity_abs,
    }),
    compare(row, {
      quantity: 'largest difference of the force on the ground, 5 s',
      unit: 'N',
      expected: 0,
      measured: onGround('reaction', 'F'),
      tolerance: tolerance.reaction_abs,
    }),
    compare(row, {
      quantity: 'largest difference of the moment on the ground, 5 s',
      unit: 'N m',
      expected: 0,
      measured: onGround('moment', 'T'),
      tolerance: tolerance.reaction_abs,
    }),
    compare(row, {
      quantity: 'largest change of energy',
      unit: 'J',
      expected: 0,
      measured: largestChange(result.recording.column('energy.total')),
      tolerance: 1e-4, // of 20 J that go to and fro; at 1e-4 J the speed is off by 2e-5 rad/s
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Hinge on an inclined axis against MSC.ADAMS, 5 s',
  source,
  run,
};
