/** MB-14: a bar that swings about and slides along an inclined axis against MSC.ADAMS. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { type Columns, curveDifference, largestChange, quaternionDifference, valuesDifference } from '../curves.ts';
import { compare } from '../rows.ts';

const [id, source] = [
  'MB-14-adams-cylindrical',
  'MSC.ADAMS results in projectchrono/chrono, data/testing/joints/cylindrical_joint, case 3 (commit 7689fbc02d)',
];

interface Reference {
  readonly parameters: { readonly g_m_s2: number };
  readonly tolerance: Readonly<
    Record<'position_abs_m' | 'quaternion_abs' | 'angular_velocity_abs' | 'reaction_abs', number>
  >;
}

const AXES = ['x', 'y', 'z'] as const;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const curves = context.readCsv('reference.csv');
  const { parameters, tolerance } = context.readJson('reference.json') as Reference;
  const result = await context.runScenario('scenario.yaml');
  const row = { id, source };
  const pairs = (ours: string, theirs: string): Record<string, string> =>
    Object.fromEntries(AXES.map((axis) => [`${ours}.${axis}`, `${theirs}${axis}`]));
  const largest = (columns: readonly Float64Array[], reference: Columns, prefix: string): number =>
    Math.max(...AXES.map((axis, k) => valuesDifference(result, reference, columns[k], `${prefix}${axis}`)));
  const force = AXES.map((axis) => result.recording.column(`joint.sleeve.reaction.${axis}`).map((x) => -x));
  const slide = result.recording.column('joint.sleeve.displacement');
  // the same for the sleeve of the reference: it falls freely along the axis, at g sin 45 deg
  const slideOfReference = curves.t.map((t) => (-0.5 * parameters.g_m_s2 * t * t) / Math.SQRT2);
  return [
    compare(row, {
      quantity: 'largest difference of the position, 5 s (it slides 87 m)',
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
      measured: largest(force, curves, 'F'),
      tolerance: tolerance.reaction_abs,
    }),
    compare(row, {
      quantity: 'largest difference of the moment on the ground at the sleeve, 5 s',
      unit: 'N m',
      expected: 0,
      measured: largest(
        moments(result),
        Object.fromEntries([...Object.entries(curves), ...momentsAtSleeve(curves, slideOfReference)]),
        'T',
      ),
      tolerance: tolerance.reaction_abs,
    }),
    compare(row, {
      quantity: 'largest difference of the moment on the ground at (1, 2, 3), up to 87 m from the sleeve, 5 s',
      unit: 'N m',
      expected: 0,
      measured: largest(moved(moments(result), force, slide, 1), curves, 'T'),
      // forces of 6 digits and a lever of 87 m: the closed form itself is 0.058 N m from the ADAMS values
      tolerance: 0.5,
      source: `${source}; tolerance of Chrono's own test of this case`,
    }),
    compare(row, {
      quantity: 'largest change of energy',
      unit: 'J',
      expected: 0,
      measured: largestChange(result.recording.column('energy.total')),
      tolerance: 1e-4, // of 600 J at the end; MB-13 without the slide has the same bound
    }),
  ];
}

/** Moment of the sleeve on the ground, at the sleeve. */
function moments(result: CaseRun): Float64Array[] {
  return AXES.map((axis) => result.recording.column(`joint.sleeve.moment.${axis}`).map((x) => -x));
}

/** moment + sign d x force, where d points from the joint on the ground to the sleeve: along (0, 1, 1)/sqrt 2. */
function moved(
  moment: readonly Float64Array[],
  force: readonly Float64Array[],
  slide: Float64Array,
  sign: number,
): Float64Array[] {
  const out = moment.map((column) => column.slice());
  for (let i = 0; i < slide.length; i++) {
    const d = (sign * slide[i]) / Math.SQRT2;
    out[0][i] += d * force[2][i] - d * force[1][i];
    out[1][i] += d * force[0][i];
    out[2][i] -= d * force[0][i];
  }
  return out;
}

/** The moments of the reference, taken back to the sleeve with its own forces. */
function momentsAtSleeve(curves: Columns, slide: Float64Array): [string, Float64Array][] {
  const columns = (prefix: string): Float64Array[] => AXES.map((axis) => curves[`${prefix}${axis}`]);
  const at = moved(columns('T'), columns('F'), slide, -1);
  return AXES.map((axis, k) => [`T${axis}`, at[k]]);
}

export const validationCase: ValidationCase = {
  id,
  title: 'Cylindrical joint on an inclined axis against MSC.ADAMS, 5 s',
  source,
  run,
};
