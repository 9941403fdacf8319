import { expect, test } from 'vitest';
import { body, FLOOR, model, place, read, shape } from '../../test/support.ts';
import { Simulation } from '../dynamics/index.ts';
import { boxMesh, type ShapeSpec, torusMesh } from '../geometry/index.ts';
import { expRotation, matrixToQuaternion, type Quaternion } from '../math/index.ts';

function turned(x: number, y: number, z: number): Quaternion {
  const R = new Float64Array(9);
  expRotation(R, 0, Float64Array.of(x, y, z), 0);
  const q = new Float64Array(4);
  matrixToQuaternion(q, 0, R, 0);
  return [q[0], q[1], q[2], q[3]];
}

const beam: ShapeSpec = { kind: 'mesh', ...boxMesh(4, 0.2, 0.2) };

/** What the channel tells of a shape in the world and one on a body. */
function clearance(
  fixed: ShapeSpec,
  free: ShapeSpec,
  at: readonly [number, number, number],
  rotation?: Quaternion,
): number {
  const s = new Simulation(
    model(
      [
        body('one', { kind: 'fixed', shapes: [shape(fixed)] }),
        body('two', { shapes: [shape(free)], placement: place([at[0], at[1], at[2]], rotation) }),
      ],
      { clearances: [[1, 2]] },
    ),
  );
  return read(s, 'clearance.one~two')[0];
}

test('two crossed beams, each on an edge, are apart by the distance of these edges, far from any corner', () => {
  const onEdge = turned(Math.PI / 4, 0, 0);
  const across = turned(0, 0, Math.PI / 2);
  // the first lies along x with its faces level, the second along y; then both as they come
  expect(clearance(beam, beam, [0, 0, 0.35], across)).toBeCloseTo(0.15, 6);
  const rise = 0.1 + 0.1 * Math.SQRT2;
  expect(clearance(beam, beam, [0, 0, 0.35], onEdge)).toBeCloseTo(0.35 - rise, 6);
});

test('round shapes by their own sizes, a floor without bounds, one inside the other, and none beyond what is looked for', () => {
  const ball: ShapeSpec = { kind: 'sphere', radius: 0.5 };
  const round = clearance({ kind: 'half-space' }, ball, [300, 200, 0.8]);
  expect(Math.abs(round - 0.3)).toBeLessThan(0.01 * 0.5); // 1280 faces, as much outside the ball as inside
  expect(clearance(beam, ball, [0, 0, 0.7])).toBeCloseTo(0.1, 2);
  expect(clearance({ kind: 'box', half: [5, 5, 5] }, ball, [0, 0, 1])).toBe(0);
  expect(clearance(ball, { kind: 'box', half: [5, 5, 5] }, [0, 0, 1])).toBe(0);
  expect(clearance(beam, ball, [0, 0, 80])).toBe(50);
  const ring: ShapeSpec = { kind: 'mesh', ...torusMesh({ ring: 1, tube: 0.1, sides: 64, tubeSides: 32 }) };
  expect(clearance(ring, ball, [0, 0, 0])).toBeCloseTo(0.4, 2); // in the hole is not inside
});

test('a body without shapes that touch is refused by name', () => {
  const bare = body('bare', { shapes: [{ ...shape(beam), collide: false }] });
  expect(() => new Simulation(model([FLOOR, bare], { clearances: [[0, 1]] }))).toThrow(/"bare" must have shapes/);
});
