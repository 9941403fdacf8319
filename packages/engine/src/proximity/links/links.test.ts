import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { boxMesh, linkMesh, makeTrianglePoint, pointTriangle, type ShapeSpec } from '../../geometry/index.ts';
import { cos, PI, sin } from '../../math/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PATCH_STORED, PATCH_STRIDE, PATCH_TURNING, PatchList, POINT_STRIDE } from '../volume/patch-list.ts';
import type { SolidPair } from '../volume/solid-pair.ts';
import { arcTriangle } from './arc-triangle.ts';
import { hertzForm, linePart } from './hertz-form.ts';
import { LinkCurve } from './link-curve.ts';
import { LinkLinkPair } from './link-link-pair.ts';
import { LinkSolidPair } from './link-solid-pair.ts';

const D = 0.062;
const FORM = { bar: D, length: 6 * D, width: 3.6 * D, stud: 0.6 * D };
const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function linkShape(body: number): CollisionShape {
  const mesh = linkMesh({ ...FORM, bends: 6, barSides: 8 });
  return { shape: { kind: 'mesh', ...mesh, link: FORM }, body, position: [0, 0, 0], rotation: UPRIGHT };
}

function solidShape(shape: ShapeSpec, body: number): CollisionShape {
  return { shape, body, position: [0, 0, 0], rotation: UPRIGHT };
}

/** Rotation by a vector (row-major). */
function turned(out: Float64Array, o: number, x: number, y: number, z: number): void {
  const angle = Math.sqrt(x * x + y * y + z * z);
  const [u, v, w] = angle > 0 ? [x / angle, y / angle, z / angle] : [0, 0, 1];
  const [c, s] = [cos(angle), sin(angle)];
  const k = 1 - c;
  out.set(
    [
      c + k * u * u,
      k * u * v - s * w,
      k * u * w + s * v,
      k * u * v + s * w,
      c + k * v * v,
      k * v * w - s * u,
      k * u * w - s * v,
      k * v * w + s * u,
      c + k * w * w,
    ],
    o,
  );
}

/** Least squared distance of the quarter circle from the triangle: every place of a fine row, then a golden section around the best. */
function searched(p: Float64Array, radius: number): number {
  const at = new Float64Array(3);
  const out = makeTrianglePoint();
  const value = (phi: number): number => {
    at[0] = radius * cos(phi);
    at[1] = radius * sin(phi);
    pointTriangle(out, at, 0, p, 0);
    return out.distance2;
  };
  const n = 200;
  const row = Array.from({ length: n + 1 }, (_, k) => value((0.5 * PI * k) / n));
  let least = Math.min(...row);
  for (let k = 0; k <= n; k++) {
    if (row[k] > (row[k - 1] ?? Number.POSITIVE_INFINITY) || row[k] > (row[k + 1] ?? Number.POSITIVE_INFINITY))
      continue;
    let low = (0.5 * PI * Math.max(0, k - 1)) / n;
    let high = (0.5 * PI * Math.min(n, k + 1)) / n;
    for (let i = 0; i < 60; i++) {
      const [a, b] = [low + 0.382 * (high - low), low + 0.618 * (high - low)];
      if (value(a) < value(b)) high = b;
      else low = a;
    }
    least = Math.min(least, value(0.5 * (low + high)));
  }
  return least;
}

describe('a quarter circle and a triangle', () => {
  test('are as far apart as a dense search finds, to 1e-12 of the radius', () => {
    const random = new Random(20);
    const out = makeTrianglePoint();
    const p = new Float64Array(9);
    let worst = 0;
    for (let trial = 0; trial < 3000; trial++) {
      const size = [0.05, 0.4, 3][trial % 3];
      const middle = [0, 1, 2].map(() => random.between(-0.5, 1.5));
      for (let i = 0; i < 9; i++) p[i] = middle[i % 3] + size * random.between(-1, 1);
      arcTriangle(out, p, 0, Float64Array.of(1, Number.POSITIVE_INFINITY));
      const expected = Math.sqrt(searched(p, 1));
      // a search cannot come below the least; where it is not 0 its places count squared
      expect(Math.sqrt(out.distance2)).toBeLessThan(expected + 1e-12);
      if (expected > 1e-3) worst = Math.max(worst, expected - Math.sqrt(out.distance2));
      // and the point of the quarter is that far from the triangle
      const t = out.s;
      const at = Float64Array.of((1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t), 0);
      const check = makeTrianglePoint();
      pointTriangle(check, at, 0, p, 0);
      expect(Math.abs(Math.sqrt(check.distance2) - Math.sqrt(out.distance2))).toBeLessThan(1e-12);
    }
    expect(worst).toBeLessThan(1e-12);
  });
});

