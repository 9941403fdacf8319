/** CT-02: the restitution that seven contact laws really deliver, with time of contact, compression and force. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, largestDifference } from '../rows.ts';
import { completed, crossings, interpolate, largest } from '../series.ts';

const [id, source] = [
  'CT-02-restitution',
  'alpha (1 + e) = ln((1 + alpha)/(1 - alpha e)) with the factor alpha of each law, 25 digits; times and peaks by DOP853',
];
const row = { id, source };

const laws = ['exact', 'hunt-crossley', 'lankarani-nikravesh', 'flores', 'hu-guo', 'lee-wang', 'herbert-mcwhannell'];
const curves: readonly (readonly [law: string, restitution: number])[] = [
  ['hunt-crossley', 0.5],
  ['flores', 0.5],
  ['lankarani-nikravesh', 0.5],
  ['flores', 0.1],
];

const RADIUS = 0.1; // [m]
/** Rows over one contact: the highest is within (pi/800)^2/2 = 1e-5 of the peak. */
const ROWS = 400;

interface Tolerance {
  readonly tolerance: { readonly e_abs: number; readonly time_rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { tolerance } = context.readJson('reference.json') as Tolerance;
  const rows: ValidationRow[] = [];
  for (const law of laws) {
    const table = context.readCsv(`reference-${law}.csv`);
    const worst = { e: 0, time: 0, compression: 0, force: 0 };
    for (const [i, wanted] of table.e_in.entries()) {
      const time = table.contact_time_s[i];
      const result = await impact(context, law, wanted, time);
      const { compression, force } = histories(result);
      const delivered = result.final('ball.velocity.z');
      const contactTime = crossings(result.recording.time, compression, 0, -1)[0];
      worst.e = Math.max(worst.e, Math.abs(delivered - table.e_out_exact[i]));
      worst.time = Math.max(worst.time, Math.abs(contactTime / time - 1));
      worst.compression = Math.max(worst.compression, Math.abs(largest(compression) / table.max_compression_m[i] - 1));
      worst.force = Math.max(worst.force, Math.abs(largest(force) / table.max_force_N[i] - 1));
      if (wanted === 0.5) {
        const quantity = `${law}: restitution delivered when 0.5 is asked for`;
        const expected = table.e_out_exact[i];
        rows.push(compare(row, { quantity, unit: '1', expected, measured: delivered, tolerance: tolerance.e_abs }));
      }
    }
    const add = (quantity: string, measured: number, allowed: number): void => {
      const text = `${law}: ${quantity}, e = 0.1 ... 0.9`;
      rows.push(compare(row, { quantity: text, unit: '1', expected: 0, measured, tolerance: allowed }));
    };
    add('largest error of restitution', worst.e, tolerance.e_abs);
    add('largest relative error of the time of contact', worst.time, tolerance.time_rel);
    add('largest relative error of the compression', worst.compression, tolerance.time_rel);
    add('largest relative error of the force', worst.force, tolerance.time_rel);
  }
  for (const [law, wanted] of curves) rows.push(...(await curve(context, law, wanted, tolerance.time_rel)));
  return rows;
}

/** Touches at t = 0 and runs to well after the bodies have parted. */
async function impact(context: CaseContext, law: string, restitution: number, time: number): Promise<CaseRun> {
  return completed(
    await context.runScenario('scenario.yaml', {
      'contacts.defaults.law': law,
      'contacts.defaults.restitution': restitution,
      'run.duration': 1.1 * time,
      'output.rate': ROWS / time,
      'solver.max step': time / ROWS,
    }),
  );
}

function histories(result: CaseRun): { readonly compression: Float64Array; readonly force: Float64Array } {
  return {
    compression: result.recording.column('ball.position.z').map((z) => RADIUS - z),
    force: result.recording.column('contact.wall~ball.normal-force'),
  };
}

/** The whole history of an impact, against its largest values. */
async function curve(
  context: CaseContext,
  law: string,
  restitution: number,
  relative: number,
): Promise<readonly ValidationRow[]> {
  const reference = context.readCsv(`curve-${law}-${restitution}.csv`);
  const { t } = reference;
  const result = await impact(context, law, restitution, t[t.length - 1]);
  const ours = histories(result);
  return (['compression', 'force'] as const).map((column) =>
    compare(row, {
      quantity: `${law}, e = ${restitution}: ${column}, largest difference over the impact`,
      unit: column === 'force' ? 'N' : 'm',
      expected: 0,
      measured: largestDifference(
        t.map((time) => interpolate(result.recording.time, ours[column], time)),
        reference[column],
      ),
      tolerance: relative * largest(reference[column]),
    }),
  );
}

export const validationCase: ValidationCase = { id, title: 'Restitution delivered by seven contact laws', source, run };
