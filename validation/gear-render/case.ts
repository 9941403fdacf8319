/**
 * A winch that renders above 1.2 and recovers below 0.8 of its set-point: between the two the drum stands and the line gives as a spring; beyond, the drum keeps the
 * bound while the far end goes on. What is paid out follows. And a brake that is asked for more than it has, for two seconds: mass of block and drum under what is left.
 */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, interpolate } from '../series.ts';

const [id, source] = ['gear-render', 'line as a spring between two bounds; (m + J/R^2) v = (F - M/R) t'];
const row = { id, source };
const [SET, K, START] = [5000, 50e3, 9.9];
const [m, J, R, BRAKE, PULL] = [400, 40, 0.25, 1000, 6000];

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('scenario.yaml'));
  const { recording } = result;
  const at = (name: string, t: number): number => interpolate(recording.time, recording.column(name), t);
  const [high, low] = [1.2 * SET, 0.8 * SET];
  // far end 12 m away at the end of the way out, 9 m after the way back
  const paid = 12 - high / K;
  const hauled = 9 - low / K;
  const mass = m + J / (R * R);
  const left = PULL - BRAKE / R;
  const fastest = (left / mass) * 2;
  // after the blow the brake has more than the pull of 1 kN: it stops the drum
  const stopping = (BRAKE / R - 1000) / mass;
  return [
    compareRelative(row, {
      quantity: 'held before it renders: tension of the line as it lies',
      unit: 'N',
      expected: K * 0.1,
      measured: at('winch.rendering.tension', 0.9),
      relative: 1e-3,
    }),
    compareRelative(row, {
      quantity: 'while it renders, far end at its fastest: tension',
      unit: 'N',
      expected: high,
      measured: at('winch.rendering.tension', 6),
      relative: 0.02,
    }),
    compareRelative(row, {
      quantity: 'line out when the far end rests',
      unit: 'm',
      expected: paid,
      measured: at('winch.rendering.length', 15),
      relative: 1e-3,
    }),
    compareRelative(row, {
      quantity: 'while it recovers: tension',
      unit: 'N',
      expected: low,
      measured: at('winch.rendering.tension', 22),
      relative: 0.02,
    }),
    compareRelative(row, {
      quantity: 'line out when the far end has come back',
      unit: 'm',
      expected: hauled,
      measured: at('winch.rendering.length', 31),
      relative: 1e-3,
    }),
    compareRelative(row, {
      quantity: 'tension then',
      unit: 'N',
      expected: low,
      measured: at('winch.rendering.tension', 31),
      relative: 0.02,
    }),
    compareRelative(row, {
      quantity: 'brake asked for 1.5 times its torque for 2 s: speed at the end',
      unit: 'm/s',
      expected: fastest,
      measured: at('winch.braked.speed', 4),
      relative: 0.01,
    }),
    compareRelative(row, {
      quantity: 'line lost in all',
      unit: 'm',
      expected: fastest + (0.5 * fastest * fastest) / stopping,
      measured: at('winch.braked.length', 20) - 9.999, // a blow is noticed within 50 ms (gear.md), here 18 ms at 3.8 m/s
      relative: 0.02,
    }),
    compare(row, {
      quantity: 'speed afterwards',
      unit: 'm/s',
      expected: 0,
      measured: at('winch.braked.speed', 20),
      tolerance: 1e-12,
    }),
    compare(row, {
      quantity: 'line out at the start',
      unit: 'm',
      expected: START,
      measured: at('winch.rendering.length', 0),
      tolerance: 1e-12,
    }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Render and recover, a brake that slips', source, run };
