import { expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { SectorGroup } from './sector-group.ts';

/** Corners of a polygon around the origin in the plane across n, anticlockwise seen from n's side. */
function polygon(radii: readonly number[], p: readonly number[], q: readonly number[]): Float64Array {
  return Float64Array.from(
    radii.flatMap((r, i) => {
      const angle = (2 * Math.PI * i) / radii.length;
      return p.map((x, k) => r * (Math.cos(angle) * x + Math.sin(angle) * q[k]));
    }),
  );
}

test('three points of a group have area, centre and second moments of its sectors, seen from any apex', () => {
  const random = new Random(4);
  const [p, q, n] = [
    [0.6, 0.8, 0],
    [0, 0, 1],
    [0.8, -0.6, 0],
  ];
  for (let trial = 0; trial < 20; trial++) {
    const corners = polygon(
      Array.from({ length: 7 }, () => random.between(0.8, 1.2)),
      p,
      q,
    );
    const [s, t] = [random.between(-0.2, 0.2), random.between(-0.2, 0.2)];
    const apex = p.map((x, k) => s * x + t * q[k]);
    const group = new SectorGroup();
    group.begin(Float64Array.from(n), 0, Float64Array.from(apex));
    const exact = new Array(6).fill(0);
    for (let i = 0; i < 3; i++) {
      group.add(corners, 3 * i, corners, 3 * i + 3);
      const [a, b] = [i, i + 1].map((c) => [...corners.subarray(3 * c, 3 * c + 3)]);
      const uv = [apex, a, b].map((x) => [p, q].map((axis) => axis.reduce((sum, y, k) => sum + y * x[k], 0)));
      const area =
        0.5 * ((uv[1][0] - uv[0][0]) * (uv[2][1] - uv[0][1]) - (uv[1][1] - uv[0][1]) * (uv[2][0] - uv[0][0]));
      // three midpoints of edges: exact to degree two
      for (const [c, d] of [
        [0, 1],
        [1, 2],
        [2, 0],
      ]) {
        const [x, y] = [0.5 * (uv[c][0] + uv[d][0]), 0.5 * (uv[c][1] + uv[d][1])];
        [1, x, y, x * x, x * y, y * y].forEach((f, k) => {
          exact[k] += (area / 3) * f;
        });
      }
    }
    expect(group.spread()).toBe(true);
    const found = new Array(6).fill(0);
    for (let i = 0; i < 3; i++) {
      const [x, y] = [p, q].map((axis) => axis.reduce((sum, v, k) => sum + v * group.points[3 * i + k], 0));
      [1, x, y, x * x, x * y, y * y].forEach((f, k) => {
        found[k] += (group.area / 3) * f;
      });
    }
    found.forEach((value, k) => {
      expect(value).toBeCloseTo(exact[k], 13);
    });
  }
});

test('a disc of 64 sides in 16 groups: the lever of friction on the spot is that of the disc to two thousandths', () => {
  const corners = polygon(new Array(65).fill(1), [1, 0, 0], [0, 1, 0]);
  const round = polygon(new Array(64).fill(1), [1, 0, 0], [0, 1, 0]);
  corners.set(round);
  corners.set(round.subarray(0, 3), 3 * 64);
  const group = new SectorGroup();
  group.begin(Float64Array.of(0, 0, 1), 0, new Float64Array(3));
  let lever = 0;
  let area = 0;
  for (let i = 0; i < 64; i++) {
    group.add(corners, 3 * i, corners, 3 * i + 3);
    if (i % 4 < 3) continue;
    expect(group.spread()).toBe(true);
    for (let k = 0; k < 9; k += 3) lever += (group.area / 3) * Math.hypot(group.points[k], group.points[k + 1]);
    area += group.area;
    group.clear();
  }
  // mean distance from the middle: two thirds of the radius, less a part in a thousand for 64 sides; distances are no polynomial
  expect(Math.abs((1.5 * lever) / area - 1)).toBeLessThan(2e-3);
});
