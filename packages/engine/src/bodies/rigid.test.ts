import { describe, expect, test } from 'vitest';
import { difference, Draw, largest } from '../../test/support.ts';
import { mul33, mulT33, sym3ToMatrix } from '../math/index.ts';
import { addGyroscopic, addMassBlocks, kineticEnergy, movePoses, timesMass, worldInertia } from './index.ts';

const COUNT = 3;

/** Random bodies: poses, inertia, mass, velocities. */
function bodies(seed: number) {
  const draw = new Draw(seed);
  const position = draw.fill(new Float64Array(3 * COUNT), 5);
  const rotation = new Float64Array(9 * COUNT);
  const unit = new Float64Array(9 * COUNT);
  for (let i = 0; i < COUNT; i++) for (let k = 0; k < 3; k++) unit[9 * i + 4 * k] = 1;
  movePoses(new Float64Array(3 * COUNT), rotation, position, unit, draw.fill(new Float64Array(6 * COUNT), 2), COUNT);
  const inertia = new Float64Array(6 * COUNT);
  const mass = new Float64Array(COUNT);
  for (let i = 0; i < COUNT; i++) {
    inertia.set(draw.inertia(), 6 * i);
    mass[i] = draw.between(0.5, 3);
  }
  const inertiaW = new Float64Array(9 * COUNT);
  worldInertia(inertiaW, inertia, rotation, COUNT);
  return { draw, position, rotation, inertia, mass, inertiaW, velocity: draw.fill(new Float64Array(6 * COUNT), 3) };
}

/** J omega of all bodies after a turn u. */
function momentumAfter(b: ReturnType<typeof bodies>, u: Float64Array): Float64Array {
  const x = new Float64Array(3 * COUNT);
  const R = new Float64Array(9 * COUNT);
  const J = new Float64Array(9 * COUNT);
  movePoses(x, R, b.position, b.rotation, u, COUNT);
  worldInertia(J, b.inertia, R, COUNT);
  const out = new Float64Array(6 * COUNT);
  timesMass(out, b.velocity, b.mass, J, COUNT);
  return out;
}

