/** Errors of the engine's build as sentences in the words of the scenario file. */
import type { BuildError, ModelSpec } from '@hawser/engine';
import type { IssueText, Path } from './issues.ts';
import { misfit } from './misfit.ts';

const EXPECTED: Readonly<Record<string, string>> = {
  'not-assembled': 'two bodies that fit together at the start',
  'cannot-assemble': 'joints that can all be satisfied at once',
  'inconsistent-velocity': 'a velocity that the joints allow',
  'no-equilibrium': 'a model with a static equilibrium',
  'no-rest': 'a cable that comes to rest between its ends',
  singular: 'one set of accelerations that satisfies the joints at the start',
};

/** `error` came out of building `spec`. */
export function buildFault(error: BuildError, spec: ModelSpec): IssueText {
  const [section, index, field] = error.path;
  if (error.code === 'not-assembled' && section === 'joints' && typeof index === 'number') {
    const reason = misfit(spec.joints[index], spec.bodies, spec.solver.assemblyTolerance);
    if (reason !== undefined) return reason;
  }
  const expected = EXPECTED[error.code] ?? 'a model that can be built';
  if (error.code === 'singular') {
    const hint =
      spec.solver.regularisation === 0
        ? 'joints that repeat each other need a compliance: set solver.regularisation: auto'
        : 'look for joints that repeat or contradict each other, and for masses many orders apart';
    return { expected, found: 'none or no single one', hint };
  }
  if (error.code === 'no-equilibrium') {
    const hint = 'hold it by a joint, a spring or a floor, or take "start from equilibrium" out';
    const found = `no static equilibrium found; ${error.facts.subject} keeps moving`;
    return { expected, found, message: found, hint };
  }
  const { body, nearest, joint, apart, allowed } = error.facts;
  if (error.code === 'not-assembled' && typeof apart === 'number' && typeof allowed === 'number') {
    const found =
      `the two bodies of joint "${joint}" do not fit together at the start: they are ${show(apart)} m or rad apart ` +
      `(allowed: ${show(allowed)}); correct the positions, or set solver.assemble: true`;
    return { expected, found, message: found };
  }
  if (error.code === 'inconsistent-velocity' && typeof nearest === 'object') {
    const [kind, unit] = field === 'velocity' ? ['velocity', 'm/s'] : ['angular velocity', 'rad/s'];
    const found =
      `the joints do not allow body "${body}" this ${kind} at the start; the nearest that fits (centre of mass) is ` +
      `[${withoutRounding(nearest).map(show).join(', ')}] ${unit}; correct it, or set solver.assemble: true`;
    return { expected, found, message: found };
  }
  return { expected, found: error.message, message: error.message };
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}

/** Place of the report when the engine names none in the model. */
export function buildFaultPath(error: BuildError): Path {
  if (error.path.length > 0) return error.path;
  if (error.code === 'no-equilibrium') return ['solver', 'startFromEquilibrium'];
  return error.code === 'singular' ? ['solver', 'regularisation'] : [];
}

/** Numbers that are rounding beside the others are 0. */
function withoutRounding(numbers: readonly number[]): number[] {
  const largest = Math.max(...numbers.map(Math.abs));
  return numbers.map((x) => (Math.abs(x) <= 1e-9 * Math.max(largest, 1) ? 0 : x));
}

/**
 * The same model with all bodies at rest that are connected to a body, directly or through others: faults of their velocities have been
 * reported.
 */
export function atRest(spec: ModelSpec, body: number): ModelSpec {
  const still = new Set([body]);
  for (let size = 0; size < still.size; ) {
    size = still.size;
    for (const { a, b } of spec.joints) {
      const [free, other] = [spec.bodies[a].kind === 'dynamic', spec.bodies[b].kind === 'dynamic'];
      if (!free || !other || still.has(a) === still.has(b)) continue;
      still.add(a).add(b);
    }
  }
  const zero = [0, 0, 0] as const;
  const bodies = spec.bodies.map((each, i) =>
    still.has(i) ? { ...each, velocity: zero, angularVelocity: zero } : each,
  );
  return { ...spec, bodies };
}
