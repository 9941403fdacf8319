import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import {
  binMesh,
  boxMesh,
  cylinderMesh,
  type PreparedMesh,
  prepareMesh,
  type ShapeSpec,
  solidOf,
  torusMesh,
  tubeMesh,
  type TriangleMesh,
} from '../../geometry/index.ts';
import { quaternionToMatrix } from '../../math/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';
import { convexFacetsOf, type Facets, facetsOf } from './facets.ts';
import { PatchList, POINT_STRIDE } from './patch-list.ts';
import { SolidMeshes, VolumePair } from './volume-pair.ts';

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const STILL = new Float64Array(12);

function pairOf(a: TriangleMesh | 'half-space', b: TriangleMesh): VolumePair {
  const shapes: CollisionShape[] = [a, b].map((mesh, body) => {
    const shape: ShapeSpec =
      mesh === 'half-space'
        ? { kind: 'half-space' }
        : { kind: 'mesh', positions: mesh.positions, triangles: mesh.triangles };
    return { shape, body, position: [0, 0, 0], rotation: IDENTITY };
  });
  return new VolumePair(shapes[0], shapes[1], new SolidMeshes());
}

function meet(pair: VolumePair, at: readonly number[], rotation: ArrayLike<number> = IDENTITY): PatchList {
  const out = new PatchList();
  out.clear();
  const rotations = Float64Array.from([...IDENTITY, ...Array.from(rotation)]);
  pair.meet(out, Float64Array.from([0, 0, 0, ...at]), rotations, STILL);
  return out;
}

test('facets of a prism: two ends and its sides, however they are cut into triangles', () => {
  const { count, start } = facetsOf(prepareMesh(cylinderMesh({ radius: 1, length: 1, sides: 20 })));
  expect(count).toBe(22);
  expect([...start.slice(1)].map((end, i) => end - start[i]).sort((a, b) => a - b)).toEqual([
    ...Array(20).fill(4),
    20,
    20,
  ]);
});

test('facets that are cut up are convex and together the whole: a ring in as many pieces as it has sides, a bin in few', () => {
  const area = ({ start, from, to, plane, centre }: Facets, f: number, p: Float64Array): number => {
    let sum = 0;
    for (let e = start[f]; e < start[f + 1]; e++) {
      const [u, v] = [from[e], to[e]].map((o) => [0, 1, 2].map((k) => p[o + k] - centre[3 * f + k]));
      const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      sum += 0.5 * cross.reduce((s, x, k) => s + x * plane[4 * f + k], 0);
    }
    return sum;
  };
  const bin = binMesh({ inside: [1, 0.8, 0.5], wall: 0.1 });
  for (const [mesh, more] of [
    [tubeMesh({ outer: 1, inner: 0.7, length: 0.5, sides: 20 }), 2 * 19],
    [boxMesh(1, 2, 3), 0],
    [bin, 3],
  ] as const) {
    const prepared = prepareMesh(mesh);
    const p = prepared.positions;
    const whole = facetsOf(prepared);
    const pieces = convexFacetsOf(prepared);
    expect(pieces.count - whole.count).toBeGreaterThanOrEqual(more);
    expect(pieces.count - whole.count).toBeLessThanOrEqual(2 * more);
    const sum = (facets: Facets): number =>
      Array.from({ length: facets.count }, (_, f) => area(facets, f, p)).reduce((x, y) => x + y, 0);
    expect(sum(pieces)).toBeCloseTo(sum(whole), 12);
    const { start, from, to, plane } = pieces;
    for (let f = 0; f < pieces.count; f++) {
      for (let e = start[f]; e < start[f + 1]; e++) {
        for (let k = start[f]; k < start[f + 1]; k++) {
          // no corner to the right of an edge
          const u = [0, 1, 2].map((i) => p[to[e] + i] - p[from[e] + i]);
          const v = [0, 1, 2].map((i) => p[from[k] + i] - p[from[e] + i]);
          const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
          expect(cross.reduce((s, x, i) => s + x * plane[4 * f + i], 0)).toBeGreaterThan(-1e-9);
        }
      }
    }
  }
});

