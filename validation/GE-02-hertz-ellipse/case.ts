/** GE-02: constants of Hertz' elliptical contact, and patches of crossed cables. */
import { hertzConstants, hertzCrossedCylinders } from '../reference/hertz.ts';
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';

const [id, source] = ['GE-02-hertz-ellipse', 'elliptic integrals in 30 digits; Roy 2007, table C.1, checked'];
const row = { id, source };

interface Sample {
  readonly cable_radius: number;
  readonly E: number;
  readonly nu: number;
  readonly force: number;
  readonly crossing_angle_deg: number;
  readonly a: number;
  readonly b: number;
  readonly approach: number;
  readonly p_max: number;
}

interface Reference {
  readonly reference: { readonly table: readonly (readonly number[])[]; readonly sample: readonly Sample[] };
  readonly tolerance: { readonly rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  const add = (quantity: string, unit: string, expected: number, measured: number): void => {
    rows.push(compareRelative(row, { quantity, unit, expected, measured, relative: tolerance.rel }));
  };
  for (const [degrees, ka, kb, kDelta] of reference.table) {
    const ours = hertzConstants((degrees * Math.PI) / 180);
    add(`k_a at ${degrees} degrees`, '1', ka, ours.ka);
    add(`k_b at ${degrees} degrees`, '1', kb, ours.kb);
    add(`k_delta at ${degrees} degrees`, '1', kDelta, ours.kDelta);
  }
  for (const sample of reference.sample) {
    const r = sample.cable_radius;
    const compliance = (2 * (1 - sample.nu * sample.nu)) / sample.E;
    const alpha = (sample.crossing_angle_deg * Math.PI) / 180;
    const ours = hertzCrossedCylinders(r, r, alpha, sample.force, compliance);
    const name = `cables of ${1e3 * r} mm radius at ${sample.crossing_angle_deg} degrees, ${sample.force} N`;
    add(`${name}: a`, 'm', sample.a, ours.a);
    add(`${name}: b`, 'm', sample.b, ours.b);
    add(`${name}: approach`, 'm', sample.approach, ours.approach);
    add(`${name}: peak pressure`, 'Pa', sample.p_max, ours.peak);
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Hertz elliptical contact constants', source, run };
