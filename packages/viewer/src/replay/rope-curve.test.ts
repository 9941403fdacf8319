import { expect, test } from 'vitest';
import { makeSamples, nodesOf, presentPieces, sampleCurve } from './rope-curve.ts';

/** Poses of chords of a circle of radius r in the x-z plane, z of each along its chord. */
function arc(r: number, from: number, to: number, pieces: number): Float64Array {
  const poses = new Float64Array(7 * pieces);
  for (let k = 0; k < pieces; k++) {
    const [a, b] = [k, k + 1].map((i) => from + ((to - from) * i) / pieces);
    const [xa, za, xb, zb] = [r * Math.cos(a), r * Math.sin(a), r * Math.cos(b), r * Math.sin(b)];
    const turn = Math.atan2(xb - xa, zb - za); // about y, from z
    poses.set([(xa + xb) / 2, 0, (za + zb) / 2, Math.cos(turn / 2), 0, Math.sin(turn / 2), 0], 7 * k);
  }
  return poses;
}

test('rope: nodes of equal chords of a circle lie on it, and the curve between them stays within the chord’s sagitta', () => {
  const [r, pieces] = [3, 12];
  const poses = arc(r, 0.2, 2.2, pieces);
  const tracks = Array.from({ length: pieces }, (_, k) => k);
  const nodes = new Float64Array(3 * (pieces + 1));
  nodesOf(nodes, tracks, pieces, poses, 1);
  for (let k = 0; k <= pieces; k++) expect(Math.hypot(nodes[3 * k], nodes[3 * k + 2])).toBeCloseTo(r, 12);
  const samples = makeSamples(3 * pieces + 1);
  const count = sampleCurve(samples, nodes, pieces, 3);
  expect(count).toBe(3 * pieces + 1);
  const sagitta = r * (1 - Math.cos(1 / pieces));
  for (let n = 0; n < count; n++) {
    const [x, y, z] = samples.places.subarray(3 * n, 3 * n + 3);
    expect(Math.abs(Math.hypot(x, z) - r)).toBeLessThan(sagitta);
    expect(y).toBe(0);
    expect(Math.hypot(...samples.tangents.subarray(3 * n, 3 * n + 3))).toBeCloseTo(1, 12);
  }
  expect(samples.arcs[count - 1]).toBeCloseTo(2 * r, 1);
});

test('rope: pieces that are not there are drawn over the last one and left out; one piece is as long as it is', () => {
  const poses = arc(3, 0.2, 2.2, 4);
  poses.copyWithin(21, 14, 21);
  expect(presentPieces([0, 1, 2, 3], poses)).toBe(3);
  const nodes = new Float64Array(6);
  nodesOf(nodes, [0], 1, Float64Array.of(1, 2, 3, 1, 0, 0, 0), 0.5);
  expect([...nodes]).toEqual([1, 2, 2.75, 1, 2, 3.25]);
});

test('rope: a wire that is fed at its start ends where it ends, though its first piece is longer than the others', () => {
  // straight down from z = 0: pieces of 1.7, 1, 1 and 1 m, so the end is at -4.7
  const middles = [-0.85, -2.2, -3.2, -4.2];
  for (const count of [2, 3, 4]) {
    const poses = new Float64Array(7 * count);
    // half a turn about x: z of a piece looks down
    for (let k = 0; k < count; k++) poses.set([0, 0, middles[k], 0, 1, 0, 0], 7 * k);
    const nodes = new Float64Array(3 * (count + 1));
    nodesOf(
      nodes,
      Array.from({ length: count }, (_, k) => k),
      count,
      poses,
      1,
    );
    const heights = Array.from({ length: count + 1 }, (_, k) => nodes[3 * k + 2]);
    [0, -1.7, -2.7, -3.7, -4.7].slice(0, count + 1).forEach((z, k) => {
      expect(heights[k]).toBeCloseTo(z, 9);
    });
  }
});
