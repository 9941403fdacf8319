/** Overhand knots at rest under a weight, with and without friction (Roy 2007, figs. 2.13 to 3.14). */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['roy2007-knot', 'T + EI kappa^2/2 along a line in frictionless contact; Audoly et al. 2007'];
const row = { id, source };
const BENDING = 0.02; // EI [N m^2]
const NODES = 97;
/** [m/s] A knot whose weight sinks this fast slides along its line, faster than the Stribeck speed, and its inertia is below a hundredth of the weight. */
const SLIDES = [2e-3, 0.02] as const;

interface Knot {
  /** T + EI kappa^2/2 in the loop, mean tension of the tails beside the knot [N] */
  readonly loop: number;
  readonly tails: number;
  /** [1/m] mean of the loop */
  readonly curvature: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

/** Rows in which the weight of a knot sinks as one that slides. */
function sliding({ recording }: CaseRun, name: string): readonly number[] {
  const z = recording.column(`${name} weight.position.z`);
  const { time } = recording;
  const found: number[] = [];
  for (let i = 1; i < time.length - 1; i++) {
    const sinks = (z[i - 1] - z[i + 1]) / (time[i + 1] - time[i - 1]);
    if (sinks > SLIDES[0] && sinks < SLIDES[1]) found.push(i);
  }
  return found;
}

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
  const rows = sliding(result, 'rough');
  const rub = result.recording.column('contact.rough~rough.friction-force');
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
        'friction: what one strand rubs on the other while the knot slides, against the drop from tails to loop',
      unit: 'N',
      expected: mean(rows.map((i) => knot(result, 'rough', i)).map(({ tails, loop }) => tails - loop)),
      measured: mean(rows.map((i) => rub[i])),
      relative: 0.15,
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Knot tightened by a weight, with and without friction',
  source,
  slow: true, // 12 s of processor time
  run,
};
