import { expect, test } from 'vitest';
import { makeNormalForce, makeStrandPoint, strandForce } from './index.ts';

const out = makeNormalForce();
const [A, B] = [0.011, 0.017]; // [m]
const K = 3e9; // [N/m^3]

/** A slice of 3 mm at the distance D of a strand of radius A from one of radius B, or from a solid (0). */
function at(D: number, radiusB: number, second: number, speed = 0): typeof out {
  const touching = A + radiusB;
  const given = { ...makeStrandPoint(), radiusA: A, radiusB, slice: 3e-3, distance: D, depth: touching - D, touching };
  strandForce(out, { ...given, speed, stiffness: K, dissipation: 0.4, thickness: touching, second });
  return out;
}

/** The same by 200 000 columns side by side, pressed until they carry -dW/dx of the printed energy W = C1 (x^2 + 2/x - 3) + C2 (1/x^2 + 2 x - 3). */
function columns(D: number, radiusB: number, second: number): number {
  const thickness = A + radiusB;
  const E = K * thickness;
  const [c1, c2] = [((1 - second) * E) / 6, (second * E) / 6];
  const n = 200_000;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const y = (A * (i + 0.5)) / n; // A is the thinner one: its whole width
    const d = Math.sqrt(A * A - y * y) + (radiusB > 0 ? Math.sqrt(radiusB ** 2 - y * y) : 0) - D;
    if (d <= 0) continue;
    const x = 1 - d / thickness;
    sum += c1 * (2 / x ** 2 - 2 * x) + c2 * (2 / x ** 3 - 2);
  }
  return (3e-3 * 2 * A * sum) / n;
}

test('hyperelastic: the force is that of rubber columns side by side, on a strand and on a solid', () => {
  for (const radiusB of [0, B]) {
    for (const second of [0, 0.2, 1]) {
      for (const part of [0.02, 0.2, 0.5, 0.8]) {
        const D = (A + radiusB) * (1 - part);
        // eight points of Gauss: worst where columns are pressed to a fifth
        expect(Math.abs(at(D, radiusB, second).force / columns(D, radiusB, second) - 1)).toBeLessThan(
          part < 0.6 ? 1e-6 : 2e-3,
        );
      }
    }
  }
});

test('hyperelastic: slopes by depth and speed are those of differences, beyond the middle of the thinner one and where it goes on straight too', () => {
  for (const radiusB of [0, B]) {
    for (const second of [0, 0.3]) {
      for (const part of [0.03, 0.3, 0.45, 0.7, 0.97]) {
        for (const v of [-1, 0, 2]) {
          const D = (A + radiusB) * (1 - part);
          const h = 1e-8;
          const [up, down] = [at(D - h, radiusB, second, v).force, at(D + h, radiusB, second, v).force];
          const [fast, slow] = [at(D, radiusB, second, v + 1e-6).force, at(D, radiusB, second, v - 1e-6).force];
          const { byDepth, bySpeed } = at(D, radiusB, second, v);
          expect(Math.abs((up - down) / (2 * h) / byDepth - 1)).toBeLessThan(part < 0.6 ? 1e-5 : 2e-2);
          expect(Math.abs((fast - slow) / 2e-6 / bySpeed - 1)).toBeLessThan(1e-6);
        }
      }
    }
  }
});

test('hyperelastic: what it holds is the work of pressing it in', () => {
  for (const radiusB of [0, B]) {
    let work = 0;
    let last = 0;
    const n = 4000;
    const way = 0.7 * (A + radiusB);
    for (let k = 1; k <= n; k++) {
      const { force, stored } = at(A + radiusB - (way * k) / n, radiusB, 0.25);
      work += ((last + force) * way) / (2 * n);
      last = force;
      if (k % 200 === 0) expect(Math.abs(stored / work - 1)).toBeLessThan(2e-4);
    }
  }
});

test('hyperelastic: pressed lightly it is the linear law, k times the overlap', () => {
  const depth = 1e-3 * (A + B);
  const { force } = at(A + B - depth, B, 0.2);
  const overlap = (4 / 3) * depth * Math.sqrt((2 * depth * A * B) / (A + B)); // of circles, to first order of the depth
  expect(Math.abs(force / (3e-3 * K * overlap) - 1)).toBeLessThan(2e-3);
});
