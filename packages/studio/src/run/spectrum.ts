/**
 * Spectra of time series by Welch's method: segments with a Hann window, half overlapping, averaged. One-sided power
 * density S [u^2/Hz], so that the integral of S over frequency is the variance; amplitude a = sqrt(2 S B) with B the
 * equivalent noise band of the window, so that a steady sine shows its own amplitude at its frequency.
 */

export interface Spectrum {
  /** [Hz] */
  readonly frequency: Float64Array;
  /** power density [u^2/Hz] */
  readonly density: Float64Array;
  /** [u] */
  readonly amplitude: Float64Array;
}

/** Equivalent noise bandwidth of the Hann window, in bins. */
const HANN_BANDWIDTH = 1.5;

/** `segments`: number of half-overlapping segments; more give a smoother and coarser spectrum. */
export function spectrumOf(times: Float64Array, values: ArrayLike<number>, segments: number): Spectrum | undefined {
  const even = resampled(times, values);
  if (even === undefined) return undefined;
  const { samples, step } = even;
  const wanted = Math.floor((2 * samples.length) / (segments + 1));
  const size = 2 ** Math.floor(Math.log2(Math.max(8, wanted)));
  if (samples.length < size) return undefined;
  const window = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
  const power = window.reduce((sum, w) => sum + w * w, 0);
  const half = size / 2;
  const density = new Float64Array(half + 1);
  let count = 0;
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  for (let start = 0; start + size <= samples.length; start += half) {
    let mean = 0;
    for (let i = 0; i < size; i++) mean += samples[start + i] / size;
    for (let i = 0; i < size; i++) {
      re[i] = (samples[start + i] - mean) * window[i];
      im[i] = 0;
    }
    fourier(re, im);
    for (let k = 0; k <= half; k++) density[k] += re[k] * re[k] + im[k] * im[k];
    count++;
  }
  const frequency = Float64Array.from({ length: half + 1 }, (_, k) => k / (size * step));
  const band = HANN_BANDWIDTH / (size * step);
  for (let k = 0; k <= half; k++) density[k] *= ((k === 0 || k === half ? 1 : 2) * step) / (power * count);
  return { frequency, density, amplitude: density.map((s) => Math.sqrt(2 * s * band)) };
}

/** The series at even instants, interpolated linearly; undefined when it is too short. */
function resampled(
  times: Float64Array,
  values: ArrayLike<number>,
): { samples: Float64Array; step: number } | undefined {
  const n = times.length;
  const length = n > 1 ? times[n - 1] - times[0] : 0;
  if (n < 8 || !(length > 0)) return undefined;
  const step = length / (n - 1);
  const samples = new Float64Array(n);
  let at = 0;
  for (let i = 0; i < n; i++) {
    const t = Math.min(times[n - 1], times[0] + i * step);
    while (at < n - 2 && times[at + 1] < t) at++;
    const span = times[at + 1] - times[at];
    const s = span > 0 ? (t - times[at]) / span : 0;
    const value = values[at] + s * (values[at + 1] - values[at]);
    samples[i] = Number.isFinite(value) ? value : 0;
  }
  return { samples, step };
}

/** Discrete Fourier transform in place, radix 2 (Cooley and Tukey 1965); the length is a power of two. */
export function fourier(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    const angle = (-2 * Math.PI) / size;
    for (let k = 0; k < size / 2; k++) {
      const c = Math.cos(angle * k);
      const s = Math.sin(angle * k);
      for (let i = k; i < n; i += size) {
        const j = i + size / 2;
        const x = re[j] * c - im[j] * s;
        const y = re[j] * s + im[j] * c;
        re[j] = re[i] - x;
        im[j] = im[i] - y;
        re[i] += x;
        im[i] += y;
      }
    }
  }
}
