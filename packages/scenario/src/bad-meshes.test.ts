/** Meshes that are not solids, and solids at the ends of the scale: a clear message, or motion that is right. */
import { readMesh, readTable } from '@hawser/formats';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { type PreparedRun, prepareRun } from './run.ts';

type Triple = readonly [number, number, number];

/** A cube of edge 1, its corners moved and scaled. */
const corners = (scale = 1, shift = 0): Triple[] =>
  [-0.5, 0.5].flatMap((z) =>
    [-0.5, 0.5].flatMap((y) =>
      [-0.5, 0.5].map((x) => [scale * x + shift, scale * y + shift, scale * z + shift] as const),
    ),
  );
const FACES: readonly Triple[] = [
  [1, 3, 4],
  [1, 4, 2],
  [5, 6, 8],
  [5, 8, 7],
  [1, 2, 6],
  [1, 6, 5],
  [3, 7, 8],
  [3, 8, 4],
  [1, 5, 7],
  [1, 7, 3],
  [2, 4, 8],
  [2, 8, 6],
];
const obj = (points: readonly Triple[], faces: readonly Triple[]): string =>
  [...points.map((p) => `v ${p.join(' ')}`), ...faces.map((f) => `f ${f.join(' ')}`)].join('\n');

interface Scene {
  readonly mesh: string;
  /** [m] of the body, of the floor's middle, and edge of the floor, which is 1 m thick with its top at 0 */
  readonly at?: readonly number[];
  readonly floor?: readonly number[];
  readonly edge?: number;
  /** instead of that */
  readonly floorShape?: string;
  readonly more?: string;
}

function prepare({
  mesh,
  at = [0, 0, 0.5],
  floor = [0, 0],
  edge = 4,
  floorShape,
  more = '',
}: Scene): PreparedRun | string[] {
  const ground = floorShape ?? `box: [${edge}, ${edge}, 1], at: [${floor[0]}, ${floor[1]}, -0.5]`;
  const text = `hawser: 1
bodies:
  floor: { fixed: true, shapes: [{ ${ground} }] }
  cube: { density: 1000, position: [${at.join(', ')}], shapes: [{ mesh: cube.obj }] }
${more}contacts: { defaults: { foundation: 1e9, dissipation: 1 } }
`;
  const loader = memoryLoader({ 'a.yaml': text, 'cube.obj': mesh });
  const result = compileScenario({ file: 'a.yaml', loader, readers: { mesh: readMesh, table: readTable }, set: [] });
  const prepared = result.ok ? prepareRun(result.compiled) : result;
  return prepared.ok ? prepared.prepared : prepared.issues.map(formatIssue);
}

/** Height of the cube after a tenth of a second; every step must succeed and leave finite numbers. */
function run(scene: Scene): { height: number; notices: string[] } {
  const prepared = prepare(scene);
  if (Array.isArray(prepared)) throw new Error(prepared.join('\n'));
  const { simulation } = prepared;
  for (let steps = 0; simulation.time < 0.1; steps++) {
    const result = simulation.step(0.1);
    if (!result.ok) throw new Error(result.message);
    expect(steps).toBeLessThan(5000);
  }
  const value = new Float64Array(3);
  for (const probe of simulation.probes) {
    if (probe.size > 3) continue;
    probe.read(value, 0);
    for (let k = 0; k < probe.size; k++) expect(Number.isNaN(value[k]), probe.name).toBe(false);
  }
  simulation.probes.find(({ name }) => name === 'cube.position')?.read(value, 0);
  return { height: value[2], notices: prepared.notices.map(formatIssue) };
}

describe('what is no solid is refused, with the place', () => {
  test('an open mesh: the edge and the hole', () => {
    const issues = prepare({ mesh: obj(corners(), FACES.slice(0, -1)) });
    expect(issues).toEqual([
      'a.yaml:4:66: bodies.cube.shapes[0].mesh: edge 5-6 has one face (and 2 more open edges); the surface must be closed: fill the hole at (0.5, -0.5, 0.5) to (0.5, 0.5, 0.5)',
    ]);
  });

  test('a mesh inside out: its volume and what to do', () => {
    const issues = prepare({
      mesh: obj(
        corners(),
        FACES.map(([a, b, c]) => [a, c, b] as const),
      ),
    });
    expect(issues).toHaveLength(1);
    expect((issues as string[])[0]).toContain(
      'found -1 m^3: its triangles run clockwise seen from outside; reverse them all',
    );
  });

  test('a vertex that is no number', () => {
    const issues = prepare({ mesh: `v nan 0 0\n${obj(corners(), FACES)}` });
    expect((issues as string[])[0]).toContain('cube.obj:1: a vertex needs three numbers; expected x, found "nan"');
  });
});

