import { expect, test } from 'vitest';
import { Random } from '../base/index.ts';
import { type ShapeSpec, shapeBounds } from '../geometry/index.ts';
import type { Vec3 } from '../math/index.ts';
import { BroadPhase } from './broad-phase.ts';
import { buildShapes, type CollisionShape } from './built-shape.ts';
import { ShapePoses } from './shape-poses.ts';
import { fromQuaternion, IDENTITY } from './test-world.ts';

const SPECS: readonly ShapeSpec[] = [
  { kind: 'sphere', radius: 0.4 },
  { kind: 'box', half: [0.2, 0.5, 0.9] },
  { kind: 'cylinder', radius: 0.2, halfLength: 0.8 },
];

function randomRotation(random: Random): number[] {
  const d = (): number => random.between(-1, 1);
  return fromQuaternion([d(), d(), d(), 1.5 + d()]);
}

interface Crowd {
  readonly shapes: CollisionShape[];
  readonly posW: Float64Array;
  readonly rotWB: Float64Array;
  readonly velW: Float64Array;
  readonly omegaW: Float64Array;
}

function crowd(random: Random, count: number, spread: Vec3): Crowd {
  const shapes: CollisionShape[] = [];
  const posW = new Float64Array(3 * count);
  const rotWB = new Float64Array(9 * count);
  for (let i = 0; i < count; i++) {
    shapes.push({
      shape: SPECS[i % SPECS.length],
      body: i,
      position: [random.between(-0.3, 0.3), 0, 0.1],
      rotation: randomRotation(random),
    });
    for (let k = 0; k < 3; k++) posW[3 * i + k] = random.between(-spread[k], spread[k]);
    rotWB.set(randomRotation(random), 9 * i);
  }
  const velW = Float64Array.from({ length: 3 * count }, () => random.between(-2, 2));
  const omegaW = Float64Array.from({ length: 3 * count }, () => random.between(-3, 3));
  return { shapes, posW, rotWB, velW, omegaW };
}

const rows = (r: ArrayLike<number>, o: number, v: ArrayLike<number>): Vec3 => [
  r[o] * v[0] + r[o + 1] * v[1] + r[o + 2] * v[2],
  r[o + 3] * v[0] + r[o + 4] * v[1] + r[o + 5] * v[2],
  r[o + 6] * v[0] + r[o + 7] * v[1] + r[o + 8] * v[2],
];
const norm = (v: Vec3): number => Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
const cross = (u: ArrayLike<number>, v: ArrayLike<number>): Vec3 => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
];

/** All pairs, by the definition: boxes of the shapes, grown by half the margin of the pair each, overlap. */
function byDefinition(c: Crowd, horizon: number, slack: number): Map<string, number> {
  const n = c.shapes.length;
  const bounds = new Float64Array(6 * n);
  const centre: Vec3[] = [];
  const radius: number[] = [];
  for (let i = 0; i < n; i++) {
    const { shape, position, rotation } = c.shapes[i];
    const p = rows(c.rotWB, 9 * i, position).map((x, k) => x + c.posW[3 * i + k]);
    const r = IDENTITY.map((_, k) => {
      const row = c.rotWB.subarray(9 * i + 3 * Math.floor(k / 3));
      return row[0] * rotation[k % 3] + row[1] * rotation[3 + (k % 3)] + row[2] * rotation[6 + (k % 3)];
    });
    shapeBounds(bounds, 6 * i, shape, p, 0, r, 0);
    centre.push([p[0], p[1], p[2]]);
    radius.push(
      shape.kind === 'sphere'
        ? shape.radius
        : shape.kind === 'box'
          ? norm(shape.half as Vec3)
          : shape.kind === 'cylinder'
            ? Math.sqrt(shape.radius ** 2 + shape.halfLength ** 2)
            : Number.NaN,
    );
  }
  const part = (array: Float64Array, i: number): Vec3 => [array[3 * i], array[3 * i + 1], array[3 * i + 2]];
  const velocity = (i: number, at: Vec3): Vec3 => {
    const lever: Vec3 = [at[0] - c.posW[3 * i], at[1] - c.posW[3 * i + 1], at[2] - c.posW[3 * i + 2]];
    const turn = cross(part(c.omegaW, i), lever);
    const v = part(c.velW, i);
    return [v[0] + turn[0], v[1] + turn[1], v[2] + turn[2]];
  };
  const found = new Map<string, number>();
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const s = radius[i] <= radius[j] ? i : j;
      const u = velocity(i, centre[s]);
      const v = velocity(j, centre[s]);
      const spin: Vec3 = [0, 1, 2].map((k) => c.omegaW[3 * i + k] - c.omegaW[3 * j + k]) as unknown as Vec3;
      const relative = norm([u[0] - v[0], u[1] - v[1], u[2] - v[2]]) + norm(spin) * radius[s];
      const sum = [i, j].reduce((t, b) => t + norm(velocity(b, centre[b])) + norm(part(c.omegaW, b)) * radius[b], 0);
      const margin = Math.min(relative, sum) * horizon + slack;
      const near = [0, 1, 2].every(
        (k) =>
          bounds[6 * i + k] <= bounds[6 * j + 3 + k] + margin && bounds[6 * j + k] <= bounds[6 * i + 3 + k] + margin,
      );
      if (near) found.set(`${i} ${j}`, margin);
    }
  }
  return found;
}

