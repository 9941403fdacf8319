/** Tangents against central differences of the forces, part by part. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { makeCable, placeNodes } from './build.ts';
import { type Cable, END, START } from './cable.ts';
import { advanceTension } from './elastic.ts';
import { EndCoupling } from './ends.ts';
import { CableEnergy } from './energy.ts';
import { type CableSurroundings, evaluateCable } from './evaluate.ts';
import { FluidSamples } from './fluid.ts';
import type { RopeSpec } from './rope.ts';
import { Seabed } from './seabed.ts';

const rope: RopeSpec = { massPerLength: 0.7, axialStiffness: 300, diameter: 0.05, slackRatio: 0.1 };
const gravity = Float64Array.of(0, 0, -9.81);

/** A crumpled cable of five elements with random rates, away from the directions its frames were accepted at. */
function crumpled(spec: RopeSpec, seed: number, clamped = false): Cable {
  const random = new Random(seed);
  const cable = makeCable({ pieces: [{ rope: spec, length: 5, elements: 5 }] });
  const points: number[] = [];
  for (let i = 0; i < 6; i++) points.push(i + 0.3 * random.uniform(), 0.5 * random.uniform(), 0.5 * random.uniform());
  if (clamped) {
    cable.clamp(START, [0.8, 0.6, 0], [0, 0, 1]);
    cable.clamp(END, [0.6, 0, 0.8], [0, 1, 0]);
    cable.endSpin.set([0.3, -0.2, 0.5, 0.1, 0.4, -0.3]);
    cable.endTurn.set([0.2, -0.4]);
  }
  placeNodes(cable, points);
  for (let i = 0; i < 24; i++) {
    cable.q[i] += 0.3 * (random.uniform() - 0.5);
    cable.v[i] = 2 * (random.uniform() - 0.5);
    cable.a[i] = 2 * (random.uniform() - 0.5);
  }
  return cable;
}

const state = { q: 0, v: 1, a: 2 } as const;

/** Largest difference between tangent and differences, over the largest entry; `by`: which of q, v, a is moved. */
function mismatch(cable: Cable, around: CableSurroundings, by: keyof typeof state): number {
  const n = 4 * cable.nodeCount;
  const b = by === 'q' ? 1 : 0;
  const c = by === 'v' ? 1 : 0;
  const how = { b, c, withTangent: true, mixed: false };
  evaluateCable(cable, around, how);
  const tangent = dense(cable);
  if (by !== 'a') {
    // what belongs to a is always in: take it out
    evaluateCable(cable, around, { b: 0, c: 0, withTangent: true, mixed: false });
    const inertia = dense(cable);
    for (let k = 0; k < tangent.length; k++) tangent[k] -= inertia[k];
  }
  const h = 1e-6;
  let worst = 0;
  let largest = 0;
  for (let s = 0; s < n - 1; s++) {
    const x = cable[by];
    const was = x[s];
    x[s] = was + h;
    evaluateCable(cable, around, { ...how, withTangent: false });
    const up = Float64Array.from(cable.force);
    x[s] = was - h;
    evaluateCable(cable, around, { ...how, withTangent: false });
    x[s] = was;
    for (let r = 0; r < n - 1; r++) {
      const slope = (cable.force[r] - up[r]) / (2 * h);
      largest = Math.max(largest, Math.abs(slope));
      worst = Math.max(worst, Math.abs(tangent[n * r + s] - slope));
    }
  }
  expect(largest).toBeGreaterThan(0);
  return worst / largest;
}

function dense(cable: Cable): Float64Array {
  const n = 4 * cable.nodeCount;
  const out = new Float64Array(n * n);
  for (let i = 0; i < cable.nodeCount; i++) {
    for (let k = -2; k <= 2; k++) {
      if (i + k < 0 || i + k >= cable.nodeCount) continue;
      for (let r = 0; r < 4; r++) {
        for (let s = 0; s < 4; s++)
          out[n * (4 * i + r) + 4 * (i + k) + s] = cable.tangent[80 * i + 16 * (k + 2) + 4 * r + s];
      }
    }
  }
  return out;
}

