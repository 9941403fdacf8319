import { readMesh, readTable } from '@hawser/formats';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, runScenario } from './run.ts';

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
  ])('%s %s is refused where it stands', (field, rest, what) => {
    const messages = told(field, rest);
    expect(messages.length).toBe(1);
    expect(messages[0]).toMatch(/^a\.yaml:\d+:\d+: /);
    expect(messages[0]).toMatch(what);
  });
});

describe('bodies come to rest on soft ones in convex steps where they do in general ones', () => {
  const floor = '{ fixed: true, shapes: [{ half-space: true, field: { layer: 20 mm, modulus: 100 kPa } }] }';
  const soft = 'field: { solid: true, modulus: 200 kPa }';
  const cube = (z: string): string =>
    `{ mass: 2 kg, position: [0, 0, ${z}], shapes: [{ box: [200 mm, 200 mm, 200 mm], ${soft} }] }`;
  test.each([
    ['a soft ball', `{ mass: 2 kg, position: [0, 0, 60 mm], shapes: [{ sphere: 60 mm, ${soft} }] }`, '', 0.06],
    ['a soft cube on another, flush', cube('300 mm'), `  under: ${cube('100 mm')}`, 0.3],
    [
      'a block with a layer, which just touches as it begins',
      '{ mass: 2 kg, position: [0, 0, 50 mm], shapes: [{ box: [200 mm, 200 mm, 100 mm], field: { layer: 10 mm, modulus: 5 kPa } }] }',
      '',
      0.05,
    ],
  ])('%s', (_, body, rest, begins) => {
    const [general, convex] = ['tr-bdf2', 'convex, step: 5 ms'].map((integrator) => {
      const text = `hawser: 1
bodies:
  floor: ${floor}
  top: ${body}
${rest}
contacts: { defaults: { friction coefficient: 0.5 } }
solver: { integrator: ${integrator} }
run: { duration: 0.5 s }
output: { rate: 10 Hz, channels: [top.position, top.velocity] }
`;
      const readers = { mesh: readMesh, table: readTable };
      const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
      const prepared = compiled.ok ? prepareRun(compiled.compiled) : compiled;
      if (!prepared.ok) throw new Error(prepared.issues.map(formatIssue).join());
      const { extremes } = runScenario(prepared.prepared);
      expect(Math.abs(extremes['top.velocity.z'].final)).toBeLessThan(1e-3);
      return begins - extremes['top.position.z'].final;
    });
    expect(general).toBeGreaterThan(8e-4);
    // seen closer by 0.25 mm, the way weight makes in a step, the second order of which is lost
    expect(Math.abs(convex / general - 1)).toBeLessThan(0.01);
  });
});

test('taxels that a block covers in part sum to the force on the face, whatever their number and direction', () => {
  const text = `hawser: 1
environment: { gravity: 9.81 m/s^2 }
bodies:
  floor: { fixed: true, shapes: [{ box: [1 m, 1 m, 0.1 m], at: [0, 0, -50 mm], field: { layer: 20 mm, modulus: 100 kPa } }] }
  block: { mass: 8 kg, position: [30 mm, 20 mm, 49.2152 mm], rotation: { yaw: 17 deg }, shapes: [{ box: [200 mm, 100 mm, 100 mm] }] }
tactile:
  coarse: { body: floor, at: [0, 0, 0], normal: [0, 0, 1], x: [1, 0, 0], size: [500 mm, 400 mm], taxels: [5, 3] }
  fine: { body: floor, at: [0, 0, 0], normal: [0, 0, 1], x: [3, 1, 0], size: [500 mm, 400 mm], taxels: [13, 9] }
contacts: { defaults: { friction coefficient: 0.5, dissipation: 20 s/m } }
run: { duration: 0.5 s }
output: { rate: 10 Hz, channels: [tactile.*, tactile.*.pressure.*] }
`;
  const readers = { mesh: readMesh, table: readTable };
  const compiled = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers });
  const prepared = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  if (!prepared.ok) throw new Error(prepared.issues.map(formatIssue).join());
  const { extremes } = runScenario(prepared.prepared);
  const weight = 8 * 9.81; // [N] at a depth of 0.7848 mm: 100 kPa over 20 mm, on 0.02 m^2
  for (const [name, columns, rows] of [
    ['coarse', 5, 3],
    ['fine', 13, 9],
  ] as const) {
    let sum = 0;
    let most = 0;
    for (let j = 1; j <= rows; j++) {
      for (let i = 1; i <= columns; i++) {
        const pressure = extremes[`tactile.${name}.pressure.${j}.${i}`].final;
        sum += (pressure * 0.5 * 0.4) / (columns * rows);
        most = Math.max(most, pressure);
      }
    }
    const [push, area] = ['force.z', 'area'].map((what) => extremes[`tactile.${name}.${what}`].final);
    expect(sum / push).toBeCloseTo(1, 12);
    expect(push / weight).toBeCloseTo(1, 4);
    expect(area).toBeCloseTo(0.02, 9);
    expect(most).toBeLessThan(1.001 * (weight / 0.02)); // a taxel that is covered whole has the even pressure
    const [x, y] = ['x', 'y'].map((axis) => extremes[`tactile.${name}.centroid.${axis}`].final);
    expect(x * x + y * y).toBeCloseTo(0.03 ** 2 + 0.02 ** 2, 6);
  }
});
