/** A bank card of 0.76 mm between two pads whose surfaces would meet without it (Elandt 2022, s. 7.2): the force of the layer, 1 to 50 N. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['elandt-card', 'Elandt 2022, s. 7.2; force of a flat layer with its mitred rim'];
const row = { id, source };

const [SIDE, LAYER, MODULUS] = [0.04, 5e-3, 3e5]; // [m] [m] [Pa]
const HALF_CARD = 0.38e-3; // [m]
const HALF_PAD = 10e-3; // [m]
const CLOSE = 0.05;

/** Of a layer pressed in by d under a plate that is wider: what lies deeper than t from all sides, summed over t. */
function layerForce(d: number): number {
  return (MODULUS / LAYER) * (SIDE * SIDE * d - 2 * SIDE * d * d + (4 / 3) * d ** 3);
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  for (const force of [1, 2, 5, 10, 20, 50]) {
    const { final } = completed(
      await context.runScenario('../../scenarios/credit-card/scenario.yaml', {
        'joints.press.force': { ramp: { from: 0, to: -force, duration: 0.3 } },
        'contacts.defaults.dissipation': 5, // what is left of a slow press is its spring
        'run.duration': 1.5,
      }),
    );
    for (const [name, channel, depth] of [
      [
        'upper pad',
        'contact.card~upper pad.force.z',
        HALF_CARD + HALF_PAD - (final('upper pad.position.z') - final('card.position.z')),
      ],
      ['lower pad', 'contact.lower pad~card.force.z', HALF_CARD - final('card.position.z') - HALF_CARD],
    ] as const) {
      rows.push(
        compareRelative(row, {
          quantity: `${force} N: force of the ${name}`,
          unit: 'N',
          expected: layerForce(depth),
          measured: final(channel),
          relative: CLOSE,
        }),
      );
    }
    rows.push(
      compareRelative(row, {
        quantity: `${force} N: force that holds the card`,
        unit: 'N',
        expected: force,
        measured: final('contact.lower pad~card.force.z'),
        relative: 0.01,
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = {
  id,
  title: 'A card thinner than its pads give way',
  source,
  slow: true,
  run,
};
