/** Six cubes fall into a pyramid and come to rest (Roy et al. 2013, s. 10.1, figs 12 and 13). Depths at rest: case `pyramid`. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['dsa2013-n-body', 'Roy et al. 2013, s. 10.1, figs 12 and 13'];
const row = { id, source };
const CUBES = ['left', 'middle', 'right', 'upper left', 'upper right', 'top'] as const;
const WEIGHT = 7000 * 9.81;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('../pyramid/scenario.yaml'));
  const speed = (name: string): number =>
    Math.hypot(...['x', 'y', 'z'].map((axis) => result.final(`${name}.velocity.${axis}`)));
  const carried = ['left', 'middle', 'right'].reduce(
    (sum, name) => sum + result.final(`contact.ground~${name}.force.z`),
    0,
  );
  const height = (name: string): number => result.final(`${name}.position.z`);
  return [
    compare(row, {
      quantity: 'at rest after 5 s: fastest cube',
      unit: 'm/s',
      expected: 0,
      measured: Math.max(...CUBES.map(speed)),
      tolerance: 1e-6,
    }),
    compareRelative(row, {
      quantity: 'what the ground carries: six cubes of 7000 kg',
      unit: 'N',
      expected: 6 * WEIGHT,
      measured: carried,
      relative: 1e-6,
    }),
    compare(row, {
      quantity: 'the pyramid stands: height of the top cube, soft as it is (fig. 13)',
      unit: 'm',
      expected: 2.5,
      measured: height('top'),
      tolerance: 0.12,
    }),
    compare(row, {
      quantity: 'it stands straight: heights of the upper two',
      unit: 'm',
      expected: 0,
      measured: height('upper left') - height('upper right'),
      tolerance: 1e-3,
    }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Six cubes fall into a pyramid', source, run };
