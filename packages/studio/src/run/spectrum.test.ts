import { expect, test } from 'vitest';
import { fourier, spectrumOf } from './spectrum.ts';

const STEP = 0.01;
const times = Float64Array.from({ length: 8192 }, (_, i) => i * STEP);

test('a steady sine shows its own amplitude at its own frequency', () => {
  const spectrum = spectrumOf(
    times,
    times.map((t) => 3 * Math.sin(2 * Math.PI * 4 * t)),
    7,
  );
  const peak = spectrum?.amplitude.reduce((best, a, i, all) => (a > all[best] ? i : best), 0) ?? 0;
  const width = spectrum?.frequency[1] ?? 1;
  // a sine between two bins of a Hann window loses at most 15 % (its scalloping loss of 1.42 dB)
  expect(Math.abs((spectrum?.frequency[peak] ?? 0) - 4)).toBeLessThanOrEqual(width);
  expect(spectrum?.amplitude[peak]).toBeGreaterThan(0.85 * 3);
  expect(spectrum?.amplitude[peak]).toBeLessThan(1.02 * 3 * Math.sqrt(1.5));
});

test('the integral of the density is the variance (Parseval)', () => {
  let seed = 1;
  const noise = times.map(() => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647 - 0.5;
  });
  const spectrum = spectrumOf(times, noise, 15);
  const width = spectrum?.frequency[1] ?? 0;
  const area = spectrum?.density.reduce((sum, s) => sum + s * width, 0) ?? 0;
  // variance of the uniform distribution on a unit interval is 1/12; 8192 samples scatter by about 1 %
  expect(Math.abs(area * 12 - 1)).toBeLessThan(0.05);
});

test('the transform of an impulse is flat, and of a constant an impulse', () => {
  const [re, im] = [new Float64Array(16), new Float64Array(16)];
  re[0] = 1;
  fourier(re, im);
  expect([...re]).toEqual(new Array(16).fill(1));
  re.fill(1);
  im.fill(0);
  fourier(re, im);
  expect(re[0]).toBe(16);
  for (let k = 1; k < 16; k++) expect(Math.hypot(re[k], im[k])).toBeLessThan(1e-14); // rounding of 16 terms
});

test('too few samples, or none over time, give no spectrum', () => {
  expect(spectrumOf(Float64Array.of(0, 1, 2), [1, 2, 3], 1)).toBeUndefined();
  expect(spectrumOf(new Float64Array(100), new Float64Array(100), 1)).toBeUndefined();
});
