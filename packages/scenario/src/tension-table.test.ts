/** Ropes whose tension follows a table of strain: rows and files, what is wrong with them, and a load on one. */
import { readMesh, readTable } from '@hawser/formats';
import { Simulation } from '@hawser/engine';
import { expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';

const hoist = (rope: string): string => `hawser: 1
ropes:
  polyester: { mass: 0.01 kg/m, diameter: 20 mm, ${rope} }
bodies: { load: { mass: 100 kg, inertia: [1, 1, 1], position: [0, 0, -10.6 m] } }
cables:
  hoist: { rope: polyester, length: 10 m, elements: 4, from: { body: world }, to: { body: load } }
solver: { start from equilibrium: true }
run: { duration: 1 s }
`;

function compile(text: string, files: Record<string, string> = {}) {
  const readers = { mesh: readMesh, table: readTable };
  return compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text, ...files }), readers, set: [] });
}

function messages(text: string, files: Record<string, string> = {}): string[] {
  const result = compile(text, files);
  return result.ok ? [] : result.issues.map(formatIssue);
}

const rows = 'tension table: [[0, 0 N], [0.02, 200 N], [0.08, 1.4 kN]]';

test.each([
  ['rows', rows, {}],
  ['a file', 'tension table: rope.csv', { 'rope.csv': 'strain,tension [kN]\n0,0\n0.02,0.2\n0.08,1.4\n' }],
  ['a file in percent', 'tension table: rope.csv', { 'rope.csv': 'strain [%],tension [N]\n0,0\n2,200\n8,1400\n' }],
] as [string, string, Record<string, string>][])(
  '%s: 100 kg hang where the table has their weight',
  (_, rope, files) => {
    const result = compile(hoist(rope), files);
    if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
    const { spec } = result.compiled;
    expect(spec.cables?.[0].pieces[0].rope).toMatchObject({ axialStiffness: 1e4 });
    const simulation = new Simulation(spec);
    const step = simulation.step(0.1);
    expect(step.ok).toBe(true);
    const out = new Float64Array(3);
    simulation.probes.find(({ name }) => name === 'load.position')?.read(out, 0);
    // of the rope's own weight half hangs on an element in the mean: 0.49 N
    const weight = 100 * 9.80665 + 0.05 * 9.80665;
    expect(-out[2]).toBeCloseTo(10 * (1 + 0.02 + (weight - 200) / 2e4), 3);
  },
);

test('what is wrong is said at the row, with line and column', () => {
  expect(messages(hoist('tension table: [[0, 0 N], [0.02, 200 N], [0.08, 200 N]]'))).toEqual([
    expect.stringMatching(
      /^a\.yaml:3:\d+.*ropes\.polyester\.tension table\[2\].*expected strain above 0\.02 and tension above 200 N, the row before, found strain 0\.08 and tension 200 N; begin with/,
    ),
  ]);
  expect(messages(hoist('tension table: [[0, 5 N], [0.02, 200 N]]'))[0]).toMatch(
    /table\[0\].*expected strain 0 and tension 0, a rope at rest, found strain 0 and tension 5 N/,
  );
  expect(messages(hoist('tension table: [[0, 0 N], [0.02, 200 m]]'))[0]).toMatch(/table\[1\]\[1\].*a force.*"200 m"/);
  expect(messages(hoist('tension table: [[0, 0 N]]'))[0]).toMatch(/a table of at least 2 rows/);
  expect(messages(hoist(`stiffness: 1 MN, ${rows}`))[0]).toMatch(
    /exactly one of stiffness, tension table, working curves in a rope/,
  );
  expect(messages(hoist('look: rope'))[0]).toMatch(/exactly one of stiffness, tension table, working curves in a rope/);
});

test('what is wrong in a file is said with its row, and that it is missing', () => {
  const file = 'tension table: rope.csv';
  expect(messages(hoist(file), { 'rope.csv': 'strain,tension [N]\n0,0\n0.02,10\n0.01,20\n' })[0]).toMatch(
    /expected strain above 0\.02 .* found strain 0\.01 and tension 20 N \(data row 3 of rope\.csv\)/,
  );
  expect(messages(hoist(file), { 'rope.csv': 'strain,tension [m]\n0,0\n0.02,10\n' })[0]).toMatch(
    /a unit of a force.*"m"/,
  );
  expect(messages(hoist(file), { 'rope.csv': 'strain\n0\n0.02\n' })[0]).toMatch(/two columns, strain and tension/);
  expect(messages(hoist(file))[0]).toMatch(/rope\.csv/);
});
