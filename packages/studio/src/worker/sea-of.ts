/** The sea of a model for the page to draw. */
import { makeComponents, type WaterSpec } from '@hawser/engine';
import type { SeaView } from '../run/sea-view.ts';

/** Undefined where there is no surface to draw. */
export function seaOf(water: WaterSpec | undefined, gravity: number): SeaView | undefined {
  if (water?.surface === undefined) return undefined;
  const waves = water.waves ?? [];
  const { k, omega, amplitude, phase, direction } = makeComponents(
    waves,
    water.depth ?? Number.POSITIVE_INFINITY,
    gravity,
  );
  return {
    level: water.surface,
    ramp: water.ramp ?? 0,
    kx: k.map((value, i) => value * Math.cos(direction[i])),
    ky: k.map((value, i) => value * Math.sin(direction[i])),
    omega,
    amplitude,
    phase,
  };
}
