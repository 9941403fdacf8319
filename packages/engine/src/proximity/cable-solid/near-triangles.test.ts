import { expect, test } from 'vitest';
import { GrowableInt32, Random } from '../../base/index.ts';
import { makeTrianglePoint, pointTriangle, prepareMesh, sphereMesh } from '../../geometry/index.ts';
import { rootOfCubic, turnOfCubic } from './cubic-bracket.ts';
import { keepNear } from './near-triangles.ts';
import { surfaceOf } from './surface.ts';

const random = new Random(11);

test('no triangle within reach of a curve is dropped, and most of the others are', () => {
  const surface = surfaceOf(prepareMesh(sphereMesh(1, 3)));
  const list = new GrowableInt32(surface.count);
  const place = makeTrianglePoint();
  const p = new Float64Array(3);
  let kept = 0;
  let near = 0;
  for (let round = 0; round < 40; round++) {
    // Bezier points about a place near the surface
    const z = random.between(-1, 1);
    const angle = random.between(0, 6.28);
    const rho = Math.sqrt(1 - z * z);
    const centre = [rho * Math.cos(angle), rho * Math.sin(angle), z].map((x) => x * random.between(0.95, 1.1));
    const b = Float64Array.from({ length: 12 }, (_, i) => centre[i % 3] + random.between(-0.2, 0.2));
    const reach = 0.05;
    // |P''| of a cubic is largest at an end: 6 |b0 - 2 b1 + b2|; a chord is off by an eighth of it
    const bent = [0, 3].map((o) => Math.hypot(...[0, 1, 2].map((k) => b[o + k] - 2 * b[o + 3 + k] + b[o + 6 + k])));
    const sag = (6 / 8) * Math.max(...bent);
    list.clear();
    for (let t = 0; t < surface.count; t++) list.push(t);
    keepNear(list, 0, surface, b, Float64Array.of(reach, sag));
    const found = new Set(list.toArray());
    kept += found.size;
    for (let t = 0; t < surface.count; t++) {
      let least = Number.POSITIVE_INFINITY;
      for (let u = 0; u <= 1; u += 0.02) {
        const v = 1 - u;
        for (let k = 0; k < 3; k++)
          p[k] = v * v * v * b[k] + 3 * v * v * u * b[3 + k] + 3 * v * u * u * b[6 + k] + u * u * u * b[9 + k];
        pointTriangle(place, p, 0, surface.corners, 9 * t);
        least = Math.min(least, place.distance2);
      }
      if (least > reach * reach) continue;
      near++;
      expect(found.has(t)).toBe(true);
    }
  }
  expect(near).toBeGreaterThan(200);
  expect(kept).toBeLessThan(0.2 * 40 * surface.count);
});

test('an element deep inside keeps the whole list: the nearest triangle says which way is out', () => {
  const surface = surfaceOf(prepareMesh(sphereMesh(1, 2)));
  const list = new GrowableInt32(surface.count);
  for (let t = 0; t < surface.count; t++) list.push(t);
  keepNear(list, 0, surface, new Float64Array(12), Float64Array.of(0.01, 0));
  expect(list.length).toBe(surface.count);
  keepNear(list, 0, surface, new Float64Array(12).fill(2), Float64Array.of(0.01, 0));
  expect(list.length).toBe(0);
});

test('a bracket finds the root and the turn of a cubic to rounding', () => {
  for (let round = 0; round < 200; round++) {
    const [a, width] = [random.between(-1, 1), random.between(0.1, 1)];
    const c = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    const f = (u: number): number => c[0] + u * (c[1] + u * (c[2] + u * c[3]));
    const slope = (u: number): number => c[1] + u * (2 * c[2] + 3 * u * c[3]);
    const ends = Float64Array.of(a, f(a), slope(a), a + width, f(a + width), slope(a + width));
    if (ends[1] < 0 !== ends[4] < 0) expect(Math.abs(f(a + width * rootOfCubic(ends)))).toBeLessThan(1e-12);
    if (ends[2] < 0 !== ends[5] < 0) expect(Math.abs(slope(a + width * turnOfCubic(ends)))).toBeLessThan(1e-9);
  }
});
