/** Launch and recovery of a rescue boat, in kind: when things happen, and what the three lines carry then (Roy et al. 2013, s. 10.6). */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['dsa2013-launch-recovery', 'Roy et al. 2013, s. 10.6, figs 23-29'];
const row = { id, source };

/** [s] first and last time within a span at which a column is above a bound */
function spanAbove(run: CaseRun, column: string, bound: number, from: number, to: number): [number, number] {
  const { time } = run.recording;
  const values = run.recording.column(column);
  let [first, last] = [Number.NaN, Number.NaN];
  for (let i = 0; i < time.length; i++) {
    if (time[i] < from || time[i] > to || !(values[i] > bound)) continue;
    if (Number.isNaN(first)) first = time[i];
    last = time[i];
  }
  return [first, last];
}

function mean(run: CaseRun, column: string, from: number, to: number): number {
  const { time } = run.recording;
  const values = run.recording.column(column);
  const inside = [...values].filter((_, i) => time[i] >= from && time[i] <= to);
  return inside.reduce((sum, x) => sum + x, 0) / inside.length;
}

const WEIGHT = 5000;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('../../scenarios/launch-recovery/scenario.yaml'));
  const hoist = 'winch.hoist.tension';
  const [lifted, afloat] = spanAbove(result, hoist, 0.5 * WEIGHT, 0, 100);
  const [, cradled] = spanAbove(result, hoist, 0.5 * WEIGHT, 100, 215);
  const row1 = (quantity: string, unit: string, expected: number, measured: number, tolerance: number): ValidationRow =>
    compare(row, { quantity, unit, expected, measured, tolerance });
  const most = Math.max(...result.recording.column(hoist));
  const angle = (part: string): number =>
    (Math.max(...[...result.recording.column(`boat.angles.${part}`)].map(Math.abs)) * 180) / Math.PI;
  const status = ['bow', 'stern'].map((hand) => Math.max(...result.recording.column(`hand.${hand}.status`)));
  return [
    row1('hoist carries half the boat for the first time (fig. 23: 48 s)', 's', 48, lifted, 2.5),
    row1('the boat floats: hoist below half its weight (fig. 24: about 72 s)', 's', 72, afloat, 2.5),
    row1('back in its cradle (fig. 25: 156 s, fig. 26: before 212 s)', 's', 156, cradled, 3),
    row1('hoist before: hook and wire (fig. 27: about 40 N)', 'N', 40, mean(result, hoist, 0, 40), 15),
    row1('hoist after (fig. 27: about 40 N)', 'N', 40, mean(result, hoist, 165, 215), 15),
    row1(
      'hoist with the boat hanging over the side (fig. 27: about 5000 N; the tag lines pull down as well)',
      'N',
      5000,
      mean(result, hoist, 56, 66),
      500,
    ),
    row1('largest hoist tension over the weight: dynamics, no snatch', '1', 1.5, most / WEIGHT, 0.4),
    row1('bow line while attached (fig. 28: 400 N)', 'N', 400, mean(result, 'hand.bow.tension', 50, 72), 20),
    row1('stern line while attached (fig. 29: 400 N)', 'N', 400, mean(result, 'hand.stern.tension', 50, 72), 20),
    row1('lines let go: bow', 'N', 0, mean(result, 'hand.bow.tension', 80, 95), 15),
    row1('lines let go: stern', 'N', 0, mean(result, 'hand.stern.tension', 80, 95), 15),
    row1('bow line over the cradle', 'N', 400, mean(result, 'hand.bow.tension', 143, 155), 20),
    row1('stern line over the cradle', 'N', 400, mean(result, 'hand.stern.tension', 143, 155), 20),
    row1('the boat hangs level in its sling: greatest pitch', 'deg', 0, angle('pitch'), 12),
    row1('deckhands who lost their line', '1', 0, status.filter((worst) => worst >= 3).length, 0),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Launch and recovery of a rescue boat, in kind',
  source,
  slow: true,
  run,
};
