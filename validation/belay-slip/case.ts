/**
 * A line with figure-eights on bitts that is drawn through: the tensions of its ends differ by exp(mu theta), theta what the line turns by in all, whatever posts it goes round
 * (Euler, Eytelwein). theta is read off the nodes while it slides.
 */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, interpolate } from '../series.ts';

const [id, source] = ['belay-slip', 'Euler, Eytelwein: T2 = T1 exp(mu theta)'];
const row = { id, source };
const MU = 0.15;

/** [rad] between the chords of the line, in all */
function turned({ recording }: CaseRun, t: number): number {
  const points: number[][] = [];
  for (let i = 0; recording.has(`cable.line.node-${i}.position.x`); i++) {
    points.push(
      ['x', 'y', 'z'].map((axis) =>
        interpolate(recording.time, recording.column(`cable.line.node-${i}.position.${axis}`), t),
      ),
    );
  }
  let sum = 0;
  let before: number[] | undefined;
  for (let i = 1; i < points.length; i++) {
    const chord = points[i].map((x, r) => x - points[i - 1][r]);
    const length = Math.hypot(...chord);
    if (!(length > 0)) continue; // nodes that are not there yet lie at the end
    const along = chord.map((x) => x / length);
    if (before !== undefined)
      sum += Math.acos(Math.min(1, along[0] * before[0] + along[1] * before[1] + along[2] * before[2]));
    before = along;
  }
  return sum;
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('scenario.yaml'));
  const { time } = result.recording;
  const tension = (end: string, t: number): number =>
    interpolate(time, result.recording.column(`cable.line.${end}.tension`), t);
  const at = [1.2, 1.3, 1.4, 1.5];
  const ratio = at.reduce((sum, t) => sum + tension('start', t) / tension('end', t), 0) / at.length;
  const theta = at.reduce((sum, t) => sum + turned(result, t), 0) / at.length;
  return [
    compareRelative(row, {
      quantity: `tension of the hauled end over that of the tail, ${theta.toPrecision(3)} rad`,
      unit: '',
      expected: Math.exp(MU * theta),
      measured: ratio,
      relative: 0.03, // elements of up to 10 degrees: 1 to 4 % (guide/ropes.md)
    }),
    compare(row, {
      quantity: 'energy unaccounted for over the work done',
      unit: '',
      expected: 0,
      measured: result.energy.imbalance / result.energy.work,
      tolerance: 1e-3,
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'A belayed line that is drawn through',
  source,
  slow: true,
  run,
};
