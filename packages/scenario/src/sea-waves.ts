/** The sea of a model as plain numbers, for pictures. */
import { makeComponents, type ModelSpec } from '@hawser/engine';
import type { SeaWaves } from '@hawser/record';

/** Undefined where there is no surface to draw. */
export function seaWaves({ water, gravity }: Pick<ModelSpec, 'water' | 'gravity'>): SeaWaves | undefined {
  if (water?.surface === undefined) return undefined;
  const depth = water.depth ?? Number.POSITIVE_INFINITY;
  const { k, omega, amplitude, phase, direction } = makeComponents(water.waves ?? [], depth, Math.hypot(...gravity));
  return {
    level: water.surface,
    ramp: water.ramp ?? 0,
    kx: Array.from(k, (value, i) => value * Math.cos(direction[i])),
    ky: Array.from(k, (value, i) => value * Math.sin(direction[i])),
    omega: Array.from(omega),
    amplitude: Array.from(amplitude),
    phase: Array.from(phase),
  };
}
