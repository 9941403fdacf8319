/** Overhand knots: at rest under a weight without friction, and sliding with it (Roy 2007, figs. 2.13 to 3.14). */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['roy2007-knot', 'T + EI kappa^2/2 along a line in frictionless contact; Audoly et al. 2007'];
const row = { id, source };
const BENDING = 0.02; // EI [N m^2]
const NODES = 97;
/** [s] The hand pulls at an even speed from 1 s on: by then bending has settled five times over. */
const EVEN = 1.1;
const KINETIC = 0.1;

interface Knot {
  /** T + EI kappa^2/2 in the loop, mean tension of the tails beside the knot [N] */
  readonly loop: number;
  readonly tails: number;
  /** [1/m] mean of the loop */
  readonly curvature: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

function knot({ recording }: CaseRun, name: string, row: number): Knot {
  const along = (field: string): number[] =>
    Array.from({ length: NODES }, (_, i) => recording.column(`cable.${name}.range-${i}.${field}`)[row]);
  const [tension, curvature] = [along('tension'), along('curvature')];
  const sharpest = Math.max(...curvature);
  const loop = curvature.flatMap((k, i) => (k > 0.7 * sharpest ? [i] : []));
  const straight = curvature.flatMap((k, i) => (k < 0.05 * sharpest && i > 0 && i < NODES - 1 ? [tension[i]] : []));
  return {
    loop: mean(loop.map((i) => tension[i] + 0.5 * BENDING * curvature[i] * curvature[i])),
    tails: mean(straight),
    curvature: mean(loop.map((i) => curvature[i])),
  };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('scenario.yaml'));
  const smooth = knot(result, 'smooth', result.recording.time.length - 1);
  const { time } = result.recording;
  const rub = result.recording.column('contact.rough~rough.friction-force');
  const normal = result.recording.column('contact.rough~rough.normal-force');
  let [drop, rubbed, coefficient] = [0, 0, KINETIC];
  for (let i = 0; i < time.length; i++) {
    if (time[i] < EVEN) continue;
    const { tails, loop } = knot(result, 'rough', i);
    if (drop === 0 || Math.abs(rub[i] / (tails - loop) - 1) > Math.abs(rubbed / drop - 1))
      [drop, rubbed] = [tails - loop, rub[i]];
    if (Math.abs(rub[i] / normal[i] - KINETIC) > Math.abs(coefficient - KINETIC)) coefficient = rub[i] / normal[i];
  }
  return [
    compareRelative(row, {
      quantity: 'no friction: T + EI kappa^2/2 in the loop, against the tails',
      unit: 'N',
      expected: smooth.tails,
      measured: smooth.loop,
      relative: 0.05,
    }),
    compareRelative(row, {
      quantity: 'no friction: curvature of the loop, against that of a thin line',
      unit: '1/m',
      expected: Math.sqrt((2 * smooth.tails) / BENDING),
      measured: smooth.curvature,
      relative: 0.1,
    }),
    compareRelative(row, {
      quantity:
        'friction: what one strand rubs on the other while the knot slides, against the drop from tails to loop; the instant furthest off',
      unit: 'N',
      expected: drop,
      measured: rubbed,
      relative: 0.04,
    }),
    compareRelative(row, {
      quantity: 'friction: coefficient while the knot slides; the instant furthest off',
      unit: '1',
      expected: KINETIC,
      measured: coefficient,
      relative: 0.01,
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Knots without friction at rest, and with friction as they slide',
  source,
  slow: true, // 12 s of processor time
  run,
};
