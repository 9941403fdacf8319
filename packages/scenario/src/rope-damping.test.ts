/** Damping of ropes is a time; one that cannot be meant is said. */
import { expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun } from './run.ts';

const nothing = { ok: false, issues: [] } as const;
const readers = { mesh: () => nothing, table: () => nothing };

function notices(rope: string): string[] {
  const text = `hawser: 1
ropes:
  wire: { mass: 2, stiffness: 40 MN, diameter: 20 mm, bending: 50,
    ${rope} }
bodies: { load: { mass: 80, inertia: [9, 9, 9], position: [0, 0, -10] } }
cables: { line: { rope: wire, length: 10, from: { body: world }, to: { body: load } } }
`;
  const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
  const result = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  return result.ok ? result.prepared.notices.map(formatIssue) : result.issues.map(formatIssue);
}

test('a damping of hours is a warning at its line, with what it would be in newton seconds', () => {
  const said = notices('axial damping: 1e4');
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    /^a\.yaml:4:20: ropes\.wire\.axial damping: axial damping of 10000 s: rope "wire" would take/,
  );
  expect(said[0]).toContain('a damping in N s is to be divided by EA, here 0.00025 s');
  expect(notices('bending damping: 600')[0]).toContain('divided by EI, here 12 s');
});

test('there is no warning for what ropes have', () => {
  for (const damping of ['0.2 ms', '20 ms', '3 s', '10 s']) {
    expect(notices(`axial damping: ${damping}, bending damping: ${damping}`)).toEqual([]);
  }
});
