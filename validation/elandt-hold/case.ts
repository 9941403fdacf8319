/** Friction over a pressure field holds for ever below the angle of friction, and lets go above it. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed, largestSize } from '../series.ts';

const [id, source] = ['elandt-hold', 'Coulomb; contact surface of Elandt 2022, ch. 4-6'];
const row = { id, source };

const RESTS = 1e-12; // [m/s] Drake 1.51: 5.5e-6 (SAP), 1.1e-4 (Lagged)

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  const speedsAt = async (overrides: Record<string, unknown>): Promise<Float64Array> => {
    const { recording } = completed(await context.runScenario('scenario.yaml', overrides));
    return recording.column('block.velocity.x').filter((_, i) => recording.time[i] > 0.5);
  };
  for (const step of ['5 ms', '1 ms', '0.2 ms']) {
    const speed = largestSize(await speedsAt({ 'solver.step': step }));
    const quantity = `speed down a slope of 20 degrees after 0.5 s (steps of ${step})`;
    rows.push(compare(row, { quantity, unit: 'm/s', expected: 0, measured: speed, tolerance: RESTS }));
  }
  const convex = largestSize(await speedsAt({ 'solver.integrator': 'convex' }));
  const quantity = 'speed down a slope of 20 degrees after 0.5 s (convex steps of 5 ms)';
  rows.push(compare(row, { quantity, unit: 'm/s', expected: 0, measured: convex, tolerance: RESTS }));
  for (const [angle, slides] of [
    [26.555, false],
    [26.575, true],
  ] as const) {
    const a = (angle * Math.PI) / 180;
    const speeds = await speedsAt({ 'environment.gravity': [9.81 * Math.sin(a), 0, -9.81 * Math.cos(a)] });
    const last = speeds[speeds.length - 1];
    const gain = 9.81 * (Math.sin(a) - 0.5 * Math.cos(a)); // [m/s^2]
    rows.push(
      compare(row, {
        quantity: `speed after 1 s on ${angle} degrees`,
        unit: 'm/s',
        expected: slides ? gain : 0,
        measured: last,
        // sliding begins when the bristles have given their 1 um: within the first fifth of it
        tolerance: slides ? 0.2 * gain : RESTS,
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'A block with a soft layer, held by friction', source, run };
