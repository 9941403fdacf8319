export { AssertionError, assert, unreachable } from './assert.ts';
export { at, BuildError, formatIssue, formatPath, type Issue, type PathStep } from './errors.ts';
export { GrowableFloat64, GrowableInt32 } from './growable.ts';
export { Hasher } from './hash.ts';
export { fail, type Result, succeed } from './result.ts';
export { Random } from './rng.ts';
export { held, ofMotion, type Probe, scalar, summed, vector } from './probe.ts';