describe('a solid against a plane', () => {
  const floor = boxMesh(4, 4, 2); // its top at 1 m
  const solids = [
    boxMesh(0.5, 0.3, 0.2),
    cylinderMesh({ radius: 0.2, length: 0.4, sides: 17 }),
    torusMesh({ ring: 0.3, tube: 0.1, sides: 13, tubeSides: 7 }),
  ];

  test('has volume, centre and direction of the common volume of the two meshes, at random poses', () => {
    const random = new Random(11);
    const rotation = new Float64Array(9);
    for (const solid of solids) {
      const [meshA, meshB] = [prepareMesh(floor), prepareMesh(solid)];
      const pair = pairOf(floor, solid);
      const general = new MeshIntersection(meshA, meshB);
      let touching = 0;
      for (let n = 0; n < 40; n++) {
        quaternionToMatrix(
          rotation,
          0,
          [0, 1, 2, 3].map(() => random.uniform() - 0.5),
          0,
        );
        const at = Float64Array.of(random.uniform() - 0.5, random.uniform() - 0.5, 1 + 0.4 * (random.uniform() - 0.3));
        const regions = general.compute(new Float64Array(3), Float64Array.from(IDENTITY), at, rotation);
        const { count, data } = meet(pair, [...at], rotation);
        let volume = 0;
        const moment = [0, 0];
        for (let r = 0; r < regions; r++) {
          volume += general.regions.volume[r];
          for (const k of [0, 1]) {
            moment[k] += general.regions.volume[r] * (general.regions.centroid[3 * r + k] + general.originW[k]);
          }
        }
        expect(count).toBe(regions > 0 ? 1 : 0); // legs of a table, arcs of a ring: one patch with one plane
        if (regions === 0) continue;
        touching++;
        // rounding of coordinates of 1 m over volumes of 1e-3 m^3
        expect(data[6]).toBeCloseTo(volume, 12);
        for (const k of [0, 1]) expect(data[k] * data[6]).toBeCloseTo(moment[k], 12);
        for (const k of [0, 1, 2]) expect(data[3 + k]).toBeCloseTo(k === 2 ? 1 : 0, 14);
      }
      expect(touching).toBeGreaterThan(10);
    }
  });

  test('a half-space is the same as the floor', () => {
    const pair = pairOf('half-space', solids[1]);
    const { data } = meet(pair, [0, 0, 0.199]);
    expect(data[6]).toBeCloseTo(meet(pairOf(floor, solids[1]), [0, 0, 1.199]).data[6], 14);
  });

  test('the rim around a hole is no plane for what passes through the hole', () => {
    const bin = binMesh({ inside: [1, 1, 0.5], wall: 0.1 });
    const cube = boxMesh(0.2, 0.2, 0.2);
    expect(meet(pairOf(bin, cube), [0, 0, 0.5]).count).toBe(0);
    expect(meet(pairOf(bin, cube), [0, 0, 0.0999]).data[6]).toBeCloseTo(0.04 * 1e-4, 12);
    expect(meet(pairOf(bin, cube), [0.55, 0, 0.5999]).data[6]).toBeGreaterThan(0); // stands on the rim
  });
});

