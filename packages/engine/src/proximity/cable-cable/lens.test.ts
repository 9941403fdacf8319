import { describe, expect, test } from 'vitest';
import { lensOfDiscs, makeLens, segmentArea, segmentOfDisc } from './lens.ts';

const lens = makeLens();

describe('overlap of two discs', () => {
  test('the area is that of the closed form with two arc cosines', () => {
    for (const [r1, r2] of [
      [1, 1],
      [1, 0.5],
      [0.02, 0.013],
    ]) {
      for (const part of [0.05, 0.3, 0.7, 0.95]) {
        const d = Math.abs(r1 - r2) + (1 - part) * 2 * Math.min(r1, r2);
        lensOfDiscs(lens, r1, r2, d);
        const a1 = Math.acos((d * d + r1 * r1 - r2 * r2) / (2 * d * r1));
        const a2 = Math.acos((d * d + r2 * r2 - r1 * r1) / (2 * d * r2));
        const kite = 0.5 * Math.sqrt((r1 + r2 - d) * (d + r1 - r2) * (d - r1 + r2) * (d + r1 + r2));
        const exact = r1 * r1 * a1 + r2 * r2 * a2 - kite;
        // the closed form itself cancels to about 1e-12 at the shallowest
        expect(Math.abs(lens.area / exact - 1)).toBeLessThan(1e-11);
      }
    }
  });

  test('a shallow one keeps its digits: area -> (4 sqrt(2)/3) sqrt(r1 r2/(r1 + r2)) depth^1.5', () => {
    for (const depth of [1e-8, 1e-10, 1e-12]) {
      lensOfDiscs(lens, 1, 0.5, 1.5 - depth);
      const exact = ((4 * Math.SQRT2) / 3) * Math.sqrt(0.5 / 1.5) * depth ** 1.5;
      // 1.5 - depth is rounded to 2e-16; the next term of the series is of relative size depth
      expect(Math.abs(lens.area / exact - 1)).toBeLessThan(2 * depth + 4e-16 / depth);
    }
  });

  test('series and closed form of a segment meet at 0.35 without a step', () => {
    const below = segmentArea(0.35 - 1e-12);
    const above = segmentArea(0.35 + 1e-12);
    const slope = 2 * Math.sqrt(2 * 0.35 - 0.35 * 0.35);
    expect(Math.abs(above - below - 2e-12 * slope)).toBeLessThan(2e-15);
    expect(segmentArea(2)).toBeCloseTo(Math.PI, 15);
  });

  test('chord and its slope are the first and second derivative of the area by the depth', () => {
    for (const [r1, r2] of [
      [1, 1],
      [1, 0.4],
    ]) {
      for (const depth of [0.01, 0.1, 0.5]) {
        const h = 1e-5 * depth;
        const at = (e: number): [number, number] => {
          lensOfDiscs(lens, r1, r2, r1 + r2 - e);
          return [lens.area, lens.chord];
        };
        const [areaUp, chordUp] = at(depth + h);
        const [areaDown, chordDown] = at(depth - h);
        at(depth);
        expect(Math.abs((areaUp - areaDown) / (2 * h) / lens.chord - 1)).toBeLessThan(1e-9);
        expect(Math.abs((chordUp - chordDown) / (2 * h) / lens.chordSlope - 1)).toBeLessThan(1e-8);
      }
    }
  });

  test('the centroid lies half way for equal discs, and one disc inside the other has its own', () => {
    lensOfDiscs(lens, 1, 1, 1.3);
    expect(lens.centroid).toBeCloseTo(0.65, 14);
    lensOfDiscs(lens, 1, 0.2, 0.5);
    expect(lens.area).toBeCloseTo(Math.PI * 0.04, 14);
    expect(lens.centroid).toBe(0.5);
  });

  test('a disc in a half-plane is the limit of a second disc without end', () => {
    const flat = makeLens();
    for (const depth of [0.01, 0.3, 0.9]) {
      segmentOfDisc(flat, 1, depth);
      lensOfDiscs(lens, 1, 1e7, 1 + 1e7 - depth);
      for (const key of ['area', 'chord', 'chordSlope', 'centroid'] as const) {
        expect(Math.abs(lens[key] / flat[key] - 1)).toBeLessThan(1e-6); // 1e7 + 1 - depth is rounded to 2e-9
      }
    }
  });
});
