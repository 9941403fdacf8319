/** Frequencies in a recorded column. */

const WIDTH = 0.03; // search this far beside the frequency expected
const SCAN = 60;

/**
 * The frequency near `around` [Hz] at which the column is strongest from time `from` on: largest Fourier coefficient under a Hann
 * window, which puts other modes a few 1/duration away out of sight.
 */
export function strongest(time: Float64Array, values: Float64Array, around: number, from: number): number {
  const first = time.findIndex((t) => t >= from);
  const [begin, end] = [time[first], time[time.length - 1]];
  const part = values.subarray(first);
  const mean = part.reduce((sum, x) => sum + x, 0) / part.length;
  const strength = (f: number): number => {
    let [re, im] = [0, 0];
    for (let i = first; i < time.length; i++) {
      const window = 1 - Math.cos((2 * Math.PI * (time[i] - begin)) / (end - begin));
      const phase = 2 * Math.PI * f * time[i];
      re += window * (values[i] - mean) * Math.cos(phase);
      im += window * (values[i] - mean) * Math.sin(phase);
    }
    return Math.hypot(re, im);
  };
  let best = around;
  let most = 0;
  const step = (2 * WIDTH * around) / SCAN;
  for (let k = 0; k <= SCAN; k++) {
    const f = around * (1 - WIDTH) + k * step;
    const s = strength(f);
    if (s > most) [best, most] = [f, s];
  }
  let [a, b] = [best - step, best + step];
  for (let k = 0; k < 30; k++) {
    const [c, d] = [a + (b - a) / 3, b - (b - a) / 3];
    if (strength(c) > strength(d)) b = d;
    else a = c;
  }
  return 0.5 * (a + b);
}
