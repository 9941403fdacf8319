/** Beds of heights: from tables and meshes, what is wrong with them, bodies on the same bed, friction along and across a cable. */
import { Simulation } from '@hawser/engine';
import { readMesh, readTable } from '@hawser/formats';
import { expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { type Compiled, compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';

type Files = Record<string, string>;

function compile(text: string, files: Files = {}): ReturnType<typeof compileScenario> {
  const readers = { mesh: readMesh, table: readTable };
  return compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text, ...files }), readers, set: [] });
}

function compiled(text: string, files: Files = {}): Compiled {
  const result = compile(text, files);
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return result.compiled;
}

function messages(text: string, files: Files = {}): string {
  const result = compile(text, files);
  return result.ok ? '' : result.issues.map(formatIssue).join('\n');
}

/** x, y, z of a full grid, its rows the last first. */
function table(height: (x: number, y: number) => number, unit = 'm'): string {
  const rows: string[] = [];
  for (const x of [-60, -25, -4, 10, 31, 70]) for (const y of [-40, -7, 5, 40]) rows.push(`${x},${y},${height(x, y)}`);
  return `x [m],y [m],z [${unit}]\n${rows.reverse().join('\n')}\n`;
}

/** The same rectangle as two triangles. */
function obj(height: (x: number, y: number) => number): string {
  const corners = [
    [-60, -40],
    [70, -40],
    [70, 40],
    [-60, 40],
  ].map(([x, y]) => `v ${x} ${y} ${height(x, y)}`);
  return `${corners.join('\n')}\nf 1 2 3\nf 1 3 4\n`;
}

const chain = (seabed: string, angle = 0, more = ''): string => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  // in a frame turned about y, so that the bed leans and everything else with it
  const place = (x: number, y: number, z: number): string => `[${c * x + s * z}, ${y}, ${-s * x + c * z}]`;
  return `hawser: 1
environment:
  gravity: ${place(0, 0, -9.81)}
  seabed: ${seabed}
ropes: { chain: { mass: 20 kg/m, stiffness: 2 MN, diameter: 60 mm, axial damping: 5 ms } }
cables:
  line: { rope: chain, length: 40 m, elements: 20, from: { body: world, point: ${place(-20, 0, 0)} }, to: { body: world, point: ${place(15, 3, 6)} } }
${more}run: { duration: 1 s }
`;
};

/** Tensions at both ends after a while. */
function tensions(text: string, files: Files = {}): number[] {
  const simulation = new Simulation(compiled(text, files).spec);
  expect(simulation.step(0.05).ok).toBe(true);
  const out = new Float64Array(1);
  return ['start', 'end'].map((end) => {
    simulation.probes.find(({ name }) => name === `cable.line.${end}.tension`)?.read(out, 0);
    return out[0];
  });
}

test('a level bed by a table, by a table in feet and by a mesh holds a chain as the flat one does', () => {
  const flat = tensions(chain('{ height: -1.25 m }'));
  expect(flat[0]).toBeGreaterThan(100);
  const files = {
    'bed.csv': table(() => -3.25),
    'feet.csv': table(() => -1.25 / 0.3048, 'ft'),
    'bed.obj': obj(() => -1.25),
  };
  for (const bed of ['{ table: bed.csv, height: 2 m }', '{ table: feet.csv }', '{ mesh: bed.obj, spacing: 7 m }']) {
    const found = tensions(chain(bed), files);
    for (const [i, each] of found.entries()) expect(Math.abs(each / flat[i] - 1)).toBeLessThan(1e-6); // the start is solved to 1e-6 of the weight
  }
});

test('a leaning bed by a table is the flat one, seen from a frame that leans', () => {
  const flat = tensions(chain('{ height: -1.25 m, friction: 0 }'));
  const angle = 0.2;
  // n.x = -1.25 with n = (sin, 0, cos)
  const slope = table((x) => (-1.25 - Math.sin(angle) * x) / Math.cos(angle));
  const found = tensions(chain('{ table: bed.csv, friction: 0 }', angle), { 'bed.csv': slope });
  for (const [i, each] of found.entries()) expect(Math.abs(each / flat[i] - 1)).toBeLessThan(1e-5);
});

test.each([
  ['{ friction: 0.4 }', 'a.yaml:4:11: environment.seabed', 'height of a flat bed, a table or a mesh'],
  ['{ table: bed.csv, mesh: bed.obj }', 'environment.seabed.mesh', 'a table or a mesh'],
  ['{ table: hole.csv }', 'environment.seabed.table', 'no row with x -25, y 5'],
  ['{ table: twice.csv }', 'environment.seabed.table', 'every point once'],
  ['{ table: names.csv }', 'environment.seabed.table', 'columns named x, y and z'],
  ['{ table: word.csv }', 'environment.seabed.table', 'word.csv:19:7: column "z": expected a number'],
  ['{ mesh: corner.obj }', 'environment.seabed.mesh', 'nothing at x'],
  ['{ mesh: bed.obj, spacing: 1 mm }', 'environment.seabed.spacing', 'give a larger spacing'],
  ['{ height: 1 m, spacing: 1 m }', 'environment.seabed.spacing', 'beside a mesh only'],
])('%s: one clear sentence', (bed, place, words) => {
  const level = table(() => -1.25);
  const files = {
    'bed.csv': level,
    'hole.csv': level.replace('-25,5,-1.25\n', ''),
    'twice.csv': `${level}-25,5,-1.25\n`,
    'names.csv': level.replace('z [m]', 'depth [m]'),
    'word.csv': level.replace('-25,5,-1.25', '-25,5,deep'),
    'bed.obj': obj(() => -1.25),
    'corner.obj': obj(() => -1.25).replace('f 1 3 4\n', ''),
  };
  const said = messages(chain(bed), files);
  expect(said).toContain(place);
  expect(said).toContain(words);
});

