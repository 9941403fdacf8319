import { describe, expect, test } from 'vitest';
import { constant, Draw, sine } from '../../test/support.ts';
import { compileFunction, eulerToMatrix, logRotation, mulT33, quaternionToMatrix } from '../math/index.ts';
import { evaluatePrescribed, type PrescribedMotion } from './index.ts';
import { IDENTITY } from '../../test/algebra.ts';

/** Six sines, a tilted frame at rest and a centre of mass off the origin. */
function motion(seed: number): PrescribedMotion {
  const draw = new Draw(seed);
  const rotation0 = new Float64Array(9);
  quaternionToMatrix(rotation0, 0, draw.quaternion(), 0);
  return {
    functions: [...Array(6).keys()].map(() =>
      compileFunction(sine(draw.one(), draw.between(0.5, 2), draw.one(3), draw.one())),
    ),
    position0: Float64Array.from(draw.vector(2)),
    rotation0,
    centre: Float64Array.from(draw.vector(0.5)),
  };
}

function evaluate(m: PrescribedMotion, t: number) {
  const out = {
    position: new Float64Array(6),
    rotation: new Float64Array(18),
    velocity: new Float64Array(12),
    acceleration: new Float64Array(12),
  };
  evaluatePrescribed(m, { time: t }, 1, out.position, out.rotation, out.velocity, out.acceleration);
  return out;
}

const H = 1e-4; // central differences: H^2/6 of the next derivative but one, and 1e-16/H of rounding

describe('prescribed motion', () => {
  test('the velocity of the centre of mass and the angular velocity are the rates of the pose', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const m = motion(seed);
      const t = 0.3 * seed;
      const here = evaluate(m, t);
      const after = evaluate(m, t + H);
      const before = evaluate(m, t - H);
      for (let k = 0; k < 3; k++) {
        const rate = (after.position[3 + k] - before.position[3 + k]) / (2 * H);
        expect(Math.abs(here.velocity[6 + k] - rate)).toBeLessThan(1e-6);
      }
      const turned = new Float64Array(9);
      const theta = new Float64Array(3);
      mulT33(turned, 0, after.rotation, 9, before.rotation, 9);
      logRotation(theta, 0, turned, 0);
      for (let k = 0; k < 3; k++) expect(Math.abs(here.velocity[9 + k] - theta[k] / (2 * H))).toBeLessThan(1e-6);
    }
  });

  test('the accelerations are the rates of the velocities', () => {
    for (let seed = 11; seed <= 20; seed++) {
      const m = motion(seed);
      const t = 0.3 * seed;
      const here = evaluate(m, t);
      const after = evaluate(m, t + H);
      const before = evaluate(m, t - H);
      for (let k = 6; k < 12; k++) {
        const rate = (after.velocity[k] - before.velocity[k]) / (2 * H);
        expect(Math.abs(here.acceleration[k] - rate)).toBeLessThan(1e-6);
      }
    }
  });

  test('the pose is p0 + (x, y, z) + R c and R = Rz(yaw) Ry(pitch) Rx(roll) R0', () => {
    const values = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
    const rotation0 = new Float64Array(9);
    rotation0.set(IDENTITY);
    const m: PrescribedMotion = {
      functions: values.map((v) => compileFunction(constant(v))),
      position0: Float64Array.of(1, 2, 3),
      rotation0,
      centre: new Float64Array(3),
    };
    const at = evaluate(m, 5);
    [1.1, 2.2, 3.3].forEach((x, k) => {
      expect(at.position[3 + k]).toBe(x);
    });
    const R = new Float64Array(9);
    eulerToMatrix(R, 0, 0.4, 0.5, 0.6);
    for (let k = 0; k < 9; k++) expect(Math.abs(at.rotation[9 + k] - R[k])).toBeLessThan(1e-15);
    expect([...at.velocity, ...at.acceleration].every((x) => Math.abs(x) === 0)).toBe(true);
  });

  test('a missing function is zero, and nothing of another slot is written', () => {
    const m = { ...motion(30), functions: Array(6).fill(undefined) };
    const at = evaluate(m, 1);
    expect([...at.velocity, ...at.acceleration].every((x) => Math.abs(x) === 0)).toBe(true);
    expect([...at.position.subarray(0, 3), ...at.rotation.subarray(0, 9)].every((x) => x === 0)).toBe(true);
  });
});
