/** CB-01: five elastic catenaries, slack, near taut, inclined, stretched and steep, against Irvine's closed form. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

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
    const middle = middleOf(result);
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

/** x and z of the middle of the rope, whatever its elements: that of its middle node, or of a cubic through the four nodes beside it. */
function middleOf({ recording, final }: CaseRun): readonly [number, number] {
  const known = new Set(recording.names.map(({ name }) => name));
  let last = 0;
  while (known.has(`cable.line.node-${last + 1}.position.x`)) last++;
  const at = (node: number, axis: string): number => final(`cable.line.node-${node}.position.${axis}`);
  const half = (last - 1) / 2;
  const middle = (axis: string): number =>
    last % 2 === 0
      ? at(last / 2, axis)
      : (9 * (at(half, axis) + at(half + 1, axis)) - at(half - 1, axis) - at(half + 2, axis)) / 16;
  return [middle('x'), middle('z')];
}

export const validationCase: ValidationCase = { id, title: 'Elastic catenaries', source, run };