const free: CableSurroundings = { gravity };
const near = 1e-8; // differences of 1e-6 leave 1e-10 of rounding times a stiffness ratio

describe('the tangent is the derivative of the forces', () => {
  test.each([1, 2, 3])('tension with its damper, taut, slack and between, %i', (seed) => {
    const cable = crumpled({ ...rope, axialDamping: 0.1, slackTension: 20 }, seed);
    expect(mismatch(cable, free, 'q')).toBeLessThan(near);
    expect(mismatch(cable, free, 'v')).toBeLessThan(near);
  });

  test.each([1, 2, 3])('bending, %i', (seed) => {
    const soft = { ...rope, axialStiffness: 1e-3, bendingStiffness: 2 };
    expect(mismatch(crumpled(soft, seed), free, 'q')).toBeLessThan(near);
    expect(mismatch(crumpled(soft, seed, true), free, 'q')).toBeLessThan(near);
  });

  test.each([1, 2, 3])('twist, from frames accepted elsewhere, %i', (seed) => {
    const soft = { ...rope, axialStiffness: 1e-3, torsionalStiffness: 2, torsionalDamping: 0.1, naturalTwist: 0.3 };
    expect(mismatch(crumpled(soft, seed), free, 'q')).toBeLessThan(near);
    expect(mismatch(crumpled(soft, seed, true), free, 'q')).toBeLessThan(near);
    expect(mismatch(crumpled(soft, seed, true), free, 'v')).toBeLessThan(near);
  });

  test.each([1, 2, 3])('natural curvature, %i', (seed) => {
    const soft: RopeSpec = {
      ...rope,
      axialStiffness: 1e-3,
      bendingStiffness: 2,
      torsionalStiffness: 1,
      naturalCurvature: [0.3, -0.5],
    };
    expect(mismatch(crumpled(soft, seed), free, 'q')).toBeLessThan(near);
    expect(mismatch(crumpled(soft, seed, true), free, 'q')).toBeLessThan(near);
  });

  test.each([false, true])('damping of bending by rates, turns known: %s', (twist) => {
    const soft = { ...rope, axialStiffness: 1e-3, bendingStiffness: 2, bendingDamping: 0.5 };
    const cable = crumpled(twist ? { ...soft, torsionalStiffness: 1 } : soft, 4, true);
    expect(mismatch(cable, free, 'v')).toBeLessThan(near);
  });

  test('drag, added mass and a surface', () => {
    const wet = {
      ...rope,
      axialStiffness: 1e-3,
      dragNormal: 1.2,
      dragTangential: 0.3,
      addedMassNormal: 1,
      addedMassTangential: 0.2,
    };
    const cable = crumpled(wet, 5);
    const fluid = new FluidSamples(6);
    for (let i = 0; i < 6; i++) {
      fluid.density[i] = 900 + 20 * i;
      for (let r = 0; r < 3; r++) {
        fluid.velocity[3 * i + r] = 0.1 * r + 0.05 * i;
        fluid.acceleration[3 * i + r] = 0.3 * r - 0.2;
      }
    }
    const around = { gravity, fluid };
    expect(mismatch(cable, around, 'v')).toBeLessThan(near);
    expect(mismatch(cable, around, 'a')).toBeLessThan(near);
    // by q the direction in the inertia is left out, so without it
    for (let j = 0; j < 5; j++) {
      cable.addedNormal[j] = 0;
      cable.addedTangential[j] = 0;
    }
    expect(mismatch(cable, around, 'q')).toBeLessThan(near);
  });

  test.each([0.01, 0.4])('bed with damping and friction that slips after %f m', (give) => {
    const cable = crumpled({ ...rope, axialStiffness: 1e-3 }, 6);
    const spec = { normal: [0.6, 0, 0.8] as const, height: 2.2, stiffness: 2000, damping: 0.3, friction: 0.5, give };
    const seabed = new Seabed(spec, 6);
    for (let i = 0; i < 18; i++) seabed.position0[i] = cable.q[4 * Math.floor(i / 3) + (i % 3)] + 0.1 * ((i % 4) - 1.7);
    const around = { gravity, seabed };
    expect(mismatch(cable, around, 'q')).toBeLessThan(near);
    expect(seabed.load.filter((load) => load > 0).length).toBeGreaterThan(2);
    expect(mismatch(cable, around, 'v')).toBeLessThan(near);
  });

  test('material that enters at both ends', () => {
    const cable = crumpled({ ...rope, axialStiffness: 1e-3 }, 7);
    cable.feedRate.set([2, -1.5]);
    cable.restRate[0] = 2;
    expect(mismatch(cable, free, 'q')).toBeLessThan(near);
    expect(mismatch(cable, free, 'v')).toBeLessThan(near);
  });
});

