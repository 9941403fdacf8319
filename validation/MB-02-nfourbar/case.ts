/** MB-02: the N-four-bar mechanism of the IFToMM library (problem A02), N = 2 and N = 40, through its singular positions. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { type Columns, curveDifference, largestChange } from '../curves.ts';
import { compare } from '../rows.ts';

const [id, source] = [
  'MB-02-nfourbar',
  'IFToMM library, A02; one-freedom equation of motion solved to 1e-10 (upright bars share one angle)',
];

interface Reference {
  readonly reference: Readonly<Record<string, { readonly end_vx: number; readonly total_energy_J: number }>>;
  readonly tolerance: { readonly position_abs_m: number; readonly energy_drift_J: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const reference = context.readCsv('reference.csv');
  const known = context.readJson('reference.json') as Reference;
  const two = await context.runScenario('scenario.yaml');
  const forty = await context.runScenario(scenario(40));
  return [...rows(2, two, reference, known), ...rows(40, forty, reference, known)];
}

function rows(n: number, result: CaseRun, reference: Columns, known: Reference): ValidationRow[] {
  const { tolerance } = known;
  const { end_vx, total_energy_J } = known.reference[`N=${n}`];
  const top = 'post 0.top';
  const row = { id, source };
  return [
    compare(row, {
      quantity: `N = ${n}: largest distance of B0 from the reference, 10 s`,
      unit: 'm',
      expected: 0,
      measured: curveDifference(result, reference, {
        [`${top}.position.x`]: `B0x_N${n}`,
        [`${top}.position.y`]: `B0y_N${n}`,
      }),
      tolerance: tolerance.position_abs_m,
    }),
    compare(row, {
      quantity: `N = ${n}: speed of B0 along x at 10 s`,
      unit: 'm/s',
      expected: end_vx,
      measured: result.final(`${top}.velocity.x`),
      // what the position may be off by, times the fastest change of speed with position (35 m/s^2 at 7 m/s)
      tolerance: 5 * tolerance.position_abs_m,
    }),
    compare(row, {
      quantity: `N = ${n}: energy at the start`,
      unit: 'J',
      expected: total_energy_J,
      measured: result.recording.column('energy.total')[0],
      tolerance: 1e-9 * total_energy_J, // the same numbers, added up in another order
    }),
    compare(row, {
      quantity: `N = ${n}: largest change of energy`,
      unit: 'J',
      expected: 0,
      measured: largestChange(result.recording.column('energy.total')),
      tolerance: tolerance.energy_drift_J,
    }),
  ];
}

/** scenario.yaml with n loops instead of two. */
function scenario(n: number): string {
  const bar = { mass: 1, centre: [0.5, 0, 0], inertia: [0.001, 1 / 12, 1 / 12] };
  const upright = { ...bar, rotation: { axis: [0, 0, 1], angle: '90 deg' }, 'angular velocity': [0, 0, -1] };
  const bodies: Record<string, unknown> = {};
  const joints: Record<string, unknown> = {};
  const hinge = (a: string, b: string, x: number, y: number): unknown => ({
    type: 'revolute',
    between: [a, b],
    at: [x, y, 0],
    axis: [0, 0, 1],
  });
  for (let i = 0; i <= n; i++) {
    bodies[`post ${i}`] = { ...upright, position: [i, 0, 0], ...(i === 0 && { points: { top: [1, 0, 0] } }) };
    joints[`A${i}`] = hinge('world', `post ${i}`, i, 0);
  }
  for (let i = 0; i < n; i++) {
    bodies[`beam ${i}`] = { ...bar, position: [i, 1, 0], velocity: [1, 0, 0] };
    joints[`B${i} right`] = hinge(`post ${i}`, `beam ${i}`, i, 1);
    joints[`B${i + 1} left`] = hinge(`post ${i + 1}`, `beam ${i}`, i + 1, 1);
  }
  const document = {
    hawser: 1,
    title: `${n} four-bar loops`,
    environment: { gravity: [0, -9.81, 0] },
    bodies,
    joints,
    contacts: { enabled: false },
    solver: { step: '1.25 ms' },
    run: { duration: '10 s' },
    output: { rate: 20, channels: ['post 0.top.*', 'energy.*'], 'animation rate': 20 },
  };
  return JSON.stringify(document, undefined, 1);
}

export const validationCase: ValidationCase = {
  id,
  title: 'N-four-bar mechanism through its singular positions, 10 s',
  source,
  run,
};
