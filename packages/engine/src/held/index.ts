export { PileSystem } from './pile-system.ts';
export { unknownToPile } from './pile-check.ts';
