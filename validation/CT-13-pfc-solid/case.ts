/** CT-13: force and energy of soft cubes and balls on a rigid floor and on each other. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = [
  'CT-13-pfc-solid',
  'Elandt 2022, eqs 4.4 and A.1, for the field that falls straight from the centre to the surface',
];
const row = { id, source };

interface Reference {
  readonly reference: { readonly columns: readonly string[]; readonly table: readonly (readonly number[])[] };
  readonly tolerance: { readonly force_rel: number; readonly energy_rel: number };
}

const HALF = 0.5; // [m]
/** A contact of 5120 faces against that of a ball, see CT-12; the reference leaves it open ("converges"). */
const ROUND = 1e-3;
/** [m] a contact less deep is narrower than three faces of the ball */
const LEAST_DEPTH = 0.05;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const values of reference.table) {
    const of = (name: string): number => values[reference.columns.indexOf(name)];
    const d = of('d');
    for (const [file, shapes, column, high] of [
      ['scenario.yaml', 'cube on a floor', 'cube_rigid', HALF],
      ['cubes.yaml', 'two cubes, flush', 'cube_cube', 2 * HALF],
      ['ball.yaml', 'ball on a floor', 'sphere_rigid', HALF],
      ['balls.yaml', 'two balls', 'sphere_sphere', 2 * HALF],
    ] as const) {
      const round = column.startsWith('sphere');
      if (round && d < LEAST_DEPTH) continue;
      const { recording } = completed(await context.runScenario(file, { 'bodies.body.position[2]': high - d }));
      const at = (name: string): number => recording.column(`contact.floor~body.${name}`)[0];
      for (const [quantity, unit, letter, measured, relative] of [
        ['force', 'N', 'F', at('force.z'), tolerance.force_rel],
        ['energy', 'J', 'U', at('stored'), tolerance.energy_rel],
      ] as const) {
        rows.push(
          compareRelative(row, {
            quantity: `${shapes}, ${d} m: ${quantity}`,
            unit,
            expected: of(`${letter}_${column}`),
            measured,
            relative: round ? ROUND : relative,
          }),
        );
      }
    }
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Soft cubes and balls', source, run };
