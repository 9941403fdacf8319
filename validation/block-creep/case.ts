/** A block that friction holds does not creep: 20 degrees, mu = 0.5, one minute, with automatic and with fixed steps. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed, interpolate, largestSize } from '../series.ts';

const [id, source] = ['block-creep', 'Coulomb: a block on a slope below the angle of friction stays where it is'];
const row = { id, source };

const ANGLE = (20 * Math.PI) / 180;
const ALLOWED = 1e-6; // [m] in a minute; impulse engines: 5.9 mm to 108 mm

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  for (const step of ['auto', '5 ms']) {
    const result = completed(await context.runScenario('scenario.yaml', { 'solver.step': step }));
    const { time } = result.recording;
    const column = (channel: string): Float64Array => {
      const [x, z] = ['x', 'z'].map((axis) => result.recording.column(`block.${channel}.${axis}`));
      return x.map((value, i) => value * Math.cos(ANGLE) - z[i] * Math.sin(ANGLE));
    };
    const along = column('position');
    const start = along[0];
    const settled = interpolate(time, along, 1);
    const speeds = column('velocity').filter((_, i) => time[i] > 1);
    const add = (quantity: string, unit: string, measured: number, tolerance: number): void => {
      const text = `${quantity} (${step === 'auto' ? 'automatic steps' : `steps of ${step}`})`;
      rows.push(compare(row, { quantity: text, unit, expected: 0, measured, tolerance }));
    };
    add(
      'way down the slope in 60 s, elastic give of the contact included',
      'm',
      largestSize(along.map((s) => s - start)),
      ALLOWED,
    );
    add('creep from 1 s to 60 s', 'm', along[along.length - 1] - settled, ALLOWED);
    add('largest speed after 1 s', 'm/s', largestSize(speeds), ALLOWED / 60);
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'A block left on a slope for a minute', source, run };
