/** CB-01: five elastic catenaries, slack, near taut, inclined, stretched and steep, against Irvine's closed form. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { alongCable, completed } from '../series.ts';

const [id, source] = ['CB-01-elastic-catenary', 'Irvine 1981, s. 1.4 (30 digits)'];
const row = { id, source };
const G = 9.81;

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly name: string;
      readonly span: number;
      readonly rise: number;
      readonly L0: number;
      readonly w: number;
      readonly EA: number;
      readonly H: number;
      readonly T_right: number;
      readonly mid_point: readonly [number, number];
    }[];
  };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const { name, span, rise, L0, w, EA, H, T_right, mid_point } of reference.results) {
    // the horizontal force of a steep line is 40 times smaller than its weight, so that of its last bit needs more elements
    const elements = name.startsWith('steep') ? 640 : 128;
    const result = completed(
      await context.runScenario('scenario.yaml', {
        'ropes.rope.mass': w / G,
        'ropes.rope.stiffness': EA,
        'cables.line.length': L0,
        'cables.line.elements': elements,
        'cables.line.to.point': [span, 0, rise],
      }),
    );
    const middle = (['x', 'z'] as const).map((axis) =>
      alongCable(result, 'line', 0.5, axis, result.recording.length - 1),
    );
    const force = Math.hypot(result.final('cable.line.end.force.x'), result.final('cable.line.end.force.z'));
    rows.push(
      compareRelative(row, {
        quantity: `${name}: horizontal force`,
        unit: 'N',
        expected: H,
        measured: Math.abs(result.final('cable.line.start.force.x')),
        relative: 1e-4,
      }),
      compareRelative(row, {
        quantity: `${name}: force on the right support, with half an element's weight`,
        unit: 'N',
        expected: T_right,
        measured: force,
        relative: 1e-4,
      }),
      compare(row, {
        quantity: `${name}: distance of the middle of the rope from where it should be`,
        unit: 'm',
        expected: 0,
        measured: Math.hypot(middle[0] - mid_point[0], middle[1] - mid_point[1]),
        tolerance: 1e-3,
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Elastic catenaries', source, run };