test('mixed: one step of the tension equation leaves the gap of second order', () => {
  const cable = crumpled({ ...rope, axialDamping: 0.05, axialStiffness: 1e6 }, 8);
  const around = free;
  for (let j = 0; j < 5; j++) cable.tension[j] = 1000 * j - 1500;
  const dx = new Float64Array(24);
  const random = new Random(3);
  for (let i = 0; i < 24; i++) dx[i] = random.uniform() - 0.5;
  const gaps: number[] = [];
  for (const size of [1e-3, 1e-4]) {
    const b = size;
    const c = 10 * size;
    for (let j = 0; j < 5; j++) cable.tension[j] = 1000 * j - 1500;
    evaluateCable(cable, around, { b, c, withTangent: false, mixed: true });
    // start on the law, so that only the move makes a gap
    for (let pass = 0; pass < 40; pass++) {
      advanceTension(cable, new Float64Array(24), 0, 1, b);
      evaluateCable(cable, around, { b, c, withTangent: false, mixed: true });
    }
    advanceTension(cable, dx, 0, 1, b);
    for (let i = 0; i < 24; i++) {
      cable.q[i] += b * dx[i];
      cable.v[i] += c * dx[i];
    }
    evaluateCable(cable, around, { b, c, withTangent: false, mixed: true });
    gaps.push(Math.max(...cable.gap.map(Math.abs)));
    for (let i = 0; i < 24; i++) {
      cable.q[i] -= b * dx[i];
      cable.v[i] -= c * dx[i];
    }
  }
  expect(gaps[0]).toBeLessThan(1e-4);
  expect(gaps[1] / gaps[0]).toBeLessThan(0.012); // a hundredth for a tenth of the move
});

test('the coupling of a held end with its holder is the derivative of moment and forces by the holder\u2019s rotation', () => {
  const spec = { ...rope, axialStiffness: 1, bendingStiffness: 2, torsionalStiffness: 1.5 };
  for (const end of [START, END] as const) {
    const cable = crumpled(spec, 9, true);
    cable.endSpin.fill(0);
    const how = { b: 1, c: 0, withTangent: true, mixed: false };
    const coupling = new EndCoupling();
    evaluateCable(cable, free, how);
    coupling.fill(cable, end, 1);
    const k = end === START ? 0 : 3 * cable.nodeCount;
    const direction = [...cable.direction.slice(k, k + 3)];
    const director = [...cable.director.slice(k, k + 3)];
    const slot = end === START ? 1 : cable.nodeCount - 1;
    const h = 1e-6;
    for (let s = 0; s < 3; s++) {
      const axis = [0, 0, 0];
      axis[s] = 1;
      const results: number[][] = [];
      for (const angle of [h, -h]) {
        cable.turnEnd(end, turned(direction, axis, angle), turned(director, axis, angle));
        evaluateCable(cable, free, { ...how, withTangent: false });
        results.push([
          ...cable.endMoment.slice(3 * end, 3 * end + 3),
          ...cable.slotForce.slice(4 * slot, 4 * slot + 4),
        ]);
      }
      cable.turnEnd(end, direction, director);
      for (let r = 0; r < 3; r++) {
        expect(coupling.rotation[3 * r + s]).toBeCloseTo((results[1][r] - results[0][r]) / (2 * h), 6);
      }
      for (let r = 0; r < 4; r++) {
        expect(coupling.elementByRotation[3 * r + s]).toBeCloseTo((results[0][3 + r] - results[1][3 + r]) / (2 * h), 6);
      }
    }
    const node = end === START ? 1 : cable.nodeCount - 2;
    const sign = end === START ? 1 : -1;
    for (let s = 0; s < 3; s++) {
      const moments: number[][] = [];
      for (const move of [h, -h]) {
        cable.q[4 * node + s] += move;
        evaluateCable(cable, free, { ...how, withTangent: false });
        moments.push([...cable.endMoment.slice(3 * end, 3 * end + 3)]);
        cable.q[4 * node + s] -= move;
      }
      for (let r = 0; r < 3; r++) {
        expect(sign * coupling.momentByElement[4 * r + s]).toBeCloseTo((moments[1][r] - moments[0][r]) / (2 * h), 6);
      }
    }
  }
});

