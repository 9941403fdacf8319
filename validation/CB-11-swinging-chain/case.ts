/** CB-11: ten rigid links let go level. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CB-11-swinging-chain', 'equations of the n-fold pendulum, integrated to 6e-11 rad'];
const row = { id, source };

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const reference = context.readCsv('reference.csv');
  const { recording } = completed(await context.runScenario('scenario.yaml'));
  let off = 0;
  let fastest = 0;
  let theirs = 0;
  const [x, z, vx, vz] = ['position.x', 'position.z', 'velocity.x', 'velocity.z'].map((name) =>
    recording.column(`tip.${name}`),
  );
  for (let i = 0; i < reference.t.length; i++) {
    off = Math.max(off, Math.hypot(x[i] - reference.tip_x[i], z[i] - reference.tip_z[i]));
    fastest = Math.max(fastest, Math.hypot(vx[i], vz[i]));
    theirs = Math.max(theirs, Math.hypot(reference.tip_vx[i], reference.tip_vz[i]));
  }
  return [
    compare(row, {
      quantity: 'largest distance of the tip from its path in 1.5 s',
      unit: 'm',
      expected: 0,
      measured: off,
      tolerance: 1e-3,
    }),
    compareRelative(row, {
      quantity: 'largest speed of the tip, at every 10 ms',
      unit: 'm/s',
      expected: theirs,
      measured: fastest,
      relative: 1e-3,
    }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Ten links let go level, 1.5 s', source, run };
