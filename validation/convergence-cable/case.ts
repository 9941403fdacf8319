/** Orders of convergence of cables: of the shape of rest and of bending with the elements, of motion with the step. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { observedOrders } from '../curves.ts';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['convergence-cable', 'closed forms of CB-01 and CB-07; in time against itself'];
const row = { id, source };
const ELEMENTS = [20, 40, 80, 160];
const STEPS = [2e-3, 1e-3, 5e-4, 2.5e-4]; // [s]
const TOLERANCE = 0.2; // tells 2 from 1 and from 3

function orders(what: string, names: readonly (number | string)[], errors: readonly number[]): ValidationRow[] {
  return observedOrders(errors).map((measured, i) =>
    compare(row, {
      quantity: `${what}: order of the error from ${names[i]} to ${names[i + 1]}`,
      unit: '',
      expected: 2,
      measured,
      tolerance: TOLERANCE,
    }),
  );
}

const first = ({ recording }: CaseRun, column: string): number => recording.column(column)[0];

async function inSpace(context: CaseContext): Promise<ValidationRow[]> {
  const [H, depth] = [3335.4808619795, 26.8746276396]; // CB-01, level slack
  const [down, short] = [0.7137915236119128, 0.38762836072442985]; // CB-07, P L²/EI = 5
  const errors: Record<'H' | 'depth' | 'tip', number[]> = { H: [], depth: [], tip: [] };
  for (const n of ELEMENTS) {
    const hanging = completed(await context.runScenario('hanging.yaml', { 'cables.line.elements': n }));
    errors.H.push(Math.abs(Math.abs(first(hanging, 'cable.line.start.force.x')) - H));
    errors.depth.push(Math.abs(first(hanging, `cable.line.node-${n / 2}.position.z`) + depth));
    const bent = completed(await context.runScenario('bending.yaml', { 'cables.rod.elements': n }));
    errors.tip.push(Math.hypot(first(bent, 'tip.position.z') + down, first(bent, 'tip.position.x') - 1 + short));
  }
  return [
    ...orders('hanging cable, horizontal force, elements', ELEMENTS, errors.H),
    ...orders('hanging cable, depth of the middle, elements', ELEMENTS, errors.depth),
    ...orders('cantilever, tip, elements', ELEMENTS, errors.tip),
  ];
}

async function inTime(context: CaseContext): Promise<ValidationRow[]> {
  const runs: CaseRun[] = [];
  for (const step of STEPS) runs.push(completed(await context.runScenario('swinging.yaml', { 'solver.step': step })));
  // differences of neighbours fall as the errors do
  const changes = (columns: readonly string[]): number[] =>
    runs.slice(1).map((run, i) => Math.hypot(...columns.map((c) => run.final(c) - runs[i].final(c))));
  const names = STEPS.slice(0, -1).map((step) => `${1000 * step} ms`);
  return [
    ...orders('swinging chain, position of the tip', names, changes(['tip.position.x', 'tip.position.z'])),
    ...orders('swinging chain, velocity of the tip', names, changes(['tip.velocity.x', 'tip.velocity.z'])),
    ...orders('swinging chain, tension at the top', names, changes(['cable.chain.start.tension'])),
  ];
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  return [...(await inSpace(context)), ...(await inTime(context))];
}

export const validationCase: ValidationCase = { id, title: 'Order of convergence of cables', source, run };
