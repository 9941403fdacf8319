/** MA-01: wave numbers, lengths and speeds of linear waves at any depth. */
import { groupSpeed, waveNumber } from '@hawser/engine/parts';
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';

const [id, source] = ['MA-01-dispersion', 'linear wave theory, 25-digit Newton'];
const row = { id, source };

interface Reference {
  readonly parameters: { readonly g: number };
  /** T, h ("inf"), k, wavelength, c, cg */
  readonly reference: { readonly table: readonly (readonly (number | 'inf')[])[] };
  readonly tolerance: { readonly k_rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { parameters, reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const [T, h, k, , c, cg] of reference.table) {
    const depth = h === 'inf' ? Number.POSITIVE_INFINITY : Number(h);
    const omega = (2 * Math.PI) / Number(T);
    const found = waveNumber(omega, depth, parameters.g);
    const name = `${T} s in ${h === 'inf' ? 'deep water' : `${h} m`}`;
    const relative = tolerance.k_rel;
    rows.push(
      compareRelative(row, {
        quantity: `${name}: wave number`,
        unit: '1/m',
        expected: Number(k),
        measured: found,
        relative,
      }),
      compareRelative(row, {
        quantity: `${name}: speed`,
        unit: 'm/s',
        expected: Number(c),
        measured: omega / found,
        relative,
      }),
      compareRelative(row, {
        quantity: `${name}: group speed`,
        unit: 'm/s',
        expected: Number(cg),
        measured: groupSpeed(omega, found, depth),
        relative,
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Wave dispersion', source, run };
