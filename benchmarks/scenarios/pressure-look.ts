/**
 * Surfaces of equal pressure alone: polygons a second, with the walk through both trees, sums over points and stiffness. Poses change from look to look,
 * so nothing is served from the look before. Native Drake 1.51 finds 2.7 to 2.9 million a second of a rigid and a soft solid, 0.21 to 0.47 of two soft ones, without
 * sums (hydro.py of the peers).
 */
import { cylinderMesh, fittedSphereMesh, type TriangleMesh } from '@hawser/engine';
import { PatchList, PressurePair, type PressureSide } from '@hawser/engine/parts';
import type { BenchCase } from 'hawser/cases';
import { cost } from './cost.ts';

const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const CALLS = 40;

interface Scene {
  readonly a: TriangleMesh;
  readonly b: TriangleMesh;
  readonly sideA: PressureSide;
  readonly sideB: PressureSide | undefined;
  /** [m] of b; it is turned a little more in every look */
  readonly at: readonly [number, number, number];
}

const layer = (thickness: number): PressureSide => ({ field: { kind: 'layer', thickness }, scale: thickness });
const solid: PressureSide = { field: { kind: 'solid' }, scale: 0.1 };

const SCENES: Readonly<Record<string, Scene>> = {
  'rigid ball of 5120 in a layer of 1200': {
    a: gridBox(0.4, 0.1, 14),
    b: fittedSphereMesh(0.1, 4),
    sideA: layer(0.03),
    sideB: undefined,
    at: [0.01, 0.02, 0.05 + 0.1 - 0.015],
  },
  'rigid cylinder of 48 in a soft ball of 1280': {
    a: fittedSphereMesh(0.1, 3),
    b: cylinderMesh({ radius: 0.06, length: 0.2, sides: 48 }),
    sideA: solid,
    sideB: undefined,
    at: [0, 0, 0.18],
  },
  'two soft balls of 1280': {
    a: fittedSphereMesh(0.1, 3),
    b: fittedSphereMesh(0.1, 3),
    sideA: solid,
    sideB: solid,
    at: [0.03, 0.02, 0.175],
  },
  'soft ball of 1280 on a layer of 1200': {
    a: gridBox(0.4, 0.1, 14),
    b: fittedSphereMesh(0.1, 3),
    sideA: layer(0.03),
    sideB: solid,
    at: [0.01, 0.02, 0.05 + 0.1 - 0.015],
  },
};

/** A box whose upper face is divided into n x n squares, sides as they must. */
function gridBox(width: number, height: number, n: number): TriangleMesh {
  const points: number[] = [];
  const triangles: number[] = [];
  const seen = new Map<string, number>();
  const point = (x: number, y: number, z: number): number => {
    const key = `${x},${y},${z}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    seen.set(key, points.length / 3);
    points.push(width * (x / n - 0.5), width * (y / n - 0.5), height * (z - 0.5));
    return points.length / 3 - 1;
  };
  const square = (a: number, b: number, c: number, d: number): void => {
    triangles.push(a, b, c, a, c, d);
  };
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      square(point(i, j, 1), point(i + 1, j, 1), point(i + 1, j + 1, 1), point(i, j + 1, 1));
      square(point(i, j, 0), point(i, j + 1, 0), point(i + 1, j + 1, 0), point(i + 1, j, 0));
    }
    square(point(i, 0, 0), point(i + 1, 0, 0), point(i + 1, 0, 1), point(i, 0, 1));
    square(point(i + 1, n, 0), point(i, n, 0), point(i, n, 1), point(i + 1, n, 1));
    square(point(0, i + 1, 0), point(0, i, 0), point(0, i, 1), point(0, i + 1, 1));
    square(point(n, i, 0), point(n, i + 1, 0), point(n, i + 1, 1), point(n, i, 1));
  }
  return { positions: Float64Array.from(points), triangles: Int32Array.from(triangles) };
}

export const benchCase: BenchCase = {
  name: 'pressure-look',
  title: 'surfaces of equal pressure alone, polygons a second',
  run() {
    const details: Record<string, number> = {};
    let all = 0;
    for (const [name, { a, b, sideA, sideB, at }] of Object.entries(SCENES)) {
      const shape = (mesh: TriangleMesh, body: number) => ({
        shape: { kind: 'mesh' as const, positions: mesh.positions, triangles: mesh.triangles },
        body,
        position: [0, 0, 0] as const,
        rotation: UPRIGHT,
      });
      const pair = new PressurePair(shape(a, 0), shape(b, 1), sideA, sideB);
      const out = new PatchList();
      const position = Float64Array.of(0, 0, 0, ...at);
      const rotation = Float64Array.from([...UPRIGHT, ...UPRIGHT]);
      let polygons = 0;
      let looks = 0;
      const seconds = cost((k) => {
        const turn = 0.3 + 1e-3 * k;
        const [c, s] = [Math.cos(turn), Math.sin(turn)];
        rotation.set([c, -s, 0, s, c, 0, 0, 0, 1], 9);
        out.clear();
        pair.meet(out, position, rotation);
        polygons += pair.surface.count;
        looks++;
      }, CALLS);
      details[`${name}: polygons a look`] = polygons / looks;
      details[`${name}: us a look`] = 1e6 * seconds;
      details[`${name}: thousand polygons a second`] = (1e-3 * polygons) / looks / seconds;
      all += seconds;
    }
    return Promise.resolve({
      name: 'pressure-look',
      simulatedSeconds: 0,
      cpuSeconds: all,
      realTimeRatio: 0,
      details,
    });
  },
};
