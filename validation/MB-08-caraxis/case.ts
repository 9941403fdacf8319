/** MB-08: the car axis of the Bari test set, a constraint that moves with time. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { curveDifference } from '../curves.ts';
import { compare, compareRelative } from '../rows.ts';

const [id, source] = [
  'MB-08-caraxis',
  'Bari test set, caraxis; index-1 form solved to 1e-12, agrees with the published end values',
];

interface Reference {
  readonly reference: { readonly end: Readonly<Record<string, number>> };
  readonly tolerance: { readonly end_rel: number };
}

/** Columns of the run and what the source calls them. */
const COLUMNS: Readonly<Record<string, string>> = {
  'left.position.x': 'xl',
  'left.position.y': 'yl',
  'right.position.x': 'xr',
  'right.position.y': 'yr',
  'left.velocity.x': 'vxl',
  'left.velocity.y': 'vyl',
  'right.velocity.x': 'vxr',
  'right.velocity.y': 'vyr',
};

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const curves = context.readCsv('reference.csv');
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const coarse = await context.runScenario('scenario.yaml', { 'solver.max step': '50 us' });
  const fine = await context.runScenario('scenario.yaml', { 'solver.max step': '25 us' });
  const other = await context.runScenario('scenario.yaml', {
    'solver.integrator': 'runge-kutta',
    'solver.max step': '0.5 ms',
  });
  const row = { id, source };
  const implicit = end(fine);
  const before = end(coarse);
  const explicit = end(other);
  const rows: ValidationRow[] = [
    compare(row, {
      quantity: 'TR-BDF2, 25 us: largest difference of the positions, 3 s',
      unit: 'm',
      expected: 0,
      measured: curveDifference(
        fine,
        curves,
        pick((name) => !name.startsWith('v')),
      ),
      tolerance: tolerance.end_rel, // of the axis, 1 m
    }),
  ];
  for (const name of Object.keys(implicit)) {
    const unit = name.startsWith('v') ? 'm/s' : name.startsWith('lam') ? 'N/m' : 'm';
    rows.push(
      compareRelative(row, {
        quantity: `TR-BDF2, extrapolated from 50 and 25 us: ${name} at 3 s`,
        unit,
        expected: reference.end[name],
        measured: (4 * implicit[name] - before[name]) / 3, // Richardson: order two
        relative: tolerance.end_rel,
      }),
    );
  }
  for (const name of Object.keys(explicit)) {
    const unit = name.startsWith('v') ? 'm/s' : name.startsWith('lam') ? 'N/m' : 'm';
    rows.push(
      compareRelative(row, {
        quantity: `Runge-Kutta, 0.5 ms: ${name} at 3 s`,
        unit,
        expected: reference.end[name],
        measured: explicit[name],
        relative: tolerance.end_rel,
      }),
    );
  }
  return rows;
}

function pick(wanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(COLUMNS).filter(([, name]) => wanted(name)));
}

/** What the source gives at the end; its multipliers go with k q'' = f + G^T lambda. */
function end(result: CaseRun): Record<string, number> {
  const values = Object.fromEntries(Object.entries(COLUMNS).map(([column, name]) => [name, result.final(column)]));
  const { xl, yl, xr, yr } = values;
  const psi = Math.asin(0.1 * Math.sin(30));
  const [guideX, guideY] = ['x', 'y'].map((axis) => result.final(`joint.guide.reaction.${axis}`));
  const [axisX, axisY] = ['x', 'y'].map((axis) => result.final(`joint.axis.reaction.${axis}`));
  // the guide pushes the left mass with lambda1 (xb, yb), the rod the right mass with -2 lambda2 (pl - pr); both 1 m
  const lam1 = guideX * Math.cos(psi) + guideY * Math.sin(psi);
  const lam2 = -(axisX * (xl - xr) + axisY * (yl - yr)) / 2;
  return { ...values, lam1, lam2 };
}

export const validationCase: ValidationCase = {
  id,
  title: 'Car axis, a constraint that moves with time, 3 s',
  source,
  run,
};
