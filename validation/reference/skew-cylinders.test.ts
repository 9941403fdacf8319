import { describe, expect, test } from 'vitest';
import { makeSkewOverlap, royEllipseArea, royVolume, skewCylinders, skewProjectedArea } from './skew-cylinders.ts';

const out = makeSkewOverlap();

/** Midpoint rule over the slices; ends by the substitution z = middle + half sin(t). */
function sliced(r1: number, r2: number, d: number, sine: number): { volume: number; moment: number } {
  const low = Math.max(-r1, d - r2);
  const high = Math.min(r1, d + r2);
  const n = 200000;
  let volume = 0;
  let moment = 0;
  for (let k = 0; k < n; k++) {
    const t = -Math.PI / 2 + ((k + 0.5) * Math.PI) / n;
    const z = 0.5 * (low + high) + 0.5 * (high - low) * Math.sin(t);
    const slice = Math.sqrt(Math.max(0, (r1 * r1 - z * z) * (r2 * r2 - (d - z) ** 2)));
    const w = ((0.5 * (high - low) * Math.cos(t) * Math.PI) / n) * slice;
    volume += (4 * w) / sine;
    moment += (4 * w * z) / sine;
  }
  return { volume, moment };
}

describe('skew cylinders', () => {
  test('volume and centroid within 1e-9 of the slices, depths from 0.001 to 0.5 r and beyond', () => {
    for (const [r1, r2] of [
      [1, 1],
      [1, 0.5],
      [0.3, 1],
    ]) {
      for (const depth of [0.001, 0.1, 0.5, 0.9]) {
        const d = r1 + r2 - depth * Math.min(r1, r2);
        skewCylinders(out, r1, r2, d, 0.8);
        const { volume, moment } = sliced(r1, r2, d, 0.8);
        expect(Math.abs(out.volume / volume - 1)).toBeLessThan(1e-9);
        expect(Math.abs(out.centroid / (moment / volume) - 1)).toBeLessThan(1e-9);
      }
    }
  });

  test("Steinmetz' solid: 16 r^3/3 for axes that meet at a right angle", () => {
    skewCylinders(out, 1, 1, 0, 1);
    expect(Math.abs(out.volume / (16 / 3) - 1)).toBeLessThan(1e-6); // here the smooth factor is not smooth any more
  });

  test('a thin cylinder through the axis of a thick one: closed form with elliptic integrals (R = 1, r = 0.5)', () => {
    skewCylinders(out, 1, 0.5, 0, 1);
    expect(Math.abs(out.volume / 1.520039988172899 - 1)).toBeLessThan(1e-14);
    skewCylinders(out, 0.5, 1, 0, 1);
    expect(Math.abs(out.volume / 1.520039988172899 - 1)).toBeLessThan(1e-14);
  });

  test('derivatives by distance and by angle are those of the volume', () => {
    for (const [r1, r2, d] of [
      [1, 1, 1.9],
      [1, 0.5, 1.2],
      [1, 1, 0.8],
      [1, 0.4, 0.3],
    ]) {
      const h = 1e-6;
      const volume = (distance: number, sine: number): number => {
        skewCylinders(out, r1, r2, distance, sine);
        return out.volume;
      };
      const byDistance = (volume(d + h, 0.7) - volume(d - h, 0.7)) / (2 * h);
      const bySine = (volume(d, 0.7 + h) - volume(d, 0.7 - h)) / (2 * h);
      skewCylinders(out, r1, r2, d, 0.7);
      expect(Math.abs(out.area / -byDistance - 1)).toBeLessThan(1e-7);
      expect(Math.abs(out.volumeBySine / bySine - 1)).toBeLessThan(1e-8);
    }
  });

  test('the area of the projection is dV/d(depth) as long as the axes are at least a radius apart, larger below', () => {
    for (const d of [1.79, 1.5, 1]) {
      skewCylinders(out, 1, 0.8, d, 0.6);
      expect(skewProjectedArea(1, 0.8, d, 0.6) / out.area).toBeCloseTo(1, 7);
    }
    skewCylinders(out, 1, 1, 0.5, 1);
    expect(skewProjectedArea(1, 1, 0.5, 1)).toBeGreaterThan(1.05 * out.area);
  });

  test('swapping the cylinders gives the same volume; the centroid is seen from the other axis', () => {
    skewCylinders(out, 1, 0.6, 1.3, 0.5);
    const { volume, centroid } = out;
    skewCylinders(out, 0.6, 1, 1.3, 0.5);
    expect(Math.abs(out.volume / volume - 1)).toBeLessThan(1e-14);
    expect(out.centroid + centroid).toBeCloseTo(1.3, 13);
  });

  test("Roy's nested 5-point rules are 1e-4 off, and his ellipse is the projection for shallow depths only", () => {
    skewCylinders(out, 1, 1, 1.9, 1);
    expect(royVolume(1, 1, 1.9, 1) / out.volume - 1).toBeCloseTo(-9.809e-5, 7);
    expect(royEllipseArea(1, 1.98, Math.PI / 2) / skewProjectedArea(1, 1, 1.98, 1)).toBeCloseTo(1, 2);
    expect(royEllipseArea(1, 1, Math.PI / 2) / skewProjectedArea(1, 1, 1, 1)).toBeLessThan(0.9);
  });
});
