/** Heights of the sea, to be drawn: the same sum of waves as the engine's. */
import type { SeaWaves } from '@hawser/formats/report';

/** Part of their full height that waves have at t. */
function growth({ ramp }: SeaWaves, t: number): number {
  if (t >= ramp) return 1;
  return t <= 0 ? 0 : 0.5 * (1 - Math.cos((Math.PI * t) / ramp));
}

/** [m] standard deviation of the elevation once the waves have grown */
export function seaDeviation({ amplitude }: SeaWaves): number {
  return Math.sqrt(amplitude.reduce((sum, a) => sum + 0.5 * a * a, 0));
}

/** [1] root mean square of the slope of all waves together: the measure of how rough the sea is */
export function seaSteepness({ amplitude, kx, ky }: SeaWaves): number {
  return Math.sqrt(amplitude.reduce((sum, a, c) => sum + 0.5 * a * a * (kx[c] * kx[c] + ky[c] * ky[c]), 0));
}

/**
 * Heights [m] over a grid of x by y, x within y, at t:
 *   eta = sum a cos(kx x + ky y - w t + p),   cos(A + B) = cos A cos B - sin A sin B
 * so that sines are worked out along the edges of the grid only. A wave that is shorter than four spacings of the grid fades out
 * there: drawn, it would be a pattern of the grid. `coarse`: the spacings [m] along x and along y; none: every wave stays whole.
 */
export function seaHeights(
  out: Float32Array,
  sea: SeaWaves,
  xs: Float64Array,
  ys: Float64Array,
  t: number,
  coarse?: { readonly x: Float64Array; readonly y: Float64Array },
): void {
  const { kx, ky, omega, amplitude, phase, level } = sea;
  const [n, m] = [xs.length, ys.length];
  out.fill(level, 0, n * m);
  const size = growth(sea, t);
  if (size === 0) return;
  const cosA = new Float64Array(n);
  const sinA = new Float64Array(n);
  for (let c = 0; c < amplitude.length; c++) {
    const a = size * amplitude[c];
    const k = Math.sqrt(kx[c] * kx[c] + ky[c] * ky[c]);
    for (let i = 0; i < n; i++) {
      const angle = kx[c] * xs[i] - omega[c] * t + phase[c];
      const share = coarse === undefined ? a : a * resolved(k * coarse.x[i]);
      cosA[i] = share * Math.cos(angle);
      sinA[i] = share * Math.sin(angle);
    }
    for (let j = 0; j < m; j++) {
      const share = coarse === undefined ? 1 : resolved(k * coarse.y[j]);
      if (share === 0) continue;
      const cosB = share * Math.cos(ky[c] * ys[j]);
      const sinB = share * Math.sin(ky[c] * ys[j]);
      for (let i = 0; i < n; i++) out[j * n + i] += cosA[i] * cosB - sinA[i] * sinB;
    }
  }
}

/** Part of a wave that a grid can show, by the phase [rad] from one corner to the next: all below pi/4, nothing above pi/2. */
function resolved(step: number): number {
  return Math.min(1, Math.max(0, 2 - (4 / Math.PI) * step));
}
