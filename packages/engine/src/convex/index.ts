export { checkConvex } from './check.ts';
export { ConvexStep } from './step.ts';
