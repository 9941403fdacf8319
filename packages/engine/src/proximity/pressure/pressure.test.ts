/** Surfaces of equal pressure against closed forms, differences, closed ways and energies. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { boxMesh, cylinderMesh, gearMesh, type ShapeSpec, sphereMesh } from '../../geometry/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PATCH_STRIDE, PATCH_TURNING, PatchList, POINT_STRIDE } from '../volume/patch-list.ts';
import { PressurePair, type PressureSide } from './pressure-pair.ts';

const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const onBody = (shape: ShapeSpec, body: number): CollisionShape => ({
  shape,
  body,
  position: [0, 0, 0],
  rotation: UPRIGHT,
});
const asMesh = ({ positions, triangles }: { positions: Float64Array; triangles: Int32Array }): ShapeSpec => ({
  kind: 'mesh',
  positions,
  triangles,
});
const FLOOR: ShapeSpec = { kind: 'half-space' };

/** Rotation vector to a matrix, row-major (Rodrigues). */
function turn(x: number, y: number, z: number): number[] {
  const a = Math.sqrt(x * x + y * y + z * z);
  if (a === 0) return UPRIGHT;
  const [u, v, w] = [x / a, y / a, z / a];
  const [c, s] = [Math.cos(a), Math.sin(a)];
  const t = 1 - c;
  return [
    c + t * u * u,
    t * u * v - s * w,
    t * u * w + s * v,
    t * u * v + s * w,
    c + t * v * v,
    t * v * w - s * u,
    t * u * w - s * v,
    t * v * w + s * u,
    c + t * w * w,
  ];
}

function product(a: readonly number[], b: readonly number[]): number[] {
  return a.map((_, i) => [0, 1, 2].reduce((sum, k) => sum + a[i - (i % 3) + k] * b[3 * k + (i % 3)], 0));
}

/** Sums of a pair with B at a place, turned, A at the origin: wrench on B about the world's origin, energy, area, K about the origin. */
class Meeting {
  readonly list: PatchList = new PatchList();
  private readonly pair: PressurePair;
  constructor(a: ShapeSpec, b: ShapeSpec, sideA: PressureSide | undefined, sideB: PressureSide | undefined) {
    this.pair = new PressurePair(onBody(a, 0), onBody(b, 1), sideA, sideB);
  }

  at(place: readonly number[], rotation: readonly number[] = UPRIGHT) {
    const { list } = this;
    list.clear();
    const poses = Float64Array.of(0, 0, 0, ...place);
    this.pair.meet(list, poses, Float64Array.from([...UPRIGHT, ...rotation]));
    const wrench = new Float64Array(6);
    let [energy, area, deepest] = [0, 0, 0];
    for (let p = 0; p < list.count; p++) {
      const d = list.data.subarray(PATCH_STRIDE * p, PATCH_STRIDE * (p + 1));
      energy += d[10];
      area += d[7];
      deepest = Math.max(deepest, d[8]);
      for (let i = list.start[p]; i < list.start[p + 1]; i++) {
        const q = list.points.subarray(POINT_STRIDE * i, POINT_STRIDE * (i + 1));
        const n = d[9] === 1 ? list.normals.subarray(3 * i, 3 * i + 3) : d.subarray(3, 6);
        const x = [0, 1, 2].map((k) => q[k] + d[k]);
        const f = [0, 1, 2].map((k) => q[3] * n[k]);
        for (let k = 0; k < 3; k++) {
          wrench[k] += f[k];
          wrench[3 + k] += x[(k + 1) % 3] * f[(k + 2) % 3] - x[(k + 2) % 3] * f[(k + 1) % 3];
        }
      }
    }
    return { wrench, energy, area, deepest };
  }