function turned(x: readonly number[], axis: readonly number[], angle: number): number[] {
  const cross = [axis[1] * x[2] - axis[2] * x[1], axis[2] * x[0] - axis[0] * x[2], axis[0] * x[1] - axis[1] * x[0]];
  const along = axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2];
  return x.map(
    (value, r) => Math.cos(angle) * value + Math.sin(angle) * cross[r] + (1 - Math.cos(angle)) * along * axis[r],
  );
}

describe('folds sharper than elements can show, chords that nearly vanish', () => {
  /** Element 2 goes back along element 1 at 150 degrees, element 3 has a tenth of its length. */
  function folded(): Cable {
    const cable = crumpled({ ...rope, bendingStiffness: 20 }, 7);
    const points = [0, 0, 0, 1, 0, 0, 0.13, 0.5, 0.05, 0.2, 0.55, 0.08, 1, 1, 0.2, 2, 1, 0.1];
    for (let i = 0; i < 6; i++) for (let r = 0; r < 3; r++) cable.q[4 * i + r] = points[3 * i + r];
    cable.v.fill(0);
    return cable;
  }

  test('the tangent is that of the forces', () => {
    expect(mismatch(folded(), { gravity }, 'q')).toBeLessThan(1e-7); // rounding over the step of the differences
  });

  test('forces are those of the energy', () => {
    const cable = folded();
    const none = new Float64Array(3);
    const energy = new CableEnergy(6);
    const how = { b: 0, c: 0, withTangent: false, mixed: false };
    const held = (): number => {
      evaluateCable(cable, { gravity: none }, how);
      energy.measure(cable, none);
      return energy.elastic;
    };
    held();
    const force = Float64Array.from(cable.force);
    const h = 1e-6;
    for (let s = 0; s < 24; s++) {
      if (s % 4 === 3) continue;
      cable.q[s] += h;
      const up = held();
      cable.q[s] -= 2 * h;
      const slope = (up - held()) / (2 * h);
      cable.q[s] += h;
      expect(Math.abs(force[s] + slope)).toBeLessThan(1e-6 * (100 + Math.abs(slope))); // forces are 30 to 3000 N
    }
  });

  test('a fold of 180 degrees holds 14 EI/l, not more', () => {
    const cable = makeCable({ pieces: [{ rope: { ...rope, bendingStiffness: 20 }, length: 2, elements: 2 }] });
    placeNodes(cable, [0, 0, 0, 1, 0, 0, 1, 1, 0]);
    for (let r = 0; r < 3; r++) cable.q[8 + r] = [1e-4, 1e-6, 0][r];
    evaluateCable(cable, { gravity }, { b: 0, c: 0, withTangent: false, mixed: false });
    const energy = new CableEnergy(3);
    energy.measure(cable, gravity);
    expect(energy.bending).toBeCloseTo(14 * 20, 3);
  });
});
