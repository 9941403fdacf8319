import { describe, expect, test } from 'vitest';
import { compileValue } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, type RunResult, runScenario } from './run.ts';

/** Links of 1 m, hinged in a row, that fall from level. */
function chain(links: number, mass: number, solver: object): RunResult {
  const bodies: Record<string, unknown> = {};
  const joints: Record<string, unknown> = {};
  for (let i = 0; i < links; i++) {
    bodies[`link${i}`] = { mass, position: [i + 0.5, 0, 0], shapes: [{ box: [1, 0.05, 0.05] }] };
    const between = [i === 0 ? 'world' : `link${i - 1}`, `link${i}`];
    joints[`hinge${i}`] = { type: 'revolute', between, at: [i, 0, 0], axis: [0, 1, 0] };
  }
  const contacts = { enabled: false };
  const compiled = compileValue({ hawser: 1, bodies, joints, contacts, solver, run: { duration: 1 } });
  if (!compiled.ok) throw new Error(compiled.issues.map(formatIssue).join('\n'));
  const made = prepareRun(compiled.compiled);
  if (!made.ok) throw new Error(made.issues.map(formatIssue).join('\n'));
  return runScenario(made.prepared);
}

describe('augmented Lagrangian', () => {
  const byPenalty = { constraints: 'augmented-lagrangian' };
  const end = ({ recording }: RunResult, link: number) =>
    ['x', 'z'].map((c) => recording.column(`link${link}.position.${c}`).at(-1) ?? Number.NaN);

  test('light and heavy chains go the way that multipliers give, at the penalty that is chosen for them', () => {
    for (const [links, mass] of [
      [3, 0.01],
      [3, 500],
      [6, 20],
    ]) {
      const step = { integrator: 'tr-bdf2', step: 0.001 };
      const exact = chain(links, mass, step);
      const found = chain(links, mass, { ...step, ...byPenalty });
      expect(found.status).toBe('complete');
      const [a, b] = [end(exact, links - 1), end(found, links - 1)];
      // both are off by the error of steps of 1 ms, some 1e-5 m, with different parts of it in the joints' forces
      expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeLessThan(5e-6);
    }
  });

  test('a penalty that does not do is named where the run fails', () => {
    const { failure } = chain(3, 500, { ...byPenalty, penalty: 1e9, step: 0.001, integrator: 'tr-bdf2' });
    expect(failure?.message).toMatch(/solver\.penalty 1\.0e\+9 N\/m/);
  });
});
