/** In waves much longer than itself a floating box goes with the surface: its height and its slope, along and across. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['barge-long-waves', 'limit of long waves: heave = elevation, pitch or roll = slope'];
const row = { id, source };
const [g, height, period] = [9.81, 1, 30];
const omega = (2 * Math.PI) / period;
const k = (omega * omega) / g;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  for (const [name, degrees] of [
    ['from astern', 0],
    ['from ahead', 180],
    ['abeam', 90],
  ] as const) {
    const { recording } = completed(
      await context.runScenario('scenario.yaml', { 'environment.sea.waves[0].regular.direction': `${degrees} deg` }),
    );
    const direction = (degrees * Math.PI) / 180;
    const [x, y, z] = ['x', 'y', 'z'].map((axis) => recording.column(`barge.position.${axis}`));
    const [roll, pitch] = [recording.column('barge.angles.roll'), recording.column('barge.angles.pitch')];
    let lift = 0;
    let lean = 0;
    for (let i = 0; i < x.length; i++) {
      const t = recording.time[i];
      if (t < 120) continue;
      const phase = k * (Math.cos(direction) * x[i] + Math.sin(direction) * y[i]) - omega * t;
      lift = Math.max(lift, Math.abs(z[i] - 0.5 - 0.5 * height * Math.cos(phase)));
      const slope = -0.5 * height * k * Math.sin(phase); // along the waves
      // bow up is a negative pitch, port side up a positive roll
      lean = Math.max(
        lean,
        Math.abs(pitch[i] + slope * Math.cos(direction)),
        Math.abs(roll[i] - slope * Math.sin(direction)),
      );
    }
    rows.push(
      compare(row, {
        quantity: `waves ${name}: greatest distance from the surface, over the amplitude`,
        unit: '1',
        expected: 0,
        measured: lift / (0.5 * height),
        tolerance: 0.01,
      }),
      compare(row, {
        quantity: `waves ${name}: greatest lean from its slope, over the greatest slope`,
        unit: '1',
        expected: 0,
        measured: lean / (0.5 * height * k),
        tolerance: 0.05, // inertia adds the square of own period over that of the waves: 2.6 % in roll
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Box barge in long waves', source, run };
