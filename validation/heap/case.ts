/** A heap of bodies that are not convex: it comes to rest, weighs what it weighs, and never gains energy on the way. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['heap', 'statics, and the first law: bodies that fall and rub gain no energy'];
const row = { id, source };

/** [m^3] of the facetted solids: n/2 r^2 sin(2 pi/n) for a polygon of n sides. */
const polygon = (n: number, r: number): number => 0.5 * n * r * r * Math.sin((2 * Math.PI) / n);
const volumes: Readonly<Record<string, number>> = {
  ring: 12 * Math.sin((2 * Math.PI) / 12) * 0.045 * polygon(8, 0.018),
  puck: polygon(50, 0.05) * 0.04,
  tube: (polygon(25, 0.04) - polygon(25, 0.028)) * 0.09,
  pin: polygon(50, 0.02) * 0.11,
};

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('scenario.yaml'));
  const { recording } = result;
  const names = recording.channels
    .map(({ name }) => name.match(/^(\w+ \d+)\.velocity$/)?.[1])
    .filter((name) => name !== undefined);
  const energy = recording.column('energy.total');
  let growth = 0;
  for (let i = 1; i < energy.length; i++) growth = Math.max(growth, energy[i] - energy[i - 1]);
  let weight = 0;
  let carried = 0;
  let fastest = 0;
  for (const name of names) {
    weight += 900 * 9.81 * volumes[name.split(' ')[0]];
    carried += result.final(`contact.bin~${name}.force.z`);
    const speed = ['x', 'y', 'z'].map((k) => result.final(`${name}.velocity.${k}`));
    fastest = Math.max(fastest, Math.hypot(...speed));
  }
  return [
    compare(row, { quantity: 'bodies', unit: '1', expected: 27, measured: names.length, tolerance: 0 }),
    // rounding: a step that would gain is solved anew, with contacts that give less
    compare(row, {
      quantity: 'largest growth of energy from step to step',
      unit: 'J',
      expected: 0,
      measured: growth,
      tolerance: 1e-13 * energy[0],
    }),
    // a pin of 0.12 kg that still swings at 0.3 rad/s in its trough pushes by 3e-5 of the weight of all
    compareRelative(row, {
      quantity: 'weight carried by the bin at rest',
      unit: 'N',
      expected: weight,
      measured: carried,
      relative: 1e-4,
    }),
    compare(row, {
      quantity: 'kinetic energy after 3 s, as a part of what the fall has dissipated',
      unit: '1',
      expected: 0,
      measured: result.final('energy.kinetic') / result.final('energy.dissipated'),
      tolerance: 1e-6, // one such pin has 3e-7 of it
    }),
    compare(row, { quantity: 'fastest body after 3 s', unit: 'm/s', expected: 0, measured: fastest, tolerance: 0.01 }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'A heap comes to rest', source, run };
