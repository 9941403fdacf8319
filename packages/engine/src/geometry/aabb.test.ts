import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expRotation, type Vec3 } from '../math/index.ts';
import { emptyBounds, mergeBounds, type ShapeSpec, shapeBounds, tessellate } from './index.ts';
import { mulVec33 } from '../../test/algebra.ts';

const number = fc.double({ min: -3, max: 3, noNaN: true });
const vector = fc.tuple(number, number, number);
const length = fc.double({ min: 0.1, max: 2, noNaN: true });
const shape: fc.Arbitrary<ShapeSpec> = fc.oneof(
  length.map((radius) => ({ kind: 'sphere' as const, radius })),
  fc.tuple(length, length, length).map((half): ShapeSpec => ({ kind: 'box', half })),
  fc.tuple(length, length).map(([radius, halfLength]): ShapeSpec => ({ kind: 'cylinder', radius, halfLength })),
  fc.constant<ShapeSpec>({ kind: 'hull', points: [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0.2, 0.2, 0.2] }),
  fc.constant<ShapeSpec>({
    kind: 'mesh',
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0),
    triangles: Int32Array.of(0, 1, 2),
  }),
);

function boundsOf(spec: ShapeSpec, position: Vec3, theta: Vec3): Float64Array {
  const R = new Float64Array(9);
  const out = new Float64Array(8).fill(-7);
  expRotation(R, 0, theta, 0);
  shapeBounds(out, 1, spec, position, 0, R, 0);
  expect([out[0], out[7]]).toEqual([-7, -7]);
  return out.slice(1, 7);
}

describe('shapeBounds', () => {
  test('holds every vertex of the drawn shape, and is no larger than the facets leave open', () => {
    fc.assert(
      fc.property(shape, vector, vector, (spec, position, theta) => {
        const box = boundsOf(spec, position, theta);
        const { positions } = tessellate(spec, { segments: 64 });
        const R = new Float64Array(9);
        const p = new Float64Array(3);
        expRotation(R, 0, theta, 0);
        const drawn = new Float64Array(6);
        emptyBounds(drawn, 0);
        for (let i = 0; i < positions.length; i += 3) {
          mulVec33(p, 0, R, 0, positions, i);
          const x = [p[0] + position[0], p[1] + position[1], p[2] + position[2]];
          mergeBounds(drawn, 0, drawn, 0, [...x, ...x], 0);
        }
        for (let k = 0; k < 3; k++) {
          // single precision of coordinates up to 7, plus 2 m times 1 - cos(pi/64), twice for the two angles of a sphere
          expect(box[k]).toBeLessThanOrEqual(drawn[k] + 1e-6);
          expect(box[3 + k]).toBeGreaterThanOrEqual(drawn[3 + k] - 1e-6);
          expect(drawn[k] - box[k]).toBeLessThan(2 * 2 * 0.0013);
          expect(box[3 + k] - drawn[3 + k]).toBeLessThan(2 * 2 * 0.0013);
        }
      }),
    );
  });

  test('a half-space is bounded only by a plane along the axes', () => {
    const inf = Number.POSITIVE_INFINITY;
    expect(Array.from(boundsOf({ kind: 'half-space' }, [1, 2, 3], [0, 0, 0]))).toEqual([-inf, -inf, -inf, inf, inf, 3]);
    const out = new Float64Array(6);
    shapeBounds(out, 0, { kind: 'half-space' }, [1, 2, 3], 0, [0, 0, -1, 0, 1, 0, 1, 0, 0], 0); // z of the shape is -x
    expect(Array.from(out)).toEqual([1, -inf, -inf, inf, inf, inf]);
    expect(Array.from(boundsOf({ kind: 'half-space' }, [1, 2, 3], [0.1, 0, 0]))).toEqual([
      -inf,
      -inf,
      -inf,
      inf,
      inf,
      inf,
    ]);
  });
});

describe('boxes', () => {
  const box = fc
    .tuple(vector, vector)
    .map(([a, b]) => [...a.map((x, k) => Math.min(x, b[k])), ...a.map((x, k) => Math.max(x, b[k]))]);
  test('the merged box holds both; the empty box changes nothing', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        const out = new Float64Array(6);
        mergeBounds(out, 0, a, 0, b, 0);
        for (let k = 0; k < 3; k++) {
          expect(out[k]).toBe(Math.min(a[k], b[k]));
          expect(out[3 + k]).toBe(Math.max(a[3 + k], b[3 + k]));
        }
        const none = new Float64Array(6);
        emptyBounds(none, 0);
        mergeBounds(none, 0, none, 0, a, 0);
        expect(Array.from(none)).toEqual(a);
      }),
    );
  });
});
