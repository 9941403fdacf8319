/** Heights of the sea, to be drawn: the same sum of waves as the engine's. */
import type { SeaWaves } from '@hawser/formats/report';

/** Part of their full height that waves have at t. */
function growth({ ramp }: SeaWaves, t: number): number {
  if (t >= ramp) return 1;
  return t <= 0 ? 0 : 0.5 * (1 - Math.cos((Math.PI * t) / ramp));
}

/**
 * Heights [m] over a grid of x by y, x within y, at t:
 *   eta = sum a cos(kx x + ky y - w t + p),   cos(A + B) = cos A cos B - sin A sin B
 * so that sines are worked out along the edges of the grid only.
 */
export function seaHeights(out: Float32Array, sea: SeaWaves, xs: Float64Array, ys: Float64Array, t: number): void {
  const { kx, ky, omega, amplitude, phase, level } = sea;
  const [n, m] = [xs.length, ys.length];
  out.fill(level, 0, n * m);
  const size = growth(sea, t);
  if (size === 0) return;
  const cosA = new Float64Array(n);
  const sinA = new Float64Array(n);
  for (let c = 0; c < amplitude.length; c++) {
    const a = size * amplitude[c];
    for (let i = 0; i < n; i++) {
      const angle = kx[c] * xs[i] - omega[c] * t + phase[c];
      cosA[i] = a * Math.cos(angle);
      sinA[i] = a * Math.sin(angle);
    }
    for (let j = 0; j < m; j++) {
      const cosB = Math.cos(ky[c] * ys[j]);
      const sinB = Math.sin(ky[c] * ys[j]);
      for (let i = 0; i < n; i++) out[j * n + i] += cosA[i] * cosB - sinA[i] * sinB;
    }
  }
}
