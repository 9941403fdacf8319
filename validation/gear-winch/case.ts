/** Winches against closed forms: speed, free drum, brake, constant tension. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['gear-winch', "m v' = T + F along the line; T - T_set = V/K_p"];
const row = { id, source };
const [g, m, J, R] = [9.81, 500, 40, 0.25];

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = completed(await context.runScenario('scenario.yaml'));
  const { recording } = result;
  const column = (name: string): Float64Array => recording.column(name);
  const at = (name: string, t: number): number => column(name)[Math.round(50 * t)];
  const start = 9.99019;
  const tension = [...column('winch.heaving.tension')].filter((_, i) => recording.time[i] >= 5);
  const swing = (Math.max(...tension) - Math.min(...tension)) / 2;
  const V = (2 * Math.PI) / 10;
  return [
    compare(row, {
      quantity: 'speed asked for: line out after 4 s (1.2 s of ramp)',
      unit: 'm',
      expected: start - (0.5 * 0.6 * 1.2 + 0.6 * 2.8),
      measured: at('winch.hauled.length', 4),
      tolerance: 1e-9,
    }),
    compare(row, {
      quantity: 'greatest speed of the ramp beyond what is asked for',
      unit: 'm/s',
      expected: 0,
      measured: Math.max(...[...column('winch.hauled.speed')].map((v) => Math.max(0, -v - 0.6))),
      tolerance: 1e-12,
    }),
    compareRelative(row, {
      quantity: 'free drum: way fallen in 2 s, g t^2/2 / (1 + J/(m R^2))',
      unit: 'm',
      expected: (0.5 * g * 4) / (1 + J / (m * R * R)),
      measured: -10 - at('falling.position.z', 2),
      relative: 0.01,
    }),
    compare(row, {
      quantity: 'brake at 0.99 of its capacity: creep in 15 s',
      unit: 'm',
      expected: 0,
      measured: at('winch.held.length', 15) - start,
      tolerance: 0,
    }),
    compareRelative(row, {
      quantity: 'brake at 1.01: line lost in 2 s, 1 % of the weight on m + J/R^2',
      unit: 'm',
      expected: ((m * g - 1214.1 / R) / (m + J / (R * R))) * 2,
      measured: at('winch.slipping.length', 2) - start,
      relative: 0.02,
    }),
    compareRelative(row, {
      quantity: 'constant tension, far end 1 m in 10 s: half the swing, V/K_p',
      unit: 'N',
      expected: V / 0.01,
      measured: swing,
      relative: 0.05,
    }),
    compare(row, {
      quantity: 'ledger: imbalance over the work done',
      unit: '%',
      expected: 0,
      measured: (100 * result.final('energy.imbalance')) / Math.abs(result.final('energy.work')),
      tolerance: 0.1,
    }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Winches against closed forms', source, run };