describe('stiffness by shape', () => {
  test('equal curvatures are a sphere on a plane', () => {
    expect(hertzForm(4, 4)).toBeCloseTo((4 / 3) * Math.sqrt(1 / 4), 12);
    expect(hertzForm(4, 4.001)).toBeCloseTo(hertzForm(4, 4), 3);
  });

  /** K and E by Simpson's rule over the angle. */
  const integrals = (beta: number): [number, number] => {
    const n = 20000;
    let [K, E] = [0, 0];
    for (let i = 0; i <= n; i++) {
      const s = sin((0.5 * PI * i) / n);
      const root = Math.sqrt(1 - (1 - beta * beta) * s * s);
      const w = i === 0 || i === n ? 1 : i % 2 === 0 ? 2 : 4;
      K += w / root;
      E += w * root;
    }
    const h = (0.5 * PI) / n / 3;
    return [h * K, h * E];
  };

  test('of ellipses as the elliptic integrals say, and those as the table of Timoshenko and Goodier, s. 142', () => {
    for (const beta of [0.9, 0.5, 0.18, 0.03]) {
      const [K, E] = integrals(beta);
      const ratio = (K - E) / (E / (beta * beta) - K);
      const form = (2 * Math.PI * Math.SQRT2 * Math.sqrt((K - E) / (1 - beta * beta) / ratio)) / (3 * K ** 1.5);
      expect(hertzForm(ratio, 1) / form).toBeCloseTo(1, 4);
    }
    // theta: cos theta = (B - A)/(B + A); m and n: half axes over that of a circle
    for (const [theta, m, n] of [
      [30, 2.731, 0.493],
      [60, 1.486, 0.717],
      [80, 1.128, 0.893],
    ]) {
      const cosine = cos((theta * PI) / 180);
      const [K, E] = integrals(n / m);
      const ratio = (K - E) / ((E * m * m) / (n * n) - K);
      expect(ratio / ((1 - cosine) / (1 + cosine))).toBeCloseTo(1, 2);
    }
  });

  test('a thin ellipse is a line: its part falls with the logarithm of its length', () => {
    expect(linePart(1, 1)).toBeCloseTo(0.9003, 3); // 4/3 over (pi/4) (4/3) sqrt 2
    expect(linePart(1e-4, 1)).toBeCloseTo(0.269, 2);
    expect(linePart(1e-4, 1)).toBeLessThan(linePart(1e-3, 1));
  });
});

interface Push {
  readonly stored: number;
  /** on B: force and moment about the origin, over k_v */
  readonly wrench: Float64Array;
  readonly patches: number;
}

function pushOf(pair: SolidPair, pos: Float64Array, rot: Float64Array): Push {
  const list = new PatchList();
  pair.meet(list, pos, rot, new Float64Array(12));
  const wrench = new Float64Array(6);
  let stored = 0;
  for (let p = 0; p < list.count; p++) {
    const o = PATCH_STRIDE * p;
    stored += list.data[o + PATCH_STORED];
    for (let i = list.start[p]; i < list.start[p + 1]; i++) {
      const k = POINT_STRIDE * i;
      const [n, m] = list.data[o + 9] === 1 ? [list.normals, 3 * i] : [list.data, o + 3];
      const x = [0, 1, 2].map((j) => list.data[o + j] + list.points[k + j]);
      const f = [0, 1, 2].map((j) => list.points[k + 3] * n[m + j]);
      for (let j = 0; j < 3; j++) {
        wrench[j] += f[j];
        wrench[3 + j] += x[(j + 1) % 3] * f[(j + 2) % 3] - x[(j + 2) % 3] * f[(j + 1) % 3];
      }
    }
  }
  return { stored, wrench, patches: list.count };
}

