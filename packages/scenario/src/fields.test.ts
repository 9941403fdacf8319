/** Cores, tetrahedra, laws and half-spaces as users write them: what is taken, and what is refused where it stands. */
import { readMesh, readTable } from '@hawser/formats';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, runScenario } from './run.ts';

// a tetrahedron of 6 m edges with a point inside: four cells
const POINTS = '0 0 0 6 0 0 0 6 0 0 0 6 1 1 1';
const vtk = (cells: string, count: number, rest = '', points = POINTS, many = 5): string => `# vtk DataFile Version 3.0
a
ASCII
DATASET UNSTRUCTURED_GRID
POINTS ${many} double
${points}
CELLS ${count} ${5 * count}
${cells}
CELL_TYPES ${count}
${Array(count).fill(10).join('\n')}
${rest}`;
const CELLS = '4 0 1 2 4\n4 0 1 4 3\n4 0 4 2 3\n4 1 2 4 3';
const data = (values: string): string => `POINT_DATA 5\nSCALARS extent double 1\nLOOKUP_TABLE default\n${values}\n`;
const FILES = {
  'ok.vtk': vtk(CELLS, 4),
  'given.vtk': vtk(CELLS, 4, data('0 0 0 0 7')),
  'negative.vtk': vtk(CELLS, 4, data('0 0 0 0 -1')),
  'rim.vtk': vtk(CELLS, 4, data('0 1 0 0 7')),
  'turned.vtk': vtk('4 0 1 2 4\n4 0 1 3 4\n4 0 4 2 3\n4 1 2 4 3', 4),
  'flat.vtk': vtk(CELLS, 4, '', '0 0 0 6 0 0 0 6 0 0 0 6 1 1 0'),
  'blind.vtk': vtk('4 0 1 2 3', 1, '', '0 0 0 6 0 0 0 6 0 0 0 6', 4),
  'skin.obj': 'v 0 0 0\nv 6 0 0\nv 0 6 0\nv 0 0 6\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
  'ok.msh': `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 6 0 0\n3 0 6 0\n4 0 0 6\n7 1 1 1\n$EndNodes
$Elements\n5\n1 2 2 0 0 1 2 3\n2 4 2 0 0 1 2 3 7\n3 4 2 0 0 1 2 7 4\n4 4 2 0 0 1 7 3 4\n5 4 2 0 0 2 3 7 4\n$EndElements
$NodeData\n1\n"extent"\n1\n0\n3\n0\n1\n1\n7 3.5\n$EndNodeData\n`,
};

function prepared(field: string, shape = 'box: [200 mm, 200 mm, 100 mm]', rest = '') {
  const text = `hawser: 1
materials: { rubber: { density: 1100, youngs: 2 MPa, poisson: 0.45 } }
bodies:
  floor: { fixed: true, shapes: [{ half-space: true }] }
  block: { material: rubber, position: [0, 0, 1], shapes: [{ ${shape}${field} }] }
run: { duration: 1 ms }
${rest}`;
  const readers = { mesh: readMesh, table: readTable };
  const files = { ...FILES, 'a.yaml': text };
  const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader(files), readers });
  return compiled.ok ? prepareRun(compiled.compiled) : compiled;
}

function told(field: string, shape?: string): string[] {
  const result = prepared(field, shape);
  return result.ok ? [] : result.issues.map(formatIssue);
}

