import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { binMesh, boxMesh, makeTrianglePoint, pointTriangle, prepareMesh, sphereMesh } from '../../geometry/index.ts';
import { Branches } from './branch.ts';
import { MeshProbe } from './mesh-branches.ts';
import { distanceBox, distanceCylinder, distanceSphere } from './round-solids.ts';
import { surfaceOf, signedDistance } from './surface.ts';
import { segmentTriangle } from './triangle.ts';

const random = new Random(5);
const numbers = (n: number, size = 1): Float64Array =>
  Float64Array.from({ length: n }, () => random.between(-size, size));
const out = makeTrianglePoint();

describe('triangles', () => {
  test('the closest point of a triangle beats every point of a fine grid on it, and is on it', () => {
    for (let k = 0; k < 60; k++) {
      const c = numbers(9);
      const p = numbers(3, 2);
      pointTriangle(out, p, 0, c, 0);
      let best = Number.POSITIVE_INFINITY;
      for (let i = 0; i <= 40; i++) {
        for (let j = 0; i + j <= 40; j++) {
          const q = [0, 1, 2].map((d) => c[d] + (i / 40) * (c[3 + d] - c[d]) + (j / 40) * (c[6 + d] - c[d]));
          best = Math.min(
            best,
            q.reduce((s, x, d) => s + (x - p[d]) ** 2, 0),
          );
        }
      }
      expect(out.distance2).toBeLessThanOrEqual(best + 1e-14);
      expect(out.distance2).toBeGreaterThan(best - 0.02 - 0.2 * Math.sqrt(best)); // spacing of the grid
      expect((out.x - p[0]) ** 2 + (out.y - p[1]) ** 2 + (out.z - p[2]) ** 2).toBeCloseTo(out.distance2, 13);
    }
  });

  test('a segment is as far from a triangle as the closest of its points; zero where it goes through', () => {
    let through = 0;
    const point = makeTrianglePoint();
    for (let k = 0; k < 100; k++) {
      const c = numbers(9);
      const p = numbers(6, 1.2);
      segmentTriangle(out, p, c, 0);
      let best = Number.POSITIVE_INFINITY;
      for (let i = 0; i <= 400; i++) {
        const q = Float64Array.from([0, 1, 2], (d) => p[d] + (i / 400) * (p[3 + d] - p[d]));
        pointTriangle(point, q, 0, c, 0);
        best = Math.min(best, point.distance2);
      }
      if (out.distance2 === 0) through++;
      expect(out.distance2).toBeLessThanOrEqual(best + 1e-14);
      expect(Math.sqrt(best) - Math.sqrt(out.distance2)).toBeLessThan(6e-3); // half a step of the scan
      const at = Float64Array.from([0, 1, 2], (d) => p[d] + out.s * (p[3 + d] - p[d]));
      pointTriangle(point, at, 0, c, 0);
      expect(Math.abs(Math.sqrt(point.distance2) - Math.sqrt(out.distance2))).toBeLessThan(1e-9);
    }
    expect(through).toBeGreaterThan(3);
  });
});

const HALF = Float64Array.of(0.5, 0.7, 0.4);

describe('shapes with a distance in closed form', () => {
  const b = new Branches();
  type Distance = (x: number, y: number, z: number) => void;
  const shapes: [string, Distance][] = [
    ['sphere', (x, y, z) => distanceSphere(b, Float64Array.of(0.7), Float64Array.of(x, y, z))],
    ['box', (x, y, z) => distanceBox(b, HALF, Float64Array.of(x, y, z))],
    ['cylinder', (x, y, z) => distanceCylinder(b, Float64Array.of(0.6, 0.5), Float64Array.of(x, y, z))],
  ];

  test.each(shapes)('%s: the normal is the gradient of the distance, and its derivative is as given', (_, distance) => {
    for (let k = 0; k < 200; k++) {
      const p = [...numbers(3, 1.5)];
      distance(p[0], p[1], p[2]);
      if (b.distance[0] < 0.02) continue; // outside, clear of the surface
      const o = [...b.outward.subarray(0, 3)];
      const a = [...b.axis.subarray(0, 3)];
      const [bend, share] = [b.bend[0], b.share[0]];
      const h = 1e-6;
      let kink = false;
      for (let d = 0; d < 3; d++) {
        const [up, down] = [1, -1].map((sign) => {
          const q = p.map((x, i) => x + (i === d ? sign * h : 0));
          distance(q[0], q[1], q[2]);
          if ((b.bend[0] === 0) !== (bend === 0)) kink = true; // the other side of an edge of the face: derivative jumps there
          return [b.distance[0], ...b.outward.subarray(0, 3)];
        });
        if (kink) break;
        expect((up[0] - down[0]) / (2 * h)).toBeCloseTo(o[d], 7);
        for (let i = 0; i < 3; i++) {
          const expected = bend * ((i === d ? 1 : 0) - o[i] * o[d] - share * a[i] * a[d]);
          expect(Math.abs((up[1 + i] - down[1 + i]) / (2 * h) - expected)).toBeLessThan(1e-4 * (1 + bend));
        }
      }
    }
  });
});

