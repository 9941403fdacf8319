import { expect, test } from 'vitest';
import {
  makeDryFriction,
  makeNormalForce,
  makeFrictionLaw,
  makeDrySlip,
  makeStrandPoint,
  strandForce,
  dryFriction,
} from './index.ts';

/** Two discs of radius 1 at the distance D: overlap and chord. */
function lens(D: number): { area: number; chord: number } {
  const chord = 2 * Math.sqrt(1 - (D * D) / 4);
  return { area: 2 * Math.acos(D / 2) - (D * chord) / 2, chord };
}

function pressed(out: ReturnType<typeof makeNormalForce>, ...numbers: number[]): void {
  const [area, chord, depth, distance, touching, speed, stiffness, dissipation] = numbers;
  strandForce(out, { ...makeStrandPoint(), area, chord, depth, distance, touching, speed, stiffness, dissipation });
}

test('strand: slopes of the force are those of differences, through the stiffening, by depth and by speed', () => {
  const out = makeNormalForce();
  const at = (D: number, v: number): typeof out => {
    const { area, chord } = lens(D);
    pressed(out, area, chord, 2 - D, D, 2, v, 3, 0.4);
    return out;
  };
  for (const D of [0.3, 0.7, 0.999, 1.001, 1.6, 1.95]) {
    for (const v of [-1, 0, 2]) {
      const h = 1e-6;
      const up = at(D - h, v).force;
      const down = at(D + h, v).force;
      const fast = at(D, v + h).force;
      const slow = at(D, v - h).force;
      const { byDepth, bySpeed } = at(D, v);
      expect(byDepth).toBeCloseTo((up - down) / (2 * h), 5);
      expect(bySpeed).toBeCloseTo((fast - slow) / (2 * h), 5);
    }
  }
});

test('strand: what it holds is the work of pressing it in', () => {
  const out = makeNormalForce();
  let work = 0;
  let last = 0;
  const n = 2000;
  for (let k = 1; k <= n; k++) {
    // to a distance of 0.6 of a radius, beyond half the distance of touching
    const depth = (1.4 * k) / n;
    const { area, chord } = lens(2 - depth);
    pressed(out, area, chord, depth, 2 - depth, 2, 0, 3, 0);
    work += ((last + out.force) * 1.4) / (2 * n);
    last = out.force;
    // second order of the depth over the radius; where it stiffens the area is taken as it is, not as it was
    if (k % 100 === 0) expect(Math.abs(out.stored / work - 1)).toBeLessThan(depth <= 1 ? 0.002 : 0.015);
  }
});

test('strand: never pulls, however fast it parts', () => {
  const out = makeNormalForce();
  pressed(out, 0.1, 1, 0.1, 1.9, 2, -100, 1, 5);
  expect(out.force).toBeGreaterThanOrEqual(0);
});

test('strand friction: falls from static to kinetic with the Stribeck speed, and comes back with the dwell time', () => {
  const law = { ...makeFrictionLaw(), muStatic: 0.6, muKinetic: 0.3, s0: 1e5, s1: 0, stribeck: 0.1, dwell: 0 };
  const out = makeDryFriction();
  const slip = { ...makeDrySlip(), zx: 1, zy: 0, zz: 0, vy: 0, vz: 0, normal: 1, b: 1, c: 1 };
  const limit = (v: number, share0: number, h: number): number => {
    dryFriction(out, law, { ...slip, vx: v, share: share0, h });
    return out.gx;
  };
  expect(limit(1e-6, 1, 1)).toBeCloseTo(0.6, 9);
  expect(limit(0.1, 1, 1)).toBeCloseTo(0.3 + 0.3 / Math.E, 9);
  expect(limit(10, 1, 1)).toBeCloseTo(0.3, 9);
  law.dwell = 2;
  // backward Euler of s' = (1 - s)/2 over 1 s from 0: 1/3
  expect(limit(0, 0, 1)).toBeCloseTo(0.3 + 0.3 / 3, 9);
});