describe('pressure fields', () => {
  test.each([
    [', field: { solid: poisson }'],
    [', field: { core: { box: [100 mm, 100 mm, 40 mm] } }'],
    [', field: { core: { sphere: 30 mm, at: [10 mm, 0, 0] }, modulus: 1 MPa, expansion rate: 100 Hz }'],
    [', field: { layer: 10 mm, stiffening: 0.5 }'],
    [', field: { layer: 10 mm, pressures: [[0, 0 Pa], [0.5, 10 kPa], [1, 1 MPa]] }'],
    [', thin: true'],
    [', field: { tets: ok.vtk }', 'mesh: ok.vtk'],
    [', field: { tets: given.vtk }', 'mesh: skin.obj'],
    [', field: { tets: ok.msh }', 'mesh: ok.msh'],
  ])('%s is taken', (field, shape?: string) => {
    expect(told(field, shape)).toEqual([]);
  });

  test.each([
    [', field: { core: { sphere: 60 mm } }', undefined, /field: expected a core inside its shape, found its point/],
    [', field: { layer: 10 mm, stiffening: 1 }', undefined, /stiffening: expected a number from 0 to below 1, found 1/],
    [
      ', field: { layer: 10 mm, pressures: [[0, 1 Pa], [1, 2 Pa]] }',
      undefined,
      /pressures\[0\]: expected \[0, 0 Pa\] as the first row/,
    ],
    [
      ', field: { layer: 10 mm, pressures: [[0, 0 Pa], [0.5, 3 Pa], [1, 2 Pa]] }',
      undefined,
      /pressures\[2\]: expected extents and pressures that rise/,
    ],
    [
      ', field: { layer: 10 mm, modulus: 1 MPa, pressures: [[0, 0 Pa], [1, 2 Pa]] }',
      undefined,
      /modulus: expected no modulus beside pressures/,
    ],
    [
      ', field: { half-space for: { sphere: 1 m } }',
      undefined,
      /field.half-space for: expected "half-space for" on a half-space, found box/,
    ],
    [
      ', thin: true, field: { layer: 10 mm }',
      undefined,
      /thin: expected thin: true on a rigid part with two sides, found a field/,
    ],
    [', field: { tets: negative.vtk }', 'mesh: skin.obj', /field: expected values that are not negative, found -1/],
    [', field: { tets: rim.vtk }', 'mesh: skin.obj', /field: expected values that are 0 on the surface, found 1/],
    [', field: { tets: turned.vtk }', 'mesh: skin.obj', /field: expected all cells turned alike, found 1 inverted/],
    [', field: { tets: flat.vtk }', 'mesh: skin.obj', /field: expected cells with a volume, found cell 0 near/],
    [
      ', field: { tets: blind.vtk }',
      'mesh: skin.obj',
      /field: expected a point inside in every cell, found all four of cell 0/,
    ],
    [
      ', field: { tets: skin.obj }',
      'mesh: skin.obj',
      /field.tets: expected a file of tetrahedra, found skin.obj, which has none/,
    ],
    [
      ', field: { tets: ok.vtk }',
      undefined,
      /field: expected cells that fill the shape, from -0.1(?:00)? to 0.1(?:00)? m along x, found them from 0.00 to 6.00 m/,
    ],
  ])('%s of %s is refused where it stands', (field, shape, what) => {
    const messages = told(field, shape);
    expect(messages.length).toBe(1);
    expect(messages[0]).toMatch(/^a\.yaml:\d+:\d+: /);
    expect(messages[0]).toMatch(what);
  });
});

test('a rigid ball in the half-space for its radius is pushed as by Hertz (Elandt 2022, eqs B.3, B.4)', () => {
  // F = 4/3 E* sqrt(R) d^1.5 over the paraboloid; the ball of flat faces and the polyline of the root leave 1 %
  const [R, d, E] = [0.1, 0.002, 1e6];
  const text = `hawser: 1
bodies:
  floor: { fixed: true, shapes: [{ half-space: true, field: { half-space for: { sphere: ${R} m }, modulus: ${E} Pa } }] }
  ball: { mass: 1 kg, position: [0, 0, ${R - d}], shapes: [{ solid: { ball: { radius: ${R} m, level: 4 } } }] }
contacts: { defaults: { friction coefficient: 0, dissipation: 0 s/m } }
solver: { step: 1e-6 s }
run: { duration: 1e-6 s }
output: { rate: 1000000 Hz, channels: ['contact.floor~ball.*'] }
`;
  const readers = { mesh: readMesh, table: readTable };
  const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
  const ready = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  if (!ready.ok) throw new Error(ready.issues.map(formatIssue).join());
  const { recording } = runScenario(ready.prepared);
  const hertz = (4 / 3) * E * Math.sqrt(R) * d ** 1.5;
  expect(Math.abs(recording.column('contact.floor~ball.force.z')[0] / hertz - 1)).toBeLessThan(0.012);
  // the energy is the integral of the force
  expect(Math.abs(recording.column('contact.floor~ball.stored')[0] / (0.4 * hertz * d) - 1)).toBeLessThan(0.012);
});
