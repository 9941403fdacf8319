import { readMesh, readTable } from '@hawser/formats';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun } from './run.ts';

function told(field: string, rest = ''): string[] {
  const text = `hawser: 1
materials: { rubber: { density: 1100, youngs: 2 MPa, poisson: 0.45 } }
bodies:
  floor: { fixed: true, shapes: [{ half-space: true }] }
  block: { material: rubber, position: [0, 0, 1], shapes: [{ box: [200 mm, 200 mm, 100 mm]${field} }] }
${rest}`;
  const readers = { mesh: readMesh, table: readTable };
  const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
  const result = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  return result.ok ? [] : result.issues.map(formatIssue);
}

describe('pressure fields', () => {
  test.each([
    ', field: { layer: 10 mm, modulus: 1 MPa }',
    ', field: { layer: 10 mm }',
    ', field: { layer: deep }',
    ', field: { solid: true }',
  ])('%s is taken', (field) => {
    expect(told(field)).toEqual([]);
  });

  test.each([
    [
      ', field: { layer: 60 mm }',
      '',
      /field: expected a layer that the shape has room for, found 0.06 m; the thickest that fits is 0.0450 m/,
    ],
    [', field: { layer: 5 mm, solid: true }', '', /field: expected exactly one of layer, solid/],
    [', field: { layer: -1 mm }', '', /field.layer: expected a length above 0 m/],
    [', field: { layer: 5 mm, modulus: 0 Pa }', '', /field.modulus: expected/],
    [
      '',
      'contacts: { defaults: { method: pressure } }',
      /contacts.defaults.method: expected a pressure field on "floor" or "block"/,
    ],
    [
      ', field: { layer: 5 mm }',
      'solver: { integrator: convex, step: 5 ms }',
      /convex does not carry contact by pressure fields/,
    ],
  ])('%s %s is refused where it stands', (field, rest, what) => {
    const messages = told(field, rest);
    expect(messages.length).toBe(1);
    expect(messages[0]).toMatch(/^a\.yaml:\d+:\d+: /);
    expect(messages[0]).toMatch(what);
  });
});
