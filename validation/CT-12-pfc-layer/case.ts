/** CT-12: force and energy of a rigid ball and of a flat rigid cylinder on a soft layer. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CT-12-pfc-layer', 'Elandt 2022, s. 4.5: integrals of p = E* h/H over the true surface'];
const row = { id, source };

interface Reference {
  readonly reference: { readonly columns: readonly string[]; readonly table: readonly (readonly number[])[] };
  readonly tolerance: { readonly force_rel: number; readonly energy_rel: number };
}

const RADIUS = 0.1; // [m]
/** [m] a contact less deep is narrower than three faces of the ball */
const LEAST_DEPTH = 5e-4;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const values of reference.table) {
    const of = (name: string): number => values[reference.columns.indexOf(name)];
    const d = of('d');
    for (const [file, shape, force, energy] of [
      ['scenario.yaml', 'ball', of('F_sphere_layer_exact_cap'), of('U_sphere_layer_exact_cap')],
      ['cylinder.yaml', 'cylinder', of('F_cyl_layer'), of('U_cyl_layer')],
    ] as const) {
      if (shape === 'ball' && d < LEAST_DEPTH) continue;
      const { recording } = completed(await context.runScenario(file, { 'bodies.body.position[2]': RADIUS - d }));
      const at = (name: string): number => recording.column(`contact.floor~body.${name}`)[0];
      const add = (quantity: string, unit: string, expected: number, measured: number, relative: number): void => {
        rows.push(compareRelative(row, { quantity, unit, expected, measured, relative }));
      };
      add(`${shape} ${1000 * d} mm deep: force`, 'N', force, at('force.z'), tolerance.force_rel);
      add(`${shape} ${1000 * d} mm deep: energy`, 'J', energy, at('stored'), tolerance.energy_rel);
    }
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Rigid ball and cylinder on a soft layer', source, run };