test('a glTF mesh finds the file of its numbers beside itself, from the folder of the mesh', () => {
  const json = (uri: string) =>
    JSON.stringify({
      asset: { version: '2.0' },
      buffers: [{ byteLength: 36 * 12, uri }],
      bufferViews: [{ buffer: 0, byteLength: 36 * 12 }],
      accessors: [{ componentType: 5126, type: 'VEC3', count: 36, bufferView: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      nodes: [{ mesh: 0 }],
    });
  const points = corners();
  const numbers = new Uint8Array(Float32Array.from(FACES.flat().flatMap((v) => points[v - 1])).buffer);
  const text =
    'hawser: 1\nbodies:\n  cube: { density: 1000, shapes: [{ mesh: parts/cube.gltf }, { mesh: parts/other.gltf }] }\n';
  const loader = memoryLoader({
    'a.yaml': text,
    'parts/cube.gltf': json('cube.bin'),
    'parts/other.gltf': json('other.bin'),
    'parts/cube.bin': numbers,
  });
  const result = compileScenario({ file: 'a.yaml', loader, readers: { mesh: readMesh, table: readTable }, set: [] });
  expect(result.ok ? [] : result.issues.map(formatIssue)).toEqual([
    'a.yaml:3:70: bodies.cube.shapes[1].mesh: parts/other.gltf: buffer 0: expected the file "other.bin" next to this one, found none; put it there, or export as .glb, which holds everything',
  ]);
});

describe('what is odd but a solid moves as it should', () => {
  // the weight 9810 N on 1 m^2 of 1e9 N/m^3
  const sunk = 0.5 - 9.81e-6;

  test.each<[string, Scene]>([
    ['triangles without area', { mesh: obj(corners(), [...FACES, [1, 1, 2], [1, 2, 1]]) }],
    ['coordinates of 1e9 in the file', { mesh: obj(corners(1, 1e9), FACES), at: [-1e9, -1e9, 0.5 - 1e9] }],
    ['a place of 1e9 in the world', { mesh: obj(corners(), FACES), at: [1e9, 1e9, 0.5], floor: [1e9, 1e9] }],
  ])('%s: the cube sinks by its weight', (_name, scene) => {
    const { height } = run(scene);
    // a coordinate of 1e9 has steps of 1e-7
    expect(Math.abs(height - (scene.at?.[2] ?? 0.5) + 0.5 - sunk)).toBeLessThan(2e-7);
  });

  test('a millimetre on a kilometre', () => {
    const { height } = run({ mesh: obj(corners(1e-3), FACES), at: [0, 0, 5e-4], edge: 1000 });
    // 9.81 Pa on 1e9 N/m^3
    expect(Math.abs(height - (5e-4 - 9.81e-9))).toBeLessThan(1e-11);
  });
});

describe('bodies in each other are told of and thrown apart, in finite numbers', () => {
  const mesh = obj(corners(), FACES);

  test('two in one place', () => {
    const twin = `  twin: { density: 1000, position: [0, 0, 0.5], shapes: [{ mesh: cube.obj }] }\n`;
    const { notices } = run({ mesh, more: twin });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('"cube" and "twin" lie');
  });

  test('wholly below the plane of a half-space: pushed out as from a wide box, not fallen through', () => {
    const wedge = obj(
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0.3, 0.2, 0.7],
      ],
      [
        [1, 3, 2],
        [1, 2, 4],
        [2, 3, 4],
        [3, 1, 4],
      ],
    );
    for (const shape of [mesh, wedge]) {
      for (const z of [-0.8, -3]) {
        const heights = ['half-space: true', 'box: [40, 40, 40], at: [0, 0, -20]'].map((floor) => {
          const { height, notices } = run({ mesh: shape, at: [0, 0, z], floorShape: floor });
          expect(notices[0]).toContain('deep in each other at the start and will be thrown apart');
          return height;
        });
        expect(heights[0]).toBeGreaterThan(z);
        expect(Math.abs(heights[0] - heights[1])).toBeLessThan(1e-6);
      }
    }
  });

  test('deep in the floor, and wholly inside it', () => {
    for (const z of [0.1, -0.4]) {
      const { height, notices } = run({ mesh: z > 0 ? mesh : obj(corners(0.1), FACES), at: [0, 0, z] });
      expect(notices[0]).toContain('deep in each other at the start and will be thrown apart');
      expect(height).toBeGreaterThan(z);
    }
  });
});