test('bodies touch the same bed as a solid, cables that lie on it do not touch that body', () => {
  const bed = (x: number): number => -2 - 0.1 * x;
  const files = { 'bed.csv': table(bed) };
  const bodies = `bodies:
  ground: { fixed: true, shapes: [{ solid: { bed: {} } }] }
  sinker: { mass: 400 kg, position: [30 m, 20 m, ${bed(30) + 0.31} m], rotation: { pitch: 5.7106 deg }, shapes: [{ box: [1 m, 1 m, 0.6 m] }] }
contacts: { defaults: { friction coefficient: 0.6 } }
`;
  const { spec } = compiled(chain('{ table: bed.csv }', 0, bodies), files);
  expect(spec.contacts.ignoreCables).toEqual([
    { cable: 0, body: spec.bodies.findIndex(({ name }) => name === 'ground') },
  ]);
  const simulation = new Simulation(spec);
  const out = new Float64Array(3);
  const at = (): number[] => {
    simulation.probes.find(({ name }) => name === 'sinker.position')?.read(out, 0);
    return [...out];
  };
  const begun = at();
  expect(simulation.step(1).ok).toBe(true);
  for (let t = 0; t < 50 && simulation.time < 1; t++) simulation.step(1);
  // on a slope of 0.1 with friction 0.6 it stays where it came down, its underside on the bed
  expect(Math.hypot(at()[0] - begun[0], at()[1] - begun[1])).toBeLessThan(0.02);
  const upright = Math.cos(Math.atan(0.1));
  expect((at()[2] - bed(at()[0])) * upright).toBeCloseTo(0.3, 2);
});

test('a body of the bed beside a flat bed, or none, is refused', () => {
  const bodies = 'bodies: { ground: { fixed: true, shapes: [{ solid: { bed: {} } }] } }\n';
  expect(messages(chain('{ height: -1.25 m }', 0, bodies))).toContain('a flat one; a flat bed is a fixed body');
});

/** Acceleration along x of a straight loose chain on a level bed, where gravity leans by 30 degrees along x; from 0.5 to 1 s. */
function slides(line: string, friction: string): number {
  const text = `hawser: 1
environment:
  gravity: [4.905, 0, -8.495709]
  seabed: { height: 0 m, ${friction}, give: 0.1 mm, damping: 1 s/m, stiffness: 1e7 }
ropes: { chain: { mass: 20 kg/m, stiffness: 2 MN, diameter: 60 mm, axial damping: 5 ms } }
cables:
  line: { rope: chain, length: 10 m, elements: 20, shape: ${line} }
contacts: { enabled: false }
run: { duration: 1 s }
`;
  const simulation = new Simulation(compiled(text).spec);
  const out = new Float64Array(3);
  const speed = (until: number): number => {
    while (simulation.time < until) expect(simulation.step(until).ok).toBe(true);
    let sum = 0;
    for (let node = 0; node <= 20; node++) {
      simulation.probes.find(({ name }) => name === `cable.line.node-${node}.velocity`)?.read(out, 0);
      sum += out[0] * (node === 0 || node === 20 ? 0.5 : 1);
    }
    return sum / 20;
  };
  const before = speed(0.5);
  return 2 * (speed(1) - before);
}

/** Rests 0.3 mm deep: 20 kg/m x 8.496 m/s^2 over 1e7 Pa/m x 60 mm. */
const ALONG = '[[-5, 0, 0.0297], [5, 0, 0.0297]]';
const ACROSS = '[[0, -5, 0.0297], [0, 5, 0.0297]]';

test('friction along a cable and across it: a loose chain on a slope slides with g (sin - mu cos), or stays', () => {
  const expected = (mu: number): number => Math.max(0, 4.905 - mu * 8.495709);
  for (const [along, across] of [
    [0.2, 0.45],
    [0.45, 0.1],
    [0.7, 0.3],
    [0.3, 0.7],
    [0.4, 0.4],
  ]) {
    const both = `friction: ${along}, friction across: ${across}`;
    // ends of the chain lean outward by their own stretch: 1e-3 of g
    expect(Math.abs(slides(ALONG, both) - expected(along))).toBeLessThan(0.01);
    expect(Math.abs(slides(ACROSS, both) - expected(across))).toBeLessThan(0.01);
  }
});
