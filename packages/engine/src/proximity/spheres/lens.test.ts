import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PI } from '../../math/index.ts';
import { type Lens, lensOfDepth, lensVolume, makeLens, sphereCap, sphereLens } from './lens.ts';

function lens(radiusA: number, radiusB: number, distance: number): Lens {
  const out = makeLens();
  sphereLens(out, radiusA, radiusB, distance);
  return out;
}

function cap(radius: number, depth: number): Lens {
  const out = makeLens();
  sphereCap(out, radius, depth);
  return out;
}

/** A fraction of integers without rounding: doubles are dyadic, so what follows from them by + - * / is known exactly. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}
const whole = (n: number): Fraction => ({ over: BigInt(n), under: 1n });
const times = (...f: Fraction[]): Fraction =>
  f.reduce((p, q) => ({ over: p.over * q.over, under: p.under * q.under }), whole(1));
const plus = (p: Fraction, q: Fraction): Fraction => ({
  over: p.over * q.under + q.over * p.under,
  under: p.under * q.under,
});
const minus = (p: Fraction, q: Fraction): Fraction => plus(p, times(whole(-1), q));
const by = (p: Fraction, q: Fraction): Fraction => ({ over: p.over * q.under, under: p.under * q.over });

function exactly(x: number): Fraction {
  let under = 1n;
  let scaled = x;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    under *= 2n;
  }
  return { over: BigInt(scaled), under };
}

/** |x/pi - f| / f, exactly up to the rounding of the last division */
function relativeError(x: number, f: Fraction): number {
  const scaled = minus(exactly(x), times(f, PI_FRACTION));
  const error = by(scaled, times(f, PI_FRACTION));
  return Math.abs(Number((error.over * 2n ** 200n) / error.under) / 2 ** 200);
}
const PI_FRACTION = exactly(PI); // the code multiplies by the double: its distance from pi is not what is tested

/** Volume, axial and transverse second moments over pi by plain integration of polynomials in fractions. */
function exactLens(
  radiusA: number,
  radiusB: number,
  depth: number,
): Record<'volume' | 'axial' | 'transverse', Fraction> {
  const [a, b, e] = [exactly(radiusA), exactly(radiusB), exactly(depth)];
  const d = minus(plus(a, b), e);
  const dA = by(minus(plus(times(a, a), times(d, d)), times(b, b)), times(whole(2), d)); // eq. 4.12
  const half = (r: Fraction, from: Fraction): Fraction[] => {
    // moments of (r^2 - z^2) from z = from to r, about z = from: with z = from + t, t up to h
    const h = minus(r, from);
    const power = (n: number): Fraction => times(...Array<Fraction>(n).fill(h));
    const c0 = minus(times(r, r), times(from, from));
    const c1 = times(whole(-2), from);
    const moment = (n: number): Fraction =>
      minus(
        plus(by(times(c0, power(n + 1)), whole(n + 1)), by(times(c1, power(n + 2)), whole(n + 2))),
        by(power(n + 3), whole(n + 3)),
      );
    // integral of (c0 + c1 t - t^2)^2 / 4
    const q = [
      times(c0, c0),
      times(whole(2), c0, c1),
      minus(times(c1, c1), times(whole(2), c0)),
      times(whole(-2), c1),
      whole(1),
    ];
    const fourth = q.map((c, n) => by(times(c, power(n + 1)), whole(4 * (n + 1)))).reduce(plus);
    return [moment(0), moment(1), moment(2), fourth];
  };
  const partA = half(a, dA);
  const partB = half(b, minus(d, dA));
  const volume = plus(partA[0], partB[0]);
  const first = minus(partA[1], partB[1]);
  const axial = minus(plus(partA[2], partB[2]), by(times(first, first), volume));
  return { volume, axial, transverse: plus(partA[3], partB[3]) };
}

const dyadic = fc.integer({ min: 1, max: 2 ** 20 }).map((n) => n / 2 ** 16);

