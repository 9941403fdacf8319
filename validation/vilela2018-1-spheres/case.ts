/** Vilela 2018, test 1, with balls packed into both bodies. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, largestSize } from '../series.ts';

const [id, source] = ['vilela2018-1-spheres', 'Vilela 2018, s. 5.1, sphere trees; a = g (sin - mu cos)'];
const row = { id, source };

const ANGLE = (30 * Math.PI) / 180;
const SPEED = 4 * 9.81 * (Math.sin(ANGLE) - 0.5 * Math.cos(ANGLE)); // [m/s]

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('scenario.yaml'));
  const { recording } = result;
  const down = result.final('block.velocity.x') * Math.cos(ANGLE) - result.final('block.velocity.z') * Math.sin(ANGLE);
  const limited = (quantity: string, unit: string, measured: number, tolerance: number): ValidationRow =>
    compare(row, { quantity, unit, expected: 0, measured, tolerance });
  // the start: 30 degrees about y
  const [w, x, y, z] = ['w', 'x', 'y', 'z'].map((c) => recording.column(`block.rotation.${c}`));
  const half = 0.5 * ANGLE;
  const turned = w.map((_, i) => {
    const along = Math.abs(w[i] * Math.cos(half) + y[i] * Math.sin(half));
    const across = Math.hypot(x[i], z[i], w[i] * Math.sin(half) - y[i] * Math.cos(half));
    return 2 * Math.atan2(across, along);
  });
  return [
    compareRelative(row, {
      quantity: 'speed after 4 s at 30 deg',
      unit: 'm/s',
      expected: SPEED,
      measured: down,
      relative: 5e-4,
    }),
    // shares are counted by fifty points a ball, so pressure is uneven by parts of a thousand
    limited('largest distance from the middle', 'm', largestSize(recording.column('block.position.y')), 1e-6),
    limited('largest angle out of the starting position', 'rad', largestSize(turned), 1e-5),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Block sliding on an inclined block, packed with balls',
  source,
  slow: true,
  run,
};
