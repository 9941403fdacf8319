import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  axisAngleToQuaternion,
  cross3,
  dot3,
  eulerToMatrix,
  expRotation,
  expTimesMatrix,
  logRotation,
  matrixToEuler,
  matrixToQuaternion,
  mul33,
  norm3,
  orthonormalise,
  quaternionToMatrix,
  tMul33,
} from './index.ts';
import { det33, IDENTITY, mulVec33 } from '../../test/algebra.ts';

const matrix = () => new Float64Array(9);
const vector = fc.tuple(
  ...([0, 1, 2].map(() => fc.double({ min: -1, max: 1, noNaN: true })) as [
    fc.Arbitrary<number>,
    fc.Arbitrary<number>,
    fc.Arbitrary<number>,
  ]),
);
/** a direction: at least 0.1 long, so that dividing by the length loses nothing */
const direction = vector.filter((v) => norm3(v, 0) > 0.1);
/** angles over all sizes, down to where the series takes over and beyond */
const angle = fc.oneof(
  fc.double({ min: 0, max: Math.PI, noNaN: true }),
  fc.double({ min: -18, max: 0, noNaN: true }).map((e) => 10 ** e),
  fc.double({ min: -15, max: 0, noNaN: true }).map((e) => Math.PI - 10 ** e),
  fc.constantFrom(0, Math.PI, Math.sqrt(1e-3), Math.PI / 2),
);
const rotationVector = fc.tuple(direction, angle).map(([d, a]) => {
  const length = norm3(d, 0);
  return Float64Array.from(d, (x) => (x / length) * a);
});

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = 0;
  for (let i = 0; i < a.length; i++) worst = Math.max(worst, Math.abs(a[i] - b[i]));
  return worst;
}

function orthonormalityError(R: Float64Array): number {
  const product = matrix();
  tMul33(product, 0, R, 0, R, 0);
  return largestDifference(product, IDENTITY);
}

describe('exp and log', () => {
  test('exp gives a right-handed orthonormal matrix, to a few rounding errors', () => {
    fc.assert(
      fc.property(rotationVector, (theta) => {
        const R = matrix();
        expRotation(R, 0, theta, 0);
        expect(orthonormalityError(R)).toBeLessThan(2e-15); // 9 products and sums of numbers up to 1
        expect(det33(R, 0)).toBeCloseTo(1, 13);
      }),
    );
  });

  test('exp turns a perpendicular vector by |theta|, towards theta x v', () => {
    fc.assert(
      fc.property(rotationVector, direction, (theta, other) => {
        const t = norm3(theta, 0);
        const v = new Float64Array(3);
        cross3(v, 0, theta, 0, other, 0);
        const length = norm3(v, 0);
        fc.pre(t > 1e-9 && length > 0.01 * t);
        const R = matrix();
        const turned = new Float64Array(3);
        const sideways = new Float64Array(3);
        expRotation(R, 0, theta, 0);
        mulVec33(turned, 0, R, 0, v, 0);
        cross3(sideways, 0, theta, 0, v, 0);
        expect(dot3(turned, 0, v, 0) / (length * length)).toBeCloseTo(Math.cos(t), 13);
        expect(dot3(turned, 0, sideways, 0) / (length * length * t)).toBeCloseTo(Math.sin(t), 13);
      }),
    );
  });

  test('log undoes exp at every angle from 0 to pi', () => {
    fc.assert(
      fc.property(rotationVector, (theta) => {
        const R = matrix();
        const back = new Float64Array(3);
        expRotation(R, 0, theta, 0);
        logRotation(back, 0, R, 0);
        if (norm3(theta, 0) > Math.PI - 1e-7 && dot3(back, 0, theta, 0) < 0) {
          // at half a turn both directions of the axis are right
          for (let i = 0; i < 3; i++) back[i] = -back[i];
        }
        // 4 rounding errors of R; relative to theta below 1e-15, absolute above
        expect(largestDifference(back, theta)).toBeLessThan(4e-15);
      }),
    );
  });

  test('log of a small turn keeps its relative accuracy: the off-diagonal entries carry it', () => {
    const theta = Float64Array.of(1e-12, -2e-12, 0.5e-12);
    const R = matrix();
    const back = new Float64Array(3);
    expRotation(R, 0, theta, 0);
    logRotation(back, 0, R, 0);
    for (let i = 0; i < 3; i++) expect(back[i] / theta[i]).toBeCloseTo(1, 12);
  });

  test('the series and the closed form meet at their border t^2 = 1e-3', () => {
    const below = matrix();
    const above = matrix();
    const t = Math.sqrt(1e-3);
    expRotation(below, 0, [0.6 * t * (1 - 1e-15), 0.8 * t * (1 - 1e-15), 0], 0);
    expRotation(above, 0, [0.6 * t * (1 + 1e-15), 0.8 * t * (1 + 1e-15), 0], 0);
    expect(largestDifference(below, above)).toBeLessThan(1e-15);
  });

  test('expTimesMatrix is the product exp(theta) R and may write over R', () => {
    fc.assert(
      fc.property(rotationVector, rotationVector, (theta, phi) => {
        const E = matrix();
        const R = matrix();
        const expected = matrix();
        expRotation(E, 0, theta, 0);
        expRotation(R, 0, phi, 0);
        mul33(expected, 0, E, 0, R, 0);
        expTimesMatrix(R, 0, theta, 0, R, 0);
        expect(Array.from(R)).toEqual(Array.from(expected));
      }),
    );
  });
});

