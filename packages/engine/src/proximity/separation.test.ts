/** Hulls and cylinders against plainer second implementations. */
import { expect, test } from 'vitest';
import { Random } from '../base/index.ts';
import { convexHull, type ShapeSpec } from '../geometry/index.ts';
import type { Vec3 } from '../math/index.ts';
import { boxPolytope, hullPolytope, type Polytope, prismPolytope } from './polytope.ts';
import { add, dot, fromQuaternion, maxDepth, TestWorld, times } from './test-world.ts';

interface Solid {
  readonly shape: ShapeSpec;
  /** itself, or a prism of many sides about it */
  readonly polytope: Polytope;
}

function triples(array: Float64Array, rotation: readonly number[]): Vec3[] {
  const out: Vec3[] = [];
  for (let i = 0; i < array.length; i += 3) out.push(times(rotation, [array[i], array[i + 1], array[i + 2]]));
  return out;
}

/** Largest gap over every face normal and every product of two edges, both ways, no pruning. */
function gap(a: Polytope, rotationA: readonly number[], b: Polytope, rotationB: readonly number[], d: Vec3): number {
  const pointsA = triples(a.vertices, rotationA);
  const pointsB = triples(b.vertices, rotationB).map((p) => add(p, d));
  const axes = [
    ...triples(a.normals, rotationA),
    ...triples(b.normals, rotationB).map((n): Vec3 => [-n[0], -n[1], -n[2]]),
  ];
  for (const u of triples(a.edgeDirections, rotationA)) {
    for (const v of triples(b.edgeDirections, rotationB)) {
      const n: Vec3 = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const length = Math.sqrt(dot(n, n));
      if (length < 1e-3) continue;
      axes.push([n[0] / length, n[1] / length, n[2] / length], [-n[0] / length, -n[1] / length, -n[2] / length]);
    }
  }
  let most = Number.NEGATIVE_INFINITY;
  for (const n of axes) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const p of pointsB) low = Math.min(low, dot(n, p));
    for (const p of pointsA) high = Math.max(high, dot(n, p));
    most = Math.max(most, low - high);
  }
  return most;
}

function randomRotation(random: Random): number[] {
  const d = (): number => random.between(-1, 1);
  return fromQuaternion([d(), d(), d(), d()]);
}

function randomHull(random: Random): Solid {
  const points: number[] = [];
  for (let i = 0; i < 6 + (random.next() % 14); i++) {
    const v = times(randomRotation(random), [random.between(0.3, 0.7), 0, 0]);
    points.push(1.3 * v[0], v[1], v[2]);
  }
  return { shape: { kind: 'hull', points }, polytope: hullPolytope(convexHull(points)) };
}

function randomBox(random: Random): Solid {
  const half: Vec3 = [random.between(0.1, 0.7), random.between(0.1, 0.7), random.between(0.1, 0.7)];
  return { shape: { kind: 'box', half }, polytope: boxPolytope(half) };
}

function randomCylinder(random: Random): Solid {
  const radius = random.between(0.1, 0.5);
  const halfLength = random.between(0.1, 0.7);
  // corners on the circle of radius R / sqrt(cos(pi/24)): half its sagitta outside, half inside
  const prism = prismPolytope(radius / Math.sqrt(Math.cos(Math.PI / 24)), halfLength, 24);
  return { shape: { kind: 'cylinder', radius, halfLength }, polytope: prism };
}

/** Random pairs: overlap found exactly where the second implementation finds it, depth equal, to `error` [m]. */
function compare(runs: number, seed: number, first: (r: Random) => Solid, second: (r: Random) => Solid, error: number) {
  const random = new Random(seed);
  let overlaps = 0;
  let misses = 0;
  for (let run = 0; run < runs; run++) {
    const a = first(random);
    const b = second(random);
    const rotationA = randomRotation(random);
    const rotationB = randomRotation(random);
    const d = times(randomRotation(random), [random.between(0.3, 1.5), 0, 0]);
    const apart = gap(a.polytope, rotationA, b.polytope, rotationB, d);
    const elements = new TestWorld([
      { shape: a.shape, at: [1, 2, 3], rotation: rotationA },
      { shape: b.shape, at: add([1, 2, 3], d), rotation: rotationB },
    ]).search(0.05);
    const depth = maxDepth(elements);
    if (apart < -error) {
      overlaps++;
      expect(Math.abs(depth + apart)).toBeLessThan(error);
    } else if (apart > error) {
      misses++;
      expect(depth).toBeLessThan(0);
    }
  }
  expect(Math.min(overlaps, misses)).toBeGreaterThan(runs / 5);
}

// faces are preferred to edges within 1e-4 of the size, 0.9 m at most
test('hulls against hulls and boxes: depth is the least over all directions', () => {
  compare(150, 31, randomHull, randomHull, 1e-4);
  compare(150, 32, randomHull, randomBox, 1e-4);
});

// the prism of comparison errs by 0.43 % of the radius, the one of 32 sides by 0.48 %: of 0.5 m, together 4.6 mm
test('cylinders against boxes, hulls and cylinders: depth is that of prisms of 24 sides, to their sagitta', () => {
  compare(100, 33, randomCylinder, randomBox, 4.6e-3);
  compare(40, 34, randomCylinder, randomHull, 4.6e-3);
  compare(16, 35, randomCylinder, randomCylinder, 9.2e-3);
});
