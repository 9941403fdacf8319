import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import {
  boxMesh,
  cylinderMesh,
  extrudedMesh,
  pocketMesh,
  prepareMesh,
  torusMesh,
  type TriangleMesh,
  tubeMesh,
} from '../../geometry/index.ts';
import { quaternionToMatrix } from '../../math/index.ts';
import { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';
import type { CollisionShape } from '../built-shape.ts';
import { type Cells, cellsOf } from './cells.ts';
import { Depths, PIECE_STRIDE } from './depths.ts';
import { BEYOND } from './envelope.ts';
import { findDepth } from './near-cells.ts';
import { PATCH_STRIDE, PatchList } from './patch-list.ts';
import { SolidMeshes, VolumePair } from './volume-pair.ts';

const UPRIGHT = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

const SOLIDS: readonly TriangleMesh[] = [
  boxMesh(0.2, 0.16, 0.12),
  extrudedMesh([-0.1, -0.1, 0.1, -0.1, 0.1, -0.02, -0.02, -0.02, -0.02, 0.1, -0.1, 0.1], 0.15),
  pocketMesh({ size: [0.2, 0.2, 0.1], pocket: [0.1, 0.1, 0.06] }),
  tubeMesh({ outer: 0.12, inner: 0.07, length: 0.1, sides: 12 }),
  torusMesh({ ring: 0.07, tube: 0.03, sides: 10, tubeSides: 7 }),
  cylinderMesh({ radius: 0.1, length: 0.15, sides: 9 }),
];

function anyRotation(random: Random): Float64Array {
  const q = Array.from({ length: 4 }, () => random.between(-1, 1));
  const size = Math.hypot(...q);
  const out = new Float64Array(9);
  quaternionToMatrix(
    out,
    0,
    q.map((x) => x / size),
    0,
  );
  return out;
}

/** A's surface in B, B standing upright at a place. */
function depthsOf(a: TriangleMesh, b: TriangleMesh): (at: readonly number[], rotA: Float64Array) => Found {
  const pair = new MeshIntersection(prepareMesh(a), prepareMesh(b));
  const depths = new Depths();
  return (at, rotA) => {
    const count = pair.compute(Float64Array.from(at), rotA, new Float64Array(3), UPRIGHT);
    const size = Math.min(pair.meshA.radius, pair.meshB.radius);
    depths.find(pair.fansA, pair.work.sides[1 - pair.sideOfA], pair.regions.areaA, count, size);
    let volume = 0;
    for (let r = 0; r < count; r++) volume += pair.regions.volume[r];
    return { depths, pair, volume };
  };
}

interface Found {
  readonly depths: Depths;
  readonly pair: MeshIntersection;
  readonly volume: number;
}

/** Sum over pieces: depth dS (3), depth, its square. */
function sums({ depths, pair: { fansA } }: Found): number[] {
  const out = [0, 0, 0, 0, 0];
  for (let i = 0; i < depths.count; i++) {
    const o = PIECE_STRIDE * i;
    expect(fansA.region[depths.fan[i]]).toBeGreaterThanOrEqual(0);
    for (let k = 0; k < 3; k++) out[k] += depths.pieces[o + 3] * depths.pieces[o + 6 + k];
    out[3] += depths.pieces[o + 3];
    out[4] += depths.pieces[o + 4];
  }
  return out;
}

/** The depth as it is defined, over all faces. */
function plainDepth(x: readonly number[], { plane, start, bounds }: Cells): number {
  let least = Number.POSITIVE_INFINITY;
  for (let f = 0; f < start.length - 1; f++) {
    const dot = (o: number, from: Float64Array): number => from[o] * x[0] + from[o + 1] * x[1] + from[o + 2] * x[2];
    let beyond = 0;
    for (let b = start[f]; b < start[f + 1]; b++) beyond = Math.max(beyond, dot(4 * b, bounds) - bounds[4 * b + 3]);
    least = Math.min(least, Math.abs(plane[4 * f + 3] - dot(4 * f, plane)) + BEYOND * beyond);
  }
  return least;
}

describe('the depth of a place in a solid', () => {
  test('is nothing on the surface; elsewhere what all faces say, and the tree finds it', () => {
    const random = new Random(3);
    for (const solid of SOLIDS) {
      const mesh = prepareMesh(solid);
      const cells = cellsOf(mesh);
      for (let i = 0; i < mesh.corners.length; i += 3) {
        const s = random.between(0, 1);
        const t = random.between(0, 1 - s);
        const x = [0, 1, 2].map((k) =>
          [1 - s - t, s, t].reduce((sum, w, c) => sum + w * mesh.positions[3 * mesh.corners[i + c] + k], 0),
        );
        expect(plainDepth(x, cells)).toBeLessThan(1e-15); // rounding of 0.1 m
        // a bit below it: the depth under its face, or less beside an edge
        const inside = Float64Array.from([...x.map((y) => 0.9 * y), 1]);
        expect(findDepth(inside, cells)).toBeGreaterThanOrEqual(0);
        const plain = plainDepth([...inside.subarray(0, 3)], cells);
        // convex solids know no bounds: their planes say the same inside
        expect(Math.abs(inside[3] - plain)).toBeLessThan(1e-15 + (inside[3] > plain ? 0 : 1e-15));
      }
    }
  });
});

describe('depth integrated over a surface', () => {
  test('over a floor it is the volume times the normal, whatever stands on it and however it leans', () => {
    const random = new Random(4);
    const floor = boxMesh(2, 2, 1);
    for (const solid of SOLIDS) {
      const find = depthsOf(solid, floor);
      for (let trial = 0; trial < 10; trial++) {
        const found = find([0.2, 0.1, 0.5 + random.between(-0.05, 0.1)], anyRotation(random));
        if (found.volume < 1e-8) continue;
        const [x, y, z] = sums(found);
        // sums over surfaces of 0.1 m^2 with 1e-16 m
        expect(Math.abs(x) + Math.abs(y)).toBeLessThan(1e-12 * found.volume + 1e-16);
        expect(Math.abs(-z / found.volume - 1)).toBeLessThan(1e-11);
      }
    }
  });

  test('does not depend on how the surface was cut', () => {
    const random = new Random(5);
    for (const solid of [SOLIDS[0], SOLIDS[1], SOLIDS[2]]) {
      const [plain, finer] = [solid, subdivided(solid)].map((mesh) => depthsOf(mesh, SOLIDS[3]));
      for (let trial = 0; trial < 8; trial++) {
        const at = [0.06, 0.05, 0.09].map((x) => x + random.between(-0.02, 0.02));
        const rotation = anyRotation(random);
        const [once, again] = [sums(plain(at, rotation)), sums(finer(at, rotation))];
        for (let k = 0; k < 5; k++) expect(Math.abs(once[k] - again[k])).toBeLessThan(1e-12 * once[3] + 1e-17);
      }
    }
  });

  test('is what many points of the surface say', () => {
    const random = new Random(6);
    for (const solid of SOLIDS) {
      const found = depthsOf(SOLIDS[0], solid)([0.09, 0.02, 0.05], anyRotation(random));
      const { fansA, work, sideOfA } = found.pair;
      const { rot, shift, mesh } = work.sides[1 - sideOfA];
      const cells = cellsOf(mesh);
      const N = 16;
      let volume = 0;
      for (let i = 0; i < fansA.count; i++) {
        const corner = (c: number): number[] => [...fansA.points.subarray(9 * i + 3 * c, 9 * i + 3 * c + 3)];
        const [a, b, c] = [corner(0), corner(1), corner(2)];
        const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
        const area = 0.5 * Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
        for (let s = 0; s < N; s++) {
          for (let t = 0; t < N - s; t++) {
            for (const [p, q] of t < N - s - 1
              ? [
                  [1 / 3, 1 / 3],
                  [2 / 3, 2 / 3],
                ]
              : [[1 / 3, 1 / 3]]) {
              const x = a.map((y, k) => y + ((s + p) / N) * u[k] + ((t + q) / N) * v[k] - shift[k]);
              const local = [0, 1, 2].map((k) => rot[k] * x[0] + rot[3 + k] * x[1] + rot[6 + k] * x[2]);
              volume += (fansA.sign[i] * area * plainDepth(local, cells)) / (N * N);
            }
          }
        }
      }
      // the midpoint rule misses kinks by a hundredth of a cell
      expect(Math.abs(sums(found)[3] / volume - 1)).toBeLessThan(2e-3);
    }
  });
});

/** Each triangle as four. */
function subdivided({ positions, triangles }: TriangleMesh): TriangleMesh {
  const points = [...positions];
  const middles = new Map<string, number>();
  const middle = (a: number, b: number): number => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    let found = middles.get(key);
    if (found === undefined) {
      found = points.length / 3;
      for (let k = 0; k < 3; k++) points.push(0.5 * (points[3 * a + k] + points[3 * b + k]));
      middles.set(key, found);
    }
    return found;
  };
  const faces: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = triangles.subarray(i, i + 3);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    faces.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return { positions: Float64Array.from(points), triangles: Int32Array.from(faces) };
}

