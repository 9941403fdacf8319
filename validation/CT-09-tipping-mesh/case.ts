/** CT-09 with meshes: the same blocks meeting floor and slope by volume. Not the rocking: see the README. */
import type { CaseContext, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { validationCase as points } from '../CT-09-tipping/case.ts';

const [id, source] = ['CT-09-tipping-mesh', points.source];

/** Steel over 5 cm: a softer edge tips its block earlier, by a length that goes with the cube root of the softness. */
const VOLUME: Overrides = { 'contacts.defaults.method': 'volume', 'contacts.defaults.foundation': 4e12 };

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows = await points.run({
    ...context,
    readJson: (file) => context.readJson(`../CT-09-tipping/${file}`),
    runScenario: (file, overrides) => context.runScenario(`../CT-09-tipping/${file}`, { ...overrides, ...VOLUME }),
  });
  return rows.filter(({ quantity }) => /slope|push/.test(quantity)).map((row) => ({ ...row, id }));
}

export const validationCase: ValidationCase = {
  id,
  title: 'Tipping and sliding of a block of triangles',
  source,
  slow: true,
  run,
};
