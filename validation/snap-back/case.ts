/**
 * A line of strain e that parts in its middle: fronts run off at c = sqrt(EA/m), behind them the rope is slack and moves at c e (d'Alembert); its strain energy has
 * become motion. At 8 ms the fronts have not reached the ends.
 */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['snap-back', "wave equation, d'Alembert"];
const row = { id, source };
const [EA, MASS, STRAIN, LENGTH, TIME] = [1e6, 0.93, 0.2, 20, 8e-3];

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('scenario.yaml'));
  const c = Math.sqrt(EA / MASS);
  const held = 0.5 * EA * STRAIN * STRAIN * LENGTH;
  // the element in the middle was cut in three: its nodes are 401 and 402
  const speed = (node: number): number => Math.abs(result.final(`cable.line.node-${node}.velocity.x`));
  const metre = (node: number, way: 1 | -1): number => {
    let sum = 0;
    for (let k = 0; k < 40; k++) sum += speed(node + way * k) / 40;
    return sum;
  };
  return [
    ...([401, 402] as const).flatMap((node) => [
      compareRelative(row, {
        quantity: `node ${node}: speed of the end, c e`,
        unit: 'm/s',
        expected: c * STRAIN,
        measured: speed(node),
        relative: 0.02,
      }),
      compareRelative(row, {
        quantity: `mean of the last metre from node ${node}`,
        unit: 'm/s',
        expected: c * STRAIN,
        measured: metre(node, node === 401 ? -1 : 1),
        relative: 0.02,
      }),
    ]),
    compareRelative(row, {
      quantity: 'kinetic energy: what the fronts have passed',
      unit: 'J',
      expected: (held * 2 * c * TIME) / LENGTH,
      measured: result.energy.kinetic,
      relative: 0.02,
    }),
    compare(row, {
      quantity: 'energy unaccounted for over what the line held',
      unit: '',
      expected: 0,
      measured: result.energy.imbalance / held,
      tolerance: 1e-4,
    }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'A parted line springs back', source, slow: true, run };
