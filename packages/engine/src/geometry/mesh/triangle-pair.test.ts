import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { MEETING, triangleMeeting } from './triangle-pair.ts';
import { windingNumber } from './winding.ts';
import { boxMesh } from '../index.ts';

type Point = readonly number[];
const cross = (a: Point, b: Point) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Point, b: Point) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Plain arithmetic: does the segment p q go through the triangle? Right for points in general position. */
function pierces(p: Point, q: Point, [a, b, c]: readonly Point[]): boolean {
  const normal = cross(minus(b, a), minus(c, a));
  const [sp, sq] = [dot(normal, minus(p, a)), dot(normal, minus(q, a))];
  if (sp * sq >= 0) return false;
  const x = p.map((value, k) => value + (sp / (sp - sq)) * (q[k] - value));
  return [a, b, c].every((from, k) => dot(cross(minus([b, c, a][k], from), minus(x, from)), normal) > 0);
}

describe('triangles that meet', () => {
  test('in general position: they cross when an edge of one goes through the other', () => {
    const random = new Random(31);
    let crossing = 0;
    for (let n = 0; n < 2000; n++) {
      const points = Array.from({ length: 6 }, () => [0, 1, 2].map(() => random.between(-1, 1)));
      const [one, other] = [points.slice(0, 3), points.slice(3)];
      const expected =
        other.some((p, k) => pierces(p, other[(k + 1) % 3], one)) ||
        one.some((p, k) => pierces(p, one[(k + 1) % 3], other));
      const found = triangleMeeting(points.flat(), [0, 1, 2, 3, 4, 5], 0, 3);
      expect(found, `seed 31, pair ${n}`).toBe(expected ? MEETING.cross : MEETING.none);
      if (expected) crossing++;
    }
    expect(crossing).toBeGreaterThan(100);
  });

  test('on a small grid, where everything degenerate happens: the order of triangles and corners does not matter', () => {
    const coordinate = fc.integer({ min: 0, max: 2 });
    const grid = fc.array(coordinate, { minLength: 18, maxLength: 18 });
    const area = (p: number[], i: number) =>
      cross(minus(p.slice(i + 3, i + 6), p.slice(i, i + 3)), minus(p.slice(i + 6, i + 9), p.slice(i, i + 3))).some(
        (x) => x !== 0,
      );
    fc.assert(
      fc.property(grid, (p) => {
        fc.pre(area(p, 0) && area(p, 9));
        const found = triangleMeeting(p, [0, 1, 2, 3, 4, 5], 0, 3);
        expect(triangleMeeting(p, [0, 1, 2, 3, 4, 5], 3, 0)).toBe(found);
        expect(triangleMeeting(p, [1, 2, 0, 5, 3, 4], 0, 3)).toBe(found);
        // turning both over changes nothing
        expect(triangleMeeting(p, [0, 2, 1, 3, 5, 4], 0, 3)).toBe(found);
        // a corner of one that is a corner of the other, given twice, is a touch at least
        const same = [0, 3, 6].some((i) => [9, 12, 15].some((j) => [0, 1, 2].every((k) => p[i + k] === p[j + k])));
        if (same) expect(found).toBeGreaterThanOrEqual(MEETING.touch);
      }),
      { seed: 5, numRuns: 2000 },
    );
  });

  test('on the same grid: they cross when their insides share more than a point of the line their planes meet in', () => {
    /** Where a triangle with corners on both sides of the other's plane lies along the line; undefined: on one side. */
    const interval = (own: Point[], other: Point[], along: Point): [number, number] | undefined => {
      const normal = cross(minus(other[1], other[0]), minus(other[2], other[0]));
      const side = own.map((v) => dot(normal, minus(v, other[0])));
      if (!(Math.min(...side) < 0 && Math.max(...side) > 0)) return undefined;
      const places = own.flatMap((v, k) => {
        const [s, t] = [side[k], side[(k + 1) % 3]];
        if (s === 0) return [dot(along, v)];
        return s * t < 0 ? [dot(along, v) + (s / (s - t)) * dot(along, minus(own[(k + 1) % 3], v))] : [];
      });
      return [Math.min(...places), Math.max(...places)];
    };
    const random = new Random(32);
    const counts = [0, 0];
    for (let n = 0; n < 5000; n++) {
      const points = Array.from({ length: 6 }, () => [0, 1, 2].map(() => Math.floor(random.between(0, 4))));
      const [one, other] = [points.slice(0, 3), points.slice(3)];
      const normals = [one, other].map(([a, b, c]) => cross(minus(b, a), minus(c, a)));
      const along = cross(normals[0], normals[1]);
      if (along.every((x) => x === 0)) continue; // in one plane, or without area
      const [i, j] = [interval(one, other, along), interval(other, one, along)];
      // places are fractions of small whole numbers: what differs, differs by far more than rounding
      const expected = i !== undefined && j !== undefined && Math.min(i[1], j[1]) - Math.max(i[0], j[0]) > 1e-9;
      const found = triangleMeeting(points.flat(), [0, 1, 2, 3, 4, 5], 0, 3) === MEETING.cross;
      expect(found, `seed 32, pair ${n}: ${JSON.stringify(points)}`).toBe(expected);
      counts[Number(expected)]++;
    }
    expect(Math.min(...counts)).toBeGreaterThan(300);
  });

  test('neighbours over an edge meet nowhere else, unless one is folded onto the other', () => {
    const p = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, 0.2, 0.3, 0, 0, 0, 1];
    expect(triangleMeeting(p, [0, 1, 2, 1, 0, 3], 0, 3)).toBe(MEETING.none);
    expect(triangleMeeting(p, [0, 1, 2, 1, 0, 5], 0, 3)).toBe(MEETING.none);
    expect(triangleMeeting(p, [0, 1, 2, 0, 1, 4], 0, 3)).toBe(MEETING.cross); // lies on it and looks the same way
    expect(triangleMeeting(p, [0, 1, 2, 1, 0, 4], 0, 3)).toBe(MEETING.touch); // back to back
  });
});

test('winding number: 1 inside, 0 outside, -1 inside out, a share for an open mesh', () => {
  const { positions, triangles } = boxMesh(2, 2, 2);
  expect(windingNumber(positions, triangles, 0.3, -0.2, 0.9)).toBeCloseTo(1, 12);
  expect(windingNumber(positions, triangles, 0.3, -0.2, 1.1)).toBeCloseTo(0, 12);
  expect(windingNumber(positions, triangles.slice().reverse(), 0, 0, 0)).toBeCloseTo(-1, 12);
  // one face of six, seen from the centre
  expect(windingNumber(positions, triangles, 0, 0, 0, [0, 1])).toBeCloseTo(1 / 6, 12);
});
