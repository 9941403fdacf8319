/** Angles without a unit are radians; beyond a full turn that is said. */
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun } from './run.ts';

const nothing = { ok: false, issues: [] } as const;
const readers = { mesh: () => nothing, table: () => nothing };

function notices(direction: string, rest = ''): string[] {
  const text = `hawser: 1
environment:
  sea: { waves: [{ regular: { height: 20 cm, period: 7, direction: ${direction} } }] }
bodies: { ball: { mass: 80, inertia: [9, 9, 9], position: [0, 0, 50] ${rest} } }
`;
  const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
  const result = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  return result.ok ? result.prepared.notices.map(formatIssue) : result.issues.map(formatIssue);
}

describe('a bare angle beyond a full turn', () => {
  test('is a warning at its line and column with both readings', () => {
    const said = notices('90');
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^a\.yaml:3:68: environment\.sea\.waves\[0\]\.regular\.direction: 90 has no unit/);
    expect(said[0]).toContain(
      'read as 90 rad, which is 5157 deg or 14.32 turns; write "90 deg" if degrees are meant, "90 rad" if not',
    );
  });

  test('is none with a unit, within a turn, or where another quantity stands', () => {
    for (const direction of ['90 deg', '90 rad', '6.28', '-3.1']) expect(notices(direction)).toEqual([]);
    expect(notices('0', ', velocity: [90, 0, 0]')).toEqual([]);
  });
});
