export { checkConvex, mayTakeConvex } from './check.ts';
export { smallestBody, wholeStep } from './resolved.ts';
export { ConvexStep } from './step.ts';
