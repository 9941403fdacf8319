export { drawnElement } from './cable-probes.ts';
export { readTouches } from './contact-picture.ts';
export { MOST_LISTED_PAIRS, contactPairs } from './contact-probes.ts';
export { modelProbes } from './probes.ts';
export { drawnSpring } from './spring-probes.ts';
export type { TouchPicture } from './touch-picture.ts';
