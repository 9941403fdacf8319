import { expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';

const text = `hawser: 1
ropes: { wire: { mass: 0.5 kg/m, stiffness: 1 MN, diameter: 20 mm } }
bodies: { load: { mass: 100 kg, inertia: [1, 1, 1], position: [0, 0, -10 m] } }
cables:
  hoist: { rope: wire, length: 10 m, elements: 7, from: { body: world }, to: { body: load } }
  sling: { sections: [{ rope: wire, length: 9.99 m, elements: 3 }], from: { body: world }, to: { body: load } }
solver: { step: 7 ms, integrator: bdf2, newton tolerance: 1e-7, assemble: true }
output: { rate: 13 Hz }
`;

function compiled(untuned: boolean) {
  const readers = {
    mesh: () => ({ ok: false as const, issues: [] }),
    table: () => ({ ok: false as const, issues: [] }),
  };
  const set = ['solver.max step=3 ms'];
  const result = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers, set, untuned });
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return result.compiled;
}

test('solver settings and numbers of elements go, overrides of them too; what is physics stays, and so do rates', () => {
  const [written, plain] = [compiled(false), compiled(true)];
  expect(written.scenario.solver).toMatchObject({ step: 0.007, integrator: 'bdf2', 'max step': 0.003, assemble: true });
  expect(plain.scenario.solver).toMatchObject({ step: 'auto', integrator: 'auto', 'max step': 0.02, assemble: true });
  const elements = ({ spec }: typeof plain): number[] =>
    (spec.cables ?? []).map(({ pieces }) => pieces.reduce((sum, piece) => sum + piece.elements, 0));
  expect(elements(written)).toEqual([7, 3]);
  for (const count of elements(plain)) expect(count).toBeGreaterThan(20);
  expect(plain.scenario.output.rate).toBe(13);
});