  /** -d wrench on B / d motion of B, about the world's origin, of the state last met */
  stiffness(): Float64Array {
    const { list } = this;
    const K = new Float64Array(36);
    for (let p = 0; p < list.count; p++) {
      const d = list.data.subarray(PATCH_STRIDE * p, PATCH_STRIDE * (p + 1));
      const own = Float64Array.from(list.turning.subarray(PATCH_TURNING * p, PATCH_TURNING * (p + 1)));
      for (let i = list.start[p]; i < list.start[p + 1]; i++) {
        const q = list.points.subarray(POINT_STRIDE * i, POINT_STRIDE * (i + 1));
        const n = d[9] === 1 ? list.normals.subarray(3 * i, 3 * i + 3) : d.subarray(3, 6);
        const cross = (u: ArrayLike<number>): number[] =>
          [0, 1, 2].map((k) => q[(k + 1) % 3] * u[(k + 2) % 3] - q[(k + 2) % 3] * u[(k + 1) % 3]);
        const left = [...n, ...cross(n)];
        const s = q.subarray(4, 7);
        const right = [...s, ...cross(s)];
        for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) own[6 * r + c] += left[r] * right[c];
      }
      // to the origin: T^T K T with T = [1, -[c]x; 0, 1]
      const [x, y, z] = d;
      const T = [
        1,
        0,
        0,
        0,
        z,
        -y,
        0,
        1,
        0,
        -z,
        0,
        x,
        0,
        0,
        1,
        y,
        -x,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
      ];
      for (let r = 0; r < 6; r++) {
        for (let c = 0; c < 6; c++) {
          for (let i = 0; i < 6; i++)
            for (let j = 0; j < 6; j++) K[6 * r + c] += T[6 * i + r] * own[6 * i + j] * T[6 * j + c];
        }
      }
    }
    return K;
  }
}

const layer = (thickness: number, scale: number = thickness): PressureSide => ({
  field: { kind: 'layer', thickness },
  scale,
});

describe('force and energy (CT-12)', () => {
  // f = depth where scale = thickness, so F/k = volume: with k = E*/H the table's formulas
  const d = 1e-3;
  test.each([
    ['half-space with a layer under a rigid plate', FLOOR, layer(0.01), undefined],
    ['rigid half-space under a plate with a layer', FLOOR, undefined, layer(0.01)],
  ])('%s', (_, floor, ofFloor, ofPlate) => {
    const plate = asMesh(boxMesh(0.3, 0.2, 0.1));
    const { wrench, energy, area, deepest } = new Meeting(floor, plate, ofFloor, ofPlate).at([0.1, 0, 0.05 - d]);
    if (ofPlate === undefined) {
      expect(wrench[2] / (0.06 * d)).toBeCloseTo(1, 12);
      expect(energy / (0.5 * 0.06 * d * d)).toBeCloseTo(1, 12);
      expect(wrench[4] / (-0.1 * 0.06 * d)).toBeCloseTo(1, 9);
    } else {
      // its rim goes up with the mitre of the layer, at 45 degrees
      const inner = (x: number): number => (0.3 - 2 * x) * (0.2 - 2 * x);
      const rim = 0.5 * d * (0.3 + 0.2) * 2 * d - (4 / 1) * d * d * d * (1 / 1) * (1 / 3) * 2;
      expect(Math.abs(wrench[2] / (inner(d) * d + rim) - 1)).toBeLessThan(2e-5);
    }
    // a rigid plate is wetted on its sides too
    expect(area).toBeCloseTo(ofPlate === undefined ? 0.06 + 2 * 0.5 * d : 0.06, 12);
    expect(deepest).toBeCloseTo(d, 12);
  });

  test('a rigid sphere on a layer converges with the square of its edges', () => {
    const R = 0.1;
    const depth = 2e-3;
    const F = Math.PI * depth * depth * (R - depth / 3);
    const U = Math.PI * ((R * depth ** 3) / 3 - depth ** 4 / 12);
    const errors = [4, 5].map((level) => {
      const met = new Meeting(FLOOR, asMesh(sphereMesh(R, level)), layer(0.01), undefined);
      const { wrench, energy } = met.at([0, 0, R - depth]);
      return [Math.abs(wrench[2] / F - 1), Math.abs(energy / U - 1)];
    });
    expect(errors[1][0]).toBeLessThan(errors[0][0] / 2.5);
    expect(errors[1][1]).toBeLessThan(errors[0][1] / 2.5);
    expect(errors[1][0]).toBeLessThan(0.03);
  });
});

