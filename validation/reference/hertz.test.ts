import { expect, test } from 'vitest';
import { hertzConstants, hertzCrossedCylinders } from './hertz.ts';
import { makeSkewOverlap, skewCylinders, skewProjectedArea } from './skew-cylinders.ts';

test('equal cylinders at a right angle touch like a sphere on a plane', () => {
  const { a, b, approach, peak } = hertzCrossedCylinders(0.01, 0.01, Math.PI / 2, 50, (2 * (1 - 0.45 ** 2)) / 1e7);
  const modulus = 1e7 / (2 * (1 - 0.45 ** 2));
  expect(a).toBeCloseTo(b, 14);
  expect(a / Math.cbrt((3 * 50 * 0.01) / (4 * modulus))).toBeCloseTo(1, 12);
  expect(approach / ((a * a) / 0.01)).toBeCloseTo(1, 12);
  expect(peak / ((1.5 * 50) / (Math.PI * a * b))).toBeCloseTo(1, 12);
});

test('the ellipse is longer the more acute the crossing, with the same mean pressure law', () => {
  let last = 1;
  for (const degrees of [80, 60, 40, 20, 10]) {
    const { ka, kb } = hertzConstants((degrees * Math.PI) / 180);
    expect(ka).toBeGreaterThan(last);
    expect(kb).toBeLessThan(1);
    last = ka;
  }
});

/**
 * Patch areas of Roy 2007, fig. 3.10, in units of pi r^2/sin(alpha), the parallelogram both cables cover being (4/pi) of that:
 * volume model, cut half way as in his fig. 3.8, and Hertz under the force of the volume (eqs. 3.20, 3.21).
 */
function patchAreas(depth: number, degrees: number): [volume: number, hertz: number] {
  const out = makeSkewOverlap();
  const alpha = (degrees * Math.PI) / 180;
  const sine = Math.sin(alpha);
  skewCylinders(out, 1, 1, 2 - depth, sine);
  const force = 0.5 * out.volume; // E V/r with V = V'/2 and E = r = 1
  const { a, b } = hertzCrossedCylinders(1, 1, alpha, force, 2 * (1 - 0.5 * 0.5));
  return [(sine * skewProjectedArea(1, 1, 2 - 0.5 * depth, sine)) / Math.PI, sine * a * b];
}

test('Roy 2007, fig. 3.10: up to 0.25 r the patches of volume model and Hertz differ by less than 5 % of pi r^2/sin(alpha)', () => {
  for (const degrees of [15, 30, 45, 60, 75, 90]) {
    for (const depth of [0.01, 0.05, 0.1, 0.15, 0.2, 0.25]) {
      const [volume, hertz] = patchAreas(depth, degrees);
      expect(Math.abs(hertz - volume)).toBeLessThan(0.05);
    }
  }
});

test('in proportion to each other they cannot agree: one patch grows as the depth, the other as its power 4/3', () => {
  for (const degrees of [30, 90]) {
    const [v1, h1] = patchAreas(1e-4, degrees);
    const [v2, h2] = patchAreas(8e-4, degrees);
    expect(Math.abs(h2 / v2 / (h1 / v1) - 2)).toBeLessThan(1e-3); // 8^(1/3)
    // at a right angle they meet at 0.32 r
    const [v3, h3] = patchAreas(0.3, 90);
    expect(Math.abs(h3 / v3 - 1)).toBeLessThan(0.05);
  }
});
