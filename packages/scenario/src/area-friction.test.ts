import { readMesh, readTable } from '@hawser/formats';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun } from './run.ts';

function told(contacts: string): string[] {
  const text = `hawser: 1
materials: { steel: { density: 7850 } }
bodies:
  floor: { fixed: true, shapes: [{ half-space: true }] }
  block: { material: steel, position: [0, 0, 1], shapes: [{ box: [1, 1, 1] }] }
chains: { row: { type: rod, diameter: 20 mm, links: 3, from: { body: world, point: [5, 0, 5] } } }
contacts:
  ${contacts}
`;
  const readers = { mesh: readMesh, table: readTable };
  const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
  const result = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  return result.ok ? [] : result.issues.map(formatIssue);
}

describe('friction over an area', () => {
  test('a law that it does not know is refused at its field, not taken for another', () => {
    expect(told('defaults: { method: volume, friction: lugre }')).toEqual([
      'a.yaml:8:41: contacts.defaults.friction: over an area friction is bristle, coulomb, reduced or none, found lugre for "floor" and "block"; give the pair friction: bristle',
    ]);
    expect(told('defaults: { method: volume, friction: coulomb }')).toEqual([]);
    expect(told('defaults: { method: points, friction: reduced }')).toEqual([
      'a.yaml:8:41: contacts.defaults.friction: reduced is friction over an area, found "floor" and "block", which meet at points; give the pair friction: bristle, or a field',
    ]);
    // three links make three pairs of the engine out of one of the file
    const row = '{ between: [row, floor], friction coefficient: 0.2 }';
    expect(told(`pairs: [${row}, { between: [block, any], method: volume, friction: lugre }]`)).toEqual([
      'a.yaml:8:116: contacts.pairs[1].friction: over an area friction is bristle, coulomb, reduced or none, found lugre for "floor" and "block"; give the pair friction: bristle',
    ]);
  });

  test('it stays where contact is at points, or where a later pair takes it back', () => {
    expect(told('defaults: { friction: coulomb, viscous: 3 }')).toEqual([]);
    const back = '{ between: [any, any], friction: bristle }';
    expect(told(`{ defaults: { method: volume, friction: lugre }, pairs: [${back}] }`)).toEqual([]);
  });
});

test('a number as law of friction: the message names the field of the coefficient', () => {
  expect(told('defaults: { friction: 0.4 }')).toEqual([
    'a.yaml:8:25: contacts.defaults.friction: expected a law (bristle, lugre, coulomb, reduced, none); a coefficient goes under "friction coefficient", found 0.4',
  ]);
});