/** Largest difference of the push on B from the slope of what is held, over the size of the push; poses: of A and of B. */
function slopeError(pair: SolidPair, pos: Float64Array, rot: Float64Array): number {
  const { wrench } = pushOf(pair, pos, rot);
  const size = Math.sqrt(wrench[0] ** 2 + wrench[1] ** 2 + wrench[2] ** 2);
  const h = 2e-8;
  let worst = 0;
  for (let k = 0; k < 6; k++) {
    const held = [h, -h].map((step) => {
      const p = pos.slice();
      const r = rot.slice();
      if (k < 3) p[3 + k] += step;
      else {
        const spin = new Float64Array(9);
        turned(spin, 0, k === 3 ? step : 0, k === 4 ? step : 0, k === 5 ? step : 0);
        const apply = (v: ArrayLike<number>): number[] =>
          [0, 1, 2].map((i) => spin[3 * i] * v[0] + spin[3 * i + 1] * v[1] + spin[3 * i + 2] * v[2]);
        p.set(apply(p.subarray(3, 6)), 3);
        for (let c = 0; c < 3; c++) {
          const v = apply([rot[9 + c], rot[12 + c], rot[15 + c]]);
          for (let i = 0; i < 3; i++) r[9 + 3 * i + c] = v[i];
        }
      }
      return pushOf(pair, p, r).stored;
    });
    const slope = (held[1] - held[0]) / (2 * h); // the push is minus the slope
    worst = Math.max(worst, Math.abs(slope - wrench[k]) / (k < 3 ? size : size * 3 * D));
  }
  return worst;
}

/** Largest difference of the stiffness that the matrix takes from that by differences, over its largest number; levers over the bar. */
function stiffnessError(pair: SolidPair, pos: Float64Array, rot: Float64Array): number {
  const list = new PatchList();
  pair.meet(list, pos, rot, new Float64Array(12));
  // about the centre of mass of B, the link
  const K = new Float64Array(36);
  for (let p = 0; p < list.count; p++) {
    const o = PATCH_STRIDE * p;
    const c = [0, 1, 2].map((j) => list.data[o + j] - pos[3 + j]);
    const own = list.turning.slice(PATCH_TURNING * p, PATCH_TURNING * (p + 1));
    for (let i = list.start[p]; i < list.start[p + 1]; i++) {
      const k = POINT_STRIDE * i;
      const [n, m] = list.data[o + 9] === 1 ? [list.normals, 3 * i] : [list.data, o + 3];
      const x = [0, 1, 2].map((j) => list.points[k + j]);
      const lift = (v: Float64Array, at: number): number[] => [
        ...[0, 1, 2].map((j) => v[at + j]),
        ...[0, 1, 2].map((j) => x[(j + 1) % 3] * v[at + ((j + 2) % 3)] - x[(j + 2) % 3] * v[at + ((j + 1) % 3)]),
      ];
      const [u, s] = [lift(n, m), lift(list.points, k + 4)];
      for (let r = 0; r < 6; r++) for (let q = 0; q < 6; q++) own[6 * r + q] += u[r] * s[q];
    }
    const L = new Float64Array(36);
    for (let r = 0; r < 6; r++) L[6 * r + r] = 1;
    for (let r = 0; r < 3; r++) {
      L[6 * (3 + r) + ((r + 2) % 3)] = c[(r + 1) % 3];
      L[6 * (3 + r) + ((r + 1) % 3)] = -c[(r + 2) % 3];
    }
    for (let r = 0; r < 6; r++)
      for (let q = 0; q < 6; q++)
        for (let i = 0; i < 6; i++)
          for (let j = 0; j < 6; j++) K[6 * r + q] += L[6 * r + i] * own[6 * i + j] * L[6 * q + j];
  }
  const wrenchAt = (p: Float64Array, r: Float64Array): number[] => {
    const { wrench: w } = pushOf(pair, p, r);
    return [
      ...w.subarray(0, 3),
      ...[0, 1, 2].map(
        (j) => w[3 + j] - (p[3 + ((j + 1) % 3)] * w[(j + 2) % 3] - p[3 + ((j + 2) % 3)] * w[(j + 1) % 3]),
      ),
    ];
  };
  const h = 1e-8;
  let [worst, most] = [0, 0];
  for (let k = 0; k < 6; k++) {
    const [low, high] = [-h, h].map((step) => {
      const p = pos.slice();
      const r = rot.slice();
      if (k < 3) p[3 + k] += step;
      else {
        const spin = new Float64Array(9);
        turned(spin, 0, k === 3 ? step : 0, k === 4 ? step : 0, k === 5 ? step : 0);
        for (let c = 0; c < 3; c++) {
          for (let i = 0; i < 3; i++) {
            r[9 + 3 * i + c] = spin[3 * i] * rot[9 + c] + spin[3 * i + 1] * rot[12 + c] + spin[3 * i + 2] * rot[15 + c];
          }
        }
      }
      return wrenchAt(p, r);
    });
    for (let i = 0; i < 6; i++) {
      const scale = (i < 3 ? 1 : D) * (k < 3 ? 1 : D);
      const slope = -(high[i] - low[i]) / (2 * h);
      worst = Math.max(worst, Math.abs(slope - K[6 * i + k]) / scale);
      most = Math.max(most, Math.abs(K[6 * i + k]) / scale);
    }
  }
  return worst / most;
}