describe('points around the place where nothing slips', () => {
  const disc = { kind: 'cylinder', radius: 0.25, halfLength: 0.05 } as const;
  const shapes: CollisionShape[] = [
    { shape: { kind: 'half-space' }, body: 0, position: [0, 0, 0], rotation: IDENTITY },
    { shape: disc, body: 1, position: [0, 0, 0], rotation: IDENTITY },
  ];
  const at = Float64Array.of(0, 0, 0, 0, 0, 0.05 - 1e-6);
  const rotations = Float64Array.from([...IDENTITY, ...IDENTITY]);
  /** Points of the disc where it spins with 1 rad/s and its centre moves with speed [m/s]; whether it has to be asked again at another. */
  function found(speed: number): { points: number[]; moved(other: number): boolean } {
    const pair = new VolumePair(shapes[0], shapes[1], new SolidMeshes());
    const velocity = (v: number): Float64Array => Float64Array.of(0, 0, 0, 0, 0, 0, v, 0, 0, 0, 0, 1);
    const out = new PatchList();
    out.clear();
    pair.meet(out, at, rotations, velocity(speed));
    return {
      points: [...out.points.subarray(0, 7 * out.start[1])],
      moved: (other) => pair.slipMoved(at, rotations, velocity(other)),
    };
  }
  const apart = (a: readonly number[], b: readonly number[]): number =>
    Math.max(...a.map((x, i) => Math.abs(x - b[i])));

  test('are those of the whole face while that is its centre, to the bit, and go with it from there', () => {
    const centred = found(0).points;
    expect(centred).toHaveLength(7 * 48);
    expect(found(1e-9).points).toEqual(centred);
    const beside = apart(found(1e-7).points, centred); // by 1e-7 m
    expect(beside).toBeGreaterThan(1e-9);
    expect(beside).toBeLessThan(1e-6);
    expect(apart(found(0.1).points, centred)).toBeGreaterThan(0.01);
    expect(found(1000).points).toEqual(centred); // plain slip
  });

  test('add up to the same where it lies beside the face, what a wall that looks up takes off and what the others hold', () => {
    const ring = tubeMesh({ outer: 0.4, inner: 0.3, length: 0.2, sides: 12 });
    for (const mesh of [boxMesh(0.5, 0.3, 0.2), ring]) {
      const pair = pairOf(boxMesh(4, 4, 2), mesh);
      const tilt = Math.SQRT1_2 * 0.1;
      const rotation = [1, 0, 0, 0, Math.sqrt(1 - tilt * tilt), -tilt, 0, tilt, Math.sqrt(1 - tilt * tilt)];
      const volumes = [0, 0.1, 0.26, 0.35, 0.5, 1].map((far) => {
        const out = new PatchList();
        out.clear();
        const spin = 3;
        const poses = Float64Array.from([...IDENTITY, ...rotation]);
        // it turns about a place so far beside it
        const velocity = Float64Array.from([0, 0, 0, 0, 0, 0, 0, -spin * far, 0, 0, 0, spin]);
        pair.meet(out, Float64Array.of(0, 0, 0, 0.05, 0.02, 1.1), poses, velocity);
        expect(out.count).toBe(1);
        let minus = 0;
        for (let k = 3; k < POINT_STRIDE * out.start[1]; k += POINT_STRIDE) minus += Math.min(0, out.points[k]);
        return [out.data[6], minus];
      });
      const [whole, off] = volumes[0];
      expect(-off).toBeLessThan(0.01 * whole);
      for (const [volume, minus] of volumes) {
        expect(Math.abs(volume / whole - 1)).toBeLessThan(1e-12);
        expect(Math.abs(minus - off)).toBeLessThan(1e-12 * whole);
      }
    }
  });

  test('serve until that place has moved', () => {
    const { moved } = found(0.01);
    expect([0.01, 0.01 + 1e-9, 0.0101, 0, 1000].map(moved)).toEqual([false, false, true, true, true]);
    expect([1000, 2000, 0.01].map(found(1000).moved)).toEqual([false, false, true]);
  });

  test('solids that have come apart are not asked for it any more', () => {
    const slab = { kind: 'box', half: [1, 1, 0.1] } as const;
    const boxed: CollisionShape[] = [
      { shape: slab, body: 0, position: [0, 0, 0], rotation: IDENTITY },
      { shape: disc, body: 1, position: [0, 0, 0], rotation: IDENTITY },
    ];
    const pair = new VolumePair(boxed[0], boxed[1], new SolidMeshes());
    const velocity = (v: number): Float64Array => Float64Array.of(0, 0, 0, 0, 0, 0, v, 0, 0, 0, 0, 1);
    const height = (z: number): Float64Array => Float64Array.of(0, 0, 0, 0, 0, z);
    const out = new PatchList();
    for (const [z, asked] of [
      [0.15 - 1e-6, true],
      [0.5, false],
    ] as const) {
      out.clear();
      // what touched is not asked how far it is apart
      pair.meet(out, height(z), rotations, velocity(0.01), Float64Array.of(asked ? 0 : 0.1));
      expect(out.count).toBe(asked ? 1 : 0);
      expect(pair.slipMoved(height(z), rotations, velocity(0.02))).toBe(asked);
    }
  });

  test('equal boxes, cylinders and spheres of all simulations share a mesh', () => {
    const mesh = (shape: ShapeSpec): PreparedMesh => solidOf(shape).mesh;
    expect(mesh(shapes[1].shape)).toBe(mesh({ ...disc }));
    expect(new SolidMeshes().cut(mesh(disc))).toBe(new SolidMeshes().cut(mesh({ ...disc })));
    expect(mesh({ ...disc, halfLength: 0.06 })).not.toBe(mesh(disc));
  });
});

