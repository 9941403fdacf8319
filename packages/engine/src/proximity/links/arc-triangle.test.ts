import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { makeTrianglePoint } from '../../geometry/index.ts';
import { cos, sin } from '../../math/index.ts';
import { arcTriangle } from './arc-triangle.ts';

interface CirclePair {
  distance: number;
  x: number;
  y: number;
  z: number;
  circleX: number;
  circleY: number;
}

function makeCirclePair(): CirclePair {
  return { distance: 0, x: 0, y: 0, z: 0, circleX: 0, circleY: 0 };
}

/** A whole circle: the triangle and its mirror images against the quarter; each image starts from what the one before found. */
function closestOnCircle(out: CirclePair, corners: Float64Array, radius: number): void {
  const quarter = makeTrianglePoint();
  let most2 = Number.POSITIVE_INFINITY;
  for (const [sx, sy] of [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ]) {
    const image = corners.map((c, i) => (i % 3 === 0 ? sx * c : i % 3 === 1 ? sy * c : c));
    arcTriangle(quarter, image, 0, Float64Array.of(radius, most2));
    if (!(quarter.distance2 < most2)) continue;
    most2 = quarter.distance2;
    const { x, y, z, s, distance2 } = quarter;
    out.distance = Math.sqrt(distance2);
    out.x = sx * x;
    out.y = sy * y;
    out.z = z;
    out.circleX = (sx * radius * (1 - s * s)) / (1 + s * s);
    out.circleY = (sy * radius * 2 * s) / (1 + s * s);
  }
}

/** Squared distance of a point to the unit circle about z. */
function squared(x: number, y: number, z: number): number {
  const off = Math.sqrt(x * x + y * y) - 1;
  return z * z + off * off;
}

/** Least distance over a fine grid of the triangle, then over ever finer ones around the best points. */
function searched(p: Float64Array): number {
  const n = 60;
  const value = (u: number, v: number): number => {
    const w = 1 - u - v;
    return squared(w * p[0] + u * p[3] + v * p[6], w * p[1] + u * p[4] + v * p[7], w * p[2] + u * p[5] + v * p[8]);
  };
  const starts: [number, number, number][] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n - i; j++) starts.push([value(i / n, j / n), i / n, j / n]);
  }
  starts.sort((a, b) => a[0] - b[0]);
  let least = Number.POSITIVE_INFINITY;
  for (const start of starts.slice(0, 12)) {
    let [best, u, v] = start;
    for (let step = 1 / n; step > 1e-9; step /= 2) {
      for (let again = true; again; ) {
        again = false;
        for (const [du, dv] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
          [1, -1],
          [-1, 1],
        ]) {
          const [a, b] = [u + du * step, v + dv * step];
          if (a < 0 || b < 0 || a + b > 1 || value(a, b) >= best) continue;
          [best, u, v, again] = [value(a, b), a, b, true];
        }
      }
    }
    least = Math.min(least, best);
  }
  return Math.sqrt(least);
}

describe('a circle, as four quarters, and a triangle', () => {
  test('are as far apart as a search over the whole triangle finds', () => {
    const random = new Random(9);
    const out = makeCirclePair();
    for (let trial = 0; trial < 150; trial++) {
      const size = trial % 3 === 0 ? 0.3 : 2;
      const at = [0, 1, 2].map(() => random.between(-1.5, 1.5));
      const p = Float64Array.from({ length: 9 }, (_, i) => at[i % 3] + size * random.between(-1, 1));
      closestOnCircle(out, p, 1);
      const expected = searched(p);
      expect(out.distance).toBeLessThan(expected + 1e-12);
      expect(out.distance).toBeGreaterThan(expected - 1e-6); // the search is good to 1e-8 in place, squared where it is zero
      expect(Math.abs(squared(out.x, out.y, out.z) - out.distance * out.distance)).toBeLessThan(1e-14);
      expect(Math.abs(out.circleX * out.circleX + out.circleY * out.circleY - 1)).toBeLessThan(1e-14);
    }
  });

  test('special places: pierced, parallel, through the axis, around the circle, without area', () => {
    const out = makeCirclePair();
    const distance = (...p: number[]): number => {
      closestOnCircle(out, Float64Array.from(p), 1);
      return out.distance;
    };
    expect(distance(0.5, 0, -1, 1.5, 0, -1, 1, 0, 1)).toBe(0); // pierced
    expect(distance(-9, -9, 0.25, 9, -9, 0.25, 0, 18, 0.25)).toBe(0.25); // the circle lies over it
    expect(distance(-0.1, -0.1, 0, 0.1, -0.1, 0, 0, 0.5, 0)).toBeCloseTo(0.5, 15); // in the plane, within the circle
    expect(distance(0, 0, -1, 0, 0, 1, 0, 0, 0)).toBe(1); // on the axis
    expect(distance(0, 0, 2, 0, 0, 3, 0.1, 0, 4)).toBeCloseTo(Math.sqrt(5), 15);
    expect(distance(-2, 0, 0.5, 2, 0, 0.5, 2, 0, 0.5)).toBeCloseTo(0.5, 15); // a segment across the axis
    expect(distance(2, 0, 0, 2, 0, 0, 2, 0, 0)).toBe(1); // a point
  });

  test('turning the triangle about the axis turns the answer', () => {
    const p = Float64Array.of(0.9, -0.4, 0.3, 1.4, 0.5, 0.6, 0.2, 0.8, 0.9);
    const [a, b] = [makeCirclePair(), makeCirclePair()];
    closestOnCircle(a, p, 0.7);
    const turned = p.slice();
    const [c, s] = [cos(0.8), sin(0.8)];
    for (let i = 0; i < 9; i += 3) {
      turned[i] = c * p[i] - s * p[i + 1];
      turned[i + 1] = s * p[i] + c * p[i + 1];
    }
    closestOnCircle(b, turned, 0.7);
    expect(b.distance).toBeCloseTo(a.distance, 14);
    expect(b.x).toBeCloseTo(c * a.x - s * a.y, 12);
    expect(b.circleY).toBeCloseTo(s * a.circleX + c * a.circleY, 12);
  });
});
