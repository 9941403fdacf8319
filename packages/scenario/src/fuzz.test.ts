/** Whatever stands in a file, the answer is a model or a list of issues, never an exception. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryLoader, type Readers } from './assets.ts';
import { compileScenario, compileValue } from './compile.ts';

const text = `hawser: 1
title: Fuzz # comment
environment: { gravity: 9.81 m/s^2 }
materials:
  steel: &steel { youngs: 210 GPa, density: 7850 kg/m^3, friction: {static: 0.4, kinetic: 0.3} }
  wood: { <<: *steel, density: 700 }
bodies:
  bar:
    material: steel
    position: [1 m, 0, 0]
    rotation: { axis: [0, 1, 0], angle: 15 deg }
    shapes: [{ box: [2 m, 0.1 m, 0.1 m], colour: '#c33' }, { hull: { points: [[0,0,0],[1,0,0],[0,1,0],[0,0,1]] } }]
    points: { tip: [1, 0, 0] }
  deck: { motion: { z: { sine: { amplitude: 1, period: 5 s } }, roll: { table: roll.csv } } }
joints:
  pin: { type: revolute, between: [deck, bar], at: [0, 0, 0], axis: [0, 1, 0], limits: { lower: -1, upper: 1 } }
forces:
  tie: { type: spring, between: [bar, world], points: [tip, [0, 0, 3]], stiffness: 5 kN/m }
  push: { type: load, body: bar, force: [1, 2, { ramp: { to: 5, duration: 1 s } }] }
contacts: { pairs: [{ between: [bar, wood], law: flores }], ignore: [[bar, world]] }
solver: { step: 1 ms }
run: { duration: 1 s }
output: { channels: ['*.position'] }
`;

const readers: Readers = {
  mesh: () => ({ ok: true, value: { positions: [0, 0, 0], triangles: [] } }),
  table: () => ({
    ok: true,
    value: {
      names: ['t', 'x'],
      units: ['s', ''],
      columns: [
        [0, 1],
        [0, 1],
      ],
    },
  }),
};

function compile(source: string): void {
  const loader = memoryLoader({ 'a.yaml': source, 'roll.csv': 't,x\n0,0\n1,1\n' });
  const result = compileScenario({ file: 'a.yaml', loader, readers });
  if (result.ok) return;
  expect(result.issues.length).toBeGreaterThan(0);
  for (const issue of result.issues) {
    expect(issue.message).toContain('expected ');
    expect(issue.message).not.toContain('undefined');
    expect(issue.line).toBeGreaterThanOrEqual(0);
  }
}

test('the file to be spoilt is good', () => {
  const result = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text, 'roll.csv': '' }), readers });
  expect(result.ok).toBe(true);
});

test('characters changed, inserted and removed anywhere', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '\n',
      '\t',
      ':',
      ',',
      '[',
      ']',
      '{',
      '}',
      '#',
      '-',
      '"',
      "'",
      '&',
      '*',
      '!',
      '|',
      '>',
      '%',
      '@',
      '.nan',
      '-1',
      '1e999',
      '<<: ',
    ),
    fc.string({ maxLength: 4 }),
  );
  const edit = fc.record({ at: fc.nat(text.length), remove: fc.nat(12), insert: piece });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      let spoilt = text;
      for (const { at, remove, insert } of edits) spoilt = spoilt.slice(0, at) + insert + spoilt.slice(at + remove);
      compile(spoilt);
    }),
    { numRuns: 300 },
  );
});

test('lines doubled, dropped and swapped', () => {
  const lines = text.split('\n');
  fc.assert(
    fc.property(
      fc.nat(lines.length - 1),
      fc.nat(lines.length - 1),
      fc.constantFrom('double', 'drop', 'swap'),
      (i, j, what) => {
        const spoilt = [...lines];
        if (what === 'double') spoilt.splice(i, 0, lines[j]);
        else if (what === 'drop') spoilt.splice(i, 1);
        else [spoilt[i], spoilt[j]] = [spoilt[j], spoilt[i]];
        compile(spoilt.join('\n'));
      },
    ),
    { numRuns: 150 },
  );
});

test('any value in any place of a sound structure', () => {
  const value = JSON.parse(
    JSON.stringify({
      hawser: 1,
      materials: { steel: { density: 7850, friction: { static: 0.4, kinetic: 0.3 } } },
      bodies: {
        bar: { material: 'steel', rotation: { roll: 1 }, shapes: [{ box: [1, 1, 1] }], points: { tip: [1, 0, 0] } },
        deck: { motion: { z: { sine: { amplitude: 1, period: 5 } } } },
      },
      joints: {
        pin: {
          type: 'revolute',
          between: ['world', 'bar'],
          at: [0, 0, 0],
          driver: { angle: { sum: [1, { polynomial: [1] }] } },
        },
      },
      forces: { tie: { type: 'spring', between: ['bar', 'world'], points: ['tip', [0, 0, 3]], stiffness: 5 } },
      contacts: { defaults: { law: 'exact' }, pairs: [{ between: ['bar', 'steel'] }], ignore: [['bar', 'world']] },
      solver: { step: 0.001 },
      run: { duration: 1 },
      output: { rate: 10, channels: ['*'] },
    }),
  );
  const paths = pathsOf(value);
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 3 }), (path, junk) => {
      const spoilt = structuredClone(value);
      let parent = spoilt;
      for (const step of path.slice(0, -1)) parent = parent[step];
      parent[path[path.length - 1]] = junk;
      const result = compileValue(spoilt, { readers });
      if (!result.ok) expect(result.issues.length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});

function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    pathsOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}