describe('polygons for pictures: what is below of the facets, on the plane, has the area, volume and middle of the patch', () => {
  /** area, volume and its first moments of polygons whose corners have depths, in the world */
  const sums = (faces: Float64Array): number[] => {
    const out = [0, 0, 0, 0, 0];
    for (let at = 0; at < faces.length; at += 1 + 4 * faces[at]) {
      const corner = (k: number): Float64Array => faces.subarray(at + 1 + 4 * k, at + 5 + 4 * k);
      for (let k = 2; k < faces[at]; k++) {
        const [a, b, c] = [corner(0), corner(k - 1), corner(k)];
        const [u, v] = [b, c].map((q) => [0, 1, 2].map((i) => q[i] - a[i]));
        const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        const area = 0.5 * Math.hypot(...cross);
        const all = a[3] + b[3] + c[3];
        out[0] += area;
        out[1] += (area * all) / 3;
        // depth times place, both linear
        for (let i = 0; i < 3; i++) {
          const both = a[3] * a[i] + b[3] * b[i] + c[3] * c[i] + all * (a[i] + b[i] + c[i]);
          out[2 + i] += (area * both) / 12;
        }
      }
    }
    return out;
  };

  const random = new Random(2718);
  const solids: readonly (readonly [string, TriangleMesh])[] = [
    ['box', boxMesh(0.2, 0.1, 0.1)],
    ['disc', cylinderMesh({ radius: 0.1, length: 0.04, sides: 48 })],
  ];
  test.each(solids)('%s', (_, mesh) => {
    for (let i = 0; i < 20; i++) {
      const q = [1, 0.3 * random.uniform(), -0.3 * random.uniform(), random.uniform()];
      const length = Math.hypot(...q);
      const rotation = new Float64Array(9);
      quaternionToMatrix(
        rotation,
        0,
        q.map((x) => x / length),
        0,
      );
      let lowest = 0;
      for (let k = 0; k < mesh.positions.length; k += 3) {
        const z = [0, 1, 2].reduce((sum, c) => sum + rotation[6 + c] * mesh.positions[k + c], 0);
        lowest = Math.min(lowest, z);
      }
      const pair = pairOf('half-space', mesh);
      const list = meet(pair, [0.3, -0.2, -lowest - 0.003], rotation);
      expect(list.count).toBe(1);
      const faces = pair.drawnFacesOf(0);
      expect(faces).toBeDefined();
      const [area, volume, ...moments] = sums(faces as Float64Array);
      // an end that leans over what hangs below it is not drawn
      expect(Math.abs(volume / list.data[6] - 1)).toBeLessThan(1e-3);
      expect(Math.abs(area / list.data[7] - 1)).toBeLessThan(1e-3);
      for (let k = 0; k < 2; k++) expect(Math.abs(moments[k] / volume - list.data[k])).toBeLessThan(1e-4);
      for (let at = 0; at < (faces as Float64Array).length; at += 1 + 4 * (faces as Float64Array)[at]) {
        expect(Math.abs((faces as Float64Array)[at + 3])).toBeLessThan(1e-12); // on the plane
      }
    }
  });

  test('none where nothing touches, and none where two meshes meet all around', () => {
    const pair = pairOf('half-space', boxMesh(0.2, 0.1, 0.1));
    expect(meet(pair, [0, 0, 0.06]).count).toBe(0);
    expect(pair.drawnFacesOf(0)).toBeUndefined();
    const ring = torusMesh({ ring: 0.1, tube: 0.03, sides: 13, tubeSides: 7 });
    const tori = pairOf(ring, ring);
    meet(tori, [0.13, 0, 0.01]);
    expect(tori.drawnFacesOf(0)).toBeUndefined();
  });
});
