/** Cables that change their length or their number of elements. */
import { describe, expect, test } from 'vitest';
import { makeCable, placeNodes } from './build.ts';
import { type Cable, END, START } from './cable.ts';
import { CableEnergy } from './energy.ts';
import { evaluateCable } from './evaluate.ts';
import { mergeNode, relaxLengths, setEndLength, splitElement } from './length.ts';
import { Refiner } from './refine.ts';
import type { RopeSpec } from './rope.ts';
import { startShape } from './start-shape.ts';
import { solveStatics } from './statics.ts';
import { CableWorld, hold } from './test-world.ts';

const gravity = Float64Array.of(0, 0, -9.81);
const none = new Float64Array(3);
const plain = { b: 0, c: 0, withTangent: false, mixed: false };
const rope: RopeSpec = { massPerLength: 2, axialStiffness: 1e6, diameter: 0.02 };

/** A hanging cable at rest, with spare nodes. */
function hanging(spec: RopeSpec, elements: number, spareNodes = 8): Cable {
  const cable = makeCable({ pieces: [{ rope: spec, length: 10, elements }], spareNodes });
  const points = new Float64Array(3 * (elements + 1));
  startShape(points, cable.tension, cable, { start: [0, 0, 0], end: [7, 0, 1] }, { weight: [0, 0, -2 * 9.81] });
  placeNodes(cable, points);
  expect(solveStatics(cable, { gravity }, { held: hold(cable, [0, elements]) }).ok).toBe(true);
  return cable;
}

function tensions(cable: Cable): number[] {
  evaluateCable(cable, { gravity: none }, plain);
  return [...cable.tension.subarray(0, cable.elementCount)];
}

function momentum(cable: Cable): number[] {
  return [0, 1, 2].map((r) => {
    let sum = 0;
    for (let i = 0; i < cable.nodeCount; i++) sum += cable.mass[i] * cable.v[4 * i + r];
    return sum;
  });
}

describe('splitting and merging', () => {
  test('a split on the chord or on a curve changes no tension, mass or length; on the chord no momentum either', () => {
    for (const point of [undefined, [3, 0.2, -2.3]]) {
      const cable = hanging(rope, 10);
      for (let i = 0; i < 44; i++) cable.v[i] = Math.sin(i);
      const before = tensions(cable);
      const moving = momentum(cable);
      splitElement(cable, 4, 0.3, point);
      const after = tensions(cable);
      expect(cable.nodeCount).toBe(12);
      expect(after[4] / before[4]).toBeCloseTo(1, 8);
      expect(after[5] / before[4]).toBeCloseTo(1, 8);
      expect(after[3]).toBe(before[3]);
      expect(after[6]).toBe(before[5]);
      expect(cable.totalLength).toBeCloseTo(10, 12);
      // interpolated velocities: the lumped momentum of the element is the mean of its ends, before and after; a node off the
      // chord turns with it, and its mass has moved there
      const now = momentum(cable);
      for (let r = 0; r < 3 && point === undefined; r++) expect(now[r]).toBeCloseTo(moving[r], 10);
    }
  });

  test('a node off the chord of an element that turns stretches neither part', () => {
    const cable = hanging(rope, 10);
    const turn = [0.3, -2, 1.1];
    for (let i = 0; i < 11; i++) {
      for (let r = 0; r < 3; r++) {
        const [s, t] = [(r + 1) % 3, (r + 2) % 3];
        cable.v[4 * i + r] = turn[s] * cable.q[4 * i + t] - turn[t] * cable.q[4 * i + s];
      }
    }
    const middle = [0, 1, 2].map((r) => 0.5 * (cable.q[16 + r] + cable.q[20 + r]));
    splitElement(cable, 4, 0.5, [middle[0], middle[1] + 0.1, middle[2] + 0.2]);
    for (const j of [4, 5]) {
      let along = 0;
      for (let r = 0; r < 3; r++) {
        const [a, b] = [4 * j + r, 4 * j + 4 + r];
        along += (cable.q[b] - cable.q[a]) * (cable.v[b] - cable.v[a]);
      }
      // of an offset across the turn about the element itself is not seen, a second order
      expect(Math.abs(along)).toBeLessThan(0.02);
    }
  });

  test('a merge keeps mass, material and momentum, and carries the mean tension; the length it lacks comes back', () => {
    const cable = hanging(rope, 10);
    for (let i = 0; i < 44; i++) cable.v[i] = Math.cos(3 * i);
    const before = tensions(cable);
    const moving = momentum(cable);
    mergeNode(cable, 5);
    const now = momentum(cable);
    for (let r = 0; r < 3; r++) expect(now[r]).toBeCloseTo(moving[r], 10);
    const after = tensions(cable);
    expect(after[4] / (0.5 * (before[4] + before[5]))).toBeCloseTo(1, 8);
    expect(cable.totalLength).toBeCloseTo(10, 12);
    const lacking = cable.materialLength[4] - cable.restLength[4];
    expect(lacking).toBeGreaterThan(1e-3);
    for (let k = 0; k < 100; k++) relaxLengths(cable, 0.1, 1);
    expect(Math.abs(cable.materialLength[4] - cable.restLength[4])).toBeLessThan(1e-3 * lacking);
  });

  test('frames survive: a twisted, bent cable has the same torque at other nodes after a split', () => {
    const spec = { ...rope, bendingStiffness: 5, torsionalStiffness: 4, slackRatio: 1 };
    const cable = hanging(spec, 12);
    for (let j = 0; j < 12; j++) cable.q[4 * j + 3] = 0.2 * j;
    evaluateCable(cable, { gravity: none }, plain);
    cable.commit();
    const torque = (i: number) => cable.twistRatio[i] * (cable.q[4 * i + 3] - cable.q[4 * i - 1] + cable.refTwist[i]);
    const [a, b] = [torque(3), torque(9)];
    splitElement(cable, 5, 0.5);
    evaluateCable(cable, { gravity: none }, plain);
    expect(torque(3)).toBeCloseTo(a, 10);
    expect(torque(10)).toBeCloseTo(b, 10);
    const energy = new CableEnergy(cable.capacity);
    energy.measure(cable, none);
    expect(energy.twist).toBeGreaterThan(0);
  });

  test('refining: a cable over a sharp bend gets elements there, and loses them when it is straight again', () => {
    const cable = makeCable({ pieces: [{ rope, length: 10, elements: 10 }], spareNodes: 10 });
    const points = new Float64Array(33);
    for (let i = 0; i <= 10; i++) {
      points[3 * i] = i <= 5 ? i : 5 + 0.5 * (i - 5);
      points[3 * i + 2] = i <= 5 ? 0 : -0.8 * (i - 5);
    }
    placeNodes(cable, points);
    const refiner = new Refiner({ shortest: 0.1, longest: 1.01, refineAngle: 0.5, coarsenAngle: 0.2 }, cable.capacity);
    let splits = 0;
    while (refiner.look(cable).kind === 'split' && splits < 20) {
      splits++;
      evaluateCable(cable, { gravity: none }, plain);
    }
    expect(splits).toBeGreaterThan(1);
    expect(splits).toBeLessThan(10);
    // straight again: merges one by one until elements are as long as allowed
    for (let i = 0; i < cable.nodeCount; i++) cable.q.set([(10 * i) / (cable.nodeCount - 1), 0, 0], 4 * i);
    evaluateCable(cable, { gravity: none }, plain);
    let merges = 0;
    while (refiner.look(cable).kind === 'merge' && merges < 30) {
      merges++;
      evaluateCable(cable, { gravity: none }, plain);
    }
    expect(merges).toBeGreaterThan(0);
    expect(cable.totalLength).toBeCloseTo(10, 12);
    for (let j = 0; j < cable.elementCount; j++) expect(cable.materialLength[j]).toBeLessThan(1.02);
  });
});

