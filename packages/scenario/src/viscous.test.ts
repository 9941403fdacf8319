/** Viscous friction is a number of the pair, not of the points at which it happens to touch. */
import { describe, expect, test } from 'vitest';
import { compileValue } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, runScenario } from './run.ts';

/** Speed after 0.5 s of 4 kg that slide at 1 m/s on a floor with 8 N s/m, without other friction. */
function speed(shapes: readonly object[], solver: object): number {
  const bodies = {
    floor: { fixed: true, shapes: [{ 'half-space': true }] },
    block: { mass: 4, inertia: [0.02, 0.02, 0.03], position: [0, 0, 0.05], velocity: [1, 0, 0], shapes },
  };
  const contacts = { defaults: { friction: 'none', viscous: 8 } };
  const compiled = compileValue({ hawser: 1, bodies, contacts, solver, run: { duration: 0.5 } });
  if (!compiled.ok) throw new Error(compiled.issues.map(formatIssue).join('\n'));
  const made = prepareRun(compiled.compiled);
  if (!made.ok) throw new Error(made.issues.map(formatIssue).join('\n'));
  const { status, recording } = runScenario(made.prepared);
  expect(status).toBe('complete');
  return recording.column('block.velocity.x').at(-1) ?? Number.NaN;
}

describe('viscous friction of two bodies', () => {
  const one = [{ box: [0.2, 0.2, 0.1] }];
  const two = [-0.05, 0.05].map((x) => ({ box: [0.1, 0.2, 0.1], at: [x, 0, 0] }));
  const exact = Math.exp((-8 / 4) * 0.5);

  test('is the total of the pair, with four corners and with eight: v = v0 exp(-c t/m)', () => {
    // automatic steps at their default tolerance; the block comes down by some nanometres first
    for (const shapes of [one, two]) expect(Math.abs(speed(shapes, {}) - exact)).toBeLessThan(2e-4);
  });

  test('and so with convex steps, which are of first order: c h/(2 m) of the exponent is missing', () => {
    const h = 0.001;
    const euler = (1 + (8 * h) / 4) ** (-0.5 / h);
    for (const shapes of [one, two]) {
      expect(Math.abs(speed(shapes, { integrator: 'convex', step: h }) - euler)).toBeLessThan(2e-3);
    }
  });
});