describe('compliant solids (CT-13)', () => {
  const a = 0.5;
  const cube = asMesh(boxMesh(2 * a, 2 * a, 2 * a));
  const solid: PressureSide = { field: { kind: 'solid' }, scale: 1 };
  const F = (d: number): number => {
    const s = (x: number): number => (x * x) / 2 - (x * x * x) / (3 * a);
    return (4 * (a - d) * (a - d) * d) / a + 8 * (s(a) - s(a - d));
  };
  const U = (d: number): number => {
    // Gauss with three points, exact for the cubic
    const x = Math.sqrt(0.6);
    return (d / 2) * ((5 * F((d * (1 - x)) / 2)) / 9 + (8 * F(d / 2)) / 9 + (5 * F((d * (1 + x)) / 2)) / 9);
  };

  test.each([0.01, 0.05, 0.1, 0.2, 0.3])('a cube pressed %d m onto a rigid floor', (d) => {
    const met = new Meeting(FLOOR, cube, undefined, solid).at([0, 0, a - d]);
    expect(met.wrench[2] / F(d)).toBeCloseTo(1, 12);
    expect(met.energy / U(d)).toBeCloseTo(1, 12);
  });

  test.each([0.01, 0.1, 0.3])('two cubes, a hair askew, pressed by %d m', (d) => {
    const met = new Meeting(cube, cube, solid, solid).at([1e-9, 2e-9, 2 * a - d]);
    // flush, the side force jumps by d/(2a) of it; what pushes is not affected
    expect(Math.abs(met.wrench[2] / F(d / 2) - 1)).toBeLessThan(1e-7);
    // there the surface runs along edges of cells, which rays cross within a polygon: its energy is integrated, not exact
    expect(Math.abs(met.energy / (2 * U(d / 2)) - 1)).toBeLessThan(3e-3);
  });
});

test('two layers share the depth by their give (CT-14)', () => {
  for (const [E1, H1, E2, H2, d] of [
    [1e6, 0.02, 1e6, 0.02, 1e-3],
    [1e6, 0.02, 5e6, 0.01, 2e-3],
    [2e5, 0.05, 1e8, 0.01, 5e-3],
  ]) {
    const k = 1 / (H1 / E1 + H2 / E2);
    // the second is wider, so all of the first's face meets one even layer but for its mitred rim
    const met = new Meeting(
      FLOOR,
      asMesh(boxMesh(10, 10, 2)),
      { field: { kind: 'layer', thickness: H1 }, scale: E1 / k },
      { field: { kind: 'layer', thickness: H2 }, scale: E2 / k },
    ).at([0, 0, 1 - d]);
    expect(met.deepest / d).toBeCloseTo(1, 8); // the last one is 500 times stiffer than its partner: rounding of its depth counts
    expect(met.wrench[2] / (100 * d)).toBeGreaterThan(0.99);
    expect(met.wrench[2] / (100 * d)).toBeLessThan(1 + 1e-9);
  }
});

const PAIRS: [string, () => Meeting, number[], number?][] = [
  [
    'layer of a ball and a rigid box',
    () => new Meeting(asMesh(sphereMesh(0.1, 2)), asMesh(boxMesh(0.2, 0.15, 0.1)), layer(0.03), undefined),
    [0.02, 0.03, 0.14],
    0.029,
  ],
  [
    'rigid ball and layer of a box',
    () => new Meeting(asMesh(sphereMesh(0.1, 2)), asMesh(boxMesh(0.2, 0.15, 0.1)), undefined, layer(0.03)),
    [0.02, 0.03, 0.14],
    0.029,
  ],
  [
    'two layers, edge on edge',
    () => new Meeting(asMesh(boxMesh(0.2, 0.2, 0.2)), asMesh(boxMesh(0.2, 0.2, 0.2)), layer(0.06), layer(0.05, 0.13)),
    [0.13, 0.02, 0.13],
  ],
  [
    'solid box and solid cylinder',
    () =>
      new Meeting(
        asMesh(boxMesh(0.2, 0.2, 0.2)),
        asMesh(cylinderMesh({ radius: 0.08, length: 0.2, sides: 24 })),
        { field: { kind: 'solid' }, scale: 0.1 },
        { field: { kind: 'solid' }, scale: 0.2 },
      ),
    [0.05, 0.06, 0.15],
  ],
  [
    'half-space with a layer and a solid box',
    () => new Meeting(FLOOR, asMesh(boxMesh(0.2, 0.15, 0.1)), layer(0.05), { field: { kind: 'solid' }, scale: 0.05 }),
    [0, 0, 0.05],
  ],
  [
    'rigid gear and a layer',
    () =>
      new Meeting(
        asMesh(gearMesh({ teeth: 8, module: 0.02, width: 0.03, bore: 0.03 })),
        asMesh(boxMesh(0.2, 0.15, 0.1)),
        undefined,
        layer(0.03),
      ),
    [0.06, 0, 0.06],
    0.029,
  ],
];

