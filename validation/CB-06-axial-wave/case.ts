/** CB-06: a force appears at the end of a bar; when its wave arrives at the wall, and how far the end goes. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed, crossings, largest } from '../series.ts';

const [id, source] = ['CB-06-axial-wave', "d'Alembert: peak 2 P L/EA at 2 L/c, 2 P at the wall from L/c"];
const row = { id, source };

interface Reference {
  readonly parameters: { readonly L: number; readonly P: number };
  readonly reference: { readonly first_arrival_s: number; readonly peak_displacement: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { parameters, reference } = context.readJson('reference.json') as Reference;
  const { recording } = completed(await context.runScenario('scenario.yaml'));
  const wall = recording.column('cable.bar.start.force.x').map(Math.abs);
  return [
    compareRelative(row, {
      quantity: 'half of the force at the wall is there after',
      unit: 's',
      expected: reference.first_arrival_s,
      measured: crossings(recording.time, wall, parameters.P, 1)[0] ?? Number.NaN,
      relative: 0.02,
    }),
    compareRelative(row, {
      quantity: 'largest displacement of the end',
      unit: 'm',
      expected: reference.peak_displacement,
      measured: largest(recording.column('end.position.x')) - parameters.L,
      relative: 0.02,
    }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Axial wave in a bar', source, run };
