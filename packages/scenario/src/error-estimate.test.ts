/** The error at the end, as a run estimates it, against what it is. */
import { expect, test } from 'vitest';
import { compileValue } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, type RunResult, runScenario } from './run.ts';

function run(scene: Record<string, unknown>): RunResult {
  const result = compileValue({ hawser: 1, contacts: { enabled: false }, output: { rate: 5 }, ...scene });
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  const built = prepareRun(result.compiled);
  if (!built.ok) throw new Error(built.issues.map(formatIssue).join('\n'));
  return runScenario(built.prepared, { estimate: true });
}

const final = ({ recording }: RunResult, column: string): number => recording.column(column)[recording.length - 1];

/** 2 kg on 90 N/m, let go 0.5 m out: x = 1 + 0.5 cos(sqrt(45) t). */
const oscillator = (solver: object) => ({
  environment: { gravity: 0 },
  bodies: { block: { mass: 2, inertia: [1e-6, 1e-6, 1e-6], position: [1.5, 0, 0] } },
  joints: { rail: { type: 'prismatic', between: ['world', 'block'], at: [0, 0, 0], axis: [1, 0, 0] } },
  forces: {
    spring: {
      type: 'spring',
      between: ['world', 'block'],
      stiffness: 90,
      length: 1,
      points: [
        [0, 0, 0],
        [0, 0, 0],
      ],
    },
  },
  solver,
  run: { duration: 7.3 },
});

const within3 = (estimate: number | undefined, error: number): void => {
  expect(error).toBeGreaterThan(0);
  expect((estimate ?? 0) / error).toBeGreaterThan(1 / 3);
  expect((estimate ?? 0) / error).toBeLessThan(3);
};

test.each([
  ['second order', { integrator: 'tr-bdf2', 'max step': '1 s' }],
  ['second order, a tenth of the error', { integrator: 'tr-bdf2', accuracy: 1e-5, 'max step': '1 s' }],
  ['second order, steps held by the longest', { integrator: 'tr-bdf2', 'max step': '4 ms' }],
  ['third order', { integrator: 'esdirk3', 'max step': '1 s' }],
  ['eighth order', { integrator: 'runge-kutta', tolerance: 1e-5, 'max step': '1 s' }],
  ['fixed steps', { integrator: 'bdf2', step: '5 ms' }],
])('an oscillator, %s: right within a factor of three', (_name, solver) => {
  const result = run(oscillator(solver));
  within3(
    result.summary.positionError,
    Math.abs(final(result, 'block.position.x') - (1 + 0.5 * Math.cos(Math.sqrt(45) * 7.3))),
  );
  expect(result.summary.motion).toBeCloseTo(1, 2);
});

const bar = (x: number): object => ({ mass: 2, position: [x, 0, 0], inertia: [0.01, 0.17, 0.17] });
const double = (solver: object) => ({
  bodies: { first: bar(0.5), second: bar(1.5) },
  joints: {
    pin: { type: 'revolute', between: ['world', 'first'], at: [0, 0, 0], axis: [0, 1, 0] },
    knee: { type: 'revolute', between: ['first', 'second'], at: [1, 0, 0], axis: [0, 1, 0] },
  },
  solver,
  run: { duration: 1.7 },
});

test('a double pendulum, where early errors grow: right within a factor of three', () => {
  const exact = run(double({ accuracy: 1e-8 }));
  const rough = run(double({ integrator: 'tr-bdf2' }));
  const apart = (name: string): number =>
    Math.hypot(
      ...['x', 'y', 'z'].map(
        (axis) => final(rough, `${name}.position.${axis}`) - final(exact, `${name}.position.${axis}`),
      ),
    );
  within3(rough.summary.positionError, Math.max(apart('first'), apart('second')));
  expect(exact.summary.positionError ?? 1).toBeLessThan(1e-9);
});

test('by default mechanisms keep the accuracy of 1e-4; what is above it is a warning', () => {
  const usual = run(double({}));
  expect((usual.summary.positionError ?? 1) / (usual.summary.motion ?? 1)).toBeLessThan(1e-4);
  expect(usual.warnings).toEqual([]);
  const rough = run(double({ integrator: 'tr-bdf2' }));
  expect(rough.warnings.join()).toMatch(
    /positions at the end are right to about .* of the motion; the accuracy asked for is 1e-4/,
  );
});

test('no estimate where things may touch', () => {
  const falling = {
    bodies: {
      world: { shapes: [{ 'half-space': true }] },
      ball: { mass: 1, position: [0, 0, 1], shapes: [{ sphere: 0.1 }] },
    },
  };
  expect(run({ ...falling, contacts: {}, run: { duration: 0.1 } }).summary.positionError).toBeUndefined();
});
