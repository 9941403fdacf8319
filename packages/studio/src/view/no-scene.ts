/** The empty scene, and the default view. */
import type { View } from '@hawser/formats/report';
import type { Scene as RunScene } from '../run/run-store.ts';

export const CORNER: View = { azimuth: (-56 * Math.PI) / 180, elevation: (22 * Math.PI) / 180 };
export const NO_SCENE: RunScene = {
  scenery: { bodies: [] },
  bounds: { min: [-1, -1, 0], max: [1, 1, 2] },
  backdrop: [],
  links: [],
};