test('the depth a patch tells is that of its pieces, not how far its surfaces reach along a direction that is not theirs', () => {
  const corner = extrudedMesh([-1, -1, 1, -1, 1, 0, 0, 0, 0, 1, -1, 1], 2);
  const shapes: CollisionShape[] = [corner, boxMesh(1, 1, 1)].map(({ positions, triangles }, body) => ({
    shape: { kind: 'mesh', positions, triangles },
    body,
    position: [0, 0, 0],
    rotation: [...UPRIGHT] as never,
  }));
  const pair = new VolumePair(shapes[0], shapes[1], new SolidMeshes());
  const list = new PatchList();
  // the wall from nothing on: one direction, both, piece by piece
  for (const wall of [1e-5, 3e-4, 5e-4, 7e-4, 2e-3]) {
    list.clear();
    const position = Float64Array.of(0, 0, 0, 0.5 - wall, 0.49, 0);
    pair.meet(list, position, Float64Array.from([...UPRIGHT, ...UPRIGHT]), new Float64Array(12));
    expect(list.count).toBeGreaterThan(0);
    const deepest = Math.max(...Array.from({ length: list.count }, (_, p) => list.data[PATCH_STRIDE * p + 8]));
    expect(Math.abs(deepest / 0.01 - 1)).toBeLessThan(1e-9);
  }
});
