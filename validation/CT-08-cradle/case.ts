/** CT-08: the speeds with which touching Hertz balls leave each other. */
import type { CaseContext, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CT-08-cradle', 'model of Herrmann & Seitz, Am. J. Phys. 50 (1982); DOP853, rtol 1e-12'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly results: readonly { readonly v0: readonly number[]; readonly final_velocities: readonly number[] }[];
  };
  readonly tolerance: { readonly velocity_abs: number };
}

/** Balls of the scenario that a set does not use wait here [m]. */
const AWAY = 1000;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const { v0, final_velocities: expected } of reference.results) {
    const overrides: Record<string, unknown> = {};
    for (let i = 0; i < 5; i++) {
      if (i >= v0.length) overrides[`bodies.ball${i + 1}.position[1]`] = AWAY;
      else overrides[`bodies.ball${i + 1}.velocity`] = [v0[i], 0, 0];
    }
    const result = completed(await context.runScenario('scenario.yaml', overrides satisfies Overrides));
    for (const [i, speed] of expected.entries()) {
      rows.push(
        compare(row, {
          quantity: `balls at ${v0.join(', ')} m/s: speed of ball ${i + 1} afterwards`,
          unit: 'm/s',
          expected: speed,
          measured: result.final(`ball${i + 1}.velocity.x`),
          tolerance: tolerance.velocity_abs,
        }),
      );
    }
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: "Newton's cradle with touching Hertz balls", source, run };
