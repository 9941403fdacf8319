/** CB-03: mooring lines that lie partly on a frictionless bed. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CB-03-seabed-catenary', 'closed form (18 digits); lines of MoorPy, MoorDyn and OC3'];
const row = { id, source };
const G = 9.81;

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly name: string;
      readonly span: number;
      readonly height: number;
      readonly L0: number;
      readonly w: number;
      readonly EA: number;
      readonly H: number;
      readonly V_fairlead: number;
      readonly T_fairlead: number;
    }[];
  };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const { name, span, height, L0, w, EA, H, V_fairlead, T_fairlead } of reference.results) {
    const result = completed(
      await context.runScenario('scenario.yaml', {
        'ropes.chain.mass': w / G,
        'ropes.chain.stiffness': EA,
        'cables.line.length': L0,
        'cables.line.to.point': [span, 0, height],
      }),
    );
    const x = Math.abs(result.final('cable.line.end.force.x'));
    const z = Math.abs(result.final('cable.line.end.force.z'));
    const add = (quantity: string, expected: number, measured: number): void => {
      rows.push(
        compareRelative(row, { quantity: `${name}: ${quantity}`, unit: 'N', expected, measured, relative: 1e-4 }),
      );
    };
    add('horizontal force', H, x);
    add('vertical force on the fairlead', V_fairlead, z);
    add('force on the fairlead', T_fairlead, Math.hypot(x, z));
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Mooring lines on a frictionless bed', source, run };
