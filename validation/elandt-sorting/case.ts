/** Nine prisms of three sizes sorted by the area a paddle feels (Elandt 2022, s. 5.3.3), as the scenario has it and as they swing or rub otherwise. */
import type { CaseContext, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['elandt-sorting', 'Elandt 2022, s. 5.3.3: nine of nine'];
const row = { id, source };

type Bin = 'left' | 'front' | 'right';
/** bin of each item, by the size it was drawn with */
const BINS: readonly Bin[] = ['left', 'front', 'right', 'right', 'left', 'front', 'front', 'right', 'left'];
/** [m] middle of each bin, half its width inside, and its rim */
const MIDDLE: Readonly<Record<Bin, readonly [number, number]>> = {
  left: [-0.215, 0],
  front: [0, -0.205],
  right: [0.215, 0],
};
const [HALF, RIM] = [0.11, -0.1];

/** All items hang aside by so much and swing as they are let go. */
function aside(y: number): Overrides {
  return Object.fromEntries(BINS.map((_, i) => [`bodies.item ${i + 1}.position`, [-0.15 * i, y, 0.135]]));
}

const STARTS: readonly (readonly [string, Overrides])[] = [
  ['as drawn', {}],
  ['hung 5 mm aside', aside(0.005)],
  ['friction 0.3', { 'contacts.defaults.friction coefficient': 0.3 }],
];

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  for (const [name, overrides] of STARTS) {
    const { final } = completed(await context.runScenario('../../scenarios/sorting/scenario.yaml', overrides));
    const sorted = BINS.filter((bin, i) => {
      const [x, y, z] = ['x', 'y', 'z'].map((axis) => final(`item ${i + 1}.position.${axis}`));
      const [mx, my] = MIDDLE[bin];
      return Math.abs(x - mx) < HALF && Math.abs(y - my) < HALF && z < RIM;
    });
    rows.push(
      compare(row, {
        quantity: `${name}: prisms in their bins`,
        unit: '1',
        expected: BINS.length,
        measured: sorted.length,
        tolerance: 0,
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = {
  id,
  title: 'Nine prisms sorted by touch',
  source,
  slow: true,
  run,
};
