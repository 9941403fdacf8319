import { describe, expect, test } from 'vitest';
import { compileValue } from '../compile.ts';
import { formatIssue } from '../issues.ts';
import { energyDoubt } from '../notices.ts';
import { prepareRun, type RunOptions, type RunResult, runScenario } from '../run.ts';

function run(scene: Record<string, unknown>, options: RunOptions = {}): RunResult {
  const compiled = compileValue({ hawser: 1, ...scene });
  if (!compiled.ok) throw new Error(compiled.issues.map(formatIssue).join('\n'));
  const made = prepareRun(compiled.compiled);
  if (!made.ok) throw new Error(made.issues.map(formatIssue).join('\n'));
  return runScenario(made.prepared, options);
}

const told = ({ events }: RunResult) => events.filter(({ kind }) => kind === 'warning');

describe('capacities', () => {
  // a rod of 10 m drawn out by 1 cm a second: tension EA x/L = 20 kN/s
  const drawn = (rope: object) => ({
    environment: { gravity: 0 },
    ropes: { wire: { mass: '1.5 kg/m', stiffness: '20 MN', diameter: '20 mm', ...rope } },
    bodies: { hook: { motion: { x: { polynomial: [10, 0.01] } } } },
    cables: { line: { rope: 'wire', length: 10, elements: 4, from: { body: 'world' }, to: { body: 'hook' } } },
    limits: [{ name: 'kept', channel: 'cable.line.length', below: '20 m' }],
    run: { duration: 1 },
    output: { rate: 2 },
  });

  test('a rope that passes its break load: an event at the time, a warning, no-go', () => {
    const result = run(drawn({ 'break load': '10 kN' }));
    const [event] = told(result);
    expect(event).toMatchObject({ subject: 'cable line' });
    expect(event.time).toBeGreaterThan(0.45);
    expect(event.time).toBeLessThan(0.56);
    expect(told(result)).toHaveLength(1); // once, however long it lasts
    expect(result.warnings.join()).toMatch(/cable line came to (19|20)(\.\d+)? kN, beyond its break load of 10 kN/);
    expect(result.operation).toMatchObject({ verdict: 'no-go' });
    expect(run(drawn({ 'break load': '30 kN' })).warnings).toEqual([]);
  });

  test('every line with a break load has a utilisation in the verdict, whoever holds it', () => {
    // 20 kN at the end; the first line is held by nobody, the second by a winch
    const { operation } = run(drawn({ 'break load': '80 kN' }));
    expect(operation?.lines).toHaveLength(1);
    expect(operation?.lines[0]).toMatchObject({ name: 'line', capacity: 80000 });
    expect(operation?.lines[0].utilisation).toBeCloseTo(0.25, 2);
    expect(run(drawn({})).operation?.lines).toEqual([]);
    // a break load is a criterion by itself: no winch, hand, limit or script is needed for it to be shown
    const { limits: _none, ...alone } = drawn({ 'break load': '80 kN' });
    expect(run(alone).operation).toMatchObject({ verdict: 'go', lines: [{ name: 'line', capacity: 80000 }] });
    const { limits: _no, ...weak } = drawn({ 'break load': '10 kN' });
    expect(run(weak).operation?.verdict).toBe('no-go');
    const { limits: _nor, ...plain } = drawn({});
    expect(run(plain).operation).toBeUndefined();
    const winched = {
      ...drawn({ 'break load': '80 kN' }),
      winches: { tugger: { cable: 'line', rope: '200 m' } },
    };
    const [line, ...others] = run(winched).operation?.lines ?? [];
    expect(others).toEqual([]);
    expect(line).toMatchObject({ name: 'tugger', capacity: 80000 });
    expect(line.utilisation).toBeGreaterThanOrEqual(line.most / 80000);
    expect(line.utilisation).toBeCloseTo(0.25, 2);
  });

  test('without a break load, what no rope of the diameter could bear is told', () => {
    expect(run(drawn({})).warnings).toEqual([]);
    // 20 kN over 2 mm is 6.4 GPa
    expect(run(drawn({ diameter: '2 mm' })).warnings.join()).toMatch(/what any rope of its diameter can bear/);
  });

  test('a pin that is forced through its stop', () => {
    const scene = (torque: number) => ({
      environment: { gravity: 0 },
      bodies: { arm: { mass: 1, inertia: [1, 1, 1] } },
      joints: {
        pin: {
          type: 'revolute',
          between: ['world', 'arm'],
          at: [0, 0, 0],
          axis: [0, 1, 0],
          limits: { lower: '-10 deg', upper: '10 deg', stiffness: 100 },
          torque,
        },
      },
      run: { duration: 2 },
    });
    expect(run(scene(100)).warnings.join()).toMatch(/joint pin came to .* deg, beyond its stop/);
    expect(run(scene(1)).warnings.join()).not.toMatch(/joint pin/);
  });

  test('a run that was stopped is not finished; what was never looked at was not tested', () => {
    let steps = 0;
    const stopped = run(drawn({}), { shouldStop: () => ++steps > 2 });
    expect(stopped.operation).toMatchObject({ verdict: 'not finished' });
    expect(stopped.operation?.reasons.join()).toMatch(/stopped at t = .* s of 1 s/);
    const script = [{ phase: 'hold', steps: [{ wait: '0.1 s' }] }];
    const limits = [{ name: 'late', channel: 'cable.line.length', below: '20 m', during: 'hold' }];
    const whole = run({ ...drawn({}), limits, director: script });
    expect(whole.operation).toMatchObject({ verdict: 'go' });
  });

  test('energy: what is missing is weighed against what moved on the way, and nobody is told of nothing', () => {
    const rest = { kinetic: 0, potential: 0, elastic: 0, dissipated: 0, work: 0, initial: 0 };
    expect(energyDoubt({ ...rest, imbalance: 1e-13, dissipated: 2e-13 })).toEqual([]);
    expect(energyDoubt({ ...rest, imbalance: 1, dissipated: 2 })).toHaveLength(1);
    expect(energyDoubt({ ...rest, imbalance: 1, dissipated: 2 }, 5000)).toEqual([]);
  });
});
