/** The medium around the nodes of a cable: still water, waves, or air with wind. */
import { FLOW, FLOW_RATE, SAMPLE, type Sea } from '../marine/index.ts';
import type { CableItem } from './cable-item.ts';

/** Depth over which buoyancy builds up at the surface, so that it does not jump [m]. */
const SURFACE = 0.05;

/** The medium at the present nodes. calm: without waves, for the static shape of a cable. */
export function sampleWater(item: CableItem, sea: Sea | undefined, calm: boolean): void {
  const { fluid, cable, water } = item;
  if (!fluid || !sea) return;
  const waves = sea.hasWaves && !calm;
  if (waves) water.ask(sea, cable.q, cable.nodeCount);
  const { samples } = water;
  const { density } = sea;
  for (let i = 0; i < cable.nodeCount; i++) {
    const z = cable.q[4 * i + 2];
    const surface = waves ? samples[SAMPLE * i] : sea.level;
    const under = surface === Number.POSITIVE_INFINITY ? SURFACE : surface - z;
    const wet = under >= SURFACE ? 1 : under <= -SURFACE ? 0 : 0.5 + (0.5 * under) / SURFACE;
    fluid.density[i] = wet * density;
    fluid.densitySlope[i] = wet > 0 && wet < 1 ? (-0.5 * density) / SURFACE : 0;
    const f = 3 * i;
    if (wet === 0 && sea.wind) {
      const part = sea.windPart(z);
      fluid.density[i] = sea.wind.density;
      for (let r = 0; r < 3; r++) {
        fluid.velocity[f + r] = part * sea.wind.velocity[r];
        fluid.acceleration[f + r] = 0;
      }
    } else if (waves) {
      for (let r = 0; r < 3; r++) {
        fluid.velocity[f + r] = samples[SAMPLE * i + FLOW + r];
        fluid.acceleration[f + r] = samples[SAMPLE * i + FLOW_RATE + r];
      }
    } else {
      sea.currentAt(fluid.velocity, f, under);
      for (let r = 0; r < 3; r++) fluid.acceleration[f + r] = 0;
    }
  }
}
