/** CB-02: how far a slack cable gives way under a point load (Michalos & Birnstiel's problem). */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CB-02-point-load', 'two elastic catenaries (20 digits); Michalos & Birnstiel 1960'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly unloaded: { readonly H: number };
    readonly loaded: { readonly H: number };
    readonly displacement_x: number;
    readonly displacement_y: number;
  };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference } = context.readJson('reference.json') as Reference;
  const bare = completed(await context.runScenario('scenario.yaml', { 'forces.weight.force': [0, 0, 0] }));
  const loaded = completed(await context.runScenario('scenario.yaml'));
  const moved = (axis: string): number =>
    loaded.recording.column(`node.position.${axis}`)[0] - bare.recording.column(`node.position.${axis}`)[0];
  const pull = (result: CaseRun): number => Math.abs(result.recording.column('cable.left.start.force.x')[0]);
  const distance = (axis: string, expected: number): ValidationRow =>
    compare(row, {
      quantity: `displacement in ${axis} under the load`,
      unit: 'm',
      expected,
      measured: moved(axis),
      tolerance: 5e-3,
    });
  const force = (what: string, expected: number, result: CaseRun): ValidationRow =>
    // 5 mm of 5.6 m of sag change the horizontal force by one part in a thousand
    compareRelative(row, {
      quantity: `horizontal force, ${what}`,
      unit: 'N',
      expected,
      measured: pull(result),
      relative: 1e-3,
    });
  return [
    distance('x', reference.displacement_x),
    distance('z', reference.displacement_y),
    force('without load', reference.unloaded.H, bare),
    force('loaded', reference.loaded.H, loaded),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Point load on a slack cable', source, run };
