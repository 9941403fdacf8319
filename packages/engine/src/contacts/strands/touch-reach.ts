/** Largest motion of cables and solids in a step: the reach of a search. */
import type { Reach } from '../../proximity/index.ts';
import { type FarScene, LARGEST_SUM } from './touch-far.ts';

/** Margin of the search over the radius: larger while something touches, because impacts throw neighbouring parts. */
const AHEAD = 0.25;
const CALM = 0.05;

/** Sets reach and solidReach of a scene for these velocities, within a range. */
export function findReach(scene: FarScene, velocity: Float64Array, range: Reach, touching: boolean): void {
  const { cables, starts, reach, solidReach, curves, solids, model, size } = scene;
  const { horizon, slack } = range;
  const ahead = touching ? AHEAD : CALM;
  const { items } = cables;
  for (let c = 0; c < items.length; c++) {
    const { cable, at } = items[c];
    for (let j = 0; j < cable.elementCount; j++) {
      let most = 0;
      for (let i = Math.max(0, j - 1); i <= Math.min(j + 2, cable.nodeCount - 1); i++) {
        const o = at + 4 * i;
        const speed2 =
          velocity[o] * velocity[o] + velocity[o + 1] * velocity[o + 1] + velocity[o + 2] * velocity[o + 2];
        if (speed2 > most) most = speed2;
      }
      const e = starts[c] + j;
      reach[e] = LARGEST_SUM * Math.sqrt(most) * horizon + Math.max(slack, ahead * curves.radius[e]);
    }
  }
  for (let s = 0; s < solids.length; s++) {
    const k = 6 * model.shapes[s].body;
    const v2 = velocity[k] * velocity[k] + velocity[k + 1] * velocity[k + 1] + velocity[k + 2] * velocity[k + 2];
    const w2 =
      velocity[k + 3] * velocity[k + 3] + velocity[k + 4] * velocity[k + 4] + velocity[k + 5] * velocity[k + 5];
    const spin = w2 > 0 ? Math.sqrt(w2) * size[s] : 0;
    solidReach[s] = (Math.sqrt(v2) + spin) * horizon + slack;
  }
}
