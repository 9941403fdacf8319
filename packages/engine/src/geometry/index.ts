export type { ShapeSpec } from './shapes.ts';
