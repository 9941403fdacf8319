/** glTF scenes: places, turns, scales and masses against numbers worked out by hand; every key has its line in import.md. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { importModel } from '../index.ts';
import { jsonKeys } from './json-keys.ts';

type Json = Record<string, unknown>;
interface Body {
  fixed?: boolean;
  density?: string;
  mass?: string;
  position?: string[];
  rotation?: { quaternion: number[] };
  shapes: { mesh?: string; hull?: { mesh: string } }[];
}

/** A box from 0 to a, b, c, a square of side 2 in y = 0, an open box: meshes 0, 1, 2. */
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [2 * (i & 1), (i & 2) * 1.5, i & 4]);
const SIDES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];
const SQUARE = [-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1];

function scene(nodes: Json[], more: Json = {}): string {
  const floats = Float32Array.from([...CORNERS, ...SQUARE]);
  const bytes = [...new Uint8Array(floats.buffer), ...SIDES, ...[0, 2, 1, 0, 3, 2]];
  const uri = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...bytes))}`;
  const children = new Set(nodes.flatMap(({ children: list }) => (list as number[]) ?? []));
  return JSON.stringify(
    {
      asset: { version: '2.0' },
      scenes: [{ name: 'Yard', nodes: nodes.map((_, i) => i).filter((i) => !children.has(i)) }],
      nodes,
      meshes: [
        { primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] },
        { primitives: [{ attributes: { POSITION: 2 }, indices: 3 }] },
        { primitives: [{ attributes: { POSITION: 0 }, indices: 4 }] },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, type: 'VEC3', count: 8 },
        { bufferView: 1, componentType: 5121, type: 'SCALAR', count: 36 },
        { bufferView: 0, byteOffset: 96, componentType: 5126, type: 'VEC3', count: 4 },
        { bufferView: 1, byteOffset: 36, componentType: 5121, type: 'SCALAR', count: 6 },
        { bufferView: 1, componentType: 5121, type: 'SCALAR', count: 24 },
      ],
      bufferViews: [
        { buffer: 0, byteLength: 144 },
        { buffer: 0, byteOffset: 144, byteLength: 42 },
      ],
      buffers: [{ byteLength: 186, uri }],
      ...more,
    },
    undefined,
    1,
  );
}

function imported(text: string, options = {}) {
  const bytes = new TextEncoder().encode(text);
  const result = importModel('yard.gltf', { read: (name) => (name === 'yard.gltf' ? bytes : undefined) }, options);
  if (!result.ok) throw new Error(result.issues[0].message);
  const { bodies, joints, contacts } = parse(result.files['scenario.yaml']) as {
    bodies: Record<string, Body>;
    joints?: Record<string, { type: string; between: string[] }>;
    contacts?: { ignore: string[][] };
  };
  return { ...result, bodies, joints, contacts };
}

const refusal = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  const result = importModel('yard.gltf', { read: () => bytes });
  return result.ok ? '' : result.issues[0].message;
};

const numbers = (quantities: readonly string[] | undefined): number[] =>
  (quantities ?? ['0', '0', '0']).map(parseFloat);

/** Corners of a body where the scenario puts them. */
function corners({ position, rotation, shapes }: Body, copies: Readonly<Record<string, Uint8Array>>): number[][] {
  const [x0, y0, z0] = numbers(position);
  const [w, x, y, z] = rotation?.quaternion ?? [1, 0, 0, 0];
  const text = new TextDecoder().decode(copies[shapes[0].mesh ?? (shapes[0].hull as { mesh: string }).mesh]);
  return [...text.matchAll(/^v (\S+) (\S+) (\S+)$/gm)].map(([, ...xyz]) => {
    const [a, b, c] = xyz.map(Number);
    return [
      x0 + (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c,
      y0 + 2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c,
      z0 + 2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c,
    ];
  });
}

const sorted = (points: number[][]): number[][] =>
  points
    .map((point) => point.map((value) => Math.round(value * 1e6) / 1e6 + 0))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);

describe('a node with triangles is a body, where the nodes around it put it', () => {
  // half a turn about (1, 1, 0) exchanges x and y and turns z over
  const turn = { rotation: [Math.SQRT1_2, Math.SQRT1_2, 0, 0] };

  test('turned, moved, scaled along each axis, mirrored, inside others: every corner z up', () => {
    const nodes = [
      { name: 'frame', translation: [10, 20, 30], ...turn, children: [1], scale: [2, 2, 2] },
      { name: 'box', mesh: 0, translation: [1, 0, 0], scale: [1, -0.5, 3] },
    ];
    const { bodies, copies } = imported(scene(nodes));
    expect(Object.keys(bodies)).toEqual(['box']);
    // (a, b, c) of the box -> (1 + a, -b/2, 3c) -> twice -> (y, x, -z) -> moved -> z up
    const expected = [0, 2].flatMap((a) =>
      [0, 3].flatMap((b) =>
        [0, 4].map((c) => {
          const [x, y, z] = [10 - b, 20 + 2 * (1 + a), 30 - 6 * c];
          return [x, -z, y];
        }),
      ),
    );
    expect(sorted(corners(bodies.box, copies))).toEqual(sorted(expected));
  });

  test('a matrix that shears; in millimetres', () => {
    const matrix = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1];
    const { bodies, copies } = imported(scene([{ name: 'box', mesh: 0, matrix }]), { scale: 0.001 });
    const expected = [0, 2].flatMap((a) =>
      [0, 3].flatMap((b) => [0, 4].map((c) => [7 + a + b / 2, -(9 + c), 8 + b].map((x) => x / 1000))),
    );
    expect(sorted(corners(bodies.box, copies))).toEqual(sorted(expected));
  });

  test('a mesh that many nodes show is written once for each scale', () => {
    const nodes = [1, 2, 3, 4].map((k) => ({
      name: 'post',
      mesh: 0,
      translation: [9 * k, 0, 0],
      scale: [1, k > 3 ? 2 : 1, 1],
    }));
    const { bodies, copies, names } = imported(scene(nodes));
    expect(Object.values(bodies).map(({ shapes }) => shapes[0].mesh)).toEqual([
      'post.obj',
      'post.obj',
      'post.obj',
      'post-2.obj',
    ]);
    expect(Object.keys(copies)).toEqual(['post.obj', 'post-2.obj']);
    expect([...names]).toEqual([
      ['post', 'post'],
      ['post (2)', 'post 2'],
      ['post (3)', 'post 3'],
      ['post (4)', 'post 4'],
    ]);
  });
});

describe('masses', () => {
  test('by a density that is said, asked for, or beside the node; by a mass', () => {
    const nodes = [
      { name: 'a', mesh: 0 },
      { name: 'b', mesh: 0, extras: { density: 700 } },
      { name: 'c', mesh: 0, extras: { mass: 48 }, scale: [0.5, 1, 1] },
    ];
    const plain = imported(scene(nodes));
    expect([plain.bodies.a.density, plain.bodies.b.density]).toEqual(['1000 kg/m^3', '700 kg/m^3']);
    // 1 x 3 x 4 of glTF is 1 x 4 x 3: 48 (9 + 16) / 12, 48 (1 + 9) / 12, 48 (1 + 16) / 12
    expect(plain.bodies.c).toMatchObject({ mass: '48 kg', inertia: ['100 kg m^2', '40 kg m^2', '68 kg m^2'] });
    expect(plain.notes).toContainEqual(expect.objectContaining({ key: 'density', verdict: 'approximated' }));
    const asked = imported(scene(nodes), { density: 2700 });
    expect(asked.bodies.a.density).toBe('2700 kg/m^3');
    expect(asked.notes).toContainEqual(expect.objectContaining({ key: 'density', verdict: 'taken' }));
  });

  test('of KHR_physics_rigid_bodies: mass, inertia about turned axes, velocity in its own axes; colliders alone stand still', () => {
    const motion = {
      mass: 6,
      centerOfMass: [0, 1, 2],
      inertiaDiagonal: [4, 5, 6],
      linearVelocity: [0, 2, 0],
    };
    const quarter = [0, 0, Math.SQRT1_2, Math.SQRT1_2]; // x to y
    const nodes = [
      { name: 'floor', mesh: 0, extensions: { KHR_physics_rigid_bodies: { collider: {} } } },
      { name: 'part', mesh: 0, rotation: quarter, extensions: { KHR_physics_rigid_bodies: { motion, collider: {} } } },
    ];
    const { bodies } = imported(scene(nodes, { extensionsUsed: ['KHR_physics_rigid_bodies'] }));
    expect(bodies.floor.fixed).toBe(true);
    expect(bodies.part).toMatchObject({
      mass: '6 kg',
      centre: [0, '-2 m', '1 m'],
      inertia: ['4 kg m^2', '6 kg m^2', '5 kg m^2'],
      velocity: ['-2 m/s', 0, 0],
    });
  });
});

describe('pieces', () => {
  test('what lies in a body is fixed to it; parts of one piece that touch do not push each other', () => {
    const nodes = [
      { name: 'hull', mesh: 0, children: [1, 2] },
      { name: 'house', mesh: 0, translation: [0, 2.9, 0] },
      { name: 'mast', mesh: 0, translation: [0, 5, 0] },
    ];
    const { joints, contacts } = imported(scene(nodes));
    expect(Object.values(joints ?? {}).map(({ type, between }) => [type, ...between])).toEqual([
      ['fixed', 'hull', 'house'],
      ['fixed', 'hull', 'mast'],
    ]);
    expect(contacts).toEqual({ ignore: [['house', 'mast']] });
  });

  test('nodes without triangles are folders, unless they say that they are rigid, and may have the mass of all', () => {
    const inside = [
      { name: 'top', mesh: 0, scale: [3, 1, 1] },
      { name: 'leg', mesh: 0, translation: [0, -3, 0] },
    ];
    const folder = imported(scene([{ name: 'table', children: [1, 2] }, ...inside]));
    expect(folder.joints).toBeUndefined();
    expect(folder.notes).toContainEqual(expect.objectContaining({ key: 'nodes[0] table', verdict: 'approximated' }));
    const rigid = imported(scene([{ name: 'table', children: [1, 2], extras: { rigid: true, mass: 80 } }, ...inside]));
    expect(Object.values(rigid.joints ?? {})[0]).toMatchObject({ type: 'fixed', between: ['top', 'leg'] });
    expect([rigid.bodies.top.mass, rigid.bodies.leg.mass]).toEqual(['60 kg', '20 kg']);
    const still = imported(scene([{ name: 'quay', children: [1, 2], extras: { fixed: true } }, ...inside]));
    expect(Object.values(still.bodies).map(({ fixed }) => fixed)).toEqual([true, true]);
  });

  test('a flat mesh is a slab under its face that stands still; an open one is closed or its hull', () => {
    const { bodies, copies, notes } = imported(
      scene([
        { name: 'ground', mesh: 1 },
        { name: 'bin', mesh: 2 },
      ]),
    );
    expect(bodies.ground).toMatchObject({ fixed: true, shapes: [{ hull: { mesh: 'ground.obj' } }] });
    const z = corners(bodies.ground, copies).map((point) => Math.round(point[2] * 1e9) / 1e9 + 0);
    expect([...new Set(z)].sort()).toEqual([-0.02, 0].sort());
    expect(bodies.bin.fixed).toBeUndefined();
    expect(notes.filter(({ verdict }) => verdict === 'approximated').map(({ key }) => key)).toEqual([
      'nodes[0] ground',
      'nodes[1] bin',
      'density',
    ]);
  });
});

describe('import.md', () => {
  test('has every key of the file, with its line', () => {
    const text = scene([{ name: 'a', mesh: 0, extras: { cost: 3 } }], {
      cameras: [{ type: 'perspective', perspective: { yfov: 1, znear: 0.1 } }],
      materials: [{ name: 'oak', emissiveFactor: [1, 1, 1] }],
    });
    const { notes } = imported(text);
    const said = notes.map(({ key }) => key.replace(/ \(\d+\)$/, ''));
    const walk = (value: unknown, path: string): string[] => {
      if (Array.isArray(value) && typeof value[0] === 'object') return value.flatMap((item) => walk(item, `${path}[]`));
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
      return Object.entries(value).flatMap(([key, item]) => walk(item, path === '' ? key : `${path}.${key}`));
    };
    for (const path of new Set(walk(JSON.parse(text), ''))) expect(said).toContain(path);
    const cost = notes.find(({ key }) => key === 'nodes[].extras.cost');
    expect(cost).toMatchObject({
      verdict: 'lost',
      line: 1 + text.slice(0, text.indexOf('"cost"')).split('\n').length - 1,
    });
  });

  test('keys of any JSON: strings with quotes and breaks, empty lists, deep ones', () => {
    const value = { 'a"b': '\\"{[', c: [], d: [[1, 2], [3]], e: { f: {} }, g: [{ h: null }, { h: -1.5e3 }] };
    const { keys } = jsonKeys(JSON.stringify(value));
    expect(keys.map(({ path, count }) => [path, count])).toEqual([
      ['a"b', 1],
      ['c', 1],
      ['d[]', 2],
      ['e.f', 1],
      ['g[].h', 2],
    ]);
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(jsonKeys(`{"a":${deep}}`).keys).toHaveLength(1);
  });
});

describe('files that cannot be taken', () => {
  test('no triangles, damaged numbers, CAD', () => {
    expect(refusal(scene([{ name: 'a' }]))).toBe('yard.gltf: expected a node with triangles in the scene, found none');
    expect(refusal(scene([{ mesh: 9 }]))).toMatch(/yard\.gltf: expected a mesh, found the number 9 of none/);
    expect(refusal(scene([{ mesh: 0, scale: [1, 2] }]))).toMatch(/3 finite numbers/);
    const step = importModel('part.stp', { read: () => new TextEncoder().encode('ISO-10303-21;') });
    expect(!step.ok && step.issues[0].message).toMatch(/save the assembly as glTF/);
  });
});
