import { describe, expect, test } from 'vitest';
import { Sea } from '../sea/sea.ts';
import type { WaterSpec, WaveSpec } from '../sea/spec.ts';
import { checkLongWaves, RaoMotion, type RaoSpec, RaoTable } from './rao.ts';

const G = 9.81;
const still: WaterSpec = { density: 1025, current: [0, 0, 0], surface: 0 };
const frequencies = Array.from({ length: 35 }, (_, i) => 0.1 + 0.1 * i);
const headings = [0, 45, 90, 135, 180].map((deg) => (deg * Math.PI) / 180);

/** The long-wave limit at all frequencies: a point of the surface. */
function cork(turn = (re: number, im: number): [number, number] => [re, im]): number[] {
  return headings.flatMap((mu) =>
    frequencies.flatMap((w) => {
      const k = (w * w) / G;
      const six: [number, number][] = [
        [0, Math.cos(mu)],
        [0, Math.sin(mu)],
        [1, 0],
        [0, k * Math.sin(mu)],
        [0, -k * Math.cos(mu)],
        [0, 0],
      ];
      return six.flatMap(([re, im]) => turn(re, im));
    }),
  );
}

const spec: RaoSpec = { frequencies, headings, values: cork(), point: [0, 0, 0], speed: 0, heading: 0 };
const out = new Float64Array(3);

function sixAt(motion: RaoMotion, t: number): number[] {
  return motion.functions.map((f) => {
    f.evaluate(t, out, 0);
    return out[0];
  });
}

describe('a body with the transfer functions of the surface', () => {
  const waves: WaveSpec[] = [
    { kind: 'regular', height: 1, period: 10, direction: Math.PI, phase: 0.4 },
    { kind: 'irregular', spectrum: { kind: 'jonswap', height: 2, period: 9 }, direction: 2, spreading: 10, seed: 3 },
  ];
  const sea = new Sea({ ...still, waves }, G);

  test.each([
    ['at rest', 0, 0],
    ['at 6 m/s on any course', 6, 0.7],
  ])('%s follows elevation and slope where it is', (_, speed, heading) => {
    const motion = new RaoMotion({ ...spec, speed, heading }, sea, [20, -30, 0]);
    for (const t of [0, 3.3, 100]) {
      const six = sixAt(motion, t);
      const [x, y] = [20 + speed * t * Math.cos(heading), -30 + speed * t * Math.sin(heading)];
      sea.setTime(t);
      // interpolated in heading between 45 degrees: heave is constant there, slopes are cosines within 1 %
      expect(six[2]).toBeCloseTo(sea.elevation(x, y), 9);
      const h = 0.01;
      const slopeX = (sea.elevation(x + h, y) - sea.elevation(x - h, y)) / (2 * h);
      const slopeY = (sea.elevation(x, y + h) - sea.elevation(x, y - h)) / (2 * h);
      const [c, s] = [Math.cos(heading), Math.sin(heading)];
      expect(Math.abs(six[4] + c * slopeX + s * slopeY)).toBeLessThan(0.01);
      expect(Math.abs(six[3] - (c * slopeY - s * slopeX))).toBeLessThan(0.01);
      expect(six[5]).toBeCloseTo(heading, 12);
    }
  });

  test('rates are derivatives, also while the waves grow', () => {
    const growing = new Sea({ ...still, waves, ramp: 20 }, G);
    const motion = new RaoMotion({ ...spec, speed: 3, heading: 1, point: [5, 1, -2] }, growing, [0, 0, 0]);
    const h = 1e-4;
    for (const t of [7, 30]) {
      const [before, after] = [sixAt(motion, t - h), sixAt(motion, t + h)];
      const now = sixAt(motion, t);
      motion.functions.forEach((f, i) => {
        f.evaluate(t, out, 0);
        expect(out[1]).toBeCloseTo((after[i] - before[i]) / (2 * h), 6);
        expect(out[2]).toBeCloseTo((after[i] - 2 * now[i] + before[i]) / (h * h), 5);
      });
    }
  });
});

test('encounter: 10 s waves from ahead at 1 m/s are met every 9.40 s', () => {
  const sea = new Sea(
    { ...still, waves: [{ kind: 'regular', height: 1, period: 10, direction: Math.PI, phase: 0 }] },
    G,
  );
  const motion = new RaoMotion({ ...spec, speed: 1 }, sea, [0, 0, 0]);
  const k = ((2 * Math.PI) / 10) ** 2 / G;
  const period = (2 * Math.PI) / ((2 * Math.PI) / 10 + k);
  expect(period).toBeCloseTo(9.4, 2);
  for (const t of [0, 1, 2.5]) expect(sixAt(motion, t + period)[2]).toBeCloseTo(sixAt(motion, t)[2], 12);
});

test('given at a point ahead of the origin, heave of the origin lacks what pitch lifts the point', () => {
  const sea = new Sea({ ...still, waves: [{ kind: 'regular', height: 1, period: 12, direction: 0, phase: 0 }] }, G);
  const at = new RaoMotion({ ...spec, point: [10, 0, 0] }, sea, [0, 0, 0]);
  for (const t of [0, 2, 5]) {
    const six = sixAt(at, t);
    sea.setTime(t);
    expect(six[2] - 10 * six[4]).toBeCloseTo(sea.elevation(10, 0), 9); // z of the point: z0 - x pitch
  }
});

describe('long waves tell which convention a table has', () => {
  const verdict = (values: number[]): string => checkLongWaves({ frequencies, headings, values }, G).kind;
  test('lag: good; lead: conjugate; bow up positive: opposite; nonsense: far', () => {
    expect(verdict(cork())).toBe('good');
    expect(verdict(cork((re, im) => [re, -im]))).toBe('conjugate');
    expect(verdict(cork().map((x, i) => (i % 12 === 8 || i % 12 === 9 ? -x : x)))).toBe('opposite');
    expect(verdict(cork().map((x) => 5 * x))).toBe('far');
  });
});

test('tables are cubic between their rows and mirrored to the other side', () => {
  const table = new RaoTable(spec);
  const values = new Float64Array(12);
  table.at(values, 0, 0.35, Math.PI / 4);
  const k = 0.35 ** 2 / G;
  expect(values[7]).toBeCloseTo(k * Math.SQRT1_2, 12); // k is a parabola of the frequency
  table.at(values, 0, 0.35, -Math.PI / 4);
  expect(values[7]).toBeCloseTo(-k * Math.SQRT1_2, 12);
  expect(values[9]).toBeCloseTo(-k * Math.SQRT1_2, 12);
});
