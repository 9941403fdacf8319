/** The output rate chooses rows, never steps: the same run at any rate has the same steps and ends in the same bits. */
import { expect, test } from 'vitest';
import { compileValue } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, type RunResult, runScenario } from './run.ts';

function at(rate: number, scene: Record<string, unknown>): RunResult {
  const result = compileValue({ hawser: 1, ...scene, output: { rate, 'animation rate': Math.min(rate, 60) } });
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  const built = prepareRun(result.compiled);
  if (!built.ok) throw new Error(built.issues.map(formatIssue).join('\n'));
  return runScenario(built.prepared);
}

const bar = (x: number): object => ({ mass: 2, position: [x, 0, 0], shapes: [{ box: [1, 0.1, 0.1] }] });

const scenes = {
  'a double pendulum, order eight': {
    bodies: { first: bar(0.5), second: bar(1.5) },
    joints: {
      pin: { type: 'revolute', between: ['world', 'first'], at: [0, 0, 0], axis: [0, 1, 0] },
      knee: { type: 'revolute', between: ['first', 'second'], at: [1, 0, 0], axis: [0, 1, 0] },
    },
    contacts: { enabled: false },
    run: { duration: 0.17 },
  },
  'a box that falls on its edge, by default': {
    bodies: {
      world: { shapes: [{ 'half-space': true }] },
      box: {
        mass: 3,
        position: [0, 0, 0.3],
        rotation: { axis: [0.3, 1, 0], angle: '20 deg' },
        shapes: [{ box: [0.3, 0.2, 0.2] }],
      },
    },
    run: { duration: 0.25 },
  },
  'a load on a rope that is paid out': {
    ropes: { wire: { mass: '0.5 kg/m', stiffness: '1 MN', diameter: '20 mm' } },
    bodies: { load: { mass: 100, inertia: [1, 1, 1], position: [0, 0, -4], points: { eye: [0, 0, 0] } } },
    cables: {
      hoist: {
        rope: 'wire',
        length: 4,
        elements: 8,
        from: { body: 'world' },
        to: { body: 'load', point: 'eye' },
        'pay out': { from: { ramp: { from: 4, to: 5, duration: 0.2 } } },
      },
    },
    solver: { assemble: true },
    run: { duration: 0.2 },
  },
  'a pendulum with a fixed step that no row meets': {
    bodies: { first: bar(0.5) },
    joints: { pin: { type: 'revolute', between: ['world', 'first'], at: [0, 0, 0], axis: [0, 1, 0] } },
    solver: { step: '7 ms', integrator: 'bdf2' },
    run: { duration: 0.3 },
  },
};

test.each(Object.entries(scenes))(
  '%s: the same steps, the same hash, the same rows at 1, 100 and 10 000 Hz',
  (_name, scene) => {
    const [coarse, usual, fine] = [1, 100, 10_000].map((rate) => at(rate, scene));
    for (const run of [usual, fine]) {
      expect(run.status).toBe('complete');
      expect(run.summary.steps).toBe(coarse.summary.steps);
      expect(run.summary.hash).toBe(coarse.summary.hash);
    }
    // a row is what it is, whoever else asked
    const rows = usual.recording.time.length - 1;
    const other = usual.recording.columns.flatMap((column, c) =>
      Array.from({ length: rows }, (_, r) => r).filter(
        (r) => !Object.is(fine.recording.columns[c][100 * r], column[r]),
      ),
    );
    expect(rows).toBeGreaterThan(10);
    expect(other).toEqual([]);
    // extremes come from steps and rows: more rows find no less
    for (const [name, { max }] of Object.entries(usual.extremes)) {
      if (max !== null) expect(fine.extremes[name].max ?? 0, name).toBeGreaterThanOrEqual(max);
    }
  },
);