function sorted(map: Map<string, number>): [string, string][] {
  return [...map]
    .map(([key, margin]): [string, string] => [key, margin.toFixed(9)])
    .sort((p, q) => (p[0] < q[0] ? -1 : 1));
}

function search(broad: BroadPhase, poses: ShapePoses, c: Crowd, horizon: number, slack: number): Map<string, number> {
  poses.update(c.posW, c.rotWB, c.velW, c.omegaW, { horizon, slack });
  broad.search(c.posW, c.velW, c.omegaW, { horizon, slack });
  const found = new Map<string, number>();
  for (let k = 0; k < broad.pairCount; k++) found.set(`${broad.pairLow[k]} ${broad.pairHigh[k]}`, broad.pairMargin[k]);
  expect(found.size).toBe(broad.pairCount); // none twice
  return found;
}

test('exactly the pairs of the definition, with their margins, also after the crowd has moved and the axis changed', () => {
  const random = new Random(11);
  for (const spread of [
    [8, 1, 1],
    [2, 3, 2],
    [1, 1, 9],
  ] as Vec3[]) {
    const c = crowd(random, 80, spread);
    const poses = new ShapePoses(buildShapes(c.shapes, 80), c.shapes);
    const broad = new BroadPhase(poses, () => true);
    for (let round = 0; round < 6; round++) {
      const found = search(broad, poses, c, 0.05, 0.01);
      expect(found.size).toBeGreaterThan(20);
      expect(sorted(found)).toEqual(sorted(byDefinition(c, 0.05, 0.01)));
      // the last round throws everybody somewhere else
      for (let i = 0; i < c.posW.length; i++) {
        c.posW[i] += round === 4 ? random.between(-5, 5) : random.between(-0.3, 0.3);
      }
    }
  }
});

test('what may not touch is not paired: ignored pairs and shapes of one body', () => {
  const random = new Random(12);
  const c = crowd(random, 40, [1, 1, 1]);
  const oneBody = c.shapes.map((shape, i) => ({ ...shape, body: i % 20 }));
  const poses = new ShapePoses(buildShapes(oneBody, 40), oneBody);
  const broad = new BroadPhase(poses, (i, j) => (i + j) % 3 !== 0);
  const found = search(broad, poses, c, 0, 0.1);
  expect(found.size).toBeGreaterThan(20);
  for (const key of found.keys()) {
    const [i, j] = key.split(' ').map(Number);
    expect(i % 20).not.toBe(j % 20);
    expect((i + j) % 3).not.toBe(0);
  }
});

test('what rides along on a rolling ship has no approach speed, so the slack alone', () => {
  const shapes: CollisionShape[] = [0, 1].map((body) => ({
    shape: { kind: 'box', half: [0.5, 0.5, 0.5] },
    body,
    position: [0, 0, 0],
    rotation: IDENTITY,
  }));
  const omega: Vec3 = [0.1, 0.05, -0.02];
  const velocity: Vec3 = [8, 1, 0.5];
  const posW = Float64Array.from([100, 3, 5, 100, 3, 6.001]);
  const lever: Vec3 = [0, 0, 1.001];
  const turn = cross(omega, lever);
  const c: Crowd = {
    shapes,
    posW,
    rotWB: Float64Array.from([...IDENTITY, ...IDENTITY]),
    velW: Float64Array.from([...velocity, velocity[0] + turn[0], velocity[1] + turn[1], velocity[2] + turn[2]]),
    omegaW: Float64Array.from([...omega, ...omega]),
  };
  const poses = new ShapePoses(buildShapes(shapes, 2), shapes);
  const found = search(new BroadPhase(poses, () => true), poses, c, 0.1, 0.002);
  expect(found.get('0 1')).toBeCloseTo(0.002, 12);
});

test('half-spaces meet every shape whose ball reaches them, and never each other', () => {
  const shapes: CollisionShape[] = [
    { shape: { kind: 'half-space' }, body: 0, position: [0, 0, 0], rotation: IDENTITY },
    { shape: { kind: 'half-space' }, body: 1, position: [0, 0, 0], rotation: IDENTITY },
    { shape: { kind: 'sphere', radius: 1 }, body: 2, position: [0, 0, 0], rotation: IDENTITY },
    { shape: { kind: 'sphere', radius: 1 }, body: 3, position: [0, 0, 0], rotation: IDENTITY },
    {
      shape: { kind: 'mesh', positions: Float64Array.of(0, 0, 3, 1, 0, 3, 0, 1, 4), triangles: Int32Array.of(0, 1, 2) },
      body: 4,
      position: [0, 0, 0],
      rotation: IDENTITY,
    },
  ];
  const c: Crowd = {
    shapes,
    posW: Float64Array.from([0, 0, 0, 0, 0, 5, 1e6, 0, 1.05, 50, 0, 1.15, 0, 0, 0]),
    rotWB: Float64Array.from([0, 1, 2, 3, 4].flatMap(() => IDENTITY)),
    velW: new Float64Array(15),
    omegaW: new Float64Array(15),
  };
  const poses = new ShapePoses(buildShapes(shapes, 5), shapes);
  const found = search(new BroadPhase(poses, () => true), poses, c, 0, 0.1);
  expect([...found.keys()].sort()).toEqual(['0 2', '1 2', '1 3', '1 4']);
});
