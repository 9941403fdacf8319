/** Ropes of different kinds in one cable, and both ends alike. */
import { expect, test } from 'vitest';
import { makeCable, placeNodes } from './build.ts';
import { END, START } from './cable.ts';
import { evaluateCable } from './evaluate.ts';
import { setEndLength, splitElement } from './length.ts';
import type { RopeSpec } from './rope.ts';
import { solveStatics } from './statics.ts';
import { hold } from './test-world.ts';

const gravity = Float64Array.of(0, 0, -9.81);
const none = new Float64Array(3);
const plain = { b: 0, c: 0, withTangent: false, mixed: false };
const heavy: RopeSpec = { massPerLength: 20, axialStiffness: 2e6, diameter: 0.05 };
const light: RopeSpec = { massPerLength: 1, axialStiffness: 1e5, diameter: 0.02 };

test('rope above chain: each stretches by its own weight, what hangs below and its own stiffness', () => {
  const cable = makeCable({
    pieces: [
      { rope: light, length: 10, elements: 20 },
      { rope: heavy, length: 5, elements: 10 },
    ],
  });
  placeNodes(
    cable,
    Float64Array.from({ length: 93 }, (_, i) => (i % 3 === 2 ? -0.5 * Math.floor(i / 3) : 0)),
  );
  expect(solveStatics(cable, { gravity }, { held: hold(cable, [0]) }).ok).toBe(true);
  const below = 5 * 20 * 9.81;
  const joint = 10 + (10 * (below + 0.5 * 10 * 9.81)) / 1e5; // mean tension of the rope
  const end = joint + 5 + (5 * 0.5 * below) / 2e6;
  expect(-cable.q[4 * 20 + 2]).toBeCloseTo(joint, 6);
  expect(-cable.q[4 * 30 + 2]).toBeCloseTo(end, 6);
});

test('where two ropes meet, bending is that of two half elements in series', () => {
  const soft = { ...heavy, slackRatio: 1, bendingStiffness: 1 };
  const stiff = { ...heavy, slackRatio: 1, bendingStiffness: 9 };
  const cable = makeCable({
    pieces: [
      { rope: soft, length: 1, elements: 2 },
      { rope: stiff, length: 1, elements: 2 },
    ],
  });
  // l/EI: 0.25/1 + 0.25/9
  expect(cable.bendRatio[2]).toBeCloseTo(1 / (0.25 + 0.25 / 9), 12);
  expect(cable.bendRatio[1]).toBeCloseTo(1 / 0.5, 12);
  expect(cable.bendRatio[4]).toBeCloseTo(9 / 0.25, 12); // half an element, should the end be held
});

test('a stepped cantilever bends as beam theory says: P (L^3/3EI) by parts, second order', () => {
  // root half EI 2, tip half EI 1, each 1 m, P small
  const P = 1e-3;
  const exact = P * (1 / 3 + (8 - 1) / (3 * 2)); // integral of s^2/EI from the tip
  const errors = [20, 40].map((n) => {
    const rope = { massPerLength: 1, axialStiffness: 1e6, diameter: 0.01, slackRatio: 1 };
    const cable = makeCable({
      pieces: [
        { rope: { ...rope, bendingStiffness: 2 }, length: 1, elements: n / 2 },
        { rope: { ...rope, bendingStiffness: 1 }, length: 1, elements: n / 2 },
      ],
    });
    cable.clamp(START, [1, 0, 0]);
    placeNodes(
      cable,
      Float64Array.from({ length: 3 * n + 3 }, (_, i) => (i % 3 === 0 ? (2 * i) / 3 / n : 0)),
    );
    const load = new Float64Array(4 * n + 4);
    load[4 * n + 2] = -P;
    expect(solveStatics(cable, { gravity: none }, { held: hold(cable, [0]), load, tolerance: 1e-7 }).ok).toBe(true);
    return Math.abs(-cable.q[4 * n + 2] / exact - 1);
  });
  expect(errors[1]).toBeLessThan(1e-3);
  expect(Math.log2(errors[0] / errors[1])).toBeGreaterThan(1.8);
});

test('feeding at the end is feeding at the start, mirrored: forces and splits', () => {
  const shape = [0, 0, 0, 1, 0.2, 0, 2, 0.1, 0.3, 3, 0, 0.1];
  const rates = [0, 0, 0, 1, -1, 0.5, 0.3, 0.2, -0.1, 0, 0, 0];
  const [a, b] = [false, true].map((mirrored) => {
    const cable = makeCable({ pieces: [{ rope: light, length: 2.7, elements: 3 }], spareNodes: 1 });
    const order = (x: number[]) => (mirrored ? [9, 6, 3, 0].flatMap((o) => x.slice(o, o + 3)) : x);
    placeNodes(cable, order(shape));
    const v = order(rates);
    for (let i = 0; i < 4; i++) cable.v.set(v.slice(3 * i, 3 * i + 3), 4 * i);
    setEndLength(cable, mirrored ? END : START, 0.95, 1.7);
    return cable;
  });
  const check = () => {
    evaluateCable(a, { gravity }, plain);
    evaluateCable(b, { gravity }, plain);
    const n = a.nodeCount;
    for (let i = 0; i < n; i++) {
      for (let r = 0; r < 3; r++) {
        expect(b.force[4 * (n - 1 - i) + r]).toBeCloseTo(a.force[4 * i + r], 9);
        expect(b.v[4 * (n - 1 - i) + r]).toBeCloseTo(a.v[4 * i + r], 12);
      }
    }
  };
  check();
  splitElement(a, 0, 0.3);
  splitElement(b, 2, 0.7);
  check();
  expect([...a.restRate.subarray(0, 4)]).toEqual([1.7, 0, 0, 0]);
  expect([...b.restRate.subarray(0, 4)]).toEqual([0, 0, 0, 1.7]);
});
