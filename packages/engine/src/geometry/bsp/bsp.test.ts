import { insideOut, placed, together } from '../../../test/meshes.ts';
import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import {
  boatMesh,
  boxMesh,
  bspSide,
  buildBsp,
  cylinderMesh,
  gearMesh,
  pocketMesh,
  sphereMesh,
  torusMesh,
  type TriangleMesh,
  tubeMesh,
  windingNumber,
} from '../index.ts';

const box = boxMesh(2, 2, 2);
const meshes: [string, TriangleMesh][] = [
  ['box', box],
  ['pocket', pocketMesh({ size: [2, 2, 2], pocket: [1, 1, 1] })],
  ['tube', tubeMesh({ outer: 2, inner: 1.7, length: 1, sides: 24 })],
  ['torus', torusMesh({ ring: 2, tube: 0.5, sides: 24, tubeSides: 12 })],
  ['sphere', sphereMesh(1, 3)],
  ['gear', gearMesh({ module: 0.1, teeth: 12, width: 0.3, bore: 0.2 })],
  ['boat', boatMesh({ length: 6, beam: 2.2, depth: 1 })],
  ['needle', cylinderMesh({ radius: 0.01, length: 4, sides: 12 })],
  ['two boxes apart', together(box, placed(box, 0, 5, 0, 0))],
  ['two boxes face to face', together(box, placed(box, 0, 0, 0, 2))],
  ['two boxes face to face, shifted', together(box, placed(box, 0, 0.5, 0.7, 2))],
  ['three boxes, edges and faces touching', together(box, placed(box, 0, 2, 0, 0), placed(box, 0, 2, 2, 0))],
  ['box with a cavity', together(box, insideOut(sphereMesh(0.5, 2)))],
];

describe('bsp', () => {
  test.each(meshes)('%s: agrees with the winding number at random points, upright and turned', (name, mesh) => {
    const random = new Random(17);
    for (const angle of [0, 0.7]) {
      const turned = placed(mesh, angle, 3, -1, 2);
      const tree = buildBsp(turned);
      const { positions, triangles } = turned;
      const low = [0, 1, 2].map((k) => Math.min(...positions.filter((_, i) => i % 3 === k)));
      const high = [0, 1, 2].map((k) => Math.max(...positions.filter((_, i) => i % 3 === k)));
      let inside = 0;
      for (let n = 0; n < 400; n++) {
        const [x, y, z] = low.map((l, k) => random.between(1.1 * l - 0.1 * high[k], 1.1 * high[k] - 0.1 * l));
        const around = windingNumber(positions, triangles, x, y, z);
        const side = bspSide(tree, x, y, z);
        expect(side, `${name}, seed 17, point ${n} (${x}, ${y}, ${z})`).toBe(around > 0.5 ? 1 : -1);
        if (side > 0) inside++;
      }
      if (name !== 'needle') expect(inside).toBeGreaterThan(5);
    }
  });

  test('points of the surface are on it; a hair to either side they are not', () => {
    const random = new Random(4);
    for (const [name, mesh] of meshes.slice(0, 7)) {
      const tree = buildBsp(mesh);
      const { positions: p, triangles } = mesh;
      for (let n = 0; n < 100; n++) {
        const t = 3 * Math.floor(random.between(0, triangles.length / 3));
        const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
        const u = random.between(0.1, 0.4);
        const v = random.between(0.1, 0.4);
        const at = [0, 1, 2].map((k) => p[a + k] + u * (p[b + k] - p[a + k]) + v * (p[c + k] - p[a + k]));
        const e = [0, 1, 2].map((k) => p[b + k] - p[a + k]);
        const f = [0, 1, 2].map((k) => p[c + k] - p[a + k]);
        const normal = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
        const length = Math.hypot(...normal);
        const off = (d: number) => at.map((x, k) => x + (d * normal[k]) / length) as [number, number, number];
        expect(bspSide(tree, ...off(0)), `${name}, seed 4, point ${n}`).toBe(0);
        expect(bspSide(tree, ...off(1e-6))).toBe(-1);
        expect(bspSide(tree, ...off(-1e-6))).toBe(1);
      }
    }
  });

  test('a millimetre a kilometre away, and a thousand kilometres across', () => {
    for (const [scale, far] of [
      [1e-3, 1000],
      [1e9, 0],
    ]) {
      const mesh = placed(tubeMesh({ outer: 1, inner: 0.5, length: 1, sides: 16 }), 0, far, far, far, scale);
      const tree = buildBsp(mesh);
      expect(bspSide(tree, far + 0.75 * scale, far, far)).toBe(1);
      expect(bspSide(tree, far, far, far)).toBe(-1);
      expect(bspSide(tree, far + 0.75 * scale, far, far + 0.6 * scale)).toBe(-1);
    }
  });

  test('depth grows with the logarithm of the faces of a sphere, not with their number', () => {
    const depths = [2, 3, 4].map((level) => buildBsp(sphereMesh(1, level)).depth);
    expect(depths[2] - depths[1]).toBeLessThan(12);
    expect(depths[2]).toBeLessThan(50); // 5120 faces
  });

  test('what has no volume, or grows too large, is refused in words', () => {
    const flat = { positions: new Float64Array(9), triangles: Int32Array.of(0, 1, 2) };
    expect(() => buildBsp(flat)).toThrow(/enclose a volume/);
    expect(() => buildBsp(sphereMesh(1, 3), { maxNodes: 100 })).toThrow(/more than 100 nodes/);
  });
});
