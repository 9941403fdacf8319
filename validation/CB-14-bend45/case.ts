/** CB-14: a curved cantilever bends and twists out of its plane. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CB-14-bend45', 'Bathe & Bolourchi 1979; geometrically exact rod by shooting (1e-11)'];
const row = { id, source };
const ELEMENTS = 32;

interface Reference {
  readonly parameters: { readonly radius: number; readonly angle_rad: number };
  readonly reference: { readonly results: readonly { readonly load: number; readonly tip: readonly number[] }[] };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { parameters, reference } = context.readJson('reference.json') as Reference;
  const { radius, angle_rad } = parameters;
  const arc = Array.from({ length: ELEMENTS + 1 }, (_, i) => {
    const a = (angle_rad * i) / ELEMENTS;
    return [radius * Math.sin(a), radius * (1 - Math.cos(a)), 0];
  });
  const rows: ValidationRow[] = [];
  for (const { load, tip } of reference.results) {
    const { recording } = completed(
      await context.runScenario('scenario.yaml', { 'forces.lift.force': [0, 0, load], 'cables.bend.shape': arc }),
    );
    for (const [i, axis] of ['x', 'y', 'z'].entries()) {
      rows.push(
        compareRelative(row, {
          quantity: `load ${load}: ${axis} of the tip`,
          unit: '', // inches in the source
          expected: tip[i],
          measured: recording.column(`tip.position.${axis}`)[0],
          relative: 5e-3,
        }),
      );
    }
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: '45° bend cantilever', source, run };
