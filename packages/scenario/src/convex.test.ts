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
