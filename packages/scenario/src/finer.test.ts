import { compareTrust, type TrustSummary } from '@hawser/record';
import { expect, test } from 'vitest';
import { compileScenario, memoryLoader, prepareRun, type RunResult, runScenario } from './index.ts';

function result(scenario: object, finer: boolean): RunResult {
  const loader = memoryLoader({ 's.json': JSON.stringify(scenario) });
  const readers = {
    mesh: () => ({ ok: false as const, issues: [] }),
    table: () => ({ ok: false as const, issues: [] }),
  };
  const compiled = compileScenario({ file: 's.json', loader, readers, finer });
  if (!compiled.ok) throw new Error(compiled.issues[0].message);
  const prepared = prepareRun(compiled.compiled);
  if (!prepared.ok) throw new Error(prepared.issues[0].message);
  return runScenario(prepared.prepared);
}

function trustOf(scenario: object): Pick<TrustSummary, 'columns' | 'position'> & { readonly run: RunResult } {
  const run = result(scenario, false);
  return { run, ...compareTrust(run, result(scenario, true), false) };
}

/** The estimate of an error may be off by a factor of three either way. */
function expectEstimate(estimate: number | null | undefined, error: number): void {
  expect(error).toBeGreaterThan(0);
  expect((estimate ?? 0) / error).toBeGreaterThan(1 / 3);
  expect((estimate ?? 0) / error).toBeLessThan(3);
}

/** A mass on a spring, 1 Hz or so, and what it must do. */
const oscillator = (solver: object, rate: number) => ({
  hawser: 1,
  environment: { gravity: 0 },
  bodies: { block: { mass: 2, inertia: [1, 1, 1], position: [1.5, 0, 0], shapes: [] } },
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
  output: { rate, 'animation rate': rate },
});

test.each([
  ['automatic steps of the second order', { integrator: 'tr-bdf2', 'max step': '1 s' }, 2],
  ['many rows a step', { integrator: 'tr-bdf2', 'max step': '1 s' }, 200],
  ['steps that the largest step cuts short', { integrator: 'tr-bdf2', 'max step': '4 ms' }, 2],
  ['automatic steps of the third order', { integrator: 'esdirk3', 'max step': '1 s' }, 2],
  ['steps of the eighth order', { integrator: 'runge-kutta', tolerance: 1e-6, 'max step': '1 s' }, 1],
  ['fixed steps', { integrator: 'tr-bdf2', step: '10 ms' }, 50],
  ['fixed steps that rows do not meet', { integrator: 'bdf2', step: '7 ms' }, 50],
])('trust: with %s the error at the end is estimated within a factor of three', (_name, solver, rate) => {
  const { run, columns, position } = trustOf(oscillator(solver, rate));
  const { recording } = run;
  const t = recording.time[recording.length - 1];
  const exact = 1 + 0.5 * Math.cos(Math.sqrt(45) * t);
  const x = recording.column('block.position.x');
  const error = Math.abs(x[x.length - 1] - exact);
  expectEstimate(columns['block.position.x'].final, error);
  expectEstimate(position?.final, error);
});

test('trust: the tension of a hanging cable of few elements is estimated within a factor of three', () => {
  // a catenary of 12 m over 10 m; with elements of their own the sag and the end tension are those of a polygon
  const scenario = (elements: number) => ({
    hawser: 1,
    ropes: { line: { mass: 1, stiffness: 1e7, diameter: 0.02, 'axial damping': 0.01 } },
    cables: {
      span: {
        rope: 'line',
        length: 12,
        elements,
        from: { body: 'world', point: [0, 0, 5] },
        to: { body: 'world', point: [10, 0, 5] },
      },
    },
    solver: { 'start from equilibrium': true },
    run: { duration: 0.01 },
  });
  const { run, columns } = trustOf(scenario(8));
  const fine = result(scenario(200), false);
  const name = 'cable.span.end.tension';
  const last = ({ recording }: RunResult): number => recording.column(name)[recording.length - 1];
  expectEstimate(columns[name].final, Math.abs(last(run) - last(fine)));
});

test('trust: cables keep their elements where nodes are named by number, and those points are the same', () => {
  const scenario = {
    hawser: 1,
    ropes: { line: { mass: 1, stiffness: 1e6, diameter: 0.02 } },
    cables: {
      span: {
        rope: 'line',
        length: 11,
        elements: 10,
        from: { body: 'world', point: [0, 0, 5] },
        to: { body: 'world', point: [10, 0, 5] },
      },
    },
    run: { duration: 0.05 },
    output: { channels: ['cable.span.node-5.position'] },
  };
  const names = (r: RunResult): string[] => r.recording.names.map(({ name }) => name);
  expect(names(result(scenario, true))).toEqual(names(result(scenario, false)));
  const all = { ...scenario, output: { channels: ['cable.*'] } };
  expect(result(all, true).frames.bodies.length).toBeGreaterThan(result(all, false).frames.bodies.length);
});
