import { describe, expect, test } from 'vitest';
import { checkMesh, type DrawMesh, type ShapeSpec, tessellate } from './index.ts';

const solids: ShapeSpec[] = [
  { kind: 'sphere', radius: 2 },
  { kind: 'box', half: [1, 2, 3] },
  { kind: 'cylinder', radius: 1, halfLength: 2 },
  { kind: 'hull', points: [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 2, 2, 0] },
  {
    kind: 'mesh',
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    triangles: Int32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  },
];

/** For each triangle: area times unit normal, and the mean of the three vertex normals. */
function eachTriangle(mesh: DrawMesh, visit: (area: number[], normal: number[], centre: number[]) => void): void {
  const { positions: p, normals: n, indices } = mesh;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    const u = [0, 1, 2].map((k) => p[b + k] - p[a + k]);
    const v = [0, 1, 2].map((k) => p[c + k] - p[a + k]);
    const area = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]].map((x) => x / 2);
    const mean = (s: Float32Array) => [0, 1, 2].map((k) => (s[a + k] + s[b + k] + s[c + k]) / 3);
    visit(area, mean(n), mean(p));
  }
}

describe.each(solids)('$kind', (shape) => {
  const mesh = tessellate(shape);

  test('is closed and oriented, with one unit normal a vertex', () => {
    expect(checkMesh(mesh.positions, mesh.indices)).toEqual([]);
    expect(mesh.normals.length).toBe(mesh.positions.length);
    for (let i = 0; i < mesh.normals.length; i += 3) {
      expect(Math.hypot(mesh.normals[i], mesh.normals[i + 1], mesh.normals[i + 2])).toBeCloseTo(1, 6);
    }
  });

  test('triangles have area and face the way their normals point', () => {
    eachTriangle(mesh, (area, normal) => {
      const size = Math.hypot(...area);
      expect(size).toBeGreaterThan(1e-6);
      const cosine = (area[0] * normal[0] + area[1] * normal[1] + area[2] * normal[2]) / size;
      expect(cosine).toBeGreaterThan(0.97); // facets of a sphere of 32 segments turn by up to 8 degrees from their corners
    });
  });
});

test('a sphere has its vertices on the sphere and its normals along the radius', () => {
  const { positions, normals } = tessellate({ kind: 'sphere', radius: 2 }, { segments: 20 });
  for (let i = 0; i < positions.length; i++) expect(positions[i]).toBeCloseTo(2 * normals[i], 6);
});

test('a cylinder has sharp rims: flat caps and a round side', () => {
  const { positions, normals } = tessellate({ kind: 'cylinder', radius: 1, halfLength: 2 }, { segments: 12 });
  let caps = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const flat = Math.abs(normals[i + 2]) === 1;
    if (flat) {
      caps += 1;
      expect(positions[i + 2]).toBe(2 * normals[i + 2]);
    } else expect(Math.hypot(positions[i] - normals[i], positions[i + 1] - normals[i + 1])).toBeLessThan(1e-6);
  }
  expect(caps).toBe(24);
});

test('a half-space is a square of the given size, facing up', () => {
  const mesh = tessellate({ kind: 'half-space' }, { halfSpaceSize: 10 });
  let total = 0;
  eachTriangle(mesh, (area, normal) => {
    expect(normal).toEqual([0, 0, 1]);
    total += area[2];
  });
  expect(total).toBe(100);
  expect(Math.max(...mesh.positions)).toBe(5);
});

test('an open mesh is drawn as it is; a triangle without area is left out; a wrong index is refused', () => {
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  expect(tessellate({ kind: 'mesh', positions, triangles: Int32Array.of(0, 1, 2, 0, 1, 1) }).indices.length).toBe(3);
  expect(() => tessellate({ kind: 'mesh', positions, triangles: Int32Array.of(0, 1, 3) })).toThrow(/0 to 2, found 3/);
});

test('sizes that are not positive lengths are refused', () => {
  expect(() => tessellate({ kind: 'sphere', radius: 0 })).toThrow(/> 0 m, found 0/);
  expect(() => tessellate({ kind: 'box', half: [1, Number.POSITIVE_INFINITY, 1] })).toThrow(/finite length/);
});
