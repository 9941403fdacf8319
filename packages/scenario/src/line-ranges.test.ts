/** One number for one thing: the envelope along a line and the largest tension of the line both come from every step. */
import { expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { type PreparedRun, prepareRun, Run, type RunResult, runScenario } from './run.ts';

/** A stone falls 0.2 m into its slack wire, which may be paid out meanwhile; rows are far too few to see the snap. */
function stone(paidOut: boolean): PreparedRun {
  const text = `
hawser: 1
run: { duration: 1.2 s }
bodies: { tip: { fixed: true }, stone: { mass: 50 kg, inertia: [1, 1, 1], position: [0, 0, -3.8] } }
ropes: { wire: { mass: 0.5 kg/m, stiffness: 200 kN, diameter: 12 mm, axial damping: 2 ms } }
cables:
  fall:
    rope: wire
    length: 4 m
    elements: 4
    from: { body: tip }
    to: { body: stone }
    ${paidOut ? 'pay out: { from: { table: [[0, 4], [2, 5.4]] } }' : ''}
output: { rate: 2 Hz, channels: [cable.*, cable.fall.range-*] }
`;
  const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), set: [] });
  if (!compiled.ok) throw new Error(compiled.issues.map(formatIssue).join('\n'));
  const result = prepareRun(compiled.compiled);
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return result.prepared;
}

function tensionOf({ ranges }: Pick<RunResult, 'ranges'>) {
  const found = ranges.find(({ line, quantity }) => line === 'cable.fall' && quantity === 'tension');
  if (found === undefined) throw new Error('no range of the tension');
  return found;
}

test('a line of fixed length: at every node the extremes and the mean of every step', () => {
  const result = runScenario(stone(false));
  const { arc, min, mean, max } = tensionOf(result);
  expect(arc).toEqual([0, 1, 2, 3, 4]);
  arc.forEach((_, i) => {
    const all = result.extremes[`cable.fall.range-${i}.tension`];
    expect([min[i], max[i]]).toEqual([all.min, all.max]);
    expect(mean[i]).toBeCloseTo(all.mean as number, 6);
  });
  expect(Math.max(...max)).toBe(result.extremes['cable.fall.tension-max'].max);
  const rows = result.recording.column('cable.fall.tension-max');
  expect(Math.max(...rows)).toBeLessThan(Math.max(...max)); // rows alone would say less
});

test('a line that is paid out: its peak is the peak of every step', () => {
  const result = runScenario(stone(true));
  const { arc, max } = tensionOf(result);
  expect(arc.at(-1)).toBeGreaterThan(4.3);
  expect(Math.max(...max)).toBe(result.extremes['cable.fall.tension-max'].max);
  expect(Math.max(...result.recording.column('cable.fall.tension-max'))).toBeLessThan(Math.max(...max));
});

test('a run that goes on from a checkpoint keeps the envelope of what came before', () => {
  const whole = tensionOf(runScenario(stone(false)));
  const first = new Run(stone(false));
  while (first.simulation.time < 0.6) first.advance();
  const [state, ranges] = [first.simulation.save(), first.ranges]; // after the snap
  const after = tensionOf(runScenario(stone(false), { resume: { state, ranges } }));
  expect(after.max).toEqual(whole.max);
  expect(after.min).toEqual(whole.min);
  after.mean.forEach((value, i) => {
    expect(Math.abs(value / whole.mean[i] - 1)).toBeLessThan(0.02); // the step after the checkpoint has no instant before it
  });
});
