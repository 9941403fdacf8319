/** CB-07: large deflection of a cantilever. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CB-07-elastica', 'elliptic integrals (30 digits); Mattiasson 1981'];
const row = { id, source };

interface Reference {
  /** P L^2/EI, deflection and shortening over L, angle of the tip */
  readonly reference: { readonly table: readonly (readonly [number, number, number, number])[] };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const [load, deflection, shortening] of reference.table) {
    if (load !== Math.round(load)) continue;
    const { recording } = completed(await context.runScenario('scenario.yaml', { 'forces.pull.force': [0, 0, -load] }));
    const at = (axis: string): number => recording.column(`tip.position.${axis}`)[0];
    const add = (quantity: string, expected: number, measured: number): void => {
      const text = `P L²/EI = ${load}: ${quantity}`;
      rows.push(compareRelative(row, { quantity: text, unit: 'm', expected, measured, relative: 1e-4 }));
    };
    add('deflection of the tip', deflection, -at('z'));
    add('shortening', shortening, 1 - at('x'));
  }
  return rows;
}

export const validationCase: ValidationCase = {
  id,
  title: 'Cantilever elastica under a tip load',
  source,
  slow: true,
  run,
};
