/** What holds for any cable in any state: balance, frames, energy. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { strainEnergyAt, strainOf, tensionOf, tensionSlope } from './axial.ts';
import { makeCable, placeNodes } from './build.ts';
import { type Cable, END, START } from './cable.ts';
import { evaluateElastic } from './elastic.ts';
import { CableEnergy } from './energy.ts';
import { evaluateCable } from './evaluate.ts';
import { FluidSamples } from './fluid.ts';
import { timesMass } from './mass.ts';
import type { RopeSpec } from './rope.ts';

const none = new Float64Array(3);
const plain = { b: 0, c: 0, withTangent: false, mixed: false };
const full: RopeSpec = {
  massPerLength: 0.7,
  axialStiffness: 300,
  diameter: 0.05,
  slackRatio: 0.1,
  slackTension: 10,
  axialDamping: 0.05,
  bendingStiffness: 2,
  bendingDamping: 0.1,
  torsionalStiffness: 1.5,
  torsionalDamping: 0.2,
  naturalCurvature: [0.2, -0.3],
  naturalTwist: 0.1,
};

function crumpled(spec: RopeSpec, seed: number, clamped = false, massConsistency = 0): Cable {
  const random = new Random(seed);
  const cable = makeCable({ pieces: [{ rope: spec, length: 6, elements: 6 }], massConsistency });
  const points = Float64Array.from({ length: 21 }, (_, i) => (i % 3 === 0 ? i / 3 : 0) + 0.6 * random.uniform());
  if (clamped) {
    cable.clamp(START, [0.8, 0.6, 0], [0, 0, 1]);
    cable.clamp(END, [0.6, 0, 0.8], [0, 1, 0]);
  }
  placeNodes(cable, points);
  for (let i = 0; i < 28; i++) {
    cable.q[i] += 0.2 * (random.uniform() - 0.5);
    cable.v[i] = random.uniform() - 0.5;
  }
  return cable;
}

describe('the tension law', () => {
  const laws = [
    [1e6, 1e-5, 0, 1e-6],
    [300, 0.1, 0.02, 0.03],
    [1e9, 1, 0, 1e-9],
  ] as const;

  test.each(laws)(
    'EA %f, slack %f, buckling %f, bend %f: inverse, slope and energy belong to it',
    (EA, ratio, e0, d) => {
      for (const scale of [1e-3, 0.3, 0.99, 1.01, 3, 1e3]) {
        for (const sign of [-1, 1]) {
          const z = -e0 + sign * scale * d;
          const T = tensionOf(z, EA, ratio, e0, d);
          expect(Math.abs(strainOf(T, EA, ratio, e0, d) - z)).toBeLessThan((1e-10 * Math.max(d, Math.abs(z))) / ratio);
          const h = 1e-4 * d;
          const slope = (tensionOf(z + h, EA, ratio, e0, d) - tensionOf(z - h, EA, ratio, e0, d)) / (2 * h);
          expect(tensionSlope(z, EA, ratio, e0, d) / slope).toBeCloseTo(1, 6);
          const ends = Float64Array.of(z - h, z + h);
          const law = {
            EA: Float64Array.of(EA),
            slackRatio: Float64Array.of(ratio),
            bucklingStrain: Float64Array.of(e0),
            bendWidth: Float64Array.of(d),
            curves: new Float64Array(0),
            curveOf: Int32Array.of(-1),
          };
          for (let end = 0; end < 2; end++) strainEnergyAt(ends, end, law, 0);
          const work = (ends[1] - ends[0]) / (2 * h);
          expect(Math.abs(work - T)).toBeLessThan(1e-4 * EA * d);
        }
      }
    },
  );

  test('taut it is Hooke to the last bit; it rises everywhere', () => {
    expect(tensionOf(0.01, 2e6, 1e-5, 0, 1e-4)).toBe(2e4);
    let last = -1e9;
    for (let z = -0.2; z < 0.2; z += 1e-3) {
      const T = tensionOf(z, 300, 1e-3, 0.02, 0.05);
      expect(T).toBeGreaterThan(last);
      last = T;
    }
  });
});

describe('balance', () => {
  test.each([false, true])('internal forces and end moments add up to nothing, clamped: %s', (clamped) => {
    const cable = crumpled(full, 1, clamped);
    evaluateCable(cable, { gravity: none }, plain);
    const sum = new Float64Array(6);
    for (let i = 0; i < 7; i++) {
      const [x, y, z] = cable.q.slice(4 * i, 4 * i + 3);
      const [a, b, c] = cable.force.slice(4 * i, 4 * i + 3);
      [a, b, c, y * c - z * b, z * a - x * c, x * b - y * a].forEach((value, r) => {
        sum[r] += value;
      });
    }
    // turns: the moment on an element about itself
    for (let j = 0; j < 6; j++)
      for (let r = 0; r < 3; r++) sum[3 + r] += cable.force[4 * j + 3] * cable.direction[3 * j + 3 + r];
    for (let r = 0; r < 6; r++) sum[3 + (r % 3)] += cable.endMoment[r];
    for (let r = 0; r < 6; r++) expect(Math.abs(sum[r])).toBeLessThan(1e-11);
    if (clamped) expect(Math.hypot(...cable.endMoment.slice(0, 3))).toBeGreaterThan(0.1);
  });

  test('weight and buoyancy of a submerged cable are those of its mass and volume', () => {
    const cable = crumpled({ ...full, dragNormal: 1, addedMassNormal: 1 }, 2);
    cable.v.fill(0);
    const fluid = new FluidSamples(7);
    fluid.density.fill(1000);
    evaluateCable(cable, { gravity: Float64Array.of(0, 0, -10), fluid }, plain);
    let vertical = 0;
    for (let i = 0; i < 7; i++) vertical += cable.force[4 * i + 2];
    expect(vertical).toBeCloseTo(-10 * 6 * (0.7 - (1000 * Math.PI * 0.05 * 0.05) / 4), 10);
  });

  test.each([0, 0.5, 1])(
    'mass with consistency %f: momentum of a translation is mass times velocity',
    (consistency) => {
      const cable = crumpled(full, 3, false, consistency);
      for (let i = 0; i < 28; i++) cable.v[i] = i % 4 === 0 ? 3 : 0;
      const out = new Float64Array(28);
      timesMass(out, cable.v, cable);
      let sum = 0;
      for (let i = 0; i < 7; i++) sum += out[4 * i];
      expect(sum).toBeCloseTo(3 * 6 * 0.7, 12);
    },
  );
});

/** Turns vectors by a fixed rotation. */
function turn([x, y, z]: ArrayLike<number> & Iterable<number>): number[] {
  return [0.48 * x + 0.6 * y + 0.64 * z, -0.8 * x + 0.6 * z, 0.36 * x - 0.8 * y + 0.48 * z];
}