describe('rigid bodies', () => {
  test('movePoses: x0 + u and exp(phi) R0; zero moves nothing, not even a bit', () => {
    const b = bodies(1);
    const x = new Float64Array(3 * COUNT);
    const R = new Float64Array(9 * COUNT);
    movePoses(x, R, b.position, b.rotation, new Float64Array(6 * COUNT), COUNT);
    expect([...x]).toEqual([...b.position]);
    expect([...R]).toEqual([...b.rotation]);
    // a quarter turn of body 1 about z takes (a, b, c) to (-b, a, c)
    const u = new Float64Array(6 * COUNT);
    u[6 + 5] = Math.PI / 2;
    u[6] = 1.5;
    movePoses(x, R, b.position, b.rotation, u, COUNT);
    for (let j = 0; j < 3; j++) {
      expect(Math.abs(R[9 + j] + b.rotation[9 + 3 + j])).toBeLessThan(1e-15);
      expect(Math.abs(R[9 + 3 + j] - b.rotation[9 + j])).toBeLessThan(1e-15);
    }
    expect(x[3]).toBe(b.position[3] + 1.5);
  });

  test('worldInertia is R I R^T', () => {
    const b = bodies(2);
    const I = new Float64Array(9);
    const half = new Float64Array(9);
    const whole = new Float64Array(9);
    for (let i = 0; i < COUNT; i++) {
      sym3ToMatrix(I, 0, b.inertia, 6 * i);
      mul33(half, 0, b.rotation, 9 * i, I, 0);
      mulT33(whole, 0, half, 0, b.rotation, 9 * i);
      expect(difference(whole, b.inertiaW.subarray(9 * i, 9 * i + 9))).toBeLessThan(1e-14);
    }
  });

  test('timesMass and kineticEnergy belong together: T = v . M v / 2', () => {
    const b = bodies(3);
    const p = new Float64Array(6 * COUNT);
    timesMass(p, b.velocity, b.mass, b.inertiaW, COUNT);
    for (let i = 0; i < COUNT; i++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += 0.5 * p[6 * i + k] * b.velocity[6 * i + k];
      expect(Math.abs(kineticEnergy(i, b.velocity, b.mass, b.inertiaW) - sum)).toBeLessThan(1e-13 * sum);
      expect(p[6 * i]).toBe(b.mass[i] * b.velocity[6 * i]);
    }
  });

  test('addMassBlocks: the derivative of the momentum along exp(phi), by central differences', () => {
    for (let seed = 10; seed < 15; seed++) {
      const b = bodies(seed);
      const ratio = 0.37; // b/c: how far a body moves for a unit of velocity
      const h = 1e-5; // difference error h^2/6, rounding 1e-16/h: both near 1e-11
      const blocks = new Float64Array(36 * COUNT);
      const at = Int32Array.from({ length: COUNT }, (_, i) => 36 * i);
      addMassBlocks(blocks, at, b.mass, b.inertiaW, b.velocity, COUNT, { ratio });
      for (let i = 0; i < COUNT; i++) {
        const block = blocks.subarray(36 * i, 36 * (i + 1));
        for (let k = 0; k < 6; k++) {
          const u = new Float64Array(6 * COUNT);
          u[6 * i + k] = h * ratio;
          const plus = momentumAfter(b, u);
          u[6 * i + k] = -h * ratio;
          const minus = momentumAfter(b, u);
          const e = new Float64Array(6 * COUNT);
          e[6 * i + k] = 1;
          const direct = new Float64Array(6 * COUNT);
          timesMass(direct, e, b.mass, b.inertiaW, COUNT);
          for (let r = 0; r < 6; r++) {
            const numerical = direct[6 * i + r] + (plus[6 * i + r] - minus[6 * i + r]) / (2 * h);
            expect(Math.abs(block[6 * r + k] - numerical)).toBeLessThan(1e-8);
          }
        }
      }
    }
  });

  test('addMassBlocks adds, and with ratio 0 it is the plain mass', () => {
    const b = bodies(4);
    const blocks = new Float64Array(72).fill(1);
    addMassBlocks(blocks, Int32Array.of(0, 36), b.mass, b.inertiaW, b.velocity, 2, { ratio: 0 });
    const block = blocks.subarray(36);
    for (let r = 0; r < 6; r++) {
      for (let c = 0; c < 6; c++) {
        const mass = r < 3 || c < 3 ? (r === c ? b.mass[1] : 0) : b.inertiaW[9 + 3 * (r - 3) + (c - 3)];
        expect(block[6 * r + c]).toBe(1 + mass);
      }
    }
  });

  test('the gyroscopic moment is the rate of J omega that turning alone makes', () => {
    const b = bodies(5);
    const h = 1e-5;
    const u = new Float64Array(6 * COUNT);
    for (let i = 0; i < u.length; i++) u[i] = h * b.velocity[i];
    const plus = momentumAfter(b, u);
    const minus = momentumAfter(
      b,
      u.map((x) => -x),
    );
    const moment = new Float64Array(6 * COUNT);
    addGyroscopic(moment, b.velocity, b.inertiaW, COUNT);
    for (let i = 0; i < COUNT; i++) {
      for (let k = 3; k < 6; k++) {
        const rate = (plus[6 * i + k] - minus[6 * i + k]) / (2 * h);
        expect(Math.abs(moment[6 * i + k] - rate)).toBeLessThan(1e-7); // |omega|^3 |J| h^2/6 = 1e-8
      }
      expect(largest(moment.subarray(6 * i, 6 * i + 3))).toBe(0);
    }
  });

  test('the gyroscopic moment does no work', () => {
    const b = bodies(6);
    const moment = new Float64Array(6 * COUNT);
    addGyroscopic(moment, b.velocity, b.inertiaW, COUNT);
    for (let i = 0; i < COUNT; i++) {
      let power = 0;
      for (let k = 3; k < 6; k++) power += moment[6 * i + k] * b.velocity[6 * i + k];
      expect(Math.abs(power)).toBeLessThan(1e-12);
    }
  });
});
