/**
 * The same scenario with half of the error, so that two runs show how far the first may be trusted.
 *   automatic steps   the error at the end grows as tolerance^(2/3) (second order, error held a step): 2^(-3/2) of the tolerance;
 *                     steps that the largest step cuts short are halved
 *   fixed steps       half
 *   cables            sqrt(2) as many elements: errors of shape and tension fall with their square
 */
import type { SolverSpec } from '@hawser/engine';
import type { Scenario } from './schema/index.ts';

const TOLERANCE = 1 / (2 * Math.SQRT2);

export function finerSolver(solver: SolverSpec): SolverSpec {
  const { step, tolerance, minStep, maxStep } = solver;
  if (step !== 'auto') return { ...solver, step: 0.5 * step, minStep: Math.min(minStep, 0.5 * step) };
  const longest = 0.5 * maxStep;
  return { ...solver, tolerance: TOLERANCE * tolerance, maxStep: longest, minStep: Math.min(minStep, longest) };
}

/** Are nodes or elements of cables named by their number? Those of a finer cable are other points of it, so it stays as it is. */
export function numbersNodes({ director, limits, output }: Scenario): boolean {
  return /\.(node|element|range)-\d/.test(JSON.stringify([director, limits, output.channels, output.aliases]));
}

/** Settings of a finer run, in words. */
export function finerWords(solver: SolverSpec, finer: SolverSpec, scenario: Scenario): string[] {
  const words =
    finer.step !== 'auto' && solver.step !== 'auto'
      ? [`steps of ${show(finer.step)} s instead of ${show(solver.step)} s`]
      : [
          `tolerance ${show(finer.tolerance)} instead of ${show(solver.tolerance)}`,
          `steps of ${show(finer.maxStep)} s at most`,
        ];
  if (Object.keys(scenario.cables).length > 0) {
    words.push(
      numbersNodes(scenario)
        ? 'the same elements of cables, since nodes are named by their number'
        : '1.4 times as many elements of cables',
    );
  }
  return words;
}

function show(x: number): string {
  const rounded = Number(x.toPrecision(3));
  return rounded < 1e-3 ? rounded.toExponential() : String(rounded);
}
