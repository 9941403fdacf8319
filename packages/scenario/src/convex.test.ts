/** Scenes in convex steps, from their files: what contacts take back must not let bodies through each other. */
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { prepareRun, runScenario } from './run.ts';

const nothing = { ok: false, issues: [] } as const;
const readers = { mesh: () => nothing, table: () => nothing };

/** Two turned crates, one falling on the other, on a deck. */
const crates = (step: string, deck: string): string => `hawser: 1
materials: { wood: { youngs: 1 GPa, density: 500 kg/m^3, friction: 0.4, restitution: 0.1 } }
bodies:
  deck: { material: wood, ${deck}, shapes: [{ box: [6 m, 6 m, 0.4 m], at: [0, 0, -0.2 m] }] }
  lower: { material: wood, position: [1 m, 0.3 m, 0.3 m], rotation: { yaw: 20 deg, roll: 10 deg }, shapes: [{ box: [0.5 m, 0.5 m, 0.5 m] }] }
  upper: { material: wood, position: [1 m, 0.3 m, 1 m], rotation: { yaw: 50 deg, roll: 30 deg }, shapes: [{ box: [0.5 m, 0.5 m, 0.5 m] }] }
contacts: { defaults: { method: volume } }
solver: { integrator: convex, step: ${step} }
run: { duration: 2.5 s }
`;

describe('a crate falls on a crate', () => {
  test.each([
    ['6 ms', 'fixed: true'],
    ['7 ms', 'fixed: true'],
    ['10 ms', 'motion: { z: { sine: { amplitude: 0.1 m, period: 4 s } } }'],
  ])('steps of %s, deck %s: it comes to rest on it, and neither sinks in', (step, deck) => {
    const text = crates(step, deck);
    const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
    const prepared = compiled.ok ? prepareRun(compiled.compiled) : compiled;
    if (!prepared.ok) throw new Error(prepared.issues.map(({ message }) => message).join('\n'));
    const result = runScenario(prepared.prepared);
    expect(result.status).toBe('complete');
    const at = (name: string): number =>
      result.extremes[`${name}.position.z`].final - result.extremes['deck.position.z'].final;
    // half an edge, and an edge and a half; 2 mm are what a deck that moves has been seen to press them in by
    expect(Math.abs(at('lower') - 0.25)).toBeLessThan(2e-3);
    expect(Math.abs(at('upper') - 0.75)).toBeLessThan(3e-3);
  });
});

test('a cable whose end is led up and down hangs in convex steps as it does in general ones', () => {
  const [general, convex] = ['step: 5 ms', 'integrator: convex, step: 5 ms'].map((solver) => {
    const text = `hawser: 1
ropes: { rope: { mass: 2 kg/m, stiffness: 1 MN, diameter: 30 mm, bending: 20 N m^2, axial damping: 1 ms } }
bodies: { end: { position: [4 m, 0, 0], motion: { z: { sine: { amplitude: 0.1 m, period: 3 s } } } } }
cables: { line: { rope: rope, length: 6 m, elements: 8, from: { body: world, point: [0, 0, 0] }, to: { body: end } } }
contacts: { enabled: false }
solver: { ${solver} }
run: { duration: 0.75 s }
output: { rate: 20 Hz, channels: [cable.line.end.tension, cable.line.node-4.position] }
`;
    const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
    const prepared = compiled.ok ? prepareRun(compiled.compiled) : compiled;
    if (!prepared.ok) throw new Error(prepared.issues.map(({ message }) => message).join('\n'));
    const result = runScenario(prepared.prepared);
    expect(result.status).toBe('complete');
    const { energy } = result.summary;
    expect(Math.abs(energy.imbalance)).toBeLessThan(0.02 * Math.abs(energy.work)); // a quarter of a period, to the top; Euler damps the swing
    return result.extremes;
  });
  // of first order: the lag of a step, 5 ms at up to 0.21 m/s
  const off = convex['cable.line.node-4.position.z'].final - general['cable.line.node-4.position.z'].final;
  expect(Math.abs(off)).toBeLessThan(2e-3);
  expect(convex['cable.line.end.tension'].mean / general['cable.line.end.tension'].mean).toBeCloseTo(1, 2);
});