describe('meshes', () => {
  const all = (n: number): Int32Array => Int32Array.from({ length: n }, (_, i) => i);

  test('a mesh of a box has the distances and normals of the box, inside and outside', () => {
    const surface = surfaceOf(prepareMesh(boxMesh(1, 1.4, 0.8)));
    const probe = new MeshProbe(surface);
    const [mesh, box] = [new Branches(), new Branches()];
    for (let k = 0; k < 400; k++) {
      const p = numbers(3, 1.2);
      probe.find(mesh, p, all(12), 0, 12, 0.5);
      distanceBox(box, HALF, p);
      expect(mesh.count).toBe(1);
      expect(mesh.distance[0]).toBeCloseTo(box.distance[0], 12);
      expect(signedDistance(surface, p)).toBeCloseTo(box.distance[0], 12);
      for (let d = 0; d < 3; d++) expect(mesh.outward[d]).toBeCloseTo(box.outward[d], 9);
      expect(mesh.bend[0]).toBeCloseTo(box.bend[0], 6);
    }
  });

  test('a fine sphere: inside is inside, the distance is that of the ball to its sagitta', () => {
    const surface = surfaceOf(prepareMesh(sphereMesh(1, 3)));
    for (let k = 0; k < 100; k++) {
      const p = numbers(3, 1.5);
      const length = Math.sqrt(p[0] ** 2 + p[1] ** 2 + p[2] ** 2);
      expect(Math.abs(signedDistance(surface, p) - (length - 1))).toBeLessThan(6e-3);
    }
  });

  test('in the corner between floor and wall a point rests on both, over an outer edge on one', () => {
    const mesh = binMesh({ inside: [2, 2, 1], wall: 0.1 });
    const surface = surfaceOf(prepareMesh(mesh));
    const probe = new MeshProbe(surface);
    const b = new Branches();
    const n = surface.count;
    probe.find(b, Float64Array.of(0.97, 0, 0.03), all(n), 0, n, 0.05);
    expect(b.count).toBe(2);
    expect([b.distance[0], b.distance[1]].map((x) => x.toFixed(12))).toEqual(['0.030000000000', '0.030000000000']);
    expect(b.weight[0]).toBeCloseTo(1, 12);
    expect(b.weight[1]).toBeCloseTo(1, 12);
    expect(b.feature[0]).not.toBe(b.feature[1]);
    probe.find(b, Float64Array.of(1.12, 0, 1.02), all(n), 0, n, 0.05); // beside the rim
    expect(b.count).toBe(1);
    probe.find(b, Float64Array.of(0.97, 0.97, 0.03), all(n), 0, n, 0.05);
    expect(b.count).toBe(3);
  });

  test('triangles at hand that are not the nearest of all do not turn a point inside out', () => {
    const surface = surfaceOf(prepareMesh(boxMesh(1, 1, 0.1)));
    const bottom = all(12).filter((t) => surface.normals[3 * t + 2] < -0.5);
    expect(bottom.length).toBe(2);
    const b = new Branches();
    // above the plate, with only its underside in the list: behind those, yet outside
    new MeshProbe(surface).find(b, Float64Array.of(0, 0, 0.3), bottom, 0, 2, 0.05);
    expect(b.distance[0]).toBeGreaterThan(0.05);
  });
});