test('turned and moved as a whole, a cable has turned forces', () => {
  for (const clamped of [false, true]) {
    const cable = crumpled(full, 4, clamped);
    const other = makeCable({ pieces: [{ rope: full, length: 6, elements: 6 }] });
    evaluateCable(cable, { gravity: none }, plain);
    if (clamped) {
      other.clamp(START, turn([0.8, 0.6, 0]), turn([0, 0, 1]));
      other.clamp(END, turn([0.6, 0, 0.8]), turn([0, 1, 0]));
    }
    for (let k = 0; k < 24; k += 3) {
      for (const name of ['direction0', 'director0'] as const) other[name].set(turn(cable[name].subarray(k, k + 3)), k);
    }
    other.refTwist0.set(cable.refTwist0);
    for (let i = 0; i < 7; i++) {
      other.q.set(
        turn(cable.q.subarray(4 * i, 4 * i + 3)).map((x, r) => x + 5 - r),
        4 * i,
      );
      other.q[4 * i + 3] = cable.q[4 * i + 3];
      other.v.set(turn(cable.v.subarray(4 * i, 4 * i + 3)), 4 * i);
      other.v[4 * i + 3] = cable.v[4 * i + 3];
    }
    evaluateCable(other, { gravity: none }, plain);
    for (let i = 0; i < 7; i++) {
      const expected = turn(cable.force.subarray(4 * i, 4 * i + 3));
      for (let r = 0; r < 3; r++) expect(other.force[4 * i + r]).toBeCloseTo(expected[r], 10);
      expect(other.force[4 * i + 3]).toBeCloseTo(cable.force[4 * i + 3], 10);
    }
  }
});

