/**
 * A rubber rope between two steel plates under a force F: both of its contacts are as deep as columns of rubber side by side have to be pressed to carry F. Columns are summed
 * here one by one, their pressure by differences of the printed energy (Treloar; Mooney, Rivlin), which is how Roy 2007, section 4.2, would have the foundation of a contact vary.
 */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['rubber-strand', 'Mooney 1940, Rivlin 1948; foundation of Roy 2007, s. 3.1 and 4.2'];
const row = { id, source };
const [R, E, STEEL, LENGTH, F] = [0.02, 5e6, 2e11, 0.5, 20e3];

type Energy = (x: number) => number;
const rubber =
  (c: number): Energy =>
  (x) =>
    (E / 6) * ((1 - c) * (x * x + 2 / x - 3) + c * (1 / (x * x) + 2 * x - 3));

/** [N] of a length of rope with its surface `depth` beyond the plate; undefined: columns by Hooke, with the stiffening of Roy's section 3.1.3 by what is left of the radius */
function force(depth: number, energy: Energy | undefined): number {
  const give = R / E + R / STEEL;
  const thickness = E * give;
  const D = R - depth;
  const half = Math.sqrt(R * R - D * D);
  const n = 2000;
  const h = 1e-6;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const y = (half * (i + 0.5)) / n;
    const e = (Math.sqrt(R * R - y * y) - D) / thickness;
    sum += energy ? (energy(1 - e - h) - energy(1 - e + h)) / (2 * h) : E * e;
  }
  const stiffening = energy === undefined && D < R / 2 ? 1 + (R / 2 / D - 1) ** 2 : 1;
  return (LENGTH * 2 * half * stiffening * sum) / n;
}

function depthUnder(load: number, energy: Energy | undefined): number {
  let [low, high] = [0, 0.95 * R];
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (force(middle, energy) < load) low = middle;
    else high = middle;
  }
  return low;
}

const ROPES = [
  ['p0', 'linear', undefined],
  ['p1', 'neo-Hooke', rubber(0)],
  ['p2', 'Mooney-Rivlin, a quarter of it the second', rubber(0.25)],
] as const;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  for (const [name, overrides] of [
    ['default step', {}],
    ['convex step', { 'solver.integrator': 'convex' }],
  ] as const) {
    const result = completed(await context.runScenario('scenario.yaml', overrides));
    for (const [plate, law, energy] of ROPES) {
      rows.push(
        compare(row, {
          quantity: `${law}: height of the plate, ${name}`,
          unit: 'm',
          expected: 2 * (R - depthUnder(F, energy)),
          measured: result.final(`${plate}.position.z`),
          // it still sinks in a convex step, whose backward Euler damps; columns are pressed by 10 mm in all
          tolerance: name === 'default step' ? 1e-8 : 5e-6,
        }),
      );
    }
    rows.push(
      compare(row, {
        quantity: `energy unaccounted for over the work done, ${name}`,
        unit: '',
        expected: 0,
        measured: result.energy.imbalance / result.energy.work,
        tolerance: 1e-6,
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Ropes on foundations of rubber', source, run };