/** A winch at node 0 with the given speed; elements come and go. */
function winch(cable: Cable, speed: (t: number) => number, nominal: number, pointMass: Float64Array, load: number) {
  let at = 0;
  let length = cable.materialLength[0];
  let events = 0;
  let jump = 0;
  const world: CableWorld = new CableWorld(
    cable,
    { gravity },
    {
      held: hold(cable, [0]),
      pointMass,
      tolerance: 1e-8,
      drive: (line, t) => {
        const v = speed(0.5 * (at + t));
        setEndLength(line, START, length + v * (t - at), v);
      },
      accepted: (line, t, h) => {
        relaxLengths(line, h, 0.5);
        length = line.materialLength[0];
        at = t;
        evaluateCable(line, { gravity }, plain);
        const before = line.tension[line.elementCount - 1];
        if (!splitOrMerge(line, nominal)) return;
        events++;
        pointMass.fill(0);
        pointMass[line.nodeCount - 1] = load;
        length = line.materialLength[0];
        evaluateCable(line, { gravity }, plain);
        jump = Math.max(jump, Math.abs(line.tension[line.elementCount - 1] / before - 1));
        world.restart(hold(line, [0]));
      },
    },
  );
  return { world, events: () => events, jump: () => jump };
}

/** t, angle, tension: a pendulum of 700 kg hoisted at 0.5 m/s from 10 m */
const hoist = [
  [0, 0.15, 6789.8909922],
  [1.6, -0.01312137432, 7041.2748511],
  [3.2, -0.16778157766, 6775.416954],
  [4.8, 0.071080816983, 7055.1665454],
  [6.4, 0.15500436759, 6883.155981],
  [8, -0.19569153544, 6819.7459349],
  [9.6, 0.015273201774, 7278.3958464],
  [11.2, 0.19998195166, 6955.1737804],
  [12.8, -0.32137154302, 6517.7403134],
  [14.4, 0.38048638983, 6471.6980955],
  [16, -0.49743372662, 6149.0953949],
];

