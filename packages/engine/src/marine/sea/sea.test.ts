/** Waves against the sums they stand for, against closed forms, and against what any velocity field of water must obey. */
import { describe, expect, test } from 'vitest';
import { FLOW, FLOW_RATE, HEAD, HEAD_GRADIENT, RISE, SAMPLE, Sea, SLOPE } from './sea.ts';
import { waveFrequency, waveNumber } from './dispersion.ts';
import { makeSpectrum, spreadDirections } from './spectrum.ts';
import type { IrregularWaveSpec, WaterSpec } from './spec.ts';

const G = 9.81;
const still: WaterSpec = { density: 1025, current: [0, 0, 0], surface: 0 };
const storm: IrregularWaveSpec = {
  kind: 'irregular',
  spectrum: { kind: 'jonswap', height: 2.5, period: 8, gamma: 3.3 },
  direction: 0.4,
  seed: 7,
};

function sampleAt(sea: Sea, t: number, x: number, y: number, z: number): Float64Array {
  const out = new Float64Array(SAMPLE);
  sea.setTime(t);
  sea.sample(out, Float64Array.of(x, y, z), 3, 1);
  return out;
}

/** Every component by itself, with the platform's own functions. */
function direct(sea: Sea, t: number, x: number, y: number, z: number): number[] {
  const { k, omega, amplitude, phase, direction, count } = sea.components;
  let eta = 0;
  for (let n = 0; n < count; n++) {
    const s = x * Math.cos(direction[n]) + y * Math.sin(direction[n]);
    eta += amplitude[n] * Math.cos(k[n] * s - omega[n] * t + phase[n]);
  }
  const h = sea.depth;
  const stretched = Number.isFinite(h) ? ((z - eta) * h) / (h + eta) : z - eta;
  const out = [eta, 0, 0, 0, 0, 0, 0, 0];
  for (let n = 0; n < count; n++) {
    const [c, d] = [Math.cos(direction[n]), Math.sin(direction[n])];
    const T = k[n] * (x * c + y * d) - omega[n] * t + phase[n];
    const deep = Math.exp(k[n] * stretched);
    const f = (top: number): number => (Number.isFinite(h) ? top : deep);
    const cs = f(Math.cosh(k[n] * (stretched + h)) / Math.cosh(k[n] * h));
    const cc = f(Math.cosh(k[n] * (stretched + h)) / Math.sinh(k[n] * h));
    const sc = f(Math.sinh(k[n] * (stretched + h)) / Math.sinh(k[n] * h));
    const [a, w] = [amplitude[n], omega[n]];
    out[1] += a * cs * Math.cos(T);
    out[2] += a * w * cc * Math.cos(T) * c;
    out[3] += a * w * cc * Math.cos(T) * d;
    out[4] += a * w * sc * Math.sin(T);
    out[5] += a * w * w * cc * Math.sin(T) * c;
    out[6] += a * w * w * cc * Math.sin(T) * d;
    out[7] -= a * w * w * sc * Math.cos(T);
  }
  return out;
}

describe('products along combs are the sums they stand for', () => {
  test.each<[string, WaterSpec]>([
    ['deep, one direction', { ...still, waves: [storm] }],
    ['12 m deep', { ...still, depth: 12, waves: [storm] }],
    ['spread, 200 components', { ...still, waves: [{ ...storm, spreading: 8, components: 200 }] }],
    [
      'two seas',
      { ...still, depth: 40, waves: [storm, { kind: 'regular', height: 1, period: 12, direction: 2, phase: 1 }] },
    ],
  ])('%s', (_, spec) => {
    const sea = new Sea(spec, G);
    for (const [t, x, y, z] of [
      [0, 0, 0, -1],
      [123.4, 80, -35, -3],
      [3600, -250, 140, -0.2],
    ]) {
      const found = sampleAt(sea, t, x, y, z);
      const wanted = direct(sea, t, x, y, z);
      const ours = [0, HEAD, FLOW, FLOW + 1, FLOW + 2, FLOW_RATE, FLOW_RATE + 1, FLOW_RATE + 2].map((i) => found[i]);
      const under = z <= wanted[0] ? ours.length : 1; // in the air only the surface is asked for
      for (let i = 0; i < under; i++) expect(Math.abs(ours[i] - wanted[i])).toBeLessThan(1e-10);
    }
  });
});