describe('lens of two balls', () => {
  test('few units in the last place for any depth, from 1e-12 of a radius to nearly inside: exact fractions', () => {
    // d = Ra + Rb - e has at most 20 + 40 bits: the depth is cut to 30 bits so that d is exact
    fc.assert(
      fc.property(
        dyadic,
        dyadic,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 255 }),
        (a, b, scale, n) => {
          const smaller = 2 * Math.min(a, b);
          const step = 2 ** (Math.floor(Math.log2(smaller)) - 8);
          const depth = Math.max(n * step * 2 ** -scale, 2 ** -30 * step);
          const distance = a + b - depth;
          fc.pre(depth < smaller && a + b - distance === depth);
          const out = makeLens();
          lensOfDepth(out, a, b, distance, depth);
          const exact = exactLens(a, b, depth);
          // 20 rounded operations, each of half a unit: 10 units of 2.2e-16
          expect(relativeError(out.volume, exact.volume)).toBeLessThan(2.5e-15);
          expect(relativeError(out.axial, exact.axial)).toBeLessThan(2.5e-15);
          expect(relativeError(out.transverse, exact.transverse)).toBeLessThan(2.5e-15);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('V = pi e^2 (d^2 + 2 d s - 3 (Ra - Rb)^2)/(12 d), and the same by quadrature', () => {
    for (const [a, b, d] of [
      [1, 1, 1],
      [1, 0.5, 0.6],
      [1, 0.3, 0.95],
      [0.3, 1, 0.95],
      [2, 0.1, 1.95],
    ]) {
      const { volume, centroid, axial, transverse } = lens(a, b, d);
      const e = a + b - d;
      expect(volume / ((PI * e * e * (d * d + 2 * d * (a + b) - 3 * (a - b) * (a - b))) / (12 * d))).toBeCloseTo(1, 12);
      // midpoint rule: error of second order in 1e-5 of the length
      const [from, to, n] = [Math.max(-a, d - b), Math.min(a, d + b), 100000];
      const sum = [0, 0, 0, 0];
      for (let i = 0; i < n; i++) {
        const z = from + ((i + 0.5) * (to - from)) / n;
        const r2 = Math.max(0, Math.min(a * a - z * z, b * b - (z - d) * (z - d)));
        [1, z, (z - centroid) ** 2, r2 / 4].forEach((f, k) => {
          sum[k] += (f * PI * r2 * (to - from)) / n;
        });
      }
      expect(volume).toBeCloseTo(sum[0], 8);
      expect(centroid).toBeCloseTo(sum[1] / sum[0], 8);
      expect(axial).toBeCloseTo(sum[2], 8);
      expect(transverse).toBeCloseTo(sum[3], 8);
    }
  });

  test('dV/dd = -area and d(area)/dd = areaSlope, by central differences', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 2, noNaN: true }),
        fc.double({ min: 0.1, max: 2, noNaN: true }),
        fc.double({ min: 0.02, max: 0.98, noNaN: true }),
        (a, b, share) => {
          const distance = Math.abs(a - b) + share * 2 * Math.min(a, b);
          const step = 1e-4 * Math.min(a, b) * Math.min(share, 1 - share);
          const [below, at, above] = [-step, 0, step].map((x) => lens(a, b, distance + x));
          // truncation: step^2/6 of a third derivative of order 1, rounding: eps V/step
          const scale = Math.max(a, b) ** 2;
          expect(Math.abs((above.volume - below.volume) / (2 * step) + at.area)).toBeLessThan(1e-6 * scale);
          expect(Math.abs((above.area - below.area) / (2 * step) - at.areaSlope)).toBeLessThan(
            1e-5 * (scale / Math.min(a, b)),
          );
        },
      ),
    );
  });

  test('exchanging the balls turns the axis and changes nothing else', () => {
    fc.assert(
      fc.property(dyadic, dyadic, fc.double({ min: 0, max: 1.1, noNaN: true }), (a, b, share) => {
        const d = share * (a + b);
        const [one, other] = [lens(a, b, d), lens(b, a, d)];
        expect(Math.abs(other.volume - one.volume)).toBeLessThanOrEqual(1e-14 * one.volume);
        expect(Math.abs(other.area - one.area)).toBeLessThanOrEqual(1e-14 * one.area);
        expect(Math.abs(one.centroid + other.centroid - d)).toBeLessThanOrEqual(1e-14 * (a + b));
        expect(other.axial / one.axial || 1).toBeCloseTo(1, 13);
        expect(other.transverse / one.transverse || 1).toBeCloseTo(1, 13);
      }),
    );
  });

  test('the volume alone is that of the lens', () => {
    fc.assert(
      fc.property(dyadic, dyadic, fc.double({ min: 0, max: 1.1, noNaN: true }), (a, b, share) => {
        const d = share * (a + b);
        const { volume } = lens(a, b, d);
        // both see a depth that is rounded to eps (a + b)
        const slope = PI * Math.min(a, b) ** 2;
        expect(Math.abs(lensVolume(a, b, d) - volume)).toBeLessThanOrEqual(1e-14 * volume + 1e-15 * (a + b) * slope);
      }),
    );
  });

  test('touching, apart, inside, concentric: no division by zero, nothing pulls', () => {
    for (const d of [2.5, 2]) expect(lens(1, 1, d)).toMatchObject({ volume: 0, area: 0, depth: 0 });
    const ball = (4 / 3) * PI;
    expect(lens(2, 1, 0.5)).toMatchObject({ volume: ball, centroid: 0.5, area: 0, areaSlope: 0 });
    expect(lens(1, 2, 0.5)).toMatchObject({ volume: ball, centroid: 0, area: 0, areaSlope: 0 });
    expect(lens(1, 1, 0)).toMatchObject({ volume: ball, centroid: 0, area: 0 });
    // volume is continuous into containment: short of it by a gap g, what is left out is of order g^2
    expect(Math.abs(lens(2, 1, 1 + 1e-7).volume - ball)).toBeLessThan(1e-12);
  });
});

describe('cap of a ball and a half-space', () => {
  test('the lens with a ball that grows without bound', () => {
    for (const depth of [1e-9, 0.1, 0.7, 1, 1.3, 1.999]) {
      const R = 1e7; // curvature over the ball: 1/R of its radius
      const [flat, round] = [cap(1, depth), makeLens()];
      lensOfDepth(round, 1, R, 1 + R - depth, depth);
      expect(flat.volume / round.volume).toBeCloseTo(1, 6);
      expect(flat.area / round.area).toBeCloseTo(1, 6);
      expect(flat.centroid).toBeCloseTo(round.centroid, 6);
      expect(flat.axial / round.axial).toBeCloseTo(1, 5);
      expect(flat.transverse / round.transverse).toBeCloseTo(1, 5);
    }
  });

  test('two caps make a ball, and past its diameter it is all in', () => {
    const ball = (4 / 3) * PI;
    for (const depth of [0.2, 1, 1.7]) expect(cap(1, depth).volume + cap(1, 2 - depth).volume).toBeCloseTo(ball, 14);
    expect(cap(1, 3)).toMatchObject({ volume: ball, centroid: 0, area: 0, plane: -2 });
    expect(cap(1, -0.5)).toMatchObject({ volume: 0, area: 0, depth: 0 });
  });
});
