/** What the engine refuses to build, as a sentence in the words of the scenario file. */
import type { BuildError, ModelSpec } from '@hawser/engine';
import type { IssueText } from './issues.ts';
import { misfit } from './misfit.ts';

const EXPECTED: Readonly<Record<string, string>> = {
  'not-assembled': 'two bodies that fit together at the start',
  'cannot-assemble': 'joints that can all be satisfied at once',
  'inconsistent-velocity': 'a velocity that the joints allow',
  'no-equilibrium': 'a model with a static equilibrium',
};

/** `error` came out of building `spec`. */
export function buildFault(error: BuildError, spec: ModelSpec): IssueText {
  const [section, index] = error.path;
  if (error.code === 'not-assembled' && section === 'joints' && typeof index === 'number') {
    const reason = misfit(spec.joints[index], spec.bodies, spec.solver.assemblyTolerance);
    if (reason !== undefined) return reason;
  }
  const message = error.message.replace(/let the solver assemble (?:it|them)/, 'set solver.assemble: true');
  return { expected: EXPECTED[error.code] ?? 'a model that can be built', found: message, message };
}