describe.each(PAIRS)('%s', (_, make, place, core = Number.POSITIVE_INFINITY) => {
  test('stiffness is that of differences, at random poses', () => {
    const random = new Random(7);
    const meeting = make();
    const h = 1e-6;
    let tried = 0;
    for (let n = 0; n < 12; n++) {
      const x = place.map((c) => c + 0.01 * (random.uniform() - 0.5));
      const R = turn(0.5 * (random.uniform() - 0.5), 0.5 * (random.uniform() - 0.5), random.uniform() - 0.5);
      const here = meeting.at(x, R);
      // in the core under a layer there is no field, and no stiffness to compare
      if (!(here.deepest > 1e-3 && here.deepest < core)) continue;
      tried++;
      const K = meeting.stiffness();
      let scale = 0;
      for (const k of K) scale = Math.max(scale, Math.abs(k));
      for (let j = 0; j < 6; j++) {
        const move = (sign: number): Float64Array => {
          const s = sign * h;
          const e = [0, 1, 2].map((k) => (k === j % 3 ? s : 0));
          if (j < 3) return meeting.at([x[0] + e[0], x[1] + e[1], x[2] + e[2]], R).wrench;
          const small = turn(e[0], e[1], e[2]);
          const y = [0, 1, 2].map((k) => small[3 * k] * x[0] + small[3 * k + 1] * x[1] + small[3 * k + 2] * x[2]);
          return meeting.at(y, product(small, R)).wrench;
        };
        const [plus, minus] = [move(1), move(-1)];
        // rounding of the forces over 2h and what is left of second order at kinks of the fields
        for (let i = 0; i < 6; i++) {
          const difference = -(plus[i] - minus[i]) / (2 * h);
          expect(Math.abs(difference - K[6 * i + j])).toBeLessThan(5e-6 * scale);
        }
      }
    }
    expect(tried).toBeGreaterThan(3);
  });

  test('energy is what pressing has cost, and a closed way costs nothing', () => {
    const meeting = make();
    const R = turn(0.1, 0.2, 0.3);
    const way = (t: number): number[] =>
      place.map(
        (c, k) => c + 0.008 * Math.sin(2 * Math.PI * t + k) + (k === 2 ? 0.004 * Math.cos(4 * Math.PI * t) : 0),
      );
    let work = 0;
    let most = 0;
    let gained = 0;
    const STEPS = 60;
    const start = meeting.at(way(0), R).energy;
    const nodes = [(1 - Math.sqrt(0.6)) / 2, 0.5, (1 + Math.sqrt(0.6)) / 2];
    const weights = [5 / 18, 8 / 18, 5 / 18];
    for (let i = 0; i < STEPS; i++) {
      for (let g = 0; g < 3; g++) {
        const t = (i + nodes[g]) / STEPS;
        const f = meeting.at(way(t), R).wrench;
        const [p, q] = [way(t + 1e-6), way(t - 1e-6)];
        let power = 0;
        for (let k = 0; k < 3; k++) power += (f[k] * (p[k] - q[k])) / 2e-6;
        work += (weights[g] * power) / STEPS;
        most += (weights[g] * Math.abs(power)) / STEPS;
      }
      if (i === STEPS / 2 - 1) gained = meeting.at(way(0.5), R).energy - start + work;
    }
    // what the rule leaves of the kinks of the fields
    expect(Math.abs(work)).toBeLessThan(1e-5 * most);
    expect(Math.abs(gained)).toBeLessThan(2e-3 * most);
  });
});
