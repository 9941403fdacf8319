/** Surfaces of equal pressure against closed forms, differences, closed ways and energies. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import {
  boxMesh,
  cylinderMesh,
  fittedSphereMesh,
  gearMesh,
  type ShapeSpec,
  sphereMesh,
  stiffeningLaw,
} from '../../geometry/index.ts';
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
      // f at the floor is d, or the distance u to a side where that is less: its integral is the sum over t < d of what lies deeper than
      // t from all sides, (0.3 - 2t)(0.2 - 2t)
      expect(wrench[2] / (0.06 * d - 0.5 * d ** 2 + (4 / 3) * d ** 3)).toBeCloseTo(1, 12);
      expect(energy / (0.03 * d ** 2 - (0.5 / 3) * d ** 3 + d ** 4 / 3)).toBeCloseTo(1, 12);
    }
    // a rigid plate is wetted on its sides too
    expect(area).toBeCloseTo(ofPlate === undefined ? 0.06 + 2 * 0.5 * d : 0.06, 12);
    expect(deepest).toBeCloseTo(d, 12);
  });

  test('a rigid sphere of 5120 faces, turned anyhow, and the order of its error', () => {
    const R = 0.1;
    const errors = [3, 4].map((level) => {
      const meeting = new Meeting(FLOOR, asMesh(fittedSphereMesh(R, level)), layer(0.03), undefined);
      return [2e-3, 5e-3, 0.01].map((depth) => {
        const F = Math.PI * depth * depth * (R - depth / 3);
        const U = Math.PI * ((R * depth ** 3) / 3 - depth ** 4 / 12);
        let worst = 0;
        for (let i = 0; i < 8; i++) {
          const { wrench, energy } = meeting.at(
            [0, 0, R - depth],
            turn(2 * Math.sin(1.3 * i), 2 * Math.cos(2.1 * i), i / 8),
          );
          worst = Math.max(worst, Math.abs(wrench[2] / F - 1), Math.abs(energy / U - 1));
        }
        return worst;
      });
    });
    for (let k = 0; k < 3; k++) {
      expect(errors[1][k]).toBeLessThan(1e-3);
      expect(errors[1][k]).toBeLessThan(errors[0][k] / 3.8);
    }
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

  test.each([0.01, 0.05, 0.1, 0.2, 0.3])('two cubes, flush or a hair askew, pressed by %d m', (d) => {
    const meeting = new Meeting(cube, cube, solid, solid);
    for (const aside of [0, 1e-17, 1e-9]) {
      const { wrench, energy } = meeting.at([aside, 2 * aside, 2 * a - d]);
      // flush, the side force jumps by d/(2a) of it; what pushes changes by three times the part of its width by which one is aside
      const bound = 1e-9 + (3 * 2 * aside) / a;
      expect(Math.abs(wrench[2] / F(d / 2) - 1)).toBeLessThan(bound);
      expect(Math.abs(energy / (2 * U(d / 2)) - 1)).toBeLessThan(bound);
      if (aside < 1e-16) expect(Math.abs(wrench[0]) + Math.abs(wrench[1])).toBeLessThan(1e-4 * wrench[2]);
    }
  });

  test.each([0.01, 0.1, 0.4])('equal cubes a hair askew, %d m deep, push each other aside', (d) => {
    const { wrench } = new Meeting(cube, cube, solid, solid).at([1e-7, 0, 2 * a - d]);
    // in the sides that lie in each other min(p_A, p_B) falls by 1/a for each metre aside, on one side only: what they have in common over
    // a, which is d/(4a) of the push for small depths; it changes sign where they are flush, so it jumps by d/(2a)
    const common = (a * d * d) / 2 - d ** 3 / 12;
    expect(wrench[0] / (common / a)).toBeCloseTo(1, 5);
    expect(wrench[2] / F(d / 2)).toBeCloseTo(1, 5);
  });

  test('a cube pressed past its centre holds all but what the rest would', () => {
    for (const d of [0.6, 0.9]) {
      const met = new Meeting(FLOOR, cube, undefined, solid).at([0, 0, a - d]);
      expect(met.energy / (0.25 - U(2 * a - d))).toBeCloseTo(1, 12);
    }
  });

  test('a ball on a rigid floor and two balls converge with the square of their edges', () => {
    const Fs = (d: number): number => {
      const h = a - d;
      return 2 * Math.PI * ((a * a - h * h) / 2 - (a ** 3 - h ** 3) / (3 * a));
    };
    const of = (ball: ShapeSpec): number[] => {
      const one = new Meeting(FLOOR, ball, undefined, solid).at([0, 0, a - 0.3]);
      const two = new Meeting(ball, ball, solid, solid).at([0, 0, 2 * a - 0.3]);
      return [
        one.wrench[2] / Fs(0.3),
        one.energy / 0.0197920337176157,
        two.wrench[2] / Fs(0.15),
        two.energy / 0.00600829594999048,
      ].map((ratio) => Math.abs(ratio - 1));
    };
    const [coarse, fine] = [2, 3].map((level) => of(asMesh(sphereMesh(a, level))));
    const fitted = of(asMesh(fittedSphereMesh(a, 3)));
    for (let k = 0; k < 4; k++) {
      expect(fine[k]).toBeLessThan(coarse[k] / 3.8);
      expect(fitted[k]).toBeLessThan(1e-3);
    }
  });
});

test('two layers share the depth by their give (CT-14)', () => {
  for (const [E1, H1, E2, H2, d, area] of [
    [1e6, 0.02, 1e6, 0.02, 1e-3, 0.04],
    [1e6, 0.02, 5e6, 0.01, 2e-3, 0.01],
    [2e5, 0.05, 1e8, 0.01, 5e-3, 0.25],
  ]) {
    const k = 1 / (H1 / E1 + H2 / E2);
    const a = Math.sqrt(area);
    const met = new Meeting(
      FLOOR,
      asMesh(boxMesh(a, a, 0.1)),
      { field: { kind: 'layer', thickness: H1 }, scale: E1 / k },
      { field: { kind: 'layer', thickness: H2 }, scale: E2 / k },
    ).at([0, 0, 0.05 - d]);
    // the block is indented by t; nearer than that to a side u, f is that of u, as above: the table's A d is without this rim
    const share = (k * H2) / E2;
    const t = d * share;
    const F = (area * t - 2 * a * t ** 2 + (4 / 3) * t ** 3) / share;
    const U = (area * t ** 2 * 0.5 - (2 / 3) * a * t ** 3 + t ** 4 / 3) / share ** 2;
    expect(Math.abs(met.deepest / d - 1)).toBeLessThan(1e-9);
    expect(Math.abs(met.wrench[2] / F - 1)).toBeLessThan(1e-9);
    expect(Math.abs(met.energy / U - 1)).toBeLessThan(1e-9);
  }
});

/** Name, pair, place, depth of the core. */
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
  [
    'rigid ball and a layer that stiffens',
    () =>
      new Meeting(asMesh(sphereMesh(0.1, 2)), asMesh(boxMesh(0.2, 0.15, 0.1)), undefined, {
        field: { kind: 'layer', thickness: 0.03, law: stiffeningLaw(0.5) },
        scale: 0.03,
      }),
    [0.02, 0.03, 0.14],
    0.058,
  ],
  [
    'layer of a half-space by a table, and a solid box',
    () =>
      new Meeting(
        FLOOR,
        asMesh(boxMesh(0.2, 0.15, 0.1)),
        { field: { kind: 'layer', thickness: 0.05, law: [0, 0, 0.1, 0.3, 0.2, 0.35, 1, 1] }, scale: 0.05 },
        { field: { kind: 'solid' }, scale: 0.05 },
      ),
    [0, 0, 0.05],
  ],
  [
    'ball with a core and a rigid box',
    () =>
      new Meeting(
        asMesh(sphereMesh(0.1, 1)),
        asMesh(boxMesh(0.2, 0.15, 0.1)),
        {
          field: {
            kind: 'core',
            core: { shape: { kind: 'box', half: [0.03, 0.03, 0.03] }, position: [0.01, 0, 0], rotation: UPRIGHT },
          },
          scale: 0.05,
        },
        undefined,
      ),
    [0.02, 0.03, 0.13],
    0.049,
  ],
];

