/** GE-03: what two spheres have in common. */
import { makeLens, sphereLens } from '@hawser/engine/parts';
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';

const [id, source] = ['GE-03-sphere-lens', 'closed forms, Vilela 2018, eqs. 4.12-4.23'];
const row = { id, source };

interface Reference {
  readonly reference: {
    /** R1, R2, d, volume, centroid, moments of inertia along and across the axis; null without overlap */
    readonly table: readonly (readonly (number | null)[])[];
  };
  readonly tolerance: { readonly rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const lens = makeLens();
  const rows: ValidationRow[] = [];
  for (const [R1, R2, d, volume, centroid, axis, transverse] of reference.table) {
    if (R1 === null || R2 === null || d === null || volume === null)
      throw new Error('reference.json: a size is missing');
    sphereLens(lens, R1, R2, d);
    const name = (quantity: string): string => `R = ${R1} m and ${R2} m, ${d} m apart: ${quantity}`;
    const add = (quantity: string, unit: string, expected: number | null, measured: number): void => {
      if (expected === null) return;
      rows.push(compareRelative(row, { quantity: name(quantity), unit, expected, measured, relative: tolerance.rel }));
    };
    if (volume === 0) {
      rows.push(
        compare(row, { quantity: name('volume'), unit: 'm^3', expected: 0, measured: lens.volume, tolerance: 0 }),
      );
    } else {
      add('volume', 'm^3', volume, lens.volume);
    }
    add('centroid from the first centre', 'm', centroid, lens.centroid);
    add('moment of inertia about the axis', 'm^5', axis, 2 * lens.transverse);
    add('moment of inertia across the axis', 'm^5', transverse, lens.axial + lens.transverse);
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Lens of two spheres', source, run };