describe('what any water must obey', () => {
  const sea = new Sea({ ...still, depth: 25, waves: [{ ...storm, spreading: 5 }] }, G);
  const h = 1e-4; // central differences: errors of h^2 k^3 a, about 1e-8

  test('pressure is nothing on the surface (Wheeler 1970)', () => {
    const surface = sampleAt(sea, 31, 4, 5, -1)[0];
    expect(Math.abs(sampleAt(sea, 31, 4, 5, surface)[HEAD] - surface)).toBeLessThan(1e-12);
  });

  test('slopes and rise of the surface are its derivatives', () => {
    const eta = (t: number, x: number, y: number): number => sampleAt(sea, t, x, y, -2)[0];
    const found = sampleAt(sea, 10, 3, 2, -2);
    expect(found[SLOPE]).toBeCloseTo((eta(10, 3 + h, 2) - eta(10, 3 - h, 2)) / (2 * h), 7);
    expect(found[SLOPE + 1]).toBeCloseTo((eta(10, 3, 2 + h) - eta(10, 3, 2 - h)) / (2 * h), 7);
    expect(found[RISE]).toBeCloseTo((eta(10 + h, 3, 2) - eta(10 - h, 3, 2)) / (2 * h), 7);
  });

  test('without stretching: no divergence, acceleration is the rate of velocity, g grad head is its loss', () => {
    const linear = new Sea({ ...still, depth: 25, stretching: 'none', waves: [{ ...storm, spreading: 5 }] }, G);
    const at = (t: number, x: number, y: number, z: number): Float64Array => sampleAt(linear, t, x, y, z);
    const here = at(10, 3, 2, -4);
    const flow = (i: number, d: number[]): number => {
      const ahead = at(10 + d[0], 3 + d[1], 2 + d[2], -4 + d[3])[FLOW + i];
      const behind = at(10 - d[0], 3 - d[1], 2 - d[2], -4 - d[3])[FLOW + i];
      return (ahead - behind) / (2 * h);
    };
    expect(Math.abs(flow(0, [0, h, 0, 0]) + flow(1, [0, 0, h, 0]) + flow(2, [0, 0, 0, h]))).toBeLessThan(1e-7);
    for (let i = 0; i < 3; i++) {
      expect(here[FLOW_RATE + i]).toBeCloseTo(flow(i, [h, 0, 0, 0]), 6);
      // Euler without the convective term: u' = -grad p/rho, p = rho g head
      expect(here[FLOW_RATE + i]).toBeCloseTo(-G * here[HEAD_GRADIENT + i], 10);
    }
  });

  test('the water of the mean surface rises with it: eta_t = u_z at z = 0', () => {
    const linear = new Sea({ ...still, stretching: 'vertical', waves: [storm] }, G);
    const found = sampleAt(linear, 20, -7, 1, 0);
    expect(found[RISE]).toBeCloseTo(found[FLOW + 2], 12);
  });
});

describe('spectra', () => {
  test('amplitudes hold the energy of the spectrum, and a record of an hour its height', () => {
    const sea = new Sea({ ...still, waves: [storm] }, G);
    const { amplitude } = sea.components;
    expect(4 * Math.sqrt(amplitude.reduce((sum, a) => sum + 0.5 * a * a, 0))).toBeCloseTo(2.5, 12);
    let square = 0;
    for (let i = 0; i < 3600; i++) {
      sea.setTime(i);
      square += sea.elevation(0, 0) ** 2;
    }
    expect(Math.abs((4 * Math.sqrt(square / 3600)) / 2.5 - 1)).toBeLessThan(0.03); // 450 waves
  });

  test('Pierson and Moskowitz: a wind of 20 m/s at 19.5 m raises 8.5 m with a peak of 14.6 s', () => {
    const { m0, peak } = makeSpectrum({ kind: 'pierson-moskowitz', wind: 20 }, 9.81);
    expect(4 * Math.sqrt(m0)).toBeCloseTo((0.21 * 400) / 9.81, 0); // Hs = 0.21 U^2/g
    expect(peak).toBeCloseTo((0.877 * 9.81) / 20, 3);
  });

  test('a table gives its own m0 and nothing outside', () => {
    const table = makeSpectrum({ kind: 'table', frequencies: [0.5, 1, 1.5], densities: [0, 2, 0] }, G);
    expect(table.m0).toBeCloseTo(1, 14);
    expect(table.density(0.75)).toBeCloseTo(1, 14);
    expect(table.density(2)).toBe(0);
  });

  test('shares of directions add to one and are even', () => {
    const { offsets, shares } = spreadDirections(10, 9);
    expect(shares.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 14);
    for (let i = 0; i < 9; i++) {
      expect(shares[i]).toBeCloseTo(shares[8 - i], 14);
      expect(offsets[i]).toBeCloseTo(-offsets[8 - i], 14);
    }
  });

  test('the same seed gives the same sea, another one another', () => {
    const make = (seed: number): number => {
      const sea = new Sea({ ...still, waves: [{ ...storm, seed }] }, G);
      sea.setTime(5);
      return sea.elevation(1, 2);
    };
    expect(make(3)).toBe(make(3));
    expect(make(3)).not.toBe(make(4));
  });
});

test('wave number and frequency undo each other at any depth', () => {
  for (const depth of [0.5, 5, 50, 500, Number.POSITIVE_INFINITY]) {
    for (const omega of [0.1, 0.4, 1, 3, 10]) {
      expect(Math.abs(waveFrequency(waveNumber(omega, depth, G), depth, G) / omega - 1)).toBeLessThan(1e-13);
    }
  }
});

test('a current profile is linear between its depths and stretched with the waves', () => {
  const profile = [
    { depth: 0, velocity: [1, 0, 0] as const },
    { depth: 10, velocity: [0, 0.5, 0] as const },
  ];
  const sea = new Sea({ ...still, profile }, G);
  expect([...sampleAt(sea, 0, 0, 0, -5).subarray(FLOW, FLOW + 3)]).toEqual([0.5, 0.25, 0]);
  expect([...sampleAt(sea, 0, 0, 0, -30).subarray(FLOW, FLOW + 3)]).toEqual([0, 0.5, 0]);
  expect([...sampleAt(sea, 0, 0, 0, 1).subarray(FLOW, FLOW + 3)]).toEqual([1, 0, 0]);
});