test('CB-12 load hoisted while it swings: angle to 1 mrad, tension to 1e-3, through eight merges, 10 elements at 10 ms', () => {
  const EA = 1e8;
  const cable = makeCable({
    pieces: [
      {
        rope: { massPerLength: 0.01, axialStiffness: EA, diameter: 0.02, axialDamping: 1e-3 },
        length: 10,
        elements: 10,
      },
    ],
    spareNodes: 2,
  });
  const stretch = 1 + 6789.89 / EA;
  const points = new Float64Array(33);
  for (let i = 0; i <= 10; i++) points.set([stretch * i * Math.sin(0.15), 0, -stretch * i * Math.cos(0.15)], 3 * i);
  placeNodes(cable, points);
  for (let i = 1; i <= 10; i++) cable.v.set([-0.5 * Math.sin(0.15), 0, 0.5 * Math.cos(0.15)], 4 * i);
  const pointMass = new Float64Array(13);
  pointMass[10] = 700;
  const { world, events, jump } = winch(cable, () => -0.5, 1, pointMass, 700);
  for (const [t, angle, tension] of hoist) {
    while (world.time < t - 1e-9) expect(world.step(0.01)).toBe(true);
    const k = 4 * (cable.nodeCount - 1);
    expect(Math.abs(Math.atan2(cable.q[k], -cable.q[k + 2]) - angle)).toBeLessThan(1e-3);
    if (t > 0) expect(Math.abs(cable.tension[cable.elementCount - 1] / tension - 1)).toBeLessThan(1e-3);
  }
  expect(events()).toBe(8);
  // a merged pair has one tension instead of two and one rate of stretch in its damper
  expect(jump()).toBeLessThan(2e-4);
  expect(cable.totalLength).toBeCloseTo(2, 9);
});

test('paid out at 1 m/s under 100 kg: elements split, tension stays that of the load, length and mass are exact', () => {
  const cable = makeCable({
    pieces: [
      { rope: { massPerLength: 0.5, axialStiffness: 1e7, diameter: 0.02, axialDamping: 2e-3 }, length: 2, elements: 2 },
    ],
    spareNodes: 10,
  });
  placeNodes(cable, [0, 0, 0, 0, 0, -1, 0, 0, -2]);
  const pointMass = new Float64Array(13);
  pointMass[2] = 100;
  // from rest up to speed in 1 s, without a jerk of the load
  const { world, events, jump } = winch(cable, (t) => (t < 1 ? t * t * (3 - 2 * t) : 1), 1, pointMass, 100);
  expect(world.run(1.5, 0.01)).toBe(true);
  let worst = 0;
  while (world.time < 5 - 1e-9) {
    expect(world.step(0.01)).toBe(true);
    // steady: no acceleration, half an element of rope below the tension's place
    const last = cable.elementCount - 1;
    const expected = (100 + 0.5 * 0.5 * cable.materialLength[last]) * 9.81;
    worst = Math.max(worst, Math.abs(cable.tension[last] / expected - 1));
  }
  expect(events()).toBe(4);
  expect(worst).toBeLessThan(2e-3);
  expect(jump()).toBeLessThan(1e-6);
  expect(cable.totalLength).toBeCloseTo(2 + 0.5 + 4, 6);
  let mass = 0;
  for (let i = 0; i < cable.nodeCount; i++) mass += cable.mass[i];
  expect(mass).toBeCloseTo(0.5 * cable.totalLength, 10);
});

test('hauling a rope that lies ahead: the pull is the rate of momentum m V^2 of what is set in motion', () => {
  // a straight free rope in nothing, its end node held, feeding in at V: material enters at rest relative to the moving rope
  const V = 5;
  const cable = makeCable({
    pieces: [{ rope: { massPerLength: 3, axialStiffness: 1e6, diameter: 0.02 }, length: 4, elements: 4 }],
  });
  placeNodes(cable, [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0]);
  // all of the rope moves off at V, as fast as it is paid out: nothing is accelerated, nothing pulls
  for (let i = 1; i < 5; i++) cable.v[4 * i] = V;
  setEndLength(cable, START, 1, V);
  evaluateCable(cable, { gravity: none }, plain);
  // momentum form: mass m V/2 a second arrives at node 1 with its own velocity V
  expect(cable.force[4]).toBeCloseTo(0.5 * 3 * V * V, 9);
  // at rest instead, what arrives at V pushes: m V/6 (V - 0) at node 1 by the weak form
  cable.v.fill(0);
  evaluateCable(cable, { gravity: none }, plain);
  expect(cable.force[4]).toBeCloseTo((3 * V * V) / 6, 9);
});

/** Between steps: the first element is split where it is longer than 1.5 nominal lengths, and merged where it is shorter than half. */
function splitOrMerge(cable: Cable, nominal: number): boolean {
  const l = cable.materialLength[0];
  if (l > 1.5 * nominal) splitElement(cable, 0, 1 - nominal / l);
  else if (l < 0.5 * nominal) mergeNode(cable, 1);
  else return false;
  return true;
}
