/** Where strands that do not touch are nearest. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closestOnSegments, makeSegmentPair } from '../proximity/index.ts';
import { curveAt, nearestPlaces } from './strand-places.ts';

/** A strand 40 mm long from p towards t, which bulges by sag along b. */
function strand(c: Float64Array, o: number, p: number[], t: number[], b: number[], sag: number): void {
  for (let k = 0; k < 3; k++) {
    c[o + 4 * k] = p[k];
    c[o + 4 * k + 1] = 0.04 * t[k] + 4 * sag * b[k];
    c[o + 4 * k + 2] = -4 * sag * b[k];
    c[o + 4 * k + 3] = 0;
  }
}

function distance(c: Float64Array, u: number, v: number): number {
  return Math.hypot(...[0, 4, 8].map((k) => curveAt(c, k, u) - curveAt(c, 12 + k, v)));
}

test('strands that bulge towards each other are nearest where their curves are, whatever their chords say', () => {
  const c = new Float64Array(24);
  const chords = new Float64Array(9);
  const place = new Float64Array(2);
  const pair = makeSegmentPair();
  let misplaced = 0;
  const small = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 1000);
  const bend = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
  fc.assert(
    fc.property(small, small, bend, bend, (shift, angle, bendA, bendB) => {
      strand(c, 0, [0, 0, 0], [1, 0, 0], [0, 0, 1], 1e-3 * bendA);
      const t = [Math.cos(0.3 * angle), Math.sin(0.3 * angle), 0];
      strand(c, 12, [0.02 * shift, 0, 0.021], t, [0, 0, 1], -1e-3 * bendB);
      for (let k = 0; k < 3; k++) {
        chords[k] = c[4 * k] - c[12 + 4 * k];
        chords[3 + k] = c[4 * k + 1] + c[4 * k + 2];
        chords[6 + k] = c[12 + 4 * k + 1] + c[12 + 4 * k + 2];
      }
      closestOnSegments(pair, chords);
      place[0] = pair.s;
      place[1] = pair.t;
      const before = distance(c, place[0], place[1]);
      nearestPlaces(place, c, 0, 12);
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i <= 50; i++) for (let j = 0; j <= 50; j++) least = Math.min(least, distance(c, i / 50, j / 50));
      if (before > least + 2e-5) misplaced++;
      // a tenth of the overlap of strands at rest, 0.05 mm
      expect(distance(c, place[0], place[1])).toBeLessThan(least + 5e-6);
    }),
    { numRuns: 200, seed: 7 },
  );
  // chords alone would not have done
  expect(misplaced).toBeGreaterThan(10);
});
