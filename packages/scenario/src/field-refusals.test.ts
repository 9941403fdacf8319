/** What is said to pressure fields that cannot be: one sentence each, at its line and column, with what to do. */
import { readMesh, readTable } from '@hawser/formats';
import { expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun } from './run.ts';

const BOX = `v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 1 3 2
f 1 4 3
f 5 6 7
f 5 7 8
f 1 2 6
f 1 6 5
f 2 3 7
f 2 7 6
f 3 4 8
f 3 8 7
f 4 1 5
`;
const SPIKE =
  'v 0.5 0.5 0.5\nv 1.5 0.5 0.5\nv 0.5 1.5 0.5\nv 0.5 0.5 1.5\nf 9 11 10\nf 9 10 12\nf 9 12 11\nf 10 11 12\n';
const FILES = { 'open.obj': BOX, 'crossed.obj': `${BOX}f 4 5 8\n${SPIKE}` };

interface Parts {
  readonly shape?: string;
  readonly floor?: string;
  readonly poisson?: number;
  readonly rest?: string;
  readonly mass?: string;
}

function told({ shape = 'box: [0.2, 0.2, 0.1]', floor = '', poisson = 0.45, rest = '', mass = '' }: Parts) {
  const text = `hawser: 1
materials: { rubber: { density: 1100, youngs: 2 MPa, poisson: ${poisson} } }
bodies:
  floor: { fixed: true, shapes: [{ half-space: true${floor} }] }
  block: { material: rubber, ${mass}position: [0, 0, 1], shapes: [{ ${shape} }] }
${rest}
run: { duration: 1 ms }
`;
  const readers = { mesh: readMesh, table: readTable };
  const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ ...FILES, 'a.yaml': text }), readers });
  const ready = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  return { ok: ready.ok, said: (ready.ok ? ready.prepared.notices : ready.issues).map(formatIssue) };
}

const soft = (field: string): Parts => ({ shape: `box: [0.2, 0.2, 0.1], field: { ${field} }` });
const pad = (at: string, size: string): Parts => ({
  ...soft('layer: 10 mm'),
  rest: `tactile: { pad: { body: block, at: ${at}, normal: [0, 0, -1], size: ${size}, taxels: [8, 8] } }`,
});

test.each([
  [
    'no field on either',
    { rest: 'contacts: { defaults: { method: pressure } }' },
    'found two rigid shapes; give a shape of one of them field',
  ],
  ['an open mesh', { shape: 'mesh: open.obj, field: { layer: 10 mm }' }, 'the surface must be closed: fill the hole'],
  [
    'a mesh that crosses itself',
    { shape: 'mesh: crossed.obj, field: { layer: 10 mm }' },
    'found triangles 2 and 13 that cross near',
  ],
  ['a core that sticks out', soft('core: { box: [0.3, 0.1, 0.05] }'), 'make the core smaller, or move it'],
  [
    'a layer thicker than the part',
    soft('layer: 80 mm'),
    'the thickest that fits is 0.0450 m, under (-0.100, 0.100, -0.0500) m; give less',
  ],
  ['k of 1 and more', soft('layer: 10 mm, stiffening: 1.2'), 'expected a number from 0 to below 1, found 1.2'],
  ['no modulus', soft('layer: 10 mm, modulus: 0 Pa'), 'expected a pressure above 0 Pa'],
  ['a modulus below 0', soft('layer: 10 mm, modulus: -1 MPa'), 'expected a pressure above 0 Pa'],
  [
    'a layer that keeps its volume',
    { ...soft('layer: 10 mm'), poisson: 0.5 },
    'expected a number from 0 to 0.499, found 0.5',
  ],
  [
    'two half-spaces',
    {
      floor: ', field: { layer: 10 mm, modulus: 1 MPa }',
      shape: 'half-space: true',
      mass: 'mass: 1, inertia: [1, 1, 1], ',
    },
    'found half-spaces on "floor" and "block"; give one of them a box',
  ],
  [
    'taxels outside their face',
    pad('[0, 0, -0.05]', '[0.3, 0.2]'),
    'found one at (0.131, 0, -0.05) m with nothing under it; make the image smaller',
  ],
  ['taxels off it', pad('[0, 0, 0.2]', '[0.1, 0.1]'), '0.15 m off it; move the middle'],
  [
    'more than 200 000 cells',
    { shape: 'solid: { ball: { radius: 0.1, level: 6 } }, field: { solid: poisson }' },
    'expected at most 200000 cells in a pressure field, found 819200; take a coarser mesh',
  ],
] as const)('%s', (_, parts, what) => {
  const { ok, said } = told(parts);
  expect(ok).toBe(false);
  expect(said.length).toBe(1);
  expect(said[0]).toMatch(/^a\.yaml:\d+:\d+: /);
  expect(said[0]).toContain(what);
});

test('taxels up to the edge of their face are taken', () => {
  expect(told(pad('[0, 0, -0.05]', '[0.2, 0.2]'))).toEqual({ ok: true, said: [] });
});

test('the field for a ball against a box is warned of, against its ball it is not', () => {
  const floor = ', field: { half-space for: { sphere: 0.1 m }, modulus: 1 MPa }';
  const { ok, said } = told({ floor });
  expect(ok).toBe(true);
  expect(said.length).toBe(1);
  expect(said[0]).toMatch(/^a\.yaml:4:\d+: /);
  expect(said[0]).toContain('holds for a sphere of 0.1 m, and "block" is none');
  expect(told({ floor, shape: 'sphere: 0.1' })).toEqual({ ok: true, said: [] });
});
