/** CT-14: two soft layers on each other share the depth by how much each gives. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CT-14-pfc-two-layers', 'Elandt 2022, definition of the surface of equal pressure'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly E1: number;
      readonly H1: number;
      readonly E2: number;
      readonly H2: number;
      readonly d: number;
      readonly area: number;
      readonly pressure: number;
    }[];
  };
  readonly tolerance: { readonly rel: number };
}

const HEIGHT = 0.2; // [m]
/** The law rounds the corner where damping takes off all pressure; at rest this leaves 2.2e-8 more force. */
const ROUNDED = 1e-7;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const { E1, H1, E2, H2, d, area, pressure } of reference.results) {
    const a = Math.sqrt(area);
    const { recording } = completed(
      await context.runScenario('scenario.yaml', {
        'bodies.floor.shapes[0].field.layer': H1,
        'bodies.floor.shapes[0].field.modulus': E1,
        'bodies.body.shapes[0].box': [a, a, HEIGHT],
        'bodies.body.shapes[0].field.layer': H2,
        'bodies.body.shapes[0].field.modulus': E2,
        'bodies.body.position[2]': HEIGHT / 2 - d,
      }),
    );
    const at = (name: string): number => recording.column(`contact.floor~body.${name}`)[0];
    // the block gives by t; nearer than t to one of its sides the pressure is that of the side, which the table's p A leaves out
    const t = (pressure * H2) / E2;
    const slope = E2 / H2; // [N/m^3]
    const force = slope * (area * t - 2 * a * t ** 2 + (4 / 3) * t ** 3);
    const share = t / d;
    const energy = (slope / share) * (0.5 * area * t ** 2 - (2 / 3) * a * t ** 3 + t ** 4 / 3);
    const about = `layers of ${1000 * H1} and ${1000 * H2} mm, ${1000 * d} mm deep`;
    for (const [quantity, unit, expected, measured, relative] of [
      ['pressure', 'Pa', pressure, at('pressure-max'), tolerance.rel],
      ['force, rim included', 'N', force, at('force.z'), ROUNDED],
      ['energy, rim included', 'J', energy, at('stored'), tolerance.rel],
    ] as const) {
      rows.push(compareRelative(row, { quantity: `${about}: ${quantity}`, unit, expected, measured, relative }));
    }
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Two soft layers', source, run };