describe.each(PAIRS)('%s', (_, make, place, core = Number.POSITIVE_INFINITY) => {
  test('stiffness is that of differences, at random poses', () => {
    const random = new Random(7);
    const meeting = make();
    const h = 1e-7;
    let worst = 0;
    let skew = 0;
    let tried = 0;
    for (let n = 0; n < 10; n++) {
      const x = place.map((c) => c + 0.01 * (random.uniform() - 0.5));
      const R = turn(0.5 * (random.uniform() - 0.5), 0.5 * (random.uniform() - 0.5), random.uniform() - 0.5);
      const here = meeting.at(x, R);
      // in the core under a layer there is no field, and no stiffness to compare
      if (!(here.deepest > 1e-3 && here.deepest < core)) continue;
      tried++;
      const K = meeting.stiffness();
      let scale = 0;
      for (const k of K) scale = Math.max(scale, Math.abs(k));
      // second derivatives of an energy along motions that do not commute differ by the wrench across their commutator
      const { wrench: w } = here;
      for (let i = 0; i < 3; i++) {
        const [p, q] = [(i + 1) % 3, (i + 2) % 3];
        skew = Math.max(skew, Math.abs(K[6 * p + q] - K[6 * q + p]) / scale);
        for (const difference of [
          K[6 * p + 3 + q] - K[6 * (3 + q) + p] + w[i],
          K[6 * q + 3 + p] - K[6 * (3 + p) + q] - w[i],
          K[6 * i + 3 + i] - K[6 * (3 + i) + i],
          K[6 * (3 + p) + 3 + q] - K[6 * (3 + q) + 3 + p] + w[3 + i],
        ]) {
          skew = Math.max(skew, Math.abs(difference) / scale);
        }
      }
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
        // rounding of the forces over 2h, and what kinks of the fields leave
        for (let i = 0; i < 6; i++) {
          const difference = -(plus[i] - minus[i]) / (2 * h);
          worst = Math.max(worst, Math.abs(difference - K[6 * i + j]) / scale);
        }
      }
    }
    expect(tried).toBeGreaterThan(5);
    expect(worst).toBeLessThan(1e-6);
    expect(skew).toBeLessThan(1e-8);
  });

  test('energy is what pressing has cost, and a closed way costs nothing', () => {
    // slides there, turns, slides back, turns back
    const meeting = make();
    const x0 = place.map((c, k) => c + 0.004 * Math.sin(k + 1));
    const x1 = place.map((c, k) => c - 0.005 * Math.cos(k));
    const R0 = turn(0.1, 0.2, 0.3);
    const spin = [0.03, -0.02, 0.04];
    const R1 = product(turn(spin[0], spin[1], spin[2]), R0);
    const sliding =
      (R: readonly number[]) =>
      (t: number): number => {
        const { wrench: w } = meeting.at(
          x0.map((c, k) => c + t * (x1[k] - c)),
          R,
        );
        return [0, 1, 2].reduce((sum, k) => sum + w[k] * (x1[k] - x0[k]), 0);
      };
    const turning =
      (x: readonly number[]) =>
      (t: number): number => {
        const { wrench: w } = meeting.at(x, product(turn(t * spin[0], t * spin[1], t * spin[2]), R0));
        return [0, 1, 2].reduce((sum, k) => {
          const [p, q] = [(k + 1) % 3, (k + 2) % 3];
          return sum + spin[k] * (w[3 + k] - x[p] * w[q] + x[q] * w[p]);
        }, 0);
      };
    const legs = [sliding(R0), turning(x1), sliding(R1), turning(x0)];
    const energies = [
      meeting.at(x0, R0),
      meeting.at(x1, R0),
      meeting.at(x1, R1),
      meeting.at(x0, R1),
      meeting.at(x0, R0),
    ].map(({ energy }) => energy);
    let most = 0;
    for (const leg of legs) for (let i = 0; i < 10; i++) most += Math.abs(leg((i + 0.5) / 10)) / 10;
    // Gauss with three points, halved where a kink of the fields makes halves and whole differ
    const gauss = (f: (t: number) => number, from: number, to: number): number => {
      const [m, h] = [(from + to) / 2, (to - from) / 2];
      const x = Math.sqrt(0.6) * h;
      return (h * (5 * f(m - x) + 8 * f(m) + 5 * f(m + x))) / 9;
    };
    const integral = (f: (t: number) => number, from: number, to: number, whole: number): number => {
      const m = (from + to) / 2;
      const [left, right] = [gauss(f, from, m), gauss(f, m, to)];
      if (to - from < 1e-4 || Math.abs(left + right - whole) < 3e-11 * most) return left + right;
      return integral(f, from, m, left) + integral(f, m, to, right);
    };
    const works = legs.map((leg, i) => (i < 2 ? 1 : -1) * integral(leg, 0, 1, gauss(leg, 0, 1)));
    const work = works.reduce((sum, w) => sum + w, 0);
    expect(Math.abs(work)).toBeLessThan(1e-9 * most);
    works.forEach((w, i) => {
      expect(Math.abs(energies[i + 1] - energies[i] + w)).toBeLessThan(1e-9 * most);
    });
  });
});
