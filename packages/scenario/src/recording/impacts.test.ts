import { describe, expect, test } from 'vitest';
import { compileValue } from '../compile.ts';
import { formatIssue } from '../issues.ts';
import { prepareRun, type RunResult, runScenario } from '../run.ts';

function run(scene: Record<string, unknown>): RunResult {
  const compiled = compileValue({ hawser: 1, ...scene });
  if (!compiled.ok) throw new Error(compiled.issues.map(formatIssue).join('\n'));
  const made = prepareRun(compiled.compiled);
  if (!made.ok) throw new Error(made.issues.map(formatIssue).join('\n'));
  return runScenario(made.prepared);
}

/** A block above a dead floor, and how high; it stays where it lands. */
const landing = (height: number) => ({
  materials: { clay: { youngs: '20 MPa', restitution: 0.05 } },
  bodies: {
    floor: { fixed: true, material: 'clay', shapes: [{ 'half-space': true }] },
    block: { density: 2500, material: 'clay', position: [0, 0, 0.2 + height], shapes: [{ box: [0.4, 0.4, 0.4] }] },
  },
  limits: [{ name: 'height', channel: 'block.position.z', below: '9 m' }],
  output: { channels: ['contact.*', 'block.position'] },
  run: { duration: 4 },
});

describe('impacts of an operation', () => {
  test('a load that lands and stays is an impact, with the peak of its force and the energy of its fall', () => {
    const { operation, extremes, summary } = run(landing(0.05));
    const [blow, ...others] = operation?.impacts ?? [];
    expect(others).toEqual([]);
    expect(blow.between).toBe('floor~block');
    expect(blow.time).toBeCloseTo(Math.sqrt((2 * 0.05) / 9.81), 1);
    expect(blow.peak).toBe(extremes['contact.floor~block.normal-force'].max);
    const mass = summary.masses?.find(({ name }) => name === 'block')?.mass ?? 0;
    expect(mass).toBeCloseTo(2500 * 0.4 ** 3, 6);
    // it goes a little deeper than the floor before it rests: m g (h + depth), less than 2 mm here
    expect(blow.energy).toBeGreaterThan(0.9 * mass * 9.81 * 0.05);
    expect(blow.energy).toBeLessThan(mass * 9.81 * 0.052);
  });

  test('a load that only rests is none', () => {
    expect(run(landing(0)).operation?.impacts).toEqual([]);
  });
});
