/** Orders of convergence: the same scenario with ever smaller steps, each half of the one before. */
import type { CaseContext, CaseRun, Overrides, ValidationRow } from 'hawser/cases';
import { observedOrders } from './curves.ts';
import { compare } from './rows.ts';

export interface Study {
  readonly id: string;
  readonly source: string;
  /** of the integrator and what is measured, such as "TR-BDF2, position" */
  readonly what: string;
  readonly expected: number;
  readonly tolerance: number;
}

/** Runs the scenario with each step [s]; the results in the same order. */
export async function runWithSteps(
  context: CaseContext,
  steps: readonly number[],
  overrides: Overrides = {},
): Promise<CaseRun[]> {
  const results: CaseRun[] = [];
  for (const step of steps) {
    const result = await context.runScenario('scenario.yaml', { ...overrides, 'solver.step': step });
    if (result.status !== 'complete') throw new Error(`with steps of ${step} s: ${result.failure}`);
    results.push(result);
  }
  return results;
}

/** One row for each halving. */
export function orderRows(study: Study, steps: readonly number[], errors: readonly number[]): ValidationRow[] {
  return observedOrders(errors).map((order, i) =>
    compare(study, {
      quantity: `${study.what}: order of the error from ${milliseconds(steps[i])} to ${milliseconds(steps[i + 1])} ms`,
      unit: '',
      expected: study.expected,
      measured: order,
      tolerance: study.tolerance,
    }),
  );
}

function milliseconds(step: number): number {
  return Number((1000 * step).toPrecision(6));
}