describe('quaternions', () => {
  test('matrix -> quaternion -> matrix, at every angle', () => {
    fc.assert(
      fc.property(rotationVector, (theta) => {
        const R = matrix();
        const q = new Float64Array(4);
        const back = matrix();
        expRotation(R, 0, theta, 0);
        matrixToQuaternion(q, 0, R, 0);
        quaternionToMatrix(back, 0, q, 0);
        expect(q[0]).toBeGreaterThanOrEqual(0);
        expect(dot3(q, 1, q, 1) + q[0] * q[0]).toBeCloseTo(1, 14);
        expect(largestDifference(back, R)).toBeLessThan(3e-15);
      }),
    );
  });

  test('the length of a quaternion does not matter', () => {
    const R = matrix();
    const S = matrix();
    quaternionToMatrix(R, 0, [1, 2, 3, 4], 0);
    quaternionToMatrix(S, 0, [-1e-5, -2e-5, -3e-5, -4e-5], 0);
    expect(largestDifference(R, S)).toBeLessThan(1e-15);
  });

  test('axis and angle give the quaternion of exp(angle axis)', () => {
    fc.assert(
      fc.property(direction, angle, (axis, a) => {
        const length = norm3(axis, 0);
        const p = new Float64Array(4);
        const P = matrix();
        const R = matrix();
        axisAngleToQuaternion(p, 0, axis, 0, a);
        quaternionToMatrix(P, 0, p, 0);
        expRotation(R, 0, [(axis[0] / length) * a, (axis[1] / length) * a, (axis[2] / length) * a], 0);
        expect(largestDifference(P, R)).toBeLessThan(3e-15);
      }),
    );
  });
});

describe('Euler angles', () => {
  const about = (axis: number, a: number) => {
    const theta = new Float64Array(3);
    theta[axis] = a;
    const R = matrix();
    expRotation(R, 0, theta, 0);
    return R;
  };
  test('R = Rz(yaw) Ry(pitch) Rx(roll), and back', () => {
    const turn = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
    fc.assert(
      fc.property(turn, fc.double({ min: -1.5, max: 1.5, noNaN: true }), turn, (roll, pitch, yaw) => {
        const R = matrix();
        const expected = matrix();
        const back = new Float64Array(3);
        eulerToMatrix(R, 0, roll, pitch, yaw);
        mul33(expected, 0, about(1, pitch), 0, about(0, roll), 0);
        mul33(expected, 0, about(2, yaw), 0, expected, 0);
        expect(largestDifference(R, expected)).toBeLessThan(2e-15);
        matrixToEuler(back, 0, R, 0);
        // cos(1.5) = 0.07: an angle loses that factor of its accuracy
        expect(back[0]).toBeCloseTo(roll, 12);
        expect(back[1]).toBeCloseTo(pitch, 12);
        expect(back[2]).toBeCloseTo(yaw, 12);
      }),
    );
  });

  test('at pitch = +-90 degrees the roll is 0 and the matrix still comes back', () => {
    for (const pitch of [Math.PI / 2, -Math.PI / 2]) {
      const R = matrix();
      const back = new Float64Array(3);
      const again = matrix();
      eulerToMatrix(R, 0, 0.3, pitch, 1.1);
      matrixToEuler(back, 0, R, 0);
      expect(back[0]).toBe(0);
      eulerToMatrix(again, 0, back[0], back[1], back[2]);
      expect(largestDifference(again, R)).toBeLessThan(1e-12); // the bound below which the roll is dropped
    }
  });
});

test('orthonormalise squares the error: one step takes 1e-5 below 1e-9, and leaves a rotation alone', () => {
  fc.assert(
    fc.property(
      rotationVector,
      fc.array(fc.double({ min: -1e-5, max: 1e-5, noNaN: true }), { minLength: 9, maxLength: 9 }),
      (theta, noise) => {
        const R = matrix();
        expRotation(R, 0, theta, 0);
        const before = R.slice();
        orthonormalise(R, 0);
        expect(largestDifference(R, before)).toBeLessThan(1e-15);
        for (let i = 0; i < 9; i++) R[i] += noise[i];
        orthonormalise(R, 0);
        expect(orthonormalityError(R)).toBeLessThan(3e-9); // e = 6e-5 at most (3 products of 1e-5, twice); 3 e^2/4 = 2.7e-9
      },
    ),
  );
});