test('a rigid motion of the whole meets no damping', () => {
  for (const spec of [full, { ...full, torsionalStiffness: 0, naturalCurvature: [0, 0] as const }]) {
    const cable = crumpled(spec, 5, cable0(spec));
    cable.v.fill(0);
    evaluateCable(cable, { gravity: none }, plain);
    const still = Float64Array.from(cable.force);
    const w = [0.3, -0.7, 0.5];
    for (let i = 0; i < 7; i++) {
      const [x, y, z] = cable.q.subarray(4 * i, 4 * i + 3);
      cable.v.set([1 + w[1] * z - w[2] * y, 2 + w[2] * x - w[0] * z, 3 + w[0] * y - w[1] * x], 4 * i);
      const k = 3 * i + 3;
      // an element turns about itself with the whole
      if (i < 6)
        cable.v[4 * i + 3] = w[0] * cable.direction[k] + w[1] * cable.direction[k + 1] + w[2] * cable.direction[k + 2];
    }
    cable.endSpin.set([...w, ...w]);
    evaluateCable(cable, { gravity: none }, plain);
    const energy = new CableEnergy(7);
    energy.measure(cable, none);
    // without known turns what is left is of the order of 1e-6 over the bend angle squared (bending.ts)
    const small = cable.hasTwist ? 1e-12 : 1e-5;
    expect(energy.dissipation).toBeLessThan(small);
    for (let i = 0; i < 28; i++) expect(Math.abs(cable.force[i] - still[i])).toBeLessThan(small);
  }
});

function cable0(spec: RopeSpec): boolean {
  return (spec.torsionalStiffness ?? 0) > 0;
}

describe('energy', () => {
  const undamped = { ...full, axialDamping: 0, bendingDamping: 0, torsionalDamping: 0 };

  test.each([false, true])('forces are minus its gradient, clamped: %s', (clamped) => {
    const cable = crumpled(undamped, 6, clamped);
    cable.v.fill(0);
    const energy = new CableEnergy(7);
    evaluateCable(cable, { gravity: none }, plain);
    // from the accepted frames a small move is the move that the force is conjugate to
    cable.commit();
    const force = Float64Array.from(cable.force);
    const h = 1e-5;
    for (let i = 0; i < 27; i++) {
      const was = cable.q[i];
      const values = [h, -h].map((move) => {
        cable.q[i] = was + move;
        evaluateElastic(cable, plain);
        energy.measure(cable, none);
        return energy.elastic;
      });
      cable.q[i] = was;
      expect((values[1] - values[0]) / (2 * h)).toBeCloseTo(force[i], 5);
    }
  });

  test('the power of the dampers is what their forces take, and never negative', () => {
    for (let seed = 10; seed < 20; seed++) {
      const cable = crumpled(full, seed);
      const energy = new CableEnergy(7);
      evaluateCable(cable, { gravity: none }, plain);
      energy.measure(cable, none);
      const damped = Float64Array.from(cable.force);
      const rates = Float64Array.from(cable.v);
      cable.v.fill(0);
      evaluateCable(cable, { gravity: none }, plain);
      let power = 0;
      for (let i = 0; i < 27; i++) power -= (damped[i] - cable.force[i]) * rates[i];
      expect(energy.dissipation).toBeCloseTo(power, 10);
      expect(Math.min(energy.stretchPower, energy.bendingPower, energy.twistPower)).toBeGreaterThanOrEqual(0);
    }
  });
});

test('a rope with faults is refused with all of them; a good one is not', () => {
  const bad = { massPerLength: -1, axialStiffness: 0, diameter: 0.1, slackRatio: 2 };
  expect(() => makeCable({ pieces: [{ rope: bad, length: 0, elements: 1.5 }] })).toThrow(
    /massPerLength.*> 0 kg\/m.*axialStiffness.*> 0 N.*slackRatio.*length.*> 0 m.*elements.*whole number/s,
  );
  expect(() => makeCable({ pieces: [] })).toThrow(/at least one length/);
  const cable = makeCable({ pieces: [{ rope: full, length: 2, elements: 2 }] });
  expect(() => placeNodes(cable, new Float64Array(9))).toThrow(/on top of each other/);
});