describe('the push of a link', () => {
  test('on a plane is the slope of what it holds, however it stands', () => {
    const pair = new LinkSolidPair(solidShape({ kind: 'half-space' }, 0), linkShape(1));
    const random = new Random(3);
    const pos = new Float64Array(6);
    const rot = new Float64Array(18);
    turned(rot, 0, 0, 0, 0);
    for (let trial = 0; trial < 60; trial++) {
      turned(rot, 9, random.between(-3, 3), random.between(-3, 3), random.between(-3, 3));
      // down until it is 0.1 mm in
      const curve = new LinkCurve(FORM);
      let lowest = Number.POSITIVE_INFINITY;
      const at = new Float64Array(3);
      for (let piece = 0; piece < 6; piece++) {
        for (let k = 0; k <= 400; k++) {
          at[0] = k / 400;
          curve.pointAt(at, 0, piece);
          lowest = Math.min(lowest, rot[15] * at[0] + rot[16] * at[1] + rot[17] * at[2]);
        }
      }
      pos[5] = D / 2 - lowest - 1e-4;
      const { patches } = pushOf(pair, pos, rot);
      expect(patches).toBeGreaterThan(0);
      expect(slopeError(pair, pos, rot)).toBeLessThan(2e-3);
      expect(stiffnessError(pair, pos, rot)).toBeLessThan(0.05);
    }
  });

  test('on a box, its faces, edges and corners', () => {
    const box = solidShape({ kind: 'box', half: [0.2, 0.15, 0.1] }, 0);
    const pair = new LinkSolidPair(box, linkShape(1));
    const random = new Random(4);
    const pos = new Float64Array(6);
    const rot = new Float64Array(18);
    turned(rot, 0, 0, 0, 0);
    let met = 0;
    for (let trial = 0; trial < 40000 && met < 60; trial++) {
      turned(rot, 9, random.between(-3, 3), random.between(-3, 3), random.between(-3, 3));
      for (let k = 0; k < 3; k++) pos[3 + k] = random.between(-0.45, 0.45);
      const { patches, stored } = pushOf(pair, pos, rot);
      // no deeper than some 0.2 mm, as steel is
      if (patches === 0 || stored > 1e-11) continue;
      met++;
      expect(slopeError(pair, pos, rot)).toBeLessThan(2e-2);
      expect(stiffnessError(pair, pos, rot)).toBeLessThan(0.1);
    }
    expect(met).toBeGreaterThan(15);
  });

  test('does not depend on how a face is cut into triangles', () => {
    const fine = boxMesh(0.4, 0.3, 0.2);
    const cut = { positions: [...fine.positions], triangles: [] as number[] };
    // every triangle into four
    for (let t = 0; t < fine.triangles.length; t += 3) {
      const v = [0, 1, 2].map((k) => fine.triangles[t + k]);
      const mid = [0, 1, 2].map((k) => {
        const [a, b] = [v[k], v[(k + 1) % 3]];
        for (let i = 0; i < 3; i++) cut.positions.push(0.5 * (fine.positions[3 * a + i] + fine.positions[3 * b + i]));
        return cut.positions.length / 3 - 1;
      });
      cut.triangles.push(v[0], mid[0], mid[2], mid[0], v[1], mid[1], mid[2], mid[1], v[2], mid[0], mid[1], mid[2]);
    }
    // corners that are one
    const keys = new Map<string, number>();
    const number = cut.positions.reduce<number[]>((all, _, i) => {
      if (i % 3 > 0) return all;
      const key = cut.positions.slice(i, i + 3).join();
      if (!keys.has(key)) keys.set(key, i / 3);
      all.push(keys.get(key) ?? 0);
      return all;
    }, []);
    const mesh = {
      positions: Float64Array.from(cut.positions),
      triangles: Int32Array.from(cut.triangles, (v) => number[v]),
    };
    const whole = new LinkSolidPair(solidShape({ kind: 'mesh', ...fine }, 0), linkShape(1));
    const parts = new LinkSolidPair(solidShape({ kind: 'mesh', ...mesh }, 0), linkShape(1));
    const pos = new Float64Array(6);
    const rot = new Float64Array(18);
    turned(rot, 0, 0, 0, 0);
    const random = new Random(5);
    for (let trial = 0; trial < 40; trial++) {
      // lying, nearly: a line of contact across the cuts
      turned(rot, 9, PI / 2 + random.between(-1e-4, 1e-4), random.between(-1e-4, 1e-4), 0);
      pos[3] = random.between(-0.05, 0.05);
      pos[4] = random.between(-0.02, 0.02);
      pos[5] = 0.1 + D / 2 - random.between(2e-5, 1e-4);
      const [one, other] = [whole, parts].map((pair) => pushOf(pair, pos, rot));
      expect(one.stored).toBeGreaterThan(0);
      expect(other.stored / one.stored).toBeCloseTo(1, 6);
      expect(other.wrench[2] / one.wrench[2]).toBeCloseTo(1, 6);
    }
  });

  test('two links in each other: the slope of what they hold, and Hertz for a bar on a crown', () => {
    const pair = new LinkLinkPair(linkShape(0), linkShape(1));
    const pos = new Float64Array(6);
    const rot = new Float64Array(18);
    turned(rot, 0, 0, 0, 0);
    const random = new Random(6);
    let met = 0;
    for (let trial = 0; trial < 40; trial++) {
      turned(rot, 9, random.between(-0.2, 0.2), random.between(-0.2, 0.2), PI / 2 + random.between(-0.2, 0.2));
      // pulled apart along z: the crowns are 0.1 mm in each other
      let [low, high] = [3.9 * D, 4.2 * D];
      for (let k = 0; k < 60; k++) {
        pos[5] = 0.5 * (low + high);
        if (pushOf(pair, pos, rot).patches > 0) high = pos[5];
        else low = pos[5];
      }
      pos[5] = high + 1e-4;
      const { patches, stored, wrench } = pushOf(pair, pos, rot);
      expect(patches).toBeGreaterThan(0);
      if (stored > 0.4 * 3e-4 * Math.abs(wrench[2])) continue; // where they met elsewhere first they are deeper
      met++;
      expect(slopeError(pair, pos, rot)).toBeLessThan(0.01); // the curvatures, and with them G, move a little with the place
    }
    expect(met).toBeGreaterThan(8);
    turned(rot, 9, 0, 0, PI / 2);
    // crossed crowns: relative curvature 1/r - 1/(R - r) both ways; k_v is E* over d
    const k = 2 / D - 1 / (0.8 * D);
    const E = 1.1e11;
    const depth = (50e3 / (E * (4 / 3) * Math.sqrt(1 / k))) ** (2 / 3);
    expect(depth).toBeGreaterThan(1e-4);
    pos[5] = 4 * D + depth;
    const force = (pushOf(pair, pos, rot).wrench[2] * E) / D;
    expect(Math.abs(force)).toBeGreaterThan(0.999 * 50e3);
    expect(Math.abs(force)).toBeLessThan(1.001 * 50e3);
  });
});
